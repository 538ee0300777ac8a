//! `status`: how the server is, in numbers that tell persons, bots and watchers apart.

use std::{collections::BTreeMap, fs, path::Path};

use serde_json::{Value, json};

use super::{Steward, Told, put};
use crate::{journal::Health, lobby::directory::RoomCount, room::Summary};

impl Steward {
    pub(super) async fn status(&self) -> Told {
        let house = &self.house;
        let front = house.front.now();
        let world = house.lobby.world();
        let now = world.clock.now();
        let lines = world.directory.summaries();
        let sum = |count: fn(&Summary) -> u64| lines.iter().map(count).sum::<u64>();
        let (works, why) = match &*house.health.borrow() {
            Health::Works => (true, None),
            Health::Failed { why } => (false, Some(why.to_string())),
        };
        let seals = world.journal.seal_sum();
        let folder = self.folder.clone();
        let bytes = tokio::task::spawn_blocking(move || size_of(&folder)).await.unwrap_or(0);
        let mut told = Told::new();
        put(&mut told, "name", front.conduct.server.name.clone());
        put(&mut told, "version", front.conduct.server.version.clone());
        put(&mut told, "up_ms", now.up);
        put(&mut told, "state", self.state());
        put(&mut told, "draining", self.evening_told());
        put(&mut told, "rooms", self.rooms_by_stage(&lines));
        put(&mut told, "matches_running", house.lobby.matches_running());
        put(&mut told, "sockets", house.sockets.open());
        put(&mut told, "persons", sum(|line| line.persons.into()));
        put(&mut told, "seats_here", sum(|line| line.here.into()));
        put(&mut told, "bots", sum(|line| line.bots.into()));
        put(&mut told, "house", sum(|line| line.house.into()));
        put(&mut told, "watchers", sum(|line| line.watchers.into()));
        let mut journal = json!(world.journal.pulse().told(now.up));
        journal["works"] = json!(works);
        if let Some(why) = why {
            journal["why"] = json!(why);
        }
        put(&mut told, "journal", journal);
        put(
            &mut told,
            "seals",
            json!({ "lines": seals.lines, "not_started": seals.not_started, "newest": seals.newest.map(hex::encode) }),
        );
        put(
            &mut told,
            "data",
            json!({ "folder": self.folder.display().to_string(), "bytes": bytes }),
        );
        put(&mut told, "bans", house.bans.list(now.wall).len());
        told
    }

    fn state(&self) -> &'static str {
        if self.house.lobby.is_stopping() {
            "stopping"
        } else if self.house.lobby.is_draining() {
            "draining"
        } else {
            "serving"
        }
    }

    fn rooms_by_stage(&self, lines: &[Summary]) -> Value {
        let RoomCount { awake, asleep, failed } = self.house.lobby.world().directory.count();
        let mut stages: BTreeMap<String, usize> = BTreeMap::new();
        for line in lines {
            *stages.entry(stage_name(line)).or_default() += 1;
        }
        json!({ "awake": awake, "asleep": asleep, "failed": failed, "most": self.house.lobby.limits().rooms, "stages": stages })
    }
}

/// The stage's word, as the protocol has it.
pub(super) fn stage_name(line: &Summary) -> String {
    json!(line.stage).as_str().unwrap_or_default().to_owned()
}

/// The bytes of all files of a folder; what vanishes meanwhile does not count.
fn size_of(folder: &Path) -> u64 {
    let Ok(entries) = fs::read_dir(folder) else { return 0 };
    let sizes = entries.flatten().map(|entry| match entry.metadata() {
        Ok(found) if found.is_dir() => size_of(&entry.path()),
        Ok(found) => found.len(),
        Err(_) => 0,
    });
    sizes.sum()
}
