//! Tests of the code, the tables and the errors of thunks. No thunk is executed, so thunks for
//! every architecture are tested on any host.

use iced_x86::{Decoder, DecoderOptions, Instruction, Mnemonic, OpKind, Register as Native};

use super::frame::Roots;
use super::*;
use crate::live_out::{LiveOutError, LiveOutSet};
use crate::map_builder::{RawLocation, constant, direct, in_register, map_with_constants, slot};
use crate::patching::PatchArchitecture;
use statepoint_scanner::arch::x86_64::Processor as X86Processor;
use statepoint_scanner::arch::{
    Aarch64, Architecture, CallingConvention, InstructionSet, PhysicalRegister, PhysicalRegisters,
    Register, X86_64, aarch64,
};
use statepoint_scanner::cfi::{EhFrame, SavedLocation, UnwindRules};
use statepoint_scanner::reference_list::MARK;
use statepoint_scanner::stackmap::maps;
use statepoint_scanner::statepoint::{StatepointError, StatepointProblem};
use statepoint_scanner::table::{CallSiteContent, TableBuilder};

/// Address of the thunk.
const ADDRESS: u64 = 0x40_0000;
/// Address of the function that the thunk calls.
const TARGET: u64 = 0x50_0000;
const NEON: aarch64::Processor = aarch64::Processor::Neon;
/// Location of the constant at index 0 of the pool, which marks a list of references.
const MARK_AT_0: RawLocation = (5, 8, 0, 0);

/// Returns the values of a record with these locations and this pool of constants.
fn values<A: Architecture>(
    locations: &[RawLocation],
    pool: &[u64],
) -> Result<ThunkValues, ThunkError> {
    let section = map_with_constants(&[(0x1000, &[(5, 7, locations)])], &[], pool);
    let map = maps(&section).next().unwrap().unwrap();
    ThunkValues::from_record::<A>(&map.records().next().unwrap(), &map.constants())
}

fn general(number: u8) -> PhysicalRegister {
    PhysicalRegister::General(Register::new(number))
}

/// Returns the convention with the largest frame: it passes these values, preserves the flags and
/// every other register, and writes a callee-saved register and a scratch register.
fn large<A: ThunkAssembler>(
    processor: A::Processor,
    locations: &[RawLocation],
) -> ThunkConvention<A> {
    ThunkConvention {
        values: values::<A>(locations, &[]).unwrap(),
        pass: ValuePassing::Array,
        flags: true,
        writes: vec![PhysicalRegister::General(A::CALLEE_SAVED[0]), general(0)],
        ..ThunkConvention::preserving(preserve_all_but::<A>(processor, []))
    }
}

/// Returns the `.eh_frame` section for a thunk at [`ADDRESS`].
fn rules<A: ThunkAssembler>(thunk: &Thunk<A>) -> Vec<u8> {
    ThunkSections::new([(ADDRESS, thunk)]).eh_frame
}

/// Decodes the instructions of a thunk up to its return.
fn decoded(thunk: &Thunk<X86_64>) -> Vec<Instruction> {
    let mut decoder = Decoder::with_ip(64, thunk.code(), ADDRESS, DecoderOptions::NONE);
    let mut instructions = Vec::new();
    loop {
        let instruction = decoder.decode();
        assert!(!instruction.is_invalid(), "{instructions:?}");
        instructions.push(instruction);
        if instruction.mnemonic() == Mnemonic::Ret {
            return instructions;
        }
    }
}

/// The stack pointer is tracked through the decoded instructions. At each instruction it is
/// compared with the CFA of the unwind rule.
#[test]
fn unwind_rules_hold_at_each_instruction() {
    for processor in [X86Processor::Sse, X86Processor::Avx, X86Processor::Avx512Bw] {
        for flags in [false, true] {
            let locations = [in_register(5), slot(7, 64), slot(6, -8), direct(2, 9), constant(3)];
            let thunk = Thunk::new(
                &ThunkConvention { flags, ..large::<X86_64>(processor, &locations) },
                TARGET,
            );
            let thunk = thunk.unwrap();
            let section = rules(&thunk);
            let rules = EhFrame::<X86_64>::new(0, &section).unwrap();
            let mut pushed = 8;
            for instruction in decoded(&thunk) {
                let at = instruction.ip();
                let rule = rules.rule_at(ADDRESS, at + 1).unwrap();
                assert_eq!((rule.cfa_base, rule.cfa_offset), (X86_64::STACK_POINTER, pushed));
                assert_eq!(rule.return_address, -8);
                let changes_sp = instruction.op0_kind() == OpKind::Register
                    && instruction.op0_register() == Native::RSP;
                pushed += match instruction.mnemonic() {
                    Mnemonic::Pushfq => 8,
                    Mnemonic::Popfq => -8,
                    Mnemonic::Sub if changes_sp => instruction.immediate32to64() as i32,
                    Mnemonic::Add if changes_sp => -(instruction.immediate32to64() as i32),
                    _ => {
                        assert!(!changes_sp);
                        0
                    }
                };
                if at == ADDRESS + u64::from(thunk.return_offset()) {
                    assert_eq!(rule.cfa_offset % 16, 0);
                    let saved: Vec<_> = rule.saved.iter().collect();
                    assert!(
                        matches!(saved[..], [(rbx, SavedLocation::At(_))] if rbx == X86_64::CALLEE_SAVED[0])
                    );
                }
            }
            assert_eq!(pushed, 8);
        }
    }
}

