//! The only file that writes to standard output and standard error: whole lines, flushed at once, so that a program
//! behind a pipe and a screen reader hear each when it happens.

use std::io::{self, Write as _};

/// One line to standard output. False once nobody reads it any more.
pub fn line(text: impl AsRef<str>) -> bool {
    let mut out = io::stdout().lock();
    writeln!(out, "{}", text.as_ref()).and_then(|()| out.flush()).is_ok()
}

/// One line of words: what a stranger wrote in it cannot steer the terminal.
pub fn words(text: impl AsRef<str>) -> bool {
    line(without_control(text.as_ref()))
}

fn without_control(text: &str) -> String {
    text.chars()
        .map(|letter| if letter.is_control() { '\u{FFFD}' } else { letter })
        .collect()
}

/// Words over the last line of standard error, a terminal's; none clear it.
pub fn over(text: impl AsRef<str>) {
    let mut err = io::stderr().lock();
    let _ = write!(err, "\r\x1b[K{}", without_control(text.as_ref())).and_then(|()| err.flush());
}

/// One line to standard error: what is no part of the output.
pub fn note(text: impl AsRef<str>) {
    // Where even this cannot be written there is nobody to tell.
    let _ = writeln!(
        io::stderr().lock(),
        "{}",
        text.as_ref()
            .lines()
            .map(without_control)
            .collect::<Vec<_>>()
            .join("\n")
    );
}

#[cfg(test)]
mod tests {
    #[test]
    fn a_name_cannot_clear_the_screen() {
        assert_eq!(
            super::without_control("a\u{1b}[2Jb\u{9b}2J\n"),
            "a\u{fffd}[2Jb\u{fffd}2J\u{fffd}"
        );
    }
}
