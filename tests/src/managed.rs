//! The managed functions of `managed/*.ll`, and a heap to run them on.

use core::ffi::c_void;
use std::env::consts::ARCH;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use statepoint_gc::{
    Argument, CallError, CodeRegistry, Handle, Heap, HeapBuilder, Mutator, TypeId, TypeLayout,
    patched_polls::PatchedPolls,
};

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

pub mod layouts;

managed! {
    /// `node pair(left, right)`.
    pair = test_pair;
    /// `reference left(node)`; also as a number.
    left = test_left;
    /// `reference keep(reference)`: returns its argument, after an allocation.
    keep = test_keep;
    /// `array fill(i64 length, element)`: an array of references to the same object.
    fill = test_fill;
    /// `i64 list_hash(node)`: a hash of the left numbers along the right references.
    list_hash = test_list_hash;
    /// `record record(i64 header, a, b, c)`: a new object of 32 bytes with these fields.
    record = test_record;
    /// `reference field(object, i64 offset)`; also returned as a number.
    field = test_field;
    /// `void set_field(object, i64 offset, reference)`.
    set_field = test_set_field;
    /// `void set_root(slot, reference)`: into a slot of a root range.
    set_root = test_set_root;
    /// `reference root(slot)`; also as a number.
    root = test_root;
    /// `i64 weak_rounds(i64 count, i64 header)`: how many of `count` weak fields were cleared.
    weak_rounds = test_weak_rounds;
    /// `i64 finalizable(i64 count, i64 first)`: registers `count` objects, with numbers from
    /// `first` on; returns the number of the last registration.
    finalizable = test_finalizable;
    /// `i64 ephemeron_rounds(i64 count, i64 header)`: 3 count * count.
    ephemeron_rounds = test_ephemeron_rounds;
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
    /// Likewise, with references in registers during the call.
    native_registers = test_native_registers;
    /// `i64 wrapped(function, i64 value)`: as `native`, through a wrapper.
    wrapped = test_wrapped;
    /// Likewise, from a frame of dynamic size.
    wrapped_dynamic = test_wrapped_dynamic;
    /// Likewise, with references in registers during the call, where no collection finds them.
    wrapped_registers = test_wrapped_registers;
    /// `i64 wrapped_many(function, i64 n)`:
    /// `function(n, ... n + 9, n + 10.5, ... n + 19.5) + 1000 n`.
    wrapped_many = test_wrapped_many;
    /// `i64 wrapped_structure(function, i64 n)`: the sum of the four words that `function(n)`
    /// returns, and n.
    wrapped_structure = test_wrapped_structure;
    /// `i64 wrapped_loop(i64 n)`: the sum of 1 to n, with as many allocations and native calls.
    wrapped_loop = test_wrapped_loop;
    /// `i64 wrapped_throwing(function, i64 n)`: `function(n) + 3 n`, or 1000 + 5 n if it throws,
    /// with forced unwinding.
    wrapped_throwing = test_wrapped_throwing;
    /// `i64 wrapped_passing(function, i64 n)`: `function(n) + 3 n`; does not catch.
    wrapped_passing = test_wrapped_passing;
    /// `i64 transition_inlined(function, i64 n)`: `function(n) + n`, through a transition outside
    /// of a wrapper.
    transition_inlined = test_transition_inlined;
    /// `i64 transition_nowhere(function, i64 n)`: the same through a wrapper that does not record
    /// where managed code was left.
    transition_nowhere = test_transition_nowhere;
    /// `i64 direct(function, i64 n)`: `function(n) + 15 n`, called without a record.
    direct = test_direct;
    /// Likewise, with references in registers during the call.
    direct_registers = test_direct_registers;
    /// `i64 invoke(function, i64 n)`: `function(n) + 3 n`, or 1000 + 5 n if it throws; only with
    /// forced unwinding, since this function has C's personality.
    invoke = test_invoke;
    /// Likewise, with references in registers, but not for the landing pad.
    invoke_registers = test_invoke_registers;
    /// Likewise, with references in registers for the landing pad.
    invoke_pads = test_invoke_pads;
    /// `i64 catch(function, i64 n, i64 note)`: `function(n, note, 1, 2, 3) + 3 n`, called through
    /// the stub, or 1000 + 5 n if it throws.
    catch = test_catch;
    /// Likewise, with references in registers for the landing pad.
    catch_registers = test_catch_registers;
    /// `i64 pass(function, i64 n, i64 note[2])`: the same, but if the function throws, the second
    /// word becomes n at once, then 1000 + 5 n is added to the first, and the exception continues.
    pass = test_pass;
    /// Likewise, with references in registers for the landing pad.
    pass_registers = test_pass_registers;
    /// `i64 deopt_kinds(function, i64 n)`: `function(n, 1, 2, 3, 4) + n`, with deoptimization
    /// values of all kinds.
    deopt_kinds = test_deopt_kinds;
    /// Likewise, with references in registers during the call.
    in_registers_deopt_kinds = in_registers_test_deopt_kinds;
    /// `i64 deopt_outer(function, i64 depth, i64 a, i64 b, i64 c, i64 d)`: what `test_deopt_nested`
    /// returns, which has deoptimization state; and many values are live during the call.
    deopt_outer = test_deopt_outer;
    /// Likewise, with references in registers during the call.
    in_registers_deopt_outer = in_registers_test_deopt_outer;
    /// Called by `deopt_outer`.
    deopt_nested = test_deopt_nested;
    /// Called by `in_registers_deopt_outer`.
    in_registers_deopt_nested = in_registers_test_deopt_nested;
    /// `i64 deopt_thousand_halves(function, i64 depth)`: of functions that return floating-point
    /// numbers.
    deopt_thousand_halves = test_deopt_thousand_halves;
    /// `double deopt_halves(function, i64 depth)`: called by that.
    deopt_halves = test_deopt_halves;
    /// `i64 deopt_sum_of_pair(function, i64 n)`: `function(n, 1, 2, 3, 4) + 1000 n`, which
    /// `test_deopt_pair` returns in two registers.
    deopt_sum_of_pair = test_deopt_sum_of_pair;
    /// `{i64, i64} deopt_pair(function, i64 n)`: called by that.
    deopt_pair = test_deopt_pair;
    /// `i64 deopt_wrapped(function, i64 n)`: `function(n, 1, 2, 3, 4) + 2 n`, called through a
    /// wrapper.
    deopt_wrapped = test_deopt_wrapped;
    /// `i64 deopt_ten(function, i64 a, i64 b)`: `function(a, 1, 2, 3, 4)`, with ten deoptimization
    /// values.
    deopt_ten = test_deopt_ten;
    /// `i64 marked(function, i64 n)`: n. During the call a `stackmap` lists a reference.
    marked = test_marked;
    /// `void marked_left()`: calls `patched_rebuild` (`patched.c`).
    marked_left = test_marked_left;
    /// `i64 polls_spin(u32 flags[], i64 value)`: the value, which is in a box while it polls until
    /// the first flag is set. Sets the flag with the number `value + 1` before it polls.
    polls_spin = test_polls_spin;
    /// Likewise, with patched polls.
    patched_polls_spin = patched_polls_test_polls_spin;
    /// `i64 polls_sum(i64 n)`: the sum of 1 to n, with patched polls.
    patched_polls_sum = patched_polls_test_polls_sum;
    /// `void patched_stop()`: a poll.
    patched_stop = test_patched_stop;
    /// `i64 patched_statepoint(i64 n)`: the sum of 1 to n, with a statepoint of 8 patch bytes, 41,
    /// in each round.
    patched_statepoint = test_patched_statepoint;
    /// `i64 patched_loop(i64 n)`: n, with a statepoint of 16 patch bytes, 42, in each round and
    /// nothing else.
    patched_loop = test_patched_loop;
    /// `i64 patched_patchpoint(i64 x, i64 y)`: the result for x of the code that is patched into a
    /// patchpoint of 16 bytes, 43; and y.
    patched_patchpoint = test_patched_patchpoint;
    /// `i64 thunk_statepoint(i64 n, i64 8)`: the sum of 7 i + n over i from 1 to n, if a thunk that
    /// calls `thunk_array` is patched into 61.
    thunk_statepoint = test_thunk_statepoint;
    /// `void thunk_array(i64 *values, i64 words, i64 *results)`; see the IR.
    thunk_array = test_thunk_array;
    /// `i64 thunk_patchpoint(i64 n)`: the sum of 3 i, with boxes in registers across a patchpoint
    /// of 16 bytes, 62.
    thunk_patchpoint = test_thunk_patchpoint;
    /// `void thunk_collect(i64)`: two allocations.
    thunk_collect = test_thunk_collect;
    /// `i64 pinned_sum(function, i64 n, i64 16)`: the sum of i * i over i < n, with a pinned array
    /// during each `function(i)`.
    pinned_sum = test_pinned_sum;
    /// `i64 documented_shadow(function, i64 *p)`: calls function(p), then *p + 3, in the shadow of
    /// a stackmap, 77.
    documented_shadow = test_documented_shadow;
    /// `i64 documented_patchpoint(x)`: 3 more than the result for x of the code that is patched
    /// into a patchpoint, 78.
    documented_patchpoint = test_documented_patchpoint;
    /// `i64 documented_any_registers(x)`: likewise with argument and result in any registers, 79.
    documented_any_registers = test_documented_any_registers;
    /// `i64 documented_alloca(function, i64 x)`: the value that function(p) leaves in p, which held
    /// x; the stackmap is 80.
    documented_alloca = test_documented_alloca;
    /// `i64 registers(i64 depth)`: f(n) = 10 n + 3 f(n - 1).
    registers = test_registers;
    /// `i64 busy(u32 (*flag)[2])`: 7. Sets the second word and waits for the first, without a poll.
    busy = test_busy;
    /// `i64 busy_below(u32 (*flag)[2], i64 depth)`: 7 + depth; calls itself, then `busy`.
    busy_below = test_busy_below;
    /// `i64 busy_leaf(u32 (*flag)[2])`: as `busy`, in a function that is not managed.
    busy_leaf = test_busy_leaf;
    /// `array nodes(i64 length)`: of new nodes.
    nodes = test_nodes;
    /// `unlog(object)`: sets the unlogged bit of the header.
    unlog = test_unlog;
    /// `i64 unlogged(object)`: the unlogged bit, 4 or 0.
    unlogged = test_unlogged;
    /// `i64 count_unlogged(array)`: the number of elements whose unlogged bit is set.
    count_unlogged = test_count_unlogged;
    /// `set_left(node, value)`.
    set_left = test_set_left;
    /// `set(object, i64 offset, value)`: stores at any offset.
    set = test_set;
    /// `reference exchange_left(node, value)`: returns the previous value.
    exchange_left = test_exchange_left;
    /// `i64 set_all(array, value, i32 *flag, i64 word)`: waits for the flag, stores in the left
    /// field of each element; see the IR for the result.
    set_all = test_set_all;
    /// `i64 array_copy(to, i64 index, from, i64 index, i64 count)`: 0, or the reason why nothing
    /// was copied.
    array_copy = test_array_copy;
    /// `i64 array_fill(array, i64 index, value, i64 count)`: 0, or the reason why nothing was
    /// stored.
    array_fill = test_array_fill;
    /// `object clone(object)`.
    clone = test_clone;
    /// `array bytes(i64 length)`: of type 20.
    bytes = test_bytes;
    /// `array references(i64 length)`: of null references.
    references = test_references;
    /// `object soak_object(i64 size, i64 header)`: with fields that are zero.
    soak_object = test_soak_object;
    /// `array soak_bytes(i64 length)`: of type 40.
    soak_bytes = test_soak_bytes;
    /// `i64 soak_hash_words(object, i64 begin, i64 end)`: of the words between two offsets.
    soak_hash_words = test_soak_hash_words;
    /// `i64 soak_hash_references(object, i64 begin, i64 end)`: of a reference the type of its
    /// object counts.
    soak_hash_references = test_soak_hash_references;
    /// `reference soak_exchange(object, i64 offset, value)`: returns the previous value.
    soak_exchange = test_soak_exchange;
    /// `i64 soak_same(reference, reference)`: 1 if they are, else 0.
    soak_same = test_soak_same;
    /// `i64 soak_address(object)`: its address.
    soak_address = test_soak_address;
    /// `array soak_hold(a, b, i64 offsets, function, i64 context, i64 depth)`: calls
    /// `function(context)` while frames hold the two; returns both, and the object that a pointer
    /// into one of them then points to.
    soak_hold = test_soak_hold;
    /// `i64 header(object)`: the whole header.
    header = test_header;
    /// `i64 array_hash(array)`: of references to nodes, and of numbers.
    array_hash = test_array_hash;
    /// `i64 strangers(array)`: the number of its nodes that have neither 3 nor 5 on the left.
    strangers = test_strangers;
    /// `i64 signed(i64 depth)`: f(n) = 3 n + 3 f(n - 1), with signed return addresses.
    signed = test_signed;
    /// `i64 signature()`: the signature of its own return address, 0 if it is not signed.
    signature = test_signature;
}

