//! The power cut at each moment of a server's life, by its trace: the files are laid down as a disk would have them then,
//! a journal is opened on them, and whatever had left the machine by then must be in it.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs::File,
    io::BufReader,
    path::Path,
};

use anyhow::{Context as _, ensure};
use chowk_cli::client::Jitter;

use super::{
    content::{Content, Truth},
    disk::{self, Deed, Luck},
    scratch,
};
use crate::order::{
    Left, On, Report, follow,
    trace::{Call, Moment, Step, What},
};

/// A file of the journal, or the folder that holds both.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Which {
    Main,
    Log,
    Folder,
}

/// What the server did to its journal.
#[derive(Debug)]
struct Act {
    /// The lines of the trace at which it began and ended.
    began: usize,
    ended: usize,
    which: Which,
    what: Doing,
}

#[derive(Debug)]
enum Doing {
    Suffers(Deed),
    Synced(bool),
}

/// A life of a server, as strace told it.
#[derive(Debug)]
pub struct Life {
    acts: Vec<Act>,
    left: Vec<Left>,
    /// What the check of order found in it.
    pub order: Report,
}

/// What the trials showed.
#[derive(Debug, Default)]
pub struct Outcome {
    /// Moments at which the power was cut.
    pub moments: usize,
    /// Disks that were left by them, each a trial.
    pub trials: usize,
    /// Frames that had left, over all trials.
    pub owed: usize,
    /// Trials after which something was gone that somebody had been told.
    pub gone: usize,
    /// Trials after which the journal did not open, did not fold, or held a row otherwise than before.
    pub broken: usize,
    /// Syncs that failed.
    pub syncs_failed: usize,
    /// The first things that were wrong, in words.
    pub wrong: Vec<String>,
}

/// Most wrong things that are kept in words.
const WRONG_MAX: usize = 10;

impl Outcome {
    /// Whether nothing was wrong.
    pub fn is_clean(&self) -> bool {
        self.gone == 0 && self.broken == 0
    }

    /// Folds all that was read in the trials.
    pub(super) fn folds(&mut self, truth: &Truth) {
        if let Err(error) = truth.folds() {
            self.broken += 1;
            self.note(format!("{error:#}"));
        }
    }

    pub(super) fn note(&mut self, wrong: String) {
        if self.wrong.len() < WRONG_MAX {
            self.wrong.push(wrong);
        }
    }
}

impl Life {
    /// Reads a trace whose server kept its journal in `data`.
    ///
    /// # Errors
    /// If it is no trace of a server.
    pub fn read(trace: &Path, data: &Path) -> anyhow::Result<Self> {
        let data = std::fs::canonicalize(data)?.display().to_string();
        let names = [
            (Which::Main, format!("{data}/chowk.db")),
            (Which::Log, format!("{data}/chowk.db-wal")),
            (Which::Folder, data),
        ];
        let mut acts = Vec::new();
        let mut began = BTreeMap::new();
        let trace = BufReader::new(File::open(trace)?);
        let (order, left) = follow(trace, |step: &Step| {
            let (call, result) = match &step.moment {
                Moment::Began(_) => {
                    began.insert(step.thread, step.line);
                    return Ok(());
                }
                Moment::Ended(call, result) => (call, *result),
            };
            let Some((which, _)) = names.iter().find(|(_, name)| *name == call.file) else {
                return Ok(());
            };
            acts.extend(doing(call, result)?.map(|what| Act {
                began: began.get(&step.thread).copied().unwrap_or(step.line),
                ended: step.line,
                which: *which,
                what,
            }));
            Ok(())
        })?;
        ensure!(acts.len() > 100, "only {} things were done to the journal", acts.len());
        Ok(Self { acts, left, order })
    }

    /// Cuts the power after every act; `of` says which moments of how many are tried, to try fewer of them.
    ///
    /// # Errors
    /// If the world fails.
    pub fn cut_power(&self, seed: u64, one_of: u64) -> anyhow::Result<Outcome> {
        let mut outcome = Outcome::default();
        let mut chance = Jitter::new(seed);
        let mut truth = Truth::default();
        let mut disk = Disk::default();
        let mut left = self.left.iter().peekable();
        let mut owed = Owed::default();
        let folder = scratch()?;
        let mut frames: Vec<&Left> = Vec::new();
        for (n, act) in self.acts.iter().enumerate() {
            disk.does(act);
            outcome.syncs_failed += usize::from(matches!(act.what, Doing::Synced(false)));
            // All that left before the next act began had left when the power went.
            let until = self.acts.get(n + 1).map_or(usize::MAX, |next| next.began);
            frames.clear();
            while let Some(frame) = left.next_if(|frame| frame.line <= until) {
                owed.add(&frame.on);
            }
            if chance.below(one_of) != 0 {
                continue;
            }
            outcome.moments += 1;
            let lucks: &[Luck] = if disk.is_dirty() { &Luck::ALL } else { &[Luck::Nothing] };
            for luck in lucks {
                outcome.trials += 1;
                outcome.owed += owed.frames;
                let (main, log) = (disk.main.after(*luck, &mut chance), disk.log.after(*luck, &mut chance));
                let at = format!("power cut after line {} of the trace ({luck:?})", act.ended);
                match Content::of(folder.path(), main.as_deref(), log.as_deref()) {
                    Ok(content) => {
                        if let Some(gone) = owed.missing(&content) {
                            outcome.gone += 1;
                            outcome.note(format!("{at}: {gone} had been told, and is gone"));
                        }
                        if let Err(error) = truth.agrees(&content, |room| owed.newest(room)) {
                            outcome.broken += 1;
                            outcome.note(format!("{at}: {error:#}"));
                        }
                    }
                    Err(error) => {
                        outcome.broken += 1;
                        outcome.note(format!("{at}: {error:#}"));
                    }
                }
            }
        }
        outcome.folds(&truth);
        Ok(outcome)
    }

