//! Values of each location kind are passed by a thunk in an array, and as arguments.

use statepoint_patch::thunk::{Thunk, ThunkConvention, ValuePassing};
use statepoint_scanner::arch::{Host, InstructionSet as _};
use statepoint_scanner::stackmap::{Location, LocationKind};
use tests::registers::{Arguments, Registers, general_registers, vector_bytes, vector_registers};

use super::{array, call, dwarf_of_vector, general, location, set_of, value, values, words};

/// The constant pool of the record.
const CONSTANTS: [u64; 2] = [0x1122_3344_5566_7788, u64::MAX - 0xffff_0000];
/// DWARF number of a register that points to memory.
const POINTER_REGISTER: u16 = 8;

/// Returns registers with pseudo-random bytes; [`POINTER_REGISTER`] points into `memory`.
fn filled_registers(memory: &[u64]) -> Registers {
    let mut registers = Registers::new();
    let mut byte = 0_u8;
    let mut next = || {
        byte = byte.wrapping_mul(5).wrapping_add(0x9d);
        byte
    };
    for register in general_registers() {
        let bytes = [(); 8].map(|()| next());
        registers.general[usize::from(register.dwarf())] = u64::from_le_bytes(bytes);
    }
    for number in vector_registers() {
        registers.vectors[usize::from(number)][..vector_bytes().into()].fill_with(&mut next);
    }
    for word in &mut registers.stack {
        *word = u64::from_le_bytes([(); 8].map(|()| next()));
    }
    registers.general[usize::from(POINTER_REGISTER)] =
        memory.as_ptr().expose_provenance() as u64 + 64;
    registers
}

/// Returns locations of each kind and size, with registers, slots, addresses and constants.
fn locations() -> Vec<Location> {
    use LocationKind::{Constant, ConstantIndex, Direct, Indirect, Register};
    let sp = Host::STACK_POINTER.dwarf();
    vec![
        location(Register, 8, 1, 0),
        location(Register, 4, 0, 0),
        location(Register, 2, 12, 0),
        location(Register, 1, 3, 0),
        location(Register, 8, dwarf_of_vector(3), 0),
        location(Register, 16, dwarf_of_vector(9), 0),
        location(Register, 4, dwarf_of_vector(0), 0),
        location(Direct, 8, sp, 16),
        location(Direct, 8, POINTER_REGISTER, -40),
        location(Indirect, 8, sp, 24),
        location(Indirect, 4, sp, 4),
        location(Indirect, 2, sp, 38),
        location(Indirect, 1, sp, 255),
        location(Indirect, 8, POINTER_REGISTER, -64),
        location(Indirect, 4, POINTER_REGISTER, 20),
        location(Constant, 8, 0, 7),
        location(Constant, 8, 0, -1),
        location(ConstantIndex, 8, 0, 0),
        location(ConstantIndex, 8, 0, 1),
        // The same register as the first location.
        location(Register, 8, 1, 0),
    ]
}

fn convention(locations: &[Location], pass: ValuePassing) -> ThunkConvention<Host> {
    let values = values(locations, &CONSTANTS).unwrap();
    ThunkConvention {
        values,
        pass,
        ..ThunkConvention::preserving(set_of(&[general(0), general(1)]))
    }
}

#[test]
fn values_of_all_kinds_are_stored_in_an_array() {
    let memory: Vec<u64> = (0..16).map(|word| word * 0x0101_0203_0405_0607 + 9).collect();
    let mut locations = locations();
    let sp = Host::STACK_POINTER.dwarf();
    // Too large for an argument.
    locations.push(location(LocationKind::Indirect, 40, POINTER_REGISTER, -24));
    locations.push(location(LocationKind::Indirect, 64, sp, 8));
    let widest = location(LocationKind::Register, vector_bytes().into(), dwarf_of_vector(15), 0);
    locations.push(widest);
    let before = filled_registers(&memory);
    let mut seen = Vec::new();
    let mut observe = |thunk: &Thunk<Host>, arguments: &Arguments| {
        let [address, len, ..] = arguments.general;
        // SAFETY: the thunk has passed this array, and the function that received it has not
        // returned.
        let all = unsafe { array(address, len as usize) };
        assert_eq!(thunk.values().last().unwrap().end, all.len());
        seen = thunk.values().iter().map(|place| all[place.clone()].to_vec()).collect();
    };
    let after = call(&convention(&locations, ValuePassing::Array), &before, &mut observe).unwrap();
    assert_eq!(seen.len(), locations.len());
    let mut at_record = before.clone();
    at_record.general[usize::from(sp)] = after.general[usize::from(sp)];
    for (seen, location) in seen.iter().zip(locations) {
        assert_eq!(*seen, words(location, &CONSTANTS, &at_record), "{location:?}");
    }
    assert_eq!((after.general[0], after.general[1]), (before.general[0], before.general[1]));
    assert_eq!(after.stack, before.stack);
}

#[test]
fn values_of_all_kinds_become_arguments() {
    let memory: Vec<u64> = (0..16).map(|word| word * 0x0301_0203_0405_0607 + 9).collect();
    let locations = locations();
    let before = filled_registers(&memory);
    let mut seen = Vec::new();
    let mut observe = |_: &Thunk<Host>, arguments: &Arguments| {
        let (mut general, mut vectors, mut stack) = (arguments.general.iter(), 0, 0);
        let mut general = general.by_ref().take(if Host::NAME == "x86-64" { 6 } else { 8 });
        for location in &locations {
            let is_vector = location.kind == LocationKind::Register
                && location.register > 16
                && Host::register(location.register).is_none();
            let bytes = if is_vector {
                vectors += 1;
                arguments.vectors[vectors - 1].to_vec()
            } else if let Some(word) = general.next() {
                word.to_le_bytes().to_vec()
            } else {
                stack += 1;
                // SAFETY: the callee has not returned, and it has at least this number of stack
                // arguments.
                unsafe { arguments.stack(stack - 1) }.to_le_bytes().to_vec()
            };
            seen.push(bytes);
        }
    };
    let after =
        call(&convention(&locations, ValuePassing::Arguments), &before, &mut observe).unwrap();
    let sp = usize::from(Host::STACK_POINTER.dwarf());
    let mut at_record = before.clone();
    at_record.general[sp] = after.general[sp];
    for (seen, location) in seen.iter().zip(locations) {
        let mut expected = value(location, &CONSTANTS, &at_record);
        // Only the low 8 bytes of the vector register are specified.
        if seen.len() == 8 {
            expected.resize(8, 0);
        }
        assert_eq!(seen[..expected.len()], expected, "{location:?}");
    }
    assert_eq!((after.general[0], after.general[1]), (before.general[0], before.general[1]));
}
