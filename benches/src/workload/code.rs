//! The managed functions of `managed/{allocation,gcbench,trace,pause,deep_stacks,fibers}.ll`, and
//! a heap with the types of their objects.

use core::ffi::c_void;
use std::error::Error;

use statepoint_gc::{Argument, CallError, Handle, Heap, Mutator, TypeId, TypeLayout};
use tests::managed;

use crate::mode::Mode;

/// The address of a function.
pub(super) type Code = *const c_void;

/// A function that is compiled in both modes.
pub(super) type Function = fn(Mode) -> Code;

macro_rules! managed {
    ($($(#[$documentation:meta])* $name:ident = $spilled:ident, $registers:ident;)*) => {
        unsafe extern "C" {
            $(fn $spilled(); fn $registers();)*
        }
        $(
            $(#[$documentation])*
            pub(super) fn $name(mode: Mode) -> Code {
                match mode {
                    Mode::Spilled => $spilled as Code,
                    Mode::Registers => $registers as Code,
                }
            }
        )*
    };
}

managed! {
    /// `i64 (i64 n)`: allocates n objects of 16 bytes; returns n.
    allocate_16 = allocation_16, in_registers_allocation_16;
    /// Likewise for objects of 32 bytes.
    allocate_32 = allocation_32, in_registers_allocation_32;
    /// Likewise for objects of 48 bytes.
    allocate_48 = allocation_48, in_registers_allocation_48;
    /// `i64 (i64 scale)`: GCBench; returns its checksum.
    gcbench = gcbench_run, in_registers_gcbench_run;
    /// `node (i64 n, i64 shuffled)`: builds a list of n nodes.
    make_list = trace_list, in_registers_trace_list;
    /// `i64 (node list, i64 steps)`: returns a checksum of the first nodes of a list.
    sum_list = trace_sum_list, in_registers_trace_sum_list;
    /// `node (i64 height)`: builds a tree.
    make_tree = trace_tree, in_registers_trace_tree;
    /// `i64 (node tree)`: returns the sum of the numbers of a tree.
    sum_tree = trace_sum_tree, in_registers_trace_sum_tree;
    /// `array (i64 n)`: builds n arrays of 1,024 nodes.
    make_arrays = trace_arrays, in_registers_trace_arrays;
    /// `i64 (array, i64 n)`: returns the sum of the numbers in n arrays.
    sum_arrays = trace_sum_arrays, in_registers_trace_sum_arrays;
    /// `table (i64 chunks, i64 length)`: builds a table of trees.
    make_table = pause_table, in_registers_pause_table;
    /// `i64 (table, i64 chunks, i64 length, i64 seed, i32 *flag, i64 limit)`: replaces trees until
    /// *flag is not 0, at most `limit` of them; returns the number of iterations, or 0 if a tree is
    /// corrupt.
    replace_trees = pause_work, in_registers_pause_work;
    /// `i64 (table, i64 chunks, i64 length)`: returns the sum of the numbers in a table.
    sum_table = pause_sum_table, in_registers_pause_sum_table;
    /// `i64 (clock, sleep, record, i32 *flag)`: measures sleeps until *flag is not 0; returns the
    /// number of iterations.
    observe = pause_observe, in_registers_pause_observe;
    /// `i64 (i64 level, i64 frames, i64 turn, i64 rounds, collect)`: recurses to `frames` levels,
    /// the last of which calls `collect`. Level `turn` calls the next one `rounds` times.
    recurse = deep_stacks_frame, in_registers_deep_stacks_frame;
    /// The function of a fiber that increments the numbers in boxes.
    counter = fibers_counter, in_registers_fibers_counter;
    /// `i64 (fiber, i64 n)`: passes a box to a counter and back n times; returns its number.
    switch = fibers_switch, in_registers_fibers_switch;
    /// The function of a fiber that returns a box with the next number.
    next = fibers_next, in_registers_fibers_next;
    /// `i64 (i64 n, create, destroy)`: creates n such fibers and runs each to its end; returns the
    /// sum of the numbers.
    create_fibers = fibers_create, in_registers_fibers_create;
    /// The function of a fiber that is suspended in a recursion of five frames.
    parked = fibers_parked, in_registers_fibers_parked;
    /// `i64 (fibers, i64 begin, i64 end, i64 number, i64 step)`: resumes fiber i with a box of
    /// `number + i * step`; returns the sum of the numbers that they pass back.
    resume_fibers = fibers_resume, in_registers_fibers_resume;
    /// `i64 (fiber, i64 word)`: starts a stage of a pipeline.
    start_stage = fibers_start, in_registers_fibers_start;
    /// The function of the first stage, which starts with the number of its boxes.
    source = fibers_source, in_registers_fibers_source;
    /// The function of any other stage, which starts with the address of the stage before it.
    stage = fibers_stage, in_registers_fibers_stage;
    /// `i64 (fibers, i64 n)`: resumes n fibers with null; returns the sum of the numbers that they
    /// pass back.
    pull_fibers = fibers_pull, in_registers_fibers_pull;
}

/// Returns a heap with the settings of the environment.
pub(super) fn heap() -> Result<Heap, Box<dyn Error>> {
    let fixed = |size, references| TypeLayout::Fixed { size, references };
    let heap = managed::types(Heap::builder())
        .register_type(TypeId::new(5), fixed(32, vec![]))
        .register_type(TypeId::new(6), fixed(48, vec![]))
        .register_type(TypeId::new(7), fixed(32, vec![8, 16]));
    Ok(heap
        .on_collection(super::pause::record_collection)
        .on_phase(super::pause::measure_processor_time)
        .build()?)
}

/// Returns an address as an argument.
pub(super) fn address<T>(pointer: *const T) -> Argument<'static> {
    Argument::Word(pointer.expose_provenance() as u64)
}

/// Calls one of the functions above that returns a number.
pub(super) fn number(
    mutator: &mut Mutator,
    (function, mode): (Function, Mode),
    arguments: &[Argument<'_>],
) -> Result<u64, CallError> {
    // SAFETY: the functions above are managed code of this program, and the callers pass the
    // arguments that their documentation lists.
    unsafe { mutator.call(function(mode), arguments) }
}

/// Calls one of the functions above that returns a reference.
pub(super) fn reference(
    mutator: &mut Mutator,
    (function, mode): (Function, Mode),
    arguments: &[Argument<'_>],
) -> Result<Handle, CallError> {
    // SAFETY: the functions above are managed code of this program, and the callers pass the
    // arguments that their documentation lists.
    unsafe { mutator.call_for_reference(function(mode), arguments) }
}
