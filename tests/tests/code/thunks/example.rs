//! The example of the proposal for explicit calling conventions: a thunk swaps two registers and
//! preserves two others. It is called directly, and from patched code.

use statepoint_patch::thunk::{Thunk, ThunkConvention, ValuePassing};
use statepoint_patch::{ExecutionState, Patch, PatchSite, Patcher, ProtectedPages};
use statepoint_scanner::arch::{Host, InstructionSet, PhysicalRegister};
use statepoint_scanner::stackmap::LocationKind;
use tests::executable::Executable;
use tests::registers::{CALL_AND_RETURN, Registers, general_registers};

use super::{general, location, set_of, values};

/// Writes its arguments in reverse order. In the proposal it is `void example(uint64_t *results,
/// uint64_t a, uint64_t b)`.
extern "C" fn swap_arguments(results: *mut [u64; 2], a: u64, b: u64) {
    // SAFETY: the thunk passes an array of two words, one for each register that it writes.
    unsafe { *results = [b, a] };
}

/// Returns the registers to swap (rcx and rdx, or x1 and x2), and those to preserve (rax and rbx,
/// or x0 and x19).
fn swapped_and_preserved() -> ([PhysicalRegister; 2], [PhysicalRegister; 2]) {
    match Host::NAME {
        "x86-64" => ([general(2), general(1)], [general(0), general(3)]),
        _ => ([general(1), general(2)], [general(0), general(19)]),
    }
}

/// Makes a thunk that passes the registers to swap as arguments, and writes the results to them.
fn make_thunk() -> Thunk<Host> {
    let (swapped, preserved) = swapped_and_preserved();
    let dwarf_number = |register| match register {
        PhysicalRegister::General(register) => register.dwarf(),
        _ => unreachable!(),
    };
    let locations =
        swapped.map(|register| location(LocationKind::Register, 8, dwarf_number(register), 0));
    let convention = ThunkConvention {
        values: values(&locations, &[]).unwrap(),
        pass: ValuePassing::Arguments,
        writes: swapped.to_vec(),
        ..ThunkConvention::preserving(set_of(&preserved))
    };
    Thunk::new(&convention, (swap_arguments as *const ()).expose_provenance() as u64).unwrap()
}

/// Calls the code with different values in all registers, and checks the registers afterwards.
fn assert_swapped(target: u64) {
    let mut before = Registers::new();
    for register in general_registers() {
        before.general[usize::from(register.dwarf())] = 100 + u64::from(register.dwarf());
    }
    // SAFETY: the code under test returns.
    let after = unsafe { tests::registers::call(target, &before, &mut |_| {}) };
    let ([one, other], preserved) = swapped_and_preserved();
    assert_eq!(after.bytes(one, 8), before.bytes(other, 8));
    assert_eq!(after.bytes(other, 8), before.bytes(one, 8));
    for register in preserved {
        assert_eq!(after.bytes(register, 8), before.bytes(register, 8), "{register:?}");
    }
    assert_eq!(after.stack, before.stack);
}

#[test]
fn a_thunk_swaps_two_registers_and_keeps_two() {
    let code = Executable::new(make_thunk().code());
    assert_swapped(code.address());
}

#[test]
fn a_patched_call_swaps_two_registers_and_keeps_two() {
    let (bytes, start, end) = CALL_AND_RETURN;
    // The thunk follows the code, in range of a near call.
    let mut all = bytes.to_vec();
    all.resize(all.len().next_multiple_of(Thunk::<Host>::ALIGNMENT), 0);
    let offset = all.len() as u64;
    all.extend(make_thunk().code());
    let code = Executable::new(&all);
    // SAFETY: the mapping exists as long as `code`, which outlives the patcher, and only this test
    // changes it.
    let memory = unsafe { ProtectedPages::new(code.code()) }.unwrap();
    let patcher = Patcher::new(memory);
    let site = PatchSite::StackMap { shadow: (end - start) as u32 };
    let site = patcher.add(site, code.address() + start as u64).unwrap();
    let patch = Patch::Call(code.address() + offset);
    // SAFETY: no thread executes the code of the site during the call.
    unsafe { patcher.write(site, patch, ExecutionState::NotYetRun) }.unwrap();
    assert_swapped(code.address());
    // SAFETY: no thread executes the code any more.
    unsafe { patcher.restore(site, ExecutionState::Stopped(&mut std::iter::empty())) }.unwrap();
    let mut before = Registers::new();
    before.general = core::array::from_fn(|dwarf_number| dwarf_number as u64);
    // SAFETY: the original code is restored; it returns and preserves the callee-saved registers.
    let after = unsafe { tests::registers::call(code.address(), &before, &mut |_| {}) };
    let ([one, other], _) = swapped_and_preserved();
    assert_eq!(after.bytes(one, 8), before.bytes(one, 8));
    assert_eq!(after.bytes(other, 8), before.bytes(other, 8));
}
