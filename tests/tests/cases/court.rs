//! Four stones: what a tag shows (P10 of the players' page, C54 to C56), a slow client (B10), and one court for all.

use chowk_bots::stones::Brain;
use chowk_cli::client::{Happening, How, Intent};
use chowk_protocol::{CourtEvent, CourtPhase, FilmFrame, Place};
use chowk_rules::stones::RuleSet;
use chowk_tests::seat::{
    Seat, all_ended,
    court::{STAND, brief, court, court_events, step},
    hear_on, level, play_on,
};

use super::open;

/// Steps go as fast as they are answered, also while somebody watches.
const AT_ONCE: [&str; 2] = ["--house-pace", "0ms"];
/// How far a runner comes in a tick, and the patwar.
const RUN: i32 = 135;
const CHASE: i32 = 180;

fn in_court(at: Place) -> bool {
    at.iter().all(|part| (0..=12_000).contains(part))
}

fn in_tracks(at: Place) -> bool {
    in_court(at) && at.iter().any(|part| (5_000..=7_000).contains(part))
}

fn apart(one: Place, other: Place) -> f64 {
    f64::from(one[0] - other[0]).hypot(f64::from(one[1] - other[1]))
}

/// What is told of a tag, how it is filmed, and the rules are one: in every tag of whole sets.
#[tokio::test]
async fn case_p10_c54_c55_c56_a_tag_is_what_the_film_shows() {
    let (house, _folder) = open(&AT_ONCE);
    let rules = RuleSet {
        tag_reach: 1_300,
        break_s: 1,
        ..RuleSet::default()
    };
    let mut tags = 0;
    for _ in 0..4 {
        let mut seats = Seat::playing(house.at(), court(rules, Some(15))).await.unwrap();
        seats[4].plays_stones(Brain::Thief);
        let mut phase = CourtPhase::Break;
        while !all_ended(&seats) {
            let innings = |seat: &Seat| seat.court().map(|court| court.caught.len());
            let known = innings(&seats[0]);
            play_on(&mut seats, "a catch", |seats| {
                innings(&seats[0]) != known || all_ended(seats)
            })
            .await
            .unwrap();
            level(&mut seats).await.unwrap();
            for (tick, event) in court_events(&seats[0].news()) {
                if let CourtEvent::Phase { phase: next, .. } = event {
                    phase = next;
                }
                let CourtEvent::Tagged { .. } = event else { continue };
                let first = film(&mut seats[0]).await;
                for seat in &mut seats[1..] {
                    assert_eq!(film(seat).await, first, "all see the same film");
                }
                judge(tick, &event, phase, &first);
                tags += 1;
            }
        }
    }
    assert!(tags >= 4, "{tags} tags prove little");
}

async fn film(seat: &mut Seat) -> (u32, Vec<FilmFrame>) {
    seat.client_mut().look_back().unwrap();
    seat.flush().await.unwrap();
    let film = |happening: &Happening| {
        if let Happening::Film { tag, frames } = happening {
            Some((*tag, frames.clone()))
        } else {
            None
        }
    };
    seat.told("the film", film).await.unwrap()
}

fn judge(tick: u32, tagged: &CourtEvent, phase: CourtPhase, (tag, frames): &(u32, Vec<FilmFrame>)) {
    let CourtEvent::Tagged {
        seat,
        by,
        at,
        patwar_at,
        distance,
        reach,
        ..
    } = tagged
    else {
        return;
    };
    assert_eq!(*tag, tick);
    assert!(distance <= reach, "{tagged:?}");
    assert!(
        (apart(*at, *patwar_at) - f64::from(*distance)).abs() < 3.0,
        "{tagged:?}"
    );
    let boxed = !in_tracks(*at);
    assert!(!boxed || phase == CourtPhase::Gumpu, "{tagged:?} in {phase:?}");
    // The last frame is the moment of the touch; before it come the ticks of 1.5 s, without a gap.
    let last = frames.last().unwrap();
    assert_eq!((last.tick, last.at[seat], last.at[by]), (tick, *at, *patwar_at));
    assert!((1..=45).contains(&frames.len()), "{} frames", frames.len());
    for pair in frames.windows(2) {
        assert_eq!(pair[0].tick + 1, pair[1].tick);
    }
    for frame in frames {
        assert_eq!(frame.at.len(), 5);
        assert!(in_tracks(frame.at[by]), "the patwar in {frame:?}");
        assert!(frame.at.values().all(|at| in_court(*at)), "{frame:?}");
    }
    // Nobody is faster than he may be; a new innings, which sets all anew, begins with a break of a second.
    for pair in frames[frames.len().saturating_sub(15)..].windows(2) {
        for (chair, at) in &pair[1].at {
            let most = if chair == by { CHASE } else { RUN };
            assert!(
                apart(pair[0].at[chair], *at) <= f64::from(most) + 2.0,
                "{chair} in {pair:?}"
            );
        }
    }
}

