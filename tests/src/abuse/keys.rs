//! Codes and tokens, tried by the thousand.

use std::net::{IpAddr, SocketAddr};

use chowk_protocol::RoomCode;
use serde_json::{Value, json};

use super::{
    Answers, SOCKETS, TRIES, add, once,
    raw::{Frame, Raw, TEXT, frame},
    turned_away,
};

/// One socket's share of a thousand codes, each tried when the last was answered.
pub(super) async fn codes(at: SocketAddr, from: IpAddr, place: usize) -> anyhow::Result<Answers> {
    let mut raw = Raw::greeted(at, from, false).await?;
    let mut all = Answers::new();
    for turn in 0..TRIES / SOCKETS {
        // Eight of the digits of codes, none of which is a room's.
        let code = format!("22{:06}", 222_222 + place * TRIES + turn).replace(['0', '1'], "7");
        let join = json!({ "t": "join", "code": code, "token": "44".repeat(32), "name": "Thief" });
        raw.write(&frame(TEXT, true, join.to_string().as_bytes())).await?;
        add(&mut all, refusal(&mut raw).await?);
    }
    Ok(all)
}

/// The answer to a try.
async fn refusal(raw: &mut Raw) -> anyhow::Result<Answers> {
    loop {
        match raw.next().await? {
            Some(Frame::Text(text)) => {
                let message: Value = serde_json::from_str(&text)?;
                if message["t"] == "refused" {
                    let code = message["code"].as_str().unwrap_or("without a code");
                    return Ok(once(format!("refused {code}")));
                }
            }
            Some(Frame::Control) => {}
            Some(Frame::Close(code)) => anyhow::bail!("closed with {code:?}"),
            None => anyhow::bail!("cut"),
        }
    }
}

/// One connection's share of a thousand tokens: each wants a hello, and so a socket, of its own.
pub(super) async fn tokens(at: SocketAddr, from: IpAddr, room: RoomCode, place: usize) -> anyhow::Result<Answers> {
    let mut all = Answers::new();
    for turn in 0..TRIES / SOCKETS {
        let mut raw = match Raw::socket(at, from, false).await? {
            Ok(raw) => raw,
            Err(status) => {
                add(&mut all, turned_away(status));
                continue;
            }
        };
        let token = format!("{:064x}", place * TRIES + turn);
        let mut hello = crate::wire::hello("0123456789abcdef");
        hello["resume"] = json!({ "room": room, "token": token, "epoch": "0123456789abcdef", "v": 1 });
        raw.write(&frame(TEXT, true, hello.to_string().as_bytes())).await?;
        let told = loop {
            match raw.next().await? {
                Some(Frame::Text(text)) => break serde_json::from_str::<Value>(&text)?,
                Some(Frame::Control) => {}
                other => anyhow::bail!("{other:?} instead of a welcome"),
            }
        };
        let reason = told["reason"].as_str().unwrap_or("no reason").to_owned();
        add(&mut all, once(format!("resumed {}: {reason}", told["resumed"])));
    }
    Ok(all)
}
