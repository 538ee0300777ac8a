//! Courts as they are seen and said: a table of four stones to begin with, and tables of sentences.

use chowk_protocol::{ChairNo, CourtEvent, CourtPhase, Place, View, patch};
use chowk_record::fair;
use serde_json::{Value, json};

use super::advice::{self, Hands};
use super::{Sight, numbers::Numbers, told, whereabouts};
use crate::client::Places;
use crate::play::names::Names;

/// The numbers of the rules, as the room's view has them.
pub(crate) fn rules() -> Value {
    json!({"hz": 30, "runner": 4050, "patwar": 5400, "tag_reach": 750, "pick_reach": 400, "take_ticks": 17,
        "lead_ticks": 15, "instants": 64, "cut_near": 1000, "cut_s": 20, "credit_s": 2, "guard_s": 4, "visit_s": 4,
        "steal_s": 90, "idle_s": 15, "choice_s": 10, "gumpu_s": 30, "chhuttu_s": 45, "break_s": 3, "rounds": 3,
        "innings": 3, "gumpu_reach_in": true})
}

/// A running set of five: Asha in SW, Ravi, hunter, fox; another hunter chases.
pub(crate) fn view() -> Value {
    let chair =
        |name: &str, kind: &str| json!({"kind": kind, "name": name, "away": false, "ready": true, "by_clock": 0});
    let runner = |home: &str, stones: u8| {
        json!({"home": home, "last": home, "stones": stones, "rooted_until": 0, "rounds": 0, "direction": 0,
            "done": false, "through": false})
    };
    let score = |may_win: bool| json!({"survived": 0, "carried": 1, "crossings": 2, "may_win": may_win});
    let rules_hash = fair::rules_hash(&patch::canonical(&rules())).to_string();
    json!({
        "game": "stones", "code": "7Q4KM2XD", "stage": "playing", "host": 0, "clock": "casual", "listed": false,
        "watch": true, "preset": "four-stones", "rules": rules(), "rules_hash": rules_hash, "not_started": 0,
        "match": "000102030405060708090a0b0c0d0e0f", "server_commit": "d7".repeat(32),
        "chairs": {"0": chair("Asha", "person"), "1": chair("Ravi", "person"), "2": chair("hunter 3", "house"),
            "3": chair("fox 4", "house"), "4": chair("hunter 5", "house")},
        "step": 15,
        "court": {"tick": 165, "innings": 1, "phase": "steal", "since": 90, "ends": 2790, "idle_ends": 540, "patwar": 4,
            "ground": 2, "cut": {"S": true, "E": true, "N": false, "W": false}, "void": false, "still_until": 0,
            "patrol": "end_line", "patrol_by": 240, "reach": 750,
            "runners": {"0": runner("SW", 1), "1": runner("SE", 0), "2": runner("NE", 0), "3": runner("NW", 1)},
            "scores": {"0": score(true), "1": score(true), "2": score(true), "3": score(true), "4": score(false)},
            "caught": {}, "step": {"asked": 7, "deadline": 20_000, "asks": {"0": true, "1": true}}},
    })
}

/// The same, as types.
pub(crate) fn stones() -> View {
    serde_json::from_value(view()).unwrap()
}

/// Where all are to begin with.
pub(crate) fn places() -> Places {
    let at = [
        (0, [2_500, 2_500]),
        (1, [9_500, 2_500]),
        (2, [9_500, 9_500]),
        (3, [5_200, 6_900]),
        (4, [8_900, 6_100]),
    ];
    Places {
        tick: 165,
        at: at.into_iter().collect(),
    }
}

/// A table to be changed and looked at.
struct Stand {
    view: View,
    places: Places,
    names: Names,
    me: Option<ChairNo>,
}

impl Stand {
    fn of(me: Option<ChairNo>) -> Self {
        let (view, mut names) = (stones(), Names::default());
        names.look(&view, me);
        Self {
            view,
            places: places(),
            names,
            me,
        }
    }

    fn put(&mut self, chair: ChairNo, place: Place) -> &mut Self {
        self.places.at.insert(chair, place);
        self
    }

    fn sight(&self) -> Sight<'_> {
        Sight {
            court: self.view.court.as_ref().unwrap(),
            places: Some(&self.places),
            numbers: Numbers::of(&self.view.rules),
            step: self.view.step,
            names: &self.names,
            me: self.me,
        }
    }

    fn phase(&mut self, phase: CourtPhase) -> &mut Self {
        self.view.court.as_mut().unwrap().phase = phase;
        self
    }

    fn now(&self) -> String {
        advice::now(&self.sight(), Hands::Keys).join(" ")
    }
}

#[test]
fn where_everybody_is() {
    let mut text = String::new();
    for me in [Some(0), Some(4), None] {
        let stand = Stand::of(me);
        text += &format!("{me:?}\n");
        for line in whereabouts::all(&stand.sight()) {
            text += &format!("  {line}\n");
        }
        text += &format!("  {}\n", whereabouts::step_question(&stand.sight()));
        for line in whereabouts::time(&stand.sight(), Some(8_200)) {
            text += &format!("  {line}\n");
        }
    }
    insta::assert_snapshot!(text);
}

