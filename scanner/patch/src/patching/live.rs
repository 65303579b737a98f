//! Writing instructions that other threads may execute.
//!
//! # The replaced instruction
//!
//! One instruction at `a..b` is replaced by one or more instructions that fill the same bytes. No
//! thread's PC can be between `a` and `b`, because the old code has one instruction there. No
//! thread can return to an address between them: a call returns to the end of an instruction. A
//! thread at `a` executes either the old code or the new code completely. A thread that returns to
//! `b` finds unchanged code there. `fill.rs` fills regions within these limits, and
//! `changed_instruction` rejects all other changes. If several instructions change, all threads
//! must be stopped outside the region.
//!
//! # One store
//!
//! If `a..b` is within one aligned word, one store replaces the whole word. On AArch64 this is
//! always the case, and the architecture guarantees for the instructions used that each processor
//! sees the old or the new one. On x86-64, AMD guarantees the same and Intel does not
//! (`stores_replace_instructions`). Bytes of the word outside `a..b` are stored with the values
//! that were just read. The lock described below excludes concurrent patches.
//!
//! # Breakpoints (x86-64)
//!
//! ```text
//!     a        a+1..b
//!     old      old        BREAKPOINTS.low..BREAKPOINTS.high = a..b
//!     int3     old        synchronise all cores: none executes a fetched old instruction
//!     int3     new        synchronise all cores: none has old bytes of a+1..b
//!     new      new        synchronise all cores; increment BREAKPOINTS.finished;
//!                         BREAKPOINTS.low..BREAKPOINTS.high = 0..0
//! ```
//!
//! (Linux patches its own code in these steps: `text_poke_bp`.)
//!
//! Each of the three steps stores single bytes and then synchronises all cores (`membarrier(2)`).
//! So a core sees the complete old instruction, a breakpoint, or the complete new instruction. A
//! thread that executes the breakpoint receives SIGTRAP. Its handler resumes it at `a`, repeatedly
//! until the new instruction is there. No thread waits for that thread, and it waits only for the
//! patch.
//!
//! Many instructions are replaced together: each step is done for all of them before the next
//! synchronisation, and `low..high` is the range from the first to the last.
//!
//! # Distinguishing own and foreign breakpoints
//!
//! The kernel reports a breakpoint with the address of the next instruction, so `a` is the byte
//! before that address. If `a` was never inserted into `BREAKPOINTS.addresses`, the breakpoint is
//! foreign. It is a debugger's, or the two-byte form of `int $3` (`cd 03`), whose second byte is at
//! `a`. An address is inserted before the first breakpoint is stored there, and is never removed.
//!
//! If `a` is in `BREAKPOINTS.addresses`, the handler may run after the patch has finished and
//! another one has started. The handler reads, in this order: `finished`, the byte at `a`, `low`,
//! `high`, and `finished` again. The breakpoint is foreign (a debugger's) only if the byte is still
//! a breakpoint, `a` is not in `low..high`, and both values of `finished` are equal.
//!
//! This is correct. An own breakpoint at `a` is stored after `low..high` was set to contain `a`. It
//! is removed before `finished` is incremented, and only then does the range change. So if the
//! handler reads an own breakpoint and a range without `a`, which may combine the bounds of two
//! patches, then `finished` has changed and the handler reads again. Each further read means that
//! a patch completed in the meantime. If a debugger has a breakpoint between two instructions that
//! are being replaced, its thread also waits for the patch; after that, its breakpoint is
//! recognised as foreign.
//!
//! The range and `finished` are stored and loaded with sequential consistency. The store of a code
//! byte is a release store, so it is ordered after the stores of the address and the range (x86-64
//! orders stores to code like all others).
//!
//! # One patch at a time
//!
//! [`PATCHING`] is held from reading the code until the memory is locked again. All patchers share
//! this lock, because they may share pages, words and [`BREAKPOINTS`].

use core::ffi::c_void;
use core::ops::Range;
use core::ptr;
use core::sync::atomic::{AtomicU8, AtomicU32, AtomicU64, Ordering};
use std::sync::Mutex;

use super::PatchError;
use super::address_set::AddressSet;
use super::arch::instruction_cache::publish_code;
use super::machine::PatchArchitecture;
use crate::os;
use statepoint_scanner::arch::Host;
use statepoint_scanner::os::SIGNAL_CONTEXT;

