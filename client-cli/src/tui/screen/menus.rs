//! What can be opened over the table: help, log, phrases, mute, the host's menu, and the question whether to leave.

use chowk_protocol::{ChairKind, ChairNo, ReportAbout, Stage, phrase::PHRASES};

use super::{Does, Effect, Screen, court as court_keys};
use crate::client::{Client, Wish};
use crate::play::court::{advice, rules as court_rules};
use crate::play::names::counted;
use crate::play::words::{ABOUT, phrase_words};
use crate::play::{question, rules};
use crate::tui::dialog::{Dialog, Entry};
use crate::tui::scene::{Said, Tone};

/// House brains by name, the one that plays best first; a server that has others says so.
const BRAINS: [&str; 4] = ["careful", "steady", "bold", "random"];
/// The same for four stones.
const STONES_BRAINS: [&str; 4] = ["fox", "hunter", "thief", "chaser"];

/// All keys, for the help.
const KEYS: [&str; 16] = [
    "space      throw the cowries",
    "1 to 6     move that pawn; arrows or tab pick one, enter moves it",
    "?          this help: why a pawn may not move, the keys, the rules",
    "l          the whole log",
    "c          copies the link of the room, and shows it",
    "r          ready; again: not ready after all",
    "t          says a phrase",
    "m          hides the phrases of somebody for this match; or tells the operator of somebody",
    "+          twice the time for you, once, until the match ends",
    "k          the host: house bots, asking somebody to leave, a bot for an absent seat",
    "a          when a match has ended: another one, for everybody at the table",
    "b          when a match has ended: the board, and back to the numbers",
    "x          takes the words of the operator away",
    "q, ctrl-C  leave; asks whether for good. A second ctrl-C leaves at once, and your seat is kept",
    "On the board: S13 are the pawns S1 and S3, 4N are four pawns of North; x nobody is hit here;",
    "           *2 pawn 2 may come here, !2 and hits somebody; # your gate is shut",
];

impl Screen {
    pub(super) fn open_help(&mut self, client: &Client) {
        let mut lines = Vec::new();
        let head = |text: &str| Said::new(text, Tone::Mine);
        let plain = |text: String| Said::new(text, Tone::Plain);
        if let Some(view) = &self.view {
            let why = question::why(view, &self.names);
            if view.turn.as_ref().is_some_and(|turn| !turn.blocked.is_empty()) {
                lines.push(head("Why a pawn may not move"));
                lines.extend(why.into_iter().map(plain));
                lines.push(plain(String::new()));
            }
        }
        if let Some(sight) = self.sight(client) {
            lines.push(head("What you can do now"));
            lines.extend(advice::now(&sight, advice::Hands::Keys).into_iter().map(plain));
            lines.push(plain(String::new()));
        }
        lines.push(head("Keys"));
        let court = self.is_court();
        let all: &[&str] = if court { &court_keys::KEYS } else { &KEYS };
        lines.extend(all.iter().map(|key| plain((*key).into())));
        if let Some(view) = &self.view {
            lines.push(plain(String::new()));
            lines.push(head("Rules of this table"));
            let words = if court {
                court_rules::in_words(view)
            } else {
                rules::in_words(view)
            };
            lines.extend(words.into_iter().map(plain));
        }
        self.dialog = Some(Dialog::text("Help", lines, false));
    }

    pub(super) fn open_log(&mut self) {
        self.dialog = Some(Dialog::text("Log", self.log_shown(), true));
    }

    pub(super) fn copy_link(&mut self) -> Vec<Effect> {
        let Some(link) = self.link() else {
            return Vec::new();
        };
        let lines = [
            link.clone(),
            String::new(),
            "It was sent to the clipboard; terminals that permit no program to write there let you mark it here."
                .into(),
            format!("In a terminal: chowk join {link}"),
        ];
        let lines = lines.into_iter().map(|line| Said::new(line, Tone::Plain)).collect();
        self.dialog = Some(Dialog::text("The link of this room", lines, false));
        vec![Effect::Copy(link)]
    }

    pub(super) fn open_phrases(&mut self) {
        let keys = ('a'..='z').filter(|key| *key != 'q');
        let entry = |(key, phrase): (char, &&str)| Entry {
            key,
            text: phrase_words(phrase).to_owned(),
            does: Does::Wish(Wish::Say {
                phrase: (*phrase).to_owned(),
            }),
        };
        let entries = keys.zip(&PHRASES).map(entry).collect();
        self.dialog = Some(Dialog::menu("Say", Vec::new(), entries));
    }

