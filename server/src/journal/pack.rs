//! Records as gzip: packed by whoever ends a match, not by the writer, which all rooms wait for.

use std::io::{self, Read as _, Write as _};

use bytes::Bytes;
use flate2::{Compression, read::GzDecoder, write::GzEncoder};

/// The bytes, packed.
pub fn gzip(plain: &[u8]) -> Bytes {
    let mut packer = GzEncoder::new(Vec::with_capacity(plain.len() / 4), Compression::default());
    // Writing to a Vec cannot fail.
    let packed = packer.write_all(plain).and_then(|()| packer.finish());
    packed.unwrap_or_default().into()
}

/// The bytes, unpacked.
///
/// # Errors
/// If they are no gzip.
pub fn gunzip(packed: &[u8]) -> io::Result<Vec<u8>> {
    let mut plain = Vec::new();
    GzDecoder::new(packed).read_to_end(&mut plain)?;
    Ok(plain)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_packed_is_unpacked() {
        let plain = "{\"line\":1}\n".repeat(500);
        let packed = gzip(plain.as_bytes());
        assert!(packed.len() * 10 < plain.len());
        assert_eq!(gunzip(&packed).unwrap(), plain.as_bytes());
        assert!(gunzip(b"no gzip").is_err());
    }
}
