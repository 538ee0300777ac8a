//! What the program is asked to do: to serve, or one of its small commands.

use std::ffi::OsString;

use clap::Subcommand;

/// A command. Without one, the program serves.
#[derive(Debug, Clone, PartialEq, Eq, Subcommand)]
pub enum Command {
    /// Prints every setting, its value, and where that comes from; ends with code 78 if the server would not start.
    Config {
        /// As JSON.
        #[arg(long)]
        json: bool,
    },
    /// Speaks to the running server, as its operator: status, rooms, say, kick, ban, drain and more.
    #[command(disable_help_flag = true)]
    Admin {
        /// What to tell it; `admin --help` tells more.
        #[arg(trailing_var_arg = true, allow_hyphen_values = true, value_name = "WORDS")]
        words: Vec<OsString>,
    },
    /// Asks the running server whether it is ready: code 0 and one line, or code 1 and why not.
    Health,
}
