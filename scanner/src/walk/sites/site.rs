//! Decoded call sites for the fast walk.

use super::cache::Position;
use super::lists::{FROM_END, ListedRoot, MAX_BASES, RootLists};
use super::saved_registers::NO_REGISTER;
use crate::arch::Architecture;
use crate::table::{AddressBase, FrameDescriptor, RootLocation};

/// Maximum number of roots in a site itself. With 12, a site fills one cache line of 64 bytes.
const CAPACITY: usize = 12;
/// The number of roots of a site whose roots are in a list.
const LISTED: u8 = u8::MAX;
/// As [`LISTED`], if all roots are slots that are relative to the stack pointer, and none is
/// derived.
const LISTED_SLOTS: u8 = LISTED - 1;

/// Maximum product of the numbers of base and derived roots: for each base, all derived roots are
/// searched.
const MAX_PAIRINGS: usize = 1 << 14;
// So no list has more bases from which others are derived: each has at least one derived root.
const _: () = assert!(MAX_PAIRINGS <= MAX_BASES * MAX_BASES && MAX_BASES <= 1 << u8::BITS);

/// A frame size in words that no valid [`Site`] has; only [`Site::EMPTY`] has it.
const NO_FRAME: u16 = u16::MAX;

/// A decoded call site: the locations of its frame's caller and roots, without references to a
/// table. [`Self::new`] checks all requirements of the fast walk on a frame, once.
///
/// A site itself contains up to `CAPACITY` roots. If a frame has more, or derived roots, or slots
/// that are relative to its end, its roots are a part of the cache's [`RootLists`].
///
/// All sizes and distances are in words of eight bytes. `END` is the frame's end: the CFA, which is
/// the caller's stack pointer.
///
/// Invariants, which the fast walk relies on:
///
/// 1. every slot is less than `extent`, every distance of a root from `END` is at least 1 and at
///    most `extent`, and so is `ra`; so they are inside a frame of at least `extent` words;
/// 2. a frame whose end is relative to the stack pointer has `words >= extent >= 1` words;
/// 3. `lanes` and `end_lane` are lanes of
///    [`SavedRegisterLocations`](super::saved_registers::SavedRegisterLocations); those of listed
///    roots may also be [`FROM_END`], if `end_lane` is the lane of a register.
///
/// No two roots are the same word: a table lists each location of a frame once, and slots that are
/// relative to the stack pointer and to the end do not occur together.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(64))]
pub(crate) struct Site {
    /// The return address.
    pub(super) pc: u64,
    /// Position of the caller's site in the last walk.
    pub(super) caller: Position,
    /// Distance to `END` from the stack pointer, or from the register `end_lane`.
    pub(crate) words: u16,
    /// The return address into the caller is at `END - ra`.
    pub(crate) ra: u16,
    /// Minimum size of the frame, in words: it contains all slots and saved registers.
    pub(crate) extent: u16,
    /// Callee-saved registers whose locations must be known, one bit each.
    pub(crate) needs: u16,
    /// All bits except those of registers that the frame saved.
    pub(crate) keeps: u16,
    /// Number of roots, or [`LISTED`] or [`LISTED_SLOTS`].
    pub(super) roots: u8,
    /// Number of roots that are in registers.
    pub(crate) register_roots: u8,
    /// The lane of the register to which `END` is relative, or [`NO_REGISTER`] if `END` is relative
    /// to the stack pointer.
    pub(crate) end_lane: u8,
    /// For each root, the lane of the register that contains it, or [`NO_REGISTER`].
    pub(super) lanes: [u8; CAPACITY],
    /// Whether the roots may change while the frame is in a call: it has stack objects.
    pub(crate) is_mutable: bool,
    /// For each root, its distance from the stack pointer in words; 0 for a root in a register. The
    /// root is at this distance minus the value of its lane. If the roots are in a list: its start
    /// in the first two elements, then its length, the number of roots from which others are
    /// derived, and the number of derived roots.
    pub(super) slots: [u16; CAPACITY],
}

const _: () = assert!(size_of::<Site>() == 64);

/// The registers that a frame saved, as lanes of
/// [`SavedRegisterLocations`](super::saved_registers::SavedRegisterLocations).
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Saves<Q> {
    /// Mask: all bits of a lane are set if the frame did not save its register.
    pub(crate) keep: Q,
    /// In the other lanes, the distance in words from `END` down to the saved register.
    pub(crate) set: Q,
}

