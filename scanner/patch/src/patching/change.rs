//! Replacement of code bytes: at one address for a [`Patcher`](super::Patcher), at thousands of
//! addresses for a [`PatchGroup`](super::PatchGroup).

use core::ops::Range;

use super::PatchError;
use super::arch::instruction_cache::{publish_code, stores_replace_instructions};
use super::fill::one_store;
use super::live::{CodeLocation, write_with_breakpoint};
use super::machine::PatchArchitecture;
use super::memory::ConcurrentExecution;
use super::patcher::LivePatchMethod;
use crate::os;
use statepoint_scanner::arch::Host;

/// The replacement of the code bytes at one location.
#[derive(Clone, Copy)]
pub(super) struct Change<'c> {
    /// Location of the first byte.
    pub(super) location: CodeLocation,
    /// The new bytes.
    pub(super) bytes: &'c [u8],
    /// Whether the bytes are replaced under a breakpoint.
    pub(super) needs_breakpoint: bool,
}

/// Checks that the code at `start`, which belongs to the record at address `record`, still has the
/// bytes `expected`. The caller holds [`PATCHING`](super::live::PATCHING).
pub(super) fn check_code(record: u64, start: u64, expected: &[u8]) -> Result<(), PatchError> {
    // SAFETY: the contract of `CodeMemory` guarantees that the code is mapped and readable, and
    // that only patching changes it. The caller holds `PATCHING`, so no patch is in progress.
    let found = unsafe { statepoint_scanner::os::mapped_bytes(start, expected.len()) };
    match (0..expected.len()).find(|&at| found[at] != expected[at]) {
        Some(at) => {
            let (at, found) = (start + at as u64, found[at]);
            Err(PatchError::Changed { record, at, found })
        }
        None => Ok(()),
    }
}

/// Returns whether these bytes are within one aligned word of the memory, so that one store can
/// change them.
pub(super) fn is_in_one_word(start: u64, len: usize, memory: &Range<u64>) -> bool {
    one_store::<Host>(start, &(0..len))
        .is_some_and(|word| memory.start <= word && word + Host::STORE <= memory.end)
}

/// Returns whether an instruction that threads may be executing is replaced under a breakpoint
/// (`true`) or by one store (`false`). `None` if `live` permits neither.
pub(super) fn needs_breakpoint(is_in_one_word: bool, live: LivePatchMethod) -> Option<bool> {
    match live {
        LivePatchMethod::Breakpoint(_) if Host::TRAP.is_some() => Some(true),
        LivePatchMethod::Best(_) if Host::TRAP.is_some() => {
            Some(!(is_in_one_word && stores_replace_instructions()))
        }
        _ => is_in_one_word.then_some(false),
    }
}

/// Writes the changes. If threads run, no thread begins to execute a replaced instruction after
/// this returns.
///
/// # Safety
///
/// The bytes at each location are unlocked. If `live`, the aligned words that contain them are
/// unlocked too. Then each location is one instruction, which is within one word unless it is
/// replaced under a breakpoint. [`PATCHING`](super::live::PATCHING) is held.
pub(super) unsafe fn write_changes<'c>(
    changes: impl Iterator<Item = Change<'c>> + Clone,
    live: bool,
    threads: ConcurrentExecution,
) {
    for Change { location, bytes, needs_breakpoint } in changes.clone() {
        if needs_breakpoint {
            continue;
        }
        // SAFETY: the caller guarantees that the bytes are unlocked and, if `live`, also the
        // aligned word that contains them.
        unsafe {
            if live && !bytes.is_empty() {
                let (word, range) = location.containing_word(bytes.len());
                word.store_in_word(range, bytes);
            } else {
                location.store(bytes);
            }
        }
    }
    let by_breakpoint = changes.clone().filter(|change| change.needs_breakpoint);
    let by_breakpoint = by_breakpoint.map(|change| (change.location, change.bytes));
    // SAFETY: the caller guarantees that the bytes are unlocked, that each change replaces one
    // instruction, and that it holds `PATCHING`.
    let synchronised =
        Host::TRAP.is_some_and(|trap| unsafe { write_with_breakpoint(trap, by_breakpoint) });
    for Change { location, bytes, .. } in changes {
        // SAFETY: the range is that of the bytes just written.
        unsafe { publish_code(location.writable, location.code, bytes.len()) };
    }
    if threads == ConcurrentExecution::Possible && !synchronised {
        os::code::synchronise_cores();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn word_store_stays_inside_code_memory() {
        let store = Host::STORE;
        let memory = 0x1000..0x1000 + 4 * store;
        let last = memory.end - store;
        for word in [memory.start, memory.start + store, last] {
            assert!(is_in_one_word(word, store as usize, &memory), "{word:#x}");
            assert!(is_in_one_word(word + store - 1, 1, &memory), "{word:#x}");
            assert!(!is_in_one_word(word + store - 1, 2, &memory), "{word:#x}");
        }
        assert!(!is_in_one_word(last, store as usize, &(memory.start..memory.end - 1)));
        assert!(!is_in_one_word(memory.start, 1, &(memory.start + 1..memory.end)));
        assert!(!is_in_one_word(memory.start, 0, &memory));
    }
}
