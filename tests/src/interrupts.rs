//! Loops in managed code that other threads interrupt (`managed/interrupts.ll`), and the native
//! function that throws then.

use core::ffi::c_void;
use core::num::NonZeroU64;
use core::sync::atomic::{AtomicU64, Ordering::Relaxed, Ordering::SeqCst};

use statepoint_gc::{Argument, Heap, Mutator};

use crate::exceptions::test_raise;

/// The words that the functions of `interrupts.ll` access.
#[derive(Debug)]
#[repr(C)]
pub struct Words {
    throws: unsafe extern "C-unwind" fn(u64, u64, u64, u64, u64) -> u64,
    /// How often a handler was entered.
    pub entered: AtomicU64,
    /// The sum of the words of all interrupts.
    pub sum: AtomicU64,
    /// Not 0 if the loop is to end.
    pub end: AtomicU64,
}

impl Default for Words {
    fn default() -> Self {
        Self::new()
    }
}

impl Words {
    /// Returns words with which nothing has happened.
    pub fn new() -> Self {
        let [entered, sum, end] = [const { AtomicU64::new(0) }; 3];
        Self { throws: throw, entered, sum, end }
    }

    /// Returns the address, as an argument of a managed function.
    pub fn argument(&self) -> Argument<'static> {
        Argument::Word(core::ptr::from_ref(self).expose_provenance() as u64)
    }
}

/// Called by managed code that was interrupted: collects, so that objects move, and throws.
unsafe extern "C-unwind" fn throw(words: u64, word: u64, a: u64, b: u64, c: u64) -> u64 {
    assert_eq!((a, b, c), (2, 3, 4));
    // SAFETY: managed code passes the address of the words, which exist during its call.
    let words: &Words = unsafe { &*core::ptr::with_exposed_provenance(words as usize) };
    words.sum.fetch_add(word, Relaxed);
    Mutator::with_current(Mutator::collect).expect("the thread is native");
    // SAFETY: this frame has no destructor to run, and all older frames may be unwound.
    unsafe { test_raise(word, 0) }
}

/// Interrupts a loop of `interrupts.ll` at the address `function` this many times, with the words 1
/// to `rounds`. Each time, waits until the loop has handled what was thrown.
///
/// # Panics
///
/// If an interrupt was lost or thrown twice, or the loop returns a wrong number.
pub fn interrupt_loop(heap: &Heap, function: *const c_void, rounds: u64) {
    let function = function.expose_provenance();
    let words = Words::new();
    let id = AtomicU64::new(0);
    std::thread::scope(|scope| {
        let runner = scope.spawn(|| {
            let mut mutator = heap.attach().unwrap();
            id.store(u64::from(heap.threads()[0].id()), SeqCst);
            let function = core::ptr::with_exposed_provenance(function);
            // SAFETY: the function takes a number and a pointer to the words, and returns a number.
            unsafe { mutator.call(function, &[Argument::Word(77), words.argument()]) }
        });
        let id = loop {
            match id.load(SeqCst) {
                0 => std::thread::yield_now(),
                id => break id as u32,
            }
        };
        let mut threads = heap.threads().into_iter();
        let thread = threads.find(|thread| thread.id() == id).expect("it is attached");
        for n in 1..=rounds {
            let word = NonZeroU64::new(n).expect("not 0");
            assert_eq!(heap.interrupt(&thread, word), Ok(None));
            while words.entered.load(SeqCst) < n && !runner.is_finished() {
                std::thread::yield_now();
            }
        }
        words.end.store(1, SeqCst);
        let result = runner.join().unwrap();
        assert_eq!(result, Ok(77_000 + rounds), "{:?}", heap.zeal());
    });
    assert_eq!(words.entered.load(SeqCst), rounds);
    assert_eq!(words.sum.load(SeqCst), (1..=rounds).sum::<u64>());
}
