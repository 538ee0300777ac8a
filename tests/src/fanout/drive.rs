//! The clients of the bare server: every seat counts its frames, and speaks when the profile says that it is its turn.

use std::{net::SocketAddr, sync::Arc};

use anyhow::{Context as _, bail};
use futures_util::{SinkExt as _, StreamExt as _};
use tokio::{net::TcpStream, sync::Barrier, task::JoinSet, time::timeout};
use tokio_tungstenite::{
    WebSocketStream, client_async_with_config,
    tungstenite::{Message, protocol::WebSocketConfig},
};

use super::Profile;
use crate::wire::PATIENCE;

/// As in `chowk`.
const READ_BUFFER: usize = 4096;

/// Plays the profile through in so many rooms at once; returns how many commands were sent. `begin` is called once all
/// sockets are open, `end` before any is closed.
///
/// # Errors
/// If a socket breaks, or a frame does not come.
pub async fn drive<T>(
    at: SocketAddr,
    profile: &Profile,
    rooms: u32,
    begin: impl FnOnce() -> T,
    end: impl FnOnce(T),
) -> anyhow::Result<u64> {
    let profile = Arc::new(profile.clone());
    let mut open = JoinSet::new();
    for room in 0..rooms {
        for seat in 0..profile.seats {
            open.spawn(connect(at, room, seat));
        }
    }
    let mut sockets = Vec::new();
    while let Some(socket) = open.join_next().await {
        sockets.push(socket??);
    }
    let began = begin();
    let all = Arc::new(Barrier::new(sockets.len() + 1));
    let mut playing = JoinSet::new();
    for (seat, socket) in sockets {
        playing.spawn(play(seat, socket, Arc::clone(&profile), Arc::clone(&all)));
    }
    // Either all arrive at the end together, or one fails.
    tokio::select! {
        // Whoever ends well ends after this, and at the same moment.
        biased;
        _ = all.wait() => {}
        Some(failed) = playing.join_next() => {
            failed??;
            bail!("a seat ended before the others");
        }
    }
    end(began);
    Ok(u64::from(rooms) * u64::try_from(profile.steps.len())?)
}

pub(super) type Socket = WebSocketStream<TcpStream>;

pub(super) async fn connect(at: SocketAddr, room: u32, seat: usize) -> anyhow::Result<(usize, Socket)> {
    let stream = TcpStream::connect(at).await?;
    stream.set_nodelay(true)?;
    let config = WebSocketConfig::default()
        .read_buffer_size(READ_BUFFER)
        .write_buffer_size(0);
    let url = format!("ws://{at}/ws?room={room}&seat={seat}");
    let (mut socket, _) = client_async_with_config(url, stream, Some(config)).await?;
    let here = timeout(PATIENCE, socket.next()).await.context("no greeting")?;
    here.context("the server closed")??;
    Ok((seat, socket))
}

async fn play(seat: usize, mut socket: Socket, profile: Arc<Profile>, all: Arc<Barrier>) -> anyhow::Result<()> {
    for (number, step) in profile.steps.iter().enumerate() {
        if step.from == seat {
            socket.send(Message::text("x".repeat(step.command))).await?;
        }
        let frames = step.diffs.len() + usize::from(step.from == seat);
        for _ in 0..frames {
            let heard = timeout(PATIENCE, socket.next())
                .await
                .with_context(|| format!("step {number}"))?;
            heard.context("the server closed")??;
        }
    }
    all.wait().await;
    Ok(())
}
