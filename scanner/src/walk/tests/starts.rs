//! Tests of walks that begin with given registers or a signal context instead of the register file
//! of a stub.

use super::*;
use crate::arch::{CallingConvention, InstructionSet};
use crate::cfi::{FrameRule, ReturnAddressSigning};
use crate::fixtures::{direct, in_register, map, slot, statepoints};
use crate::os::arch::x86_64::LINUX_SIGNAL_CONTEXT;
use crate::roots::{StackWalker, WalkCounts, relocate_stack};
use crate::table::TableBuffer;

/// Address of registers that are not on the stack.
const REGISTER_STORAGE: u64 = 0x100;
/// Distance in bytes by which objects move.
const DISTANCE: u64 = 0x10_0000;

/// Walks the remaining stack and returns the program counter of each frame.
fn walk_from(
    mut cursor: Cursor<'_, X86_64>,
    memory: &impl StackMemory,
) -> Result<Vec<u64>, StackWalkError> {
    let mut frames = Vec::new();
    while let Some(frame) = cursor.next(memory)? {
        frames.push(frame.pc);
    }
    Ok(frames)
}

/// Relocates the roots of the remaining stack.
fn relocate(cursor: Cursor<'_, X86_64>, memory: &mut impl StackMemory) -> WalkCounts {
    let mut forward = |object| object + DISTANCE;
    relocate_stack(cursor, memory, &mut StackWalker::new(), &mut forward).unwrap()
}

/// Returns initial registers whose callee-saved registers are stored at [`REGISTER_STORAGE`].
fn registers_elsewhere(pc: u64) -> InitialRegisters<X86_64> {
    let mut callee_saved = [0; 6];
    for (address, index) in callee_saved.iter_mut().zip(0..) {
        *address = REGISTER_STORAGE + 8 * index;
    }
    InitialRegisters { pc, sp: STACK, callee_saved }
}

// `seven` has roots in rbx, r14, r15, r12, r13 and rbp, and one in its slot 0.
#[test]
fn registers_in_array_are_rewritten() {
    let table = REGISTERS.table();
    let words = vec![0x1700, 2, 3, 4, 5, 6, 7, ENTRY];
    let values = vec![0x1100, 0x1600, 0x1200, 0x1300, 0x1400, 0x1500];
    let mut memory = JoinedMemory {
        stack: StackImage::new(STACK, words),
        registers: StackImage::new(REGISTER_STORAGE, values.clone()),
    };
    let registers = registers_elsewhere(0x40_0068);
    let cursor =
        Cursor::from_registers(&table, &memory, registers, StopPoint::AtCall, &[ENTRY]).unwrap();
    let counts = relocate(cursor, &mut memory);
    assert_eq!((counts.frames_walked, counts.register_roots_relocated), (1, 6));
    let moved: Vec<_> = values.iter().map(|value| value + DISTANCE).collect();
    assert_eq!(memory.registers.words(), moved);
    assert_eq!(memory.stack.words()[0], 0x1700 + DISTANCE);
    assert_eq!(memory.stack.words()[1..], [2, 3, 4, 5, 6, 7, ENTRY]);
}

#[test]
fn registers_outside_memory_are_rejected() {
    let table = REGISTERS.table();
    let stack = StackImage::new(STACK, vec![0x1700, 2, 3, 4, 5, 6, 7, ENTRY]);
    let error =
        Cursor::from_registers(&table, &stack, registers_elsewhere(1), StopPoint::AtCall, &[ENTRY]);
    assert!(matches!(
        error.unwrap_err(),
        StackWalkError::BadStackAddress { what: "a register", .. }
    ));
    // An unknown register location is an error only when a frame needs it.
    let registers = InitialRegisters { callee_saved: [0; 6], ..registers_elsewhere(0x40_0068) };
    let mut cursor =
        Cursor::from_registers(&table, &stack, registers, StopPoint::AtCall, &[ENTRY]).unwrap();
    let frame = cursor.next(&stack).unwrap().unwrap();
    let root = relocatable(&frame).bases().next().unwrap();
    let error = frame.address_of(root, &stack).unwrap_err();
    assert!(matches!(error, StackWalkError::UnrecoverableRegister { depth: 0, .. }), "{error}");
}

