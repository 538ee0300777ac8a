//! The table of `SETTINGS.md`, made from the definition of the settings, so that the page tells the truth.

use std::fmt::Write as _;

use super::definition;

/// The heading of settings that have none in the help.
const FIRST: &str = "The server";

/// The tables, one a group.
fn tables() -> String {
    let command = definition();
    let mut text = String::new();
    let mut under = None;
    for arg in command.get_arguments() {
        let heading = arg.get_help_heading().unwrap_or(FIRST);
        if under.replace(heading.to_owned()).as_deref() != Some(heading) {
            let _ = write!(
                text,
                "\n### {heading}\n\n| setting | default | meaning |\n|---|---|---|\n"
            );
        }
        let help = arg.get_long_help().or(arg.get_help()).map(ToString::to_string);
        let mut help = help.unwrap_or_default().replace('\n', " ");
        if !help.ends_with(['.', '…']) {
            help.push('.');
        }
        let choices = arg.get_possible_values();
        if !choices.is_empty() {
            let names: Vec<String> = choices
                .iter()
                .map(|choice| format!("`{}`", choice.get_name()))
                .collect();
            let _ = write!(help, " One of {}.", names.join(", "));
        }
        let default = arg
            .get_default_values()
            .first()
            .map_or_else(String::new, |text| format!("`{}`", text.to_string_lossy()));
        let _ = writeln!(text, "| `{}` | {default} | {help} |", arg.get_id());
    }
    text.push('\n');
    text
}

/// Puts a text between the marks of this name; with `CHOWK_BLESS` the page is written, else it must be so already.
pub(crate) fn check(page: &str, mark: &str, text: &str) {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join(page);
    let old = std::fs::read_to_string(&path).unwrap();
    let (open, close) = (format!("<!-- {mark} -->\n"), format!("<!-- /{mark} -->"));
    let (before, rest) = old.split_once(&open).unwrap();
    let (_, after) = rest.split_once(&close).unwrap();
    let new = format!("{before}{open}{text}{close}{after}");
    if std::env::var_os("CHOWK_BLESS").is_some() {
        std::fs::write(&path, &new).unwrap();
    }
    assert!(
        old == new,
        "run CHOWK_BLESS=1 cargo test -p chowk-server --lib to write {page}"
    );
}

#[test]
fn the_page_of_settings_is_as_the_program() {
    check("SETTINGS.md", "settings", &tables());
}
