//! The one text of a JSON value: RFC 8785, keys in the order of their UTF-16 units, numbers as ECMAScript prints them.

use serde::Serialize;

/// The canonical JSON (RFC 8785) of a value, without a line end.
///
/// Numbers are doubles there: an integer beyond 2^53 comes out as the nearest double, so that text is not the one that
/// went in, and a record that holds it is not canonical.
///
/// # Panics
/// If the value is no JSON: a map with keys that are no texts, a number that is not finite. A [`serde_json::Value`]
/// holds neither.
pub fn canonical(value: &impl Serialize) -> String {
    serde_json_canonicalizer::to_string(value).expect("a JSON value always has a canonical text")
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json};

    fn again(text: &str) -> String {
        canonical(&serde_json::from_str::<Value>(text).unwrap())
    }

    #[test]
    fn keys_are_in_the_order_of_utf_16() {
        // U+FB33 is one unit, 0xFB33; U+1F600 begins with the unit 0xD83D and so comes before it.
        assert_eq!(
            again("{\"\u{fb33}\":1,\"\u{1f600}\":2,\"a\":3}"),
            "{\"a\":3,\"\u{1f600}\":2,\"\u{fb33}\":1}"
        );
    }

    #[test]
    fn numbers_are_those_of_ecmascript() {
        assert_eq!(
            again("[1.0,-0,1e21,1E20,0.000001,1e-7,9007199254740993]"),
            "[1,0,1e+21,100000000000000000000,0.000001,1e-7,9007199254740992]"
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
            again(r#"["\u20ac$\u000f\u000aA'\u0042\u0022\u005c\\\"\/\u007f"]"#),
            "[\"€$\\u000f\\nA'B\\\"\\\\\\\\\\\"/\u{7f}\"]"
        );
    }

    #[test]
    fn of_a_key_said_twice_one_is_left() {
        assert_eq!(again(r#"{"b":1,"a":2,"b":3}"#), r#"{"a":2,"b":3}"#);
    }

    #[test]
    fn nested_values() {
        assert_eq!(
            canonical(&json!({"b": [true, null, {"d": 1, "c": {}}], "a": []})),
            r#"{"a":[],"b":[true,null,{"c":{},"d":1}]}"#
        );
    }
}
