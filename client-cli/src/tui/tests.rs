//! Screens as text, at the smallest size and at a big one; and the promise that no size and no scene breaks the drawing.

pub(crate) mod scenes;
