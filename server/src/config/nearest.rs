//! Names that are nearly right: what was probably meant.

/// How alike two names must be, from 0 to 1, to be offered.
const ALIKE: f64 = 0.8;

/// The name that was probably meant, if any is near enough.
pub(super) fn nearest<'a>(said: &str, known: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let said = said.to_lowercase();
    known
        .map(|name| (strsim::damerau_levenshtein(&said, &name.to_lowercase()), name))
        .filter(|(_, name)| strsim::normalized_damerau_levenshtein(&said, &name.to_lowercase()) >= ALIKE)
        .min()
        .map(|(_, name)| name)
}

/// "; did you mean NAME?", or nothing.
pub(super) fn offer<'a>(said: &str, known: impl Iterator<Item = &'a str>) -> String {
    nearest(said, known).map_or(String::new(), |name| format!("; did you mean {name}?"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slips_are_told_from_other_words() {
        let known = ["max_rooms", "max_rooms_per_addr", "room_idle", "pace", "ping"];
        for (said, expected) in [
            ("max_room", Some("max_rooms")),
            ("MAX_ROOMS", Some("max_rooms")),
            ("maxrooms", Some("max_rooms")),
            ("amx_rooms", Some("max_rooms")),
            ("room_ilde", Some("room_idle")),
            ("max_rooms_per_address", Some("max_rooms_per_addr")),
            ("colour", None),
            ("p", None),
            ("", None),
        ] {
            assert_eq!(nearest(said, known.into_iter()), expected, "{said}");
        }
        assert_eq!(offer("max_room", known.into_iter()), "; did you mean max_rooms?");
        assert_eq!(offer("colour", known.into_iter()), "");
    }
}
