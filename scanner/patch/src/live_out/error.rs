//! Errors of live-out lists.

/// Error returned when a record does not determine which registers its code must preserve.
///
/// `register` is a DWARF number; `architecture` is the name of the target architecture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum LiveOutError {
    /// The live-out list is empty: the record is a stackmap, or LLVM did not compute liveness, or
    /// no register is live after the patchpoint. The record does not distinguish these cases.
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
        /// Size of the register on this processor, in bytes; 0 if the processor lacks it.
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
