//! Functions of the runtime that compiled code calls.

/// A function of the runtime. All parameters and results are `I64`; the address of the instance
/// context is the first parameter, and is not counted. Functions that may trap set the pending
/// flag of the store, which the translator checks after the call.
///
/// Words of references may be arguments, because the functions contain no safepoint: the thread
/// stays managed. Only those that are [native](Self::is_native) are called with a transition.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RuntimeFunction {
    /// Records a trap: kind, position. See [`position`].
    Trap,
    /// Grows a memory: index, pages. Returns the former size, or -1.
    MemoryGrow,
    /// Copies bytes: destination memory, source memory, destination, source, length, position.
    MemoryCopy,
    /// Fills bytes: memory, destination, value, length, position.
    MemoryFill,
    /// Copies bytes of a segment: memory, segment, destination, source, length, position.
    MemoryInit,
    /// Drops a data segment: index.
    DataDrop,
    /// Grows a table by null elements: index, elements. Returns the former size, or -1.
    TableGrow,
    /// Copies elements: destination table, source table, destination, source, length, position.
    TableCopy,
    /// Fills elements: table, destination, value, length, position.
    TableFill,
    /// Copies elements of a segment: table, segment, destination, source, length, position.
    TableInit,
    /// Drops an element segment: index.
    ElementDrop,
    /// Returns whether a defined type is a subtype of another: sub, of. Both are ids.
    IsDefinedSubtype,
    /// Makes an exception the pending one: exception.
    Throw,
    /// Returns whether a reference that is not null is to a structure (1) or an array (2):
    /// reference, which.
    IsObjectOf,
    /// Fills elements that are no references into the heap: array, start, bits of the value, count,
    /// bytes of an element.
    ArrayFill,
    /// Fills elements that are references into the heap: array, start, value, count.
    ArrayFillReferences,
    /// Copies elements that are no references into the heap: to, start, from, start, count, bytes
    /// of an element.
    ArrayCopy,
    /// Copies elements that are references into the heap: to, start, from, start, count.
    ArrayCopyReferences,
    /// Copies bytes of a data segment: array, offset of the first byte, segment, start, bytes.
    ArrayInitData,
    /// Copies references of an element segment: array, start, segment, start, count.
    ArrayInitElement,
    /// Traps if a range is not in a data segment: segment, start, bytes, position.
    CheckData,
    /// Traps if a range is not in an element segment: segment, start, count, position.
    CheckElement,
}

impl RuntimeFunction {
    /// All functions.
    pub const ALL: [Self; 22] = [
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
        Self::IsDefinedSubtype,
        Self::Throw,
        Self::IsObjectOf,
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
            Self::DataDrop | Self::ElementDrop | Self::Throw => 1,
            Self::Trap | Self::MemoryGrow | Self::IsDefinedSubtype => 2,
            Self::TableGrow | Self::IsObjectOf => 2,
            Self::CheckData | Self::CheckElement | Self::ArrayFillReferences => 4,
            Self::MemoryFill | Self::TableFill => 5,
            Self::ArrayFill | Self::ArrayInitData | Self::ArrayInitElement => 5,
            Self::ArrayCopyReferences => 5,
            Self::MemoryCopy | Self::MemoryInit | Self::TableCopy | Self::TableInit => 6,
            Self::ArrayCopy => 6,
        }
    }

    /// Returns whether the function is called with a transition, because it collects, or takes
    /// locks for which a collection may wait. Its arguments are no references, and the call is a
    /// safepoint.
    pub fn is_native(self) -> bool {
        matches!(self, Self::TableGrow)
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
