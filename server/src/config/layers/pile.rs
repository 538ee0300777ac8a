//! The layers while they are laid: the text that counts for each setting, read alone and then with the others.

use std::{
    collections::BTreeMap,
    ffi::{OsStr, OsString},
    path::{Path, PathBuf},
};

use clap::{
    Arg, ArgMatches, FromArgMatches as _,
    builder::Resettable,
    error::{ContextKind, ContextValue, ErrorKind},
};

use super::{Row, Source, Variables};
use crate::config::{
    Settings, SettingsError, definition,
    file::{ConfigFile, Entry},
    grammar::{flag_of, not_understood},
    nearest, secret, variable_of,
};

/// Variables of the command `chowk`, which may share our environment.
const OF_THE_CLIENT: [&str; 3] = ["CHOWK_SERVER", "CHOWK_PLAYER", "CHOWK_STATE"];
/// Values longer than this are told by their beginning.
const SHOWN_CHARS_MAX: usize = 60;

/// A text that counts for a setting.
#[derive(Debug, Clone)]
struct Chosen {
    text: Result<OsString, String>,
    source: Source,
    /// What is wrong with it.
    wrong: Option<String>,
}

/// The layers while they are laid.
pub(super) struct Pile {
    settings: Vec<Arg>,
    file: ConfigFile,
    chosen: BTreeMap<String, Chosen>,
}

impl Pile {
    pub(super) fn new(typed: &ArgMatches, variables: &Variables) -> Result<Self, SettingsError> {
        let settings: Vec<Arg> = definition().get_arguments().cloned().collect();
        let mut chosen = BTreeMap::new();
        for arg in &settings {
            let key = arg.get_id().as_str();
            let flag = flag_of(typed, key).map(|text| (text, Source::Flag(format!("--{}", key.replace('_', "-")))));
            let name = variable_of(key);
            let is_meant = |text: &&OsString| !text.is_empty() || arg.is_hide_env_values_set();
            let variable = variables.get(OsStr::new(&name)).filter(is_meant);
            if let Some((text, source)) = flag.or_else(|| Some((variable?.clone(), Source::Variable(name)))) {
                chosen.insert(key.to_owned(), Chosen::new(Ok(text), source));
            }
        }
        let folder = match chosen.get("data").map(|chosen| &chosen.text) {
            Some(Ok(text)) => PathBuf::from(text),
            Some(Err(_)) | None => settings
                .iter()
                .find(|arg| arg.get_id() == "data")
                .and_then(|arg| arg.get_default_values().first())
                .map_or_else(PathBuf::new, |text| text.into()),
        };
        let file = ConfigFile::read(&folder).map_err(|line| SettingsError { line, exit_code: 78 })?;
        let mut pile = Self { settings, file, chosen };
        pile.lay_file();
        Ok(pile)
    }

    /// The file counts where nothing else does; what is wrong in it is told all the same.
    fn lay_file(&mut self) {
        let mut seen = BTreeMap::new();
        for Entry { key, line, value } in self.file.entries.clone() {
            let key = key.replace('-', "_");
            if !self.settings.iter().any(|arg| arg.get_id() == key.as_str()) {
                continue;
            }
            let source = Source::File {
                path: self.file.path.clone(),
                line,
            };
            let mut entry = Chosen::new(value.map(OsString::from).map_err(str::to_owned), source);
            if key == "data" {
                let why = "the folder that this file lies in is chosen by --data or CHOWK_DATA, not in the file";
                entry.wrong = Some(why.to_owned());
            } else if let Some(before) = seen.insert(key.clone(), line) {
                entry.wrong = Some(format!("line {before} sets the same"));
            }
            if entry.wrong.is_some() {
                self.chosen.insert(key, entry);
            } else {
                self.chosen.entry(key).or_insert(entry);
            }
        }
    }

    /// A setting `x` with a sibling `x_file` may be the text of that file.
    pub(super) fn read_files_of_words(&mut self) {
        for arg in self.settings.clone() {
            let key = arg.get_id().as_str();
            let Some(file) = self.chosen.get(&format!("{key}_file")).cloned() else {
                continue;
            };
            let chosen = match (self.chosen.get(key), &file.text) {
                (Some(own), _) => {
                    let mut own = own.clone();
                    own.wrong = Some(format!("{} sets the same; only one of the two may be", file.source));
                    own
                }
                (None, Ok(path)) => match secret::read_word(Path::new(path)) {
                    Ok(text) => Chosen::new(Ok(text.into()), file.source.clone()),
                    Err(why) => {
                        let wrong = Some(why);
                        self.chosen.insert(format!("{key}_file"), Chosen { wrong, ..file });
                        continue;
                    }
                },
                (None, Err(_)) => continue,
            };
            self.chosen.insert(key.to_owned(), chosen);
        }
    }

    /// Reads what counts, each alone and then all together.
    pub(super) fn read(&mut self) -> Result<Settings, Vec<SettingsError>> {
        let mut flags = vec![OsString::from("chowk-server")];
        let mut wrong = Vec::new();
        for arg in &self.settings {
            let key = arg.get_id().as_str();
            let Some(chosen) = self.chosen.get_mut(key) else {
                continue;
            };
            let read = match (&chosen.wrong, &chosen.text) {
                (Some(why), _) | (None, Err(why)) => Err(why.clone()),
                // An empty list.
                (None, Ok(text)) if text.is_empty() && arg.get_value_delimiter().is_some() => continue,
                (None, Ok(text)) => {
                    let mut flag = OsString::from(format!("--{}=", key.replace('_', "-")));
                    flag.push(text);
                    flags.push(flag.clone());
                    read_alone(arg, flag)
                }
            };
            if let Err(why) = read {
                wrong.push(chosen.error(arg, &why));
                chosen.wrong = Some(why);
            }
        }
        if !wrong.is_empty() {
            return Err(wrong);
        }
        let command = definition().mut_args(|arg| arg.env(Resettable::Reset));
        let settings = command
            .try_get_matches_from(flags)
            .and_then(|matches| Settings::from_arg_matches(&matches))
            .map_err(|error| vec![not_understood(&error)])?;
        match settings.clash() {
            None => Ok(settings),
            Some((keys, why)) => Err(vec![self.clash(keys, why)]),
        }
    }

