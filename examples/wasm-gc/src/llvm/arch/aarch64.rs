//! AArch64.

/// The target of the module.
pub(in crate::llvm) const TARGET: &str = "aarch64-unknown-linux-gnu";

/// The constraint of inline assembly for a register that holds a float.
pub(in crate::llvm) const FLOAT_REGISTER: &str = "w";

/// The instruction whose result is the thread pointer, an `i64`.
pub(in crate::llvm) const THREAD_POINTER: &str = "call i64 asm \"mrs $0, tpidr_el0\", \"=r\"() #12";

/// Returns the assembly of a function that jumps to the address in a table, at this offset. It
/// changes only register 16, which linkers may change at each call.
pub(in crate::llvm) fn stub(table: &str, offset: usize) -> Vec<String> {
    vec![
        format!("adrp x16, {table}+{offset}"),
        format!("ldr x16, [x16, :lo12:{table}+{offset}]"),
        "br x16".to_owned(),
    ]
}
