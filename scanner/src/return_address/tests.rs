//! Tests of return barriers on stacks in arrays, whose frames never run. Frames that return through
//! barriers are in the tests of the collector.

use core::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::collections::VecDeque;
use std::thread;

use super::arch::{BARRIER_TRAMPOLINE_SIZE, first_barrier_trampoline};
use super::barrier::{MIN_OTHER_CLAIMS, TRAMPOLINES, UsedTrampolines};
use super::{MAX_RETURN_BARRIERS, ReturnBarrier, return_address_at_barrier};
use crate::arch::{CallingConvention, Host, InstructionSet};
use crate::cfi::{FrameRule, ReturnAddressSigning, SavedRegisters};
use crate::fixtures::{slot, statepoints};
use crate::roots::{PartEnd, StackRelocation, StackWalker, WalkCounts, relocate_stack};
use crate::table::{CallSiteRecord, CallSiteTable, TableBuilder};
use crate::walk::{
    CodeLookup, Cursor, FoundCode, InitialRegisters, StackImage, StackMemory, StackWalkError,
    StopPoint,
};

/// Return address of the stub through which native code enters managed code.
const ENTRY: u64 = 0xe000;
/// Lowest address of the stack.
const STACK: u64 = 0x7000;
/// Return address of the recursive call.
const PC: u64 = 0x1005;
/// Size of a frame in words: a reference, padding, and the return address.
const WORDS: usize = 8;
/// Number of frames.
const FRAMES: usize = 20;

/// A table in whose code frames may have barriers.
struct Code(CallSiteTable<'static, Host>);

impl CodeLookup<Host> for Code {
    fn generation(&self) -> u64 {
        CodeLookup::generation(&self.0)
    }

    fn find(&self, pc: u64) -> FoundCode<'_, Host> {
        self.0.find(pc)
    }

    fn original(&self, address: u64) -> u64 {
        return_address_at_barrier(address).unwrap_or(address)
    }

    fn function_containing(&self, pc: u64) -> Option<u64> {
        CodeLookup::function_containing(&self.0, pc)
    }

    fn record(&self, pc: u64) -> Option<CallSiteRecord<'_, Host>> {
        CodeLookup::record(&self.0, pc)
    }

    fn covers(&self, pc: u64) -> bool {
        self.0.covers(pc)
    }

    fn has_pinned(&self) -> bool {
        CodeLookup::has_pinned(&self.0)
    }

    fn max_bases(&self) -> usize {
        CodeLookup::max_bases(&self.0)
    }
}

/// Returns the code of a recursive function with a reference in the first slot of its frame, whose
/// return address has this signing scheme.
fn code(signing: ReturnAddressSigning) -> Code {
    let rule = FrameRule {
        cfa_base: Host::STACK_POINTER,
        cfa_offset: 8 * WORDS as i32,
        return_address: -8,
        signing,
        saved: SavedRegisters::default(),
    };
    let root = slot(Host::STACK_POINTER.dwarf(), 0);
    let section = statepoints(&[(0x1000, &[(5, 0, &[root, root])])]);
    Code(TableBuilder::new().add(&section, &rule).and_then(TableBuilder::build).unwrap().leak())
}

/// Returns the stack of a recursion that has called a stub. Each reference is a different one.
fn stack() -> StackImage {
    let layout = Host::REGISTER_FILE;
    let file = layout.size as usize / 8;
    let mut words = vec![0; file + FRAMES * WORDS];
    words[layout.return_address as usize / 8] = PC;
    for frame in 0..FRAMES {
        words[file + frame * WORDS] = 0x10_0000 + frame as u64 * 8;
        words[file + (frame + 1) * WORDS - 1] = if frame + 1 < FRAMES { PC } else { ENTRY };
    }
    StackImage::new(STACK, words)
}

/// Returns the stack pointer of a frame; 0 is the youngest.
fn sp(frame: usize) -> u64 {
    STACK + Host::REGISTER_FILE.size + (frame * WORDS * 8) as u64
}

fn forward(object: u64) -> u64 {
    object + 0x100_0000
}

