//! The way from a request to a socket: who may open one, how many, and how it is set up.

use std::{
    net::IpAddr,
    sync::{
        Arc,
        atomic::{AtomicU64, AtomicUsize, Ordering},
    },
};

use axum::{
    extract::{
        State,
        ws::{WebSocketUpgrade, rejection::WebSocketUpgradeRejection},
    },
    http::{HeaderMap, StatusCode, header},
    response::{IntoResponse, Response},
};
use chowk_protocol::{CloseCode, RefusalCode};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use super::{Address, Counted, House, Meter, PerAddress, Present, Whose, present::Entered};
use crate::{
    room::{End, SessionId},
    session, tally,
};

/// Most bytes of a message from a client.
pub const FRAME_BYTES_MAX: usize = 8 * 1024;
/// What is read from a socket at once. tungstenite fills this whole buffer with zeros at each read: with its default of
/// 128 KiB a command costs six times as much (the workbench page, "Speed" 1).
const READ_BYTES: usize = 4096;
/// What is collected before it is written.
const WRITE_BYTES: usize = 16 * 1024;
/// Most that may wait inside one socket: room for the largest frame, a resume's catch-up. Frames beyond what the socket
/// takes wait in the outbox.
const WRITE_BYTES_MAX: usize = 4 * 1024 * 1024;

/// How every socket is set up; a test holds it.
pub fn socket_config<F>(upgrade: WebSocketUpgrade<F>) -> WebSocketUpgrade<F> {
    upgrade
        .read_buffer_size(READ_BYTES)
        .write_buffer_size(WRITE_BYTES)
        .max_write_buffer_size(WRITE_BYTES_MAX)
        .max_message_size(FRAME_BYTES_MAX)
        .max_frame_size(FRAME_BYTES_MAX)
}

/// The sockets that are open: a permit for each, so that to have all permits is to have no socket left.
#[derive(Debug)]
pub struct Sockets {
    most: u32,
    free: Arc<Semaphore>,
    per_address: PerAddress,
    per_address_most: AtomicUsize,
    present: Present,
    next: AtomicU64,
}

/// One socket's place.
#[derive(Debug)]
struct Place {
    id: SessionId,
    _permit: OwnedSemaphorePermit,
    _counted: Counted,
    _entered: Entered,
}

/// Why there is no place for a socket.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum NoPlace {
    Server,
    Address,
}

impl Sockets {
    /// Places for so many sockets, of which one address has so many at most.
    pub fn new(most: u32, per_address_most: usize) -> Self {
        let free = Arc::new(Semaphore::new(usize::try_from(most).unwrap_or(Semaphore::MAX_PERMITS)));
        Self {
            most,
            free,
            per_address: PerAddress::default(),
            per_address_most: per_address_most.into(),
            present: Present::default(),
            next: AtomicU64::new(1),
        }
    }

    /// How many are open.
    pub fn open(&self) -> usize {
        usize::try_from(self.most)
            .unwrap_or(usize::MAX)
            .saturating_sub(self.free.available_permits())
    }

    /// How many there may be.
    pub fn most(&self) -> usize {
        usize::try_from(self.most).unwrap_or(usize::MAX)
    }

    /// Waits until none is open; none is opened from then on. axum waits for requests, not for what became of them
    /// (case G4).
    pub async fn all_closed(&self) {
        let _all = self.free.acquire_many(self.most).await;
        self.free.close();
    }

    /// From now on one address has so many at most; those that are open stay.
    pub fn set_per_address_most(&self, most: usize) {
        self.per_address_most.store(most, Ordering::Relaxed);
    }

    /// Whose they are.
    pub fn present(&self) -> &Present {
        &self.present
    }

    fn take(&self, from: IpAddr) -> Result<Place, NoPlace> {
        let counted = self
            .per_address
            .count(Address::of(from), self.per_address_most.load(Ordering::Relaxed))
            .ok_or(NoPlace::Address)?;
        let permit = Arc::clone(&self.free)
            .try_acquire_owned()
            .map_err(|_| NoPlace::Server)?;
        let id = SessionId {
            gateway: 0,
            n: self.next.fetch_add(1, Ordering::Relaxed),
        };
        Ok(Place {
            id,
            _permit: permit,
            _counted: counted,
            _entered: self.present.enter(id, from),
        })
    }
}

