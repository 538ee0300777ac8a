//! Records: as `chowk verify` reads a file, line by line as rows keep them, and packed.

use chowk_record::{
    canonical::canonical,
    line::{Header, Line},
    rules::Game,
    verify::verify_bytes,
};
use chowk_server::journal::{gunzip, gzip};
use serde_json::{Map, Value};

/// Verifies a file, with the log of seals after the first empty line, if there is one. The report is the same each time;
/// every line that can be read is the same after its own text; what is packed is unpacked as it was.
pub(super) fn read(bytes: &[u8]) {
    let (record, log) = match bytes.windows(2).position(|two| two == b"\n\n") {
        Some(at) => (&bytes[..=at], Some(&bytes[at + 2..])),
        None => (bytes, None),
    };
    let report = verify_bytes(record, log);
    assert_eq!(report, verify_bytes(record, log));
    let shown = report.to_string();
    assert!(
        shown.len() < 4_000,
        "a report does not repeat the file: {} bytes",
        shown.len()
    );
    let mut begun = false;
    for line in super::lines(record) {
        let Ok(fields) = serde_json::from_slice::<Map<String, Value>>(line) else {
            continue;
        };
        if !std::mem::replace(&mut begun, true) {
            header(&fields);
        }
        if let Ok(line) = Line::from_fields(&fields) {
            let text = line.to_fields();
            let again = Line::from_fields(&through_text(&text)).expect("what was read is read again");
            assert_eq!((&again, again.to_fields()), (&line, text));
        }
        for game in Game::ALL {
            if let Ok(line) = Line::of_game(game, &fields) {
                let again = Line::of_game(game, &through_text(&line.to_fields()));
                assert_eq!(again.as_ref(), Ok(&line));
            }
        }
        let text = canonical(&Value::Object(fields));
        let again: Value = serde_json::from_str(&text).expect("canonical text is JSON");
        assert_eq!(canonical(&again), text, "canonical text stays as it is");
    }
    assert_eq!(gunzip(&gzip(bytes)).expect("what was packed is unpacked"), bytes);
    if let Ok(plain) = gunzip(bytes) {
        assert_eq!(gunzip(&gzip(&plain)).expect("what was packed is unpacked"), plain);
    }
}

fn header(fields: &Map<String, Value>) {
    if let Ok(header) = Header::from_fields(fields) {
        let again = Header::from_fields(&through_text(&header.to_fields()));
        assert_eq!(again.as_ref(), Ok(&header));
    }
}

/// The fields as they are on disk and back.
fn through_text(fields: &Map<String, Value>) -> Map<String, Value> {
    let text = canonical(&Value::Object(fields.clone()));
    serde_json::from_str(&text).expect("canonical text is JSON")
}
