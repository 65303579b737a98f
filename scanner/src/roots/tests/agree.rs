//! Compares walks that use cached call sites with walks that look up each call site. The results
//! must be the same on random frames, on damaged stacks and with damaged tables, for both
//! architectures.
//!
//! All random choices come from one list of numbers, so that proptest can shrink a failing case.

use std::cell::{Cell, RefCell};
use std::ops::Range;

use proptest::test_runner::{Config, TestRunner};

use super::*;
use crate::arch::{Aarch64, Architecture};
use crate::cfi::SavedLocation;
use crate::fixtures::{RawFunction, map};
use crate::table::{NativeFrame, TableBuffer};
use crate::walk::{CodeLookup, FoundCode, InitialRegisters, JoinedMemory, MemoryRegion, StopPoint};

/// Lowest address of the stack.
const BASE: u64 = 0x40_0000;
/// Address of saved registers that are not in the stack.
const REGISTER_STORAGE: u64 = 0x90_0000_0000;
/// Addresses of objects. All of them move.
const HEAP: Range<u64> = 0x100_0000_0000..0x100_0001_0000;
/// Length limit of a stack in words.
const MAX_WORDS: usize = 300_000;

/// Random choices: the list of numbers, and the index of the next one.
struct Choices<'c> {
    numbers: &'c [u32],
    at: usize,
}

impl Choices<'_> {
    /// Returns a number below `end`: 0 after the end of the list.
    fn below(&mut self, end: usize) -> usize {
        self.at += 1;
        self.numbers.get(self.at - 1).map_or(0, |&number| number as usize % end)
    }

    /// Returns true with the probability 1 / `times`.
    fn once_in(&mut self, times: usize) -> bool {
        self.below(times) == times - 1
    }
}

/// The words of a frame that are already used.
struct UsedWords {
    size: usize,
    words: Vec<usize>,
}

impl UsedWords {
    /// Returns an unused word, mostly near an end of the frame, or `None` if that word is used.
    fn pick(&mut self, choices: &mut Choices<'_>) -> Option<usize> {
        let near = self.size.min(30);
        let word = match choices.below(8) {
            0..5 => choices.below(near),
            5 | 6 => self.size - 1 - choices.below(near),
            _ => choices.below(self.size),
        };
        let is_free = !self.words.contains(&word);
        self.words.extend(is_free.then_some(word));
        is_free.then_some(word)
    }
}

/// The source of the description of a function: a statepoint's record, a record of pinned
/// references, or unwind information of native code.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Origin {
    Statepoint,
    Pinned,
    Native,
}

/// A function that makes one call, and its frame at that call.
#[derive(Debug)]
struct Function {
    origin: Origin,
    rule: FrameRule,
    pc: u64,
    size: usize,
    return_address: usize,
    /// Index of the callee-saved register to which the CFA is relative, or `None` for the stack
    /// pointer.
    base: Option<usize>,
    /// Index of each saved register, and the word in which it is saved, or `None` if it is lost.
    saved: Vec<(usize, Option<usize>)>,
    locations: Vec<RawLocation>,
}

