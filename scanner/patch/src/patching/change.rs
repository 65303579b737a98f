//! Replacing bytes of code: at one place for a [`Patcher`](super::Patcher), at thousands for a
//! [`PatchGroup`](super::PatchGroup).

use core::ops::Range;

use super::PatchError;
use super::arch::instruction_cache::{publish_code, stores_replace_instructions};
use super::fill::one_store;
use super::live::{Place, write_with_breakpoint};
use super::machine::PatchArchitecture;
use super::memory::ConcurrentExecution;
use super::patcher::LivePatchMethod;
use crate::os;
use statepoint_scanner::arch::Host;

/// Bytes to write at one place, and how.
#[derive(Clone, Copy)]
pub(super) struct Change<'c> {
    pub(super) place: Place,
    pub(super) bytes: &'c [u8],
    pub(super) needs_breakpoint: bool,
}

/// Checks that the code at `start`, of a record, has not changed since it was last read.
/// [`PATCHING`](super::live::PATCHING) is held.
pub(super) fn check_code(record: u64, start: u64, expected: &[u8]) -> Result<(), PatchError> {
    // SAFETY: the memory promises that its code can be read, and that only patching changes it;
    // this is part of patching.
    let found = unsafe { statepoint_scanner::os::mapped_bytes(start, expected.len()) };
    match (0..expected.len()).find(|&at| found[at] != expected[at]) {
        Some(at) => {
            let (at, found) = (start + at as u64, found[at]);
            Err(PatchError::Changed { record, at, found })
        }
        None => Ok(()),
    }
}

/// Returns whether these bytes lie in one aligned word of the memory, so that one store can change
/// them.
pub(super) fn in_word(start: u64, len: usize, memory: &Range<u64>) -> bool {
    one_store::<Host>(start, &(0..len))
        .is_some_and(|word| memory.start <= word && word + Host::STORE <= memory.end)
}

/// Returns whether an instruction that threads may be executing is changed under a breakpoint
/// (`true`) or by one store (`false`). `None` if `live` permits neither.
pub(super) fn needs_breakpoint(in_word: bool, live: LivePatchMethod) -> Option<bool> {
    match live {
        LivePatchMethod::Breakpoint(_) if Host::TRAP.is_some() => Some(true),
        LivePatchMethod::Best(_) if Host::TRAP.is_some() => {
            Some(!(in_word && stores_replace_instructions()))
        }
        _ => in_word.then_some(false),
    }
}

/// Writes the changes. If threads run, no thread begins to execute a replaced instruction after
/// this returns.
///
/// # Safety
///
/// The places are unlocked. With `live`, the words that they lie in are unlocked too, and each
/// place is one instruction, which lies in one word unless it is written under a breakpoint.
/// [`PATCHING`](super::live::PATCHING) is held.
pub(super) unsafe fn write_changes<'c>(
    changes: impl Iterator<Item = Change<'c>> + Clone,
    live: bool,
    threads: ConcurrentExecution,
) {
    for Change { place, bytes, needs_breakpoint } in changes.clone() {
        if needs_breakpoint {
            continue;
        }
        // SAFETY: as the caller promises.
        unsafe {
            if live && !bytes.is_empty() {
                let (word, range) = place.in_word(bytes.len());
                word.store_in_word(range, bytes);
            } else {
                place.store(bytes);
            }
        }
    }
    let by_breakpoint = changes.clone().filter(|change| change.needs_breakpoint);
    let by_breakpoint = by_breakpoint.map(|change| (change.place, change.bytes));
    // SAFETY: as the caller promises.
    let synchronised =
        Host::TRAP.is_some_and(|trap| unsafe { write_with_breakpoint(trap, by_breakpoint) });
    for Change { place, bytes, .. } in changes {
        // SAFETY: these are the bytes that were just written.
        unsafe { publish_code(place.written, place.code, bytes.len()) };
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
            assert!(in_word(word, store as usize, &memory), "{word:#x}");
            assert!(in_word(word + store - 1, 1, &memory), "{word:#x}");
            assert!(!in_word(word + store - 1, 2, &memory), "{word:#x}");
        }
        assert!(!in_word(last, store as usize, &(memory.start..memory.end - 1)));
        assert!(!in_word(memory.start, 1, &(memory.start + 1..memory.end)));
        assert!(!in_word(memory.start, 0, &memory));
    }
}
