//! The bare server: axum, a task a socket, a bounded queue before each, and nothing else.

use std::{
    collections::HashMap,
    io::{self, Write as _},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use anyhow::Context as _;
use axum::{
    Router,
    extract::{
        Query, State, WebSocketUpgrade,
        ws::{Message, Utf8Bytes, WebSocket},
    },
    response::Response,
    routing::any,
    serve::ListenerExt as _,
};
use futures_util::{SinkExt as _, StreamExt as _};
use serde::Deserialize;
use tokio::{net::TcpListener, sync::mpsc};

use super::Profile;

/// What is read from a socket at once, as in the server.
const READ_BUFFER: usize = 4096;
/// Frames that may wait for one socket, as in the server.
pub(super) const QUEUE: usize = 64;

struct House {
    profile: Profile,
    /// A text of every size in the profile.
    texts: HashMap<usize, Utf8Bytes>,
    rooms: Mutex<HashMap<u32, Arc<Mutex<Room>>>>,
}

#[derive(Default)]
struct Room {
    step: usize,
    seats: HashMap<usize, mpsc::Sender<Utf8Bytes>>,
}

#[derive(Debug, Deserialize)]
pub(super) struct Place {
    pub(super) room: u32,
    pub(super) seat: usize,
}

/// Serves on a free port until it is killed; the port is told as a server tells it.
///
/// # Errors
/// If there is no port.
pub async fn serve(profile: Profile) -> anyhow::Result<()> {
    let sizes = profile
        .steps
        .iter()
        .flat_map(|step| step.diffs.iter().chain([&step.ack]));
    let texts = sizes.map(|size| (*size, Utf8Bytes::from("x".repeat(*size)))).collect();
    let rooms = Mutex::default();
    let house = Arc::new(House { profile, texts, rooms });
    listen(Router::new().route("/ws", any(upgrade)).with_state(house)).await
}

/// Listens on a free port and tells it as a server does.
pub(super) async fn listen(router: Router) -> anyhow::Result<()> {
    let listener = TcpListener::bind("127.0.0.1:0").await.context("no port")?;
    writeln!(
        io::stdout(),
        "listening on http://{} (bare fan-out)",
        listener.local_addr()?
    )?;
    // A stream that cannot be set up ends by itself.
    let listener = listener.tap_io(|stream| drop(stream.set_nodelay(true)));
    axum::serve(listener, router).await?;
    Ok(())
}

async fn upgrade(State(house): State<Arc<House>>, Query(place): Query<Place>, upgrade: WebSocketUpgrade) -> Response {
    upgrade
        .read_buffer_size(READ_BUFFER)
        .max_message_size(8192)
        .on_upgrade(move |socket| talk(house, place, socket))
}

async fn talk(house: Arc<House>, place: Place, socket: WebSocket) {
    let (queue, mut waiting) = mpsc::channel(QUEUE);
    let room = Arc::clone(locked(&house.rooms).entry(place.room).or_default());
    locked(&room).seats.insert(place.seat, queue);
    let (mut sink, mut stream) = socket.split();
    // From here on it misses no frame of its room; until it hears this, the driver does not begin.
    if sink.send(Message::text("here")).await.is_err() {
        return;
    }
    loop {
        tokio::select! {
            heard = stream.next() => match heard {
                Some(Ok(Message::Text(_))) => fan_out(&house, &mut locked(&room), place.seat),
                Some(Ok(_)) => {}
                Some(Err(_)) | None => return,
            },
            Some(text) = waiting.recv() => {
                let mut next = Some(text);
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

/// Answers a command by the profile. A full queue loses the frame, and the driver will wait for it in vain.
fn fan_out(house: &House, room: &mut Room, from: usize) {
    let step = &house.profile.steps[room.step % house.profile.steps.len()];
    room.step += 1;
    for bytes in &step.diffs {
        for seat in room.seats.values() {
            let _ = seat.try_send(house.texts[bytes].clone());
        }
    }
    if let Some(seat) = room.seats.get(&from) {
        let _ = seat.try_send(house.texts[&step.ack].clone());
    }
}

pub(super) fn locked<T>(lock: &Mutex<T>) -> MutexGuard<'_, T> {
    lock.lock().unwrap_or_else(PoisonError::into_inner)
}
