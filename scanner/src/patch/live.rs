//! Writing instructions that other threads may execute.
//!
//! # What is replaced
//!
//! One instruction, `a..b`, by another or by several that fill the same bytes. No thread can stand between `a` and `b`, as there was
//! one instruction; none can return to there, either, for a call returns where an instruction ends. Whoever stands at `a` executes the old
//! or the new code, both whole; whoever returns to `b` finds there what was there before. `shape.rs` fills
//! regions such that patching stays within this, and `changed_instruction` refuses what does not. Where several instructions change, all
//! threads must be stopped outside of the region.
//!
//! # One store
//!
//! Where `a..b` lies in one aligned word, that word is stored as a whole. On AArch64 this is always so, and what is patched in is
//! of the kind of which each processor is to see the old or the new instruction. On x86-64 AMD promises the same
//! and Intel does not: `stores_replace_instructions`. Bytes of the word that are not in `a..b` are stored as they were just read;
//! the lock below keeps other patches off.
//!
//! # Breakpoints (x86-64)
//!
//! ```text
//!     a        a+1..b
//!     old      old        TRAP.address = a
//!     int3     old        then every core is synchronised: none executes what it fetched of the old instruction
//!     int3     new        synchronised: none has an old tail
//!     new      new        synchronised; TRAP.finished is counted up, then TRAP.address = 0
//! ```
//!
//! Each of the three is a store of single bytes with a synchronisation (`membarrier`) behind it, so a core sees a whole
//! old instruction, a breakpoint, or a whole new instruction: nothing between. A thread that executes the breakpoint gets SIGTRAP, and its
//! handler has it execute `a` again, until that is the new instruction. Nobody waits for that thread, and it waits for the patch only.
//!
//! # Whose breakpoint it was
//!
//! The handler runs when the patch may be over and another one begun. It reads, in this order: `finished`, the byte at `a`, `address`, and
//! `finished` again. The breakpoint is somebody else's (a debugger's) only if the byte still is one, `address` is not `a`, and
//! `finished` is the same number both times. This is right: a breakpoint of ours that the handler reads at `a` was stored after `address` became
//! `a`, and is taken away before `finished` is counted, which is before `address` changes. So if `address` is not `a` any more, the number has
//! changed, and the handler looks again; each look again means that a patch was completed meanwhile. Stores
//! and loads are sequentially consistent (x86-64 has the stores of code in the order of the others).
//!
//! # One at a time
//!
//! [`PATCHING`] is held from reading the code to locking the memory again: for all patchers, since they may share pages, words and the breakpoint.

use core::ffi::c_void;
use core::ops::Range;
use core::ptr;
use core::sync::atomic::{AtomicU8, AtomicU32, AtomicU64, Ordering};
use std::sync::Mutex;

use super::PatchError;
use super::machine::Machine;
use crate::arch::instruction_cache::publish_code;
use crate::arch::{Architecture, Host};
use crate::os;

/// Held by who patches.
pub(super) static PATCHING: Mutex<()> = Mutex::new(());

/// That breakpoints can be put into code while threads execute it: who meets one waits for the end of the patch.
#[derive(Clone, Copy, Debug)]
pub struct Breakpoints(());

impl Breakpoints {
    /// Handles SIGTRAP from now on, for the whole process and as long as it lives; signals that are not about a patch go to the handler
    /// that was there before. Whoever installs another handler later must call this one for what is not its own.
    ///
    /// No thread may block SIGTRAP while it executes code that is patched: the kernel would end the process. Debuggers see each such
    /// breakpoint before the process does, and must pass it on.
    ///
    /// Where the architecture needs no breakpoints, nothing is installed.
    ///
    /// # Errors
    ///
    /// [`PatchError::NoHandler`], when the system refuses.
    pub fn install() -> Result<Self, PatchError> {
        if Host::TRAP.is_some() {
            os::code::on_breakpoint(on_breakpoint)
                .map_err(|code| PatchError::NoHandler { code })?;
        }
        Ok(Self(()))
    }
}

/// The breakpoint that is in the code.
#[derive(Debug)]
struct Trap {
    /// Where; 0 is nowhere.
    address: AtomicU64,
    /// How many there were.
    finished: AtomicU64,
}

static TRAP: Trap = Trap { address: AtomicU64::new(0), finished: AtomicU64::new(0) };

impl Trap {
    /// Whether a thread that executed a breakpoint at `address` is to execute again what is there. `byte` reads it.
    fn is_ours(&self, address: u64, trap: u8, mut byte: impl FnMut() -> u8) -> bool {
        loop {
            let before = self.finished.load(Ordering::SeqCst);
            if byte() != trap || self.address.load(Ordering::SeqCst) == address {
                return true;
            }
            if self.finished.load(Ordering::SeqCst) == before {
                return false;
            }
        }
    }

    fn begin(&self, address: u64) {
        self.address.store(address, Ordering::SeqCst);
    }

    fn finish(&self) {
        self.finished.fetch_add(1, Ordering::SeqCst);
        self.address.store(0, Ordering::SeqCst);
    }
}

