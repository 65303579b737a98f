//! Sets of registers that must be preserved.

use core::fmt;

use super::error::LiveOutError;
use statepoint_scanner::arch::{Architecture, PhysicalRegister, PhysicalRegisters};
use statepoint_scanner::stackmap::LiveOut;

/// A register and the number of its bytes that must be preserved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct LiveRegister {
    /// The register.
    pub register: PhysicalRegister,
    /// Number of low bytes to preserve: 8 for a general-purpose register; 16, 32 or 64 for a vector
    /// register on x86-64; 8 or 16 for a vector register on AArch64; all bytes of a mask register.
    pub bytes: u8,
}

/// Set of the registers of a processor that patched-in code must preserve. It never contains the
/// stack pointer.
#[derive(Clone, Copy)]
pub struct LiveOutSet<A: Architecture + PhysicalRegisters> {
    processor: A::Processor,
    /// Bytes to preserve, indexed by [`PhysicalRegister::index`]; 0 for a register that is not in
    /// the set.
    bytes: [u8; PhysicalRegister::COUNT],
}

impl<A: Architecture + PhysicalRegisters> LiveOutSet<A> {
    /// Returns a set without registers.
    pub fn empty(processor: A::Processor) -> Self {
        Self { processor, bytes: [0; PhysicalRegister::COUNT] }
    }

    /// Returns the set of all registers that the processor has, at full width.
    pub fn all(processor: A::Processor) -> Self {
        Self::from_fn(processor, |register| A::available(register, processor))
    }

    /// Returns the registers that the platform's calling convention preserves.
    pub fn preserved_by_calls(processor: A::Processor) -> Self {
        Self::from_fn(processor, A::preserved_by_calls)
    }

    /// Returns the registers that a record lists as live after a patchpoint, and those that a
    /// function must preserve in any case; see the [module](super).
    ///
    /// # Errors
    ///
    /// The errors of [`Self::listed`].
    pub fn from_record(
        live_outs: impl IntoIterator<Item = LiveOut>,
        processor: A::Processor,
    ) -> Result<Self, LiveOutError> {
        Ok(Self::listed(live_outs, processor)?.union(&Self::preserved_by_calls(processor)))
    }

    /// Returns only the registers that a record lists as live after a patchpoint.
    ///
    /// # Errors
    ///
    /// If no register is listed; if the processor lacks a listed register or has fewer bytes of
    /// it than listed; or if a register is listed twice with different sizes.
    pub fn listed(
        live_outs: impl IntoIterator<Item = LiveOut>,
        processor: A::Processor,
    ) -> Result<Self, LiveOutError> {
        // The listed sizes, including that of the stack pointer.
        let mut listed = [0; PhysicalRegister::COUNT];
        let mut set = Self::empty(processor);
        let mut is_empty = true;
        for LiveOut { register: dwarf, size } in live_outs {
            is_empty = false;
            if A::is_constant(dwarf) {
                continue;
            }
            let unknown = LiveOutError::UnknownRegister { register: dwarf, architecture: A::NAME };
            let register = A::physical(dwarf).ok_or(unknown)?;
            let index = register.index().ok_or(unknown)?;
            let available = A::available(register, processor);
            if size == 0 || size > available {
                return Err(LiveOutError::ImpossibleSize { register: dwarf, size, available });
            }
            let first = core::mem::replace(&mut listed[index], size);
            if first != 0 && first != size {
                return Err(LiveOutError::Disagreement { register: dwarf, first, second: size });
            }
            set.insert(register, size);
        }
        if is_empty { Err(LiveOutError::NotListed) } else { Ok(set) }
    }

    /// Returns the processor that the set is for.
    pub fn processor(&self) -> A::Processor {
        self.processor
    }

    /// Adds the part of a register that must be saved to preserve its lowest `live` bytes, limited
    /// to what the processor has. The stack pointer and registers that the processor does not have
    /// are not added.
    pub fn insert(&mut self, register: PhysicalRegister, live: u8) {
        let live = live.min(A::available(register, self.processor));
        if let Some(index) = register.index()
            && live != 0
            && register != PhysicalRegister::General(A::STACK_POINTER)
        {
            let part = A::part(register, live, self.processor);
            self.bytes[index] = self.bytes[index].max(part);
        }
    }

    /// Removes a register, whatever its number of bytes in the set.
    pub fn remove(&mut self, register: PhysicalRegister) {
        if let Some(index) = register.index() {
            self.bytes[index] = 0;
        }
    }

    /// Returns the number of bytes of a register that must be preserved; 0 if it is not in the set.
    pub fn bytes(&self, register: PhysicalRegister) -> u8 {
        register.index().map_or(0, |index| self.bytes[index])
    }

    /// Returns whether any byte of a register must be preserved.
    pub fn contains(&self, register: PhysicalRegister) -> bool {
        self.bytes(register) != 0
    }

    /// Iterates over the registers: general-purpose ones first, then vectors, then masks, each kind
    /// in ascending order.
    pub fn iter(&self) -> impl Iterator<Item = LiveRegister> + Clone + use<'_, A> {
        self.bytes.iter().enumerate().filter(|&(_, &bytes)| bytes != 0).filter_map(
            |(index, &bytes)| {
                PhysicalRegister::from_index(index).map(|register| LiveRegister { register, bytes })
            },
        )
    }

    /// Returns the number of registers.
    pub fn len(&self) -> usize {
        self.bytes.iter().filter(|&&bytes| bytes != 0).count()
    }

    /// Returns whether the set is empty.
    pub fn is_empty(&self) -> bool {
        self.bytes.iter().all(|&bytes| bytes == 0)
    }

    /// Returns the registers of both sets, each with the larger of its two sizes. The processor is
    /// that of `self`, which also limits the size of each register.
    #[must_use]
    pub fn union(&self, other: &Self) -> Self {
        let mut set = *self;
        other.iter().for_each(|LiveRegister { register, bytes }| set.insert(register, bytes));
        set
    }

    /// Returns the set without the registers of `other`, whatever their sizes there.
    #[must_use]
    pub fn without(&self, other: &Self) -> Self {
        let mut set = *self;
        other.iter().for_each(|LiveRegister { register, .. }| set.remove(register));
        set
    }

    /// Returns the registers that must be saved around a call of a function with the platform's
    /// calling convention: such a call preserves fewer of their bytes than the set requires.
    #[must_use]
    pub fn clobbered_by_calls(&self) -> Self {
        let mut set = *self;
        for LiveRegister { register, bytes } in self.iter() {
            if A::preserved_by_calls(register) >= bytes {
                set.remove(register);
            }
        }
        set
    }

    fn from_fn(processor: A::Processor, live: impl Fn(PhysicalRegister) -> u8) -> Self {
        let mut set = Self::empty(processor);
        let all = (0..PhysicalRegister::COUNT).filter_map(PhysicalRegister::from_index);
        all.for_each(|register| set.insert(register, live(register)));
        set
    }
}

impl<A: Architecture + PhysicalRegisters> PartialEq for LiveOutSet<A> {
    fn eq(&self, other: &Self) -> bool {
        self.processor == other.processor && self.bytes == other.bytes
    }
}

impl<A: Architecture + PhysicalRegisters> Eq for LiveOutSet<A> {}

impl<A: Architecture + PhysicalRegisters> fmt::Debug for LiveOutSet<A> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} ", self.processor)?;
        f.debug_map().entries(self.iter().map(|live| (live.register, live.bytes))).finish()
    }
}
