//! The process as the system sees it: a few lines of /proc/self. What cannot be read is not told.

use std::fs;

use metrics::{counter, gauge};

/// Ticks of the system's clock in a second; Linux tells programs this number, whatever it uses itself.
const TICKS_PER_S: u64 = 100;

/// Looks at the process.
pub(super) fn look(started_at_ms: u64) {
    gauge!("process_start_time_seconds").set(whole(started_at_ms / 1_000));
    if let Some(kilobytes) = fs::read_to_string("/proc/self/status")
        .ok()
        .and_then(|text| resident(&text))
    {
        gauge!("process_resident_memory_bytes").set(whole(kilobytes * 1024));
    }
    if let Ok(open) = fs::read_dir("/proc/self/fd") {
        // The one that reads this list is among them.
        gauge!("process_open_fds").set(whole(open.count().saturating_sub(1) as u64));
    }
    if let Some(most) = fs::read_to_string("/proc/self/limits")
        .ok()
        .and_then(|text| most_files(&text))
    {
        gauge!("process_max_fds").set(whole(most));
    }
    if let Some(ticks) = fs::read_to_string("/proc/self/stat")
        .ok()
        .and_then(|text| cpu_ticks(&text))
    {
        counter!("process_cpu_seconds_total").absolute(ticks / TICKS_PER_S);
    }
}

/// Numbers in here are far below 2^53.
fn whole(number: u64) -> f64 {
    number as f64
}

fn resident(status: &str) -> Option<u64> {
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    line.split_whitespace().next()?.parse().ok()
}

fn most_files(limits: &str) -> Option<u64> {
    let line = limits.lines().find_map(|line| line.strip_prefix("Max open files"))?;
    line.split_whitespace().next()?.parse().ok()
}

/// User's and system's ticks: the 14th and 15th field, counted after the name, which may hold anything.
fn cpu_ticks(stat: &str) -> Option<u64> {
    let fields: Vec<&str> = stat.rsplit_once(") ")?.1.split(' ').collect();
    Some(fields.get(11)?.parse::<u64>().ok()? + fields.get(12)?.parse::<u64>().ok()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_system_is_understood() {
        assert_eq!(resident("Name:\tx\nVmRSS:\t   18304 kB\n"), Some(18_304));
        assert_eq!(
            most_files("Limit  Soft  Hard\nMax open files            1024                 524288   files\n"),
            Some(1_024)
        );
        let stat = "7 (a) b) S 1 7 7 0 -1 4194560 100 0 0 0 250 50 0 0 20 0 5 0 100";
        assert_eq!(cpu_ticks(stat), Some(300));
        assert!(resident(&fs::read_to_string("/proc/self/status").unwrap()).is_some());
        assert!(cpu_ticks(&fs::read_to_string("/proc/self/stat").unwrap()).is_some());
        assert!(most_files(&fs::read_to_string("/proc/self/limits").unwrap()).is_some());
    }
}