impl Function {
    /// Creates a random function. A plain function has its frame and roots relative to the stack
    /// pointer only.
    fn new<A: Architecture>(choices: &mut Choices<'_>, number: u64, is_plain: bool) -> Self {
        let origin = match choices.below(24) {
            23 if !is_plain => Origin::Native,
            22 if !is_plain => Origin::Pinned,
            _ => Origin::Statepoint,
        };
        let size = 1 + match choices.below(24) {
            23 => choices.below(70_000),
            21 | 22 => choices.below(3000),
            _ => choices.below(24),
        };
        let mut used_words = UsedWords { size, words: Vec::new() };
        let anywhere = A::CALL_PUSHES == 0 || choices.once_in(8);
        let picked = if anywhere { used_words.pick(choices) } else { None };
        let return_address = picked.unwrap_or(size - 1);
        used_words.words.push(return_address);

        let base = (choices.once_in(5) && !is_plain).then(|| choices.below(A::CALLEE_SAVED.len()));
        let mut saved = Vec::new();
        for register in 0..A::CALLEE_SAVED.len() {
            if base == Some(register) || choices.below(3) == 2 {
                saved.extend(used_words.pick(choices).map(|word| (register, Some(word))));
            } else if choices.once_in(300) && !is_plain {
                saved.push((register, None));
            }
        }
        let from_end = |word: usize| 8 * (word as i32 - size as i32);
        let cfa_offset = 8 * if base.is_some() { choices.below(size + 1) } else { size } as i32;
        let rule = FrameRule {
            cfa_base: base.map_or(A::STACK_POINTER, |index| A::CALLEE_SAVED[index]),
            cfa_offset,
            return_address: from_end(return_address),
            signing: ReturnAddressSigning::Unsigned,
            saved: saved
                .iter()
                .map(|&(register, word): &(usize, Option<usize>)| {
                    let saved =
                        word.map_or(SavedLocation::Lost, |word| SavedLocation::At(from_end(word)));
                    (A::CALLEE_SAVED[register], saved)
                })
                .collect(),
        };

        let sp = A::STACK_POINTER.dwarf();
        let mut locations = Vec::new();
        let roots = if choices.once_in(12) { choices.below(40) } else { choices.below(8) };
        // A variable-length frame usually has all slots relative to its frame pointer.
        let by_base = base.is_some() && choices.below(2) == 0;
        let from_base = |word: usize| slot(rule.cfa_base.dwarf(), from_end(word) + cfa_offset);
        let place_of =
            |word: usize| if by_base { from_base(word) } else { slot(sp, 8 * word as i32) };
        for _ in 0..roots {
            let place = match choices.below(30) {
                29 if !is_plain => {
                    let any = A::CALLEE_SAVED[choices.below(A::CALLEE_SAVED.len())];
                    Some(in_register(any.dwarf()))
                }
                20..28 if !is_plain && !saved.is_empty() => {
                    let (register, _) = saved[choices.below(saved.len())];
                    Some(in_register(A::CALLEE_SAVED[register].dwarf()))
                }
                28 if base.is_some() => used_words.pick(choices).map(from_base),
                _ => used_words.pick(choices).map(place_of),
            };
            let Some(place) = place else { continue };
            // Up to three derived roots of the same base.
            let derived = if choices.once_in(16) && !is_plain { 1 + choices.below(3) } else { 0 };
            let derived: Vec<_> = (0..derived).filter_map(|_| used_words.pick(choices)).collect();
            if derived.is_empty() || origin != Origin::Statepoint {
                locations.push(place);
                if origin == Origin::Statepoint {
                    locations.push(place);
                }
            }
            for word in derived.into_iter().filter(|_| origin == Origin::Statepoint) {
                locations.extend([place, place_of(word)]);
            }
        }
        let pc = 0x1000 * number + 5;
        Self { origin, rule, pc, size, return_address, base, saved, locations }
    }
}

/// Code with a call-site table, and native code.
struct MixedCode<'t, A: Architecture> {
    table: CallSiteTable<'t, A>,
    native: &'t [(u64, NativeFrame<A>)],
}

impl<A: Architecture> CodeLookup<A> for MixedCode<'_, A> {
    fn generation(&self) -> u64 {
        self.table.generation()
    }

    fn find(&self, pc: u64) -> FoundCode<'_, A> {
        match self.native.iter().find(|native| native.0 == pc) {
            Some((_, frame)) => frame.descriptor().map_or(FoundCode::End, FoundCode::Native),
            None => CodeLookup::find(&self.table, pc),
        }
    }

    fn covers(&self, pc: u64) -> bool {
        self.table.covers(pc)
    }

    fn function_containing(&self, pc: u64) -> Option<u64> {
        self.table.function_containing(pc)
    }

    fn has_pinned(&self) -> bool {
        self.table.has_pinned()
    }

    fn max_bases(&self) -> usize {
        self.table.max_bases()
    }
}

/// A stack between guard words, which a walk must not access and which look like references.
struct GuardedStack {
    words: Vec<u64>,
    guard: usize,
    has_region: bool,
    loads: Cell<u64>,
}

impl GuardedStack {
    fn new(words: &[u64], guard: usize, has_region: bool) -> Self {
        let guards = vec![HEAP.start + 8; guard];
        let words = [&guards, words, &guards].concat();
        Self { words, guard, has_region, loads: Cell::new(0) }
    }

    fn index(&self, address: u64) -> Result<usize, StackMemoryError> {
        let high = BASE + 8 * (self.words.len() - 2 * self.guard) as u64;
        if !address.is_multiple_of(8) {
            return Err(StackMemoryError::Misaligned { address });
        }
        if !(BASE..high).contains(&address) {
            return Err(StackMemoryError::OutOfBounds { address, low: BASE, high });
        }
        Ok(self.guard + ((address - BASE) / 8) as usize)
    }
}

