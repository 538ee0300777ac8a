//! The only file that writes to standard output and standard error: whole lines, flushed at once, so that a program
//! behind a pipe and a screen reader hear each when it happens.

use std::io::{self, Write as _};

/// One line to standard output. False once nobody reads it any more.
pub fn line(text: impl AsRef<str>) -> bool {
    let mut out = io::stdout().lock();
    writeln!(out, "{}", text.as_ref()).and_then(|()| out.flush()).is_ok()
}

/// One line to standard error: what is no part of the output.
pub fn note(text: impl AsRef<str>) {
    // Where even this cannot be written there is nobody to tell.
    let _ = writeln!(io::stderr().lock(), "{}", text.as_ref());
}