/// `/ws`.
pub(super) async fn upgrade(
    State(house): State<Arc<House>>,
    Whose(from): Whose,
    meter: Meter,
    headers: HeaderMap,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Response {
    let upgrade = match upgrade {
        Ok(upgrade) => upgrade,
        Err(rejection) => return rejection.into_response(),
    };
    let front = house.front.now();
    if !is_welcome(&headers, &front.origins) {
        tally::refused("http_origin");
        return say(
            StatusCode::FORBIDDEN,
            "This page may not speak for you here (see --origins).\n",
        );
    }
    if house.lobby.is_stopping() {
        return say(
            StatusCode::SERVICE_UNAVAILABLE,
            "The server is stopping; come back in a moment.\n",
        );
    }
    let place = match house.sockets.take(from) {
        Ok(place) => place,
        Err(NoPlace::Address) => {
            tally::refused("http_sockets");
            return say(
                StatusCode::TOO_MANY_REQUESTS,
                "This address has as many sockets as it may.\n",
            );
        }
        Err(NoPlace::Server) => {
            tally::refused("http_sockets");
            return say(
                StatusCode::SERVICE_UNAVAILABLE,
                "This server has as many sockets as it may.\n",
            );
        }
    };
    meter.becomes_socket();
    let (lobby, conduct) = (Arc::clone(&house.lobby), Arc::clone(&front.conduct));
    socket_config(upgrade).on_upgrade(move |socket| async move {
        // Asked once the socket is among those that a new ban closes, so that none slips through between the two.
        if house.bans.hold(from, lobby.world().clock.now().wall) {
            session::turn_away(socket, End::because(CloseCode::Policy, RefusalCode::Banned)).await;
        } else {
            session::serve((socket, meter), place.id, Address::of(from), lobby, conduct).await;
        }
        drop(place);
    })
}

fn say(status: StatusCode, text: &'static str) -> Response {
    (status, [(header::RETRY_AFTER, "2")], text).into_response()
}

/// Browsers say which page opens a socket, and let any page do it (case H15): a page of this server's own, or one on
/// the list. Programs that are no browsers say nothing.
pub(super) fn is_welcome(headers: &HeaderMap, origins: &[String]) -> bool {
    let Some(origin) = headers.get(header::ORIGIN) else {
        return true;
    };
    let Ok(origin) = origin.to_str() else { return false };
    let own = headers.get(header::HOST).and_then(|host| host.to_str().ok());
    let page = origin.split_once("://").map(|(_, host)| host);
    let is_own = own.is_some() && page.is_some_and(|page| own.is_some_and(|own| own.eq_ignore_ascii_case(page)));
    is_own || origins.iter().any(|listed| listed.eq_ignore_ascii_case(origin))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Case H15: closed by default.
    #[test]
    fn whose_pages_are_welcome_case_h15() {
        let listed = ["https://play.example".to_owned()];
        for (origin, host, expected) in [
            (None, Some("here:8080"), true),
            (Some("http://here:8080"), Some("here:8080"), true),
            (Some("https://HERE"), Some("here"), true),
            (Some("http://here:8080"), Some("here"), false),
            (Some("http://evil.example"), Some("here"), false),
            (Some("http://evil.example"), None, false),
            (Some("https://play.example"), Some("here"), true),
            (Some("http://play.example"), Some("here"), false),
            (Some("null"), Some("null"), false),
            (Some("here"), Some("here"), false),
        ] {
            let mut headers = HeaderMap::new();
            origin.map(|origin| headers.insert(header::ORIGIN, origin.parse().unwrap()));
            host.map(|host| headers.insert(header::HOST, host.parse().unwrap()));
            assert_eq!(is_welcome(&headers, &listed), expected, "{origin:?} {host:?}");
        }
    }

    /// Cases F3 and G4: the count is what is open, and waiting for the last one ends.
    #[tokio::test]
    async fn places_are_counted_by_what_is_open_case_f3_g4() {
        let sockets = Sockets::new(3, 2);
        let from = |n| IpAddr::from([10, 0, 0, n]);
        let first = sockets.take(from(1)).unwrap();
        let second = sockets.take(from(1)).unwrap();
        assert_ne!(first.id, second.id);
        assert_eq!(sockets.take(from(1)).unwrap_err(), NoPlace::Address);
        let third = sockets.take(from(2)).unwrap();
        assert_eq!(sockets.take(from(3)).unwrap_err(), NoPlace::Server);
        assert_eq!(sockets.open(), 3);
        assert_eq!(sockets.per_address.addresses(), 2, "who found no place is not counted");
        drop((first, second, third));
        sockets.all_closed().await;
        assert_eq!(sockets.take(from(1)).unwrap_err(), NoPlace::Server);
    }
}
