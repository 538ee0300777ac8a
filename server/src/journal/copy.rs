//! A backup: a copy of the journal at one moment, made while it is written, with a sum over all that it holds, so that a
//! copy which was damaged is known.
//!
//! It is made row by row and not page by page: what the journal has dropped is in no free page of it, and without
//! `seeds` the seeds of matches that are not over are in no byte of it.

use std::path::Path;

use rusqlite::{
    Connection, params,
    types::{Value, ValueRef},
};
use sha2::{Digest as _, Sha256};

use super::{
    Counts, Reader, StoreError,
    store_sqlite::{TABLES, check, is_as_made},
};
use crate::room::{conceal_base, conceal_row};

/// Puts blanks in the place of seeds.
type Conceal = fn(&[u8]) -> Vec<u8>;

/// What a backup tells of itself.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub struct Backup {
    /// When it was made, milliseconds since 1970.
    pub made: u64,
    /// By which version.
    pub version: String,
    /// Whether the seeds of matches that were not over are in it.
    pub seeds: bool,
    /// The file of bans, as it was.
    #[serde(skip)]
    pub bans: Option<String>,
    /// How much it holds.
    #[serde(flatten)]
    pub counts: Counts,
}

/// Copies a journal into a file that is not there yet, or empty. It is on disk when the caller says so, not before.
///
/// # Errors
/// [`StoreError`]; what is in the file then is of no use.
pub fn back_up(journal: &Path, to: &Path, made: u64, seeds: bool, bans: Option<String>) -> Result<Backup, StoreError> {
    let reader = Reader::open(journal)?;
    let doing = "copying the journal";
    let from = &reader.db;
    // One moment: what is committed from here on is not seen.
    from.execute_batch("BEGIN").map_err(StoreError::database(doing))?;
    let version = check(from, journal)?;
    let copy = Connection::open(to).map_err(StoreError::database("opening the copy"))?;
    copy.execute_batch("PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA temp_store = MEMORY; BEGIN;")
        .map_err(StoreError::database(doing))?;
    let mut sum = Sha256::new();
    for (table, key) in tables_of(from)? {
        make_table(from, &copy, table)?;
        let conceal: Option<Conceal> = match (seeds, table) {
            (false, "rows") => Some(conceal_row),
            (false, "bases") => Some(conceal_base),
            (_, _) => None,
        };
        copy_table(from, &copy, table, key, conceal, &mut sum)?;
    }
    let backup = Backup {
        made,
        version: env!("CARGO_PKG_VERSION").into(),
        seeds,
        bans,
        counts: reader.counts()?,
    };
    sum_of_itself(&backup, &mut sum);
    let told = [
        ("made", made.to_string()),
        ("version", backup.version.clone()),
        ("seeds", u8::from(seeds).to_string()),
        ("sum", hex::encode(sum.finalize())),
    ];
    let bans = backup.bans.clone().map(|text| ("bans", text));
    copy.execute_batch("CREATE TABLE backup (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;")
        .map_err(StoreError::database(doing))?;
    for (key, value) in told.into_iter().chain(bans) {
        copy.execute("INSERT INTO backup (key, value) VALUES (?, ?)", params![key, value])
            .map_err(StoreError::database(doing))?;
    }
    super::store_sqlite::stamp(&copy, version)?;
    copy.execute_batch("COMMIT").map_err(StoreError::database(doing))?;
    copy.close()
        .map_err(|(_, error)| StoreError::database("closing the copy")(error))?;
    Ok(backup)
}

/// Reads a backup to its last byte, and says what it holds.
///
/// # Errors
/// [`StoreError`]: it is no backup, a newer server's, cut off, or damaged.
pub fn examine(file: &Path) -> Result<Backup, StoreError> {
    let shown = file.display();
    let reader = Reader::open(file)?;
    let db = &reader.db;
    let damaged = || StoreError::Broken(format!("{shown} is damaged: what it holds is not what was backed up"));
    let found = db.query_row("SELECT count(*) FROM sqlite_schema WHERE name = 'backup'", [], |row| {
        row.get(0)
    });
    if found != Ok(1_i64) {
        return Err(StoreError::Broken(format!(
            "{shown} is a journal and no backup of one: make backups with `chowk-server admin backup`"
        )));
    }
    let whole: Result<String, _> = db.query_row("PRAGMA integrity_check(1)", [], |row| row.get(0));
    if whole.as_deref() != Ok("ok") || !is_as_made(db, check(db, file)?, "backup")? {
        return Err(damaged());
    }
    let word = |key: &str| {
        db.query_row("SELECT value FROM backup WHERE key = ?", [key], |row| {
            row.get::<_, String>(0)
        })
    };
    let number = |key: &str| word(key).ok().and_then(|text| text.parse().ok()).ok_or_else(damaged);
    let backup = Backup {
        made: number("made")?,
        version: word("version").map_err(|_| damaged())?,
        seeds: number("seeds")? == 1,
        bans: word("bans").ok(),
        counts: reader.counts()?,
    };
    let mut sum = Sha256::new();
    for (table, key) in tables_of(db)? {
        each_row(db, table, key, |row| {
            add_to(&mut sum, table, &row);
            Ok(())
        })?;
    }
    sum_of_itself(&backup, &mut sum);
    if word("sum") == Ok(hex::encode(sum.finalize())) {
        Ok(backup)
    } else {
        Err(damaged())
    }
}

