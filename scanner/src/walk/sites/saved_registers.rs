//! The locations of a frame's callee-saved registers, relative to its stack pointer.

use super::site::Saves;
use crate::arch::Architecture;

/// Maximum distance in words that one run of the fast walk may cover. After that distance the run
/// stops, and the next one starts again from addresses, so that no lane overflows.
pub(crate) const WINDOW: u16 = 0x8000;
/// Index of the lane that is always 0. A register's lane has the register's index in
/// [`CALLEE_SAVED`](crate::arch::CallingConvention::CALLEE_SAVED) plus 1.
pub(crate) const NO_REGISTER: u8 = 0;
/// Maximum initial distance of a saved register from the stack pointer, in words.
const MAX_INITIAL_DISTANCE: u64 = 0x7fff;

/// The stack locations of the callee-saved registers of the current frame.
///
/// Each location is stored as a lane: the distance in words from the saved value up to the stack
/// pointer, in 16 bits. Four lanes are one word. A step from a frame to its caller takes three
/// instructions per word, without a branch: add the size of the frame to all lanes, clear the lanes
/// of the registers that the frame saved, set those lanes.
///
/// A location is a word of the stack below the stack pointer. It is either one that the walk
/// started with, or in a frame that the walk has left, as that frame's [`Site`](super::site::Site)
/// describes. The lane of a register without a known location has no meaning; [`Self::lacks`] tests
/// for that. The lane [`NO_REGISTER`] is always 0.
///
/// A lane does not overflow: its initial value is at most `MAX_INITIAL_DISTANCE`, and it grows by
/// at most [`WINDOW`].
#[derive(Clone, Copy, Debug)]
pub(crate) struct SavedRegisterLocations<A: Architecture> {
    lanes: A::Lanes,
    /// Registers without a known location or whose distance does not fit a lane, one bit each.
    absent: u16,
}

impl<A: Architecture> SavedRegisterLocations<A> {
    /// Converts addresses to lanes. `saved` contains the addresses of the saved registers, 0 if
    /// unknown; `low` is the lowest address of the stack.
    pub(crate) fn new(saved: &A::PerCalleeSaved, low: u64, sp: u64) -> Self {
        // Each register has an address, a lane and a bit of a mask.
        const {
            let registers = A::CALLEE_SAVED.len();
            assert!(registers < u16::BITS as usize);
            assert!(size_of::<A::PerCalleeSaved>() == registers * size_of::<u64>());
            assert!(size_of::<A::Lanes>() == (registers / 4 + 1) * size_of::<u64>());
        }
        let mut locations = Self { lanes: A::Lanes::default(), absent: 0 };
        for (register, &address) in saved.as_ref().iter().enumerate() {
            let distance = sp.wrapping_sub(address) / 8;
            let is_tracked = address != 0
                && (low..sp).contains(&address)
                && address % 8 == 0
                && distance <= MAX_INITIAL_DISTANCE;
            if is_tracked {
                let lane = register + 1;
                locations.lanes.as_mut()[lane / 4] |= distance << (lane % 4 * 16);
            } else {
                locations.absent |= 1 << register;
            }
        }
        locations
    }

    /// Converts the lanes to addresses. A register without a known lane keeps its address in
    /// `initial`.
    pub(crate) fn addresses(self, initial: A::PerCalleeSaved, sp: u64) -> A::PerCalleeSaved {
        let mut addresses = initial;
        for (register, address) in addresses.as_mut().iter_mut().enumerate() {
            if self.absent >> register & 1 == 0 {
                let lane = register + 1;
                let distance = self.lanes.as_ref()[lane / 4] >> (lane % 4 * 16) & 0xffff;
                *address = sp.wrapping_sub(8 * distance);
            }
        }
        addresses
    }

    /// Returns whether the location of any of these registers (one bit each) is unknown.
    #[inline(always)]
    pub(crate) fn lacks(&self, registers: u16) -> bool {
        registers & self.absent != 0
    }

    /// Updates the locations from a frame of `words` words to its caller. `saves` and `keeps` are
    /// those of the frame's [`Site`](super::site::Site).
    #[inline(always)]
    pub(crate) fn leave(&mut self, words: u64, saves: &Saves<A::Lanes>, keeps: u16) {
        let in_all_lanes = words.wrapping_mul(0x0001_0001_0001_0001);
        let masks = saves.keep.as_ref().iter().zip(saves.set.as_ref());
        for (lanes, (keep, set)) in self.lanes.as_mut().iter_mut().zip(masks) {
            *lanes = lanes.wrapping_add(in_all_lanes) & keep | set;
        }
        self.absent &= keeps;
    }

    /// Returns the current lanes.
    #[inline(always)]
    pub(crate) fn distances(&self) -> Distances<A> {
        Distances(self.lanes)
    }
}

/// The lanes of [`SavedRegisterLocations`], for indexed reads.
#[derive(Clone, Copy)]
pub(crate) struct Distances<A: Architecture>(A::Lanes);

impl<A: Architecture> Distances<A> {
    /// Returns the distance in a lane, in words.
    ///
    /// # Safety
    ///
    /// `lane` is at most the number of callee-saved registers of the architecture.
    #[inline(always)]
    pub(crate) unsafe fn in_lane(&self, lane: u8) -> u16 {
        // On little-endian machines, the lane in the low bits of a word is the first in memory.
        const { assert!(u16::from_ne_bytes([1, 0]) == 1) };
        let lanes = self.0.as_ref().as_ptr().cast::<u16>();
        // SAFETY: `A::Lanes` is an array of words (`WordArray`) with a lane for each register and
        // one more, four in each word (`SavedRegisterLocations::new` checks its size). The caller
        // guarantees that `lane` is the index of one.
        unsafe { lanes.add(lane.into()).read() }
    }
}
