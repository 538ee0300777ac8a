//! A set of four stones played to its end and written as a record and a log of seals, by five who mostly know what they
//! want.

use chowk_record::chain::RecordChain;
use chowk_record::fair::{self, Chain, Digest, FairFate, Key, Seed};
use chowk_record::line::{Chair, Committed, Header, Line, ServerName, Sitter, StonesInput, StonesLine};
use chowk_record::rules::Rules;
use chowk_record::seals::{Seal, SealLog};
use chowk_rules::chowka::Ending;
use chowk_rules::stones::{self, Arm, CENTRE, Corner, Event, Lots, Phase, Point, RuleSet, Seat, Set, Wish, Word};

use super::whim::Whim;

/// The id of each test set.
const MATCH: &str = "00112233445566778899aabbccddeeff";

/// A finished set as files, and as it was played.
pub(crate) struct Written {
    pub(crate) record: String,
    pub(crate) log: String,
    /// The lines between header and opened seed.
    pub(crate) lines: Vec<StonesLine>,
    /// For each of them the tick that was the last when it was written.
    pub(crate) at: Vec<u32>,
    /// The set at the end of each tick, from 0; of the last before it was given up.
    pub(crate) sets: Vec<Set>,
    /// The set that is over.
    pub(crate) end: Set,
    #[allow(dead_code, reason = "not every test tells it again")]
    pub(crate) lots: Lots,
    #[allow(dead_code, reason = "not every test tells it again")]
    pub(crate) key: Key,
}

/// Numbers with clocks so short that a set is soon over and all phases are seen.
pub(crate) fn short() -> RuleSet {
    RuleSet {
        runner: 9_000,
        patwar: 6_000,
        tag_reach: 400,
        pick_reach: 1_200,
        take_ticks: 3,
        cut_s: 6,
        credit_s: 1,
        guard_s: 2,
        visit_s: 2,
        steal_s: 20,
        idle_s: 6,
        choice_s: 2,
        gumpu_s: 6,
        chhuttu_s: 14,
        rounds: 1,
        break_s: 1,
        ..RuleSet::default()
    }
}

/// Plays a set from `seed`; with `give_up`, the room gives it up in that tick.
pub(crate) fn play(rules: RuleSet, seed: [u8; 32], give_up: Option<u32>) -> Written {
    let mut whim = Whim(u64::from_be_bytes(seed[..8].try_into().unwrap()));
    let mut room = Room::open(rules, Seed::from_bytes(seed));
    room.happened(0, &room.set.opening());
    let mut crowd = [CENTRE; 5];
    while !room.set.is_over() {
        if give_up == Some(room.set.tick()) {
            let ended = room.set.abandon().unwrap();
            room.happened(room.set.tick(), &ended);
            break;
        }
        let asked = wishes(&room.set, &mut crowd, &mut whim);
        room.beat(&asked);
    }
    room.close(Seed::from_bytes(seed))
}

/// What a room needs to write a set down.
struct Room {
    set: Set,
    fate: FairFate,
    chain: RecordChain,
    waiting: Vec<StonesInput>,
    written: Written,
    server_commit: Digest,
}

impl Room {
    fn open(rules: RuleSet, seed: Seed) -> Room {
        let chair = |number: u8| {
            let chain = Chain::new(fair::chain_start(&[number; 32], MATCH), 3);
            let committed = Committed {
                tip: chain.tip(),
                reveal: chain.reveal(),
                links: 3,
            };
            Chair {
                name: format!("ನಾಲ್ಕು {number}"),
                sitter: match number {
                    0 | 1 => Sitter::Person(committed),
                    2 => Sitter::Bot(committed),
                    _ => Sitter::House,
                },
            }
        };
        let header = Header {
            match_id: MATCH.to_owned(),
            rules: Rules::Stones(rules),
            server_commit: fair::server_commit(MATCH, &seed),
            started: "2030-01-02T03:04:05.25Z".parse().unwrap(),
            server: ServerName {
                name: "test".to_owned(),
                version: "0".to_owned(),
            },
            chairs: (0..5).map(chair).collect(),
        };
        let key = fair::key(&seed, MATCH, &header.rules.hash(), &header.reveals());
        let mut fate = FairFate::new(&key, 0, None);
        let lots = Lots::draw(&mut fate);
        let (chain, first) = RecordChain::begin(&header);
        let mut room = Room {
            set: Set::new(rules, lots.value),
            fate,
            chain,
            waiting: Vec::new(),
            written: Written {
                record: first + "\n",
                log: String::new(),
                lines: Vec::new(),
                at: Vec::new(),
                sets: vec![Set::new(rules, lots.value)],
                end: Set::new(rules, lots.value),
                lots: lots.value,
                key,
            },
            server_commit: header.server_commit,
        };
        room.write(StonesLine::Lots {
            t: lots.t,
            places: lots.value,
        });
        room
    }