/// Installs a barrier in the first frame that ends at `limit` or above, and relocates the roots of
/// the frames up to that one.
fn install(code: &Code, stack: &mut StackImage, limit: u64) -> Option<ReturnBarrier> {
    let cursor = Cursor::from_register_file(code, stack, STACK, &[ENTRY]).unwrap();
    let mut walker = StackWalker::new();
    let mut relocation = StackRelocation::new(cursor, &mut walker);
    let mut next = || relocation.relocate_part(limit, stack, &mut |object| object).unwrap();
    let mut end = next();
    while matches!(end, PartEnd::Barrier { .. }) {
        end = next();
    }
    assert_eq!((end, relocation.cursor().sp()), (PartEnd::Limit, limit.next_multiple_of(8)));
    // SAFETY: no frame of the stack runs.
    unsafe { ReturnBarrier::install(relocation.cursor(), stack) }
}

fn relocate_all(code: &Code, stack: &mut StackImage) -> WalkCounts {
    let cursor = Cursor::from_register_file(code, stack, STACK, &[ENTRY]).unwrap();
    relocate_stack(cursor, stack, &mut StackWalker::new(), &mut forward).unwrap()
}

/// Returns whether a walk of the whole stack ends at this barrier first.
fn is_in_place(code: &Code, stack: &mut StackImage, barrier: &ReturnBarrier) -> bool {
    let cursor = Cursor::from_register_file(code, stack, STACK, &[ENTRY]).unwrap();
    let mut walker = StackWalker::new();
    let mut relocation = StackRelocation::new(cursor, &mut walker);
    let end = relocation.relocate_part(u64::MAX, stack, &mut |object| object).unwrap();
    end == PartEnd::Barrier { trampoline: barrier.trampoline() }
}

#[test]
fn a_barrier_stays_until_its_frame_is_left() {
    let code = code(ReturnAddressSigning::Unsigned);
    let mut stack = stack();
    let barrier = install(&code, &mut stack, sp(5)).expect("the frame has a caller");
    let (slot, trampoline) = (sp(5) - 8, barrier.trampoline());
    assert_eq!(return_address_at_barrier(trampoline), Some(PC));
    assert_eq!(return_address_at_barrier(trampoline + 1), None);
    assert_eq!(stack.load(slot), Ok(trampoline));
    // A second one at the same frame.
    let mut cursor = Cursor::from_register_file(&code, &stack, STACK, &[ENTRY]).unwrap();
    (0..5).for_each(|_| assert!(cursor.next(&stack).unwrap().is_some()));
    cursor.leave_frame(&stack).unwrap();
    // SAFETY: no frame of the stack runs.
    let second = unsafe { ReturnBarrier::install(&cursor, &mut stack) };
    assert!(second.is_none(), "{second:?}");
    assert!(is_in_place(&code, &mut stack, &barrier));
    // The frame tail-calls a function that saves the return address elsewhere.
    let words = stack.words().to_vec();
    stack.store(slot, PC).unwrap();
    stack.store(sp(6) - 8, trampoline).unwrap();
    assert!(is_in_place(&code, &mut stack, &barrier));
    // The frame returns, and a younger one uses its memory.
    let mut stack = StackImage::new(STACK, words);
    stack.store(slot, PC).unwrap();
    assert!(!is_in_place(&code, &mut stack, &barrier));
}

#[test]
fn walks_pass_barriers() {
    let code = code(ReturnAddressSigning::Unsigned);
    const BARRIERS: [usize; 5] = [1, 3, 5, 10, 19];
    let (mut with, mut without) = (stack(), stack());
    let barriers: Vec<_> =
        BARRIERS.map(|frame| install(&code, &mut with, sp(frame)).unwrap()).into_iter().collect();
    let counts = relocate_all(&code, &mut with);
    assert_eq!(counts, relocate_all(&code, &mut without));
    assert_eq!((counts.frames_walked, counts.roots_visited), (FRAMES as u64, FRAMES as u64));
    for (barrier, frame) in barriers.iter().zip(BARRIERS) {
        assert_eq!(with.load(sp(frame) - 8), Ok(barrier.trampoline()));
        with.store(sp(frame) - 8, PC).unwrap();
    }
    assert_eq!(with.words(), without.words());
}

