//! Four stones by lines: ways and wishes typed as words, a question for each step, the last tag told again.

use chowk_protocol::{ChairNo, CourtEvent, CourtPhase, Event, Stage};

use super::Plain;
use crate::client::{Client, Unsaid, Wish};
use crate::play::court::advice::{self, Hand, Hands};
use crate::play::court::aim::Aim;
use crate::play::court::ground::{CENTRE, middle};
use crate::play::court::typed::{self, CourtTyped};
use crate::play::court::{Sight, is_away, is_stones, letters, told, whereabouts};
use crate::play::question;
use crate::play::typed::Whom;
use crate::tui::court;

mod looks;

/// What a player by lines has on the court.
#[derive(Debug, Clone, Default)]
pub(super) struct OnCourt {
    aim: Aim,
    /// The direction that was sent last.
    sent: (i8, i8),
    /// The step, or the choice, that was announced last.
    announced: Option<u64>,
    /// For which innings and phase it was said what can be done.
    advised: Option<(u8, CourtPhase)>,
    /// Who was tagged last, by whom, and the sentence.
    tag: Option<(ChairNo, ChairNo, String)>,
}

impl Plain {
    /// Whether this table plays four stones, and a set runs or has just ended.
    fn on_court(&self) -> bool {
        self.view.as_ref().is_some_and(|view| {
            is_stones(view) && view.court.is_some() && matches!(view.stage, Stage::Playing | Stage::Ended)
        })
    }

    /// What the court's events do besides being said.
    pub(super) fn saw_on_court(&mut self, event: &Event, client: &mut Client) {
        let Event::Court { happened, .. } = event else { return };
        if let CourtEvent::Innings { .. } = happened {
            self.court.aim = Aim::Stand;
            self.court.advised = None;
            // A direction is kept until the next: who ran at the end is not to run at the beginning.
            if std::mem::take(&mut self.court.sent) != (0, 0) && client.chair().is_some() {
                let _ = client.input(0, 0);
            }
        }
        if let CourtEvent::Tagged {
            seat,
            by,
            distance,
            reach,
            ..
        } = happened
        {
            let words = told::tagged(*seat, *by, *distance, *reach, &self.names);
            self.court.tag = Some((*seat, *by, words));
        }
    }

    /// Asks what the court asks this player: a way for the step, the patwar's word; says once a phase what can be done.
    pub(super) fn announce_court(&mut self, client: &Client, now: u64, lines: &mut Vec<String>) {
        let Some(view) = self.view.as_ref().filter(|view| view.stage == Stage::Playing) else {
            return;
        };
        let Some(sight) = Sight::of(view, &self.names, client) else {
            return;
        };
        let phase = (sight.court.innings, sight.court.phase);
        if sight.me.is_some() && self.court.advised != Some(phase) {
            self.court.advised = Some(phase);
            // The choice itself says what to type.
            lines.extend(advice::now(&sight, Hands::Words));
            if let Some(asked) = sight.court.asked {
                self.court.announced = Some(asked);
            }
        }
        if !client.step_waits() || client.unanswered() > 0 {
            return;
        }
        let Some(step) = sight.court.step.as_ref() else { return };
        if self.court.announced == Some(step.asked) || !sight.is_seen() {
            return;
        }
        self.court.announced = Some(step.asked);
        let left = step.deadline.zip(client.tick_at(now));
        let left = left.map(|(deadline, tick)| deadline.saturating_sub(tick));
        self.warned = left.map_or(0, |left| super::warned_by(left.saturating_sub(1_000)));
        lines.push(whereabouts::step_question(&sight));
    }

    /// The deadline of a step that waits for this player.
    pub(super) fn step_deadline(&self, client: &Client) -> Option<u64> {
        let court = self.view.as_ref()?.court.as_ref()?;
        court.step.as_ref()?.deadline.filter(|_| client.step_waits())
    }

    /// Somebody moved: who aims at a place is steered anew, and a step may be asked for once the places are known.
    pub(super) fn moved(&mut self, client: &mut Client, now: u64, lines: &mut Vec<String>) {
        self.announce_court(client, now, lines);
        let real_time = self.view.as_ref().is_some_and(|view| view.step.is_none());
        if real_time && matches!(self.court.aim, Aim::Spot(_)) {
            let _ = self.steer(client);
        }
    }

    /// Sends the direction that leads where this player wants to go, unless it is sent already in real time.
    fn steer(&mut self, client: &mut Client) -> Result<(), Unsaid> {
        let Some(sight) = self.view.as_ref().and_then(|view| Sight::of(view, &self.names, client)) else {
            return Err(Unsaid::NoTurn);
        };
        let (dx, dy) = self.court.aim.as_seen(&sight);
        if sight.step.is_none() && self.court.sent == (dx, dy) {
            return Ok(());
        }
        client.input(dx, dy)?;
        self.court.sent = (dx, dy);
        Ok(())
    }

