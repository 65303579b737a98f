//! Cards: the parts of large objects into which references were stored (card marking: Wilson and
//! Moher, SIGPLAN Notices, May 1989).
//!
//! For an object that spans several blocks, a store logs a card of 512 bytes instead of the whole
//! object. Otherwise an array with a million elements would be scanned from end to end because of
//! one store. The object keeps its unlogged bit (`UNLOGGED`), so each store into it takes the
//! barrier's slow path (`mutator/barrier.rs`).
//!
//! # When the whole object is logged
//!
//! The slow path costs the thread as much as the next collection needs to scan a few elements. So
//! the object has a budget: the cost of scanning all of it. A store by the slow path is charged to
//! the budget, and so is a card, which will be scanned. When the budget is spent, the object is
//! logged as a whole, and further stores into it are as cheap as into any other object. The total
//! work is at most twice that of an optimal choice made with knowledge of the number and the places
//! of all stores (the ski-rental argument: Karlin, Manasse, Rudolph and Sleator, Algorithmica
//! 1988).
//!
//! # Protocol
//!
//! * One byte per card records whether the card is in a log. The thread that sets the byte, by an
//!   exchange, logs the card, as with the unlogged bit of an object, and reaches no safepoint in
//!   between.
//! * The remaining budget is updated by a load and a store. If several threads charge it
//!   concurrently, some charges are lost, and the object is logged as a whole after more stores
//!   than the budget.
//! * The thread that finds the budget spent clears the object's unlogged bit and logs the object,
//!   as if it were a small one (`remembered.rs`). Other threads may be about to log cards of it, or
//!   to find the budget spent as well. So an object may be logged both as a whole and by cards,
//!   each once. No store is lost: a thread that has read the bit as set logs a card, and a thread
//!   that has read it as clear relies on the thread that cleared it.
//! * The next collection clears the bytes, and the budget with them: an object with a budget has a
//!   card in a log. If the whole object was logged, the collection scans all of it and skips its
//!   cards as long as it finds the bit clear; if another worker has just set the bit again, some
//!   elements are scanned twice.
//!
//! All accesses are relaxed. Logs are taken while the world is stopped, which orders all earlier
//! accesses.

use core::ops::Range;
use core::sync::atomic::{AtomicU8, AtomicU32, Ordering::Relaxed};
use std::io;

use super::blocks::BLOCK;
use super::side_table::SideTable;

/// Size of a card in bytes.
pub(crate) const CARD: usize = 1 << CARD_SHIFT;
const CARD_SHIFT: u32 = 9;
/// The cost of scanning a card, in stores by the slow path: a store takes 115 instructions, and one
/// of the card's 64 elements 30 to 40.
const STORES_PER_CARD: u32 = 20;

/// A budget that was not charged since the last collection.
const UNCHARGED: u32 = 0;
/// A budget that is spent: the minimum of a charged one.
const SPENT: u32 = 1;

/// Side tables of the logged cards and of the remaining budgets.
#[derive(Debug)]
pub(crate) struct Cards {
    /// The address range of large objects.
    range: Range<usize>,
    /// For each card: 1 if it is in a log.
    logged: SideTable<AtomicU8>,
    /// For the first block of each object: the remaining budget, in stores.
    budgets: SideTable<AtomicU32>,
}

impl Cards {
    /// Creates the tables for large objects in this address range, which consists of whole blocks.
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

    /// Marks the card that contains `address`. Returns the card's start address if it was not
    /// marked before.
    pub(crate) fn mark(&self, address: usize) -> Option<usize> {
        let card = self.card(address)?;
        (card.load(Relaxed) == 0 && card.swap(1, Relaxed) == 0).then_some(address / CARD * CARD)
    }

    /// Returns whether the card that contains `address` is marked.
    pub(crate) fn is_marked(&self, address: usize) -> bool {
        self.card(address).is_some_and(|card| card.load(Relaxed) != 0)
    }

    /// Charges the object's budget with a store by the slow path into a card that is already
    /// marked. Returns whether the budget was spent before.
    pub(crate) fn charge_store(&self, object: usize) -> bool {
        let Some(budget) = self.budget(object) else { return false };
        let left = budget.load(Relaxed);
        if left > SPENT {
            budget.store(left - 1, Relaxed);
        }
        left == SPENT
    }

    /// Charges the object's budget with a card that was taken; `size` is the object's size in
    /// bytes.
    pub(crate) fn charge_card(&self, object: usize, size: usize) {
        let Some(budget) = self.budget(object) else { return };
        let left = match budget.load(Relaxed) {
            UNCHARGED => {
                u32::try_from(size / CARD).unwrap_or(u32::MAX).saturating_mul(STORES_PER_CARD)
            }
            left => left,
        };
        budget.store(left.saturating_sub(STORES_PER_CARD).max(SPENT), Relaxed);
    }

    /// Returns whether the object's budget is spent.
    pub(crate) fn is_spent(&self, object: usize) -> bool {
        self.budget(object).is_some_and(|budget| budget.load(Relaxed) == SPENT)
    }

    /// Clears the mark of a card that is no longer in a log, and the object's budget. Called by a
    /// collection, for all cards.
    pub(crate) fn clear(&self, object: usize, card: usize) {
        if let Some(card) = self.card(card) {
            card.store(0, Relaxed);
        }
        if let Some(budget) = self.budget(object) {
            budget.store(UNCHARGED, Relaxed);
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
    fn card_is_marked_once_until_cleared() {
        let cards = cards();
        let object = START + BLOCK;
        let slot = object + BLOCK + 3 * CARD + 16;
        assert_eq!(cards.mark(slot), Some(slot - 16));
        assert_eq!(cards.mark(slot + 8), None);
        assert_eq!(cards.mark(slot - 24), Some(slot - 16 - CARD));
        assert!(cards.is_marked(slot) && !cards.is_marked(slot + CARD));
        cards.clear(object, slot - 16);
        assert!(!cards.is_marked(slot));
        assert_eq!(cards.mark(START - 8), None, "a small object has none");
    }

    #[test]
    fn budget_equals_the_cost_of_scanning_all_cards() {
        let cards = cards();
        let (object, other) = (START + BLOCK, START + 4 * BLOCK);
        let stores =
            |object| (0..1 << 20).find(|_| cards.charge_store(object)).expect("it is spent");
        assert!(!cards.charge_store(object) && !cards.is_spent(object), "it has no card yet");
        for (object, size) in [(object, 128), (other, 200)] {
            cards.charge_card(object, size * CARD + 8);
            assert_eq!(stores(object), (size as u32 - 1) * STORES_PER_CARD - SPENT);
            // It stays spent: a later thread logs the object, if no other thread has.
            assert!(cards.is_spent(object) && cards.charge_store(object));
        }
        cards.clear(object, object + CARD);
        assert!(!cards.is_spent(object) && cards.is_spent(other));
        let taken = (1..).find(|_| {
            cards.charge_card(object, 128 * CARD);
            cards.is_spent(object)
        });
        assert_eq!(taken, Some(128));
    }
}
