//! Tests of walks over unusual or damaged stacks and tables, which no compiler creates. Walks with
//! and without cached call sites must give the same result.

use super::*;
use crate::cfi::SavedLocation;
use crate::table::TableBuffer;
use crate::walk::{InitialRegisters, StopPoint};

const RBX: Register = Register::new(3);
const RBP: Register = Register::new(6);

/// Returns the rule of a frame of `words` words with these saved registers.
fn rule(words: i32, saved: &[(Register, SavedLocation)]) -> FrameRule {
    FrameRule {
        cfa_base: Register::new(7),
        cfa_offset: 8 * words,
        return_address: -8,
        signing: ReturnAddressSigning::Unsigned,
        saved: saved.iter().copied().collect(),
    }
}

/// Returns a table of functions at 0x1000, 0x2000 and so on. Each has one call, whose return
/// address is at offset 5.
fn table(functions: &[(FrameRule, &[RawLocation])]) -> TableBuffer<X86_64> {
    let mut builder = TableBuilder::new();
    for ((rule, roots), address) in functions.iter().zip((1..).map(|n| 0x1000 * n)) {
        builder = builder.add(&statepoints(&[(address, &[(5, 0, roots)])]), rule).unwrap();
    }
    builder.build().unwrap()
}

/// The words of the stack after a walk, and the result of the walk.
type WalkResult = (Vec<u64>, Result<WalkCounts, StackWalkError>);

/// Asserts that a walk without cached call sites and two walks with `walker`, which caches them,
/// have the same result. Returns it.
#[track_caller]
fn assert_same(
    table: &CallSiteTable<'_, X86_64>,
    words: &[u64],
    ends: &[u64],
    walker: &mut StackWalker<X86_64>,
) -> WalkResult {
    let walk = |walker: &mut StackWalker<X86_64>| {
        let mut stack = StackImage::new(STACK, words.to_vec());
        let cursor = Cursor::from_register_file(table, &stack, STACK, ends).unwrap();
        let result = relocate_stack(cursor, &mut stack, walker, &mut forward);
        (stack.words().to_vec(), result)
    };
    let cold = walk(&mut StackWalker::new());
    let first = walk(walker);
    assert_eq!(first, cold);
    assert_eq!(walk(walker), cold);
    cold
}

// The outermost frame of a thread can have the return address 0.
#[test]
fn walk_may_end_at_return_address_zero() {
    let table = table(&[(rule(3, &[]), &[slot(7, 0), slot(7, 0)])]);
    let words = [register_file(0, 0, 0x1005), vec![0x5000, 0, 0x1005, 0x6000, 0, 0]].concat();
    let (words, counts) = assert_same(&table.table(), &words, &[ENTRY, 0], &mut StackWalker::new());
    assert_eq!(counts.unwrap().frames_walked, 2);
    assert_eq!([words[FRAME], words[FRAME + 3]], [0x5000 + DISTANCE, 0x6000 + DISTANCE]);
}

// An empty entry of the walker's cache must not match the return address 0. An empty entry has `pc`
// 0 and `words` = `NO_FRAME` (65,535). A stack with 70,000 words above SP could contain such a
// frame; one with 30,000 could not.
#[test]
fn return_address_zero_is_not_a_call_site() {
    /// Index of the word at SP.
    const SP: usize = 40_000;
    /// Index of the register file, which has seven words.
    const FILE: usize = SP - 7;
    let rbx = [in_register(3); 2];
    for (roots, above) in [(&rbx[..], 30_000), (&rbx, 70_000), (&[], 30_000), (&[], 70_000)] {
        let buffer = table(&[(rule(2, &[(RBX, SavedLocation::At(-16))]), roots)]);
        let table = buffer.table();
        let word = |index: usize| STACK + 8 * index as u64;
        let mut words = vec![ENTRY; SP + above];
        words[FILE..SP].copy_from_slice(&register_file(0x5000, 0, 0x1005));
        words[SP] = word(100);
        let mut walker = StackWalker::new();
        for return_address in [ENTRY, 0, ENTRY, ENTRY, 0, 0] {
            words[SP + 1] = return_address;
            let mut stack = StackImage::new(STACK, words.clone());
            let cursor = Cursor::from_register_file(&table, &stack, word(FILE), &[ENTRY]).unwrap();
            let result = relocate_stack(cursor, &mut stack, &mut walker, &mut |object| object);
            match return_address {
                0 => {
                    let error = StackWalkError::NoRecord { pc: 0, function: None, depth: 1 };
                    assert_eq!(result, Err(error));
                }
                _ => assert_eq!(result.unwrap().frames_walked, 1),
            }
        }
    }
}

