//! The cursor, which walks from frame to frame.

use core::fmt;

use super::code::{CodeLookup, FoundCode};
use super::error::StackWalkError;
use super::frame::{FrameKind, FrameRoots, ReturnSlot, StackFrame};
use super::memory::{StackMemory, StackMemoryError};
use super::start::InitialRegisters;
use crate::arch::Architecture;
use crate::fault_injection::fault;
use crate::table::{CallSite, CallSiteContent, FrameDescriptor};

/// The roots of a frame, and the descriptor for unwinding it.
type Description<'t, A> = (FrameRoots<'t, A>, FrameDescriptor<'t, A>);

/// Cursor over the frames of a stack, from the youngest to the oldest.
///
/// A cursor is not an iterator, because callers write to the stack between two steps. Each call
/// that reads the stack takes it as an argument. A cursor contains the program counter, the stack
/// pointer, and for each callee-saved register the *address* of the current frame's value. That
/// address is initially in the register file, and later in the slot in which a younger frame saved
/// the register. A root in a register is therefore read and rewritten at the address from which it
/// will be reloaded.
#[derive(Clone)]
pub struct Cursor<'t, A: Architecture> {
    code: &'t dyn CodeLookup<A>,
    /// Return addresses at which the walk ends. They are in native code that called managed code.
    ends: &'t [u64],
    /// The stack pointer at which the walk must end, if it is known.
    end_sp: Option<u64>,
    /// Whether the walk may also end at the outermost frame.
    to_outermost: bool,
    /// The point at which the frame at `pc` has stopped.
    stop: StopPoint,
    pc: u64,
    sp: u64,
    /// Addresses of the saved callee-saved registers; 0 means that an address is unknown.
    saved: A::PerCalleeSaved,
    /// The word that contains the return address into the frame at `pc`, if its address is known.
    return_slot: Option<ReturnSlot>,
    /// Number of frames that the cursor has left.
    depth: u64,
    /// The frame that the last step returned. The next step leaves it.
    frame: Option<StackFrame<'t, A>>,
}

/// The point at which a frame has stopped: in a call or at an instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StopPoint {
    /// In a call whose return address is the program counter. This holds for every frame except
    /// possibly the youngest.
    AtCall,
    /// Before the instruction at the program counter, where a signal or a debugger stopped it.
    AtInstruction,
}

impl<'t, A: Architecture> Cursor<'t, A> {
    pub(super) fn begin(
        code: &'t dyn CodeLookup<A>,
        registers: InitialRegisters<A>,
        stop: StopPoint,
        ends: &'t [u64],
    ) -> Self {
        Self {
            code,
            ends,
            end_sp: None,
            to_outermost: false,
            stop,
            pc: A::strip_return_address(registers.pc),
            sp: registers.sp,
            saved: registers.callee_saved,
            return_slot: None,
            depth: 0,
            frame: None,
        }
    }

    /// Makes the walk also end at the outermost frame of the thread, if the code identifies it. By
    /// default, reaching that frame is an error, because the walk has missed its end.
    #[must_use]
    pub fn to_outermost(mut self) -> Self {
        self.to_outermost = true;
        self
    }

    /// Requires the walk to end with this stack pointer, with which native code called the oldest
    /// managed function. Nested calls of managed code may have the same return address; the stack
    /// pointer distinguishes them.
    #[must_use]
    pub fn ending_at(mut self, sp: u64) -> Self {
        self.end_sp = Some(sp);
        self
    }

