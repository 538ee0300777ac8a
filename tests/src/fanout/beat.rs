//! The least that a game by ticks can cost: as many sockets, frames a second and bytes, sent by bare axum to a beat, while
//! every client says as much as players do.

use std::{
    collections::HashMap,
    net::SocketAddr,
    sync::{Arc, Mutex},
    time::Duration,
};

use anyhow::{Context as _, bail, ensure};
use axum::{
    Router,
    extract::{
        Query, State, WebSocketUpgrade,
        ws::{Message, Utf8Bytes, WebSocket},
    },
    response::Response,
    routing::any,
};
use futures_util::{SinkExt as _, StreamExt as _};
use serde::{Deserialize, Serialize};
use tokio::{
    sync::{Barrier, mpsc},
    task::JoinSet,
    time::{Instant, interval, timeout},
};
use tokio_tungstenite::tungstenite;

use super::{
    drive::{Socket, connect},
    serve::{Place, QUEUE, listen, locked},
};
use crate::wire::PATIENCE;

/// What is read from a socket at once, as in the server.
const READ_BUFFER: usize = 4096;

/// What goes over the sockets of each room.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Beat {
    /// Seats of a room.
    pub seats: usize,
    /// Frames a second that each seat hears.
    pub heard_per_s: f64,
    /// Bytes of each.
    pub heard_bytes: usize,
    /// Frames a second that each seat says.
    pub said_per_s: f64,
    /// Bytes of each.
    pub said_bytes: usize,
}

struct House {
    beat: Beat,
    text: Utf8Bytes,
    rooms: Mutex<HashMap<u32, Vec<mpsc::Sender<Utf8Bytes>>>>,
}

/// Serves on a free port until it is killed. A room's frames begin once its last seat has come.
///
/// # Errors
/// If there is no port.
pub async fn serve(beat: Beat) -> anyhow::Result<()> {
    let text = Utf8Bytes::from("x".repeat(beat.heard_bytes));
    let rooms = Mutex::default();
    let house = Arc::new(House { beat, text, rooms });
    listen(Router::new().route("/ws", any(upgrade)).with_state(house)).await
}

async fn upgrade(State(house): State<Arc<House>>, Query(place): Query<Place>, upgrade: WebSocketUpgrade) -> Response {
    upgrade
        .read_buffer_size(READ_BUFFER)
        .max_message_size(8192)
        .on_upgrade(move |socket| talk(house, place.room, socket))
}

async fn talk(house: Arc<House>, room: u32, socket: WebSocket) {
    let (queue, mut waiting) = mpsc::channel(QUEUE);
    let (mut sink, mut stream) = socket.split();
    if sink.send(Message::text("here")).await.is_err() {
        return;
    }
    let full = {
        let mut rooms = locked(&house.rooms);
        let seats = rooms.entry(room).or_default();
        seats.push(queue);
        (seats.len() == house.beat.seats).then(|| std::mem::take(seats))
    };
    if let Some(seats) = full {
        tokio::spawn(fan_out(Arc::clone(&house), seats));
    }
    loop {
        tokio::select! {
            heard = stream.next() => match heard {
                Some(Ok(_)) => {}
                Some(Err(_)) | None => return,
            },
            text = waiting.recv() => {
                let mut next = text;
                if next.is_none() {
                    return;
                }
                while let Some(text) = next {
                    if sink.feed(Message::Text(text)).await.is_err() {
                        return;
                    }
                    next = waiting.try_recv().ok();
                }
                if sink.flush().await.is_err() {
                    return;
                }
            }
        }
    }
}

/// A room: a frame to every seat at each beat, until all have gone.
async fn fan_out(house: Arc<House>, seats: Vec<mpsc::Sender<Utf8Bytes>>) {
    let mut beat = interval(every(house.beat.heard_per_s));
    while seats.iter().any(|seat| !seat.is_closed()) {
        beat.tick().await;
        for seat in &seats {
            let _ = seat.try_send(house.text.clone());
        }
    }
}

fn every(per_s: f64) -> Duration {
    Duration::from_secs_f64(1.0 / per_s.max(0.001))
}

/// Listens and speaks for so long in so many rooms; returns how many frames were heard. `begin` is called once all
/// sockets are open, `end` before any is closed.
///
/// # Errors
/// If a socket breaks, or too few frames come.
pub async fn drive<T>(
    at: SocketAddr,
    beat: Beat,
    rooms: u32,
    time: Duration,
    begin: impl FnOnce() -> T,
    end: impl FnOnce(T),
) -> anyhow::Result<u64> {
    let mut open = JoinSet::new();
    for room in 0..rooms {
        for seat in 0..beat.seats {
            open.spawn(connect(at, room, seat));
        }
    }
    let mut sockets = Vec::new();
    while let Some(socket) = open.join_next().await {
        sockets.push(socket??.1);
    }
    let count = sockets.len();
    let began = begin();
    let until = Instant::now() + time;
    let all = Arc::new(Barrier::new(count + 1));
    let mut playing = JoinSet::new();
    for socket in sockets {
        playing.spawn(sit(socket, beat, until, Arc::clone(&all)));
    }
    tokio::select! {
        biased;
        _ = all.wait() => {}
        Some(failed) = playing.join_next() => {
            failed??;
            bail!("a seat ended before the others");
        }
    }
    end(began);
    let mut heard = 0;
    while let Some(seat) = playing.join_next().await {
        heard += seat??;
    }
    let wanted = count as f64 * beat.heard_per_s * time.as_secs_f64();
    ensure!(heard as f64 > wanted * 0.8, "{heard} of {wanted:.0} frames came");
    Ok(heard)
}

/// One seat: what it has heard by the end.
async fn sit(mut socket: Socket, beat: Beat, until: Instant, all: Arc<Barrier>) -> anyhow::Result<u64> {
    let text = tungstenite::Utf8Bytes::from("x".repeat(beat.said_bytes));
    let mut speak = interval(every(beat.said_per_s));
    let mut heard = 0;
    while Instant::now() < until {
        tokio::select! {
            frame = timeout(PATIENCE, socket.next()) => {
                frame.context("no frame comes")?.context("the server closed")??;
                heard += 1;
            }
            _ = speak.tick() => socket.send(tungstenite::Message::Text(text.clone())).await?,
        }
    }
    all.wait().await;
    Ok(heard)
}
