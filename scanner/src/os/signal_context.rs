//! The layout of the registers in a signal context.

/// The layout of the registers that the kernel passes to a signal handler: on Linux, `ucontext_t`.
///
/// All offsets are in bytes from the start of the structure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SignalContext {
    /// Offset of the program counter.
    pub pc: u64,
    /// Offset of each general-purpose register, by its DWARF number.
    pub registers: &'static [u64],
}

impl SignalContext {
    /// Returns the offset of the general-purpose register with this DWARF number.
    ///
    /// # Panics
    ///
    /// If the processor has no such register.
    pub const fn register(&self, dwarf: u16) -> u64 {
        self.registers[dwarf as usize]
    }

    /// Returns the length in bytes from the start of the structure to the end of the last register.
    pub const fn size(&self) -> u64 {
        let mut last = self.pc;
        let mut index = 0;
        while index < self.registers.len() {
            if self.registers[index] > last {
                last = self.registers[index];
            }
            index += 1;
        }
        last + 8
    }
}
