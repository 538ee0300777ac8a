//! Whole records of a separate implementation: the valid ones hold, the broken ones fail where and as their index says.

use std::fs;
use std::path::PathBuf;

use super::*;

fn folder() -> PathBuf {
    PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/vectors/records"))
}

fn file(name: &str) -> String {
    fs::read_to_string(folder().join(name)).unwrap()
}

fn valid() -> Vec<String> {
    let mut names: Vec<String> = fs::read_dir(folder())
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .filter(|name| name.ends_with(".chowk.ndjson"))
        .collect();
    names.sort();
    names
}

#[test]
fn every_valid_record_holds_with_its_log() {
    let names = valid();
    assert_eq!(names.len(), 14);
    for name in names {
        let report = verify(&file(&name), Some(&file("seals.ndjson")));
        assert_eq!(report.checks.len(), 6);
        assert!(report.holds(), "{name}\n{report}");
        assert!(verify(&file(&name), None).holds(), "{name}");
    }
}

#[test]
fn every_broken_record_fails_as_its_index_says() {
    let index = file("broken/INDEX.tsv");
    let mut rows = 0;
    for row in index.lines().skip(1) {
        let cells: Vec<&str> = row.split('\t').collect();
        let [name, line, change, checks, log] = cells[..] else {
            panic!("five cells: {row:?}")
        };
        let record = file(name);
        let log_text = if log.is_empty() { None } else { Some(file(log)) };
        let report = verify(&record, log_text.as_deref());
        let line: u64 = line.parse().unwrap();
        let fits = checks.split('|').any(|check| {
            let name = CheckName::ALL.into_iter().find(|name| name.as_str() == check).unwrap();
            // The two liberties of the README: either end for the seal, either of its lines for the log.
            let lines: Vec<u64> = match name {
                CheckName::Seal => vec![line, 1, record.lines().count() as u64],
                CheckName::LogOfSeals => vec![
                    line,
                    1,
                    2,
                    log_text.iter().map(|log| log.lines().count()).sum::<usize>() as u64,
                ],
                CheckName::HashChain | CheckName::TipsAndLinks | CheckName::Draws | CheckName::Moves => vec![line],
            };
            report.failed_at(name).is_some_and(|at| lines.contains(&at))
        });
        assert!(fits, "{name} {log}: {change}, line {line}, {checks}\n{report}");
        rows += 1;
    }
    assert_eq!(rows, 69);
}
