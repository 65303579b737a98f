//! A walk that finds only the calls on a stack, by remembered rules.
//!
//! A profiler walks a stack for each sample and needs no roots. Most of a step of a [`Cursor`] is
//! the search for the frame's rule: in a table, or in an image's unwind tables. The frames of
//! consecutive samples repeat few call sites, so [`CallerRules`] keeps their rules in a form that
//! refers to no table. The fast trace of libunwind (`unw_tdep_trace`) does the same.
//!
//! A remembered rule covers all callee-saved registers, so a walk may change between remembered
//! rules and steps of the cursor at any frame, and finds what the cursor alone finds. Where a
//! remembered rule leads to an error, the cursor repeats the step and reports it.

use core::fmt;
use core::marker::PhantomData;

use super::cursor::Cursor;
use super::error::StackWalkError;
use super::memory::StackMemory;
use super::start::InitialRegisters;
use crate::arch::Architecture;
use crate::table::{AddressBase, FrameDescriptor};

/// Binary logarithm of the number of rules: 12 KB.
const BITS: u32 = 8;
/// Maximum number of callee-saved registers of an architecture.
const REGISTERS: usize = 12;

/// In [`Rule::saved`]: the frame has not changed the register.
const KEPT: i16 = i16::MAX;
/// In [`Rule::saved`]: the value of the register is lost.
const LOST: i16 = i16::MIN;

/// How the frame of a call is left.
#[derive(Clone, Copy)]
struct Rule {
    /// The return address of the call; 0 in an empty place.
    pc: u64,
    cfa_base: AddressBase,
    cfa_offset: i32,
    /// Offset of the return address from the CFA.
    return_address: i32,
    /// For each callee-saved register, the offset from the CFA in words at which the frame has
    /// saved it; or one of the two constants.
    saved: [i16; REGISTERS],
}

impl Rule {
    const EMPTY: Self = Self {
        pc: 0,
        cfa_base: AddressBase::StackPointer,
        cfa_offset: 0,
        return_address: 0,
        saved: [KEPT; REGISTERS],
    };

    /// Returns the rule of the call that returns to `pc`. `None` if an offset does not fit, or for
    /// an invalid register.
    fn new<A: Architecture>(pc: u64, frame: &FrameDescriptor<'_, A>) -> Option<Self> {
        let (cfa_base, cfa_offset) = frame.cfa();
        let mut saved = [KEPT; REGISTERS];
        for (index, offset) in frame.saved() {
            let words = i16::try_from(offset / 8).ok()?;
            let is_offset = words != KEPT && words != LOST;
            *saved.get_mut(usize::from(index))? = is_offset.then_some(words)?;
        }
        for (index, words) in saved.iter_mut().enumerate() {
            if frame.lost() >> index & 1 != 0 {
                *words = LOST;
            }
        }
        Some(Self { pc, cfa_base, cfa_offset, return_address: frame.return_address(), saved })
    }

    /// Returns the registers of the caller. `None` if they cannot be found.
    #[inline]
    fn caller<A: Architecture>(
        &self,
        registers: &InitialRegisters<A>,
        memory: &impl StackMemory,
    ) -> Option<InitialRegisters<A>> {
        let base = match self.cfa_base {
            AddressBase::StackPointer => registers.sp,
            AddressBase::CalleeSaved(index) => {
                let saved = registers.callee_saved.as_ref().get(usize::from(index)).copied();
                memory.load(saved.filter(|&address| address != 0)?).ok()?
            }
        };
        let cfa = base.wrapping_add_signed(self.cfa_offset.into());
        if cfa <= registers.sp {
            return None;
        }
        let return_address = cfa.wrapping_add_signed(self.return_address.into());
        let pc = A::strip_return_address(memory.load(return_address).ok()?);
        let mut callee_saved = registers.callee_saved;
        for (address, &words) in callee_saved.as_mut().iter_mut().zip(&self.saved) {
            *address = match words {
                KEPT => *address,
                LOST => 0,
                words => cfa.wrapping_add_signed(8 * i64::from(words)),
            };
        }
        Some(InitialRegisters { pc, sp: cfa, callee_saved })
    }
}

/// The rules by which a [`CallWalk`] leaves frames, kept from walk to walk.
pub struct CallerRules<A> {
    /// Generation of the code to which the rules belong.
    generation: Option<u64>,
    /// Each rule is at the place that a hash of its return address selects.
    rules: Box<[Rule]>,
    architecture: PhantomData<A>,
}

impl<A: Architecture> CallerRules<A> {
    /// Creates a value that has no rule yet. It takes 12 KB.
    pub fn new() -> Self {
        const { assert!(size_of::<A::PerCalleeSaved>() <= REGISTERS * size_of::<u64>()) };
        let rules = vec![Rule::EMPTY; 1 << BITS].into();
        Self { generation: None, rules, architecture: PhantomData }
    }

    /// Forgets all rules unless they belong to this generation of code.
    fn enter(&mut self, generation: u64) {
        if self.generation != Some(generation) {
            self.rules.fill(Rule::EMPTY);
            self.generation = Some(generation);
        }
    }

    /// Returns the place for the rule of a return address.
    #[inline]
    fn place(pc: u64) -> usize {
        // Fibonacci hashing: the high bits depend on all other bits.
        (pc.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (u64::BITS - BITS)) as usize
    }

