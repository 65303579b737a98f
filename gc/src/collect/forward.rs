//! What becomes of a reference: the object that it leads to is moved, marked where it is, or left alone.

use core::sync::atomic::{Ordering::Acquire, fence};

use super::mark_stack::Task;
use super::worker::Worker;
use crate::fatal;
use crate::heap::{BLOCK, BlockState};
use crate::object::{Claim, Extent, Header, HeaderWord, WORD};

impl<const ALONE: bool, const YOUNG: bool> Worker<'_, '_, ALONE, YOUNG> {
    /// What a slot that holds `word` is to hold: where the object is now, or the word itself if it is
    /// no reference into the heap, or its object does not move.
    #[inline]
    pub(super) fn forward(&mut self, word: u64) -> u64 {
        let address = word as usize;
        let Some(state) = self.blocks.state_at(address) else { return word };
        if YOUNG && !state.is_collected_young() {
            if state == BlockState::FREE {
                self.look_again(address);
            }
            return word;
        }
        if !address.is_multiple_of(WORD) {
            // A tagged value that looks like one.
            return word;
        }
        match state {
            BlockState::EDEN | BlockState::AGED | BlockState::CANDIDATE => {
                self.evacuate(address, state) as u64
            }
            BlockState::OLD => {
                self.mark(address);
                word
            }
            BlockState::LARGE_OLD | BlockState::LARGE_YOUNG => {
                self.mark_large(address, state);
                word
            }
            _ => {
                self.refuse_stale(address);
                word
            }
        }
    }

    /// Moves an object, unless it has moved already; where it is now.
    #[inline]
    fn evacuate(&mut self, address: usize, state: BlockState) -> usize {
        // SAFETY: an aligned word of the heap, in which an object begins if the reference is one.
        let word = unsafe { HeaderWord::at(address) };
        match word.moved() {
            Some(copy) => copy,
            None => self.copy(address, word, state),
        }
    }

    /// As [`Self::evacuate`], of an object that had not moved a moment ago.
    #[inline(never)]
    fn copy(&mut self, address: usize, word: &HeaderWord, state: BlockState) -> usize {
        let claim = if ALONE { word.claim_alone(self.live) } else { word.claim(self.live) };
        let header = match claim {
            Claim::Moved(copy) => return copy,
            Claim::Stays => return address,
            Claim::Mine(header) => self.tell(header, address),
        };
        let Extent { size, alignment, has_references } = self.extent(header, address);
        let evacuation = self.cycle.evacuation;
        let counters = &mut self.done.counters;
        let mut room = None;
        if !header.is_pinned() {
            if YOUNG && state == BlockState::EDEN && !evacuation.promote_at_once {
                room = self
                    .survivors
                    .allocate(&evacuation.survivors(), size, alignment)
                    .map(|at| (at, header));
            }
            room = room.or_else(|| {
                let at = self.old.allocate(&evacuation.old(), size, alignment)?;
                counters.bytes_promoted += size as u64;
                Some((at, header.with_live(self.live)))
            });
        }
        let Some((copy, copied)) = room else {
            self.blocks.keep(address, alignment.up(size));
            word.stay(header, self.live);
            counters.objects_kept += 1;
            if has_references {
                self.push(Task { object: address, first: 0 });
            }
            return address;
        };
        // SAFETY: `size` bytes of the object, and as many that were just allocated elsewhere.
        unsafe { copy_body(address, copy, size) };
        // SAFETY: the first word of the copy.
        unsafe { core::ptr::with_exposed_provenance_mut::<u64>(copy).write(copied.bits()) };
        word.publish(copy);
        counters.objects_moved += 1;
        counters.bytes_copied += size as u64;
        if has_references {
            self.push(Task { object: copy, first: 0 });
        }
        copy
    }

    /// Marks an old object that stays where it is.
    #[inline]
    fn mark(&mut self, address: usize) {
        // SAFETY: an aligned word of the heap, in which an object begins if the reference is one.
        let word = unsafe { HeaderWord::at(address) };
        if let Some(header) = self.claim_mark(word, address) {
            let Extent { size, alignment, has_references } = self.extent(header, address);
            // With the gap that it needs where it is moved to.
            self.blocks.mark(address, alignment.up(size));
            self.done.counters.objects_marked += 1;
            if has_references {
                self.push(Task { object: address, first: 0 });
            }
        }
    }

