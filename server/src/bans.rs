//! Bans: to whose addresses this server is closed, until when and why; kept in a file of the data folder that is
//! written whole or not at all.

use std::{
    fs::{self, File, OpenOptions},
    io::{self, Write as _},
    net::IpAddr,
    os::unix::fs::OpenOptionsExt as _,
    path::{Path, PathBuf},
    sync::{Arc, Mutex, PoisonError, RwLock},
    time::{Duration, SystemTime, UNIX_EPOCH},
};

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::http::Range;

/// The file in the data folder.
pub const FILE: &str = "bans.json";
/// The last moment that RFC 3339 can tell, at the end of the year 9999.
const LAST_MOMENT: u64 = 253_402_300_799_000;
/// Most bans; more are made as ranges.
pub const BANS_MAX: usize = 10_000;

/// A ban.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ban {
    /// Whose.
    #[serde(with = "as_text")]
    pub address: Range,
    /// Since when, milliseconds since 1970; RFC 3339 in the file.
    #[serde(with = "as_moment")]
    pub since: u64,
    /// Until when; for ever, if absent.
    #[serde(default, with = "as_maybe_moment", skip_serializing_if = "Option::is_none")]
    pub until: Option<u64>,
    /// Why, in the operator's words.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub reason: String,
}

/// All bans.
#[derive(Debug)]
pub struct Bans {
    folder: PathBuf,
    list: RwLock<Arc<Vec<Ban>>>,
    /// Held while the list is changed and written.
    changing: Mutex<()>,
}

/// What a file of bans holds.
#[derive(Debug, Serialize, Deserialize)]
struct Kept {
    bans: Vec<Ban>,
}

impl Bans {
    /// The bans that are kept in this folder. A file that cannot be read is put aside and told in the log: games matter
    /// more than bans.
    pub fn of_folder(folder: &Path) -> Self {
        let list = read(&folder.join(FILE)).unwrap_or_else(|why| {
            let aside = folder.join(format!("{FILE}.broken"));
            let kept = fs::rename(folder.join(FILE), &aside).is_ok();
            tracing::error!(
                why,
                kept,
                "{FILE} cannot be read: nobody is banned (it is kept as {FILE}.broken)"
            );
            Vec::new()
        });
        Self {
            folder: folder.to_owned(),
            list: RwLock::new(Arc::new(list)),
            changing: Mutex::new(()),
        }
    }

    /// Whether this address is banned at this moment, milliseconds since 1970.
    pub fn hold(&self, address: IpAddr, now: u64) -> bool {
        self.all()
            .iter()
            .any(|ban| ban.is_on(now) && ban.address.holds(address))
    }

    /// The bans that are on.
    pub fn list(&self, now: u64) -> Vec<Ban> {
        self.all().iter().filter(|ban| ban.is_on(now)).cloned().collect()
    }

    /// Adds a ban, or puts it in the place of the one of the same range; durable when it returns.
    ///
    /// # Errors
    /// If it cannot be written; then nothing is changed.
    pub fn add(&self, ban: Ban, now: u64) -> io::Result<()> {
        self.change(now, |list| {
            list.retain(|other| other.address != ban.address);
            if list.len() >= BANS_MAX {
                return Err(io::Error::other(format!("there are {BANS_MAX} bans already")));
            }
            list.push(ban);
            Ok(())
        })
    }

    /// Lifts the bans of this range, and those inside it; durable when it returns.
    ///
    /// # Errors
    /// As [`Bans::add`].
    pub fn lift(&self, range: &Range, now: u64) -> io::Result<Vec<Ban>> {
        let mut lifted = Vec::new();
        self.change(now, |list| {
            let (gone, kept) = list.drain(..).partition(|ban| range.covers(&ban.address));
            lifted = gone;
            *list = kept;
            Ok(())
        })?;
        Ok(lifted)
    }

