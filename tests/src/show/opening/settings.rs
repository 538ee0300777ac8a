//! Story O6: the operator knows what is in force and why.

use std::{
    fs,
    path::Path,
    process::{Command, Output},
};

use super::super::{Part, Setting};
use crate::tidy;

const SECRET: &str = "mangoes-at-noon";

pub(in crate::show) fn run(setting: &Setting, folder: &Path) -> anyhow::Result<Part> {
    let mut part = Part::new();
    let data = folder.join("data");
    fs::create_dir(&data)?;
    let file = data.join("config.toml");
    fs::write(
        &file,
        "max_rooms = 50\nmax_spectators = 7\nping = \"5s\"\nmax_romms = 3\n",
    )?;
    let secret = folder.join("password");
    fs::write(&secret, format!("{SECRET}\n"))?;
    let (data, secret) = (data.to_string_lossy(), secret.to_string_lossy());
    let variables = [
        ("CHOWK_DATA", &*data),
        ("CHOWK_MAX_ROOM", "3"),
        ("CHOWK_MAX_SPECTATORS", "8"),
        ("CHOWK_PING", "6s"),
        ("CHOWK_PASSWORD_FILE", &*secret),
    ];
    let out = config(setting, &["--ping", "7s"], &variables)?;
    let (said, warned) = (text(&out.stdout), text(&out.stderr));
    for (what, name, value, source) in [
        ("a flag wins over a variable", "ping", "7s", "--ping"),
        (
            "a variable wins over the file",
            "max_spectators",
            "8",
            "CHOWK_MAX_SPECTATORS",
        ),
        ("the file wins over the default", "max_rooms", "50", "config.toml:1"),
        (
            "the default where nothing else is said",
            "max_players",
            "1000",
            "default",
        ),
        ("a secret is not shown", "password", "(set)", "CHOWK_PASSWORD_FILE"),
    ] {
        let line = said.lines().find(|line| line.split_whitespace().next() == Some(name));
        let line = line.unwrap_or_default();
        part.demand(
            format!("O6: {what}"),
            format!("{name} {value} {source}"),
            line.split_whitespace().collect::<Vec<_>>().join(" "),
            line.contains(value) && line.ends_with(source),
        );
    }
    let page = fs::read_to_string(tidy::root().join("server/SETTINGS.md"))?;
    let named = |line: &str| line.split_whitespace().next().map(str::to_owned);
    let names: Vec<String> = said.lines().filter_map(named).collect();
    let untold: Vec<&String> = names
        .iter()
        .filter(|name| !page.contains(&format!("`{name}`")))
        .collect();
    part.demand(
        "every setting is printed, and on the page of settings",
        "all",
        format!("{} settings, not on the page: {untold:?}", names.len()),
        names.len() > 30 && untold.is_empty(),
    );
    for typo in ["CHOWK_MAX_ROOM is no setting", "max_romms is no setting"] {
        let line = warned.lines().find(|line| line.contains(typo)).unwrap_or("nothing");
        part.demand(
            "a typo",
            "a warning, with the name that was meant",
            line.rsplit(": ").next().unwrap_or_default(),
            line.contains("did you mean"),
        );
    }
    part.demand(
        "the secret in all that was said",
        "nowhere",
        said.matches(SECRET).count() + warned.matches(SECRET).count(),
        !said.contains(SECRET) && !warned.contains(SECRET),
    );
    let wrong = config(setting, &[], &[("CHOWK_DATA", &*data), ("CHOWK_MAX_PLAYERS", "many")])?;
    let said = text(&wrong.stderr);
    let lines: Vec<&str> = said.lines().filter(|line| !line.contains("warning")).collect();
    part.demand(
        "a value that cannot be",
        "exit code 78, one line with the place, the value and what is accepted",
        lines.join(" / "),
        wrong.status.code() == Some(78)
            && lines.len() == 1
            && ["CHOWK_MAX_PLAYERS", "many", "expected"]
                .iter()
                .all(|word| lines[0].contains(word)),
    );
    Ok(part)
}

fn config(setting: &Setting, flags: &[&str], variables: &[(&str, &str)]) -> anyhow::Result<Output> {
    let mut command = Command::new(setting.programs.server());
    command
        .args(flags)
        .arg("config")
        .env_clear()
        .envs(variables.iter().copied());
    Ok(command.output()?)
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}
