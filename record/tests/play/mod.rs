//! A match played to its end and written as a record and a log of seals: a small server without a network.

mod whim;

use chowk_record::chain::RecordChain;
use chowk_record::fair::{self, Chain, Digest, FairFate, Seed, Shown};
use chowk_record::line::{By, Chair, Committed, Header, Line, ServerName, Sitter};
use chowk_record::moment::Moment;
use chowk_record::rules::Rules;
use chowk_record::rules_json;
use chowk_record::seals::{Seal, SealLog};
use chowk_rules::Game;
use chowk_rules::chowka::{Action, Event, LeaveWhy, Match, Phase, RuleSet, Side};

pub(crate) use whim::Whim;

/// A match id that any test may use.
pub(crate) const MATCH: &str = "00112233445566778899aabbccddeeff";

/// Who sits on a chair of a test match.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Seat {
    /// A seat with a chain of so many links.
    Links(u32),
    House,
}

/// A finished match as files.
pub(crate) struct Written {
    pub(crate) record: String,
    pub(crate) log: String,
    #[allow(dead_code, reason = "not every test that plays counts")]
    pub(crate) throws: u32,
}

/// Plays `rules` with `seats` from `seed`: random moves, now and then a throw by the clock, and with `leaving` now and
/// then somebody leaves or the room gives up.
pub(crate) fn play(rules: RuleSet, seats: &[Seat], seed: [u8; 32], leaving: bool) -> Written {
    let mut room = Room::open(rules, seats, Seed::from_bytes(seed));
    let mut whim = Whim(u64::from_be_bytes(seed[..8].try_into().unwrap()));
    while let Some(turn) = room.game.turn() {
        let (side, phase) = (turn.side, turn.phase);
        if leaving && whim.below(60) == 0 {
            room.somebody_leaves(&mut whim);
            continue;
        }
        match phase {
            Phase::Throw => room.throw(side, &mut whim),
            Phase::Move => room.make_move(side, &mut whim),
        }
    }
    room.close()
}

struct Room {
    header: Header,
    chains: Vec<Option<(Chain, Shown)>>,
    seed: Seed,
    key: fair::Key,
    next_t: u64,
    sides: Vec<usize>,
    game: Match,
    chain: RecordChain,
    ms: u64,
    record: String,
    log: SealLog,
    log_text: String,
}

impl Room {
    fn open(rules: RuleSet, seats: &[Seat], seed: Seed) -> Room {
        let chains: Vec<Option<Chain>> = seats
            .iter()
            .enumerate()
            .map(|(number, seat)| match seat {
                Seat::Links(n) => Some(Chain::new(fair::chain_start(&[number as u8; 32], MATCH), *n)),
                Seat::House => None,
            })
            .collect();
        let chair = |chain: &Option<Chain>| Chair {
            name: "ಚೌಕ \"bāra\"".to_owned(),
            sitter: chain.as_ref().map_or(Sitter::House, |chain| {
                Sitter::Person(Committed {
                    tip: chain.tip(),
                    reveal: chain.reveal(),
                    links: chain.left() as u64,
                })
            }),
        };
        let header = Header {
            match_id: MATCH.to_owned(),
            rules: Rules::Chowka(rules),
            server_commit: fair::server_commit(MATCH, &seed),
            started: "2030-01-02T03:04:05.25Z".parse().unwrap(),
            server: ServerName {
                name: "test".to_owned(),
                version: "0".to_owned(),
            },
            chairs: chains.iter().map(chair).collect(),
        };
        let mut log = SealLog::default();
        let at: Moment = "2030-01-02T03:04:05Z".parse().unwrap();
        let log_text = log.push(
            at,
            &Seal::Sealed {
                server_commit: header.server_commit,
            },
        ) + "\n";
        let key = fair::key(&seed, MATCH, &rules_json::hash(&rules), &header.reveals());
        let (sides, next_t) = fair::lots(&key, seats.len());
        let (chain, first) = RecordChain::begin(&header);
        let mut room = Room {
            chains: chains
                .into_iter()
                .map(|chain| {
                    let chain = chain?;
                    let shown = Shown::tip(chain.tip(), chain.left() as u64)
                        .then(&chain.reveal())
                        .unwrap();
                    Some((chain, shown))
                })
                .collect(),
            header,
            seed,
            key,
            next_t,
            game: Match::new(rules, seats.len() as u8),
            sides: sides.clone(),
            chain,
            ms: 0,
            record: first + "\n",
            log,
            log_text,
        };
        room.write(&Line::Lots { t: 0, sides });
        room
    }

    fn chair(&self, side: Side) -> usize {
        let place = self.game.sides().position(|seated| seated == side).unwrap();
        self.sides[place]
    }

    fn throw(&mut self, side: Side, whim: &mut Whim) {
        let chair = self.chair(side);
        let (by, link) = match &mut self.chains[chair] {
            None => (By::House, None),
            Some(_) if whim.below(20) == 0 => (By::Clock, None),
            Some((chain, shown)) => {
                let link = chain.after(&shown.last);
                if let Some(link) = &link {
                    *shown = shown.then(link).unwrap();
                }
                (By::Seat, link)
            }
        };
        self.act(side, &Action::Throw, by, link);
    }

    fn make_move(&mut self, side: Side, whim: &mut Whim) {
        let house = self.chains[self.chair(side)].is_none();
        let legal = self.game.legal();
        let chosen = &legal[whim.below(legal.len())];
        let (action, by) = match (self.game.forced(), house) {
            (Some((pawn, value)), _) if whim.below(3) > 0 => (Action::Move { pawn, value }, By::Forced),
            (_, house) => {
                let by = if house { By::House } else { By::Seat };
                (
                    Action::Move {
                        pawn: chosen.pawn,
                        value: chosen.value,
                    },
                    by,
                )
            }
        };
        self.act(side, &action, by, None);
    }

    fn somebody_leaves(&mut self, whim: &mut Whim) {
        let playing: Vec<Side> = self.game.sides().filter(|&side| self.game.is_playing(side)).collect();
        let side = playing[whim.below(playing.len())];
        let action = match whim.below(4) {
            0 => Action::Abandon,
            1 => Action::Leave(LeaveWhy::Kicked),
            2 => Action::Leave(LeaveWhy::TimedOut),
            _ => Action::Leave(LeaveWhy::Resigned),
        };
        self.act(side, &action, By::Seat, None);
    }

    fn act(&mut self, side: Side, action: &Action, by: By, link: Option<Digest>) {
        let mut fate = FairFate::new(&self.key, self.next_t, link);
        let events = self.game.decide(side, action, &mut fate).unwrap();
        self.next_t = fate.next_t();
        for event in &events {
            self.game.evolve(event);
            self.write(&Line::told(event, by, link));
            if let Event::Ended { why, .. } = event {
                self.write(&Line::Opened {
                    server_seed: self.seed.open(),
                });
                let seal = Seal::Opened {
                    server_commit: self.header.server_commit,
                    fate: *why,
                    last: self.chain.h,
                };
                self.log_text += &(self.log.push("2030-01-02T03:34:05Z".parse().unwrap(), &seal) + "\n");
            }
        }
    }

    fn write(&mut self, line: &Line) {
        self.ms += 137;
        self.record += &(self.chain.push(self.ms, line) + "\n");
    }

    fn close(self) -> Written {
        Written {
            record: self.record,
            log: self.log_text,
            throws: self.game.throws(),
        }
    }
}