/// Returns the index in the table of the frame with `words` words and `saved` saved registers.
fn find_frame(table: &[u32], words: u32, saved: u32) -> usize {
    let header = [0xff | saved << 8, 8 * words, (-8_i32).cast_unsigned()];
    table.windows(3).position(|words| words == header).unwrap()
}

// The table lists rbx twice. Its last location counts: 6 words below the end of the frame. The
// frame has only 6 words, so the sum of both locations would be outside it.
#[test]
fn duplicate_saved_register_stays_within_frame() {
    let saved = [(RBX, SavedLocation::At(-40)), (RBP, SavedLocation::At(-48))];
    let own = [(RBX, SavedLocation::At(-16))];
    let buffer = table(&[(rule(6, &saved), &[]), (rule(2, &own), &[in_register(3); 2])]);
    let mut words = buffer.words().to_vec();
    let frame = find_frame(&words, 6, 2);
    assert_eq!([words[frame + 3] as u8, words[frame + 4] as u8], [0, 1]);
    words[frame + 4] &= !0xff;
    let table = CallSiteTable::read(&words, 0).unwrap();
    let file = register_file(0x5000, 0x5008, 0x1005);
    let stack = [file, vec![0x6000, 0x7000, 0, 0, 0, 0x2005, 0x8000, ENTRY]].concat();
    let (after, counts) = assert_same(&table, &stack, &[ENTRY], &mut StackWalker::new());
    let mut expected = stack;
    expected[FRAME] += DISTANCE;
    assert_eq!(after, expected);
    assert_eq!(counts.unwrap().register_roots_relocated, 1);
}

#[test]
fn unknown_register_in_table_is_an_error() {
    // The offset is too large for the bit set of near slots, so the table has a separate location
    // for the slot.
    let far = 8 * 4000;
    let buffer = table(&[(rule(4003, &[(RBX, SavedLocation::At(-16))]), &[slot(7, far); 2])]);
    let packed = (far as u32 / 8) << 8 | 0xff;
    for index in [6, 15, 16, 100, 126] {
        let mut words = buffer.words().to_vec();
        let location = words.iter().rposition(|&word| word == packed).unwrap();
        words[location] = 0x80 | index;
        let table = CallSiteTable::read(&words, 0).unwrap();
        let stack = [register_file(0, 0, 0x1005), vec![ENTRY; 4003]].concat();
        let (_, result) = assert_same(&table, &stack, &[ENTRY], &mut StackWalker::new());
        let error = result.unwrap_err();
        assert!(matches!(error, StackWalkError::UnrecoverableRegister { .. }), "{error}");
    }
    // The saved register has an invalid index. The frame also has a root in a register that it does
    // not save.
    let buffer = table(&[(rule(4, &[(RBP, SavedLocation::At(-16))]), &[in_register(3); 2])]);
    for index in [6, 16, 200, 255] {
        let mut words = buffer.words().to_vec();
        let frame = find_frame(&words, 4, 1);
        words[frame + 3] = words[frame + 3] & !0xff | index;
        let table = CallSiteTable::read(&words, 0).unwrap();
        let stack = [register_file(0x5000, 0, 0x1005), vec![0, 0, 0, ENTRY]].concat();
        let (_, result) = assert_same(&table, &stack, &[ENTRY], &mut StackWalker::new());
        let error = result.unwrap_err();
        assert!(matches!(error, StackWalkError::DamagedTable { pc: 0x1005, .. }), "{error}");
    }
}

// If the walk ignored the derived root, it would keep the old address of the object.
#[test]
fn derived_root_without_base_is_an_error() {
    let buffer = table(&[(rule(4, &[]), &[slot(7, 0), slot(7, 8)])]);
    let mut words = buffer.words().to_vec();
    let derived = words.windows(2).rposition(|words| words == [1 << 8 | 0xff, 0]).unwrap();
    words[derived + 1] = 1;
    let table = CallSiteTable::read(&words, 0).unwrap();
    let stack = [register_file(0, 0, 0x1005), vec![0x5000, 0x5008, 0, ENTRY]].concat();
    let (_, result) = assert_same(&table, &stack, &[ENTRY], &mut StackWalker::new());
    let error = result.unwrap_err();
    assert!(matches!(error, StackWalkError::DamagedTable { pc: 0x1005, depth: 0, .. }), "{error}");
    let stack = StackImage::new(STACK, stack);
    let cursor = Cursor::from_register_file(&table, &stack, STACK, &[ENTRY]).unwrap();
    assert_eq!(visit_stack(cursor, &stack, &mut |_, _| ()), Err(error));
}

