//! The program `wasm-gc`: runs WebAssembly modules.

mod arguments;
mod output;
mod run;

use std::process::ExitCode;
use std::thread;

use clap::Parser;

use arguments::Arguments;

/// The stack of the thread that runs the program: what programs may use, and what the host needs.
const STACK: usize = run::PROGRAM_STACK + (4 << 20);

fn main() -> ExitCode {
    let options = Arguments::parse().into_run();
    let thread = thread::Builder::new().stack_size(STACK).spawn(move || {
        let outcome = run::run(&options);
        output::print(&options, outcome)
    });
    match thread.map(thread::JoinHandle::join) {
        Ok(Ok(code)) => code,
        // A panic has printed its message.
        Ok(Err(_)) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("error: no thread: {error}");
            ExitCode::FAILURE
        }
    }
}
