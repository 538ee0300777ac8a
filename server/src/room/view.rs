//! The view of a room: a pure function of its state (both games are open to all, so there is one public view).
//!
//! [`Seen`] holds the view at one version as JSON; [`Seen::become_`] leads it to the next and gives the patch. Of most
//! versions only the turn and a pawn or a link are new, so only what changed is written anew.

use std::{collections::BTreeMap, sync::Arc};

use chowk_protocol::{
    ChairKind, ChairView, ClientKind, CourtView, Hex, ResultView, RoomCode, SideName, SideView, Stage as StageName,
    StepView, View, ViewHash, patch,
};
use chowk_record::fair::Digest;
use serde_json::{Map, Value};

use super::{
    chairs::{Chair, Seat},
    letter::Summary,
    state::{Sealed, Stage, State},
};
use crate::games::Table;

/// Who looks. Views are made for somebody and for nobody by default; both games are open to all, so one is enough.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Viewer {
    /// Everybody at the table, and whoever watches.
    Everybody,
}

/// What a viewer may see at one version.
#[derive(Debug, Clone)]
pub(crate) struct Seen {
    viewer: Viewer,
    view: View,
    /// Each field of the view that is present: its JSON, and that as canonical text.
    parts: BTreeMap<&'static str, (Value, String)>,
    hash: ViewHash,
}

impl Seen {
    pub(crate) fn of(viewer: Viewer, code: RoomCode, state: &State) -> Self {
        let view = view_of(viewer, code, state);
        let mut parts = BTreeMap::new();
        for_each_part(&view, None, |name, value| {
            if let Some(value) = value {
                let text = patch::canonical(&value);
                parts.insert(name, (value, text));
            }
        });
        let hash = hash_of(&parts);
        Self {
            viewer,
            view,
            parts,
            hash,
        }
    }

    pub(crate) fn hash(&self) -> ViewHash {
        self.hash
    }

    #[cfg(test)]
    pub(crate) fn view(&self) -> &View {
        &self.view
    }

    /// The view as JSON.
    pub(crate) fn json(&self) -> Value {
        Value::Object(
            self.parts
                .iter()
                .map(|(name, (value, _))| ((*name).to_owned(), value.clone()))
                .collect(),
        )
    }

    /// Becomes the view of a newer state; gives the merge patch that leads there.
    pub(crate) fn become_(&mut self, code: RoomCode, state: &State) -> Value {
        let view = view_of(self.viewer, code, state);
        let mut patch = Map::new();
        let parts = &mut self.parts;
        for_each_part(&view, Some(&self.view), |name, value| match value {
            Some(value) => {
                let (old, _) = parts.entry(name).or_default();
                patch.insert(name.to_owned(), patch::diff(old, &value));
                let text = patch::canonical(&value);
                parts.insert(name, (value, text));
            }
            None => {
                parts.remove(name);
                patch.insert(name.to_owned(), Value::Null);
            }
        });
        self.view = view;
        self.hash = hash_of(&self.parts);
        Value::Object(patch)
    }
}

fn hash_of(parts: &BTreeMap<&'static str, (Value, String)>) -> ViewHash {
    let mut text = String::with_capacity(4_096);
    text.push('{');
    for (at, (name, (_, part))) in parts.iter().enumerate() {
        text.push_str(if at > 0 { ",\"" } else { "\"" });
        text.push_str(name);
        text.push_str("\":");
        text.push_str(part);
    }
    text.push('}');
    patch::hash_text(&text)
}

