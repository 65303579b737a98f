//! From frame to frame.

use core::fmt;

use super::code::{Code, Found};
use super::error::WalkError;
use super::memory::{MemoryError, StackMemory};
use crate::arch::Architecture;
use crate::table::{AddressBase, Content, FrameDescriptor, RootLocation};

/// Walks over the frames of a stack, from the youngest to the oldest.
///
/// It is not an iterator, since the stack is written to between two steps: the stack is passed to
/// each call that reads it. Besides the program counter and the stack pointer, a cursor carries
/// for each callee-saved register the *address* at which the current frame's value lies: in
/// the register file at first, in the slot of whichever younger frame saved it later. So a
/// root in a register is read and rewritten where it will be reloaded from.
#[derive(Clone)]
pub struct Cursor<'t, A: Architecture> {
    code: &'t dyn Code<A>,
    /// Return addresses that are behind the last managed frame.
    ends: &'t [u64],
    /// Whether the outermost frame is an end, too.
    to_outermost: bool,
    pc: u64,
    sp: u64,
    /// 0 where the address is not known.
    saved: A::PerCalleeSaved,
    depth: u64,
    /// The frame that the last step returned and the next one leaves.
    frame: Option<FrameDescriptor<'t, A>>,
}

/// Whose a frame is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FrameKind {
    /// Managed code's: its call site is in a stack map.
    Managed,
    /// Native code's between managed frames. It has no roots of its own, but may have saved
    /// registers that hold roots of older frames.
    Native,
}

/// A frame that a [`Cursor`] stands at.
#[derive(Clone, Copy)]
pub struct Frame<'t, A: Architecture> {
    /// The address in the frame's function that the call under way returns to.
    pub pc: u64,
    /// The stack pointer in the frame's function behind that call.
    pub sp: u64,
    /// How many frames are younger.
    pub depth: u64,
    /// Whose frame it is.
    pub kind: FrameKind,
    /// How to leave the frame, and its roots.
    pub descriptor: FrameDescriptor<'t, A>,
    code: &'t dyn Code<A>,
    saved: A::PerCalleeSaved,
}

impl<'t, A: Architecture> Cursor<'t, A> {
    /// A cursor in front of the frame that called a runtime stub, which left its register file at
    /// this address on the stack.
    ///
    /// The walk ends in front of a frame whose program counter is one of `ends`: the return
    /// addresses of the stubs through which native code enters managed code. `code` must know
    /// every other frame.
    ///
    /// # Errors
    ///
    /// When the register file does not lie in the stack.
    pub fn from_register_file(
        code: &'t dyn Code<A>,
        memory: &impl StackMemory,
        register_file: u64,
        ends: &'t [u64],
    ) -> Result<Self, WalkError> {
        let layout = A::REGISTER_FILE;
        let mut saved = A::PerCalleeSaved::default();
        let mut cursor = Self {
            code,
            ends,
            to_outermost: false,
            pc: 0,
            sp: register_file.wrapping_add(layout.size),
            saved,
            depth: 0,
            frame: None,
        };
        let raw = memory
            .load(register_file.wrapping_add(layout.return_address))
            .map_err(|source| cursor.bad_address("the stub's return address", source))?;
        cursor.pc = A::strip_return_address(raw);
        for (address, offset) in saved.as_mut().iter_mut().zip(layout.callee_saved) {
            *address = register_file.wrapping_add(*offset);
            memory
                .load(*address)
                .map_err(|source| cursor.bad_address("the stub's register file", source))?;
        }
        cursor.saved = saved;
        Ok(cursor)
    }

    /// Lets the walk end at the outermost frame of the thread as well, where the code knows it.
    /// Otherwise to come there is an error: the walk has missed its end.
    #[must_use]
    pub fn to_outermost(mut self) -> Self {
        self.to_outermost = true;
        self
    }