#[test]
fn frame_of_thunk_is_walked_at_call() {
    let locations = [in_register(5), slot(31, 64), slot(29, -8), direct(2, 9), constant(3)];
    let thunk = Thunk::new(&large::<Aarch64>(NEON, &locations), TARGET).unwrap();
    let section = rules(&thunk);
    let rules = EhFrame::<Aarch64>::new(0, &section).unwrap();
    let at = |offset: u32| rules.rule_at(ADDRESS, ADDRESS + u64::from(offset)).unwrap();
    for rule in [at(thunk.return_offset()), at(thunk.return_offset() + 1)] {
        assert_eq!((rule.cfa_offset % 16, rule.return_address), (0, -8));
        let saved: Vec<_> = rule.saved.iter().collect();
        let (x19, x29) = (Aarch64::CALLEE_SAVED[0], Aarch64::FRAME_POINTER);
        assert!(
            matches!(saved[..], [(a, SavedLocation::At(_)), (b, SavedLocation::At(-16))] if (a, b) == (x19, x29))
        );
    }
    // All bytes before the function's address are instructions.
    let words = thunk.code().len() - 8;
    for word in thunk.code()[..words].chunks(4) {
        let is_some = Aarch64::instruction(word).is_some();
        assert!(is_some || word == [0; 4], "{word:x?}");
    }
    assert_eq!(thunk.code()[words..], TARGET.to_le_bytes());
}

/// Returns the call-site table of a thunk, with the record of the frame at its call.
fn table<A: ThunkAssembler>(thunk: &Thunk<A>) -> statepoint_scanner::table::TableBuffer<A> {
    let sections = ThunkSections::new([(ADDRESS, thunk)]);
    let rules = EhFrame::<A>::new(0, &sections.eh_frame).unwrap();
    TableBuilder::new().add(&sections.stack_maps, &rules).unwrap().build().unwrap()
}

#[test]
fn pinned_register_references_are_recorded() {
    // rdi and r8 are live, rcx is not. Calls preserve rbx. The slot is in the frame of the record's
    // function.
    let locations = [in_register(5), in_register(8), in_register(2), in_register(3), slot(7, 8)];
    let all = [&locations[..], &[MARK_AT_0]].concat();
    let mut preserve = LiveOutSet::<X86_64>::empty(X86Processor::Sse);
    [5, 8].into_iter().for_each(|number| preserve.insert(general(number), 8));
    for (list, named) in [(5, 3), (3, 1), (0, 0)] {
        for pass in [ValuePassing::Array, ValuePassing::Arguments] {
            let values = values::<X86_64>(&all, &[MARK + list]).unwrap();
            assert_eq!(values.len(), 5);
            let convention =
                ThunkConvention { values, pass, ..ThunkConvention::preserving(preserve) };
            let thunk = Thunk::new(&convention, TARGET).unwrap();
            assert!(thunk.patched_call(1, 2).callee_saves_registers);
            let table = table(&thunk);
            let site = table.table().lookup(ADDRESS + u64::from(thunk.return_offset())).unwrap();
            match site.content {
                CallSiteContent::Pinned(pinned) => {
                    assert!(pinned.is_listed());
                    assert_eq!(
                        (pinned.locations().len(), pinned.unrecoverable().len()),
                        (named, 0)
                    );
                }
                CallSiteContent::Statepoint(frame) => assert_eq!((frame.base_len(), named), (0, 0)),
            }
        }
    }
    // Without a reference list, any value may be a reference.
    let values = values::<X86_64>(&locations, &[]).unwrap().without_first(2);
    assert_eq!(values.len(), 3);
    let thunk =
        Thunk::new(&ThunkConvention { values, ..ThunkConvention::preserving(preserve) }, TARGET);
    let thunk = thunk.unwrap();
    let table = table(&thunk);
    let site = table.table().lookup(ADDRESS + u64::from(thunk.return_offset())).unwrap();
    let CallSiteContent::Pinned(pinned) = site.content else { panic!("{site:?}") };
    assert_eq!((pinned.is_listed(), pinned.locations().len()), (false, 3));
}

