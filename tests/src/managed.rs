//! The managed functions of `managed/*.ll`, and the heap that they run on.

use core::ffi::c_void;
use std::env::consts::ARCH;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use statepoint_gc::{
    Argument, CallError, CodeRegistry, Handle, Heap, HeapBuilder, Mutator, TypeId, TypeLayout,
    patched_polls::PatchedPolls,
};

/// Defines functions that return the addresses of managed functions. The comment of each has the
/// signature of the managed function, in which references have the type of their object.
macro_rules! managed {
    ($($(#[$documentation:meta])* $name:ident = $symbol:ident;)*) => {
        unsafe extern "C" {
            $(fn $symbol();)*
        }
        $(
            $(#[$documentation])*
            pub fn $name() -> *const c_void {
                #[cfg(programs_missing)]
                crate::missing_programs::require($symbol);
                $symbol as *const c_void
            }
        )*
    };
}

pub mod layouts;

managed! {
    /// `node pair(left, right)`: allocates a node.
    pair = test_pair;
    /// `node pair_or_null(left, right)`: allocates a node, or returns null if the heap is full.
    pair_or_null = test_pair_or_null;
    /// `reference left(node)`: returns the left field, as a reference or a number.
    left = test_left;
    /// `reference keep(reference)`: returns its argument, after an allocation.
    keep = test_keep;
    /// `array fill(i64 length, element)`: allocates an array of references to one object.
    fill = test_fill;
    /// `i64 list_hash(node)`: returns a hash of the numbers in the left fields along the list of
    /// right fields.
    list_hash = test_list_hash;
    /// `record record(i64 header, a, b, c)`: allocates an object of 32 bytes with these fields.
    record = test_record;
    /// `reference field(object, i64 offset)`: loads a field, as a reference or a number.
    field = test_field;
    /// `void set_field(object, i64 offset, reference)`: stores a reference with the write barrier.
    set_field = test_set_field;
    /// `void set_root(slot, reference)`: stores a reference in a slot of a root range.
    set_root = test_set_root;
    /// `reference root(slot)`: loads a slot of a root range, as a reference or a number.
    root = test_root;
    /// `i64 weak_rounds(i64 count, i64 header)`: allocates `count` objects with weak fields.
    /// Returns the number of cleared fields.
    weak_rounds = test_weak_rounds;
    /// `i64 finalizable(i64 count, i64 first)`: registers `count` objects for finalization, with
    /// tokens from `first` on. Returns the number of the last registration.
    finalizable = test_finalizable;
    /// `i64 ephemeron_rounds(i64 count, i64 header)`: allocates ephemerons. Returns 3 count *
    /// count.
    ephemeron_rounds = test_ephemeron_rounds;
    /// `i64 same(array)`: returns 1 if all elements refer to one object, otherwise 0.
    same = test_same;
    /// `i64 fresh(i64 length)`: allocates objects. Returns the number of their words that are not
    /// 0.
    fresh = test_fresh;
    /// `i64 spin(i32 *flag)`: polls until the flag is set.
    spin = test_spin;
    /// `node wrong_size()`: allocates an object whose size contradicts its type.
    wrong_size = test_wrong_size;
    /// `array array(i64 length)`: allocates an array of words.
    array = test_array;
    /// `i64 pushed_arguments(i64 n)`: passes arguments on the stack. Returns 2 * (n + 54).
    pushed_arguments = test_pushed_arguments;
    /// `i64 dynamic_frame(i64 size)`: has a frame of dynamic size. Returns 861.
    dynamic_frame = test_dynamic_frame;
    /// `i64 vector()`: has a vector of references. Returns 975.
    vector = test_vector;
    /// `i64 nested(i64 depth)`: returns f(depth) for f(n) = n + 3 f(n - 1), f(0) = 0.
    nested = test_nested;
    /// `i64 native(function, i64 value)`: returns `function(value, 1, 2, 3, 4) + value`.
    native = test_native;
    /// The same as `native`, with references in registers during the call.
    native_registers = test_native_registers;
    /// The same as `native`, through a wrapper.
    wrapped = test_wrapped;
    /// The same as `wrapped`, from a frame of dynamic size.
    wrapped_dynamic = test_wrapped_dynamic;
    /// The same as `wrapped`, with references in registers during the call, where a stack walk
    /// cannot find them.
    wrapped_registers = test_wrapped_registers;
    /// `i64 wrapped_many(function, i64 n)`: returns `function(n, ... n + 9, n + 10.5, ... n + 19.5)
    /// + 1000 n`.
    wrapped_many = test_wrapped_many;
    /// `i64 wrapped_structure(function, i64 n)`: returns the sum of n and the four words that
    /// `function(n)` returns.
    wrapped_structure = test_wrapped_structure;
    /// `i64 wrapped_loop(i64 n)`: returns the sum of 1 to n, with an allocation and a native call
    /// per iteration.
    wrapped_loop = test_wrapped_loop;
    /// `i64 wrapped_throwing(function, i64 n)`: returns `function(n) + 3 n`, or 1000 + 5 n if the
    /// function throws, with forced unwinding.
    wrapped_throwing = test_wrapped_throwing;
    /// `i64 wrapped_passing(function, i64 n)`: returns `function(n) + 3 n`. It does not catch
    /// exceptions.
    wrapped_passing = test_wrapped_passing;
    /// `i64 transition_inlined(function, i64 n)`: returns `function(n) + n`, through a transition
    /// outside of a wrapper.
    transition_inlined = test_transition_inlined;
    /// `i64 transition_nowhere(function, i64 n)`: returns `function(n) + n`, through a wrapper that
    /// does not record the last managed frame.
    transition_nowhere = test_transition_nowhere;
    /// `i64 direct(function, i64 n)`: returns `function(n) + 15 n`, called without a transition.
    direct = test_direct;
    /// The same as `direct`, with references in registers during the call.
    direct_registers = test_direct_registers;
    /// `i64 invoke(function, i64 n)`: returns `function(n) + 3 n`, or 1000 + 5 n if the function
    /// throws. It catches only with forced unwinding, since its personality routine is that of C.
    invoke = test_invoke;
    /// The same as `invoke`, with references in registers, but not for the landing pad.
    invoke_registers = test_invoke_registers;
    /// The same as `invoke`, with references in registers, also for the landing pad.
    invoke_pads = test_invoke_pads;
    /// `i64 catch(function, i64 n, i64 note)`: returns `function(n, note, 1, 2, 3) + 3 n`, called
    /// through the stub, or 1000 + 5 n if the function throws.
    catch = test_catch;
    /// The same as `catch`, with references in registers, also for the landing pad.
    catch_registers = test_catch_registers;
    /// `i64 pass(function, i64 n, i64 note[2])`: the same as `catch`, but if the function throws,
    /// the landing pad sets the second word of `note` to n, then adds 1000 + 5 n to the first, and
    /// resumes unwinding.
    pass = test_pass;
    /// The same as `pass`, with references in registers, also for the landing pad.
    pass_registers = test_pass_registers;
    /// `i64 deopt_kinds(function, i64 n)`: returns `function(n, 1, 2, 3, 4) + n`, with
    /// deoptimization values of all kinds.
    deopt_kinds = test_deopt_kinds;
    /// The same as `deopt_kinds`, with references in registers during the call.
    in_registers_deopt_kinds = in_registers_test_deopt_kinds;
    /// `i64 deopt_outer(function, i64 depth, i64 a, i64 b, i64 c, i64 d)`: returns the result of
    /// `test_deopt_nested`, called with deoptimization state while many values are live.
    deopt_outer = test_deopt_outer;
    /// The same as `deopt_outer`, with references in registers during the call.
    in_registers_deopt_outer = in_registers_test_deopt_outer;
    /// Callee of `deopt_outer`.
    deopt_nested = test_deopt_nested;
    /// Callee of `in_registers_deopt_outer`.
    in_registers_deopt_nested = in_registers_test_deopt_nested;
    /// `i64 deopt_thousand_halves(function, i64 depth)`: returns 1000 times the result of
    /// `deopt_halves`.
    deopt_thousand_halves = test_deopt_thousand_halves;
    /// `double deopt_halves(function, i64 depth)`: callee of `deopt_thousand_halves`.
    deopt_halves = test_deopt_halves;
    /// `i64 deopt_sum_of_pair(function, i64 n)`: returns `function(n, 1, 2, 3, 4) + 1000 n`, the
    /// two parts of which `test_deopt_pair` returns in two registers.
    deopt_sum_of_pair = test_deopt_sum_of_pair;
    /// `{i64, i64} deopt_pair(function, i64 n)`: callee of `deopt_sum_of_pair`.
    deopt_pair = test_deopt_pair;
    /// `i64 deopt_wrapped(function, i64 n)`: returns `function(n, 1, 2, 3, 4) + 2 n`, called
    /// through a wrapper.
    deopt_wrapped = test_deopt_wrapped;
    /// `i64 deopt_ten(function, i64 a, i64 b)`: returns `function(a, 1, 2, 3, 4)`, with ten
    /// deoptimization values.
    deopt_ten = test_deopt_ten;
    /// `i64 marked(function, i64 n)`: returns n. A `stackmap` lists a reference during the call.
    marked = test_marked;
    /// `void marked_left()`: calls `patched_rebuild` (`patched.c`).
    marked_left = test_marked_left;
    /// `i64 polls_spin(u32 flags[], i64 value)`: sets the flag with the index `value + 1`, polls
    /// until the first flag is set, and returns the value, which is in a box while it polls.
    polls_spin = test_polls_spin;
    /// The same as `polls_spin`, with patched polls.
    patched_polls_spin = patched_polls_test_polls_spin;
    /// `i64 patched_polls_sum(i64 n)`: returns the sum of 1 to n, with patched polls.
    patched_polls_sum = patched_polls_test_polls_sum;
    /// `void patched_stop()`: polls.
    patched_stop = test_patched_stop;
    /// `i64 patched_statepoint(i64 n)`: returns the sum of 1 to n. Each iteration has a statepoint
    /// with 8 patch bytes and the ID 41.
    patched_statepoint = test_patched_statepoint;
    /// `i64 patched_loop(i64 n)`: returns n. Each iteration has only a statepoint with 16 patch
    /// bytes and the ID 42.
    patched_loop = test_patched_loop;
    /// `i64 patched_patchpoint(i64 x, i64 y)`: returns the sum of y and the result for x of the
    /// code that is patched into the patchpoint of 16 bytes with the ID 43.
    patched_patchpoint = test_patched_patchpoint;
    /// `i64 thunk_statepoint(i64 n, i64 8)`: returns the sum of 7 i + n over i from 1 to n, if a
    /// thunk that calls `thunk_array` is patched into the statepoint with the ID 61.
    thunk_statepoint = test_thunk_statepoint;
    /// `void thunk_array(i64 *values, i64 words, i64 *results)`: callee of thunks; see the IR.
    thunk_array = test_thunk_array;
    /// `i64 thunk_patchpoint(i64 n)`: returns the sum of 3 i, with boxes in registers across a
    /// patchpoint of 16 bytes with the ID 62.
    thunk_patchpoint = test_thunk_patchpoint;
    /// `void thunk_collect(i64)`: allocates two objects.
    thunk_collect = test_thunk_collect;
    /// `i64 pinned_sum(function, i64 n, i64 16)`: returns the sum of i * i over i < n. An array is
    /// pinned during each call `function(i)`.
    pinned_sum = test_pinned_sum;
    /// `i64 documented_shadow(function, i64 *p)`: calls `function(p)`, then computes *p + 3, in the
    /// shadow of the stackmap with the ID 77.
    documented_shadow = test_documented_shadow;
    /// `i64 documented_patchpoint(x)`: returns 3 more than the result for x of the code that is
    /// patched into the patchpoint with the ID 78.
    documented_patchpoint = test_documented_patchpoint;
    /// The same as `documented_patchpoint`, with argument and result in any registers, and the ID
    /// 79.
    documented_any_registers = test_documented_any_registers;
    /// `i64 documented_alloca(function, i64 x)`: returns the value that `function(p)` stores in
    /// `*p`, which is initially x. The stackmap has the ID 80.
    documented_alloca = test_documented_alloca;
    /// `box fiber_box(i64 value)`: returns a new box.
    fiber_box = test_fiber_box;
    /// `i64 fiber_unbox(box)`: returns the number in a box.
    fiber_unbox = test_fiber_unbox;
    /// `box fiber_count(box)`: a fiber that suspends itself with boxes of 0, 1, 2 and so on, until
    /// it is resumed with null. Returns the sum of the numbers with which it was resumed.
    fiber_count = test_fiber_count;
    /// The same as `fiber_count`, with references in registers while it is suspended.
    in_registers_fiber_count = in_registers_test_fiber_count;
    /// The same as `fiber_count`, for a fiber that migrates.
    migrating_fiber_count = migrating_test_fiber_count;
    /// `box fiber_deep(box of n)`: a fiber that suspends itself below `n + 2` frames with a box of
    /// 0. Returns the sum of 1 to n, n, and the number with which it is resumed.
    fiber_deep = test_fiber_deep;
    /// The same as `fiber_deep`, with references in registers while it is suspended.
    in_registers_fiber_deep = in_registers_test_fiber_deep;
    /// `box fiber_winding(box of n)`: a fiber that suspends itself below `n + 2` frames with a box
    /// of 0. Resumed with a box of k, it returns from k frames and recurses again, with frames of
    /// another size. When all have returned, returns a box of what is left of k, or of -1 if a
    /// frame has found another object than its own.
    fiber_winding = test_fiber_winding;
    /// The same as `fiber_winding`, with references in registers while it is suspended.
    in_registers_fiber_winding = in_registers_test_fiber_winding;
    /// The same as `fiber_deep`, for a fiber that migrates.
    migrating_fiber_deep = migrating_test_fiber_deep;
    /// `box fiber_relay(box of a fiber's address)`: a fiber that suspends itself with its argument,
    /// then passes all references to and from the other fiber, until that one is done.
    fiber_relay = test_fiber_relay;
    /// The same as `fiber_relay`, with references in registers while it is suspended.
    in_registers_fiber_relay = in_registers_test_fiber_relay;
    /// The same as `fiber_relay`, for a fiber that migrates.
    migrating_fiber_relay = migrating_test_fiber_relay;
    /// `i64 fiber_drive(fiber, i64 n)`: resumes a fiber with boxes of 1 to n, then with null.
    /// Returns the sum of the numbers that it passes, or -1 if it is not done in the end.
    fiber_drive = test_fiber_drive;
    /// The same as `fiber_drive`, with references in registers while the fiber runs.
    in_registers_fiber_drive = in_registers_test_fiber_drive;
    /// `box fiber_native(box of a native function's address)`: a fiber that returns 1000 +
    /// `function(1, 2, 3, 4, 5)`.
    fiber_native = test_fiber_native;
    /// The same as `fiber_native`, for a fiber that migrates.
    migrating_fiber_native = migrating_test_fiber_native;
    /// `reference fiber_hold(reference)`: a fiber that keeps the first reference, suspends itself
    /// with null, and returns that reference.
    fiber_hold = test_fiber_hold;
    /// The same as `fiber_hold`, for a fiber that migrates.
    migrating_fiber_hold = migrating_test_fiber_hold;
    /// `box fiber_guarded(box)`: a fiber that suspends itself with its argument, in a state with
    /// the constant 70 and the argument. Returns the sum of the two numbers that it receives. For a
    /// fiber that migrates.
    migrating_fiber_guarded = migrating_test_fiber_guarded;
    /// `box fiber_checks(reference)`: a fiber with a stack of 64 KiB that suspends itself with a
    /// box of 1 if `spgc_stack_is_low` checks the fiber's stack, until it is resumed with null. For
    /// a fiber that migrates.
    migrating_fiber_checks = migrating_test_fiber_checks;
    /// `reference fiber_echo(reference)`: a fiber that passes each reference back, until it is
    /// resumed with null.
    fiber_echo = test_fiber_echo;
    /// `i64 fiber_exchange(fiber, i64 n)`: resumes a fiber that echoes n times with a box of n.
    /// Returns n.
    fiber_exchange = test_fiber_exchange;
    /// `reference fiber_suspend(reference)`: suspends the fiber that runs.
    fiber_suspend = test_fiber_suspend;
    /// `reference fiber_resume(fiber, reference)`: resumes a fiber once.
    fiber_resume = test_fiber_resume;
    /// The same as `fiber_resume`, for a fiber that migrates.
    migrating_fiber_resume = migrating_test_fiber_resume;
    /// `i64 interrupts_spin(i64 n, words)`: runs until one of the words is set, and handles
    /// interrupts. See `interrupts.ll`.
    interrupts_spin = test_interrupts_spin;
    /// The same, with references in registers.
    in_registers_interrupts_spin = in_registers_test_interrupts_spin;
    /// `i64 interrupts_allocate(i64 n, words)`: the same with allocations.
    interrupts_allocate = test_interrupts_allocate;
    /// The same, with references in registers.
    in_registers_interrupts_allocate = in_registers_test_interrupts_allocate;
    /// `i64 overflows(words)`: recurses until the stack is low, and throws. See
    /// `tests::overflows`.
    overflows = test_overflows;
    /// The same as `overflows`, with references in registers.
    in_registers_overflows = in_registers_test_overflows;
    /// `box overflows_fiber(box of an address)`: a fiber that does the same.
    overflows_fiber = test_overflows_fiber;
    /// The same as `overflows_fiber`, with references in registers.
    in_registers_overflows_fiber = in_registers_test_overflows_fiber;
    /// `i64 overflows_of_large(words)`: the same with frames of 64 KiB. Returns 1015.
    overflows_of_large = test_overflows_of_large;
    /// The same as `overflows_of_large`, with references in registers.
    in_registers_overflows_of_large = in_registers_test_overflows_of_large;
    /// `i64 overflows_is_low(i64 reserve)`: returns whether the stack has fewer bytes left.
    overflows_is_low = test_overflows_is_low;
    /// `box fiber_throws(box of an address)`: a fiber that suspends itself with a box of 17, and
    /// then calls the native function in the first word there, with the address. If that throws,
    /// adds 1067 to the second word, and resumes unwinding.
    fiber_throws = test_fiber_throws;
    /// The same as `fiber_throws`, with references in registers.
    in_registers_fiber_throws = in_registers_test_fiber_throws;
    /// `reference fiber_passes(fiber, reference, i64 n, words)`: resumes a fiber. If that throws,
    /// adds 1000 + 5 n and the floating-point number in the second word to the first word, and
    /// resumes unwinding.
    fiber_passes = test_fiber_passes;
    /// The same as `fiber_passes`, with references in registers.
    in_registers_fiber_passes = in_registers_test_fiber_passes;
    /// `i64 fiber_catches(fiber, reference, i64 n)`: resumes a fiber until it throws, and returns
    /// 1000 + 5 n then.
    fiber_catches = test_fiber_catches;
    /// The same as `fiber_catches`, with references in registers.
    in_registers_fiber_catches = in_registers_test_fiber_catches;
    /// `box fiber_nests(box of an address)`: a fiber that calls `fiber_passes` twice, with the
    /// fiber in the first word there, a box of the second word and then what was passed, 30 and
    /// then 40, and the address of the third word. Suspends itself between the two.
    fiber_nests = test_fiber_nests;
    /// The same as `fiber_nests`, with references in registers.
    in_registers_fiber_nests = in_registers_test_fiber_nests;
    /// `i64 deep(i64 n, function, stack object or null)`: recursion that `function(n)` directs: see
    /// `deep.ll`.
    deep = test_deep;
    /// The same as `deep`, with references in registers.
    in_registers_deep = in_registers_test_deep;
    /// `i64 registers(i64 depth)`: returns f(depth) for f(n) = 10 n + 3 f(n - 1), f(0) = 0.
    registers = test_registers;
    /// `i64 busy(u32 (*flag)[2])`: sets the second word, waits for the first without a poll, and
    /// returns 7.
    busy = test_busy;
    /// `i64 busy_below(u32 (*flag)[2], i64 depth)`: recurses `depth` times, calls `busy`, and
    /// returns 7 + depth.
    busy_below = test_busy_below;
    /// The same as `busy`, in a function that is not managed.
    busy_leaf = test_busy_leaf;
    /// `array nodes(i64 length)`: allocates an array of new nodes.
    nodes = test_nodes;
    /// `void unlog(object)`: sets the unlogged bit of the header.
    unlog = test_unlog;
    /// `i64 unlogged(object)`: returns the unlogged bit, 4 or 0.
    unlogged = test_unlogged;
    /// `i64 count_unlogged(array)`: returns the number of elements whose unlogged bit is set.
    count_unlogged = test_count_unlogged;
    /// `void set_left(node, value)`: stores the left field.
    set_left = test_set_left;
    /// `void set(object, i64 offset, value)`: stores a reference at any offset.
    set = test_set;
    /// `reference exchange_left(node, value)`: exchanges the left field. Returns the previous
    /// value.
    exchange_left = test_exchange_left;
    /// `i64 set_all(array, value, i32 *flag, i64 word)`: waits for the flag, and stores the value
    /// in the left field of each element. See the IR for the result.
    set_all = test_set_all;
    /// `i64 array_copy(to, i64 index, from, i64 index, i64 count)`: copies elements. Returns 0, or
    /// the status if nothing was copied.
    array_copy = test_array_copy;
    /// `i64 array_fill(array, i64 index, value, i64 count)`: stores a value in elements. Returns 0,
    /// or the status if nothing was stored.
    array_fill = test_array_fill;
    /// `object clone(object)`: clones an object.
    clone = test_clone;
    /// `array bytes(i64 length)`: allocates an array of type 20.
    bytes = test_bytes;
    /// `array references(i64 length)`: allocates an array of null references.
    references = test_references;
    /// `object soak_object(i64 size, i64 header)`: allocates an object whose fields are 0.
    soak_object = test_soak_object;
    /// `array soak_bytes(i64 length)`: allocates an array of bytes, of type 40.
    soak_bytes = test_soak_bytes;
    /// `i64 soak_hash_words(object, i64 begin, i64 end)`: returns a hash of the words between two
    /// offsets.
    soak_hash_words = test_soak_hash_words;
    /// `i64 soak_hash_references(object, i64 begin, i64 end)`: returns a hash of the references
    /// between two offsets, by the types of their referents.
    soak_hash_references = test_soak_hash_references;
    /// `reference soak_exchange(object, i64 offset, value)`: exchanges a field. Returns the
    /// previous value.
    soak_exchange = test_soak_exchange;
    /// `i64 soak_same(reference, reference)`: returns 1 if both refer to the same object, otherwise
    /// 0.
    soak_same = test_soak_same;
    /// `i64 soak_address(object)`: returns the address of the object.
    soak_address = test_soak_address;
    /// `array soak_hold(a, b, i64 offsets, function, i64 context, i64 depth)`: calls
    /// `function(context)` while frames hold `a` and `b`. Returns both, and the object that a
    /// derived pointer into one of them then refers to.
    soak_hold = test_soak_hold;
    /// `i64 header(object)`: returns the header.
    header = test_header;
    /// `i64 array_hash(array)`: returns a hash of an array of numbers and references to nodes.
    array_hash = test_array_hash;
    /// `i64 foreign_nodes(array)`: returns the number of nodes whose left field is neither 3 nor 5.
    foreign_nodes = test_strangers;
    /// `i64 signed(i64 depth)`: returns f(depth) for f(n) = 3 n + 3 f(n - 1), f(0) = 0, with signed
    /// return addresses.
    signed = test_signed;
    /// `i64 signature()`: returns the signature of its own return address, or 0 if it is not
    /// signed.
    signature = test_signature;
}

/// Returns the path of the assembly of `managed/NAME.ll`, which is committed or was generated when
/// this package was built. Exits if it is [missing](crate::missing_programs).
///
/// # Panics
///
/// If there is no such program.
pub fn assembly(name: &str) -> PathBuf {
    let committed = Path::new(env!("CARGO_MANIFEST_DIR")).join("managed");
    let folders = [&*committed.join(ARCH), Path::new(env!("MANAGED_ASSEMBLY"))];
    let mut files = folders.into_iter().map(|folder| folder.join(name).with_extension("s"));
    let file = files.find(|file| file.exists());
    #[cfg(programs_missing)]
    let file = file.or_else(|| crate::missing_programs::exit(&format!("tests/managed/{name}")));
    file.unwrap_or_else(|| panic!("{name} is not a managed program of the tests"))
}

/// Returns a builder of a heap with the types that the functions use. It ignores the environment
/// except for `SPGC_VERIFY` and `SPGC_CONCURRENT`, with which all tests can be run with heap
/// verification and with concurrent cycles. Starts the [time
/// limit](crate::timeout::start_test_timeout) of the calling test.
///
/// # Panics
///
/// If `SPGC_VERIFY` is invalid.
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

/// Returns the code registry of this program and its patched polls. All heaps share them, since
/// they share the code.
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
        // SAFETY: the program has no other records with this ID, and is never unloaded.
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

/// Types of objects that [`record`] allocates. No other test uses their IDs.
pub mod records {
    use super::{HeapBuilder, TypeId, TypeLayout};
    use statepoint_gc::types::WeakKind;

    /// Type with three strong references.
    pub const STRONG: TypeId = TypeId::new(20);
    /// Type with a short weak reference at offset 16.
    pub const WEAK: TypeId = TypeId::new(21);
    /// Type with a long weak reference at offset 16, which is cleared after finalization.
    pub const LONG_WEAK: TypeId = TypeId::new(22);
    /// Type of ephemerons with the key at offset 8 and the value at offset 16.
    pub const EPHEMERON: TypeId = TypeId::new(23);

    /// Returns the header of objects of a type.
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

/// Calls a managed function that returns a number.
///
/// # Errors
///
/// As for [`Mutator::call`].
pub fn call(
    mutator: &mut Mutator,
    function: fn() -> *const c_void,
    arguments: &[Argument<'_>],
) -> Result<u64, CallError> {
    // SAFETY: the function returns the address of managed code of this program, and the tests pass
    // the arguments that its documentation describes.
    unsafe { mutator.call(function(), arguments) }
}

/// Calls a managed function that returns a reference.
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

/// Returns f(depth) for f(n) = factor * n + 3 f(n - 1), f(0) = 0, the expected result of the
/// recursive functions.
pub fn tripled_sum(depth: u64, factor: u64) -> u64 {
    (1..=depth).fold(0, |below: u64, n| below.wrapping_mul(3).wrapping_add(factor * n))
}
