//! x86-64.

/// The target of the module.
pub(in crate::llvm) const TARGET: &str = "x86_64-unknown-linux-gnu";

/// The constraint of inline assembly for a register that holds a float.
pub(in crate::llvm) const FLOAT_REGISTER: &str = "x";

/// The instruction whose result is the thread pointer, an `i64`.
pub(in crate::llvm) const THREAD_POINTER: &str =
    "load i64, ptr addrspace(257) null, align 8, !invariant.load !2";

/// Returns the assembly of a function that jumps to the address in a table, at this offset. It
/// changes no register.
pub(in crate::llvm) fn stub(table: &str, offset: usize) -> Vec<String> {
    vec![format!("jmpq *{table}+{offset}(%rip)")]
}
