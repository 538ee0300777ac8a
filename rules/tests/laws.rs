//! Laws that hold for every game and every rule set: random matches, looked at from every side, to their end.
//!
//! A game joins with one line at the end of this file and a [`Subject`] in `laws/`, where its own laws are. Four stones
//! goes by ticks and not by turns, so that its laws are tried on their own, in `laws/stones.rs`.

#![allow(clippy::unwrap_used, reason = "a test may panic in its helpers too")]

#[path = "laws/chowka.rs"]
mod chowka;
#[path = "laws/stones.rs"]
mod stones;

use chowk_rules::chowka::Shells;
use chowk_rules::{Drawn, Fate, Game};
use proptest::prelude::*;

/// How many random matches each law is tried on.
const MATCHES: u32 = if cfg!(debug_assertions) { 300 } else { 3_000 };

/// A game that the laws are tried on.
pub(crate) trait Subject: Game<Seat: Copy + PartialEq, Action: Clone + PartialEq> + Sized {
    /// Any match at its start: any rules, any number of players.
    fn any() -> BoxedStrategy<Self>;

    /// All that is offered now, and by whom.
    fn offers(&self) -> Vec<(Self::Seat, Self::Action)>;

    /// All that somebody might try now, offered or not.
    fn attempts(&self) -> Vec<(Self::Seat, Self::Action)>;

    /// How likely a random player takes this offer, beside others; in a calm match nobody leaves or gives up.
    fn weight(action: &Self::Action, calm: bool) -> u32;

    /// More actions than any match can have.
    fn actions_max() -> usize;

    /// Its own laws of one position.
    fn assert_laws(&self);

    /// Its own laws of one step.
    fn assert_step(&self, events: &[Self::Event], after: &Self);
}

/// A seeded fate that counts its draws.
pub(crate) struct Dice {
    rng: fastrand::Rng,
    drawn: u64,
}

impl Dice {
    pub(crate) fn new(seed: u64) -> Dice {
        Dice {
            rng: fastrand::Rng::with_seed(seed),
            drawn: 0,
        }
    }

    /// The next number for whatever a test leaves to chance.
    pub(crate) fn below(&mut self, of: u32) -> u32 {
        self.rng.u32(..of)
    }

    fn draw<T>(&mut self, value: T) -> Drawn<T> {
        self.drawn += 1;
        Drawn {
            t: self.drawn - 1,
            value,
        }
    }
}

impl Fate for Dice {
    fn cast(&mut self, shells: u8, mouth_up_256: u8) -> Drawn<Shells> {
        let faces: Vec<u8> = (0..shells).map(|_| u8::from(self.rng.u8(..) < mouth_up_256)).collect();
        self.draw(Shells::from_faces(&faces).unwrap())
    }

    fn pick(&mut self, of: u32) -> Drawn<u32> {
        let value = self.below(of);
        self.draw(value)
    }
}

/// Plays a random match to its end, with all the laws at every step.
fn obey<G: Subject>(start: G, seed: u64) {
    let mut game = start.clone();
    let mut told = Vec::new();
    let mut dice = Dice::new(seed);
    let calm = dice.below(3) > 0;
    let mut actions = 0;
    while !game.is_over() {
        actions += 1;
        assert!(actions <= G::actions_max(), "every match ends");
        game.assert_laws();
        let offers = game.offers();
        // Everything is tried in the first steps and then now and then: it takes most of the time.
        if actions < 20 || dice.below(64) == 0 {
            try_everything(&game, &offers);
        }
        let (seat, action) = pick::<G>(&offers, calm, &mut dice);
        let events = game
            .decide(seat, &action, &mut dice)
            .unwrap_or_else(|_| panic!("an offer is accepted"));
        assert!(!events.is_empty());
        let mut after = game.clone();
        events.iter().for_each(|event| after.evolve(event));
        game.assert_step(&events, &after);
        told.extend(events);
        game = after;
    }
    game.assert_laws();
    try_everything(&game, &[]);
    let mut again = start;
    told.iter().for_each(|event| again.evolve(event));
    assert_eq!(again, game, "a replay is a fold over the events");
}

/// The offered actions are exactly the accepted ones, and a refused one changes nothing and draws nothing.
fn try_everything<G: Subject>(game: &G, offers: &[(G::Seat, G::Action)]) {
    let before = game.clone();
    for (seat, action) in game.attempts() {
        let mut dice = Dice::new(7);
        let accepted = game.decide(seat, &action, &mut dice).is_ok();
        let offered = offers.iter().any(|(by, offer)| *by == seat && *offer == action);
        assert_eq!(accepted, offered, "offered exactly if accepted");
        assert!(accepted || dice.drawn == 0, "a refused action draws nothing");
    }
    assert_eq!(*game, before, "judging changes nothing");
}

fn pick<G: Subject>(offers: &[(G::Seat, G::Action)], calm: bool, dice: &mut Dice) -> (G::Seat, G::Action) {
    let total = offers.iter().map(|(_, action)| G::weight(action, calm)).sum();
    let mut left = dice.below(total);
    for (seat, action) in offers {
        let weight = G::weight(action, calm);
        if left < weight {
            return (*seat, action.clone());
        }
        left -= weight;
    }
    unreachable!("less than the total")
}

macro_rules! laws_hold_for {
    ($($name:ident: $game:ty;)+) => {$(
        proptest! {
            #![proptest_config(ProptestConfig { cases: MATCHES, ..ProptestConfig::default() })]

            #[test]
            fn $name(start in <$game as Subject>::any(), seed: u64) {
                obey::<$game>(start, seed);
            }
        }
    )+};
}

laws_hold_for! {
    laws_hold_for_chowka: chowk_rules::chowka::Match;
}