    /// Reads the file again, after somebody has edited it; returns how many are on before and after.
    ///
    /// # Errors
    /// If it cannot be read; then nothing is changed.
    pub fn read_again(&self, now: u64) -> Result<(usize, usize), String> {
        let _changing = self.changing.lock().unwrap_or_else(PoisonError::into_inner);
        let list = read(&self.folder.join(FILE))?;
        let before = self.list(now).len();
        self.set(list);
        Ok((before, self.list(now).len()))
    }

    fn all(&self) -> Arc<Vec<Ban>> {
        Arc::clone(&self.list.read().unwrap_or_else(PoisonError::into_inner))
    }

    fn set(&self, list: Vec<Ban>) {
        *self.list.write().unwrap_or_else(PoisonError::into_inner) = Arc::new(list);
    }

    fn change(&self, now: u64, change: impl FnOnce(&mut Vec<Ban>) -> io::Result<()>) -> io::Result<()> {
        let _changing = self.changing.lock().unwrap_or_else(PoisonError::into_inner);
        let mut list = self.list(now);
        change(&mut list)?;
        write(&self.folder, &to_text(&list)?)?;
        self.set(list);
        Ok(())
    }
}

impl Ban {
    /// Whether it is on at this moment.
    pub fn is_on(&self, now: u64) -> bool {
        self.until.is_none_or(|until| now < until)
    }
}

/// The text of the file of bans in this folder; `None` if there is none.
pub(crate) fn text_in(folder: &Path) -> io::Result<Option<String>> {
    match fs::read_to_string(folder.join(FILE)) {
        Ok(text) => Ok(Some(text)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error),
    }
}

/// How many bans a text holds.
pub(crate) fn count(text: &str) -> Result<usize, String> {
    parse(text).map(|list| list.len())
}

/// Writes the file whole or not at all.
pub(crate) fn write(folder: &Path, text: &str) -> io::Result<()> {
    let (file, new) = (folder.join(FILE), folder.join(format!("{FILE}.new")));
    let mut options = OpenOptions::new();
    let mut out = options.write(true).create(true).truncate(true).mode(0o600).open(&new)?;
    let written = out.write_all(text.as_bytes()).and_then(|()| out.sync_all());
    written.and_then(|()| fs::rename(&new, &file)).inspect_err(|_| {
        // What is left of it is overwritten by the next try.
        let _ = fs::remove_file(&new);
    })?;
    File::open(folder)?.sync_all()
}

fn read(file: &Path) -> Result<Vec<Ban>, String> {
    match fs::read_to_string(file) {
        Ok(text) => parse(&text),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Vec::new()),
        Err(error) => Err(error.to_string()),
    }
}

fn parse(text: &str) -> Result<Vec<Ban>, String> {
    let kept: Kept = serde_json::from_str(text).map_err(|error| error.to_string())?;
    Ok(kept.bans)
}

fn to_text(list: &[Ban]) -> io::Result<String> {
    let kept = Kept { bans: list.to_vec() };
    Ok(serde_json::to_string_pretty(&kept)? + "\n")
}

/// A moment as people write it, RFC 3339 in UTC.
pub(crate) fn moment(millis: u64) -> String {
    let at = UNIX_EPOCH + Duration::from_millis(millis.min(LAST_MOMENT));
    humantime::format_rfc3339_seconds(at).to_string()
}

fn read_moment<E: serde::de::Error>(text: &str) -> Result<u64, E> {
    let at: SystemTime = humantime::parse_rfc3339(text).map_err(E::custom)?;
    let since = at.duration_since(UNIX_EPOCH).map_err(E::custom)?;
    Ok(u64::try_from(since.as_millis()).unwrap_or(u64::MAX))
}

mod as_text {
    use super::{Deserialize as _, Deserializer, Range, Serializer};

    pub(super) fn serialize<S: Serializer>(range: &Range, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(range)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Range, D::Error> {
        let range = String::deserialize(deserializer)?.parse();
        range.map_err(serde::de::Error::custom)
    }
}

mod as_moment {
    use super::{Deserialize as _, Deserializer, Serializer, moment, read_moment};

