//! The page of rules, sentence by sentence, in the game's own language and through one door.
//!
//! `check("steal, 1 at 6000 6400", "1 takes; wait 17; 1 takes", "answer: done; ground: 2")`: the position and words that
//! change it or the rules; what is wished for, tick by tick; what is then true. Seat 0 chases, seats 1 to 4 own SW, SE,
//! NE and NW, and all stand at their usual places unless it is said.

// Rows stay rows.
#[rustfmt::skip]
mod chase;
#[rustfmt::skip]
mod endings;
mod fields;
#[rustfmt::skip]
mod steal;

use super::*;
use crate::{Drawn, Fate};

/// Sets the court, hears all wishes and compares each fact. `wait N` gives the wishes before it to the next tick and
/// passes N ticks; wishes at the end have one tick.
fn check(court: &str, script: &str, facts: &str) {
    let row = format!("{court} | {script} | {facts}");
    let mut seen = Seen::at(court).unwrap_or_else(|fault| panic!("{row}: {fault}"));
    for step in script.split("; ").filter(|step| !step.is_empty()) {
        seen.hear(step);
    }
    if !seen.asked.is_empty() {
        seen.pass(1);
    }
    for fact in facts.split("; ") {
        let (name, expected) = fact.split_once(": ").unwrap_or_else(|| panic!("{row}: {fact}"));
        assert_eq!(seen.tell(name, expected), expected, "{row}: {name}\n{:?}", seen.events);
    }
}

struct Seen {
    set: Set,
    asked: Vec<(Seat, Wish)>,
    events: Vec<String>,
    answers: Vec<Answer>,
    fate: Middle,
}

/// Picks the middle one, and counts.
struct Middle(u64);

impl Fate for Middle {
    fn cast(&mut self, _shells: u8, _mouth_up_256: u8) -> Drawn<crate::chowka::Shells> {
        unreachable!("no shells in four stones")
    }

    fn pick(&mut self, of: u32) -> Drawn<u32> {
        self.0 += 1;
        Drawn {
            t: self.0 - 1,
            value: of / 2,
        }
    }
}

fn seat(word: &str) -> Seat {
    Seat::new(word.parse().unwrap()).unwrap()
}

impl Seen {
    fn at(court: &str) -> Result<Seen, SetupFault> {
        let (mut rules, mut setup, mut is_break) = (RuleSet::default(), Setup::default(), false);
        for part in court.split(", ") {
            let words: Vec<&str> = part.split(' ').collect();
            let number = |at: usize| words[at].parse::<i32>().unwrap();
            match words[..] {
                ["break"] => is_break = true,
                ["steal"] => {}
                ["choice"] => {
                    setup.phase = Phase::Choice;
                    setup.stones = [0, 1, 1, 1, 1];
                }
                ["gumpu", corner] => setup.phase = Phase::Gumpu(Corner::from_name(corner).unwrap()),
                ["chhuttu"] => setup.phase = Phase::Chhuttu,
                ["cut"] => setup.cut = Arm::ALL.to_vec(),
                ["cut", arm] => setup.cut.push(Arm::from_name(arm).unwrap()),
                [who, "at", _, _] => setup.at[seat(who).index()] = Some(Point::at(number(2), number(3))),
                [who, "holds", _] => setup.stones[seat(who).index()] = number(2) as u8,
                [who, "made", _] => setup.progress[seat(who).index()] = number(2) as i16,
                ["gumpu_reach_in", "=", "false"] => rules.gumpu_reach_in = false,
                [field, "=", _] => *rules.number_mut(field).unwrap() = number(2) as u32,
                _ => panic!("{part}"),
            }
        }
        let lots = Lots::of(Seat::ALL).unwrap();
        let set = if is_break {
            Set::new(rules, lots)
        } else {
            Set::placed(rules, lots, &setup)?
        };
        Ok(Seen {
            set,
            asked: Vec::new(),
            events: Vec::new(),
            answers: Vec::new(),
            fate: Middle(0),
        })
    }

