//! Measures calls through generated thunks, and through hand-written stubs that save the same
//! registers and pass the same values.

use core::cell::UnsafeCell;

use ::tests::executable::Executable;
use statepoint_patch::live_out::LiveOutSet;
use statepoint_patch::thunk::{
    Thunk, ThunkConvention, ThunkValues, ValuePassing, preserve_all_but,
};
use statepoint_scanner::arch::{
    Host, PhysicalRegister, PhysicalRegisters as _, Register, detect_processor,
};
use statepoint_scanner::stackmap::model::{Function, Map, Record};
use statepoint_scanner::stackmap::{Location, LocationKind, StackMapLayout, encode, maps};

mod arch;

use arch::host;

/// The registers that are preserved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PreservedRegisters {
    /// Four general-purpose registers.
    Four,
    /// All caller-saved registers, with 16 bytes of each vector register.
    All,
}

/// Entry point of a thunk or stub. It is called like a function without arguments.
pub type Entry = unsafe extern "C" fn();

/// A thunk that passes two registers, a stack slot and a constant as arguments.
#[derive(Debug)]
pub struct GeneratedThunk(Executable);

impl GeneratedThunk {
    /// Generates the thunk.
    ///
    /// # Panics
    ///
    /// Panics if the thunk cannot be generated, which would be a bug.
    pub fn new(preserved: PreservedRegisters) -> Self {
        let processor = detect_processor();
        let mut preserve = LiveOutSet::<Host>::empty(processor);
        match preserved {
            PreservedRegisters::Four => {
                let registers = host::PRESERVED_REGISTERS.map(general);
                registers.into_iter().for_each(|register| preserve.insert(register, 8));
            }
            PreservedRegisters::All => {
                for live in preserve_all_but::<Host>(processor, []).iter() {
                    let is_mask = matches!(live.register, PhysicalRegister::Mask(_));
                    if !is_mask && Host::part(live.register, 16, processor) <= 16 {
                        preserve.insert(live.register, live.bytes.min(16));
                    }
                }
            }
        }
        let convention = ThunkConvention {
            values: values(),
            pass: ValuePassing::Arguments,
            ..ThunkConvention::preserving(preserve)
        };
        let function = (thunk_target as *const ()).expose_provenance() as u64;
        let thunk = Thunk::new(&convention, function).expect("the convention is valid");
        Self(Executable::new(thunk.code()))
    }

    /// Returns the entry point. It must not be called after this value is dropped.
    pub fn entry(&self) -> Entry {
        let start = core::ptr::with_exposed_provenance::<()>(self.0.address() as usize);
        // SAFETY: a thunk has the signature of `Entry` and preserves callee-saved registers.
        unsafe { core::mem::transmute::<*const (), Entry>(start) }
    }
}

/// Returns the hand-written stub with the same behaviour.
pub fn hand_written_stub(preserved: PreservedRegisters) -> Entry {
    match preserved {
        PreservedRegisters::Four => host::bench_thunk_four,
        PreservedRegisters::All => host::bench_thunk_all,
    }
}

/// Calls a thunk or stub `n` times. Returns the number of calls of the target function.
pub fn count_calls(entry: Entry, n: u64) -> u64 {
    // SAFETY: the benchmarks have one thread, and `entry` is a stub or thunk of this module.
    unsafe {
        *CALLS.0.get() = 0;
        for _ in 0..n {
            core::hint::black_box(entry)();
        }
        *CALLS.0.get()
    }
}

/// Type of [`CALLS`].
struct Calls(UnsafeCell<u64>);

// SAFETY: only the thread that runs a benchmark accesses the value.
unsafe impl Sync for Calls {}

/// Number of calls of the target function since [`count_calls`] started.
static CALLS: Calls = Calls(UnsafeCell::new(0));

/// The target function of thunks and stubs. Its arguments are the values of the first two preserved
/// registers, the value at the stack pointer, and the constant 7. Increments [`CALLS`].
extern "C" fn thunk_target(_first: u64, _second: u64, _on_stack: u64, seven: u64) {
    // SAFETY: only the thread in `count_calls` calls this, and nothing else accesses `CALLS`.
    unsafe { *CALLS.0.get() += seven / 7 }
}

/// Returns the general-purpose register with this DWARF number.
fn general(dwarf: u8) -> PhysicalRegister {
    PhysicalRegister::General(Register::new(dwarf))
}

/// Returns the values that thunks pass: two registers, a stack slot and the constant 7.
fn values() -> ThunkValues {
    let location =
        |kind, register: u8, offset| Location { kind, size: 8, register: register.into(), offset };
    let [first, second, ..] = host::PRESERVED_REGISTERS;
    let record = Record {
        locations: vec![
            location(LocationKind::Register, first, 0),
            location(LocationKind::Register, second, 0),
            location(LocationKind::Indirect, host::STACK_POINTER, 0),
            location(LocationKind::Constant, 0, 7),
        ],
        ..Record::default()
    };
    let function = Function { address: 1, record_count: Some(1), ..Function::default() };
    let map = Map { functions: vec![function], constants: vec![], records: vec![record] };
    let section = encode(&map, StackMapLayout::V3).expect("the map can be encoded");
    let map = maps(&section).next().expect("the section has a map").expect("the map is valid");
    let record = map.records().next().expect("the map has a record");
    ThunkValues::from_record::<Host>(&record, &map.constants()).expect("the record is valid")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thunk_and_stub_call_the_function_each_time() {
        for preserved in [PreservedRegisters::Four, PreservedRegisters::All] {
            let generated = GeneratedThunk::new(preserved);
            assert_eq!(count_calls(generated.entry(), 5), 5, "{preserved:?}");
            assert_eq!(count_calls(hand_written_stub(preserved), 5), 5, "{preserved:?}");
        }
    }
}
