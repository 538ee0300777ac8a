//! The one text of a JSON value: RFC 8785, keys in the order of their UTF-16 units, numbers as ECMAScript prints them.
//!
//! It is written for each line and for each view, so it is done here in one pass without a copy; a test holds it to
//! the library `serde_json_canonicalizer`, which takes six times as long. Strings are escaped by `serde_json`, which
//! escapes what RFC 8785 does and no more; numbers are printed by `ryu-js`.

use serde_json::{Map, Number, Value};

/// The canonical JSON (RFC 8785) of a value, without a line end.
///
/// Numbers are doubles there: an integer beyond 2^53 comes out as the nearest double, so that text is not the one that
/// went in, and a record that holds it is not canonical.
pub fn canonical(value: &Value) -> String {
    let mut out = String::new();
    write_value(value, &mut out);
    out
}

/// Writes the members of an object that are `wanted`, in order, with commas between and without braces.
pub(crate) fn write_members(map: &Map<String, Value>, wanted: impl Fn(&str) -> bool, out: &mut String) {
    let mut members: Vec<(&String, &Value)> = map.iter().filter(|(key, _)| wanted(key)).collect();
    if !members.is_sorted_by(|a, b| units(a.0).lt(units(b.0))) {
        members.sort_by(|a, b| units(a.0).cmp(units(b.0)));
    }
    for (at, (key, value)) in members.into_iter().enumerate() {
        if at > 0 {
            out.push(',');
        }
        write_text(key, out);
        out.push(':');
        write_value(value, out);
    }
}

fn units(key: &str) -> impl Iterator<Item = u16> {
    key.encode_utf16()
}

fn write_value(value: &Value, out: &mut String) {
    match value {
        Value::Null => out.push_str("null"),
        Value::Bool(true) => out.push_str("true"),
        Value::Bool(false) => out.push_str("false"),
        Value::Number(number) => write_number(number, out),
        Value::String(text) => write_text(text, out),
        Value::Array(list) => {
            out.push('[');
            for (at, inner) in list.iter().enumerate() {
                if at > 0 {
                    out.push(',');
                }
                write_value(inner, out);
            }
            out.push(']');
        }
        Value::Object(map) => {
            out.push('{');
            write_members(map, |_| true, out);
            out.push('}');
        }
    }
}

/// The greatest integer up to which every integer is a double.
const EXACT_MAX: u64 = 1 << 53;

fn write_number(number: &Number, out: &mut String) {
    if let Some(whole) = number.as_i64().filter(|whole| whole.unsigned_abs() <= EXACT_MAX) {
        out.push_str(itoa::Buffer::new().format(whole));
        return;
    }
    // JSON has no number that is not finite, and `serde_json` keeps none.
    let double = number.as_f64().expect("every JSON number is near a double");
    out.push_str(ryu_js::Buffer::new().format_finite(double));
}

fn write_text(text: &str, out: &mut String) {
    let plain = text.bytes().all(|b| b >= 0x20 && b != b'"' && b != b'\\');
    if plain {
        out.push('"');
        out.push_str(text);
        out.push('"');
    } else {
        out.push_str(&serde_json::to_string(text).expect("every text can be written as JSON"));
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::json;

    use super::*;

    fn again(text: &str) -> String {
        canonical(&serde_json::from_str(text).unwrap())
    }

    #[test]
    fn keys_are_in_the_order_of_utf_16() {
        // U+FB33 is one unit, 0xFB33; U+1F600 begins with the unit 0xD83D and so comes before it.
        let text = "{\"\u{fb33}\":1,\"\u{1f600}\":2,\"a\":3}";
        assert_eq!(again(text), "{\"a\":3,\"\u{1f600}\":2,\"\u{fb33}\":1}");
    }

    #[test]
    fn numbers_are_those_of_ecmascript() {
        assert_eq!(
            again("[1.0,-0,-0.0,1e21,1E20,0.000001,1e-7,9007199254740993,-9007199254740993,18446744073709551615]"),
            "[1,0,0,1e+21,100000000000000000000,0.000001,1e-7,9007199254740992,-9007199254740992,18446744073709552000]"
        );
        // 17 digits survive reading and writing: this needs serde_json's `float_roundtrip`.
        assert_eq!(
            again("[333333333.33333329,5e-324,9.5e-8]"),
            "[333333333.3333333,5e-324,9.5e-8]"
        );
    }

    #[test]
    fn strings_escape_only_what_they_must() {
        assert_eq!(
            again(r#"["\u20ac$\u000f\u000aA'\u0042\u0022\u005c\\\"\/\u007f\b\f\r\t"]"#),
            "[\"€$\\u000f\\nA'B\\\"\\\\\\\\\\\"/\u{7f}\\b\\f\\r\\t\"]"
        );
    }

    #[test]
    fn of_a_key_said_twice_one_is_left() {
        assert_eq!(again(r#"{"b":1,"a":2,"b":3}"#), r#"{"a":2,"b":3}"#);
    }

    #[test]
    fn nested_values() {
        let value = json!({"b": [true, null, {"d": 1, "c": {}}], "a": []});
        assert_eq!(canonical(&value), r#"{"a":[],"b":[true,null,{"c":{},"d":1}]}"#);
    }

    fn any_json() -> impl Strategy<Value = Value> {
        let leaf = prop_oneof![
            Just(Value::Null),
            any::<bool>().prop_map(Value::from),
            any::<i64>().prop_map(Value::from),
            any::<u64>().prop_map(Value::from),
            (-1000i64..1000).prop_map(Value::from),
            any::<f64>().prop_map(|n| Number::from_f64(n).map_or(Value::Null, Value::Number)),
            any::<String>().prop_map(Value::from),
        ];
        leaf.prop_recursive(4, 40, 6, |inner| {
            prop_oneof![
                prop::collection::vec(inner.clone(), 0..6).prop_map(Value::from),
                prop::collection::btree_map(any::<String>(), inner, 0..6)
                    .prop_map(|map| Value::Object(map.into_iter().collect())),
            ]
        })
    }

    proptest! {
        #[test]
        fn the_library_writes_the_same(value in any_json()) {
            prop_assert_eq!(canonical(&value), serde_json_canonicalizer::to_string(&value).unwrap());
        }

        #[test]
        fn canonical_text_stays(value in any_json()) {
            let text = canonical(&value);
            prop_assert_eq!(again(&text), text);
        }
    }
}
