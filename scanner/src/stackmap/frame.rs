//! The flat layout's description of a function's frame.

/// Flags of a frame.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct FrameFlags(u16);

impl FrameFlags {
    /// The function sets up a frame.
    pub const HAS_FRAME: Self = Self(1);
    /// The frame contains allocas whose size is known only at run time.
    pub const VARIABLE_SIZE_ALLOCA: Self = Self(2);
    /// The stack pointer is realigned on entry.
    pub const STACK_REALIGNMENT: Self = Self(4);
    /// The records have live-out information.
    pub const LIVE_OUT_INFO: Self = Self(8);

    /// All flags above.
    const KNOWN: u16 = 15;

    /// Returns the flags with these bits; `None` if a bit is unknown.
    pub const fn from_bits(bits: u16) -> Option<Self> {
        if bits & !Self::KNOWN == 0 { Some(Self(bits)) } else { None }
    }

    /// Returns the bits of the field in the map.
    pub const fn bits(self) -> u16 {
        self.0
    }

    /// Returns whether all of these flags are set.
    pub const fn contains(self, flags: Self) -> bool {
        self.0 & flags.0 == flags.0
    }

    /// Returns the union of both sets of flags.
    #[must_use]
    pub const fn with(self, flags: Self) -> Self {
        Self(self.0 | flags.0)
    }

    /// Returns whether the size of the frame is known only at run time.
    pub const fn is_dynamic(self) -> bool {
        self.contains(Self::VARIABLE_SIZE_ALLOCA) || self.contains(Self::STACK_REALIGNMENT)
    }
}

/// The flat layout's description of a function's frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct FlatFrame {
    /// Length of the function's code in bytes.
    pub function_size: u32,
    /// The kind of frame.
    pub flags: FrameFlags,
    /// DWARF number of the register that addresses the frame.
    pub base_register: u16,
    /// Index of the first saved register in the map's array.
    pub(super) register_index: u16,
    /// Number of saved registers.
    pub(super) register_count: u16,
}

/// A register that the function saves in its frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct FrameRegister {
    /// DWARF number of the register.
    pub register: u16,
    /// Offset in bytes of the saved value from the canonical frame address. The proposal does not
    /// specify the base of the offset.
    pub offset: i16,
    /// Number of saved bytes.
    pub size: u8,
    /// Whether the register is saved in memory.
    pub spilled: bool,
}

/// Iterator over the saved registers of a frame.
#[derive(Clone, Debug)]
pub struct FrameRegisters<'a> {
    bytes: &'a [u8],
}

impl<'a> FrameRegisters<'a> {
    /// Size in bytes of one register: `u16 register, i16 offset, u8 size, u8 flags`.
    pub(super) const SIZE: usize = 6;
    /// The flag of a register that is saved in memory.
    pub(super) const SPILLED: u8 = 1;

    pub(super) fn new(bytes: &'a [u8]) -> Self {
        Self { bytes }
    }
}

impl Iterator for FrameRegisters<'_> {
    type Item = FrameRegister;

    fn next(&mut self) -> Option<FrameRegister> {
        let (&[r0, r1, o0, o1, size, flags], rest) = self.bytes.split_first_chunk()?;
        self.bytes = rest;
        Some(FrameRegister {
            register: u16::from_le_bytes([r0, r1]),
            offset: i16::from_le_bytes([o0, o1]),
            size,
            spilled: flags & Self::SPILLED != 0,
        })
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let len = self.bytes.len() / Self::SIZE;
        (len, Some(len))
    }
}

impl ExactSizeIterator for FrameRegisters<'_> {}
