//! The Linux services that patching uses: page protections, mappings, instruction barriers, and the
//! breakpoint's signal.

use core::ffi::{c_int, c_void};
use core::ops::Range;
use core::ptr;
use std::sync::OnceLock;
use std::{fs, io};

use statepoint_scanner::os::cancellation::CancelDisabled;
use statepoint_scanner::os::signals::{self, HandlerRequirements};

/// Access rights of pages.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Protection {
    pub(crate) read: bool,
    pub(crate) write: bool,
    pub(crate) execute: bool,
}

/// One mapping of memory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Mapping {
    pub(crate) range: Range<u64>,
    pub(crate) protection: Protection,
    /// Identity of a shared mapping: device and inode of the file, and the position of the
    /// mapping's first byte in it. Other mappings of the same file share this memory.
    pub(crate) shared: Option<(String, u64, u64)>,
}

/// Returns the page size in bytes.
pub(crate) fn page_size() -> u64 {
    static SIZE: OnceLock<u64> = OnceLock::new();
    *SIZE.get_or_init(|| {
        // SAFETY: `sysconf` has no preconditions.
        u64::try_from(unsafe { libc::sysconf(libc::_SC_PAGESIZE) }).unwrap_or(4096)
    })
}

/// Returns the mappings that overlap these addresses, in ascending order.
///
/// # Errors
///
/// The `errno` value if `/proc/self/maps` cannot be read.
pub(crate) fn mappings(range: &Range<u64>) -> Result<Vec<Mapping>, c_int> {
    let _uncancelled = CancelDisabled::begin();
    let text = fs::read("/proc/self/maps").map_err(|error| errno_of(&error))?;
    // A path need not be UTF-8.
    let text = String::from_utf8_lossy(&text);
    let all = text.lines().filter_map(parse);
    Ok(all.filter(|found| found.range.start < range.end && range.start < found.range.end).collect())
}

/// Parses a line of `/proc/self/maps`: `start-end rwxs offset device inode path`.
fn parse(line: &str) -> Option<Mapping> {
    let mut fields = line.split_ascii_whitespace();
    let hex = |text: &str| u64::from_str_radix(text, 16).ok();
    let (start, end) = fields.next()?.split_once('-')?;
    let modes = fields.next()?.as_bytes();
    let offset = hex(fields.next()?)?;
    let device = fields.next()?.to_owned();
    let inode: u64 = fields.next()?.parse().ok()?;
    let has = |index: usize, mode: u8| modes.get(index) == Some(&mode);
    Some(Mapping {
        range: hex(start)?..hex(end)?,
        protection: Protection { read: has(0, b'r'), write: has(1, b'w'), execute: has(2, b'x') },
        shared: (has(3, b's') && inode != 0).then_some((device, inode, offset)),
    })
}

/// Changes the protection of whole pages.
///
/// # Errors
///
/// The `errno` value.
///
/// # Safety
///
/// The program makes no later access to the pages that needs a removed right.
pub(crate) unsafe fn protect(pages: &Range<u64>, protection: Protection) -> Result<(), c_int> {
    let mut bits = libc::PROT_NONE;
    for (is_set, bit) in [
        (protection.read, libc::PROT_READ),
        (protection.write, libc::PROT_WRITE),
        (protection.execute, libc::PROT_EXEC),
    ] {
        if is_set {
            bits |= bit;
        }
    }
    let start = ptr::with_exposed_provenance_mut(pages.start as usize);
    // SAFETY: the caller guarantees that the program does not need the removed rights.
    let result = unsafe { libc::mprotect(start, (pages.end - pages.start) as usize, bits) };
    if result == 0 { Ok(()) } else { Err(last_error()) }
}

/// Registers this process for [`synchronise_cores`].
///
/// # Errors
///
/// The `errno` value if the kernel does not support it.
pub(crate) fn prepare_to_synchronise() -> Result<(), c_int> {
    static RESULT: OnceLock<Result<(), c_int>> = OnceLock::new();
    // A child of `fork` inherits the registration together with this static.
    *RESULT.get_or_init(|| membarrier(libc::MEMBARRIER_CMD_REGISTER_PRIVATE_EXPEDITED_SYNC_CORE))
}

