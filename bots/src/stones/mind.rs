//! A bot: its two parts, its seed, and what it remembers of what it saw and pressed.

use std::collections::VecDeque;

use chowk_rules::stones::{Direction, Phase, Point, Seat, Wish, patrol, run};

use super::{Brain, Patwar, Runner, Sight, patwar, runner};

/// The most directions it remembers to have pressed: more than any delay.
const PRESSED_MAX: usize = 64;

/// A player of four stones.
#[derive(Clone, Debug)]
pub struct Bot {
    seat: Seat,
    patwar: Patwar,
    runner: Runner,
    memory: Memory,
    chase: patwar::Chase,
    run: runner::Run,
}

/// What both parts remember.
#[derive(Clone, Debug)]
pub(crate) struct Memory {
    pub(crate) rng: fastrand::Rng,
    /// What was pressed for each tick up to the last, the newest at the end.
    pressed: VecDeque<Direction>,
    /// The tick that the newest was pressed for.
    pressed_for: u32,
    /// For how many ticks what it presses holds: the ticks of a step, one in real time.
    holds: u32,
    /// The tick of the last take that was wished for.
    pub(crate) took_at: u32,
    /// The tick of the last gift or word.
    pub(crate) spoke_at: u32,
    before: Option<Sight>,
    sight: Option<Sight>,
}

/// The longest step, in ticks.
const STEP_MAX: u32 = 60;

/// What a part answers: which way to push, and what else to wish for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Move {
    pub(crate) direction: Direction,
    pub(crate) act: Option<Wish>,
}

impl Move {
    pub(crate) fn go(direction: Direction) -> Move {
        Move { direction, act: None }
    }

    pub(crate) fn and(self, act: Option<Wish>) -> Move {
        Move { act, ..self }
    }
}

/// What a bot knows in a tick: what it sees, and what it reckons.
pub(crate) struct Scene<'a> {
    pub(crate) sight: &'a Sight,
    /// The tick that wishes are for.
    pub(crate) now: u32,
    pub(crate) me: Seat,
    /// Where it reckons to be by now.
    pub(crate) here: Point,
    /// How each seat moved in the last tick that it saw.
    pub(crate) pace: [(i32, i32); 5],
    /// For how many ticks a direction holds.
    pub(crate) holds: u32,
}

impl Scene<'_> {
    /// How far a runner comes before he is asked again: who goes to a place that is nearer goes slower, and stops there.
    pub(crate) fn stride(&self) -> i32 {
        self.sight.runs() * self.holds as i32
    }

    /// How many ticks old the sight is.
    pub(crate) fn late(&self) -> i32 {
        (self.now - self.sight.tick) as i32
    }

    /// So many ticks, and what is left of the last step: who stops at a place comes there with the end of a step.
    pub(crate) fn whole_steps(&self, ticks: i32) -> i32 {
        let step = self.holds as i32;
        (ticks + step - 1) / step * step
    }

    /// Where another seat is by now if it went on as it was seen to go.
    pub(crate) fn reckoned(&self, seat: Seat) -> Point {
        let at = self.sight.body(seat).at;
        let (dx, dy) = self.pace[seat.index()];
        let late = self.late();
        Point::at(
            (at.x + dx * late).clamp(0, chowk_rules::stones::COURT),
            (at.y + dy * late).clamp(0, chowk_rules::stones::COURT),
        )
    }

    /// Ticks until a deadline that was seen, none left counting as nought.
    pub(crate) fn left(&self, deadline: Option<u32>) -> i32 {
        deadline.map_or(i32::MAX, |deadline| deadline.saturating_sub(self.now) as i32)
    }
}

impl Bot {
    /// A bot in this seat; `seed` decides where it leaves something to luck.
    pub fn new(seat: Seat, patwar: Patwar, runner: Runner, seed: u64) -> Bot {
        Bot {
            seat,
            patwar,
            runner,
            memory: Memory {
                rng: fastrand::Rng::with_seed(seed),
                pressed: VecDeque::new(),
                pressed_for: 0,
                holds: 1,
                took_at: 0,
                spoke_at: 0,
                before: None,
                sight: None,
            },
            chase: patwar::Chase::default(),
            run: runner::Run::default(),
        }
    }

    /// A bot of this brain.
    pub fn of(seat: Seat, brain: Brain, seed: u64) -> Bot {
        Bot::new(seat, brain.patwar(), brain.runner(), seed)
    }

