//! Patches, and the state of the threads while they are written.

use core::ffi::c_void;

use statepoint_patch::{BreakpointHandler, ExecutionState, LivePatchMethod, Patch};
use statepoint_scanner::arch::{Host, InstructionSet as _};

use super::sized::{self, Structure};
use super::status::{Failure, array, require};
use super::tagged::Tagged;
use super::thunks::{CThunk, spgc_thunk};

/// spgc_patch.kind: no-ops. A call can be written over them while threads run the code, because
/// these no-ops contain an aligned position for it; LLVM's may not. Write them before threads run
/// the code.
pub const SPGC_PATCH_NO_OPS: u32 = 1;
/// spgc_patch.kind: a call of `target`, which returns to the address after the record's bytes.
pub const SPGC_PATCH_CALL: u32 = 2;
/// spgc_patch.kind: a call of `target`, which never returns: its return address identifies the
/// site.
pub const SPGC_PATCH_NO_RETURN_CALL: u32 = 3;
/// spgc_patch.kind: a jump to `target`.
pub const SPGC_PATCH_JUMP: u32 = 4;
/// spgc_patch.kind: the instructions in `code`, followed by no-ops.
pub const SPGC_PATCH_CODE: u32 = 5;

/// A patch for a site. Set the first field to sizeof(spgc_patch), and fields that the kind does not
/// use to zero.
///
/// The target of a call must follow the calling convention of the record, and preserve the
/// registers that are live there. A thunk does: the target is then the address that it was copied
/// to, or code that jumps there with all registers unchanged.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct spgc_patch {
    /// sizeof(spgc_patch).
    pub size: usize,
    /// SPGC_PATCH_*.
    pub kind: u64,
    /// Target of the call or jump.
    pub target: *const c_void,
    /// The thunk that is called, created for this record or for one with the same values and live
    /// registers. Stack walks of collections rely on it: without it, a collection during a call at
    /// a `patchpoint` or `stackmap` is allowed only if the record has no reference in a register
    /// that calls change. Null: no thunk.
    pub thunk: *const spgc_thunk,
    /// For SPGC_PATCH_CODE: the instructions, as they are to be written. Copied.
    pub code: *const c_void,
    /// Length of `code` in bytes.
    pub code_size: usize,
    /// For SPGC_PATCH_CODE: offset in `code` of the return address of the call that it contains. 0:
    /// no call.
    pub call_end: usize,
}

// SAFETY: the struct is `repr(C)`, begins with its size, has only 8-byte fields and so no padding,
// and is valid with all bytes zero.
unsafe impl Structure for spgc_patch {
    const NAME: &'static str = "spgc_patch";
    const LEAST: usize = 56;
}

const _: () = assert!(size_of::<spgc_patch>() == 56);

/// A patch that was checked as far as possible without its site.
pub(super) struct CheckedPatch<'p> {
    pub(super) patch: Patch<'p>,
    /// For [`Patch::Code`] with a call: offset of the call's return address from the start of the
    /// site.
    pub(super) call_end: Option<u64>,
    /// Whether the callee has a frame that holds the record's values in registers.
    pub(super) callee_saves_registers: bool,
}

impl spgc_patch {
    /// Checks and converts a patch.
    ///
    /// # Safety
    ///
    /// `given` points to a structure of the size in its first field; each pointer in it points to
    /// the number of bytes that its field states.
    pub(super) unsafe fn checked<'p>(given: *const Self) -> Result<CheckedPatch<'p>, Failure> {
        // SAFETY: the caller guarantees that `given` is null or points to a structure of the size
        // in its first field, and that its pointers point to the stated numbers of bytes.
        let (given, code, thunk) = unsafe {
            let given = sized::read(given, "patch")?;
            let code = array(given.code.cast::<u8>(), given.code_size, "spgc_patch.code")?;
            let thunk = match given.thunk.is_null() {
                true => None,
                false => Some(Tagged::<CThunk>::get(given.thunk.cast())?),
            };
            (given, code, thunk)
        };
        let target = || {
            require(given.target.cast::<u8>(), "spgc_patch.target")?;
            Ok::<_, Failure>(given.target.expose_provenance() as u64)
        };
        let patch = match u32::try_from(given.kind) {
            Ok(SPGC_PATCH_NO_OPS) => Patch::NoOps,
            Ok(SPGC_PATCH_CALL) => Patch::Call(target()?),
            Ok(SPGC_PATCH_NO_RETURN_CALL) => Patch::NoReturnCall(target()?),
            Ok(SPGC_PATCH_JUMP) => Patch::Jump(target()?),
            Ok(SPGC_PATCH_CODE) => Patch::Code(code),
            _ => {
                return Err(Failure::argument(format!(
                    "spgc_patch.kind is {}; use one of SPGC_PATCH_*",
                    given.kind
                )));
            }
        };
        let is_code = matches!(patch, Patch::Code(_));
        if given.call_end > code.len() || given.call_end != 0 && !is_code {
            return Err(Failure::argument(format!(
                "spgc_patch.call_end is {}, but there are {} bytes of instructions; set it only \
                 for SPGC_PATCH_CODE, to 0 if they contain no call",
                given.call_end,
                code.len()
            )));
        }
        let call_end = (given.call_end != 0).then_some(given.call_end as u64);
        let calls = matches!(patch, Patch::Call(_) | Patch::NoReturnCall(_)) || call_end.is_some();
        if thunk.is_some() && !calls {
            return Err(Failure::argument(
                "spgc_patch.thunk is set, but the patch contains no call; set it only for \
                 SPGC_PATCH_CALL, SPGC_PATCH_NO_RETURN_CALL, or SPGC_PATCH_CODE with \
                 spgc_patch.call_end",
            ));
        }
        let holds = |thunk: &CThunk| thunk.patched_call(0, 0).callee_saves_registers;
        Ok(CheckedPatch { patch, call_end, callee_saves_registers: thunk.is_some_and(holds) })
    }
}

