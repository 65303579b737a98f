//! The slow path of the write barrier, an object-logging barrier (Blackburn, Hosking, ISMM 2004):
//! managed code is about to store a reference into an object that has not been logged since the
//! last collection.
//!
//! The fast path is `spgc_write_barrier` in `gc/ir/statepoint_gc.ll`. The head of
//! `space/remembered.rs` describes the purpose and the protocol of logging. The slow path is not a
//! safepoint: the thread stays managed, and the object does not move.
//!
//! # Clearing the bit
//!
//! Several threads may take the slow path with one object; the thread that clears the unlogged bit
//! logs the object. The read-modify-write that clears the bit is relaxed, because it publishes
//! nothing to other threads. The collector reads the log entry and the object only while all
//! threads are stopped. The logging thread has then completed its `push`, and the other threads
//! have completed their stores.
//!
//! A barrier that also keeps the old values of the object's fields (for concurrent marking from a
//! snapshot at the beginning) would copy the fields here, before it clears the bit, and clear it
//! with release. Then no copy contains a later store: a thread whose fast path reads the bit as
//! cleared stores only depending on that load, and processors do not make a store visible before a
//! load on which it depends. A thread that loses the exchange drops its copy. No compiled code
//! changes.
//!
//! # Large objects
//!
//! If an object spans several blocks, the barrier logs only the part that contains the slot
//! ([`Card`]). The object's unlogged bit stays set, so each store takes the slow path. After a
//! number of stores, the whole object is logged instead, and is treated like any other object until
//! the next collection; see `space/cards.rs`.
//!
//! # What is checked
//!
//! The slow path always checks that the object is in the heap: clearing a bit elsewhere would
//! change foreign memory. In zeal mode, and if the heap is verified, it also checks that an object
//! of a registered type begins there, and that the slot is one of its reference slots. If the
//! host's model describes the object, it checks only that the slot is a word of the block or large
//! object, because the model is not called while threads run.
//!
//! Stores that do not take the slow path are not checked. These are stores into young or logged
//! objects, and into other memory whose first byte has a clear bit 2, such as static objects. A
//! store through a stale reference, to an object that has moved, takes the slow path only by
//! chance. In zeal mode, the fast path's load of such a header faults, and the fault is explained
//! (`space/fault.rs`).

use core::fmt;
use core::ops::Range;

use statepoint_scanner::fault_injection::fault;
use statepoint_scanner::image::symbols;

use super::Attachment;
use super::slow_path::managed_attachment;
use crate::config::HeapVerification;
use crate::fatal;
use crate::object::{Candidate, Extent, HeaderWord, TypeTable, WORD, is_reference_slot};
use crate::runtime::Shared;
use crate::space::{CARD, Card, RememberedSets, Spaces};
use crate::thread::ThreadData;

/// Implements `spgc_barrier_slow`, which is called before a store to `slot` if the header of
/// `object` has the unlogged bit. `pc` is the return address of the barrier's call.
///
/// # Safety
///
/// Called by the stub that the prelude's barrier calls, on a managed thread. `slot` is a word of
/// `object`.
pub(crate) unsafe extern "C" fn barrier(object: usize, slot: usize, pc: u64) {
    // Cancellation is disabled only where memory is allocated: in `Log::push`.
    let attachment = managed_attachment();
    let barrier = Barrier::of(attachment);
    barrier.require_in_heap(object, pc);
    let config = &attachment.heap.config;
    if config.zeal.is_on() || config.verify != HeapVerification::default() {
        barrier.check_store(object, slot, pc);
    }
    let cards = barrier.spaces.blocks().cards();
    // Each further store to a logged card is charged to the object, because it takes the slow path.
    if cards.is_marked(slot) && !cards.charge_store(object) {
        return;
    }
    // SAFETY: `object` is in the heap. Managed code guarantees that an object begins there.
    unsafe { barrier.log(object, slot..slot.saturating_add(WORD)) };
}

/// The write barrier of a thread, and the data that it uses.
#[derive(Clone, Copy)]
pub(super) struct Barrier<'a> {
    spaces: &'a Spaces,
    /// The heap's types.
    pub(super) types: &'a TypeTable,
    remembered: &'a RememberedSets,
    thread: &'a ThreadData,
}

impl<'a> Barrier<'a> {
    /// Returns the write barrier of the calling thread. `attachment` is its record.
    #[inline]
    pub(super) fn of(attachment: &'a Attachment) -> Self {
        let Attachment { heap, me, .. } = attachment;
        let Shared { spaces, types, remembered, .. } = &**heap;
        Self { spaces, types, remembered, thread: &me.data }
    }

