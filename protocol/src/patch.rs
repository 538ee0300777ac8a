//! How one view becomes the next: JSON Merge Patch (RFC 7396), and the hash that both ends compare.

use serde_json::{Map, Value};
use sha2::{Digest, Sha256};

use crate::{Hex, ViewHash};

/// The merge patch that leads from `a` to `b`. Law: `apply(diff(a, b), a) == b` for values without null.
pub fn diff(a: &Value, b: &Value) -> Value {
    let (Value::Object(a), Value::Object(b)) = (a, b) else {
        return b.clone();
    };
    let mut patch = Map::new();
    for key in a.keys().filter(|key| !b.contains_key(*key)) {
        patch.insert(key.clone(), Value::Null);
    }
    for (key, new) in b {
        match a.get(key) {
            Some(old) if old == new => {}
            Some(old @ Value::Object(_)) if new.is_object() => {
                patch.insert(key.clone(), diff(old, new));
            }
            Some(_) | None => {
                patch.insert(key.clone(), new.clone());
            }
        }
    }
    Value::Object(patch)
}

/// Applies a merge patch.
pub fn apply(patch: &Value, view: &mut Value) {
    json_patch::merge(view, patch);
}

/// The first 16 hex digits of the SHA-256 of the view's canonical JSON (RFC 8785). Views have ASCII keys and whole
/// numbers only, so that sorted keys without blanks are the canonical form.
pub fn hash(view: &Value) -> ViewHash {
    hash_text(&canonical(view))
}

/// The canonical JSON of a view: sorted keys, no blanks. The JSON library keeps its maps sorted; a test pins that, so
/// that no dependency can switch it off unseen (contract 20).
pub fn canonical(view: &Value) -> String {
    view.to_string()
}

/// [`hash`] of a view that is in its canonical JSON already.
pub fn hash_text(canonical: &str) -> ViewHash {
    let digest = Sha256::digest(canonical.as_bytes());
    let mut first = [0; 8];
    first.copy_from_slice(&digest[..8]);
    Hex(first)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::json;

    use super::*;

    fn view() -> impl Strategy<Value = Value> {
        let leaf = prop_oneof![
            any::<bool>().prop_map(Value::from),
            (0_u64..1 << 53).prop_map(Value::from),
            "[a-z\\p{Kannada}\"\\\\\u{1}\n]{0,6}".prop_map(Value::from),
            proptest::collection::vec(0_u8..9, 0..4).prop_map(Value::from),
        ];
        leaf.prop_recursive(4, 40, 5, |inner| {
            proptest::collection::btree_map("[a-e]", inner, 0..5)
                .prop_map(|map| Value::Object(map.into_iter().collect()))
        })
    }

    proptest! {
        #[test]
        fn applying_a_diff_leads_to_the_other_view(a in view(), b in view()) {
            let mut view = a.clone();
            apply(&diff(&a, &b), &mut view);
            prop_assert_eq!(view, b);
        }

        #[test]
        fn keys_are_sorted_whatever_order_they_came_in(a in view(), b in view()) {
            let forth = format!(r#"{{"a":{a},"b":{b}}}"#);
            let back: Value = serde_json::from_str(&format!(r#"{{"b":{b},"a":{a}}}"#)).unwrap();
            prop_assert_eq!(canonical(&back), forth);
        }
    }

    #[test]
    fn the_order_of_keys_and_the_hash_are_pinned() {
        let view = json!({"turn": {"t": 57, "side": "S"}, "chairs": {"1": {}, "0": {"name": "ಆಶಾ"}}, "a": [2, 1]});
        assert_eq!(
            canonical(&view),
            r#"{"a":[2,1],"chairs":{"0":{"name":"ಆಶಾ"},"1":{}},"turn":{"side":"S","t":57}}"#
        );
        // Computed with Python's hashlib over the same text.
        assert_eq!(hash(&view).to_string(), PINNED);
    }

    const PINNED: &str = "d376ab39c1c8189c";
}
