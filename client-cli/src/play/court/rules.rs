//! The rules of a table of four stones in plain words, from the rule set in the view. It explains; the server judges.

use chowk_protocol::{ClockKind, View};

use super::ground::fine_feet;
use super::numbers::Numbers;

/// The rules, a few sentences, one a line.
pub(crate) fn in_words(view: &View) -> Vec<String> {
    let numbers = Numbers::of(&view.rules);
    let Numbers {
        steal_s,
        idle_s,
        choice_s,
        gumpu_s,
        chhuttu_s,
        rounds,
        innings,
        guard_s,
        visit_s,
        cut_s,
        ..
    } = numbers;
    let mut lines = vec![
        format!(
            "Four stones (Nalugu Rallu Aata): one patwar chases four runners, {innings} innings a set. Who is never caught wins; the others rank by innings survived, stones carried home and crossings."
        ),
        "The court is 12 by 12 feet: four boxes, and between them a cross of tracks with the circle of stones in the middle.".into(),
        format!(
            "The patwar stays on the tracks and tags whoever is outside the boxes and within {} of him. A tag ends the innings; the caught runner chases next.",
            fine_feet(numbers.tag_reach)
        ),
        format!(
            "Runners steal: within {} of the centre take a stone; who holds two or more gives one, in the same box, to one who has none. When each holds one and all are in boxes, the patwar chooses.",
            fine_feet(numbers.pick_reach)
        ),
        format!(
            "Meanwhile he cuts: he touches the four end lines, each time coming back to the centre. At {cut_s} seconds he is frozen and the missing arms are credited."
        ),
        format!(
            "He keeps moving: while a stone lies in the circle, an end line every {guard_s} seconds, later the centre every {visit_s}; else tags do not count until he does."
        ),
        format!(
            "Gumpu (together): all runners gather in the box that he names{}. Chhuttu (around): each runner makes {rounds} rounds of the boxes, one after the other, and comes home. Both end the innings well. He has {choice_s} seconds to choose; silence is chhuttu.",
            if numbers.gumpu_reach_in {
                "; he may reach into boxes"
            } else {
                ""
            }
        ),
        format!(
            "Clocks: steal {steal_s} seconds, and somebody must take, give or cross every {idle_s}; gumpu {gumpu_s}, chhuttu {chhuttu_s}. When one runs out it catches a runner: who did least."
        ),
    ];
    lines.push(how_it_goes(view));
    lines
}

/// In steps or in real time, in words.
pub(crate) fn how_it_goes(view: &View) -> String {
    let Some(step) = view.step else {
        return "It goes in real time.".into();
    };
    let hz = Numbers::of(&view.rules).hz.max(1);
    let clock = match view.clock {
        ClockKind::None => "it waits for everybody",
        ClockKind::Casual | ClockKind::Quick | ClockKind::Relaxed => "or until the step's clock has run out",
    };
    let tenths = u32::from(step) * 10 / hz;
    format!(
        "It goes in steps of {}.{} seconds: each seat answers a step with a direction, {clock}.",
        tenths / 10,
        tenths % 10
    )
}
