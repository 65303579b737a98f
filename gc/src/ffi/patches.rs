//! What is patched in, and when.

use core::ffi::c_void;

use statepoint_patch::{Breakpoints, Live, Patch, When};
use statepoint_scanner::arch::{Host, InstructionSet as _};

use super::sized::{self, Structure};
use super::status::{Failure, array, require};
use super::tagged::Tagged;
use super::thunks::{CThunk, spgc_thunk};

/// spgc_patch.kind: nothing happens there. Where LLVM's no-ops have no place for a call, this makes one: written once before
/// threads run the code, it lets calls be patched in while they do.
pub const SPGC_PATCH_NO_OPS: u32 = 1;
/// spgc_patch.kind: a call of `target`, which returns behind the bytes of the record.
pub const SPGC_PATCH_CALL: u32 = 2;
/// spgc_patch.kind: a call of `target`, which never returns: its return address says where it came from.
pub const SPGC_PATCH_LEAVE: u32 = 3;
/// spgc_patch.kind: a jump to `target`.
pub const SPGC_PATCH_JUMP: u32 = 4;
/// spgc_patch.kind: the instructions in `code`, and no-ops behind them.
pub const SPGC_PATCH_CODE: u32 = 5;

/// What is patched in at a site. Set the first field to sizeof(spgc_patch), and what the kind does not use to zero.
///
/// What is called obeys the calling convention of the record, and preserves what is live there. A thunk does: the target is
/// then where it was copied to, or code that leads there with all registers as they are.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct spgc_patch {
    /// sizeof(spgc_patch).
    pub size: usize,
    /// SPGC_PATCH_*.
    pub kind: u64,
    /// What is called or jumped to.
    pub target: *const c_void,
    /// The thunk that is called, made for this record or one with the same values and live registers. Collections go by it: without,
    /// a call at a `patchpoint` or `stackmap` may only collect where the record has no reference in a register that calls
    /// change. Null: no thunk.
    pub thunk: *const spgc_thunk,
    /// Of SPGC_PATCH_CODE: the instructions, as they are to be there. Copied.
    pub code: *const c_void,
    /// Their bytes.
    pub code_size: usize,
    /// Of SPGC_PATCH_CODE: where in them the call returns to that is among them. 0: none is.
    pub call_end: usize,
}

// SAFETY: words throughout.
unsafe impl Structure for spgc_patch {
    const NAME: &'static str = "spgc_patch";
    const LEAST: usize = 56;
}

const _: () = assert!(size_of::<spgc_patch>() == 56);

/// A patch that is possible, as far as it is known without its site.
pub(super) struct Asked<'p> {
    pub(super) patch: Patch<'p>,
    /// Bytes from the site's beginning to where a call among instructions returns to.
    pub(super) call_end: Option<u64>,
    /// The callee has a frame with what the record has in registers.
    pub(super) callee_holds_registers: bool,
}

impl spgc_patch {
    /// # Safety
    ///
    /// `given` leads to a structure of the size that it says, and the pointers in it to what the fields say.
    pub(super) unsafe fn asked<'p>(given: *const Self) -> Result<Asked<'p>, Failure> {
        // SAFETY: the caller promises the structure, and what it leads to.
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
            Ok(SPGC_PATCH_LEAVE) => Patch::Leave(target()?),
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
                "spgc_patch.call_end is {}, and there are {} bytes of instructions; it is for SPGC_PATCH_CODE, and 0 if there \
                 is no call among them",
                given.call_end,
                code.len()
            )));
        }
        let call_end = (given.call_end != 0).then_some(given.call_end as u64);
        let calls = matches!(patch, Patch::Call(_) | Patch::Leave(_)) || call_end.is_some();
        if thunk.is_some() && !calls {
            return Err(Failure::argument(
                "spgc_patch.thunk is set in a patch that calls nothing; a thunk is called, by SPGC_PATCH_CALL, \
                 SPGC_PATCH_LEAVE, or a call in SPGC_PATCH_CODE with spgc_patch.call_end",
            ));
        }
        let holds = |thunk: &CThunk| thunk.patched_call(0, 0).callee_holds_registers;
        Ok(Asked { patch, call_end, callee_holds_registers: thunk.is_some_and(holds) })
    }
}