/// The frames that are skipped are not relocated, all others are.
#[test]
fn parts_end_at_barriers_and_can_be_skipped() {
    let code = code(ReturnAddressSigning::Unsigned);
    let mut stack = stack();
    let before = stack.clone();
    let [first, _second] = [4, 9].map(|frame| install(&code, &mut stack, sp(frame)).unwrap());
    let cursor = Cursor::from_register_file(&code, &stack, STACK, &[ENTRY]).unwrap();
    let mut walker = StackWalker::new();
    let mut relocation = StackRelocation::new(cursor, &mut walker);
    let end = relocation.relocate_part(u64::MAX, &mut stack, &mut forward).unwrap();
    assert_eq!(end, PartEnd::Barrier { trampoline: first.trampoline() });
    let registers = relocation.cursor().registers().unwrap();
    assert_eq!((registers.pc, registers.sp), (PC, sp(4)));
    // The registers after the second barrier.
    let mut other = Cursor::from_register_file(&code, &stack, STACK, &[ENTRY]).unwrap();
    (0..9).for_each(|_| assert!(other.next(&stack).unwrap().is_some()));
    other.leave_frame(&stack).unwrap();
    other.resolve_return_address();
    relocation.skip_to(other.registers().unwrap());
    let end = relocation.relocate_part(sp(12), &mut stack, &mut forward).unwrap();
    assert_eq!((end, relocation.cursor().sp()), (PartEnd::Limit, sp(12)));
    let end = relocation.relocate_part(u64::MAX, &mut stack, &mut forward).unwrap();
    assert_eq!(end, PartEnd::Oldest);
    assert_eq!(relocation.counts().frames_walked, FRAMES as u64 - 5);
    for frame in 0..FRAMES {
        let (old, new) = (before.load(sp(frame)).unwrap(), stack.load(sp(frame)).unwrap());
        let is_skipped = (4..9).contains(&frame);
        assert_eq!(new, if is_skipped { old } else { forward(old) }, "frame {frame}");
    }
}

#[test]
fn only_calls_by_managed_code_get_barriers() {
    let all = code(ReturnAddressSigning::Unsigned);
    let mut stack = stack();
    // The oldest frame returns to the stub.
    let mut cursor = Cursor::from_register_file(&all, &stack, STACK, &[ENTRY]).unwrap();
    (0..FRAMES).for_each(|_| assert!(cursor.next(&stack).unwrap().is_some()));
    cursor.leave_frame(&stack).unwrap();
    // SAFETY: no frame of the stack runs.
    assert!(unsafe { ReturnBarrier::install(&cursor, &mut stack) }.is_none());
    // The location of the return address is unknown.
    let registers = InitialRegisters { pc: PC, sp: sp(3), callee_saved: Default::default() };
    let cursor = Cursor::from_registers(&all, &stack, registers, StopPoint::AtCall, &[ENTRY]);
    // SAFETY: no frame of the stack runs.
    assert!(unsafe { ReturnBarrier::install(&cursor.unwrap(), &mut stack) }.is_none());
    // The frame's function does not sign as its unwind rule states, unless the processor cannot.
    let signed = code(ReturnAddressSigning::KeyA);
    let before = stack.clone();
    if let Some(barrier) = install(&signed, &mut stack, sp(5)) {
        assert_eq!(stack.load(sp(5) - 8), Ok(barrier.trampoline()));
        stack.store(sp(5) - 8, PC).unwrap();
    }
    assert_eq!(stack.words(), before.words());
}

#[test]
fn trampolines_take_turns() {
    let used = UsedTrampolines::new();
    assert_eq!([(); 3].map(|()| used.claim()), [Some(0), Some(1), Some(2)]);
    used.free(1);
    used.free(0);
    // As many are in use as may be, then each claim follows a release.
    let fill = (3..MAX_RETURN_BARRIERS + 2).filter(|&index| used.claim() == Some(index)).count();
    assert_eq!((fill, used.claim()), (MAX_RETURN_BARRIERS - 1, None));
    for index in MAX_RETURN_BARRIERS + 2..TRAMPOLINES {
        used.free(index - 100);
        assert_eq!(used.claim(), Some(index));
    }
    used.free(77);
    // The first two have been free for as long as others were used in turn.
    assert_eq!((used.claim(), used.claim()), (Some(0), None));
}

/// Although the search begins at the trampoline that was freed last.
#[test]
fn a_trampoline_is_not_claimed_again_before_others() {
    let used = UsedTrampolines::new();
    let mine = used.claim().unwrap();
    // Others are claimed and freed, once around.
    for _ in 1..TRAMPOLINES {
        let other = used.claim().unwrap();
        used.free(other);
    }
    used.free(mine);
    let claims = (0..2 * TRAMPOLINES).map(|_| {
        let index = used.claim().unwrap();
        used.free(index);
        index
    });
    let claims: Vec<_> = claims.take_while(|&index| index != mine).collect();
    assert!(claims.len() >= MIN_OTHER_CLAIMS as usize, "{} other claims", claims.len());
    assert!(claims.len() < 2 * TRAMPOLINES);
}

