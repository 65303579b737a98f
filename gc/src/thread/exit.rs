//! [`Exit`], the exit of a thread from managed code, at which a walk of its managed frames begins.

use statepoint_scanner::arch::{Host, RegisterFile};
use statepoint_scanner::walk::{CodeLookup, Cursor, StackMemory, StackWalkError};

use crate::arch;

/// Low bit of [`Exit::word`], set if the other bits are the address of a register file.
pub(crate) const REGISTER_FILE: usize = 1;

/// The last exit from managed code, as stored in the fields `exit` and `exit_sp` of the thread's
/// context. HotSpot calls this a frame anchor. The meaning of `word` depends on the code that made
/// the exit:
///
/// * A stub (`gc/src/mutator/arch/*/stubs.rs`) has saved all callee-saved registers. The word is
///   the address of the [`RegisterFile`], with the low bit set.
/// * A wrapper that LLVM compiled calls `spgc_enter_native` of the prelude. The word is the address
///   of the wrapper's frame record, which holds the caller's frame pointer and the return address.
///   On architectures where the address of the record does not determine the end of the caller's
///   frame, `sp` is that end. Native code may have saved the other callee-saved registers anywhere,
///   so a walk that needs one of them fails.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Exit {
    /// Address of the register file, with [`REGISTER_FILE`] set, or of the frame record; 0 if there
    /// is no exit.
    pub(crate) word: usize,
    /// End of the caller's frame; 0 if `word` is sufficient.
    pub(crate) sp: usize,
}

impl Exit {
    /// No exit: no managed code was left.
    pub(crate) const NONE: Self = Self { word: 0, sp: 0 };

    /// Returns the exit by a stub that stored these registers.
    pub(crate) fn by_stub(registers: *const RegisterFile) -> Self {
        Self { word: registers.expose_provenance() | REGISTER_FILE, sp: 0 }
    }

    /// Returns whether there is no exit.
    pub(crate) fn is_none(self) -> bool {
        self.word == 0
    }

    /// Returns the lowest address that a walk from here reads.
    pub(crate) fn lowest(self) -> u64 {
        (self.word & !REGISTER_FILE) as u64
    }

    /// Returns a cursor before the frame that was left.
    ///
    /// # Errors
    ///
    /// If the exit is not in the stack.
    pub(crate) fn cursor<'t>(
        self,
        code: &'t dyn CodeLookup<Host>,
        memory: &impl StackMemory,
        ends: &'t [u64],
    ) -> Result<Cursor<'t, Host>, StackWalkError> {
        let record = self.lowest();
        if self.word & REGISTER_FILE != 0 {
            return Cursor::from_register_file(code, memory, record, ends);
        }
        let sp = arch::caller_sp(record, self.sp as u64);
        Cursor::from_frame_record(code, memory, record, sp, ends)
    }
}
