//! The view of a room: a pure function of its state (both games are open to all, so there is one public view).

use std::collections::BTreeMap;

use chowk_protocol::{
    ChairKind, ChairView, ClientKind, Hex, ResultView, RoomCode, SideName, SideView, Stage as StageName, View,
};
use chowk_record::fair::Digest;
use serde_json::Value;

use super::{
    chairs::{Chair, Seat},
    letter::Summary,
    state::{Sealed, Stage, State},
};
use crate::games::Table;

/// All that may be seen of a room.
pub(crate) fn view_of(code: RoomCode, state: &State) -> Value {
    let table = state.play().and_then(|play| play.table.as_ref());
    let seal = seal_of(state);
    let view = View {
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
        turn: state.play().and_then(|play| {
            play.table
                .as_ref()
                .and_then(|table| table.turn_view(play.question.asked, play.question.deadline))
        }),
        result: if let Stage::Ended(over) = &state.stage {
            Some(ResultView {
                ranks: over.ranks.clone(),
                why: over.why,
                server_seed: hex(&over.seal.seed.open()),
                record: format!("/api/v1/records/{}", over.seal.match_id),
            })
        } else {
            None
        },
    };
    serde_json::to_value(view).expect("a view is plain data with text keys")
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

fn seal_of(state: &State) -> Option<&Sealed> {
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
    view.tip = seat.chain.tip().map(|tip| hex(&tip));
    if let ChainShown::Links { shown, .. } = &seat.chain {
        view.link = Some(hex(&shown.last));
    }
    view.links_left = seat.chain.left().map(|left| u32::try_from(left).unwrap_or(u32::MAX));
    view.by_clock = seat.by_clock;
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
pub(crate) fn summary_of(code: RoomCode, state: &State, watchers: u32) -> Summary {
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
    }
}
