//! All-time throws in their table: a row for each kind of throw that ever fell, of which there are a few at most.

use rusqlite::params;

use super::{
    super::{AllThrows, Cast, StoreError, Throws},
    tables::{Tables, sql},
};

/// The name of the first moment among what else is remembered.
const SINCE: &str = "throws_since";

impl Tables {
    /// Adds the throws of a match that ended at `at`, milliseconds since 1970.
    pub(super) fn count_throws(&self, throws: &Throws, at: u64) -> Result<(), StoreError> {
        if throws.is_nothing() {
            return Ok(());
        }
        self.run(
            "INSERT OR IGNORE INTO meta (key, value) VALUES (?, ?)",
            params![SINCE, sql(at)],
        )?;
        for (cast, mouths_up, times) in throws.each() {
            self.run(
                "INSERT INTO throws (shells, mouth_up_256, mouths_up, times) VALUES (?, ?, ?, ?)
                 ON CONFLICT DO UPDATE SET times = times + excluded.times",
                params![cast.shells, cast.mouth_up_256, mouths_up, sql(times)],
            )?;
        }
        Ok(())
    }

    /// All that was ever counted.
    pub(super) fn throws(&self) -> Result<AllThrows, StoreError> {
        let text = "SELECT shells, mouth_up_256, mouths_up, times FROM throws";
        let rows: Vec<(Cast, u8, u64)> = self.list(text, [], |row| {
            let (shells, mouth_up_256) = (row.get(0)?, row.get(1)?);
            Ok((Cast { shells, mouth_up_256 }, row.get(2)?, row.get(3)?))
        })?;
        let mut throws = Throws::default();
        for (cast, mouths_up, times) in rows {
            throws.count(cast, mouths_up, times);
        }
        let since = self.ask("SELECT value FROM meta WHERE key = ?", [SINCE], |row| row.get(0))?;
        Ok(AllThrows { since, throws })
    }
}
