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
    assert_eq!(settings.listen.port(), 8080);
    assert_eq!(
        (
            settings.max_rooms,
            settings.max_players,
            settings.max_per_addr,
            settings.queue
        ),
        (200, 1000, 20, 64)
    );
}

#[test]
fn what_cannot_be_is_one_line_and_a_code() {
    for (args, exit_code, about) in [
        (&["--listen", "here"][..], 64, "--listen"),
        (&["--room-idle", "soon"], 64, "30m"),
        (&["--room-idle", "0s"], 78, "--room-idle"),
        (&["--max-rooms", "0"], 78, "--max-rooms"),
        (&["--max-rooms=-3"], 64, "--max-rooms"),
        (&["--frames", "50", "--frames-close", "10"], 78, "--frames-close"),
        (&["--trusted-proxies", "10.0.0.0/40"], 64, "10.0.0.0/8"),
        (&["--bots", "all"], 64, "off, host"),
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
        (settings.trusted_proxies.len(), settings.origins.len(), settings.no_wait),
        (2, 2, true)
    );
}

#[test]
fn each_setting_is_a_flag_and_its_variable() {
    for arg in Settings::command()
        .get_arguments()
        .filter(|arg| !["help", "version"].contains(&arg.get_id().as_str()))
    {
        let flag = arg.get_long().unwrap().replace('-', "_").to_uppercase();
        assert_eq!(arg.get_env().unwrap(), std::ffi::OsStr::new(&format!("CHOWK_{flag}")));
        assert!(arg.get_help().is_some(), "{flag} is explained");
    }
    let names = ["CHOWK_MAX_ROOM", "CHOWK_MAX_ROOMS", "PATH"].map(String::from);
    assert_eq!(Settings::unknown_variables(names.into_iter()), ["CHOWK_MAX_ROOM"]);
}
