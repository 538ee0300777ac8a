//! A set of four stones again, from its record: tick by tick, from event to event, or as lines.

mod film;
mod keys;
mod panel;
mod plain;
mod show;
#[cfg(test)]
mod tests;

pub(super) use film::Film;
pub(super) use plain::{at, whole};
pub(super) use show::Show;
