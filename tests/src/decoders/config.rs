//! Settings: `config.toml`, variables and flags, laid over each other as the server does it.

use std::{cell::RefCell, ffi::OsString, fs};

use chowk_server::config::{Asked, Layers, Settings, Source};
use tempfile::TempDir;

/// Ends the file in an input; what follows are variables (`CHOWK_…=…`) and flags, one a line.
const CUT: &str = "\n%%\n";

/// Reads the layers. Whoever is refused gets one line; whatever is usable is the same again when each text that counts
/// is set by a variable, or by a flag where it is empty.
pub(super) fn read(bytes: &[u8]) {
    thread_local! {
        static FOLDER: RefCell<Option<TempDir>> = const { RefCell::new(None) };
    }
    let at = bytes.windows(CUT.len()).position(|cut| cut == CUT.as_bytes());
    let (file, rest) = at.map_or((bytes, &b""[..]), |at| (&bytes[..at], &bytes[at + CUT.len()..]));
    let Ok(rest) = std::str::from_utf8(rest) else { return };
    if rest.contains('\0') {
        return;
    }
    FOLDER.with_borrow_mut(|folder| {
        let folder = folder
            .get_or_insert_with(|| tempfile::tempdir().expect("a folder"))
            .path();
        fs::write(folder.join("config.toml"), file).expect("a file is written");
        let ours = || [OsString::from("chowk-server"), "--data".into(), folder.into()];
        let mut args = Vec::from(ours());
        let mut variables = Vec::new();
        for line in rest.lines().take(30) {
            match line.split_once('=') {
                Some((name, value)) if name.starts_with("CHOWK_") => variables.push((name.into(), value.into())),
                Some(_) | None => args.push(OsString::from(line)),
            }
        }
        match Asked::of(args, variables) {
            Ok(asked) => layers(&asked.layers, &ours()),
            Err(error) => refused(&error.to_string(), error.exit_code),
        }
    });
}

fn refused(line: &str, exit_code: u8) {
    assert!([0, 64, 78].contains(&exit_code), "{exit_code}: {line}");
    assert!(
        exit_code == 0 || !line.trim_end().contains('\n'),
        "more than a line: {line}"
    );
}

fn layers(layers: &Layers, ours: &[OsString; 3]) {
    assert!(layers.warnings().iter().all(|line| !line.is_empty()));
    match layers.settings() {
        Ok(settings) => same_again(layers, &settings, ours),
        Err(error) => {
            assert!(!layers.wrong().is_empty());
            for wrong in layers.wrong() {
                refused(&wrong.to_string(), wrong.exit_code);
            }
            refused(&error.to_string(), error.exit_code);
        }
    }
}

fn same_again(layers: &Layers, settings: &Settings, ours: &[OsString; 3]) {
    let is_ours = |key: &str| key == "data";
    let mut args = Vec::from(ours.clone());
    let mut variables: Vec<(OsString, OsString)> = Vec::new();
    for row in layers.rows() {
        assert!(row.is_usable, "{row:?}");
        let Some(value) = &row.value else { continue };
        if row.key.starts_with("password") && row.source != Source::Default {
            return;
        }
        if value.is_empty() {
            // An empty variable says nothing.
            args.push(format!("--{}=", row.key.replace('_', "-")).into());
        } else if !is_ours(&row.key) {
            let name = format!("CHOWK_{}", row.key.to_uppercase());
            variables.push((name.into(), value.into()));
        }
    }
    // The file says nothing any more.
    fs::write(std::path::Path::new(&ours[2]).join("config.toml"), "").expect("a file is written");
    let again = Asked::of(args, variables).expect("what is in force can be set");
    let again = again.layers.settings().expect("what is in force can be set");
    assert_eq!(format!("{again:?}"), format!("{settings:?}"));
}
