//! Tidiness: what a reader relies on and no compiler refuses, read from the files of the workspace.
//!
//! Each rule is a function from sources to faults; `tests/tidy.rs` runs them all over the repository, and beside each
//! rule stands a test that plants what it must find.

pub mod arrows;
pub mod code;
pub mod lines;
pub mod named;
pub mod reach;
pub mod sockets;

use std::{
    fmt, fs, io,
    path::{Path, PathBuf},
};

/// The crates of the workspace: folder, package.
pub const CRATES: [(&str, &str); 8] = [
    ("rules", "chowk-rules"),
    ("record", "chowk-record"),
    ("bots", "chowk-bots"),
    ("protocol", "chowk-protocol"),
    ("wire", "chowk-wire"),
    ("server", "chowk-server"),
    ("client-cli", "chowk-cli"),
    ("tests", "chowk-tests"),
];

/// A file of the workspace.
#[derive(Debug, Clone)]
pub struct Source {
    /// Its path from the workspace's root, with slashes.
    pub path: String,
    /// Its text.
    pub text: String,
    /// The text with comments and what stands in quotes blanked out; lines are where they were.
    pub code: String,
}

/// Something untidy.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Fault {
    /// The file.
    pub path: String,
    /// The line, from 1.
    pub line: usize,
    /// What is wrong, as a sentence.
    pub why: String,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.path, self.line, self.why)
    }
}

impl Source {
    /// A file of this path and text.
    pub fn new(path: impl Into<String>, text: impl Into<String>) -> Self {
        let (path, text) = (path.into(), text.into());
        let code = if path.ends_with(".rs") {
            code::of(&text)
        } else {
            text.clone()
        };
        Self { path, text, code }
    }

    /// A fault in this file.
    pub fn fault(&self, line: usize, why: impl Into<String>) -> Fault {
        Fault {
            path: self.path.clone(),
            line,
            why: why.into(),
        }
    }

    /// Whether it is Rust.
    pub fn is_rust(&self) -> bool {
        self.path.ends_with(".rs")
    }

    /// The package it belongs to.
    pub fn package(&self) -> Option<&'static str> {
        let folder = self.path.split('/').next()?;
        CRATES
            .iter()
            .find(|(known, _)| *known == folder)
            .map(|(_, package)| *package)
    }
}

/// The root of the workspace.
pub fn root() -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.parent().unwrap_or(here).to_owned()
}

/// All files of the workspace that people write: Rust, manifests, pages, scripts.
///
/// # Errors
/// If a folder or file cannot be read.
pub fn sources(root: &Path) -> io::Result<Vec<Source>> {
    let mut found = Vec::new();
    gather(root, root, &mut found)?;
    found.sort_by(|a, b| a.path.cmp(&b.path));
    Ok(found)
}

fn gather(root: &Path, folder: &Path, found: &mut Vec<Source>) -> io::Result<()> {
    // What is built, what is Git's, and the vectors that came from elsewhere.
    const PASSED_OVER: [&str; 4] = ["target", ".git", "vectors", "data"];
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let (path, name) = (entry.path(), entry.file_name());
        let name = name.to_string_lossy();
        if entry.file_type()?.is_dir() {
            if !PASSED_OVER.contains(&name.as_ref()) {
                gather(root, &path, found)?;
            }
        } else if is_written(&path) {
            let relative = path
                .strip_prefix(root)
                .unwrap_or(&path)
                .to_string_lossy()
                .replace('\\', "/");
            found.push(Source::new(relative, fs::read_to_string(&path)?));
        }
    }
    Ok(())
}

fn is_written(path: &Path) -> bool {
    match path.extension().and_then(|extension| extension.to_str()) {
        Some(extension) => ["rs", "toml", "md", "sh", "yml", "yaml", "js", "mjs", "css", "html"].contains(&extension),
        // Scripts have no extension: `.ci/run`, `tests/run`, `tests/show`.
        None => path.file_name().is_some_and(|name| name == "run" || name == "show"),
    }
}
