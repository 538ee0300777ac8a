//! What the operating system tells about a process on this machine: its processor time and its memory (Linux `/proc`).

use std::{collections::HashSet, fs, net::ToSocketAddrs as _, path::Path, time::Duration};

use crate::address::Address;

/// Clock ticks in a second in `/proc/PID/stat`: Linux gives user space 100 on every machine.
const TICKS_PER_S: u64 = 100;

/// The process that listens on the address's port, if it runs on this machine and we may see it.
pub(super) fn listening_on(address: &Address) -> Option<u32> {
    let local = (address.host(), address.port())
        .to_socket_addrs()
        .ok()?
        .any(|at| at.ip().is_loopback());
    if !local {
        return None;
    }
    let inodes = listeners(address.port());
    let holds = |pid: &u32| {
        let Ok(files) = fs::read_dir(format!("/proc/{pid}/fd")) else {
            return false;
        };
        files.flatten().any(|file| {
            fs::read_link(file.path()).is_ok_and(|target| {
                let inode = target
                    .to_str()
                    .and_then(|text| text.strip_prefix("socket:[")?.strip_suffix(']'));
                inode.is_some_and(|inode| inodes.contains(inode))
            })
        })
    };
    let pids = fs::read_dir("/proc").ok()?.flatten();
    pids.filter_map(|entry| entry.file_name().to_str()?.parse().ok())
        .find(holds)
}

/// The inodes of sockets that listen on a port.
fn listeners(port: u16) -> HashSet<String> {
    let wanted = format!(":{port:04X}");
    let tables = ["/proc/net/tcp", "/proc/net/tcp6"].map(|path| fs::read_to_string(path).unwrap_or_default());
    let listens = |line: &str| {
        let fields: Vec<&str> = line.split_whitespace().collect();
        let (local, state, inode) = (fields.get(1)?, fields.get(3)?, fields.get(9)?);
        // 0A is LISTEN.
        (local.ends_with(&wanted) && *state == "0A").then(|| (*inode).to_owned())
    };
    tables
        .iter()
        .flat_map(|table| table.lines().filter_map(listens))
        .collect()
}

/// The processor time that a process has used, in user space and in the kernel.
pub(super) fn cpu(pid: u32) -> Option<Duration> {
    let text = fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
    // The name, in parentheses, may hold anything; the fields after it are numbers.
    let fields: Vec<&str> = text.rsplit_once(')')?.1.split_whitespace().collect();
    let ticks = fields.get(11)?.parse::<u64>().ok()? + fields.get(12)?.parse::<u64>().ok()?;
    Some(Duration::from_millis(ticks * 1000 / TICKS_PER_S))
}

/// The memory that a process holds, and the most it ever held, in kB.
pub(super) fn memory_kb(pid: u32) -> Option<(u64, u64)> {
    let text = fs::read_to_string(Path::new("/proc").join(pid.to_string()).join("status")).ok()?;
    let of = |key: &str| {
        text.lines()
            .find_map(|line| line.strip_prefix(key)?.split_whitespace().next()?.parse().ok())
    };
    Some((of("VmRSS:")?, of("VmHWM:")?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn this_process_can_be_read_and_found_by_its_port() {
        let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
        let address: Address = listener.local_addr().unwrap().to_string().parse().unwrap();
        let pid = std::process::id();
        assert_eq!(listening_on(&address), Some(pid));
        assert!(cpu(pid).is_some());
        let (now, most) = memory_kb(pid).unwrap();
        assert!(0 < now && now <= most);
    }
}
