//! Trace.
#![allow(clippy::print_stdout, reason = "it is what it is for")]
use chowk_bots::arena::Luck;
use chowk_bots::stones::*;
use chowk_rules::stones::*;
use std::collections::VecDeque;
fn main() {
    let a: Vec<String> = std::env::args().collect();
    let seed: u64 = a[1].parse().unwrap();
    let patwar = if a[2] == "still" {
        Patwar::Still
    } else if a[2] == "hunter" {
        Patwar::Hunter
    } else {
        Patwar::Chaser
    };
    let runner = if a[3] == "fox" { Runner::Fox } else { Runner::Thief };
    let (from, to): (u32, u32) = (a[4].parse().unwrap(), a[5].parse().unwrap());
    let mut luck = Luck::new(seed);
    let lots = Lots::of(Seat::ALL).unwrap();
    let mut set = Set::new(RuleSet::default(), lots);
    let mut bots = Seat::ALL.map(|s| Bot::new(s, patwar, runner, seed + s.number() as u64));
    let mut past = VecDeque::from([Sight::of(&set)]);
    while !set.is_over() && set.tick() < to {
        let mut asked = Vec::new();
        let sight = past[past.len().saturating_sub(9)];
        for (bot, seat) in bots.iter_mut().zip(Seat::ALL) {
            asked.extend(bot.wishes(set.tick() + 1, sight).into_iter().map(|w| (seat, w)));
        }
        let beat = set.advance(&asked, &mut luck);
        past.push_back(Sight::of(&set));
        if past.len() > 9 {
            past.pop_front();
        }
        if set.tick() >= from {
            let places: Vec<String> = Seat::ALL
                .iter()
                .map(|&s| {
                    format!(
                        "{:>5},{:>5}{}",
                        set.place(s).x,
                        set.place(s).y,
                        ["", ".", ":", "!", "#"][set.stones(s) as usize]
                    )
                })
                .collect();
            println!(
                "{:4} {} {} {}",
                set.tick(),
                places.join(" | "),
                if set.is_void() { "void" } else { "" },
                if beat.events.is_empty() && beat.answers.is_empty() {
                    String::new()
                } else {
                    format!(
                        "{:?} {:?}",
                        beat.events,
                        asked
                            .iter()
                            .zip(&beat.answers)
                            .filter(|(w, _)| !matches!(w.1, Wish::Steer { .. }))
                            .collect::<Vec<_>>()
                    )
                }
            );
        }
    }
}