/// Makes each core that executes a thread of this process discard its fetched instructions
/// (`membarrier(2)`, `SYNC_CORE`). All code that a thread executes after this function returns was
/// fetched after the call.
///
/// # Panics
///
/// If `membarrier` fails although [`prepare_to_synchronise`] succeeded.
pub(crate) fn synchronise_cores() {
    let result = membarrier(libc::MEMBARRIER_CMD_PRIVATE_EXPEDITED_SYNC_CORE);
    if let Err(code) = result {
        panic!("membarrier failed after its registration: {}", io::Error::from_raw_os_error(code));
    }
}

fn membarrier(command: c_int) -> Result<(), c_int> {
    // SAFETY: `membarrier` does not access memory of the program.
    let result = unsafe { libc::syscall(libc::SYS_membarrier, command, 0, 0) };
    if result == 0 { Ok(()) } else { Err(last_error()) }
}

/// Function that handles a breakpoint. Returns whether a patch wrote the breakpoint before the
/// program counter in `context`; if so, it has set the program counter to the address at which the
/// thread resumes. It is async-signal-safe.
pub(crate) type TrapHandler = unsafe fn(context: *mut c_void) -> bool;

static TRAP_HANDLER: OnceLock<TrapHandler> = OnceLock::new();

/// Installs a handler for the breakpoints of all threads. If it returns `false`, the previous
/// SIGTRAP action follows. The handler is never removed, and only the first call has an effect.
///
/// # Errors
///
/// The `errno` value of `sigaction`.
pub(crate) fn on_breakpoint(handler: TrapHandler) -> Result<(), c_int> {
    TRAP_HANDLER.get_or_init(|| handler);
    // A thread may have little stack left when it executes patched code.
    let needs = HandlerRequirements { alternate_stack: true, restart: false };
    // SAFETY: `on_trap` accepts the arguments that the kernel passes to a signal handler.
    unsafe { signals::install(libc::SIGTRAP, on_trap, needs) }
}

/// Handles SIGTRAP. Returns whether a patch caused the signal.
///
/// # Safety
///
/// The arguments are those that the kernel passes to a signal handler.
unsafe fn on_trap(info: *mut libc::siginfo_t, context: *mut c_void) -> bool {
    // SAFETY: the caller guarantees that `info` is from the kernel, so it is valid for reads.
    let from_kernel = unsafe { (*info).si_code } == SI_KERNEL;
    // SAFETY: the caller guarantees that `context` is from the kernel. `si_code` shows that the
    // thread executed a breakpoint.
    from_kernel && TRAP_HANDLER.get().is_some_and(|handler| unsafe { handler(context) })
}

/// `si_code` of a breakpoint instruction. Single steps and sent signals have other values.
const SI_KERNEL: c_int = 0x80;

/// Returns `errno`.
fn last_error() -> c_int {
    errno_of(&io::Error::last_os_error())
}

/// Returns the `errno` value of an error, or `EIO` if it has none.
fn errno_of(error: &io::Error) -> c_int {
    error.raw_os_error().unwrap_or(libc::EIO)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_proc_maps_are_parsed() {
        let file = "7f00-8000 r-xs 00002000 08:01 42                         /a b\u{fffd}";
        let mapping = Mapping {
            range: 0x7f00..0x8000,
            protection: Protection { read: true, write: false, execute: true },
            shared: Some(("08:01".to_owned(), 42, 0x2000)),
        };
        assert_eq!(parse(file), Some(mapping));
        let anonymous = parse("1000-2000 rw-p 00000000 00:00 0").unwrap();
        assert_eq!((anonymous.shared, anonymous.protection.write), (None, true));
        assert_eq!(parse("1000-2000 rw-p"), None);
    }

    #[test]
    fn code_of_this_function_is_executable() {
        let here = lines_of_proc_maps_are_parsed as *const () as u64;
        let found = mappings(&(here..here + 1)).unwrap();
        assert!(found[0].protection.execute && found[0].range.contains(&here), "{found:x?}");
        assert_eq!(mappings(&(0..page_size())), Ok(Vec::new()));
    }
}
