//! Errors of lists of live registers.

/// Error returned when it is not known which registers code at a record must preserve.
///
/// `register` is a DWARF number, `architecture` the name of the architecture that it was looked up
/// for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum LiveOutError {
    /// No register is listed. That is the case at a stackmap, and where LLVM did not compute
    /// liveness; it cannot be told from a patchpoint after which no register is live.
    #[error(
        "the record has no live-out list: it is not a patchpoint, or it was compiled with \
         -enable-patchpoint-liveness=false, or no register is live; preserve all registers"
    )]
    NotListed,
    /// The architecture has no such register, or it is of a kind that no calling convention
    /// preserves.
    #[error("{architecture} has no register with DWARF number {register} that can be saved")]
    UnknownRegister {
        /// The DWARF number that is listed.
        register: u16,
        /// The name of the architecture.
        architecture: &'static str,
    },
    /// The size is 0, or larger than the register on this processor.
    #[error(
        "the record lists {size} live bytes of DWARF register {register}, which has {available} on \
         this processor"
    )]
    ImpossibleSize {
        /// The DWARF number that is listed.
        register: u16,
        /// The size that is listed, in bytes.
        size: u8,
        /// Bytes of the register on this processor; 0 if the processor lacks it.
        available: u8,
    },
    /// The register is listed twice, with different sizes.
    #[error("DWARF register {register} is listed twice, with {first} and with {second} bytes")]
    Disagreement {
        /// The DWARF number that is listed.
        register: u16,
        /// The first listed size, in bytes.
        first: u8,
        /// The second listed size, in bytes.
        second: u8,
    },
}
