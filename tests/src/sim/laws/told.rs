//! What leaves the server, frame by frame: never ahead of the disk, never with a hole, never two things of one version.

use std::rc::Rc;

use bytes::Bytes;
use chowk_protocol::{ChairNo, Diff, Epoch, RoomCode, ServerMsg, ViewHash};
use chowk_server::room::Caller;

use super::{Finding, Law, Laws, SessionKey, model::Model};

/// What a session was told.
#[derive(Debug, Default)]
pub(super) struct Told {
    greeted: bool,
    seated: bool,
    /// Whether a chair is its own.
    plays: bool,
    /// What it showed to come back.
    knows: Option<(Epoch, u64)>,
    /// The version that it was led to.
    v: Option<u64>,
    /// The tick of the last motion since the last snapshot.
    motion: Option<u32>,
    has_moved: bool,
}

/// The frame that was read last: many get the same one.
#[derive(Debug, Default)]
pub(super) struct LastRead(Option<(Bytes, Rc<ServerMsg>)>);

impl LastRead {
    /// What the frame says, and whether it is the same as the one before.
    fn read(&mut self, frame: &Bytes) -> Result<(Rc<ServerMsg>, bool), serde_json::Error> {
        if let Some((last, message)) = &self.0
            && last == frame
        {
            return Ok((Rc::clone(message), true));
        }
        let message = Rc::new(serde_json::from_slice(frame)?);
        self.0 = Some((frame.clone(), Rc::clone(&message)));
        Ok((message, false))
    }
}

impl Laws {
    /// A session shows what it knows, to come back.
    pub(crate) fn resumes(&mut self, key: SessionKey, epoch: Epoch, v: u64) {
        self.told.entry(key).or_default().knows = Some((epoch, v));
    }

    /// The welcome is on its way to a session: what is said after it may be said.
    pub(crate) fn greets(&mut self, key: SessionKey) {
        self.told.entry(key).or_default().greeted = true;
    }

    /// A room shows motion.
    pub(crate) fn shows(&mut self, room: RoomCode, frame: &Bytes) {
        let message = self.read.read(frame).map(|(message, _)| message).ok();
        let Some(ServerMsg::Motion { tick, .. }) = message.as_deref() else {
            return self.break_now(Law::Views, format!("this is no motion: {message:?}"));
        };
        let tick = *tick;
        let model = self.numbers.get(&room).and_then(|no| self.models.get_mut(no));
        if let Some(model) = model {
            model.moves(tick);
        }
    }

    /// A frame leaves the server for this session; `room` is the one it is in.
    pub(crate) fn leaves(&mut self, key: SessionKey, caller: Option<Caller>, room: Option<RoomCode>, frame: &Bytes) {
        let (message, again) = match self.read.read(frame) {
            Ok(message) => message,
            Err(error) => return self.break_now(Law::Views, format!("a frame that is no message: {error}")),
        };
        self.see_message(&message);
        self.ask(&[Law::Durable, Law::Versions, Law::Views]);
        match &*message {
            ServerMsg::Snapshot { .. } | ServerMsg::CatchUp { .. } => self.ask(&[Law::Relied, Law::Rules]),
            ServerMsg::Diff(_) if !again => self.ask(&[Law::Rules]),
            ServerMsg::Ack { .. } => self.ask(&[Law::ExactlyOnce]),
            ServerMsg::Motion { .. } => self.ask(&[Law::Motion]),
            ServerMsg::Diff(_)
            | ServerMsg::Refused(_)
            | ServerMsg::Bye { .. }
            | ServerMsg::Around(_)
            | ServerMsg::Pong { .. }
            | ServerMsg::Film { .. }
            | ServerMsg::Welcome { .. }
            | ServerMsg::Seated { .. }
            | ServerMsg::Aside { .. }
            | ServerMsg::Notice { .. } => {}
        }
        let told = self.told.entry(key).or_default();
        let model = room
            .and_then(|code| self.numbers.get(&code))
            .and_then(|no| self.models.get_mut(no));
        let finding = match model {
            Some(model) => hear(told, model, (key, caller), &message, again),
            None => outside(told, &message),
        };
        self.note(finding);
    }