    #[inline]
    fn find(&self, pc: u64) -> Option<&Rule> {
        // A damaged stack may contain 0, which marks empty places.
        self.rules.get(Self::place(pc)).filter(|rule| rule.pc == pc && pc != 0)
    }

    fn add(&mut self, rule: Rule) {
        self.rules[Self::place(rule.pc)] = rule;
    }
}

impl<A: Architecture> Default for CallerRules<A> {
    fn default() -> Self {
        Self::new()
    }
}

impl<A> fmt::Debug for CallerRules<A> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("CallerRules").field("generation", &self.generation).finish_non_exhaustive()
    }
}

/// A walk over the calls of a stack, from the youngest to the oldest. It returns the program
/// counters of the frames that the [`Cursor`] would return, at a fifth of the cost.
///
/// ```
/// # use statepoint_scanner::arch::Host;
/// # use statepoint_scanner::walk::{CallWalk, CallerRules, Cursor, StackMemory, StackWalkError};
/// /// Returns the return addresses on a stack, youngest first.
/// fn calls(
///     cursor: Cursor<'_, Host>,
///     memory: &impl StackMemory,
///     rules: &mut CallerRules<Host>,
/// ) -> Result<Vec<u64>, StackWalkError> {
///     let mut walk = CallWalk::new(cursor, rules);
///     let mut calls = Vec::new();
///     while let Some(pc) = walk.next(memory)? {
///         calls.push(pc);
///     }
///     Ok(calls)
/// }
/// ```
pub struct CallWalk<'t, 'r, A: Architecture> {
    rules: &'r mut CallerRules<A>,
    /// At the frame of the last step, unless `registers` has it.
    cursor: Cursor<'t, A>,
    /// The registers of the frame that a step by a rule begins with. `None`: the cursor has them.
    registers: Option<InitialRegisters<A>>,
    /// Whether the last step returned the frame of `registers`, which has a rule.
    was_returned: bool,
    /// Number of frames that were left by rules since the cursor's last step.
    by_rules: u64,
}

impl<'t, 'r, A: Architecture> CallWalk<'t, 'r, A> {
    /// Begins where the cursor is. Rules of an earlier generation of the cursor's code are
    /// forgotten.
    pub fn new(cursor: Cursor<'t, A>, rules: &'r mut CallerRules<A>) -> Self {
        rules.enter(cursor.code().generation());
        let registers = cursor.registers();
        Self { rules, cursor, registers, was_returned: false, by_rules: 0 }
    }

    /// Moves to the next older frame, or to the youngest when called first. Returns its program
    /// counter; `None` after the oldest frame.
    ///
    /// # Errors
    ///
    /// As [`Cursor::next`]. The walk must not be used after an error.
    #[inline]
    pub fn next(&mut self, memory: &impl StackMemory) -> Result<Option<u64>, StackWalkError> {
        if !self.leave(memory) {
            self.leave_by_cursor(memory)?;
        }
        if let Some(InitialRegisters { pc, .. }) = self.registers
            && self.rules.find(pc).is_some()
            && !self.cursor.ends().contains(&pc)
        {
            self.was_returned = true;
            return Ok(Some(pc));
        }
        self.step_by_cursor(memory)
    }

    /// Returns the program counter of the frame that the last step returned, or at which it failed.
    pub fn pc(&self) -> u64 {
        self.registers.map_or(self.cursor.pc(), |registers| registers.pc)
    }

    /// Returns the stack pointer that belongs to [`Self::pc`].
    pub fn sp(&self) -> u64 {
        self.registers.map_or(self.cursor.sp(), |registers| registers.sp)
    }

    /// Leaves the frame of the last step by its rule. Returns whether `registers` has the next
    /// frame.
    #[inline]
    fn leave(&mut self, memory: &impl StackMemory) -> bool {
        let Some(registers) = &self.registers else { return false };
        if !self.was_returned {
            return true;
        }
        let caller = self.rules.find(registers.pc).and_then(|rule| rule.caller(registers, memory));
        let Some(caller) = caller else { return false };
        (self.registers, self.was_returned) = (Some(caller), false);
        self.by_rules += 1;
        true
    }

    /// Leaves the frame of the last step by the cursor.
    #[cold]
    fn leave_by_cursor(&mut self, memory: &impl StackMemory) -> Result<(), StackWalkError> {
        if self.was_returned {
            // Its rule has failed. The cursor finds the frame once more, and the error.
            self.step_by_cursor(memory)?;
        }
        self.cursor.leave_frame(memory)?;
        self.registers = self.cursor.registers();
        Ok(())
    }

    /// Finds the next frame by the cursor, and remembers its rule.
    #[cold]
    fn step_by_cursor(&mut self, memory: &impl StackMemory) -> Result<Option<u64>, StackWalkError> {
        let returns_to = self.registers.map(|registers| registers.pc);
        if let Some(registers) = self.registers.take() {
            self.cursor.resume(registers, self.by_rules);
        }
        (self.was_returned, self.by_rules) = (false, 0);
        let Some(frame) = self.cursor.next(memory)? else { return Ok(None) };
        // The other frames are those at an instruction, and those whose return address was replaced
        // by a trampoline, which stands for one frame only.
        if returns_to == Some(frame.pc)
            && let Some(rule) = Rule::new(frame.pc, &frame.leaving)
        {
            self.rules.add(rule);
        }
        Ok(Some(frame.pc))
    }
}

impl<A: Architecture> fmt::Debug for CallWalk<'_, '_, A> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("CallWalk").field("pc", &self.pc()).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests;
