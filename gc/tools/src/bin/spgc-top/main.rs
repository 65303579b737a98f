//! `spgc-top`: shows the counters that a heap exports while its program runs.

#![forbid(unsafe_code)]

mod arguments;
mod history;
mod terminal;
mod view;

use std::io::{self, IsTerminal as _, Write as _};
use std::process::ExitCode;
use std::time::Duration;

use clap::Parser;
use spgc_tools::live::{HeapState, LiveHeap, LiveSample, table, to_json};

use arguments::Arguments;

/// Exit status of `--once` if the counters are the last ones.
const OVER: u8 = 1;
/// Exit status of an error; also that of wrong arguments.
const ERROR: u8 = 2;
/// Time between two updates of the view.
const INTERVAL: Duration = Duration::from_secs(1);

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    match run(&arguments) {
        Ok(status) => ExitCode::from(status),
        Err(message) => {
            eprintln!("spgc-top: {message}");
            ExitCode::from(ERROR)
        }
    }
}

fn run(arguments: &Arguments) -> Result<u8, String> {
    let reader = arguments.target.open(arguments.heap).map_err(|error| error.to_string())?;
    let heap = LiveHeap::new(reader);
    if arguments.once || !io::stdout().is_terminal() {
        return once(&heap, arguments);
    }
    terminal::run(&heap, arguments.interval.unwrap_or(INTERVAL))?;
    Ok(0)
}

fn sample(heap: &LiveHeap) -> Result<LiveSample, String> {
    heap.sample().map_err(|error| error.to_string())
}

fn once(heap: &LiveHeap, arguments: &Arguments) -> Result<u8, String> {
    let mut now = sample(heap)?;
    let (rates, since) = match arguments.interval {
        // A heap that has ended does not change.
        Some(interval) if now.state == HeapState::Live => {
            let before = now;
            std::thread::sleep(interval);
            now = sample(heap)?;
            (now.rates_since(&before), format!("in {:.1} s", interval.as_secs_f64()))
        }
        _ => (now.rates_since_creation(), "since its start".to_owned()),
    };
    let text = match arguments.json {
        true => format!("{}\n", to_json(&now, &rates)),
        false => table(&now, &rates, &since),
    };
    // A reader that has closed the pipe is no error.
    let mut out = io::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            return Err(format!("cannot write the output: {error}"));
        }
        _ => {}
    }
    Ok(if now.state == HeapState::Live { 0 } else { OVER })
}
