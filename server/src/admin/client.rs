//! The command's side: finds the socket file, asks once, and shows the answer.

use std::{
    ffi::OsString,
    fs::{self, File},
    io::{self, BufRead as _, BufReader, Read as _, Write as _},
    os::unix::{fs::MetadataExt as _, net::UnixStream},
    path::Path,
    time::Duration,
};

use clap::{Parser as _, error::ErrorKind};
use serde_json::{Value, json};

use super::{
    FILE,
    backup::Made,
    command::{Admin, Command},
    keep::{bring_back, check_stream, is_stream, keep_backup, keep_export},
    request::{ADMIN, Asked, Request},
    socket::short,
    words,
};
use crate::{
    clock::{Clock as _, MachineClock},
    journal::folder::{DataFolder, journal_in},
};

/// How long the server may take to answer.
const PATIENCE: Duration = Duration::from_secs(30);
/// The same, where the whole journal is read first.
const LONG_PATIENCE: Duration = Duration::from_secs(900);
/// Most bytes of an answer, without what follows it.
const ANSWER_BYTES_MAX: u64 = 16 * 1024 * 1024;

/// How the command ends.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Done {
    /// What is to be shown.
    pub text: String,
    /// The exit code: 0 done, 1 refused, 64 no such command, 69 no server there, 74 no answer, 77 not permitted.
    pub code: u8,
}

impl Done {
    pub(super) fn new(code: u8, text: impl Into<String>) -> Self {
        let text = text.into();
        Self { text, code }
    }
}

/// Runs `chowk-server admin …`; the first of the words is the command's name.
pub fn run(words: impl IntoIterator<Item = OsString>) -> Done {
    match Admin::try_parse_from(words) {
        Ok(admin) => obey(&admin),
        Err(error) if matches!(error.kind(), ErrorKind::DisplayHelp | ErrorKind::DisplayVersion) => {
            Done::new(0, error.to_string().trim_end())
        }
        Err(error) => Done::new(64, error.to_string().trim_end().trim_start_matches("error: ")),
    }
}

fn obey(admin: &Admin) -> Done {
    match answer_to(admin) {
        Err(done) => done,
        Ok(answer) if answer["ok"] == true => {
            let text = if admin.json {
                answer.to_string()
            } else {
                words::of(&admin.command, &answer)
            };
            if admin.command.is_poured_out() {
                // Standard output is taken. Nobody may be there to read this; the code says what is left to say.
                drop(writeln!(io::stderr(), "{text}"));
                return Done::new(0, "");
            }
            Done::new(0, text)
        }
        Ok(answer) if admin.json => Done::new(1, answer.to_string()),
        Ok(answer) => Done::new(1, answer["error"].as_str().unwrap_or("the server did not say why")),
    }
}

/// Whether the server of this folder is well: `Ok` with a line, or `Err` with why not.
///
/// # Errors
/// One line.
pub fn is_well(data: &Path) -> Result<String, String> {
    let (told, _) = ask(data, Request::Status).map_err(|done| done.text)?;
    if told["journal"]["works"] == true {
        Ok(told["state"].as_str().unwrap_or("ready").to_owned())
    } else {
        Err(format!(
            "not ready: {}",
            told["journal"]["why"].as_str().unwrap_or("the journal does not work")
        ))
    }
}

fn answer_to(admin: &Admin) -> Result<Value, Done> {
    let Some(request) = admin.command.request() else {
        return admin.command.without_server(&admin.data);
    };
    match &admin.command {
        Command::Backup { file, with_seeds } => {
            check_stream(file)?;
            let (mut answer, mut rest) = match ask(&admin.data, request) {
                Err(Done { code: 69, .. }) if journal_in(&admin.data).exists() => {
                    return backup_alone(&admin.data, file, *with_seeds);
                }
                asked => asked?,
            };
            if answer["ok"] == true {
                keep_backup(file, &mut rest, answer["bytes"].as_u64().unwrap_or(0))?;
                answer["file"] = json!(file);
            }
            Ok(answer)
        }
        Command::Export { folder, room, .. } => {
            check_stream(folder)?;
            let (mut answer, mut rest) = ask(&admin.data, request)?;
            if answer["ok"] == true {
                answer["export"] = keep_export(folder, &mut rest)?;
                answer["folder"] = json!(folder);
                if let Some(room) = room {
                    answer["only"] = json!(room);
                }
            }
            Ok(answer)
        }
        Command::Status
        | Command::Rooms
        | Command::Room { .. }
        | Command::Say { .. }
        | Command::Kick { .. }
        | Command::Ban { .. }
        | Command::Unban { .. }
        | Command::Bans
        | Command::End { .. }
        | Command::Reload
        | Command::Drain(_)
        | Command::Restore { .. } => ask(&admin.data, request).map(|(answer, _)| answer),
    }
}

