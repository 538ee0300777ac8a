//! What a world is like, drawn from its seed. Each seed leaves some kinds of trouble out and has more of others: what
//! always goes wrong together is never seen apart.

use chowk_protocol::ClockKind;
use chowk_record::{rules::Rules, rules_json};
use chowk_rules::{
    chowka::{
        Board, DeadEnd, End, Entry, Gate, GraceWithoutMove, HitRight, OuterStack, RuleSet, Safe, Throws, Values,
        Victims, preset,
    },
    stones,
};
use chowk_server::room::RoomLimits;

use crate::sim::dice::Dice;

/// A room that somebody will open.
#[derive(Debug, Clone)]
pub(crate) struct Table {
    pub(crate) rules: Rules,
    pub(crate) chairs: u8,
    pub(crate) clock: ClockKind,
    /// Seats that persons or programs will take; the host may fill the rest with house bots.
    pub(crate) seats: u8,
    pub(crate) watchers: u8,
    pub(crate) best_of: u8,
    /// House bots take chairs that stay free.
    pub(crate) fill: bool,
    /// Four stones: the ticks of a step, if it goes by steps.
    pub(crate) step: Option<u8>,
    /// Four stones: away seats stand still.
    pub(crate) still: bool,
}

/// How often things go wrong. A number is "once in so many", and 0 is never.
#[derive(Debug, Clone)]
pub(crate) struct Plan {
    pub(crate) tables: Vec<Table>,
    pub(crate) limits: RoomLimits,
    /// When faults stop, in milliseconds.
    pub(crate) calm_at: u64,
    /// The server dies between two steps, once in so many steps, and at most so often.
    pub(crate) crash_one_in: u64,
    pub(crate) crashes_max: u32,
    /// Mean milliseconds between two mischiefs of the network.
    pub(crate) mischief_ms: u64,
    /// A connection breaks right after a command has left, once in so many commands.
    pub(crate) break_one_in: u64,
    /// Usual delays of a frame, in milliseconds.
    pub(crate) delay_ms: (u64, u64),
    /// Milliseconds between the first waiting row and its commit.
    pub(crate) commit_ms: u64,
    pub(crate) slow_commit_one_in: u64,
    pub(crate) failed_commit_one_in: u64,
    /// The room's task does not get to run for seconds.
    pub(crate) stall_one_in: u64,
    /// Players try what no client would send.
    pub(crate) cheat_one_in: u64,
    /// Players wait until a moment before their deadline.
    pub(crate) brink_one_in: u64,
    /// Players fall silent.
    pub(crate) silent_one_in: u64,
    /// Mean milliseconds that a player thinks.
    pub(crate) think_ms: u64,
    /// Links of a chain.
    pub(crate) links_max: u64,
    /// After so many milliseconds without a word a client asks; after three times as many it gives its socket up.
    pub(crate) quiet_ms: u64,
    /// After so many milliseconds the server takes a silent socket for dead.
    pub(crate) ping_timeout_ms: u64,
    /// Frames that may wait for one reader.
    pub(crate) queue: usize,
    /// A room's task panics, once in so many inputs.
    pub(crate) bug_one_in: u64,
    /// What is read of a room does not fold, once in so many readings.
    pub(crate) rot_one_in: u64,
    /// Rows that a dead process had handed over come to disk later, once in so many deaths.
    pub(crate) late_one_in: u64,
    /// When all is done, each room that has not ended is played on in.
    pub(crate) goes_on: bool,
    /// Players ask for twice the time, and tell the operator of each other; watchers talk.
    pub(crate) asks_one_in: u64,
}

impl Plan {
    /// The plan of a seed.
    pub(crate) fn new(dice: &mut Dice) -> Self {
        let rooms = *dice.pick(&[1, 1, 1, 2, 2, 3]);
        let tables = (0..rooms).map(|_| Table::new(dice)).collect();
        let limits = RoomLimits {
            rows_ahead: *dice.pick(&[2, 5, 64, 64]),
            watchers: *dice.pick(&[1, 20]),
            room_idle: *dice.pick(&[5_000, 20_000, 1_800_000]),
            match_idle: *dice.pick(&[4_000, 60_000, 86_400_000]),
            chair_kept: *dice.pick(&[5_000, 60_000]),
            fill: *dice.pick(&[0, 1_000, 20_000]),
            ..RoomLimits::default()
        };
        Self {
            tables,
            limits,
            calm_at: dice.between(20_000, 70_000),
            crash_one_in: *dice.pick(&[0, 300, 1_500, 4_000]),
            crashes_max: *dice.pick(&[1, 4, 12]),
            mischief_ms: *dice.pick(&[1_000_000, 800, 3_000, 10_000]),
            break_one_in: *dice.pick(&[0, 0, 15, 80]),
            delay_ms: *dice.pick(&[(0, 3), (1, 60), (20, 250)]),
            commit_ms: *dice.pick(&[0, 4, 30]),
            slow_commit_one_in: *dice.pick(&[0, 0, 10, 60]),
            failed_commit_one_in: *dice.pick(&[0, 0, 25, 150]),
            stall_one_in: *dice.pick(&[0, 60, 400]),
            cheat_one_in: *dice.pick(&[0, 10, 60]),
            brink_one_in: *dice.pick(&[0, 6, 25]),
            silent_one_in: *dice.pick(&[0, 0, 20, 80]),
            think_ms: *dice.pick(&[30, 200, 700]),
            links_max: *dice.pick(&[1, 4, 40]),
            quiet_ms: dice.between(5_000, 10_000),
            ping_timeout_ms: dice.between(15_000, 60_000),
            queue: *dice.pick(&[8, 12, 64]),
            bug_one_in: *dice.pick(&[0, 0, 400, 3_000]),
            rot_one_in: *dice.pick(&[0, 0, 0, 12]),
            late_one_in: *dice.pick(&[0, 1]),
            goes_on: dice.one_in(5),
            asks_one_in: *dice.pick(&[0, 0, 0, 12]),
        }
    }
}

