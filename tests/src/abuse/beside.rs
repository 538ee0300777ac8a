//! Those who behave: tables of people beside the abusers, each from an address of its own, that play match after match.

use std::{
    net::{IpAddr, Ipv4Addr, SocketAddr},
    sync::atomic::{AtomicBool, Ordering},
    time::Duration,
};

use anyhow::{anyhow, ensure};
use chowk_cli::client::Wish;
use chowk_protocol::{RoomCode, Stage};
use futures_util::future::try_join_all;

use crate::seat::{Seat, all_ended, hear_on, play_on, room, stage};

/// The tables.
#[derive(Debug)]
pub struct Tables(Vec<Vec<Seat>>);

/// What they did.
#[derive(Debug, Default)]
pub struct Played {
    /// Matches that ended.
    pub matches: usize,
    /// How long each command's answer took.
    pub waits: Vec<Duration>,
}

impl Tables {
    /// So many tables of two that have begun to play.
    ///
    /// # Errors
    /// If somebody is not let in.
    pub async fn sit(at: SocketAddr, tables: u8) -> anyhow::Result<Self> {
        let from = |table| Some(IpAddr::from(Ipv4Addr::new(127, 0, 0, 2 + table)));
        let playing = (0..tables).map(|table| Seat::playing_from(at, from(table), room(2)));
        Ok(Self(try_join_all(playing).await?))
    }

    /// Plays on, match after match, until all is over; each table ends the match that it plays then.
    ///
    /// # Errors
    /// If a table cannot go on, or anybody at it was refused anything, put out, or shown a view that is not so.
    pub async fn play(&mut self, over: &AtomicBool) -> anyhow::Result<Played> {
        let tables = self.0.iter_mut().map(|seats| async {
            let mut matches = 0;
            loop {
                play_on(seats, "the end", all_ended).await?;
                matches += 1;
                if over.load(Ordering::Relaxed) {
                    return anyhow::Ok(matches);
                }
                again(seats).await?;
            }
        });
        let matches = try_join_all(tables).await?.into_iter().sum();
        let mut played = Played {
            matches,
            waits: Vec::new(),
        };
        for seat in self.0.iter_mut().flatten() {
            let refused: Vec<_> = seat.came("refused").collect();
            ensure!(refused.is_empty(), "who behaved was refused: {refused:?}");
            ensure!(seat.closed.is_none(), "who behaved was closed with {:?}", seat.closed);
            let counts = seat.client().counts();
            ensure!(counts.mismatches == 0, "a view was not so: {counts:?}");
            played.waits.append(&mut seat.waits);
            seat.traffic.clear();
        }
        Ok(played)
    }

    /// The next match of each table has begun.
    ///
    /// # Errors
    /// If one does not begin.
    pub async fn again(&mut self) -> anyhow::Result<()> {
        try_join_all(self.0.iter_mut().map(|seats| again(seats))).await?;
        Ok(())
    }
}

/// A table of four in the middle of a match, that may be watched: its view is the largest there is, and nobody moves.
#[derive(Debug)]
pub struct Watched(Vec<Seat>);

impl Watched {
    /// The table.
    ///
    /// # Errors
    /// If somebody is not let in.
    pub async fn sit(at: SocketAddr) -> anyhow::Result<Self> {
        let from = IpAddr::from(Ipv4Addr::new(127, 0, 0, 200));
        Ok(Self(Seat::playing_from(at, Some(from), room(4)).await?))
    }

    /// Its code.
    ///
    /// # Errors
    /// If there is none.
    pub fn code(&self) -> anyhow::Result<RoomCode> {
        self.0[0].code()
    }

    /// Its people are there and hear what is said, until this is dropped.
    ///
    /// # Errors
    /// If one of them is put out.
    pub async fn stay(&mut self) -> anyhow::Result<()> {
        loop {
            // That nothing is said for a while is as it should be.
            let _ = hear_on(&mut self.0, "what is said", |seats| {
                seats.iter().any(|seat| seat.closed.is_some())
            })
            .await;
            let put_out = self.0.iter().find_map(|seat| seat.closed);
            ensure!(put_out.is_none(), "who behaved was closed with {put_out:?}");
        }
    }
}

/// Another match at the same table.
async fn again(seats: &mut [Seat]) -> anyhow::Result<()> {
    let all_at = |wanted: Stage| move |seats: &[Seat]| seats.iter().all(|seat| stage(seat.client()) == Some(wanted));
    wish(&mut seats[0], Wish::Again).await?;
    hear_on(seats, "the next match", all_at(Stage::Readying)).await?;
    for seat in seats.iter_mut() {
        wish(seat, Wish::Ready).await?;
    }
    hear_on(seats, "its beginning", all_at(Stage::Playing)).await
}

async fn wish(seat: &mut Seat, wish: Wish) -> anyhow::Result<()> {
    let sent = if wish == Wish::Ready {
        seat.client_mut().ready()
    } else {
        seat.client_mut().command(wish)
    };
    sent.map_err(|unsaid| anyhow!("{unsaid}"))?;
    seat.flush().await
}
