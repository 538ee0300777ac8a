//! All chance of a simulated world, from its seed. The same seed is the same world.

use chowk_cli::client::Jitter;
use chowk_server::fate::Entropy;

/// A small seeded generator. What it gives is told by nobody but the seed.
#[derive(Debug, Clone)]
pub(crate) struct Dice(Jitter);

impl Dice {
    /// The dice of a seed.
    pub(crate) fn new(seed: u64) -> Self {
        Self(Jitter::new(seed))
    }

    /// Other dice, so that what one part of the world asks does not change what another is given.
    pub(crate) fn fork(&mut self) -> Self {
        Self::new(self.bits())
    }

    /// 64 bits.
    pub(crate) fn bits(&mut self) -> u64 {
        self.0.bits()
    }

    /// A number below `below`.
    pub(crate) fn below(&mut self, below: u64) -> u64 {
        self.0.below(below)
    }

    /// A number from `least` to `most`, both included.
    pub(crate) fn between(&mut self, least: u64, most: u64) -> u64 {
        least + self.below(most - least + 1)
    }

    /// True once in `times`; never if that is 0.
    pub(crate) fn one_in(&mut self, times: u64) -> bool {
        times > 0 && self.below(times) == 0
    }

    /// A wait that is mostly about `mean` milliseconds and sometimes much longer.
    pub(crate) fn wait(&mut self, mean: u64) -> u64 {
        let tail = -(1.0 - self.0.unit()).ln();
        (mean as f64 * tail) as u64
    }

    /// One of these.
    pub(crate) fn pick<'a, T>(&mut self, from: &'a [T]) -> &'a T {
        &from[self.below(from.len() as u64) as usize]
    }

    /// Some bytes.
    pub(crate) fn bytes<const N: usize>(&mut self) -> [u8; N] {
        chowk_server::fate::draw(self)
    }
}

impl Entropy for Dice {
    fn fill(&mut self, bytes: &mut [u8]) {
        for part in bytes.chunks_mut(8) {
            part.copy_from_slice(&self.bits().to_le_bytes()[..part.len()]);
        }
    }
}
