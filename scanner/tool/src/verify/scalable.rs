//! Detection of AArch64 instructions that move the stack pointer by multiples of the vector length.
//!
//! Only a function with scalable (SVE) objects in its frame has such instructions in its prologue.
//! If the CFA is computed from a frame pointer, the unwind information does not show these objects.
//!
//! LLVM 16 to 22 emit these sequences:
//!
//! * `addvl sp, sp, #n`, the usual case;
//! * `addvl x9, sp, #n` .. `cmp sp, x9` .. `mov sp, x9`, the loop that probes each page of a large
//!   frame;
//! * `sub x9, sp, #m`, `addvl x9, x9, #n`, `and sp, x9, #mask` in a realigned frame.
//!
//! A dynamic stack allocation is not an object of the frame, even if its size is a multiple of the
//! vector length. LLVM records the locations of functions with such allocations correctly. Up to
//! LLVM 16, the allocation is `addvl x0, sp, #n` and `mov sp, x0`.
//!
//! Encodings are from the "Arm Architecture Reference Manual for A-profile".

use crate::object_file::Section;

/// An instruction that moves the stack pointer by a multiple of the vector length.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Adjustment {
    /// Address of the instruction.
    address: u64,
    /// Whether the instruction may also be a dynamic stack allocation.
    may_be_dynamic: bool,
}

/// All adjustments in the code of a file. They are collected once, because overlapping functions
/// would otherwise repeat the work.
#[derive(Debug, Default)]
pub(super) struct Adjustments {
    /// The adjustments in ascending order of addresses.
    sorted: Vec<Adjustment>,
}

impl Adjustments {
    /// Finds the adjustments in these sections.
    pub(super) fn find(code: &[Section]) -> Self {
        let mut sorted: Vec<_> = code.iter().flat_map(adjustments).collect();
        sorted.sort_unstable_by_key(|adjustment| adjustment.address);
        Self { sorted }
    }

    /// Returns the address of the first adjustment in `start..end` that is not a dynamic stack
    /// allocation. `has_fixed_size` is true if the function has no dynamic stack allocation.
    pub(super) fn first(&self, start: u64, end: u64, has_fixed_size: bool) -> Option<u64> {
        let from = self.sorted.partition_point(|adjustment| adjustment.address < start);
        self.sorted[from..]
            .iter()
            .take_while(|adjustment| adjustment.address < end)
            .find(|adjustment| has_fixed_size || !adjustment.may_be_dynamic)
            .map(|adjustment| adjustment.address)
    }
}

/// Iterates over the adjustments in the code of a section.
fn adjustments(section: &Section) -> impl Iterator<Item = Adjustment> {
    let mut state = State::default();
    let (words, _) = section.bytes.as_chunks::<4>();
    (0_u64..).zip(words).filter_map(move |(index, &word)| {
        let effect = state.step(u32::from_le_bytes(word))?;
        let address = section.address.checked_add(index * 4)?;
        Some(Adjustment { address, may_be_dynamic: effect == Effect::Move })
    })
}

/// Encoding of the stack pointer in the register fields of these instructions.
const SP: u32 = 31;

/// The effect of an instruction on the stack pointer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Effect {
    /// The instruction moves the stack pointer, or prepares to move it, in a way that occurs only
    /// in prologues and epilogues.
    Frame,
    /// The instruction moves the stack pointer to an address that an earlier instruction computed.
    Move,
}

/// Registers computed from the stack pointer, as bit sets.
#[derive(Clone, Copy, Debug, Default)]
struct State {
    /// Registers at a fixed distance from the stack pointer.
    fixed: u32,
    /// Registers at a distance from the stack pointer that depends on the vector length.
    scalable: u32,
}