    fn see_message(&mut self, message: &ServerMsg) {
        match message {
            ServerMsg::Refused(refusal) => self.see(&format!("refused {}", refusal.code.code())),
            ServerMsg::Snapshot { .. } => self.see("snapshot"),
            ServerMsg::CatchUp { diffs } if diffs.is_empty() => self.see("catch_up of nothing"),
            ServerMsg::CatchUp { .. } => self.see("catch_up"),
            ServerMsg::Bye { code, .. } => self.see(&format!("bye {code}")),
            ServerMsg::Around(around) if around.paused.is_some() => self.see("paused"),
            ServerMsg::Pong { .. } => self.see("pong"),
            ServerMsg::Motion { .. } => self.see("motion"),
            ServerMsg::Film { .. } => self.see("film"),
            ServerMsg::Aside { .. } => self.see("aside"),
            ServerMsg::Welcome { .. }
            | ServerMsg::Seated { .. }
            | ServerMsg::Diff(_)
            | ServerMsg::Ack { .. }
            | ServerMsg::Notice { .. }
            | ServerMsg::Around(_) => {}
        }
    }
}

fn outside(told: &mut Told, message: &ServerMsg) -> Finding {
    if let ServerMsg::Welcome { .. } = message {
        told.greeted = true;
    }
    Ok(())
}

/// Asks the laws about what one session is told; `again` is whether another was told just the same.
fn hear(
    told: &mut Told,
    model: &mut Model,
    (key, caller): (SessionKey, Option<Caller>),
    message: &ServerMsg,
    again: bool,
) -> Finding {
    let first = !std::mem::replace(&mut told.greeted, true);
    if first && !matches!(message, ServerMsg::Welcome { .. } | ServerMsg::Bye { .. }) {
        return Err((
            Law::Versions,
            format!("session {key:?} hears this before the welcome: {message:?}"),
        ));
    }
    match message {
        ServerMsg::Welcome { .. } | ServerMsg::Around(_) | ServerMsg::Notice { .. } | ServerMsg::Bye { .. } => Ok(()),
        ServerMsg::Aside { .. } if told.plays => Err((
            Law::Views,
            format!("session {key:?} plays, and hears what watchers say"),
        )),
        ServerMsg::Aside { .. } | ServerMsg::Film { .. } => is_seated(told),
        ServerMsg::Motion { tick, at, .. } => {
            is_seated(told)?;
            moves(told, *tick, at.len())
        }
        ServerMsg::Seated {
            chair,
            generation,
            last_n,
            ..
        } => {
            told.seated = true;
            told.plays = chair.is_some();
            seated(model, key, caller, *chair, *generation, *last_n)
        }
        ServerMsg::Snapshot {
            v, hash, epoch, view, ..
        } => {
            durable(model, *v)?;
            told.v = Some(*v);
            told.motion = None;
            one_hash(model, *v, *hash)?;
            model.is_relied_on(*epoch)?;
            by_the_rules(model.scenes.snapshot(*v, view))?;
            is_seated(told)
        }
        ServerMsg::Diff(diff) => {
            durable(model, diff.v)?;
            follows(told, diff)?;
            new_set(told, diff);
            if again { Ok(()) } else { one_diff(model, diff) }
        }
        ServerMsg::CatchUp { diffs } => {
            is_seated(told)?;
            if let Some((epoch, _)) = told.knows {
                model.is_relied_on(epoch)?;
            }
            told.v = told.knows.map(|(_, v)| v);
            for diff in diffs {
                durable(model, diff.v)?;
                follows(told, diff)?;
                new_set(told, diff);
                one_diff(model, diff)?;
            }
            durable(model, told.v.unwrap_or(u64::MAX))
        }
        ServerMsg::Ack { n, v, answer, .. } => {
            durable(model, *v)?;
            let cid = caller.map(|caller| caller.cid);
            let stored = model.stored.get(v).into_iter().flatten();
            let stored = stored.copied().find(|stored| Some(stored.cid) == cid);
            let same = stored.is_some_and(|stored| stored.n == *n && stored.answer == *answer);
            if same {
                Ok(())
            } else {
                Err((
                    Law::ExactlyOnce,
                    format!("{message:?} to {cid:?}, on disk is {stored:?}"),
                ))
            }
        }
        ServerMsg::Refused(refusal) => durable(model, refusal.v.unwrap_or(0)),
        ServerMsg::Pong { v, .. } => durable(model, *v),
    }
}

