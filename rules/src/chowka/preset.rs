//! The rule sets that have a name, and the regional names that lead to them.

use super::board::Board;
use super::ruleset::{
    DeadEnd, End, Entry, Gate, GraceWithoutMove, HitRight, OuterStack, RuleSet, Safe, Throws, Values, Victims,
};

/// A rule set with a name, as a lobby shows it.
#[derive(Debug)]
pub struct Preset {
    /// Its name in settings, records and commands.
    pub name: &'static str,
    /// One line in plain words.
    pub summary: &'static str,
    /// What people call it, region by region.
    pub names: &'static [&'static str],
    rules: RuleSet,
}

impl Preset {
    /// The whole rule set.
    pub const fn rules(&self) -> RuleSet {
        self.rules
    }
}

/// All presets, the default first.
pub fn presets() -> &'static [Preset] {
    &PRESETS
}

/// The preset of exactly this name.
pub fn preset(name: &str) -> Option<&'static Preset> {
    PRESETS.iter().find(|preset| preset.name == name)
}

/// The preset that is exactly this rule set.
pub fn preset_of(rules: &RuleSet) -> Option<&'static Preset> {
    PRESETS.iter().find(|preset| preset.rules == *rules)
}

/// The presets whose name, or one of whose regional names, contains `query`; letter case, spaces and hyphens do not
/// matter. Everything for an empty query.
pub fn find_presets(query: &str) -> Vec<&'static Preset> {
    let fits = |preset: &&Preset| is_called(preset.name, preset.names, query);
    PRESETS.iter().filter(fits).collect()
}

/// Whether something of this name, and of these other names, is what `query` looks for.
pub fn is_called(name: &str, names: &[&str], query: &str) -> bool {
    let wanted = bare(query);
    names.iter().chain([&name]).any(|name| bare(name).contains(&wanted))
}

fn bare(name: &str) -> String {
    name.chars()
        .filter(|c| c.is_alphanumeric())
        .flat_map(char::to_lowercase)
        .collect()
}

impl Default for RuleSet {
    /// The seed's game.
    fn default() -> RuleSet {
        PAGDI
    }
}

const PAGDI: RuleSet = RuleSet {
    board: Board::Five,
    pawns: 4,
    shells: 4,
    mouth_up_256: 128,
    none_up: 8,
    grace: Values::of(&[4, 8]),
    gate: Gate::Hit,
    hit_right: HitRight::LostWhenAllHome,
    victims: Victims::MostAdvanced,
    grace_without_move: GraceWithoutMove::Pass,
    hit_grace_adds: false,
    throws: Throws::OneByOne,
    entry: Entry::OnHome,
    outer_stack: OuterStack::Forbidden,
    safe: Safe::Homes,
    centre_grace: false,
    triple_grace_burns: false,
    end: End::LastPlace,
    dead_end: DeadEnd::Share,
    partners: false,
    gatti: false,
};

static PRESETS: [Preset; 7] = [
    Preset {
        name: "pagdi",
        summary: "The classic game on 5x5 with four pawns: hit once to open the gate, then bring all pawns home to the \
                  centre.",
        names: &[
            "Chowka-bara",
            "Chauka Bara",
            "Pagdi",
            "Pagde",
            "Pagade",
            "Kavidi Kali",
            "Champul",
            "Kach Kangri",
            "Isto",
            "Changa Po",
            "Atthu",
            "Kanna Kauri",
            "Challas Aath",
        ],
        rules: PAGDI,
    },
    Preset {
        name: "ashte-kashte",
        summary: "The long game on 7x7 with six cowries; the corners of the middle ring are safe too.",
        names: &["Ashte Kashte"],
        rules: RuleSet {
            board: Board::Seven,
            shells: 6,
            none_up: 12,
            grace: Values::of(&[6, 12]),
            safe: Safe::HomesAndCorners,
            ..PAGDI
        },
    },
    Preset {
        name: "ashte-kashte-4",
        summary: "The 7x7 board with four cowries; only the homes are safe.",
        names: &["Ashte Kashte"],
        rules: RuleSet {
            board: Board::Seven,
            ..PAGDI
        },
    },
    Preset {
        name: "karnataka",
        summary: "Throw on while 4 or 8 falls, then spend all the values in any order on any pawns.",
        names: &["Katte Mane", "Gatta Mane", "Chakaara", "Pakidakali"],
        rules: RuleSet {
            throws: Throws::Collect,
            ..PAGDI
        },
    },
    Preset {
        name: "ashta-chamma",
        summary: "Pawns wait off the board until a 4 or an 8 brings them in; the first to finish ends the game.",
        names: &["Ashta Chamma"],
        rules: RuleSet {
            entry: Entry::Needs(Values::of(&[4, 8])),
            end: End::FirstFinisher,
            ..PAGDI
        },
    },
    Preset {
        name: "thaayam",
        summary: "A 1 brings a pawn in, 1, 4 and 8 throw again, the gate is open, and a hit takes all who stand there.",
        names: &["Daayam", "Thaayam"],
        rules: RuleSet {
            entry: Entry::Needs(Values::of(&[1])),
            grace: Values::of(&[1, 4, 8]),
            gate: Gate::Open,
            victims: Victims::All,
            outer_stack: OuterStack::Allowed,
            end: End::FirstFinisher,
            ..PAGDI
        },
    },
    Preset {
        name: "quick",
        summary: "The classic game with two pawns each; the first to finish ends it.",
        names: &[],
        rules: RuleSet {
            pawns: 2,
            end: End::FirstFinisher,
            ..PAGDI
        },
    },
];
