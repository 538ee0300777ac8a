//! What a module's code reaches inside its crate: `chowk play` and `chowk watch` import neither rules nor bots, also
//! not by way of a module that they use.

use std::collections::{BTreeMap, BTreeSet};

use super::{Fault, Source, arrows};

/// The packages that a thin client does without.
pub const NOT_FOR_CLIENTS: [&str; 2] = ["chowk-rules", "chowk-bots"];

/// The modules of one crate and what each mentions.
pub struct Modules<'a> {
    sources: BTreeMap<String, &'a Source>,
}

impl<'a> Modules<'a> {
    /// The modules whose files lie under `folder`, as `client-cli/src`; files of tests are passed over.
    pub fn of(sources: &'a [Source], folder: &str) -> Self {
        let module = |source: &'a Source| {
            let path = source
                .path
                .strip_prefix(folder)?
                .strip_prefix('/')?
                .strip_suffix(".rs")?;
            let is_test = path.split('/').any(|part| part == "tests");
            (!is_test).then(|| (path.replace('/', "::"), source))
        };
        Self {
            sources: sources.iter().filter_map(module).collect(),
        }
    }

    /// The module and all that its code reaches, for each the module that named it first.
    ///
    /// A module that is used brings those inside it along. The root of the crate only lists modules, and is no way
    /// from one to another.
    pub fn reached_from(&self, root: &str) -> BTreeMap<String, String> {
        let mut reached = BTreeMap::new();
        let mut waiting = self.with_inner(root, root);
        while let Some((module, by)) = waiting.pop() {
            if reached.contains_key(&module) {
                continue;
            }
            reached.insert(module.clone(), by);
            let Some(source) = self.sources.get(&module) else {
                continue;
            };
            for named in self.named_in(source, &module) {
                waiting.extend(self.with_inner(&named, &module));
            }
        }
        reached
    }

    /// What the module reaches and should not, or that it is not there.
    pub fn faults(&self, root: &str) -> Vec<Fault> {
        if !self.sources.contains_key(root) {
            let why = format!("the module {root} is not there, so what it reaches cannot be read");
            let path = "client-cli/src".into();
            return vec![Fault { path, line: 1, why }];
        }
        let mut faults = Vec::new();
        for (module, by) in self.reached_from(root) {
            let Some(source) = self.sources.get(&module) else {
                continue;
            };
            for (line, name) in arrows::names(&source.code) {
                if NOT_FOR_CLIENTS.contains(&name.as_str()) {
                    let why = format!("{root} reaches {name}: {module} is used by {by}");
                    faults.push(source.fault(line, why));
                }
            }
        }
        faults
    }

    fn with_inner(&self, module: &str, by: &str) -> Vec<(String, String)> {
        let inner = format!("{module}::");
        let all = self.sources.keys();
        all.filter(|name| *name == module || name.starts_with(&inner))
            .map(|name| (name.clone(), by.to_owned()))
            .collect()
    }

    /// The modules that a file names by `crate::…` or `super::…`.
    fn named_in(&self, source: &Source, module: &str) -> BTreeSet<String> {
        let tokens = tokens(&source.code);
        let mut named = BTreeSet::new();
        for at in 0..tokens.len() {
            let begins = match tokens[at].as_str() {
                "crate" => Some(Vec::new()),
                "super" => module
                    .rsplit_once("::")
                    .map(|(parent, _)| words(parent))
                    .or(Some(Vec::new())),
                _ => None,
            };
            if let Some(prefix) = begins.filter(|_| tokens.get(at + 1).is_some_and(|next| next == "::")) {
                let mut paths = Vec::new();
                tree(&tokens, at + 2, &prefix, &mut paths);
                named.extend(paths.iter().filter_map(|path| self.longest(path)));
            }
        }
        named
    }

    /// The module that a path leads into.
    fn longest(&self, path: &[String]) -> Option<String> {
        (1..=path.len())
            .rev()
            .map(|length| path[..length].join("::"))
            .find(|name| self.sources.contains_key(name))
    }
}

fn words(path: &str) -> Vec<String> {
    path.split("::").map(str::to_owned).collect()
}

