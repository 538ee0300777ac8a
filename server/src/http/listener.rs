//! The listener: it takes connections, bounded in number and in patience, and leads their requests to the routes.
//!
//! axum's own `serve` has no time limit on headers, so hyper is asked directly (cases H4 and H7 of slow clients).

use std::{
    io,
    net::{IpAddr, SocketAddr},
    sync::Arc,
    time::Duration,
};

use axum::Router;
use hyper::{body::Incoming, server::conn::http1, service::service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::{
    net::{TcpListener, TcpStream},
    sync::Semaphore,
    time::{Instant, sleep_until},
};
use tower::ServiceExt as _;

use super::{
    Address, Fronts, PerAddress,
    stream::{Meter, Stream},
};

/// Most bytes of a request's head.
const HEAD_BYTES_MAX: usize = 16 * 1024;
/// Most headers of a request.
const HEADERS_MAX: usize = 64;
/// After an error of accepting, as when there are no file descriptors left, nothing is accepted for so long.
const BREATH: Duration = Duration::from_millis(100);

/// What the listener permits.
#[derive(Debug, Clone)]
pub struct ListenerLimits {
    /// Most connections that are no sockets (yet).
    pub connections: usize,
    /// Most of them of one address that is no trusted proxy.
    pub per_address: usize,
    /// How long the head of a request may take, and a connection may idle between requests.
    pub head_wait: Duration,
    /// How long an answer may wait for who does not read it.
    pub write_wait: Duration,
}

/// Whose a connection is, among a request's extensions.
#[derive(Debug, Clone, Copy)]
pub(super) struct Peer(pub(super) IpAddr);

/// A port that is listened on.
#[derive(Debug)]
pub struct Listener {
    tcp: TcpListener,
    limits: ListenerLimits,
    /// Where proxies are named, which bring many people over one address.
    fronts: Fronts,
}

impl Listener {
    /// Takes the port.
    ///
    /// # Errors
    /// If it is not to be had.
    pub async fn bind(address: SocketAddr, limits: ListenerLimits, fronts: Fronts) -> io::Result<Self> {
        Ok(Self {
            tcp: TcpListener::bind(address).await?,
            limits,
            fronts,
        })
    }

    /// The address listened on; with port 0 asked for, the one that was given.
    ///
    /// # Errors
    /// If the system does not say.
    pub fn address(&self) -> io::Result<SocketAddr> {
        self.tcp.local_addr()
    }

    /// Accepts connections until it is dropped.
    pub async fn accept(self, router: Router) {
        let free = Arc::new(Semaphore::new(self.limits.connections));
        let addresses = PerAddress::default();
        loop {
            let (stream, peer) = match self.tcp.accept().await {
                Ok(accepted) => accepted,
                Err(error) => {
                    tracing::warn!(%error, "no connection could be accepted");
                    sleep_until(Instant::now() + BREATH).await;
                    continue;
                }
            };
            let peer = peer.ip().to_canonical();
            let is_proxy = self.fronts.now().trusted_proxies.iter().any(|range| range.holds(peer));
            let most = if is_proxy { usize::MAX } else { self.limits.per_address };
            // One connection too many is closed at once, before it costs anything.
            let Some(counted) = addresses.count(Address::of(peer), most) else {
                continue;
            };
            let Ok(permit) = Arc::clone(&free).try_acquire_owned() else {
                continue;
            };
            let (router, limits) = (router.clone(), self.limits.clone());
            tokio::spawn(async move {
                serve(stream, peer, router, &limits).await;
                drop((permit, counted));
            });
        }
    }
}

/// Serves one connection until it ends, or becomes a socket.
async fn serve(stream: TcpStream, peer: IpAddr, router: Router, limits: &ListenerLimits) {
    // A command is one small frame: it must not wait to be sent together with the next.
    if stream.set_nodelay(true).is_err() {
        return;
    }
    let meter = Meter::default();
    let stream = Stream::new(stream, meter.clone(), limits.write_wait);
    let service = service_fn(move |mut request: hyper::Request<Incoming>| {
        request.extensions_mut().insert(Peer(peer));
        request.extensions_mut().insert(meter.clone());
        router.clone().oneshot(request.map(axum::body::Body::new))
    });
    let served = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(limits.head_wait)
        .max_headers(HEADERS_MAX)
        .max_buf_size(HEAD_BYTES_MAX)
        .serve_connection(TokioIo::new(stream), service)
        .with_upgrades()
        .await;
    if let Err(error) = served {
        tracing::debug!(%error, "a connection ended");
    }
}
