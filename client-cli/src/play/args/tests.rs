//! Command lines and the tables that they mean.

use chowk_protocol::GameKind;
use clap::Parser as _;

use super::*;

#[derive(Debug, clap::Parser)]
struct Line {
    #[command(flatten)]
    play: PlayArgs,
}

fn goal(line: &str) -> Result<Goal, clap::Error> {
    let words = std::iter::once("play").chain(line.split_whitespace());
    Line::try_parse_from(words).map(|line| line.play.goal().0)
}

#[test]
fn a_table_of_four_stones_on_the_command_line() {
    let steps = |step| (GameKind::Stones, 5, step);
    for (line, expected, bots) in [
        ("--game stones", steps(Some(10)), ""),
        ("--create --preset four-stones", steps(Some(10)), ""),
        ("--game stones --live --bots", steps(None), "hunter fox hunter fox"),
        ("--game stones --step 0 --bots 2", steps(None), "hunter fox"),
        (
            "--game stones --step 30 --bot thief --bots",
            steps(Some(30)),
            "thief hunter fox hunter",
        ),
        ("--create --bots", (GameKind::Chowka, 2, None), "careful"),
        (
            "--create --chairs 4 --step 30 --bots 2",
            (GameKind::Chowka, 4, None),
            "careful careful",
        ),
    ] {
        let goal = goal(line).unwrap();
        assert_eq!(goal.bots().join(" "), bots, "{line}");
        let Goal::Create(room, _) = goal else {
            panic!("{line} opens a room")
        };
        let new = room.for_player("Asha").unwrap();
        assert_eq!((new.game, new.chairs, new.step), expected, "{line}");
    }
    for line in [
        "--game stones --step 3",
        "--game stones --step 9 --live",
        "--game ludo",
        "7Q4K-M2XD --bots",
        "",
    ] {
        assert!(goal(line).is_err(), "{line}");
    }
}