impl Table {
    fn new(dice: &mut Dice) -> Self {
        let by_ticks = dice.one_in(4);
        let (chairs, house) = if by_ticks {
            (5, *dice.pick(&[0, 1, 2, 3, 3]))
        } else {
            let chairs = *dice.pick(&[2, 2, 2, 3, 4]);
            (chairs, if dice.one_in(4) { 1 } else { 0 })
        };
        Self {
            rules: if by_ticks {
                Rules::Stones(court_rules(dice))
            } else {
                Rules::Chowka(rules(dice))
            },
            step: if by_ticks {
                *dice.pick(&[None, None, Some(5), Some(20)])
            } else {
                None
            },
            still: by_ticks && dice.one_in(4),
            chairs,
            clock: *dice.pick(&[
                ClockKind::Quick,
                ClockKind::Quick,
                ClockKind::Casual,
                ClockKind::Casual,
                ClockKind::None,
            ]),
            seats: chairs - house,
            watchers: *dice.pick(&[0, 0, 1, 2]),
            best_of: *dice.pick(&[1, 1, 1, 3, 5]),
            fill: dice.one_in(5),
        }
    }
}

/// A set that is short, by few ticks a second.
fn court_rules(dice: &mut Dice) -> stones::RuleSet {
    stones::RuleSet {
        innings: *dice.pick(&[1, 1, 2, 3]),
        steal_s: *dice.pick(&[4, 12, 25]),
        idle_s: *dice.pick(&[3, 15]),
        cut_s: *dice.pick(&[2, 20]),
        gumpu_s: 4,
        chhuttu_s: 6,
        choice_s: *dice.pick(&[1, 4]),
        rounds: *dice.pick(&[1, 3]),
        break_s: 1,
        ..stones::RuleSet::default().at_hz(10)
    }
}

/// A rule set whose matches are short, or now and then one that people play.
fn rules(dice: &mut Dice) -> RuleSet {
    if dice.one_in(12) {
        let name = dice.pick(&["quick", "quick", "thaayam"]);
        return preset(name).map(|preset| preset.rules()).unwrap_or_default();
    }
    loop {
        let shells = *dice.pick(&[4, 4, 6]);
        let graces: &[&[u8]] = if shells == 4 {
            &[&[], &[8], &[4, 8], &[1, 4, 8]]
        } else {
            &[&[], &[6, 12], &[12]]
        };
        let rules = RuleSet {
            board: Board::Five,
            pawns: *dice.pick(&[1, 1, 2]),
            shells,
            mouth_up_256: *dice.pick(&[128, 160]),
            none_up: if shells == 4 { 8 } else { 12 },
            grace: Values::of(graces[dice.below(graces.len() as u64) as usize]),
            gate: *dice.pick(&[Gate::Open, Gate::Open, Gate::Hit]),
            hit_right: *dice.pick(&[HitRight::Permanent, HitRight::LostWhenAllHome]),
            victims: *dice.pick(&[Victims::Random, Victims::MostAdvanced, Victims::All]),
            grace_without_move: *dice.pick(&[GraceWithoutMove::Pass, GraceWithoutMove::Keep]),
            hit_grace_adds: dice.one_in(2),
            throws: *dice.pick(&[Throws::OneByOne, Throws::Collect]),
            entry: *dice.pick(&[Entry::OnHome, Entry::OnHome, Entry::Needs(Values::of(&[1, 2]))]),
            outer_stack: *dice.pick(&[OuterStack::Forbidden, OuterStack::Allowed]),
            safe: Safe::Homes,
            centre_grace: dice.one_in(2),
            triple_grace_burns: dice.one_in(2),
            end: *dice.pick(&[End::FirstFinisher, End::LastPlace]),
            dead_end: *dice.pick(&[DeadEnd::Share, DeadEnd::OpenGate]),
            partners: false,
            gatti: false,
        };
        if rules.check().is_ok() && rules_json::from_value(&rules_json::to_value(&rules)).is_ok() {
            return rules;
        }
    }
}
