//! A wish for a new room, checked before any room hears of it: name, chairs, rules.

use chowk_protocol::{ClockKind, GameKind, Refusal, RefusalCode, RoomCode, Token};
use chowk_record::{
    rules::{FOUR_STONES, Game, Rules},
    rules_json::RefusalKind,
};
use chowk_rules::stones;
use serde_json::Value;

use super::gate::clean;
use crate::{
    games::game_of,
    journal::{Fence, RoomNo},
    room::{Opening, is_series},
};

/// How many ticks a step of four stones may have.
const STEP_TICKS: std::ops::RangeInclusive<u8> = 5..=60;
/// How many ticks a second a room may go by.
const HZ: std::ops::RangeInclusive<u32> = 10..=60;
/// Longest name of a field that is repeated to whoever sent it.
const FIELD_CHARS_MAX: usize = 40;

/// What a `create` asks for.
#[derive(Debug, Clone)]
pub(super) struct Asked {
    pub(super) token: Token,
    pub(super) name: String,
    pub(super) game: GameKind,
    pub(super) preset: Option<String>,
    pub(super) rules: Option<Value>,
    pub(super) chairs: u8,
    pub(super) clock: Option<ClockKind>,
    pub(super) listed: Option<bool>,
    pub(super) watch: Option<bool>,
    pub(super) best_of: Option<u8>,
    pub(super) fill: Option<bool>,
    pub(super) step: Option<u8>,
    pub(super) still: Option<bool>,
}

/// A wish for quick play.
#[derive(Debug, Clone, PartialEq)]
pub struct QuickWish {
    /// The room to be opened if none fits.
    pub room: NewRoom,
    /// The number of chairs, if it matters.
    pub chairs: Option<u8>,
    /// The turn clock, if it matters.
    pub clock: Option<ClockKind>,
    /// Whether bots may sit at the table.
    pub bots: bool,
}

/// A room that may be opened.
#[derive(Debug, Clone, PartialEq)]
pub struct NewRoom {
    /// Which game.
    pub game: GameKind,
    /// The preset, if the rules are exactly one.
    pub preset: Option<String>,
    /// The rules.
    pub rules: Rules,
    /// Number of chairs.
    pub chairs: u8,
    /// The turn clock.
    pub clock: ClockKind,
    /// Whether the room stands in the public list.
    pub listed: bool,
    /// Whether watchers are welcome.
    pub watch: bool,
    /// The best of how many matches: 1, 3 or 5.
    pub best_of: u8,
    /// Whether house bots take chairs that stay free.
    pub fill: bool,
    /// Four stones in step mode: the ticks of a step.
    pub step: Option<u8>,
    /// Four stones: an away seat stands still.
    pub still: bool,
    /// The name of who opens it.
    pub name: String,
    /// The token of who opens it.
    pub token: Token,
}

impl Asked {
    /// What a `quick` asks for: a listed room of a preset.
    pub(super) fn quickly(
        token: Token,
        name: String,
        preset: String,
        chairs: Option<u8>,
        clock: Option<ClockKind>,
        bots: Option<bool>,
    ) -> Result<QuickWish, Refusal> {
        let bots = bots.unwrap_or(true);
        let game = if preset == FOUR_STONES {
            GameKind::Stones
        } else {
            GameKind::Chowka
        };
        let fewest = u8::try_from(*game_of(game).chairs().start()).unwrap_or(u8::MAX);
        let asked = Self {
            token,
            name,
            game,
            preset: Some(preset),
            rules: None,
            chairs: chairs.unwrap_or(fewest),
            clock,
            listed: Some(true),
            watch: None,
            best_of: None,
            fill: Some(bots),
            step: None,
            still: None,
        };
        let room = asked.check()?;
        Ok(QuickWish {
            room,
            chairs,
            clock,
            bots,
        })
    }

