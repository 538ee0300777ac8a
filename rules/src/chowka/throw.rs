//! A cast of cowries as it lies on the cloth: which shell has its mouth up.

use std::fmt;

/// The most shells that are ever cast at once.
pub const SHELLS_MAX: usize = 6;

/// One cast of up to six cowries. The picture that players see is these faces.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Shells {
    len: u8,
    /// Bit j is set if shell j has its mouth up.
    up: u8,
}

impl Shells {
    /// The cast that shows these faces, 1 for a mouth up and 0 for down; `None` for any other number or more
    /// than six shells.
    pub fn from_faces(faces: &[u8]) -> Option<Shells> {
        if faces.len() > SHELLS_MAX {
            return None;
        }
        let mut shells = Shells { len: 0, up: 0 };
        for &face in faces {
            if face > 1 {
                return None;
            }
            shells.up |= face << shells.len;
            shells.len += 1;
        }
        Some(shells)
    }

    /// A cast of `len` shells of which the first `mouths_up` have their mouth up.
    ///
    /// # Panics
    /// If there are more than six shells, or more mouths than shells.
    pub fn showing(mouths_up: u8, len: u8) -> Shells {
        assert!(usize::from(len) <= SHELLS_MAX && mouths_up <= len, "no such cast");
        Shells {
            len,
            up: ((1u16 << mouths_up) - 1) as u8,
        }
    }

    /// The faces in the order of the shells: 1 for a mouth up, 0 for down.
    pub fn faces(self) -> impl ExactSizeIterator<Item = u8> {
        (0..self.len).map(move |shell| self.up >> shell & 1)
    }

    /// How many shells were cast.
    pub fn len(self) -> usize {
        usize::from(self.len)
    }

    /// Whether no shell was cast, which no rule set does.
    pub fn is_empty(self) -> bool {
        self.len == 0
    }

    /// How many mouths are up.
    pub fn mouths_up(self) -> u8 {
        self.up.count_ones() as u8
    }
}

impl fmt::Debug for Shells {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Shells(")?;
        for face in self.faces() {
            write!(f, "{face}")?;
        }
        f.write_str(")")
    }
}