/// Returns the path of a program's assembly: committed, or made when this package was built.
///
/// # Panics
///
/// If there is none, because LLVM was not installed then.
pub fn assembly(name: &str) -> PathBuf {
    let committed = Path::new(env!("CARGO_MANIFEST_DIR")).join("managed");
    let folders = [&*committed.join(ARCH), Path::new(env!("MANAGED_ASSEMBLY"))];
    let mut files = folders.into_iter().map(|folder| folder.join(name).with_extension("s"));
    let file = files.find(|file| file.exists());
    file.unwrap_or_else(|| panic!("{name} needs LLVM 19 when this package is built"))
}

/// Returns a builder of a heap with the types that the functions use. It ignores the environment
/// except for `SPGC_VERIFY` and `SPGC_CONCURRENT`: so all tests can be run with the heap verified
/// before and after each collection, and with concurrent cycles. The test has a limit from now on:
/// [`start_test_timeout`](crate::timeout::start_test_timeout).
///
/// # Panics
///
/// If the variable is invalid.
pub fn heap() -> HeapBuilder {
    crate::timeout::start_test_timeout();
    let heap = types(Heap::builder().without_environment());
    let heap = match std::env::var("SPGC_CONCURRENT") {
        Ok(concurrent) => heap.concurrent(concurrent == "on"),
        Err(_) => heap,
    };
    match std::env::var("SPGC_VERIFY") {
        Ok(verify) => heap.verify(verify.parse().expect("SPGC_VERIFY says when to verify")),
        Err(_) => heap,
    }
}