    /// What it wishes for in tick `now`, having seen the court of an earlier tick. It is asked once for each tick, or in
    /// step mode for the first of each step: what it presses holds until it is asked again.
    pub fn wishes(&mut self, now: u32, sight: Sight) -> Vec<Wish> {
        let memory = &mut self.memory;
        if memory.sight.is_none_or(|last| last.tick < sight.tick) {
            memory.before = memory.sight.replace(sight);
        }
        memory.learn_step(now);
        let scene = Scene {
            holds: memory.holds,
            sight: &sight,
            now,
            me: self.seat,
            here: memory.reckon(self.seat, &sight, now),
            pace: memory.pace(&sight),
        };
        let played = if sight.patwar == self.seat {
            self.patwar.play(&scene, memory, &mut self.chase)
        } else {
            self.runner.play(&scene, memory, &mut self.run)
        };
        let held = memory.pressed.back().copied();
        memory.press(now, played.direction);
        let mut wishes = Vec::new();
        if held != Some(played.direction) {
            let (dx, dy) = (played.direction.dx(), played.direction.dy());
            wishes.push(Wish::Steer {
                dx: dx.into(),
                dy: dy.into(),
            });
        }
        if let Some(act) = played.act {
            match act {
                Wish::Take => memory.took_at = now,
                Wish::Give { .. } | Wish::Choose(_) => memory.spoke_at = now,
                Wish::Steer { .. } | Wish::Away => {}
            }
            wishes.push(act);
        }
        wishes
    }
}

impl Memory {
    /// How long a step is shows in how long it was not asked; a phase in which nobody moves is no step.
    fn learn_step(&mut self, now: u32) {
        let between = now.saturating_sub(self.pressed_for);
        if !self.pressed.is_empty() && (1..=STEP_MAX).contains(&between) {
            self.holds = between;
        }
    }

    /// Notes what is pressed for tick `now`; what was pressed before held until then.
    fn press(&mut self, now: u32, direction: Direction) {
        if let Some(&held) = self.pressed.back() {
            let between = now.saturating_sub(self.pressed_for + 1) as usize;
            self.pressed.extend(std::iter::repeat_n(held, between.min(PRESSED_MAX)));
        }
        self.pressed.push_back(direction);
        self.pressed_for = now;
        while self.pressed.len() > PRESSED_MAX {
            self.pressed.pop_front();
        }
    }

    /// Where the seat is by the end of the tick before `now`: where it was seen, and what it pressed since.
    fn reckon(&self, me: Seat, sight: &Sight, now: u32) -> Point {
        let body = sight.body(me);
        let mut at = body.at;
        if !matches!(sight.phase, Phase::Steal | Phase::Gumpu(_) | Phase::Chhuttu) {
            return at;
        }
        // A take on its way may root him before he sees that it does.
        let on_its_way = self.took_at > sight.tick && sight.ground > 0;
        let rooted_until = if on_its_way {
            self.took_at + sight.rules.take_ticks
        } else {
            body.rooted_until
        };
        let lead = if sight.phase == Phase::Steal || me != sight.patwar {
            0
        } else {
            sight.since + sight.rules.lead_ticks
        };
        for tick in sight.tick + 1..now {
            let rooted = tick <= rooted_until && !(on_its_way && tick <= self.took_at);
            if rooted || tick <= lead {
                continue;
            }
            let back = (self.pressed_for + 1).saturating_sub(tick) as usize;
            let Some(place) = self.pressed.len().checked_sub(back) else {
                continue;
            };
            let Some(&direction) = self.pressed.get(place) else {
                continue;
            };
            at = if me == sight.patwar {
                patrol(at, direction, sight.patrols() as u32)
            } else {
                run(at, direction, sight.runs() as u32)
            };
        }
        at
    }

    /// How far each seat came in the last tick that was seen.
    fn pace(&self, sight: &Sight) -> [(i32, i32); 5] {
        let Some(before) = &self.before else {
            return [(0, 0); 5];
        };
        let ticks = sight.tick.saturating_sub(before.tick) as i32;
        if ticks == 0 || before.since != sight.since {
            return [(0, 0); 5];
        }
        Seat::ALL.map(|seat| {
            let (old, new) = (before.body(seat).at, sight.body(seat).at);
            ((new.x - old.x) / ticks, (new.y - old.y) / ticks)
        })
    }
}
