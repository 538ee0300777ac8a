//! What spans crates, proved on real processes and real sockets.
//!
//! `tests/run` runs all tests, `tests/show heart` measures what the heart promises, `tests/show proof` what was tried against
//! it (`RELIABILITY.md`). The tests themselves are in
//! `tests/tests` (the simulation, cases by name, bad input, crashes, order, swarm, people, tidiness); here is what they
//! stand on:
//!
//! - [`programs`], [`house`]: the programs under test, and a server as a process that is killed and started anew.
//! - [`wire`], [`seat`]: a bare socket; a seat at a table in a test's hand.
//! - [`swarm`], [`people`]: `chowk swarm`, `chowk play` and `chowk watch` as processes.
//! - [`kills`], [`kept`]: kill -9 at random moments, and what the journal keeps of what was answered.
//! - [`many`]: a journal of thousands of rooms, and visits to them.
//! - [`abuse`]: slow and hostile clients, and those who behave beside them.
//! - [`churn`], [`metrics`]: what a server holds, and what it counts.
//! - [`fixture`]: data folders of earlier servers, which every later one must read.
//! - [`record`]: a record as a stranger gets and checks it.
//! - [`crash`]: the power cut at any moment, logs cut and damaged, disks that fail.
//! - [`order`]: a trace of the server by strace, and whether anything left before its row was on disk.
//! - [`fanout`], [`process`]: what the same bytes cost a bare server.
//! - [`conformance`]: our sockets, of the server and of `chowk`, under the Autobahn cases.
//! - [`decoders`]: every decoder under any bytes, for the fuzzer in `tests/fuzz` and for what it kept.
//! - [`docker`], [`proxy`]: containers and reverse proxies as operators run them.
//! - [`screen`]: a terminal of any size, that keys are sent to and whose screen is read.
//! - [`show`]: the table and the figures.
//! - [`sim`]: the simulation, its laws, the seeds that are kept.
//! - [`tidy`]: what a reader relies on and no compiler refuses.

pub mod abuse;
pub mod churn;
pub mod conformance;
pub mod crash;
pub mod decoders;
pub mod docker;
pub mod fanout;
pub mod fixture;
pub mod house;
pub mod kept;
pub mod kills;
pub mod many;
pub mod metrics;
pub mod order;
pub mod people;
pub mod process;
pub mod programs;
pub mod proxy;
pub mod record;
pub mod screen;
pub mod seat;
pub mod show;
pub mod sim;
pub mod swarm;
pub mod tidy;
pub mod wire;
