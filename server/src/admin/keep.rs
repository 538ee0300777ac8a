//! What the command does with bytes: a backup into a file that is whole or not there, an export into a folder, a restore.

use std::{
    fs::{self, File, OpenOptions},
    io::{self, IsTerminal as _, Read, Write},
    os::unix::fs::OpenOptionsExt as _,
    path::{Component, Path, PathBuf},
};

use serde_json::{Value, json};

use super::{
    client::Done,
    export::SUMMARY,
    restore::{Restored, restore},
};
use crate::journal::{examine, folder::sync_folder};

/// What stands for standard input and output.
const STREAM: &str = "-";

/// Whether the file is standard input or output.
pub(super) fn is_stream(file: &Path) -> bool {
    file.as_os_str() == STREAM
}

/// Bytes are not written to a terminal.
pub(super) fn check_stream(file: &Path) -> Result<(), Done> {
    if is_stream(file) && io::stdout().is_terminal() {
        let words = "standard output is a terminal: send it into a file or a program (… > FILE)";
        return Err(Done::new(64, words));
    }
    Ok(())
}

/// Puts a backup of so many bytes where it is wanted.
pub(super) fn keep_backup(file: &Path, from: &mut impl Read, bytes: u64) -> Result<(), Done> {
    if is_stream(file) {
        let mut out = io::stdout().lock();
        let copied = io::copy(&mut from.take(bytes), &mut out).and_then(|copied| out.flush().map(|()| copied));
        return match copied {
            Ok(copied) if copied == bytes => Ok(()),
            Ok(_) => Err(Done::new(74, "the backup was cut off: what was written is of no use")),
            Err(error) => Err(Done::new(74, format!("the backup could not be written: {error}"))),
        };
    }
    let shown = file.display();
    if file.is_dir() {
        return Err(Done::new(64, format!("{shown} is a folder; name a file in it")));
    }
    let part = PathBuf::from(format!("{shown}.part"));
    let kept = write_whole(&part, from, bytes).and_then(|()| {
        examine(&part).map_err(|error| error.to_string())?;
        fs::rename(&part, file).map_err(|error| error.to_string())?;
        let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty());
        sync_folder(folder.unwrap_or(Path::new("."))).map_err(|error| error.to_string())
    });
    kept.map_err(|why| {
        // An older backup of this name is as it was.
        let _ = fs::remove_file(&part);
        Done::new(74, format!("the backup could not be written to {shown}: {why}"))
    })
}

fn write_whole(part: &Path, from: &mut impl Read, bytes: u64) -> Result<(), String> {
    let mut options = OpenOptions::new();
    let file = options.write(true).create(true).truncate(true).mode(0o600).open(part);
    let mut file = file.map_err(|error| error.to_string())?;
    let copied = io::copy(&mut from.take(bytes), &mut file).map_err(|error| error.to_string())?;
    if copied != bytes {
        return Err("it was cut off".to_owned());
    }
    file.sync_all().map_err(|error| error.to_string())
}

/// Puts an export where it is wanted; tells what its summary says.
pub(super) fn keep_export(folder: &Path, from: &mut impl Read) -> Result<Value, Done> {
    let failed = |error: io::Error| Done::new(74, format!("the export could not be written: {error}"));
    let cut_off = || Done::new(74, "the export was cut off: it is not whole");
    if is_stream(folder) {
        let mut end = Ending::default();
        let mut both = Both(from, &mut end);
        let mut out = io::stdout().lock();
        io::copy(&mut both, &mut out)
            .and_then(|_| out.flush())
            .map_err(failed)?;
        return if end.is_whole() {
            Ok(Value::Null)
        } else {
            Err(cut_off())
        };
    }
    fs::create_dir_all(folder).map_err(failed)?;
    let mut archive = tar::Archive::new(from);
    let mut told = None;
    for entry in archive.entries().map_err(failed)? {
        let mut entry = entry.map_err(failed)?;
        let name = entry.path().map_err(failed)?.into_owned();
        if !name.components().all(|part| matches!(part, Component::Normal(_))) {
            return Err(Done::new(74, "the export has a name in it that leads elsewhere"));
        }
        let file = folder.join(&name);
        if let Some(inner) = file.parent() {
            fs::create_dir_all(inner).map_err(failed)?;
        }
        let written = File::create(&file).and_then(|mut file| io::copy(&mut entry, &mut file));
        written.map_err(failed)?;
        if name.as_os_str() == SUMMARY {
            told = fs::read(&file)
                .ok()
                .and_then(|bytes| serde_json::from_slice(&bytes).ok());
        }
    }
    told.ok_or_else(cut_off)
}

/// A tar file ends with two blocks of nothing.
#[derive(Debug, Default)]
struct Ending {
    zeros: usize,
}

impl Ending {
    fn is_whole(&self) -> bool {
        self.zeros >= 1_024
    }
}

struct Both<'a, R>(&'a mut R, &'a mut Ending);

impl<R: Read> Read for Both<'_, R> {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        let read = self.0.read(bytes)?;
        let zeros = bytes[..read].iter().rev().take_while(|byte| **byte == 0).count();
        self.1.zeros = if zeros == read { self.1.zeros + read } else { zeros };
        Ok(read)
    }
}

/// Restores a backup; tells what is there now.
pub(super) fn bring_back(data: &Path, file: &Path, force: bool) -> Result<Value, Done> {
    let restored = if is_stream(file) {
        restore(data, "what came", &mut io::stdin().lock(), force)
    } else {
        let opened = File::open(file).map_err(|error| Done::new(66, format!("{}: {error}", file.display())));
        restore(data, &file.display().to_string(), &mut opened?, force)
    };
    restored
        .map(|restored| told_of(&restored))
        .map_err(|error| Done::new(error.exit_code(), error.to_string()))
}

fn told_of(restored: &Restored) -> Value {
    let mut told = json!({
        "ok": true,
        "backup": restored.backup,
        "now": restored.counts,
        "bans": restored.bans,
        "failed": restored.failed,
        "kept": restored.kept,
    });
    for (name, matches) in restored.matches() {
        told[name] = json!(matches);
    }
    told
}