/// # Safety
///
/// `context` is the kernel's for a thread that executed a breakpoint.
unsafe fn on_breakpoint(context: *mut c_void) -> bool {
    let Some(trap) = Host::TRAP else { return false };
    let pc: *mut u64 = context.wrapping_byte_add(Host::SIGNAL_CONTEXT.pc as usize).cast();
    // SAFETY: the kernel has the program counter there: behind the breakpoint.
    let address = unsafe { *pc }.wrapping_sub(1);
    let byte: *const u8 = ptr::with_exposed_provenance(address as usize);
    let read = || {
        // SAFETY: the thread has just executed it, and executable memory is readable on this architecture.
        unsafe { AtomicU8::from_ptr(byte.cast_mut()) }.load(Ordering::SeqCst)
    };
    let is_ours = TRAP.is_ours(address, trap, read);
    if is_ours {
        // SAFETY: as above; the kernel takes it from there.
        unsafe { *pc = address };
    }
    is_ours
}

/// Bytes of code, and where they are written.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    /// Where they are executed.
    pub(super) code: u64,
    /// Where they are written.
    pub(super) written: *mut u8,
}

impl Place {
    fn at(self, offset: usize) -> Self {
        Self { code: self.code + offset as u64, written: self.written.wrapping_add(offset) }
    }

    /// Writes bytes, one after the other.
    ///
    /// # Safety
    ///
    /// They are unlocked.
    pub(super) unsafe fn write(self, bytes: &[u8]) {
        for (offset, &byte) in bytes.iter().enumerate() {
            // SAFETY: as the caller promises. Others may be reading.
            unsafe { AtomicU8::from_ptr(self.at(offset).written) }.store(byte, Ordering::SeqCst);
        }
        // SAFETY: these are the bytes.
        unsafe { publish_code(self.written, self.code, bytes.len()) };
    }

    /// Writes bytes with one store of the aligned word that this place is; `range` says which of them they are.
    ///
    /// # Safety
    ///
    /// The word is unlocked.
    pub(super) unsafe fn write_in_word(self, range: Range<usize>, bytes: &[u8]) {
        // SAFETY: as the caller promises; a word at an aligned address of the code is at one of the memory, too, since mappings are of pages.
        unsafe {
            if Host::STORE == 8 {
                let word = AtomicU64::from_ptr(self.written.cast());
                let mut value = word.load(Ordering::Relaxed).to_ne_bytes();
                value[range].copy_from_slice(bytes);
                word.store(u64::from_ne_bytes(value), Ordering::SeqCst);
            } else {
                let word = AtomicU32::from_ptr(self.written.cast());
                let mut value = word.load(Ordering::Relaxed).to_ne_bytes();
                value[range].copy_from_slice(bytes);
                word.store(u32::from_ne_bytes(value), Ordering::SeqCst);
            }
            publish_code(self.written, self.code, Host::STORE as usize);
        }
    }

    /// Writes bytes over one instruction, behind a breakpoint.
    ///
    /// # Safety
    ///
    /// They are unlocked, and were one instruction. [`PATCHING`] is held.
    pub(super) unsafe fn write_behind(self, trap: u8, bytes: &[u8]) {
        let Some((&first, tail)) = bytes.split_first() else { return };
        TRAP.begin(self.code);
        // SAFETY: as the caller promises.
        unsafe {
            self.write(&[trap]);
            os::code::synchronise_cores();
            self.at(1).write(tail);
            os::code::synchronise_cores();
            self.write(&[first]);
        }
        os::code::synchronise_cores();
        TRAP.finish();
    }
}

#[cfg(test)]
mod tests {
    use core::sync::atomic::AtomicBool;
    use std::thread;

    use super::*;

    const TRAP_BYTE: u8 = 0xcc;

    /// One patches the same place over and over; others behave as if they had met the breakpoint that they read.
    #[test]
    fn no_breakpoint_of_ours_is_taken_for_somebody_elses() {
        let trap = Trap { address: AtomicU64::new(0), finished: AtomicU64::new(0) };
        let byte = AtomicU8::new(0x90);
        let done = AtomicBool::new(false);
        let met = thread::scope(|scope| {
            let meet = || {
                let mut met = 0_u32;
                while !done.load(Ordering::Relaxed) {
                    if byte.load(Ordering::SeqCst) == TRAP_BYTE {
                        assert!(trap.is_ours(0x1000, TRAP_BYTE, || byte.load(Ordering::SeqCst)));
                        met += 1;
                    }
                }
                met
            };
            let others = [scope.spawn(meet), scope.spawn(meet)];
            for round in 0..200_000 {
                trap.begin(0x1000);
                byte.store(TRAP_BYTE, Ordering::SeqCst);
                if round % 64 == 0 {
                    thread::yield_now();
                }
                byte.store(0x90, Ordering::SeqCst);
                trap.finish();
            }
            done.store(true, Ordering::Relaxed);
            others.map(|other| other.join().unwrap())
        });
        assert!(met.iter().sum::<u32>() > 0, "{met:?}");
    }

    #[test]
    fn a_breakpoint_that_nobody_patches_is_somebody_elses() {
        let trap = Trap { address: AtomicU64::new(0x2000), finished: AtomicU64::new(3) };
        assert!(!trap.is_ours(0x1000, TRAP_BYTE, || TRAP_BYTE));
        assert!(trap.is_ours(0x2000, TRAP_BYTE, || TRAP_BYTE));
        // It is gone already: the thread executes again what is there.
        assert!(trap.is_ours(0x1000, TRAP_BYTE, || 0x90));
        // A patch was completed between the two looks.
        let mut looks = 0;
        let ours = trap.is_ours(0x1000, TRAP_BYTE, || {
            looks += 1;
            if looks == 1 {
                trap.finished.fetch_add(1, Ordering::SeqCst);
                TRAP_BYTE
            } else {
                0x90
            }
        });
        assert!(ours && looks == 2);
    }
}
