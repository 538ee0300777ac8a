//! Settings: defaults, and what cannot be, in one line.

use super::*;
use crate::{room::RoomLimits, session::gate::GateLimits};

fn read(args: &[&str]) -> Result<Settings, SettingsError> {
    Settings::from_args([&["chowk-server"], args].concat())
}

#[test]
fn without_any_setting_it_is_as_the_pages_say() {
    let settings = read(&[]).unwrap();
    assert_eq!(settings.room_limits(), RoomLimits::default());
    assert_eq!(settings.gate_limits(), GateLimits::default());
    assert_eq!(settings.place.listen.port(), 8080);
    let limits = &settings.limits;
    assert_eq!(
        (
            limits.max_rooms,
            limits.max_players,
            limits.max_per_addr,
            settings.sockets.queue
        ),
        (200, 1000, 20, 64)
    );
}

#[test]
fn what_cannot_be_is_one_line_and_a_code() {
    for (args, exit_code, about) in [
        (&["--listen", "here"][..], 64, "--listen"),
        (&["--room-idle", "soon"], 64, "30m"),
        (&["--room-idle", "0s"], 64, "--room-idle"),
        (&["--max-rooms", "0"], 64, "from 1 to 1000000"),
        (&["--max-rooms=-3"], 64, "--max-rooms"),
        (&["--frames", "50", "--frames-close", "10"], 64, "--frames-close"),
        (&["--trusted-proxies", "10.0.0.0/40"], 64, "10.0.0.0/8"),
        (&["--bots", "all"], 64, "off, host"),
        (&["--log="], 64, "error, warn, info"),
        (&["--log", "info, ,chowk_server=debug"], 64, "error, warn, info"),
        (&["--no-such-setting"], 64, "--no-such-setting"),
        (&["stray"], 64, "stray"),
    ] {
        let error = read(args).unwrap_err();
        let line = error.to_string();
        assert_eq!(error.exit_code, exit_code, "{args:?}: {line}");
        assert!(line.contains(about) && !line.contains('\n'), "{args:?}: {line}");
    }
    assert_eq!(read(&["--help"]).unwrap_err().exit_code, 0);
    assert_eq!(read(&["--version"]).unwrap_err().exit_code, 0);
}

#[test]
fn lists_and_flags() {
    let settings = read(&[
        "--trusted-proxies",
        "10.0.0.0/8,::1",
        "--origins",
        "https://a.example,https://b.example",
        "--no-wait",
    ])
    .unwrap();
    assert_eq!(
        (
            settings.door.trusted_proxies.len(),
            settings.door.origins.len(),
            settings.place.no_wait
        ),
        (2, 2, true)
    );
}

/// Case H15: behind a proxy that changes the host, the page of the address that the operator gives is the server's own.
#[test]
fn the_public_address_is_an_origin_of_its_own_case_h15() {
    let flags = [
        "--public-url",
        "https://chowka.example/club/",
        "--origins",
        "https://a.example/",
    ];
    let settings = read(&flags).unwrap();
    assert_eq!(settings.origins(), ["https://a.example", "https://chowka.example"]);
    assert!(read(&[]).unwrap().origins().is_empty());
}

/// What a new setting must have, so that all layers know it.
#[test]
fn each_setting_has_its_names() {
    let command = definition();
    let keys: Vec<&str> = command.get_arguments().map(|arg| arg.get_id().as_str()).collect();
    for arg in command.get_arguments() {
        let key = arg.get_id().as_str();
        assert_eq!(arg.get_long().unwrap(), key.replace('_', "-"), "the flag is the key");
        assert_eq!(arg.get_env().unwrap().to_str().unwrap(), variable_of(key));
        assert!(arg.get_help().is_some(), "{key} is explained");
        if arg.is_hide_env_values_set() {
            assert!(keys.contains(&format!("{key}_file").as_str()), "{key} may be a file");
        }
    }
    assert!(keys.iter().all(|key| *key != "help" && *key != "version"));
}
