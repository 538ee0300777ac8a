//! The log of a played journal, cut at every frame and one byte beside it, and with bits flipped in its last frames: each
//! time it is a journal with the commits that are whole, and with no other.
//!
//! What it must hold is known without the log's reader: the pages of the commits that are whole, laid over the main file
//! by this program, are a database of their own.

use std::collections::HashMap;

use anyhow::{Context as _, ensure};
use chowk_cli::client::Jitter;

use super::{
    content::{Content, Truth},
    power::{Outcome, Unmerged},
    scratch,
};

/// Bytes of the log's own header, and of a frame's.
const LOG_HEADER: usize = 32;
const FRAME_HEADER: usize = 24;

/// A frame of the log: where it begins, which page it holds, and the length of the database if it ends a commit.
#[derive(Debug, Clone, Copy)]
struct Frame {
    at: usize,
    page: usize,
    commits: Option<usize>,
}

/// The trials on one journal.
#[derive(Debug)]
pub struct Cuts<'a> {
    journal: &'a Unmerged<'a>,
    page_bytes: usize,
    frames: Vec<Frame>,
    /// By how many commits are whole: what the journal holds then.
    known: HashMap<usize, u64>,
    truth: Truth,
    folder: tempfile::TempDir,
    outcome: Outcome,
}

impl<'a> Cuts<'a> {
    /// Reads the frames of a journal's log.
    ///
    /// # Errors
    /// If it is no log, or has been begun anew.
    pub fn of(journal: &'a Unmerged<'a>) -> anyhow::Result<Self> {
        let log = &journal.log;
        let word = |at: usize| -> anyhow::Result<usize> {
            let bytes = log.get(at..at + 4).context("the log ends early")?;
            Ok(u32::from_be_bytes(bytes.try_into()?) as usize)
        };
        let page_bytes = word(8)?;
        ensure!(page_bytes.is_power_of_two() && page_bytes >= 512, "no log");
        let mut frames = Vec::new();
        let mut at = LOG_HEADER;
        while at + FRAME_HEADER + page_bytes <= log.len() {
            ensure!(log[at + 8..at + 16] == log[16..24], "the log was begun anew");
            let length = word(at + 4)?;
            frames.push(Frame {
                at,
                page: word(at)?,
                commits: (length > 0).then_some(length),
            });
            at += FRAME_HEADER + page_bytes;
        }
        Ok(Self {
            journal,
            page_bytes,
            frames,
            known: HashMap::new(),
            truth: Truth::default(),
            folder: scratch()?,
            outcome: Outcome::default(),
        })
    }

    /// What was found, once all that was read has folded.
    pub fn end(mut self) -> Outcome {
        self.outcome.folds(&self.truth);
        self.outcome
    }

    /// Frames of the log, and commits.
    pub fn counts(&self) -> (usize, usize) {
        (self.frames.len(), self.whole(self.journal.log.len()))
    }

    /// Cuts it at every boundary of the log's header and its frames, one byte before, and one byte after; of one frame in
    /// so many.
    ///
    /// # Errors
    /// If the world fails.
    pub fn at_every_frame(&mut self, chance: &mut Jitter, one_of: u64) -> anyhow::Result<()> {
        let end = |frame: &Frame| frame.at + FRAME_HEADER + self.page_bytes;
        let ends: Vec<usize> = self.frames.iter().map(end).collect();
        for at in [0, LOG_HEADER].into_iter().chain(ends) {
            if chance.below(one_of) != 0 {
                continue;
            }
            for length in [at.saturating_sub(1), at, (at + 1).min(self.journal.log.len())] {
                self.outcome.moments += 1;
                let log = self.journal.log[..length].to_vec();
                let owed = self.journal.owed(length);
                let content = self.trial(&log, self.whole(length), &format!("cut at byte {length}"))?;
                let Some(content) = content else { continue };
                self.outcome.owed += owed.frames;
                if let Some(gone) = owed.missing(&content) {
                    self.outcome.gone += 1;
                    self.outcome
                        .note(format!("cut at byte {length}: {gone} was durable, and is gone"));
                }
            }
        }
        Ok(())
    }

    /// Flips one bit somewhere in the last frames, so many times. What is on disk from there on is damaged: nothing of it
    /// may be believed, and all before it must be.
    ///
    /// # Errors
    /// If the world fails.
    pub fn flipped(&mut self, chance: &mut Jitter, times: u32, last: usize) -> anyhow::Result<()> {
        let from = self.frames.len().saturating_sub(last);
        for _ in 0..times {
            let frame = self.frames[from + usize::try_from(chance.below((self.frames.len() - from) as u64))?];
            let at = frame.at + usize::try_from(chance.below((FRAME_HEADER + self.page_bytes) as u64))?;
            let mut log = self.journal.log.clone();
            log[at] ^= 1 << chance.below(8);
            self.trial(&log, self.whole(frame.at), &format!("a bit flipped in byte {at}"))?;
        }
        Ok(())
    }

    /// How many commits are whole in so many bytes.
    fn whole(&self, length: usize) -> usize {
        let ends = |frame: &&Frame| frame.at + FRAME_HEADER + self.page_bytes <= length;
        let whole = self.frames.iter().take_while(ends);
        whole.filter(|frame| frame.commits.is_some()).count()
    }

    /// One trial: with this log the journal must hold exactly the first so many commits.
    fn trial(&mut self, log: &[u8], whole: usize, what: &str) -> anyhow::Result<Option<Content>> {
        self.outcome.trials += 1;
        let known = match self.known.get(&whole) {
            Some(known) => *known,
            None => {
                let main = self.laid_over(whole);
                let content = Content::of(self.folder.path(), Some(&main), None)
                    .with_context(|| format!("the first {whole} commits by themselves"))?;
                *self.known.entry(whole).or_insert(content.sum())
            }
        };
        let main = &self.journal.main;
        let checked = Content::of(self.folder.path(), Some(main), Some(log)).and_then(|content| {
            ensure!(
                content.sum() == known,
                "it does not hold its {whole} commits and nothing else"
            );
            self.truth.agrees(&content, |_| u64::MAX)?;
            Ok(content)
        });
        match checked {
            Ok(content) => Ok(Some(content)),
            Err(error) => {
                self.outcome.broken += 1;
                self.outcome.note(format!("{what}: {error:#}"));
                Ok(None)
            }
        }
    }

    /// The main file with the pages of the first so many commits in their places.
    fn laid_over(&self, whole: usize) -> Vec<u8> {
        let mut main = self.journal.main.clone();
        let mut pages: HashMap<usize, usize> = HashMap::new();
        let mut commits = 0;
        for frame in &self.frames {
            if commits == whole {
                break;
            }
            pages.insert(frame.page, frame.at + FRAME_HEADER);
            let Some(length) = frame.commits else { continue };
            commits += 1;
            main.resize(length * self.page_bytes, 0);
            for (page, at) in pages.drain() {
                let to = (page - 1) * self.page_bytes;
                if to + self.page_bytes <= main.len() {
                    main[to..to + self.page_bytes].copy_from_slice(&self.journal.log[at..at + self.page_bytes]);
                }
            }
        }
        main
    }
}
