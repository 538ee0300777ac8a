//! Rust's text without its comments and quoted texts, so that a rule reads code and nothing else.

/// The text with comments, and what stands between quotes, replaced by blanks; line ends stay.
pub fn of(text: &str) -> String {
    let mut reader = Reader {
        rest: text,
        code: String::with_capacity(text.len()),
        before: ' ',
    };
    while reader.step() {}
    reader.code
}

struct Reader<'a> {
    rest: &'a str,
    code: String,
    /// The letter before `rest`, to tell `br"` from `bar"`.
    before: char,
}

impl Reader<'_> {
    /// Reads one comment, one quoted text or one letter; false at the end.
    fn step(&mut self) -> bool {
        let Some(letter) = self.rest.chars().next() else {
            return false;
        };
        let blank = if self.rest.starts_with("//") {
            self.rest.find('\n').unwrap_or(self.rest.len())
        } else if self.rest.starts_with("/*") {
            block(self.rest)
        } else if letter == '"' {
            quoted(self.rest)
        } else if let Some(raw) = self.raw() {
            raw
        } else if letter == '\'' {
            character(self.rest)
        } else {
            0
        };
        if blank > 0 {
            self.blank(blank);
        } else {
            self.code.push(letter);
            self.rest = &self.rest[letter.len_utf8()..];
            self.before = letter;
        }
        true
    }

    fn blank(&mut self, bytes: usize) {
        let (gone, rest) = self.rest.split_at(bytes);
        self.code
            .extend(gone.chars().map(|letter| if letter == '\n' { '\n' } else { ' ' }));
        self.rest = rest;
        self.before = ' ';
    }

    /// The length of a raw text that begins here: `r"…"`, `br#"…"#`.
    fn raw(&self) -> Option<usize> {
        if self.before.is_alphanumeric() || self.before == '_' {
            return None;
        }
        let after = self
            .rest
            .strip_prefix(['b', 'c'])
            .unwrap_or(self.rest)
            .strip_prefix('r')?;
        let hashes = after.len() - after.trim_start_matches('#').len();
        let inner = after[hashes..].strip_prefix('"')?;
        let end = format!("\"{}", "#".repeat(hashes));
        let length = inner.find(&end).map_or(inner.len(), |at| at + end.len());
        Some(self.rest.len() - inner.len() + length)
    }
}

/// The length of a comment `/* … */`, which may hold others.
fn block(text: &str) -> usize {
    let (mut depth, mut at) = (0usize, 0);
    while at < text.len() {
        let rest = &text.as_bytes()[at..];
        if rest.starts_with(b"/*") {
            depth += 1;
            at += 2;
        } else if rest.starts_with(b"*/") {
            depth -= 1;
            at += 2;
            if depth == 0 {
                return at;
            }
        } else {
            at += 1;
        }
    }
    text.len()
}

/// The length of a text in double quotes.
fn quoted(text: &str) -> usize {
    let bytes = text.as_bytes();
    let mut at = 1;
    while at < bytes.len() {
        match bytes[at] {
            b'\\' => at += 2,
            b'"' => return at + 1,
            _ => at += 1,
        }
    }
    text.len()
}

/// The length of a letter in single quotes; 0 for a lifetime.
fn character(text: &str) -> usize {
    let mut letters = text.char_indices().skip(1);
    match letters.next() {
        Some((_, '\\')) => {
            letters.next();
            letters.find(|(_, letter)| *letter == '\'').map_or(0, |(at, _)| at + 1)
        }
        Some(_) => match letters.next() {
            Some((at, '\'')) => at + 1,
            Some(_) | None => 0,
        },
        None => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::of;

    #[test]
    fn comments_and_quoted_texts_are_blank() {
        for (text, left) in [
            ("a // b\nc", "a c"),
            ("a /* b /* c */\n */ d", "a d"),
            ("x(\"b \\\" // c\") y", "x( ) y"),
            ("r#\"a \" b\"# z", "z"),
            ("for\"x\"y", "for y"),
            ("'a' 'b '\\'' '\\u{1F}' <'c>", "'b <'c>"),
            ("\"ಚೌಕ\" k", "k"),
        ] {
            let code = of(text);
            assert_eq!(code.split_whitespace().collect::<Vec<_>>().join(" "), left, "{text}");
            assert_eq!(code.chars().count(), text.chars().count(), "{text}");
        }
    }

    #[test]
    fn this_file_can_be_read() {
        let code = of(include_str!("code.rs"));
        assert!(code.contains("fn character") && !code.contains("The length of"));
        assert_eq!(code.lines().count(), include_str!("code.rs").lines().count());
    }
}