    /// Marks a large object, and makes it old.
    fn mark_large(&mut self, address: usize, state: BlockState) {
        // SAFETY: an aligned word of the heap, in which an object begins if the reference is one.
        let word = unsafe { HeaderWord::at(address) };
        if !address.is_multiple_of(BLOCK) {
            self.refuse(address, word);
        }
        let young = state == BlockState::LARGE_YOUNG && self.blocks.age_large(address);
        // A young collection is about young ones only.
        if YOUNG && !young {
            return;
        }
        let Some(header) = self.claim_mark(word, address) else { return };
        self.done.counters.objects_marked += 1;
        // SAFETY: the object is complete.
        match unsafe { self.cycle.heap.types.extent(header, address) } {
            Some(Extent { has_references: true, .. }) => {
                self.push(Task { object: address, first: 0 });
            }
            Some(_) => {}
            None => self.refuse(address, word),
        }
    }

    #[inline]
    fn claim_mark(&mut self, word: &HeaderWord, address: usize) -> Option<Header> {
        let header = if ALONE { word.mark_alone(self.live) } else { word.mark(self.live) }?;
        if header.is_awaited() {
            word.store(self.tell(header, address));
        }
        Some(header)
    }

    /// Tells if somebody waits for an object that was reached now.
    #[inline]
    fn tell(&mut self, header: Header, address: usize) -> Header {
        if !header.is_awaited() {
            return header;
        }
        self.reached.push(address as u64);
        header.reached()
    }

    /// The extent of a small object with this header.
    #[inline]
    fn extent(&self, header: Header, address: usize) -> Extent {
        // SAFETY: the object is complete, if it is one.
        let extent = unsafe { self.cycle.heap.types.extent(header, address) };
        match extent {
            Some(extent) if extent.size <= BLOCK - address % BLOCK => extent,
            _ => refuse(address, header.bits()),
        }
    }

    #[cold]
    fn refuse(&self, address: usize, word: &HeaderWord) -> ! {
        refuse(address, word.bits())
    }

    /// A slot may lead to a free block, as it seems, if two workers look at it: one because the slot was remembered,
    /// the other because its object was logged. One has copied the object into a block that it has
    /// just taken, and written the slot, and nothing has ordered these for the other until now. (Nor can the state
    /// that it sees be any other: a block becomes free before threads run, and is taken once in a
    /// collection.)
    #[cold]
    fn look_again(&self, address: usize) {
        fence(Acquire);
        if self.blocks.state_at(address) == Some(BlockState::FREE) {
            self.refuse_stale(address);
        }
    }

    /// No object is where this reference leads to.
    #[cold]
    fn refuse_stale(&self, address: usize) {
        if address.is_multiple_of(WORD) {
            fatal::stop(format_args!(
                "a root or a field holds {address:#x}, in memory of the heap that is free: an object was \
                 there until a collection moved it, or it was freed. The reference was not updated then, \
                 or not seen: a root that no stack map record names, a field that its type does not \
                 name, or one that was stored without the write barrier",
            ));
        }
    }
}

/// Objects of up to so many words are copied word by word: a call would cost more.
const FEW: usize = 8;

/// Copies all of an object but its header.
///
/// # Safety
///
/// `size` bytes, a multiple of a word's, can be read at `from` and written at `to`, where nobody else looks.
#[inline]
unsafe fn copy_body(from: usize, to: usize, size: usize) {
    let from = core::ptr::with_exposed_provenance::<u64>(from);
    let to = core::ptr::with_exposed_provenance_mut::<u64>(to);
    let words = size / WORD;
    // SAFETY: the caller promises so many words at both, and that they do not overlap.
    unsafe {
        if words <= FEW {
            for word in 1..words {
                to.add(word).write(from.add(word).read());
            }
        } else {
            core::ptr::copy_nonoverlapping(from.add(1), to.add(1), words - 1);
        }
    }
}

#[cold]
fn refuse(address: usize, header: u64) -> ! {
    fatal::stop(format_args!(
        "a reference leads to {address:#x}, where no object is: the header there is {header:#x}. \
         The heap is corrupt, a type was not registered, or a reference was missed by an \
         earlier collection (SPGC_ZEAL=alloc shows where)",
    ));
}
