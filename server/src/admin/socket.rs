//! The socket file: made so that nobody else ever may open it, bounded in connections, bytes and patience.

use std::{
    fs::{self, File, Permissions},
    io,
    os::{fd::AsRawFd as _, unix::fs::PermissionsExt as _},
    path::{Path, PathBuf},
    sync::{Arc, Mutex},
    time::Duration,
};

use tokio::{
    io::{AsyncBufReadExt as _, AsyncReadExt as _, AsyncWriteExt as _, BufReader},
    net::{UnixListener, UnixStream},
    sync::Semaphore,
    task::JoinHandle,
    time::{Instant, sleep_until, timeout},
};

use super::{
    Evening, FILE, Steward,
    backup::clean,
    request::{self, No, REQUEST_BYTES_MAX, Request},
};
use crate::http::House;

/// Most connections at one time.
const CONNECTIONS_MAX: usize = 8;
/// How long a connection has to say what it wants, and to take the answer.
const PATIENCE: Duration = Duration::from_secs(10);
/// After an error of accepting, nothing is accepted for so long.
const BREATH: Duration = Duration::from_millis(100);

/// The open socket file; it is removed when this is dropped.
#[derive(Debug)]
pub struct AdminSocket {
    file: PathBuf,
    tasks: [JoinHandle<()>; 2],
}

impl AdminSocket {
    /// Opens the socket file in the data folder, which this process holds: a file that is there belongs to a server that
    /// has died, and is replaced.
    ///
    /// # Errors
    /// One line for the operator. The server serves without it.
    pub fn open(house: Arc<House>, folder: &Path) -> Result<Self, String> {
        let file = folder.join(FILE);
        clean(folder);
        let listener = bind(folder).map_err(|error| {
            if file.is_dir() {
                format!("{} is a folder: remove it, and start again", file.display())
            } else {
                format!("cannot open {}: {error}", file.display())
            }
        })?;
        let steward = Arc::new(Steward {
            house: Arc::clone(&house),
            folder: fs::canonicalize(folder).unwrap_or_else(|_| folder.to_owned()),
            backing_up: Mutex::new(()),
        });
        let evening = tokio::spawn(async move { Evening::keep(&house).await });
        Ok(Self {
            file,
            tasks: [tokio::spawn(accept(listener, steward)), evening],
        })
    }
}

impl Drop for AdminSocket {
    fn drop(&mut self) {
        self.tasks.iter().for_each(JoinHandle::abort);
        // If it cannot be removed, the next server replaces it.
        let _ = fs::remove_file(&self.file);
    }
}

/// A path for the system's calls, which take no socket path above 107 bytes: the same place by way of an open folder.
pub(super) fn short(folder: &File, name: &str) -> PathBuf {
    PathBuf::from(format!("/proc/self/fd/{}/{name}", folder.as_raw_fd()))
}

/// Binds inside a folder that nobody else may enter, closes the file to others, and only then gives it its place.
fn bind(folder: &Path) -> io::Result<UnixListener> {
    let inner = folder.join(".admin-new");
    match fs::create_dir(&inner) {
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
        made => made?,
    }
    let bound = bind_in(&inner, &folder.join(FILE));
    // What is left over is used the next time.
    let _ = fs::remove_dir(&inner);
    bound
}

fn bind_in(inner: &Path, file: &Path) -> io::Result<UnixListener> {
    fs::set_permissions(inner, Permissions::from_mode(0o700))?;
    let open = File::open(inner)?;
    let new = inner.join("socket");
    match fs::remove_file(&new) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => {}
        removed => removed?,
    }
    let listener = UnixListener::bind(short(&open, "socket"))?;
    let placed = fs::set_permissions(&new, Permissions::from_mode(0o600)).and_then(|()| fs::rename(&new, file));
    placed.inspect_err(|_| drop(fs::remove_file(&new)))?;
    Ok(listener)
}

async fn accept(listener: UnixListener, steward: Arc<Steward>) {
    let free = Arc::new(Semaphore::new(CONNECTIONS_MAX));
    loop {
        let stream = match listener.accept().await {
            Ok((stream, _)) => stream,
            Err(error) => {
                tracing::warn!(%error, "no admin connection could be accepted");
                sleep_until(Instant::now() + BREATH).await;
                continue;
            }
        };
        let Ok(permit) = Arc::clone(&free).try_acquire_owned() else {
            let words = format!("There are {CONNECTIONS_MAX} admin connections already: try again.");
            // It fits into the socket, or nobody reads it.
            let _ = stream.try_write(request::answer(Err(No::new("busy", words))).as_bytes());
            continue;
        };
        let steward = Arc::clone(&steward);
        tokio::spawn(async move {
            serve(stream, steward).await;
            drop(permit);
        });
    }
}

/// One connection: a line, and its answer. Whoever is gone meanwhile has been obeyed all the same.
async fn serve(mut stream: UnixStream, steward: Arc<Steward>) {
    let mut line = Vec::new();
    let read = {
        let mut bounded = BufReader::new(&mut stream).take(REQUEST_BYTES_MAX as u64 + 1);
        timeout(PATIENCE, bounded.read_until(b'\n', &mut line)).await
    };
    let told = match read {
        Err(_) => Err(No::new("too_slow", "Nothing was asked for in ten seconds.")),
        Ok(Err(_)) => return,
        Ok(Ok(0)) => return,
        Ok(Ok(_)) if line.len() > REQUEST_BYTES_MAX => Err(No::new(
            "bad_request",
            format!("A request has at most {REQUEST_BYTES_MAX} bytes."),
        )),
        Ok(Ok(_)) => match request::read(&line) {
            Ok(request @ (Request::Backup { .. } | Request::Export { .. })) => {
                return pour(stream, steward, request).await;
            }
            Ok(request) => steward.obey(request).await,
            Err(no) => Err(no),
        },
    };
    let answer = request::answer(told);
    let told = async {
        stream.write_all(answer.as_bytes()).await?;
        stream.shutdown().await
    };
    if !matches!(timeout(PATIENCE, told).await, Ok(Ok(()))) {
        tracing::debug!("an admin connection did not take its answer");
    }
}

/// An answer that bytes follow, as many as the disk holds: in a thread of its own, at the reader's pace.
async fn pour(stream: UnixStream, steward: Arc<Steward>, request: Request) {
    let poured = tokio::task::spawn_blocking(move || {
        let mut out = stream.into_std()?;
        out.set_nonblocking(false)?;
        out.set_write_timeout(Some(PATIENCE))?;
        steward.pour(request, &mut out)
    });
    if let Ok(Err(error)) = poured.await {
        tracing::warn!(%error, "an admin connection did not take all that it had asked for");
    }
}
