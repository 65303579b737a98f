//! Random thunk conventions, called with known values in all registers: the function receives the
//! expected values, and afterwards each register is preserved, written or clobbered as specified.
//!
//! The environment variable `THUNK_SEED` selects one seed, `THUNK_CASES` the number of seeds.

use fastrand::Rng;
use statepoint_patch::live_out::{LiveOutSet, LiveRegister};
use statepoint_patch::thunk::{Thunk, ThunkConvention, ThunkError, ValuePassing, preserve_all_but};
use statepoint_scanner::arch::{
    Host, InstructionSet as _, PhysicalRegister, PhysicalRegisters as _, Register, detect_processor,
};
use statepoint_scanner::stackmap::{Location, LocationKind};
use tests::registers::{
    ARITHMETIC_FLAGS, Arguments, Registers, STACK_WORDS, general_registers, vector_bytes,
    vector_registers,
};

use super::{array, call, dwarf_of_vector, location, value, values};

/// Number of seeds if `THUNK_CASES` is not set.
const DEFAULT_CASES: u64 = 4000;
/// Size in words of the memory to which registers point.
const MEMORY_WORDS: usize = 64;

struct Case {
    before: Registers,
    locations: Vec<Location>,
    constants: Vec<u64>,
    convention: ThunkConvention<Host>,
    /// The new values of the registers that are written.
    results: Vec<u64>,
}

fn random_word(rng: &mut Rng) -> u64 {
    rng.u64(..)
}

/// Returns random registers and stack words, except for the registers in `pointers`.
fn random_registers(rng: &mut Rng, pointers: &[(Register, u64)]) -> Registers {
    let mut registers = Registers::new();
    general_registers().for_each(|register| {
        registers.general[usize::from(register.dwarf())] = random_word(rng);
    });
    for &(register, address) in pointers {
        registers.general[usize::from(register.dwarf())] = address;
    }
    for number in vector_registers() {
        let bytes = &mut registers.vectors[usize::from(number)][..vector_bytes().into()];
        rng.fill(bytes);
    }
    registers.stack = [(); STACK_WORDS].map(|()| random_word(rng));
    registers.flags = rng.u64(..) & ARITHMETIC_FLAGS;
    registers
}

/// Returns a random location. Memory operands are relative to a register in `pointers` or to the
/// stack pointer.
fn random_location(rng: &mut Rng, pointers: &[(Register, u64)], constants: usize) -> Location {
    let general: Vec<_> = general_registers().collect();
    let sp = Host::STACK_POINTER.dwarf();
    let sizes = [1, 2, 4, 8, 8, 8, 16, 24];
    let size = *rng.choice(&sizes).unwrap();
    let pointer = rng.choice(pointers).map(|(register, _)| register.dwarf());
    match rng.u8(..10) {
        0..3 => {
            let register = rng.choice(&general).unwrap().dwarf();
            location(LocationKind::Register, *rng.choice(&sizes[..4]).unwrap(), register, 0)
        }
        3 => {
            let vectors: Vec<_> = vector_registers().collect();
            let number = *rng.choice(&vectors).unwrap();
            let sizes = [4, 8, 16, u16::from(vector_bytes())];
            let size = *rng.choice(&sizes).unwrap();
            location(LocationKind::Register, size, dwarf_of_vector(number), 0)
        }
        4 | 5 => {
            let offset = rng.u16(..=8 * STACK_WORDS as u16 - size);
            location(LocationKind::Indirect, size, sp, offset.into())
        }
        6 => {
            let half = 4 * MEMORY_WORDS as i32;
            let offset = rng.i32(-half..=half - i32::from(size));
            location(
                LocationKind::Indirect,
                size,
                pointer.unwrap_or(sp),
                match pointer {
                    Some(_) => offset,
                    None => 0,
                },
            )
        }
        7 => location(
            LocationKind::Direct,
            8,
            pointer.filter(|_| rng.bool()).unwrap_or(sp),
            rng.i32(-70_000..70_000),
        ),
        8 => location(LocationKind::Constant, 8, 0, rng.i32(..)),
        _ => location(LocationKind::ConstantIndex, 8, 0, rng.i32(0..constants as i32)),
    }
}

fn random_register(rng: &mut Rng) -> PhysicalRegister {
    let general = general_registers().map(PhysicalRegister::General);
    let all: Vec<_> = general.chain(vector_registers().map(PhysicalRegister::Vector)).collect();
    *rng.choice(&all).unwrap()
}

