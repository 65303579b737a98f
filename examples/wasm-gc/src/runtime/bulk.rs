//! Bulk instructions of memories and tables: copy, fill, init.
//!
//! # Pieces
//!
//! A thread stops for a collection at polls only, so an instruction on a long range is done in
//! pieces, with a poll after each: compiled code calls the function again until no unit remains.
//! The last argument is the number of units that remain, at first all; the result is the number
//! that remains after the piece. Each call checks the whole range, so nothing is written if it is
//! out of bounds: then the result is 0, and a trap is pending. Memories and tables do not shrink,
//! and an instruction of another thread cannot drop a segment of this one's instance, so later
//! pieces do not trap.
//!
//! # Contract
//!
//! That of [all functions](super::functions#contract).

use std::slice;

use super::functions::{Context, check, instance};
use super::memory::Memory;
use super::table::Table;
use crate::TrapKind;

/// Bytes of a piece: copying them takes some microseconds.
pub(super) const PIECE_BYTES: u64 = 32 << 10;

/// What compiled code accesses by index: the bytes of a memory or the elements of a table.
pub(super) trait Extent: Sized + 'static {
    /// A byte or an element.
    type Unit: Copy;
    /// The trap of an access that is out of bounds.
    const BOUNDS: TrapKind;

    /// Returns the address of a range, or `None` if it is out of bounds.
    fn range(&self, start: u64, count: u64) -> Option<*mut Self::Unit>;

    /// Returns the unit that a word stands for.
    fn unit(word: u64) -> Self::Unit;

    /// Returns the address of a memory or table.
    ///
    /// # Safety
    ///
    /// The context is that of an instance whose store exists and which has a memory or table with
    /// this index.
    unsafe fn address(context: Context, index: u64) -> *mut Self;

    /// # Safety
    ///
    /// As for [`Self::address`], and nothing changes the memory or table while the result is used.
    unsafe fn of<'s>(context: Context, index: u64) -> &'s Self {
        // SAFETY: memories and tables live as long as the store.
        unsafe { &*Self::address(context, index) }
    }

    /// # Safety
    ///
    /// As for [`Self::address`], and nothing else refers to the memory or table while the result is
    /// used.
    unsafe fn of_mut<'s>(context: Context, index: u64) -> &'s mut Self {
        // SAFETY: memories and tables live as long as the store.
        unsafe { &mut *Self::address(context, index) }
    }

    /// Returns the address of a range of a segment, or `None` if it is out of bounds.
    ///
    /// # Safety
    ///
    /// The context is that of an instance whose store exists and which has a data or element
    /// segment with this index.
    unsafe fn segment(
        context: Context,
        segment: u64,
        from: u64,
        count: u64,
    ) -> Option<*const Self::Unit>;
}

impl Extent for Memory {
    type Unit = u8;
    const BOUNDS: TrapKind = TrapKind::MemoryBounds;

    fn range(&self, start: u64, count: u64) -> Option<*mut u8> {
        Self::range(self, start, count)
    }

    fn unit(word: u64) -> u8 {
        word as u8
    }

    unsafe fn address(context: Context, index: u64) -> *mut Self {
        // SAFETY: the caller guarantees the context, which has the addresses of all memories.
        unsafe {
            let offset = instance(context).layout.memory(index as u32);
            *context.byte_offset(offset as isize) as *mut Self
        }
    }

    unsafe fn segment(context: Context, segment: u64, from: u64, count: u64) -> Option<*const u8> {
        // SAFETY: passed on.
        unsafe { instance(context) }.data(segment, from, count).map(<[u8]>::as_ptr)
    }
}

impl Extent for Table {
    type Unit = u64;
    const BOUNDS: TrapKind = TrapKind::TableBounds;

    fn range(&self, start: u64, count: u64) -> Option<*mut u64> {
        self.cells.range(start, count)
    }

    fn unit(word: u64) -> u64 {
        word
    }

    unsafe fn address(context: Context, index: u64) -> *mut Self {
        // SAFETY: the caller guarantees the context, which has the addresses of all tables.
        unsafe {
            let offset = instance(context).layout.table(index as u32);
            *context.byte_offset(offset as isize) as *mut Self
        }
    }

    unsafe fn segment(context: Context, segment: u64, from: u64, count: u64) -> Option<*const u64> {
        // SAFETY: passed on.
        let cells = unsafe { &instance(context).elements[segment as usize] };
        cells.range(from, count).map(<*mut u64>::cast_const)
    }
}

/// The next piece of a range: the index of its first unit in the range, and their number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Piece {
    pub(super) begin: usize,
    pub(super) count: usize,
}

