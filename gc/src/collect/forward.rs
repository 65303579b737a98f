//! Forwarding of references: the object that a reference points to is moved, marked in place, or
//! left alone.

use core::sync::atomic::{Ordering::Acquire, fence};

use statepoint_scanner::fault_injection::fault;

use super::worker::Worker;
use crate::object::{
    Claim, Extent, Header, HeaderWord, Inspection, ObjectAlignment, RETAINED_OLD, ScanPart,
    SimpleLayout, UNLOGGED, WORD, bad_reference,
};
use crate::space::{BLOCK, BlockState, Blocks};
use crate::worklist::Task;

impl<const SINGLE_WORKER: bool, const YOUNG: bool> Worker<'_, SINGLE_WORKER, YOUNG> {
    /// Returns the new value of a slot that holds `word`: the current address of the object, or
    /// `word` itself if it is not a reference into the heap or its object does not move.
    pub(super) fn forward(&mut self, word: u64) -> u64 {
        self.forward_here(word)
    }

    /// As [`Self::forward`], always inlined: for the tracing loop, in which a collection spends
    /// most of its time. It handles most objects without a call.
    #[inline(always)]
    pub(super) fn forward_here(&mut self, word: u64) -> u64 {
        let address = word as usize;
        let Some(state) = self.blocks.state_at(address) else { return word };
        if YOUNG && !state.is_collected_young() {
            if self.shades && state.is_old() {
                self.shade(address);
            }
            require_valid(self.blocks, address, state);
            return word;
        }
        if !address.is_multiple_of(WORD) {
            // A tagged value that looks like a reference.
            return word;
        }
        if state.is_evacuated() {
            return self.evacuate(address, state) as u64;
        }
        if state == BlockState::OLD {
            self.mark(address);
            return word;
        }
        self.forward_other(address, state);
        word
    }

    /// As [`Self::forward`], always inlined: for the loops over the roots of stacks, which consist
    /// of many copies of it. Without a call it handles what most roots of a deep stack are:
    /// references to objects that were already reached, or that a young collection does not
    /// collect.
    #[inline(always)]
    pub(super) fn forward_root(&mut self, word: u64) -> u64 {
        let address = word as usize;
        let Some(state) = self.blocks.state_at(address) else { return word };
        if YOUNG && state == BlockState::OLD && !self.shades {
            return word;
        }
        if !address.is_multiple_of(WORD) {
            return self.forward_by_call(word);
        }
        if state.is_evacuated() {
            // SAFETY: an aligned word of a block of small objects, in which an object begins if the
            // reference is one.
            let header = unsafe { HeaderWord::at(address) };
            if let Inspection::Moved(copy) = header.inspect::<YOUNG>(self.live_bits)
                && !fault("stale-second")
            {
                return copy as u64;
            }
        } else if !YOUNG && state == BlockState::OLD {
            // SAFETY: as above.
            let header = unsafe { HeaderWord::at(address) };
            if header.is_marked(self.live_bits) {
                return word;
            }
        }
        self.forward_by_call(word)
    }

    /// As [`Self::forward`], never inlined: so that the loops over roots are small, and keep their
    /// values in registers.
    #[inline(never)]
    fn forward_by_call(&mut self, word: u64) -> u64 {
        self.forward_here(word)
    }

    /// Handles a reference whose target is not a small object: a large object, or none.
    #[inline(never)]
    fn forward_other(&mut self, address: usize, state: BlockState) {
        match state {
            BlockState::LARGE_OLD | BlockState::LARGE_YOUNG => self.mark_large(address, state),
            _ => abort_if_aligned(address),
        }
    }

    /// Moves an object unless it has moved already, and returns its current address.
    #[inline(always)]
    fn evacuate(&mut self, address: usize, state: BlockState) -> usize {
        // SAFETY: an aligned word of the heap, in which an object begins if the reference is one.
        let word = unsafe { HeaderWord::at(address) };
        let copied = match word.inspect::<YOUNG>(self.live_bits) {
            Inspection::Moved(_) if fault("stale-second") => return address,
            Inspection::Moved(copy) => return copy,
            Inspection::Plain(header) => self.copy_simple(address, word, header, state),
            Inspection::Other => None,
        };
        copied.unwrap_or_else(|| self.copy(address, word, state))
    }

    /// Copies an object of a simple type if the copy buffer has room for it, and returns the
    /// address of the copy. Returns `None` without any effect if this is not possible.
    #[inline(always)]
    fn copy_simple(
        &mut self,
        address: usize,
        word: &HeaderWord,
        header: Header,
        state: BlockState,
    ) -> Option<usize> {
        let SimpleLayout { size, references } = self.types.simple(header.type_id())?;
        let claim =
            || is_in_one_block(address, size) && (SINGLE_WORKER || word.claim_plain(header));
        // Two branches instead of a choice of the buffer: most objects of a collection take the
        // same one.
        let (copy, header) = if self.stays_young(state) {
            (self.survivors.take_if(size, claim)?, header)
        } else {
            let copy = self.old.take_if(size, claim)?;
            (copy, self.promoted_header(header, size, state))
        };
        self.copy_claimed(Move { address, copy, size, header }, word);
        self.push_if_references(copy, references);
        Some(copy)
    }

    /// Copies an object unless another worker has done so, and returns its current address.
    #[inline(never)]
    fn copy(&mut self, address: usize, word: &HeaderWord, state: BlockState) -> usize {
        let live = self.live_in(state);
        let claim = if SINGLE_WORKER { word.claim_nonatomic(live) } else { word.claim(live) };
        let header = match claim {
            Claim::Moved(_) if fault("lost-race") => return address,
            Claim::Moved(copy) => return copy,
            Claim::Retained => return address,
            Claim::Claimed(header) => self.record_waiting_key(header, address),
        };
        let Extent { size, alignment, references } = self.extent(header, address);
        let Some((copy, header)) = self.allocate_copy(header, size, alignment, state) else {
            self.blocks.retain_in_place(address, alignment.up(size));
            word.publish_retained(header, live);
            if live == RETAINED_OLD {
                self.done.retained.push(address);
            }
            self.done.counters.objects_kept += 1;
            self.push_if_references(address, references);
            return address;
        };
        self.copy_claimed(Move { address, copy, size, header }, word);
        self.push_if_references(copy, references);
        copy
    }

    /// Allocates room for an object that is to move, and returns the address and the header of the
    /// copy. Returns `None` if the object is pinned or no room is left.
    fn allocate_copy(
        &mut self,
        header: Header,
        size: usize,
        alignment: ObjectAlignment,
        state: BlockState,
    ) -> Option<(usize, Header)> {
        if header.is_pinned() && !fault("move-pinned") {
            return None;
        }
        let evacuation = self.pass.evacuation;
        if self.stays_young(state)
            && let Some(at) = self.survivors.allocate(&evacuation.survivors(), size, alignment)
        {
            return Some((at, header));
        }
        let at = self.old.allocate(&evacuation.old(), size, alignment)?;
        Some((at, self.promoted_header(header, size, state)))
    }

    /// Returns the values of M and U in an object of an evacuated block in this state that was
    /// reached and does not move.
    #[inline]
    fn live_in(&self, state: BlockState) -> u64 {
        if YOUNG && state == BlockState::CANDIDATE { RETAINED_OLD } else { self.live_bits }
    }

    /// Returns whether surviving objects of a block in this state stay in the young generation.
    #[inline]
    fn stays_young(&self, state: BlockState) -> bool {
        YOUNG && self.keeps_survivors_young && state == BlockState::EDEN
    }

    /// Returns the header of an object that moves to the old generation.
    #[inline]
    fn promoted_header(&mut self, header: Header, size: usize, state: BlockState) -> Header {
        if state != BlockState::CANDIDATE {
            self.done.counters.bytes_promoted += size as u64;
        } else if YOUNG {
            self.done.counters.cycles.bytes_evacuated += size as u64;
        }
        let logged = if fault("promote-logged") { UNLOGGED } else { 0 };
        header.with_live(self.live_bits & !logged)
    }

    /// Copies an object that this worker has claimed, and publishes the forwarding address.
    #[inline]
    fn copy_claimed(&mut self, Move { address, copy, size, header }: Move, word: &HeaderWord) {
        // SAFETY: `size` bytes of the object, and `size` bytes that were just allocated elsewhere.
        unsafe { copy_body(address, copy, size) };
        // SAFETY: the first word of the copy.
        unsafe { core::ptr::with_exposed_provenance_mut::<u64>(copy).write(header.bits()) };
        word.publish(copy);
        self.done.counters.objects_moved += 1;
        self.done.counters.bytes_copied += size as u64;
    }

    /// Marks an old object that stays where it is.
    #[inline(always)]
    fn mark(&mut self, address: usize) {
        // SAFETY: an aligned word of the heap, in which an object begins if the reference is one.
        let word = unsafe { HeaderWord::at(address) };
        if let Some(header) = self.claim_mark(word, address) {
            let Extent { size, alignment, references } = self.extent(header, address);
            // Includes the alignment gap that the object may need when it is moved.
            self.blocks.mark_counted(address, alignment.up(size), &mut self.marked);
            self.done.counters.objects_marked += 1;
            self.push_if_references(address, references);
        }
    }

    /// Marks a large object, and makes it old.
    fn mark_large(&mut self, address: usize, state: BlockState) {
        if !address.is_multiple_of(BLOCK) {
            bad_reference::inside_large(address);
        }
        // SAFETY: the first word of a large object.
        let word = unsafe { HeaderWord::at(address) };
        let young = state == BlockState::LARGE_YOUNG && self.blocks.age_large(address);
        // A young collection collects only young large objects.
        if YOUNG && !young {
            return;
        }
        let Some(header) = self.claim_mark(word, address) else { return };
        self.done.counters.objects_marked += 1;
        // SAFETY: the object is complete.
        match unsafe { self.types.extent(header, address) } {
            Some(Extent { references, .. }) => self.push_if_references(address, references),
            None => self.abort_invalid_object(address, word),
        }
    }

    #[inline]
    fn claim_mark(&mut self, word: &HeaderWord, address: usize) -> Option<Header> {
        let header = if SINGLE_WORKER {
            word.mark_nonatomic(self.live_bits)
        } else {
            word.mark(self.live_bits)
        }?;
        if header.is_waiting_key() {
            word.store(self.record_waiting_key(header, address));
        }
        Some(header)
    }

    #[inline(always)]
    fn push_if_references(&mut self, object: usize, part: ScanPart) {
        if !part.is_empty() {
            self.push(Task { object, part });
        }
    }

    /// Records an object that was just reached, if it is the key of a waiting ephemeron. Returns
    /// the header without the waiting-key bit.
    #[inline]
    fn record_waiting_key(&mut self, header: Header, address: usize) -> Header {
        if !header.is_waiting_key() {
            return header;
        }
        self.reached_keys.push(address as u64);
        header.without_waiting_key()
    }

    /// Returns the extent of a small object with this header. Ends the process if its type is not
    /// registered, or the object would not fit into its block.
    #[inline]
    fn extent(&self, header: Header, address: usize) -> Extent {
        // SAFETY: the object is complete, if it is one.
        let extent = unsafe { self.types.extent(header, address) };
        match extent {
            Some(extent) if extent.size <= BLOCK - address % BLOCK => extent,
            _ => bad_reference::no_object(address, header.bits()),
        }
    }

    #[cold]
    fn abort_invalid_object(&self, address: usize, word: &HeaderWord) -> ! {
        bad_reference::no_object(address, word.bits())
    }
}

