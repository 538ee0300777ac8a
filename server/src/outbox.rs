//! The bounded way to one reader: what rooms say to a socket, and how a slow one is let go (contract 23).
//!
//! A room never waits: it puts frames here, and the socket's task takes them as its socket takes them. If they do not
//! fit, this one reader is closed and nobody else notices.

use std::{
    collections::VecDeque,
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
    task::Waker,
    time::Duration,
};

use bytes::Bytes;
use chowk_protocol::CloseCode;
use dashmap::DashMap;
use futures_util::task::AtomicWaker;

use crate::{
    fault::{Fault, is_planted},
    room::{End, Post, SessionId},
    tally,
};

/// How long a room in a hurry rests for a reader whose way is half full, and three quarters full.
const RESTS: [Duration; 2] = [Duration::from_millis(2), Duration::from_millis(10)];

/// Most motion that waits for one reader: it heals itself several times a second, so older frames are dropped for newer.
const MOTION_MAX: usize = 8;

/// What waits for one reader.
#[derive(Debug)]
pub struct Outbox {
    most: usize,
    waiting: Mutex<Waiting>,
    reader: AtomicWaker,
    /// Whether its reader was welcomed: before that it hears no notice (case B11).
    is_welcomed: AtomicBool,
    /// How many of its reader's words were answers to questions, since that was asked last; and of these, directions.
    answered: AtomicU64,
    directions: AtomicU64,
}

/// How much of what a socket said answered a question.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Answered {
    /// Frames.
    pub frames: u64,
    /// Of these, directions.
    pub directions: u64,
}

#[derive(Debug, Default)]
struct Waiting {
    posts: VecDeque<Post>,
    /// Said after all that waits; nothing is taken after it.
    end: Option<End>,
}

impl Waiting {
    /// Motion never costs a reader its place: it takes the place of older motion, or of none.
    fn put_motion(&mut self, post: Post, most: usize) {
        let is_motion = |post: &Post| matches!(post, Post::Motion(_));
        let motion = self.posts.iter().filter(|post| is_motion(post)).count();
        if motion >= MOTION_MAX || self.posts.len() >= most {
            let Some(oldest) = self.posts.iter().position(is_motion) else {
                return;
            };
            self.posts.remove(oldest);
        }
        self.posts.push_back(post);
    }

    /// A fact needs the room that motion has.
    fn drop_motion(&mut self) {
        self.posts.retain(|post| !matches!(post, Post::Motion(_)));
    }
}

impl Outbox {
    /// A way on which at most so many frames wait.
    pub fn new(most: usize) -> Self {
        Self {
            most,
            waiting: Mutex::default(),
            reader: AtomicWaker::new(),
            is_welcomed: AtomicBool::new(false),
            answered: AtomicU64::new(0),
            directions: AtomicU64::new(0),
        }
    }

    /// Puts something on the way. If it does not fit, all that waits is dropped and the reader is too slow.
    pub fn put(&self, post: Post) {
        {
            let mut waiting = self.waiting();
            if waiting.end.is_some() {
                return;
            }
            if waiting.posts.len() >= self.most {
                waiting.drop_motion();
            }
            match post {
                Post::Close(end) => waiting.end = Some(end),
                Post::Motion(_) => waiting.put_motion(post, self.most),
                Post::Frame(_) | Post::Welcome { .. } | Post::Detached
                    if waiting.posts.len() < self.most || is_planted(Fault::QueueUnbounded) =>
                {
                    waiting.posts.push_back(post);
                }
                Post::Frame(_) | Post::Welcome { .. } | Post::Detached => {
                    waiting.posts = VecDeque::new();
                    waiting.end = Some(End::of(CloseCode::TooSlow));
                }
            }
        }
        self.reader.wake();
    }

    /// What its reader said answered a question.
    pub fn answered(&self, direction: bool) {
        self.answered.fetch_add(1, Ordering::Relaxed);
        self.directions.fetch_add(direction.into(), Ordering::Relaxed);
    }

    /// How often that was so since this was asked last.
    pub fn take_answered(&self) -> Answered {
        Answered {
            frames: self.answered.swap(0, Ordering::Relaxed),
            directions: self.directions.swap(0, Ordering::Relaxed),
        }
    }