    fn hear(&mut self, step: &str) {
        let words: Vec<&str> = step.split(' ').collect();
        let wish = match words[..] {
            ["wait", ticks] => return self.pass(ticks.parse().unwrap()),
            [_, "goes", dx, dy] => Wish::Steer {
                dx: dx.parse().unwrap(),
                dy: dy.parse().unwrap(),
            },
            [_, "takes"] => Wish::Take,
            [_, "gives", to] => Wish::Give { to: seat(to) },
            [_, "says", "chhuttu"] => Wish::Choose(Word::Chhuttu),
            [_, "says", "gumpu"] => Wish::Choose(Word::Gumpu(None)),
            [_, "says", "gumpu", corner] => Wish::Choose(Word::Gumpu(Some(Corner::from_name(corner).unwrap()))),
            [_, "away"] => Wish::Away,
            _ => panic!("{step}"),
        };
        self.asked.push((seat(words[0]), wish));
    }

    fn pass(&mut self, ticks: u32) {
        for _ in 0..ticks {
            let heard = !self.asked.is_empty();
            let beat = self.set.advance(&self.asked, &mut self.fate);
            self.asked.clear();
            if heard {
                self.answers = beat.answers;
            }
            self.events
                .extend(beat.events.iter().map(|event| format!("{} {}", beat.tick, word(event))));
        }
    }

    fn tell(&self, name: &str, expected: &str) -> String {
        let set = &self.set;
        let words: Vec<&str> = name.split(' ').collect();
        match words[..] {
            ["events"] => self.events.join(", "),
            ["told"] => {
                let told = self.events.iter().any(|event| event == expected);
                if told { expected } else { "not told" }.to_owned()
            }
            ["never"] => {
                let kind = |event: &&String| event.split(' ').nth(1) == Some(expected);
                self.events.iter().find(kind).map_or(expected, |event| event).to_owned()
            }
            ["answer"] => match self.answers.last().unwrap() {
                Answer::Done => "done".to_owned(),
                Answer::Refused(illegal) => illegal.code().to_owned(),
                Answer::Lost => "lost".to_owned(),
            },
            ["at", who] => format!("{} {}", set.place(seat(who)).x, set.place(seat(who)).y),
            ["holds", who] => set.stones(seat(who)).to_string(),
            ["home", who] => set.home(seat(who)).map_or("none", Corner::name).to_owned(),
            ["carried", who] => set.carried(seat(who)).to_string(),
            ["crossings", who] => set.crossings(seat(who)).to_string(),
            ["count", who] => set.rounds(seat(who)).count.to_string(),
            ["ground"] => set.ground().to_string(),
            ["phase"] => set.phase().code().to_owned(),
            ["void"] => set.is_void().to_string(),
            ["frozen"] => set.is_frozen().to_string(),
            ["patwar"] => set.patwar().to_string(),
            ["tick"] => set.tick().to_string(),
            ["draws"] => self.fate.0.to_string(),
            _ => panic!("{name}"),
        }
    }
}

fn word(event: &Event) -> String {
    let list = |seats: &[Seat]| seats.iter().map(Seat::to_string).collect::<Vec<_>>().join("+");
    match event {
        Event::Innings { number, patwar } => format!("innings {number} of {patwar}"),
        Event::Phase(phase) => match phase.corner() {
            Some(corner) => format!("phase {} {corner}", phase.code()),
            None => format!("phase {}", phase.code()),
        },
        Event::Cut { arm, by } => format!("cut {arm} {}", by.code()),
        Event::Taken { seat, left } => format!("taken {seat} left {left}"),
        Event::Given { seat, to } => format!("given {seat} to {to}"),
        Event::Crossed { seat, corner, progress } => format!("crossed {seat} {corner} {progress}"),
        Event::Void(void) => format!("void {void}"),
        Event::Through { seat } => format!("through {seat}"),
        Event::Tagged { seat, instant, .. } => format!("tagged {seat} at {instant}"),
        Event::ClockOut { seat, among, t } => match t {
            Some(t) => format!("clock_out {seat} among {} by {t}", list(among)),
            None => format!("clock_out {seat} among {}", list(among)),
        },
        Event::InningsEnd { caught } => match caught {
            Some(caught) => format!("innings_end {caught}"),
            None => "innings_end nobody".to_owned(),
        },
        Event::Ended(outcome) => {
            let ranks: Vec<String> = outcome.ranks.iter().map(|rank| list(rank)).collect();
            format!("ended {} {}", ranks.join(" "), outcome.why.code())
        }
    }
}
