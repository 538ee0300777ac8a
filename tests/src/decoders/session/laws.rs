//! What holds for every frame, whoever sent it.

use chowk_protocol::{ClientMsg, RefusalCode, ServerMsg, ViewHash, patch};
use serde_json::Value;

/// What a session was shown last: version, view, its hash.
pub(super) struct Seen {
    v: u64,
    view: Value,
}

impl Seen {
    /// Law: every diff starts from the version that the session has, and leads to the view whose hash it tells.
    pub(super) fn follow(seen: &mut Option<Self>, text: &str) {
        let message = serde_json::from_str(text).expect("a server's frame is read by a client");
        match message {
            ServerMsg::Snapshot { v, hash, view, .. } => {
                assert_eq!(patch::hash(&view), hash);
                *seen = Some(Self { v, view });
            }
            ServerMsg::Diff(diff) => apply(seen, diff.from, diff.v, diff.hash, &diff.patch),
            ServerMsg::CatchUp { diffs } => {
                // Whoever resumes has the older view; a fresh socket here has none.
                if seen.is_some() {
                    for diff in diffs {
                        apply(seen, diff.from, diff.v, diff.hash, &diff.patch);
                    }
                }
            }
            ServerMsg::Welcome { .. }
            | ServerMsg::Seated { .. }
            | ServerMsg::Ack { .. }
            | ServerMsg::Refused(_)
            | ServerMsg::Around(_)
            | ServerMsg::Motion { .. }
            | ServerMsg::Film { .. }
            | ServerMsg::Aside { .. }
            | ServerMsg::Notice { .. }
            | ServerMsg::Bye { .. }
            | ServerMsg::Pong { .. } => {}
        }
    }
}

fn apply(seen: &mut Option<Seen>, from: u64, v: u64, hash: ViewHash, changes: &Value) {
    let Some(seen) = seen else { return };
    assert_eq!(seen.v, from, "a diff starts where its reader is");
    let before = seen.view.clone();
    patch::apply(changes, &mut seen.view);
    seen.v = v;
    assert_eq!(patch::hash(&seen.view), hash);
    let mut again = before.clone();
    patch::apply(&patch::diff(&before, &seen.view), &mut again);
    assert_eq!(again, seen.view);
}

/// Law: what is decoded is the same after its own text; what is not gets a code that stands on the page.
pub(super) fn decoded(text: &str) {
    match ClientMsg::decode(text) {
        Ok(message) => {
            let again = ClientMsg::decode(&message.encode());
            assert_eq!(again.as_ref(), Ok(&message));
        }
        Err(bad) => {
            let fits = matches!(
                bad.code,
                RefusalCode::Malformed | RefusalCode::UnknownMessage | RefusalCode::NotAWish
            );
            assert!(fits && bad.n.is_none_or(|n| n < 1 << 53), "{bad}");
        }
    }
}

/// Law: what a server says is read by a client as what it is.
pub(super) fn encoded(text: &str) {
    let message: ServerMsg = serde_json::from_str(text).expect("a server's frame is read by a client");
    let again: ServerMsg = serde_json::from_str(&message.encode()).expect("and once more");
    assert_eq!(again, message);
}
