//! Unwind rules of native code, found by the search table that linkers write beside `.eh_frame`.
//!
//! A managed image is scanned once and completely, for its call sites
//! ([`EhFrame`](super::EhFrame)); of native code, only the few functions matter that lie between
//! managed frames. `.eh_frame_hdr` (Linux Standard Base, "Exception Frames") leads to the entry of
//! one address by a binary search, without reading the others.

use core::ops::ControlFlow;

use gimli::{BaseAddresses, EhFrameHdr, LittleEndian, UnwindSection};

use super::augmentation::{KeyBEntries, Readable, is_signal_frame, readable};
use super::eh_frame::{frame_rule, section, stopped};
use super::program::{Column, State, Work};
use super::rule::{FrameRule, UnwindProblem};
use crate::arch::Architecture;

/// The unwind sections of an image, in memory.
#[derive(Clone, Copy, Debug)]
pub(crate) struct NativeSections<'a> {
    /// Address of `.eh_frame_hdr`.
    pub(crate) header_address: u64,
    /// The bytes from there to the end of its segment.
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
    // The rule is the one at the last byte of the call, which may be the function's last.
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
    let found = rule_in::<A>(sections, (address, bytes), bytes, &KeyBEntries::default(), call);
    if A::SIGNS_RETURN_ADDRESSES
        && let Err(UnwindProblem::Malformed(gimli::Error::UnknownAugmentation)) = found
    {
        let Readable { bytes: changed, key_b } = readable(bytes);
        return rule_in::<A>(sections, (address, &changed), bytes, &key_b, call);
    }
    found
}

/// Implements [`native_rule`], with `.eh_frame` both in readable form and unchanged.
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
        .map_err(missing::<A>)?;
    let key = key_b.signing_of(entry.cie().offset());
    if entry.is_signal_trampoline() && is_signal_frame(original, entry.cie().offset()) {
        return Err(UnwindProblem::SignalFrame);
    }
    let mut work = Work::unlimited();
    let initial = State::<A>::initial(&section, &bases, entry.cie(), key, &mut work);
    let initial = initial.map_err(|reason| stopped::<A>(reason, &work))?;
    let mut found = Err(UnwindProblem::NoEntry);
    let rows = initial.rows(&section, &bases, &entry, &mut work, &mut |code, state, _| {
        if !code.contains(&call) {
            return ControlFlow::Continue(());
        }
        found = match state.return_address() {
            Column::Undefined => Ok(NativeRule::Outermost),
            _ => frame_rule::<A>(state).map(NativeRule::Frame),
        };
        ControlFlow::Break(())
    });
    rows.map_err(|reason| stopped::<A>(reason, &work))?;
    found
}

fn missing<A: Architecture>(error: gimli::Error) -> UnwindProblem {
    match error {
        gimli::Error::NoUnwindInfoForAddress => UnwindProblem::NoEntry,
        error => UnwindProblem::of_entry::<A>(error),
    }
}
