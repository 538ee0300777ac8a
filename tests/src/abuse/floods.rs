//! Too much of everything: messages, pings, rubbish, pieces, sizes, depths.

use std::net::{IpAddr, SocketAddr};

use super::{
    Answers, BIG, heard,
    raw::{BYTES, CONTINUED, PING, Raw, TEXT, frame, head},
};

/// Frames of a flood: more than a socket may send in a second.
const FRAMES: usize = 2_000;
/// Pieces of a message that never ends.
const PIECES: usize = 200_000;
/// Bytes of a piece of a message that is too big in all.
const PIECE: usize = 100;
/// Messages that cannot be read: more than in ten seconds.
const BAD: usize = 40;

/// Says all this at once, and hears what is answered until the end.
async fn all_at_once(at: SocketAddr, from: IpAddr, bytes: Vec<u8>) -> anyhow::Result<Answers> {
    let mut raw = Raw::greeted(at, from, false).await?;
    let (texts, code) = raw.write_and_hear(&bytes).await?;
    Ok(heard(&texts, code))
}

pub(super) async fn messages(at: SocketAddr, from: IpAddr) -> anyhow::Result<Answers> {
    let ping = frame(TEXT, true, br#"{"t":"ping","c":1}"#);
    all_at_once(at, from, ping.repeat(FRAMES)).await
}

pub(super) async fn pings(at: SocketAddr, from: IpAddr) -> anyhow::Result<Answers> {
    all_at_once(at, from, frame(PING, true, b"are you there?").repeat(FRAMES)).await
}

pub(super) async fn garbage(at: SocketAddr, from: IpAddr) -> anyhow::Result<Answers> {
    all_at_once(at, from, frame(TEXT, true, b"{\"t\":").repeat(BAD)).await
}

pub(super) async fn bytes(at: SocketAddr, from: IpAddr) -> anyhow::Result<Answers> {
    all_at_once(at, from, frame(BYTES, true, &[7; 100]).repeat(BAD)).await
}

pub(super) async fn empty_pieces(at: SocketAddr, from: IpAddr) -> anyhow::Result<Answers> {
    let mut bytes = frame(TEXT, false, b"{");
    bytes.extend(frame(CONTINUED, false, b"").repeat(PIECES));
    all_at_once(at, from, bytes).await
}

pub(super) async fn pieces(at: SocketAddr, from: IpAddr) -> anyhow::Result<Answers> {
    let mut bytes = frame(TEXT, false, b"{");
    bytes.extend(frame(CONTINUED, false, &[b' '; PIECE]).repeat(200));
    all_at_once(at, from, bytes).await
}

pub(super) async fn big(at: SocketAddr, from: IpAddr) -> anyhow::Result<Answers> {
    let mut bytes = head(TEXT, true, BIG);
    bytes.resize(bytes.len() + BIG, b' ');
    all_at_once(at, from, bytes).await
}

pub(super) async fn deep(at: SocketAddr, from: IpAddr) -> anyhow::Result<Answers> {
    let texts = [
        "[".repeat(8_000),
        format!("{{\"t\":\"ping\",\"c\":{}", "[".repeat(4_000)),
        "{\"a\":".repeat(1_500),
    ];
    let frames = texts.iter().cycle().take(BAD);
    let bytes = frames.flat_map(|text| frame(TEXT, true, text.as_bytes())).collect();
    all_at_once(at, from, bytes).await
}