impl State {
    /// Updates the state for an instruction, and returns its effect on the stack pointer.
    fn step(&mut self, word: u32) -> Option<Effect> {
        let (to, from) = (word & 31, word >> 5 & 31);
        let is_scalable = from != SP && self.scalable >> from & 1 != 0;
        let is_from_stack = from == SP || is_scalable || self.fixed >> from & 1 != 0;
        let scalable = if is_adding_vector_lengths(word) {
            if to == SP {
                return Some(Effect::Frame);
            }
            // These instructions have their source register in bits 16 to 20, most others in bits 5
            // to 9.
            let from = word >> 16 & 31;
            let is_from_stack = from == SP || (self.fixed | self.scalable) >> from & 1 != 0;
            is_from_stack.then_some(true)
        } else if is_adding_immediate(word) || is_and_immediate(word) {
            if to == SP {
                let effect = if is_and_immediate(word) { Effect::Frame } else { Effect::Move };
                return is_scalable.then_some(effect);
            }
            // In AND, the source register 31 is the zero register, not the stack pointer.
            (is_from_stack && !(is_and_immediate(word) && from == SP)).then_some(is_scalable)
        } else if let Some(register) = compared_with_stack_pointer(word) {
            let is_scalable = register != SP && self.scalable >> register & 1 != 0;
            return is_scalable.then_some(Effect::Frame);
        } else if is_call_or_return(word) {
            *self = Self::default();
            return None;
        } else if is_branch(word) {
            return None;
        } else {
            // Most other instructions write the register `to`. If one does not, the register is
            // removed although it still contains a stack address. This is harmless, because the
            // sequences above contain no such instruction.
            None
        };
        let bit = 1 << to;
        self.fixed &= !bit;
        self.scalable &= !bit;
        match scalable {
            Some(true) => self.scalable |= bit,
            Some(false) => self.fixed |= bit,
            None => {}
        }
        None
    }
}

/// Returns whether `word` encodes ADDVL, ADDPL, ADDSVL or ADDSPL (the last two are part of SME).
/// Register 31 is the stack pointer in both fields.
const fn is_adding_vector_lengths(word: u32) -> bool {
    word & 0xffa0_f000 == 0x0420_5000
}

/// Returns whether `word` encodes a 64-bit ADD or SUB of an immediate that does not set flags. ADD
/// of 0 is MOV from or to the stack pointer.
const fn is_adding_immediate(word: u32) -> bool {
    word & 0xbf80_0000 == 0x9100_0000
}

/// Returns whether `word` encodes a 64-bit AND of an immediate.
const fn is_and_immediate(word: u32) -> bool {
    word & 0xff80_0000 == 0x9200_0000
}

/// Returns the register `n` if `word` encodes `cmp sp, xn`.
fn compared_with_stack_pointer(word: u32) -> Option<u32> {
    (word & 0xffe0_ffff == 0xeb20_63ff).then_some(word >> 16 & 31)
}

/// Returns whether `word` encodes BL or a branch to a register.
const fn is_call_or_return(word: u32) -> bool {
    word & 0xfc00_0000 == 0x9400_0000 || word & 0xfe00_0000 == 0xd600_0000
}

/// Returns whether `word` encodes B, B.cond, CBZ, CBNZ, TBZ or TBNZ. These write no register,
/// although their lowest bits may have any value.
const fn is_branch(word: u32) -> bool {
    word & 0xfc00_0000 == 0x1400_0000
        || word & 0xff00_0000 == 0x5400_0000
        || word & 0x7c00_0000 == 0x3400_0000
}

#[cfg(test)]
mod tests {
    use super::*;

    const ADDVL_SP_SP: u32 = 0x043f_57ff;
    const ADDVL_X9_SP: u32 = 0x043f_57e9;
    const ADDVL_X9_X9: u32 = 0x0429_57e9;
    const ADDVL_X0_X29: u32 = 0x043d_57e0;
    const SUB_X9_SP_96: u32 = 0xd101_83e9;
    const AND_SP_X9: u32 = 0x927a_e53f;
    const MOV_SP_X9: u32 = 0x9100_013f;
    const MOV_X29_SP: u32 = 0x9100_03fd;
    const SUB_SP_SP_8192: u32 = 0xd140_0bff;
    const CMP_SP_X9: u32 = 0xeb29_63ff;
    const B_LS: u32 = 0x5400_0049;
    const B: u32 = 0x17ff_fffc;
    const BL: u32 = 0x9400_0000;
    const RET: u32 = 0xd65f_03c0;
    const RDVL_X9: u32 = 0x04bf_5029;
    const CNTD_X9: u32 = 0x04e0_e3e9;
    const SUB_X9_X9_X8: u32 = 0xcb08_0129;

    fn code(address: u64, words: &[u32]) -> Section {
        Section { address, bytes: words.iter().flat_map(|word| word.to_le_bytes()).collect() }
    }