impl<Q: AsRef<[u64]>> Saves<Q> {
    /// Writes to `addresses` the addresses at which the frame saved registers. `end` is the frame's
    /// end. Other elements do not change.
    pub(crate) fn store<S: AsMut<[u64]>>(&self, addresses: &mut S, end: u64) {
        for (register, address) in addresses.as_mut().iter_mut().enumerate() {
            let lane = register + 1;
            let read_lane = |lanes: &Q| lanes.as_ref()[lane / 4] >> (lane % 4 * 16) & 0xffff;
            if read_lane(&self.keep) == 0 {
                *address = end.wrapping_sub(8 * read_lane(&self.set));
            }
        }
    }
}

impl Site {
    /// An empty cache entry. No look-up returns it.
    pub(super) const EMPTY: Self = Self {
        pc: 0,
        caller: Position::FIRST,
        words: NO_FRAME,
        ra: 1,
        extent: NO_FRAME,
        needs: 0,
        keeps: !0,
        roots: 0,
        register_roots: 0,
        end_lane: NO_REGISTER,
        lanes: [NO_REGISTER; CAPACITY],
        is_mutable: false,
        slots: [0; CAPACITY],
    };

    /// Creates the site of a statepoint with this return address. Adds its roots to `lists` if they
    /// are in a list. Returns `None` if the fast walk does not support the frame: it has slots that
    /// are relative to another register than its end, or to both the end and the stack pointer,
    /// offsets that do not fit 16 bits, roots in a register that it does not save, or a register
    /// that cannot be recovered; or if `lists` is full.
    pub(super) fn new<A: Architecture>(
        pc: u64,
        frame: &FrameDescriptor<'_, A>,
        lists: &mut RootLists,
    ) -> Option<(Self, Saves<A::Lanes>)> {
        let mut site = Self { pc, is_mutable: frame.has_stack_objects(), ..Self::EMPTY };
        let mut saves = Saves { keep: A::Lanes::default(), set: A::Lanes::default() };
        if frame.lost() != 0 {
            return None;
        }

        let (base, offset) = frame.cfa();
        site.words = offset_to_words(offset)?;
        site.ra = offset_to_words(frame.return_address().checked_neg()?)?;
        site.extent = site.ra;
        if let AddressBase::CalleeSaved(register) = base {
            site.end_lane = register_lane::<A>(register)?;
            site.needs |= 1 << register;
        }

        saves.keep.as_mut().fill(!0);
        // The lane `NO_REGISTER` stays 0.
        set_lane::<A>(&mut saves, NO_REGISTER, 0);
        for (register, offset) in frame.saved() {
            let distance = offset_to_words(offset.checked_neg()?);
            let distance = distance.filter(|&distance| distance >= 1)?;
            set_lane::<A>(&mut saves, register_lane::<A>(register)?, distance);
            site.keeps &= !(1 << register);
            site.extent = site.extent.max(distance);
        }

        site.add_roots(frame, lists)?;
        let is_sound = site.ra >= 1
            && (site.end_lane != NO_REGISTER || site.words >= site.extent)
            && site.words != NO_FRAME;
        is_sound.then_some((site, saves))
    }

    /// Adds the roots of a frame to this site, or to `lists`.
    fn add_roots<A: Architecture>(
        &mut self,
        frame: &FrameDescriptor<'_, A>,
        lists: &mut RootLists,
    ) -> Option<()> {
        let (end, _) = frame.cfa();
        let is_from_end =
            |root| matches!(root, RootLocation::Slot { base: AddressBase::CalleeSaved(_), .. });
        let has_from_end =
            frame.bases().any(is_from_end) || frame.derived().any(|(root, _)| is_from_end(root));
        if !has_from_end && frame.derived().len() == 0 && frame.bases().len() <= CAPACITY {
            for root in frame.bases() {
                let at = usize::from(self.roots);
                (self.slots[at], self.lanes[at]) = self.locate::<A>(root, end)?;
                self.roots += 1;
            }
            return Some(());
        }
        if frame.bases().len() * frame.derived().len() > MAX_PAIRINGS {
            return None;
        }
        let start = lists.len();
        let length = u16::try_from(frame.bases().len() + frame.derived().len()).ok()?;
        let mut add = |root, base| {
            let (slot, lane) = self.locate::<A>(root, end)?;
            if has_from_end && lane == NO_REGISTER {
                return None;
            }
            lists.push(ListedRoot { slot, lane, base })?;
            Some(lists.len() - start)
        };
        // There are few derived roots.
        let derived_from = |index| frame.derived().filter(move |&(_, base)| base == index);
        let has_derived = |index: &usize| derived_from(*index).next().is_some();
        let (mut bases, mut derived) = (0, 0);
        for (_, root) in frame.bases().enumerate().filter(|(index, _)| has_derived(index)) {
            bases = add(root, 0)?;
        }
        for (base, index) in (0..frame.bases().len()).filter(has_derived).enumerate() {
            for (root, _) in derived_from(index) {
                derived = add(root, base as u8)? - bases;
            }
        }
        for (_, root) in frame.bases().enumerate().filter(|(index, _)| !has_derived(index)) {
            add(root, 0)?;
        }
        // A derived root whose base does not exist: the cursor reports it.
        if lists.len() - start != usize::from(length) {
            return None;
        }
        let are_slots = lists.roots()[start..].iter().all(|root| root.lane == NO_REGISTER);
        self.roots = if are_slots && derived == 0 { LISTED_SLOTS } else { LISTED };
        self.slots[0] = start as u16;
        self.slots[1] = (start >> 16) as u16;
        self.slots[2] = length;
        self.slots[3] = bases as u16;
        self.slots[4] = derived as u16;
        Some(())
    }

