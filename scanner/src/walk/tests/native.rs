//! Tests of stack walks through native frames between managed frames, on synthetic stacks.

use super::*;
use crate::arch::InstructionSet;
use crate::cfi::{FrameRule, ReturnAddressSigning, SavedLocation, UnwindProblem};
use crate::fixtures::{in_register, slot, statepoints};
use crate::roots::{StackWalker, relocate_stack};
use crate::table::{NativeFrame, TableBuffer};

/// Distance in bytes by which objects move.
const DISTANCE: u64 = 0x10_0000;

/// Managed and native code. The managed call site, 0x1005, has roots in rbx and in slot 0 of a
/// frame of 32 bytes, which saves rbx at offset 8 and r12 at offset 16.
pub(in crate::walk) struct MixedCode {
    managed: TableBuffer<X86_64>,
    saving: NativeFrame<X86_64>,
    dynamic: NativeFrame<X86_64>,
    losing: NativeFrame<X86_64>,
}

/// Return address in a native function that saves rbx and rbp in a frame of 48 bytes.
pub(in crate::walk) const SAVING: u64 = 0x9005;
/// Return address in a native function with an rbp-based frame, which saves rbp and rbx.
pub(in crate::walk) const DYNAMIC: u64 = 0x9015;
/// Return address in a native function that overwrites rbx without saving it.
pub(in crate::walk) const LOSING: u64 = 0x9025;
/// Return address in a native function without a usable unwind rule.
pub(in crate::walk) const WITHOUT_RULE: u64 = 0x9035;
/// Return address in the outermost function of a thread.
pub(in crate::walk) const OUTERMOST: u64 = 0x9045;

fn rule(cfa_base: Register, cfa_offset: i32, saved: &[(u8, SavedLocation)]) -> FrameRule {
    let saved = saved.iter().map(|&(register, what)| (Register::new(register), what)).collect();
    FrameRule {
        cfa_base,
        cfa_offset,
        return_address: -8,
        signing: ReturnAddressSigning::Unsigned,
        saved,
    }
}

pub(in crate::walk) fn mixed_code() -> MixedCode {
    let sp = X86_64::STACK_POINTER;
    let roots = [slot(7, 0), slot(7, 0), in_register(3), in_register(3)];
    let section = statepoints(&[(0x1000, &[(5, 0, &roots)])]);
    let rbp_rbx = [(6, SavedLocation::At(-16)), (3, SavedLocation::At(-24))];
    let native = |rule| NativeFrame::new(&rule).unwrap();
    MixedCode {
        managed: TableBuilder::new()
            .add(
                &section,
                &rule(sp, 32, &[(12, SavedLocation::At(-16)), (3, SavedLocation::At(-24))]),
            )
            .and_then(TableBuilder::build)
            .unwrap(),
        saving: native(rule(sp, 48, &rbp_rbx)),
        dynamic: native(rule(Register::new(6), 16, &rbp_rbx)),
        losing: native(rule(sp, 16, &[(3, SavedLocation::Lost)])),
    }
}

impl CodeLookup<X86_64> for MixedCode {
    fn generation(&self) -> u64 {
        0
    }

    fn find(&self, pc: u64) -> FoundCode<'_, X86_64> {
        match pc {
            SAVING => FoundCode::Native(self.saving.descriptor().unwrap()),
            DYNAMIC => FoundCode::Native(self.dynamic.descriptor().unwrap()),
            LOSING => FoundCode::Native(self.losing.descriptor().unwrap()),
            WITHOUT_RULE => FoundCode::NoRule(UnwindProblem::CfaExpression),
            OUTERMOST => FoundCode::End,
            _ => match self.managed.table().lookup(pc) {
                Some(site) => FoundCode::Managed(site),
                None => FoundCode::Unknown { function: None },
            },
        }
    }

    fn function_containing(&self, pc: u64) -> Option<u64> {
        self.managed.table().function_containing(pc)
    }

    fn covers(&self, _: u64) -> bool {
        true
    }

    fn has_pinned(&self) -> bool {
        false
    }

    fn max_bases(&self) -> usize {
        2
    }
}

/// Returns the return address and kind of each frame.
fn walk(code: &MixedCode, words: Vec<u64>) -> Result<Vec<(u64, FrameKind)>, StackWalkError> {
    let stack = StackImage::new(STACK, words);
    let mut cursor = Cursor::from_register_file(code, &stack, STACK, &[ENTRY])?;
    let mut frames = Vec::new();
    while let Some(frame) = cursor.next(&stack)? {
        frames.push((frame.pc, frame.kind));
    }
    Ok(frames)
}

