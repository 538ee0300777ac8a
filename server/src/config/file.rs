//! `config.toml` in the data folder: read once at the start, never written. Every entry knows its line.

use std::{
    fs::{self, File},
    io::{self, Read as _},
    path::{Path, PathBuf},
};

use toml::de::{DeTable, DeValue};

use crate::journal::folder::own_ids;

/// The file's name in the data folder.
pub(super) const NAME: &str = "config.toml";
/// Larger files are no settings.
const BYTES_MAX: u64 = 256 * 1024;

/// A file of settings.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct ConfigFile {
    /// Where it is.
    pub(super) path: PathBuf,
    /// What is in it, in order.
    pub(super) entries: Vec<Entry>,
}

/// A key and its value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Entry {
    /// The key as it is written.
    pub(super) key: String,
    /// Its line, from 1.
    pub(super) line: usize,
    /// The value as a flag would write it, or what is wrong with its kind.
    pub(super) value: Result<String, &'static str>,
}

impl ConfigFile {
    /// Reads the file in this folder. One that is not there says nothing.
    ///
    /// # Errors
    /// One line: the path, where in it, and what is wrong.
    pub(super) fn read(folder: &Path) -> Result<Self, String> {
        let path = folder.join(NAME);
        let entries = match fs::metadata(&path) {
            Ok(found) if !found.is_file() => Err("it is no file".to_owned()),
            Ok(_) => read_text(&path).and_then(|text| entries(&text)),
            Err(error) if is_absent(&error) => Ok(Vec::new()),
            Err(error) => Err(error.to_string()),
        };
        match entries {
            Ok(entries) => Ok(Self { path, entries }),
            Err(why) => Err(format!("cannot read the settings in {}: {why}", path.display())),
        }
    }
}

/// Neither a folder that is still to be made nor one that is none has settings in it. What is wrong with the latter is
/// told by whoever takes it.
fn is_absent(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory)
}

fn read_text(path: &Path) -> Result<String, String> {
    let mut bytes = Vec::new();
    let read = File::open(path).and_then(|file| file.take(BYTES_MAX + 1).read_to_end(&mut bytes));
    let read = read.map_err(|error| {
        if error.kind() == io::ErrorKind::PermissionDenied {
            let (uid, gid) = own_ids();
            format!("{error}: this process is {uid}:{gid} and may not read it")
        } else {
            error.to_string()
        }
    })?;
    if read as u64 > BYTES_MAX {
        return Err(format!("it is larger than {} kB", BYTES_MAX / 1024));
    }
    String::from_utf8(bytes).map_err(|error| {
        let good = error.utf8_error().valid_up_to();
        let (line, column) = place(&String::from_utf8_lossy(&error.as_bytes()[..good]), good);
        format!("line {line}, column {column}: it is not UTF-8 text")
    })
}

fn entries(text: &str) -> Result<Vec<Entry>, String> {
    let table = DeTable::parse(text).map_err(|error| {
        let (line, column) = place(text, error.span().map_or(0, |span| span.start));
        // The value itself is not shown: it may be a secret.
        let why: Vec<&str> = error.message().lines().map(str::trim).collect();
        format!("line {line}, column {column}: {}", why.join(", "))
    })?;
    let mut entries: Vec<(usize, Entry)> = table
        .get_ref()
        .iter()
        .map(|(key, value)| {
            let at = key.span().start;
            let entry = Entry {
                key: key.get_ref().to_string(),
                line: place(text, at).0,
                value: as_flag(value.get_ref()),
            };
            (at, entry)
        })
        .collect();
    entries.sort_by_key(|(at, _)| *at);
    Ok(entries.into_iter().map(|(_, entry)| entry).collect())
}

