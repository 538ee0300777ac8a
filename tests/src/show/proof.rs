//! `tests/show proof`: what was tried against the contract, how often, and what was found.

mod abuse;
mod churn;
mod conformance;
mod crash;
mod deploys;
mod disk;
mod fuzz;
mod rooms;
mod sim;

use super::Run;

/// The parts, in the order in which they run.
pub(super) const PARTS: &[(&str, Run)] = &[
    ("crash", crash::run),
    ("disk", disk::run),
    ("conformance", conformance::run),
    ("abuse", abuse::run),
    ("churn", churn::run),
    ("deploys", deploys::run),
    ("fuzz", fuzz::run),
    ("rooms", rooms::run),
    ("sim", sim::run),
];