// A stack image may contain the address 0, which also means that a register's location is unknown.
#[test]
fn unknown_register_is_not_read_at_address_zero() {
    let saved = [(RBX, SavedLocation::At(-16))];
    let buffer = table(&[(rule(2, &[]), &[]), (rule(2, &saved), &[in_register(3); 2])]);
    let table = buffer.table();
    let mut walker = StackWalker::new();
    // The first walk caches the call sites and knows the location of rbx. The second walk does not
    // know it.
    for (rbx, is_known) in [(8, true), (0, false)] {
        let mut stack = StackImage::new(0, vec![0x5000, 0x6000, 0, 0x2005, 0, ENTRY]);
        let registers = InitialRegisters { pc: 0x1005, sp: 16, callee_saved: [rbx, 0, 0, 0, 0, 0] };
        let cursor =
            Cursor::from_registers(&table, &stack, registers, StopPoint::AtCall, &[ENTRY]).unwrap();
        let result = relocate_stack(cursor, &mut stack, &mut walker, &mut forward);
        assert_eq!(result.is_ok(), is_known, "{result:?}");
        assert_eq!(stack.words()[0], 0x5000);
    }
}

#[test]
fn stack_may_end_at_top_of_address_space() {
    let buffer = table(&[(rule(2, &[]), &[slot(7, 0); 2])]);
    let table = buffer.table();
    let words = vec![0x5000, 0x1005, 0x6000, 0x1005];
    let base = 0_u64.wrapping_sub(8 * words.len() as u64);
    let mut walker = StackWalker::new();
    for _ in 0..2 {
        let mut stack = StackImage::new(base, words.clone());
        let registers = InitialRegisters { pc: 0x1005, sp: base, callee_saved: [0; 6] };
        let cursor =
            Cursor::from_registers(&table, &stack, registers, StopPoint::AtCall, &[ENTRY]).unwrap();
        let error = relocate_stack(cursor, &mut stack, &mut walker, &mut forward).unwrap_err();
        // The end of the second frame wraps around to address 0.
        assert!(matches!(error, StackWalkError::StackNotGrowing { depth: 1, .. }), "{error}");
    }
}

// The frame pointer is damaged, so the frame ends below the words of its root and of its saved
// register. The stack may end there too.
#[test]
fn cached_call_site_does_not_hide_short_frame() {
    let saved = [(RBX, SavedLocation::At(-48)), (RBP, SavedLocation::At(-16))];
    let by_rbp = FrameRule { cfa_base: RBP, ..rule(2, &saved) };
    let own = [(RBX, SavedLocation::At(-16))];
    let buffer = table(&[(by_rbp, &[slot(7, 24); 2]), (rule(2, &own), &[in_register(3); 2])]);
    let table = buffer.table();
    let stack_up_to = |end: usize| {
        let rbp = STACK + 8 * (FRAME + end - 2) as u64;
        [register_file(0x5000, rbp, 0x1005), vec![0x7000; end - 1]].concat()
    };
    let mut walker = StackWalker::new();
    let whole = [stack_up_to(6), vec![0x2005, 0x8000, ENTRY]].concat();
    let (after, result) = assert_same(&table, &whole, &[ENTRY], &mut walker);
    assert_eq!(result.unwrap().roots_visited, 2);
    // The root of the first frame, and rbx of the second frame, which the first frame has saved.
    assert_eq!([after[FRAME + 3], after[FRAME]], [0x7000 + DISTANCE; 2]);

    let no_root = [stack_up_to(3), vec![ENTRY]].concat();
    let (after, result) = assert_same(&table, &no_root, &[ENTRY], &mut walker);
    let error = result.unwrap_err();
    assert!(matches!(error, StackWalkError::BadStackAddress { what: "a root", .. }), "{error}");
    assert_eq!(after, no_root);
    // This short frame has its saved rbx in the register file.
    let no_register = [stack_up_to(3), vec![0x2005, 0x8000, ENTRY]].concat();
    assert_same(&table, &no_register, &[ENTRY], &mut walker).1.unwrap();
}