/// A client that says little is not punished: its direction holds, is counted once, and nobody puts it off its chair.
#[tokio::test]
async fn story_b10_a_direction_holds_until_the_next() {
    let (house, _folder) = open(&[]);
    let mut seats = Seat::playing(house.at(), court(brief(), None)).await.unwrap();
    hear_on(&mut seats, "the chase", |seats| {
        seats.iter().all(|seat| seat.phase() == Some(CourtPhase::Steal))
    })
    .await
    .unwrap();
    let chair = (0..5).find(|chair| Some(*chair) != seats[0].patwar()).unwrap();
    let who = usize::from(chair);
    let home = seats[who].place(chair).unwrap();
    // Away from the centre, along the wall.
    let east = if home[0] < 6_000 { -127 } else { 127 };
    seats[who].client_mut().input(east, 0).unwrap();
    seats[who].flush().await.unwrap();
    let wall = if home[0] < 6_000 { 0 } else { 12_000 };
    hear_on(&mut seats, "the wall", |seats| {
        seats.iter().all(|seat| seat.place(chair).is_ok_and(|at| at[0] == wall))
    })
    .await
    .unwrap();
    assert_eq!(seats[who].client().input_counted(), 1);
    let told = seats[who].came("motion").filter(|motion| motion["i"] == 1).count();
    assert_eq!(told, 1, "it is told once that it counted");
    for (number, seat) in seats.iter().enumerate() {
        let xs: Vec<i64> = seat
            .came("motion")
            .filter_map(|motion| motion["at"][chair.to_string()][0].as_i64())
            .collect();
        let steps = xs.windows(2).map(|pair| (pair[1] - pair[0]).abs());
        let whole = steps.filter(|step| *step == i64::from(RUN)).count();
        assert!(whole >= 15, "seat {number} saw {whole} whole steps: {xs:?}");
        assert_eq!((seat.closed, seat.came("refused").count()), (None, 0));
        assert_eq!(seat.view()["chairs"][who.to_string()]["away"], false);
    }
}

/// At one version all see one court and one place of each, whenever they came; a return is shown all five anew.
#[tokio::test]
async fn case_c2_i2_a25_one_court_for_all() {
    let (house, _folder) = open(&AT_ONCE);
    let mut seats = Seat::playing(house.at(), court(brief(), Some(30))).await.unwrap();
    let code = seats[0].code().unwrap();
    let first = |seat: &Seat| seat.phase() == Some(CourtPhase::Steal) && seat.place(0).is_ok();
    hear_on(&mut seats, "the first step", |seats| seats.iter().all(first))
        .await
        .unwrap();
    level(&mut seats).await.unwrap();
    for round in 0..4 {
        step(&mut seats, &STAND).await.unwrap();
        let v = level(&mut seats).await.unwrap();
        if round == 2 {
            seats[3].cut().unwrap();
            seats[3].forget_told();
            seats[3].back().await.unwrap();
            let how = |happening: &Happening| {
                if let Happening::Changed { how, .. } = happening {
                    Some(*how)
                } else {
                    None
                }
            };
            assert_eq!(seats[3].told("the view", how).await.unwrap(), How::CatchUp);
            level(&mut seats).await.unwrap();
        }
        let watch = Intent::Watch { code, name: None };
        let mut late = Seat::entered(house.at(), watch).await.unwrap();
        late.until("all places", |client| {
            client.table().is_some_and(|table| table.places().is_some())
        })
        .await
        .unwrap();
        let without_generations = |seat: &Seat| {
            let mut view = seat.view();
            for chair in 0..5 {
                view["chairs"][chair.to_string()]["gen"] = 0.into();
            }
            view
        };
        for seat in &seats {
            if round < 2 {
                assert_eq!(seat.v(), v);
            }
            assert_eq!(without_generations(seat), without_generations(&late), "round {round}");
            for chair in 0..5 {
                assert_eq!(seat.place(chair).unwrap(), late.place(chair).unwrap());
            }
        }
    }
    play_on(&mut seats, "the end", all_ended).await.unwrap();
}
