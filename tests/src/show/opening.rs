//! `tests/show opening`: what a person meets first: the terminal, the container, what operators do with it (stories O1
//! to O6 and O8 to O10).

mod backup;
mod container;
mod evening;
mod fingers;
mod idle;
mod proxy;
mod screens;
mod seen;
mod settings;
mod stops;
mod volume;
mod windows;

use super::Run;

/// The parts, in the order in which they run.
pub(super) const PARTS: [(&str, Run); 10] = [
    ("screens", screens::run),
    ("windows", windows::run),
    ("container", container::run),
    ("volume", volume::run),
    ("settings", settings::run),
    ("proxy", proxy::run),
    ("idle", idle::run),
    ("backup", backup::run),
    ("evening", evening::run),
    ("stops", stops::run),
];
