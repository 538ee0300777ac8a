//! The match played again by the rules, with the record's own throws as its luck, and what must follow each line.

use std::collections::VecDeque;

use chowk_rules::chowka::{Action, Event, Match, RuleSet, Shells, Side, Victim, Victims};
use chowk_rules::{Drawn, Fate, Game};

use super::Chance;
use crate::fields::Fields;
use crate::words::Word;

pub(super) struct Replay {
    game: Match,
    /// What must be told next, at once: lost values, the end.
    due: VecDeque<Event>,
}

impl Replay {
    /// The start of a match by rules that were checked, for two to four players.
    pub(super) fn new(rules: RuleSet, players: u8) -> Replay {
        Replay {
            game: Match::new(rules, players),
            due: VecDeque::new(),
        }
    }

    pub(super) fn game(&self) -> &Match {
        &self.game
    }

    /// Takes a throw through the rules.
    pub(super) fn throw(&mut self, side: Side, shells: Shells) -> Result<(), String> {
        self.follow(
            side,
            &Action::Throw,
            &mut Told {
                shells: Some(shells),
                victim: 0,
            },
        )
        .map(|_| ())
    }

    /// Takes a move through the rules; what it really does comes back. Of drawn victims the record's own is hit, if it
    /// can be.
    pub(super) fn make_move(&mut self, side: Side, pawn: u8, value: u8, told: &[Victim]) -> Result<Event, String> {
        let victim = match self.chance(side, pawn, value) {
            Chance::Among(candidates) => candidates
                .iter()
                .position(|candidate| told == [*candidate])
                .unwrap_or(0),
            Chance::None | Chance::Unknown | Chance::Tie(_) => 0,
        };
        self.follow(
            side,
            &Action::Move { pawn, value },
            &mut Told {
                shells: None,
                victim: victim as u32,
            },
        )
    }

    /// Takes what needs no luck through the rules; what it is comes back.
    pub(super) fn act(&mut self, side: Side, action: &Action) -> Result<Event, String> {
        self.follow(
            side,
            action,
            &mut Told {
                shells: None,
                victim: 0,
            },
        )
    }

    fn follow(&mut self, side: Side, action: &Action, fate: &mut Told) -> Result<Event, String> {
        self.nothing_due()?;
        let refused = |illegal| format!("{side} may not do this: \"{illegal}\"");
        let events = self.game.decide(side, action, fate).map_err(refused)?;
        for event in &events {
            self.game.evolve(event);
        }
        self.due = events.into();
        self.due
            .pop_front()
            .ok_or_else(|| "nothing follows from this".to_owned())
    }

    /// Whether the victim of a move is drawn, and among whom.
    pub(super) fn chance(&self, side: Side, pawn: u8, value: u8) -> Chance {
        match self.game.rules().victims {
            Victims::Random => {}
            Victims::MostAdvanced | Victims::All => return Chance::None,
        }
        if !self.due.is_empty() || self.game.turn().is_none_or(|turn| turn.side != side) {
            return Chance::Unknown;
        }
        match self
            .game
            .legal()
            .into_iter()
            .find(|legal| (legal.pawn, legal.value) == (pawn, value))
        {
            Some(legal) if legal.hits_drawn => Chance::Among(legal.hits),
            Some(_) => Chance::None,
            None => Chance::Unknown,
        }
    }

    /// The shells of a thrown line; if they cannot be read, shells that count its `value`. Whether they are those
    /// drawn is for the draws to say.
    pub(super) fn shells(&self, fields: Fields<'_>) -> Result<Shells, String> {
        let rules = self.game.rules();
        if let Ok(shells) = fields.shells("shells")
            && shells.len() == usize::from(rules.shells)
        {
            return Ok(shells);
        }
        let value = fields.small("value").map_err(|fault| fault.to_string())?;
        let mouths = (0..=rules.shells).find(|&mouths| rules.value_of(mouths) == value);
        let mouths = mouths.ok_or_else(|| format!("no throw counts {value} here"))?;
        Ok(Shells::showing(mouths, rules.shells))
    }

    /// Hears what was told of what is due; `otherwise` is the sentence if nothing is.
    pub(super) fn settle(&mut self, told: &Event, otherwise: &str) -> Result<(), String> {
        match self.due.front() {
            Some(due) if due == told => {
                self.due.pop_front();
                Ok(())
            }
            Some(due) => Err(format!("here must be told that {}", sentence(due))),
            None => Err(otherwise.to_owned()),
        }
    }

    /// Refuses a line before which something must be told.
    pub(super) fn nothing_due(&self) -> Result<(), String> {
        match self.due.front() {
            None => Ok(()),
            Some(due) => Err(format!("before this line must be told that {}", sentence(due))),
        }
    }
}

/// The record's own luck: the shells it tells, and which of the candidates it says was hit.
struct Told {
    shells: Option<Shells>,
    victim: u32,
}

impl Fate for Told {
    fn cast(&mut self, shells: u8, _mouth_up_256: u8) -> Drawn<Shells> {
        // The number of a draw is nothing to the rules.
        Drawn {
            t: 0,
            value: self.shells.unwrap_or_else(|| Shells::showing(0, shells)),
        }
    }

    fn pick(&mut self, of: u32) -> Drawn<u32> {
        Drawn {
            t: 0,
            value: self.victim.min(of - 1),
        }
    }
}

fn sentence(event: &Event) -> String {
    match event {
        Event::Thrown { side, .. } => format!("{side} throws"),
        Event::Moved { side, pawn, .. } => format!("{side} moves pawn {pawn}"),
        Event::Passed { side, value, why } => format!("{side} loses the value {value} ({})", why.word()),
        Event::Left { side, why } => format!("{side} leaves ({})", why.word()),
        Event::Ended { ranks, why } => {
            let rank = |sides: &Vec<Side>| sides.iter().map(|side| side.letter()).collect::<String>();
            let ranks: Vec<String> = ranks.iter().map(rank).collect();
            format!("the match ends ({}), ranks {}", why.word(), ranks.join(" "))
        }
    }
}
