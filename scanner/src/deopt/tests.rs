//! Tests of reading deopt values, from the frame of `fixtures/deopt.ll` on a synthetic stack (see
//! `fixtures/x86_64/deopt.txt`), and from synthetic records.

mod redirect;

use proptest::prelude::*;

use super::*;
use crate::arch::{Register, X86_64};
use crate::cfi::{FrameRule, ReturnAddressSigning, SavedRegisters};
use crate::fixtures::{
    DEOPT, RawLocation, constant, direct, in_register, map, map_with_constants, slot, statepoints,
};
use crate::reference_list::MARK;
use crate::roots::{StackWalker, relocate_stack};
use crate::statepoint::DEFAULT_ID;
use crate::table::{CallSiteTable, TableBuilder};
use crate::walk::{Cursor, StackImage, StackMemory, StackMemoryError};

/// Return address of the stub through which native code enters managed code.
const ENTRY: u64 = 0xe000;
/// Lowest address of the stack.
const STACK: u64 = 0x7000;
/// Stack pointer of the frame, above the register file of seven words.
const SP: u64 = STACK + 7 * 8;
/// Distance in bytes by which objects move.
const DISTANCE: u64 = 0x10_0000;

/// Returns a register file with rbx, rbp, r14 and r15, followed by the words of a frame whose call
/// returns to `pc`.
fn stack(pc: u64, [rbx, rbp, r14, r15]: [u64; 4], frame: &[u64]) -> StackImage {
    StackImage::new(STACK, [&[r15, r14, 0, 0, rbx, rbp, pc], frame].concat())
}

fn bits(bits: u128, size: u8) -> RawDeoptValue {
    RawDeoptValue::Bits { bits, size, role: DeoptValueRole::Plain }
}

/// Returns the youngest frame of a stack.
fn first<'t>(
    table: &'t CallSiteTable<'_, X86_64>,
    stack: &StackImage,
) -> crate::walk::StackFrame<'t, X86_64> {
    let mut cursor = Cursor::from_register_file(table, stack, STACK, &[ENTRY]).unwrap();
    cursor.next(stack).unwrap().unwrap()
}

/// Returns the stack of the fixture: the register file, stack slots, saved registers, and the
/// return address.
fn fixture() -> StackImage {
    // The bytes above a value's size are arbitrary.
    let registers = [0x5000, 0xffff_ffff_8000_0001, 0x1234_5678_9abc_def0, 0xaaaa_aaaa_aaaa_aa85];
    let slots = [
        0,
        0x4000_0000_0000_0000,
        0x1111_1111_1111_1111,
        0x2222_2222_2222_2222,
        0x0000_0002_0000_0001,
        0x0000_0004_0000_0003,
        0,
        77,
        88,
    ];
    let saved = [0; 4];
    stack(0x40_002f, registers, &[&slots[..], &saved, &[ENTRY]].concat())
}

/// Returns the deopt values of the fixture. One of them is a reference to `object`.
fn expected(object: u64) -> Vec<RawDeoptValue> {
    vec![
        RawDeoptValue::Constant(7),
        bits(0x85, 1),
        bits(0x8000_0001, 4),
        bits(0x1234_5678_9abc_def0, 8),
        bits(0x2222_2222_2222_2222_1111_1111_1111_1111, 16),
        bits(0x4000_0000_0000_0000, 8),
        bits(0x0000_0004_0000_0003_0000_0002_0000_0001, 16),
        RawDeoptValue::Object { address: SP + 56 },
        RawDeoptValue::Bits { bits: object.into(), size: 8, role: DeoptValueRole::Reference },
        RawDeoptValue::Constant(0),
        RawDeoptValue::Constant(0x1234_5678_9abc_def0),
        RawDeoptValue::Constant(-1),
    ]
}

#[test]
fn values_are_read_in_order() {
    let table = DEOPT.table();
    let stack = fixture();
    let state = DeoptState::of_statepoint(&first(&table, &stack)).unwrap();
    assert_eq!((state.id(), state.len(), state.is_empty()), (DEFAULT_ID, 12, false));
    assert_eq!(state.locations().len(), 12);
    assert_eq!(state.frame().pc, 0x40_002f);
    assert_eq!(state.read(&stack, &no_registers), Ok(expected(0x5000)));
}