/// Another set counts its ticks anew.
fn new_set(told: &mut Told, diff: &Diff) {
    if diff.patch.get("match").is_some() {
        told.motion = None;
    }
}

/// Motion comes after the view that it belongs to, and its ticks never fall. The first that a session hears tells all.
fn moves(told: &mut Told, tick: u32, places: usize) -> Finding {
    let whole = told.motion.is_some() || told.has_moved || places == 5;
    if told.v.is_none() || told.motion.is_some_and(|last| tick < last) || !whole {
        let why = format!("motion of tick {tick} with {places} places after {:?}", told.motion);
        return Err((Law::Views, why));
    }
    told.motion = Some(tick);
    told.has_moved = true;
    Ok(())
}

fn durable(model: &Model, v: u64) -> Finding {
    if v <= model.v() {
        Ok(())
    } else {
        Err((Law::Durable, format!("version {v} is told, {} is on disk", model.v())))
    }
}

fn is_seated(told: &Told) -> Finding {
    if told.seated {
        Ok(())
    } else {
        Err((Law::Versions, "a view before the seat".into()))
    }
}

fn seated(
    model: &Model,
    key: SessionKey,
    caller: Option<Caller>,
    chair: Option<ChairNo>,
    generation: Option<u32>,
    last_n: u64,
) -> Finding {
    let (Some(chair), Some(generation), Some(caller)) = (chair, generation, caller) else {
        return Ok(());
    };
    if !model.was_given(chair, generation, key) {
        let why =
            format!("session {key:?} is told that it has chair {chair} in generation {generation}, on disk it has not");
        return Err((Law::Durable, why));
    }
    let applied = model.last_n(chair, caller.cid);
    if model.controls(key) && applied != last_n {
        let why = format!(
            "last_n of {} at chair {chair} is told as {last_n}, it is {applied}",
            caller.cid
        );
        return Err((Law::ExactlyOnce, why));
    }
    Ok(())
}

fn follows(told: &mut Told, diff: &Diff) -> Finding {
    let before = told.v.replace(diff.v);
    if before == Some(diff.from) && diff.v == diff.from + 1 {
        Ok(())
    } else {
        Err((
            Law::Versions,
            format!("a diff from {} to {} after {before:?}", diff.from, diff.v),
        ))
    }
}

fn one_hash(model: &mut Model, v: u64, hash: ViewHash) -> Finding {
    let known = *model.hashes.entry(v).or_insert(hash);
    if known == hash {
        Ok(())
    } else {
        Err((
            Law::Views,
            format!("version {v} is told with two hashes: {known} and {hash}"),
        ))
    }
}

fn one_diff(model: &mut Model, diff: &Diff) -> Finding {
    one_hash(model, diff.v, diff.hash)?;
    let text = serde_json::to_string(diff).unwrap_or_default();
    let known = model.diffs.entry(diff.v).or_insert_with(|| text.clone());
    if *known == text {
        by_the_rules(model.scenes.diff(diff))
    } else {
        Err((
            Law::Versions,
            format!("version {} is told in two ways:\n{known}\n{text}", diff.v),
        ))
    }
}

fn by_the_rules(same: Result<(), String>) -> Finding {
    same.map_err(|why| (Law::Rules, why))
}