/// A backup of a journal on which no server runs.
fn backup_alone(data: &Path, file: &Path, with_seeds: bool) -> Result<Value, Done> {
    let folder =
        DataFolder::take(data, false, |_| {}).map_err(|error| Done::new(error.exit_code(), error.to_string()))?;
    let now = MachineClock::new(0).now().wall;
    let made = folder.read_only(|| Made::of(folder.path(), now, with_seeds));
    let mut made = made.map_err(|no| Done::new(74, no.error))?;
    let mut answer = Value::Object(made.told());
    keep_backup(file, &mut made.file, made.bytes)?;
    answer["ok"] = json!(true);
    answer["file"] = json!(file);
    Ok(answer)
}

/// Asks the server of this folder; what follows the answer can be read on.
fn ask(data: &Path, request: Request) -> Result<(Value, BufReader<UnixStream>), Done> {
    let stream = connect(data)?;
    let broken = |error: io::Error| Done::new(74, format!("the server did not answer: {error}"));
    let reads_all = matches!(request, Request::Backup { .. } | Request::Export { .. });
    let patience = if reads_all { LONG_PATIENCE } else { PATIENCE };
    stream.set_read_timeout(Some(patience)).map_err(broken)?;
    stream.set_write_timeout(Some(PATIENCE)).map_err(broken)?;
    let asked = Asked { admin: ADMIN, request };
    let mut line = serde_json::to_string(&asked).map_err(|error| broken(error.into()))?;
    line.push('\n');
    (&stream).write_all(line.as_bytes()).map_err(broken)?;
    let mut rest = BufReader::new(stream);
    let mut answer = String::new();
    (&mut rest)
        .take(ANSWER_BYTES_MAX)
        .read_line(&mut answer)
        .map_err(broken)?;
    let answer = serde_json::from_str(&answer).map_err(|_| {
        let words = "the server ended before it answered, or this is not a chowk-server's socket";
        Done::new(74, words)
    })?;
    Ok((answer, rest))
}

fn connect(data: &Path) -> Result<UnixStream, Done> {
    use io::ErrorKind::{ConnectionRefused, NotFound, PermissionDenied};
    let shown = data.display();
    let folder = File::open(data).map_err(|error| {
        if error.kind() == NotFound {
            Done::new(69, format!("no chowk-server runs on {shown}: there is no such folder"))
        } else if error.kind() == PermissionDenied {
            not_permitted(data, data)
        } else {
            Done::new(74, format!("{shown}: {error}"))
        }
    })?;
    UnixStream::connect(short(&folder, FILE)).map_err(|error| {
        if data.join(FILE).is_dir() {
            let words = format!("{shown}/{FILE} is a folder: remove it, and start the server again");
            Done::new(69, words)
        } else if matches!(error.kind(), NotFound | ConnectionRefused) {
            let words = format!("no chowk-server runs on {shown} (if one runs on another folder, say so: --data DIR)");
            Done::new(69, words)
        } else if error.kind() == PermissionDenied {
            not_permitted(data, &data.join(FILE))
        } else {
            Done::new(74, format!("{shown}/{FILE}: {error}"))
        }
    })
}

impl Command {
    /// What is done where no server may run.
    fn without_server(&self, data: &Path) -> Result<Value, Done> {
        match self {
            Self::Restore { file, force } => bring_back(data, file, *force),
            Self::Status
            | Self::Rooms
            | Self::Room { .. }
            | Self::Say { .. }
            | Self::Kick { .. }
            | Self::Ban { .. }
            | Self::Unban { .. }
            | Self::Bans
            | Self::End { .. }
            | Self::Reload
            | Self::Drain(_)
            | Self::Backup { .. }
            | Self::Export { .. } => Err(Done::new(70, "this is asked of a server")),
        }
    }

    /// Whether standard output is for bytes.
    fn is_poured_out(&self) -> bool {
        match self {
            Self::Backup { file, .. } | Self::Export { folder: file, .. } => is_stream(file),
            Self::Status
            | Self::Rooms
            | Self::Room { .. }
            | Self::Say { .. }
            | Self::Kick { .. }
            | Self::Ban { .. }
            | Self::Unban { .. }
            | Self::Bans
            | Self::End { .. }
            | Self::Reload
            | Self::Drain(_)
            | Self::Restore { .. } => false,
        }
    }
}

fn not_permitted(data: &Path, file: &Path) -> Done {
    let owner = fs::metadata(file)
        .or_else(|_| fs::metadata(data))
        .map(|found| (found.uid(), found.gid()));
    let owner = owner.map_or_else(|_| "another user".to_owned(), |(uid, gid)| format!("{uid}:{gid}"));
    let shown = file.display();
    let words = format!("{shown} belongs to {owner}: run this command as that user (docker exec --user {owner} …)");
    Done::new(77, words)
}
