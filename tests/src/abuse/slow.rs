//! Those who take their time: heads, hellos and frames byte by byte, silence, and readers that never read.

use std::{
    net::{IpAddr, SocketAddr},
    time::Duration,
};

use chowk_protocol::RoomCode;
use serde_json::json;
use tokio::{sync::Semaphore, time::timeout};

use super::{
    Answers, heard, once,
    raw::{Frame, Raw, TEXT, UPGRADE, frame as framed, head as head_of},
    turned_away,
};

/// Between two bytes. A byte a minute is slower than every limit: it is not even seen.
pub(super) const DRIP: Duration = Duration::from_secs(2);
/// Between two wishes of one who reads nothing: as fast as is not too fast.
const WISH: Duration = Duration::from_millis(17);

/// The head of a request, byte by byte.
pub(super) async fn head(at: SocketAddr, from: IpAddr) -> anyhow::Result<Answers> {
    let mut raw = Raw::open(at, from, false).await?;
    for byte in UPGRADE.bytes() {
        if raw.write(&[byte]).await.is_err() {
            return Ok(once("cut"));
        }
        if let Ok(more) = timeout(DRIP, raw.more()).await {
            return Ok(once(if more { "answered" } else { "cut" }));
        }
    }
    anyhow::bail!("a head of {} bytes was waited for to its end", UPGRADE.len())
}

/// A connection that asks for nothing.
pub(super) async fn nothing(at: SocketAddr, from: IpAddr) -> anyhow::Result<Answers> {
    let mut raw = Raw::open(at, from, false).await?;
    Ok(once(if raw.more().await { "answered" } else { "cut" }))
}

/// A socket that never says hello, opened when there is room in the door.
pub(super) async fn silent(at: SocketAddr, from: IpAddr, door: &Semaphore) -> anyhow::Result<Answers> {
    let in_the_door = door.acquire().await?;
    let opened = Raw::socket(at, from, false).await?;
    drop(in_the_door);
    match opened {
        Ok(raw) => end(raw).await,
        Err(status) => Ok(turned_away(status)),
    }
}

/// A hello, byte by byte.
pub(super) async fn hello(at: SocketAddr, from: IpAddr) -> anyhow::Result<Answers> {
    match Raw::socket(at, from, false).await? {
        Ok(raw) => {
            let hello = crate::wire::hello("0123456789abcdef").to_string();
            drip(raw, &framed(TEXT, true, hello.as_bytes())).await
        }
        Err(status) => Ok(turned_away(status)),
    }
}

/// A frame that comes byte by byte; every other one says its length and then nothing.
pub(super) async fn frame(at: SocketAddr, from: IpAddr, place: usize) -> anyhow::Result<Answers> {
    let mut raw = Raw::greeted(at, from, false).await?;
    let mut bytes = head_of(TEXT, true, 8_000);
    if place.is_multiple_of(2) {
        raw.write(&bytes).await?;
        return end(raw).await;
    }
    bytes.extend([b' '; 8_000]);
    drip(raw, &bytes).await
}

/// Watches a room, asks for the whole view again and again, and reads nothing. It is told 1013 while it can be told; the
/// server counts that.
pub(super) async fn deaf(at: SocketAddr, from: IpAddr, room: RoomCode) -> anyhow::Result<Answers> {
    let mut raw = Raw::greeted(at, from, true).await?;
    let watch = json!({ "t": "watch", "code": room }).to_string();
    raw.write(&framed(TEXT, true, watch.as_bytes())).await?;
    let wish = framed(TEXT, true, br#"{"t":"resync"}"#);
    raw.say_until_broken(&wish, WISH).await?;
    Ok(once("cut"))
}

/// Writes byte by byte until the server ends it.
async fn drip(mut raw: Raw, bytes: &[u8]) -> anyhow::Result<Answers> {
    let mut texts = Vec::new();
    for byte in bytes {
        // The server may have closed; what it said is read below.
        let _ = raw.write(&[*byte]).await;
        while let Ok(next) = timeout(DRIP, raw.next()).await {
            match next? {
                Some(Frame::Text(text)) => texts.push(text),
                Some(Frame::Control) => {}
                Some(Frame::Close(code)) => return Ok(heard(&texts, code)),
                None => return Ok(heard(&texts, None)),
            }
        }
    }
    anyhow::bail!("{} bytes were waited for to their end", bytes.len())
}

/// Waits for the end.
async fn end(mut raw: Raw) -> anyhow::Result<Answers> {
    let mut texts = Vec::new();
    loop {
        match raw.next().await? {
            Some(Frame::Text(text)) => texts.push(text),
            Some(Frame::Control) => {}
            Some(Frame::Close(code)) => return Ok(heard(&texts, code)),
            None => return Ok(heard(&texts, None)),
        }
    }
}