/// Names, `::`, and every other mark by itself.
fn tokens(code: &str) -> Vec<String> {
    let mut tokens = Vec::new();
    let mut rest = code.trim_start();
    while let Some(letter) = rest.chars().next() {
        let is_name = |letter: char| letter.is_alphanumeric() || letter == '_';
        let length = if is_name(letter) {
            rest.find(|letter| !is_name(letter)).unwrap_or(rest.len())
        } else if rest.starts_with("::") {
            2
        } else {
            letter.len_utf8()
        };
        tokens.push(rest[..length].to_owned());
        rest = rest[length..].trim_start();
    }
    tokens
}

/// Reads a path, or a tree of `use`, that goes on at `at`; returns where it ends.
fn tree(tokens: &[String], mut at: usize, prefix: &[String], paths: &mut Vec<Vec<String>>) -> usize {
    let mut path = prefix.to_vec();
    loop {
        match tokens.get(at).map(String::as_str) {
            Some("super") => {
                path.pop();
                at += 1;
            }
            Some("{") => {
                at += 1;
                while tokens.get(at).is_some_and(|token| token != "}") {
                    let next = tree(tokens, at, &path, paths);
                    // A comma, or anything that no tree has: go on behind it.
                    at = next.max(at + usize::from(next == at));
                    at += usize::from(tokens.get(at).is_some_and(|token| token == ","));
                }
                return at + 1;
            }
            Some(name) if name.chars().all(|letter| letter.is_alphanumeric() || letter == '_') => {
                path.push(name.to_owned());
                at += 1;
            }
            Some(_) | None => break,
        }
        if tokens.get(at).is_some_and(|token| token == "::") {
            at += 1;
        } else {
            break;
        }
    }
    // `as name`
    if tokens.get(at).is_some_and(|token| token == "as") {
        at += 2;
    }
    paths.push(path);
    at
}

#[cfg(test)]
mod tests {
    use super::*;

    fn crate_of(files: &[(&str, &str)]) -> Vec<Source> {
        files
            .iter()
            .map(|(path, text)| Source::new(format!("client-cli/src/{path}.rs"), *text))
            .collect()
    }

    #[test]
    fn a_way_to_the_rules_is_found_however_it_is_written() {
        for way in [
            "use crate::brain::Player;",
            "use crate::{out, brain::{self, Player}};",
            "use super::brain as b;",
            "fn f() { crate::brain::f() }",
            "use crate::{\n    out::{line, other},\n    brain,\n};",
        ] {
            let sources = crate_of(&[
                ("play", way),
                ("brain", "use chowk_bots::Bot;"),
                ("out", "use std::io;"),
                ("swarm", "use chowk_bots::Bot;"),
            ]);
            let faults = Modules::of(&sources, "client-cli/src").faults("play");
            assert_eq!(faults.len(), 1, "{way}: {faults:?}");
            assert!(faults[0].why.contains("brain is used by play"), "{faults:?}");
        }
    }

    #[test]
    fn what_is_used_by_others_only_is_no_fault() {
        let sources = crate_of(&[
            ("lib", "pub mod play;\npub mod brain;"),
            ("play", "use crate::{out, client::Client};"),
            ("play/tests/a", "use chowk_rules::Game;"),
            ("client", "use chowk_protocol::View;"),
            ("brain", "use chowk_bots::Bot;"),
            ("out", ""),
        ]);
        let modules = Modules::of(&sources, "client-cli/src");
        assert_eq!(modules.faults("play"), []);
        let reached: Vec<_> = modules.reached_from("play").into_keys().collect();
        assert_eq!(reached, ["client", "out", "play"]);
        assert_eq!(modules.faults("watch").len(), 1);
    }

    #[test]
    fn modules_inside_a_used_one_count_too() {
        let sources = crate_of(&[
            ("watch", "use crate::client::Client;"),
            ("client", "mod draws;"),
            ("client/draws", "use chowk_rules::Fate;"),
            ("watch/line", "use super::super::out;"),
            ("out", "use crate::deep;"),
            ("deep", "use chowk_bots::Brain;"),
        ]);
        let faults = Modules::of(&sources, "client-cli/src").faults("watch");
        let paths: Vec<_> = faults.iter().map(|fault| fault.path.as_str()).collect();
        assert_eq!(paths, ["client-cli/src/client/draws.rs", "client-cli/src/deep.rs"]);
    }
}