    pub(super) fn open_mute(&mut self) {
        let others = self.others(|_| true);
        let entry = |(key, chair): (char, ChairNo)| {
            let verb = if self.muted.contains(&chair) {
                "hear again"
            } else {
                "mute"
            };
            Entry {
                key,
                text: format!("{verb} {}", self.names.name(chair)),
                does: Does::Mute(chair),
            }
        };
        let mut entries: Vec<Entry<Does>> = ('1'..='9').zip(others).map(entry).collect();
        let people = self.others(|chair| chair.kind != ChairKind::House);
        let report = |(key, chair): (char, ChairNo)| Entry {
            key,
            text: format!("tell the operator of {}", self.names.name(chair)),
            does: Does::Report(chair),
        };
        entries.extend(('a'..='i').zip(people).map(report));
        if entries.is_empty() {
            self.flash = Some(Said::new("Nobody else sits here.", Tone::Plain));
            return;
        }
        self.dialog = Some(Dialog::menu("Phrases of others", Vec::new(), entries));
    }

    /// What the operator is to be told of somebody.
    pub(super) fn open_report(&mut self, chair: ChairNo) {
        let entry = |(key, (_, about, words)): (char, &(&str, ReportAbout, &str))| Entry {
            key,
            text: (*words).to_owned(),
            does: Does::Wish(Wish::Report { chair, about: *about }),
        };
        let entries = ('1'..='9').zip(&ABOUT).map(entry).collect();
        let words = vec!["It goes to who runs this server. Nobody at the table hears of it.".to_owned()];
        let title = format!("What about {}?", self.names.name(chair));
        self.dialog = Some(Dialog::menu(&title, words, entries));
    }

    /// The chairs of others that are taken and as asked.
    fn others(&self, wanted: impl Fn(&chowk_protocol::ChairView) -> bool) -> Vec<ChairNo> {
        let chairs = self.view.iter().flat_map(|view| &view.chairs);
        chairs
            .filter(|(no, chair)| chair.kind != ChairKind::Empty && !self.names.is_me(**no) && wanted(chair))
            .map(|(no, _)| *no)
            .collect()
    }

    pub(super) fn open_host(&mut self, client: &Client) {
        let Some(view) = &self.view else { return };
        if client.chair() != Some(view.host) {
            let words = format!("{} is the host.", self.names.name(view.host));
            self.flash = Some(Said::new(words, Tone::Plain));
            return;
        }
        let brains = if self.is_court() { &STONES_BRAINS } else { &BRAINS };
        let mut does: Vec<(String, Does)> = Vec::new();
        match view.stage {
            Stage::Gathering | Stage::Readying => {
                if let Some(chair) = question::free_chairs(view).first().copied() {
                    let seat = |brain: &&str| {
                        let wish = Wish::AddBot {
                            chair,
                            brain: (*brain).into(),
                        };
                        (
                            format!("house bot {brain} on chair {}", counted(chair)),
                            Does::Wish(wish),
                        )
                    };
                    does.extend(brains.iter().map(seat));
                }
                let remove = |chair: ChairNo| {
                    let words = format!("ask {} to leave the table", self.names.name(chair));
                    (words, Does::Wish(Wish::Remove { chair }))
                };
                does.extend(self.others(|_| true).into_iter().map(remove));
            }
            Stage::Playing => {
                let around = client.around().map(|(around, _)| around);
                let gone = |no: ChairNo| around.is_some_and(|around| around.chairs.get(&no) == Some(&false));
                let no_clock = view.clock == chowk_protocol::ClockKind::None;
                for chair in self.others(|chair| chair.kind != ChairKind::House) {
                    let away = view.chairs.get(&chair).is_some_and(|chair| chair.away);
                    if away || gone(chair) || no_clock {
                        does.extend(brains[..2].iter().map(|brain| {
                            let wish = Wish::HandOver {
                                chair,
                                brain: (*brain).into(),
                            };
                            let name = self.names.name(chair);
                            (
                                format!("let {brain} play for {name} until they are back"),
                                Does::Wish(wish),
                            )
                        }));
                    }
                }
            }
            Stage::Revealing | Stage::Ended => {}
        }
        if does.is_empty() {
            let words = "You are the host. Nothing is for the host to do now.";
            self.flash = Some(Said::new(words, Tone::Plain));
            return;
        }
        let keys = ('1'..='9').chain('a'..='z');
        let entries = keys
            .zip(does)
            .map(|(key, (text, does))| Entry { key, text, does })
            .collect();
        self.dialog = Some(Dialog::menu("Host", Vec::new(), entries));
    }

    pub(super) fn ask_to_leave(&mut self) {
        let playing = matches!(self.stage(), Some(Stage::Playing | Stage::Revealing));
        let keep = Entry {
            key: 'k',
            text: "close this window; my seat is kept".into(),
            does: Does::Quit,
        };
        let words = if playing {
            "leave for good; that gives the match up"
        } else {
            "leave for good; my chair becomes free"
        };
        let leave = Entry {
            key: 'l',
            text: words.into(),
            does: Does::Wish(Wish::Leave),
        };
        let stay = Entry {
            key: 's',
            text: "stay".into(),
            does: Does::Stay,
        };
        let mut words = vec!["The line that brings you back is printed when you close this window.".to_owned()];
        if playing {
            words.push("The server plays for you meanwhile.".into());
        }
        self.dialog = Some(Dialog::menu("Leave?", words, vec![keep, leave, stay]));
    }
}