/// Returns the random case of a seed: register contents, locations, and a convention.
fn random_case(seed: u64, memory: &[u64]) -> Case {
    let mut rng = Rng::with_seed(seed);
    let rng = &mut rng;
    let middle = memory.as_ptr().expose_provenance() as u64 + 4 * MEMORY_WORDS as u64;
    let general: Vec<_> = general_registers().collect();
    let pointers: Vec<_> =
        (0..rng.usize(..4)).map(|_| (*rng.choice(&general).unwrap(), middle)).collect();
    let before = random_registers(rng, &pointers);
    let constants: Vec<_> = (0..4).map(|_| random_word(rng) >> (16 * rng.u32(..4))).collect();
    let pass = if rng.bool() { ValuePassing::Array } else { ValuePassing::Arguments };
    let len = if rng.u8(..10) == 0 { rng.usize(..60) } else { rng.usize(..12) };
    let mut locations: Vec<_> =
        (0..len).map(|_| random_location(rng, &pointers, constants.len())).collect();
    if pass == ValuePassing::Arguments {
        let fits = |location: &Location| {
            let is_vector = location.kind == LocationKind::Register
                && Host::register(location.register).is_none();
            location.size <= if is_vector { 16 } else { 8 }
        };
        locations.retain(fits);
    }
    let processor = detect_processor();
    let clobbered: Vec<_> = (0..rng.usize(..12)).map(|_| random_register(rng)).collect();
    let mut preserve = LiveOutSet::empty(processor);
    match rng.u8(..3) {
        0 => preserve = preserve_all_but::<Host>(processor, clobbered),
        1 => clobbered.into_iter().for_each(|register| preserve.insert(register, rng.u8(1..=64))),
        _ => {
            for _ in 0..rng.usize(..40) {
                preserve.insert(random_register(rng), rng.u8(1..=64));
            }
        }
    }
    let mut writes: Vec<PhysicalRegister> = Vec::new();
    for _ in 0..rng.usize(..6).saturating_sub(1) {
        let register = random_register(rng);
        if !writes.contains(&register) {
            writes.push(register);
        }
    }
    let words = writes.iter().map(|&register| Host::available(register, processor).div_ceil(8));
    let results = (0..words.map(usize::from).sum()).map(|_| random_word(rng)).collect();
    let values = values(&locations, &constants).unwrap();
    let convention = ThunkConvention { values, pass, preserve, flags: rng.bool(), writes };
    Case { before, locations, constants, convention, results }
}

/// Returns the values with which the function was called. Each has all bytes that are specified.
fn observed_values(case: &Case, thunk: &Thunk<Host>, arguments: &Arguments) -> Vec<Vec<u8>> {
    if case.convention.pass == ValuePassing::Array {
        // SAFETY: the thunk has passed this array, and the function that received it has not
        // returned.
        let all = unsafe { array(arguments.general[0], arguments.general[1] as usize) };
        let bytes = |words: &[u64]| words.iter().flat_map(|word| word.to_le_bytes()).collect();
        return thunk.values().iter().map(|place| bytes(&all[place.clone()])).collect();
    }
    let registers = if Host::NAME == "x86-64" { 6 } else { 8 };
    let (mut general, mut vectors, mut stack) =
        (usize::from(!case.convention.writes.is_empty()), 0, 0);
    let mut seen = Vec::new();
    for &Location { kind, size, register, .. } in &case.locations {
        let is_vector = kind == LocationKind::Register && Host::register(register).is_none();
        let size = usize::from(size);
        let mut on_stack = |bytes: usize| {
            if bytes > 8 {
                stack = usize::next_multiple_of(stack, 2);
            }
            let first = stack;
            stack += bytes.div_ceil(8);
            // SAFETY: the function has not returned, and it has this number of stack arguments.
            let words = (first..stack).map(|index| unsafe { arguments.stack(index) });
            words.flat_map(|word| word.to_le_bytes()).take(bytes).collect::<Vec<_>>()
        };
        seen.push(match is_vector {
            true if vectors < 8 => {
                vectors += 1;
                arguments.vectors[vectors - 1][..size].to_vec()
            }
            false if general < registers => {
                general += 1;
                arguments.general[general - 1].to_le_bytes().to_vec()
            }
            true => on_stack(size),
            false => on_stack(8),
        });
    }
    seen
}