#[test]
fn reference_value_is_read_after_relocation() {
    let table = DEOPT.table();
    let mut stack = fixture();
    let cursor = Cursor::from_register_file(&table, &stack, STACK, &[ENTRY]).unwrap();
    let mut forward = |object: u64| object + DISTANCE;
    let counts = relocate_stack(cursor, &mut stack, &mut StackWalker::new(), &mut forward).unwrap();
    assert_eq!(counts.register_roots_relocated, 1);
    let state = DeoptState::of_statepoint(&first(&table, &stack)).unwrap();
    assert_eq!(state.read(&stack, &no_registers), Ok(expected(0x5000 + DISTANCE)));
}

#[test]
fn call_without_deopt_bundle_has_no_values() {
    let table = crate::fixtures::SPILLED.table();
    let stack = stack(0x40_0033, [0; 4], &[0; 12]);
    let state = DeoptState::of_statepoint(&first(&table, &stack)).unwrap();
    assert!(state.is_empty());
    assert_eq!(state.read(&stack, &no_registers), Ok(vec![]));
}

/// Rule of a frame of 64 bytes, including the return address, that saves no registers.
const RULE: FrameRule = FrameRule {
    cfa_base: Register::new(7),
    cfa_offset: 64,
    return_address: -8,
    signing: ReturnAddressSigning::Unsigned,
    saved: SavedRegisters::new(),
};

fn table(section: &[u8]) -> CallSiteTable<'static, X86_64> {
    TableBuilder::new().add(section, &RULE).and_then(TableBuilder::build).unwrap().leak()
}

/// Returns the table of a statepoint at 0x1005 with these deopt values, and one pair of pointers:
/// a base at rsp and its derived pointer at rsp+8.
fn statepoint(values: &[RawLocation]) -> CallSiteTable<'static, X86_64> {
    let head = [constant(0), constant(0), constant(values.len() as i32)];
    let locations = [&head, values, &[slot(7, 0), slot(7, 8)]].concat();
    table(&map(&[(0x1000, &[(5, 3, &locations)])], &[]))
}

/// Reads these deopt values of a synthetic frame.
fn read(
    values: &[RawLocation],
    registers: &impl Fn(u16) -> Option<u128>,
) -> Result<Vec<RawDeoptValue>, DeoptError> {
    let table = statepoint(values);
    let stack = stack(0x1005, [0x7048, 1, 2, 3], &[0x5000, 0x5008, 2, 3, 4, 5, 6, ENTRY]);
    DeoptState::of_statepoint(&first(&table, &stack))?.read(&stack, registers)
}

#[test]
fn value_roles_match_gc_pairs() {
    let values = [slot(7, 0), slot(7, 8), slot(7, 16), (3, 16, 7, 0), (3, 16, 7, 8), (3, 4, 7, 0)];
    let roles: Vec<_> = read(&values, &no_registers)
        .unwrap()
        .into_iter()
        .map(|value| match value {
            RawDeoptValue::Bits { role, .. } => role,
            other => panic!("{other:?}"),
        })
        .collect();
    let expected = [
        DeoptValueRole::Reference,
        DeoptValueRole::Derived,
        DeoptValueRole::Plain,
        DeoptValueRole::Derived,
        DeoptValueRole::Plain,
        DeoptValueRole::Plain,
    ];
    assert_eq!(roles, expected);
}

// A stub has saved an xmm register and rdi. The other values are relative to rbx and to rdi.
#[test]
fn clobbered_registers_are_requested_from_host() {
    let values = [(1, 16, 17, 0), (1, 4, 5, 0), (3, 8, 3, 8), direct(5, -8), in_register(7)];
    let saved = |register| match register {
        17 => Some(u128::MAX),
        5 => Some(0x0123_4567_89ab_cdef),
        _ => None,
    };
    let expected = [
        bits(u128::MAX, 16),
        bits(0x89ab_cdef, 4),
        bits(3, 8),
        RawDeoptValue::Object { address: 0x0123_4567_89ab_cde7 },
        bits(SP.into(), 8),
    ];
    assert_eq!(read(&values, &saved), Ok(expected.to_vec()));
    let lost = |index, register| Err(DeoptError::LostRegister { pc: 0x1005, index, register });
    assert_eq!(read(&values, &no_registers), lost(0, 17));
    assert_eq!(read(&values[1..], &no_registers), lost(0, 5));
    assert_eq!(read(&values[2..], &no_registers), lost(1, 5));
}