#[test]
fn what_can_be_done_now() {
    let mut text = String::new();
    let mut then = |what: &str, stand: &Stand| {
        text += &format!("{what}: {} | {:?}\n", stand.now(), advice::hand(&stand.sight()));
    };
    let mut stand = Stand::of(Some(1));
    then("in the own box", &stand);
    then("at the circle", stand.put(1, [6_200, 5_900]));
    stand
        .view
        .court
        .as_mut()
        .unwrap()
        .runners
        .get_mut(&1)
        .unwrap()
        .rooted_until = 180;
    then("picking up", &stand);
    stand
        .view
        .court
        .as_mut()
        .unwrap()
        .runners
        .get_mut(&1)
        .unwrap()
        .rooted_until = 0;
    stand.view.court.as_mut().unwrap().runners.get_mut(&1).unwrap().stones = 2;
    then("two in hand", stand.put(1, [9_500, 4_000]));
    then("with one who has none", stand.put(1, [9_500, 9_000]));
    stand.view.court.as_mut().unwrap().void = true;
    then("void", stand.put(1, [9_500, 4_000]));
    stand.view.court.as_mut().unwrap().void = false;
    stand.view.court.as_mut().unwrap().ground = 0;
    stand.view.court.as_mut().unwrap().runners.get_mut(&1).unwrap().stones = 0;
    then("nothing left", &stand);
    for phase in [CourtPhase::Break, CourtPhase::Choice, CourtPhase::Chhuttu] {
        then(&format!("{phase:?}"), stand.phase(phase));
    }
    stand.view.court.as_mut().unwrap().r#box = Some(chowk_protocol::BoxName::NE);
    then("gumpu", stand.phase(CourtPhase::Gumpu));
    then("gumpu, inside", stand.put(1, [9_500, 9_000]));
    let mut stand = Stand::of(Some(4));
    then("the patwar", &stand);
    stand.view.court.as_mut().unwrap().touched = Some(chowk_protocol::SideName::N);
    then("the patwar, touched", &stand);
    stand
        .view
        .court
        .as_mut()
        .unwrap()
        .cut
        .values_mut()
        .for_each(|cut| *cut = true);
    then("the patwar, cut", &stand);
    for phase in [
        CourtPhase::Break,
        CourtPhase::Choice,
        CourtPhase::Chhuttu,
        CourtPhase::Gumpu,
    ] {
        then(&format!("the patwar, {phase:?}"), stand.phase(phase));
    }
    then("watching", &Stand::of(None));
    insta::assert_snapshot!(text);
}

#[test]
fn each_event_is_a_sentence() {
    let events = json!([
        {"what": "lots", "t": 0, "chairs": [4, 0, 1, 2, 3]},
        {"what": "innings", "number": 1, "patwar": 4},
        {"what": "innings", "number": 2, "patwar": 0},
        {"what": "phase", "phase": "steal"},
        {"what": "phase", "phase": "choice"},
        {"what": "phase", "phase": "gumpu", "box": "NE"},
        {"what": "phase", "phase": "chhuttu"},
        {"what": "cut", "arm": "E", "by": "run"},
        {"what": "cut", "arm": "W", "by": "credit"},
        {"what": "taken", "seat": 0, "left": 3},
        {"what": "taken", "seat": 1, "left": 1},
        {"what": "taken", "seat": 3, "left": 0},
        {"what": "given", "seat": 0, "to": 1},
        {"what": "given", "seat": 3, "to": 0},
        {"what": "crossed", "seat": 0, "box": "NE", "progress": 0},
        {"what": "crossed", "seat": 3, "box": "SW", "progress": 4},
        {"what": "void", "void": true},
        {"what": "void", "void": false},
        {"what": "through", "seat": 0},
        {"what": "through", "seat": 3},
        {"what": "tagged", "seat": 0, "by": 4, "instant": 34, "at": [6209, 4244], "patwar_at": [6000, 4781],
            "distance": 576, "reach": 750},
        {"what": "tagged", "seat": 1, "by": 0, "instant": 34, "at": [6209, 4244], "patwar_at": [6000, 4781],
            "distance": 749, "reach": 750},
        {"what": "clock_out", "seat": 3, "among": [0, 1, 3], "t": 4},
        {"what": "clock_out", "seat": 0, "among": [0]},
        {"what": "innings_end", "caught": 0},
        {"what": "innings_end", "caught": 1},
        {"what": "innings_end"},
    ]);
    let events: Vec<CourtEvent> = serde_json::from_value(events).unwrap();
    let stand = Stand::of(Some(0));
    let court = stand.view.court.as_ref();
    let said = events
        .iter()
        .filter_map(|event| told::sentence(event, &stand.names, court));
    insta::assert_snapshot!(said.collect::<Vec<String>>().join("\n"));
}

#[test]
fn the_end_of_a_set_in_words() {
    let mut stand = Stand::of(Some(0));
    let court = stand.view.court.as_mut().unwrap();
    court.caught = [(1, 2), (3, 1)].into();
    court.scores.get_mut(&2).unwrap().may_win = false;
    court.scores.get_mut(&1).unwrap().may_win = false;
    let court = stand.view.court.as_ref().unwrap();
    let seats = [vec![0, 3], vec![1], vec![2, 4]];
    let mut lines = vec![super::ended::ranks(
        &seats,
        chowk_protocol::EndedWhy::Finished,
        &stand.names,
    )];
    lines.extend(super::ended::winners(&seats, &stand.names));
    lines.extend(super::ended::winners(&[vec![3]], &stand.names));
    lines.extend(super::ended::numbers(&seats, court, &stand.names));
    lines.extend(super::rules::in_words(&stand.view));
    lines.extend(whereabouts::who(&stand.view, Some(&stand.sight()), &stand.names, None));
    insta::assert_snapshot!(lines.join("\n"));
}
