//! The film of the last tag: the last second and a half from the server's places, frame by frame, half as fast as it was.

use chowk_protocol::{ChairNo, FilmFrame, Place};

use super::Tag;
use crate::play::court::ground::{distance, fine_feet};
use crate::play::court::told::whom;
use crate::play::names::Names;

/// Milliseconds of a frame; the last one stays until a key is pressed.
const FRAME_MS: u64 = 66;

/// A film that is being shown.
#[derive(Debug, Clone, PartialEq)]
pub(in crate::tui::screen) struct Film {
    frames: Vec<FilmFrame>,
    began: u64,
    tag: Option<Tag>,
}

impl Film {
    /// The film of a tag, from now on; `None` if it holds nothing.
    pub(in crate::tui::screen) fn of(frames: &[FilmFrame], tag: Option<Tag>, now: u64) -> Option<Self> {
        (!frames.is_empty()).then(|| Self {
            frames: frames.to_vec(),
            began: now,
            tag,
        })
    }

    fn at(&self, now: u64) -> usize {
        let at = now.saturating_sub(self.began) / FRAME_MS;
        usize::try_from(at).unwrap_or(usize::MAX).min(self.frames.len() - 1)
    }

    /// When the next frame comes.
    pub(super) fn due(&self, now: u64) -> Option<u64> {
        if self.at(now) + 1 == self.frames.len() {
            return None;
        }
        let shown = now.saturating_sub(self.began);
        Some(self.began + shown - shown % FRAME_MS + FRAME_MS)
    }

    /// Where somebody is now.
    pub(super) fn place(&self, chair: ChairNo, now: u64) -> Option<Place> {
        self.frames.get(self.at(now))?.at.get(&chair).copied()
    }

    /// Who chased.
    pub(super) fn patwar(&self) -> Option<ChairNo> {
        self.tag.as_ref().map(|tag| tag.by)
    }

    /// What is to be seen now, in words: how far apart they are, and how it ended.
    pub(super) fn words(&self, names: &Names, now: u64) -> Vec<String> {
        let at = self.at(now);
        let left = self.frames.len() - 1 - at;
        let mut words = vec![format!("The last tag, frame {} of {}", at + 1, self.frames.len())];
        let Some(tag) = &self.tag else { return words };
        if let (Some(runner), Some(patwar)) = (self.place(tag.seat, now), self.place(tag.by, now)) {
            words.push(format!(
                "{} and {}: {} apart",
                whom(tag.by, names),
                whom(tag.seat, names),
                fine_feet(distance(runner, patwar))
            ));
        }
        if left == 0 {
            words.push(tag.words.clone());
            words.push("Any key ends this.".into());
        }
        words
    }
}
