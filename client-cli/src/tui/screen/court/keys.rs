//! The keys of the court. A terminal tells no release of a key: a direction holds until the next one.

use chowk_protocol::{BoxName, CourtPhase, Stage, Word};

use super::super::Screen;
use crate::client::{Client, Unsaid, Wish};
use crate::play::court::advice::{Hand, hand};
use crate::play::court::aim::Aim;
use crate::play::court::ground::{CENTRE, distance, middle};
use crate::play::court::{Sight, is_away};
use crate::tui::key::Key;
use crate::tui::scene::{Said, Tone};

/// All keys of the court, for the help.
pub(in crate::tui::screen) const KEYS: [&str; 18] = [
    "arrows, wasd   go that way, until another key says otherwise",
    "y u b n        go north-west, north-east, south-west, south-east; 7 9 1 3 as well",
    "space          stop",
    "enter          in steps: answers the step with that direction; so does the same key again",
    "o              to the circle of stones, and stop there",
    "v              home: to the middle of your box",
    "x              takes a stone, or gives one to a runner without who is in the same box",
    "g, then 1 to 4 the patwar's word gumpu, in SW, SE, NE or NW",
    "c              in the choice: the patwar's word chhuttu; else copies the link of the room",
    "r              shows the last tag once more, slowly; any key ends it",
    "?              this help: what you can do now, the keys, the rules",
    "l              the whole log",
    "t, m           says a phrase; hides the phrases of somebody for this match, or tells the operator of them",
    "+              in steps: twice the time for you, once, until the set ends",
    "k              the host: house bots, asking somebody to leave, a bot for an absent seat",
    "a              when a set has ended: another one, for everybody at the table",
    "b              when a set has ended: the court, and back to the numbers",
    "q, ctrl-C      leave; asks whether for good. A second ctrl-C leaves at once, and your seat is kept",
];

/// The way of a key.
fn way(key: Key) -> Option<(i8, i8)> {
    Some(match key {
        Key::Up | Key::Letter('w' | '8') => (0, 1),
        Key::Down | Key::Letter('s' | '2') => (0, -1),
        Key::Left | Key::Letter('a' | '4') => (-1, 0),
        Key::Right | Key::Letter('d' | '6') => (1, 0),
        Key::Letter('y' | '7') | Key::Home => (-1, 1),
        Key::Letter('u' | '9') | Key::PageUp => (1, 1),
        Key::Letter('b' | '1') | Key::End => (-1, -1),
        Key::Letter('n' | '3') | Key::PageDown => (1, -1),
        Key::Letter(_) | Key::Enter | Key::Escape | Key::Interrupt => return None,
    })
}

impl Screen {
    /// A key while a set runs, or its film; false if it is none of the court's.
    pub(in crate::tui::screen) fn press_on_court(&mut self, client: &mut Client, key: Key) -> bool {
        if !self.is_court() || !matches!(self.stage(), Some(Stage::Playing | Stage::Ended)) {
            return false;
        }
        // A key ends the film, and does what it does besides: nobody waits for the end of it.
        let ends = self.court.film.take().is_some();
        if ends && matches!(key, Key::Escape | Key::Enter | Key::Letter(' ' | 'r' | 'q')) {
            return true;
        }
        if key == Key::Letter('r') {
            self.ask_for_film(client);
            return true;
        }
        if !self.plays_on_court() {
            return false;
        }
        let Some(sight) = self.sight(client) else { return false };
        let chooses = sight.i_chase() && sight.court.phase == CourtPhase::Choice;
        let home = sight.my_runner().map(|runner| middle(runner.home));
        if self.court.names_box && chooses {
            self.name_box(client, key);
            return true;
        }
        if chooses {
            if key == Key::Letter('g') {
                self.court.names_box = true;
                return true;
            }
            if key == Key::Letter('c') {
                self.choose_word(client, Word::Chhuttu, None);
                return true;
            }
            if way(key).is_some() {
                self.say_now("Your word first: g and 1 to 4 for gumpu, c for chhuttu.");
                return true;
            }
        }
        if let Some((east, north)) = way(key) {
            self.go_to(client, Aim::Way(east, north));
            return true;
        }
        match key {
            Key::Letter(' ' | '5') => self.go_to(client, Aim::Stand),
            Key::Letter('o' | '0') => self.go_to(client, Aim::Spot(CENTRE)),
            Key::Letter('v') => match home {
                Some(place) => self.go_to(client, Aim::Spot(place)),
                None => self.say_now("A patwar has no box."),
            },
            Key::Letter('x') => self.use_hand(client),
            Key::Letter('g') => {
                self.say_now("Gumpu and chhuttu are the patwar's words, when each runner holds a stone.")
            }
            Key::Enter => self.answer_step(client),
            Key::Letter(_)
            | Key::Escape
            | Key::Interrupt
            | Key::Up
            | Key::Down
            | Key::Left
            | Key::Right
            | Key::PageUp
            | Key::PageDown
            | Key::Home
            | Key::End => return false,
        }
        true
    }

    fn say_now(&mut self, words: impl Into<String>) {
        self.flash = Some(Said::new(words, Tone::Plain));
    }

    fn warn_now(&mut self, words: impl Into<String>) {
        self.flash = Some(Said::new(words, Tone::Warning));
    }

