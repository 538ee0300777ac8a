//! Sharing stones: who needs one, and the gift itself.

use chowk_rules::stones::{Corner, Phase, Seat, Wish};

use crate::stones::mind::{Memory, Scene};

/// A gift to somebody in the same box who has none, if there is one to give; not while the last is on its way.
pub(crate) fn gift(scene: &Scene<'_>, memory: &Memory) -> Option<Wish> {
    let mine = scene.here.corner()?;
    let waits = memory.spoke_at + scene.late() as u32 > scene.now && memory.spoke_at > 0;
    if scene.sight.phase != Phase::Steal || scene.sight.body(scene.me).stones < 2 || waits {
        return None;
    }
    let to = needy(scene).find(|&seat| mine.contains(scene.sight.body(seat).at))?;
    Some(Wish::Give { to })
}

/// The box of the runner without a stone to whom the way is shortest.
pub(crate) fn nearest_needy(scene: &Scene<'_>, from: Corner) -> Option<Corner> {
    let boxes = needy(scene).map(|seat| {
        let body = scene.sight.body(seat);
        body.at.corner().unwrap_or(body.last)
    });
    boxes
        .filter(|&corner| corner != from)
        .min_by_key(|&corner| from.steps_to(corner) == 0)
}

fn needy(scene: &Scene<'_>) -> impl Iterator<Item = Seat> {
    let (sight, me) = (scene.sight, scene.me);
    sight
        .runners()
        .filter(move |&seat| seat != me && sight.body(seat).stones == 0)
}
