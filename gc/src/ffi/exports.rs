//! Symbols that the shared library exports.
//!
//! The compiler passes a version script to the linker. The script lists the names that are
//! `no_mangle` in Rust and hides all others, including those of the assembly, which compiled code
//! needs: `spgc_thread` and the slow paths. The compiler copies names verbatim, so the name of the
//! variable below becomes a pattern in the script: it matches all names with this prefix. The
//! variable's own name does not match the pattern, and is not exported.
//!
//! The linker takes from this crate those object files in which a needed symbol is defined. The
//! compiler requests the `no_mangle` symbols; the variable below requests those of the assembly.
//!
//! The header declares the functions that managed code calls, too: a host that links managed code
//! itself, as `statepoint_gc_orc.hpp` does, needs their addresses.
//!
//! `tests/tests/native/c_library.rs` compares the exported symbols with the expected ones.

use core::ffi::c_void;

// Objects and fibers are addresses, as managed code has them. The prelude documents the functions.
unsafe extern "C" {
    /// The slow path of a poll. A safepoint.
    ///
    /// Only threads that run managed code call it. Native code may take its address, to link such
    /// code.
    pub fn spgc_poll_slow();

    /// The slow path of an allocation: returns an object of `size` bytes with this header. A
    /// safepoint.
    ///
    /// Only threads that run managed code call it. Native code may take its address, to link such
    /// code.
    pub fn spgc_allocate_slow(size: u64, header: u64) -> *mut c_void;

    /// The slow path of the allocation of an array. A safepoint.
    ///
    /// Only threads that run managed code call it. Native code may take its address, to link such
    /// code.
    pub fn spgc_allocate_array_slow(length: u64, header: u64) -> *mut c_void;

    /// The slow path of the allocation of an object with a tail. A safepoint.
    ///
    /// Only threads that run managed code call it. Native code may take its address, to link such
    /// code.
    pub fn spgc_allocate_tailed_slow(
        length: u64,
        header: u64,
        fixed: u64,
        length_offset: u64,
        element_size: u64,
    ) -> *mut c_void;

    /// Returns a copy of an object. A safepoint.
    ///
    /// Only threads that run managed code call it. Native code may take its address, to link such
    /// code.
    pub fn spgc_clone(object: *const c_void) -> *mut c_void;

    /// One piece of a copy between arrays: returns the number of elements that remain, or a
    /// negative number for a range or an element that is not allowed. No safepoint.
    ///
    /// Only threads that run managed code call it. Native code may take its address, to link such
    /// code.
    pub fn spgc_array_copy_piece(
        to: *mut c_void,
        to_index: u64,
        from: *const c_void,
        from_index: u64,
        count: u64,
        left: u64,
    ) -> i64;

    /// One piece of a fill of an array: returns as spgc_array_copy_piece(). No safepoint.
    ///
    /// Only threads that run managed code call it. Native code may take its address, to link such
    /// code.
    pub fn spgc_array_fill_piece(
        to: *mut c_void,
        index: u64,
        value: *const c_void,
        count: u64,
        left: u64,
    ) -> i64;

    /// The slow path of the write barrier. No safepoint.
    ///
    /// Only threads that run managed code call it, by the convention `preserve_mostcc` of LLVM.
    /// Native code may take its address, to link managed code.
    pub fn spgc_barrier_slow(object: *mut c_void, slot: *mut c_void);

    /// Calls a native function of the C calling convention with five words, and returns its result.
    /// During the call, the thread is native.
    ///
    /// Only threads that run managed code call it. Native code may take its address, to link such
    /// code.
    pub fn spgc_call_native(
        first: u64,
        second: u64,
        third: u64,
        fourth: u64,
        fifth: u64,
        function: *const c_void,
    ) -> u64;

    /// The slow path of the transition of a wrapper to native code.
    ///
    /// Only threads that run managed code call it, by the convention `preserve_mostcc` of LLVM.
    /// Native code may take its address, to link managed code.
    pub fn spgc_enter_native_slow();

    /// The slow path of the transition of a wrapper back to managed code. A safepoint.
    ///
    /// Only threads that run managed code call it, by the convention `preserve_mostcc` of LLVM.
    /// Native code may take its address, to link managed code.
    pub fn spgc_leave_native_slow();

    /// Resumes a fiber, and returns the reference that it passes. A safepoint.
    ///
    /// Only threads that run managed code call it. Native code may take its address, to link such
    /// code.
    pub fn spgc_resume(fiber: *const c_void, reference: *const c_void) -> *mut c_void;

    /// Suspends the fiber that runs, and returns the reference that resumes it. A safepoint.
    ///
    /// Only threads that run managed code call it. Native code may take its address, to link such
    /// code.
    pub fn spgc_suspend(reference: *const c_void) -> *mut c_void;

    /// Returns whether the function of a fiber has ended. No safepoint.
    ///
    /// Only threads that run managed code call it. Native code may take its address, to link such
    /// code.
    pub fn spgc_fiber_done(fiber: *const c_void) -> bool;

    /// Registers a finalizer for an object, and returns the number of the registration. No
    /// safepoint. For native code there is spgc_finalizer_register().
    ///
    /// Only threads that run managed code call it. Native code may take its address, to link such
    /// code.
    pub fn spgc_finalize(object: *mut c_void, token: u64) -> u64;

    /// Returns the identity hash of an object, 0 for null. No safepoint. For native code there is
    /// spgc_object_identity_hash().
    ///
    /// Only threads that run managed code call it. Native code may take its address, to link such
    /// code.
    pub fn spgc_identity_hash(object: *const c_void) -> u32;

    /// Returns the word that another thread has left for this one, and takes it; 0 if there is
    /// none. No safepoint. For native code there is spgc_thread_take_interrupt().
    ///
    /// Only threads that run managed code call it. Native code may take its address, to link such
    /// code.
    pub fn spgc_take_interrupt() -> u64;
}

/// The address of a function.
struct Address(#[expect(dead_code, reason = "for the linker")] *const ());

// SAFETY: the address is not used.
unsafe impl Sync for Address {}

/// The functions above. `spgc_thread` is needed by the rest of the library.
#[unsafe(export_name = "spgc_[a-z]*")]
static FUNCTIONS: [Address; 17] = [
    Address(spgc_poll_slow as *const ()),
    Address(spgc_allocate_slow as *const ()),
    Address(spgc_allocate_array_slow as *const ()),
    Address(spgc_allocate_tailed_slow as *const ()),
    Address(spgc_clone as *const ()),
    Address(spgc_array_copy_piece as *const ()),
    Address(spgc_array_fill_piece as *const ()),
    Address(spgc_barrier_slow as *const ()),
    Address(spgc_call_native as *const ()),
    Address(spgc_enter_native_slow as *const ()),
    Address(spgc_leave_native_slow as *const ()),
    Address(spgc_resume as *const ()),
    Address(spgc_suspend as *const ()),
    Address(spgc_fiber_done as *const ()),
    Address(spgc_finalize as *const ()),
    Address(spgc_identity_hash as *const ()),
    Address(spgc_take_interrupt as *const ()),
];
