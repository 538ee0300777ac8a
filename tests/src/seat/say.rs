//! What no client would say: raw frames at a seat's socket, and what they bring.

use anyhow::Context as _;
use serde_json::{Value, json};

use super::{Frame, Seat};

impl Seat {
    /// Sends a message as it is.
    ///
    /// # Errors
    /// If there is no socket.
    pub async fn say(&mut self, message: &Value) -> anyhow::Result<()> {
        self.wire()?.say(message).await
    }

    /// Hears until a message of which something holds, and gives it.
    ///
    /// # Errors
    /// If it does not come.
    pub async fn comes(&mut self, what: &str, holds: impl Fn(&Value) -> bool) -> anyhow::Result<Value> {
        loop {
            let known = self.traffic.len();
            self.hear().await.with_context(|| format!("waiting for {what}"))?;
            for frame in &self.traffic[known..] {
                if let Frame::Came(text) = frame {
                    let message = serde_json::from_str(text)?;
                    if holds(&message) {
                        return Ok(message);
                    }
                }
            }
        }
    }

    /// Sends a message as it is and gives the refusal that follows.
    ///
    /// # Errors
    /// If none does.
    pub async fn refused(&mut self, message: &Value) -> anyhow::Result<Value> {
        self.say(message).await?;
        self.comes("a refusal", |message| message["t"] == "refused").await
    }

    /// Asks whether anybody is there, hears all that comes before the answer, and gives the room's version.
    ///
    /// # Errors
    /// If there is no answer.
    pub async fn settled(&mut self) -> anyhow::Result<u64> {
        // No two of a seat's questions have one number.
        let c = u64::try_from(self.traffic.len())?;
        self.say(&json!({ "t": "ping", "c": c })).await?;
        let pong = self
            .comes("a pong", |message| message["t"] == "pong" && message["c"] == c)
            .await?;
        pong["v"].as_u64().context("a pong without a version")
    }

    /// The number of the next command: one more than the last that was sent.
    pub fn next_n(&self) -> u64 {
        self.sent()
            .filter_map(|message| message["n"].as_u64())
            .max()
            .map_or(1, |n| n + 1)
    }

    /// The messages that were sent by the client, oldest first.
    pub fn sent(&self) -> impl DoubleEndedIterator<Item = Value> {
        self.traffic.iter().filter_map(|frame| match frame {
            Frame::Sent(text) => serde_json::from_str(text).ok(),
            Frame::Came(_) => None,
        })
    }

    /// The messages of one name that came, oldest first.
    pub fn came(&self, name: &str) -> impl DoubleEndedIterator<Item = Value> {
        let all = self.traffic.iter().filter_map(|frame| match frame {
            Frame::Sent(_) => None,
            Frame::Came(text) => serde_json::from_str::<Value>(text).ok(),
        });
        all.filter(move |message| message["t"] == name)
    }
}
