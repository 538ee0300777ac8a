//! A few GET requests to the server that a socket is connected to; bounded in size and time.

use std::time::Duration;

use anyhow::{Context as _, bail};
use http_body_util::{BodyExt as _, Empty, Limited};
use hyper::{Request, StatusCode, body::Bytes, client::conn::http1, header};
use hyper_util::rt::TokioIo;
use tokio::time::{Instant, sleep_until, timeout};

use crate::{address::Address, cable::Cable};

/// Most bytes of an answer: a log of seals of some 300,000 matches.
const BODY_MAX: usize = 128 << 20;
/// How long an answer may take.
const PATIENCE: Duration = Duration::from_secs(30);

/// Between two tries, while a server restarts.
const PAUSE: Duration = Duration::from_millis(200);

/// The body of a successful GET of `path` (as `/api/v1/rooms`), as text.
pub async fn get(address: &Address, path: &str) -> anyhow::Result<String> {
    let url = address.page(path);
    timeout(PATIENCE, fetch(address, path))
        .await
        .unwrap_or_else(|_| bail!("no answer within {} s", PATIENCE.as_secs()))
        .with_context(|| format!("GET {url}"))
}

/// The same, for as long as `patience` lasts: a server that restarts meanwhile is waited for. What it answers, also if it
/// is a no, is its answer.
pub async fn get_through_restarts(address: &Address, path: &str, patience: Duration) -> anyhow::Result<String> {
    let until = Instant::now() + patience;
    loop {
        match get(address, path).await {
            Err(error) if !error.is::<Answered>() && Instant::now() < until => {
                sleep_until(Instant::now() + PAUSE).await
            }
            told => return told,
        }
    }
}

/// A server's no.
#[derive(Debug, thiserror::Error)]
#[error("the server answered {status}: {words}")]
struct Answered {
    status: StatusCode,
    words: String,
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
        let words = body.trim().chars().take(200).collect();
        Err(Answered { status, words }.into())
    }
}

#[cfg(test)]
mod tests {
    use tokio::{
        io::{AsyncReadExt as _, AsyncWriteExt as _},
        net::TcpListener,
    };

    use super::*;

    /// A server that hangs up on the first who asks, and gives this to the second.
    async fn restarts(answer: &'static str) -> Address {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        tokio::spawn(async move {
            drop(listener.accept().await.unwrap());
            let (mut stream, _) = listener.accept().await.unwrap();
            let mut asked = [0; 1024];
            let _ = stream.read(&mut asked).await.unwrap();
            stream.write_all(answer.as_bytes()).await.unwrap();
        });
        format!("ws://{address}").parse().unwrap()
    }

    #[tokio::test]
    async fn a_server_that_restarts_is_waited_for() {
        let address = restarts("HTTP/1.1 200 OK\r\ncontent-length: 4\r\n\r\nhere").await;
        let told = get_through_restarts(&address, "/", PATIENCE).await;
        assert_eq!(told.unwrap(), "here");
    }

    #[tokio::test]
    async fn a_no_is_an_answer() {
        let address = restarts("HTTP/1.1 404 Not Found\r\ncontent-length: 4\r\n\r\ngone").await;
        let told = get_through_restarts(&address, "/", PATIENCE).await;
        assert!(format!("{:#}", told.unwrap_err()).contains("404 Not Found: gone"));
    }

    #[tokio::test]
    async fn without_patience_the_first_word_counts() {
        let address = restarts("").await;
        assert!(get_through_restarts(&address, "/", Duration::ZERO).await.is_err());
    }
}