/// Returns the code of this program, and its patched polls: shared by all heaps, since they share
/// the code.
///
/// # Panics
///
/// If the polls cannot be patched.
pub fn patched_polls() -> (&'static Arc<CodeRegistry>, &'static Arc<PatchedPolls>) {
    static PROGRAM: OnceLock<(Arc<CodeRegistry>, Arc<PatchedPolls>)> = OnceLock::new();
    let (code, polls) = PROGRAM.get_or_init(|| {
        let code = CodeRegistry::of_this_process().expect("the program has a stack map");
        let polls = PatchedPolls::new().expect("code can be patched here");
        let address = patched_polls_spin().expose_provenance() as u64;
        // SAFETY: the program has no other records of this ID, and stays.
        unsafe { polls.add_image_at(&code, address) }.expect("the program has polls");
        (Arc::new(code), Arc::new(polls))
    });
    (code, polls)
}

/// Adds the [patched polls](patched_polls) to a heap.
#[must_use]
pub fn with_patched_polls(heap: HeapBuilder) -> HeapBuilder {
    let (code, polls) = patched_polls();
    heap.code(Arc::clone(code)).patched_polls(Arc::clone(polls))
}

/// Registers the types that the functions use.
#[must_use]
pub fn types(heap: HeapBuilder) -> HeapBuilder {
    heap.register_type(TypeId::new(1), TypeLayout::Fixed { size: 24, references: vec![8, 16] })
        .register_type(TypeId::new(2), TypeLayout::PlainArray { element_size: 8 })
        .register_type(TypeId::new(3), TypeLayout::ReferenceArray)
        .register_type(TypeId::new(4), TypeLayout::Fixed { size: 16, references: vec![] })
}

