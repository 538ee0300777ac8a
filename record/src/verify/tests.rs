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

/// One door for the rows below: pagdi-2 with a text replaced and the chain left broken, which no other check minds.
#[track_caller]
fn changed(from: &str, to: &str, name: CheckName, line: u64, why: &str) {
    let record = file("pagdi-2.chowk.ndjson");
    assert!(record.contains(from), "{from}");
    let report = verify(&record.replacen(from, to, 1), None);
    assert_eq!(report.failed_at(name), Some(line), "{report}");
    assert!(report.to_string().contains(why), "{report}");
}

#[test]
fn a_missing_field_fails_the_check_that_needs_it() {
    use CheckName::{Draws, HashChain, Moves, Seal, TipsAndLinks};
    changed(
        r#""server":{"name":"vectors","version":"1"},"#,
        "",
        Seal,
        1,
        "`server` is missing",
    );
    changed(
        r#""engine":1"#,
        r#""engine":2"#,
        Seal,
        1,
        "this verifier knows engine 1, and `engine` is \"2\"",
    );
    changed(
        r#""started":"2030-01-02T03:04:05Z""#,
        r#""started":"2030""#,
        Seal,
        1,
        "`started` must be a moment",
    );
    changed(r#""links":1024,"#, "", TipsAndLinks, 1, "chair 0: `links` is missing");
    changed(r#""sides":[0,1],"#, "", Draws, 2, "`sides` is missing");
    changed(r#","t":1,"#, ",", Draws, 3, "`t` is missing");
    changed(r#""by":"seat","#, "", Moves, 3, "`by` is missing");
    changed(r#""ms":1771,"#, "", HashChain, 3, "`ms` is missing");
    changed(r#","pawn":0"#, "", Moves, 4, "`pawn` is missing");
    changed(r#""server_seed":"#, r#""seed":"#, Seal, 130, "`server_seed` is missing");
}

#[test]
fn what_stands_where_it_may_not() {
    use CheckName::{Draws, HashChain, Moves, Seal};
    changed(
        r#""kind":"thrown""#,
        r#""kind":"header""#,
        HashChain,
        3,
        "no line is of kind \"header\" here",
    );
    changed(
        r#""kind":"thrown""#,
        r#""kind":"lots""#,
        Draws,
        3,
        "lots are drawn once",
    );
    changed(
        r#""kind":"thrown""#,
        r#""kind":"opened""#,
        Seal,
        3,
        "the seed is opened before the last line",
    );
    changed(
        r#""kind":"thrown""#,
        r#""kind":"ended""#,
        Moves,
        3,
        "`ranks` is missing",
    );
    changed(
        r#""hit":null,"#,
        r#""hit":null,"t":2,"#,
        Draws,
        4,
        "`t` stands where nothing was drawn",
    );
}

#[test]
fn a_record_that_is_cut_off() {
    let record = file("pagdi-2.chowk.ndjson");
    let lines: Vec<&str> = record.lines().collect();
    let report = verify(&(lines[..100].join("\n") + "\n"), Some(&file("seals.ndjson")));
    assert_eq!(report.failed_at(CheckName::HashChain), None, "{report}");
    assert_eq!(report.failed_at(CheckName::TipsAndLinks), None, "{report}");
    for name in [CheckName::Seal, CheckName::Draws, CheckName::Moves] {
        assert_eq!(report.failed_at(name), Some(100), "{report}");
    }
    assert_eq!(report.failed_at(CheckName::LogOfSeals), Some(2), "{report}");
    assert_eq!(
        verify(record.trim_end(), None).failed_at(CheckName::HashChain),
        Some(130),
        "no line end at the end"
    );
}

#[test]
fn where_record_and_log_differ_the_line_is_that_of_the_opening() {
    let record = file("pagdi-2.chowk.ndjson");
    let early = record.replacen("2030-01-02T03:04:05Z", "2029-01-02T03:04:05Z", 1);
    // The last `h` must differ as well, as it does when the chain is made anew.
    let rewritten = early.replacen("\"h\":\"6a4f0610", "\"h\":\"6a4f0611", 1);
    assert_eq!(
        verify(&rewritten, Some(&file("seals.ndjson"))).failed_at(CheckName::LogOfSeals),
        Some(2)
    );
    let other = file("random-rules-3.chowk.ndjson");
    let log: String = file("seals.ndjson").split_inclusive('\n').take(9).collect();
    assert_eq!(
        verify(&other, Some(&log)).failed_at(CheckName::LogOfSeals),
        Some(9),
        "not in the log: its last line"
    );
}

#[test]
fn a_report_is_a_line_a_check() {
    let report = verify(&file("broken/to-wrong.chowk.ndjson"), None);
    assert_eq!(
        report.to_string(),
        "✔ hash chain\n✔ seal\n✔ tips and links\n✔ draws\n\
         ✘ moves, passes and result: line 18: this move goes from 8 to 11\n"
    );
}