    /// Returns the index of the first adjustment, for a frame of fixed size and for one of dynamic
    /// size.
    fn first(words: &[u32]) -> [Option<u64>; 2] {
        let found = Adjustments::find(&[code(0x1000, words)]);
        [true, false].map(|is_fixed| {
            let address = found.first(0x1000, u64::MAX, is_fixed)?;
            Some((address - 0x1000) / 4)
        })
    }

    #[test]
    fn usual_prologues_are_recognised() {
        assert_eq!(first(&[MOV_X29_SP, ADDVL_SP_SP]), [Some(1); 2]);
        let (addpl, addsvl, from_frame_pointer) = (0x047f_50ff, 0x043f_5fff, 0x043d_57ff);
        for word in [addpl, addsvl, from_frame_pointer] {
            assert_eq!(first(&[word]), [Some(0); 2], "{word:#x}");
        }
    }

    #[test]
    fn realigned_frames_are_recognised() {
        let prologue = [MOV_X29_SP, SUB_X9_SP_96, ADDVL_X9_X9, AND_SP_X9];
        assert_eq!(first(&prologue), [Some(3); 2]);
        assert_eq!(first(&[ADDVL_X9_SP, SUB_X9_SP_96, AND_SP_X9]), [None; 2]);
        assert_eq!(first(&[SUB_X9_SP_96, AND_SP_X9]), [None; 2]);
    }

    #[test]
    fn probed_frames_are_recognised() {
        let loops = [ADDVL_X9_SP, ADDVL_X9_X9, SUB_SP_SP_8192, CMP_SP_X9, B_LS, B, MOV_SP_X9];
        assert_eq!(first(&loops), [Some(3); 2]);
        assert_eq!(first(&[SUB_X9_SP_96, SUB_SP_SP_8192, CMP_SP_X9, MOV_SP_X9]), [None; 2]);
    }

    // The lowest bits of B.cond are a condition, not a register.
    #[test]
    fn registers_are_known_across_branches_but_not_calls() {
        assert_eq!(first(&[ADDVL_X9_SP, B_LS, AND_SP_X9]), [Some(2); 2]);
        assert_eq!(first(&[ADDVL_X9_SP, BL, AND_SP_X9]), [None; 2]);
        assert_eq!(first(&[ADDVL_X9_SP, RET, AND_SP_X9]), [None; 2]);
    }

    #[test]
    fn dynamic_allocation_is_not_a_frame_object() {
        assert_eq!(first(&[ADDVL_X9_SP, MOV_SP_X9]), [Some(1), None]);
    }

    #[test]
    fn other_scalable_code_is_not_reported() {
        let addvl_x9_x1 = 0x0421_57e9;
        for words in [
            [ADDVL_X0_X29, MOV_SP_X9],
            [addvl_x9_x1, MOV_SP_X9],
            [RDVL_X9, MOV_SP_X9],
            [CNTD_X9, CMP_SP_X9],
        ] {
            assert_eq!(first(&words), [None; 2], "{words:x?}");
        }
        assert_eq!(first(&[ADDVL_X9_SP, SUB_X9_X9_X8, MOV_SP_X9]), [None; 2]);
    }

    #[test]
    fn search_is_limited_to_the_function() {
        let sections = [code(0x2000, &[RET, ADDVL_SP_SP]), code(0x1000, &[ADDVL_SP_SP, RET])];
        let found = Adjustments::find(&sections);
        assert_eq!(found.first(0x1000, 0x1004, true), Some(0x1000));
        assert_eq!(found.first(0x1004, 0x2004, true), None);
        assert_eq!(found.first(0x1004, 0x2005, true), Some(0x2004));
        assert_eq!(found.first(0x2005, u64::MAX, true), None);
    }

    #[test]
    fn arbitrary_bytes_do_not_panic() {
        let mut odd = code(u64::MAX - 3, &[ADDVL_SP_SP, ADDVL_SP_SP]);
        odd.bytes.push(0);
        let found = Adjustments::find(&[odd]);
        assert_eq!(found.first(0, u64::MAX, true), Some(u64::MAX - 3));
        assert_eq!(found.first(u64::MAX, 0, true), None);
        for word in (0..=u32::MAX).step_by(0x1_0001) {
            let mut state = State { fixed: word, scalable: !word };
            state.step(word.rotate_left(7));
        }
    }
}