impl Piece {
    /// Returns the next of pieces with at most this number of bytes, of which each unit has
    /// `unit_bytes`. The last ones are first if the range is `backwards`.
    pub(super) fn next(
        bytes: u64,
        unit_bytes: u64,
        count: u64,
        remaining: u64,
        backwards: bool,
    ) -> Self {
        let remaining = remaining.min(count);
        let piece = remaining.min((bytes / unit_bytes).max(1));
        let begin = if backwards { remaining - piece } else { count - remaining };
        Self { begin: begin as usize, count: piece as usize }
    }

    /// Returns the number of units that remain after this piece.
    pub(super) fn rest(self, remaining: u64) -> u64 {
        remaining - self.count as u64
    }

    fn of<T: Extent>(count: u64, remaining: u64, backwards: bool) -> Self {
        Self::next(PIECE_BYTES, size_of::<T::Unit>() as u64, count, remaining, backwards)
    }
}

/// Copies units: index of the destination, of the source, first unit of both, count, position,
/// units that remain.
///
/// # Safety
///
/// [The contract](self#contract) of these functions.
pub(super) unsafe extern "C" fn copy<T: Extent>(
    context: Context,
    target: u64,
    source: u64,
    to: u64,
    from: u64,
    count: u64,
    position: u64,
    remaining: u64,
) -> u64 {
    // SAFETY: compiled code passes the context of its instance, and indices of what it has. Both
    // ranges exist; they may overlap, and are in one order of addresses then.
    unsafe {
        let to = T::of(context, target).range(to, count);
        let from = T::of(context, source).range(from, count);
        let Some((to, from)) = to.zip(from) else {
            return check(context, None, T::BOUNDS, position);
        };
        // No piece overwrites units that are yet to be copied.
        let piece = Piece::of::<T>(count, remaining, from.cast_const() < to.cast_const());
        from.add(piece.begin).copy_to(to.add(piece.begin), piece.count);
        piece.rest(remaining)
    }
}

/// Fills units: index, first unit, value, count, position, units that remain.
///
/// # Safety
///
/// [The contract](self#contract) of these functions.
pub(super) unsafe extern "C" fn fill<T: Extent>(
    context: Context,
    index: u64,
    start: u64,
    value: u64,
    count: u64,
    position: u64,
    remaining: u64,
) -> u64 {
    // SAFETY: as for `copy`.
    unsafe {
        let Some(start) = T::of(context, index).range(start, count) else {
            return check(context, None, T::BOUNDS, position);
        };
        let piece = Piece::of::<T>(count, remaining, false);
        slice::from_raw_parts_mut(start.add(piece.begin), piece.count).fill(T::unit(value));
        piece.rest(remaining)
    }
}

/// Copies units of a segment: index of the destination, of the segment, first unit of both, count,
/// position, units that remain.
///
/// # Safety
///
/// [The contract](self#contract) of these functions.
pub(super) unsafe extern "C" fn init<T: Extent>(
    context: Context,
    index: u64,
    segment: u64,
    to: u64,
    from: u64,
    count: u64,
    position: u64,
    remaining: u64,
) -> u64 {
    // SAFETY: as for `copy`. A segment is part of no memory and no table.
    unsafe {
        let to = T::of(context, index).range(to, count);
        let from = T::segment(context, segment, from, count);
        let Some((to, from)) = to.zip(from) else {
            return check(context, None, T::BOUNDS, position);
        };
        let piece = Piece::of::<T>(count, remaining, false);
        from.add(piece.begin).copy_to_nonoverlapping(to.add(piece.begin), piece.count);
        piece.rest(remaining)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the pieces of a range in their order.
    fn pieces(bytes: u64, unit: u64, count: u64, backwards: bool) -> Vec<Piece> {
        let mut remaining = count;
        let mut pieces = vec![];
        while remaining > 0 {
            let piece = Piece::next(bytes, unit, count, remaining, backwards);
            assert!(piece.count > 0);
            remaining = piece.rest(remaining);
            pieces.push(piece);
        }
        pieces
    }

    #[test]
    fn pieces_cover_a_range_once_in_their_direction() {
        let piece = |begin, count| Piece { begin, count };
        assert_eq!(pieces(16, 1, 40, false), [piece(0, 16), piece(16, 16), piece(32, 8)]);
        assert_eq!(pieces(16, 1, 40, true), [piece(24, 16), piece(8, 16), piece(0, 8)]);
        assert_eq!(pieces(16, 8, 4, false), [piece(0, 2), piece(2, 2)]);
        assert_eq!(pieces(4, 8, 2, true), [piece(1, 1), piece(0, 1)]);
        assert_eq!(pieces(16, 8, 0, false), []);
        assert_eq!(Piece::next(16, 8, 0, 0, true), piece(0, 0));
    }
}