/// Lock that serialises all patches of the process. The patching thread holds it.
pub(super) static PATCHING: Mutex<()> = Mutex::new(());

/// Proof that the SIGTRAP handler for patches is installed, so breakpoints can be written into code
/// that threads execute. A thread that hits one waits for the end of the patch.
#[derive(Clone, Copy, Debug)]
pub struct BreakpointHandler(());

impl BreakpointHandler {
    /// Installs a process-wide SIGTRAP handler that is never removed. Signals that no patch caused
    /// are passed to the previous handler. A handler that is installed later must call this one for
    /// signals that it does not handle.
    ///
    /// No thread may block SIGTRAP while it executes code that is patched: the kernel would kill
    /// the process. A debugger sees each such breakpoint before the process does, and must pass the
    /// signal on.
    ///
    /// If the architecture needs no breakpoints, no handler is installed.
    ///
    /// # Errors
    ///
    /// [`PatchError::NoHandler`] if `sigaction` fails.
    pub fn install() -> Result<Self, PatchError> {
        if Host::TRAP.is_some() {
            os::code::on_breakpoint(on_breakpoint)
                .map_err(|code| PatchError::NoHandler { code })?;
        }
        Ok(Self(()))
    }
}

/// State of the breakpoints that patches write into code.
#[derive(Debug)]
struct BreakpointState {
    /// All addresses at which a breakpoint is or was. No address is ever removed.
    addresses: AddressSet,
    /// Start of the address range being patched. The range is empty if no patch is in progress.
    low: AtomicU64,
    /// End of the address range being patched (exclusive).
    high: AtomicU64,
    /// Number of completed patches.
    finished: AtomicU64,
}

static BREAKPOINTS: BreakpointState = BreakpointState::new();

impl BreakpointState {
    const fn new() -> Self {
        Self {
            addresses: AddressSet::new(),
            low: AtomicU64::new(0),
            high: AtomicU64::new(0),
            finished: AtomicU64::new(0),
        }
    }

    /// Returns whether a thread that executed a breakpoint at `address` must execute the code there
    /// again. `read_byte` reads the byte of code at `address`; `trap` is the breakpoint
    /// instruction.
    fn must_retry(&self, address: u64, trap: u8, mut read_byte: impl FnMut() -> u8) -> bool {
        if !self.addresses.contains(address) {
            return false;
        }
        loop {
            let finished_before = self.finished.load(Ordering::SeqCst);
            if read_byte() != trap {
                return true;
            }
            let low = self.low.load(Ordering::SeqCst);
            if (low..self.high.load(Ordering::SeqCst)).contains(&address) {
                return true;
            }
            if self.finished.load(Ordering::SeqCst) == finished_before {
                return false;
            }
        }
    }

    /// Sets the address range being patched.
    fn set_range(&self, range: Range<u64>) {
        self.low.store(range.start, Ordering::SeqCst);
        self.high.store(range.end, Ordering::SeqCst);
    }

    /// Increments the number of completed patches, then clears the range.
    fn finish_patch(&self) {
        self.finished.fetch_add(1, Ordering::SeqCst);
        self.set_range(0..0);
    }
}

/// Handles SIGTRAP: if a patch caused it, sets the thread's PC back to the breakpoint and returns
/// `true`.
///
/// # Safety
///
/// `context` is the signal context that the kernel passed to the handler of a thread that executed
/// a breakpoint.
unsafe fn on_breakpoint(context: *mut c_void) -> bool {
    let Some(trap) = Host::TRAP else { return false };
    let pc: *mut u64 = context.wrapping_byte_add(SIGNAL_CONTEXT.pc as usize).cast();
    // SAFETY: the caller guarantees that `context` is a signal context, so `pc` points to its
    // program counter field, which holds the address after the breakpoint.
    let address = unsafe { *pc }.wrapping_sub(1);
    let byte: *const u8 = ptr::with_exposed_provenance(address as usize);
    let read_byte = || {
        // SAFETY: `must_retry` reads only an address at which a patch wrote a breakpoint. It is in
        // a `CodeMemory`, whose code is readable. (Executable code need not be readable: protection
        // keys.) The thread has just executed that code, so it is still mapped.
        unsafe { AtomicU8::from_ptr(byte.cast_mut()) }.load(Ordering::SeqCst)
    };
    let must_retry = BREAKPOINTS.must_retry(address, trap, read_byte);
    if must_retry {
        // SAFETY: `pc` is valid as above. The kernel resumes the thread at `address`, where a
        // patched instruction starts.
        unsafe { *pc = address };
    }
    must_retry
}

