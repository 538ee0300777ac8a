//! Frames of a WebSocket, counted byte by byte as they come; it knows their heads and nothing of what they say.

/// The end of a request's head.
const HEAD_ENDS: [u8; 4] = *b"\r\n\r\n";
/// Bytes of a client's mask.
const MASK: u64 = 4;

/// How far the bytes have come.
#[derive(Debug, Default)]
pub(super) struct Frames {
    at: At,
    /// Bytes of [`HEAD_ENDS`] that came last, while heads are passed over.
    ending: usize,
}

#[derive(Debug, Default, Clone, Copy)]
enum At {
    /// Before a frame's first byte.
    #[default]
    Start,
    /// Before its length.
    Length,
    /// In a longer length: so many bytes of it are to come.
    More { left: u8, length: u64 },
    /// In the mask and the payload: so many bytes are to come.
    Inside { left: u64 },
}

impl Frames {
    /// Passes over the heads of requests: frames begin where the last one ends, as some that came with it may have.
    pub(super) fn pass_heads(&mut self, bytes: &[u8]) -> u64 {
        let mut rest = 0;
        for (at, byte) in bytes.iter().enumerate() {
            self.ending = if *byte == HEAD_ENDS[self.ending] {
                self.ending + 1
            } else {
                usize::from(*byte == HEAD_ENDS[0])
            };
            if self.ending == HEAD_ENDS.len() {
                (self.ending, self.at, rest) = (0, At::Start, at + 1);
            }
        }
        self.count(&bytes[rest..])
    }

    /// How many frames begin in these bytes.
    pub(super) fn count(&mut self, mut bytes: &[u8]) -> u64 {
        let mut begun = 0;
        while let [byte, rest @ ..] = bytes {
            (self.at, bytes) = match self.at {
                At::Start => {
                    begun += 1;
                    (At::Length, rest)
                }
                At::Length => (length(byte & 0x7F), rest),
                At::More { left, length } => {
                    let length = length << 8 | u64::from(*byte);
                    let at = if left > 1 {
                        At::More { left: left - 1, length }
                    } else {
                        inside(length)
                    };
                    (at, rest)
                }
                At::Inside { left } => {
                    let here = usize::try_from(left).unwrap_or(usize::MAX).min(bytes.len());
                    let left = left - here as u64;
                    let at = if left == 0 { At::Start } else { At::Inside { left } };
                    (at, &bytes[here..])
                }
            };
        }
        begun
    }
}

fn length(told: u8) -> At {
    match told {
        126 => At::More { left: 2, length: 0 },
        127 => At::More { left: 8, length: 0 },
        short => inside(short.into()),
    }
}

fn inside(length: u64) -> At {
    At::Inside {
        left: length.saturating_add(MASK),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn frame(length: usize) -> Vec<u8> {
        let mut bytes = vec![0x81];
        match length {
            0..=125 => bytes.push(0x80 | u8::try_from(length).unwrap()),
            126..=0xFFFF => {
                bytes.push(0x80 | 126);
                bytes.extend(u16::try_from(length).unwrap().to_be_bytes());
            }
            _ => {
                bytes.push(0x80 | 127);
                bytes.extend((length as u64).to_be_bytes());
            }
        }
        bytes.resize(bytes.len() + 4 + length, b'\r');
        bytes
    }

    /// However the bytes are cut, each frame counts once.
    #[test]
    fn frames_of_all_lengths_are_counted_however_they_come() {
        let lengths = [0, 1, 125, 126, 127, 8_192, 70_000, 0, 0, 3];
        let bytes: Vec<u8> = lengths.iter().flat_map(|length| frame(*length)).collect();
        for piece in [1, 2, 3, 7, 4_096, bytes.len()] {
            let mut frames = Frames::default();
            let counted: u64 = bytes.chunks(piece).map(|piece| frames.count(piece)).sum();
            assert_eq!(counted, lengths.len() as u64, "{piece} bytes at once");
        }
    }

    /// What comes together with the request is where the frames begin.
    #[test]
    fn frames_begin_where_the_head_of_the_request_ends() {
        let mut bytes = b"GET / HTTP/1.1\r\n\r\nGET /ws HTTP/1.1\r\nhost: x\r\n\r\n".to_vec();
        let head = bytes.len();
        bytes.extend([frame(200), frame(0)].concat());
        for with_head in [0, 1, 2, 5, 203, 207] {
            for piece in [1, 5, bytes.len()] {
                let mut frames = Frames::default();
                let (first, rest) = bytes.split_at(head + with_head);
                first.chunks(piece).for_each(|piece| {
                    frames.pass_heads(piece);
                });
                frames.count(rest);
                assert_eq!(frames.count(&frame(0)), 1, "{with_head} with the head, {piece} at once");
                assert!(matches!(frames.at, At::Start));
            }
        }
    }

    #[test]
    fn a_length_beyond_all_numbers_is_one_frame() {
        let mut frames = Frames::default();
        assert_eq!(
            frames.count(&[0x82, 0xFF, 255, 255, 255, 255, 255, 255, 255, 255, 1, 2, 3, 4, 5]),
            1
        );
    }
}