#[test]
fn joined_memory_covers_stack_and_registers() {
    let mut memory = JoinedMemory {
        stack: StackImage::new(STACK, vec![1, 2]),
        registers: StackImage::new(REGISTER_STORAGE, vec![3]),
    };
    assert_eq!(
        [STACK, STACK + 8, REGISTER_STORAGE].map(|at| memory.load(at)),
        [Ok(1), Ok(2), Ok(3)]
    );
    memory.store(REGISTER_STORAGE, 4).unwrap();
    memory.store(STACK, 5).unwrap();
    assert_eq!((memory.stack.words(), memory.registers.words()), (&[5, 2][..], &[4][..]));
    let outside = StackMemoryError::OutOfBounds { address: 8, low: STACK, high: STACK + 16 };
    assert_eq!((memory.load(8), memory.store(8, 1)), (Err(outside), Err(outside)));
}

/// Returns a table of two functions with frames of 32 bytes. The one at 0x2000 has a stackmap with
/// rbx, r12 and a stack object at its offset 5. Its caller, at 0x1000, has a call that returns to
/// offset 5, with roots in slot 0 and r13. It also has stackmaps at offset 5, directly after the
/// call, and at offset 9.
fn table_with_stackmaps() -> TableBuffer<X86_64> {
    let rule = FrameRule {
        cfa_base: X86_64::STACK_POINTER,
        cfa_offset: 32,
        return_address: -8,
        signing: ReturnAddressSigning::Unsigned,
        saved: crate::cfi::SavedRegisters::new(),
    };
    let roots = [slot(7, 0), slot(7, 0), in_register(13), in_register(13)];
    let statepoint = statepoints(&[(0x1000, &[(5, 0, &roots)])]);
    let named = [in_register(3), in_register(12), direct(7, 8)];
    let markers = map(&[(0x2000, &[(5, 7, &named)]), (0x1000, &[(5, 9, &[]), (9, 8, &[])])], &[]);
    let builder = TableBuilder::new().add(&statepoint, &rule).unwrap();
    builder.add(&markers, &rule).and_then(TableBuilder::build).unwrap()
}

/// Returns a `ucontext_t` with these registers. Callee-saved registers have multiples of 0x10_0000.
fn context(pc: u64, sp: u64) -> Vec<u64> {
    let layout = LINUX_SIGNAL_CONTEXT;
    let mut words = vec![0xcccc; 32];
    words[layout.pc as usize / 8] = pc;
    words[layout.register(X86_64::STACK_POINTER.dwarf()) as usize / 8] = sp;
    for (register, value) in X86_64::CALLEE_SAVED.iter().zip(1..) {
        words[layout.register(register.dwarf()) as usize / 8] = 0x10_0000 * value;
    }
    words
}

/// Collects the pinned roots.
struct Pinning(Vec<u64>);

impl crate::roots::Relocator for Pinning {
    fn forward(&mut self, object: u64) -> u64 {
        object + DISTANCE
    }

    fn pin(&mut self, root: crate::roots::PinnedRoot) -> bool {
        self.0.push(root.value());
        true
    }
}

