//! Matches as files: seals, chains, draws, record lines, and how a stranger verifies them.
//!
//! Sources: `fairness.md` (chowk-fair/1) and `record.md` (chowk-record/1) of the design. This crate knows the rules and
//! nothing of rooms, sockets or the server that wrote a record.
//!
//! - [`fair`]: the hashes, the links of a seat, and chance itself ([`fair::FairFate`]).
//! - [`line`](mod@line): the lines of a record as types; [`chain`] writes them.
//! - [`rules`]: which game, and by which rules; [`rules_json`]: rule sets as JSON, both ways; [`canonical`]: the one text
//!   of a JSON value.
//! - [`retold`]: a set of four stones told again from its lines.
//! - [`seals`]: the public log of seals.
//! - [`verify`]: what a stranger runs.
//! - [`mutate`]: records with one value changed, and what must come of it; it tests [`verify`].
//!
//! ```
//! use chowk_record::verify::verify;
//!
//! let report = verify("{\"kind\":\"header\"}\n", None);
//! assert!(!report.holds());
//! assert!(report.to_string().starts_with("✘ hash chain: line 1: `h` is missing\n"));
//! ```

pub mod canonical;
pub mod chain;
pub mod fair;
mod fields;
pub mod line;
pub mod moment;
pub mod mutate;
pub mod retold;
pub mod rules;
pub mod rules_json;
pub mod seals;
pub mod verify;
mod words;
