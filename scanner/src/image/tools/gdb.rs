//! The JIT interface of gdb (manual, chapter "JIT Compilation Interface"), by which gdb and lldb
//! name generated functions and unwind their frames.
//!
//! The process has a list of object files in memory. When it has changed the list, it calls a
//! function that does nothing, at which a debugger has a breakpoint. The names of the list and the
//! function are fixed. They are weak, since LLVM's libraries define them, too: in a program with
//! both, there is one list. A debugger finds them in the symbol table of the program or library,
//! which must not be stripped.

use core::arch::global_asm;
use core::ops::Range;
use core::ptr;
use core::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::fs::File;
use std::io::Read as _;
use std::sync::{Mutex, PoisonError};

use super::elf_image::elf_image;
use crate::image::generated::GeneratedFunction;

// The function has the same instruction on all processors. Its address must differ from that of all
// other functions, so it is not written in Rust, whose compiler merges equal functions.
global_asm!(
    ".pushsection .text.__jit_debug_register_code,\"ax\",@progbits",
    ".weak __jit_debug_register_code",
    ".type __jit_debug_register_code,@function",
    ".p2align 4",
    "__jit_debug_register_code:",
    "ret",
    ".size __jit_debug_register_code, . - __jit_debug_register_code",
    ".popsection",
    ".pushsection .data.__jit_debug_descriptor,\"aw\",@progbits",
    ".weak __jit_debug_descriptor",
    ".type __jit_debug_descriptor,@object",
    ".size __jit_debug_descriptor, 24",
    ".p2align 3",
    "__jit_debug_descriptor:",
    // The version, the action, and two null pointers.
    ".long 1, 0",
    ".quad 0, 0",
    ".popsection",
);

/// `struct jit_code_entry` of the interface: an object file in the list.
#[repr(C)]
struct CodeEntry {
    next: *mut CodeEntry,
    previous: *mut CodeEntry,
    file: *const u8,
    file_size: u64,
}

/// `struct jit_descriptor` of the interface.
#[repr(C)]
struct Descriptor {
    version: u32,
    action: u32,
    /// The entry that was added or is removed.
    relevant: *mut CodeEntry,
    first: *mut CodeEntry,
}

/// Values of [`Descriptor::action`].
const NO_ACTION: u32 = 0;
const REGISTER: u32 = 1;
const UNREGISTER: u32 = 2;

unsafe extern "C" {
    static mut __jit_debug_descriptor: Descriptor;
    fn __jit_debug_register_code();
}

/// The lock of the list.
static LIST: Mutex<()> = Mutex::new(());
/// Whether code is registered with debuggers.
static IS_ENABLED: AtomicBool = AtomicBool::new(false);

/// Makes generated code that is registered from now on known to debuggers, if it has unwind
/// information or names. Each registration then copies both.
pub fn enable_gdb() {
    IS_ENABLED.store(true, Relaxed);
}

/// The unwind information of generated code.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct UnwindSection<'a> {
    /// Address to which PC-relative addresses in `eh_frame` are relative.
    pub(crate) address: u64,
    /// The contents of `.eh_frame`.
    pub(crate) eh_frame: &'a [u8],
}

/// Generated code that debuggers know. Dropping it removes the code from their list.
#[derive(Debug)]
pub(crate) struct DebuggerEntry {
    entry: *mut CodeEntry,
    file: *mut [u8],
}

// SAFETY: the pointers are to memory that the value owns. The list is changed with its lock held.
unsafe impl Send for DebuggerEntry {}
// SAFETY: there are no methods by shared reference.
unsafe impl Sync for DebuggerEntry {}

