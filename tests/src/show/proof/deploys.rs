//! Folders that servers of earlier days left: what they hold, and that this server reads all of it.

use std::{fs, path::Path};

use super::super::{Part, Setting};
use crate::{fixture::Copied, tidy};

pub(super) fn run(setting: &Setting, folder: &Path) -> anyhow::Result<Part> {
    let mut part = Part::new();
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let mut kept: Vec<_> = fs::read_dir(tidy::root().join("tests/fixtures"))?.collect::<Result<_, _>>()?;
    kept.sort_by_key(fs::DirEntry::path);
    for entry in &kept {
        let name = entry.file_name().to_string_lossy().into_owned();
        let copied = Copied::of(&entry.path(), &folder.join(&name))?;
        let mut house = copied.open(&setting.programs)?;
        let wrong = runtime.block_on(copied.kept.missing(&setting.programs, &house))?;
        part.demand(
            format!(
                "the folder of {name}: {} rooms, {} records, {} seals",
                copied.kept.rooms.len(),
                copied.kept.records.len(),
                copied.kept.seals.len()
            ),
            "versions, views, hashes, records and seals as they were left",
            if wrong.is_empty() {
                "so they are".into()
            } else {
                wrong.join("; ")
            },
            wrong.is_empty(),
        );
        house.stop()?;
    }
    part.demand("folders that are kept", "one at least", kept.len(), !kept.is_empty());
    Ok(part)
}
