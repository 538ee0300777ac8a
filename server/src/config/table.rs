//! What `chowk-server config` prints: every setting, its value, and where that comes from.

use std::fmt::Write as _;

use serde_json::{Value, json};

use super::layers::{Layers, Row, Source};

/// Values longer than this do not push the others aside.
const VALUE_CHARS_MAX: usize = 40;

impl Layers {
    /// Lines for people, aligned.
    pub fn as_text(&self) -> String {
        let lines: Vec<[String; 3]> = self.rows().iter().map(line).collect();
        let width = |column: usize| {
            let widths = lines.iter().map(|line| line[column].chars().count());
            widths.filter(|width| *width <= VALUE_CHARS_MAX).max().unwrap_or(0)
        };
        let (keys, values) = (width(0), width(1));
        let mut text = String::new();
        for [key, value, source] in &lines {
            // Writing into a text does not fail.
            let _ = writeln!(text, "{key:keys$}  {value:values$}  {source}");
        }
        text
    }

    /// The same for programs.
    pub fn as_json(&self) -> Value {
        let row = |row: &Row| {
            let (source, place) = match &row.source {
                Source::Default => ("default", None),
                Source::File { .. } => ("file", Some(row.source.to_string())),
                Source::Variable(name) => ("variable", Some(name.clone())),
                Source::Flag(flag) => ("flag", Some(flag.clone())),
            };
            json!({"name": row.key, "value": row.value, "source": source, "where": place, "usable": row.is_usable})
        };
        json!({
            "settings": self.rows().iter().map(row).collect::<Vec<_>>(),
            "warnings": self.warnings(),
            "wrong": self.wrong().iter().map(ToString::to_string).collect::<Vec<_>>(),
        })
    }
}

fn line(row: &Row) -> [String; 3] {
    let value = match &row.value {
        // One line each, whatever is in it.
        Some(text) if text.contains(char::is_control) => format!("{text:?}"),
        Some(text) => text.clone(),
        None => "-".to_owned(),
    };
    let wrong = if row.is_usable { "" } else { "  WRONG" };
    [row.key.clone(), value, format!("{}{wrong}", row.source)]
}