/// Runs the case of a seed. Returns the number of general registers that the call has changed, or
/// `None` if the convention has no thunk.
fn run_case(seed: u64, memory: &[u64]) -> Option<usize> {
    let case = random_case(seed, memory);
    let Case { before, locations, constants, convention, results } = &case;
    let (mut found, mut old_values) = (Vec::new(), Vec::new());
    let mut observe = |thunk: &Thunk<Host>, arguments: &Arguments| {
        found = observed_values(&case, thunk, arguments);
        if let Some((_, last)) = thunk.results().last() {
            let argument = if convention.pass == ValuePassing::Array { 2 } else { 0 };
            // SAFETY: the thunk has passed this array, and the function that received it has not
            // returned.
            let all = unsafe { array(arguments.general[argument], last.end) };
            let mut results = results.iter();
            for (_, place) in thunk.results() {
                old_values.extend_from_slice(&all[place.clone()]);
                all[place.clone()]
                    .iter_mut()
                    .zip(&mut results)
                    .for_each(|(word, new)| *word = *new);
            }
        }
    };
    let after = match call(convention, before, &mut observe) {
        Ok(after) => after,
        Err(ThunkError::NoScratchRegister | ThunkError::FrameTooLarge { .. }) => return None,
        Err(error) => panic!("seed {seed}: {error}"),
    };
    let mut at_record = before.clone();
    let sp = usize::from(Host::STACK_POINTER.dwarf());
    at_record.general[sp] = after.general[sp];
    assert_eq!(found.len(), locations.len(), "seed {seed}");
    for (index, (found, &location)) in found.iter().zip(locations).enumerate() {
        let mut expected = value(location, constants, &at_record);
        if found.len() > expected.len() {
            expected.resize(found.len(), 0);
        }
        assert_eq!(*found, expected, "seed {seed}: value {index}, {location:?}, {convention:?}");
    }
    assert_eq!(after.stack, before.stack, "seed {seed}");
    if convention.flags {
        assert_eq!((after.flags ^ before.flags) & ARITHMETIC_FLAGS, 0, "seed {seed}: flags");
    }
    let processor = convention.preserve.processor();
    let mut first = 0;
    for &register in &convention.writes {
        let bytes = usize::from(Host::available(register, processor));
        let words = first..first + bytes.div_ceil(8);
        first = words.end;
        let bytes_of =
            |words: &[u64]| words.iter().flat_map(|word| word.to_le_bytes()).collect::<Vec<_>>();
        let known = bytes.min(32);
        let old = before.bytes(register, known);
        assert_eq!(bytes_of(&old_values[words.clone()])[..known], old, "seed {seed}: {register:?}");
        let new = &bytes_of(&results[words])[..known];
        assert_eq!(after.bytes(register, known), new, "seed {seed}: {register:?}");
    }
    let written = |register| convention.writes.contains(&register);
    let all = convention.preserve.union(&LiveOutSet::preserved_by_calls(processor));
    for LiveRegister { register, bytes } in all.iter().filter(|live| !written(live.register)) {
        if let PhysicalRegister::Mask(_) = register {
            continue;
        }
        let known = usize::from(bytes).min(32);
        let (is, was) = (after.bytes(register, known), before.bytes(register, known));
        assert_eq!(is, was, "seed {seed}: {register:?}, {convention:?}");
    }
    let changed = |register: &PhysicalRegister| {
        !all.contains(*register)
            && !written(*register)
            && after.bytes(*register, 8) != before.bytes(*register, 8)
    };
    Some(general_registers().map(PhysicalRegister::General).filter(changed).count())
}

#[test]
fn registers_have_their_specified_values() {
    let memory: Vec<u64> =
        (0..MEMORY_WORDS as u64).map(|word| word.wrapping_mul(0x9e37_79b9_7f4a_7c15)).collect();
    let number = |name| std::env::var(name).ok().map(|text| text.parse::<u64>().unwrap());
    if let Some(seed) = number("THUNK_SEED") {
        run_case(seed, &memory);
        return;
    }
    let cases = number("THUNK_CASES").unwrap_or(DEFAULT_CASES);
    let (mut thunks, mut changed) = (0, 0);
    for seed in 0..cases {
        if let Some(registers) = run_case(seed, &memory) {
            thunks += 1;
            changed += registers;
        }
    }
    assert!(thunks > cases - cases / 20, "{thunks} thunks of {cases}");
    // Unpreserved registers change, so the checks of the preserved ones are meaningful.
    assert!(changed > cases as usize, "{changed} registers");
}
