//! Tests of walks by remembered rules: they find what the cursor finds.

use core::cell::{Cell, RefCell};

use proptest::collection::vec;
use proptest::prelude::*;

use super::*;
use crate::arch::{InstructionSet, Register, X86_64};
use crate::cfi::{FrameRule, ReturnAddressSigning, SavedLocation};
use crate::table::NativeFrame;
use crate::walk::tests::native::{DYNAMIC, LOSING, MixedCode, SAVING, WITHOUT_RULE, mixed_code};
use crate::walk::tests::{ENTRY, STACK, register_file};
use crate::walk::{CodeLookup, FoundCode, StackImage};

/// Return address in managed code.
const MANAGED: u64 = 0x1005;
/// A trampoline, which replaces the return address `MANAGED`.
const TRAMPOLINE: u64 = 0x9105;

/// Code that counts look-ups, and has a generation that can be changed.
struct Counted {
    code: MixedCode,
    generation: Cell<u64>,
    finds: Cell<u64>,
}

impl Counted {
    fn new() -> Self {
        Self { code: mixed_code(), generation: Cell::new(1), finds: Cell::new(0) }
    }
}

impl CodeLookup<X86_64> for Counted {
    fn generation(&self) -> u64 {
        self.generation.get()
    }

    fn find(&self, pc: u64) -> FoundCode<'_, X86_64> {
        self.finds.set(self.finds.get() + 1);
        self.code.find(pc)
    }

    fn original(&self, address: u64) -> u64 {
        if address == TRAMPOLINE { MANAGED } else { address }
    }

    fn function_containing(&self, pc: u64) -> Option<u64> {
        self.code.function_containing(pc)
    }

    fn covers(&self, pc: u64) -> bool {
        self.code.covers(pc)
    }

    fn has_pinned(&self) -> bool {
        self.code.has_pinned()
    }

    fn max_bases(&self) -> usize {
        self.code.max_bases()
    }
}

/// Returns a stack with frames at these calls, youngest first, which ends at [`ENTRY`].
fn stack_of(calls: &[u64]) -> Vec<u64> {
    /// Stands for the place in which the next older frame with a frame pointer has saved rbp.
    const RBP: u64 = u64::MAX;
    let mut words = register_file(0xbbb, RBP, *calls.first().unwrap_or(&ENTRY));
    let mut places = vec![5];
    let mut frame_pointers = Vec::new();
    for (index, &call) in calls.iter().enumerate() {
        let next = calls.get(index + 1).copied().unwrap_or(ENTRY);
        match call {
            SAVING => words.extend([1, 2, 3, 0x5000, RBP, next]),
            DYNAMIC => {
                words.extend(core::iter::repeat_n(4, 1 + index % 3));
                words.extend([0x5300, RBP, next]);
                frame_pointers.push(words.len() - 2);
            }
            LOSING => words.extend([5, next]),
            _ => words.extend([6, 0x5100, 0x5200, next]),
        }
        if matches!(call, SAVING | DYNAMIC) {
            places.push(words.len() - 2);
        }
    }
    for place in places {
        // A frame with a frame pointer has saved that of an older one.
        let older = frame_pointers.iter().find(|&&frame| frame > place || place == 5);
        words[place] = older.map_or(0x666, |&frame| STACK + 8 * frame as u64);
    }
    words
}

/// A frame: the return address, and where the callee-saved registers are.
type Frame = (u64, [u64; 6]);
type Walked = (Vec<Frame>, Result<(), StackWalkError>);

fn by_cursor(code: &Counted, stack: &StackImage, ends: &[u64]) -> Walked {
    let mut frames = Vec::new();
    let mut walk = || {
        let mut cursor = Cursor::from_register_file(code, stack, STACK, ends)?;
        while let Some(frame) = cursor.next(stack)? {
            frames.push((frame.pc, frame.saved));
        }
        Ok(())
    };
    let result = walk();
    (frames, result)
}

fn by_rules(
    code: &Counted,
    stack: &StackImage,
    ends: &[u64],
    rules: &mut CallerRules<X86_64>,
) -> Walked {
    let mut frames = Vec::new();
    let mut walk = || {
        let cursor = Cursor::from_register_file(code, stack, STACK, ends)?;
        let mut walk = CallWalk::new(cursor, rules);
        while let Some(pc) = walk.next(stack)? {
            assert_eq!(walk.pc(), pc);
            let by_cursor = |index| walk.cursor.saved_at(index).unwrap_or(0);
            let saved = match walk.registers {
                Some(registers) => registers.callee_saved,
                None => core::array::from_fn(by_cursor),
            };
            frames.push((pc, saved));
        }
        assert!(ends.contains(&walk.pc()));
        Ok(())
    };
    let result = walk();
    (frames, result)
}

/// Asserts that the walk by rules finds these calls, and what the cursor finds.
fn assert_calls(
    code: &Counted,
    stack: &StackImage,
    ends: &[u64],
    rules: &mut CallerRules<X86_64>,
    expected: &[u64],
) {
    let by_cursor = by_cursor(code, stack, ends);
    code.finds.set(0);
    let found = by_rules(code, stack, ends, rules);
    assert_eq!(found, by_cursor);
    assert_eq!(found.1, Ok(()));
    assert_eq!(found.0.iter().map(|&(pc, _)| pc).collect::<Vec<_>>(), expected);
}

