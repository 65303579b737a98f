//! Interrupts: words that other threads leave for threads in managed code, which throws.

use core::num::NonZeroU64;
use core::sync::atomic::Ordering::SeqCst;

use statepoint_gc::Argument;
use statepoint_gc::handshake::HandshakeError;
use tests::fibers::{Function, assert_relocated, build_heaps};
use tests::interrupts::{Words, interrupt_loop};
use tests::managed::{self, call};

/// Functions that are interrupted, with references in stack slots and in registers.
const LOOPS: [Function; 4] = [
    managed::interrupts_spin,
    managed::in_registers_interrupts_spin,
    managed::interrupts_allocate,
    managed::in_registers_interrupts_allocate,
];

fn word(value: u64) -> NonZeroU64 {
    NonZeroU64::new(value).expect("not 0")
}

/// How often a loop is interrupted. An emulator is slow.
fn rounds() -> u64 {
    if examples::runner::emulated() { 5 } else { 50 }
}

/// Each interrupt is thrown once, by loops that allocate and by loops that do not.
#[test]
fn loops_are_interrupted_once_for_each_word() {
    for heap in build_heaps() {
        for function in LOOPS {
            interrupt_loop(&heap, function(), rounds());
        }
        assert_relocated(&heap);
    }
}

/// A word that comes while the thread is native waits for it, and a later one replaces it. Native
/// code can take it. Other slow paths leave it.
#[test]
fn words_wait_for_threads_in_native_code() {
    for heap in build_heaps() {
        let mut mutator = heap.attach().unwrap();
        let me = heap.threads().remove(0);
        assert_eq!(mutator.take_interrupt(), None);
        assert_eq!(heap.interrupt(&me, word(5)), Ok(None));
        assert_eq!(heap.interrupt(&me, word(6)), Ok(Some(word(5))));
        // Managed code that does not ask for interrupts, with polls and allocations.
        assert_eq!(call(&mut mutator, managed::nested, &[Argument::Word(2)]), Ok(2 + 3));
        mutator.collect();
        assert_eq!(mutator.take_interrupt(), Some(word(6)));
        assert_eq!(mutator.take_interrupt(), None);
        assert_eq!(call(&mut mutator, managed::nested, &[Argument::Word(2)]), Ok(2 + 3));

        assert_eq!(heap.interrupt(&me, word(7)), Ok(None));
        let words = Words::new();
        words.end.store(1, SeqCst);
        for function in LOOPS {
            let entered = words.entered.load(SeqCst);
            let arguments = [Argument::Word(3), words.argument()];
            let result = call(&mut mutator, function, &arguments);
            // The first one takes the word.
            assert_eq!(result, Ok(3000 + u64::from(entered == 0)));
            assert_eq!(words.entered.load(SeqCst), 1);
        }
        assert_eq!(words.sum.load(SeqCst), 7);
        drop(mutator);
        assert_eq!(heap.interrupt(&me, word(8)), Err(HandshakeError::NotAttached));
    }
}
