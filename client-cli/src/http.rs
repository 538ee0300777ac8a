//! A few GET requests to the server that a socket is connected to; bounded in size and time.

use std::time::Duration;

use anyhow::{Context as _, bail};
use http_body_util::{BodyExt as _, Empty, Limited};
use hyper::{Request, StatusCode, body::Bytes, client::conn::http1, header};
use hyper_util::rt::TokioIo;
use tokio::time::timeout;

use crate::{address::Address, cable::Cable};

/// Most bytes of an answer: a log of seals of some 300,000 matches.
const BODY_MAX: usize = 128 << 20;
/// How long an answer may take.
const PATIENCE: Duration = Duration::from_secs(30);

/// The body of a successful GET of `path` (as `/api/v1/rooms`), as text.
pub async fn get(address: &Address, path: &str) -> anyhow::Result<String> {
    let url = address.page(path);
    timeout(PATIENCE, fetch(address, path))
        .await
        .unwrap_or_else(|_| bail!("no answer within {} s", PATIENCE.as_secs()))
        .with_context(|| format!("GET {url}"))
}

async fn fetch(address: &Address, path: &str) -> anyhow::Result<String> {
    let cable = Cable::open(address).await.map_err(|error| {
        let somebody = error.kind() == std::io::ErrorKind::InvalidData;
        let error = anyhow::Error::from(error);
        if somebody {
            error
        } else {
            error.context("no server answers there")
        }
    })?;
    let (mut sender, connection) = http1::handshake(TokioIo::new(cable)).await?;
    let request = Request::get(address.path(path))
        .header(header::HOST, address.authority())
        .header(header::CONNECTION, "close")
        .body(Empty::<Bytes>::new())?;
    let conversation = async {
        let response = sender.send_request(request).await?;
        let status = response.status();
        let body = Limited::new(response.into_body(), BODY_MAX).collect().await;
        let body = body.map_err(|error| anyhow::anyhow!("{error}"))?.to_bytes();
        anyhow::Ok((
            status,
            String::from_utf8(body.to_vec()).context("the answer is not UTF-8")?,
        ))
    };
    tokio::pin!(conversation);
    // The connection lives no longer than the conversation; where it ends first, the rest has been read already.
    let (status, body) = tokio::select! {
        told = &mut conversation => told?,
        end = connection => {
            end?;
            conversation.await?
        }
    };
    if status == StatusCode::OK {
        Ok(body)
    } else {
        bail!(
            "the server answered {status}: {}",
            body.trim().chars().take(200).collect::<String>()
        )
    }
}
