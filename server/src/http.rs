//! What is reached over HTTP: the socket, the public facts of the server, its health, and a page that says what it is.

mod address;
mod api;
mod card;
mod fair;
mod frames;
mod front;
mod listener;
mod page;
mod present;
mod stranger;
mod stream;
mod upgrade;

use std::{net::IpAddr, sync::Arc, time::Duration};

use axum::{
    Router,
    extract::{FromRequestParts, Request, State},
    http::{HeaderName, HeaderValue, StatusCode, header, request::Parts},
    middleware::{self, Next},
    response::{IntoResponse, Response},
    routing::{any, get},
};
use tokio::{
    sync::watch,
    time::{Instant, sleep_until},
};

use self::listener::Peer;
pub use self::{
    address::{Address, Counted, NotARange, PerAddress, Range, address_of, whole_address_of},
    front::{Front, Fronts},
    listener::{Listener, ListenerLimits},
    present::Present,
    stranger::Stranger,
    stream::Meter,
    upgrade::{FRAME_BYTES_MAX, Sockets, socket_config},
};
use crate::{
    admin::Evening,
    bans::Bans,
    config::InForce,
    journal::Health,
    lobby::Lobby,
    pace::{Pace, TooFast},
    tally,
};

/// What `/readyz` says while the operator drains the server. It is well all the same.
pub(crate) const CLOSING: &str = "closing for the evening: no new match starts";

/// A page is many files, and a household behind one address loads it at once.
pub(crate) const FILES_A_REQUEST: u32 = 10;

/// Who asks too fast waits so long for the answer that says so.
const TOO_FAST_WAIT: Duration = Duration::from_millis(250);

/// What all requests share.
pub struct House {
    /// The rooms.
    pub lobby: Arc<Lobby>,
    /// What it shows of itself, and whom it lets in.
    pub front: Fronts,
    /// The settings that hold, by their sources.
    pub in_force: InForce,
    /// The sockets that are open.
    pub sockets: Sockets,
    /// Requests a second of one address.
    pub pace: Arc<Pace>,
    /// Files of the page a second of one address: [`FILES_A_REQUEST`] times as many.
    pub files_pace: Arc<Pace>,
    /// Whether the journal takes rows.
    pub health: watch::Receiver<Health>,
    /// Whether it was told that a proxy is not believed.
    pub stranger: Stranger,
    /// Whose addresses this server is closed to.
    pub bans: Bans,
    /// Whether it closes for the evening, and until when it waits.
    pub evening: Evening,
}

/// All routes.
pub fn router(house: Arc<House>) -> Router {
    let paced = Router::new()
        .route("/", get(page::page))
        .route("/r/{code}", get(page::invitation))
        .route("/table", get(page::page))
        .route("/move", get(page::page))
        .route("/verify", get(page::page))
        .route("/fair", get(page::page))
        .route("/replay", get(page::page))
        .route("/replay/{match_id}", get(page::replay))
        .route("/api/v1/info", get(api::info))
        .route("/api/v1/presets", get(api::presets))
        .route("/api/v1/rooms", get(api::rooms))
        .route("/api/v1/rooms/{code}", get(card::card))
        .route("/api/v1/schema", get(api::schema))
        .route("/api/v1/records/{match_id}", get(api::record))
        .route("/fair/log.ndjson", get(fair::log))
        .route("/fair/throws.json", get(fair::throws))
        .route("/ws", any(upgrade::upgrade))
        .fallback(nothing_here)
        .layer(middleware::from_fn_with_state(Arc::clone(&house), keep_pace));
    let files = Router::new()
        .route(&format!("{}/{{content}}/{{*name}}", page::PATH), get(page::file))
        .layer(middleware::from_fn_with_state(Arc::clone(&house), keep_pace_of_files));
    Router::new()
        .route("/healthz", get(|| async { "alive\n" }))
        .route("/readyz", get(readyz))
        .merge(paced)
        .merge(files)
        .layer(middleware::map_response(plain_headers))
        .with_state(house)
}

/// Whose a request is: the whole address.
struct Whose(IpAddr);

impl FromRequestParts<Arc<House>> for Whose {
    type Rejection = std::convert::Infallible;

    async fn from_request_parts(parts: &mut Parts, house: &Arc<House>) -> Result<Self, Self::Rejection> {
        let peer = parts
            .extensions
            .get()
            .map_or(IpAddr::from([0, 0, 0, 0]), |Peer(peer)| *peer);
        let front = house.front.now();
        house.stranger.meets(peer, &parts.headers, &front.trusted_proxies);
        Ok(Self(whole_address_of(peer, &parts.headers, &front.trusted_proxies)))
    }
}

impl FromRequestParts<Arc<House>> for Meter {
    type Rejection = std::convert::Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &Arc<House>) -> Result<Self, Self::Rejection> {
        Ok(parts.extensions.get().cloned().unwrap_or_default())
    }
}

async fn keep_pace(State(house): State<Arc<House>>, Whose(from): Whose, request: Request, next: Next) -> Response {
    at_pace(&house.pace, from, request, next).await
}

async fn keep_pace_of_files(
    State(house): State<Arc<House>>,
    Whose(from): Whose,
    request: Request,
    next: Next,
) -> Response {
    at_pace(&house.files_pace, from, request, next).await
}

async fn at_pace(pace: &Pace, from: IpAddr, request: Request, next: Next) -> Response {
    match pace.step(Address::of(from)) {
        Ok(()) => next.run(request).await,
        Err(TooFast { retry_ms }) => {
            tally::refused("http_pace");
            // Whoever asks again at once is told so at this pace: a flood costs no more than its connections.
            sleep_until(Instant::now() + TOO_FAST_WAIT).await;
            let seconds = retry_ms.div_ceil(1_000).to_string();
            (
                StatusCode::TOO_MANY_REQUESTS,
                [(header::RETRY_AFTER, seconds)],
                "Too many requests; wait a little.\n",
            )
                .into_response()
        }
    }
}

async fn readyz(State(house): State<Arc<House>>) -> Response {
    let failed = match &*house.health.borrow() {
        Health::Works => None,
        Health::Failed { why } => Some(format!("the journal does not work: {why}\n")),
    };
    match failed {
        Some(why) => (StatusCode::SERVICE_UNAVAILABLE, why).into_response(),
        None if house.lobby.is_stopping() => (StatusCode::SERVICE_UNAVAILABLE, "stopping\n").into_response(),
        None if house.lobby.is_draining() => (StatusCode::SERVICE_UNAVAILABLE, format!("{CLOSING}\n")).into_response(),
        None => "ready\n".into_response(),
    }
}

async fn nothing_here() -> Response {
    (StatusCode::NOT_FOUND, "There is nothing here. See /.\n").into_response()
}

async fn plain_headers(mut response: Response) -> Response {
    let headers = response.headers_mut();
    headers.insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    headers.insert(header::REFERRER_POLICY, HeaderValue::from_static("no-referrer"));
    headers
        .entry(header::CACHE_CONTROL)
        .or_insert(HeaderValue::from_static("no-store"));
    // All that is told here is public, and told to any page that asks; the socket has a rule of its own.
    let anybody = HeaderName::from_static("access-control-allow-origin");
    headers.insert(anybody, HeaderValue::from_static("*"));
    response
}
