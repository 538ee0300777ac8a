//! How a match starts: seal, tips, lock, reveals, lots (`fairness.md` 1 to 4), and how the table is set anew.

use chowk_protocol::{ChairNo, Hex, RefusalCode};
use chowk_record::{
    fair::{self, Digest, Seed, Shown},
    line::{self, Header, Line, ServerName, Sitter},
    moment,
};

use super::{
    Call, Fact, Room,
    chairs::{ChainShown, Chair, Seat},
    fact::Told,
    state::{Play, Sealed, Stage},
};
use crate::{
    fate, games,
    journal::{Besides, SealFate, SealNews},
};

/// Most links of a chain. 1,024 are a good number; a client that wants more must still be able to make them.
const LINKS_MAX: u32 = 65_536;

impl Room {
    /// What follows at once, in the same envelope: a host who is there, a seal for a full table, the lock when all are
    /// ready, the match when all have revealed, the next question, the opened seed.
    pub(super) fn follow(&mut self, call: &mut Call<'_, '_>) {
        loop {
            if let Some(chair) = self.new_host() {
                self.put(call, Fact::Host { chair });
            }
            let all_ready = self.state.chairs.iter().all(Chair::is_ready);
            let all_revealed = self.state.chairs.iter().all(Chair::has_revealed);
            match &self.state.stage {
                Stage::Gathering { .. } if self.state.is_full() => self.seal(call),
                Stage::Gathering { .. } => {
                    if let Some(fact) = self.free_until() {
                        self.put(call, fact);
                    }
                    return;
                }
                Stage::Readying { .. } if all_ready => self.lock(call),
                Stage::Revealing { .. } if all_revealed => self.start(call),
                Stage::Playing(play) if is_over(play) => self.open_seed(call),
                Stage::Playing(play) if play.table.as_ref().is_some_and(|table| table.asks().is_some()) => {
                    return self.ask(call);
                }
                Stage::Readying { .. } | Stage::Revealing { .. } | Stage::Playing(_) | Stage::Ended(_) => return,
            }
        }
    }

    /// Who must be host, if the one who is no longer holds a seat.
    fn new_host(&self) -> Option<ChairNo> {
        if self.state.seat(self.state.host).is_some() {
            return None;
        }
        let seats = || {
            self.state
                .numbered()
                .filter(|(_, chair)| chair.seat().is_some())
                .map(|(number, _)| number)
        };
        seats().find(|chair| self.is_here(*chair)).or_else(|| seats().next())
    }

    fn seal(&mut self, call: &mut Call<'_, '_>) {
        let match_id = Hex(fate::draw(call.guests.entropy));
        let seed = Seed::from_bytes(fate::draw(call.guests.entropy));
        let server_commit = fair::server_commit(&match_id.to_string(), &seed);
        let at = call.now().wall;
        call.besides.push(Besides::Seal(SealNews::Sealed {
            server_commit: *server_commit.as_bytes(),
            at,
        }));
        self.put(
            call,
            Fact::Sealed {
                match_id,
                seed,
                server_commit,
            },
        );
    }

    fn lock(&mut self, call: &mut Call<'_, '_>) {
        let reveal_by = self.clock.last().0 + self.limits.reveal;
        self.put(
            call,
            Fact::Locked {
                wall: call.now().wall,
                reveal_by,
            },
        );
    }

    fn start(&mut self, call: &mut Call<'_, '_>) {
        let Stage::Revealing { seal, wall, .. } = &self.state.stage else {
            return;
        };
        let header = self
            .header(seal, *wall)
            .unwrap_or_else(|why| panic!("room {}: {why}", self.no));
        let match_id = seal.match_id.to_string();
        let key = fair::key(&seal.seed, &match_id, &self.state.rules_hash, &header.reveals());
        let (chairs, _) = fair::lots(&key, header.chairs.len());
        let lots = games::lots_line(self.state.game, chairs).unwrap_or_else(|why| panic!("room {}: {why}", self.no));
        self.put(call, Fact::Started { header: Told(header) });
        self.put(call, Fact::Told { line: Told(lots) });
        self.begin_ticks(call);
    }

    fn header(&self, seal: &Sealed, wall: u64) -> Result<Header, String> {
        let chair = |chair: &Chair| match chair {
            Chair::Empty => Err("a match starts with an empty chair".to_owned()),
            Chair::House { name, .. } => Ok(line::Chair {
                name: name.clone(),
                sitter: Sitter::House,
            }),
            Chair::Taken(seat) => Ok(line::Chair {
                name: seat.name.clone(),
                sitter: sitter(seat)?,
            }),
        };
        let started = std::time::UNIX_EPOCH + std::time::Duration::from_millis(wall);
        Ok(Header {
            match_id: seal.match_id.to_string(),
            rules: self.state.rules()?,
            server_commit: seal.server_commit,
            started: moment::Moment::from_system(started),
            server: ServerName {
                name: "chowk-server".into(),
                version: env!("CARGO_PKG_VERSION").into(),
            },
            chairs: self.state.chairs.iter().map(chair).collect::<Result<_, _>>()?,
        })
    }

    /// The match is over: its seed is opened, in the record and in the log of seals, and its rows go into a record.
    fn open_seed(&mut self, call: &mut Call<'_, '_>) {
        let Some(play) = self.state.play() else { return };
        let (seed, match_id, first_v) = (play.seal.seed.open(), play.seal.match_id, play.first_v);
        let server_commit = *play.seal.server_commit.as_bytes();
        self.put(
            call,
            Fact::Told {
                line: Told(Line::Opened { server_seed: seed }),
            },
        );
        let Stage::Ended(over) = &self.state.stage else { return };
        let fate = SealFate::Played {
            why: why_word(over.why),
            last: *over.last.as_bytes(),
        };
        call.besides.push(Besides::Seal(SealNews::Opened {
            server_commit,
            at: call.now().wall,
            game: self.state.game,
            fate,
        }));
        call.record = Some((match_id, first_v));
    }

