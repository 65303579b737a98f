//! The oldest frame whose registers the test knows.

use core::ffi::c_void;

use statepoint_scanner::arch::{CallingConvention, Host};

use super::arch;

/// One word for each callee-saved general-purpose register.
pub(super) type Magic = <Host as CallingConvention>::PerCalleeSaved;

/// A function that the driver calls.
pub(super) type Work = unsafe extern "C" fn(*mut c_void);

/// Returns the words that the driver's registers have during its call.
pub(super) fn magic() -> Magic {
    let mut magic = Magic::default();
    for (index, word) in magic.as_mut().iter_mut().enumerate() {
        *word = 0x5a5a_0000_0000_0001 + ((index as u64) << 8);
    }
    magic
}

/// Calls `work` from a frame whose callee-saved registers have the words of [`magic`].
pub(super) fn drive<W: FnOnce()>(work: W) {
    /// # Safety
    ///
    /// `work` points to an `Option<W>` that nothing else accesses.
    unsafe extern "C" fn run<W: FnOnce()>(work: *mut c_void) {
        // SAFETY: the caller guarantees it.
        let work = unsafe { &mut *work.cast::<Option<W>>() };
        work.take().expect("it is called once")();
    }
    let mut work = Some(work);
    // SAFETY: `run` accepts the pointer, and nothing else accesses `work` meanwhile.
    unsafe { arch::drive((&raw mut work).cast(), run::<W>, &magic()) };
}

/// Returns whether an address is in the driver.
pub(super) fn is_driver(address: u64) -> bool {
    let start = (arch::drive as *const ()).expose_provenance() as u64;
    // It has fewer than 50 instructions of at most 4 bytes.
    (start..start + 200).contains(&address)
}
