//! Fault handler that explains an access to memory that a collection has retired.
//!
//! A reference that the collector missed still points into a retired block. In zeal mode an access
//! through this reference faults, and the handler reports the fault before the signal ends the
//! process. The code runs in a signal handler, so it does not allocate, lock, or use `core::fmt`.
//!
//! A heap claims an entry of `HEAPS` by a compare-exchange of the entry's `start`, and releases the
//! entry by storing 0. Accesses to `start` and `end` have release and acquire order. Accesses to
//! `collections` are relaxed, because the number is used only in the message.

use core::cell::Cell;
use core::ops::Range;
use core::sync::atomic::{AtomicUsize, Ordering};

use crate::arch;
use crate::fatal::SignalMessage;
use crate::object::TypeId;
use crate::os;
use crate::zeal::{SEED_WAS, named_seed};

/// Maximum number of registered heaps. Faults in other heaps are not explained.
const MAX_HEAPS: usize = 16;

/// A registered heap; free if `start` is 0.
struct HeapEntry {
    /// Start of the heap's address range; 0 if the entry is free.
    start: AtomicUsize,
    /// End of the heap's address range (exclusive).
    end: AtomicUsize,
    /// Number of collections of the heap so far.
    collections: AtomicUsize,
}

impl HeapEntry {
    /// Returns whether the heap's address range contains `address`.
    fn contains(&self, address: usize) -> bool {
        let start = self.start.load(Ordering::Acquire);
        let end = self.end.load(Ordering::Acquire);
        // Another heap may have claimed the entry between the loads of `start` and `end`.
        start == self.start.load(Ordering::Acquire) && (start..end).contains(&address)
    }
}

/// The registered heaps.
static HEAPS: [HeapEntry; MAX_HEAPS] = [const {
    HeapEntry {
        start: AtomicUsize::new(0),
        end: AtomicUsize::new(0),
        collections: AtomicUsize::new(0),
    }
}; MAX_HEAPS];

/// Registration of a heap's address range; `None` if there was no free entry. Dropping it removes
/// the registration.
#[derive(Debug)]
pub(crate) struct FaultRange(Option<usize>);

/// Registers the heap's address range: from then on, [`explain_fault`] explains faults in the
/// range.
pub(crate) fn register_fault_range(heap: Range<usize>) -> FaultRange {
    for (index, entry) in HEAPS.iter().enumerate() {
        let free = entry.start.compare_exchange(0, heap.start, Ordering::AcqRel, Ordering::Relaxed);
        if free.is_ok() {
            entry.end.store(heap.end, Ordering::Release);
            let range = FaultRange(Some(index));
            range.set_collections(0);
            return range;
        }
    }
    FaultRange(None)
}

impl FaultRange {
    /// Records the number of collections so far.
    pub(crate) fn set_collections(&self, collections: u64) {
        if let Some(index) = self.0 {
            let entry = &HEAPS[index];
            entry.collections.store(collections as usize, Ordering::Relaxed);
        }
    }
}

impl Drop for FaultRange {
    fn drop(&mut self) {
        if let Some(index) = self.0 {
            HEAPS[index].end.store(0, Ordering::Release);
            HEAPS[index].start.store(0, Ordering::Release);
        }
    }
}

/// A query of the verifier to the host's object model: the extent of a possible object.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ModelQuery {
    /// Address of the possible object.
    pub(crate) object: usize,
    /// Type ID in its header.
    pub(crate) id: TypeId,
}

thread_local! {
    /// The query that this thread is making. The value has no destructor, so that a signal handler
    /// can read it.
    static MODEL_QUERY: Cell<Option<ModelQuery>> = const { Cell::new(None) };
}

/// Runs `call`, which queries the host's model. The message of a memory fault during the call
/// describes the query.
pub(crate) fn with_model_query<R>(query: ModelQuery, call: impl FnOnce() -> R) -> R {
    MODEL_QUERY.set(Some(query));
    let answer = call();
    MODEL_QUERY.set(None);
    answer
}

/// Describes a fault at `address` if the address is in a registered heap, and returns whether it
/// is. `pc` is the faulting instruction's address; `name` and `id` are the thread's.
fn describe(
    message: &mut SignalMessage,
    address: usize,
    pc: Option<usize>,
    name: &[u8],
    id: u32,
) -> bool {
    let Some(heap) = HEAPS.iter().find(|heap| heap.contains(address)) else { return false };
    message.text(b"statepoint-gc: access to ").address(address);
    message.text(
        b", in a retired block: an object was there until a collection moved it, or it was freed",
    );
    message.text(b"; ").thread(name, id).text(b")");
    if let Some(pc) = pc {
        message.text(b", pc ").address(pc);
    }
    message.text(b", after ").number(heap.collections.load(Ordering::Relaxed), 10);
    message.text(
        b" collections.\nThis reference was not updated, or not seen: a root that no stack map \
          record names, a reference in a field that its type does not name or that was stored \
          without the write barrier, or native code that kept a raw reference across a \
          safepoint. SPGC_VERIFY=before finds such a field, with its object, at the next \
          collection.\n",
    );
    if let Some(seed) = named_seed() {
        message.text(SEED_WAS.as_bytes()).number(seed as usize, 10).text(b".\n");
    }
    true
}

/// Describes a fault at `address` in the host's object model.
fn describe_model_query(
    message: &mut SignalMessage,
    address: usize,
    ModelQuery { object, id }: ModelQuery,
) {
    message.text(b"statepoint-gc: verifying: the host's object model faults at ").address(address);
    message.text(b" when it is called for the size of an apparent object of type ");
    message.number(id.get() as usize, 10).text(b" at ").address(object);
    message.text(
        b".\nProbably there is no object: the heap is corrupt, or a reference was missed by a \
          collection (SPGC_ZEAL=alloc shows where). Or the model reads more than it may of an \
          object.\n",
    );
}

/// The fault handler: writes a message about a fault at `address` to standard error.
pub(crate) fn explain_fault(address: usize, context: *mut libc::c_void) {
    if let Ok(Some(query)) = MODEL_QUERY.try_with(Cell::get) {
        let mut message = SignalMessage::new();
        describe_model_query(&mut message, address, query);
        message.write();
        return;
    }
    // SAFETY: `context` is the `ucontext_t` that the kernel passed to the running handler of this
    // fault.
    let pc = unsafe { arch::interrupted_pc(context) };
    let (name, id) = (os::current_thread_name(), os::current_thread_id());
    let mut message = SignalMessage::new();
    if describe(&mut message, address, pc, &name, id) {
        message.write();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn faults_are_explained_only_in_registered_heaps() {
        let heap = 0x7000_0000..0x7100_0000;
        let range = register_fault_range(heap.clone());
        range.set_collections(17);
        let text = |address| {
            let mut message = SignalMessage::new();
            describe(&mut message, address, Some(0x401_234), b"worker", 42)
                .then(|| String::from_utf8(message.written().to_vec()).unwrap())
        };
        let retired = text(0x7000_0040).unwrap();
        for part in [
            "0x70000040",
            "retired block",
            "\"worker\" (42)",
            "pc 0x401234",
            "after 17 collections",
        ] {
            assert!(retired.contains(part), "{part} in {retired}");
        }
        assert!(retired.ends_with('\n'), "the message fits: {retired}");
        assert!(text(0x7200_0000).is_none());
        drop(range);
        assert!(text(0x7000_0040).is_none());
    }
}
