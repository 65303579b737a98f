//! The terminal: the loop that draws the view and reads keys.

use std::io;
use std::time::{Duration, Instant};

use ratatui::DefaultTerminal;
use ratatui::crossterm::event::{self, Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers};
use spgc_tools::live::{HeapState, LiveHeap};

use crate::history::History;
use crate::{sample, view};

/// Shows the heap until a key ends the view.
///
/// # Errors
///
/// If the terminal cannot be used, or the counters cannot be read at first.
pub(crate) fn run(heap: &LiveHeap, interval: Duration) -> Result<(), String> {
    let history = History::new(sample(heap)?);
    let mut terminal =
        ratatui::try_init().map_err(|error| format!("cannot use the terminal: {error}"))?;
    let result = show(&mut terminal, heap, history, interval);
    // Also after a panic, by the hook that `try_init` installs.
    ratatui::restore();
    result.map_err(|error| format!("cannot use the terminal: {error}"))
}

fn show(
    terminal: &mut DefaultTerminal,
    heap: &LiveHeap,
    mut history: History,
    interval: Duration,
) -> io::Result<()> {
    let mut message = None;
    let mut next = Instant::now() + interval;
    loop {
        terminal.draw(|frame| view::draw(frame, &history, message.as_deref()))?;
        // What has ended does not change.
        let wait = match history.last.state {
            HeapState::Live => next.saturating_duration_since(Instant::now()),
            HeapState::Ended | HeapState::ProcessGone => interval,
        };
        if event::poll(wait)? {
            if matches!(event::read()?, Event::Key(key) if is_end(key)) {
                return Ok(());
            }
            continue;
        }
        next = Instant::now() + interval;
        if history.last.state == HeapState::Live {
            match sample(heap) {
                Ok(sample) => {
                    history.add(sample);
                    message = None;
                }
                // The process may be stopped in an update, and resume later.
                Err(error) => message = Some(format!("{error} (q: quit)")),
            }
        }
    }
}

/// Returns whether the key ends the view.
fn is_end(key: KeyEvent) -> bool {
    let is_control_c =
        key.code == KeyCode::Char('c') && key.modifiers.contains(KeyModifiers::CONTROL);
    key.kind != KeyEventKind::Release
        && (matches!(key.code, KeyCode::Char('q') | KeyCode::Esc) || is_control_c)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_that_end_the_view() {
        let key = |code, modifiers| KeyEvent::new(code, modifiers);
        assert!(is_end(key(KeyCode::Char('q'), KeyModifiers::NONE)));
        assert!(is_end(key(KeyCode::Esc, KeyModifiers::NONE)));
        assert!(is_end(key(KeyCode::Char('c'), KeyModifiers::CONTROL)));
        assert!(!is_end(key(KeyCode::Char('c'), KeyModifiers::NONE)));
        assert!(!is_end(key(KeyCode::Char('x'), KeyModifiers::NONE)));
    }
}