    /// Moves to the next older frame, or to the youngest when called first. Returns `None` after
    /// the oldest frame.
    ///
    /// # Errors
    ///
    /// Returns an error if the frame cannot be found or its call site is unknown; see
    /// [`StackWalkError`]. The cursor must not be used after an error.
    #[inline]
    pub fn next(
        &mut self,
        memory: &impl StackMemory,
    ) -> Result<Option<StackFrame<'t, A>>, StackWalkError> {
        self.leave_frame(memory)?;
        if self.ends.contains(&self.pc) {
            return self.require_end().map(|()| None);
        }
        self.resolve_return_address();
        let Some((roots, leaving)) = self.describe()? else { return Ok(None) };
        let kind = match roots {
            FrameRoots::Relocatable(_) | FrameRoots::Pinned(_) => FrameKind::Managed,
            FrameRoots::None => FrameKind::Native,
        };
        let frame = StackFrame {
            pc: self.pc,
            sp: self.sp,
            depth: self.depth,
            kind,
            roots,
            leaving,
            code: self.code,
            saved: self.saved,
            return_slot: self.return_slot,
        };
        self.frame = Some(frame);
        Ok(Some(frame))
    }

    /// Returns the program counter. After the last frame, it is the one of the `ends` at which the
    /// walk ended.
    pub fn pc(&self) -> u64 {
        self.pc
    }

    /// Returns the stack pointer that belongs to [`Self::pc`].
    pub fn sp(&self) -> u64 {
        self.sp
    }

    /// Returns the vector registers that callees preserve in part, as they are after leaving the
    /// frame that the last step returned. `now` has their contents in that frame.
    pub(crate) fn vectors_of_caller<const N: usize>(
        &self,
        memory: &impl StackMemory,
        now: [u64; N],
    ) -> Result<[u64; N], StackWalkError> {
        let Some(frame) = &self.frame else { return Ok(now) };
        let (cfa, mut vectors) = (frame.cfa(memory)?, now);
        for (index, offset) in frame.leaving.vectors() {
            let (Some(vector), Some(offset)) = (vectors.get_mut(usize::from(index)), offset) else {
                return Err(frame.damaged("invalid saved vector register"));
            };
            let address = cfa.wrapping_add_signed(offset.into());
            *vector = memory
                .load(address)
                .map_err(|source| self.bad_address("a saved vector register", source))?;
        }
        Ok(vectors)
    }

    /// Leaves the frame that the last step returned. Otherwise the next step leaves it.
    #[inline]
    pub(crate) fn leave_frame(&mut self, memory: &impl StackMemory) -> Result<(), StackWalkError> {
        match self.frame.take() {
            Some(frame) => self.leave(&frame, memory),
            None => Ok(()),
        }
    }

    /// Returns the registers with which the next step begins. Returns `None` unless their frame has
    /// stopped in a call and the frame that the last step returned has been left.
    pub fn registers(&self) -> Option<InitialRegisters<A>> {
        let Self { pc, sp, saved, .. } = *self;
        let is_between = self.frame.is_none() && self.stop == StopPoint::AtCall;
        is_between.then_some(InitialRegisters { pc, sp, callee_saved: saved })
    }

    /// Continues with the registers of an older frame. `frames` is the number of frames by which it
    /// is older than that of [`Self::registers`].
    pub(crate) fn resume(&mut self, registers: InitialRegisters<A>, frames: u64) {
        let InitialRegisters { pc, sp, callee_saved: saved } = registers;
        (self.pc, self.sp, self.saved) = (pc, sp, saved);
        self.return_slot = None;
        self.depth += frames;
    }

    /// Replaces the program counter by the original return address, if it is a trampoline.
    pub(crate) fn resolve_return_address(&mut self) {
        self.pc = self.code.original(self.pc);
    }

    /// Returns the word that contains the return address into the frame at [`Self::pc`], if its
    /// address is known.
    pub(crate) fn return_slot(&self) -> Option<ReturnSlot> {
        self.return_slot
    }

    /// Determines the word that contains the return address into the frame at [`Self::pc`].
    /// `callee` is the return address of the active call of the frame before, which was left by
    /// [`Self::resume`].
    pub(crate) fn find_return_slot(&mut self, callee: u64) {
        if let FoundCode::Managed(CallSite {
            content: CallSiteContent::Statepoint(frame), ..
        }) = self.code.find(callee)
        {
            let address = self.sp.wrapping_add_signed(frame.return_address().into());
            self.return_slot = Some(ReturnSlot { address, signing: frame.signing() });
        }
    }

    pub(super) fn set_return_slot(&mut self, slot: ReturnSlot) {
        self.return_slot = Some(slot);
    }

    /// Returns the address at which a callee-saved register of the frame at [`Self::pc`] is saved,
    /// if it is known.
    pub(crate) fn saved_at(&self, index: usize) -> Option<u64> {
        self.saved.as_ref().get(index).copied().filter(|&address| address != 0)
    }

    /// Returns the code in which frames are looked up.
    pub(crate) fn code(&self) -> &'t dyn CodeLookup<A> {
        self.code
    }

    /// Returns the return addresses that end the walk.
    pub(crate) fn ends(&self) -> &'t [u64] {
        self.ends
    }

    /// Returns the roots of the frame at `pc`, and the rule for unwinding it.
    #[inline]
    fn describe(&self) -> Result<Option<Description<'t, A>>, StackWalkError> {
        let Self { pc, depth, .. } = *self;
        let found = match self.stop {
            StopPoint::AtCall => self.code.find(pc),
            StopPoint::AtInstruction => self.find_instruction()?,
        };
        Ok(match found {
            FoundCode::Native(_) | FoundCode::Unknown { .. }
                if depth >= 2 && fault("unknown-is-end") =>
            {
                None
            }
            FoundCode::Managed(site) => Some(match site.content {
                CallSiteContent::Statepoint(frame) => (FrameRoots::Relocatable(frame), frame),
                CallSiteContent::Pinned(pinned) => (FrameRoots::Pinned(pinned), pinned.frame()),
            }),
            FoundCode::Native(frame) => Some((FrameRoots::None, frame)),
            FoundCode::NoRule(problem) => {
                return Err(StackWalkError::NoRule { pc, depth, problem });
            }
            FoundCode::Unknown { function } => {
                return Err(StackWalkError::NoRecord { pc, function, depth });
            }
            FoundCode::End if self.to_outermost => None,
            FoundCode::End => return Err(StackWalkError::Outermost { pc, depth }),
        })
    }

    /// Returns an error if the walk has ended at another call of managed code than expected.
    fn require_end(&self) -> Result<(), StackWalkError> {
        let Self { pc, depth, sp, .. } = *self;
        match self.end_sp {
            Some(expected) if expected != sp => {
                Err(StackWalkError::OtherEnd { pc, depth, sp, expected })
            }
            _ => Ok(()),
        }
    }

    /// Looks up an instruction that has not been executed.
    #[cold]
    fn find_instruction(&self) -> Result<FoundCode<'t, A>, StackWalkError> {
        let Self { pc, depth, .. } = *self;
        match self.code.find(pc) {
            // The preceding call has returned. Its result may be a reference, in a register that
            // the record does not list.
            FoundCode::Managed(CallSite { content: CallSiteContent::Statepoint(_), .. }) => {
                let function = self.code.function_containing(pc);
                Err(StackWalkError::NotStoppedAtCall { pc, function, depth })
            }
            // The callee that preserved the values in registers has already returned.
            FoundCode::Managed(CallSite { content: CallSiteContent::Pinned(pinned), .. })
                if pinned.callee_saves_registers() =>
            {
                let function = self.code.function_containing(pc);
                Err(StackWalkError::NotStoppedAtCall { pc, function, depth })
            }
            found @ (FoundCode::Managed(_) | FoundCode::Unknown { function: Some(_) }) => Ok(found),
            // Native code is looked up by the byte that precedes a return address.
            _ => match self.code.find(pc.wrapping_add(1)) {
                FoundCode::Managed(_) => Ok(FoundCode::Unknown { function: None }),
                found => Ok(found),
            },
        }
    }

    /// Moves from `frame` to its caller.
    #[inline]
    fn leave(
        &mut self,
        frame: &StackFrame<'t, A>,
        memory: &impl StackMemory,
    ) -> Result<(), StackWalkError> {
        let cfa = frame.cfa(memory)?;
        let leaving = frame.leaving;
        if cfa <= self.sp {
            return Err(StackWalkError::StackNotGrowing {
                pc: self.pc,
                function: self.code.function_containing(self.pc),
                depth: self.depth,
                sp: self.sp,
                caller_sp: cfa,
            });
        }
        let address = cfa.wrapping_add_signed(leaving.return_address().into());
        self.return_slot = Some(ReturnSlot { address, signing: leaving.signing() });
        let return_address = memory
            .load(address)
            .map_err(|source| self.bad_address("the return address", source))?;
        let addresses = self.saved.as_mut();
        for (index, offset) in leaving.saved() {
            let address = addresses.get_mut(usize::from(index));
            let address = address.ok_or_else(|| frame.damaged("invalid saved register"))?;
            *address = cfa.wrapping_add_signed(offset.into());
        }
        if leaving.lost() != 0 {
            for (index, address) in addresses.iter_mut().enumerate() {
                if leaving.lost() >> index & 1 != 0 {
                    *address = 0;
                }
            }
        }
        self.pc = A::strip_return_address(return_address);
        self.sp = cfa;
        self.stop = StopPoint::AtCall;
        self.depth += 1;
        Ok(())
    }

    #[cold]
    pub(super) fn bad_address(
        &self,
        what: &'static str,
        source: StackMemoryError,
    ) -> StackWalkError {
        let Self { pc, depth, .. } = *self;
        StackWalkError::BadStackAddress {
            pc,
            function: self.code.function_containing(pc),
            depth,
            what,
            source,
        }
    }
}

impl<A: Architecture> fmt::Debug for Cursor<'_, A> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Cursor")
            .field("pc", &format_args!("{:#x}", self.pc))
            .field("sp", &format_args!("{:#x}", self.sp))
            .field("saved", &self.saved)
            .field("depth", &self.depth)
            .finish_non_exhaustive()
    }
}
