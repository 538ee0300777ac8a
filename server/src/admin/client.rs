//! The command's side: finds the socket file, asks once, and shows the answer.

use std::{
    ffi::OsString,
    fs::{self, File},
    io::{self, BufRead as _, BufReader, Write as _},
    os::unix::{fs::MetadataExt as _, net::UnixStream},
    path::Path,
    time::Duration,
};

use clap::{Parser as _, error::ErrorKind};
use serde_json::Value;

use super::{
    FILE,
    command::Admin,
    request::{ADMIN, Asked, Request},
    socket::short,
    words,
};

/// How long the server may take to answer.
const PATIENCE: Duration = Duration::from_secs(30);

/// How the command ends.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Done {
    /// What is to be shown.
    pub text: String,
    /// The exit code: 0 done, 1 refused, 64 no such command, 69 no server there, 74 no answer, 77 not permitted.
    pub code: u8,
}

impl Done {
    fn new(code: u8, text: impl Into<String>) -> Self {
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
    let request = admin.command.request();
    match ask(&admin.data, request) {
        Err(done) => done,
        Ok(answer) if answer["ok"] == true => {
            let text = if admin.json {
                answer.to_string()
            } else {
                words::of(&admin.command, &answer)
            };
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
    let told = ask(data, Request::Status).map_err(|done| done.text)?;
    if told["journal"]["works"] == true {
        Ok(told["state"].as_str().unwrap_or("ready").to_owned())
    } else {
        Err(format!(
            "not ready: {}",
            told["journal"]["why"].as_str().unwrap_or("the journal does not work")
        ))
    }
}

/// Asks the server of this folder.
fn ask(data: &Path, request: Request) -> Result<Value, Done> {
    let stream = connect(data)?;
    let broken = |error: io::Error| Done::new(74, format!("the server did not answer: {error}"));
    stream.set_read_timeout(Some(PATIENCE)).map_err(broken)?;
    stream.set_write_timeout(Some(PATIENCE)).map_err(broken)?;
    let asked = Asked { admin: ADMIN, request };
    let mut line = serde_json::to_string(&asked).map_err(|error| broken(error.into()))?;
    line.push('\n');
    (&stream).write_all(line.as_bytes()).map_err(broken)?;
    let mut answer = String::new();
    BufReader::new(&stream).read_line(&mut answer).map_err(broken)?;
    serde_json::from_str(&answer).map_err(|_| {
        let words = "the server ended before it answered, or this is not a chowk-server's socket";
        Done::new(74, words)
    })
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
        if matches!(error.kind(), NotFound | ConnectionRefused) {
            let words = format!("no chowk-server runs on {shown} (if one runs on another folder, say so: --data DIR)");
            Done::new(69, words)
        } else if error.kind() == PermissionDenied {
            not_permitted(data, &data.join(FILE))
        } else {
            Done::new(74, format!("{shown}/{FILE}: {error}"))
        }
    })
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
