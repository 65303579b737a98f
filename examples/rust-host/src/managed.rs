//! The interface to the compiled program: its types, its entry point, the host functions that it
//! calls, and the conversion of its results.

use std::cell::Cell;
use std::error::Error;
use std::ffi::c_void;

use statepoint_gc::{Argument, Heap, HeapStartError, Mutator, TypeId, TypeLayout};

unsafe extern "C" {
    /// The managed function `(main SEED COUNT)`.
    fn pairs_main();
}

/// Type ID of pairs, as in `compile/ir.rs`.
const PAIR: TypeId = TypeId::new(1);
/// Offsets of the two elements of a pair, in bytes.
const FIRST: usize = 8;
const SECOND: usize = 16;

thread_local! {
    /// Sum and count of the numbers that the program has reported on this thread.
    static NOTED: Cell<(i64, u64)> = const { Cell::new((0, 0)) };
}

/// Host function that the program calls to report a number. It runs in native state, so collections
/// do not wait for it, and it may request a collection.
#[unsafe(no_mangle)]
extern "C" fn pairs_note(number: i64) -> i64 {
    let (sum, count) = NOTED.get();
    NOTED.set((sum.wrapping_add(number), count + 1));
    if count % 500 == 499 {
        Mutator::with_current(Mutator::collect_young);
    }
    number
}

/// Host function that the program calls if a value has the wrong type. Ends the process.
#[unsafe(no_mangle)]
extern "C" fn pairs_wrong_type() -> ! {
    eprintln!("rust-host: the program uses a number as a pair, or a pair as a number");
    std::process::exit(1)
}

/// Returns a heap for the program. `SPGC_*` variables override its settings.
///
/// # Errors
///
/// If the heap cannot be created, for example because the linker has dropped the stack map.
pub fn heap() -> Result<Heap, HeapStartError> {
    let pair = TypeLayout::Fixed { size: 24, references: vec![FIRST, SECOND] };
    Heap::builder().heap_max(64 << 20).register_type(PAIR, pair).build()
}

/// Returns a number in the tagged representation of the program.
fn tagged(number: i64) -> Argument<'static> {
    Argument::Word((number << 1 | 1).cast_unsigned())
}

/// Returns the number that a tagged word represents.
fn number(word: u64) -> Result<i64, String> {
    if word & 1 == 1 {
        Ok(word.cast_signed() >> 1)
    } else {
        Err(format!("{word:#x} is not a number"))
    }
}

/// The result of `main`, and the sum of the numbers that it has reported.
#[derive(Debug, PartialEq, Eq)]
pub struct Outcome {
    /// The first element of the result.
    pub returned: i64,
    /// The second element of the result, which is a list.
    pub list: Vec<i64>,
    /// The sum of the numbers that the program has reported.
    pub noted: i64,
}

/// Calls `main` and converts its result.
///
/// # Errors
///
/// If the result is not a pair of a number and a list of numbers.
pub fn run(mutator: &mut Mutator, seed: i64, count: i64) -> Result<Outcome, Box<dyn Error>> {
    NOTED.set((0, NOTED.get().1));
    mutator.scope(|scope| {
        let arguments = [tagged(seed), tagged(count)];
        // SAFETY: the function is managed code of this program, takes two values and returns one.
        let result = unsafe { scope.call_for_local(pairs_main as *const c_void, &arguments) }?;
        // Other threads may cause collections, which move the result and update the handle.
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
