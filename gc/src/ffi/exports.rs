//! What the shared library exports.
//!
//! The compiler gives the linker a version script with the names that are `no_mangle` in Rust, and
//! hides all others, those of the assembly among them, which compiled code needs: `spgc_thread` and
//! the slow paths. It takes names as they are, so the name of the variable below becomes a pattern
//! there: for all names that begin so. The variable itself does not match it, and is not exported.
//!
//! The linker takes from this crate the object files in which a symbol is needed. The compiler asks
//! for those that are `no_mangle`; the variable below asks for those of the assembly.
//!
//! `tests/tests/native/c_library.rs` compares what comes out.

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
}

/// The stubs of `mutator/arch`. The rest of the library uses `spgc_thread`.
#[unsafe(export_name = "spgc_[a-z]*")]
static STUBS: [unsafe extern "C" fn(); 9] = [
    spgc_poll_slow,
    spgc_allocate_slow,
    spgc_allocate_array_slow,
    spgc_allocate_tailed_slow,
    spgc_clone,
    spgc_call_native,
    spgc_enter_native_slow,
    spgc_leave_native_slow,
    spgc_barrier_slow,
];
