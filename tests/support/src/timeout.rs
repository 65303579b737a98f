//! Time limits for child processes and for tests themselves.
//!
//! A defect that makes a thread wait forever hangs the test. The test must fail instead, with a
//! message that names it. The limit is far above the time of a test on a slow machine, and no
//! result depends on it.
//!
//! All tests wait for child processes through this module: clippy rejects the functions of the
//! standard library that wait without a limit (`tests/clippy.toml`).

use core::cell::RefCell;
use std::collections::HashMap;
use std::io::{self, Read as _, Seek as _};
use std::os::unix::process::CommandExt as _;
use std::process::{Child, Command, ExitStatus, Output, Stdio};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::sync::{Mutex, OnceLock};
use std::thread::{self, JoinHandle, ThreadId};
use std::time::{Duration, Instant};

/// Time limit of a test, or of a program that it runs. An emulator takes 30 times as long as the
/// machine.
pub const LIMIT: Duration = Duration::from_secs(900);

/// Interval between checks of a child: short compared with the time to start one.
const INTERVAL: Duration = Duration::from_millis(2);

/// Returns how the child ended; `None` if it had not ended after `limit`, and was killed. Its
/// output must not go into a pipe that no thread reads meanwhile.
///
/// # Errors
///
/// Those of waiting for it, or of killing it.
pub fn wait_within(child: &mut Child, timeout: Duration) -> io::Result<Option<ExitStatus>> {
    let start = Instant::now();
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(Some(status));
        }
        if start.elapsed() > timeout {
            kill(child)?;
            return Ok(None);
        }
        thread::sleep(INTERVAL);
    }
}

/// Waits for a child, and kills it if it has not ended after [`LIMIT`].
///
/// # Errors
///
/// Those of waiting for it; [`io::ErrorKind::TimedOut`] if the child was killed.
pub fn wait(child: &mut Child) -> io::Result<ExitStatus> {
    let status = wait_within(child, LIMIT)?;
    let hangs = || io::Error::new(io::ErrorKind::TimedOut, format!("process {} hangs", child.id()));
    status.ok_or_else(hangs)
}

/// Kills a child, and the processes that it has started if it leads a process group.
///
/// # Errors
///
/// Those of killing the child, or of waiting for it.
#[expect(clippy::disallowed_methods, reason = "a process that is killed ends")]
pub fn kill(child: &mut Child) -> io::Result<()> {
    if let Ok(group) = libc::pid_t::try_from(child.id()) {
        // SAFETY: no memory is involved. A group of this number is the child's own, since the child
        // has not been waited for; if there is none, the call fails.
        unsafe { libc::kill(-group, libc::SIGKILL) };
    }
    child.kill()?;
    child.wait().map(drop)
}

/// Kills a child that is not waited for within [`LIMIT`]: for a test that reads the child's output
/// meanwhile. The limit ends when this is dropped, which must happen before the child is waited
/// for.
#[derive(Debug)]
pub struct KillOnTimeout {
    ended: Option<Sender<()>>,
    watch: Option<JoinHandle<()>>,
}

impl KillOnTimeout {
    /// Starts the limit.
    pub fn new(child: &Child) -> Self {
        Self::within(child, LIMIT)
    }

    fn within(child: &Child, timeout: Duration) -> Self {
        let (ended, end) = channel();
        let child = child.id();
        let watch = thread::spawn(move || {
            if end.recv_timeout(timeout) == Err(RecvTimeoutError::Timeout) {
                eprintln!("process {child} hangs; it is killed");
                // SAFETY: no memory is involved. The child is waited for after this thread has
                // ended.
                unsafe { libc::kill(child.cast_signed(), libc::SIGKILL) };
            }
        });
        Self { ended: Some(ended), watch: Some(watch) }
    }
}

impl Drop for KillOnTimeout {
    fn drop(&mut self) {
        drop(self.ended.take());
        // Its panic message is on standard error.
        let _ = self.watch.take().map(JoinHandle::join);
    }
}

/// Like [`Command::output`], but a child that has not ended after [`LIMIT`] is killed.
///
/// # Errors
///
/// As for [`Command::output`]; [`io::ErrorKind::TimedOut`] if the child was killed.
pub fn output(command: &mut Command) -> io::Result<Output> {
    output_within(command, LIMIT)
}