#[test]
fn copied_statepoint_references_are_relocated() {
    // Three deopt values: a derived pointer, a number and a base. The derived pointer's own base
    // is not a deopt value, and the last pair has no deopt value at all.
    let deopt = [slot(7, 8), constant(5), slot(7, 16)];
    let pairs = [slot(7, 24), slot(7, 8), slot(7, 16), slot(7, 16), in_register(3), in_register(3)];
    let all = [&[constant(0), constant(0), constant(3)][..], &deopt, &pairs].concat();
    let values = values::<X86_64>(&all, &[]).unwrap();
    assert_eq!(values.len(), 3);
    let preserve = LiveOutSet::<X86_64>::preserved_by_calls(X86Processor::Sse);
    let convention = ThunkConvention {
        values,
        pass: ValuePassing::Array,
        ..ThunkConvention::preserving(preserve)
    };
    let thunk = Thunk::new(&convention, TARGET).unwrap();
    assert_eq!(thunk.values(), [0..1, 1..2, 2..3]);
    assert!(!thunk.patched_call(1, 2).callee_saves_registers);
    // The base that is not a deopt value is stored after the array.
    assert_eq!(thunk.roots, Roots::Pairs(vec![(24, 0, 8), (16, 16, 8)]));
    let table = table(&thunk);
    let site = table.table().lookup(ADDRESS + u64::from(thunk.return_offset())).unwrap();
    let CallSiteContent::Statepoint(frame) = site.content else { panic!("{site:?}") };
    assert_eq!((frame.base_len(), frame.derived().len()), (2, 1));
    // References that are passed as arguments are roots of the called function.
    let thunk =
        Thunk::new(&ThunkConvention { pass: ValuePassing::Arguments, ..convention }, TARGET)
            .unwrap();
    assert_eq!(thunk.roots, Roots::Pairs(vec![]));
}

#[test]
fn unsupported_records_are_rejected() {
    let refused =
        |locations: &[RawLocation], pool: &[u64]| values::<X86_64>(locations, pool).unwrap_err();
    let too_long = ThunkError::ListTooLong { id: 7, listed: 2, values: 1 };
    assert_eq!(refused(&[slot(7, 0), MARK_AT_0], &[MARK + 2]), too_long);
    let nowhere = refused(&[slot(7, 0), slot(17, 0)], &[]);
    assert_eq!(nowhere, ThunkError::Location { index: 1, id: 7 });
    let float = [constant(0), constant(0), constant(0), (1, 16, 17, 0), (1, 16, 17, 0)];
    assert!(matches!(
        refused(&float, &[]),
        ThunkError::Statepoint(StatepointError {
            reason: StatepointProblem::NotAPointer { .. },
            ..
        })
    ));
}

#[test]
fn live_outs_of_record_are_preserved() {
    let from_record = |locations: &[RawLocation]| {
        let section = map_with_constants(&[(0x1000, &[(5, 7, locations)])], &[], &[]);
        let map = maps(&section).next().unwrap().unwrap();
        let record = map.records().next().unwrap();
        ThunkConvention::<X86_64>::from_record(&record, &map.constants(), X86Processor::Avx)
    };
    let statepoint = from_record(&[constant(0), constant(0), constant(1), constant(9)]).unwrap();
    assert_eq!(statepoint.preserve, LiveOutSet::preserved_by_calls(X86Processor::Avx));
    assert_eq!(statepoint.values.len(), 1);
    // The record lists no live-outs.
    let unknown = from_record(&[slot(7, 0)]).unwrap_err();
    assert_eq!(unknown, ThunkError::LiveOuts(LiveOutError::NotListed));
}

/// Returns the error for an otherwise empty convention with this change.
fn refused<A: ThunkAssembler>(
    processor: A::Processor,
    change: impl FnOnce(&mut ThunkConvention<A>),
) -> ThunkError {
    let mut convention = ThunkConvention::<A>::preserving(LiveOutSet::empty(processor));
    change(&mut convention);
    Thunk::new(&convention, TARGET).unwrap_err()
}

