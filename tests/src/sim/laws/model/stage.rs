//! How far a room has come, and who sits there: what its facts make of a view, told once more and without the server.

use std::rc::Rc;

use chowk_protocol::{ChairKind, ChairNo, GameKind, Stage};
use chowk_record::{
    fair::Seed,
    line::Line,
    rules::{Game, Rules},
};
use chowk_rules::stones::{Ending, Phase};

use super::{
    Finding, Law, Model,
    play::Playing,
    row::{self, Fact},
    scene::{Chair, Scene},
};

impl Scene {
    /// Nobody sits anywhere.
    pub(super) fn new() -> Self {
        Self {
            stage: Stage::Gathering,
            host: 0,
            chairs: Vec::new(),
            match_id: None,
            playing: None,
            asked: 0,
            deadline: None,
        }
    }

    fn sit(&mut self, chair: ChairNo, kind: ChairKind, generation: u32) {
        if let Some(place) = self.chairs.get_mut(usize::from(chair)) {
            *place = Some(Chair {
                kind,
                generation,
                away: false,
                more_time: false,
            });
        }
        let is_full = self.chairs.iter().all(Option::is_some);
        if self.stage == Stage::Gathering && self.match_id.is_some() && is_full {
            self.stage = Stage::Readying;
        }
    }

    fn rise(&mut self, chair: ChairNo) {
        if let Some(place) = self.chairs.get_mut(usize::from(chair)) {
            *place = None;
        }
        if self.stage == Stage::Readying {
            self.stage = Stage::Gathering;
        }
    }

    fn control(&mut self, chair: ChairNo, away: Option<bool>) {
        if let Some(Some(chair)) = self.chairs.get_mut(usize::from(chair)) {
            chair.generation += 1;
            chair.away = away.unwrap_or(chair.away);
        }
    }

    /// Nothing is sealed.
    fn set_anew(&mut self) {
        self.stage = Stage::Gathering;
        self.match_id = None;
        self.playing = None;
    }
}

impl Model {
    /// What a fact makes of what is to be seen.
    pub(super) fn stage(&mut self, v: u64, fact: &Fact) -> Finding {
        match fact {
            Fact::Opened {
                epoch,
                game,
                rules,
                chairs,
            } => {
                let game = match game {
                    GameKind::Chowka => Game::Chowka,
                    GameKind::Stones => Game::Stones,
                };
                self.epoch = Some(*epoch);
                self.rules = Rules::from_value(game, rules).ok();
                self.scene.chairs = vec![None; usize::from(*chairs)];
            }
            Fact::Seated { chair, kind } => self.scene.sit(*chair, (*kind).into(), 1),
            Fact::Housed { chair } => self.scene.sit(*chair, ChairKind::House, 0),
            Fact::Freed { chair } | Fact::Removed { chair } => self.scene.rise(*chair),
            Fact::Host { chair } => self.scene.host = *chair,
            Fact::Control { chair } => self.scene.control(*chair, None),
            Fact::Away { chair } | Fact::HandedOver { chair } => self.scene.control(*chair, Some(true)),
            Fact::Back { chair } => self.scene.control(*chair, Some(false)),
            Fact::Sealed { match_id, seed } => {
                let seed: Seed = seed.parse().map_err(|_| (Law::Fold, format!("row {v}: no seed")))?;
                self.seal = Some((*match_id, seed));
                self.scene.match_id = Some(*match_id);
                self.scene.stage = Stage::Readying;
            }
            Fact::Locked {} => self.scene.stage = Stage::Revealing,
            Fact::NotStarted {} | Fact::Again {} => self.scene.set_anew(),
            Fact::Started { header } => self.start(header).map_err(|why| (Law::Rules, why))?,
            Fact::Asked { deadline } => {
                self.scene.asked = v;
                self.scene.deadline = *deadline;
            }
            Fact::Dropped { deadline } => self.scene.deadline = Some(*deadline),
            Fact::MoreTime { chair, deadline } => {
                self.scene.deadline = deadline.or(self.scene.deadline);
                if let Some(Some(chair)) = self.scene.chairs.get_mut(usize::from(*chair)) {
                    chair.more_time = true;
                }
            }
            Fact::Ticked { tick } => {
                let playing = self.scene.playing.as_mut().map(Rc::make_mut);
                let gone_on = playing.map_or(Err("a tick without a match".into()), |playing| playing.go_on(*tick));
                gone_on.map_err(|why| (Law::Rules, format!("row {v}: {why}")))?;
            }
            Fact::Resumed { epoch } => self.epoch = epoch.or(self.epoch),
            Fact::Restored { epoch } => self.epoch = Some(*epoch),
            Fact::Told { .. } | Fact::Revealed { .. } | Fact::Other => {}
        }
        Ok(())
    }

    fn start(&mut self, header: &serde_json::Map<String, serde_json::Value>) -> Result<(), String> {
        let header = row::header(header)?;
        let (id, seed) = self.seal.as_ref().ok_or("a match without a seal")?;
        let rules = self.rules.ok_or("a match without rules")?;
        self.scene.playing = Some(Rc::new(Playing::new(rules, *id, seed, &header)));
        self.scene.stage = Stage::Playing;
        (self.scene.asked, self.scene.deadline) = (0, None);
        for chair in self.scene.chairs.iter_mut().flatten() {
            chair.away = false;
            chair.more_time = false;
        }
        self.moved_to = 0;
        Ok(())
    }

    /// A line of the running match's record.
    pub(super) fn judge(&mut self, line: &Line) -> Result<(), String> {
        let playing = self.scene.playing.as_mut().ok_or("a line without a match")?;
        Rc::make_mut(playing).hear(line)?;
        if let Line::Opened { .. } = line {
            self.scene.stage = Stage::Ended;
        }
        Ok(())
    }

    /// A row has led the set on. Where it comes to another phase, the court is set anew: nobody may have seen that.
    pub(super) fn is_not_foretold(&self, v: u64, before: Option<Phase>) -> Finding {
        let set = self.scene.playing.as_ref().and_then(|playing| playing.set());
        let (Some(before), Some(set)) = (before, set) else {
            return Ok(());
        };
        // A set that is given up ends between two ticks, and nobody is set anywhere.
        let given_up = set.result().is_some_and(|result| result.why == Ending::Abandoned);
        if before != set.phase() && !given_up && self.moved_to >= set.tick() {
            let why = format!(
                "row {v} tells of {:?} after {before:?} at tick {}, and motion of tick {} was shown before",
                set.phase(),
                set.tick(),
                self.moved_to
            );
            return Err((Law::Motion, why));
        }
        Ok(())
    }
}
