//! Weak items that are settled in a concurrent cycle, so that the pause that ends marking need not
//! process them.
//!
//! An item (a weak handle, an entry of a table, a registration of a finalizer) is *settled* in a
//! cycle once its object is known to be old and marked. Marks only grow during a cycle and nothing
//! moves at its end, so the end leaves the item as it is. The pause reads no object of a settled
//! item: of the others there are few, mostly those of dead objects. An item that gets another
//! object is not settled.

use crate::collection::Scope;

/// The serial number of a concurrent cycle, from 1; 0 means no cycle. It is not expected to wrap:
/// 2^32 cycles of a millisecond take 50 days of marking without a pause between them.
pub(crate) type CycleNumber = u32;

/// Selects the items that reference processing visits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Items {
    /// The items that a collection of this scope may change.
    In(Scope),
    /// The items that are not settled in this cycle. Used at the end of the cycle.
    NotSettledIn(CycleNumber),
}
