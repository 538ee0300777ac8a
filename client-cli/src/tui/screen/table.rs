//! The scene of a view: what a player sees of a match that runs, or that has just ended.

use chowk_protocol::{ChairKind, ChairView, MoveView, SideName, Stage, TurnPhase, TurnView, View};

use super::Screen;
use crate::client::Client;
use crate::play::names::{count, pawn_name, side_word};
use crate::play::rules::why_in_short;
use crate::tui::scene::{Choice, Clock, Scene, Seat, Tone};

/// The order in which the sides throw.
const ORDER: [SideName; 4] = [SideName::S, SideName::E, SideName::N, SideName::W];

impl Screen {
    /// What is to be seen now.
    pub(super) fn scene(&self, client: &Client, now: u64) -> Scene {
        let bottom = self.bottom();
        let mut scene = Scene::of_board(self.board.clone(), bottom);
        scene.title = self.title();
        scene.corner = self.corner();
        scene.banner = self.banner(client, now);
        scene.log = self.log_shown();
        scene.keys = self.keys_now();
        scene.last = self.last;
        scene.shells.clone_from(&self.shells);
        scene.value = self.value;
        let Some(view) = &self.view else { return scene };
        let begin = ORDER.iter().position(|side| *side == bottom).unwrap_or(0);
        let sides = ORDER.iter().cycle().skip(begin).take(4);
        scene.seats = sides.filter_map(|side| self.seat(view, *side, client)).collect();
        scene.notes = self.notes(view, client);
        scene.stats = self.stats.lines(&self.names, &view.rules);
        if let Some(turn) = &view.turn {
            scene.turn = Some(turn.side);
            scene.value = turn.value.or(self.value);
            scene.hand = turn.hand.iter().map(|(value, number)| (*value, *number)).collect();
            scene.clock = self.clock(view, turn, client, now);
            scene.status = self.status(turn);
            scene.choices = self.choices(view, turn);
        } else if view.stage == Stage::Ended {
            scene.status = vec!["The match has ended. b: the numbers, a: play again.".into()];
        }
        scene
    }

    /// Whose home is at the bottom: mine, or South's.
    fn bottom(&self) -> SideName {
        let first = || self.view.as_ref().and_then(|view| view.sides.keys().next().copied());
        self.names.my_side().or_else(first).unwrap_or(SideName::S)
    }

    fn seat(&self, view: &View, side: SideName, client: &Client) -> Option<Seat> {
        let seat = view.sides.get(&side)?;
        let chair = view.chairs.get(&seat.chair);
        Some(Seat {
            side,
            name: chair
                .and_then(|chair| chair.name.clone())
                .unwrap_or_else(|| side_word(side).into()),
            kind: self.kind(seat.chair, chair),
            pawns: seat.pawns.iter().map(|(pawn, at)| (*pawn, *at)).collect(),
            right: seat.right,
            rank: seat.rank,
            left: seat.left,
            absent: chair.map_or_else(String::new, |chair| absent(seat.chair, chair, client)),
        })
    }

    /// What stands after a name: you, a bot, muted.
    pub(super) fn kind(&self, no: u8, chair: Option<&ChairView>) -> String {
        let mut marks = Vec::new();
        if self.names.is_me(no) {
            marks.push("you");
        }
        match chair.map(|chair| chair.kind) {
            Some(ChairKind::Bot) => marks.push("bot"),
            Some(ChairKind::House) => marks.push("house bot"),
            Some(ChairKind::Person | ChairKind::Empty) | None => {}
        }
        if self.muted.contains(&no) {
            marks.push("muted");
        }
        marks.join(" ")
    }

    pub(super) fn notes(&self, view: &View, client: &Client) -> Vec<String> {
        let mut notes: Vec<String> = self.series(view).into_iter().collect();
        if let Some((around, _)) = client.around().filter(|(around, _)| around.watchers > 0) {
            let names = around.names.join(", ");
            let colon = if names.is_empty() { "" } else { ": " };
            notes.push(format!(
                "{}{colon}{names}",
                count(around.watchers.into(), "watcher", "watchers")
            ));
        }
        let mine = client.chair().and_then(|chair| view.chairs.get(&chair));
        if let Some(left) = mine.and_then(|chair| chair.links_left) {
            notes.push(match left {
                0 => "no links: throws without yours".into(),
                left => format!("{} left", count(left.into(), "link", "links")),
            });
        }
        if let Some(commit) = &view.server_commit {
            let commit = commit.to_string();
            let state = match (&self.verdict, view.stage) {
                (Some(verdict), _) => {
                    let short = if verdict.tone == Tone::Bad {
                        "Throws checked ✘ see the log"
                    } else {
                        "Throws checked ✔"
                    };
                    notes.push(self.plain_marks(short));
                    return notes;
                }
                (None, Stage::Ended) => "opened",
                (None, Stage::Gathering | Stage::Readying | Stage::Revealing | Stage::Playing) => "sealed",
            };
            notes.push(format!("envelope {} {state}", commit.get(..8).unwrap_or(&commit)));
        }
        notes
    }

    /// Words without the marks that no ASCII terminal has.
    pub(super) fn plain_marks(&self, text: &str) -> String {
        if self.paint.ascii {
            text.replace('✔', "OK").replace('✘', "NOT OK").replace('—', "-")
        } else {
            text.to_owned()
        }
    }

