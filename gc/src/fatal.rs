//! Ends of the process that the library decides on.

use core::fmt;

use crate::os;

/// Exit status after running out of memory.
const OUT_OF_MEMORY: i32 = 1;

/// The collector cannot go on without losing an object: says why, and aborts, which leaves a core
/// dump where the system is set up for one.
pub(crate) fn stop(why: fmt::Arguments<'_>) -> ! {
    // One write, so that messages of several threads do not mix.
    os::write_error(format!("statepoint-gc: fatal: {why}\n").as_bytes());
    std::process::abort()
}

/// Managed code has no way to be told: says what was asked for and what there is, and ends the
/// process with a status that is not 0. Not an abort: nothing is wrong with the program's memory.
pub(crate) fn out_of_memory(limit: usize, live: usize, request: usize, elements: u64) -> ! {
    let request = match elements {
        0 => format!("{request} bytes"),
        elements => format!("an array of {elements} elements, which no heap can hold"),
    };
    os::write_error(
        format!(
            "statepoint-gc: out of memory: the heap limit is {limit} bytes, of which the copying \
             collector uses one half at a time; {live} bytes are in use; the request was for \
             {request}. Raise the limit with SPGC_HEAP_MAX.\n"
        )
        .as_bytes(),
    );
    os::exit_now(OUT_OF_MEMORY)
}
