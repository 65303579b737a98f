//! Why a list of live registers cannot be used.

/// Why it is not known which registers code at a record must preserve.
///
/// `register` is a DWARF number, `architecture` the name of the one that it was looked up for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum LiveOutError {
    /// Nothing is listed. That is so at a stackmap and where LLVM did not look, and cannot be told from a patchpoint
    /// behind which nothing is live.
    #[error(
        "the record lists no live registers: it is not a patchpoint's, or was compiled with \
         -enable-patchpoint-liveness=false, or nothing is live there; all registers must be preserved"
    )]
    NotListed,
    /// There is no such register, or it is of a kind that no calling convention preserves.
    #[error("{architecture} has no register with DWARF number {register} that can be saved")]
    UnknownRegister {
        /// What is listed.
        register: u16,
        /// For which processors.
        architecture: &'static str,
    },
    /// No byte, or more bytes than the register has on any processor of this kind.
    #[error(
        "{size} bytes of the register with DWARF number {register} are said to be live, which has \
         {available} on this processor"
    )]
    ImpossibleSize {
        /// What is listed.
        register: u16,
        /// How much of it.
        size: u8,
        /// Bytes that there are; 0 if the processor lacks the register.
        available: u8,
    },
    /// The register is listed twice.
    #[error(
        "the register with DWARF number {register} is listed twice, with {first} bytes and with \
         {second}"
    )]
    Disagreement {
        /// What is listed.
        register: u16,
        /// Bytes where it is listed first.
        first: u8,
        /// Bytes where it is listed again.
        second: u8,
    },
}