    fn clock(&self, view: &View, turn: &TurnView, client: &Client, now: u64) -> Option<Clock> {
        let left_ms = turn.deadline?.saturating_sub(client.tick_at(now)?);
        let chair = view.sides.get(&turn.side).and_then(|side| view.chairs.get(&side.chair));
        let bank = chair.and_then(|chair| chair.bank);
        Some(match (turn.phase, bank) {
            // The deadline of a choice holds the bank: first the choice's own time runs, then the bank.
            (TurnPhase::Move, Some(bank)) => Clock {
                left_ms: left_ms.saturating_sub(bank),
                bank_ms: Some(bank.min(left_ms)),
            },
            (TurnPhase::Throw, _) | (TurnPhase::Move, None) => Clock { left_ms, bank_ms: bank },
        })
    }

    /// What is to be done now, or who does it.
    fn status(&self, turn: &TurnView) -> Vec<String> {
        let mine = self.plays() && self.names.is_my_side(turn.side);
        let who = self.names.name_of(turn.side);
        let by = turn.value.map_or_else(String::new, |value| format!(" {value}"));
        if mine && self.answered == Some(turn.asked) {
            return vec![match turn.phase {
                TurnPhase::Throw => "The cowries roll ..".into(),
                TurnPhase::Move => "Moving ..".into(),
            }];
        }
        if let Some(pawn) = self.which_value.filter(|_| mine) {
            let values = turn
                .moves
                .get(&pawn)
                .into_iter()
                .flat_map(|by| by.keys().map(u8::to_string));
            let values: Vec<String> = values.collect();
            let name = pawn_name(turn.side, pawn);
            return vec![format!("{name} by which value? Press {}.", values.join(" or "))];
        }
        vec![match (mine, turn.phase) {
            (true, TurnPhase::Throw) => "Your turn: space throws.".into(),
            (true, TurnPhase::Move) if self.only_step(turn).is_some() => format!("One move{by}; space plays it:"),
            (true, TurnPhase::Move) => format!("Choose a pawn to move{by}:"),
            (false, TurnPhase::Throw) => format!("{who} throws."),
            (false, TurnPhase::Move) => format!("{who} chooses a pawn to move{by}."),
        }]
    }

    /// Each pawn on turn: where it may go, or why it may not. Others' are shown to watchers only.
    fn choices(&self, view: &View, turn: &TurnView) -> Vec<Choice> {
        let shown = turn.phase == TurnPhase::Move && (self.names.is_my_side(turn.side) || !self.plays());
        let Some(side) = view.sides.get(&turn.side).filter(|_| shown) else {
            return Vec::new();
        };
        let several = turn.hand.len() > 1 || (turn.value.is_none() && !turn.hand.is_empty());
        let mut choices = Vec::new();
        for (pawn, at) in &side.pawns {
            let moves = turn.moves.get(pawn).into_iter().flatten();
            for (value, step) in moves {
                choices.push(Choice {
                    side: turn.side,
                    pawn: *pawn,
                    value: several.then_some(*value),
                    to: Some(step.to),
                    hits: !step.hits.is_empty(),
                    words: self.step_words(step),
                    picked: self.picked == Some((*pawn, *value)),
                });
            }
            let blocked = turn.blocked.get(pawn).into_iter().flatten();
            for (value, code) in blocked {
                let place = if *at == 0 { "off".into() } else { at.to_string() };
                choices.push(Choice {
                    side: turn.side,
                    pawn: *pawn,
                    value: several.then_some(*value),
                    to: None,
                    hits: false,
                    words: format!("{place} {}", why_in_short(code, &view.rules)),
                    picked: false,
                });
            }
        }
        choices
    }

    /// `14 -> 17 through the gate, hits E2`.
    fn step_words(&self, step: &MoveView) -> String {
        let from = if step.from == 0 {
            "off".into()
        } else {
            step.from.to_string()
        };
        let mut words = format!("{from} -> {}", step.to);
        let board = self.board.as_ref();
        let one = step.hits.iter().map(|(side, pawn)| pawn_name(*side, *pawn));
        let more = step
            .more_hits
            .iter()
            .flat_map(|(side, pawns)| pawns.iter().map(|pawn| pawn_name(*side, *pawn)));
        let victims: Vec<String> = one.chain(more).collect();
        if board.is_some_and(|board| step.to == board.centre()) {
            words += " home";
        } else if board.is_some_and(|board| step.from <= board.gate() && step.to > board.gate()) {
            words += " through the gate";
        }
        if !victims.is_empty() {
            words += &format!(" hits {}", victims.join(if step.drawn { " or " } else { " " }));
        } else if board.is_some_and(|board| board.is_safe(step.to) && step.to != board.centre()) {
            words += " safe";
        }
        words
    }
}

/// What keeps a seat from playing itself.
pub(super) fn absent(no: u8, chair: &ChairView, client: &Client) -> String {
    if let Some(brain) = &chair.stand_in {
        return format!("away, {brain}");
    }
    if chair.away {
        return "away, auto".into();
    }
    let around = client.around().map(|(around, _)| around);
    if around.is_some_and(|around| around.chairs.get(&no) == Some(&false)) {
        return "no line".into();
    }
    if around.is_some_and(|around| around.silent.contains(&no)) {
        return "silent".into();
    }
    String::new()
}
