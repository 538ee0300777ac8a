//! The container as operators run it: the image from its final stage, hardened, stopped, killed, on volumes of several
//! owners; and the proxies in front of a server, with the snippets that operators are given.
#![allow(clippy::unwrap_used, reason = "a test may, and its helpers are tests as well")]

mod compose;
mod hardened;
mod pages;
mod proxies;
mod volume;

use std::sync::Arc;

use chowk_tests::{
    docker::{Docker, image},
    programs::Programs,
};

/// The daemon and the image, which is built once.
fn docker() -> (Arc<Docker>, String, Programs) {
    let (docker, programs) = (Docker::shared().unwrap(), Programs::find().unwrap());
    let image = image(&docker, &programs).unwrap();
    (docker, image, programs)
}
