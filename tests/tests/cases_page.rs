//! `CASES.md` and the tests agree: each case has its row and its tests, and each test of a case stands on its rows.
#![allow(clippy::unwrap_used, reason = "a test may, and its helpers are tests as well")]

use std::collections::{BTreeMap, BTreeSet};

use chowk_tests::tidy::{
    Source,
    named::{Test, tests_in, tests_of},
    root, sources,
};

/// The list as it was collected, by letter: a number that is missing here was left out of the list.
const LIST: [(&str, &[u8]); 11] = [
    (
        "A",
        &[
            1, 2, 3, 4, 5, 7, 8, 9, 10, 11, 12, 13, 14, 16, 17, 18, 21, 22, 23, 24, 25, 26, 27,
        ],
    ),
    ("B", &[1, 3, 4, 5, 6, 7, 9, 10, 11]),
    ("C", &[1, 2, 3, 4, 5, 6, 7, 8, 10, 11, 12, 14, 15, 16]),
    ("D", &[1, 2, 4, 5, 6, 7, 8, 9]),
    ("E", &[1, 2, 3, 5, 6, 7, 8, 9]),
    ("F", &[1, 3, 4, 5, 6, 7, 8, 9, 10, 11]),
    ("G", &[1, 2, 3, 4, 7, 8, 9, 10, 11]),
    ("H", &[1, 2, 4, 5, 7, 8, 9, 10, 12, 14, 15, 16, 17, 18]),
    ("I", &[1, 2, 4, 5, 6, 7, 8, 9, 10, 11]),
    ("J", &[2, 3, 4, 5, 7]),
    ("K", &[1, 2, 3]),
];

/// What a row of the page says.
#[derive(Debug, Default)]
struct Row {
    tests: Vec<Test>,
    why_not: Option<String>,
}

/// The rows of a page in their order; a page that cannot be read is told by its line.
fn rows(page: &str) -> Result<Vec<(String, Row)>, String> {
    let mut rows = Vec::new();
    for line in page
        .lines()
        .filter(|line| line.starts_with("| ") && !line.starts_with("| Case "))
    {
        let cells: Vec<&str> = line.trim_matches('|').split(" | ").map(str::trim).collect();
        let [case, _, tests] = cells[..] else {
            return Err(format!("three cells: {line}"));
        };
        let mut row = Row::default();
        if tests.starts_with("Does not apply") {
            row.why_not = Some(tests.to_owned());
        } else {
            row.tests = tests_in(tests)?;
        }
        rows.push((case.to_owned(), row));
    }
    Ok(rows)
}

/// The cases that a test's name tells: what follows the word `case`, as long as it is a letter and a number.
fn cases(name: &str) -> Vec<String> {
    let words = name.split('_').skip_while(|word| *word != "case").skip(1);
    let mut found = Vec::new();
    for word in words {
        let (letter, number) = word.split_at(word.len().min(1));
        let is_case = ("a"..="k").contains(&letter) && (1..=2).contains(&number.len());
        if !is_case || !number.bytes().all(|digit| digit.is_ascii_digit()) {
            break;
        }
        found.push(word.to_uppercase());
    }
    found
}

