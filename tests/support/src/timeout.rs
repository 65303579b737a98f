//! Time limits for child processes and for tests.
//!
//! A test hangs if a defect makes a thread wait forever. It must fail instead, with a message that
//! names the test. The time limit is far above the time that a test takes on a slow machine, so no
//! result depends on it.
//!
//! All tests wait for child processes through this module. Clippy rejects the functions of the
//! standard library that wait without a time limit (`tests/clippy.toml`).

use core::cell::RefCell;
use std::collections::HashMap;
use std::io::{self, Read as _, Seek as _};
use std::os::unix::process::CommandExt as _;
use std::process::{Child, Command, ExitStatus, Output, Stdio};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::sync::{Mutex, OnceLock};
use std::thread::{self, JoinHandle, ThreadId};
use std::time::{Duration, Instant};

use crate::missing_programs;

/// Time limit of a test, and of a child process that it runs. It allows for emulation, which is 30
/// times slower.
pub const DEFAULT_TIMEOUT: Duration = Duration::from_secs(900);

/// Interval between checks of a child process. It is short compared with the time to start one.
const POLL_INTERVAL: Duration = Duration::from_millis(2);

/// Waits for a child for at most `timeout`. Returns its exit status, or `None` if it was killed.
/// Its output must not go to a pipe, unless another thread reads it. Does not return if the child
/// needed a [missing program](missing_programs) and the calling test may be skipped.
///
/// # Errors
///
/// The errors of waiting for the child and of killing it.
pub fn wait_within(child: &mut Child, timeout: Duration) -> io::Result<Option<ExitStatus>> {
    let start = Instant::now();
    loop {
        if let Some(status) = child.try_wait()? {
            missing_programs::exit_like(status);
            return Ok(Some(status));
        }
        if start.elapsed() > timeout {
            kill(child)?;
            return Ok(None);
        }
        thread::sleep(POLL_INTERVAL);
    }
}

/// Waits for a child, and kills it if it has not exited after [`DEFAULT_TIMEOUT`].
///
/// # Errors
///
/// The errors of waiting for the child; [`io::ErrorKind::TimedOut`] if it was killed.
pub fn wait(child: &mut Child) -> io::Result<ExitStatus> {
    let status = wait_within(child, DEFAULT_TIMEOUT)?;
    let hangs = || {
        io::Error::new(
            io::ErrorKind::TimedOut,
            format!("process {} exceeded its time limit and was killed", child.id()),
        )
    };
    status.ok_or_else(hangs)
}

/// Kills a child, and its process group if it leads one.
///
/// # Errors
///
/// The errors of killing the child and of waiting for it.
#[expect(clippy::disallowed_methods, reason = "a process that is killed ends")]
pub fn kill(child: &mut Child) -> io::Result<()> {
    if let Ok(group) = libc::pid_t::try_from(child.id()) {
        // SAFETY: no memory is involved. The child has not been waited for, so a process group with
        // its ID is its own. If there is none, the call fails.
        unsafe { libc::kill(-group, libc::SIGKILL) };
    }
    child.kill()?;
    child.wait().map(drop)
}

/// Kills a child after [`DEFAULT_TIMEOUT`], for a test that reads the output of the child before it
/// waits. The time limit ends when this is dropped, which must happen before the child is waited
/// for.
#[derive(Debug)]
pub struct KillOnTimeout {
    cancel: Option<Sender<()>>,
    watchdog: Option<JoinHandle<()>>,
}

impl KillOnTimeout {
    /// Starts the time limit of a child.
    pub fn new(child: &Child) -> Self {
        Self::within(child, DEFAULT_TIMEOUT)
    }

    /// Starts a time limit of `timeout`.
    fn within(child: &Child, timeout: Duration) -> Self {
        let (cancel, end) = channel();
        let child = child.id();
        let watchdog = thread::spawn(move || {
            if end.recv_timeout(timeout) == Err(RecvTimeoutError::Timeout) {
                eprintln!("process {child} exceeded its time limit and is killed");
                // SAFETY: no memory is involved. The child is waited for only after this thread has
                // ended.
                unsafe { libc::kill(child.cast_signed(), libc::SIGKILL) };
            }
        });
        Self { cancel: Some(cancel), watchdog: Some(watchdog) }
    }
}

impl Drop for KillOnTimeout {
    fn drop(&mut self) {
        drop(self.cancel.take());
        // A panic of the thread has already printed its message.
        let _ = self.watchdog.take().map(JoinHandle::join);
    }
}

/// Runs a command like [`Command::output`], but kills a child that has not exited after
/// [`DEFAULT_TIMEOUT`].
///
/// # Errors
///
/// As for [`Command::output`]; [`io::ErrorKind::TimedOut`] if the child was killed.
pub fn output(command: &mut Command) -> io::Result<Output> {
    output_within(command, DEFAULT_TIMEOUT)
}

/// Runs a command like [`output`], with another time limit.
///
/// # Errors
///
/// As for [`output`].
pub fn output_within(command: &mut Command, timeout: Duration) -> io::Result<Output> {
    // Files instead of pipes: processes that a killed child leaves may keep a pipe open.
    let mut files = [tempfile::tempfile()?, tempfile::tempfile()?];
    let [stdout, stderr] = &files;
    let command =
        command.stdin(Stdio::null()).stdout(stdout.try_clone()?).stderr(stderr.try_clone()?);
    // In a process group of its own, so that its child processes are killed with it.
    command.process_group(0);
    let status = wait_within(&mut command.spawn()?, timeout)?;
    let mut written = [const { Vec::new() }; 2];
    for (file, bytes) in files.iter_mut().zip(&mut written) {
        file.rewind()?;
        file.read_to_end(bytes)?;
    }
    let [stdout, stderr] = written;
    let Some(status) = status else {
        let written = String::from_utf8_lossy(&stderr);
        let message =
            format!("{command:?} exceeded its time limit; its standard error is\n{written}");
        return Err(io::Error::new(io::ErrorKind::TimedOut, message));
    };
    Ok(Output { status, stdout, stderr })
}

