//! The tables, their version, and how a database is opened. Each later version adds a step to [`STEPS`].

use std::path::Path;

use rusqlite::{Connection, OpenFlags};

use super::super::StoreError;

/// "CHWK", in the header of the file: whose database this is.
const APPLICATION_ID: i32 = 0x4348_574b;

/// What leads from each version of the schema to the next; the last version is their number.
///
/// A row's key is its room's number and its version in one integer (room << 32 | v): a plain integer key is the fastest
/// that SQLite has, and the rows of a room lie together. `fence` grows each time somebody takes the right to write.
const STEPS: [&str; 2] = [
    "
    CREATE TABLE meta (key TEXT PRIMARY KEY, value INTEGER NOT NULL) WITHOUT ROWID;
    CREATE TABLE rooms (
        room INTEGER PRIMARY KEY,
        code TEXT NOT NULL UNIQUE,
        creator BLOB NOT NULL,
        listed INTEGER NOT NULL,
        quarantined INTEGER NOT NULL,
        fence INTEGER NOT NULL
    );
    CREATE TABLE rows (id INTEGER PRIMARY KEY, body BLOB NOT NULL);
    CREATE TABLE bases (room INTEGER PRIMARY KEY, v INTEGER NOT NULL, state BLOB NOT NULL);
    CREATE TABLE records (
        id INTEGER PRIMARY KEY,
        match_id BLOB NOT NULL UNIQUE,
        at INTEGER NOT NULL,
        gzip BLOB NOT NULL
    );
    CREATE TABLE seals (n INTEGER PRIMARY KEY, at INTEGER NOT NULL, line TEXT NOT NULL);
",
    // What was thrown before it was counted is in no table; the moment from which on it is counted is in `meta`.
    "
    CREATE TABLE throws (
        shells INTEGER NOT NULL,
        mouth_up_256 INTEGER NOT NULL,
        mouths_up INTEGER NOT NULL,
        times INTEGER NOT NULL,
        PRIMARY KEY (shells, mouth_up_256, mouths_up)
    ) WITHOUT ROWID;
",
];

/// The newest version of the schema.
pub const SCHEMA: usize = STEPS.len();

/// The tables of the newest version, and by what their rows are put in order.
pub(in crate::journal) const TABLES: [(&str, &str); 7] = [
    ("meta", "key"),
    ("rooms", "room"),
    ("rows", "id"),
    ("bases", "room"),
    ("records", "id"),
    ("seals", "n"),
    ("throws", "shells, mouth_up_256, mouths_up"),
];

/// The version of a database that is ours; 0 if it is empty.
///
/// # Errors
/// If it is none of ours, or of a newer server.
pub(in crate::journal) fn check(db: &Connection, path: &Path) -> Result<usize, StoreError> {
    let opening = "opening the journal";
    let fine = db.pragma_query_value(None, "application_id", |row| row.get::<_, i32>(0));
    let id = fine.map_err(StoreError::database(opening))?;
    let version = version(db)?;
    if id != APPLICATION_ID && !(id == 0 && version == 0 && is_empty(db)?) {
        return Err(StoreError::Broken(format!(
            "{} is no journal of a chowk-server",
            path.display()
        )));
    }
    if version > SCHEMA {
        return Err(StoreError::Broken(format!(
            "{} has schema {version}, and this server knows up to {SCHEMA}: start the newer chowk-server that wrote it",
            path.display()
        )));
    }
    Ok(version)
}

/// Says whose database it is, and of which version.
pub(in crate::journal) fn stamp(db: &Connection, version: usize) -> Result<(), StoreError> {
    db.execute_batch(&format!(
        "PRAGMA application_id = {APPLICATION_ID}; PRAGMA user_version = {version};"
    ))
    .map_err(StoreError::database("stamping the copy"))
}

/// Whether there may be nothing yet.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Begin {
    /// Then a new database is made.
    Anew,
    /// Then what was there is lost, and nothing is begun in its place (contract 25): all of it may have lain in the log.
    Never,
}

/// Whether there are the tables that this version of the schema makes, to the letter, and nothing beside them but the table
/// `beside`: a damaged definition is in no sum over rows, and a stranger's trigger in no table.
pub(in crate::journal) fn is_as_made(db: &Connection, version: usize, beside: &str) -> Result<bool, StoreError> {
    let made = Connection::open_in_memory().map_err(StoreError::database("making a schema to compare with"))?;
    for step in STEPS.iter().take(version) {
        made.execute_batch(step)
            .map_err(StoreError::database("making a schema to compare with"))?;
    }
    Ok(definitions(db, beside)? == definitions(&made, beside)?)
}

