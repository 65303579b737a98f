//! The program `wasm-gc`: runs WebAssembly modules.

mod arguments;
mod output;
mod run;

use std::process::ExitCode;
use std::thread;

use clap::Parser;

use arguments::Arguments;

fn main() -> ExitCode {
    let options = Arguments::parse().into_run();
    let engine = (!options.emit_llvm).then(|| run::engine(&options));
    let thread = thread::Builder::new().stack_size(run::STACK).spawn(move || {
        let Some(engine) = engine else {
            return output::print_ir(&options, run::llvm_ir(&options));
        };
        let outcome = run::run(&options, engine);
        output::print(&options, &outcome)
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
