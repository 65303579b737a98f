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
//! `tests/tests/native/c_library.rs` compares the exported symbols with the expected ones.

unsafe extern "C" {
    fn spgc_poll_slow();
    fn spgc_allocate_slow();
    fn spgc_allocate_array_slow();
    fn spgc_allocate_tailed_slow();
    fn spgc_clone();
    fn spgc_call_native();
    fn spgc_enter_native_slow();
    fn spgc_leave_native_slow();
    fn spgc_barrier_slow();
    fn spgc_resume();
    fn spgc_suspend();
}

/// The stubs of `mutator/arch`. `spgc_thread` is needed by the rest of the library.
#[unsafe(export_name = "spgc_[a-z]*")]
static STUBS: [unsafe extern "C" fn(); 11] = [
    spgc_poll_slow,
    spgc_allocate_slow,
    spgc_allocate_array_slow,
    spgc_allocate_tailed_slow,
    spgc_clone,
    spgc_call_native,
    spgc_enter_native_slow,
    spgc_leave_native_slow,
    spgc_barrier_slow,
    spgc_resume,
    spgc_suspend,
];
