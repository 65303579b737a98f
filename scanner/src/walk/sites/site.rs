//! A decoded call site, in the form that the fast walk needs.

use super::cache::Position;
use super::places::NO_REGISTER;
use crate::arch::Architecture;
use crate::table::{AddressBase, FrameDescriptor, RootLocation};

/// Maximum number of roots of a site: with it, a site is as large as a cache line.
const CAPACITY: usize = 12;

/// A number of words that no frame of a [run](super::super::run) can have.
const NO_FRAME: u16 = u16::MAX;

/// A decoded call site: how to get from its frame to the caller and to the roots, without
/// references to a table. All requirements of the fast walk on a frame are checked here, once.
///
/// All numbers are in words of eight bytes. `END` is the frame's end: the CFA, which is the
/// caller's stack pointer.
///
/// Invariants, which the fast walk relies on:
///
/// 1. every slot is below `extent`, and `1 <= ra <= extent`, so that they lie in a frame that
///    has at least `extent` words;
/// 2. a frame whose end is found from the stack pointer has `words >= extent >= 1` words;
/// 3. `lanes` and `end_lane` are lanes of [`Places`](super::places::Places);
/// 4. `roots <= CAPACITY`.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(64))]
pub(crate) struct Site {
    /// The return address.
    pub(super) pc: u64,
    /// Position where the caller's site was found the last time.
    pub(super) caller: Position,
    /// Distance to `END` from the stack pointer, or from the register `end_lane`.
    pub(crate) words: u16,
    /// The return address into the caller is at `END - ra`.
    pub(crate) ra: u16,
    pub(crate) extent: u16,
    /// Callee-saved registers that must be known, one bit each.
    pub(crate) needs: u16,
    /// All bits except those of registers that the frame saved.
    pub(crate) keeps: u16,
    pub(super) roots: u8,
    /// Number of roots that are in registers.
    pub(crate) register_roots: u8,
    /// The lane of the register to which `END` is relative; that of no register if it is relative
    /// to the stack pointer.
    pub(crate) end_lane: u8,
    /// For each root, the lane that is subtracted from its number of words from the stack pointer.
    pub(super) lanes: [u8; CAPACITY],
    pub(super) slots: [u16; CAPACITY],
}

const _: () = assert!(size_of::<Site>() == 64);

/// The effect of a frame on the places of its caller's registers; see
/// [`Places`](super::places::Places).
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Saves<Q> {
    /// Lanes that stay, all bits set.
    pub(crate) keep: Q,
    /// In the other lanes, the distance from `END` down to where the register was saved.
    pub(crate) set: Q,
}

impl<Q: AsRef<[u64]>> Saves<Q> {
    /// Stores the addresses of the registers that a frame saved whose end is `end`.
    pub(crate) fn store<S: AsMut<[u64]>>(&self, addresses: &mut S, end: u64) {
        for (register, address) in addresses.as_mut().iter_mut().enumerate() {
            let lane = register + 1;
            let of = |lanes: &Q| lanes.as_ref()[lane / 4] >> (lane % 4 * 16) & 0xffff;
            if of(&self.keep) == 0 {
                *address = end.wrapping_sub(8 * of(&self.set));
            }
        }
    }
}

impl Site {
    /// No call site; the cache finds it by no return address.
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
        slots: [0; CAPACITY],
    };

    /// Creates the site of a statepoint with this return address. `None` if the frame is one of the
    /// rare ones: with derived roots, with slots relative to a register, with many or distant
    /// roots, with roots that older frames may name, too, or with a register that cannot be
    /// recovered.
    pub(super) fn new<A: Architecture>(
        pc: u64,
        frame: &FrameDescriptor<'_, A>,
    ) -> Option<(Self, Saves<A::Lanes>)> {
        let mut site = Self { pc, ..Self::EMPTY };
        let mut saves = Saves { keep: A::Lanes::default(), set: A::Lanes::default() };
        if frame.lost() != 0 || frame.derived().len() != 0 || frame.bases().len() > CAPACITY {
            return None;
        }

        let (base, offset) = frame.cfa();
        site.words = words(offset)?;
        site.ra = words(frame.return_address().checked_neg()?)?;
        site.extent = site.ra;
        if let AddressBase::CalleeSaved(register) = base {
            site.end_lane = lane::<A>(register)?;
            site.needs |= 1 << register;
        }

        saves.keep.as_mut().fill(!0);
        // The lane of no register stays 0.
        set_lane::<A>(&mut saves, NO_REGISTER, 0);
        for (register, offset) in frame.saved() {
            let distance = words(offset.checked_neg()?).filter(|&distance| distance >= 1)?;
            set_lane::<A>(&mut saves, lane::<A>(register)?, distance);
            site.keeps &= !(1 << register);
            site.extent = site.extent.max(distance);
        }

        for root in frame.bases() {
            let at = usize::from(site.roots);
            (site.lanes[at], site.slots[at]) = match root {
                RootLocation::Slot { base: AddressBase::StackPointer, offset } => {
                    let slot = words(offset)?;
                    site.extent = site.extent.max(slot.checked_add(1)?);
                    (NO_REGISTER, slot)
                }
                // A register that the frame does not save holds its caller's value, too.
                RootLocation::Register(register)
                    if site.keeps.checked_shr(register.into()).is_some_and(|k| k & 1 == 0) =>
                {
                    site.needs |= 1 << register;
                    site.register_roots += 1;
                    (lane::<A>(register)?, 0)
                }
                RootLocation::Slot { .. } | RootLocation::Register(_) => return None,
            };
            site.roots += 1;
        }
        let is_sound = site.ra >= 1
            && (site.end_lane != NO_REGISTER || site.words >= site.extent)
            && site.words != NO_FRAME;
        is_sound.then_some((site, saves))
    }

    /// Returns the return address.
    #[inline]
    pub(crate) fn pc(&self) -> u64 {
        self.pc
    }

    /// Returns the locations of the roots, in words from the stack pointer, where no root is in a
    /// register.
    #[inline]
    pub(crate) fn slots(&self) -> &[u16] {
        // SAFETY: invariant 4.
        unsafe { self.slots.get_unchecked(..usize::from(self.roots)) }
    }

    /// Like [`Self::slots`] for roots anywhere: the location is the slot minus the content of this
    /// lane.
    #[inline]
    pub(crate) fn lanes(&self) -> &[u8] {
        // SAFETY: invariant 4.
        unsafe { self.lanes.get_unchecked(..usize::from(self.roots)) }
    }
}

fn lane<A: Architecture>(register: u8) -> Option<u8> {
    (usize::from(register) < A::CALLEE_SAVED.len()).then(|| register + 1)
}

fn set_lane<A: Architecture>(saves: &mut Saves<A::Lanes>, lane: u8, distance: u16) {
    let (at, shift) = (usize::from(lane / 4), u32::from(lane % 4) * 16);
    saves.keep.as_mut()[at] &= !(0xffff << shift);
    // A damaged table may name a register twice; the cursor also uses the last one.
    saves.set.as_mut()[at] &= !(0xffff << shift);
    saves.set.as_mut()[at] |= u64::from(distance) << shift;
}

/// Converts an offset from bytes to words; `None` if it is negative, not a whole number of words,
/// or too large.
fn words(offset: i32) -> Option<u16> {
    (offset % 8 == 0).then_some(offset / 8).and_then(|words| words.try_into().ok())
}
