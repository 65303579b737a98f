//! Writing instructions that other threads may execute.
//!
//! # What is replaced
//!
//! One instruction, `a..b`, by another or by several that fill the same bytes. No thread can be
//! between `a` and `b`, as there was one instruction; nor can a thread return to there, for a call
//! returns to the end of an instruction. A thread at `a` executes the old or the new code, both
//! whole; a thread that returns to `b` finds the same code there as before. `fill.rs` fills
//! regions such that patching stays within this, and `changed_instruction` refuses all other
//! changes. Where several instructions change, all threads must be stopped outside of the region.
//!
//! # One store
//!
//! Where `a..b` lies in one aligned word, that word is stored as a whole. On AArch64 this is always
//! so, and the patched-in instructions are of the kinds for which the architecture guarantees that
//! each processor sees the old or the new one. On x86-64 AMD guarantees the same and Intel does
//! not: `stores_replace_instructions`. Bytes of the word that are not in `a..b` are stored as they
//! were just read; the lock described below excludes other patches.
//!
//! # Breakpoints (x86-64)
//!
//! ```text
//!     a        a+1..b
//!     old      old        TRAP.low..TRAP.high = a..b
//!     int3     old        then every core is synchronised: none executes what it fetched of the old instruction
//!     int3     new        synchronised: none has an old tail
//!     new      new        synchronised; TRAP.finished is counted up, then TRAP.low..TRAP.high = 0..0
//! ```
//!
//! (Linux patches its own code in these steps: `text_poke_bp`.)
//!
//! Each of the three is a store of single bytes followed by a synchronisation (`membarrier(2)`), so
//! a core sees a whole old instruction, a breakpoint, or a whole new instruction: nothing between.
//! A thread that executes the breakpoint gets SIGTRAP, and its handler makes it execute `a` again,
//! until that is the new instruction. No thread waits for that thread, and it waits only for the
//! patch.
//!
//! Many instructions are replaced together: each step is taken at all of them before the next
//! synchronisation, and `TRAP` is the range from the first to the last.
//!
//! # Whose breakpoint it was
//!
//! The kernel reports that the thread has executed a breakpoint, and the address of the next
//! instruction. The handler takes `a` to be the byte before that. Where `a` was never inserted into
//! `TRAP.places`, the breakpoint is foreign: a debugger's, or the instruction `int $3` in its form
//! of two bytes (`cd 03`), of which `a` is the second. A place is inserted before its first
//! breakpoint is stored, and stays for as long as the process lives.
//!
//! At a place of ours, the handler may run when the patch is over and another one has begun. It
//! reads, in this order: `finished`, the byte at `a`, `low`, `high`, and `finished` again. The
//! breakpoint is foreign (a debugger's) only if the byte still is one, `a` is not in `low..high`,
//! and `finished` is the same number both times. This is correct: a breakpoint of ours that the
//! handler reads at `a` was stored after the range came to contain `a`, and is removed before
//! `finished` is incremented, which is before the range changes. So if `a` is not in the range that
//! was read, of one patch or half of another, the number has changed, and the handler reads again;
//! each further read means that a patch was completed meanwhile. If a debugger has a breakpoint
//! between two instructions that are being replaced, its thread waits for the patch, too, and its
//! breakpoint is then found to be foreign. The range and the number are stored and loaded
//! sequentially consistently; the store of a byte of code is a release, so that it comes after the
//! place and the range (x86-64 orders stores of code like all others).
//!
//! # One at a time
//!
//! [`PATCHING`] is held from reading the code to locking the memory again: for all patchers, since
//! they may share pages, words and the breakpoint.

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

/// Held by the patching thread.
pub(super) static PATCHING: Mutex<()> = Mutex::new(());

/// Proof that breakpoints can be put into code while threads execute it: a thread that meets one
/// waits for the end of the patch.
#[derive(Clone, Copy, Debug)]
pub struct BreakpointHandler(());

