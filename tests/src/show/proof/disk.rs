//! Disks that fail under a running server and work again, and starts on them: rooms pause and say why, nothing is
//! acknowledged meanwhile, all goes on without a restart, and nothing that was told is lost.

use std::{fs, path::Path, time::Duration};

use tokio::runtime::Builder;

use super::super::{Part, Setting, table};
use crate::{
    crash::{
        failing::{Mount, Way},
        outage,
        start::refused,
    },
    house::Plan,
};

/// How long the disk fails, in milliseconds, once all know it: one outage each.
const LASTS: [u64; 3] = [300, 2_000, 6_000];
/// The longest time from the disk's working to everybody's being told so: the journal tries every two seconds at least.
const RESUMED_MAX: Duration = Duration::from_secs(4);

pub(in crate::show) fn run(setting: &Setting, folder: &Path) -> anyhow::Result<Part> {
    let mut part = Part::new();
    let runtime = Builder::new_current_thread().enable_all().build()?;
    for way in Way::ALL {
        for lasts in LASTS {
            let folder = folder.join(format!("{way:?}-{lasts}"));
            fs::create_dir_all(&folder)?;
            let server = setting.programs.server();
            let outcome = runtime.block_on(outage::run(&server, &folder, way, Duration::from_millis(lasts)))?;
            told(&mut part, way, lasts, &outcome)?;
        }
    }
    starts(&mut part, setting, folder)?;
    Ok(part)
}

fn told(part: &mut Part, way: Way, lasts: u64, outcome: &outage::Outcome) -> anyhow::Result<()> {
    let ledger = &outcome.ledger;
    ledger.wrong.iter().for_each(|wrong| table::note(wrong));
    let (used, time) = outcome.used;
    let (not, again) = (&outcome.works.0, &outcome.works.1);
    let met = outcome.sentence.starts_with("The server cannot write to its disk")
        && outcome.readyz.0 == 503
        && (not.as_str(), again.as_str()) == ("0", "1")
        && outcome.acknowledged == 0
        && used < time / 4
        && outcome.resumed_after <= RESUMED_MAX
        && ledger.counts.all() == 0
        && outcome.seen.failed > 0;
    part.demand(
        format!("{} for {:.1} s", way.name(), outcome.lasted.as_secs_f64()),
        "paused and said so, /readyz 503, chowk_journal_works 0, nothing acknowledged, no spinning; then all goes on",
        format!(
            "told after {} ms, /readyz {}, works {not}, {} acknowledged, {} ms of processor; goes on after {} ms, works \
             {again}; {} answers, {} versions: {}",
            outcome.told_after.as_millis(),
            outcome.readyz.0,
            outcome.acknowledged,
            used.as_millis(),
            outcome.resumed_after.as_millis(),
            ledger.answers,
            ledger.versions,
            ledger.counts,
        ),
        met,
    );
    if lasts == LASTS[0] {
        part.figure(&format!("{way:?}_readyz"), outcome.readyz.1.trim_end())?;
        part.figure(&format!("{way:?}_calls"), format!("{:?}", outcome.seen))?;
        part.figure("sentence", &outcome.sentence)?;
    }
    Ok(())
}

/// A start on a full or a read-only disk.
fn starts(part: &mut Part, setting: &Setting, folder: &Path) -> anyhow::Result<()> {
    let server = setting.programs.server();
    let runtime = Builder::new_current_thread().enable_all().build()?;
    for full in [true, false] {
        let data = folder.join(if full { "full" } else { "read-only" });
        let mount = Mount::new(&data, 3 << 20)?;
        let start = || Plan::new(server.clone(), &data).open()?.stop();
        start()?;
        if full {
            mount.fill()?;
        } else {
            runtime.block_on(mount.read_only(true))?;
        }
        let said = refused(&server, &data)?;
        if full {
            mount.free()?;
        } else {
            runtime.block_on(mount.read_only(false))?;
        }
        let (what, code) = if full {
            ("a full tmpfs", 74)
        } else {
            ("a read-only mount", 78)
        };
        let line = said.said.trim_end().replace(&data.display().to_string(), "DATA");
        let well = start()?.success();
        part.demand(
            format!("a start on {what}"),
            format!("one line, exit {code}; it starts once the disk works"),
            format!("exit {}: {line}", said.code),
            said.code == code && line.lines().count() == 1 && well,
        );
    }
    Ok(())
}
