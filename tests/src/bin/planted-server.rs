//! `planted-server`: the server with a fault planted, to prove that the check of order by strace bites. Never shipped.
//!
//! `CHOWK_PLANT_SYNCHRONOUS_OFF=1` leaves commits in the system's memory; `CHOWK_PLANT_FAULT=AckBeforeCommit`, or another
//! fault by its name, is planted in every room: the whole server runs on one thread for that.

use std::io::Write as _;

use anyhow::{Context as _, bail};
use chowk_server::{
    config::Settings,
    fault::{Fault, plant},
    journal::folder::DataFolder,
    life::Server,
};
use tokio::signal::unix::{SignalKind, signal};

fn main() -> anyhow::Result<()> {
    let settings = Settings::read()?;
    if let Ok(name) = std::env::var("CHOWK_PLANT_FAULT") {
        let fault = Fault::ALL.into_iter().find(|fault| format!("{fault:?}") == name);
        plant(Some(fault.with_context(|| format!("there is no fault {name}"))?));
    } else if std::env::var_os("CHOWK_PLANT_SYNCHRONOUS_OFF").is_none() {
        bail!("no fault is planted");
    }
    let mut folder = DataFolder::take(&settings.place.data, false, |_| {})?;
    let store = folder.open_journal()?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(async {
        let mut term = signal(SignalKind::terminate())?;
        let server = Server::start(&settings, store).await?;
        writeln!(std::io::stdout(), "listening on http://{} (planted)", server.address())?;
        term.recv().await;
        server.stop().await;
        Ok(())
    })
}
