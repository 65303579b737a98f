//! Child processes with limits of time and memory.

use std::fs;
use std::os::unix::process::CommandExt as _;
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

use crate::timeout;

/// The interval between checks of a child.
const INTERVAL: Duration = Duration::from_millis(3);
/// Interval at which its memory is measured.
const MEMORY_INTERVAL: Duration = Duration::from_millis(250);
/// A mutant that lets a loop allocate must not take the machine's memory.
const MEMORY_LIMIT: u64 = 6 << 30;

/// The ending of a child.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ProcessOutcome {
    /// With status 0.
    Well,
    /// With another status, or by a signal.
    Badly,
    /// It ran too long and was killed, with its children.
    TooLong,
    /// It used too much memory and was killed, with its children.
    OutOfMemory,
}

/// Runs a command that must succeed and returns what it wrote to standard output.
///
/// # Errors
///
/// The command fails; with what it wrote to standard error.
pub fn output(command: &mut Command) -> Result<String, String> {
    let output = timeout::output(command).map_err(|error| format!("{command:?}: {error}"))?;
    let errors = String::from_utf8_lossy(&output.stderr);
    match output.status.success() {
        true => Ok(String::from_utf8_lossy(&output.stdout).into_owned()),
        false => Err(format!("{command:?}: {}\n{errors}", output.status)),
    }
}

/// Runs a command in a process group of its own. Its output is discarded.
///
/// # Errors
///
/// The command cannot be started.
pub fn run(command: &mut Command, limit: Duration) -> Result<(ProcessOutcome, Duration), String> {
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).process_group(0);
    let begin = Instant::now();
    let mut child = command.spawn().map_err(|error| format!("{command:?}: {error}"))?;
    let mut measured = begin;
    let ended = loop {
        match child.try_wait().map_err(|error| error.to_string())? {
            Some(status) if status.success() => break ProcessOutcome::Succeeded,
            Some(_) => break ProcessOutcome::Failed,
            None if begin.elapsed() > limit => break ProcessOutcome::TimedOut,
            None if measured.elapsed() > MEMORY_INTERVAL => {
                measured = Instant::now();
                if resident(child.id()) > MEMORY_LIMIT {
                    break ProcessOutcome::OutOfMemory;
                }
            }
            None => {}
        }
        thread::sleep(INTERVAL);
    };
    let taken = begin.elapsed();
    // Including all processes that it has started.
    timeout::kill(&mut child).map_err(|error| error.to_string())?;
    Ok((ended, taken))
}

/// Resident bytes of a process and its descendants.
fn resident(process: u32) -> u64 {
    let status = fs::read_to_string(format!("/proc/{process}/statm")).unwrap_or_default();
    let pages: u64 = status.split(' ').nth(1).and_then(|pages| pages.parse().ok()).unwrap_or(0);
    let children = fs::read_to_string(format!("/proc/{process}/task/{process}/children"));
    let children = children.unwrap_or_default();
    let children = children.split_whitespace().filter_map(|child| child.parse().ok());
    pages * 4096 + children.map(resident).sum::<u64>()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn child_exit_statuses_are_distinguished() {
        let shell = |script: &str, limit: Duration| {
            run(Command::new("sh").args(["-c", script]), limit).unwrap().0
        };
        let long = Duration::from_secs(60);
        assert_eq!(shell("exit 0", long), ProcessOutcome::Succeeded);
        assert_eq!(shell("exit 3", long), ProcessOutcome::Failed);
        assert_eq!(shell("kill -SEGV $$", long), ProcessOutcome::Failed);
        assert_eq!(shell("sleep 3600 & wait", Duration::from_millis(50)), ProcessOutcome::TimedOut);
        assert!(resident(std::process::id()) > 1 << 20);
    }
}
