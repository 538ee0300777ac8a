//! The house's players by name: who may be seated, who fills a table, who stands in for somebody who is away.

use chowk_bots::{Brain, stones};
use chowk_protocol::{ChairNo, GameKind};

/// Whether the house has a player of this name for the game.
pub(crate) fn is_house_brain(game: GameKind, name: &str) -> bool {
    match game {
        GameKind::Chowka => name.parse::<Brain>().is_ok(),
        GameKind::Stones => stones::Brain::from_name(name).is_some(),
    }
}

/// Who takes a chair that stays free. In four stones every other one is named for how it chases, the rest for how they
/// run; both play both parts well.
pub(crate) fn fills_with(game: GameKind, chair: ChairNo) -> &'static str {
    match game {
        GameKind::Chowka => Brain::Careful.name(),
        GameKind::Stones if chair.is_multiple_of(2) => stones::Brain::Fox.name(),
        GameKind::Stones => stones::Brain::Hunter.name(),
    }
}

/// Who plays for a seat that is away, unless the host has chosen somebody.
pub(crate) fn stands_in(game: GameKind) -> &'static str {
    match game {
        GameKind::Chowka => Brain::Steady.name(),
        GameKind::Stones => stones::Brain::Fox.name(),
    }
}