/// Like [`output`], with another limit.
///
/// # Errors
///
/// As for [`output`].
pub fn output_within(command: &mut Command, timeout: Duration) -> io::Result<Output> {
    // Files, not pipes: a killed child may leave processes that hold a pipe's end.
    let mut files = [tempfile::tempfile()?, tempfile::tempfile()?];
    let [stdout, stderr] = &files;
    let command =
        command.stdin(Stdio::null()).stdout(stdout.try_clone()?).stderr(stderr.try_clone()?);
    // A group of its own, so that the processes that it has started are killed with it.
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
        let why = format!("{command:?} hangs; it wrote\n{written}");
        return Err(io::Error::new(io::ErrorKind::TimedOut, why));
    };
    Ok(Output { status, stdout, stderr })
}

/// Threads that run tests, and the time of the last call of each.
static TESTS: Mutex<Option<HashMap<ThreadId, (String, Instant)>>> = Mutex::new(None);

/// Runs `action`, unless the list stays locked: in the child of a fork there may be no thread to
/// release the lock.
fn with_tests<R: Default>(
    action: impl FnOnce(&mut HashMap<ThreadId, (String, Instant)>) -> R,
) -> R {
    for _ in 0..1000 {
        if let Ok(mut tests) = TESTS.try_lock() {
            return action(tests.get_or_insert_default());
        }
        thread::yield_now();
    }
    R::default()
}

/// Removes a thread from the list when it ends.
struct Listed(ThreadId);

impl Drop for Listed {
    fn drop(&mut self) {
        with_tests(|tests| tests.remove(&self.0));
    }
}

thread_local! {
    static LISTED: RefCell<Option<Listed>> = const { RefCell::new(None) };
}

/// Ends the process with a message if the calling thread, which runs a test, neither ends nor calls
/// this again within [`LIMIT`]. `tests::managed::heap` calls it: so do all tests that make a heap.
/// The main thread, of a program that may run long or of a test alone in its process, has no limit.
pub fn start_test_timeout() {
    static WATCH: OnceLock<()> = OnceLock::new();
    WATCH.get_or_init(|| {
        thread::spawn(|| {
            loop {
                thread::sleep(Duration::from_secs(1));
                if let Some(test) = hanging(LIMIT) {
                    eprintln!("{test} hangs: it has not ended within {LIMIT:?}");
                    std::process::abort();
                }
            }
        });
    });
    let current = thread::current();
    let Some(name) = current.name().filter(|&name| name != "main").map(str::to_owned) else {
        return;
    };
    with_tests(|tests| tests.insert(current.id(), (name, Instant::now())));
    LISTED.with_borrow_mut(|listed| _ = listed.get_or_insert_with(|| Listed(current.id())));
}

/// Returns the name of a test whose limit has expired.
fn hanging(limit: Duration) -> Option<String> {
    with_tests(|tests| {
        let late = tests.values().find(|(_, since)| since.elapsed() > limit);
        late.map(|(name, _)| name.clone())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn test_threads_are_listed_until_they_end() {
        fn is_listed(name: &str) -> bool {
            with_tests(|tests| tests.values().any(|(listed, _)| listed == name))
        }
        const NAME: &str = "a test that hangs";
        let run = || {
            start_test_timeout();
            start_test_timeout();
            assert!(is_listed(NAME));
            while hanging(Duration::from_millis(1)).is_none() {
                thread::yield_now();
            }
            assert_eq!(hanging(LIMIT), None);
        };
        thread::Builder::new().name(NAME.into()).spawn(run).unwrap().join().unwrap();
        assert!(!is_listed(NAME));
    }

    /// Returns whether a process has not been waited for yet.
    fn is_dead(process: libc::pid_t) -> bool {
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
        assert!(child.try_wait().unwrap().is_none(), "its limit has ended");
        let limited = KillOnTimeout::within(&child, short);
        while child.try_wait().unwrap().is_none() {
            thread::yield_now();
        }
        drop(limited);
        assert!(!wait(&mut child).unwrap().success());

        // Processes that a child has started end with it.
        let mut shell = Command::new("sh");
        let began = Instant::now();
        shell.args(["-c", "sleep 3600 & echo $! >&2; wait"]);
        let error = output_within(&mut shell, Duration::from_millis(500)).unwrap_err().to_string();
        let started: libc::pid_t = error.lines().last().unwrap().parse().unwrap();
        // SAFETY: no memory is involved; nothing is sent.
        while unsafe { libc::kill(started, 0) } == 0 && !is_dead(started) {
            assert!(began.elapsed() < LIMIT, "{started} is still there");
            thread::yield_now();
        }

        let mut child = Command::new("sleep").arg("3600").spawn().unwrap();
        assert_eq!(wait_within(&mut child, Duration::from_millis(10)).unwrap(), None);
        assert!(child.try_wait().unwrap().is_some(), "it was killed");
    }
}
