//! Synthetic stacks of recursive calls, and the objects to which they refer.

use statepoint_scanner::arch::{RegisterFile, X86_64};
use statepoint_scanner::roots::{StackWalker, WalkCounts, relocate_stack};
use statepoint_scanner::walk::{Cursor, LiveStack, StackWalkError};

use super::program::Program;
use super::{CallOrder, ReferentAge};
use crate::random::Random;

/// Return address into the stub that entered managed code.
pub const ENTRY: u64 = 0x10;

/// Size in words of the register file at the young end of the stack.
const REGISTER_FILE: usize = size_of::<RegisterFile>() / 8;
/// Word indices of rbx and r14 in the register file.
const REGISTERS: [usize; 2] = [4, 1];

/// A word that is neither a reference nor a return address.
const PLAIN: u64 = 0x5a;

/// Distance in bytes of a derived pointer from the start of its object.
const DERIVED_OFFSET: u64 = 8;

/// The forwarding bit. The header of a moved object is its new address with this bit set.
const MOVED: u64 = 1;

/// Returns the address of an object outside the collected space.
fn old_reference(object: u64) -> u64 {
    0x7000_0000_0000 + 16 * (object % 4)
}

/// A space of forwarded objects. Each object in the first half is forwarded to the second half and
/// vice versa, so every walk rewrites every root. No two objects of a half move by the same
/// distance.
#[derive(Debug)]
pub struct Objects {
    headers: Vec<u64>,
}

impl Objects {
    /// Creates `count` objects of two words in each half.
    pub fn new(count: usize) -> Self {
        let mut headers = vec![0; 4 * count];
        let start = headers.as_ptr().expose_provenance() as u64;
        let address = |word: usize| start + 8 * word as u64;
        for word in (0..2 * count).step_by(2) {
            let other = 4 * count - 2 - word;
            headers[word] = address(other) | MOVED;
            headers[other] = address(word) | MOVED;
        }
        Self { headers }
    }

    fn start(&self) -> u64 {
        self.headers.as_ptr().addr() as u64
    }

    /// Returns the address of an object in the first half.
    pub fn address(&self, number: u64) -> u64 {
        self.start() + 16 * (number % (self.headers.len() as u64 / 4))
    }

    /// Returns a function that maps the value of a root to its new value, like that of a collector
    /// after it has moved the objects.
    #[inline]
    pub fn forward(&self) -> impl Fn(u64) -> u64 {
        let headers = &*self.headers;
        move |word| {
            // If the word is misaligned, the rotation makes the index too large.
            let index = word.wrapping_sub(headers.as_ptr().addr() as u64).rotate_right(3);
            match headers.get(index as usize) {
                Some(&header) if header & MOVED != 0 => header & !MOVED,
                _ => word,
            }
        }
    }
}

/// A stack with a register file at its young end.
#[derive(Debug)]
pub struct Stack {
    words: Vec<u64>,
    frames: u64,
    roots: u64,
    derived: u64,
    first_pc: u64,
    registers_used: u64,
    objects: Objects,
    age: ReferentAge,
}

impl Stack {
    /// Creates a stack of `frames` frames. Each `seed` gives a different stack.
    pub fn new(
        program: &Program,
        frames: u64,
        order: CallOrder,
        age: ReferentAge,
        seed: u64,
    ) -> Self {
        let mut random = Random::new(seed);
        let functions = &program.functions;
        let count = functions.len() as u64;
        let sites: Vec<(usize, u64)> = (0..frames)
            .map(|depth| match order {
                CallOrder::Random => {
                    let index = random.below(count) as usize;
                    // A single function has one call site, as in plain recursion.
                    let site = if count == 1 { 0 } else { random.below(2) as usize };
                    (index, functions[index].sites[site])
                }
                CallOrder::Cyclic => {
                    let index = (depth % count) as usize;
                    (index, functions[index].sites[0])
                }
            })
            .collect();
        let total: u64 = sites.iter().map(|&(index, _)| functions[index].words()).sum();
        let mut stack = Self {
            words: vec![PLAIN; REGISTER_FILE + total as usize],
            frames,
            roots: program.roots,
            derived: program.derived,
            first_pc: sites.first().map_or(ENTRY, |site| site.1),
            registers_used: 0,
            objects: Objects::new(4),
            age,
        };
        stack.words[REGISTER_FILE - 1] = stack.first_pc;
        stack.fill(program, &sites);
        stack
    }

    /// Writes the references, derived pointers, return addresses and frame pointers of all frames,
    /// youngest first.
    fn fill(&mut self, program: &Program, sites: &[(usize, u64)]) {
        let base = self.low();
        // The locations of the frame's saved rbx and r14.
        let mut places = REGISTERS;
        let mut sp = REGISTER_FILE;
        let mut below: Option<usize> = None;
        for (depth, &(index, _)) in sites.iter().enumerate() {
            let function = &program.functions[index];
            let references = sp + function.extra as usize;
            let end = sp + function.words() as usize;
            for pointer in 0..function.pointers() {
                let base = function.base(pointer);
                let object = depth as u64 + base;
                let reference = match self.age {
                    ReferentAge::Old => old_reference(object),
                    ReferentAge::Young => self.objects.address(object),
                };
                let word = if pointer == base { reference } else { reference + DERIVED_OFFSET };
                if let Some(register) = function.register(pointer) {
                    self.words[places[register]] = word;
                    self.registers_used += 1;
                } else {
                    self.words[references + pointer as usize] = word;
                }
            }
            for (register, place) in places.iter_mut().enumerate() {
                if function.saves[register] {
                    *place = end - 3 - register;
                }
            }
            self.words[end - 1] = sites.get(depth + 1).map_or(ENTRY, |site| site.1);
            // The chain of frame pointers, for the lower bound.
            let chain = base + 8 * (end as u64 - 2);
            match below {
                Some(below) => self.words[below] = chain,
                None => self.words[5] = chain,
            }
            below = Some(end - 2);
            sp = end;
        }
        if let Some(last) = below {
            self.words[last] = 0;
        }
    }

