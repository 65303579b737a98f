//! Functions of the runtime that compiled code calls.

/// A function of the runtime. All parameters and results are `I64`; the address of the instance
/// context is the first parameter, and is not counted. Functions that may trap set the pending
/// flag of the store, which the translator checks after the call.
///
/// Functions for a long range do a piece of it, because a collection waits for them. The last
/// parameter of such a function, "remaining", is the number of elements or bytes that remain; its
/// result is the number that remains after the piece. Compiled code calls it until that is 0, with
/// a poll after each piece.
///
/// Words of references may be arguments, because the functions contain no safepoint: the thread
/// stays managed. Only those that are [native](Self::is_native) are called with a transition.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RuntimeFunction {
    /// Records a trap: kind, position. See [`position`].
    Trap,
    /// Grows a memory: index, pages. Returns the former size, or -1.
    MemoryGrow,
    /// Copies bytes: destination memory, source memory, destination, source, length, position,
    /// remaining.
    MemoryCopy,
    /// Fills bytes: memory, destination, value, length, position, remaining.
    MemoryFill,
    /// Copies bytes of a segment: memory, segment, destination, source, length, position,
    /// remaining.
    MemoryInit,
    /// Drops a data segment: index.
    DataDrop,
    /// Grows a table by null elements: index, elements. Returns the former size, or -1.
    TableGrow,
    /// Copies elements: destination table, source table, destination, source, length, position,
    /// remaining.
    TableCopy,
    /// Fills elements: table, destination, value, length, position, remaining.
    TableFill,
    /// Copies elements of a segment: table, segment, destination, source, length, position,
    /// remaining.
    TableInit,
    /// Drops an element segment: index.
    ElementDrop,
    /// Makes an exception the pending one: exception, position.
    Throw,
    /// Fills elements that are no references into the heap: array, start, bits of the value, count,
    /// bytes of an element, remaining.
    ArrayFill,
    /// Fills elements that are references into the heap: array, start, value, count, remaining.
    ArrayFillReferences,
    /// Copies elements that are no references into the heap: to, start, from, start, count, bytes
    /// of an element, remaining.
    ArrayCopy,
    /// Copies elements that are references into the heap: to, start, from, start, count,
    /// remaining.
    ArrayCopyReferences,
    /// Copies bytes of a data segment: array, offset of the first byte, segment, start, bytes,
    /// remaining.
    ArrayInitData,
    /// Copies references of an element segment: array, start, segment, start, count, whether
    /// they may refer to objects (1 or 0), remaining.
    ArrayInitElement,
    /// Traps if a range is not in a data segment: segment, start, bytes, position.
    CheckData,
    /// Traps if a range is not in an element segment: segment, start, count, position.
    CheckElement,
}

impl RuntimeFunction {
    /// All functions.
    pub const ALL: [Self; 20] = [
        Self::Trap,
        Self::MemoryGrow,
        Self::MemoryCopy,
        Self::MemoryFill,
        Self::MemoryInit,
        Self::DataDrop,
        Self::TableGrow,
        Self::TableCopy,
        Self::TableFill,
        Self::TableInit,
        Self::ElementDrop,
        Self::Throw,
        Self::ArrayFill,
        Self::ArrayFillReferences,
        Self::ArrayCopy,
        Self::ArrayCopyReferences,
        Self::ArrayInitData,
        Self::ArrayInitElement,
        Self::CheckData,
        Self::CheckElement,
    ];

    /// Returns the number of parameters after the instance context.
    pub fn parameters(self) -> usize {
        match self {
            Self::DataDrop | Self::ElementDrop => 1,
            Self::Trap | Self::MemoryGrow | Self::TableGrow | Self::Throw => 2,
            Self::CheckData | Self::CheckElement => 4,
            Self::ArrayFillReferences => 5,
            Self::MemoryFill | Self::TableFill => 6,
            Self::ArrayFill | Self::ArrayInitData | Self::ArrayCopyReferences => 6,
            Self::MemoryCopy | Self::MemoryInit | Self::TableCopy | Self::TableInit => 7,
            Self::ArrayCopy | Self::ArrayInitElement => 7,
        }
    }

    /// Returns whether the function is called with a transition, because it calls the system, or
    /// takes locks for which a collection may wait. Its arguments are no references, and the call
    /// is a safepoint.
    pub fn is_native(self) -> bool {
        matches!(self, Self::MemoryGrow | Self::TableGrow | Self::ElementDrop)
    }

    /// Returns the name of the symbol that compiled code refers to.
    pub fn symbol(self) -> String {
        format!("runtime_{self:?}")
    }
}

/// Returns the number by which compiled code names an instruction: the index of its function in
/// the high half, its position in the binary module in the low half.
pub fn position(function: u32, offset: u64) -> u64 {
    u64::from(function) << 32 | (offset & 0xffff_ffff)
}