    fn clash(&mut self, keys: [&str; 2], why: &str) -> SettingsError {
        let sources = keys.map(|key| match self.chosen.get(key) {
            Some(chosen) => format!("{key} ({})", chosen.source),
            None => format!("{key} (default)"),
        });
        let is_typed = |key: &str| {
            let source = self.chosen.get(key).map(|chosen| &chosen.source);
            matches!(source, Some(Source::Flag(_)))
        };
        let exit_code = if keys.iter().any(|key| is_typed(key)) { 64 } else { 78 };
        for key in keys {
            if let Some(chosen) = self.chosen.get_mut(key) {
                chosen.wrong = Some(why.to_owned());
            }
        }
        SettingsError {
            line: format!("{} do not go together: {why}", sources.join(" and ")),
            exit_code,
        }
    }

    pub(super) fn warnings(&self, variables: &Variables) -> Vec<String> {
        let keys = || self.settings.iter().map(|arg| arg.get_id().as_str());
        let names: Vec<String> = keys().map(variable_of).collect();
        let odd_keys = self.file.entries.iter().filter_map(|Entry { key, line, value }| {
            let plain = key.replace('-', "_");
            if keys().any(|known| known == plain) {
                return None;
            }
            let (path, offer) = (self.file.path.display(), nearest::offer(&plain, keys()));
            let why = value.as_ref().err().map_or(String::new(), |why| format!("; {why}"));
            Some(format!("{path}:{line}: {key} is no setting{offer}{why}"))
        });
        let odd_variables = variables.keys().filter_map(|name| {
            let name = name.to_string_lossy();
            let is_odd = name.starts_with("CHOWK_")
                && !OF_THE_CLIENT.contains(&name.as_ref())
                && !names.iter().any(|known| *known == name);
            is_odd.then(|| {
                let offer = nearest::offer(&name, names.iter().map(String::as_str));
                format!("{name} is no setting{offer}")
            })
        });
        odd_keys.chain(odd_variables).collect()
    }

    pub(super) fn rows(&self) -> Vec<Row> {
        let row = |arg: &Arg| {
            let key = arg.get_id().as_str();
            let chosen = self.chosen.get(key);
            let value = match chosen.map(|chosen| &chosen.text) {
                Some(_) if arg.is_hide_env_values_set() => Some("(set)".to_owned()),
                Some(Ok(text)) => Some(text.to_string_lossy().into_owned()),
                Some(Err(_)) => None,
                None => arg
                    .get_default_values()
                    .first()
                    .map(|text| text.to_string_lossy().into_owned()),
            };
            Row {
                key: key.to_owned(),
                value,
                source: chosen.map_or(Source::Default, |chosen| chosen.source.clone()),
                is_usable: chosen.is_none_or(|chosen| chosen.wrong.is_none()),
            }
        };
        self.settings.iter().map(row).collect()
    }
}

impl Chosen {
    fn new(text: Result<OsString, String>, source: Source) -> Self {
        Self {
            text,
            source,
            wrong: None,
        }
    }

    /// One line: the source, the value, and what is accepted.
    fn error(&self, arg: &Arg, why: &str) -> SettingsError {
        let shown = match &self.text {
            Ok(_) | Err(_) if arg.is_hide_env_values_set() => "(secret)".to_owned(),
            Ok(text) => format!("{:?}", shortened(&text.to_string_lossy())),
            Err(_) => "…".to_owned(),
        };
        let line = match &self.source {
            Source::Default => format!("{}: {why}", arg.get_id()),
            Source::File { path, line } => format!("{}:{line}: {} = {shown}: {why}", path.display(), arg.get_id()),
            Source::Variable(name) => format!("{name}={shown}: {why}"),
            Source::Flag(flag) => format!("{flag} {shown}: {why}"),
        };
        SettingsError {
            line,
            exit_code: if matches!(self.source, Source::Flag(_)) { 64 } else { 78 },
        }
    }
}

fn shortened(text: &str) -> String {
    match text.char_indices().nth(SHOWN_CHARS_MAX) {
        Some((at, _)) => format!("{}…", &text[..at]),
        None => text.to_owned(),
    }
}

/// Reads one flag as clap would, and says in a few words what is wrong with its value.
fn read_alone(arg: &Arg, flag: OsString) -> Result<(), String> {
    let only = clap::Command::new("chowk-server")
        .no_binary_name(true)
        .arg(arg.clone().env(Resettable::Reset));
    only.try_get_matches_from([flag]).map(drop).map_err(|error| {
        let valid = error.context().find_map(|(kind, value)| match (kind, value) {
            (ContextKind::ValidValue, ContextValue::Strings(valid)) if !valid.is_empty() => Some(valid.join(", ")),
            _ => None,
        });
        match (valid, std::error::Error::source(&error)) {
            (Some(valid), _) => format!("expected one of {valid}"),
            (None, Some(source)) => source.to_string(),
            (None, None) if error.kind() == ErrorKind::InvalidUtf8 => "it is not UTF-8 text".to_owned(),
            (None, None) => "it is empty".to_owned(),
        }
    })
}
