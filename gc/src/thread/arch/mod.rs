//! The thread-local variable `spgc_thread`, which contains the thread's context.
//!
//! Rust's thread-local variables have no symbol that LLVM code could name, so this variable is
//! defined in assembly.

use core::arch::global_asm;

use super::ThreadContext;

#[cfg(target_arch = "aarch64")]
mod aarch64;
#[cfg(target_arch = "x86_64")]
mod x86_64;

#[cfg(target_arch = "aarch64")]
pub(crate) use aarch64::*;
#[cfg(target_arch = "x86_64")]
pub(crate) use x86_64::*;

global_asm!(
    ".pushsection .tbss.spgc_thread, \"awT\", @nobits",
    ".globl spgc_thread",
    ".type spgc_thread, @object",
    ".size spgc_thread, {size}",
    ".p2align 6",
    "spgc_thread:",
    ".zero {size}",
    ".popsection",
    size = const size_of::<ThreadContext>().next_multiple_of(64),
);
