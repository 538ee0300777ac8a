//! A server's life: it reads its journal, serves, and stops so that everybody comes back (contract 24).

use std::{io, net::SocketAddr, sync::Arc, time::Duration};

use tokio::{
    task::JoinHandle,
    time::{MissedTickBehavior, interval, timeout},
};

use crate::{
    admin::Evening,
    bans::Bans,
    clock::{BEAT, MachineClock},
    config::{InForce, Settings},
    fate::OsEntropy,
    http::{FILES_A_REQUEST, Fronts, House, Listener, Sockets, Stranger, router},
    journal::{Journal, Store, StoreError},
    lobby::{Lobby, directory::Directory, sweep},
    outbox::Outboxes,
    pace::Pace,
    room::{End, Post, World},
    tally,
};

/// How long sockets are waited for once all was said; who does not answer the farewell by then is cut.
const LAST_WORDS: Duration = Duration::from_millis(800);
/// How long the journal is waited for at last. What was acknowledged is on disk without it.
const LAST_ROWS: Duration = Duration::from_millis(400);
/// Whoever is sent away comes back after this many milliseconds …
const RETRY_MS: u64 = 500;
/// … and up to this many more, so that not all come at once.
const RETRY_SPREAD_MS: u64 = 2_000;

/// Why a server did not begin.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    /// The port is not to be had.
    #[error("cannot listen on {address}: {source}")]
    Listen {
        /// Which.
        address: SocketAddr,
        /// Why.
        source: io::Error,
    },
    /// The address for metrics is not to be had.
    #[error("cannot tell metrics on {address}: {source}")]
    Metrics {
        /// Which.
        address: SocketAddr,
        /// Why.
        source: io::Error,
    },
    /// The journal cannot be read.
    #[error("cannot read the journal: {0}")]
    Journal(#[from] StoreError),
}

/// A server that serves.
pub struct Server {
    address: SocketAddr,
    house: Arc<House>,
    metrics: Option<SocketAddr>,
    tasks: Vec<JoinHandle<()>>,
    stop_grace: Duration,
}

impl Server {
    /// Begins to serve from this store. The store is open and works.
    ///
    /// # Errors
    /// [`StartError`].
    pub async fn start(settings: &Settings, mut store: impl Store + 'static) -> Result<Self, StartError> {
        let refused = |source| StartError::Listen {
            address: settings.place.listen,
            source,
        };
        let front = Fronts::new(settings.front());
        let listener = Listener::bind(settings.place.listen, settings.listener_limits(), front.clone())
            .await
            .map_err(refused)?;
        let address = listener.address().map_err(refused)?;
        // No moment is told before the newest that the log of seals tells, whatever the machine's clock says.
        let clock: Arc<MachineClock> = Arc::new(MachineClock::new(store.seal_sum()?.at));
        let journal = Journal::start(store, clock.clone())?;
        let world = Arc::new(World {
            directory: Directory::new(journal.directory().await?),
            journal: journal.clone(),
            outboxes: Outboxes::default(),
            clock: clock.clone(),
            limits: settings.room_limits(),
            draining: false.into(),
        });
        let lobby = Arc::new(Lobby::new(world, settings.lobby_limits(), OsEntropy));
        let requests = settings.requests_per_s();
        let pace = Arc::new(Pace::per_second(requests, clock.clone()));
        let files_pace = Arc::new(Pace::per_second(
            requests.saturating_mul(FILES_A_REQUEST),
            clock.clone(),
        ));
        let house = Arc::new(House {
            lobby: Arc::clone(&lobby),
            sockets: Sockets::new(settings.players_most(), settings.limits.max_per_addr),
            pace: Arc::clone(&pace),
            files_pace: Arc::clone(&files_pace),
            health: journal.health(),
            front,
            in_force: InForce::default(),
            stranger: Stranger::default(),
            bans: Bans::of_folder(&settings.place.data),
            evening: Evening::default(),
        });
        let mut tasks = vec![
            tokio::spawn(listener.accept(router(Arc::clone(&house)))),
            tokio::spawn(sweep(lobby, [pace, files_pace], settings.upkeep())),
            tokio::spawn(keep_time(clock)),
        ];
        let mut metrics = None;
        if let Some(address) = settings.operation.metrics_addr {
            let refused = |source| StartError::Metrics { address, source };
            let (address, answering) = tally::serve(address, Arc::clone(&house)).await.map_err(refused)?;
            tasks.push(tokio::spawn(answering));
            metrics = Some(address);
        }
        Ok(Self {
            address,
            house,
            metrics,
            tasks,
            stop_grace: settings.operation.stop_grace,
        })
    }

    /// The address it listens on.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// The address on which it tells what it counts, if it does.
    pub fn metrics(&self) -> Option<SocketAddr> {
        self.metrics
    }

    /// What its requests share.
    pub fn house(&self) -> &Arc<House> {
        &self.house
    }

    /// Stops: no new rooms, what waits is committed, everybody is told to come back. Takes no longer than the grace.
    pub async fn stop(self) {
        let lobby = &self.house.lobby;
        lobby.close();
        let rooms = self.stop_grace.saturating_sub(LAST_WORDS + LAST_ROWS);
        if timeout(rooms, lobby.stop_rooms()).await.is_err() {
            tracing::warn!("some rooms did not stop in time; what they acknowledged is on disk");
        }
        let outboxes = &lobby.world().outboxes;
        for session in outboxes.sessions() {
            let retry_ms = RETRY_MS + session.n * 7_919 % RETRY_SPREAD_MS;
            outboxes.tell(session, Post::Close(End::restart(retry_ms)));
        }
        if timeout(LAST_WORDS, self.house.sockets.all_closed()).await.is_err() {
            tracing::info!(left = self.house.sockets.open(), "some sockets did not close in time");
        }
        self.tasks.iter().for_each(JoinHandle::abort);
        if timeout(LAST_ROWS, lobby.world().journal.stop()).await.is_err() {
            tracing::warn!("the journal did not close in time; what it acknowledged is on disk");
        }
    }
}

/// Lets the clock beat, and tells of time that the process was not given.
async fn keep_time(clock: Arc<MachineClock>) {
    let mut beats = interval(BEAT);
    beats.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        beats.tick().await;
        if let Some(ms) = clock.beat() {
            tally::stalled();
            tracing::warn!(ms, "this process got no time; no room's clock ran meanwhile");
        }
    }
}
