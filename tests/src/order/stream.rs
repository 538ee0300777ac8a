//! The bytes that left a socket, as the frames of a WebSocket, each with the line of the trace at which its first byte
//! began to leave.

use anyhow::bail;

/// One side of a connection, from its first byte on.
#[derive(Debug, Default)]
pub struct Stream {
    bytes: Vec<u8>,
    /// Where writes began in `bytes`, each with its line.
    writes: Vec<(usize, usize)>,
    read: usize,
    state: State,
}

#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
enum State {
    /// The head of an HTTP answer.
    #[default]
    Head,
    /// The connection is a WebSocket.
    Frames,
    /// Plain HTTP; of no interest here.
    Other,
}

/// A text that left.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sent {
    /// The text.
    pub text: String,
    /// The line of the trace at which the write of its first byte began.
    pub line: usize,
}

impl Stream {
    /// Bytes left, by a write that began at `line`; returns the text frames that are whole now.
    ///
    /// # Errors
    /// If the bytes are no frames as a server sends them.
    pub fn push(&mut self, bytes: &[u8], line: usize) -> anyhow::Result<Vec<Sent>> {
        self.writes.push((self.bytes.len(), line));
        self.bytes.extend_from_slice(bytes);
        if self.state == State::Head {
            let head = find(&self.bytes, b"\r\n\r\n");
            if let Some(end) = head {
                let switched = self.bytes.starts_with(b"HTTP/1.1 101 ");
                self.state = if switched { State::Frames } else { State::Other };
                self.read = end + 4;
            }
        }
        let mut sent = Vec::new();
        while self.state == State::Frames {
            let Some((begin, payload)) = frame(&self.bytes[self.read..])? else {
                break;
            };
            let line = self.line_of(self.read);
            let opcode = self.bytes[self.read] & 0x0f;
            let text = &self.bytes[self.read + begin..self.read + begin + payload];
            match opcode {
                1 => sent.push(Sent {
                    text: String::from_utf8(text.to_vec())?,
                    line,
                }),
                8..=10 => {}
                other => bail!("a frame of kind {other}"),
            }
            self.read += begin + payload;
        }
        Ok(sent)
    }

    fn line_of(&self, at: usize) -> usize {
        let write = self.writes.iter().rev().find(|(begin, _)| *begin <= at);
        write.map_or(0, |(_, line)| *line)
    }
}

/// Where a frame's payload begins and how long it is, if the frame is whole.
fn frame(bytes: &[u8]) -> anyhow::Result<Option<(usize, usize)>> {
    let [first, second, ..] = bytes else { return Ok(None) };
    if first & 0x80 == 0 || first & 0x70 != 0 || second & 0x80 != 0 {
        bail!("a frame in parts, with extensions or masked: {first:02x} {second:02x}");
    }
    let extra = match second {
        126 => 2,
        127 => 8,
        _ => 0,
    };
    let Some(length) = bytes.get(2..2 + extra) else {
        return Ok(None);
    };
    let payload = match extra {
        0 => usize::from(*second),
        _ => length.iter().fold(0, |length, byte| length << 8 | usize::from(*byte)),
    };
    let begin = 2 + extra;
    Ok((bytes.len() >= begin + payload).then_some((begin, payload)))
}

fn find(bytes: &[u8], wanted: &[u8]) -> Option<usize> {
    bytes.windows(wanted.len()).position(|window| window == wanted)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_frame_left_when_its_first_byte_did() {
        let mut stream = Stream::default();
        assert_eq!(
            stream.push(b"HTTP/1.1 101 Switching Protocols\r\n\r\n\x81", 3).unwrap(),
            []
        );
        assert_eq!(stream.push(b"\x02", 5).unwrap(), []);
        let long = "x".repeat(300);
        let mut bytes = b"hi\x89\x00\x81\x7e\x01\x2c".to_vec();
        bytes.extend(long.as_bytes());
        let sent = stream.push(&bytes, 8).unwrap();
        let told: Vec<_> = sent.iter().map(|sent| (sent.text.as_str(), sent.line)).collect();
        assert_eq!(told, [("hi", 3), (long.as_str(), 8)]);
    }

    #[test]
    fn plain_answers_are_passed_over() {
        let mut stream = Stream::default();
        assert_eq!(stream.push(b"HTTP/1.1 200 OK\r\n\r\n\xff\xff\xff", 1).unwrap(), []);
    }
}
