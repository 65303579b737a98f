//! The processor interface of patching.

use statepoint_scanner::arch::Architecture;

/// Encodes the instructions that are patched in, and decodes those that are there.
///
/// The implementations in `patch/arch` process code of their architecture on any host.
pub trait PatchArchitecture: Architecture {
    /// Instructions begin at multiples of this many bytes.
    const ALIGNMENT: u64;
    /// Bytes of the shortest call or jump to a target nearby.
    const NEAR: usize;
    /// Bytes of the longest instruction that [`Self::write_no_op`] and [`Self::write_near`] make.
    const LONGEST: usize;
    /// Bytes of a call or jump to an arbitrary target, which changes a scratch register of
    /// patchpoints.
    const FAR: usize;
    /// Bytes of the largest store that other processors see as a whole when they fetch
    /// instructions.
    const STORE: u64;
    /// The one-byte trap instruction, if the architecture has one.
    const TRAP: Option<u8>;

    /// Returns the length of the instruction that these bytes begin with, and whether it is a
    /// no-op; `None` if they begin with no whole instruction.
    fn instruction(code: &[u8]) -> Option<(usize, bool)>;

    /// Fills `out`, which has at least one byte and at most [`Self::LONGEST`], with one no-op.
    fn write_no_op(out: &mut [u8]);

    /// Fills `out`, of [`Self::NEAR`] to [`Self::LONGEST`] bytes, with one call or jump, encoded
    /// for the address `at`. Returns `false`, and leaves `out` unchanged, if the target is too far
    /// away.
    fn write_near(transfer: ControlTransfer, at: u64, target: u64, out: &mut [u8]) -> bool;

    /// Fills `out`, of [`Self::FAR`] bytes, with instructions that call or jump to an arbitrary
    /// address. Returns `false`, and leaves `out` unchanged, if that is not an address of this
    /// processor.
    fn write_far(transfer: ControlTransfer, target: u64, out: &mut [u8]) -> bool;
}

/// The kind of control transfer to a target.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ControlTransfer {
    /// With a return address.
    Call,
    /// Without one.
    Jump,
}
