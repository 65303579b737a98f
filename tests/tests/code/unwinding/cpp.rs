//! C++ exceptions that unwind managed frames and frames of the host.

use statepoint_gc::{Argument, Mutator};
use tests::managed::{self, call};
use tests::throwing::ThrowingLibrary;

use super::{CALLER, Function, ZEAL_MODES, assert_moved, assert_usable, build};

/// C++ code throws, catches and rethrows exceptions through managed frames and the host's frames.
#[test]
fn cpp_exceptions_unwind_through_managed_code() {
    extern "C-unwind" fn call_throwing(n: u64, note: u64) -> u64 {
        let library = ThrowingLibrary::get().expect("the library is loaded");
        Mutator::with_current(|mutator| {
            mutator.collect();
            let arguments = [library.argument(), Argument::Word(n), Argument::Word(note)];
            call(mutator, CALLER.get(), &arguments).unwrap()
        })
        .expect("native code that the stub called is native")
    }
    let Some(library) = ThrowingLibrary::get() else { return };
    library.set_callback(call_throwing);
    for zeal in ZEAL_MODES {
        for function in [managed::pass as Function, managed::pass_registers] {
            let heap = build(zeal);
            let mut mutator = heap.attach().unwrap();
            CALLER.set(function);
            let before = library.destroyed();
            let mut note = [0_u64; 2];
            let note_address = Argument::Word((&raw mut note).expose_provenance() as u64);
            // Levels 3 and 6 catch and rethrow, level 9 catches and returns.
            let result = call(
                &mut mutator,
                function,
                &[library.argument(), Argument::Word(11), note_address],
            );
            assert_eq!(result, Ok(1009 + 3 * (9 + 10 + 11)));
            assert_eq!(note[0], (0..9).map(|n| 1000 + 5 * n).sum::<u64>(), "{zeal:?}");
            assert_eq!(library.destroyed() - before, 12);
            assert_usable(&mut mutator);
            assert_moved(&heap.statistics());
        }
    }
}