/// A location in code: the address at which it is executed and the address at which it is written.
#[derive(Clone, Copy, Debug)]
pub(super) struct CodeLocation {
    /// The address at which the code is executed.
    pub(super) code: u64,
    /// The address at which the code is written.
    pub(super) writable: *mut u8,
}

impl CodeLocation {
    /// Returns the location `offset` bytes after this one.
    pub(super) fn add(self, offset: usize) -> Self {
        Self { code: self.code + offset as u64, writable: self.writable.wrapping_add(offset) }
    }

    /// Returns the aligned word that contains the `len` bytes at this location, and the offsets of
    /// the bytes in the word.
    pub(super) fn containing_word(self, len: usize) -> (Self, Range<usize>) {
        let offset = (self.code % Host::STORE) as usize;
        let writable = self.writable.wrapping_sub(offset);
        (Self { code: self.code - offset as u64, writable }, offset..offset + len)
    }

    /// Stores the bytes one by one and publishes them as code.
    ///
    /// # Safety
    ///
    /// The `bytes.len()` bytes at this location are unlocked.
    pub(super) unsafe fn write(self, bytes: &[u8]) {
        // SAFETY: the caller guarantees that the bytes are unlocked. The published range is the
        // range that `store` has written.
        unsafe {
            self.store(bytes);
            publish_code(self.writable, self.code, bytes.len());
        }
    }

    /// Stores the bytes one by one, but does not publish them as code.
    ///
    /// # Safety
    ///
    /// The `bytes.len()` bytes at this location are unlocked.
    pub(super) unsafe fn store(self, bytes: &[u8]) {
        for (offset, &byte) in bytes.iter().enumerate() {
            // SAFETY: the caller guarantees that the byte is unlocked. The access is atomic because
            // other threads may read the byte.
            unsafe { AtomicU8::from_ptr(self.add(offset).writable) }.store(byte, Ordering::Release);
        }
    }

    /// Replaces the bytes at the offsets `range` of the aligned word at this location with one
    /// store, but does not publish them as code.
    ///
    /// # Safety
    ///
    /// The word is unlocked, and its code address is a multiple of `Host::STORE`.
    pub(super) unsafe fn store_in_word(self, range: Range<usize>, bytes: &[u8]) {
        // SAFETY: the caller guarantees that the word is unlocked and aligned. Its writable address
        // is aligned too, because mappings consist of pages.
        unsafe {
            if Host::STORE == 8 {
                let word = AtomicU64::from_ptr(self.writable.cast());
                let mut value = word.load(Ordering::Relaxed).to_ne_bytes();
                value[range].copy_from_slice(bytes);
                word.store(u64::from_ne_bytes(value), Ordering::SeqCst);
            } else {
                let word = AtomicU32::from_ptr(self.writable.cast());
                let mut value = word.load(Ordering::Relaxed).to_ne_bytes();
                value[range].copy_from_slice(bytes);
                word.store(u32::from_ne_bytes(value), Ordering::SeqCst);
            }
        }
    }
}

