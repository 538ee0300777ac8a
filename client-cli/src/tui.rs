//! The full screen of `chowk play`, `chowk watch` and `chowk replay`: a [`scene::Scene`] is what is shown of a table,
//! [`draw`] draws it, and the rest makes scenes of a view and wishes of keys.

pub mod court;
pub mod dialog;
mod draw;
mod grid;
pub mod key;
pub mod paint;
mod panel;
mod places;
pub mod scene;
pub mod screen;
pub mod terminal;
#[cfg(test)]
mod tests;
pub(crate) mod text;

pub use draw::draw;
pub use places::SMALLEST;