    /// Does what was typed, if it is a word of the court.
    pub(super) fn typed_on_court(&mut self, client: &mut Client, line: &str) -> Option<Vec<String>> {
        let view = self.view.as_ref().filter(|view| is_stones(view))?;
        let typed = typed::read(line)?;
        if typed == CourtTyped::Help {
            return Some(typed::HELP.iter().map(|line| (*line).to_owned()).collect());
        }
        if !self.on_court() {
            let quiet = typed == CourtTyped::Same;
            return Some(if quiet {
                Vec::new()
            } else {
                vec!["No set is running.".into()]
            });
        }
        let Some(sight) = Sight::of(view, &self.names, client) else {
            return Some(Vec::new());
        };
        match typed {
            CourtTyped::Where => return Some(whereabouts::all(&sight)),
            CourtTyped::Court => {
                let ground = court::ground(&sight, &letters::of(view), |chair| sight.place(chair));
                let mut lines = court::picture(&ground);
                lines.push(
                    "Letters are players, [ ] the patwar, o stones; = and # are cut arms, . how far he reaches.".into(),
                );
                return Some(lines);
            }
            CourtTyped::Why => {
                let mut lines = advice::now(&sight, Hands::Words);
                lines.extend(advice::hand(&sight).err().filter(|_| sight.my_runner().is_some()));
                return Some(lines);
            }
            CourtTyped::Unknown(text) => return Some(vec![text.into()]),
            CourtTyped::Film => {
                if self.court.tag.is_none() {
                    return Some(vec!["Nobody has been tagged here yet.".into()]);
                }
                return Some(
                    client
                        .look_back()
                        .err()
                        .map(|unsaid| unsaid.to_string())
                        .into_iter()
                        .collect(),
                );
            }
            CourtTyped::Way(..)
            | CourtTyped::Circle
            | CourtTyped::Box(_)
            | CourtTyped::Same
            | CourtTyped::Take
            | CourtTyped::Give(_)
            | CourtTyped::Word(..)
            | CourtTyped::Help => {}
        }
        if sight.me.is_none() {
            return Some(vec!["A watcher sees and does not play.".into()]);
        }
        let home = sight.my_runner().map(|runner| middle(runner.home));
        let aim = match typed {
            CourtTyped::Way(0, 0) => Aim::Stand,
            CourtTyped::Way(east, north) => Aim::Way(east, north),
            CourtTyped::Circle => Aim::Spot(CENTRE),
            CourtTyped::Box(name) => match name.map(middle).or(home) {
                Some(place) => Aim::Spot(place),
                None => return Some(vec!["A patwar has no box.".into()]),
            },
            CourtTyped::Take => return Some(self.take(client)),
            CourtTyped::Give(whom) => return Some(self.give(client, whom)),
            CourtTyped::Word(word, place) => {
                return Some(match client.choose(word, place) {
                    Ok(()) => Vec::new(),
                    Err(Unsaid::NoTurn) => vec!["The patwar is asked for his word in the choice; not now.".into()],
                    Err(unsaid) => vec![unsaid.to_string()],
                });
            }
            CourtTyped::Same
            | CourtTyped::Where
            | CourtTyped::Court
            | CourtTyped::Why
            | CourtTyped::Film
            | CourtTyped::Help
            | CourtTyped::Unknown(_) => self.court.aim,
        };
        let same = typed == CourtTyped::Same;
        Some(self.go(client, aim, same))
    }

    /// Goes somewhere from now on; in step mode that is the answer to the open step.
    fn go(&mut self, client: &mut Client, aim: Aim, same: bool) -> Vec<String> {
        let steps = self.view.as_ref().is_some_and(|view| view.step.is_some());
        let open = client.table().is_some_and(|table| table.step_asked().is_some());
        // Whoever is played for is back with any direction, whether a step is open or not.
        let away = self.view.as_ref().is_some_and(|view| is_away(view, client.chair()));
        if same && !open && !away {
            return Vec::new();
        }
        self.court.aim = aim;
        if steps && !open && !away {
            return vec![format!("No step is open; the next one begins with: {}.", aim.words())];
        }
        match self.steer(client) {
            Ok(()) if steps => Vec::new(),
            Ok(()) => vec![match aim {
                Aim::Stand => "You stand still.".into(),
                Aim::Way(..) | Aim::Spot(_) => format!("You go {}.", aim.words()),
            }],
            Err(unsaid) => vec![unsaid.to_string()],
        }
    }

    /// Takes a stone. Whoever does is rooted for longer than most steps, so that this answers the step as well.
    fn take(&mut self, client: &mut Client) -> Vec<String> {
        let sight = self.view.as_ref().and_then(|view| Sight::of(view, &self.names, client));
        if let Some(Err(why)) = sight.map(|sight| advice::take(&sight)) {
            return vec![why];
        }
        if let Err(unsaid) = client.command(Wish::Take) {
            return vec![unsaid.to_string()];
        }
        if client.step_waits() {
            return self.go(client, Aim::Spot(CENTRE), false);
        }
        Vec::new()
    }

    fn give(&mut self, client: &mut Client, whom: Option<String>) -> Vec<String> {
        let Some(view) = &self.view else { return Vec::new() };
        let Some(sight) = Sight::of(view, &self.names, client) else {
            return Vec::new();
        };
        let to = match whom {
            Some(name) => {
                let whom = name.parse().map_or(Whom::Name(name), Whom::Chair);
                question::chair_of(view, &self.names, &whom)
            }
            None => match advice::hand(&sight) {
                Ok(Hand::Give(to)) => Ok(to),
                Ok(Hand::Take) => Err("Nobody without a stone is in a box with you.".into()),
                Err(why) => Err(why),
            },
        };
        let to = match to {
            Ok(to) => to,
            Err(why) => return vec![why],
        };
        match client.command(Wish::Give { to }) {
            Ok(()) if client.step_waits() => {
                vec![format!(
                    "You give a stone to {} as the step begins. Which way?",
                    self.names.short(to)
                )]
            }
            Ok(()) => Vec::new(),
            Err(unsaid) => vec![unsaid.to_string()],
        }
    }
}
