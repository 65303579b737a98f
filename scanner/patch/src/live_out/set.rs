//! A set of registers, with the bytes of each that count.

use core::fmt;

use super::error::LiveOutError;
use statepoint_scanner::arch::{Architecture, PhysicalRegister, PhysicalRegisters};
use statepoint_scanner::stackmap::LiveOut;

/// A register, and how much of it is to be preserved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Live {
    /// The register.
    pub register: PhysicalRegister,
    /// Its lowest bytes: 8 of a general-purpose register; 16, 32 or 64 of a vector register on x86-64, 8 or 16 on
    /// AArch64; all of a mask.
    pub bytes: u8,
}

/// Registers of a processor that code must leave as it found them. Never the stack pointer.
#[derive(Clone, Copy)]
pub struct LiveOutSet<A: Architecture + PhysicalRegisters> {
    processor: A::Processor,
    /// By [`PhysicalRegister::index`]; 0 for a register that is not in the set.
    bytes: [u8; PhysicalRegister::COUNT],
}

impl<A: Architecture + PhysicalRegisters> LiveOutSet<A> {
    /// No register.
    pub fn empty(processor: A::Processor) -> Self {
        Self { processor, bytes: [0; PhysicalRegister::COUNT] }
    }

    /// All registers that the processor has, as wide as they are.
    pub fn all(processor: A::Processor) -> Self {
        Self::from_fn(processor, |register| A::available(register, processor))
    }

    /// What each function of the platform's calling convention preserves.
    pub fn kept_by_calls(processor: A::Processor) -> Self {
        Self::from_fn(processor, A::kept_by_calls)
    }

    /// What is listed as live behind a patchpoint, and what a function must preserve in any case; see the
    /// [module](super).
    ///
    /// # Errors
    ///
    /// As [`Self::listed`].
    pub fn of_record(
        live_outs: impl IntoIterator<Item = LiveOut>,
        processor: A::Processor,
    ) -> Result<Self, LiveOutError> {
        Ok(Self::listed(live_outs, processor)?.union(&Self::kept_by_calls(processor)))
    }

    /// What is listed as live behind a patchpoint, and no more.
    ///
    /// # Errors
    ///
    /// When nothing is listed; when a register is, of which the processor does not have so many
    /// bytes or none at all, or one twice with different sizes.
    pub fn listed(
        live_outs: impl IntoIterator<Item = LiveOut>,
        processor: A::Processor,
    ) -> Result<Self, LiveOutError> {
        // As they are listed, the stack pointer included.
        let mut listed = [0; PhysicalRegister::COUNT];
        let mut set = Self::empty(processor);
        let mut none = true;
        for LiveOut { register: dwarf, size } in live_outs {
            none = false;
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
        if none { Err(LiveOutError::NotListed) } else { Ok(set) }
    }

    /// The processor that the set is for.
    pub fn processor(&self) -> A::Processor {
        self.processor
    }

    /// Adds a register of which so many bytes are live: the part of it that has to be saved for them. Neither the stack
    /// pointer nor a register that the processor does not have is added; of others not more than
    /// there is.
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

    /// Takes a register out, however much of it is in the set.
    pub fn remove(&mut self, register: PhysicalRegister) {
        if let Some(index) = register.index() {
            self.bytes[index] = 0;
        }
    }

    /// How many bytes of a register are to be preserved; 0 if it is not in the set.
    pub fn bytes(&self, register: PhysicalRegister) -> u8 {
        register.index().map_or(0, |index| self.bytes[index])
    }

    /// Whether anything of a register is to be preserved.
    pub fn contains(&self, register: PhysicalRegister) -> bool {
        self.bytes(register) != 0
    }

    /// The registers: general-purpose ones first, then vectors, then masks, each kind by its numbers.
    pub fn iter(&self) -> impl Iterator<Item = Live> + Clone + use<'_, A> {
        self.bytes.iter().enumerate().filter(|&(_, &bytes)| bytes != 0).filter_map(
            |(index, &bytes)| {
                PhysicalRegister::from_index(index).map(|register| Live { register, bytes })
            },
        )
    }

    /// The number of registers.
    pub fn len(&self) -> usize {
        self.bytes.iter().filter(|&&bytes| bytes != 0).count()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.bytes.iter().all(|&bytes| bytes == 0)
    }

    /// What is in either, as wide as in the one that has more of it. The processor is that of `self`, and so is what
    /// there is of each register.
    #[must_use]
    pub fn union(&self, other: &Self) -> Self {
        let mut set = *self;
        other.iter().for_each(|Live { register, bytes }| set.insert(register, bytes));
        set
    }

    /// Without the registers that are in `other`, however much of them is there.
    #[must_use]
    pub fn without(&self, other: &Self) -> Self {
        let mut set = *self;
        other.iter().for_each(|Live { register, .. }| set.remove(register));
        set
    }

    /// What has to be saved around a call of a function of the platform's calling convention: the registers of which that
    /// keeps less than is to be preserved.
    #[must_use]
    pub fn lost_in_calls(&self) -> Self {
        let mut set = *self;
        for Live { register, bytes } in self.iter() {
            if A::kept_by_calls(register) >= bytes {
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