/// Makes a journal of a backup that was examined.
///
/// # Errors
/// [`StoreError`].
pub fn become_journal(file: &Path) -> Result<(), StoreError> {
    let doing = "making a journal of the backup";
    let db = Connection::open(file).map_err(StoreError::database(doing))?;
    db.execute_batch("DROP TABLE backup")
        .map_err(StoreError::database(doing))
}

/// The tables that a journal of its version has.
fn tables_of(db: &Connection) -> Result<Vec<(&'static str, &'static str)>, StoreError> {
    let text = "SELECT count(*) FROM sqlite_schema WHERE type = 'table' AND name = ?";
    let mut found = Vec::new();
    for (table, key) in TABLES {
        let count: i64 = db
            .query_row(text, [table], |row| row.get(0))
            .map_err(StoreError::database(text))?;
        if count > 0 {
            found.push((table, key));
        }
    }
    Ok(found)
}

/// What a backup tells of itself belongs to the sum too.
fn sum_of_itself(backup: &Backup, sum: &mut Sha256) {
    let bans = backup.bans.clone().map_or(Value::Null, Value::Text);
    let told = [
        Value::Integer(super::store_sqlite::sql(backup.made)),
        Value::Text(backup.version.clone()),
        Value::Integer(backup.seeds.into()),
        bans,
    ];
    add_to(sum, "backup", &told);
}

fn make_table(from: &Connection, copy: &Connection, table: &str) -> Result<(), StoreError> {
    let doing = "making the tables of the copy";
    let text = "SELECT sql FROM sqlite_schema WHERE type = 'table' AND name = ?";
    let made: String = from
        .query_row(text, [table], |row| row.get(0))
        .map_err(StoreError::database(doing))?;
    copy.execute_batch(&made).map_err(StoreError::database(doing))
}

fn copy_table(
    from: &Connection,
    copy: &Connection,
    table: &str,
    key: &str,
    conceal: Option<Conceal>,
    sum: &mut Sha256,
) -> Result<(), StoreError> {
    let doing = "copying the journal";
    let columns = from
        .prepare(&format!("SELECT * FROM {table}"))
        .map_err(StoreError::database(doing))?
        .column_count();
    let places = vec!["?"; columns].join(", ");
    let mut insert = copy
        .prepare(&format!("INSERT INTO {table} VALUES ({places})"))
        .map_err(StoreError::database(doing))?;
    each_row(from, table, key, |mut row| {
        if let (Some(conceal), Some(Value::Blob(body))) = (conceal, row.last_mut()) {
            *body = conceal(body);
        }
        add_to(sum, table, &row);
        insert
            .execute(rusqlite::params_from_iter(&row))
            .map_err(StoreError::database(doing))?;
        Ok(())
    })
}

fn each_row(
    db: &Connection,
    table: &str,
    key: &str,
    mut call: impl FnMut(Vec<Value>) -> Result<(), StoreError>,
) -> Result<(), StoreError> {
    let doing = "reading the journal";
    let mut select = db
        .prepare(&format!("SELECT * FROM {table} ORDER BY {key}"))
        .map_err(StoreError::database(doing))?;
    let columns = select.column_count();
    let mut rows = select.query([]).map_err(StoreError::database(doing))?;
    while let Some(row) = rows.next().map_err(StoreError::database(doing))? {
        let values = (0..columns).map(|column| {
            let found = row.get_ref(column).map_err(StoreError::database(doing))?;
            // The library's own way from here panics at a text that is none.
            if let ValueRef::Text(text) = found
                && std::str::from_utf8(text).is_err()
            {
                return Err(StoreError::Broken(format!("a text in the table {table} is no UTF-8")));
            }
            Ok(Value::from(found))
        });
        call(values.collect::<Result<_, _>>()?)?;
    }
    Ok(())
}

/// A row as it is hashed: its table, then each value with its kind and length, so that no two rows look alike.
fn add_to(sum: &mut Sha256, table: &str, row: &[Value]) {
    let mut add = |kind: u8, bytes: &[u8]| {
        sum.update([kind]);
        sum.update((bytes.len() as u64).to_be_bytes());
        sum.update(bytes);
    };
    add(b't', table.as_bytes());
    for value in row {
        match value {
            Value::Null => add(0, &[]),
            Value::Integer(number) => add(1, &number.to_be_bytes()),
            Value::Real(number) => add(2, &number.to_bits().to_be_bytes()),
            Value::Text(text) => add(3, text.as_bytes()),
            Value::Blob(bytes) => add(4, bytes),
        }
    }
}
