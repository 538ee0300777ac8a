//! The password of a server that wants one: from a file, or from the environment, and never from the command line,
//! where every user of the machine could read it.

use std::{fs, path::PathBuf};

use anyhow::{Context as _, bail};
use chowk_protocol::Password;
use clap::Args;

/// Where the password is.
#[derive(Debug, Clone, Default, Args)]
pub struct PasswordArgs {
    /// A file with the server's password, where it wants one; else CHOWK_PASSWORD holds it
    #[arg(long, value_name = "FILE", env = "CHOWK_PASSWORD_FILE")]
    pub password_file: Option<PathBuf>,
}

impl PasswordArgs {
    /// The password, if one is set.
    ///
    /// # Errors
    /// If the file cannot be read or is empty.
    pub fn read(&self) -> anyhow::Result<Option<Password>> {
        let elsewhere = || std::env::var_os("CHOWK_PASSWORD_FILE").map(PathBuf::from);
        let Some(path) = self.password_file.clone().or_else(elsewhere) else {
            let set = std::env::var("CHOWK_PASSWORD").ok();
            return Ok(set.filter(|password| !password.is_empty()).map(Password));
        };
        let text =
            fs::read_to_string(&path).with_context(|| format!("cannot read the password in {}", path.display()))?;
        let password = text.trim_end_matches(['\n', '\r']);
        if password.is_empty() {
            bail!("there is no password in {}", path.display());
        }
        Ok(Some(Password(password.to_owned())))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_s_last_line_end_is_no_part_of_the_password() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("password");
        let args = PasswordArgs {
            password_file: Some(path.clone()),
        };
        for (text, password) in [
            ("chalk and slate\n", Some("chalk and slate")),
            (" chalk \r\n", Some(" chalk ")),
            ("\n", None),
        ] {
            fs::write(&path, text).unwrap();
            let read = args.read().ok().flatten();
            assert_eq!(read, password.map(|password| Password(password.into())), "{text:?}");
        }
        fs::remove_file(&path).unwrap();
        let why = format!("{:#}", args.read().unwrap_err());
        assert!(why.contains("cannot read the password"), "{why}");
    }
}
