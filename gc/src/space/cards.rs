//! Cards: the parts of large objects into which references were stored.
//!
//! Of an object that spans several blocks a store logs 512 bytes and not the whole object, or an array with a million
//! elements would be looked at from end to end because of one of them. The object keeps the bit `UNLOGGED` then, so
//! that each store into it takes the barrier's slow path (`mutator/barrier.rs`).
//!
//! # When the whole object is logged
//!
//! That path costs the thread as much as the next collection needs for a few elements. So the object has a budget:
//! what it costs to look at all of it. A store by the slow path is paid from it, and so is a card, which will be
//! looked at. When all is spent, the object is logged as a whole, and further stores into it are as cheap as into any
//! other. In this way no more than twice the work is done of what would have been done by whoever had known from the
//! beginning how many stores there will be, and where.
//!
//! # Protocol
//!
//! * A byte for each card says whether it is in a log. Whoever sets it, by an exchange, logs the card, as with the
//!   bit of an object, and comes to no safepoint in between.
//! * What is left of a budget is changed by a load and a store: where several threads pay at once some of it is lost,
//!   and the object is logged a little later.
//! * The thread that finds nothing left clears the object's bit, and logs the object, as if it were a small one
//!   (`remembered.rs`). Others may be about to log cards of it, or to find nothing left either. So an
//!   object may be logged as a whole and by cards, each once. Nothing is lost by that: who has read the bit as set
//!   logs a card, and who has read it as clear relies on the thread that cleared it.
//! * The collection after that clears the bytes, and the budget with them: an object with a budget has a card
//!   in a log. It looks at the whole object if that was logged, and leaves the cards alone as long as
//!   the bit tells so; if another worker has just set it again, some elements are looked at twice.
//!
//! All accesses are relaxed. Logs are taken when the world is stopped, which orders everything before.

use core::ops::Range;
use core::sync::atomic::{AtomicU8, AtomicU32, Ordering::Relaxed};
use std::io;

use super::blocks::BLOCK;
use super::side_table::SideTable;

/// Bytes of a card.
pub(crate) const CARD: usize = 1 << CARD_SHIFT;
const CARD_SHIFT: u32 = 9;
/// Looking at a card costs as much as so many stores by the slow path: that takes 115 instructions, and one of the
/// card's 64 elements 30 to 40.
const STORES_OF_CARD: u32 = 20;

/// A budget from which nothing was spent since the last collection.
const UNKNOWN: u32 = 0;
/// One from which all was: the least that a known one has.
const SPENT: u32 = 1;

/// Which cards are logged, and what is left of budgets.
#[derive(Debug)]
pub(crate) struct Cards {
    /// The addresses of large objects.
    range: Range<usize>,
    /// For each card: whether it is in a log.
    logged: SideTable<AtomicU8>,
    /// For the first block of each object: what is left of its budget, in stores.
    budgets: SideTable<AtomicU32>,
}

impl Cards {
    /// For large objects at these addresses, which are those of blocks.
    pub(super) fn new(range: Range<usize>) -> io::Result<Self> {
        Ok(Self {
            logged: SideTable::new(range.len() / CARD)?,
            budgets: SideTable::new(range.len() / BLOCK)?,
            range,
        })
    }

    fn card(&self, address: usize) -> Option<&AtomicU8> {
        let offset = address.checked_sub(self.range.start)?;
        self.logged.get(offset >> CARD_SHIFT)
    }

    fn budget(&self, object: usize) -> Option<&AtomicU32> {
        let offset = object.checked_sub(self.range.start)?;
        self.budgets.get(offset / BLOCK)
    }

    /// Marks the card that `address` is in; where it begins if it was not marked.
    pub(crate) fn take(&self, address: usize) -> Option<usize> {
        let card = self.card(address)?;
        (card.load(Relaxed) == 0 && card.swap(1, Relaxed) == 0).then_some(address / CARD * CARD)
    }

    /// Whether the card that `address` is in is marked.
    pub(crate) fn is_taken(&self, address: usize) -> bool {
        self.card(address).is_some_and(|card| card.load(Relaxed) != 0)
    }

    /// Pays for a store by the slow path into a card of the object that is marked; whether nothing was left.
    pub(crate) fn pay(&self, object: usize) -> bool {
        let Some(budget) = self.budget(object) else { return false };
        let left = budget.load(Relaxed);
        if left > SPENT {
            budget.store(left - 1, Relaxed);
        }
        left == SPENT
    }

    /// Pays for a card that was taken of the object, which has `size` bytes.
    pub(crate) fn pay_card(&self, object: usize, size: usize) {
        let Some(budget) = self.budget(object) else { return };
        let left = match budget.load(Relaxed) {
            UNKNOWN => {
                u32::try_from(size / CARD).unwrap_or(u32::MAX).saturating_mul(STORES_OF_CARD)
            }
            left => left,
        };
        budget.store(left.saturating_sub(STORES_OF_CARD).max(SPENT), Relaxed);
    }

    /// Whether nothing is left for the object.
    pub(crate) fn is_spent(&self, object: usize) -> bool {
        self.budget(object).is_some_and(|budget| budget.load(Relaxed) == SPENT)
    }

    /// A card of the object is in no log any more. For a collection, which does so with all cards.
    pub(crate) fn clear(&self, object: usize, card: usize) {
        if let Some(card) = self.card(card) {
            card.store(0, Relaxed);
        }
        if let Some(budget) = self.budget(object) {
            budget.store(UNKNOWN, Relaxed);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const START: usize = 16 * BLOCK;

    fn cards() -> Cards {
        Cards::new(START..START + 8 * BLOCK).unwrap()
    }

    #[test]
    fn a_card_is_taken_once_until_it_is_cleared() {
        let cards = cards();
        let object = START + BLOCK;
        let slot = object + BLOCK + 3 * CARD + 16;
        assert_eq!(cards.take(slot), Some(slot - 16));
        assert_eq!(cards.take(slot + 8), None);
        assert_eq!(cards.take(slot - 24), Some(slot - 16 - CARD));
        assert!(cards.is_taken(slot) && !cards.is_taken(slot + CARD));
        cards.clear(object, slot - 16);
        assert!(!cards.is_taken(slot));
        assert_eq!(cards.take(START - 8), None, "a small object has none");
    }

    #[test]
    fn a_budget_is_what_it_costs_to_look_at_all_cards() {
        let cards = cards();
        let (object, other) = (START + BLOCK, START + 4 * BLOCK);
        let stores = |object| (0..1 << 20).find(|_| cards.pay(object)).expect("it is spent");
        assert!(!cards.pay(object) && !cards.is_spent(object), "it has no card yet");
        for (object, size) in [(object, 128), (other, 200)] {
            cards.pay_card(object, size * CARD + 8);
            assert_eq!(stores(object), (size as u32 - 1) * STORES_OF_CARD - SPENT);
            // It stays so: a thread that comes late logs the object, if that is still to be done.
            assert!(cards.is_spent(object) && cards.pay(object));
        }
        cards.clear(object, object + CARD);
        assert!(!cards.is_spent(object) && cards.is_spent(other));
        let taken = (1..).find(|_| {
            cards.pay_card(object, 128 * CARD);
            cards.is_spent(object)
        });
        assert_eq!(taken, Some(128));
    }
}