// The frames, youngest first: native code, which called the stub; managed code; native code with a
// dynamic frame; managed code. There are four values of rbx. One is in the register file. The
// younger native function has saved one, the root of the younger managed frame. The younger managed
// frame has saved one, and the dynamic frame one.
#[test]
fn registers_saved_by_native_frames_are_rewritten() {
    let word = |index: u64| STACK + 8 * index;
    let mut words = register_file(0xbbb, 0x666, SAVING);
    words.extend([1, 2, 3, 0x5000, word(19), 0x1005]); // 7: saving, rbx at 10, rbp at 11
    words.extend([0x5100, 0x5200, 4, DYNAMIC]); // 13: managed, rbx at 14
    words.extend([5, 0x5300, word(0), 0x1005]); // 17: dynamic, rbx at 18, rbp at 19
    words.extend([0x5400, 6, 7, ENTRY]); // 21: managed
    let code = mixed_code();
    let (managed, native) = (FrameKind::Managed, FrameKind::Native);
    let expected = [(SAVING, native), (0x1005, managed), (DYNAMIC, native), (0x1005, managed)];
    assert_eq!(walk(&code, words.clone()).unwrap(), expected);

    let mut stack = StackImage::new(STACK, words.clone());
    let cursor = Cursor::from_register_file(&code, &stack, STACK, &[ENTRY]).unwrap();
    let mut walker = StackWalker::for_code(&code);
    let mut forward = |object| object + DISTANCE;
    let counts = relocate_stack(cursor, &mut stack, &mut walker, &mut forward).unwrap();
    // The rbx that the managed frame has saved at 14 is a value of the native caller, not a root.
    for index in [10, 13, 18, 21] {
        words[index] += DISTANCE;
    }
    assert_eq!(stack.words(), words);
    assert_eq!((counts.frames_walked, counts.native_frames, counts.records_matched), (2, 2, 2));
    assert_eq!((counts.roots_visited, counts.register_roots_relocated), (4, 2));
}

#[test]
fn register_lost_by_native_frame_is_an_error() {
    let mut words = register_file(0x5000, 0, LOSING);
    words.extend([1, 0x1005, 0x5100, 2, 3, ENTRY]);
    let mut stack = StackImage::new(STACK, words);
    let code = mixed_code();
    let cursor = Cursor::from_register_file(&code, &stack, STACK, &[ENTRY]).unwrap();
    let mut forward = |object| object + DISTANCE;
    let error = relocate_stack(cursor, &mut stack, &mut StackWalker::new(), &mut forward);
    assert_eq!(
        error.unwrap_err(),
        StackWalkError::UnrecoverableRegister {
            pc: 0x1005,
            function: Some(0x1000),
            depth: 1,
            register: Register::new(3),
            name: "rbx",
        }
    );
}

#[test]
fn native_code_without_rule_is_an_error() {
    let problem = UnwindProblem::CfaExpression;
    let error = walk(&mixed_code(), register_file(0, 0, WITHOUT_RULE)).unwrap_err();
    assert_eq!(error, StackWalkError::NoRule { pc: WITHOUT_RULE, depth: 0, problem });
    assert_eq!((error.pc(), error.function()), (WITHOUT_RULE, None));
    assert!(error.to_string().contains("0x9035"), "{error}");
}

// By default, a walk must end at the entry stub.
#[test]
fn outermost_frame_ends_walk_only_on_request() {
    let mut words = register_file(0, 0, SAVING);
    words.extend([1, 2, 3, 4, 5, OUTERMOST]);
    let code = mixed_code();
    let error = walk(&code, words.clone()).unwrap_err();
    assert_eq!(error, StackWalkError::Outermost { pc: OUTERMOST, depth: 1 });
    let stack = StackImage::new(STACK, words);
    let cursor = Cursor::from_register_file(&code, &stack, STACK, &[ENTRY]).unwrap();
    let mut cursor = cursor.to_outermost();
    assert_eq!(cursor.next(&stack).unwrap().map(|frame| frame.pc), Some(SAVING));
    assert!(cursor.next(&stack).unwrap().is_none());
    assert_eq!(cursor.pc(), OUTERMOST);
}

// Native code is looked up by the last byte of a call instruction, but the program counter of an
// interrupted thread is the address of its next instruction.
#[test]
fn thread_interrupted_in_native_code_is_walked() {
    let code = mixed_code();
    let mut words = vec![1, 2, 3, 4, 5, 0x1005, 0x5100, 6, 7, ENTRY];
    words.extend([0; 6]);
    let stack = StackImage::new(STACK, words);
    let mut callee_saved = [0; 6];
    callee_saved.fill(STACK + 80);
    let registers = InitialRegisters { pc: SAVING - 1, sp: STACK, callee_saved };
    let stop = StopPoint::AtInstruction;
    let mut cursor = Cursor::from_registers(&code, &stack, registers, stop, &[ENTRY]).unwrap();
    let frame = cursor.next(&stack).unwrap().unwrap();
    assert_eq!((frame.pc, frame.kind), (SAVING - 1, FrameKind::Native));
    assert_eq!(cursor.next(&stack).unwrap().map(|frame| frame.pc), Some(0x1005));
    assert!(cursor.next(&stack).unwrap().is_none());
    // The record of a call site does not describe the previous instruction.
    let registers = InitialRegisters { pc: 0x1004, ..registers };
    let mut cursor = Cursor::from_registers(&code, &stack, registers, stop, &[ENTRY]).unwrap();
    let error = cursor.next(&stack).unwrap_err();
    assert_eq!(error, StackWalkError::NoRecord { pc: 0x1004, function: None, depth: 0 });
}
