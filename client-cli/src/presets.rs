//! The rules that a server knows by name, and what they are called in different languages and places.

use anyhow::Context as _;
use serde::Deserialize;

use crate::{address::Address, http};

/// A preset as the server tells it; what a newer one adds is passed over.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct PresetLine {
    /// Its name.
    pub name: String,
    /// What it is, in a sentence.
    #[serde(default)]
    pub summary: String,
    /// What it is called elsewhere.
    #[serde(default)]
    pub names: Vec<String>,
}

#[derive(Debug, Deserialize)]
struct Answer {
    presets: Vec<PresetLine>,
}

/// The presets that are called so, by their own name or another; all of them for an empty text.
///
/// # Errors
/// If the server cannot be asked, or answers with something else.
pub async fn called(server: &Address, typed: &str) -> anyhow::Result<Vec<PresetLine>> {
    let text = http::get(server, &format!("/api/v1/presets?q={}", encoded(typed))).await?;
    let answer: Answer =
        serde_json::from_str(&text).context("what answers there has no list of rules; is it a chowk-server?")?;
    Ok(answer.presets)
}

/// Those of them that are really meant: the one of exactly this name, if there is one.
pub fn meant<'a>(found: &'a [PresetLine], typed: &str) -> &'a [PresetLine] {
    let exact = found.iter().position(|preset| bare(&preset.name) == bare(typed));
    exact.map_or(found, |at| &found[at..=at])
}

/// A name without what people write in different ways.
fn bare(name: &str) -> String {
    name.chars()
        .filter(|letter| letter.is_alphanumeric())
        .flat_map(char::to_lowercase)
        .collect()
}

/// Text as a query takes it (RFC 3986, 2.1).
fn encoded(text: &str) -> String {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-._~".contains(&byte);
    text.bytes()
        .map(|byte| {
            if plain(byte) {
                char::from(byte).to_string()
            } else {
                format!("%{byte:02X}")
            }
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::{PresetLine, meant};

    #[test]
    fn an_exact_name_is_meant_where_others_hold_it() {
        let preset = |name: &str| PresetLine {
            name: name.into(),
            summary: String::new(),
            names: Vec::new(),
        };
        let found = [preset("ashte-kashte"), preset("ashte-kashte-4")];
        for (typed, count) in [("Ashte Kashte", 1), ("ashte-kashte", 1), ("ashte", 2)] {
            assert_eq!(meant(&found, typed).len(), count, "{typed}");
        }
        assert_eq!(meant(&found, "ashte-kashte-4")[0].name, "ashte-kashte-4");
        assert_eq!(meant(&[], "isto").len(), 0);
    }

    #[test]
    fn any_name_fits_into_a_query() {
        for (text, query) in [
            ("isto", "isto"),
            ("Ashta Chamma", "Ashta%20Chamma"),
            ("a&b=c#?%", "a%26b%3Dc%23%3F%25"),
            ("ಚೌಕ", "%E0%B2%9A%E0%B3%8C%E0%B2%95"),
        ] {
            assert_eq!(super::encoded(text), query);
        }
    }
}
