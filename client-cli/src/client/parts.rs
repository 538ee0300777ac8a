//! The canonical text of a view, kept part by part: a diff changes one chair or the turn, and only that is written
//! anew. A client of a swarm spends most of its time on hashes otherwise.

use std::collections::BTreeMap;

use chowk_protocol::{ViewHash, patch};
use chowk_record::canonical::canonical;
use serde_json::{Map, Value};

/// The canonical text of an object, by its keys; of the objects directly inside by theirs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Parts(BTreeMap<String, Part>);

#[derive(Debug, Clone, PartialEq, Eq)]
enum Part {
    /// A value's text.
    Whole(String),
    /// An object's members and their texts.
    Members(BTreeMap<String, String>),
}

impl Parts {
    /// The parts of a view; one that is no object has none.
    pub(super) fn of(view: &Value) -> Self {
        let members = view.as_object().into_iter().flatten();
        Self(members.map(|(key, value)| (key.clone(), Part::of(value))).collect())
    }

    /// The view was changed by this merge patch: writes anew what the patch names.
    pub(super) fn follow(&mut self, patch: &Value, view: &Value) {
        let (Value::Object(patch), Value::Object(view)) = (patch, view) else {
            *self = Self::of(view);
            return;
        };
        for (key, change) in patch {
            match (self.0.get_mut(key), change, view.get(key)) {
                (_, _, None) => {
                    self.0.remove(key);
                }
                (Some(Part::Members(members)), Value::Object(change), Some(Value::Object(object))) => {
                    follow_members(members, change, object);
                }
                (_, _, Some(value)) => {
                    self.0.insert(key.clone(), Part::of(value));
                }
            }
        }
    }

    /// The hash of the view.
    pub(super) fn hash(&self) -> ViewHash {
        let mut text = String::with_capacity(4096);
        write_object(&mut text, &self.0, |text, part| match part {
            Part::Whole(whole) => text.push_str(whole),
            Part::Members(members) => write_object(text, members, |text, member| text.push_str(member)),
        });
        patch::hash_text(&text)
    }
}

impl Part {
    fn of(value: &Value) -> Self {
        match value {
            Value::Object(object) => Self::Members(
                object
                    .iter()
                    .map(|(key, value)| (key.clone(), canonical(value)))
                    .collect(),
            ),
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) | Value::Array(_) => {
                Self::Whole(canonical(value))
            }
        }
    }
}

fn follow_members(members: &mut BTreeMap<String, String>, change: &Map<String, Value>, object: &Map<String, Value>) {
    for key in change.keys() {
        match object.get(key) {
            Some(value) => {
                members.insert(key.clone(), canonical(value));
            }
            None => {
                members.remove(key);
            }
        }
    }
}

/// Keys of a view are ASCII, so that their order by bytes is that of the canonical form.
fn write_object<T>(text: &mut String, members: &BTreeMap<String, T>, write: impl Fn(&mut String, &T)) {
    text.push('{');
    for (at, (key, member)) in members.iter().enumerate() {
        if at > 0 {
            text.push(',');
        }
        text.push('"');
        text.push_str(key);
        text.push_str("\":");
        write(text, member);
    }
    text.push('}');
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn value() -> impl Strategy<Value = Value> {
        let leaf = prop_oneof![
            any::<bool>().prop_map(Value::from),
            (0_u64..1 << 53).prop_map(Value::from),
            "[a-z\\p{Kannada}\"\\\\\n]{0,6}".prop_map(Value::from),
            proptest::collection::vec(0_u8..9, 0..4).prop_map(Value::from),
        ];
        leaf.prop_recursive(4, 40, 5, |inner| {
            proptest::collection::btree_map("[a-e]", inner, 0..5).prop_map(|map| map.into_iter().collect())
        })
    }

    fn view() -> impl Strategy<Value = Value> {
        proptest::collection::btree_map("[a-e]", value(), 0..5).prop_map(|map| map.into_iter().collect())
    }

    proptest! {
        #[test]
        fn parts_that_followed_have_the_hash_of_the_whole(a in view(), b in view(), c in view()) {
            let mut view = a;
            let mut parts = Parts::of(&view);
            prop_assert_eq!(parts.hash(), patch::hash(&view));
            for next in [b, c] {
                let change = patch::diff(&view, &next);
                patch::apply(&change, &mut view);
                parts.follow(&change, &view);
                prop_assert_eq!(parts.hash(), patch::hash(&view));
                prop_assert_eq!(&parts, &Parts::of(&view));
            }
        }
    }
}