impl StackMemory for GuardedStack {
    fn load(&self, address: u64) -> Result<u64, StackMemoryError> {
        self.loads.set(self.loads.get() + 1);
        Ok(self.words[self.index(address)?])
    }

    fn store(&mut self, address: u64, value: u64) -> Result<(), StackMemoryError> {
        let index = self.index(address)?;
        self.words[index] = value;
        Ok(())
    }

    fn region(&mut self) -> Option<MemoryRegion<'_>> {
        let words = self.guard..self.words.len() - self.guard;
        self.has_region.then(|| MemoryRegion::new(BASE, &mut self.words[words]))
    }
}

/// The references that a walk has relocated and pinned.
#[derive(Default)]
struct Relocations {
    forwarded: Vec<u64>,
    pinned: Vec<u64>,
}

impl Relocator for Relocations {
    fn forward(&mut self, object: u64) -> u64 {
        assert_ne!(object, 0);
        self.forwarded.push(object);
        if HEAP.contains(&object) { object + DISTANCE } else { object }
    }

    fn pin(&mut self, root: PinnedRoot) -> bool {
        self.pinned.push(root.value());
        root.value() % 64 != 8
    }
}

/// A stack, the registers with which its walks begin, and the return addresses that end them.
#[derive(Debug)]
struct Case<A: Architecture> {
    registers: InitialRegisters<A>,
    words: Vec<u64>,
    elsewhere: Vec<u64>,
    ends: Vec<u64>,
}