    /// Somebody did not reveal in time: the attempt is opened and logged, and the table sealed anew.
    pub(super) fn not_started(&mut self, call: &mut Call<'_, '_>) {
        self.log_not_started(call);
        let silent = self
            .state
            .numbered()
            .filter(|(_, chair)| !chair.has_revealed())
            .map(|(number, _)| number);
        self.put(
            call,
            Fact::NotStarted {
                silent: silent.collect(),
            },
        );
        self.follow(call);
        self.close_envelope(call, Vec::new());
    }

    /// A seal that no match will use is opened in the log of seals.
    pub(super) fn log_not_started(&self, call: &mut Call<'_, '_>) {
        let seal = match &self.state.stage {
            Stage::Gathering { seal } => seal.as_ref(),
            Stage::Readying { seal } | Stage::Revealing { seal, .. } => Some(seal),
            Stage::Playing(_) | Stage::Ended(_) => None,
        };
        let Some(seal) = seal else { return };
        let fate = SealFate::NotStarted {
            match_id: seal.match_id,
            server_seed: *seal.seed.open().as_bytes(),
        };
        let (server_commit, at) = (*seal.server_commit.as_bytes(), call.now().wall);
        call.besides.push(Besides::Seal(SealNews::Opened {
            server_commit,
            at,
            game: self.state.game,
            fate,
        }));
    }

    pub(super) fn check_ready(&self, chair: ChairNo, tip: Digest, links: u32) -> Result<Fact, RefusalCode> {
        match self.state.stage {
            Stage::Readying { .. } => {}
            Stage::Revealing { .. } | Stage::Playing(_) => return Err(RefusalCode::Locked),
            Stage::Gathering { .. } | Stage::Ended(_) => return Err(RefusalCode::NotNow),
        }
        if self.is_draining {
            return Err(RefusalCode::Draining);
        }
        if links == 0 || links > LINKS_MAX {
            return Err(RefusalCode::BadTip);
        }
        let others = self.state.numbered().filter(|(number, _)| *number != chair);
        let taken = others
            .filter_map(|(_, other)| other.seat()?.chain.tip())
            .any(|shown| shown == tip);
        if taken || self.state.tip_was_shown(chair, &tip) {
            return Err(RefusalCode::TipSeen);
        }
        Ok(Fact::Ready { chair, tip, links })
    }

    pub(super) fn check_unready(&self, chair: ChairNo) -> Result<Fact, RefusalCode> {
        match self.state.stage {
            Stage::Readying { .. } => Ok(Fact::Unready { chair }),
            Stage::Revealing { .. } | Stage::Playing(_) => Err(RefusalCode::Locked),
            Stage::Gathering { .. } | Stage::Ended(_) => Err(RefusalCode::NotNow),
        }
    }

    pub(super) fn check_reveal(&self, chair: ChairNo, link: Digest) -> Result<Fact, RefusalCode> {
        let Stage::Revealing { .. } = self.state.stage else {
            return Err(RefusalCode::NotNow);
        };
        let seat = self.state.seat(chair).ok_or(RefusalCode::NotNow)?;
        match seat.chain {
            ChainShown::Nothing => Err(RefusalCode::NotNow),
            ChainShown::Links { .. } => Err(RefusalCode::Answered),
            ChainShown::Tip { tip, links } => match Shown::tip(tip, u64::from(links)).then(&link) {
                Ok(_) => Ok(Fact::Revealed { chair, link }),
                Err(_) => Err(RefusalCode::WrongLink),
            },
        }
    }

    /// Sets the table anew: those who left are gone, those present stay, absent ones are waited for from now on.
    pub(super) fn set_anew(&mut self, call: &mut Call<'_, '_>) {
        let leaving = |(number, chair): (ChairNo, &Chair)| chair.seat().filter(|seat| seat.leaving).map(|_| number);
        let leaving: Vec<ChairNo> = self.state.numbered().filter_map(leaving).collect();
        for chair in leaving {
            self.put(call, Fact::Freed { chair });
        }
        let now = self.clock.last();
        for chair in 0..self.state.chairs.len() {
            if !self.is_here(chair as ChairNo) {
                self.gone_since[chair] = now;
            }
        }
    }
}

fn is_over(play: &Play) -> bool {
    play.table.as_ref().is_some_and(|table| table.ended().is_some())
}

fn sitter(seat: &Seat) -> Result<Sitter, String> {
    let ChainShown::Links { tip, links, reveal, .. } = seat.chain else {
        return Err("a match starts before all have revealed".into());
    };
    let committed = line::Committed {
        tip,
        reveal,
        links: u64::from(links),
    };
    Ok(match seat.kind {
        chowk_protocol::ClientKind::Person => Sitter::Person(committed),
        chowk_protocol::ClientKind::Bot => Sitter::Bot(committed),
    })
}

fn why_word(why: chowk_protocol::EndedWhy) -> &'static str {
    use chowk_protocol::EndedWhy;
    match why {
        EndedWhy::Finished => "finished",
        EndedWhy::DeadEnd => "dead_end",
        EndedWhy::Exhausted => "exhausted",
        EndedWhy::Abandoned => "abandoned",
    }
}
