//! The frames that an unwinder must find.

use std::collections::HashMap;

use super::names::is_in;
use super::unwinder::Frame;

/// Chains of callers that were found at the first instructions of stubs, where the calling
/// convention says where the caller's frame is, by the stack pointer of the youngest of them. Later
/// instructions of the same call must have the same chain.
#[derive(Debug, Default)]
pub(super) struct Chains {
    by_sp: HashMap<u64, Vec<Frame>>,
    /// The stack pointers, in the order in which the chains were found.
    order: Vec<u64>,
}

impl Chains {
    /// Adds a chain.
    pub(super) fn add(&mut self, callers: &[Frame]) {
        let chain = without_trampolines(callers);
        let sp = chain[0].sp;
        self.by_sp.insert(sp, chain);
        self.order.push(sp);
    }

    /// Compares a chain with the one that has the same youngest frame. `registers` says whether
    /// their registers must be equal.
    pub(super) fn check(&self, callers: &[Frame], registers: bool) -> Result<(), String> {
        let found = without_trampolines(callers);
        let sp = found.first().ok_or("there is no caller")?.sp;
        let expected = self.by_sp.get(&sp);
        let expected = expected.ok_or_else(|| format!("no call has this caller: {found:x?}"))?;
        compare(&found, expected, registers)
    }

    /// Compares a chain with the end of one that a younger frame has found, as [`Self::check`].
    pub(super) fn check_end(&self, callers: &[Frame], registers: bool) -> Result<(), String> {
        let found = without_trampolines(callers);
        let sp = found.first().ok_or("there is no caller")?.sp;
        // The latest is most likely the one.
        let known = self.order.iter().rev().any(|youngest| {
            let chain = &self.by_sp[youngest];
            let at = chain.iter().position(|frame| frame.sp == sp);
            at.is_some_and(|at| compare(&found, &chain[at..], registers).is_ok())
        });
        if known { Ok(()) } else { Err(format!("no call has these callers: {found:x?}")) }
    }
}

/// Returns the frames without those of trampolines: collections install return barriers, and a
/// takeover may be requested between two comparisons.
fn without_trampolines(frames: &[Frame]) -> Vec<Frame> {
    let is_trampoline = |pc| is_in("barrier_trampolines", pc) || is_in("return_trampolines", pc);
    frames.iter().copied().filter(|frame| !is_trampoline(frame.pc)).collect()
}

/// Compares two chains.
fn compare(found: &[Frame], expected: &[Frame], registers: bool) -> Result<(), String> {
    let are_equal = found.len() == expected.len()
        && found.iter().zip(expected).all(|(a, b)| {
            a.sp == b.sp && a.pc == b.pc && (!registers || a.registers == b.registers)
        });
    if are_equal { Ok(()) } else { Err(format!("found    {found:x?}\nexpected {expected:x?}")) }
}
