//! Runs a program and reads its resource usage (`wait4(2)`).

use std::io;
use std::os::unix::process::ExitStatusExt as _;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use super::RunError;
use super::measured::Run;

/// Time limit of a run, which takes at most a few minutes on a machine without other load.
const DEFAULT_TIME_LIMIT: Duration = Duration::from_secs(900);

/// A program to run.
#[derive(Clone, Debug)]
pub(super) struct Invocation {
    program: PathBuf,
    arguments: Vec<String>,
    environment: Vec<(String, String)>,
    /// Time after which the process is killed.
    pub(super) limit: Duration,
}

impl Invocation {
    pub(super) fn new(program: impl AsRef<Path>) -> Self {
        Self {
            program: program.as_ref().to_owned(),
            arguments: Vec::new(),
            environment: Vec::new(),
            limit: DEFAULT_TIME_LIMIT,
        }
    }

    #[must_use]
    pub(super) fn arg(mut self, argument: impl ToString) -> Self {
        self.arguments.push(argument.to_string());
        self
    }

    #[must_use]
    pub(super) fn args<A: ToString>(mut self, arguments: impl IntoIterator<Item = A>) -> Self {
        self.arguments.extend(arguments.into_iter().map(|argument| argument.to_string()));
        self
    }

    #[must_use]
    pub(super) fn env(mut self, name: &str, value: impl ToString) -> Self {
        self.environment.push((name.to_owned(), value.to_string()));
        self
    }

    /// Runs the program to its end. Standard output and standard error are written to one file, so
    /// the program never blocks on a pipe.
    pub(super) fn run(&self) -> Result<Run, RunError> {
        let failed =
            |error: io::Error| RunError::Invalid(format!("{}: {error}", self.program.display()));
        let output = tempfile::NamedTempFile::new().map_err(failed)?;
        let mut command = Command::new(&self.program);
        command.args(&self.arguments).stdin(Stdio::null());
        // The comparison determines this project's settings.
        for name in ["SPGC_HEAP_MAX", "SPGC_NURSERY", "SPGC_THREADS"] {
            command.env_remove(name);
        }
        command.envs(self.environment.iter().map(|(name, value)| (name, value)));
        let writer = output.reopen().map_err(failed)?;
        command.stderr(writer.try_clone().map_err(failed)?).stdout(writer);
        let Some((status, usage)) = wait(&mut command, self.limit).map_err(failed)? else {
            return Err(RunError::Ended(format!("exceeded its time limit of {:?}", self.limit)));
        };
        let text = std::fs::read(output.path()).map_err(failed)?;
        let text = String::from_utf8_lossy(&text).into_owned();
        if !status.success() {
            let lines: Vec<&str> = text.lines().filter(|line| !line.is_empty()).collect();
            let last = lines[lines.len().saturating_sub(5)..].join("\n  ");
            return Err(RunError::Ended(format!("{status}\n  {last}")));
        }
        let time = |time: libc::timeval| {
            Duration::from_secs(time.tv_sec.unsigned_abs())
                + Duration::from_micros(time.tv_usec.unsigned_abs())
        };
        Ok(Run {
            text,
            cpu: time(usage.ru_utime) + time(usage.ru_stime),
            rss: usage.ru_maxrss.unsigned_abs() * 1024,
        })
    }
}

/// Starts a process, waits for its end, and returns its resource usage; `None` if it was killed
/// after `limit`.
fn wait(command: &mut Command, limit: Duration) -> io::Result<Option<(ExitStatus, libc::rusage)>> {
    let child = command.spawn()?;
    let pid = libc::pid_t::try_from(child.id()).map_err(io::Error::other)?;
    let begin = Instant::now();
    let mut killed = false;
    loop {
        let mut status = 0;
        // SAFETY: zeros are a valid `rusage`, and both pointers are writable. The process is a
        // child, and no other code waits for it, since `child` is only dropped.
        let (ended, usage) = unsafe {
            let mut usage: libc::rusage = core::mem::zeroed();
            (libc::wait4(pid, &raw mut status, libc::WNOHANG, &raw mut usage), usage)
        };
        if ended == -1 {
            let error = io::Error::last_os_error();
            if error.kind() != io::ErrorKind::Interrupted {
                return Err(error);
            }
        } else if ended == pid {
            return Ok((!killed).then(|| (ExitStatus::from_raw(status), usage)));
        }
        if !killed && begin.elapsed() > limit {
            // SAFETY: the process has not been waited for, so its ID is not reused.
            unsafe { libc::kill(pid, libc::SIGKILL) };
            killed = true;
        }
        thread::sleep(Duration::from_millis(10));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shell(script: &str) -> Invocation {
        Invocation::new("sh").arg("-c").arg(script)
    }

    #[test]
    fn stdout_and_stderr_keep_their_order() {
        let run = shell("echo $NAME; echo two >&2; echo 3").env("NAME", "one").run();
        assert_eq!(run.expect("it runs").text, "one\ntwo\n3\n");
    }

    #[test]
    fn resource_usage_is_measured() {
        let run = shell("i=0; while [ $i -lt 20000 ]; do i=$((i+1)); done").run().expect("it runs");
        assert!(run.cpu > Duration::ZERO && run.rss > 100_000, "{run:?}");
    }

    #[test]
    fn errors_contain_status_and_output() {
        let ended = |run: Result<Run, RunError>| match run.expect_err("it fails") {
            RunError::Ended(error) => error,
            RunError::Invalid(error) => panic!("{error}"),
        };
        let error = ended(shell("echo no memory >&2; exit 3").run());
        assert!(error.contains("exit status: 3") && error.contains("no memory"), "{error}");
        let mut endless = shell("sleep 100");
        endless.limit = Duration::from_millis(50);
        assert!(ended(endless.run()).contains("exceeded its time limit"));
        let error = Invocation::new("/nowhere").run().expect_err("there is no such program");
        assert!(matches!(error, RunError::Invalid(_)), "{error:?}");
    }
}