/// spgc_execution_state.state: no thread has executed any of the site's code yet, and threads that
/// will execute it synchronise with the writer first, in a way that orders memory (by a mutex, for
/// example).
pub const SPGC_EXECUTION_NOT_YET_RUN: u32 = 1;
/// spgc_execution_state.state: all threads that may execute the code are stopped, outside of the
/// site.
pub const SPGC_EXECUTION_STOPPED: u32 = 2;
/// spgc_execution_state.state: threads may be executing the code. One instruction can change.
pub const SPGC_EXECUTION_RUNNING: u32 = 3;

/// spgc_execution_state.live_patch: as SPGC_LIVE_PATCH_STORE where the processor's manual
/// guarantees that this is sufficient, otherwise as SPGC_LIVE_PATCH_BREAKPOINT.
pub const SPGC_LIVE_PATCH_BEST: u32 = 0;
/// spgc_execution_state.live_patch: by one store of the 8-byte word that contains the instruction.
/// Other processors must then execute either the old or the new instruction. On x86-64, only AMD's
/// manual guarantees this.
pub const SPGC_LIVE_PATCH_STORE: u32 = 1;
/// spgc_execution_state.live_patch: a breakpoint replaces the instruction while it changes. On
/// AArch64 all three are the same: one store.
pub const SPGC_LIVE_PATCH_BREAKPOINT: u32 = 2;

/// State of the threads while a site is written. Set the first field to
/// sizeof(spgc_execution_state), and unused fields to zero. If the threads are in another state,
/// they may execute anything.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct spgc_execution_state {
    /// sizeof(spgc_execution_state).
    pub size: usize,
    /// SPGC_EXECUTION_*.
    pub state: u32,
    /// For SPGC_EXECUTION_RUNNING: SPGC_LIVE_PATCH_*. With any but SPGC_LIVE_PATCH_STORE, the
    /// library handles SIGTRAP from then on; no thread may block it while it executes code that is
    /// patched.
    pub live_patch: u32,
    /// For SPGC_EXECUTION_STOPPED: the threads' program counters, and all return addresses on their
    /// stacks; at least those in the patcher's code.
    pub addresses: *const *const c_void,
    /// Number of elements of `addresses`.
    pub address_count: usize,
}

// SAFETY: the struct is `repr(C)`, begins with its size, and is valid with all bytes zero. Its two
// 4-byte fields are adjacent, so there is no padding.
unsafe impl Structure for spgc_execution_state {
    const NAME: &'static str = "spgc_execution_state";
    const LEAST: usize = 32;
}

const _: () = assert!(size_of::<spgc_execution_state>() == 32);

/// A checked [`spgc_execution_state`].
#[derive(Clone, Debug)]
pub(super) enum CheckedState {
    NotYetRun,
    /// Program counters and return addresses, without pointer authentication signatures.
    Stopped(Vec<u64>),
    Running(LivePatchMethod),
}

impl spgc_execution_state {
    /// Checks and converts the state of the threads.
    ///
    /// # Safety
    ///
    /// `given` points to a structure of the size in its first field, and its `addresses` to the
    /// number of addresses that it states.
    pub(super) unsafe fn checked(given: *const Self) -> Result<CheckedState, Failure> {
        // SAFETY: the caller guarantees that `given` is null or points to a structure of the size
        // in its first field.
        let given = unsafe { sized::read(given, "execution") }?;
        match given.state {
            SPGC_EXECUTION_NOT_YET_RUN => Ok(CheckedState::NotYetRun),
            SPGC_EXECUTION_STOPPED => {
                // SAFETY: the caller guarantees that `addresses` points to `address_count`
                // elements.
                let addresses = unsafe {
                    array(given.addresses, given.address_count, "spgc_execution_state.addresses")
                }?;
                let address = |at: &*const c_void| Host::strip_return_address(at.addr() as u64);
                Ok(CheckedState::Stopped(addresses.iter().map(address).collect()))
            }
            SPGC_EXECUTION_RUNNING => match given.live_patch {
                SPGC_LIVE_PATCH_BEST => {
                    Ok(CheckedState::Running(LivePatchMethod::Best(BreakpointHandler::install()?)))
                }
                SPGC_LIVE_PATCH_STORE => Ok(CheckedState::Running(LivePatchMethod::Store)),
                SPGC_LIVE_PATCH_BREAKPOINT => Ok(CheckedState::Running(
                    LivePatchMethod::Breakpoint(BreakpointHandler::install()?),
                )),
                other => Err(Failure::argument(format!(
                    "spgc_execution_state.live_patch is {other}; use one of SPGC_LIVE_PATCH_*"
                ))),
            },
            other => Err(Failure::argument(format!(
                "spgc_execution_state.state is {other}; use one of SPGC_EXECUTION_*"
            ))),
        }
    }
}

impl CheckedState {
    /// Returns whether it is known that no thread is in a call with this return address.
    pub(super) fn excludes_return_to(&self, address: u64) -> bool {
        match self {
            Self::NotYetRun => true,
            Self::Stopped(addresses) => !addresses.contains(&address),
            Self::Running(_) => false,
        }
    }

    /// Calls `write` with this state.
    pub(super) fn with<R>(&self, write: impl FnOnce(ExecutionState<'_>) -> R) -> R {
        match self {
            Self::NotYetRun => write(ExecutionState::NotYetRun),
            Self::Stopped(addresses) => {
                write(ExecutionState::Stopped(&mut addresses.iter().copied()))
            }
            Self::Running(live) => write(ExecutionState::Running(*live)),
        }
    }
}