/// Types of [`record`]s, whose ids no other test uses.
pub mod records {
    use super::{HeapBuilder, TypeId, TypeLayout};
    use statepoint_gc::types::WeakKind;

    /// Three fields that keep their objects alive.
    pub const STRONG: TypeId = TypeId::new(20);
    /// The field at offset 16 does not.
    pub const WEAK: TypeId = TypeId::new(21);
    /// Likewise, cleared after finalization.
    pub const LONG_WEAK: TypeId = TypeId::new(22);
    /// The key at offset 8, the value at 16.
    pub const EPHEMERON: TypeId = TypeId::new(23);

    /// Returns the header of its objects.
    pub fn header(id: TypeId) -> u64 {
        u64::from(id.get()) << 8
    }

    /// Registers these types.
    #[must_use]
    pub fn types(heap: HeapBuilder) -> HeapBuilder {
        let weak =
            |kind| TypeLayout::Weak { size: 32, references: vec![8, 24], weak: vec![16], kind };
        let ephemeron = TypeLayout::Ephemeron { size: 32, references: vec![24], key: 8, value: 16 };
        heap.register_type(STRONG, TypeLayout::Fixed { size: 32, references: vec![8, 16, 24] })
            .register_type(WEAK, weak(WeakKind::Short))
            .register_type(LONG_WEAK, weak(WeakKind::Long))
            .register_type(EPHEMERON, ephemeron)
    }
}

/// Calls one of the functions above that returns a number.
///
/// # Errors
///
/// As for [`Mutator::call`].
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
/// As for [`Mutator::call_for_reference`].
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
