//! A terminal of any size, by tmux: keys are sent as a person presses them, and what the screen holds is read as a
//! person sees it.

use std::{
    fs::{self, File},
    io::{ErrorKind, Read as _},
    path::{Path, PathBuf},
    process::{Command, Stdio},
    sync::mpsc::{Receiver, RecvTimeoutError, sync_channel},
    time::{Duration, Instant},
};

use anyhow::{Context as _, bail, ensure};

/// How long a screen may take to show what is waited for.
const PATIENCE: Duration = Duration::from_secs(30);

/// A terminal with a program in it. Whoever drops it ends both.
#[derive(Debug)]
pub struct Screen {
    /// The socket of a tmux of its own.
    socket: PathBuf,
    /// A word each time that the program has written something, and at its end.
    stirs: Receiver<()>,
}

impl Screen {
    /// A terminal of so many columns and rows, in which these words run with these variables. Its files go into
    /// `folder`.
    ///
    /// # Errors
    /// If tmux cannot be started.
    pub fn open(
        folder: &Path,
        (columns, rows): (u16, u16),
        words: &[String],
        variables: &[(&str, &str)],
    ) -> anyhow::Result<Self> {
        fs::create_dir_all(folder)?;
        let (socket, pipe) = (folder.join("tmux"), folder.join("written"));
        let made = Command::new("mkfifo").arg(&pipe).status()?;
        ensure!(made.success(), "no mkfifo {}", pipe.display());
        let (told, stirs) = sync_channel(1);
        let read = pipe.clone();
        // This thread ends when tmux closes the pipe, at the program's end.
        std::thread::spawn(move || {
            let Ok(mut written) = File::open(read) else { return };
            let mut bytes = [0; 4096];
            while written.read(&mut bytes).is_ok_and(|count| count > 0) {
                // A word that still waits says the same.
                let _ = told.try_send(());
            }
        });
        let screen = Self { socket, stirs };
        // The program begins once the pipe is read: `wait-for` holds it back.
        let variables: Vec<String> = variables
            .iter()
            .map(|(name, value)| format!("{name}={}", quoted(value)))
            .collect();
        let words: Vec<String> = words.iter().map(|word| quoted(word)).collect();
        // Its end is told by a file and a word in the pipe: tmux itself does not always hear of it.
        let (ended, pipe) = (folder.join("ended"), quoted(&pipe.to_string_lossy()));
        let program = format!(
            "tmux wait-for begin; env {} {}; echo $? > {ended}.new; mv {ended}.new {ended}; echo > {pipe}; cat > /dev/null",
            variables.join(" "),
            words.join(" "),
            ended = quoted(&ended.to_string_lossy()),
        );
        let (columns, rows) = (columns.to_string(), rows.to_string());
        let settings = "set-option -g status off\nset-option -g history-limit 50000\n";
        fs::write(folder.join("tmux.conf"), settings)?;
        screen.tmux(&["new-session", "-d", "-x", &columns, "-y", &rows, &program])?;
        screen.tmux(&["resize-window", "-x", &columns, "-y", &rows])?;
        screen.tmux(&["pipe-pane", "-O", &format!("cat > {pipe}")])?;
        screen.tmux(&["wait-for", "-S", "begin"])?;
        Ok(screen)
    }

    fn tmux(&self, words: &[&str]) -> anyhow::Result<String> {
        let out = Command::new("tmux")
            .arg("-S")
            .arg(&self.socket)
            .arg("-u")
            .arg("-f")
            .arg(self.socket.with_extension("conf"))
            .args(words)
            .env_remove("TMUX")
            .env("SHELL", "/bin/sh")
            .stdin(Stdio::null())
            .output()
            .context("tmux (Debian: tmux)")?;
        ensure!(
            out.status.success(),
            "tmux {}: {}",
            words.join(" "),
            String::from_utf8_lossy(&out.stderr).trim()
        );
        Ok(String::from_utf8_lossy(&out.stdout).into_owned())
    }

    /// Presses keys, as tmux names them.
    ///
    /// # Errors
    /// If tmux is gone.
    pub fn press(&self, keys: &[&str]) -> anyhow::Result<()> {
        let words: Vec<&str> = ["send-keys"].into_iter().chain(keys.iter().copied()).collect();
        self.tmux(&words).map(drop)
    }

    /// Types letters as they are.
    ///
    /// # Errors
    /// If tmux is gone.
    pub fn types(&self, text: &str) -> anyhow::Result<()> {
        self.tmux(&["send-keys", "-l", text]).map(drop)
    }

