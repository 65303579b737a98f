//! The locations of a frame's callee-saved registers, relative to its stack pointer.

use super::site::Saves;
use crate::arch::Architecture;

/// The largest number of words by which a walk may move the places before it has to restart from
/// addresses.
pub(crate) const WINDOW: u16 = 0x8000;
/// The lane that is always 0. The lane of a register has a number one higher than the register's
/// index in [`CALLEE_SAVED`](crate::arch::CallingConvention::CALLEE_SAVED).
pub(crate) const NO_REGISTER: u8 = 0;
/// The largest initial distance of a place, in words.
const FAR: u64 = 0x7fff;

/// For each callee-saved register, the number of words from its saved value up to the stack
/// pointer, in 16 bits: a lane. Four lanes are a word, so that moving all places from a frame to
/// its caller takes three instructions for four registers, without a case distinction: add the size
/// of the frame to all, clear those that the frame saved, set those.
///
/// A place is a word of the stack: one of those that the walk was started with, below the stack
/// pointer, or one of a frame that has been left, as its [`Site`](super::site::Site) describes. A
/// lane without a known place has no meaning; [`Self::lacks`] tests for that. The lane of no
/// register is always 0.
///
/// A lane does not overflow: it begins with at most `FAR` and grows by at most [`WINDOW`].
#[derive(Clone, Copy, Debug)]
pub(crate) struct Places<A: Architecture> {
    lanes: A::Lanes,
    /// Registers whose place a lane cannot express, one bit each.
    absent: u16,
}

impl<A: Architecture> Places<A> {
    /// Creates the places from addresses. `saved` are addresses, 0 if not known; `low` is the
    /// lowest address of the stack.
    pub(crate) fn new(saved: &A::PerCalleeSaved, low: u64, sp: u64) -> Self {
        let mut places = Self { lanes: A::Lanes::default(), absent: 0 };
        for (register, &address) in saved.as_ref().iter().enumerate() {
            let distance = sp.wrapping_sub(address) / 8;
            let is_followed =
                address != 0 && (low..sp).contains(&address) && address % 8 == 0 && distance <= FAR;
            if is_followed {
                let lane = register + 1;
                places.lanes.as_mut()[lane / 4] |= distance << (lane % 4 * 16);
            } else {
                places.absent |= 1 << register;
            }
        }
        places
    }

    /// Returns the addresses: those in `before`, except where the walk has found another one.
    pub(crate) fn addresses(self, before: A::PerCalleeSaved, sp: u64) -> A::PerCalleeSaved {
        let mut addresses = before;
        for (register, address) in addresses.as_mut().iter_mut().enumerate() {
            if self.absent >> register & 1 == 0 {
                let lane = register + 1;
                let distance = self.lanes.as_ref()[lane / 4] >> (lane % 4 * 16) & 0xffff;
                *address = sp.wrapping_sub(8 * distance);
            }
        }
        addresses
    }

    /// Returns whether one of these registers is not known.
    #[inline(always)]
    pub(crate) fn lacks(&self, registers: u16) -> bool {
        registers & self.absent != 0
    }

    /// Moves from a frame of this many words to its caller.
    #[inline(always)]
    pub(crate) fn leave(&mut self, words: u64, saves: &Saves<A::Lanes>, keeps: u16) {
        let in_all_lanes = words.wrapping_mul(0x0001_0001_0001_0001);
        let masks = saves.keep.as_ref().iter().zip(saves.set.as_ref());
        for (lanes, (keep, set)) in self.lanes.as_mut().iter_mut().zip(masks) {
            *lanes = lanes.wrapping_add(in_all_lanes) & keep | set;
        }
        self.absent &= keeps;
    }

    /// Returns the present lanes.
    #[inline(always)]
    pub(crate) fn distances(&self) -> Distances<A> {
        Distances(self.lanes)
    }
}

/// The lanes of [`Places`], for indexed reads.
#[derive(Clone, Copy)]
pub(crate) struct Distances<A: Architecture>(A::Lanes);

impl<A: Architecture> Distances<A> {
    /// Returns the content of a lane.
    ///
    /// # Safety
    ///
    /// There is a lane with this number.
    #[inline(always)]
    pub(crate) unsafe fn in_lane(&self, lane: u8) -> u16 {
        // On little-endian machines the first lane of a word is the first in memory.
        const { assert!(u16::from_ne_bytes([1, 0]) == 1) };
        const { assert!(size_of::<A::Lanes>() == (A::CALLEE_SAVED.len() / 4 + 1) * 8) };
        let lanes = self.0.as_ref().as_ptr().cast::<u16>();
        // SAFETY: four lanes are a word, and the caller promises that this is one of them.
        unsafe { lanes.add(lane.into()).read() }
    }
}
