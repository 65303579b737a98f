//! The managed functions of `managed/*.ll`, and a heap to run them on.

use core::ffi::c_void;

use statepoint_gc::{Argument, CallError, Handle, Heap, HeapBuilder, Mutator, TypeId, TypeLayout};

macro_rules! managed {
    ($($(#[$documentation:meta])* $name:ident = $symbol:ident;)*) => {
        unsafe extern "C" {
            $(fn $symbol();)*
        }
        $(
            $(#[$documentation])*
            pub fn $name() -> *const c_void {
                $symbol as *const c_void
            }
        )*
    };
}

managed! {
    /// `node pair(left, right)`.
    pair = test_pair;
    /// `reference left(node)`; also as a number.
    left = test_left;
    /// `reference keep(reference)`: what it is given, after an allocation.
    keep = test_keep;
    /// `array fill(i64 length, element)`: an array of references to the same object.
    fill = test_fill;
    /// `i64 list_hash(node)`: a hash of the left numbers along the right references.
    list_hash = test_list_hash;
    /// `i64 same(array)`: 1 if all its elements are one object, else 0.
    same = test_same;
    /// `i64 fresh(i64 length)`: how many words of new objects are not zero.
    fresh = test_fresh;
    /// `i64 spin(i32 *flag)`: polls until the flag is set.
    spin = test_spin;
    /// `node wrong_size()`: allocates what its type does not allow.
    wrong_size = test_wrong_size;
    /// `array array(i64 length)`: of words.
    array = test_array;
    /// `i64 pushed_arguments(i64 n)`: 2 * (n + 54).
    pushed_arguments = test_pushed_arguments;
    /// `i64 dynamic_frame(i64 size)`: 861.
    dynamic_frame = test_dynamic_frame;
    /// `i64 vector()`: 975.
    vector = test_vector;
    /// `i64 nested(i64 depth)`: f(n) = n + 3 f(n - 1).
    nested = test_nested;
    /// `i64 native(function, i64 value)`: `function(value, 1, 2, 3, 4) + value`.
    native = test_native;
    /// The same with references in registers during the call.
    native_registers = test_native_registers;
    /// `i64 wrapped(function, i64 value)`: as `native`, through a wrapper.
    wrapped = test_wrapped;
    /// The same from a frame of dynamic size.
    wrapped_dynamic = test_wrapped_dynamic;
    /// The same with references in registers during the call, where no collection finds them.
    wrapped_registers = test_wrapped_registers;
    /// `i64 wrapped_many(function, i64 n)`: `function(n, ... n + 9, n + 10.5, ... n + 19.5) + 1000 n`.
    wrapped_many = test_wrapped_many;
    /// `i64 wrapped_structure(function, i64 n)`: the sum of the four words that `function(n)` returns, and n.
    wrapped_structure = test_wrapped_structure;
    /// `i64 wrapped_loop(i64 n)`: the sum of 1 to n, with as many allocations and native calls.
    wrapped_loop = test_wrapped_loop;
    /// `i64 wrapped_throwing(function, i64 n)`: `function(n) + 3 n`, or 1000 + 5 n if it throws, by force.
    wrapped_throwing = test_wrapped_throwing;
    /// `i64 wrapped_passing(function, i64 n)`: `function(n) + 3 n`; does not catch.
    wrapped_passing = test_wrapped_passing;
    /// `i64 transition_inlined(function, i64 n)`: `function(n) + n`, by a transition that is no wrapper's.
    transition_inlined = test_transition_inlined;
    /// `i64 transition_nowhere(function, i64 n)`: the same by a wrapper that does not say where it is.
    transition_nowhere = test_transition_nowhere;
    /// `i64 direct(function, i64 n)`: `function(n) + 15 n`, called without a record.
    direct = test_direct;
    /// The same with references in registers during the call.
    direct_registers = test_direct_registers;
    /// `i64 invoke(function, i64 n)`: `function(n) + 3 n`, or 1000 + 5 n if it throws; by force, since
    /// this function has C's personality.
    invoke = test_invoke;
    /// The same with references in registers, but not for the landing pad.
    invoke_registers = test_invoke_registers;
    /// The same with references in registers for the landing pad.
    invoke_pads = test_invoke_pads;
    /// `i64 catch(function, i64 n, i64 note)`: `function(n, note, 1, 2, 3) + 3 n`, called by the stub, or
    /// 1000 + 5 n if it throws.
    catch = test_catch;
    /// The same with references in registers for the landing pad.
    catch_registers = test_catch_registers;
    /// `i64 pass(function, i64 n, i64 note[2])`: the same, but if the function throws, the second word
    /// becomes n at once, then 1000 + 5 n is added to the first, and the exception goes on.
    pass = test_pass;
    /// The same with references in registers for the landing pad.
    pass_registers = test_pass_registers;
    /// `i64 marked(function, i64 n)`: n. During the call a `stackmap` names a reference.
    marked = test_marked;
    /// `i64 registers(i64 depth)`: f(n) = 10 n + 3 f(n - 1).
    registers = test_registers;
    /// `i64 busy(u32 (*flag)[2])`: 7. Sets the second word and waits for the first, without a poll.
    busy = test_busy;
    /// `i64 busy_below(u32 (*flag)[2], i64 depth)`: 7 + depth; calls itself, then `busy`.
    busy_below = test_busy_below;
    /// `i64 busy_leaf(u32 (*flag)[2])`: as `busy`, in a function that is not managed.
    busy_leaf = test_busy_leaf;
    /// `i64 signed(i64 depth)`: f(n) = 3 n + 3 f(n - 1), with signed return addresses.
    signed = test_signed;
    /// `i64 signature()`: that of its own return address, 0 if it is not signed.
    signature = test_signature;
}

/// A heap with the types that the functions use, that ignores the environment.
pub fn heap() -> HeapBuilder {
    types(Heap::builder().without_environment())
}

/// Registers the types that the functions use.
#[must_use]
pub fn types(heap: HeapBuilder) -> HeapBuilder {
    heap.register_type(TypeId::new(1), TypeLayout::Fixed { size: 24, references: vec![8, 16] })
        .register_type(TypeId::new(2), TypeLayout::PlainArray { element_size: 8 })
        .register_type(TypeId::new(3), TypeLayout::ReferenceArray)
        .register_type(TypeId::new(4), TypeLayout::Fixed { size: 16, references: vec![] })
}

/// Calls one of the functions above that returns a number.
///
/// # Errors
///
/// Those of [`Mutator::call`].
///
/// # Panics
///
/// If the function is not one of the above.
pub fn call(
    mutator: &mut Mutator,
    function: fn() -> *const c_void,
    arguments: &[Argument<'_>],
) -> Result<u64, CallError> {
    // SAFETY: the function is one of the above, which are managed code of this program; the tests
    // pass what their documentation says.
    unsafe { mutator.call(function(), arguments) }
}

/// Calls one of the functions above that returns a reference.
///
/// # Errors
///
/// Those of [`Mutator::call_for_reference`].
pub fn make(
    mutator: &mut Mutator,
    function: fn() -> *const c_void,
    arguments: &[Argument<'_>],
) -> Result<Handle, CallError> {
    // SAFETY: as in `call`.
    unsafe { mutator.call_for_reference(function(), arguments) }
}

/// `f(n) = factor * n + 3 f(n - 1)`, f(0) = 0, as the recursive functions above compute it.
pub fn tripled_sum(depth: u64, factor: u64) -> u64 {
    (1..=depth).fold(0, |below: u64, n| below.wrapping_mul(3).wrapping_add(factor * n))
}