/// spgc_when.threads: no thread has executed any of the site's code yet, and those that will are told of it in a way that
/// orders memory (by a mutex, for example).
pub const SPGC_THREADS_NOT_YET: u32 = 1;
/// spgc_when.threads: all that may execute it are stopped, outside of the site.
pub const SPGC_THREADS_STOPPED: u32 = 2;
/// spgc_when.threads: they may be executing it. One instruction can change.
pub const SPGC_THREADS_RUNNING: u32 = 3;

/// spgc_when.live: by one store where the processor's manual promises enough for that, else with a breakpoint in the
/// instruction's place while it changes.
pub const SPGC_LIVE_BEST: u32 = 0;
/// spgc_when.live: by one store of the word that it lies in. Of x86-64 processors, only AMD's manual promises that others then
/// see the old or the new instruction.
pub const SPGC_LIVE_STORE: u32 = 1;
/// spgc_when.live: with a breakpoint. On AArch64 all three are the same: one store.
pub const SPGC_LIVE_BREAKPOINT: u32 = 2;

/// What threads do while a site is written. Set the first field to sizeof(spgc_when), and what is not used to zero. If it is not so,
/// threads may execute anything.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct spgc_when {
    /// sizeof(spgc_when).
    pub size: usize,
    /// SPGC_THREADS_*.
    pub threads: u32,
    /// Of SPGC_THREADS_RUNNING: SPGC_LIVE_*. But for SPGC_LIVE_STORE, SIGTRAP is handled by the library from then on; no thread
    /// may block it while it executes code that is patched.
    pub live: u32,
    /// Of SPGC_THREADS_STOPPED: the threads' program counters, and all return addresses on their stacks; at least those in
    /// the patcher's code.
    pub addresses: *const *const c_void,
    /// How many these are.
    pub address_count: usize,
}

// SAFETY: words, and two halves; no padding.
unsafe impl Structure for spgc_when {
    const NAME: &'static str = "spgc_when";
    const LEAST: usize = 32;
}

const _: () = assert!(size_of::<spgc_when>() == 32);

/// The same, checked.
#[derive(Clone, Debug)]
pub(super) enum Moment {
    NotYet,
    /// Addresses without signatures.
    Stopped(Vec<u64>),
    Running(Live),
}

impl spgc_when {
    /// # Safety
    ///
    /// `given` leads to a structure of the size that it says, and that to so many addresses.
    pub(super) unsafe fn moment(given: *const Self) -> Result<Moment, Failure> {
        // SAFETY: the caller promises it.
        let given = unsafe { sized::read(given, "when") }?;
        match given.threads {
            SPGC_THREADS_NOT_YET => Ok(Moment::NotYet),
            SPGC_THREADS_STOPPED => {
                // SAFETY: the caller promises the addresses.
                let addresses =
                    unsafe { array(given.addresses, given.address_count, "spgc_when.addresses") }?;
                let address = |at: &*const c_void| Host::strip_return_address(at.addr() as u64);
                Ok(Moment::Stopped(addresses.iter().map(address).collect()))
            }
            SPGC_THREADS_RUNNING => match given.live {
                SPGC_LIVE_BEST => Ok(Moment::Running(Live::Best(Breakpoints::install()?))),
                SPGC_LIVE_STORE => Ok(Moment::Running(Live::Store)),
                SPGC_LIVE_BREAKPOINT => {
                    Ok(Moment::Running(Live::Breakpoint(Breakpoints::install()?)))
                }
                other => Err(Failure::argument(format!(
                    "spgc_when.live is {other}; use one of SPGC_LIVE_*"
                ))),
            },
            other => Err(Failure::argument(format!(
                "spgc_when.threads is {other}; say by one of SPGC_THREADS_* what threads do meanwhile"
            ))),
        }
    }
}

impl Moment {
    /// Whether it is known that no thread is in a call that returns there.
    pub(super) fn nobody_returns_to(&self, address: u64) -> bool {
        match self {
            Self::NotYet => true,
            Self::Stopped(addresses) => !addresses.contains(&address),
            Self::Running(_) => false,
        }
    }

    /// Runs `write` at this moment.
    pub(super) fn with<R>(&self, write: impl FnOnce(When<'_>) -> R) -> R {
        match self {
            Self::NotYet => write(When::NotYetRun),
            Self::Stopped(addresses) => write(When::Stopped(&mut addresses.iter().copied())),
            Self::Running(live) => write(When::Running(*live)),
        }
    }
}