    pub(super) fn serialize<S: Serializer>(at: &u64, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&moment(*at))
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u64, D::Error> {
        read_moment(&String::deserialize(deserializer)?)
    }
}

mod as_maybe_moment {
    use super::{Deserialize as _, Deserializer, Serializer, moment, read_moment};

    pub(super) fn serialize<S: Serializer>(at: &Option<u64>, serializer: S) -> Result<S::Ok, S::Error> {
        match at {
            Some(at) => serializer.serialize_some(&moment(*at)),
            None => serializer.serialize_none(),
        }
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<u64>, D::Error> {
        let text = Option::<String>::deserialize(deserializer)?;
        text.map(|text| read_moment(&text)).transpose()
    }
}

#[cfg(test)]
mod tests {
    use tempfile::tempdir;

    use super::*;

    fn ban(address: &str, until: Option<u64>) -> Ban {
        Ban {
            address: address.parse().unwrap(),
            since: 1_000,
            until,
            reason: "because".into(),
        }
    }

    #[test]
    fn bans_are_kept_and_end() {
        let folder = tempdir().unwrap();
        let bans = Bans::of_folder(folder.path());
        bans.add(ban("10.1.0.0/16", Some(9_000)), 1_000).unwrap();
        bans.add(ban("2001:db8::/64", None), 1_000).unwrap();
        let again = Bans::of_folder(folder.path());
        for bans in [&bans, &again] {
            for (address, now, held) in [
                ("10.1.2.3", 8_999, true),
                ("10.1.2.3", 9_000, false),
                ("10.2.2.3", 1_000, false),
                ("::ffff:10.1.2.3", 1_000, true),
                ("2001:db8::99", u64::MAX, true),
            ] {
                assert_eq!(bans.hold(address.parse().unwrap(), now), held, "{address} at {now}");
            }
        }
        again.add(ban("2001:db8::/64", Some(5_000)), 2_000).unwrap();
        assert_eq!(again.list(2_000).len(), 2, "one ban a range");
        assert_eq!(again.list(6_000).len(), 1);
        assert_eq!(again.lift(&"10.0.0.0/8".parse().unwrap(), 2_000).unwrap().len(), 1);
        assert_eq!(again.lift(&"10.0.0.0/8".parse().unwrap(), 2_000).unwrap().len(), 0);
        assert_eq!(bans.read_again(2_000), Ok((2, 1)));
    }

    /// Bad input: a ban until the end of all days.
    #[test]
    fn no_moment_is_too_far_away() {
        let folder = tempdir().unwrap();
        let bans = Bans::of_folder(folder.path());
        bans.add(ban("10.0.0.1", Some(u64::MAX)), 0).unwrap();
        assert_eq!(moment(u64::MAX), "9999-12-31T23:59:59Z");
        assert!(Bans::of_folder(folder.path()).hold("10.0.0.1".parse().unwrap(), 4_000_000_000_000));
    }

    #[test]
    fn a_broken_file_is_put_aside_and_one_that_is_read_again_changes_nothing() {
        let folder = tempdir().unwrap();
        let file = folder.path().join(FILE);
        fs::write(&file, "{\"bans\":[{\"address\":\"everybody\"}]}").unwrap();
        let bans = Bans::of_folder(folder.path());
        assert!(bans.list(0).is_empty() && !file.exists());
        assert!(folder.path().join("bans.json.broken").exists());
        bans.add(ban("10.0.0.1", None), 0).unwrap();
        fs::write(&file, "{").unwrap();
        assert!(bans.read_again(0).is_err());
        assert_eq!(bans.list(0).len(), 1);
    }

    /// Bad input: the disk takes nothing; what was is still so.
    #[test]
    fn a_ban_that_cannot_be_written_is_none() {
        let folder = tempdir().unwrap();
        let bans = Bans::of_folder(folder.path());
        fs::create_dir(folder.path().join("bans.json.new")).unwrap();
        assert!(bans.add(ban("10.0.0.1", None), 0).is_err());
        assert!(bans.list(0).is_empty());
    }
}
