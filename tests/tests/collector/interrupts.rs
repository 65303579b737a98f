//! Interrupts: words that other threads leave for threads in managed code, which throws.

use core::ffi::c_int;
use core::num::NonZeroU64;
use core::sync::atomic::{AtomicU64, Ordering::Relaxed, Ordering::SeqCst};

use statepoint_gc::handshake::{HandshakeError, MutatorThread};
use statepoint_gc::{Argument, Heap, Mutator};
use tests::fibers::{Function, assert_relocated, build_heaps};
use tests::managed::{self, call};

unsafe extern "C-unwind" {
    /// Throws an exception that carries this value.
    fn test_raise(value: u64, force: c_int) -> !;
}

/// Functions that are interrupted, with references in stack slots and in registers.
const LOOPS: [Function; 4] = [
    managed::interrupts_spin,
    managed::in_registers_interrupts_spin,
    managed::interrupts_allocate,
    managed::in_registers_interrupts_allocate,
];

/// The words that the functions of `interrupts.ll` access.
#[repr(C)]
struct Words {
    throws: unsafe extern "C-unwind" fn(u64, u64, u64, u64, u64) -> u64,
    /// How often a handler was entered.
    entered: AtomicU64,
    /// The sum of the words of all interrupts.
    sum: AtomicU64,
    /// Not 0 if the loop is to end.
    end: AtomicU64,
}

impl Words {
    fn new() -> Self {
        let [entered, sum, end] = [const { AtomicU64::new(0) }; 3];
        Self { throws: throw, entered, sum, end }
    }

    fn argument(&self) -> Argument<'static> {
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

/// Returns the attached thread with this OS thread ID.
fn thread(heap: &Heap, id: u32) -> MutatorThread {
    heap.threads().into_iter().find(|thread| thread.id() == id).expect("it is attached")
}

fn word(value: u64) -> NonZeroU64 {
    NonZeroU64::new(value).expect("not 0")
}

/// How often a loop is interrupted. An emulator is slow.
fn rounds() -> u64 {
    if examples::runner::emulated() { 5 } else { 50 }
}

/// Each interrupt is thrown once, by loops that allocate and by loops that do not.
#[test]
#[cfg_attr(programs_missing, ignore = "needs LLVM 19 when it is built")]
fn loops_are_interrupted_once_for_each_word() {
    for heap in build_heaps() {
        for function in LOOPS {
            let words = Words::new();
            let id = AtomicU64::new(0);
            std::thread::scope(|scope| {
                let runner = scope.spawn(|| {
                    let mut mutator = heap.attach().unwrap();
                    id.store(u64::from(heap.threads()[0].id()), SeqCst);
                    call(&mut mutator, function, &[Argument::Word(77), words.argument()])
                });
                let id = loop {
                    match id.load(SeqCst) {
                        0 => std::thread::yield_now(),
                        id => break id as u32,
                    }
                };
                let thread = thread(&heap, id);
                for n in 1..=rounds() {
                    assert_eq!(heap.interrupt(&thread, word(n)), Ok(None));
                    while words.entered.load(SeqCst) < n && !runner.is_finished() {
                        std::thread::yield_now();
                    }
                }
                words.end.store(1, SeqCst);
                let result = runner.join().unwrap();
                assert_eq!(result, Ok(77_000 + rounds()), "{:?}", heap.zeal());
            });
            assert_eq!(words.entered.load(SeqCst), rounds());
            assert_eq!(words.sum.load(SeqCst), (1..=rounds()).sum::<u64>());
        }
        assert_relocated(&heap);
    }
}

/// A word that comes while the thread is native waits for it, and a later one replaces it. Native
/// code can take it. Other slow paths leave it.
#[test]
#[cfg_attr(programs_missing, ignore = "needs LLVM 19 when it is built")]
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
