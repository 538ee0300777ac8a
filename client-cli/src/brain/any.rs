//! A brain of either game by its name, and the player that it makes.

use chowk_bots::{Brain, stones};
use chowk_protocol::GameKind;

use super::{CourtPlayer, Player};
use crate::client::{Client, Table};

/// A brain of the house, of whichever game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AnyBrain {
    /// Of Chowka-bara.
    Board(Brain),
    /// Of four stones.
    Court(stones::Brain),
}

/// A seat that plays by itself, whichever game.
#[derive(Debug)]
pub enum AnyPlayer {
    /// Chowka-bara.
    Board(Player),
    /// Four stones.
    Court(Box<CourtPlayer>),
}

impl AnyBrain {
    /// How a game is played where nobody says how.
    pub fn usual(game: GameKind) -> Self {
        match game {
            GameKind::Chowka => Self::Board(Brain::Careful),
            GameKind::Stones => Self::Court(stones::Brain::Hunter),
        }
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Board(brain) => brain.name(),
            Self::Court(brain) => brain.name(),
        }
    }

    /// Which game it plays.
    pub fn game(self) -> GameKind {
        match self {
            Self::Board(_) => GameKind::Chowka,
            Self::Court(_) => GameKind::Stones,
        }
    }

    /// The brain to play with, where a game was named, or a brain, or both.
    ///
    /// # Errors
    /// A sentence where the brain does not play that game.
    pub fn wanted(game: Option<GameKind>, brain: Option<Self>) -> Result<Self, String> {
        match (game, brain) {
            (None, brain) => Ok(brain.unwrap_or(Self::usual(GameKind::Chowka))),
            (Some(game), None) => Ok(Self::usual(game)),
            (Some(game), Some(brain)) if brain.game() == game => Ok(brain),
            (Some(game), Some(brain)) => Err(format!(
                "{} does not play {}; {}",
                brain.name(),
                game_name(game),
                brains_of(game)
            )),
        }
    }
}

impl AnyPlayer {
    /// A player of this brain.
    pub fn new(brain: AnyBrain, seed: u64) -> Self {
        match brain {
            AnyBrain::Board(brain) => Self::Board(Player::new(brain, seed)),
            AnyBrain::Court(brain) => Self::Court(Box::new(CourtPlayer::new(brain, seed))),
        }
    }

    /// Says ready where the table is full and this seat is not ready; true if it did.
    pub fn ready_if_due(&mut self, client: &mut Client) -> bool {
        match self {
            Self::Board(player) => player.ready_if_due(client),
            Self::Court(player) => player.ready_if_due(client),
        }
    }

    /// Whether another game is played at this table than this player knows.
    pub fn is_lost_at(&self, table: &Table) -> bool {
        let game = match self {
            Self::Board(_) => "chowka",
            Self::Court(_) => "stones",
        };
        table.view.get("game").is_some_and(|played| *played != game)
    }
}

/// What a game is called.
pub fn game_name(game: GameKind) -> &'static str {
    match game {
        GameKind::Chowka => "Chowka-bara",
        GameKind::Stones => "four stones",
    }
}

/// A game by its word, for the command line.
pub fn game_by_name(name: &str) -> Result<GameKind, String> {
    match name {
        "chowka" => Ok(GameKind::Chowka),
        "stones" => Ok(GameKind::Stones),
        _ => Err("the games are chowka and stones".into()),
    }
}

/// A brain by its name, for the command line.
pub fn by_name(name: &str) -> Result<AnyBrain, String> {
    let board = name.parse().ok().map(AnyBrain::Board);
    let court = stones::Brain::from_name(name).map(AnyBrain::Court);
    board
        .or(court)
        .ok_or_else(|| format!("{}; {}", brains_of(GameKind::Chowka), brains_of(GameKind::Stones)))
}

fn brains_of(game: GameKind) -> String {
    let names: Vec<&str> = match game {
        GameKind::Chowka => Brain::ALL.iter().map(|brain| brain.name()).collect(),
        GameKind::Stones => stones::Brain::ALL.iter().map(|brain| brain.name()).collect(),
    };
    format!("{} is played by {}", game_name(game), names.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_brain_goes_with_its_game() {
        let wanted = |game: Option<&str>, brain: Option<&str>| {
            let game = game.map(|game| game_by_name(game).unwrap());
            AnyBrain::wanted(game, brain.map(|brain| by_name(brain).unwrap())).map(AnyBrain::name)
        };
        assert_eq!(wanted(None, None), Ok("careful"));
        assert_eq!(wanted(Some("stones"), None), Ok("hunter"));
        assert_eq!(wanted(None, Some("fox")), Ok("fox"));
        assert_eq!(wanted(Some("chowka"), Some("bold")), Ok("bold"));
        let wrong = wanted(Some("chowka"), Some("fox")).unwrap_err();
        assert!(
            wrong.contains("fox does not play Chowka-bara") && wrong.contains("steady"),
            "{wrong}"
        );
        assert!(by_name("dragon").unwrap_err().contains("chaser, thief, hunter, fox"));
    }
}
