//! Two people at `chowk play --plain` and a watcher play a match on a real server, each a process with pipes.

use chowk_tests::{
    programs::Programs,
    show::{Setting, Show, run},
};

#[test]
fn two_people_and_a_watcher() {
    let folder = tempfile::tempdir().unwrap();
    let setting = Setting {
        programs: Programs::find().unwrap(),
        out: folder.path().to_owned(),
        seed: 1,
    };
    let met = run(Show::named("heart").unwrap(), &setting, &["transcript".to_owned()]).unwrap();
    let figures = std::fs::read_to_string(folder.path().join("heart.json")).unwrap();
    let transcript = std::fs::read_to_string(folder.path().join("heart-transcript.txt")).unwrap_or_default();
    assert!(met, "{figures}\n{transcript}");
    for said in [
        "Your turn: throw (t).",
        "Which pawn?",
        "The table is full.",
        "The match has ended",
    ] {
        assert!(transcript.contains(said), "nobody read {said:?}");
    }
}
