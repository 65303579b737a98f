//! The fast walk: runs of frames whose call sites are cached.
//!
//! A run continues from frame to frame while the call site of each frame is in the [`SiteCache`]
//! and the frame is inside the stack. It stops at the first other frame, which the
//! [`Cursor`](crate::walk::Cursor) then handles: the cursor supports all frames and reports all
//! errors. So a problem in this module's code can only make a run shorter.
//!
//! Before a run accesses any word of a frame, it checks that the frame ends above its stack pointer
//! and within the stack. Everything else was checked once, when the frame's
//! [`Site`](crate::walk::sites::Site) was created.

use super::{Relocator, WalkCounts};
use crate::arch::{Architecture, prefetch};
use crate::fault_injection::fault;
use crate::walk::sites::{
    FROM_END, ListedRoot, MAX_BASES, NO_REGISTER, SavedRegisterLocations, SiteCache, WINDOW,
};
use crate::walk::{InitialRegisters, MemoryRegion};

/// Distance in bytes from the stack pointer to the cache line that the walk prefetches. Frames are
/// at ascending addresses, but hardware prefetchers stop at the end of a page.
const PREFETCH_DISTANCE: usize = 2048;

/// The movements of the bases of a frame, from which others are derived.
pub(super) type BaseMoves = [BaseMove; MAX_BASES];

/// The movement of the object to which a base points.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct BaseMove {
    /// The base before it was rewritten.
    old: u64,
    /// Distance by which the object moved, modulo 2^64.
    distance: u64,
}

/// The result of a run.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Run {
    /// Number of frames handled.
    pub(super) frames: u64,
    /// The return address of the active call of the last of them, if its caller has no cached call
    /// site. Otherwise it has no meaning.
    pub(super) last: u64,
}

/// Relocates the roots of a run of frames, starting with the frame of `registers`. Sets `registers`
/// to those of the first frame that was not handled.
///
/// `runs_only` states whether the last walk consisted only of such runs. If so, this walk probably
/// does too, and the locations of registers are probably not needed.
pub(super) fn run<A: Architecture>(
    sites: &mut SiteCache<A>,
    mut stack: MemoryRegion<'_>,
    registers: &mut InitialRegisters<A>,
    (runs_only, ends): (bool, &[u64]),
    moves: &mut BaseMoves,
    relocator: &mut impl Relocator,
    counts: &mut WalkCounts,
) -> Run {
    // Three variants of the loop. Roots and frames that are located through registers cost extra
    // instructions per root, and tracking registers costs extra instructions per frame.
    if sites.needs_registers() {
        return walk_run::<A, _, true, true>(
            sites, &mut stack, registers, moves, relocator, counts,
        );
    }
    if !runs_only {
        return walk_run::<A, _, false, true>(
            sites, &mut stack, registers, moves, relocator, counts,
        );
    }
    let initial = *registers;
    let run =
        walk_run::<A, _, false, false>(sites, &mut stack, registers, moves, relocator, counts);
    if run.frames != 0 && !ends.contains(&registers.pc) {
        registers.callee_saved = locate_saved_registers(sites, &mut stack, initial, registers.sp);
    }
    run
}