/// The value as a flag would write it.
fn as_flag(value: &DeValue<'_>) -> Result<String, &'static str> {
    match value {
        DeValue::String(text) => Ok(text.to_string()),
        DeValue::Integer(number) => Ok(number.to_string()),
        DeValue::Float(number) => Ok(number.to_string()),
        DeValue::Boolean(yes) => Ok(yes.to_string()),
        DeValue::Array(values) => {
            let texts = values.iter().map(|value| match value.get_ref() {
                DeValue::String(text) if !text.contains(',') => Ok(text.as_ref()),
                DeValue::String(_)
                | DeValue::Integer(_)
                | DeValue::Float(_)
                | DeValue::Boolean(_)
                | DeValue::Datetime(_)
                | DeValue::Array(_)
                | DeValue::Table(_) => Err("a list holds texts without commas"),
            });
            texts.collect::<Result<Vec<_>, _>>().map(|texts| texts.join(","))
        }
        DeValue::Datetime(_) => Err("no setting is a date"),
        DeValue::Table(_) => Err("there are no sections and tables here: each line is `name = value`"),
    }
}

/// Line and column, from 1, of a place in a text; columns are characters.
fn place(text: &str, at: usize) -> (usize, usize) {
    let ends = |end: &usize| text.is_char_boundary(*end);
    let before = &text[..(0..=at.min(text.len())).rev().find(ends).unwrap_or(0)];
    let line_start = before.rfind('\n').map_or(0, |at| at + 1);
    (
        before.matches('\n').count() + 1,
        before[line_start..].chars().count() + 1,
    )
}

#[cfg(test)]
mod tests {
    use tempfile::tempdir;

    use super::*;

    fn written(bytes: &[u8]) -> Result<ConfigFile, String> {
        let folder = tempdir().unwrap();
        fs::write(folder.path().join(NAME), bytes).unwrap();
        ConfigFile::read(folder.path())
    }

    #[test]
    fn every_entry_knows_its_line_and_reads_as_a_flag() {
        let file = written(
            b"# ours\nmax_rooms = 1_0\nno-wait = true\norigins = [\"https://a.example\",\n  \"https://b.example\"]\n\n\
              name = \"Under the neem\"\nwhen = 2026-01-01\n[limits]\nqueue = 9\n",
        )
        .unwrap();
        let told: Vec<_> = file
            .entries
            .iter()
            .map(|entry| {
                (
                    entry.line,
                    entry.key.as_str(),
                    entry.value.as_deref().unwrap_or("wrong"),
                )
            })
            .collect();
        assert_eq!(
            told,
            [
                (2, "max_rooms", "10"),
                (3, "no-wait", "true"),
                (4, "origins", "https://a.example,https://b.example"),
                (7, "name", "Under the neem"),
                (8, "when", "wrong"),
                (9, "limits", "wrong"),
            ]
        );
    }

    #[test]
    fn what_cannot_be_read_is_one_line_with_its_place() {
        for (bytes, about) in [
            (&b"a = 1\nb = = 2\n"[..], "line 2, column 5"),
            (b"name = \"\xff\"", "line 1, column 9: it is not UTF-8"),
            (b"name = \"a\0b\"", "line 1, column 10"),
            (b"a = 1\na = 2\n", "line 2, column 1"),
            (b"password = hunter2\n", "line 1, column 12"),
            (b"\n\n  max_rooms 5", "line 3, column 13"),
            (&[b'#'; 300 * 1024], "larger than 256 kB"),
        ] {
            let line = written(bytes).unwrap_err();
            assert!(
                line.contains(about) && line.contains(NAME) && !line.contains('\n') && !line.contains("hunter2"),
                "{line}"
            );
        }
        let folder = tempdir().unwrap();
        assert_eq!(ConfigFile::read(folder.path()).unwrap().entries, []);
        assert_eq!(ConfigFile::read(&folder.path().join("later")).unwrap().entries, []);
        fs::create_dir(folder.path().join(NAME)).unwrap();
        assert!(ConfigFile::read(folder.path()).unwrap_err().contains("it is no file"));
    }
}