// The signal context is on the same stack (without SA_ONSTACK), or on another stack.
#[test]
fn thread_stopped_at_stackmap_is_walked_from_context() {
    let buffer = table_with_stackmaps();
    let table = buffer.table();
    let frames = [9, 0x5010, 9, 0x1005, 0x7000, 9, 9, ENTRY];
    let layout = LINUX_SIGNAL_CONTEXT;
    for same_stack in [true, false] {
        let sp = if same_stack { STACK + 32 * 8 } else { STACK };
        let context = context(0x2005, sp);
        let at = if same_stack { STACK } else { REGISTER_STORAGE };
        let stack = if same_stack { [&context[..], &frames].concat() } else { frames.to_vec() };
        let mut memory = JoinedMemory {
            stack: StackImage::new(STACK, stack),
            registers: StackImage::new(REGISTER_STORAGE, context.clone()),
        };
        let cursor = Cursor::from_context(&table, &memory, at, &layout, &[ENTRY]).unwrap();
        let mut relocator = Pinning(Vec::new());
        let mut walker = StackWalker::new();
        let counts = relocate_stack(cursor, &mut memory, &mut walker, &mut relocator).unwrap();
        // The values of the stackmap are the word of the stack object, rbx and r12.
        relocator.0.sort_unstable();
        assert_eq!(relocator.0, [0x5010, 0x10_0000, 0x30_0000]);
        assert_eq!((counts.frames_walked, counts.pinned_roots), (2, 3));
        assert_eq!(counts.register_roots_relocated, 1);
        // The caller's root in r13 is relocated in the context, from which the thread reloads it.
        let mut after = context;
        after[layout.register(13) as usize / 8] += DISTANCE;
        let changed: Vec<u64> = (0..32).map(|index| memory.load(at + 8 * index).unwrap()).collect();
        assert_eq!(changed, after);
        let slots: Vec<u64> = (0..8).map(|index| memory.load(sp + 8 * index).unwrap()).collect();
        assert_eq!(slots, [9, 0x5010, 9, 0x1005, 0x7000 + DISTANCE, 9, 9, ENTRY]);
    }
}

#[test]
fn thread_stopped_outside_records_is_not_walked() {
    let buffer = table_with_stackmaps();
    let table = buffer.table();
    let function = Some(0x1000);
    for (pc, expected) in [
        // After the call, its result can be in a register that the record does not name.
        (0x1005, StackWalkError::NotStoppedAtCall { pc: 0x1005, function, depth: 0 }),
        (0x1006, StackWalkError::NoRecord { pc: 0x1006, function, depth: 0 }),
        // Before a call site.
        (0x1004, StackWalkError::NoRecord { pc: 0x1004, function, depth: 0 }),
        (0x3000, StackWalkError::NoRecord { pc: 0x3000, function: None, depth: 0 }),
    ] {
        let mut stack = context(pc, STACK + 32 * 8);
        stack.extend([1, 2, 3, ENTRY]);
        let stack = StackImage::new(STACK, stack);
        let cursor =
            Cursor::from_context(&table, &stack, STACK, &LINUX_SIGNAL_CONTEXT, &[ENTRY]).unwrap();
        assert_eq!(walk_from(cursor, &stack).unwrap_err(), expected);
    }
    // At a record of another intrinsic the walk succeeds.
    let mut stack = context(0x1009, STACK + 32 * 8);
    stack.extend([1, 2, 3, ENTRY]);
    let stack = StackImage::new(STACK, stack);
    let cursor =
        Cursor::from_context(&table, &stack, STACK, &LINUX_SIGNAL_CONTEXT, &[ENTRY]).unwrap();
    assert_eq!(walk_from(cursor, &stack).unwrap(), [0x1009]);
}

#[test]
fn context_outside_memory_is_rejected() {
    let buffer = table_with_stackmaps();
    let table = buffer.table();
    let stack = StackImage::new(STACK, context(0x2005, STACK));
    for address in [STACK - 0x80, STACK + 0x100, 0, 4, u64::MAX - 7] {
        let error =
            Cursor::from_context(&table, &stack, address, &LINUX_SIGNAL_CONTEXT, &[]).unwrap_err();
        assert!(matches!(error, StackWalkError::BadStackAddress { depth: 0, .. }), "{error}");
    }
}
