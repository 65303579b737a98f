//! The processor interface of patching.

use statepoint_scanner::arch::Architecture;

/// An architecture whose instructions patching can encode and decode.
///
/// The implementations in `patching/arch` process code of their architecture on any host.
pub trait PatchArchitecture: Architecture {
    /// Alignment of instructions in bytes.
    const ALIGNMENT: u64;
    /// Length in bytes of the shortest call or jump to a near target.
    const NEAR: usize;
    /// Length in bytes of the longest instruction that [`Self::write_no_op`] and
    /// [`Self::write_near`] write.
    const LONGEST: usize;
    /// Length in bytes of a call or jump to an arbitrary target, which overwrites the scratch
    /// register of patchpoints.
    const FAR: usize;
    /// Size in bytes of the largest store that is atomic for the instruction fetches of other
    /// processors.
    const STORE: u64;
    /// The one-byte trap instruction, if the architecture has one.
    const TRAP: Option<u8>;

    /// Returns the length of the first instruction in `code` and whether it is a no-op. `None` if
    /// it is invalid or incomplete.
    fn instruction(code: &[u8]) -> Option<(usize, bool)>;

    /// Fills `out`, whose length is 1 to [`Self::LONGEST`], with one no-op.
    fn write_no_op(out: &mut [u8]);

    /// Fills `out`, whose length is [`Self::NEAR`] to [`Self::LONGEST`], with one call or jump that
    /// is executed at the address `at`. Returns `false` and does not change `out` if the target is
    /// out of range.
    fn write_near(transfer: ControlTransfer, at: u64, target: u64, out: &mut [u8]) -> bool;

    /// Fills `out`, whose length is [`Self::FAR`], with instructions that call or jump to an
    /// arbitrary address. Returns `false` and does not change `out` if the target is not a valid
    /// address of this architecture.
    fn write_far(transfer: ControlTransfer, target: u64, out: &mut [u8]) -> bool;
}

/// The kind of control transfer to a target.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ControlTransfer {
    /// A call, which stores a return address.
    Call,
    /// A jump, which stores no return address.
    Jump,
}
