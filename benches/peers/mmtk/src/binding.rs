//! The binding (`VMBinding`) of a virtual machine with a single mutator thread, whose roots are in
//! an array.

use mmtk::util::copy::{CopySemantics, GCWorkerCopyContext};
use mmtk::util::opaque_pointer::{OpaquePointer, VMMutatorThread, VMThread, VMWorkerThread};
use mmtk::util::{Address, ObjectReference};
use mmtk::vm::slot::{SimpleSlot, UnimplementedMemorySlice};
use mmtk::vm::*;
use mmtk::{Mutator, memory_manager};

use crate::heap::{self, Object};

/// Maximum number of roots in a work packet.
const MAX_PACKET_ROOTS: usize = 4096;

/// The virtual machine.
#[derive(Default)]
pub(crate) struct Binding;

impl VMBinding for Binding {
    type VMObjectModel = Self;
    type VMScanning = Self;
    type VMCollection = Self;
    type VMActivePlan = Self;
    type VMReferenceGlue = Self;
    type VMSlot = SimpleSlot;
    type VMMemorySlice = UnimplementedMemorySlice;

    const MIN_ALIGNMENT: usize = 8;
    const MAX_ALIGNMENT: usize = 8;
    const USE_ALLOCATION_OFFSET: bool = false;
}

/// Returns the only mutator thread. Its address is an arbitrary identifier.
pub(crate) fn thread() -> VMMutatorThread {
    // SAFETY: no code reads or writes there.
    let address = unsafe { Address::from_usize(8) };
    VMMutatorThread(VMThread(OpaquePointer::from_address(address)))
}

impl ActivePlan<Self> for Binding {
    fn is_mutator(thread: VMThread) -> bool {
        thread == self::thread().0
    }

    fn mutator(_: VMMutatorThread) -> &'static mut Mutator<Self> {
        heap::mutator()
    }

    fn mutators<'a>() -> Box<dyn Iterator<Item = &'a mut Mutator<Self>> + 'a> {
        Box::new(std::iter::once(heap::mutator()))
    }

    fn number_of_mutators() -> usize {
        1
    }
}

impl Collection<Self> for Binding {
    fn stop_all_mutators<F: FnMut(&'static mut Mutator<Self>)>(_: VMWorkerThread, mut visit: F) {
        heap::wait_until_stopped();
        visit(heap::mutator());
    }

    fn resume_mutators(_: VMWorkerThread) {
        heap::resume();
    }

    fn block_for_gc(_: VMMutatorThread) {
        heap::stop();
    }

    fn spawn_gc_thread(_: VMThread, context: GCThreadContext<Self>) {
        std::thread::spawn(move || {
            let GCThreadContext::Worker(worker) = context;
            let address = Address::from_ref(&*worker);
            let thread = VMWorkerThread(VMThread(OpaquePointer::from_address(address)));
            memory_manager::start_worker(heap::mmtk(), thread, worker);
        });
    }
}

impl Scanning<Self> for Binding {
    fn scan_object<V: SlotVisitor<SimpleSlot>>(
        _: VMWorkerThread,
        object: ObjectReference,
        visitor: &mut V,
    ) {
        for slot in Object::from(object).slots() {
            visitor.visit_slot(slot);
        }
    }

    fn scan_roots_in_mutator_thread(
        _: VMWorkerThread,
        _: &'static mut Mutator<Self>,
        mut factory: impl RootsWorkFactory<SimpleSlot>,
    ) {
        for roots in heap::roots().chunks_mut(MAX_PACKET_ROOTS) {
            let slot = |root: &mut Object| SimpleSlot::from_address(Address::from_mut_ptr(root));
            factory.create_process_roots_work(roots.iter_mut().map(slot).collect());
        }
    }

    fn scan_vm_specific_roots(_: VMWorkerThread, _: impl RootsWorkFactory<SimpleSlot>) {}