#[test]
fn known_calls_are_not_looked_up() {
    let (code, mut rules) = (Counted::new(), CallerRules::new());
    let calls = [SAVING, MANAGED, DYNAMIC, LOSING, MANAGED, DYNAMIC, MANAGED];
    let stack = StackImage::new(STACK, stack_of(&calls));
    let mut finds = || {
        assert_calls(&code, &stack, &[ENTRY], &mut rules, &calls);
        code.finds.get()
    };
    assert_eq!(finds(), 4);
    assert_eq!(finds(), 0);
    code.generation.set(2);
    assert_eq!(finds(), 4, "rules of an earlier generation are forgotten");
}

/// A trampoline stands for one frame, and its address is used again for another one.
#[test]
fn trampolines_are_not_remembered() {
    let (code, mut rules) = (Counted::new(), CallerRules::new());
    let mut words = stack_of(&[SAVING, MANAGED, SAVING]);
    let place = words.iter().position(|&word| word == MANAGED).unwrap();
    words[place] = TRAMPOLINE;
    let stack = StackImage::new(STACK, words);
    for _ in 0..2 {
        assert_calls(&code, &stack, &[ENTRY], &mut rules, &[SAVING, MANAGED, SAVING]);
        assert!(rules.find(TRAMPOLINE).is_none());
    }
}

/// A return address at which one walk ends may have a rule from another walk.
#[test]
fn each_walk_has_its_own_ends() {
    let (code, mut rules) = (Counted::new(), CallerRules::new());
    let stack = StackImage::new(STACK, stack_of(&[SAVING, MANAGED, SAVING]));
    for _ in 0..2 {
        assert_calls(&code, &stack, &[ENTRY], &mut rules, &[SAVING, MANAGED, SAVING]);
        assert_calls(&code, &stack, &[MANAGED], &mut rules, &[SAVING]);
    }
}

#[test]
fn calls_at_the_same_place_replace_each_other() {
    let (code, mut rules) = (Counted::new(), CallerRules::new());
    let calls = [SAVING, MANAGED];
    let stack = StackImage::new(STACK, stack_of(&calls));
    let place = CallerRules::<X86_64>::place;
    let other = (1..).find(|&pc| place(pc) == place(SAVING)).unwrap();
    rules.enter(1);
    rules.add(Rule { pc: other, cfa_offset: 8, return_address: -8, ..Rule::EMPTY });
    assert_calls(&code, &stack, &[ENTRY], &mut rules, &calls);
    assert!(rules.find(other).is_none() && rules.find(SAVING).is_some());
}

#[test]
fn far_offsets_have_no_rule() {
    let has_rule = |offset| {
        let frame = NativeFrame::<X86_64>::new(&FrameRule {
            cfa_base: X86_64::STACK_POINTER,
            cfa_offset: 1 << 20,
            return_address: -8,
            signing: ReturnAddressSigning::Unsigned,
            saved: [(Register::new(3), SavedLocation::At(offset))].into_iter().collect(),
        });
        Rule::new(1, &frame.unwrap().descriptor().unwrap()).is_some()
    };
    assert!(has_rule(-16) && has_rule(-8 * 0x7fff));
    // The first two would be taken for a register that is lost or kept.
    assert!(!has_rule(-8 * 0x8000) && !has_rule(8 * 0x7fff));
    assert!(!has_rule(-8 * 0x8001) && !has_rule(8 * 0x8000));
}

fn call() -> impl Strategy<Value = u64> {
    prop_oneof![
        4 => Just(MANAGED), 2 => Just(SAVING), 2 => Just(DYNAMIC), 1 => Just(LOSING),
        1 => Just(WITHOUT_RULE)
    ]
}

fn word() -> impl Strategy<Value = u64> {
    const SPECIAL: [u64; 9] = [0, 1, ENTRY, TRAMPOLINE, STACK, STACK - 8, STACK + 12, 8, u64::MAX];
    prop_oneof![call(), (0..40_u64).prop_map(|n| STACK + 8 * n), proptest::sample::select(&SPECIAL)]
}

proptest! {
    /// On valid and on damaged stacks, rules find the calls and errors that the cursor finds.
    /// The rules are kept from case to case.
    #[test]
    fn rules_find_what_the_cursor_finds(
        stacks in vec((vec(call(), 0..12), vec((any::<prop::sample::Index>(), word()), 0..3)), 20)
    ) {
        let code = Counted::new();
        let rules = RefCell::new(CallerRules::new());
        let (mut walked, mut looked_up) = (0, 0);
        for (calls, damage) in stacks {
            let mut words = stack_of(&calls);
            for (index, word) in damage {
                let index = index.index(words.len());
                words[index] = word;
            }
            let stack = StackImage::new(STACK, words);
            let expected = by_cursor(&code, &stack, &[ENTRY]);
            walked += expected.0.len() as u64;
            code.finds.set(0);
            let found = by_rules(&code, &stack, &[ENTRY], &mut rules.borrow_mut());
            prop_assert_eq!(found, expected);
            looked_up += code.finds.get();
        }
        // Once for each call, and for frames without a rule: those of trampolines and errors.
        prop_assert!(looked_up <= 4 + 3 * 20, "{looked_up} of {walked}");
    }
}
