//! A secret: it is read and compared, and shows nothing of itself.

use std::{
    fmt,
    fs::{self, File},
    io::Read as _,
    path::Path,
    str::FromStr,
};

use sha2::{Digest as _, Sha256};
use subtle::ConstantTimeEq as _;

/// A word that nobody is shown.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret(String);

/// A secret that keeps nobody out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("expected a word that is not empty; leave the setting out if there is to be none")]
pub struct NoSecret;

impl Secret {
    /// Whether this is the word. How long that takes tells neither where the two differ nor how long the secret is.
    pub fn is(&self, word: &str) -> bool {
        // Equal lengths for the comparison, whatever was said.
        Sha256::digest(&self.0).ct_eq(&Sha256::digest(word)).into()
    }
}

impl FromStr for Secret {
    type Err = NoSecret;

    fn from_str(text: &str) -> Result<Self, NoSecret> {
        if text.is_empty() {
            Err(NoSecret)
        } else {
            Ok(Self(text.to_owned()))
        }
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("(set)")
    }
}

/// Most bytes of a file of words.
const BYTES_MAX: u64 = 64 * 1024;

/// The text of a file that stands for a setting, without the end of its last line.
///
/// # Errors
/// What is wrong, in a few words, and nothing of what is in it.
pub(super) fn read_word(path: &Path) -> Result<String, String> {
    let unreadable = |error: std::io::Error| format!("the file cannot be read: {error}");
    if !fs::metadata(path).map_err(unreadable)?.is_file() {
        return Err("this is no file".to_owned());
    }
    let mut bytes = Vec::new();
    let file = File::open(path).map_err(unreadable)?;
    let read = file.take(BYTES_MAX + 1).read_to_end(&mut bytes).map_err(unreadable)?;
    if read as u64 > BYTES_MAX {
        return Err(format!("the file is larger than {} kB", BYTES_MAX / 1024));
    }
    let text = String::from_utf8(bytes).map_err(|_| "the file is not UTF-8 text".to_owned())?;
    let text = text.strip_suffix('\n').unwrap_or(&text);
    Ok(text.strip_suffix('\r').unwrap_or(text).to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_secret_is_compared_and_not_shown() {
        let secret: Secret = "neem tree".parse().unwrap();
        assert!(secret.is("neem tree"));
        for other in ["", "neem", "neem tree ", "Neem tree"] {
            assert!(!secret.is(other), "{other}");
        }
        assert_eq!(format!("{secret:?} {:?}", Some(&secret)), "(set) Some((set))");
        assert_eq!("".parse::<Secret>(), Err(NoSecret));
    }

    #[test]
    fn a_file_of_words_is_read_without_its_last_line_end() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("word");
        for (bytes, expected) in [
            (&b"neem"[..], Some("neem")),
            (b"neem\n", Some("neem")),
            (b"neem\r\n", Some("neem")),
            (b" neem tree \n\n", Some(" neem tree \n")),
            (b"\n", Some("")),
            (b"\xff", None),
            (&[b'x'; 65 * 1024], None),
        ] {
            fs::write(&path, bytes).unwrap();
            assert_eq!(read_word(&path).ok().as_deref(), expected);
        }
        assert!(read_word(folder.path()).is_err() && read_word(&path.join("x")).is_err());
    }
}
