//! The image, from the final stage of `docker/Dockerfile` and programs that are compiled already.

use std::{
    fs,
    os::unix::fs::PermissionsExt as _,
    path::Path,
    sync::{Mutex, PoisonError},
};

use anyhow::{Context as _, ensure};

use super::{Docker, files};
use crate::programs::Programs;

/// Where the first stage lays out what the final one takes.
const LAID_OUT: &str = "--from=build ";

/// The final stage as a Dockerfile of its own: the same lines, but that it takes from its context what else comes from
/// the stage before.
///
/// # Errors
/// If there is no final stage, or one that takes from elsewhere.
pub fn final_stage(dockerfile: &str) -> anyhow::Result<String> {
    let at = dockerfile.rfind("\nFROM ").context("there is one stage only")? + 1;
    let stage = &dockerfile[at..];
    ensure!(
        stage.starts_with("FROM scratch\n"),
        "the final stage is not from scratch"
    );
    let alone = stage.replace(LAID_OUT, "");
    ensure!(!alone.contains("--from="), "the final stage takes from a strange place");
    Ok(alone)
}

/// Builds the image and gives its name.
///
/// # Errors
/// If the programs are not static, or it cannot be built.
pub fn image(docker: &Docker, programs: &Programs) -> anyhow::Result<String> {
    // One at a time, so that the second finds what the first built.
    static BUILDING: Mutex<()> = Mutex::new(());
    let _one = BUILDING.lock().unwrap_or_else(PoisonError::into_inner);
    let context = tempfile::tempdir()?;
    let out = context.path().join("out");
    let volume = out.join("volume/data");
    fs::create_dir_all(&volume)?;
    fs::set_permissions(&volume, fs::Permissions::from_mode(0o1777))?;
    let folder = programs.for_the_image()?;
    for name in ["chowk-server", "chowk"] {
        let program = folder.join(name);
        ensure!(is_static(&program)?, "{} is not static", program.display());
        fs::copy(&program, out.join(name))?;
    }
    let dockerfile = fs::read_to_string(files().join("Dockerfile"))?;
    fs::write(context.path().join("Dockerfile"), final_stage(&dockerfile)?)?;
    let name = format!("chowk-under-test-{}", std::process::id());
    docker.run(&["build", "--quiet", "--tag", &name, &context.path().to_string_lossy()])?;
    Ok(name)
}

/// Whether a program needs no loader: none is named in it.
fn is_static(program: &Path) -> anyhow::Result<bool> {
    let bytes = fs::read(program).with_context(|| program.display().to_string())?;
    let head = &bytes[..bytes.len().min(4096)];
    Ok(!head.windows(8).any(|window| window == b"/ld-linu"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_final_stage_stands_alone() {
        let stages = "FROM rust AS build\nRUN x\n\nFROM scratch\nCOPY --from=build /out/a /\nUSER 1:1\n";
        assert_eq!(final_stage(stages).unwrap(), "FROM scratch\nCOPY /out/a /\nUSER 1:1\n");
        for bad in [
            "FROM scratch\n",
            "FROM a\nFROM b\nCOPY x /\n",
            "FROM a\nFROM scratch\nCOPY --from=other /x /\n",
        ] {
            assert!(final_stage(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn this_test_is_not_static() {
        assert!(!is_static(&std::env::current_exe().unwrap()).unwrap());
    }
}