/// All that is wrong between a page and the tests.
fn wrong(page: &str, sources: &[Source]) -> Vec<String> {
    let rows = match rows(page) {
        Ok(rows) => rows,
        Err(why) => return vec![why],
    };
    let mut wrong = Vec::new();
    let expected = LIST
        .iter()
        .flat_map(|(letter, numbers)| numbers.iter().map(move |n| format!("{letter}{n}")));
    let (expected, told): (Vec<String>, Vec<String>) =
        (expected.collect(), rows.iter().map(|row| row.0.clone()).collect());
    if told != expected {
        let missing = expected.iter().filter(|case| !told.contains(case));
        let other = told.iter().filter(|case| !expected.contains(case));
        wrong.push(format!(
            "the page has not the cases of the list, each once and in its order; missing: {:?}, unknown: {:?}",
            missing.collect::<Vec<_>>(),
            other.collect::<Vec<_>>()
        ));
    }
    let tests = tests_of(sources).into_iter();
    let tell_a_case = tests.map(|test| (test.clone(), cases(&test.1)));
    let on_disk: BTreeMap<Test, Vec<String>> = tell_a_case.filter(|(_, cases)| !cases.is_empty()).collect();
    let mut on_page = BTreeSet::new();
    for (case, row) in &rows {
        if row.tests.is_empty() && row.why_not.as_ref().is_none_or(|why| why.len() < 40) {
            wrong.push(format!("{case} has neither a test nor a reason"));
        }
        for test in &row.tests {
            match on_disk.get(test) {
                None => wrong.push(format!("{case}: there is no test {} in {}", test.1, test.0)),
                Some(cases) if !cases.contains(case) => wrong.push(format!("{case} is not in the name of {}", test.1)),
                Some(_) => {}
            }
            on_page.insert((case.clone(), test.clone()));
        }
    }
    for (test, cases) in &on_disk {
        for case in cases {
            if !on_page.contains(&(case.clone(), test.clone())) {
                wrong.push(format!("{} in {} is not on the row of {case}", test.1, test.0));
            }
        }
    }
    wrong
}

fn page() -> String {
    std::fs::read_to_string(root().join("tests/CASES.md")).unwrap()
}

#[test]
fn each_case_has_its_tests_and_each_test_its_row() {
    let wrong = wrong(&page(), &sources(&root()).unwrap());
    assert!(wrong.is_empty(), "\n{}\n", wrong.join("\n"));
}

/// Each thing that may be wrong is found: on the page as it is, changed in one place.
#[test]
fn what_is_wrong_with_the_page_is_found() {
    let (good, sources) = (page(), sources(&root()).unwrap());
    let name = "an_older_generation_is_not_heard_case_a1";
    let row = |case: &str| {
        good.lines()
            .find(|line| line.starts_with(&format!("| {case} |")))
            .unwrap()
    };
    let changed = |from: &str, to: &str| {
        assert!(good.contains(from), "{from}");
        good.replace(from, to)
    };
    for (page, why) in [
        (
            changed(name, "nobody_wrote_this_case_a1"),
            "there is no test nobody_wrote_this_case_a1",
        ),
        (changed(&format!("{}\n", row("C4")), ""), "missing: [\"C4\"]"),
        (changed(row("C4"), &format!("{0}\n{0}", row("C4"))), "each once"),
        (
            changed(row("C4"), "| C4 | Views drift apart. | Does not apply. |"),
            "C4 has neither",
        ),
        (changed("| C4 |", "| C99 |"), "unknown: [\"C99\"]"),
        (
            changed(row("D7"), row("D7").split("; ").next().unwrap()),
            "is not on the row of D7",
        ),
        (
            changed(row("E1"), &row("E1").replace("case_e1", "case_d1")),
            "there is no test",
        ),
        (changed(row("C4"), "| C4 | nothing |"), "three cells"),
    ] {
        let wrong = wrong(&page, &sources);
        assert!(wrong.iter().any(|told| told.contains(why)), "{why}: {wrong:?}");
    }
    let stray = Source::new(
        "tests/tests/stray.rs",
        "//! Stray.\n#[test]\nfn a_stray_one_case_b6_z9() {}\n",
    );
    let all: Vec<Source> = sources.iter().cloned().chain([stray]).collect();
    assert_eq!(
        wrong(&good, &all),
        ["a_stray_one_case_b6_z9 in tests/tests/stray.rs is not on the row of B6"]
    );
    let no_test = Source::new("tests/tests/stray.rs", "//! Stray.\nfn a_stray_one_case_b6() {}\n");
    let all: Vec<Source> = sources.into_iter().chain([no_test]).collect();
    assert!(wrong(&good, &all).is_empty(), "a function that is no test is none");
}

#[test]
fn a_name_tells_its_cases() {
    for (name, expected) in [
        ("something_is_so_case_a1", &["A1"][..]),
        ("case_a1_a27_k3_b10_something_is_so", &["A1", "A27", "K3", "B10"]),
        ("in_case_of_fire_a1", &[]),
        ("a_lower_case", &[]),
        ("something_case_c1_2d", &["C1"]),
    ] {
        assert_eq!(cases(name), expected, "{name}");
    }
}
