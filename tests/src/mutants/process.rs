//! Runs child processes with a time limit and a memory limit.

use std::fs;
use std::os::unix::process::CommandExt as _;
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

use crate::timeout;

/// Interval at which the exit status of a child is polled.
const INTERVAL: Duration = Duration::from_millis(3);
/// Interval at which the memory of a child is measured.
const MEMORY_INTERVAL: Duration = Duration::from_millis(250);
/// Limit of a child's resident memory, in bytes. A mutated loop may allocate without end.
const MEMORY_LIMIT: u64 = 6 << 30;
/// Size of a page in `/proc/PID/statm`, in bytes.
const PAGE_SIZE: u64 = 4096;

/// How a child process ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ProcessOutcome {
    /// The child exited with status 0.
    Succeeded,
    /// The child exited with another status, or was killed by a signal.
    Failed,
    /// The child exceeded its time limit and was killed with its descendants.
    TimedOut,
    /// The child exceeded the memory limit and was killed with its descendants.
    OutOfMemory,
}

/// Runs a command and returns its standard output.
///
/// # Errors
///
/// If the command fails. The message contains its standard error.
pub fn output(command: &mut Command) -> Result<String, String> {
    let output = timeout::output(command).map_err(|error| format!("{command:?}: {error}"))?;
    let errors = String::from_utf8_lossy(&output.stderr);
    match output.status.success() {
        true => Ok(String::from_utf8_lossy(&output.stdout).into_owned()),
        false => Err(format!("{command:?}: {}\n{errors}", output.status)),
    }
}

/// Runs a command in a new process group and discards its output. Returns its outcome and its
/// running time. The command is killed after `limit`.
///
/// # Errors
///
/// If the command cannot be started.
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
    // This kills the process group: descendants may outlive the child.
    timeout::kill(&mut child).map_err(|error| error.to_string())?;
    Ok((ended, taken))
}

/// Returns the resident memory of a process and its descendants, in bytes.
fn resident(process: u32) -> u64 {
    let status = fs::read_to_string(format!("/proc/{process}/statm")).unwrap_or_default();
    let pages: u64 = status.split(' ').nth(1).and_then(|pages| pages.parse().ok()).unwrap_or(0);
    let children = fs::read_to_string(format!("/proc/{process}/task/{process}/children"));
    let children = children.unwrap_or_default();
    let children = children.split_whitespace().filter_map(|child| child.parse().ok());
    pages * PAGE_SIZE + children.map(resident).sum::<u64>()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn success_failure_and_timeout_are_distinguished() {
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