type Definition = (String, String, String, Option<String>);

fn definitions(db: &Connection, beside: &str) -> Result<Vec<Definition>, StoreError> {
    let reading = "reading the schema";
    let text = "SELECT type, name, tbl_name, sql FROM sqlite_schema
                WHERE NOT (type = 'table' AND name = ?) ORDER BY type, name";
    let mut select = db.prepare(text).map_err(StoreError::database(reading))?;
    let found = select
        .query_map([beside], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?)))
        .and_then(Iterator::collect);
    found.map_err(StoreError::database(reading))
}

/// Opens a database that is ours and brings it to the newest version, or makes a new one.
pub(super) fn open(path: &Path, begin: Begin) -> Result<Connection, StoreError> {
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_CREATE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let opening = "opening the journal";
    let db = Connection::open_with_flags(path, flags).map_err(StoreError::database(opening))?;
    let version = check(&db, path)?;
    if version == 0 && begin == Begin::Never {
        return Err(StoreError::Broken(format!(
            "{} is empty, and held a journal (its log, {0}-wal, is gone or damaged): bring it back from a backup",
            path.display()
        )));
    }
    db.execute_batch(
        "PRAGMA journal_mode = WAL;
         PRAGMA synchronous = FULL;
         PRAGMA busy_timeout = 5000;
         PRAGMA temp_store = MEMORY;
         PRAGMA journal_size_limit = 16777216;",
    )
    .map_err(StoreError::database(opening))?;
    // Planted to prove that the check of order by strace bites; it is in no server that is shipped.
    #[cfg(feature = "planted-faults")]
    if std::env::var_os("CHOWK_PLANT_SYNCHRONOUS_OFF").is_some() {
        db.execute_batch("PRAGMA synchronous = OFF;")
            .map_err(StoreError::database(opening))?;
    }
    for (from, step) in STEPS.iter().enumerate().skip(version) {
        let to = from + 1;
        db.execute_batch(&format!(
            "BEGIN IMMEDIATE; {step} PRAGMA application_id = {APPLICATION_ID}; PRAGMA user_version = {to}; COMMIT;"
        ))
        .map_err(StoreError::database("preparing the journal"))?;
    }
    db.set_prepared_statement_cache_capacity(64);
    Ok(db)
}

fn version(db: &Connection) -> Result<usize, StoreError> {
    db.pragma_query_value(None, "user_version", |row| row.get(0))
        .map_err(StoreError::database("reading the schema"))
}

fn is_empty(db: &Connection) -> Result<bool, StoreError> {
    let tables = db.query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get::<_, i64>(0));
    Ok(tables.map_err(StoreError::database("reading the schema"))? == 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A folder of an older server goes on with all that it holds; an older server refuses it from then on.
    #[test]
    fn an_older_journal_is_brought_to_the_newest_version() {
        for older in 1..SCHEMA {
            let folder = tempfile::tempdir().unwrap();
            let path = folder.path().join("chowk.db");
            let db = Connection::open(&path).unwrap();
            for step in &STEPS[..older] {
                db.execute_batch(step).unwrap();
            }
            stamp(&db, older).unwrap();
            db.execute_batch("INSERT INTO records (match_id, at, gzip) VALUES (x'01', 7, x'02')")
                .unwrap();
            db.close().unwrap();
            let db = open(&path, Begin::Never).unwrap();
            assert_eq!(version(&db).unwrap(), SCHEMA);
            assert!(is_as_made(&db, SCHEMA, "").unwrap(), "as one that was made today");
            let kept: i64 = db.query_row("SELECT at FROM records", [], |row| row.get(0)).unwrap();
            assert_eq!(kept, 7);
            assert_eq!(check(&db, &path).unwrap(), SCHEMA);
            stamp(&db, SCHEMA + 1).unwrap();
            let refused = check(&db, &path).unwrap_err().to_string();
            assert!(refused.contains("start the newer chowk-server"), "{refused}");
        }
    }

    #[test]
    fn all_tables_are_listed() {
        let folder = tempfile::tempdir().unwrap();
        let db = open(&folder.path().join("chowk.db"), Begin::Anew).unwrap();
        let text = "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%' ORDER BY name";
        let mut statement = db.prepare(text).unwrap();
        let found: Vec<String> = statement
            .query_map([], |row| row.get(0))
            .unwrap()
            .map(Result::unwrap)
            .collect();
        let mut listed = TABLES.map(|(name, _)| name);
        listed.sort_unstable();
        assert_eq!(found, listed);
    }
}