    /// Gives the terminal another size.
    ///
    /// # Errors
    /// If tmux is gone.
    pub fn resize(&self, columns: u16, rows: u16) -> anyhow::Result<()> {
        self.tmux(&["resize-window", "-x", &columns.to_string(), "-y", &rows.to_string()])
            .map(drop)
    }

    /// What the screen holds, a line a row.
    ///
    /// # Errors
    /// If tmux is gone.
    pub fn text(&self) -> anyhow::Result<String> {
        self.tmux(&["capture-pane", "-p"])
    }

    /// The same with the colours that were asked for, and all that has scrolled away.
    ///
    /// # Errors
    /// If tmux is gone.
    pub fn painted(&self) -> anyhow::Result<String> {
        self.tmux(&["capture-pane", "-p", "-e", "-S", "-"])
    }

    /// All that has been written, also what has scrolled away.
    ///
    /// # Errors
    /// If tmux is gone.
    pub fn scrolled(&self) -> anyhow::Result<String> {
        self.tmux(&["capture-pane", "-p", "-J", "-S", "-"])
    }

    /// The exit code of the program, once it has ended.
    ///
    /// # Errors
    /// If that cannot be read.
    pub fn ended(&self) -> anyhow::Result<Option<i32>> {
        match fs::read_to_string(self.socket.with_file_name("ended")) {
            Ok(code) => Ok(Some(code.trim().parse()?)),
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
            Err(error) => Err(error.into()),
        }
    }

    /// Waits until something holds of what the screen shows, and gives it.
    ///
    /// # Errors
    /// If it does not come to hold; the last that was seen is told.
    pub fn until(&self, what: &str, holds: impl FnMut(&str) -> bool) -> anyhow::Result<String> {
        self.waits(what, Self::text, holds)
    }

    /// The same of all that has been written.
    ///
    /// # Errors
    /// If it does not come to hold; the last that was seen is told.
    pub fn until_written(&self, what: &str, holds: impl FnMut(&str) -> bool) -> anyhow::Result<String> {
        self.waits(what, Self::scrolled, holds)
    }

    fn waits(
        &self,
        what: &str,
        read: impl Fn(&Self) -> anyhow::Result<String>,
        mut holds: impl FnMut(&str) -> bool,
    ) -> anyhow::Result<String> {
        let began = Instant::now();
        loop {
            // Asked before the screen is read: who has ended has written all.
            let ended = self.ended()?;
            let text = read(self)?;
            if holds(&text) {
                return Ok(text);
            }
            if let Some(code) = ended {
                bail!("the program ended with {code} before {what}:\n{}", self.text()?);
            }
            match self.stirs.recv_timeout(PATIENCE.saturating_sub(began.elapsed())) {
                Ok(()) | Err(RecvTimeoutError::Disconnected) => {}
                Err(RecvTimeoutError::Timeout) => {
                    bail!("no {what} in {} s:\n{}", PATIENCE.as_secs(), self.text()?)
                }
            }
        }
    }

    /// Waits until the program has ended, and gives its exit code.
    ///
    /// # Errors
    /// If it does not end.
    pub fn end(&self) -> anyhow::Result<i32> {
        let began = Instant::now();
        loop {
            if let Some(code) = self.ended()? {
                return Ok(code);
            }
            let left = PATIENCE.saturating_sub(began.elapsed());
            if matches!(self.stirs.recv_timeout(left), Err(RecvTimeoutError::Timeout)) {
                bail!("the program does not end:\n{}", self.text()?);
            }
        }
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        let _ = self.tmux(&["kill-server"]);
    }
}

/// A word as the shell reads it.
fn quoted(word: &str) -> String {
    format!("'{}'", word.replace('\'', "'\\''"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<String> {
        ["sh", "-c", text].map(str::to_owned).into()
    }

    #[test]
    fn a_screen_shows_what_is_written_and_takes_keys() {
        let folder = tempfile::tempdir().unwrap();
        let text = "stty size; read word; echo \"heard $word $WHAT\"; exit 7";
        let screen = Screen::open(folder.path(), (33, 9), &words(text), &[("WHAT", "it's")]).unwrap();
        screen.until("a size", |text| text.contains("9 33")).unwrap();
        screen.types("two words").unwrap();
        screen.press(&["Enter"]).unwrap();
        screen
            .until("an echo", |text| text.contains("heard two words it's"))
            .unwrap();
        assert_eq!(screen.end().unwrap(), 7);
    }
}