    /// The room, or what is wrong with the wish.
    pub(super) fn check(self) -> Result<NewRoom, Refusal> {
        let name = clean(&self.name)?;
        let game = game_of(self.game);
        if !game.chairs().contains(&usize::from(self.chairs)) {
            return Err(Refusal::new(RefusalCode::BadChairs).in_field("chairs"));
        }
        let rules = match (&self.preset, &self.rules, game) {
            (Some(name), None, _) => by_name(game, name)?,
            (None, Some(rules), _) => by_value(game, rules)?,
            (None, None, Game::Stones) => by_name(game, FOUR_STONES)?,
            (None, None, Game::Chowka) | (Some(_), Some(_), _) => {
                let text = "A room needs a preset or a rule set, one of the two.";
                return Err(Refusal::new(RefusalCode::Malformed).in_field("preset").saying(text));
            }
        };
        if self
            .step
            .is_some_and(|step| game != Game::Stones || !STEP_TICKS.contains(&step))
        {
            return Err(Refusal::new(RefusalCode::BadStep).in_field("step"));
        }
        let clock = self.clock.unwrap_or_default();
        let listed = self.listed.unwrap_or(false);
        if listed && clock == ClockKind::None {
            let text = "Without a clock a room is private; choose a clock to list it.";
            return Err(Refusal::new(RefusalCode::ImpossibleRules)
                .in_field("clock")
                .saying(text));
        }
        let best_of = self.best_of.unwrap_or(1);
        if !is_series(best_of) {
            return Err(Refusal::new(RefusalCode::BadSeries).in_field("best_of"));
        }
        Ok(NewRoom {
            best_of,
            fill: self.fill.unwrap_or(false),
            step: self.step,
            still: self.still.unwrap_or(false),
            game: self.game,
            preset: rules.preset().map(str::to_owned),
            rules,
            chairs: self.chairs,
            clock,
            listed,
            watch: self.watch.unwrap_or(true),
            name,
            token: self.token,
        })
    }
}

impl NewRoom {
    /// The opening of this room, with its number, the right to write it, and its code.
    pub fn opening(self, room: RoomNo, fence: Fence, code: RoomCode) -> Opening {
        let Self {
            game,
            preset,
            rules,
            chairs,
            clock,
            listed,
            watch,
            best_of,
            fill,
            step,
            still,
            name,
            token,
        } = self;
        Opening {
            room,
            fence,
            code,
            game,
            preset,
            rules,
            chairs,
            clock,
            listed,
            watch,
            best_of,
            fill,
            step,
            still,
            name,
            token,
        }
    }
}

fn by_name(game: Game, name: &str) -> Result<Rules, Refusal> {
    Rules::of_preset(game, name).ok_or_else(|| Refusal::new(RefusalCode::UnknownPreset).in_field("preset"))
}

fn by_value(game: Game, rules: &Value) -> Result<Rules, Refusal> {
    let rules = Rules::from_value(game, rules).map_err(|refusal| {
        let code = match refusal.kind {
            RefusalKind::NotYet => RefusalCode::NotYet,
            RefusalKind::NotAnObject
            | RefusalKind::Unknown
            | RefusalKind::Missing
            | RefusalKind::WrongType
            | RefusalKind::Impossible => RefusalCode::ImpossibleRules,
        };
        let field: String = refusal.field.chars().take(FIELD_CHARS_MAX).collect();
        let field = if field.is_empty() { "rules".to_owned() } else { field };
        Refusal::new(code).in_field(field).saying(sentence(&refusal.text))
    })?;
    if let Rules::Stones(rules) = &rules {
        tested_pair(rules)?;
    }
    Ok(rules)
}

/// Four stones stands on a narrow ridge: its speeds are one tested pair and no free fields of a lobby (rule page,
/// section 6), and a room does not tick as fast as it likes.
fn tested_pair(rules: &stones::RuleSet) -> Result<(), Refusal> {
    let shipped = stones::RuleSet::default();
    let pair = "the speeds of runner and patwar are a tested pair";
    let (field, text) = if rules.runner != shipped.runner {
        ("runner", pair)
    } else if rules.patwar != shipped.patwar {
        ("patwar", pair)
    } else if !HZ.contains(&rules.hz) {
        ("hz", "a room goes by 10 to 60 ticks a second")
    } else {
        return Ok(());
    };
    Err(Refusal::new(RefusalCode::ImpossibleRules)
        .in_field(field)
        .saying(sentence(text)))
}

/// A fault as people read it.
fn sentence(text: &str) -> String {
    format!("This rule set cannot be played: {text}.")
}