    /// Returns the slot and the lane of a root in this site's frame. `end`: the register to which
    /// the frame's end is relative.
    fn locate<A: Architecture>(
        &mut self,
        root: RootLocation,
        end: AddressBase,
    ) -> Option<(u16, u8)> {
        match root {
            RootLocation::Slot { base: AddressBase::StackPointer, offset } => {
                let slot = offset_to_words(offset)?;
                self.extent = self.extent.max(slot.checked_add(1)?);
                Some((slot, NO_REGISTER))
            }
            RootLocation::Slot { base, offset } if base == end && offset % 8 == 0 => {
                let distance = i32::from(self.words).checked_sub(offset / 8)?;
                let distance = u16::try_from(distance).ok().filter(|&distance| distance >= 1)?;
                self.extent = self.extent.max(distance);
                Some((distance, FROM_END))
            }
            // A register that the frame does not save also holds its caller's value, so an older
            // frame may list the same root.
            RootLocation::Register(register)
                if self.keeps.checked_shr(register.into()).is_some_and(|k| k & 1 == 0) =>
            {
                self.needs |= 1 << register;
                self.register_roots = self.register_roots.checked_add(1)?;
                Some((0, register_lane::<A>(register)?))
            }
            RootLocation::Slot { .. } | RootLocation::Register(_) => None,
        }
    }

    /// Returns the return address.
    #[inline]
    pub(crate) fn pc(&self) -> u64 {
        self.pc
    }

    /// Returns whether the roots are in a list.
    #[inline]
    pub(crate) fn is_listed(&self) -> bool {
        self.roots >= LISTED_SLOTS
    }

    /// Returns whether the roots are in a list, and all of them are slots that are relative to the
    /// stack pointer.
    #[inline]
    pub(crate) fn lists_slots(&self) -> bool {
        self.roots == LISTED_SLOTS
    }

    /// Returns the start and the length of the list of roots, if they are in one.
    #[inline]
    pub(super) fn list(&self) -> (usize, usize) {
        let [low, high, length, ..] = self.slots.map(usize::from);
        (low | high << 16, length)
    }

    /// Returns the number of roots in the list from which others are derived, and the number of
    /// those that are derived, if the roots are in a list. The former come first in the list, then
    /// the latter, then all other roots.
    #[inline]
    pub(crate) fn derived(&self) -> (usize, usize) {
        let [_, _, _, bases, derived, ..] = self.slots.map(usize::from);
        (bases, derived)
    }

    /// Returns the distance of each root from the stack pointer in words; 0 for a root in a
    /// register. Empty if the roots are in a list.
    #[inline]
    pub(crate) fn slots(&self) -> &[u16] {
        self.slots.get(..usize::from(self.roots)).unwrap_or(&[])
    }

    /// Returns the lane of each root. The root's distance from the stack pointer is its slot minus
    /// the value of its lane. Empty if the roots are in a list.
    #[inline]
    pub(crate) fn lanes(&self) -> &[u8] {
        self.lanes.get(..usize::from(self.roots)).unwrap_or(&[])
    }
}

/// Returns the lane of the callee-saved register with this index.
fn register_lane<A: Architecture>(register: u8) -> Option<u8> {
    (usize::from(register) < A::CALLEE_SAVED.len()).then(|| register + 1)
}

/// Records that the frame saved a lane's register `distance` words below its end.
fn set_lane<A: Architecture>(saves: &mut Saves<A::Lanes>, lane: u8, distance: u16) {
    let (at, shift) = (usize::from(lane / 4), u32::from(lane % 4) * 16);
    saves.keep.as_mut()[at] &= !(0xffff << shift);
    // A damaged table may list a register twice. The last entry is used, as the cursor does.
    saves.set.as_mut()[at] &= !(0xffff << shift);
    saves.set.as_mut()[at] |= u64::from(distance) << shift;
}

/// Converts an offset from bytes to words; `None` if it is negative, not a whole number of words,
/// or too large.
fn offset_to_words(offset: i32) -> Option<u16> {
    (offset % 8 == 0).then_some(offset / 8).and_then(|words| words.try_into().ok())
}