    fn low(&self) -> u64 {
        self.words.as_ptr().expose_provenance() as u64
    }

    /// Returns the stack pointer of the youngest frame.
    pub fn sp(&self) -> u64 {
        self.low() + 8 * REGISTER_FILE as u64
    }

    /// Returns the program counter of the youngest frame.
    pub fn pc(&self) -> u64 {
        self.first_pc
    }

    /// Returns the address at which the youngest frame has saved rbp, the head of the chain of
    /// frame pointers.
    pub fn frame_pointer(&self) -> u64 {
        self.words[5]
    }

    /// Returns the number of frames.
    pub fn frames(&self) -> u64 {
        self.frames
    }

    /// Returns the number of live references in each frame.
    pub fn roots(&self) -> u64 {
        self.roots
    }

    /// Returns the number of live derived pointers in each frame.
    pub fn derived(&self) -> u64 {
        self.derived
    }

    /// Relocates all roots.
    ///
    /// # Errors
    ///
    /// Returns an error of the walk, which would be a bug.
    pub fn relocate(
        &mut self,
        program: &Program,
        walker: &mut StackWalker<X86_64>,
    ) -> Result<WalkCounts, StackWalkError> {
        let low = self.words.as_mut_ptr().expose_provenance() as u64;
        let high = low + 8 * self.words.len() as u64;
        // SAFETY: this value owns the words and is borrowed mutably. Nothing else uses them while
        // `memory` exists.
        let mut memory = unsafe { LiveStack::new(low, high) };
        let table = program.table.table();
        let cursor = Cursor::from_register_file(&table, &memory, low, &[ENTRY])?;
        relocate_stack(cursor, &mut memory, walker, &mut self.objects.forward())
    }

    /// Asserts that a walk visited every frame and root.
    ///
    /// # Panics
    ///
    /// Panics if it did not.
    pub fn check(&self, counts: &WalkCounts) {
        assert_eq!(counts.frames_walked, self.frames);
        assert_eq!(counts.records_matched, self.frames);
        assert_eq!(counts.roots_visited, (self.roots + self.derived) * self.frames);
        assert_eq!(counts.register_roots, self.registers_used);
        let rewritten = |roots| if self.age == ReferentAge::Young { roots } else { 0 };
        assert_eq!(counts.register_roots_relocated, rewritten(self.registers_used));
        assert_eq!(counts.derived_relocated, rewritten(self.derived * self.frames));
    }
}

#[cfg(test)]
mod tests {
    use std::rc::Rc;

    use super::*;
    use crate::root_scan::limits::{HashTable, frame_pointers};
    use crate::root_scan::{Mode, RecursionShape};

    /// Returns the stack's words after a walk of it.
    fn walked(stack: &mut Stack, program: &Program, walker: &mut StackWalker<X86_64>) -> Vec<u64> {
        let counts = stack.relocate(program, walker).expect("the table has all frames");
        stack.check(&counts);
        stack.words.clone()
    }

    // The first walk of a stack looks up every call site, the others find them in the cache.
    #[test]
    fn each_walk_moves_derived_pointers_with_their_bases() {
        for (mode, derived) in [(Mode::Spilled, 1), (Mode::Spilled, 9), (Mode::Registers, 5)] {
            let shape = RecursionShape { functions: 16, mode, roots: 4, derived, records: 1000 };
            let program = Rc::new(Program::new(shape).expect("every root is in its frame"));
            let mut walker = StackWalker::new();
            let mut stack = Stack::new(&program, 1000, CallOrder::Random, ReferentAge::Young, 1);
            let initial = stack.words.clone();
            let [first, second, third] =
                [(); 3].map(|()| walked(&mut stack, &program, &mut walker));
            assert_eq!([&second, &third], [&initial, &first]);
            let objects = &stack.objects;
            let offset = |word: u64| word.wrapping_sub(objects.start());
            let is_pointer = |&word: &u64| offset(word) < 8 * objects.headers.len() as u64;
            let moved = |&word: &u64| {
                let inside = offset(word) % 16;
                objects.forward()(word - inside) + inside
            };
            let pointers: Vec<_> = initial.iter().copied().filter(is_pointer).collect();
            assert_eq!(pointers.len() as u64, 1000 * (4 + derived));
            let expected: Vec<_> = pointers.iter().map(moved).collect();
            let found: Vec<_> = first.iter().copied().filter(is_pointer).collect();
            assert_eq!(found, expected);
        }
    }

    #[test]
    fn lower_bounds_read_every_pointer() {
        for (derived, roots) in [(0, 4), (1, 4), (4, 4), (9, 4), (3, 2)] {
            let mode = Mode::Spilled;
            let shape = RecursionShape { functions: 16, mode, roots, derived, records: 1000 };
            let program = Program::new(shape).expect("every root is in its frame");
            let mut stack = Stack::new(&program, 100, CallOrder::Random, ReferentAge::Old, 1);
            let (initial, mut expected) = (stack.words.clone(), 100 * derived * DERIVED_OFFSET);
            for depth in 0..100 {
                expected += (0..roots).map(|root| old_reference(depth + root)).sum::<u64>();
            }
            assert_eq!(frame_pointers(&mut stack), expected);
            assert_eq!(HashTable::new(&program).walk(&mut stack), expected);
            assert_eq!(stack.words, initial);
        }
    }
}
