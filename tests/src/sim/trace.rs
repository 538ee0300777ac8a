//! What happened, for whoever looks into a seed. It costs nothing unless it is asked for.

use std::collections::VecDeque;

/// Most lines that are kept.
const LINES_MAX: usize = 400;

/// The last lines of what happened.
#[derive(Debug, Default)]
pub(crate) struct Trace {
    on: bool,
    /// Each line is also printed as it comes.
    aloud: bool,
    lines: VecDeque<String>,
    /// Folded over all lines: the same world has the same.
    digest: u64,
}

impl Trace {
    /// Keeps nothing.
    pub(crate) fn off() -> Self {
        Self::default()
    }

    /// Keeps the last lines, and prints all of them if `aloud`.
    pub(crate) fn on(aloud: bool) -> Self {
        Self {
            on: true,
            aloud,
            ..Self::default()
        }
    }

    /// Whether lines are wanted.
    pub(crate) fn is_on(&self) -> bool {
        self.on
    }

    /// One more line.
    pub(crate) fn push(&mut self, line: String) {
        for byte in line.bytes() {
            self.digest = (self.digest ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01B3);
        }
        if self.aloud {
            eprintln!("{line}");
        }
        if self.lines.len() == LINES_MAX {
            self.lines.pop_front();
        }
        self.lines.push_back(line);
    }

    /// What all lines fold to.
    pub(crate) fn digest(&self) -> u64 {
        self.digest
    }

    /// The last lines, as one text.
    pub(crate) fn tail(&self, most: usize) -> String {
        let skip = self.lines.len().saturating_sub(most);
        self.lines.iter().skip(skip).map(|line| format!("{line}\n")).collect()
    }
}
