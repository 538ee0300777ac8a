//! What the system tells about a process: processor time, memory, open files, threads.

use std::{fs, time::Duration};

use anyhow::Context as _;

/// Clock ticks in a second in `/proc/PID/stat`: Linux gives user space 100 on every machine.
const TICKS_PER_S: u64 = 100;

/// The processor time that a process has used, in user space and in the kernel.
///
/// # Errors
/// If there is no such process.
pub fn cpu(pid: u32) -> anyhow::Result<Duration> {
    let text = fs::read_to_string(format!("/proc/{pid}/stat"))?;
    // The name, in parentheses, may hold anything; the fields after it are numbers.
    let (_, fields) = text.rsplit_once(')').context("no fields")?;
    let fields: Vec<&str> = fields.split_whitespace().collect();
    let ticks = |at: usize| {
        fields
            .get(at)
            .and_then(|field| field.parse::<u64>().ok())
            .context("no times")
    };
    Ok(Duration::from_millis((ticks(11)? + ticks(12)?) * 1000 / TICKS_PER_S))
}

/// The bytes of memory that a process holds (its resident set).
///
/// # Errors
/// If there is no such process.
pub fn memory(pid: u32) -> anyhow::Result<u64> {
    Ok(status(pid, "VmRSS:")? * 1024)
}

/// The most that it ever held.
///
/// # Errors
/// If there is no such process.
pub fn memory_most(pid: u32) -> anyhow::Result<u64> {
    Ok(status(pid, "VmHWM:")? * 1024)
}

/// Threads.
///
/// # Errors
/// If there is no such process.
pub fn threads(pid: u32) -> anyhow::Result<u64> {
    status(pid, "Threads:")
}

/// Open files and sockets.
///
/// # Errors
/// If there is no such process.
pub fn files(pid: u32) -> anyhow::Result<usize> {
    Ok(fs::read_dir(format!("/proc/{pid}/fd"))?.count())
}

fn status(pid: u32, name: &str) -> anyhow::Result<u64> {
    let text = fs::read_to_string(format!("/proc/{pid}/status"))?;
    let line = text.lines().find_map(|line| line.strip_prefix(name));
    let number = line.and_then(|rest| rest.split_whitespace().next()?.parse().ok());
    number.with_context(|| format!("no {name} of {pid}"))
}
