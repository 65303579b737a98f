//! Objects with sizes around the threshold for large objects, allocated while the TLAB has room for
//! them: all allocators agree on the threshold.

use statepoint_gc::{Argument, Handle, HeapVerification, Mutator, TypeId, TypeLayout, Zeal};
use tests::managed::{self, call, heap, make, records};

/// Threshold for large objects, in bytes.
const LARGE_THRESHOLD: u64 = 8 << 10;

fn number(mutator: &mut Mutator, object: &Handle, offset: u64) -> u64 {
    call(mutator, managed::field, &[Argument::Reference(object), Argument::Word(offset)]).unwrap()
}

#[test]
fn the_size_of_large_objects_is_the_same_for_all_allocators() {
    let verify: HeapVerification = "before,after".parse().unwrap();
    for zeal in [Zeal::Off, Zeal::EveryAllocation(1), Zeal::EveryAllocation(3)] {
        let sizes = [
            LARGE_THRESHOLD - 8,
            LARGE_THRESHOLD,
            LARGE_THRESHOLD + 8,
            LARGE_THRESHOLD + 16,
            3 * LARGE_THRESHOLD,
            7 * LARGE_THRESHOLD,
        ];
        let types = sizes.iter().zip(50..).fold(heap(), |heap, (&size, id)| {
            let last = size as usize - 8;
            let layout = TypeLayout::Fixed { size: size as usize, references: vec![8, last] };
            heap.register_type(TypeId::new(id), layout)
        });
        let heap = types.heap_max(16 << 20).verify(verify).zeal(zeal).build().unwrap();
        let mut mutator = heap.attach().unwrap();
        let mut objects = Vec::new();
        for (&size, id) in sizes.iter().zip(50..) {
            // Ensures that the TLAB is not full.
            call(&mut mutator, managed::fresh, &[Argument::Word(3)]).unwrap();
            let header = records::header(TypeId::new(id));
            let fixed = [size, header].map(Argument::Word);
            objects.push((make(&mut mutator, managed::soak_object, &fixed).unwrap(), size));
            call(&mut mutator, managed::fresh, &[Argument::Word(3)]).unwrap();
            let length = [Argument::Word((size - 16) / 8)];
            objects.push((make(&mut mutator, managed::references, &length).unwrap(), size));
        }
        for (n, (object, size)) in objects.iter().enumerate() {
            let last = *size as usize - 8;
            mutator.store_word(object, last, 2 * n as u64 + 1).unwrap();
        }
        for round in 0..3 {
            if round == 2 {
                mutator.collect()
            } else {
                mutator.collect_young()
            }
            let report = heap.recent_collections().pop().unwrap();
            let large: u64 =
                objects.iter().map(|(_, size)| *size).filter(|&size| size > LARGE_THRESHOLD).sum();
            assert!(report.after.large >= large, "{report:?}");
            assert!(report.after.large < 2 * large, "{report:?}");
            for (n, (object, size)) in objects.iter().enumerate() {
                assert_eq!(number(&mut mutator, object, size - 8), 2 * n as u64 + 1, "{size}");
            }
        }
        assert!(heap.statistics().counts.objects_moved > 0);
    }
}