    /// Its reader was welcomed.
    pub fn welcomed(&self) {
        self.is_welcomed.store(true, Ordering::Relaxed);
    }

    /// The next thing that waits.
    pub fn take(&self) -> Option<Post> {
        self.waiting().posts.pop_front()
    }

    /// How the socket is to end, once nothing waits before that.
    pub fn end(&self) -> Option<End> {
        let waiting = self.waiting();
        waiting.end.filter(|_| waiting.posts.is_empty())
    }

    /// Who is to be woken when something is put here.
    pub fn register(&self, reader: &Waker) {
        self.reader.register(reader);
    }

    /// How long a room that says much by itself rests, so that this reader gets the time to read. One that does not read
    /// costs it such a rest a few times, then it is let go.
    fn rest(&self) -> Option<Duration> {
        let waiting = self.len();
        if waiting * 4 >= self.most * 3 {
            Some(RESTS[1])
        } else if waiting * 2 >= self.most {
            Some(RESTS[0])
        } else {
            None
        }
    }

    /// How many things wait.
    pub fn len(&self) -> usize {
        self.waiting().posts.len()
    }

    /// How much of it is motion.
    pub fn motion_len(&self) -> usize {
        let waiting = self.waiting();
        let motion = waiting.posts.iter().filter(|post| matches!(post, Post::Motion(_)));
        motion.count()
    }

    /// Whether nothing waits.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    fn waiting(&self) -> MutexGuard<'_, Waiting> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The outboxes of all sockets of this machine, by session.
#[derive(Debug, Default)]
pub struct Outboxes(DashMap<SessionId, Arc<Outbox>>);

impl Outboxes {
    /// Says something to a session. If it is gone, nobody hears it.
    pub fn tell(&self, to: SessionId, post: Post) {
        if let Post::Frame(frame) = &post {
            tally::told(frame);
        }
        // The map is let go before the reader is woken.
        let outbox = self.0.get(&to).map(|outbox| Arc::clone(&outbox));
        if let Some(outbox) = outbox {
            outbox.put(post);
        }
    }

    /// What a session said answered a question.
    pub fn answered(&self, session: SessionId, direction: bool) {
        if let Some(outbox) = self.0.get(&session) {
            outbox.answered(direction);
        }
    }

    /// Says something that is no room's to all who were welcomed, or to those of them in `only`; returns to how many.
    pub fn notify(&self, only: Option<&[SessionId]>, frame: &Bytes) -> usize {
        let hears = |session: &SessionId, outbox: &Outbox| {
            outbox.is_welcomed.load(Ordering::Relaxed) && only.is_none_or(|only| only.contains(session))
        };
        let all = self.0.iter().filter(|entry| hears(entry.key(), entry.value()));
        // The map is let go before readers are woken.
        let all: Vec<Arc<Outbox>> = all.map(|entry| Arc::clone(entry.value())).collect();
        all.iter().for_each(|outbox| outbox.put(Post::Frame(frame.clone())));
        all.len()
    }

    /// How long a room that says much by itself rests for its slowest reader.
    pub fn rest<'a>(&self, readers: impl Iterator<Item = &'a SessionId>) -> Option<Duration> {
        readers
            .filter_map(|reader| self.0.get(reader).and_then(|outbox| outbox.rest()))
            .max()
    }

    /// A new session's outbox.
    pub fn open(&self, session: SessionId, most: usize) -> Arc<Outbox> {
        let outbox = Arc::new(Outbox::new(most));
        self.0.insert(session, Arc::clone(&outbox));
        outbox
    }

    /// A session has ended.
    pub fn close(&self, session: SessionId) {
        self.0.remove(&session);
    }