/// Returns the locations of the saved registers of the frame whose stack pointer is `sp`, by
/// repeating a walk from `initial` that did not track them. All locations are unknown (0) if the
/// repeated walk does not reach that frame.
fn locate_saved_registers<A: Architecture>(
    sites: &mut SiteCache<A>,
    stack: &mut MemoryRegion<'_>,
    initial: InitialRegisters<A>,
    sp: u64,
) -> A::PerCalleeSaved {
    let mut sites = sites.table();
    let InitialRegisters { sp: mut end, callee_saved: mut saved, .. } = initial;
    let mut at = sites.find(initial.pc);
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

/// Walks one run of frames and relocates their roots; see [`run`] for parameters and result.
///
/// `REGISTERS` states whether a frame may have roots in registers or an end that is relative to a
/// register. `TRACK` states whether the locations of saved registers are tracked.
fn walk_run<A: Architecture, R: Relocator, const REGISTERS: bool, const TRACK: bool>(
    sites: &mut SiteCache<A>,
    stack: &mut MemoryRegion<'_>,
    registers: &mut InitialRegisters<A>,
    moves: &mut BaseMoves,
    relocator: &mut R,
    counts: &mut WalkCounts,
) -> Run {
    let mut sites = sites.table();
    let InitialRegisters { mut pc, .. } = *registers;
    let Some(first) = stack.index(registers.sp) else { return Run::default() };
    let Some(mut at) = sites.find(pc) else { return Run::default() };
    let start = stack.as_mut_ptr();
    // The stack contains all words from `start` to `limit`. The frames not yet handled start at
    // `sp`.
    let mut sp = start.wrapping_add(first);
    let window = if TRACK { usize::from(WINDOW) } else { usize::MAX - first };
    let limit = start.wrapping_add(stack.len().min(first + window));
    let saved = &registers.callee_saved;
    let mut locations = SavedRegisterLocations::<A>::new(saved, stack.low(), registers.sp);
    let (mut frames, mut roots, mut register_roots, mut relocated_registers) = (0, 0, 0, 0);
    let mut relocated_derived = 0;

    loop {
        prefetch(sp.addr().wrapping_add(PREFETCH_DISTANCE));
        let site = sites.site(at);
        let mut end = sp.wrapping_add(usize::from(site.words));
        let distances = locations.distances();
        let root_address = |slot: u16, lane: u8| {
            // SAFETY: invariant 3 of `Site`: its lanes are valid.
            let distance = unsafe { distances.in_lane(lane) };
            sp.wrapping_offset(slot as isize - distance as isize)
        };
        if REGISTERS {
            if locations.lacks(site.needs) {
                break;
            }
            if site.end_lane != NO_REGISTER {
                // SAFETY: the register is in `site.needs`, so its location is known. Known
                // locations are words of the stack (see `SavedRegisterLocations`).
                let value = unsafe { root_address(0, site.end_lane).read() };
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

        // The frame has at least `site.extent` words, and all of them are in the stack: checked
        // above, or invariant 2 of `Site`. So each root that follows is a word of the stack: a slot
        // is in the frame (invariant 1 of `Site`), and the location of a register is in the stack
        // (see `SavedRegisterLocations`). `stack` is borrowed mutably, so no other code accesses
        // it.
        if site.is_mutable {
            relocator.note_mutable_frame();
        }
        if !R::FORWARDS {
            // Nothing would be rewritten.
        } else if site.is_listed() {
            let list = sites.list(site);
            let address = |root: &ListedRoot| match root.lane {
                FROM_END if REGISTERS => end.wrapping_sub(root.slot.into()),
                lane if REGISTERS => root_address(root.slot, lane),
                _ => sp.wrapping_add(root.slot.into()),
            };
            if site.lists_slots() {
                // SAFETY: as stated above.
                unsafe {
                    relocate_slots(list, |root| sp.wrapping_add(root.slot.into()), relocator)
                };
            } else {
                let lists = split_list(list, site.derived());
                // SAFETY: as stated above.
                let rewritten =
                    unsafe { relocate_list::<REGISTERS, _>(lists, address, moves, relocator) };
                relocated_registers += rewritten.registers;
                relocated_derived += rewritten.derived;
            }
            roots += list.len() as u64;
        } else if REGISTERS {
            roots += site.slots().len() as u64;
            // Either the slot or the lane's value is 0.
            let (slots, last_slots) = site.slots().as_chunks::<4>();
            let (lanes, last_lanes) = site.lanes().as_chunks::<4>();
            for (slots, lanes) in slots.iter().zip(lanes) {
                // SAFETY: as stated above.
                let rewritten = unsafe {
                    [
                        relocate_word(root_address(slots[0], lanes[0]), relocator),
                        relocate_word(root_address(slots[1], lanes[1]), relocator),
                        relocate_word(root_address(slots[2], lanes[2]), relocator),
                        relocate_word(root_address(slots[3], lanes[3]), relocator),
                    ]
                };
                for (rewritten, lane) in rewritten.into_iter().zip(lanes) {
                    relocated_registers += u64::from(rewritten & (*lane != NO_REGISTER));
                }
            }
            for (&slot, &lane) in last_slots.iter().zip(last_lanes) {
                // SAFETY: as stated above.
                let rewritten = unsafe { relocate_word(root_address(slot, lane), relocator) };
                relocated_registers += u64::from(rewritten & (lane != NO_REGISTER));
            }
        } else {
            let slots = site.slots();
            roots += slots.len() as u64;
            let address = |&slot: &u16| sp.wrapping_add(slot.into());
            // SAFETY: as stated above.
            unsafe { relocate_slots(slots, address, relocator) };
        }
        register_roots += u64::from(REGISTERS) * u64::from(site.register_roots);
        frames += 1;

        // SAFETY: the return address is in the frame (invariant 1 of `Site`), and so in the stack.
        pc = A::strip_return_address(unsafe { end.wrapping_sub(site.ra.into()).read() });
        if TRACK {
            let words = (end.addr() - sp.addr()) / 8;
            locations.leave(words as u64, sites.saves(at), site.keeps);
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
        registers.callee_saved = locations.addresses(registers.callee_saved, registers.sp);
    }
    counts.frames_walked += frames;
    counts.records_matched += frames;
    counts.roots_visited += roots;
    counts.register_roots += register_roots;
    counts.register_roots_relocated += relocated_registers;
    counts.derived_relocated += relocated_derived;
    Run { frames, last: sites.site(at).pc() }
}

/// Relocates a root, and returns whether it was rewritten. Always inlined, so that the relocator's
/// usual case needs no call.
///
/// # Safety
///
/// `root` points to a word of the stack, which no other code accesses.
#[inline(always)]
unsafe fn relocate_word(root: *mut u64, relocator: &mut impl Relocator) -> bool {
    // SAFETY: guaranteed by the caller.
    let word = unsafe { root.read() };
    if word == 0 {
        return false;
    }
    let new = relocator.forward(word);
    if new != word {
        // SAFETY: guaranteed by the caller.
        unsafe { root.write(new) };
    }
    new != word
}

/// Relocates slots, four in one iteration.
///
/// # Safety
///
/// `address` returns pointers to words of the stack, which no other code accesses.
#[inline(always)]
unsafe fn relocate_slots<T>(
    slots: &[T],
    address: impl Fn(&T) -> *mut u64,
    relocator: &mut impl Relocator,
) {
    let (slots, last) = slots.as_chunks::<4>();
    for slots in slots {
        // SAFETY: guaranteed by the caller.
        unsafe {
            relocate_word(address(&slots[0]), relocator);
            relocate_word(address(&slots[1]), relocator);
            relocate_word(address(&slots[2]), relocator);
            relocate_word(address(&slots[3]), relocator);
        }
    }
    for slot in last {
        // SAFETY: guaranteed by the caller.
        unsafe { relocate_word(address(slot), relocator) };
    }
}

/// Numbers of rewritten roots.
#[derive(Default)]
struct Rewritten {
    /// Roots in registers.
    registers: u64,
    /// Derived roots that differed from their bases.
    derived: u64,
}

/// Splits a list into the roots from which others are derived, the derived ones, and all others.
#[inline(always)]
fn split_list(list: &[ListedRoot], (bases, derived): (usize, usize)) -> [&[ListedRoot]; 3] {
    let (bases, rest) = list.split_at_checked(bases).unwrap_or_default();
    let (derived, others) = rest.split_at_checked(derived).unwrap_or_default();
    [bases, derived, others]
}

/// Relocates the roots of a list: `bases`, from which others are derived, `derived`, and all
/// others. No two roots are the same word, so each base can be rewritten before the next is read.
///
/// # Safety
///
/// `address` returns pointers to words of the stack, which no other code accesses.
#[inline(always)]
unsafe fn relocate_list<const REGISTERS: bool, R: Relocator>(
    [bases, derived, others]: [&[ListedRoot]; 3],
    address: impl Fn(&ListedRoot) -> *mut u64,
    moves: &mut BaseMoves,
    relocator: &mut R,
) -> Rewritten {
    let mut rewritten = Rewritten::default();
    let in_register = |root: &ListedRoot| u64::from(REGISTERS && root.is_in_register());
    for (root, base_move) in bases.iter().zip(&mut *moves) {
        let at = address(root);
        // SAFETY: guaranteed by the caller.
        let old = unsafe { at.read() };
        let new = if old == 0 { 0 } else { relocator.forward(old) };
        if new != old {
            // SAFETY: guaranteed by the caller.
            unsafe { at.write(new) };
            rewritten.registers += in_register(root);
        }
        *base_move = BaseMove { old, distance: new.wrapping_sub(old) };
    }
    for root in derived {
        let BaseMove { old, distance } = moves[usize::from(root.base) % MAX_BASES];
        let at = address(root);
        if distance == 0 || at.addr() & 8 != 0 && fault("skip-derived") {
            continue;
        }
        // SAFETY: guaranteed by the caller.
        let word = unsafe { at.read() };
        let by = if fault("rebase-twice") { distance.wrapping_mul(2) } else { distance };
        // SAFETY: guaranteed by the caller.
        unsafe { at.write(word.wrapping_add(by)) };
        rewritten.registers += in_register(root);
        rewritten.derived += u64::from(word != old);
    }
    for root in others {
        // SAFETY: guaranteed by the caller.
        let is_rewritten = unsafe { relocate_word(address(root), relocator) };
        rewritten.registers += u64::from(is_rewritten) & in_register(root);
    }
    rewritten
}
