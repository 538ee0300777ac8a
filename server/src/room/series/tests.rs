//! The standing of a series, match by match.

use chowk_protocol::SideName;

use super::*;
use crate::room::state::tests_only::over;

/// Plays matches: each letter is the winning side (chair 0 has S, chair 1 has N), `=` a shared place, `x` abandoned.
fn standing(best_of: u8, matches: &str) -> String {
    let mut series = Series::new(best_of).unwrap();
    for letter in matches.chars() {
        let (ranks, why) = match letter {
            'S' => (vec![vec![SideName::S], vec![SideName::N]], EndedWhy::Finished),
            'N' => (vec![vec![SideName::N], vec![SideName::S]], EndedWhy::Finished),
            '=' => (vec![vec![SideName::S, SideName::N]], EndedWhy::DeadEnd),
            'x' => (vec![vec![SideName::S, SideName::N]], EndedWhy::Abandoned),
            '|' => {
                series.sealed();
                continue;
            }
            'l' => {
                series.somebody_left();
                continue;
            }
            other => panic!("{other}"),
        };
        series.count(&over(ranks, why));
    }
    let view = series.view(&Stage::Gathering { seal: None });
    let wins: Vec<String> = view
        .wins
        .iter()
        .map(|(chair, wins)| format!("{chair}:{wins}"))
        .collect();
    let over = match (view.over, view.winner) {
        (false, _) => String::new(),
        (true, Some(chair)) => format!(" won by {chair}"),
        (true, None) => " over".into(),
    };
    format!("{} {}{over}", view.number, wins.join(" "))
}

#[test]
fn a_series_is_counted() {
    for (best_of, matches, expected) in [
        (3, "", "1 "),
        (3, "S", "2 0:1"),
        (3, "SN", "3 0:1 1:1"),
        (3, "SS", "2 0:2 won by 0"),
        (3, "SNN", "3 0:1 1:2 won by 1"),
        (3, "S=N", "3 0:1 1:1 over"),
        (3, "===", "3  over"),
        (3, "Sx", "2 0:1"),
        (5, "SNSN", "5 0:2 1:2"),
        (5, "SSS", "3 0:3 won by 0"),
        (3, "SS|", "1 "),
        (3, "S|N", "3 0:1 1:1"),
        (3, "Sl", "1 0:1 over"),
        (3, "l", "1 "),
        (3, "Sl|N", "2 1:1"),
    ] {
        assert_eq!(standing(best_of, matches), expected, "best of {best_of}, {matches}");
    }
}

#[test]
fn a_single_match_is_no_series() {
    assert_eq!(Series::new(1), None);
    assert_eq!(
        [0, 1, 2, 3, 4, 5, 7].map(is_series),
        [false, true, false, true, false, true, false]
    );
}