    /// How many sessions there are.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// All sessions.
    pub fn sessions(&self) -> Vec<SessionId> {
        self.0.iter().map(|entry| *entry.key()).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn frame(n: usize) -> Post {
        Post::Frame(Bytes::from(n.to_string()))
    }

    #[test]
    fn what_is_put_is_taken_in_order_and_the_end_comes_last() {
        let outbox = Outbox::new(64);
        (0..3).for_each(|n| outbox.put(frame(n)));
        outbox.put(Post::Close(End::of(CloseCode::RoomGone)));
        outbox.put(frame(9));
        assert_eq!(outbox.end(), None, "frames go before the end");
        assert_eq!([0, 1, 2].map(|_| outbox.take().unwrap()), [0, 1, 2].map(frame));
        assert_eq!(outbox.take(), None, "nothing is taken after the end");
        assert_eq!(outbox.end(), Some(End::of(CloseCode::RoomGone)));
    }

    /// Cases H5 and H7: a bound, and 1013 for the slow one.
    #[test]
    fn who_does_not_read_is_let_go_at_once_case_h5_h7() {
        let outbox = Outbox::new(64);
        (0..64).for_each(|n| outbox.put(frame(n)));
        assert_eq!((outbox.len(), outbox.end()), (64, None));
        outbox.put(frame(64));
        assert!(outbox.is_empty());
        assert_eq!(outbox.end().unwrap().code, CloseCode::TooSlow);
    }

    /// Contract 23: motion goes first, and costs nobody a fact or a place.
    #[test]
    fn a_slow_reader_loses_motion_before_anything_else() {
        let motion = |n: usize| Post::Motion(Bytes::from(n.to_string()));
        let outbox = Outbox::new(16);
        (0..100).for_each(|n| outbox.put(motion(n)));
        assert_eq!(outbox.len(), MOTION_MAX);
        assert_eq!(outbox.take(), Some(motion(100 - MOTION_MAX)), "the newest are kept");
        (0..16).for_each(|n| outbox.put(frame(n)));
        outbox.put(motion(100));
        assert_eq!(
            (outbox.len(), outbox.end()),
            (16, None),
            "facts took the room of motion"
        );
        assert_eq!([0, 1].map(|_| outbox.take().unwrap()), [0, 1].map(frame));
        outbox.put(motion(101));
        assert_eq!(outbox.len(), 15);
        (16..18).for_each(|n| outbox.put(frame(n)));
        assert_eq!((outbox.len(), outbox.end()), (16, None));
    }

    #[test]
    fn a_room_rests_for_readers_who_fall_behind() {
        let all = Outboxes::default();
        let id = |n| SessionId { gateway: 0, n };
        let (one, two) = (all.open(id(1), 64), all.open(id(2), 64));
        let both = [id(1), id(2), id(3)];
        for (waiting, expected) in [
            (31, None),
            (32, Some(RESTS[0])),
            (47, Some(RESTS[0])),
            (48, Some(RESTS[1])),
        ] {
            (one.len()..waiting).for_each(|n| one.put(frame(n)));
            assert_eq!(all.rest(both.iter()), expected, "{waiting}");
        }
        assert!(two.is_empty());
        (0..17).for_each(|n| one.put(frame(n)));
        assert_eq!(all.rest(both.iter()), None, "who was let go holds up nobody");
    }

    /// Case B11: nobody hears anything before the welcome, not even the operator.
    #[test]
    fn a_notice_is_for_those_who_were_welcomed_case_b11() {
        let all = Outboxes::default();
        let id = |n| SessionId { gateway: 0, n };
        let boxes = [1, 2, 3].map(|n| all.open(id(n), 64));
        boxes[..2].iter().for_each(|outbox| outbox.welcomed());
        let words = Bytes::from_static(b"words");
        assert_eq!(all.notify(None, &words), 2);
        assert_eq!(all.notify(Some(&[id(2), id(3)]), &words), 1);
        assert_eq!(boxes.each_ref().map(|outbox| outbox.len()), [1, 2, 0]);
    }

    /// Case H8: one that does not read holds up nobody.
    #[test]
    fn a_slow_one_is_closed_and_the_others_are_not_case_h8() {
        let all = Outboxes::default();
        let id = |n| SessionId { gateway: 0, n };
        let (slow, quick) = (all.open(id(1), 2), all.open(id(2), 2));
        for n in 0..9 {
            all.tell(id(1), frame(n));
            all.tell(id(2), frame(n));
            assert_eq!(quick.take(), Some(frame(n)));
        }
        assert_eq!(slow.end().unwrap().code, CloseCode::TooSlow);
        assert_eq!(quick.end(), None);
        all.close(id(1));
        all.tell(id(1), frame(9));
        assert_eq!(all.len(), 1);
    }
}
