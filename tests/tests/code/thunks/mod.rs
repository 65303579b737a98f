//! Thunks that adapt the calling convention of a patched call (`statepoint_patch::thunk`): called
//! with known values in all registers, and from managed code.

mod collecting;
mod example;
mod kinds;
mod preservation;
mod unwinding;

use statepoint_patch::live_out::LiveOutSet;
use statepoint_patch::thunk::{Thunk, ThunkConvention, ThunkError, ThunkValues};
use statepoint_scanner::arch::{
    Host, InstructionSet as _, PhysicalRegister, PhysicalRegisters as _, Register, detect_processor,
};
use statepoint_scanner::stackmap::model::{Function, Map, Record};
use statepoint_scanner::stackmap::{Location, LocationKind, StackMapLayout, encode, maps};
use tests::executable::Executable;
use tests::registers::{self, Arguments, Registers};

/// Returns the values of a `stackmap` record with these locations.
fn values(locations: &[Location], constants: &[u64]) -> Result<ThunkValues, ThunkError> {
    let record = Record { locations: locations.to_vec(), ..Record::default() };
    let function = Function { address: 0x1000, record_count: Some(1), ..Function::default() };
    let map =
        Map { functions: vec![function], constants: constants.to_vec(), records: vec![record] };
    let section = encode(&map, StackMapLayout::V3).unwrap();
    let map = maps(&section).next().unwrap().unwrap();
    let record = map.records().next().unwrap();
    ThunkValues::from_record::<Host>(&record, &map.constants())
}

fn location(kind: LocationKind, size: u16, register: u16, offset: i32) -> Location {
    Location { kind, size, register, offset }
}

fn general(number: u8) -> PhysicalRegister {
    PhysicalRegister::General(Register::new(number))
}

/// Returns a set with all bytes of these registers.
fn set_of(registers: &[PhysicalRegister]) -> LiveOutSet<Host> {
    let mut set = LiveOutSet::empty(detect_processor());
    registers.iter().for_each(|&register| set.insert(register, u8::MAX));
    set
}

/// Makes a thunk that calls the observer, and calls it with the registers `before`. The observer
/// calls `observe` with its arguments. Returns the registers after the call.
fn call(
    convention: &ThunkConvention<Host>,
    before: &Registers,
    observe: &mut dyn FnMut(&Thunk<Host>, &Arguments),
) -> Result<Registers, ThunkError> {
    let thunk = Thunk::new(convention, registers::observer())?;
    let code = Executable::new(thunk.code());
    let mut observe = |arguments: &Arguments| observe(&thunk, arguments);
    // SAFETY: a thunk can be called with any registers that its values do not dereference, and it
    // returns.
    Ok(unsafe { registers::call(code.address(), before, &mut observe) })
}

/// Returns the words at an address that a thunk has passed to a function.
///
/// # Safety
///
/// The thunk has passed this address of an array of `words` words, and the function that received
/// it has not returned.
unsafe fn array<'a>(address: u64, words: usize) -> &'a mut [u64] {
    let start: *mut u64 = core::ptr::with_exposed_provenance_mut(address as usize);
    // SAFETY: the caller guarantees that a thunk has passed this address of `words` words and that
    // the called function has not returned.
    unsafe { core::slice::from_raw_parts_mut(start, words) }
}

/// Returns the DWARF number of a vector register in records.
fn dwarf_of_vector(number: u8) -> u16 {
    let is_register =
        |&dwarf: &u16| Host::physical(dwarf) == Some(PhysicalRegister::Vector(number));
    (0..256).find(is_register).unwrap()
}

/// Returns the bytes of a value, computed from the registers at the record. Memory that the value
/// refers to must still be unchanged, unless it is on the stack.
fn value(location: Location, constants: &[u64], registers: &Registers) -> Vec<u8> {
    let Location { kind, size, register, offset } = location;
    let address = || {
        let base = registers.general[usize::from(register)];
        base.wrapping_add_signed(offset.into())
    };
    match kind {
        LocationKind::Register => registers.bytes(Host::physical(register).unwrap(), size.into()),
        LocationKind::Direct => address().to_le_bytes().to_vec(),
        LocationKind::Indirect if register == Host::STACK_POINTER.dwarf() => {
            let bytes: Vec<u8> =
                registers.stack.iter().flat_map(|word| word.to_le_bytes()).collect();
            bytes[offset as usize..][..usize::from(size)].to_vec()
        }
        LocationKind::Indirect => {
            let start: *const u8 = core::ptr::with_exposed_provenance(address() as usize);
            // SAFETY: the registers of the tests point to memory, so the addresses are valid for
            // reads of `size` bytes.
            unsafe { core::slice::from_raw_parts(start, size.into()) }.to_vec()
        }
        LocationKind::Constant => i64::from(offset).to_le_bytes().to_vec(),
        LocationKind::ConstantIndex => constants[offset as usize].to_le_bytes().to_vec(),
    }
}

/// Returns the bytes of [`value`], padded to whole words.
fn words(location: Location, constants: &[u64], registers: &Registers) -> Vec<u64> {
    let mut bytes = value(location, constants, registers);
    bytes.resize(bytes.len().next_multiple_of(8), 0);
    bytes.chunks(8).map(|word| u64::from_le_bytes(word.try_into().unwrap())).collect()
}
