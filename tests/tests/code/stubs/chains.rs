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
        let chain = without_barriers(callers);
        let sp = chain[0].sp;
        self.by_sp.insert(sp, chain);
        self.order.push(sp);
    }

    /// Compares a chain with the one that has the same youngest frame. `registers` says whether
    /// their registers must be equal.
    pub(super) fn check(&self, callers: &[Frame], registers: bool) -> Result<(), String> {
        let found = without_barriers(callers);
        let sp = found.first().ok_or("there is no caller")?.sp;
        let expected = self.by_sp.get(&sp);
        let expected = expected.ok_or_else(|| format!("no call has this caller: {found:x?}"))?;
        compare(&found, expected, registers)
    }

    /// Compares a chain with the end of one that a younger frame has found, as [`Self::check`].
    pub(super) fn check_end(&self, callers: &[Frame], registers: bool) -> Result<(), String> {
        let found = without_barriers(callers);
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

/// Returns the frames without those of return barriers, which collections install and remove.
fn without_barriers(frames: &[Frame]) -> Vec<Frame> {
    frames.iter().copied().filter(|frame| !is_in("barrier_trampolines", frame.pc)).collect()
}

/// Compares two chains. Either may end where a takeover is pending: unwinders do not know which
/// frame is there.
fn compare(found: &[Frame], expected: &[Frame], registers: bool) -> Result<(), String> {
    let mut pairs = found.iter().zip(expected);
    let is_pending = |frame: &Frame| is_in("return_trampolines", frame.pc);
    let mut ends = false;
    let are_equal = pairs.all(|(a, b)| {
        ends |= is_pending(a) || is_pending(b);
        a.sp == b.sp && (ends || a.pc == b.pc && (!registers || a.registers == b.registers))
    });
    if are_equal && (ends || found.len() == expected.len()) {
        Ok(())
    } else {
        Err(format!("found    {found:x?}\nexpected {expected:x?}"))
    }
}
