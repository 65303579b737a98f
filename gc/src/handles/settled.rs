//! Weak items that are settled in a concurrent cycle, so that the pause that ends marking need not
//! process them.
//!
//! An item (a weak handle, an entry of a table, a registration of a finalizer) is *settled* in a
//! cycle once its object is known to be old and marked. Marks only grow during a cycle and nothing
//! moves at its end, so the end leaves the item as it is: the work of the pause depends on the
//! number of items that are not settled, which are mostly those of dead objects. An item that gets
//! another object is not settled.

use crate::collection::Scope;

/// The number of a concurrent cycle, from 1; 0 is no cycle.
pub(crate) type CycleNumber = u32;

/// The items to which reference processing is applied.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Items {
    /// Those that a collection of this scope may change.
    In(Scope),
    /// At the end of a concurrent cycle: those that are not settled in it.
    NotSettledIn(CycleNumber),
}