/// Threads that run tests, by ID: the name of each and the time of its last call of
/// [`start_test_timeout`].
static RUNNING_TESTS: Mutex<Option<HashMap<ThreadId, (String, Instant)>>> = Mutex::new(None);

/// Runs `action` on the list, unless it stays locked: in a forked process, the thread that holds
/// the lock may not exist.
fn with_running_tests<R: Default>(
    action: impl FnOnce(&mut HashMap<ThreadId, (String, Instant)>) -> R,
) -> R {
    for _ in 0..1000 {
        if let Ok(mut tests) = RUNNING_TESTS.try_lock() {
            return action(tests.get_or_insert_default());
        }
        thread::yield_now();
    }
    R::default()
}

/// Removes the thread from the list when it is dropped, at the end of the thread.
struct ListedThread(ThreadId);

impl Drop for ListedThread {
    fn drop(&mut self) {
        with_running_tests(|tests| tests.remove(&self.0));
    }
}

thread_local! {
    static LISTED_THREAD: RefCell<Option<ListedThread>> = const { RefCell::new(None) };
}

/// Starts the time limit of a test: aborts the process with a message if the calling thread neither
/// ends nor calls this again within [`DEFAULT_TIMEOUT`]. `tests::managed::heap` calls this, so all
/// tests that create a heap have a time limit. The main thread has none: it may belong to a program
/// that runs for a long time, or to a test that is alone in its process.
pub fn start_test_timeout() {
    static WATCHDOG: OnceLock<()> = OnceLock::new();
    WATCHDOG.get_or_init(|| {
        thread::spawn(|| {
            loop {
                thread::sleep(Duration::from_secs(1));
                if let Some(test) = find_hung_test(DEFAULT_TIMEOUT) {
                    eprintln!("{test} has not ended within {DEFAULT_TIMEOUT:?}");
                    std::process::abort();
                }
            }
        });
    });
    let current = thread::current();
    let Some(name) = current.name().filter(|&name| name != "main").map(str::to_owned) else {
        return;
    };
    with_running_tests(|tests| tests.insert(current.id(), (name, Instant::now())));
    LISTED_THREAD
        .with_borrow_mut(|listed| _ = listed.get_or_insert_with(|| ListedThread(current.id())));
}

/// Returns the name of a test that has run longer than `timeout`, if any.
fn find_hung_test(timeout: Duration) -> Option<String> {
    with_running_tests(|tests| {
        let late = tests.values().find(|(_, since)| since.elapsed() > timeout);
        late.map(|(name, _)| name.clone())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn test_threads_are_listed_until_they_end() {
        fn is_listed(name: &str) -> bool {
            with_running_tests(|tests| tests.values().any(|(listed, _)| listed == name))
        }
        const NAME: &str = "a test that hangs";
        let run = || {
            start_test_timeout();
            start_test_timeout();
            assert!(is_listed(NAME));
            while find_hung_test(Duration::from_millis(1)).is_none() {
                thread::yield_now();
            }
            assert_eq!(find_hung_test(DEFAULT_TIMEOUT), None);
        };
        thread::Builder::new().name(NAME.into()).spawn(run).unwrap().join().unwrap();
        assert!(!is_listed(NAME));
    }

    /// Returns whether a process has exited. It may be a zombie.
    fn has_exited(process: libc::pid_t) -> bool {
        let stat = std::fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
        stat.rsplit(") ").next().is_none_or(|rest| rest.is_empty() || rest.starts_with('Z'))
    }

    #[test]
    fn exited_and_hung_children_are_distinguished() {
        let mut child = Command::new("true").spawn().unwrap();
        let status = wait_within(&mut child, Duration::from_secs(60)).unwrap();
        assert!(status.is_some_and(|status| status.success()));

        let short = Duration::from_millis(10);
        let error = output_within(Command::new("sleep").arg("3600"), short).unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::TimedOut);
        let output = output(Command::new("echo").arg("done")).unwrap();
        assert_eq!((output.status.success(), &output.stdout[..]), (true, &b"done\n"[..]));

        let mut child = Command::new("sleep").arg("3600").spawn().unwrap();
        drop(KillOnTimeout::new(&child));
        assert!(child.try_wait().unwrap().is_none(), "a dropped time limit kills nothing");
        let limited = KillOnTimeout::within(&child, short);
        while child.try_wait().unwrap().is_none() {
            thread::yield_now();
        }
        drop(limited);
        assert!(!wait(&mut child).unwrap().success());

        // Processes that a killed child has started are killed, too.
        let mut shell = Command::new("sh");
        let began = Instant::now();
        shell.args(["-c", "sleep 3600 & echo $! >&2; wait"]);
        let error = output_within(&mut shell, Duration::from_millis(500)).unwrap_err().to_string();
        let started: libc::pid_t = error.lines().last().unwrap().parse().unwrap();
        // SAFETY: no memory is involved; nothing is sent.
        while unsafe { libc::kill(started, 0) } == 0 && !has_exited(started) {
            assert!(began.elapsed() < DEFAULT_TIMEOUT, "process {started} was not killed");
            thread::yield_now();
        }

        let mut child = Command::new("sleep").arg("3600").spawn().unwrap();
        assert_eq!(wait_within(&mut child, Duration::from_millis(10)).unwrap(), None);
        assert!(child.try_wait().unwrap().is_some(), "it was killed");
    }
}