    /// The write barrier for stores by the runtime itself, called before references are stored into
    /// a range of addresses in an object. It has the effect of the barrier in managed code.
    ///
    /// # Safety
    ///
    /// An object of the heap begins at `object`. The barrier is that of the calling thread, which
    /// is managed and does not reach a safepoint before it has stored.
    pub(super) unsafe fn before_store(&self, object: usize, range: Range<usize>) {
        // SAFETY: the caller guarantees that an object begins at `object`.
        if unsafe { HeaderWord::at(object) }.is_unlogged() && !fault("host-store") {
            self.require_in_heap(object, 0);
            // SAFETY: the caller upholds the contract of this function, which is also that of
            // `log`.
            unsafe { self.log(object, range) };
        }
    }

    /// Logs the part of an object that is in `range`, or all of it.
    ///
    /// # Safety
    ///
    /// As for [`Self::before_store`].
    #[inline(never)]
    unsafe fn log(&self, object: usize, range: Range<usize>) {
        // SAFETY: the caller guarantees that an object begins at `object`. No collection is in
        // progress.
        let word = unsafe { HeaderWord::at(object) };
        let header = word.read();
        let blocks = self.spaces.blocks();
        // An object with weak fields is scanned as a whole.
        let may_log_cards =
            blocks.has_cards(object) && self.types.special(header.type_id()).is_none();
        if may_log_cards && self.log_cards(object, range) {
            return;
        }
        if word.clear_unlogged() {
            self.thread.log.push(object, &self.remembered.objects);
        }
    }

    /// Logs the cards in `range` of an object that has cards. Returns `false` if the whole object
    /// must be logged instead.
    fn log_cards(&self, object: usize, range: Range<usize>) -> bool {
        let blocks = self.spaces.blocks();
        // Threads run, so the host's model cannot be consulted for the object's size.
        let (cards, size) = (blocks.cards(), blocks.large_bytes(object));
        if cards.is_spent(object) || range.len() > size / 2 {
            return false;
        }
        let mut address = range.start;
        while address < range.end {
            if let Some(start) = cards.mark(address) {
                self.thread.cards.push(Card { object, start }, &self.remembered.cards);
                cards.charge_card(object, size);
            }
            address = (address / CARD + 1) * CARD;
        }
        true
    }

    /// Ends the process if `object` is not in the heap, because the barrier would change foreign
    /// memory.
    fn require_in_heap(&self, object: usize, pc: u64) {
        if !self.spaces.is_reference(object as u64) {
            let range = self.spaces.range();
            let why = format_args!("outside the heap, whose objects are at {range:#x?}");
            abort_invalid_store(object, pc, why);
        }
    }

    /// Ends the process unless `slot` is a reference slot of an object at `object`, an address in
    /// the heap.
    fn check_store(&self, object: usize, slot: usize, pc: u64) {
        let Some(room) = self.spaces.blocks().max_object_size_at(object) else {
            abort_invalid_store(object, pc, format_args!("in freed memory"));
        };
        // SAFETY: `object` is the address of an aligned word in a block that is in use.
        let header = unsafe { HeaderWord::at(object) }.read();
        // SAFETY: `room` bytes from `object` on are in the block. If an object begins there, it is
        // complete, because managed code stores into it, and its length does not change.
        let candidate = unsafe { self.types.candidate(header, object, room) };
        let offset = slot.wrapping_sub(object);
        let (size, may_store) = match candidate {
            // SAFETY: an object of a registered type begins at `object`.
            Some(Candidate::Registered(Extent { size, .. })) => (
                size,
                offset < size
                    && unsafe { is_reference_slot(self.types, header.type_id(), object, slot) },
            ),
            // Threads run, so the host's model cannot be consulted.
            Some(Candidate::Described) => {
                (room, (WORD..room).contains(&offset) && slot.is_multiple_of(WORD))
            }
            None => abort_invalid_store(
                object,
                pc,
                format_args!("where there is no object: the header there is {:#x}", header.bits()),
            ),
        };
        if !may_store {
            let at_most = if candidate == Some(Candidate::Described) { "at most " } else { "" };
            abort_invalid_store(
                object,
                pc,
                format_args!(
                    "of {:?} and {at_most}{size} bytes, at {slot:#x}, which is not one of its \
                     reference slots",
                    header.type_id(),
                ),
            );
        }
    }
}

/// Ends the process because of a store into memory that is not an object. `pc` is 0 if a bulk
/// operation stores.
#[cold]
fn abort_invalid_store(object: usize, pc: u64, why: fmt::Arguments<'_>) -> ! {
    let source = match pc {
        0 => "a bulk operation".to_owned(),
        pc => format!("managed code, in {},", symbols::describe_return_address(pc)),
    };
    fatal::abort(format_args!(
        "a store into freed or foreign memory: {source} stores a reference into an object at \
         {object:#x}, {why}"
    ))
}
