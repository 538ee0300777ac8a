//! Arrows between crates: who may know whom, in manifests and in code.

use std::{path::Path, process::Command};

use anyhow::{Context as _, bail};
use serde_json::Value;

use super::{CRATES, Fault, Source};

/// For each package those of the workspace that it may know, also in its tests.
pub const ARROWS: [(&str, &[&str]); 8] = [
    ("chowk-rules", &[]),
    ("chowk-record", &["chowk-rules"]),
    ("chowk-bots", &["chowk-rules"]),
    ("chowk-protocol", &[]),
    ("chowk-wire", &["chowk-rules", "chowk-record", "chowk-protocol"]),
    (
        "chowk-server",
        &[
            "chowk-rules",
            "chowk-record",
            "chowk-bots",
            "chowk-protocol",
            "chowk-wire",
        ],
    ),
    (
        "chowk-cli",
        &[
            "chowk-rules",
            "chowk-record",
            "chowk-bots",
            "chowk-protocol",
            "chowk-wire",
        ],
    ),
    (
        "chowk-tests",
        &[
            "chowk-rules",
            "chowk-record",
            "chowk-bots",
            "chowk-protocol",
            "chowk-wire",
            "chowk-server",
            "chowk-cli",
        ],
    ),
];

/// What a manifest says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Manifest {
    /// The package.
    pub package: String,
    /// Its dependencies of every kind: name, and whether only its tests have it.
    pub knows: Vec<(String, bool)>,
}

/// The manifests of the workspace, as Cargo reads them.
///
/// # Errors
/// If Cargo fails.
pub fn manifests(root: &Path) -> anyhow::Result<Vec<Manifest>> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let out = Command::new(cargo)
        .args(["metadata", "--no-deps", "--offline", "--format-version", "1"])
        .current_dir(root)
        .output()
        .context("cargo metadata")?;
    if !out.status.success() {
        bail!("cargo metadata: {}", String::from_utf8_lossy(&out.stderr));
    }
    let metadata: Value = serde_json::from_slice(&out.stdout)?;
    let packages = metadata["packages"].as_array().context("no packages")?;
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    Ok(packages
        .iter()
        .map(|package| Manifest {
            package: text(&package["name"]),
            knows: package["dependencies"]
                .as_array()
                .into_iter()
                .flatten()
                .map(|dependency| (text(&dependency["name"]), dependency["kind"] == "dev"))
                .collect(),
        })
        .collect())
}

/// Arrows in manifests that may not be, and packages that nobody placed. The rules depend on nothing at all.
pub fn in_manifests(manifests: &[Manifest]) -> Vec<Fault> {
    let mut faults = Vec::new();
    for Manifest { package, knows } in manifests {
        let mut fault = |why: String| {
            faults.push(Fault {
                path: format!("{}/Cargo.toml", folder(package)),
                line: 1,
                why,
            });
        };
        let Some(may) = may_know(package) else {
            fault(format!("{package} has no place in the house: see ARROWS"));
            continue;
        };
        for (other, only_tests) in knows {
            if other.starts_with("chowk-") && !may.contains(&other.as_str()) {
                fault(format!("{package} may not know {other}"));
            } else if package == "chowk-rules" && !only_tests {
                fault(format!("the rules depend on nothing, and not on {other}"));
            }
        }
    }
    faults
}

/// Names of crates in code that may not stand there.
pub fn in_code(source: &Source) -> Vec<Fault> {
    let Some(package) = source.package().filter(|_| source.is_rust()) else {
        return Vec::new();
    };
    let may = may_know(package).unwrap_or_default();
    names(&source.code)
        .filter(|(_, name)| name != package && !may.contains(&name.as_str()))
        .map(|(line, name)| source.fault(line, format!("{package} may not know {name}")))
        .collect()
}

/// The packages of the workspace that code names, each with its line.
pub fn names(code: &str) -> impl Iterator<Item = (usize, String)> {
    code.lines().enumerate().flat_map(|(at, line)| {
        line.split(|letter: char| !(letter.is_alphanumeric() || letter == '_'))
            .filter_map(|word| {
                let package = word.replace('_', "-");
                let known = CRATES.iter().any(|(_, name)| *name == package);
                known.then_some((at + 1, package))
            })
            .collect::<Vec<_>>()
    })
}

fn may_know(package: &str) -> Option<&'static [&'static str]> {
    ARROWS.iter().find(|(from, _)| *from == package).map(|(_, to)| *to)
}

fn folder(package: &str) -> &str {
    CRATES
        .iter()
        .find(|(_, name)| *name == package)
        .map_or(package, |(folder, _)| folder)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn manifest(package: &str, knows: &[(&str, bool)]) -> Manifest {
        Manifest {
            package: package.into(),
            knows: knows.iter().map(|(name, dev)| ((*name).to_owned(), *dev)).collect(),
        }
    }

    #[test]
    fn forbidden_arrows_are_found_in_manifests() {
        for (package, knows, why) in [
            ("chowk-protocol", ("chowk-rules", false), "may not know chowk-rules"),
            ("chowk-rules", ("chowk-protocol", true), "may not know chowk-protocol"),
            ("chowk-rules", ("serde", false), "depend on nothing"),
            ("chowk-cli", ("chowk-server", true), "may not know chowk-server"),
            ("chowk-bots", ("chowk-record", false), "may not know chowk-record"),
            ("chowk-new", ("serde", false), "no place in the house"),
        ] {
            let faults = in_manifests(&[manifest(package, &[knows])]);
            assert!(
                faults.len() == 1 && faults[0].why.contains(why),
                "{package}: {faults:?}"
            );
        }
        let fine = [
            manifest("chowk-rules", &[("proptest", true)]),
            manifest("chowk-server", &[("chowk-rules", false), ("tokio", false)]),
            manifest("chowk-tests", &[("chowk-server", false)]),
        ];
        assert_eq!(in_manifests(&fine), []);
    }

    #[test]
    fn forbidden_names_are_found_in_code_and_not_in_comments() {
        let bad = Source::new("protocol/src/view.rs", "//! A view.\nuse\n    chowk_rules::Game;\n");
        assert_eq!(in_code(&bad), [bad.fault(3, "chowk-protocol may not know chowk-rules")]);
        let fine = Source::new("protocol/src/view.rs", "//! Not chowk_rules.\nuse serde::Serialize;\n");
        assert_eq!(in_code(&fine), []);
        let fine = Source::new("record/tests/a.rs", "use chowk_record::verify; use chowk_rules::Game;");
        assert_eq!(in_code(&fine), []);
    }
}
