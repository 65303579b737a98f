//! A progress bar on standard error, for work that takes longer than a second.

use std::io::IsTerminal;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// The delay before the bar is shown.
const DELAY: Duration = Duration::from_secs(1);

/// Progress display, measured in bytes of stack map sections. It shows nothing if standard error is
/// not a terminal.
pub(crate) struct Progress {
    started: Instant,
    /// Total size of the sections in bytes.
    total: u64,
    /// Total size of the completed sections in bytes.
    completed: u64,
    bar: Option<ProgressBar>,
    enabled: bool,
}

impl Progress {
    /// Creates the display for `total` bytes. `writes_to_stdout` is true if the command writes its
    /// output to standard output. No bar is shown if that is a terminal.
    pub(crate) fn new(total: usize, writes_to_stdout: bool) -> Self {
        let shares_terminal = writes_to_stdout && std::io::stdout().is_terminal();
        Self {
            started: Instant::now(),
            total: total as u64,
            completed: 0,
            bar: None,
            enabled: std::io::stderr().is_terminal() && !shares_terminal,
        }
    }

    /// Reports that the work has reached this byte of the current section.
    pub(crate) fn set_position(&mut self, byte: usize) {
        if !self.enabled || self.started.elapsed() < DELAY {
            return;
        }
        let total = self.total;
        let bar = self.bar.get_or_insert_with(|| {
            let target = ProgressDrawTarget::stderr();
            let bar = ProgressBar::with_draw_target(Some(total), target);
            if let Ok(style) =
                ProgressStyle::with_template("{bar:40} {bytes} of {total_bytes}, {eta} left")
            {
                bar.set_style(style);
            }
            bar
        });
        bar.set_position((self.completed + byte as u64).min(total));
    }

    /// Reports that a section of this size is complete.
    pub(crate) fn next_section(&mut self, size: usize) {
        self.completed += size as u64;
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}