#[test]
fn error_names_unreadable_value() {
    let size = |index, size, most| Err(DeoptError::Size { pc: 0x1005, index, size, most });
    assert_eq!(read(&[(3, 17, 7, 0)], &no_registers), size(0, 17, 16));
    assert_eq!(read(&[constant(1), (3, 32, 7, 0)], &no_registers), size(1, 32, 16));
    assert_eq!(read(&[(3, 0, 7, 0)], &no_registers), size(0, 0, 16));
    assert_eq!(read(&[(1, 16, 3, 0)], &no_registers), size(0, 16, 8));
    assert_eq!(read(&[(1, 64, 17, 0)], &|_| Some(0)), size(0, 64, 16));
    let outside = read(&[slot(7, 4096)], &no_registers).unwrap_err();
    let source =
        StackMemoryError::OutOfBounds { address: SP + 4096, low: STACK, high: STACK + 15 * 8 };
    assert_eq!(outside, DeoptError::Memory { pc: 0x1005, index: 0, source });
    // The last byte of the value is after the end of the stack.
    let across = read(&[(3, 8, 7, 57)], &no_registers).unwrap_err();
    assert!(matches!(across, DeoptError::Memory { index: 0, .. }), "{across:?}");
    assert!(across.to_string().contains("value 0"), "{across}");
}

/// Reads these deopt values of a synthetic frame with these kinds.
fn read_as(
    values: &[RawLocation],
    kinds: &[DeoptValueKind],
) -> Result<Vec<TypedDeoptValue>, DeoptError> {
    let table = statepoint(values);
    let stack = stack(0x1005, [0x7048, 1, 2, 3], &[0x5000, 0x5008, 2, 3, 4, 5, 6, ENTRY]);
    let frame = first(&table, &stack);
    DeoptState::of_statepoint(&frame)?.read_as(kinds, &stack, &no_registers)
}

#[test]
fn values_are_read_as_host_types() {
    let values = [
        constant(-2),
        constant(-2),
        slot(7, 16),
        (3, 16, 7, 16),
        slot(7, 0),
        constant(0),
        direct(7, 24),
    ];
    let kinds = [
        DeoptValueKind::Bits(4),
        DeoptValueKind::Bits(16),
        DeoptValueKind::Bits(8),
        DeoptValueKind::Bits(12),
        DeoptValueKind::Reference,
        DeoptValueKind::Reference,
        DeoptValueKind::Object(16),
    ];
    let expected = [
        TypedDeoptValue::Bits(0xffff_fffe),
        TypedDeoptValue::Bits(u128::MAX - 1),
        TypedDeoptValue::Bits(2),
        TypedDeoptValue::Bits(3 << 64 | 2),
        TypedDeoptValue::Reference(0x5000),
        TypedDeoptValue::Reference(0),
        TypedDeoptValue::Object { address: SP + 24, size: 16 },
    ];
    assert_eq!(read_as(&values, &kinds), Ok(expected.to_vec()));
}

#[test]
fn error_names_value_of_wrong_kind() {
    let wrong = |index, expected| Err(DeoptError::Kind { pc: 0x1005, index, expected });
    for (value, kind) in [
        // The slots are references, derived pointers and plain values. Stack objects and constants
        // follow.
        (slot(7, 0), DeoptValueKind::Bits(8)),
        (slot(7, 8), DeoptValueKind::Bits(8)),
        (slot(7, 8), DeoptValueKind::Reference),
        (slot(7, 16), DeoptValueKind::Reference),
        (slot(7, 16), DeoptValueKind::Bits(9)),
        (slot(7, 16), DeoptValueKind::Bits(0)),
        (slot(7, 16), DeoptValueKind::Object(8)),
        (direct(7, 16), DeoptValueKind::Bits(8)),
        (direct(7, 16), DeoptValueKind::Reference),
        (constant(1), DeoptValueKind::Reference),
        (constant(1), DeoptValueKind::Bits(17)),
        (constant(0), DeoptValueKind::Object(8)),
    ] {
        assert_eq!(read_as(&[value], &[kind]), wrong(0, kind), "{value:?}");
        assert_eq!(
            read_as(&[constant(3), value], &[DeoptValueKind::Bits(8), kind]),
            wrong(1, kind)
        );
    }
    let count = |found, expected| Err(DeoptError::Count { pc: 0x1005, found, expected });
    assert_eq!(read_as(&[constant(3)], &[]), count(1, 0));
    assert_eq!(read_as(&[constant(3)], &[DeoptValueKind::Bits(1); 2]), count(1, 2));
    let lost = DeoptError::LostRegister { pc: 0x1005, index: 0, register: 5 };
    assert_eq!(read_as(&[in_register(5)], &[DeoptValueKind::Bits(8)]), Err(lost));
}

