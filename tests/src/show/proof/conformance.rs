//! The Autobahn cases, against both of our ends.

use std::path::Path;

use super::super::{Part, Setting};
use crate::conformance::{End, run as cases};

pub(super) fn run(_: &Setting, folder: &Path) -> anyhow::Result<Part> {
    let mut part = Part::new();
    for (end, whose, name) in [
        (End::Server, "the server's sockets", "server"),
        (End::Client, "the sockets of chowk", "client"),
    ] {
        let report = cases(end, &folder.join(name))?;
        part.demand(
            format!("Autobahn cases against {whose}, without compression"),
            "all pass",
            &report,
            report.failed.is_empty(),
        );
        for verdict in ["OK", "NON-STRICT", "INFORMATIONAL"] {
            part.figure(&format!("{name}: {verdict}"), report.count(verdict))?;
        }
    }
    Ok(part)
}
