//! Chance from outside: bytes for seeds, ids, codes and epochs. Throws do not come from here but from a match's sealed
//! seed (`chowk_record::fair`).

/// A source of bytes that nobody can foresee. The simulation has a seeded one.
pub trait Entropy: Send {
    /// Fills the bytes.
    fn fill(&mut self, bytes: &mut [u8]);
}

/// `N` bytes of a source.
pub fn draw<const N: usize>(source: &mut dyn Entropy) -> [u8; N] {
    let mut bytes = [0; N];
    source.fill(&mut bytes);
    bytes
}

/// The operating system's source.
#[derive(Debug, Clone, Copy, Default)]
pub struct OsEntropy;

impl Entropy for OsEntropy {
    /// # Panics
    /// When the operating system has no randomness to give: then no seed may be drawn.
    fn fill(&mut self, bytes: &mut [u8]) {
        if let Err(error) = getrandom::fill(bytes) {
            panic!("the operating system gives no random bytes: {error}");
        }
    }
}