    /// Sets the direction: at once in real time; in steps with enter, or with the same key again.
    fn go_to(&mut self, client: &mut Client, aim: Aim) {
        let again = self.court.aim == aim;
        self.court.aim = aim;
        let steps = self.view.as_ref().is_some_and(|view| view.step.is_some());
        let away = self.view.as_ref().is_some_and(|view| is_away(view, client.chair()));
        if steps && !away {
            if again && client.step_waits() {
                self.answer_step(client);
            }
            return;
        }
        if let Err(unsaid) = self.steer(client) {
            self.warn_now(unsaid.to_string());
        }
    }

    /// Answers the open step with the direction that is set.
    fn answer_step(&mut self, client: &mut Client) {
        let open = client.table().is_some_and(|table| table.step_asked().is_some());
        if !open {
            return;
        }
        if let Err(unsaid) = self.steer(client) {
            self.warn_now(unsaid.to_string());
        }
    }

    /// Takes or gives, whichever is possible; says why neither is.
    fn use_hand(&mut self, client: &mut Client) {
        let Some(sight) = self.sight(client) else { return };
        let wish = match hand(&sight) {
            Ok(Hand::Take) => Wish::Take,
            Ok(Hand::Give(to)) => Wish::Give { to },
            Err(why) => {
                let near = is_near_the_circle(&sight);
                if !near || !client.step_waits() {
                    return self.warn_now(why);
                }
                // Within one step of the circle the hand goes there first.
                self.court.aim = Aim::Spot(CENTRE);
                self.answer_step(client);
                return self.say_now("To the circle; x takes a stone there.");
            }
        };
        let takes = wish == Wish::Take;
        if let Err(unsaid) = client.command(wish) {
            return self.warn_now(unsaid.to_string());
        }
        if client.step_waits() {
            if takes {
                // Whoever takes is rooted for longer than most steps: that answers the step as well.
                self.court.aim = Aim::Spot(CENTRE);
                self.answer_step(client);
            } else {
                self.say_now("You give as the step begins: now a direction and enter.");
            }
        }
    }

    fn name_box(&mut self, client: &mut Client, key: Key) {
        self.court.names_box = false;
        let Key::Letter(letter) = key else { return };
        let digit = letter.to_digit(10).and_then(|digit| usize::try_from(digit).ok());
        let name = digit.and_then(|digit| BoxName::ALL.get(digit.checked_sub(1)?));
        match (name, letter) {
            (Some(name), _) => self.choose_word(client, Word::Gumpu, Some(*name)),
            (None, 'c') => self.choose_word(client, Word::Chhuttu, None),
            (None, _) => {}
        }
    }

    fn choose_word(&mut self, client: &mut Client, word: Word, place: Option<BoxName>) {
        match client.choose(word, place) {
            Ok(()) => {}
            Err(Unsaid::NoTurn) => self.say_now("You are not asked for your word now."),
            Err(unsaid @ (Unsaid::TooMany | Unsaid::Over)) => self.warn_now(unsaid.to_string()),
        }
    }

    fn ask_for_film(&mut self, client: &mut Client) {
        if let Err(unsaid) = client.look_back() {
            self.warn_now(unsaid.to_string());
        }
    }

    /// The keys of the court that do something now, the most useful first.
    pub(super) fn court_keys(&self, client: &Client) -> Vec<(String, String)> {
        let mut keys: Vec<(&str, &str)> = Vec::new();
        if let Some(sight) = self.sight(client).filter(|_| self.plays_on_court()) {
            let chooses = sight.i_chase() && sight.court.phase == CourtPhase::Choice;
            match (chooses, self.court.names_box) {
                (true, true) => keys.extend([("1", "SW"), ("2", "SE"), ("3", "NE"), ("4", "NW"), ("esc", "back")]),
                (true, false) => keys.extend([("g", "gumpu"), ("c", "chhuttu")]),
                (false, _) => {
                    keys.push(("arrows", "go"));
                    keys.push(("space", "stop"));
                    if sight.step.is_some() {
                        keys.push(("enter", "step"));
                    }
                    if sight.my_runner().is_some() && sight.court.phase == CourtPhase::Steal {
                        let gives = matches!(hand(&sight), Ok(Hand::Give(_)));
                        keys.push(("x", if gives { "give" } else { "take" }));
                    }
                    keys.push(("o", "circle"));
                    keys.extend(sight.my_runner().map(|_| ("v", "home")));
                }
            }
        }
        if self.court.tag.is_some() {
            keys.push(("r", "tag"));
        }
        let mut keys: Vec<(String, String)> = keys
            .into_iter()
            .map(|(key, word)| (key.to_owned(), word.to_owned()))
            .collect();
        keys.extend(self.keys_now());
        keys
    }
}

/// Whether a runner without two stones comes to the circle, where stones lie, in one step.
fn is_near_the_circle(sight: &Sight<'_>) -> bool {
    let steals = sight.court.phase == CourtPhase::Steal && sight.court.ground > 0;
    let free = sight.my_runner().is_some_and(|runner| runner.stones < 2);
    let stride = i64::from(sight.my_speed()) * i64::from(sight.step.unwrap_or(0));
    let away = sight.my_place().map(|at| i64::from(distance(at, CENTRE)));
    steals && free && away.is_some_and(|away| away <= stride)
}