impl BreakpointHandler {
    /// Installs a handler of SIGTRAP for the whole process, for as long as it lives; signals that
    /// are not caused by a patch go to the previous handler. Any handler that is installed later
    /// must call this one for signals that are not its own.
    ///
    /// No thread may block SIGTRAP while it executes code that is patched: the kernel would end the
    /// process. A debugger sees each such breakpoint before the process does, and must pass it on.
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

/// State of the breakpoints that are in the code.
#[derive(Debug)]
struct Trap {
    /// All addresses at which one is or ever was.
    places: AddressSet,
    /// Lower bound of the addresses of breakpoints.
    low: AtomicU64,
    /// Upper bound, exclusive.
    high: AtomicU64,
    /// Number of completed patches.
    finished: AtomicU64,
}

static TRAP: Trap = Trap::new();

impl Trap {
    const fn new() -> Self {
        Self {
            places: AddressSet::new(),
            low: AtomicU64::new(0),
            high: AtomicU64::new(0),
            finished: AtomicU64::new(0),
        }
    }

    /// Returns whether a thread that executed a breakpoint at `address` must execute the code there
    /// again. `byte` reads that code.
    fn is_own(&self, address: u64, trap: u8, mut byte: impl FnMut() -> u8) -> bool {
        if !self.places.contains(address) {
            return false;
        }
        loop {
            let before = self.finished.load(Ordering::SeqCst);
            if byte() != trap {
                return true;
            }
            let low = self.low.load(Ordering::SeqCst);
            if (low..self.high.load(Ordering::SeqCst)).contains(&address) {
                return true;
            }
            if self.finished.load(Ordering::SeqCst) == before {
                return false;
            }
        }
    }

    fn begin(&self, range: Range<u64>) {
        self.low.store(range.start, Ordering::SeqCst);
        self.high.store(range.end, Ordering::SeqCst);
    }

    fn finish(&self) {
        self.finished.fetch_add(1, Ordering::SeqCst);
        self.begin(0..0);
    }
}

/// # Safety
///
/// `context` is the kernel's, for a thread that executed a breakpoint.
unsafe fn on_breakpoint(context: *mut c_void) -> bool {
    let Some(trap) = Host::TRAP else { return false };
    let pc: *mut u64 = context.wrapping_byte_add(SIGNAL_CONTEXT.pc as usize).cast();
    // SAFETY: the kernel stores the program counter there: the address after the breakpoint.
    let address = unsafe { *pc }.wrapping_sub(1);
    let byte: *const u8 = ptr::with_exposed_provenance(address as usize);
    let read = || {
        // SAFETY: `is_own` reads only where a breakpoint of ours was written, in a `CodeMemory`,
        // whose code is readable (executable code need not be: protection keys). The thread has
        // just executed it, so it is still mapped.
        unsafe { AtomicU8::from_ptr(byte.cast_mut()) }.load(Ordering::SeqCst)
    };
    let is_own = TRAP.is_own(address, trap, read);
    if is_own {
        // SAFETY: as above; the kernel resumes the thread from there.
        unsafe { *pc = address };
    }
    is_own
}

/// A place in the code, and the address at which it is written.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    /// The address at which it is executed.
    pub(super) code: u64,
    /// The address at which it is written.
    pub(super) written: *mut u8,
}

impl Place {
    pub(super) fn at(self, offset: usize) -> Self {
        Self { code: self.code + offset as u64, written: self.written.wrapping_add(offset) }
    }

    /// Returns the aligned word that contains `len` bytes here, and their offsets in it.
    pub(super) fn in_word(self, len: usize) -> (Self, Range<usize>) {
        let offset = (self.code % Host::STORE) as usize;
        let written = self.written.wrapping_sub(offset);
        (Self { code: self.code - offset as u64, written }, offset..offset + len)
    }

    /// Writes bytes, one after the other.
    ///
    /// # Safety
    ///
    /// The bytes are unlocked.
    pub(super) unsafe fn write(self, bytes: &[u8]) {
        // SAFETY: as the caller promises, and these are the bytes that were written.
        unsafe {
            self.store(bytes);
            publish_code(self.written, self.code, bytes.len());
        }
    }

    /// As [`Self::write`], but as data only: the bytes are not published yet.
    ///
    /// # Safety
    ///
    /// The bytes are unlocked.
    pub(super) unsafe fn store(self, bytes: &[u8]) {
        for (offset, &byte) in bytes.iter().enumerate() {
            // SAFETY: as the caller promises. Other threads may be reading.
            unsafe { AtomicU8::from_ptr(self.at(offset).written) }.store(byte, Ordering::Release);
        }
    }