/// Replaces one instruction at each of these locations, under breakpoints. Returns `false` if there
/// are no changes. Otherwise all cores are synchronised when it returns.
///
/// # Safety
///
/// The bytes at each location are unlocked and were one instruction. [`PATCHING`] is held.
pub(super) unsafe fn write_with_breakpoint<'b>(
    trap: u8,
    changes: impl Iterator<Item = (CodeLocation, &'b [u8])> + Clone,
) -> bool {
    let range = |(location, bytes): (CodeLocation, &[u8])| {
        location.code..location.code + bytes.len() as u64
    };
    let union = |a: Range<u64>, b: Range<u64>| a.start.min(b.start)..a.end.max(b.end);
    let Some(patched) = changes.clone().map(range).reduce(union) else { return false };
    BREAKPOINTS.set_range(patched);
    for (location, _) in changes.clone().filter(|(_, bytes)| !bytes.is_empty()) {
        BREAKPOINTS.addresses.insert(location.code);
    }
    let split = |(location, bytes): (CodeLocation, &'b [u8])| {
        let (first, tail) = bytes.split_at(bytes.len().min(1));
        (location, first, tail)
    };
    // SAFETY: the caller guarantees that the bytes at each location are unlocked.
    unsafe {
        for (location, ..) in changes.clone().map(split).filter(|(_, first, _)| !first.is_empty()) {
            location.write(&[trap]);
        }
        os::code::synchronise_cores();
        for (location, _, tail) in changes.clone().map(split) {
            location.add(1).write(tail);
        }
        os::code::synchronise_cores();
        for (location, first, _) in changes.map(split) {
            location.write(first);
        }
        os::code::synchronise_cores();
    }
    BREAKPOINTS.finish_patch();
    true
}

#[cfg(test)]
mod tests {
    use core::sync::atomic::AtomicBool;
    use std::thread;

    use super::*;

    const TRAP_BYTE: u8 = 0xcc;

    /// One thread patches the same address repeatedly. Two other threads behave as if they had hit
    /// each breakpoint that they read.
    #[test]
    fn own_breakpoints_are_recognised() {
        let state = BreakpointState::new();
        state.addresses.insert(0x1000);
        let byte = AtomicU8::new(0x90);
        let done = AtomicBool::new(false);
        let hits = thread::scope(|scope| {
            let count_hits = || {
                let mut hits = 0_u32;
                while !done.load(Ordering::Relaxed) {
                    if byte.load(Ordering::SeqCst) == TRAP_BYTE {
                        let read_byte = || byte.load(Ordering::SeqCst);
                        assert!(state.must_retry(0x1000, TRAP_BYTE, read_byte));
                        hits += 1;
                    }
                }
                hits
            };
            let others = [scope.spawn(count_hits), scope.spawn(count_hits)];
            for round in 0..200_000 {
                state.set_range(0x1000..0x1005);
                byte.store(TRAP_BYTE, Ordering::SeqCst);
                if round % 64 == 0 {
                    thread::yield_now();
                }
                byte.store(0x90, Ordering::SeqCst);
                state.finish_patch();
            }
            done.store(true, Ordering::Relaxed);
            others.map(|other| other.join().unwrap())
        });
        assert!(hits.iter().sum::<u32>() > 0, "{hits:?}");
    }

    #[test]
    fn breakpoint_at_unpatched_address_is_foreign() {
        let state = BreakpointState::new();
        state.addresses.insert(0x1000);
        state.set_range(0x1000..0x2001);
        assert!(state.must_retry(0x1000, TRAP_BYTE, || TRAP_BYTE));
        // 0x1008 is in the range being patched, but no patch wrote a breakpoint there. The byte may
        // be a debugger's breakpoint or the second byte of `int $3` (`cd 03`).
        assert!(!state.must_retry(0x1008, TRAP_BYTE, || TRAP_BYTE));
        assert!(!state.must_retry(0x1008, TRAP_BYTE, || 0x03));
    }

    #[test]
    fn breakpoint_without_active_patch_is_foreign() {
        let state = BreakpointState::new();
        state.addresses.insert(0x1000);
        state.addresses.insert(0x2000);
        state.set_range(0x2000..0x2001);
        assert!(!state.must_retry(0x1000, TRAP_BYTE, || TRAP_BYTE));
        assert!(state.must_retry(0x2000, TRAP_BYTE, || TRAP_BYTE));
        // The breakpoint is already removed: the thread executes the code there again.
        assert!(state.must_retry(0x1000, TRAP_BYTE, || 0x90));
        // A patch completes between the two reads of `finished`.
        let mut reads = 0;
        let must_retry = state.must_retry(0x1000, TRAP_BYTE, || {
            reads += 1;
            if reads == 1 {
                state.finished.fetch_add(1, Ordering::SeqCst);
                TRAP_BYTE
            } else {
                0x90
            }
        });
        assert!(must_retry && reads == 2);
    }
}
