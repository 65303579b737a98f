//! Weak items that are settled in a concurrent cycle, so that the pause that ends marking need not
//! process them.
//!
//! A weak item is a weak handle, an entry of a table, or a registration of a finalizer. It is
//! *settled* in a cycle once its object is known to be old and marked. No mark is cleared during a
//! cycle, and nothing moves at its end. So the pause at the end leaves a settled item as it is, and
//! does not read its object. Few items are not settled, and most of these refer to dead objects. An
//! item that is changed to refer to another object is no longer settled.

use crate::collection::Scope;

/// The serial number of a concurrent cycle, from 1; 0 means no cycle. It is not expected to wrap:
/// 2^32 cycles of one millisecond each take 50 days, even if they follow one another without a
/// pause.
pub(crate) type CycleNumber = u32;

/// Selects the items that reference processing visits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Items {
    /// The items that a collection of this scope may change.
    In(Scope),
    /// The items that are not settled in this cycle. Used at the end of the cycle.
    NotSettledIn(CycleNumber),
}
