//! Every decoder of the project under any bytes: a function a decoder, for the fuzzer and for the tests that run what the
//! fuzzer kept.
//!
//! Each reads its bytes as the product does, by its public door, and asserts the laws that hold for whatever was
//! accepted: it is written and read again as the same, canonical text stays as it is, a refusal has one of the codes
//! that stand on the page. A panic is a finding; `tests/fuzz/README.md` says how they are looked for.

mod admin;
mod client;
mod config;
pub mod inputs;
mod journal;
mod positions;
mod record;
mod rows;
mod rules;
mod seals;
pub mod seeds;
mod session;

use std::{
    cell::Cell,
    panic::{AssertUnwindSafe, catch_unwind},
    sync::Once,
};

/// A decoder: it takes any bytes, and panics if it finds a fault.
pub type Decoder = fn(&[u8]);

/// A decoder under its name, that of its target and of the folders of its inputs.
#[derive(Debug, Clone, Copy)]
pub struct Target {
    /// The name.
    pub name: &'static str,
    /// What reads the bytes.
    pub read: Decoder,
}

/// All of them.
pub const TARGETS: [Target; 10] = [
    Target::new("session", session::read),
    Target::new("client", client::read),
    Target::new("record", record::read),
    Target::new("seals", seals::read),
    Target::new("rows", rows::read),
    Target::new("positions", positions::read),
    Target::new("rules", rules::read),
    Target::new("config", config::read),
    Target::new("admin", admin::read),
    Target::new("journal", journal::read),
];

impl Target {
    const fn new(name: &'static str, read: Decoder) -> Self {
        Self { name, read }
    }

    /// The target of this name.
    pub fn named(name: &str) -> Option<Self> {
        TARGETS.into_iter().find(|target| target.name == name)
    }
}

/// Reads the bytes with the decoder of this name.
///
/// # Panics
/// If there is none, and if it finds a fault.
pub fn read(name: &str, bytes: &[u8]) {
    let target = Target::named(name).unwrap_or_else(|| panic!("there is no decoder {name}"));
    (target.read)(bytes);
}

/// The lines of an input, without their ends.
fn lines(bytes: &[u8]) -> impl Iterator<Item = &[u8]> {
    bytes.split(|byte| *byte == b'\n')
}

thread_local! {
    static IS_GUARDED: Cell<bool> = const { Cell::new(false) };
}

/// Does what the product does behind a guard, where a panic is one more way to refuse: `None` then. The fuzzer's own hook,
/// which ends the process at each panic, is not asked meanwhile.
fn guarded<T>(work: impl FnOnce() -> T) -> Option<T> {
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let others = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |info| {
            if !IS_GUARDED.get() {
                others(info);
            }
        }));
    });
    IS_GUARDED.set(true);
    let done = catch_unwind(AssertUnwindSafe(work));
    IS_GUARDED.set(false);
    done.ok()
}
