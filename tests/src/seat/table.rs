//! A table of seats: sat down, ready, and played on together.

use std::net::{IpAddr, SocketAddr};

use anyhow::{Context as _, anyhow, bail, ensure};
use chowk_bots::stones::Brain;
use chowk_cli::client::{Intent, NewRoom};
use chowk_protocol::{GameKind, Stage, TurnPhase};
use futures_util::future::select_all;

use super::{Seat, join, stage};

impl Seat {
    /// A new room with its host, and a guest on each other chair; all are seated and see the full table.
    ///
    /// # Errors
    /// If somebody is not let in.
    pub async fn table(at: SocketAddr, room: NewRoom) -> anyhow::Result<Vec<Self>> {
        Self::table_from(at, None, room).await
    }

    async fn table_from(at: SocketAddr, from: Option<IpAddr>, room: NewRoom) -> anyhow::Result<Vec<Self>> {
        let (chairs, game) = (room.chairs, room.game);
        let host = Self::entered_from(at, from, Intent::Create(room)).await?;
        let code = host.client.room().context("no room")?;
        let mut seats = vec![host];
        for _ in 1..chairs {
            seats.push(Self::entered_from(at, from, join(code)).await?);
        }
        for seat in &mut seats {
            if game == GameKind::Stones {
                seat.plays_stones(Brain::Hunter);
            }
            seat.until("a full table", |client| stage(client) == Some(Stage::Readying))
                .await?;
        }
        Ok(seats)
    }

    /// The same, ready, locked and with the lots drawn.
    ///
    /// # Errors
    /// If the match does not start.
    pub async fn playing(at: SocketAddr, room: NewRoom) -> anyhow::Result<Vec<Self>> {
        Self::playing_from(at, None, room).await
    }

    /// The same, and all of them come from this address of the machine.
    ///
    /// # Errors
    /// If the match does not start.
    pub async fn playing_from(at: SocketAddr, from: Option<IpAddr>, room: NewRoom) -> anyhow::Result<Vec<Self>> {
        let mut seats = Self::table_from(at, from, room).await?;
        for seat in &mut seats {
            seat.client.ready().map_err(|unsaid| anyhow!("{unsaid}"))?;
            seat.flush().await?;
        }
        let started = |seats: &[Self]| seats.iter().all(|seat| stage(&seat.client) == Some(Stage::Playing));
        hear_on(&mut seats, "the match", started).await?;
        Ok(seats)
    }
}

/// Plays a table of seats on, as bots do, until something holds of all of them.
///
/// # Errors
/// If nothing comes any more.
pub async fn play_on(seats: &mut [Seat], what: &str, holds: impl Fn(&[Seat]) -> bool) -> anyhow::Result<()> {
    while !holds(seats) {
        for seat in seats.iter_mut() {
            seat.answer().await?;
        }
        hear_any(seats, what).await?;
    }
    Ok(())
}

/// Plays on until a throw is to be made and all have heard so: nothing is on its way, and the server makes no move by
/// itself. Gives the seat that is asked.
///
/// # Errors
/// If the match ends before.
pub async fn at_a_throw(seats: &mut [Seat], v_least: u64) -> anyhow::Result<usize> {
    let throws = |seat: &Seat| {
        let turn = seat.client.my_turn();
        turn.is_some_and(|turn| turn.phase == TurnPhase::Throw && turn.asked >= v_least)
            && seat.client.unanswered() == 0
    };
    play_on(seats, "a throw to make", |seats| {
        seats.iter().any(throws) || all_ended(seats)
    })
    .await?;
    let v = level(seats).await?;
    for seat in seats.iter_mut() {
        ensure!(seat.settled().await? == v, "something is on its way");
    }
    seats.iter().position(throws).context("the match has ended")
}

/// Lets all seats hear up to the newest version that one of them knows, and gives it.
///
/// # Errors
/// If somebody is not told.
pub async fn level(seats: &mut [Seat]) -> anyhow::Result<u64> {
    let v = seats.iter().map(Seat::v).max().unwrap_or(0);
    hear_on(seats, "the newest version", |seats| {
        seats.iter().all(|seat| seat.v() >= v)
    })
    .await?;
    Ok(v)
}

/// Lets a table of seats hear until something holds of all of them; nobody answers a question.
///
/// # Errors
/// If nothing comes any more.
pub async fn hear_on(seats: &mut [Seat], what: &str, holds: impl Fn(&[Seat]) -> bool) -> anyhow::Result<()> {
    while !holds(seats) {
        hear_any(seats, what).await?;
    }
    Ok(())
}

/// Hears one frame, whosever comes first.
///
/// # Errors
/// If nothing comes any more.
pub async fn hear_any(seats: &mut [Seat], what: &str) -> anyhow::Result<()> {
    let mut places = Vec::new();
    let mut hearing = Vec::new();
    for (place, seat) in seats.iter_mut().enumerate() {
        if let Some(wire) = &mut seat.wire {
            places.push(place);
            hearing.push(Box::pin(wire.next()));
        }
    }
    if hearing.is_empty() {
        bail!("nobody is connected, waiting for {what}");
    }
    let (heard, which, others) = select_all(hearing).await;
    drop(others);
    let heard = heard.with_context(|| format!("waiting for {what}"))?;
    seats[places[which]].take(heard).await
}

/// Whether all seats have opened and checked the envelope of an ended match.
pub fn all_ended(seats: &[Seat]) -> bool {
    seats.iter().all(|seat| stage(&seat.client) == Some(Stage::Ended))
}
