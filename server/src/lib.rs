//! The server: rooms that judge, a journal that keeps, sockets that tell.
//!
//! Bytes come in through [`session`] (and its gate), which decodes and stamps them; [`lobby`] knows which room they are
//! for; [`room`] judges, with [`games`] as the only place that knows both wire and rules; [`journal`] makes the row
//! durable; only then [`outbox`] carries what is to be said to the sockets. `clock` and `fate` are guests: the
//! simulation brings its own.

pub mod admin;
pub mod bans;
pub mod clock;
pub mod command;
pub mod config;
pub mod fate;
pub mod fault;
pub mod games;
pub mod health;
pub mod http;
pub mod journal;
pub mod life;
pub mod lobby;
pub mod outbox;
pub mod pace;
pub mod room;
pub mod session;
pub mod tally;
pub mod telemetry;
