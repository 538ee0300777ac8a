//! What a view must say at each version, by the rows and the rules alone, and whether what was told says it.

use std::{collections::VecDeque, rc::Rc};

use chowk_protocol::{ChairKind, ChairNo, Diff, MatchId, Stage, patch};
use serde_json::{Value, json};

use super::play::Playing;

/// So many versions may still be told: what a resume is told one by one, and what is on its way.
const SCENES_MAX: usize = 400;

/// A chair, as the rows make it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Chair {
    pub(super) kind: ChairKind,
    pub(super) generation: u32,
    pub(super) away: bool,
    pub(super) more_time: bool,
}

/// What a view shows at a version.
#[derive(Debug, Clone)]
pub(super) struct Scene {
    pub(super) stage: Stage,
    pub(super) host: ChairNo,
    pub(super) chairs: Vec<Option<Chair>>,
    pub(super) match_id: Option<MatchId>,
    pub(super) playing: Option<Rc<Playing>>,
    /// The open question: at which version it was asked, and until when.
    pub(super) asked: u64,
    pub(super) deadline: Option<u64>,
}

/// The scenes of the last versions, and the view as it was told last.
#[derive(Debug, Default)]
pub(in crate::sim::laws) struct Scenes {
    scenes: VecDeque<(u64, Scene)>,
    told: Option<(u64, Value)>,
}

impl Scenes {
    /// A row leads to this version.
    pub(super) fn add(&mut self, v: u64, scene: Scene) {
        if self.scenes.len() == SCENES_MAX {
            self.scenes.pop_front();
        }
        self.scenes.push_back((v, scene));
    }

    /// A diff was told, for the first time.
    pub(in crate::sim::laws) fn diff(&mut self, diff: &Diff) -> Result<(), String> {
        let Some((v, view)) = &mut self.told else { return Ok(()) };
        if *v != diff.from {
            return Ok(());
        }
        patch::apply(&diff.patch, view);
        *v = diff.v;
        let fields = diff.patch.as_object();
        self.compare(|field| fields.is_some_and(|fields| fields.contains_key(field)))
    }

    /// A snapshot was told.
    pub(in crate::sim::laws) fn snapshot(&mut self, v: u64, view: &Value) -> Result<(), String> {
        if self.told.as_ref().is_some_and(|(told, _)| *told >= v) {
            return Ok(());
        }
        self.told = Some((v, view.clone()));
        self.compare(|_| true)
    }

    /// Compares what was told with what is so. A big part is looked at if it was told anew, or is another scene's.
    fn compare(&self, told_anew: impl Fn(&str) -> bool) -> Result<(), String> {
        let Some((v, view)) = &self.told else { return Ok(()) };
        let first = self.scenes.front().map_or(0, |(v, _)| *v);
        let Some((_, scene)) = v
            .checked_sub(first)
            .and_then(|at| self.scenes.get(usize::try_from(at).ok()?))
        else {
            return Ok(());
        };
        let same = |field: &str, is: Value| {
            let told = view.get(field).unwrap_or(&Value::Null);
            if *told == is {
                Ok(())
            } else {
                Err(format!("at {v} is told as {field} {told}, by the rows it is {is}"))
            }
        };
        same("stage", value(&scene.stage))?;
        same("host", json!(scene.host))?;
        same("match", value(&scene.match_id))?;
        scene.chairs_are(*v, view.get("chairs"))?;
        let ended = scene.stage == Stage::Ended;
        let Some(playing) = &scene.playing else {
            return ["sides", "turn", "court"]
                .into_iter()
                .try_for_each(|field| same(field, Value::Null));
        };
        let turn = playing.turn(scene.asked, scene.deadline).filter(|_| !ended);
        same("turn", value(&turn))?;
        if playing.set().is_none() {
            same("sides", value(&playing.sides()))
        } else if told_anew("court") {
            let court = playing.court(if ended { 0 } else { scene.asked });
            let mut told = view.get("court").cloned().unwrap_or_default();
            // Who is asked in a step is the room's own affair.
            if let Value::Object(told) = &mut told {
                told.remove("step");
            }
            let is = value(&court);
            if told == is {
                Ok(())
            } else {
                Err(format!("at {v} is told as court {told}, by the rows it is {is}"))
            }
        } else {
            let tick = |court: Option<&Value>| court.and_then(|court| court.get("tick")).cloned();
            let is = playing.set().map(|set| json!(set.tick()));
            let told = tick(view.get("court"));
            if told == is {
                Ok(())
            } else {
                Err(format!(
                    "at {v} the court is told as of {told:?}, the rows have come to {is:?}"
                ))
            }
        }
    }
}

impl Scene {
    fn chairs_are(&self, v: u64, told: Option<&Value>) -> Result<(), String> {
        let told = told.and_then(Value::as_object);
        for (number, chair) in self.chairs.iter().enumerate() {
            let told = told.and_then(|chairs| chairs.get(&number.to_string()));
            let of = |field: &str| told.and_then(|chair| chair.get(field)).cloned().unwrap_or_default();
            let (kind, generation, away) = match chair {
                None => (ChairKind::Empty, Value::Null, false),
                Some(chair) if chair.generation == 0 => (chair.kind, Value::Null, false),
                Some(chair) => (chair.kind, json!(chair.generation), chair.away),
            };
            let flag = |field: &str| of(field).as_bool().unwrap_or(false);
            let more_time = self.stage == Stage::Playing && chair.is_some_and(|chair| chair.more_time);
            let same = of("kind") == value(&kind) && of("gen") == generation;
            if !same || flag("away") != away || flag("more_time") != more_time {
                return Err(format!(
                    "at {v} chair {number} is told as {told:?}, by the rows it is {chair:?}"
                ));
            }
        }
        Ok(())
    }
}

fn value(of: &impl serde::Serialize) -> Value {
    serde_json::to_value(of).unwrap_or_default()
}