    /// Writes bytes with one store of the aligned word that this place is, as data only: they are
    /// not published yet. `range` gives their offsets in the word.
    ///
    /// # Safety
    ///
    /// The word is unlocked.
    pub(super) unsafe fn store_in_word(self, range: Range<usize>, bytes: &[u8]) {
        // SAFETY: as the caller promises; a word at an aligned address of the code is also aligned
        // where it is written, since mappings consist of pages.
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
        }
    }
}

/// Writes bytes over one instruction at each of these places, under breakpoints. Returns whether
/// there is any place; if so, all cores are synchronised afterwards.
///
/// # Safety
///
/// The places are unlocked, and each was one instruction. [`PATCHING`] is held.
pub(super) unsafe fn write_with_breakpoint<'b>(
    trap: u8,
    changes: impl Iterator<Item = (Place, &'b [u8])> + Clone,
) -> bool {
    let range = |(place, bytes): (Place, &[u8])| place.code..place.code + bytes.len() as u64;
    let around = |a: Range<u64>, b: Range<u64>| a.start.min(b.start)..a.end.max(b.end);
    let Some(all) = changes.clone().map(range).reduce(around) else { return false };
    TRAP.begin(all);
    for (place, _) in changes.clone().filter(|(_, bytes)| !bytes.is_empty()) {
        TRAP.places.insert(place.code);
    }
    let split = |(place, bytes): (Place, &'b [u8])| {
        let (first, tail) = bytes.split_at(bytes.len().min(1));
        (place, first, tail)
    };
    // SAFETY: as the caller promises.
    unsafe {
        for (place, ..) in changes.clone().map(split).filter(|(_, first, _)| !first.is_empty()) {
            place.write(&[trap]);
        }
        os::code::synchronise_cores();
        for (place, _, tail) in changes.clone().map(split) {
            place.at(1).write(tail);
        }
        os::code::synchronise_cores();
        for (place, first, _) in changes.map(split) {
            place.write(first);
        }
        os::code::synchronise_cores();
    }
    TRAP.finish();
    true
}

#[cfg(test)]
mod tests {
    use core::sync::atomic::AtomicBool;
    use std::thread;

    use super::*;

    const TRAP_BYTE: u8 = 0xcc;

    /// One thread patches the same place repeatedly; others behave as if they had met the
    /// breakpoint that they read.
    #[test]
    fn own_breakpoints_are_recognised() {
        let trap = Trap::new();
        trap.places.insert(0x1000);
        let byte = AtomicU8::new(0x90);
        let done = AtomicBool::new(false);
        let met = thread::scope(|scope| {
            let meet = || {
                let mut met = 0_u32;
                while !done.load(Ordering::Relaxed) {
                    if byte.load(Ordering::SeqCst) == TRAP_BYTE {
                        assert!(trap.is_own(0x1000, TRAP_BYTE, || byte.load(Ordering::SeqCst)));
                        met += 1;
                    }
                }
                met
            };
            let others = [scope.spawn(meet), scope.spawn(meet)];
            for round in 0..200_000 {
                trap.begin(0x1000..0x1005);
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
    fn breakpoint_at_unpatched_address_is_foreign() {
        let trap = Trap::new();
        trap.places.insert(0x1000);
        trap.begin(0x1000..0x2001);
        assert!(trap.is_own(0x1000, TRAP_BYTE, || TRAP_BYTE));
        // In the range of a patch, with a byte that is not a breakpoint of ours: the second one of
        // `int $3`.
        assert!(!trap.is_own(0x1008, TRAP_BYTE, || TRAP_BYTE));
        assert!(!trap.is_own(0x1008, TRAP_BYTE, || 0x03));
    }

    #[test]
    fn breakpoint_without_active_patch_is_foreign() {
        let trap = Trap::new();
        trap.places.insert(0x1000);
        trap.places.insert(0x2000);
        trap.begin(0x2000..0x2001);
        assert!(!trap.is_own(0x1000, TRAP_BYTE, || TRAP_BYTE));
        assert!(trap.is_own(0x2000, TRAP_BYTE, || TRAP_BYTE));
        // It is already removed: the thread executes the code there again.
        assert!(trap.is_own(0x1000, TRAP_BYTE, || 0x90));
        // A patch was completed between the two reads.
        let mut looks = 0;
        let ours = trap.is_own(0x1000, TRAP_BYTE, || {
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
