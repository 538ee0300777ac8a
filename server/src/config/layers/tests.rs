//! The layers: which wins, what is told of a wrong value, and what is never told.

use super::*;
use crate::config::Asked;

/// A folder with this `config.toml`, and what the server is asked to do there.
struct There {
    folder: tempfile::TempDir,
}

impl There {
    fn with(config: &str) -> Self {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("config.toml"), config).unwrap();
        Self { folder }
    }

    fn path(&self, name: &str) -> String {
        self.folder.path().join(name).display().to_string()
    }

    /// A file with this text; its path.
    fn file(&self, name: &str, text: &str) -> String {
        std::fs::write(self.folder.path().join(name), text).unwrap();
        self.path(name)
    }

    fn layers(&self, variables: &[(&str, &str)], flags: &[&str]) -> Layers {
        let data = self.folder.path().display().to_string();
        let args = [&["chowk-server", "--data", &data], flags].concat();
        let variables = variables.iter().map(|(name, value)| (name.into(), value.into()));
        Asked::of(args, variables).unwrap().layers
    }

    /// The one line that stops the start, and its code; with the folder's path left out.
    fn stops(&self, variables: &[(&str, &str)], flags: &[&str]) -> (u8, String) {
        let error = self.layers(variables, flags).settings().unwrap_err();
        let line = error.to_string().replace(&self.path(""), "");
        assert!(!line.contains('\n'), "{line}");
        (error.exit_code, line)
    }
}

/// The value of a setting and where it is from.
fn of(layers: &Layers, key: &str) -> (String, String) {
    let row = layers.rows().iter().find(|row| row.key == key).unwrap();
    (row.value.clone().unwrap_or_default(), row.source.to_string())
}

#[test]
fn flags_win_over_variables_and_variables_over_the_file() {
    let there = There::with("max_rooms = 3\nmax-players = 4\nqueue = 9\nname = \"File\"\nno_wait = true\n");
    let layers = there.layers(
        &[("CHOWK_MAX_PLAYERS", "5"), ("CHOWK_QUEUE", "10"), ("CHOWK_NAME", "")],
        &["--queue", "11"],
    );
    let settings = layers.settings().unwrap();
    assert_eq!(
        (
            settings.limits.max_rooms,
            settings.limits.max_players,
            settings.sockets.queue
        ),
        (3, 5, 11)
    );
    assert!(settings.place.no_wait);
    assert_eq!(settings.place.name, "File", "an empty variable says nothing");
    for (key, value, source) in [
        ("max_rooms", "3", there.path("config.toml:1")),
        ("max_players", "5", "CHOWK_MAX_PLAYERS".into()),
        ("queue", "11", "--queue".into()),
        ("max_spectators", "20", "default".into()),
        ("name", "File", there.path("config.toml:4")),
        ("data", there.path("").trim_end_matches('/'), "--data".into()),
    ] {
        assert_eq!(of(&layers, key), (value.to_owned(), source), "{key}");
    }
    assert!(
        !there
            .layers(&[], &["--no-wait=false"])
            .settings()
            .unwrap()
            .place
            .no_wait
    );
}

#[test]
fn the_commands_take_the_same_layers() {
    let there = There::with("max_rooms = 3\n");
    let data = there.path("");
    for args in [
        &["--data", &data, "--queue", "11", "config"][..],
        &["config", "--json", "--queue", "11", "--data", &data],
        &["--queue", "12", "config", "--queue=11", "--data", &data],
        &["health", "--queue", "11", "--data", &data],
    ] {
        let asked = Asked::of([&["chowk-server"], args].concat(), []).unwrap();
        assert_eq!(of(&asked.layers, "queue"), ("11".into(), "--queue".into()), "{args:?}");
        assert_eq!(of(&asked.layers, "max_rooms").0, "3", "{args:?}");
        assert!(asked.command.is_some());
    }
}