/// Makes generated code known to debuggers, if they are enabled.
pub(crate) fn register_with_debugger(
    code: &Range<u64>,
    unwind: Option<UnwindSection<'_>>,
    functions: &[GeneratedFunction],
) -> Option<DebuggerEntry> {
    if !IS_ENABLED.load(Relaxed) || code.is_empty() {
        return None;
    }
    // The program's header names the processor.
    let mut identity = [0; 20];
    File::open("/proc/self/exe").and_then(|mut file| file.read_exact(&mut identity)).ok()?;
    let file = elf_image(identity, code, unwind, functions).into_boxed_slice();
    let (file_size, file) = (file.len() as u64, Box::into_raw(file));
    let entry = Box::into_raw(Box::new(CodeEntry {
        next: ptr::null_mut(),
        previous: ptr::null_mut(),
        file: file.cast(),
        file_size,
    }));
    let _guard = LIST.lock().unwrap_or_else(PoisonError::into_inner);
    // SAFETY: the lock is held, so no other thread of this library uses the list. All entries exist
    // until they are removed.
    unsafe {
        let descriptor = &raw mut __jit_debug_descriptor;
        (*entry).next = (*descriptor).first;
        if !(*entry).next.is_null() {
            (*(*entry).next).previous = entry;
        }
        (*descriptor).first = entry;
        notify(entry, REGISTER);
    }
    Some(DebuggerEntry { entry, file })
}

/// Calls the function at which a debugger has a breakpoint.
///
/// # Safety
///
/// The lock of the list is held, and `entry` exists.
unsafe fn notify(entry: *mut CodeEntry, action: u32) {
    // SAFETY: the caller holds the lock. The accesses are volatile, because the debugger reads the
    // fields during the call.
    unsafe {
        let descriptor = &raw mut __jit_debug_descriptor;
        (&raw mut (*descriptor).relevant).write_volatile(entry);
        (&raw mut (*descriptor).action).write_volatile(action);
        __jit_debug_register_code();
        (&raw mut (*descriptor).action).write_volatile(NO_ACTION);
        (&raw mut (*descriptor).relevant).write_volatile(ptr::null_mut());
    }
}

impl Drop for DebuggerEntry {
    fn drop(&mut self) {
        let guard = LIST.lock().unwrap_or_else(PoisonError::into_inner);
        // SAFETY: the lock is held, and the entry and its neighbours exist.
        unsafe {
            let descriptor = &raw mut __jit_debug_descriptor;
            let CodeEntry { next, previous, .. } = *self.entry;
            if previous.is_null() {
                (*descriptor).first = next;
            } else {
                (*previous).next = next;
            }
            if !next.is_null() {
                (*next).previous = previous;
            }
            notify(self.entry, UNREGISTER);
        }
        drop(guard);
        // SAFETY: both were made by `Box::into_raw`, and no list has them any more.
        unsafe {
            drop(Box::from_raw(self.entry));
            drop(Box::from_raw(self.file));
        }
    }
}

#[cfg(test)]
mod tests {
    use object::{Object as _, ObjectSymbol as _};

    use super::*;

    /// Returns the first names in the files of the list.
    fn listed() -> Vec<String> {
        let _guard = LIST.lock().unwrap_or_else(PoisonError::into_inner);
        let mut names = Vec::new();
        // SAFETY: the lock is held, so the entries and their files exist.
        unsafe {
            let descriptor = &raw const __jit_debug_descriptor;
            assert_eq!(((*descriptor).version, (*descriptor).action), (1, NO_ACTION));
            let (mut entry, mut previous) = ((*descriptor).first, ptr::null_mut());
            while !entry.is_null() {
                assert_eq!((*entry).previous, previous);
                let size = (*entry).file_size as usize;
                let file = core::slice::from_raw_parts((*entry).file, size);
                let file = object::File::parse(file).unwrap();
                names.extend(file.symbols().next().map(|symbol| symbol.name().unwrap().to_owned()));
                (previous, entry) = (entry, (*entry).next);
            }
        }
        names
    }

    #[test]
    fn code_is_listed_until_it_is_dropped() {
        let register = |name: &str| {
            let function = GeneratedFunction { code: 0x10..0x20, name: name.to_owned() };
            register_with_debugger(&(0x10..0x20), None, &[function])
        };
        assert!(register("disabled").is_none());
        enable_gdb();
        let [a, b, c] = ["a", "b", "c"].map(|name| register(name).unwrap());
        assert_eq!(listed(), ["c", "b", "a"]);
        drop(b);
        assert_eq!(listed(), ["c", "a"]);
        drop(c);
        assert_eq!(listed(), ["a"]);
        drop(a);
        assert_eq!(listed(), [""; 0]);
    }
}
