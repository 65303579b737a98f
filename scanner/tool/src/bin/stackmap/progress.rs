//! A progress bar on standard error, for work that takes longer than a second.

use std::io::IsTerminal;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// The delay before the bar is shown.
const DELAY: Duration = Duration::from_secs(1);

/// Progress through the bytes of some sections. Shows nothing where standard error is not a
/// terminal.
pub(crate) struct Progress {
    started: Instant,
    total: u64,
    /// Bytes of the sections that are done.
    before: u64,
    bar: Option<ProgressBar>,
    enabled: bool,
}

impl Progress {
    /// `total` is in bytes. Set `output_here` if the output goes to the terminal as well; then no
    /// bar is shown.
    pub(crate) fn new(total: usize, output_here: bool) -> Self {
        let in_the_way = output_here && std::io::stdout().is_terminal();
        Self {
            started: Instant::now(),
            total: total as u64,
            before: 0,
            bar: None,
            enabled: std::io::stderr().is_terminal() && !in_the_way,
        }
    }

    /// Reports that the work has reached this byte of the current section.
    pub(crate) fn at(&mut self, byte: usize) {
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
        bar.set_position((self.before + byte as u64).min(total));
    }

    /// Reports that a section of this size is complete.
    pub(crate) fn next_section(&mut self, size: usize) {
        self.before += size as u64;
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}