/// Ends the process if `address`, which is not in a block that is collected, is a reference to free
/// memory.
#[inline(always)]
pub(super) fn require_valid(blocks: &Blocks, address: usize, state: BlockState) {
    if state == BlockState::FREE {
        recheck_free_block(blocks, address);
    }
}

/// Re-reads the state of a block that appears to be free. If it is free, ends the process, unless
/// `address` is not aligned like a reference.
///
/// A block may appear free when two workers visit the same slot: one because the slot was
/// remembered or recorded, the other because its object was logged, or the slot was recorded twice.
/// The first has copied the object into a block that it has just taken, and has written the slot;
/// nothing has ordered these stores for the other worker until now. (It cannot see any other stale
/// state: a block becomes free before threads run, and is taken once in a collection.)
#[cold]
fn recheck_free_block(blocks: &Blocks, address: usize) {
    fence(Acquire);
    if blocks.state_at(address) == Some(BlockState::FREE) {
        abort_if_aligned(address);
    }
}

/// Ends the process if `address` is aligned like a reference: no object lies there.
#[cold]
pub(super) fn abort_if_aligned(address: usize) {
    if address.is_multiple_of(WORD) {
        bad_reference::stale(address);
    }
}

/// An object that moves: its address, the address of its copy, its size in bytes, and the header of
/// the copy.
struct Move {
    address: usize,
    copy: usize,
    size: usize,
    header: Header,
}

