//! `/metrics`: what was counted, and what is to be seen at this moment.

use std::{collections::BTreeMap, net::SocketAddr, sync::Arc, time::Duration};

use axum::{
    Router,
    extract::State,
    http::header,
    response::{IntoResponse, Response},
    routing::get,
};
use chowk_protocol::{GameKind, PROTOCOL, Stage};
use chowk_record::line::ENGINE;
use metrics::gauge;
use metrics_exporter_prometheus::PrometheusHandle;
use tokio::{
    sync::Mutex,
    time::{MissedTickBehavior, interval},
};

use super::{begin, process, seals::OpenSeals};
use crate::{
    http::{House, Listener, ListenerLimits},
    journal::Health,
    lobby::directory::RoomCount,
};

/// What was measured is put into its buckets so often, whether anybody asks or not.
pub const UPKEEP: Duration = Duration::from_secs(5);
/// Connections of those who ask, in all.
const CONNECTIONS: usize = 16;
/// How long their requests may take to come.
const HEAD_WAIT: Duration = Duration::from_secs(10);
/// The kind of text that Prometheus reads.
const CONTENT_TYPE: &str = "text/plain; version=0.0.4; charset=utf-8";
/// The games and stages, each with its word.
const GAMES: [GameKind; 2] = [GameKind::Chowka, GameKind::Stones];
const STAGES: [(Stage, &str); 5] = [
    (Stage::Gathering, "gathering"),
    (Stage::Readying, "readying"),
    (Stage::Revealing, "revealing"),
    (Stage::Playing, "playing"),
    (Stage::Ended, "ended"),
];

/// What the page looks at.
struct Outlook {
    house: Arc<House>,
    counted: &'static PrometheusHandle,
    seals: Mutex<OpenSeals>,
    started_at_ms: u64,
}

/// A listener that is ready to answer, and its address.
///
/// # Errors
/// If the address is not to be had.
pub async fn serve(
    address: SocketAddr,
    house: Arc<House>,
) -> std::io::Result<(SocketAddr, impl Future<Output = ()> + Send)> {
    let limits = ListenerLimits {
        connections: CONNECTIONS,
        per_address: CONNECTIONS,
        head_wait: HEAD_WAIT,
        write_wait: HEAD_WAIT,
    };
    let listener = Listener::bind(address, limits, house.front.clone()).await?;
    let address = listener.address()?;
    let counted = begin();
    let now = house.lobby.world().clock.now();
    let outlook = Arc::new(Outlook {
        house,
        counted,
        seals: Mutex::default(),
        started_at_ms: now.wall.saturating_sub(now.up),
    });
    let router = Router::new().route("/metrics", get(page)).with_state(outlook);
    let answering = async move {
        tokio::join!(listener.accept(router), keep_up(counted));
    };
    Ok((address, answering))
}

/// Without this, what is measured would wait in memory for somebody to ask.
async fn keep_up(counted: &PrometheusHandle) {
    let mut rounds = interval(UPKEEP);
    rounds.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        rounds.tick().await;
        counted.run_upkeep();
    }
}

async fn page(State(outlook): State<Arc<Outlook>>) -> Response {
    outlook.look().await;
    ([(header::CONTENT_TYPE, CONTENT_TYPE)], outlook.counted.render()).into_response()
}

impl Outlook {
    /// Looks at all that is not counted but seen.
    async fn look(&self) {
        let world = self.house.lobby.world();
        let version = env!("CARGO_PKG_VERSION");
        let (protocol, engine) = (PROTOCOL.to_string(), ENGINE.to_string());
        gauge!("chowk_build_info", "version" => version, "protocol" => protocol, "engine" => engine).set(1.0);
        let works = *self.house.health.borrow() == Health::Works;
        gauge!("chowk_journal_works").set(f64::from(u8::from(works)));
        let drains = self.house.lobby.is_draining() || self.house.lobby.is_stopping();
        gauge!("chowk_draining").set(f64::from(u8::from(drains)));
        gauge!("chowk_rooms_most").set(number(self.house.lobby.limits().rooms));
        gauge!("chowk_sockets_most").set(number(self.house.sockets.most()));
        let tasks = tokio::runtime::Handle::current().metrics().num_alive_tasks();
        gauge!("chowk_tasks").set(number(tasks));
        process::look(self.started_at_ms);

        // The log first: what is sealed meanwhile is then held by a room, and not the other way round.
        let mut seals = self.seals.lock().await;
        let is_read = works && seals.follow(&world.journal).await.is_ok();
        let RoomCount { asleep, failed, .. } = world.directory.count();
        let lines = world.directory.summaries();
        if is_read {
            let held = lines.iter().filter(|line| line.sealed).count() + asleep;
            gauge!("chowk_fair_overdue").set(number(seals.count().saturating_sub(held)));
        }
        let mut rooms: BTreeMap<(&str, &str), usize> = BTreeMap::new();
        for (game, game_word) in GAMES.map(|game| (game, game_name(game))) {
            for (stage, stage_word) in STAGES {
                let count = lines.iter().filter(|line| line.game == game && line.stage == stage);
                rooms.insert((game_word, stage_word), count.count());
            }
        }
        rooms.insert(("unread", "asleep"), asleep);
        rooms.insert(("unread", "failed"), failed);
        for ((game, state), count) in rooms {
            gauge!("chowk_rooms", "game" => game, "state" => state).set(number(count));
        }
    }
}

/// Numbers in here are far below 2^53.
fn number(count: usize) -> f64 {
    count as f64
}

/// The label of a game.
pub(super) fn game_name(game: GameKind) -> &'static str {
    match game {
        GameKind::Chowka => "chowka",
        GameKind::Stones => "stones",
    }
}