#[test]
fn references_in_stack_objects_are_detected() {
    let values = [direct(7, 0), direct(7, 8), direct(7, 16), slot(7, 0)];
    let table = statepoint(&values);
    let stack = stack(0x1005, [0; 4], &[0x5000, 0x5008, 2, 3, 4, 5, 6, ENTRY]);
    let state = DeoptState::of_statepoint(&first(&table, &stack)).unwrap();
    let found = |index, size| state.has_references(index, size, &stack).unwrap();
    assert!(found(0, 8) && found(0, 1) && found(1, 8));
    assert!(!found(0, 0) && !found(2, 32) && !found(3, 8));
}

#[test]
fn patchpoint_values_are_read_as_host_types() {
    let values = [in_register(3), slot(7, 16), constant(-3), slot(7, 0), (5, 8, 0, 0)];
    let section = map_with_constants(&[(0x1000, &[(5, 9, &values)])], &[], &[MARK + 1]);
    let table = table(&section);
    let stack = stack(0x1005, [0x6000, 0, 0, 0], &[0x5000, 1, 2, 3, 4, 5, 6, ENTRY]);
    let frame = first(&table, &stack);
    let all = DeoptState::of_patchpoint(&frame, 0).unwrap().read(&stack, &no_registers).unwrap();
    let reference = RawDeoptValue::Bits { bits: 0x5000, size: 8, role: DeoptValueRole::Reference };
    let expected = [bits(0x6000, 8), bits(2, 8), RawDeoptValue::Constant(-3), reference];
    assert_eq!(all, expected);
    // The first two values, the result and an argument, are omitted.
    let state = DeoptState::of_patchpoint(&frame, 2).unwrap();
    assert_eq!((state.id(), state.len()), (9, 2));
    assert_eq!(state.read(&stack, &no_registers).unwrap(), expected[2..]);
    let few = DeoptError::TooFewValues { pc: 0x1005, found: 4, expected: 5 };
    assert_eq!(DeoptState::of_patchpoint(&frame, 5).unwrap_err(), few);
    let other = DeoptError::NotAStatepoint { pc: 0x1005, id: 9 };
    assert_eq!(DeoptState::of_statepoint(&frame).unwrap_err(), other);
}

#[test]
fn statepoint_is_not_a_patchpoint() {
    let table = table(&statepoints(&[(0x1000, &[(5, 4, &[])])]));
    let stack = stack(0x1005, [0; 4], &[0, 0, 0, 0, 0, 0, 0, ENTRY]);
    let error = DeoptState::of_patchpoint(&first(&table, &stack), 0).unwrap_err();
    assert_eq!(error, DeoptError::NotAPatchpoint { pc: 0x1005, id: 4 });
}

proptest! {
    /// Values equal the bytes of the stack at their offset.
    #[test]
    fn values_are_read_at_any_offset(
        words in proptest::collection::vec(any::<u64>(), 7),
        offset in 0_i32..40,
        size in 1_u16..=16,
    ) {
        let table = statepoint(&[(3, size, 7, offset)]);
        let frame: Vec<_> = words.iter().copied().chain([ENTRY]).collect();
        let stack = stack(0x1005, [0; 4], &frame);
        let state = DeoptState::of_statepoint(&first(&table, &stack)).unwrap();
        let found = state.read(&stack, &no_registers).unwrap();
        let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
        let mut expected = [0; 16];
        let (offset, len) = (offset as usize, usize::from(size));
        expected[..len].copy_from_slice(&bytes[offset..offset + len]);
        let RawDeoptValue::Bits { bits, size: read, .. } = found[0] else { panic!("{found:?}") };
        prop_assert_eq!((bits, u16::from(read)), (u128::from_le_bytes(expected), size));
        // The stack ends here, so a read beyond the value would have failed.
        prop_assert!(stack.load(SP + 64).is_err());
    }
}

#[test]
fn clobbered_registers_are_not_preserved() {
    let (table, stack) = (DEOPT.table(), fixture());
    let state = DeoptState::of_statepoint(&first(&table, &stack)).unwrap();
    // These are rbx, rbp, rsp, and r12 to r15.
    let preserved: Vec<u16> = (0..200).filter(|&dwarf| state.is_preserved(dwarf)).collect();
    assert_eq!(preserved, [3, 6, 7, 12, 13, 14, 15]);
}
