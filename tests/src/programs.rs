//! The programs under test, as files. They are found where Cargo puts them, never silently missed.

use std::{
    env, fs,
    path::{Path, PathBuf},
    process::Command,
    sync::OnceLock,
};

use anyhow::{Context as _, anyhow, bail};

/// Where the programs are.
#[derive(Debug, Clone)]
pub struct Programs {
    folder: PathBuf,
}

/// Names a folder that has the programs already, so that none is built here.
pub const FOLDER_VARIABLE: &str = "PROGRAMS_UNDER_TEST";

impl Programs {
    /// The programs of the folder that `PROGRAMS_UNDER_TEST` names; without it those of this build, brought up to date first.
    ///
    /// # Errors
    /// If one is missing or cannot be built: then there is nothing to test.
    pub fn find() -> anyhow::Result<Self> {
        static FOUND: OnceLock<Result<Programs, String>> = OnceLock::new();
        let found = FOUND.get_or_init(|| Self::look().map_err(|error| format!("{error:#}")));
        found.clone().map_err(|error| anyhow!(error))
    }

    fn look() -> anyhow::Result<Self> {
        let folder = match env::var_os(FOLDER_VARIABLE) {
            Some(folder) => PathBuf::from(folder),
            None => built()?,
        };
        let programs = Self { folder };
        for program in [programs.server(), programs.cli()] {
            if !program.is_file() {
                bail!(
                    "{} is missing: cargo build -p chowk-server -p chowk-cli, or set {FOLDER_VARIABLE}",
                    program.display()
                );
            }
        }
        Ok(programs)
    }

    /// Where they are.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// `chowk-server`.
    pub fn server(&self) -> PathBuf {
        self.folder.join("chowk-server")
    }

    /// `chowk`.
    pub fn cli(&self) -> PathBuf {
        self.folder.join("chowk")
    }

    /// The folder that holds both programs as the image has them: static, since nothing else is in it.
    ///
    /// # Errors
    /// If they are not there, or cannot be linked so.
    pub fn for_the_image(&self) -> anyhow::Result<PathBuf> {
        static LINKED: OnceLock<Result<PathBuf, String>> = OnceLock::new();
        let folder = self.folder.join("static");
        if env::var_os(FOLDER_VARIABLE).is_some() {
            return Ok(folder);
        }
        let linked = LINKED.get_or_init(|| linked(&self.folder, folder).map_err(|error| format!("{error:#}")));
        linked.clone().map_err(|error| anyhow!(error))
    }

    /// Another program of this crate.
    ///
    /// # Errors
    /// If it was not built.
    pub fn own(&self, name: &str) -> anyhow::Result<PathBuf> {
        let path = self.folder.join(name);
        if path.is_file() {
            Ok(path)
        } else {
            bail!("{} is missing: cargo build -p chowk-tests --bins", path.display())
        }
    }
}

/// Builds the programs as this test was built, beside it.
fn built() -> anyhow::Result<PathBuf> {
    let me = env::current_exe()?;
    // target/debug/deps/cases-0123 or target/debug/chowk-tests
    let mut folder = me.parent().context("this program lies in no folder")?;
    if folder.ends_with("deps") {
        folder = folder.parent().context("deps lies in no folder")?;
    }
    cargo(folder, &["build", "-p", "chowk-server", "-p", "chowk-cli"], &[])?;
    Ok(folder.to_owned())
}

/// Links both programs without a loader, and lays them into a folder of their own.
fn linked(folder: &Path, to: PathBuf) -> anyhow::Result<PathBuf> {
    fs::create_dir_all(&to)?;
    for (package, program) in [("chowk-server", "chowk-server"), ("chowk-cli", "chowk")] {
        let words = ["rustc", "-p", package, "--bin", program];
        cargo(
            folder,
            &words,
            &["--", "-C", "target-feature=+crt-static", "-C", "strip=symbols"],
        )?;
        fs::copy(folder.join(program), to.join(program))?;
    }
    Ok(to)
}

/// Runs Cargo with this build's folder and profile.
fn cargo(folder: &Path, words: &[&str], last: &[&str]) -> anyhow::Result<()> {
    let mut cargo = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    cargo
        .args(words)
        .args(["--quiet", "--target-dir"])
        .arg(folder.parent().context("no target folder")?)
        .current_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join(".."));
    if folder.ends_with("release") {
        cargo.arg("--release");
    }
    let status = cargo.args(last).status().context("cargo")?;
    if !status.success() {
        bail!("cargo {} failed", words.join(" "));
    }
    Ok(())
}
