//! Child processes that are waited for, but not for ever.

use std::io;
use std::process::{Child, ExitStatus};
use std::thread;
use std::time::{Duration, Instant};

/// How often a child is looked at: short beside what it takes to start one.
const INTERVAL: Duration = Duration::from_millis(2);

/// How the child ended; `None` if it had not after so long, and was killed. What it writes must not go into a
/// pipe that nobody reads meanwhile.
///
/// # Errors
///
/// Those of waiting for it, or of killing it.
pub fn ended_within(child: &mut Child, patience: Duration) -> io::Result<Option<ExitStatus>> {
    let start = Instant::now();
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(Some(status));
        }
        if start.elapsed() > patience {
            child.kill()?;
            child.wait()?;
            return Ok(None);
        }
        thread::sleep(INTERVAL);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::process::Command;

    #[test]
    fn a_child_that_ends_is_told_from_one_that_does_not() {
        let mut child = Command::new("true").spawn().unwrap();
        let status = ended_within(&mut child, Duration::from_secs(60)).unwrap();
        assert!(status.is_some_and(|status| status.success()));

        let mut child = Command::new("sleep").arg("3600").spawn().unwrap();
        assert_eq!(ended_within(&mut child, Duration::from_millis(10)).unwrap(), None);
        assert!(child.try_wait().unwrap().is_some(), "it was killed");
    }
}