/// Story O6: a wrong value is told with its source, itself, and what is accepted.
#[test]
fn a_wrong_value_is_told_with_its_source() {
    let nothing = There::with("");
    for (config, expected) in [
        (
            "queue = \"lots\"",
            "config.toml:1: queue = \"lots\": expected a whole number from 8 to 4096",
        ),
        (
            "\nqueue = 7.5",
            "config.toml:2: queue = \"7.5\": expected a whole number from 8 to 4096",
        ),
        (
            "room_idle = 30",
            "config.toml:1: room_idle = \"30\": expected a time from 1ms to 365d, like 600ms, 20s, 30m or 24h",
        ),
        (
            "no_wait = \"perhaps\"",
            "config.toml:1: no_wait = \"perhaps\": expected true or false",
        ),
        (
            "bots = true",
            "config.toml:1: bots = \"true\": expected one of off, host",
        ),
        (
            "origins = [1]",
            "config.toml:1: origins = …: a list holds texts without commas",
        ),
        (
            "listen = \"8080\"",
            "config.toml:1: listen = \"8080\": expected an address with its port, like 0.0.0.0:8080 or [::]:8080",
        ),
        (
            "data = \"/elsewhere\"",
            "config.toml:1: data = \"/elsewhere\": the folder that this file lies in is chosen by --data or CHOWK_DATA, \
             not in the file",
        ),
        (
            "queue = 9\nframes-close = 9\nframes_close = 9",
            "config.toml:3: frames_close = \"9\": line 2 sets the same",
        ),
        ("queue = 1979-05-27", "config.toml:1: queue = …: no setting is a date"),
        (
            "[queue]\nmost = 9",
            "config.toml:1: queue = …: there are no sections and tables here: each line is `name = value`",
        ),
    ] {
        assert_eq!(
            There::with(config).stops(&[], &[]),
            (78, expected.to_owned()),
            "{config}"
        );
    }
    for (variable, value, expected) in [
        (
            "CHOWK_QUEUE",
            "lots",
            "CHOWK_QUEUE=\"lots\": expected a whole number from 8 to 4096",
        ),
        (
            "CHOWK_LOG",
            "infoo",
            "CHOWK_LOG=\"infoo\": expected error, warn, info, debug or trace, or levels by module like \
                                warn,chowk_server::journal=debug",
        ),
        (
            "CHOWK_NAME",
            "two\nlines",
            "CHOWK_NAME=\"two\\nlines\": expected one line of 1 to 80 characters",
        ),
    ] {
        assert_eq!(nothing.stops(&[(variable, value)], &[]), (78, expected.to_owned()));
    }
    assert_eq!(
        nothing.stops(&[], &["--queue", "7"]),
        (64, "--queue \"7\": expected a whole number from 8 to 4096".into())
    );
    let (code, line) = nothing.stops(&[("CHOWK_QUEUE", "lots")], &["--max-rooms=0"]);
    assert_eq!(code, 64, "the first in the order of the help");
    assert!(line.ends_with("(and 1 more: see `chowk-server config`)"), "{line}");
    let long = "x".repeat(5_000);
    assert!(
        nothing.stops(&[("CHOWK_QUEUE", &long)], &[]).1.len() < 200,
        "a long value is told by its beginning"
    );
    let clash = There::with("frames = 50").stops(&[("CHOWK_FRAMES_CLOSE", "10")], &[]);
    assert_eq!(
        clash,
        (
            78,
            "frames_close (CHOWK_FRAMES_CLOSE) and frames (config.toml:1) do not go together: the first must not be \
             below the second"
                .into()
        )
    );
    #[cfg(unix)]
    {
        use std::os::unix::ffi::OsStringExt as _;
        let odd = ("CHOWK_NAME".into(), OsString::from_vec(vec![b'a', 0xff]));
        let layers = Asked::of(["chowk-server", "--data", &nothing.path("")], [odd])
            .unwrap()
            .layers;
        let line = layers.settings().unwrap_err().to_string();
        assert!(
            line.starts_with("CHOWK_NAME=") && line.ends_with("it is not UTF-8 text"),
            "{line}"
        );
    }
}

/// Story O6: `CHOWK_MAX_ROOM` is warned about.
#[test]
fn unknown_names_are_warned_about_with_what_was_meant() {
    let there = There::with("max_room = 3\ncolour = 1\n[limits]\nqueue = 9\n");
    let layers = there.layers(
        &[
            ("CHOWK_MAX_ROOM", "3"),
            ("CHOWK_SERVER", "x"),
            ("CHOWK_ZZ", ""),
            ("PATH", "x"),
            ("CHOWK_QUEUE", "9"),
        ],
        &[],
    );
    assert!(layers.settings().is_ok());
    let warnings: Vec<String> = layers
        .warnings()
        .iter()
        .map(|line| line.replace(&there.path(""), ""))
        .collect();
    assert_eq!(
        warnings,
        [
            "config.toml:1: max_room is no setting; did you mean max_rooms?",
            "config.toml:2: colour is no setting",
            "config.toml:3: limits is no setting; there are no sections and tables here: each line is `name = value`",
            "CHOWK_MAX_ROOM is no setting; did you mean CHOWK_MAX_ROOMS?",
            "CHOWK_ZZ is no setting",
        ]
    );
}

