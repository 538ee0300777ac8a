//! The good runner: goes where the patwar could not be in time, and turns back when he could.

use chowk_rules::stones::{CENTRE, Corner, Direction, Phase, Point, Wish};

use super::danger::{Danger, PLENTY};
use super::{Run, share};
use crate::stones::aim;
use crate::stones::mind::{Memory, Move, Scene};

/// How a fox, or a worse player with his legs, plays.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Manner {
    /// As well as he can.
    Whole,
    /// Steals only when he must.
    Waits,
    /// Only crosses.
    Crosses,
}

pub(super) fn play(scene: &Scene<'_>, memory: &mut Memory, run: &mut Run, manner: Manner) -> Move {
    // A decision holds for a few ticks within a box, where nothing happens fast.
    let settled = scene.here.corner().is_some() && !run.stealing;
    if let Some((at, target)) = run.target.filter(|_| settled)
        && at + 2 >= scene.now
    {
        return go(scene, target).and(share::gift(scene, memory));
    }
    run.target = None;
    match scene.sight.phase {
        Phase::Steal => steal(scene, memory, run, manner).and_gift(scene, memory),
        Phase::Gumpu(corner) => gather(scene, run, corner),
        Phase::Chhuttu => rounds(scene, run),
        Phase::Break | Phase::Choice | Phase::Over => Move::go(Direction::STILL),
    }
}

impl Move {
    fn and_gift(self, scene: &Scene<'_>, memory: &Memory) -> Move {
        let act = self.act.or_else(|| share::gift(scene, memory));
        self.and(act)
    }
}

/// Goes somewhere, and holds to it for a few ticks.
fn hold(scene: &Scene<'_>, run: &mut Run, to: Point) -> Move {
    run.target = Some((scene.now, to));
    go(scene, to)
}

fn go(scene: &Scene<'_>, to: Point) -> Move {
    Move::go(aim::toward(scene.here, to, scene.stride()))
}

/// Ticks before a clock runs out in which he dares what he would not else.
const HURRY: i32 = 150;

fn steal(scene: &Scene<'_>, memory: &mut Memory, run: &mut Run, manner: Manner) -> Move {
    let sight = scene.sight;
    let body = sight.body(scene.me);
    let took = memory.took_at > sight.tick && sight.ground > 0;
    let stones = body.stones + u8::from(took);
    let hurry = scene.left(sight.idle_deadline).min(scene.left(sight.deadline)) < HURRY;
    if took || body.rooted_until >= scene.now {
        return rooted(scene, memory, run, took, stones);
    }
    let wants = match manner {
        Manner::Whole => stones == 0,
        Manner::Waits => stones == 0 && hurry,
        Manner::Crosses => false,
    };
    if wants
        && sight.ground > 0
        && let Some(theft) = theft(scene, memory, run, hurry)
    {
        return theft;
    }
    run.stealing = false;
    let Some(from) = scene.here.corner() else {
        return match run.crossing {
            Some(to) => cross(scene, run, body.last, to, 0, 100),
            None => go(scene, Danger::new(scene, 100).refuge(scene.here, 0).0),
        };
    };
    run.crossing = None;
    let errand = if stones > 1 {
        share::nearest_needy(scene, from)
    } else {
        None
    };
    let next = match errand {
        Some(to) => step_toward(scene, from, to),
        None if manner == Manner::Crosses => Some(Corner::ALL[(from.index() + 1) % 4]),
        None => None,
    };
    match next {
        Some(next) => cross(scene, run, from, next, if hurry { -20 } else { 2 }, 60),
        None => go(scene, aim::inner_corner(from, 60)),
    }
}

/// With a stone in hand that roots him: where to run afterwards, or whether another is worth as long again.
fn rooted(scene: &Scene<'_>, memory: &Memory, run: &Run, took: bool, stones: u8) -> Move {
    let (sight, danger) = (scene.sight, Danger::new(scene, 100));
    let until = if took {
        memory.took_at + sight.rules.take_ticks
    } else {
        sight.body(scene.me).rooted_until
    };
    let left = (until + 1).saturating_sub(scene.now) as i32;
    let (refuge, _) = danger.refuge(scene.here, left);
    let more = left <= 1 && sight.ground > u8::from(took) && needs(scene, run, stones);
    let stay = more && danger.on_the_way(scene.here, refuge, sight.rules.take_ticks as i32) > run.dare;
    go(scene, refuge).and(stay.then_some(Wish::Take))
}

/// To the circle if there is time for it, else to the corner nearest to it; nothing where he must run for shelter.
fn theft(scene: &Scene<'_>, memory: &mut Memory, run: &mut Run, hurry: bool) -> Option<Move> {
    let outside = scene.here.corner().is_none();
    let home = scene.here.corner().unwrap_or(scene.sight.body(scene.me).last);
    let corner = aim::inner_corner(home, 60);
    // In steps he stops where a direction of whole numbers brings him, which is a little beside the spot.
    let inside = if scene.holds > 1 { 150 } else { 20 };
    let spot = aim::along(CENTRE, corner, scene.sight.rules.pick_reach as i32 - inside);
    let spare = spare_for_theft(&Danger::new(scene, 100), scene, spot, corner);
    let enough = if hurry { -12 } else { run.dare };
    let goes_on = spare >= if run.stealing { enough - 3 } else { enough };
    if goes_on && (aim::distance(scene.here, corner) < 400 || outside) {
        run.stealing = true;
        let there = scene.here.is_within(scene.sight.rules.pick_reach, CENTRE);
        return Some(go(scene, spot).and(there.then_some(Wish::Take)));
    }
    if run.stealing {
        run.stealing = false;
        run.dare = memory.rng.i32(-2..=2);
    }
    (!outside).then(|| go(scene, corner))
}

