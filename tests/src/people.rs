//! People at `chowk play --plain` and `chowk watch`: each a process with pipes, read and typed to as a person does, all
//! that is said kept in one transcript.

use std::{
    fmt::Write as _,
    io::{BufRead as _, BufReader, Read, Write as _},
    path::Path,
    process::{Child, ChildStdin, Command, Stdio},
    sync::mpsc::{Receiver, SyncSender, sync_channel},
    time::Duration,
};

use anyhow::{Context as _, bail};
use chowk_cli::address::Address;

use crate::programs::Programs;

/// How long nobody may say anything.
const PATIENCE: Duration = Duration::from_secs(30);
/// Lines that may wait to be read.
const LINES: usize = 1024;

/// A line that somebody's program said; `None` at its end.
type Said = (usize, Option<String>);

/// People around a table.
#[derive(Debug)]
pub struct People {
    people: Vec<Person>,
    told: SyncSender<Said>,
    hear: Receiver<Said>,
    /// All that was said and typed, in order.
    pub transcript: String,
}

#[derive(Debug)]
struct Person {
    name: String,
    child: Child,
    typing: Option<ChildStdin>,
    /// Whether its output has ended.
    silent: bool,
}

impl People {
    /// Nobody yet.
    pub fn new() -> Self {
        let (told, hear) = sync_channel(LINES);
        Self {
            people: Vec::new(),
            told,
            hear,
            transcript: String::new(),
        }
    }

    /// Somebody starts `chowk` with these words; returns the person's number. Seats are kept in `state`.
    ///
    /// # Errors
    /// If the program cannot be started.
    pub fn come(
        &mut self,
        programs: &Programs,
        server: &Address,
        state: &Path,
        name: &str,
        words: &[&str],
    ) -> anyhow::Result<usize> {
        let mut child = Command::new(programs.cli())
            .args(words)
            .args(["--server", &server.to_string(), "--name", name])
            .env("CHOWK_STATE", state)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()?;
        let number = self.people.len();
        self.read(number, child.stdout.take().context("no standard output")?, true);
        self.read(number, child.stderr.take().context("no standard error")?, false);
        let typing = child.stdin.take();
        self.note(
            name,
            '$',
            &format!("chowk {} --server … --name {name}", words.join(" ")),
        );
        self.people.push(Person {
            name: name.to_owned(),
            child,
            typing,
            silent: false,
        });
        Ok(number)
    }

    /// A thread that reads lines until there are no more.
    fn read(&self, number: usize, from: impl Read + Send + 'static, tells_end: bool) {
        let told = self.told.clone();
        std::thread::spawn(move || {
            for line in BufReader::new(from).lines().map_while(Result::ok) {
                if told.send((number, Some(line))).is_err() {
                    return;
                }
            }
            if tells_end {
                let _ = told.send((number, None));
            }
        });
    }

    /// What somebody says next, and who; `None` once all are silent.
    ///
    /// # Errors
    /// If nobody says anything for long.
    pub fn hear(&mut self) -> anyhow::Result<Option<(usize, String)>> {
        while !self.people.iter().all(|person| person.silent) {
            let Ok((number, line)) = self.hear.recv_timeout(PATIENCE) else {
                let last: Vec<&str> = self.transcript.lines().rev().take(8).collect();
                bail!("nobody says anything; last, newest first: {last:#?}");
            };
            match line {
                None => self.people[number].silent = true,
                Some(line) => {
                    let name = self.people[number].name.clone();
                    self.note(&name, ' ', &line);
                    return Ok(Some((number, line)));
                }
            }
        }
        Ok(None)
    }

    /// Somebody types a line.
    ///
    /// # Errors
    /// If the program does not read it.
    pub fn types(&mut self, number: usize, line: &str) -> anyhow::Result<()> {
        let person = &mut self.people[number];
        let typing = person.typing.as_mut().context("nobody types any more")?;
        writeln!(typing, "{line}").with_context(|| format!("{} types {line}", person.name))?;
        typing.flush()?;
        let name = person.name.clone();
        self.note(&name, '>', line);
        Ok(())
    }

    /// Waits until all programs have ended; true if all ended well.
    ///
    /// # Errors
    /// If the system does not say.
    pub fn all_go(&mut self) -> anyhow::Result<bool> {
        let mut well = true;
        for person in &mut self.people {
            drop(person.typing.take());
            well &= person.child.wait()?.success();
        }
        Ok(well)
    }

    /// A line of the transcript.
    pub fn note(&mut self, name: &str, mark: char, line: &str) {
        // Writing to a text cannot fail.
        let _ = writeln!(self.transcript, "{name:<6}{mark} {line}");
    }
}

impl Default for People {
    fn default() -> Self {
        Self::new()
    }
}

impl Drop for People {
    fn drop(&mut self) {
        for person in &mut self.people {
            let _ = person.child.kill();
            let _ = person.child.wait();
        }
    }
}

/// What a person answers to a question of `--plain`, if the line asks one: the first of the moves that it lists.
pub fn answer(line: &str) -> Option<String> {
    if line.starts_with("Your turn: throw") || line.starts_with("You throw again") {
        return Some("t".into());
    }
    let (_, moves) = line.split_once("Which pawn? ")?;
    let (first, _) = moves.split_once(':')?;
    Some(first.to_owned())
}

#[cfg(test)]
mod tests {
    use super::answer;

    #[test]
    fn a_question_is_answered_by_its_first_move() {
        for (line, typed) in [
            ("Your turn: throw (t).", Some("t")),
            ("You throw again (t).", Some("t")),
            ("You move by 3. Which pawn? 2: 1 to 4; 3: 5 to 8.", Some("2")),
            (
                "You move by 2 and 8. Which pawn? 1 8: 1 to 9; 1 2: 1 to 3.",
                Some("1 8"),
            ),
            ("You move by 3. There is one move: 1: 1 to 4.", None),
            ("Ravi throws 3.", None),
        ] {
            assert_eq!(answer(line).as_deref(), typed, "{line}");
        }
    }
}
