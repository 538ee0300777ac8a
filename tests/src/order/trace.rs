//! What strace wrote down, read back: which call of which thread began and ended, in order, with its bytes.
//!
//! strace writes a line when a call ends, or, where another thread's call comes in between, one when it begins
//! (`<unfinished ...>`) and one when it ends (`<... resumed>`). A thread goes on only after its line is written, so
//! if something was done because a call had ended, its line stands below the line of that end.

use anyhow::{Context as _, bail};

/// The calls to ask strace for.
pub const CALLS: &str = "trace=write,writev,pwrite64,pwritev,sendto,sendmsg,sendmmsg,fsync,fdatasync,ftruncate";
/// The most bytes of a call that strace is to write down.
pub const BYTES_MAX: usize = 4 << 20;

/// One call.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Call {
    /// What it does.
    pub what: What,
    /// The file or socket, as strace names it: a path, or `TCP:[from->to]`.
    pub file: String,
}

/// What a call does.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum What {
    /// Writes these bytes; at a place in a file, or on into a socket.
    Write(Vec<u8>, Option<u64>),
    /// Forces a file to the disk.
    Sync,
    /// Cuts a file to this length.
    Truncate(u64),
}

/// A moment of the trace.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Moment {
    /// A thread's call began.
    Began(Call),
    /// It ended, with this result; negative for an error.
    Ended(Call, i64),
}

/// A moment and where it stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Step {
    /// The line of the trace, from 1.
    pub line: usize,
    /// The thread.
    pub thread: u32,
    /// What happened.
    pub moment: Moment,
}

/// Reads a trace line by line.
#[derive(Debug, Default)]
pub struct Reader {
    line: usize,
    open: std::collections::HashMap<u32, Call>,
}

impl Reader {
    /// The moments of the next line, in order.
    ///
    /// # Errors
    /// If the line is not as strace writes it, or strace left bytes out.
    pub fn read(&mut self, text: &str) -> anyhow::Result<Vec<Step>> {
        self.line += 1;
        let line = self.line;
        self.moments(text)
            .with_context(|| format!("line {line} of the trace: {}", shortened(text)))
    }

    fn moments(&mut self, text: &str) -> anyhow::Result<Vec<Step>> {
        let (thread, rest) = text.split_once(' ').context("no thread")?;
        let thread: u32 = thread.parse().context("no thread")?;
        let rest = rest.trim_start();
        let step = |moment| Step {
            line: self.line,
            thread,
            moment,
        };
        if rest.starts_with("+++") || rest.starts_with("---") {
            return Ok(Vec::new());
        }
        if let Some(resumed) = rest.strip_prefix("<... ") {
            let Some(call) = self.open.remove(&thread) else {
                return Ok(Vec::new());
            };
            return Ok(match result(resumed)? {
                Some(result) => vec![step(Moment::Ended(call, result))],
                None => Vec::new(),
            });
        }
        let Some(call) = call(rest)? else {
            return Ok(Vec::new());
        };
        if rest.ends_with("<unfinished ...>") {
            self.open.insert(thread, call.clone());
            return Ok(vec![step(Moment::Began(call))]);
        }
        let began = step(Moment::Began(call.clone()));
        Ok(match result(rest)? {
            Some(result) => vec![began, step(Moment::Ended(call, result))],
            None => vec![began],
        })
    }
}

/// The number behind the last `) = `; `None` for a call that never ended (`= ?`).
fn result(text: &str) -> anyhow::Result<Option<i64>> {
    // What strace itself did to the call.
    let text = text.trim_end_matches(" (DELAYED)").trim_end_matches(" (INJECTED)");
    let at = text.rfind(") ").context("no result")?;
    let told = text[at + 1..]
        .trim_start()
        .strip_prefix('=')
        .context("no result")?
        .trim_start();
    if told.starts_with('?') {
        return Ok(None);
    }
    let end = told.find(' ').unwrap_or(told.len());
    Ok(Some(told[..end].parse().context("no result")?))
}

/// The call that a text tells, if it is one of ours on something that has a name.
fn call(text: &str) -> anyhow::Result<Option<Call>> {
    let (name, arguments) = text.split_once('(').context("no call")?;
    let Some((_, named)) = arguments
        .split_once('<')
        .filter(|(number, _)| number.parse::<u32>().is_ok())
    else {
        return Ok(None);
    };
    // A socket's name has `->` inside; a name ends before a comma, a bracket or the end of the call.
    let end = named
        .match_indices('>')
        .map(|(at, _)| at)
        .find(|at| matches!(named[at + 1..].chars().next(), Some(',' | ')' | ' ') | None))
        .context("no name")?;
    let (file, rest) = (named[..end].to_owned(), &named[end + 1..]);
    let what = match name {
        "fsync" | "fdatasync" => What::Sync,
        "ftruncate" => What::Truncate(number(rest.trim_start_matches(", "))?),
        "write" | "sendto" => What::Write(quoted(rest)?.0, None),
        "pwrite64" => {
            let (bytes, after) = quoted(rest)?;
            let place = after.trim_start_matches(", ").split(", ").nth(1).context("no place")?;
            What::Write(bytes, Some(number(place)?))
        }
        "writev" | "sendmsg" => What::Write(vectors(rest)?, None),
        other => bail!("{other} is not read by this program"),
    };
    Ok(Some(Call { what, file }))
}

fn number(text: &str) -> anyhow::Result<u64> {
    let end = text.find(|letter: char| !letter.is_ascii_digit()).unwrap_or(text.len());
    text[..end].parse().context("no number")
}

