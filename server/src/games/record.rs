//! The record of a match, written out of the rows of its room, and what is counted of it for all time.

use chowk_protocol::MatchId;
use chowk_record::{chain::RecordChain, line::Line, rules::Rules};

use crate::{
    journal::{Besides, Cast, Row, Throws, gzip},
    room::{Envelope, Fact, FoldError},
};

/// An ended match, as it is kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Kept {
    /// Its record (`record.md`, NDJSON).
    pub text: Vec<u8>,
    /// What was thrown in it.
    pub throws: Throws,
}

impl Kept {
    /// What goes into the transaction of the row that ends the match.
    pub fn beside(self, match_id: MatchId) -> Besides {
        Besides::Record {
            match_id,
            gzip: gzip(&self.text),
            throws: self.throws,
        }
    }
}

/// The record of a match: from the rows of its room, from the one that started it (or any before) to the one that ended
/// it.
///
/// # Errors
/// [`FoldError`] when a row cannot be read, or no match starts and ends in these rows.
pub fn record_of(rows: &[Row]) -> Result<Kept, FoldError> {
    let mut text = Vec::new();
    let mut chain: Option<(RecordChain, u64)> = None;
    let mut locked_at = 0;
    let mut opened = false;
    let (mut throws, mut cast) = (Throws::default(), None);
    for row in rows {
        let envelope = Envelope::decode(&row.body).map_err(|why| FoldError { v: row.v, why })?;
        for fact in envelope.facts {
            if let Fact::Locked { .. } = fact {
                locked_at = envelope.tick;
            } else if let Fact::Started { header } = fact {
                let (begun, line) = RecordChain::begin(&header.0);
                text.clear();
                text.extend_from_slice(line.as_bytes());
                text.push(b'\n');
                chain = Some((begun, locked_at));
                (throws, cast) = (Throws::default(), cast_of(&header.0.rules));
            } else if let Fact::Told { line } = fact
                && let Some((chain, started)) = &mut chain
            {
                let told = chain.push(envelope.tick.saturating_sub(*started), &line.0);
                text.extend_from_slice(told.as_bytes());
                text.push(b'\n');
                opened = matches!(line.0, Line::Opened { .. });
                if let (Some(cast), Line::Thrown { shells, .. }) = (cast, &line.0) {
                    throws.count(cast, shells.mouths_up(), 1);
                }
            }
        }
    }
    if opened {
        Ok(Kept { text, throws })
    } else {
        Err(FoldError {
            v: rows.last().map_or(0, |row| row.v),
            why: "no match ends here".into(),
        })
    }
}

/// What is cast by these rules, if anything is.
fn cast_of(rules: &Rules) -> Option<Cast> {
    match rules {
        Rules::Chowka(rules) => Some(Cast {
            shells: rules.shells,
            mouth_up_256: rules.mouth_up_256,
        }),
        Rules::Stones(_) => None,
    }
}
