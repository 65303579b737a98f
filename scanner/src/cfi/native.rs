//! Unwind rules of native code, found with the binary search table in `.eh_frame_hdr`.
//!
//! The `.eh_frame` section of a managed image is scanned completely, because its table needs the
//! rules of all call sites ([`EhFrame`](super::EhFrame)). Of native code, a walk needs only the
//! rules of the few functions between managed frames. The search table of `.eh_frame_hdr` (Linux
//! Standard Base, "Exception Frames") finds the FDE of one address without reading the others.

use core::ops::ControlFlow;

use gimli::{BaseAddresses, EhFrameHdr, LittleEndian, UnwindSection};

use super::augmentation::{
    KeyBEntries, RewrittenSection, is_signal_frame, rewrite_unknown_letters,
};
use super::eh_frame::{frame_rule, section, to_unwind_problem};
use super::program::{Column, InstructionBudget, State};
use super::rule::{FrameRule, UnwindProblem};
use crate::arch::Architecture;

/// The `.eh_frame_hdr` section of a loaded image.
#[derive(Clone, Copy, Debug)]
pub(crate) struct NativeSections<'a> {
    /// Address of `.eh_frame_hdr`.
    pub(crate) header_address: u64,
    /// The bytes from `header_address` to the end of its segment.
    pub(crate) header: &'a [u8],
}

/// The rule for unwinding a native frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NativeRule {
    /// The caller is found by this rule.
    Frame(FrameRule),
    /// There is no caller: the unwind information says that the return address is undefined.
    Outermost,
}

/// Returns the rule of the native function that contains the call that returns to `return_address`.
///
/// `bytes_from` returns the bytes from an address to the end of its segment.
pub(crate) fn native_rule<'a, A: Architecture>(
    sections: NativeSections<'a>,
    bytes_from: impl FnOnce(u64) -> Option<&'a [u8]>,
    return_address: u64,
) -> Result<NativeRule, UnwindProblem> {
    // The call may be the function's last instruction, so the rule at its last byte applies.
    let call = return_address.wrapping_sub(1);
    let NativeSections { header_address, header } = sections;
    let bases = BaseAddresses::default().set_eh_frame_hdr(header_address);
    let header =
        EhFrameHdr::new(header, LittleEndian).parse(&bases, 8).map_err(UnwindProblem::Malformed)?;
    // Linkers refer to the section in the same image directly, never through a pointer.
    let gimli::Pointer::Direct(address) = header.eh_frame_ptr() else {
        return Err(UnwindProblem::NoSearchTable);
    };
    let bytes = bytes_from(address).ok_or(UnwindProblem::NoSearchTable)?;
    let rule = rule_in::<A>(sections, (address, bytes), bytes, &KeyBEntries::default(), call);
    if A::SIGNS_RETURN_ADDRESSES
        && let Err(UnwindProblem::Malformed(gimli::Error::UnknownAugmentation)) = rule
    {
        let RewrittenSection { bytes: rewritten, key_b } = rewrite_unknown_letters(bytes);
        return rule_in::<A>(sections, (address, &rewritten), bytes, &key_b, call);
    }
    rule
}

/// Implements [`native_rule`]. `bytes` is `.eh_frame` at `address`, possibly rewritten so that
/// `gimli` can read it; `original` is the section before that.
fn rule_in<'s, A: Architecture>(
    sections: NativeSections<'s>,
    (address, bytes): (u64, &'s [u8]),
    original: &[u8],
    key_b: &KeyBEntries,
    call: u64,
) -> Result<NativeRule, UnwindProblem> {
    let NativeSections { header_address, header } = sections;
    let bases = BaseAddresses::default().set_eh_frame_hdr(header_address).set_eh_frame(address);
    let header =
        EhFrameHdr::new(header, LittleEndian).parse(&bases, 8).map_err(UnwindProblem::Malformed)?;
    let table = header.table().ok_or(UnwindProblem::NoSearchTable)?;
    let section = section::<A>(bytes);
    let entry = table
        .fde_for_address(&section, &bases, call, gimli::EhFrame::cie_from_offset)
        .map_err(lookup_problem::<A>)?;
    let key = key_b.signing_of(entry.cie().offset());
    if entry.is_signal_trampoline() && is_signal_frame(original, entry.cie().offset()) {
        return Err(UnwindProblem::SignalFrame);
    }
    let mut budget = InstructionBudget::unlimited();
    let initial = State::<A>::initial(&section, &bases, entry.cie(), key, &mut budget);
    let initial = initial.map_err(|reason| to_unwind_problem::<A>(reason, &budget))?;
    let mut rule = Err(UnwindProblem::NoEntry);
    let outcome =
        initial.visit_rows(&section, &bases, &entry, &mut budget, &mut |code, state, _| {
            if !code.contains(&call) {
                return ControlFlow::Continue(());
            }
            rule = match state.return_address() {
                Column::Undefined => Ok(NativeRule::Outermost),
                _ => frame_rule::<A>(state).map(NativeRule::Frame),
            };
            ControlFlow::Break(())
        });
    outcome.map_err(|reason| to_unwind_problem::<A>(reason, &budget))?;
    rule
}

/// Converts an error of the search for an FDE.
fn lookup_problem<A: Architecture>(error: gimli::Error) -> UnwindProblem {
    match error {
        gimli::Error::NoUnwindInfoForAddress => UnwindProblem::NoEntry,
        error => UnwindProblem::of_entry::<A>(error),
    }
}