/// Whether a second stone is worth the while: for somebody who tries, too. Who does nothing is left to the clock.
fn needs(scene: &Scene<'_>, run: &Run, stones: u8) -> bool {
    let others = scene.sight.runners().filter(|&seat| seat != scene.me);
    let needy = |&seat: &chowk_rules::stones::Seat| scene.sight.body(seat).stones == 0 && run.tries[seat.index()];
    let without = others.filter(needy).count();
    without >= usize::from(stones)
}

/// The ticks to spare on the way to the circle, for a take there, and back to the corner.
fn spare_for_theft(danger: &Danger<'_>, scene: &Scene<'_>, spot: Point, corner: Point) -> i32 {
    let there = scene.whole_steps(aim::distance(scene.here, spot) / scene.sight.runs() + 1);
    let going = danger.on_the_way(scene.here, spot, 0);
    let back = danger.later(spot, corner, scene.sight.rules.take_ticks as i32, there);
    going.min(back)
}

fn gather(scene: &Scene<'_>, run: &mut Run, corner: Corner) -> Move {
    let from = scene.here.corner().unwrap_or(scene.sight.body(scene.me).last);
    if corner.contains(scene.here) {
        // Out of reach from both tracks.
        let deep = aim::along(corner.middle(), CENTRE, -900);
        return go(scene, deep);
    }
    let left = scene.left(scene.sight.deadline);
    let (enough, trust) = match left {
        600.. => (2, 25),
        300..600 => (1, 50),
        120..300 => (-1, 80),
        _ => (-100, 100),
    };
    match gather_by(scene, from, corner, enough, left) {
        Some(next) => cross(scene, run, from, next, enough, trust),
        None => go(scene, corner.middle()),
    }
}

/// The next box on the way to the named one: by the door that the patwar does not block, the long way round if need be.
fn gather_by(scene: &Scene<'_>, from: Corner, to: Corner, enough: i32, left: i32) -> Option<Corner> {
    if from == to {
        return None;
    }
    let danger = Danger::new(scene, 60);
    let diagonal = Corner::ALL[(to.index() + 2) % 4];
    if from == diagonal {
        let ways = [1, 3].map(|round| Corner::ALL[(from.index() + round) % 4]);
        let worth = |&next: &Corner| danger.crossing(from, next, PLENTY).1.min(danger.door(next, to));
        return ways.into_iter().max_by_key(worth);
    }
    let blocked = danger.door(from, to) < enough;
    let round = blocked && left > 240 && danger.door(from, diagonal) > enough + 2;
    Some(if round { diagonal } else { to })
}

fn rounds(scene: &Scene<'_>, run: &mut Run) -> Move {
    let sight = scene.sight;
    let body = sight.body(scene.me);
    let from = scene.here.corner().unwrap_or(body.last);
    if body.rounds.through {
        return go(scene, from.middle());
    }
    if body.rounds.direction != 0 {
        run.round = body.rounds.direction;
    }
    let beside = |round: i8| Corner::ALL[(from.index() + if round < 0 { 3 } else { 1 }) % 4];
    let left = (sight.rules.crossings() as i32 - i32::from(body.rounds.count)).max(0);
    let spare = scene.left(sight.deadline) - left * 52 - 40;
    let (enough, trust) = match spare {
        450.. => (2, 25),
        250..450 => (1, 40),
        100..250 => (0, 60),
        0..100 => (-3, 100),
        _ => (-12, 100),
    };
    if body.rounds.done {
        let home = body.home.unwrap_or(from);
        return match step_toward(scene, from, home) {
            Some(next) => cross(scene, run, from, next, enough, trust),
            None => go(scene, home.middle()),
        };
    }
    let next = if run.round == 0 {
        let danger = Danger::new(scene, trust);
        let better = [1, -1].map(|round| (danger.crossing(from, beside(round), PLENTY).1, round));
        beside(if better[0].0 >= better[1].0 { 1 } else { -1 })
    } else {
        beside(run.round)
    };
    cross(scene, run, from, next, enough, trust)
}

/// The next box on the way to another: that one, or for the diagonal one the safer way round; none if he is there.
fn step_toward(scene: &Scene<'_>, from: Corner, to: Corner) -> Option<Corner> {
    if from == to {
        return None;
    }
    if from.steps_to(to) != 0 {
        return Some(to);
    }
    let danger = Danger::new(scene, 60);
    let ways = [1, 3].map(|round| Corner::ALL[(from.index() + round) % 4]);
    ways.into_iter()
        .max_by_key(|&next| danger.crossing(from, next, PLENTY).1)
}

/// Crosses if there are `enough` ticks to spare, else waits where it would be best to begin. Outside he goes on, or
/// turns back if that is better.
fn cross(scene: &Scene<'_>, run: &mut Run, from: Corner, to: Corner, enough: i32, trust: i32) -> Move {
    let danger = Danger::new(scene, trust);
    if scene.here.corner().is_none() {
        let sure = Danger::new(scene, 100);
        let (end, spare) = sure.crossing(from, to, PLENTY);
        let (refuge, back) = sure.refuge(scene.here, 0);
        return go(scene, if spare >= back.min(2) { end } else { refuge });
    }
    let (end, spare) = danger.crossing(from, to, enough + 4);
    if spare >= enough + run.dare {
        run.crossing = Some(to);
        return hold(scene, run, end);
    }
    hold(scene, run, danger.post(from, to))
}