/// Secrets come from files too, once, and are shown nowhere.
#[test]
fn a_secret_is_read_and_never_shown() {
    let there = There::with("");
    let word = there.file("word", "neem tree\n");
    let set = |layers: Layers| layers.settings().unwrap().door.password.unwrap().is("neem tree");
    assert!(set(there.layers(&[("CHOWK_PASSWORD_FILE", &word)], &[])));
    assert!(set(there.layers(&[], &["--password-file", &word])));
    assert!(set(There::with(&format!("password_file = {word:?}")).layers(&[], &[])));
    assert!(set(There::with("password = \"neem tree\"").layers(&[], &[])));

    let layers = there.layers(&[("CHOWK_PASSWORD", "neem tree")], &[]);
    assert_eq!(of(&layers, "password"), ("(set)".into(), "CHOWK_PASSWORD".into()));
    let shown = format!(
        "{layers:?}{}{}{:?}",
        layers.as_text(),
        layers.as_json(),
        layers.settings()
    );
    assert!(!shown.contains("neem"), "{shown}");
    let layers = there.layers(&[("CHOWK_PASSWORD_FILE", &word)], &[]);
    assert_eq!(of(&layers, "password"), ("(set)".into(), "CHOWK_PASSWORD_FILE".into()));

    for (variables, expected) in [
        (
            &[("CHOWK_PASSWORD", "neem"), ("CHOWK_PASSWORD_FILE", word.as_str())][..],
            "CHOWK_PASSWORD=(secret): CHOWK_PASSWORD_FILE sets the same; only one of the two may be",
        ),
        (
            &[("CHOWK_PASSWORD", "")],
            "CHOWK_PASSWORD=(secret): expected a word that is not empty; leave the setting out if there is to be none",
        ),
        (
            &[("CHOWK_PASSWORD_FILE", &there.file("empty", "\n"))],
            "CHOWK_PASSWORD_FILE=(secret): expected a word that is not empty; leave the setting out if there is to be none",
        ),
        (
            &[("CHOWK_PASSWORD_FILE", "nowhere/at/all")],
            "CHOWK_PASSWORD_FILE=\"nowhere/at/all\": the file cannot be read: No such file or directory (os error 2)",
        ),
    ] {
        assert_eq!(there.stops(variables, &[]), (78, expected.to_owned()));
    }
    let motd = there.file("motd", "Welcome.\nBe kind.\n");
    let layers = there.layers(&[("CHOWK_MOTD_FILE", &motd)], &[]);
    assert_eq!(layers.settings().unwrap().place.motd.unwrap(), "Welcome.\nBe kind.");
    assert_eq!(of(&layers, "motd_file"), (motd, "CHOWK_MOTD_FILE".into()));
}

proptest::proptest! {
    #![proptest_config(proptest::prelude::ProptestConfig::with_cases(64))]

    /// "Bad input": whatever is in the file, the server starts or says one line, and shows no secret.
    #[test]
    fn no_file_brings_it_down(text in "([a-z_]{1,9} ?= ?[-\\[\"'a-z0-9.,{}]{0,9}|password = \"neem tree\"|[\\PC\\n\\x00]{0,9}|\\[[a-z.]{0,5}\\]|\n){0,6}") {
        let there = There::with(&text);
        let data = there.path("");
        match Asked::of(["chowk-server", "--data", &data], []).and_then(|asked| {
            let shown = format!("{}{}{:?}", asked.layers.as_text(), asked.layers.as_json(), asked.layers.wrong());
            assert!(!shown.contains("neem"), "{shown}");
            asked.layers.settings()
        }) {
            Ok(_) => {}
            Err(error) => {
                let line = error.to_string();
                assert!(!line.contains('\n') && !line.contains("neem") && error.exit_code == 78, "{line}");
            }
        }
    }
}