/// Returns whether an object of `size` bytes, at least one, at `address` ends in the block in which
/// it begins.
#[inline(always)]
fn is_in_one_block(address: usize, size: usize) -> bool {
    // The addresses of its first and last byte differ below the block's index only.
    address ^ (address + size - 1) < BLOCK
}

/// Copies an object except for its header. Small objects, which most are, are copied without a call
/// and with few branches: by pairs of words, which may overlap.
///
/// # Safety
///
/// `size` bytes, a multiple of the word size and at least two words, can be read at `from` and
/// written at `to`. The two do not overlap, and no other thread accesses the bytes at `to`.
#[inline]
unsafe fn copy_body(from: usize, to: usize, size: usize) {
    let from = core::ptr::with_exposed_provenance::<u64>(from);
    let to = core::ptr::with_exposed_provenance_mut::<u64>(to);
    let words = size / WORD - usize::from(fault("copy-less"));
    // Copies the words `word` and `word + 1`.
    let copy_pair = |word: usize| {
        // SAFETY: called below only if the object has both words; the caller promises that they can
        // be copied.
        unsafe {
            let pair = from.add(word).cast::<[u64; 2]>().read();
            to.add(word).cast::<[u64; 2]>().write(pair);
        }
    };
    match words {
        // SAFETY: the object has a second word.
        2 => unsafe { to.add(1).write(from.add(1).read()) },
        3..=5 => {
            copy_pair(1);
            copy_pair(words - 2);
        }
        6..=9 => {
            copy_pair(1);
            copy_pair(3);
            copy_pair(words - 4);
            copy_pair(words - 2);
        }
        // SAFETY: the caller promises this many words at both, and that they do not overlap. An
        // object has a header.
        _ => unsafe {
            core::ptr::copy_nonoverlapping(from.add(1), to.add(1), words - 1);
        },
    }
}