    /// Hears the wishes of a tick, directions first, and tells what comes of them.
    fn beat(&mut self, asked: &[(Seat, Wish)]) {
        let tick = self.set.tick() + 1;
        let hz = u64::from(self.set.rules().hz);
        for &(seat, wish) in asked {
            if let Wish::Steer { dx, dy } = wish {
                let first = self.waiting.first().map_or(tick, |input| input.tick);
                if u64::from(tick - first) * 1000 > 250 * hz {
                    self.flush();
                }
                self.waiting.push(StonesInput { tick, seat, dx, dy });
            } else {
                self.flush();
                self.write(StonesLine::Wished { tick, seat, wish });
            }
        }
        let beat = self.set.advance(asked, &mut self.fate);
        self.written.sets.push(self.set.clone());
        for event in &beat.events {
            self.happened(tick, event);
        }
    }

    fn happened(&mut self, tick: u32, event: &Event) {
        self.flush();
        self.write(StonesLine::Happened {
            tick,
            event: event.clone(),
        });
    }

    fn flush(&mut self) {
        if !self.waiting.is_empty() {
            let inputs = std::mem::take(&mut self.waiting);
            self.write(StonesLine::Inputs(inputs));
        }
    }

    fn write(&mut self, line: StonesLine) {
        let ms = u64::from(self.set.tick()) * 1000 / u64::from(self.set.rules().hz);
        self.written.record += &(self.chain.push(ms, &Line::Stones(line.clone())) + "\n");
        self.written.lines.push(line);
        self.written.at.push(self.set.tick());
    }

    fn close(mut self, seed: Seed) -> Written {
        let opened = Line::Opened {
            server_seed: seed.open(),
        };
        self.written.record += &(self.chain.push(self.chain.ms, &opened) + "\n");
        let mut log = SealLog::default();
        let fate = match self.set.result().unwrap().why {
            stones::Ending::Finished => Ending::Finished,
            stones::Ending::Abandoned => Ending::Abandoned,
        };
        let server_commit = self.server_commit;
        let last = self.chain.h;
        for (at, seal) in [
            ("2030-01-02T03:04:05Z", Seal::Sealed { server_commit }),
            (
                "2030-01-02T03:34:05Z",
                Seal::Opened {
                    server_commit,
                    fate,
                    last,
                },
            ),
        ] {
            self.written.log += &(log.push(at.parse().unwrap(), &seal)
                + "
");
        }
        self.written.end = self.set;
        self.written
    }
}

/// What the five wish of the next tick: directions, then the rest.
fn wishes(set: &Set, targets: &mut [Point; 5], whim: &mut Whim) -> Vec<(Seat, Wish)> {
    let (mut steers, mut rest) = (Vec::new(), Vec::new());
    // In some phases nobody does much, and clocks run out.
    let sloth = if set.since().is_multiple_of(4) { 400 } else { 0 };
    for seat in Seat::ALL {
        let old = targets[seat.index()];
        if whim.below(8 + sloth) == 0 {
            targets[seat.index()] = target(set, seat, whim);
        }
        if old != targets[seat.index()] || whim.below(9) == 0 {
            let (to, at) = (targets[seat.index()], set.place(seat));
            let part = |d: i32| d.clamp(-127, 127) as i16;
            let (dx, dy) = (part(to.x - at.x), part(to.y - at.y));
            steers.push((seat, Wish::Steer { dx, dy }));
        }
        if whim.below(4) == 0 {
            rest.extend(press(set, seat, whim).map(|wish| (seat, wish)));
        }
    }
    steers.extend(rest);
    steers
}

/// What a seat presses: what it may, and now and then what it may not.
fn press(set: &Set, seat: Seat, whim: &mut Whim) -> Option<Wish> {
    let wish = match whim.below(4) {
        0 => Wish::Take,
        1 | 2 => Wish::Give {
            to: Seat::ALL[whim.below(5)],
        },
        _ => Wish::Choose(word(whim)),
    };
    match whim.below(400) {
        0..8 => Some(wish),
        8 => Some(Wish::Away),
        _ => set.judge(seat, wish).is_ok().then_some(wish),
    }
}

fn target(set: &Set, seat: Seat, whim: &mut Whim) -> Point {
    let anywhere = Point::at(whim.below(12_001) as i32, whim.below(12_001) as i32);
    let corner = match (set.phase(), set.home(seat)) {
        (Phase::Gumpu(corner), _) => Some(corner),
        (Phase::Chhuttu, Some(_)) if whim.below(5) > 0 => {
            let round = if set.rounds(seat).direction < 0 { 3 } else { 1 };
            Some(Corner::ALL[(set.last_box(seat).index() + round) % 4])
        }
        (_, home) => home,
    };
    let patwar = set.place(set.patwar());
    let guarded = !set.is_void() && patwar.is_within(2_500, CENTRE);
    match (whim.below(12), corner) {
        (0, _) => anywhere,
        (1, None) => set.place(Seat::ALL[whim.below(5)]),
        (2..7, None) => Arm::ALL[whim.below(4)].end(),
        (_, Some(corner)) if guarded || set.stones(seat) > 0 || set.phase() != Phase::Steal => corner.middle(),
        (..) => CENTRE,
    }
}

fn word(whim: &mut Whim) -> Word {
    match whim.below(6) {
        corner @ 0..4 => Word::Gumpu(Some(Corner::ALL[corner])),
        4 => Word::Gumpu(None),
        _ => Word::Chhuttu,
    }
}
