//! A wish for a new room, checked before any room hears of it: name, chairs, rules.

use chowk_protocol::{ClockKind, GameKind, Refusal, RefusalCode, RoomCode, Token};
use chowk_record::rules_json::{self, RefusalKind};
use chowk_rules::chowka::{RuleSet, preset, preset_of};
use serde_json::Value;

use super::gate::clean;
use crate::{
    journal::{Fence, RoomNo},
    room::{Opening, is_series},
};

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
    pub rules: RuleSet,
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
        let asked = Self {
            token,
            name,
            game: GameKind::Chowka,
            preset: Some(preset),
            rules: None,
            chairs: chairs.unwrap_or(2),
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
        if self.game == GameKind::Stones {
            return Err(Refusal::new(RefusalCode::NotYet).in_field("game"));
        }
        if !(2..=4).contains(&self.chairs) {
            return Err(Refusal::new(RefusalCode::BadChairs).in_field("chairs"));
        }
        let rules = match (&self.preset, &self.rules) {
            (Some(name), None) => by_name(name)?,
            (None, Some(rules)) => by_value(rules)?,
            (None, None) | (Some(_), Some(_)) => {
                let text = "A room needs a preset or a rule set, one of the two.";
                return Err(Refusal::new(RefusalCode::Malformed).in_field("preset").saying(text));
            }
        };
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
            preset: preset_of(&rules).map(|preset| preset.name.to_owned()),
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

fn by_name(name: &str) -> Result<RuleSet, Refusal> {
    let known = preset(name).ok_or_else(|| Refusal::new(RefusalCode::UnknownPreset).in_field("preset"))?;
    Ok(known.rules())
}

fn by_value(rules: &Value) -> Result<RuleSet, Refusal> {
    rules_json::from_value(rules).map_err(|refusal| {
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
    })
}

/// A fault as people read it.
fn sentence(text: &str) -> String {
    format!("This rule set cannot be played: {text}.")
}
