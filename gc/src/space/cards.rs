//! Cards: the parts of large objects into which references were stored (card marking: Wilson and
//! Moher, SIGPLAN Notices, May 1989).
//!
//! For an object that spans several blocks, a store logs a card of 512 bytes instead of the whole
//! object. Otherwise one store would cause a scan of an entire array, possibly of a million
//! elements. The object keeps its unlogged bit (`UNLOGGED`), so each store into it takes the
//! barrier's slow path (`mutator/barrier.rs`).
//!
//! # When the whole object is logged
//!
//! The slow path costs the thread as much as the next collection needs to scan a few elements. So
//! the object has a budget: the cost of scanning the whole object. A store by the slow path is
//! charged to the budget, and so is the scan of each logged card. When the budget is spent, the
//! object is logged as a whole, and further stores into it are as cheap as into any other object.
//! The total work is at most twice that of an optimal offline choice, which knows the number and
//! the addresses of all stores (the ski-rental argument: Karlin, Manasse, Rudolph and Sleator,
//! Algorithmica 1988).
//!
//! # Protocol
//!
//! * One byte per card records whether the card is in a log. The thread that sets the byte, by an
//!   exchange, logs the card, and reaches no safepoint in between. The unlogged bit of an object
//!   works in the same way.
//! * The remaining budget is updated by a load and a store. If several threads charge it
//!   concurrently, some charges are lost, and the object is logged as a whole after more stores
//!   than the budget.
//! * A thread that finds the budget spent clears the object's unlogged bit and logs the object, as
//!   if it were a small object (`remembered.rs`). Concurrently, other threads may log cards of the
//!   object, or also find the budget spent. So an object may be logged both as a whole and by
//!   cards, each once. No store is lost: a thread that has read the bit as set logs a card, and a
//!   thread that has read it as clear relies on the thread that cleared it.
//! * The next collection clears the byte of each logged card and the budget of the card's object.
//!   This clears all budgets, because an object whose budget was charged has a card in a log. If
//!   the whole object was logged, the collection scans the whole object, and skips its cards if it
//!   finds the unlogged bit clear. If another worker has already set the bit again, some elements
//!   are scanned twice.
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
/// Base-2 logarithm of [`CARD`].
const CARD_SHIFT: u32 = 9;
/// The cost of scanning a card, in units of one store by the slow path. Such a store takes 114
/// instructions, and the scan of one of the card's 64 elements takes 30 to 40.
const STORES_PER_CARD: u32 = 20;

/// Value of a budget that was not charged since the last collection.
const UNCHARGED: u32 = 0;
/// Value of a spent budget: the minimum value of a budget that was charged.
const SPENT: u32 = 1;

/// Side tables of the logged cards and of the remaining budgets.
#[derive(Debug)]
pub(crate) struct Cards {
    /// The address range of large objects.
    range: Range<usize>,
    /// For each card: 1 if it is in a log.
    logged: SideTable<AtomicU8>,
    /// For the first block of each object: the remaining budget, in units of one store.
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

    /// Returns the byte of the card that contains `address`; `None` outside the range of large
    /// objects.
    fn card(&self, address: usize) -> Option<&AtomicU8> {
        let offset = address.checked_sub(self.range.start)?;
        self.logged.get(offset >> CARD_SHIFT)
    }

    /// Returns the budget of the object; `None` outside the range of large objects.
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

    /// Charges the object's budget with the scan of a card that was just logged. `size` is the
    /// object's size in bytes.
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

    /// Clears the mark of a card that is no longer in a log, and the object's budget. A collection
    /// calls it for all logged cards.
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
            // The budget stays spent: a later thread logs the object, unless another thread has.
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