#[test]
fn unreadable_values_are_rejected() {
    let with = |locations: &[RawLocation], pass| {
        let values = values::<X86_64>(locations, &[]).unwrap();
        refused::<X86_64>(X86Processor::Sse, |convention| {
            (convention.values, convention.pass) = (values, pass);
        })
    };
    let register = |dwarf, size| ThunkError::ValueRegister { index: 1, dwarf, size };
    let one = constant(0);
    // The unsupported values are three bytes, a ymm register without AVX, the flags, and a mask
    // register without AVX-512.
    assert_eq!(with(&[one, (1, 3, 5, 0)], ValuePassing::Array), register(5, 3));
    assert_eq!(with(&[one, (1, 32, 17, 0)], ValuePassing::Array), register(17, 32));
    assert_eq!(with(&[one, (1, 8, 49, 0)], ValuePassing::Array), register(49, 8));
    assert_eq!(with(&[one, (1, 8, 118, 0)], ValuePassing::Array), register(118, 8));
    let size = |size| ThunkError::ValueSize { index: 1, size };
    assert_eq!(with(&[one, (3, 3, 7, 0)], ValuePassing::Array), size(3));
    assert_eq!(with(&[one, (3, 0, 7, 0)], ValuePassing::Array), size(0));
    let no_argument = ThunkError::NoArgument { index: 1, size: 16 };
    assert_eq!(with(&[one, (3, 16, 7, 0)], ValuePassing::Arguments), no_argument);
    let too_far = ThunkError::TooFar { index: 1, offset: i32::MAX };
    assert_eq!(with(&[one, (3, 8, 7, i32::MAX)], ValuePassing::Array), too_far);
    let bases: Vec<_> = X86_64::SCRATCH.iter().map(|base| slot(base.dwarf(), 0)).collect();
    assert_eq!(with(&bases, ValuePassing::Array), ThunkError::NoScratchRegister);
    let many = vec![slot(7, 0); 600];
    assert!(matches!(
        with(&many, ValuePassing::Array),
        ThunkError::FrameTooLarge { bytes: 4816, .. }
    ));
    assert!(matches!(with(&many, ValuePassing::Arguments), ThunkError::FrameTooLarge { .. }));
    assert!(matches!(
        with(&[(3, 65528, 7, 0)], ValuePassing::Array),
        ThunkError::FrameTooLarge { .. }
    ));
}

#[test]
fn unsupported_registers_are_rejected() {
    let write = |register: PhysicalRegister| {
        refused::<X86_64>(X86Processor::Avx, |convention| {
            convention.writes = vec![general(1), register]
        })
    };
    let not_writable = |register| ThunkError::NotWritable { register };
    for register in
        [general(7), general(16), PhysicalRegister::Vector(16), PhysicalRegister::Mask(1)]
    {
        assert_eq!(write(register), not_writable(register));
    }
    assert_eq!(write(general(1)), ThunkError::WrittenTwice { register: general(1) });
    let link = refused::<Aarch64>(NEON, |convention| convention.writes = vec![general(30)]);
    assert_eq!(link, not_writable(general(30)));
    let all = LiveOutSet::<Aarch64>::all(NEON);
    let link = refused::<Aarch64>(NEON, |convention| convention.preserve = all);
    assert_eq!(link, ThunkError::LinkRegister);
    let far = values::<Aarch64>(&[slot(31, 1 << 24)], &[]).unwrap();
    let far = refused::<Aarch64>(NEON, |convention| convention.values = far);
    assert_eq!(far, ThunkError::TooFar { index: 0, offset: 1 << 24 });
    let nothing = ThunkConvention::<Aarch64>::preserving(LiveOutSet::empty(NEON));
    let misaligned = Thunk::new(&nothing, 0x1002).unwrap_err();
    assert_eq!(misaligned, ThunkError::Target { target: 0x1002 });
}

#[test]
fn only_clobbered_registers_are_saved() {
    let code = |set: &LiveOutSet<X86_64>| {
        Thunk::new(&ThunkConvention::preserving(*set), TARGET).unwrap().code().len()
    };
    let empty = LiveOutSet::empty(X86Processor::Avx);
    let kept = LiveOutSet::preserved_by_calls(X86Processor::Avx);
    assert_eq!(code(&empty), code(&kept));
    let narrow = |bytes| {
        let mut set = empty;
        set.insert(PhysicalRegister::Vector(3), bytes);
        decoded(&Thunk::new(&ThunkConvention::preserving(set), TARGET).unwrap())
    };
    let uses = |instructions: Vec<Instruction>, register| {
        instructions.iter().any(|instruction| instruction.op1_register() == register)
    };
    assert!(uses(narrow(16), Native::XMM3) && !uses(narrow(16), Native::YMM3));
    assert!(uses(narrow(17), Native::YMM3));
    assert_eq!(X86_64::available(PhysicalRegister::Vector(3), X86Processor::Avx), 32);
}
