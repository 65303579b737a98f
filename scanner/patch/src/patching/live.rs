//! Writing instructions that other threads may execute.
//!
//! # What is replaced
//!
//! One instruction, `a..b`, by another or by several that fill the same bytes. No thread can stand between `a` and `b`, as there was
//! one instruction; none can return to there, either, for a call returns where an instruction ends. Whoever stands at `a` executes the old
//! or the new code, both whole; whoever returns to `b` finds there what was there before. `filling.rs` fills
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
//!     old      old        TRAP.low..TRAP.high = a..b
//!     int3     old        then every core is synchronised: none executes what it fetched of the old instruction
//!     int3     new        synchronised: none has an old tail
//!     new      new        synchronised; TRAP.finished is counted up, then TRAP.low..TRAP.high = 0..0
//! ```
//!
//! Each of the three is a store of single bytes with a synchronisation (`membarrier`) behind it, so a core sees a whole
//! old instruction, a breakpoint, or a whole new instruction: nothing between. A thread that executes the breakpoint gets SIGTRAP, and its
//! handler has it execute `a` again, until that is the new instruction. Nobody waits for that thread, and it waits for the patch only.
//!
//! Many instructions are replaced together: each step is taken at all of them before the next synchronisation, and `TRAP` is the
//! range from the first to the last.
//!
//! # Whose breakpoint it was
//!
//! The kernel says of a breakpoint that the thread has executed one, and where the next instruction is. The handler takes `a` to be
//! the byte before that. Where `a` was never inserted into `TRAP.places`, the breakpoint is somebody else's: a debugger's, or the
//! instruction `int $3` in its form of two bytes (`cd 03`), of which `a` is the second. A place is inserted before its first breakpoint
//! is stored, and stays for as long as the process lives.
//!
//! At a place of ours, the handler runs when the patch may be over and another one begun. It reads, in this order: `finished`, the byte at
//! `a`, `low`, `high`, and `finished` again. The breakpoint is somebody else's (a debugger's) only if the byte still is one, `a` is not in
//! `low..high`, and `finished` is the same number both times. This is right: a breakpoint of ours that the handler reads at `a` was stored
//! after the range came to contain `a`, and is taken away before `finished` is counted, which is before the range changes. So if `a` is not
//! in the range that was read, of one patch or half of another, the number has changed, and the handler looks again; each look again means
//! that a patch was completed meanwhile. If a debugger has a breakpoint between two instructions that are being replaced, its thread waits
//! for the patch, too, and is then found to be the debugger's. The range and the number are stored and loaded sequentially consistently; a
//! byte of code is a release, so that it comes after the place and the range (x86-64 has the stores of code in the order of the others).
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
use super::arch::instruction_cache::publish_code;
use super::machine::Machine;
use super::places::Places;
use crate::os;
use statepoint_scanner::arch::Host;
use statepoint_scanner::os::SIGNAL_CONTEXT;

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

/// The breakpoints that are in the code.
#[derive(Debug)]
struct Trap {
    /// Where they are, or ever were.
    places: Places,
    /// None is below this.
    low: AtomicU64,
    /// All are below this.
    high: AtomicU64,
    /// How many patches there were.
    finished: AtomicU64,
}

static TRAP: Trap = Trap::new();

impl Trap {
    const fn new() -> Self {
        Self {
            places: Places::new(),
            low: AtomicU64::new(0),
            high: AtomicU64::new(0),
            finished: AtomicU64::new(0),
        }
    }

    /// Whether a thread that executed a breakpoint at `address` is to execute again what is there. `byte` reads it.
    fn is_ours(&self, address: u64, trap: u8, mut byte: impl FnMut() -> u8) -> bool {
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
/// `context` is the kernel's for a thread that executed a breakpoint.
unsafe fn on_breakpoint(context: *mut c_void) -> bool {
    let Some(trap) = Host::TRAP else { return false };
    let pc: *mut u64 = context.wrapping_byte_add(SIGNAL_CONTEXT.pc as usize).cast();
    // SAFETY: the kernel has the program counter there: behind the breakpoint.
    let address = unsafe { *pc }.wrapping_sub(1);
    let byte: *const u8 = ptr::with_exposed_provenance(address as usize);
    let read = || {
        // SAFETY: `is_ours` reads only where a breakpoint of ours was written, in a `CodeMemory`, whose code can be read (code that can be
        // executed need not be: protection keys). The thread has just executed it, so it is still mapped.
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
    pub(super) fn at(self, offset: usize) -> Self {
        Self { code: self.code + offset as u64, written: self.written.wrapping_add(offset) }
    }

    /// The aligned word that `len` bytes here lie in, and where in it.
    pub(super) fn in_word(self, len: usize) -> (Self, Range<usize>) {
        let offset = (self.code % Host::STORE) as usize;
        let written = self.written.wrapping_sub(offset);
        (Self { code: self.code - offset as u64, written }, offset..offset + len)
    }

    /// Writes bytes, one after the other.
    ///
    /// # Safety
    ///
    /// They are unlocked.
    pub(super) unsafe fn write(self, bytes: &[u8]) {
        // SAFETY: as the caller promises, and these are the bytes.
        unsafe {
            self.store(bytes);
            publish_code(self.written, self.code, bytes.len());
        }
    }

    /// The same, as data: they are still to be published.
    ///
    /// # Safety
    ///
    /// They are unlocked.
    pub(super) unsafe fn store(self, bytes: &[u8]) {
        for (offset, &byte) in bytes.iter().enumerate() {
            // SAFETY: as the caller promises. Others may be reading.
            unsafe { AtomicU8::from_ptr(self.at(offset).written) }.store(byte, Ordering::Release);
        }
    }

    /// Writes bytes with one store of the aligned word that this place is, as data: they are still to be published. `range` says
    /// which of the word's bytes they are.
    ///
    /// # Safety
    ///
    /// The word is unlocked.
    pub(super) unsafe fn store_in_word(self, range: Range<usize>, bytes: &[u8]) {
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
        }
    }
}

/// Writes bytes over one instruction at each of these places, behind breakpoints; whether there is one. If so, all cores are
/// synchronised afterwards.
///
/// # Safety
///
/// They are unlocked, and each was one instruction. [`PATCHING`] is held.
pub(super) unsafe fn write_behind<'b>(
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

    /// One patches the same place over and over; others behave as if they had met the breakpoint that they read.
    #[test]
    fn no_breakpoint_of_ours_is_taken_for_somebody_elses() {
        let trap = Trap::new();
        trap.places.insert(0x1000);
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
    fn a_breakpoint_where_none_of_ours_ever_was_is_somebody_elses() {
        let trap = Trap::new();
        trap.places.insert(0x1000);
        trap.begin(0x1000..0x2001);
        assert!(trap.is_ours(0x1000, TRAP_BYTE, || TRAP_BYTE));
        // In the range of a patch, and a byte that is no breakpoint: the second one of `int $3`.
        assert!(!trap.is_ours(0x1008, TRAP_BYTE, || TRAP_BYTE));
        assert!(!trap.is_ours(0x1008, TRAP_BYTE, || 0x03));
    }

    #[test]
    fn a_breakpoint_that_nobody_patches_is_somebody_elses() {
        let trap = Trap::new();
        trap.places.insert(0x1000);
        trap.places.insert(0x2000);
        trap.begin(0x2000..0x2001);
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