/// Calls back with each field of the view that is not as in `old`; with `None` for one that is absent now.
fn for_each_part(view: &View, old: Option<&View>, mut tell: impl FnMut(&'static str, Option<Value>)) {
    macro_rules! parts {
        ($($field:ident $name:literal),* $(,)?) => {
            // Every field is named: a new one does not compile until it is listed.
            let View { $($field: _),* } = view;
            $(if old.is_none_or(|old| old.$field != view.$field) {
                // What the view leaves out when it is empty is absent here too.
                let json = serde_json::to_value(&view.$field).expect("a view is plain data with text keys");
                let absent = json.is_null() || ($name == "sides" && view.sides.is_empty()) || ($name == "still" && !view.still);
                if !(absent && old.is_none()) {
                    tell($name, (!absent).then_some(json));
                }
            })*
        };
    }
    parts! {
        game "game", code "code", stage "stage", host "host", clock "clock", listed "listed", watch "watch",
        preset "preset", rules "rules", rules_hash "rules_hash", r#match "match", server_commit "server_commit",
        not_started "not_started", chairs "chairs", sides "sides", reveal_by "reveal_by", fill_at "fill_at",
        series "series", turn "turn", step "step", still "still", court "court",
        result "result",
    }
}

/// All that a viewer may see of a room.
fn view_of(viewer: Viewer, code: RoomCode, state: &State) -> View {
    match viewer {
        Viewer::Everybody => public_view(code, state),
    }
}

fn public_view(code: RoomCode, state: &State) -> View {
    let table = state.play().and_then(|play| play.table.as_ref());
    let seal = seal_of(state);
    View {
        game: state.game,
        code,
        stage: stage_name(&state.stage),
        host: state.host,
        clock: state.clock,
        listed: state.listed,
        watch: state.watch,
        preset: state.preset.clone(),
        rules: state.rules_json.clone(),
        rules_hash: hex(&state.rules_hash),
        r#match: seal.map(|seal| seal.match_id),
        server_commit: seal.map(|seal| hex(&seal.server_commit)),
        not_started: state.not_started,
        chairs: state
            .numbered()
            .map(|(number, chair)| (number, chair_view(number, chair, state, table)))
            .collect(),
        sides: sides_of(state, table),
        reveal_by: if let Stage::Revealing { reveal_by, .. } = state.stage {
            Some(reveal_by)
        } else {
            None
        },
        fill_at: if let Stage::Gathering { .. } = state.stage {
            state.fill_at
        } else {
            None
        },
        series: state.series.as_ref().map(|series| series.view(&state.stage)),
        turn: state.play().and_then(|play| {
            play.table
                .as_ref()
                .and_then(|table| table.turn_view(play.question.asked, play.question.deadline))
        }),
        step: state.step,
        still: state.still,
        court: court_of(state),
        result: if let Stage::Ended(over) = &state.stage {
            Some(ResultView {
                seats: over.seats.clone(),
                ranks: over.ranks.clone(),
                why: over.why,
                server_seed: hex(&over.seal.seed.open()),
                record: format!("/api/v1/records/{}", over.seal.match_id),
            })
        } else {
            None
        },
    }
}

/// The court of a running set, or of the one that was played last.
fn court_of(state: &State) -> Option<CourtView> {
    if let Stage::Ended(over) = &state.stage {
        return over.court.as_deref().cloned();
    }
    let play = state.play()?;
    let table = play.table.as_ref()?;
    let mut court = table.court_view(play.question.asked)?;
    if let Some(step) = state.step {
        let seats = state
            .numbered()
            .filter(|(_, chair)| chair.seat().is_some_and(|seat| !seat.away));
        let asked = seats
            .map(|(chair, _)| chair)
            .filter(|chair| table.asks_in_step(*chair, step.into()));
        court.step = Some(StepView {
            asked: play.question.asked,
            deadline: play.question.deadline,
            asks: asked.map(|chair| (chair, true)).collect(),
        });
    }
    Some(court)
}

fn stage_name(stage: &Stage) -> StageName {
    match stage {
        Stage::Gathering { .. } => StageName::Gathering,
        Stage::Readying { .. } => StageName::Readying,
        Stage::Revealing { .. } => StageName::Revealing,
        Stage::Playing(_) => StageName::Playing,
        Stage::Ended(_) => StageName::Ended,
    }
}

/// The match that is sealed, played, or was played last.
pub(super) fn seal_of(state: &State) -> Option<&Sealed> {
    match &state.stage {
        Stage::Gathering { seal } => seal.as_ref(),
        Stage::Readying { seal } | Stage::Revealing { seal, .. } => Some(seal),
        Stage::Playing(play) => Some(&play.seal),
        Stage::Ended(over) => Some(&over.seal),
    }
}

fn sides_of(state: &State, table: Option<&Table>) -> BTreeMap<SideName, SideView> {
    match (&state.stage, table) {
        (Stage::Ended(over), _) => over.sides.clone(),
        (_, Some(table)) => table.sides_view(),
        (_, None) => BTreeMap::new(),
    }
}

fn chair_view(number: u8, chair: &Chair, state: &State, table: Option<&Table>) -> ChairView {
    let mut view = ChairView {
        kind: ChairKind::Empty,
        name: None,
        brain: None,
        generation: None,
        away: false,
        ready: chair.is_ready(),
        tip: None,
        link: None,
        links_left: None,
        by_clock: 0,
        side: None,
        bank: None,
        more_time: false,
        stand_in: None,
    };
    match chair {
        Chair::Empty => return view,
        Chair::House { name, brain } => {
            view.kind = ChairKind::House;
            view.name = Some(name.clone());
            view.brain = Some(brain.clone());
        }
        Chair::Taken(seat) => seat_view(&mut view, seat, table.is_some()),
    }
    view.side = match (&state.stage, table) {
        (Stage::Ended(over), _) => over
            .sides
            .iter()
            .find(|(_, side)| side.chair == number)
            .map(|(name, _)| *name),
        (_, Some(table)) => table.side(number),
        (_, None) => None,
    };
    view
}

fn seat_view(view: &mut ChairView, seat: &Seat, in_match: bool) {
    use super::chairs::ChainShown;
    view.kind = seat.kind.into();
    view.name = Some(seat.name.clone());
    view.generation = Some(seat.generation);
    view.away = seat.away;
    view.stand_in = seat.stand_in.clone();
    view.tip = seat.chain.tip().map(|tip| hex(&tip));
    if let ChainShown::Links { shown, .. } = &seat.chain {
        view.link = Some(hex(&shown.last));
    }
    view.links_left = seat.chain.left().map(|left| u32::try_from(left).unwrap_or(u32::MAX));
    view.by_clock = seat.by_clock;
    view.more_time = in_match && seat.more_time;
    view.bank = if in_match && seat.bank > 0 {
        Some(seat.bank)
    } else {
        None
    };
}

fn hex(digest: &Digest) -> Hex<32> {
    Hex(*digest.as_bytes())
}

/// The room's line in the list of rooms.
pub(crate) fn summary_of(code: RoomCode, state: &State, watchers: u32, here: usize) -> Summary {
    let count = |wanted: fn(&Chair) -> bool| {
        u8::try_from(state.chairs.iter().filter(|chair| wanted(chair)).count()).unwrap_or(u8::MAX)
    };
    let of_kind = |chair: &Chair, kind: ClientKind| chair.seat().is_some_and(|seat| seat.kind == kind);
    Summary {
        code,
        listed: state.listed,
        game: state.game,
        preset: state.preset.clone(),
        clock: state.clock,
        stage: stage_name(&state.stage),
        chairs: u8::try_from(state.chairs.len()).unwrap_or(u8::MAX),
        free: count(Chair::is_empty),
        persons: u8::try_from(state.chairs.iter().filter(|c| of_kind(c, ClientKind::Person)).count()).unwrap_or(0),
        bots: u8::try_from(state.chairs.iter().filter(|c| of_kind(c, ClientKind::Bot)).count()).unwrap_or(0),
        house: count(|chair| matches!(chair, Chair::House { .. })),
        watchers,
        watch: state.watch,
        not_started: state.not_started,
        best_of: state.best_of(),
        step: state.step,
        fill: state.fill,
        here: u8::try_from(here).unwrap_or(u8::MAX),
        rules: Arc::clone(&state.rules_json),
        rules_hash: hex(&state.rules_hash),
        names: state
            .numbered()
            .filter_map(|(number, chair)| Some((number, chair.name()?.to_owned())))
            .collect(),
        sealed: match &state.stage {
            Stage::Gathering { seal } => seal.is_some(),
            Stage::Readying { .. } | Stage::Revealing { .. } | Stage::Playing { .. } => true,
            Stage::Ended { .. } => false,
        },
        tokens: state
            .chairs
            .iter()
            .filter_map(|chair| Some(*chair.seat()?.token.as_bytes()))
            .collect(),
    }
}

/// The law that lets a part be written anew by itself: the parts are the view.
#[cfg(test)]
pub(crate) fn is_whole(seen: &Seen) {
    let whole = serde_json::to_value(&seen.view).unwrap();
    assert_eq!(seen.json(), whole);
    assert_eq!(seen.hash(), patch::hash(&whole));
}
