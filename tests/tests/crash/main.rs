//! Crashes of the machine, and disks that fail, on real files and real servers: whatever anybody was told is there
//! afterwards. `tests/show proof crash disk` does the same thousands of times.
#![allow(clippy::unwrap_used, reason = "a test may, and its helpers are tests as well")]

mod death;
mod outage;
mod power;
mod start;
mod stopped;