/// The bytes of all `iov_base="…"`, one after the other.
fn vectors(mut text: &str) -> anyhow::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    while let Some((_, rest)) = text.split_once("iov_base=") {
        let (part, after) = quoted(rest)?;
        bytes.extend(part);
        text = after;
    }
    Ok(bytes)
}

/// The first quoted text, as C writes it, and what follows.
fn quoted(text: &str) -> anyhow::Result<(Vec<u8>, &str)> {
    let (_, inner) = text.split_once('"').context("no bytes")?;
    let letters = inner.as_bytes();
    let mut bytes = Vec::new();
    let mut at = 0;
    loop {
        match letters.get(at) {
            Some(b'"') => break,
            Some(b'\\') => {
                let (byte, length) = escaped(&letters[at + 1..])?;
                bytes.push(byte);
                at += 1 + length;
            }
            Some(byte) => {
                bytes.push(*byte);
                at += 1;
            }
            None => bail!("bytes without an end"),
        }
    }
    let after = &inner[at + 1..];
    if after.starts_with("...") {
        bail!("strace left bytes out");
    }
    Ok((bytes, after))
}

/// What stands behind a backslash, and how long it is.
fn escaped(letters: &[u8]) -> anyhow::Result<(u8, usize)> {
    let first = *letters.first().context("nothing behind a backslash")?;
    Ok(match first {
        b'n' => (b'\n', 1),
        b't' => (b'\t', 1),
        b'r' => (b'\r', 1),
        b'v' => (0x0b, 1),
        b'f' => (0x0c, 1),
        b'0'..=b'7' => {
            let digits = letters
                .iter()
                .take(3)
                .take_while(|letter| (b'0'..=b'7').contains(letter))
                .count();
            let value = letters[..digits]
                .iter()
                .fold(0u32, |sum, digit| sum * 8 + u32::from(digit - b'0'));
            (u8::try_from(value).context("an octal number above 255")?, digits)
        }
        b'x' => {
            let digits = std::str::from_utf8(letters.get(1..3).context("no hex digits")?)?;
            (u8::from_str_radix(digits, 16)?, 3)
        }
        other => (other, 1),
    })
}

fn shortened(text: &str) -> String {
    text.chars().take(160).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn write(file: &str, bytes: &[u8], at: Option<u64>) -> Call {
        let (what, file) = (What::Write(bytes.to_vec(), at), file.to_owned());
        Call { what, file }
    }

    fn read(lines: &[&str]) -> Vec<(usize, Moment)> {
        let mut reader = Reader::default();
        let steps = lines.iter().flat_map(|line| reader.read(line).unwrap());
        steps.map(|step| (step.line, step.moment)).collect()
    }

    #[test]
    fn a_whole_call_begins_and_ends() {
        let call = write("/tmp/x-wal", b"\0\x01a\"\n\xfe7", Some(8272));
        assert_eq!(
            read(&["7 pwrite64(4</tmp/x-wal>, \"\\0\\1a\\\"\\n\\3767\", 7, 8272) = 7"]),
            [(1, Moment::Began(call.clone())), (1, Moment::Ended(call, 7))]
        );
        let sync = Call {
            what: What::Sync,
            file: "/tmp/x-wal".into(),
        };
        for by in ["", " (INJECTED)", " (INJECTED) (DELAYED)"] {
            let line = format!("7 fdatasync(4</tmp/x-wal>) = -1 EIO (Input/output error){by}");
            assert_eq!(read(&[&line])[1], (1, Moment::Ended(sync.clone(), -1)));
        }
    }

    #[test]
    fn a_call_may_end_below_others() {
        let send = write("TCP:[127.0.0.1:1->127.0.0.1:2]", b"a) = 1 b", None);
        let sync = Call {
            what: What::Sync,
            file: "/w".into(),
        };
        assert_eq!(
            read(&[
                "7 fdatasync(4</w> <unfinished ...>",
                "8 sendto(9<TCP:[127.0.0.1:1->127.0.0.1:2]>, \"a) = 1 b\", 8, MSG_NOSIGNAL, NULL, 0) = 8",
                "7 <... fdatasync resumed>)            = 0",
                "9 +++ exited with 0 +++",
            ]),
            [
                (1, Moment::Began(sync.clone())),
                (2, Moment::Began(send.clone())),
                (2, Moment::Ended(send, 8)),
                (3, Moment::Ended(sync, 0)),
            ]
        );
    }

    #[test]
    fn parts_of_a_vector_are_joined() {
        let call = write("TCP:[a->b]", b"abcd", None);
        let line = "7 writev(9<TCP:[a->b]>, [{iov_base=\"ab\", iov_len=2}, {iov_base=\"cd\", iov_len=2}], 2) = 4";
        assert_eq!(read(&[line])[0], (1, Moment::Began(call)));
    }

    #[test]
    fn bytes_that_were_left_out_are_an_error() {
        let error = Reader::default().read("7 write(9<f>, \"ab\"..., 99) = 99").unwrap_err();
        assert!(format!("{error:#}").contains("left bytes out"), "{error:#}");
    }

    #[test]
    fn a_call_that_never_ended_has_only_begun() {
        assert_eq!(read(&["7 fdatasync(4</w>) = ?"]).len(), 1);
        assert_eq!(
            read(&["7 fdatasync(4</w> <unfinished ...>", "7 +++ killed by SIGKILL +++"]).len(),
            1
        );
    }
}