    fn notify_initial_thread_scan_complete(_: bool, _: VMWorkerThread) {}

    fn supports_return_barrier() -> bool {
        false
    }

    fn prepare_for_roots_re_scanning() {}
}

/// All metadata is side metadata, except for the forwarding address, which replaces the header.
impl ObjectModel<Self> for Binding {
    const GLOBAL_LOG_BIT_SPEC: VMGlobalLogBitSpec = VMGlobalLogBitSpec::side_first();
    const LOCAL_FORWARDING_POINTER_SPEC: VMLocalForwardingPointerSpec =
        VMLocalForwardingPointerSpec::in_header(0);
    const LOCAL_FORWARDING_BITS_SPEC: VMLocalForwardingBitsSpec =
        VMLocalForwardingBitsSpec::side_first();
    const LOCAL_MARK_BIT_SPEC: VMLocalMarkBitSpec =
        VMLocalMarkBitSpec::side_after(Self::LOCAL_FORWARDING_BITS_SPEC.as_spec());
    const LOCAL_LOS_MARK_NURSERY_SPEC: VMLocalLOSMarkNurserySpec =
        VMLocalLOSMarkNurserySpec::side_after(Self::LOCAL_MARK_BIT_SPEC.as_spec());

    const UNIFIED_OBJECT_REFERENCE_ADDRESS: bool = true;
    const OBJECT_REF_OFFSET_LOWER_BOUND: isize = 0;

    fn copy(
        from: ObjectReference,
        semantics: CopySemantics,
        context: &mut GCWorkerCopyContext<Self>,
    ) -> ObjectReference {
        let size = Self::get_current_size(from);
        let to = context.alloc_copy(from, size, Self::MIN_ALIGNMENT, 0, semantics);
        Self::copy_to(from, Self::get_reference_when_copied_to(from, to), to);
        let copied = Self::get_reference_when_copied_to(from, to);
        context.post_copy(copied, size, semantics);
        copied
    }

    fn copy_to(from: ObjectReference, to: ObjectReference, _: Address) -> Address {
        let words = Self::get_current_size(from) / size_of::<u64>();
        let (source, target) = (from.to_raw_address(), to.to_raw_address());
        // SAFETY: both are memory of this many words; only this thread copies the object.
        unsafe { core::ptr::copy(source.to_ptr::<u64>(), target.to_mut_ptr::<u64>(), words) };
        target + words * size_of::<u64>()
    }

    fn get_reference_when_copied_to(_: ObjectReference, to: Address) -> ObjectReference {
        ObjectReference::from_raw_address(to).expect("the address of a copy is aligned")
    }

    fn get_current_size(object: ObjectReference) -> usize {
        Object::from(object).size()
    }

    fn get_size_when_copied(object: ObjectReference) -> usize {
        Self::get_current_size(object)
    }

    fn get_align_when_copied(_: ObjectReference) -> usize {
        Self::MIN_ALIGNMENT
    }

    fn get_align_offset_when_copied(_: ObjectReference) -> usize {
        0
    }

    fn get_type_descriptor(_: ObjectReference) -> &'static [i8] {
        &[]
    }

    fn ref_to_object_start(object: ObjectReference) -> Address {
        object.to_raw_address()
    }

    fn ref_to_header(object: ObjectReference) -> Address {
        object.to_raw_address()
    }

    fn dump_object(object: ObjectReference) {
        eprintln!("{object}: {} bytes", Self::get_current_size(object));
    }
}

/// The virtual machine has neither weak references nor finalizers.
impl ReferenceGlue<Self> for Binding {
    type FinalizableType = ObjectReference;

    fn clear_referent(_: ObjectReference) {}

    fn get_referent(_: ObjectReference) -> Option<ObjectReference> {
        None
    }

    fn set_referent(_: ObjectReference, _: ObjectReference) {}

    fn enqueue_references(_: &[ObjectReference], _: VMWorkerThread) {}
}