/// Returns a pseudo-random word: null, a small number, or an address in the heap.
fn some_word(seed: u64, index: usize) -> u64 {
    let mixed = (seed + index as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    match mixed >> 61 {
        0 => 0,
        1 => mixed >> 32 & 0xfff,
        _ => HEAP.start + (mixed >> 32 & 0x1ff8),
    }
}

impl<A: Architecture> Case<A> {
    fn new(choices: &mut Choices<'_>, functions: &[Function]) -> Self {
        let address = |index: usize| BASE + 8 * index as u64;
        let seed = choices.below(1 << 20) as u64;
        let registers_len = A::CALLEE_SAVED.len();
        let mut words: Vec<u64> =
            (0..registers_len + choices.below(8)).map(|index| some_word(seed, index)).collect();
        let mut elsewhere: Vec<u64> =
            (0..registers_len).map(|index| some_word(!seed >> 8, index)).collect();
        let mut places = A::PerCalleeSaved::default();
        for (index, place) in places.as_mut().iter_mut().enumerate() {
            *place = match choices.below(24) {
                23 => 0,
                21 | 22 => REGISTER_STORAGE + 8 * index as u64,
                _ => address(index),
            };
        }
        let sp = address(words.len());
        let mut registers = InitialRegisters { pc: 0, sp, callee_saved: places };

        // Indices of the words that determine the caller's frame.
        let mut frame_links = Vec::new();
        let mut returns_to = |words: &mut Vec<u64>, place: Option<usize>, pc: u64| match place {
            Some(place) => words[place] = pc,
            None => registers.pc = pc,
        };
        let mut place = None;
        let mut number = 0;
        let depth = 1 + if choices.once_in(3) { choices.below(300) } else { choices.below(12) };
        for _ in 0..depth {
            // Recursions are common.
            number = if choices.below(3) == 0 { number } else { choices.below(functions.len()) };
            let function = &functions[number];
            // There is a gap between the words that are addressed from below and from above.
            let gap = if function.base.is_some() && function.size < 2000 {
                function.size * choices.below(3)
            } else {
                0
            };
            let size = function.size + gap;
            if words.len() + size > MAX_WORDS {
                break;
            }
            let signature = match A::SIGNS_RETURN_ADDRESSES && choices.once_in(3) {
                true => 0x5a << 56,
                false => 0,
            };
            returns_to(&mut words, place, function.pc | signature);
            let first = words.len();
            words.extend((first..first + size).map(|index| some_word(seed, index)));
            let cfa = address(words.len());
            if let Some(base) = function.base {
                let value = cfa.wrapping_sub(function.rule.cfa_offset as u64);
                let at = places.as_ref()[base];
                if at >= REGISTER_STORAGE {
                    elsewhere[((at - REGISTER_STORAGE) / 8) as usize] = value;
                } else if at != 0 {
                    words[((at - BASE) / 8) as usize] = value;
                    frame_links.push(((at - BASE) / 8) as usize);
                }
            }
            let from_end = |word: usize| first + gap + word;
            for &(register, word) in &function.saved {
                places.as_mut()[register] = word.map_or(0, |word| address(from_end(word)));
            }
            frame_links.push(from_end(function.return_address));
            place = frame_links.last().copied();
        }
        returns_to(&mut words, place, ENTRY);
        let trailing = choices.below(4);
        words.extend((0..trailing).map(|index| some_word(!seed >> 8, index)));

        let mut ends = vec![ENTRY];
        if choices.once_in(6) {
            ends.push(functions[choices.below(functions.len())].pc);
        }
        if choices.once_in(6) {
            ends.push(0);
        }
        let damages = if choices.below(2) == 1 { 1 + choices.below(3) } else { 0 };
        for _ in 0..damages {
            if choices.once_in(4) {
                words.truncate(registers_len.max(choices.below(words.len() + 1)));
                continue;
            }
            let at = match frame_links.is_empty() || choices.once_in(4) {
                true => choices.below(words.len()),
                false => frame_links[choices.below(frame_links.len())],
            };
            let value = match choices.below(8) {
                0 => 0,
                1 | 2 => address(choices.below(words.len() + 1)),
                3 => address(choices.below(words.len())) + 4,
                4 => functions[choices.below(functions.len())].pc,
                5 => address(words.len() + choices.below(100_000)),
                6 => BASE.wrapping_sub(8 * choices.below(1000) as u64),
                _ => u64::MAX - choices.below(16) as u64,
            };
            if let Some(word) = words.get_mut(at) {
                *word = value;
            }
        }
        Self { registers, words, elsewhere, ends }
    }
}

/// The result of a walk: all memory, the relocated references in ascending order, and the pinned
/// references.
#[derive(Debug, PartialEq)]
struct Outcome {
    result: Result<WalkCounts, StackWalkError>,
    words: Vec<u64>,
    elsewhere: Vec<u64>,
    forwarded: Vec<u64>,
    pinned: Vec<u64>,
}

/// Walks and relocates the stack of a case. Asserts that the guard words are unchanged. Returns the
/// number of words that were loaded one by one.
fn walk<A: Architecture>(
    code: &dyn CodeLookup<A>,
    case: &Case<A>,
    guard: usize,
    has_region: bool,
    walker: &mut StackWalker<A>,
) -> (Outcome, u64) {
    let stack = GuardedStack::new(&case.words, guard, has_region);
    let mut memory = JoinedMemory {
        stack,
        registers: StackImage::new(REGISTER_STORAGE, case.elsewhere.clone()),
    };
    let mut relocations = Relocations::default();
    let InitialRegisters { pc, sp, callee_saved } = case.registers;
    let registers = InitialRegisters { pc, sp, callee_saved };
    let result = Cursor::from_registers(code, &memory, registers, StopPoint::AtCall, &case.ends)
        .and_then(|cursor| relocate_stack(cursor, &mut memory, walker, &mut relocations));
    let JoinedMemory { stack: GuardedStack { mut words, loads, .. }, registers } = memory;
    let guards = [words.split_off(words.len() - guard), words.drain(..guard).collect()];
    assert_eq!(guards, [vec![HEAP.start + 8; guard], vec![HEAP.start + 8; guard]]);
    let Relocations { mut forwarded, pinned } = relocations;
    forwarded.sort_unstable();
    let elsewhere = registers.words().to_vec();
    (Outcome { result, words, elsewhere, forwarded, pinned }, loads.get())
}

/// Totals of the walks of all cases. They show that the cases are not trivial.
#[derive(Debug, Default)]
struct Totals {
    complete: u64,
    failed: u64,
    damaged: u64,
    counts: WalkCounts,
    /// Loads of walks without cached call sites.
    cold_loads: u64,
    /// Loads of walks with cached call sites.
    warm_loads: u64,
}

/// Builds functions, tables and stacks from the numbers, and compares the results of all walks.
fn check<A: Architecture>(
    numbers: &[u32],
    walker: &mut StackWalker<A>,
    totals: &mut Totals,
) -> Result<(), TestCaseError> {
    let choices = &mut Choices { numbers, at: 0 };
    // As in most programs, most frames have no roots in registers.
    let (is_plain, len) = (choices.once_in(3), 1 + choices.below(10));
    let functions: Vec<_> = (1..=len)
        .map(|number| Function::new::<A>(choices, number as u64, is_plain && number < len))
        .collect();
    let mut builder = TableBuilder::<A>::new();
    let mut native = Vec::new();
    for function in &functions {
        let Function { rule, pc, locations, .. } = function;
        let of_one: &[RawFunction<'_>] = &[(pc - 5, &[(5, 0, locations)])];
        match function.origin {
            Origin::Statepoint => builder = builder.add(&statepoints(of_one), rule).unwrap(),
            Origin::Pinned => builder = builder.add(&map(of_one, &[]), rule).unwrap(),
            Origin::Native => native.push((*pc, NativeFrame::new(rule).unwrap())),
        }
    }
    let buffer: TableBuffer<A> = builder.build().unwrap();
    let code = MixedCode { table: buffer.table(), native: &native };
    // Three stacks, so that later walks find their call sites in the cache.
    for _ in 0..3 {
        let used = if is_plain && choices.below(2) == 1 { 1.max(len - 1) } else { len };
        let case = Case::new(choices, &functions[..used]);
        let guard = 64 * choices.below(2);
        let (expected, cold_loads) = walk(&code, &case, guard, false, &mut StackWalker::new());
        prop_assert_eq!(&walk(&code, &case, guard, true, &mut StackWalker::new()).0, &expected);
        prop_assert_eq!(&walk(&code, &case, guard, true, walker).0, &expected);
        let (warm, warm_loads) = walk(&code, &case, guard, true, walker);
        prop_assert_eq!(&warm, &expected);
        match expected.result {
            Ok(counts) => {
                totals.complete += 1;
                totals.counts += counts;
                totals.cold_loads += cold_loads;
                totals.warm_loads += warm_loads;
            }
            Err(_) => totals.failed += 1,
        }
        // A walk must not access a word outside the stack even with a damaged table: see `walk`.
        let mut damaged = buffer.words().to_vec();
        for _ in 0..1 + choices.below(4) {
            let at = choices.below(damaged.len());
            damaged[at] = match choices.below(4) {
                0 => damaged[at] ^ 1 << choices.below(32),
                1 => damaged[choices.below(damaged.len())],
                2 => damaged[at].wrapping_add(1),
                _ => choices.below(usize::MAX) as u32,
            };
        }
        if let Ok(table) = CallSiteTable::read(&damaged, 0) {
            totals.damaged += 1;
            let code = MixedCode { table, native: &native };
            for _ in 0..3 {
                walk(&code, &case, 64, true, walker);
            }
        }
    }
    Ok(())
}

fn all_walks_agree<A: Architecture>() {
    let cases = 256;
    let config = Config { cases, failure_persistence: None, ..Config::default() };
    // One walker for all tables. Their functions have the same addresses, so a stale cache fails.
    let walker = RefCell::new(StackWalker::<A>::new());
    let totals = RefCell::new(Totals::default());
    TestRunner::new(config)
        .run(&prop::collection::vec(any::<u32>(), 50..1500), |numbers| {
            check::<A>(&numbers, &mut walker.borrow_mut(), &mut totals.borrow_mut())
        })
        .unwrap();
    let Totals { complete, failed, damaged, counts, cold_loads, warm_loads } = totals.into_inner();
    let cases = u64::from(cases);
    assert!(complete > cases / 4 && failed > cases / 4, "{complete} complete, {failed} failed");
    assert!(damaged > cases, "{damaged} damaged tables");
    assert!(counts.frames_walked > 4 * cases, "{counts:?}");
    assert!(counts.register_roots_relocated > cases, "{counts:?}");
    assert!(counts.native_frames > 0 && counts.pinned_roots > 0, "{counts:?}");
    assert!(counts.derived_relocated > 0, "{counts:?}");
    // Walks with cached call sites read the memory region directly, so few loads are counted.
    assert!(3 * warm_loads < 2 * cold_loads, "{warm_loads} of {cold_loads} loads");
}

#[test]
fn all_walks_agree_on_x86_64() {
    all_walks_agree::<X86_64>();
}

#[test]
fn all_walks_agree_on_aarch64() {
    all_walks_agree::<Aarch64>();
}
