//! The compiled program: its types, its entry, its callbacks, and the reader of its results.

use std::cell::Cell;
use std::error::Error;
use std::ffi::c_void;

use statepoint_gc::{Argument, Heap, Mutator, HeapStartError, TypeId, TypeLayout};

unsafe extern "C" {
    /// Managed: `(main SEED COUNT)`.
    fn pairs_main();
}

/// The type ID that `compile/ir.rs` uses.
const PAIR: TypeId = TypeId::new(1);
const FIRST: usize = 8;
const SECOND: usize = 16;

thread_local! {
    /// The sum and the count of the numbers that this thread was notified of.
    static NOTED: Cell<(i64, u64)> = const { Cell::new((0, 0)) };
}

/// Called by managed code with a number. It is native code: collections do not wait for it, and it
/// may request one.
#[unsafe(no_mangle)]
extern "C" fn pairs_note(number: i64) -> i64 {
    let (sum, count) = NOTED.get();
    NOTED.set((sum.wrapping_add(number), count + 1));
    if count % 500 == 499 {
        Mutator::with_current(Mutator::collect_young);
    }
    number
}

/// Called by managed code when a value does not have the required type.
#[unsafe(no_mangle)]
extern "C" fn pairs_wrong_type() -> ! {
    eprintln!("rust-host: the program takes a number for a pair, or the reverse");
    std::process::exit(1)
}

/// Returns a heap for the program. `SPGC_*` variables override its settings.
///
/// # Errors
///
/// If it cannot be made, for example because the linker has dropped the stack map.
pub fn heap() -> Result<Heap, HeapStartError> {
    let pair = TypeLayout::Fixed { size: 24, references: vec![FIRST, SECOND] };
    Heap::builder().heap_max(64 << 20).register_type(PAIR, pair).build()
}

/// Returns a number tagged as the program represents it.
fn tagged(number: i64) -> Argument<'static> {
    Argument::Word((number << 1 | 1).cast_unsigned())
}

/// Returns the number that a field of a pair holds.
fn number(word: u64) -> Result<i64, String> {
    if word & 1 == 1 { Ok(word.cast_signed() >> 1) } else { Err(format!("{word:#x} is no number")) }
}

/// The result of `main`, and the numbers that it reported meanwhile.
#[derive(Debug, PartialEq, Eq)]
pub struct Outcome {
    /// The first element of the pair.
    pub returned: i64,
    /// The second element: a list.
    pub list: Vec<i64>,
    /// The sum of the numbers that the host was notified of.
    pub noted: i64,
}

/// Runs `main`. The thread must be attached.
///
/// # Errors
///
/// If it returns anything but a pair of a number and a list of numbers.
pub fn run(mutator: &mut Mutator, seed: i64, count: i64) -> Result<Outcome, Box<dyn Error>> {
    NOTED.set((0, NOTED.get().1));
    mutator.scope(|scope| {
        let arguments = [tagged(seed), tagged(count)];
        // SAFETY: it is managed code that LLVM compiled, takes two values and returns one.
        let result = unsafe { scope.call_for_local(pairs_main as *const c_void, &arguments) }?;
        // From here on objects may move, also because of other threads: the handle is updated.
        let mutator = scope.mutator();
        let returned = number(mutator.load_word(result, FIRST)?)?;
        let mut list = Vec::new();
        let mut rest = mutator.load_reference(result, SECOND)?;
        while let Some(pair) = rest {
            list.push(number(mutator.load_word(&pair, FIRST)?)?);
            rest = mutator.load_reference(&pair, SECOND)?;
        }
        Ok(Outcome { returned, list, noted: NOTED.get().0 })
    })
}