    /// Goes to the next older frame, or to the youngest when called first. `None` behind the oldest
    /// one.
    ///
    /// # Errors
    ///
    /// When the frame cannot be found or its call site is not known; see [`WalkError`]. The cursor
    /// must not be used further then.
    #[inline]
    pub fn next(&mut self, memory: &impl StackMemory) -> Result<Option<Frame<'t, A>>, WalkError> {
        if let Some(frame) = self.frame.take() {
            self.leave(frame, memory)?;
        }
        if self.ends.contains(&self.pc) {
            return Ok(None);
        }
        let Some((kind, descriptor)) = self.describe()? else { return Ok(None) };
        self.frame = Some(descriptor);
        Ok(Some(Frame {
            pc: self.pc,
            sp: self.sp,
            depth: self.depth,
            kind,
            descriptor,
            code: self.code,
            saved: self.saved,
        }))
    }

    /// The program counter: behind the last frame the one of the `ends` that was met.
    pub fn pc(&self) -> u64 {
        self.pc
    }

    /// The stack pointer that belongs to [`Self::pc`].
    pub fn sp(&self) -> u64 {
        self.sp
    }

    #[inline]
    fn describe(&self) -> Result<Option<(FrameKind, FrameDescriptor<'t, A>)>, WalkError> {
        let Self { pc, depth, .. } = *self;
        Ok(match self.code.find(pc) {
            Found::Managed(site) => match site.content {
                Content::Statepoint(descriptor) => Some((FrameKind::Managed, descriptor)),
                Content::Pinned(_) => {
                    return Err(WalkError::NotAStatepoint {
                        pc,
                        function: self.code.function_containing(pc),
                        depth,
                    });
                }
            },
            Found::Native(descriptor) => Some((FrameKind::Native, descriptor)),
            Found::NoRule(problem) => return Err(WalkError::NoRule { pc, depth, problem }),
            Found::Unknown { function } => return Err(WalkError::NoRecord { pc, function, depth }),
            Found::End if self.to_outermost => None,
            Found::End => return Err(WalkError::Outermost { pc, depth }),
        })
    }

    /// Moves from `frame` to its caller.
    #[inline]
    fn leave(
        &mut self,
        frame: FrameDescriptor<'t, A>,
        memory: &impl StackMemory,
    ) -> Result<(), WalkError> {
        let (base, offset) = frame.cfa();
        let base = match base {
            AddressBase::StackPointer => self.sp,
            AddressBase::CalleeSaved(index) => {
                let address = self.saved_address(index)?;
                memory.load(address).map_err(|source| {
                    self.bad_address("the register that leads to the caller", source)
                })?
            }
        };
        let cfa = base.wrapping_add_signed(offset.into());
        if cfa <= self.sp {
            return Err(WalkError::StackNotGrowing {
                pc: self.pc,
                function: self.code.function_containing(self.pc),
                depth: self.depth,
                sp: self.sp,
                caller_sp: cfa,
            });
        }
        let return_address = memory
            .load(cfa.wrapping_add_signed(frame.return_address().into()))
            .map_err(|source| self.bad_address("the return address", source))?;
        let addresses = self.saved.as_mut();
        for (index, offset) in frame.saved() {
            if let Some(address) = addresses.get_mut(usize::from(index)) {
                *address = cfa.wrapping_add_signed(offset.into());
            }
        }
        if frame.lost() != 0 {
            for (index, address) in addresses.iter_mut().enumerate() {
                if frame.lost() >> index & 1 != 0 {
                    *address = 0;
                }
            }
        }
        self.pc = A::strip_return_address(return_address);
        self.sp = cfa;
        self.depth += 1;
        Ok(())
    }

    #[inline]
    fn saved_address(&self, index: u8) -> Result<u64, WalkError> {
        saved_address::<A>(&self.saved, index)
            .ok_or_else(|| unrecoverable(self.code, self.pc, self.depth, index))
    }

    #[cold]
    fn bad_address(&self, what: &'static str, source: MemoryError) -> WalkError {
        bad_address(self.code, self.pc, self.depth, what, source)
    }
}

impl<A: Architecture> Frame<'_, A> {
    /// The address of the function, where that is known.
    pub fn function(&self) -> Option<u64> {
        self.code.function_containing(self.pc)
    }

    /// Where a root of this frame lies in memory.
    ///
    /// # Errors
    ///
    /// [`WalkError::UnrecoverableRegister`] when it lies in or is relative to a register that is
    /// lost.
    #[inline]
    pub fn address_of(
        &self,
        root: RootLocation,
        memory: &impl StackMemory,
    ) -> Result<u64, WalkError> {
        match root {
            RootLocation::Slot { base: AddressBase::StackPointer, offset } => {
                Ok(self.sp.wrapping_add_signed(offset.into()))
            }
            RootLocation::Slot { base: AddressBase::CalleeSaved(index), offset } => {
                let base = memory
                    .load(self.saved_address(index)?)
                    .map_err(|source| self.bad_address("the base register of a slot", source))?;
                Ok(base.wrapping_add_signed(offset.into()))
            }
            RootLocation::Register(index) => self.saved_address(index),
        }
    }

    #[inline]
    fn saved_address(&self, index: u8) -> Result<u64, WalkError> {
        saved_address::<A>(&self.saved, index)
            .ok_or_else(|| unrecoverable(self.code, self.pc, self.depth, index))
    }

    #[cold]
    pub(crate) fn bad_address(&self, what: &'static str, source: MemoryError) -> WalkError {
        bad_address(self.code, self.pc, self.depth, what, source)
    }
}

#[inline]
fn saved_address<A: Architecture>(saved: &A::PerCalleeSaved, index: u8) -> Option<u64> {
    saved.as_ref().get(usize::from(index)).copied().filter(|&address| address != 0)
}

#[cold]
fn unrecoverable<A: Architecture>(code: &dyn Code<A>, pc: u64, depth: u64, index: u8) -> WalkError {
    // The table builder takes indices from this list only.
    let register = A::CALLEE_SAVED.get(usize::from(index)).copied().unwrap_or(A::FRAME_POINTER);
    let name = A::register_name(register);
    WalkError::UnrecoverableRegister {
        pc,
        function: code.function_containing(pc),
        depth,
        register,
        name,
    }
}

#[cold]
fn bad_address<A: Architecture>(
    code: &dyn Code<A>,
    pc: u64,
    depth: u64,
    what: &'static str,
    source: MemoryError,
) -> WalkError {
    WalkError::BadStackAddress { pc, function: code.function_containing(pc), depth, what, source }
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

impl<A: Architecture> fmt::Debug for Frame<'_, A> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Frame")
            .field("pc", &format_args!("{:#x}", self.pc))
            .field("sp", &format_args!("{:#x}", self.sp))
            .field("depth", &self.depth)
            .field("descriptor", &self.descriptor)
            .finish_non_exhaustive()
    }
}
