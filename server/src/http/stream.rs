//! A connection's bytes: an answer that nobody reads does not hold it for ever, and the frames of a socket are counted as
//! they come, also those that are pieces of a message.
//!
//! What reads messages sees a message when its last piece has come; a million pieces of nothing would be no message at
//! all, and met no limit.

use std::{
    io,
    pin::Pin,
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
    task::{Context, Poll, ready},
    time::Duration,
};

use tokio::{
    io::{AsyncRead, AsyncWrite, ReadBuf},
    net::TcpStream,
    time::{Instant, Sleep, sleep_until},
};

use super::frames::Frames;

/// Who does not read as fast is not waited for: bytes a millisecond, on average.
const PER_MS: u64 = 1;

/// What the connection and the session on it share.
#[derive(Debug, Clone, Default)]
pub struct Meter(Arc<Shared>);

#[derive(Debug, Default)]
struct Shared {
    /// Whether the connection has become a socket, whose own rules hold then.
    is_socket: AtomicBool,
    /// Frames that have come, whole messages and pieces.
    frames: AtomicU64,
}

impl Meter {
    /// The connection becomes a socket.
    pub(super) fn becomes_socket(&self) {
        self.0.frames.store(0, Ordering::Relaxed);
        self.0.is_socket.store(true, Ordering::Relaxed);
    }

    /// Frames that have come on it, whole messages and pieces.
    pub fn frames(&self) -> u64 {
        self.0.frames.load(Ordering::Relaxed)
    }

    fn is_socket(&self) -> bool {
        self.0.is_socket.load(Ordering::Relaxed)
    }
}

/// A connection.
#[derive(Debug)]
pub(super) struct Stream {
    tcp: TcpStream,
    meter: Meter,
    frames: Frames,
    /// How long answers may wait for their reader in all, beside what he earns by reading.
    patience: Duration,
    /// Bytes that were taken since answers began to wait: what the system took before that, nobody may have read.
    earned: u64,
    /// For how long answers have waited, up to the wait that goes on.
    waited: Duration,
    waits_since: Option<Instant>,
    alarm: Pin<Box<Sleep>>,
}

impl Stream {
    pub(super) fn new(tcp: TcpStream, meter: Meter, patience: Duration) -> Self {
        Self {
            tcp,
            meter,
            frames: Frames::default(),
            patience,
            earned: 0,
            waited: Duration::ZERO,
            waits_since: None,
            alarm: Box::pin(sleep_until(Instant::now())),
        }
    }

    /// What a write came to: while it waits, so does the alarm.
    fn wrote(&mut self, context: &mut Context<'_>, wrote: Poll<io::Result<usize>>) -> Poll<io::Result<usize>> {
        if self.meter.is_socket() {
            return wrote;
        }
        match wrote {
            Poll::Ready(wrote) => {
                if let Some(since) = self.waits_since.take() {
                    self.waited += since.elapsed();
                }
                if self.waited > Duration::ZERO {
                    self.earned += wrote.as_ref().map_or(0, |bytes| *bytes as u64);
                }
                Poll::Ready(wrote)
            }
            Poll::Pending => {
                if self.waits_since.is_none() {
                    let now = Instant::now();
                    self.waits_since = Some(now);
                    let earned = Duration::from_millis(self.earned / PER_MS);
                    let left = (self.patience + earned).saturating_sub(self.waited);
                    self.alarm.as_mut().reset(now + left);
                }
                ready!(self.alarm.as_mut().poll(context));
                // What the system still keeps for this reader would be kept for minutes.
                let _ = self.tcp.set_zero_linger();
                Poll::Ready(Err(io::ErrorKind::TimedOut.into()))
            }
        }
    }
}

impl AsyncRead for Stream {
    fn poll_read(mut self: Pin<&mut Self>, context: &mut Context<'_>, into: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        let before = into.filled().len();
        ready!(Pin::new(&mut self.tcp).poll_read(context, into))?;
        let came = &into.filled()[before..];
        let counted = if self.meter.is_socket() {
            self.frames.count(came)
        } else {
            self.frames.pass_heads(came)
        };
        self.meter.0.frames.fetch_add(counted, Ordering::Relaxed);
        Poll::Ready(Ok(()))
    }
}

impl AsyncWrite for Stream {
    fn poll_write(mut self: Pin<&mut Self>, context: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        let wrote = Pin::new(&mut self.tcp).poll_write(context, bytes);
        self.wrote(context, wrote)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        parts: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let wrote = Pin::new(&mut self.tcp).poll_write_vectored(context, parts);
        self.wrote(context, wrote)
    }

    fn is_write_vectored(&self) -> bool {
        self.tcp.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.tcp).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.tcp).poll_shutdown(context)
    }
}
