//! Functions of the runtime that compiled code calls.

/// A function of the runtime. All parameters and results are `I64`; the address of the instance
/// context is the first parameter, and is not counted. Functions that may trap set the pending
/// flag of the store, which the translator checks after the call.
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
    /// Grows a table: index, elements, initial value. Returns the former size, or -1.
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
    /// Creates an exception: tag, number of values. Returns the address of the exception.
    NewException,
    /// Makes an exception the pending one: exception.
    Throw,
    /// Allocates a structure: header, size. Returns the object, or 0.
    NewStruct,
    /// Allocates an array: header, bytes of an element, length. Returns the object, or 0.
    NewArray,
    /// Returns whether a reference that is not null is to a structure (1) or an array (2):
    /// reference, which.
    IsObjectOf,
    /// Fills elements: array, start, bits of the value, count, bytes of an element.
    ArrayFill,
    /// Copies elements: to, start, from, start, count, bytes of an element.
    ArrayCopy,
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
    pub const ALL: [Self; 23] = [
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
        Self::NewException,
        Self::Throw,
        Self::NewStruct,
        Self::NewArray,
        Self::IsObjectOf,
        Self::ArrayFill,
        Self::ArrayCopy,
        Self::ArrayInitData,
        Self::ArrayInitElement,
        Self::CheckData,
        Self::CheckElement,
    ];

    /// Returns the number of parameters after the instance context.
    pub fn parameters(self) -> usize {
        match self {
            Self::DataDrop | Self::ElementDrop | Self::Throw => 1,
            Self::Trap | Self::MemoryGrow | Self::IsDefinedSubtype | Self::NewException => 2,
            Self::NewStruct | Self::IsObjectOf => 2,
            Self::TableGrow | Self::NewArray => 3,
            Self::CheckData | Self::CheckElement => 4,
            Self::MemoryFill | Self::TableFill => 5,
            Self::ArrayFill | Self::ArrayInitData | Self::ArrayInitElement => 5,
            Self::MemoryCopy | Self::MemoryInit | Self::TableCopy | Self::TableInit => 6,
            Self::ArrayCopy => 6,
        }
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
