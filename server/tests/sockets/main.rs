//! The server by real sockets on port 0: the door, limits, restarts, the disk failing, routes, and the process itself.

mod client;
mod disk;
mod door;
mod http;
mod limits;
mod player;
mod process;
mod restart;
