//! `chowk-server`: reads its settings, opens its journal, serves until it is told to stop.

use std::{
    io::{self, Write as _},
    process::ExitCode,
    sync::Arc,
};

use chowk_server::{
    admin::{AdminSocket, client},
    clock::{Clock as _, MachineClock},
    config::Settings,
    journal::folder::DataFolder,
    life::Server,
    telemetry,
};
use tokio::signal::unix::{SignalKind, signal};

/// A tenth to a fifth less CPU a command than the system's allocator, measured with `chowk swarm`.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    if std::env::args_os().nth(1).is_some_and(|word| word == "admin") {
        return admin();
    }
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(end) => {
            let said = if end.code == 0 {
                writeln!(io::stdout(), "{}", end.line)
            } else {
                writeln!(io::stderr(), "chowk-server: {}", end.line)
            };
            // Nobody reads it: the code says what is left to say.
            drop(said);
            ExitCode::from(end.code)
        }
    }
}

/// `chowk-server admin …`: one request to the server that runs on the folder.
fn admin() -> ExitCode {
    let client::Done { text, code } = client::run(std::env::args_os().skip(1));
    let said = if code == 0 {
        writeln!(io::stdout(), "{text}")
    } else {
        writeln!(io::stderr(), "chowk-server: {text}")
    };
    // Nobody reads it: the code says what is left to say.
    drop(said);
    ExitCode::from(code)
}

/// Why the process ends: one line, and the exit code (BSD's sysexits).
struct End {
    line: String,
    code: u8,
}

impl End {
    fn new(code: u8, why: impl ToString) -> Self {
        Self {
            line: why.to_string(),
            code,
        }
    }
}

fn run() -> Result<(), End> {
    let started = MachineClock::new(0);
    let settings = Settings::read().map_err(|error| End::new(error.exit_code, &error))?;
    telemetry::start(&settings.log, settings.log_format).map_err(|error| End::new(78, error))?;
    for name in Settings::unknown_variables(std::env::vars_os().filter_map(|(name, _)| name.into_string().ok())) {
        tracing::warn!(name, "this variable is no setting; see --help");
    }
    let waiting = |line: &str| drop(writeln!(io::stderr(), "chowk-server: {line}"));
    let mut folder = DataFolder::take(&settings.data, !settings.no_wait, waiting)
        .map_err(|error| End::new(error.exit_code(), &error))?;
    let store = folder
        .open_journal()
        .map_err(|error| End::new(error.exit_code(), &error))?;
    let mut runtime = tokio::runtime::Builder::new_multi_thread();
    if let Some(threads) = settings.threads {
        runtime.worker_threads(threads);
    }
    let runtime = runtime.enable_all().build().map_err(|error| End::new(71, error))?;
    let served = runtime.block_on(async {
        // Before anything is told, so that a signal is never missed.
        let mut term = signal(SignalKind::terminate()).map_err(|error| End::new(71, error))?;
        let mut int = signal(SignalKind::interrupt()).map_err(|error| End::new(71, error))?;
        let server = Server::start(&settings, store)
            .await
            .map_err(|error| End::new(69, error))?;
        let rooms = server.house().lobby.world().directory.count();
        let listening = writeln!(
            io::stdout(),
            "listening on http://{} ({} rooms in the journal, started in {} ms)",
            server.address(),
            rooms.asleep + rooms.failed,
            started.now().up
        );
        listening
            .and_then(|()| io::stdout().flush())
            .map_err(|error| End::new(74, error))?;
        // Without it the server still serves.
        let admin = AdminSocket::open(Arc::clone(server.house()), &settings.data)
            .map_err(|why| tracing::error!(why, "no admin commands"));
        tokio::select! {
            _ = term.recv() => {}
            _ = int.recv() => {}
            () = server.house().evening.is_over() => {}
        }
        drop(admin);
        tracing::info!("stopping");
        // A second signal finds the handlers in place and changes nothing: to stop is bounded in time.
        server.stop().await;
        Ok(())
    });
    // A task that still waits for a socket is not waited for.
    runtime.shutdown_background();
    drop(folder);
    served
}
