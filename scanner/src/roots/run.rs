//! The fast walk: runs of frames whose call sites are cached.
//!
//! A run goes from frame to frame as long as each is an ordinary one: its call site is in the
//! [`SiteCache`], and it lies in the stack where it should. At the first other frame the run stops
//! and leaves that frame to the [`Cursor`](crate::walk::Cursor), which handles all frames and all
//! errors. So the worst that can happen here is that a run is short.
//!
//! For each frame, before any of its words is accessed, the run checks that the frame ends above
//! its stack pointer, within the stack. Everything else was checked once, when its
//! [`Site`](crate::walk::sites::Site) was made.

use super::{Relocator, WalkCounts};
use crate::arch::Architecture;
use crate::walk::sites::{NO_REGISTER, Places, SiteCache, WINDOW};
use crate::walk::{InitialRegisters, MemoryRegion};

/// Relocates the roots of frames from that of `registers` on, and sets `registers` to those of the
/// first frame that is not done. Returns the number of frames done.
///
/// `alone`: whether the last walk consisted of such runs only. If so, this one probably does, and
/// the locations of registers are probably not needed.
pub(super) fn run<A: Architecture>(
    sites: &mut SiteCache<A>,
    mut stack: MemoryRegion<'_>,
    registers: &mut InitialRegisters<A>,
    (alone, ends): (bool, &[u64]),
    relocator: &mut impl Relocator,
    counts: &mut WalkCounts,
) -> u64 {
    // Three loops: locating roots and frames through registers costs each root some instructions,
    // and tracking registers costs each frame some.
    if sites.needs_registers() {
        return follow::<A, _, true, true>(sites, &mut stack, registers, relocator, counts);
    }
    if !alone {
        return follow::<A, _, false, true>(sites, &mut stack, registers, relocator, counts);
    }
    let begin = *registers;
    let frames = follow::<A, _, false, false>(sites, &mut stack, registers, relocator, counts);
    if frames != 0 && !ends.contains(&registers.pc) {
        registers.callee_saved = retrace(sites, &mut stack, begin, registers.sp);
    }
    frames
}

/// Returns the locations of the registers of the frame whose stack pointer is `sp`, after a walk
/// from `begin` to there that did not track them. None is known if that frame is not found again.
fn retrace<A: Architecture>(
    sites: &mut SiteCache<A>,
    stack: &mut MemoryRegion<'_>,
    begin: InitialRegisters<A>,
    sp: u64,
) -> A::PerCalleeSaved {
    let mut sites = sites.table();
    let InitialRegisters { sp: mut end, callee_saved: mut saved, .. } = begin;
    let mut at = sites.find(begin.pc);
    while let Some(position) = at
        && end < sp
    {
        let site = sites.site(position);
        end = end.wrapping_add(8 * u64::from(site.words));
        let return_address = end.wrapping_sub(8 * u64::from(site.ra));
        let Some(pc) = stack.load(return_address) else { break };
        sites.saves(position).store(&mut saved, end);
        at = sites.caller(position, A::strip_return_address(pc));
    }
    if end == sp { saved } else { A::PerCalleeSaved::default() }
}

