//! Columns, counts, spans of time and sizes, as people read them.

use serde_json::Value;

/// Columns as wide as their widest word.
pub(super) fn table(rows: &[Vec<String>]) -> String {
    let columns = rows.first().map_or(0, Vec::len);
    let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..columns).map(width).collect();
    let line = |row: &Vec<String>| {
        let cells = row.iter().zip(&widths).map(|(cell, width)| format!("{cell:<width$}"));
        cells.collect::<Vec<_>>().join("  ").trim_end().to_owned()
    };
    rows.iter().map(line).collect::<Vec<_>>().join("\n")
}

pub(super) fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

pub(super) fn text(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

pub(super) fn counted(value: &Value, one: &str, many: &str) -> String {
    format!("{value} {}", if *value == 1 { one } else { many })
}

/// Milliseconds as people say them: two units at most.
pub(super) fn span(millis: &Value) -> String {
    let millis = millis.as_u64().unwrap_or(0);
    let seconds = millis / 1_000;
    let (days, hours, minutes) = (seconds / 86_400, seconds / 3_600 % 24, seconds / 60 % 60);
    match (days, hours, minutes) {
        (0, 0, 0) if millis < 10_000 => format!("{}.{} s", seconds, millis / 100 % 10),
        (0, 0, 0) => format!("{seconds} s"),
        (0, 0, _) => format!("{minutes} min {} s", seconds % 60),
        (0, _, _) => format!("{hours} h {minutes} min"),
        (_, _, _) => format!("{days} d {hours} h"),
    }
}

/// Bytes as people say them.
pub(super) fn size(bytes: &Value) -> String {
    let bytes = bytes.as_u64().unwrap_or(0);
    match bytes {
        0..1_024 => format!("{bytes} bytes"),
        1_024..1_048_576 => format!("{} kB", bytes / 1_024),
        1_048_576..1_073_741_824 => format!("{}.{} MB", bytes / 1_048_576, bytes % 1_048_576 * 10 / 1_048_576),
        _ => format!(
            "{}.{} GB",
            bytes / 1_073_741_824,
            bytes % 1_073_741_824 * 10 / 1_073_741_824
        ),
    }
}