    /// The journal's files right before its log was first copied into the main file, and the acts that led there: for
    /// each length to which the log was synced, what had left before the next sync.
    pub fn before_checkpoint(&self) -> Unmerged<'_> {
        let mut disk = Disk::default();
        let mut synced = Vec::new();
        for act in &self.acts {
            let copies = act.which == Which::Main && matches!(act.what, Doing::Suffers(_));
            if copies && disk.log.seen.len() > 32 {
                break;
            }
            disk.does(act);
            if act.which == Which::Log && matches!(act.what, Doing::Synced(true)) {
                synced.push((disk.log.seen.len(), act.ended));
            }
        }
        Unmerged {
            main: disk.main.seen,
            log: disk.log.seen,
            synced,
            left: &self.left,
        }
    }

    /// The journal's main file as it is at the end, by the trace alone: it must be the one that is there.
    pub fn main_at_the_end(&self) -> Vec<u8> {
        let mut disk = Disk::default();
        self.acts.iter().for_each(|act| disk.does(act));
        disk.main.seen
    }
}

/// A journal whose log was never copied into its main file.
#[derive(Debug)]
pub struct Unmerged<'a> {
    /// The main file.
    pub main: Vec<u8>,
    /// The log.
    pub log: Vec<u8>,
    /// Lengths of the log that were synced, each with the line of the trace since which it is.
    synced: Vec<(usize, usize)>,
    left: &'a [Left],
}

impl Unmerged<'_> {
    /// What had left while the log was no longer than this on disk.
    pub fn owed(&self, length: usize) -> Owed {
        let next = self.synced.iter().find(|(synced, _)| *synced > length);
        let until = next.map_or(usize::MAX, |(_, line)| *line);
        let mut owed = Owed::default();
        let left = self.left.iter().filter(|frame| frame.line < until);
        let last = self.synced.last().map_or(0, |(_, line)| *line);
        left.filter(|frame| next.is_some() || frame.line <= last)
            .for_each(|frame| owed.add(&frame.on));
        owed
    }
}

/// What somebody was told: the newest version of each room, and seals.
#[derive(Debug, Default)]
pub struct Owed {
    newest: BTreeMap<String, u64>,
    seals: BTreeSet<String>,
    /// Frames that told it.
    pub frames: usize,
}

impl Owed {
    fn add(&mut self, on: &On) {
        self.frames += 1;
        match on {
            On::Row(room, v) => {
                let newest = self.newest.entry(room.clone()).or_default();
                *newest = (*newest).max(*v);
            }
            On::Seal(seal) => drop(self.seals.insert(seal.clone())),
        }
    }

    /// The newest version of a room that was told.
    pub fn newest(&self, room: &str) -> u64 {
        self.newest.get(room).copied().unwrap_or(0)
    }

    /// The first thing that is not there.
    pub fn missing(&self, content: &Content) -> Option<String> {
        let rows = self.newest.iter().map(|(room, v)| On::Row(room.clone(), *v));
        let seals = self.seals.iter().map(|seal| On::Seal(seal.clone()));
        rows.chain(seals)
            .find(|on| !content.covers(on))
            .map(|on| format!("{on:?}"))
    }
}

#[derive(Debug, Default)]
struct Disk {
    main: disk::File,
    log: disk::File,
}

impl Disk {
    fn does(&mut self, act: &Act) {
        let file = match act.which {
            Which::Main => &mut self.main,
            Which::Log => &mut self.log,
            Which::Folder => {
                if matches!(act.what, Doing::Synced(true)) {
                    self.main.named |= self.main.exists;
                    self.log.named |= self.log.exists;
                }
                return;
            }
        };
        match &act.what {
            Doing::Suffers(deed) => file.suffers(deed.clone()),
            Doing::Synced(well) => file.synced(*well),
        }
    }

    fn is_dirty(&self) -> bool {
        let unnamed = |file: &disk::File| file.exists && !file.named;
        self.main.is_dirty() || self.log.is_dirty() || unnamed(&self.main) || unnamed(&self.log)
    }
}

fn doing(call: &Call, result: i64) -> anyhow::Result<Option<Doing>> {
    Ok(match &call.what {
        What::Sync => Some(Doing::Synced(result == 0)),
        What::Write(..) | What::Truncate(_) if result < 0 => None,
        What::Write(bytes, at) => {
            let whole = usize::try_from(result)?.min(bytes.len());
            let at = at.context("the journal is written without a place")?;
            Some(Doing::Suffers(Deed::Wrote(
                bytes[..whole].to_vec(),
                usize::try_from(at)?,
            )))
        }
        What::Truncate(length) => Some(Doing::Suffers(Deed::Cut(usize::try_from(*length)?))),
    })
}