/// `REGISTERS`: whether a frame may have roots in registers, or be left through one. `TRACK`:
/// whether the locations of registers are tracked.
fn follow<A: Architecture, R: Relocator, const REGISTERS: bool, const TRACK: bool>(
    sites: &mut SiteCache<A>,
    stack: &mut MemoryRegion<'_>,
    registers: &mut InitialRegisters<A>,
    relocator: &mut R,
    counts: &mut WalkCounts,
) -> u64 {
    let mut sites = sites.table();
    let InitialRegisters { mut pc, .. } = *registers;
    let Some(first) = stack.index(registers.sp) else { return 0 };
    let Some(mut at) = sites.find(pc) else { return 0 };
    let start = stack.as_mut_ptr();
    // The stack extends from `start` at least to the limit, and frames from `sp` on.
    let mut sp = start.wrapping_add(first);
    let window = if TRACK { usize::from(WINDOW) } else { usize::MAX - first };
    let limit = start.wrapping_add(stack.len().min(first + window));
    let mut places = Places::<A>::new(&registers.callee_saved, stack.low(), registers.sp);
    let (mut frames, mut roots, mut register_roots, mut relocated_registers) = (0, 0, 0, 0);

    loop {
        let site = sites.site(at);
        let mut end = sp.wrapping_add(usize::from(site.words));
        let distances = places.distances();
        let place = |slot: u16, lane: u8| {
            // SAFETY: the lanes of a site are valid (its invariant 3).
            let distance = unsafe { distances.in_lane(lane) };
            sp.wrapping_offset(slot as isize - distance as isize)
        };
        if REGISTERS {
            if places.lacks(site.needs) {
                break;
            }
            if site.end_lane != NO_REGISTER {
                // SAFETY: the register is known, and its place is in the stack: see `Places`.
                let value = unsafe { place(0, site.end_lane).read() };
                let Some(index) = stack.index(value) else { break };
                end = start.wrapping_add(index + usize::from(site.words));
                if end < sp.wrapping_add(usize::from(site.extent)) {
                    break;
                }
            }
        }
        if end > limit {
            break;
        }

        // From here on the frame is known to have at least as many words as the site's extent, all
        // of them in the stack.
        let mut relocate = |root: *mut u64, in_register: bool| {
            // SAFETY: the callers below show that it is a word of the stack, which no other code
            // uses.
            let word = unsafe { root.read() };
            if word == 0 {
                return;
            }
            let new = relocator.forward(word);
            if new != word {
                // SAFETY: as above.
                unsafe { root.write(new) };
                relocated_registers += u64::from(REGISTERS && in_register);
            }
        };
        if REGISTERS {
            // The place in a lane is in the stack (see `Places`), and so is a slot (invariant 1 of
            // the site); one of the two numbers is 0.
            let mut relocate = |slot: u16, lane: u8| {
                relocate(place(slot, lane), lane != NO_REGISTER);
            };
            let (slots, last_slots) = site.slots().as_chunks::<4>();
            let (lanes, last_lanes) = site.lanes().as_chunks::<4>();
            for (slots, lanes) in slots.iter().zip(lanes) {
                relocate(slots[0], lanes[0]);
                relocate(slots[1], lanes[1]);
                relocate(slots[2], lanes[2]);
                relocate(slots[3], lanes[3]);
            }
            for (&slot, &lane) in last_slots.iter().zip(last_lanes) {
                relocate(slot, lane);
            }
            register_roots += u64::from(site.register_roots);
        } else {
            // A slot is in the frame: invariant 1 of the site.
            let mut relocate = |slot: u16| relocate(sp.wrapping_add(slot.into()), false);
            let (fours, last) = site.slots().as_chunks::<4>();
            for slots in fours {
                relocate(slots[0]);
                relocate(slots[1]);
                relocate(slots[2]);
                relocate(slots[3]);
            }
            for &slot in last {
                relocate(slot);
            }
        }
        frames += 1;
        roots += site.slots().len() as u64;

        // SAFETY: it lies in the frame: invariant 1 of the site.
        pc = A::strip_return_address(unsafe { end.wrapping_sub(site.ra.into()).read() });
        if TRACK {
            let words = (end.addr() - sp.addr()) / 8;
            places.leave(words as u64, sites.saves(at), site.keeps);
        }
        sp = end;
        match sites.caller(at, pc) {
            Some(caller) => at = caller,
            None => break,
        }
    }

    *registers = InitialRegisters {
        pc,
        sp: stack.low() + (sp.addr() - start.addr()) as u64,
        callee_saved: registers.callee_saved,
    };
    if TRACK {
        registers.callee_saved = places.addresses(registers.callee_saved, registers.sp);
    }
    counts.frames_walked += frames;
    counts.records_matched += frames;
    counts.roots_visited += roots;
    counts.register_roots += register_roots;
    counts.register_roots_relocated += relocated_registers;
    frames
}