/// Threads claim and free at the same time: each trampoline has one owner.
#[test]
fn claims_are_exclusive() {
    static USED: UsedTrampolines = UsedTrampolines::new();
    static OWNED: [AtomicBool; TRAMPOLINES] = [const { AtomicBool::new(false) }; TRAMPOLINES];
    const THREADS: usize = 4;
    /// Together, the threads own as many as there may be.
    const EACH: usize = MAX_RETURN_BARRIERS / THREADS;
    let work = |thread: usize| {
        let mut mine = VecDeque::new();
        for round in 0..20_000 {
            if mine.len() < EACH && !(round + thread).is_multiple_of(5) {
                // Few have been free for long enough, so others may be faster.
                if let Some(index) = USED.claim() {
                    assert!(!OWNED[index].swap(true, Relaxed), "{index} has two owners");
                    mine.push_back(index);
                }
            } else if let Some(index) = mine.pop_front() {
                OWNED[index].store(false, Relaxed);
                USED.free(index);
            }
        }
        mine.len()
    };
    let owned: usize = thread::scope(|scope| {
        let threads: Vec<_> =
            (0..THREADS).map(|thread| scope.spawn(move || work(thread))).collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).sum()
    });
    assert_eq!(OWNED.iter().filter(|owned| owned.load(Relaxed)).count(), owned);
    assert!(owned > MAX_RETURN_BARRIERS / 2, "{owned} owned");
}

/// A damaged stack may contain the address of a trampoline that was never in use.
#[test]
fn an_unused_trampoline_is_an_unknown_return_address() {
    let code = code(ReturnAddressSigning::Unsigned);
    let mut stack = stack();
    let unused = first_barrier_trampoline() + (TRAMPOLINES as u64 - 1) * BARRIER_TRAMPOLINE_SIZE;
    assert_eq!(return_address_at_barrier(unused), None);
    for frame in [1, 7] {
        stack.store(sp(frame) - 8, unused).unwrap();
        let mut walker = StackWalker::new();
        // The second walk has cached call sites.
        for _ in 0..2 {
            let cursor = Cursor::from_register_file(&code, &stack, STACK, &[ENTRY]).unwrap();
            let mut relocation = StackRelocation::new(cursor, &mut walker);
            let error = relocation.relocate_part(u64::MAX, &mut stack, &mut forward).unwrap_err();
            assert!(
                matches!(error, StackWalkError::NoRecord { pc, .. } if pc == unused),
                "{error}"
            );
        }
        stack.store(sp(frame) - 8, PC).unwrap();
    }
}

/// Registers that frames after the barrier have saved stay where they are; all others are where the
/// new walk has found them.
#[test]
fn registers_are_updated_from_a_younger_frame() {
    let registers = |sp, first: [u64; 3]| {
        let mut registers =
            InitialRegisters::<Host> { pc: PC, sp, callee_saved: Default::default() };
        registers.callee_saved[..3].copy_from_slice(&first);
        registers
    };
    let before = registers(0x8000, [0x7778, 0x7780, 0x7200]);
    let now = registers(0x8000, [0x7100, 0x7108, 0]);
    let mut older = registers(0x9000, [0x7778, 0x8100, 0x7200]);
    older.update_from(&before, &now);
    assert_eq!(older.callee_saved[..3], [0x7100, 0x8100, 0]);
    assert!(!older.are_known() && !now.are_known());
    let mut lost = registers(0x9000, [0, 0x8100, 0x8200]);
    lost.update_from(&before, &now);
    assert_eq!(lost.callee_saved[0], 0);
}

/// The frame with the barrier has been replaced, by tail calls, by a larger one: the register is
/// not saved where it was, although that address is above the stack pointer now.
#[test]
fn registers_are_updated_although_the_stack_pointer_is_lower() {
    let registers = |sp, address| {
        let mut registers =
            InitialRegisters::<Host> { pc: PC, sp, callee_saved: Default::default() };
        registers.callee_saved[0] = address;
        registers
    };
    let mut older = registers(0x9000, 0x7fe8);
    older.update_from(&registers(0x8000, 0x7fe8), &registers(0x7f90, 0x7e00));
    assert_eq!(older.callee_saved[0], 0x7e00);
}
