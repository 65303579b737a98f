//! Tests of [`CodeRegistry`]: registration, removal and lookup of code regions, also by concurrent
//! threads.

mod patched;

use core::ops::Range;
use core::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::Arc;

use super::*;
use crate::arch::Register;
use crate::arch::X86_64;
use crate::cfi::{FrameRule, ReturnAddressSigning, SavedRegisters};
use crate::fixtures::{SPILLED, statepoints};
use crate::image::process;
use crate::table::{TableBuilder, TableError, TableUnitError};
use crate::walk::{CodeLookup, FoundCode};

type Registry = CodeRegistry<X86_64>;

/// Rule of a frame of 64 bytes, including the return address, that saves no registers.
const RULE: FrameRule = FrameRule {
    cfa_base: Register::new(7),
    cfa_offset: 64,
    return_address: -8,
    signing: ReturnAddressSigning::Unsigned,
    saved: SavedRegisters::new(),
};

/// Address of the function of `words`, relative to the address of the words.
const FUNCTION: u64 = 0x1000;
/// Return address of the first call, relative to the function.
const CALL: u64 = 0x20;
/// Length of the function in bytes. Its second call is its last instruction.
const LEN: u64 = 0x40;

/// Returns a compiled table of a function with two calls, whose frame has `size` bytes.
fn words(size: i32) -> Box<[u32]> {
    let calls: [(u32, u64, &[_]); 2] = [(CALL as u32, 0, &[]), (LEN as u32, 0, &[])];
    let rule = FrameRule { cfa_offset: size, ..RULE };
    let map = statepoints(&[(FUNCTION, &calls)]);
    TableBuilder::<X86_64>::new().add(&map, &rule).unwrap().build().unwrap().into_words()
}

/// Returns a region with a compiled table, for code at `start`.
fn compiled(words: &[u32], start: u64) -> JitRegion<'_> {
    let address = start.wrapping_sub(FUNCTION);
    JitRegion { code: start..start + LEN, table: JitTable::Compiled { words, address } }
}

fn register(registry: &Registry, region: JitRegion<'_>) -> Result<CodeRegionId, RegistryError> {
    // SAFETY: no walk uses these tables, and in the tests the words outlive the registry.
    unsafe { registry.register_jit(region) }
}

/// Returns a region whose table is built from a stack map and the unwind table of a fixture.
fn sections(stack_maps: &[u8], code: Range<u64>) -> JitRegion<'_> {
    let table = JitTable::Sections {
        stack_maps,
        eh_frame: SPILLED.eh_frame,
        code: None,
        eh_frame_address: 0x50_0000,
    };
    JitRegion { code, table }
}

/// Returns the size of the frame at `pc` in bytes, or `None` for unknown code.
fn size_at(code: &impl CodeLookup<X86_64>, pc: u64) -> Option<i32> {
    match code.find(pc) {
        FoundCode::Managed(site) => Some(site.frame().unwrap().cfa().1),
        FoundCode::Unknown { .. } => None,
        found => panic!("{found:?}"),
    }
}

#[test]
fn generated_code_is_found_until_removed() {
    let registry = Registry::new();
    let before = registry.snapshot();
    let id = register(&registry, sections(SPILLED.stack_maps, 0x40_0000..0x40_1000)).unwrap();
    let with = registry.snapshot();
    assert!(
        matches!(before.find(0x40_0033), FoundCode::Unknown { function: None }),
        "an earlier snapshot does not change"
    );
    let FoundCode::Managed(site) = with.find(0x40_0033) else {
        panic!("{:?}", with.find(0x40_0033))
    };
    assert_eq!(
        site.frame().unwrap().cfa(),
        SPILLED.table().lookup(0x40_0033).unwrap().frame().unwrap().cfa()
    );
    // Inside a function but not after a call, between functions, and outside the region.
    assert!(matches!(with.find(0x40_0034), FoundCode::Unknown { function: Some(0x40_0000) }));
    assert!(matches!(with.find(0x40_0050), FoundCode::Unknown { function: None }));
    assert!(matches!(with.find(0x40_1001), FoundCode::Unknown { function: None }));
    assert_eq!(with.function_containing(0x40_0033), Some(0x40_0000));
    assert_eq!(with.region_at(0x40_0fff), Some((id, 0x40_0000..0x40_1000)));
    assert_eq!(with.max_bases(), SPILLED.table().max_bases());
    assert!(before.is_empty() && with.len() == 1);
    assert_ne!(CodeSnapshot::generation(&before), CodeSnapshot::generation(&with));
    drop((before, with));
    // SAFETY: no thread runs this code.
    unsafe { registry.remove(id) }.unwrap();
    let without = registry.snapshot();
    assert!(matches!(without.find(0x40_0033), FoundCode::Unknown { function: None }));
    assert_eq!(without.regions().count(), 0);
}

#[test]
fn generations_of_two_registries_differ() {
    let [one, other] = [Registry::new(), Registry::new()];
    assert_ne!(one.snapshot().generation(), other.snapshot().generation());
}

/// The return address of a call that ends a region is the start of the next region.
#[test]
fn adjacent_regions_differ_by_call_address() {
    let tables = [words(16), words(32), words(48)];
    let registry = Registry::new();
    for (start, table) in (0..).step_by(LEN as usize).zip(&tables) {
        register(&registry, compiled(table, 0x7000 + start)).unwrap();
    }
    let code = registry.snapshot();
    for (index, size) in [16, 32, 48].into_iter().enumerate() {
        let start = 0x7000 + index as u64 * LEN;
        assert_eq!(size_at(&code, start + CALL), Some(size));
        assert_eq!(size_at(&code, start + LEN), Some(size));
        assert_eq!(size_at(&code, start + 1), None);
    }
    assert_eq!(size_at(&code, 0x7000), None);
}

/// The linker places tables in any order, with gaps between their functions.
#[test]
fn region_may_have_many_compiled_tables() {
    let parts: Vec<_> = (1..=50).map(|n| words(8 * n)).collect();
    // The code of a unit is relative to the unit's address. So the distance between the code of two
    // units is the distance between their words.
    let all = parts.concat();
    let unit = parts[0].len() as u64 * 4;
    assert!(unit >= LEN, "the code of two units would overlap");
    let registry = Registry::new();
    let start = 0x9000;
    let code = start..start + 50 * unit;
    let table = JitTable::Compiled { words: &all, address: start - FUNCTION };
    let id = register(&registry, JitRegion { code, table }).unwrap();
    let code = registry.snapshot();
    assert_eq!(code.len(), 1);
    for n in 1..=50 {
        let start = start + (n - 1) * unit;
        assert_eq!(size_at(&code, start + CALL), Some(8 * n as i32));
        assert_eq!(code.function_containing(start + CALL), Some(start));
        assert_eq!(size_at(&code, start + CALL + 1), None);
    }
    drop(code);
    // SAFETY: no thread runs this code.
    unsafe { registry.remove(id) }.unwrap();
}

#[test]
fn overlapping_regions_are_rejected() {
    let table = words(16);
    let registry = Registry::new();
    let first = register(&registry, compiled(&table, 0x8000)).unwrap();
    let error = register(&registry, compiled(&table, 0x8000)).unwrap_err();
    assert!(
        matches!(&error, RegistryError::AlreadyRegistered { id, code }
            if *id == first && *code == (0x8000..0x8000 + LEN)),
        "{error}"
    );
    for start in [0x8000 - LEN + 1, 0x8001, 0x8000 + LEN - 1] {
        let error = register(&registry, compiled(&table, start)).unwrap_err();
        assert!(
            matches!(&error, RegistryError::Overlap { id, other, .. }
                if *id == first && *other == (0x8000..0x8000 + LEN)),
            "{error}"
        );
        assert!(error.to_string().contains("0x8000"), "{error}");
    }
    register(&registry, compiled(&table, 0x8000 - LEN)).unwrap();
    register(&registry, compiled(&table, 0x8000 + LEN)).unwrap();
    assert_eq!(registry.snapshot().len(), 3);
}

#[test]
fn region_is_removed_once() {
    let table = words(16);
    let registry = Registry::new();
    let id = register(&registry, compiled(&table, 0x8000)).unwrap();
    // SAFETY: no thread runs this code.
    unsafe { registry.remove(id) }.unwrap();
    // SAFETY: the removal returns an error, so no code is freed.
    let error = unsafe { registry.remove(id) }.unwrap_err();
    assert!(matches!(error, RegistryError::NotRegistered { id: found } if found == id), "{error}");
    // A later region at the same address has another ID.
    let again = register(&registry, compiled(&table, 0x8000)).unwrap();
    // SAFETY: the removal returns an error, so no code is freed.
    assert!(matches!(unsafe { registry.remove(id) }, Err(RegistryError::NotRegistered { .. })));
    let other = Registry::new();
    // SAFETY: the removal returns an error, so no code is freed.
    assert!(matches!(unsafe { other.remove(again) }, Err(RegistryError::NotRegistered { .. })));
    // SAFETY: no thread runs this code.
    unsafe { registry.remove(again) }.unwrap();
}

#[test]
fn removal_fails_while_thread_holds_snapshot() {
    let table = words(16);
    let [registry, other] = [Registry::new(), Registry::new()];
    let id = register(&registry, compiled(&table, 0x8000)).unwrap();
    let first = registry.snapshot();
    let second = registry.snapshot();
    drop(first);
    // SAFETY: the removal returns an error, so no code is freed.
    let error = unsafe { registry.remove(id) }.unwrap_err();
    assert!(matches!(error, RegistryError::SnapshotHeld { id: found } if found == id), "{error}");
    assert_eq!(size_at(&registry.snapshot(), 0x8000 + CALL), Some(16), "the region is unchanged");
    drop(second);
    // A snapshot of another registry does not prevent the removal.
    let _other = other.snapshot();
    // SAFETY: no thread runs this code.
    unsafe { registry.remove(id) }.unwrap();
}

#[test]
fn unusable_tables_are_rejected() {
    let registry = Registry::new();
    let code = 0x40_0000..0x40_1000;
    let error = register(&registry, sections(SPILLED.stack_maps, 9..9)).unwrap_err();
    assert!(matches!(error, RegistryError::EmptyRange { start: 9, end: 9 }), "{error}");
    for region in [
        sections(&[], code.clone()),
        JitRegion { code: code.clone(), table: JitTable::Compiled { words: &[], address: 0 } },
    ] {
        let error = register(&registry, region).unwrap_err();
        assert!(matches!(error, RegistryError::NoCallSites { .. }), "{error}");
        assert!(error.to_string().contains("0x400000..0x401000"), "{error}");
    }
    let error = register(&registry, sections(&[77; 16], code.clone())).unwrap_err();
    assert!(matches!(error, RegistryError::Build { .. }), "{error}");
    let table = JitTable::Sections {
        stack_maps: SPILLED.stack_maps,
        eh_frame: &[1; 7],
        code: None,
        eh_frame_address: 0x50_0000,
    };
    let error = register(&registry, JitRegion { code: code.clone(), table }).unwrap_err();
    assert!(matches!(error, RegistryError::EhFrame { .. }), "{error}");
    // The last function of the table is outside the region.
    let error =
        register(&registry, sections(SPILLED.stack_maps, 0x40_0000..0x40_0060)).unwrap_err();
    assert!(
        matches!(&error, RegistryError::OutsideRegion { functions, .. }
            if functions.start == 0x40_0000 && functions.end > 0x40_0060),
        "{error}"
    );
    let error =
        register(&registry, sections(SPILLED.stack_maps, 0x40_0001..0x40_1000)).unwrap_err();
    assert!(matches!(error, RegistryError::OutsideRegion { .. }), "{error}");
    assert!(registry.snapshot().is_empty(), "no rejected region is registered");
}

#[test]
fn malformed_compiled_tables_are_rejected() {
    let registry = Registry::new();
    let one = words(16);
    // The second of two tables has an invalid magic number.
    let mut two = [&one[..], &one[..]].concat();
    two[one.len()] = 5;
    let error = register(&registry, compiled(&two, 0x8000)).unwrap_err();
    let second = one.len() * 4;
    assert!(
        matches!(error, RegistryError::Table { source: TableUnitError { offset, problem: TableError::Magic { found: 5 } }, .. }
            if offset == second),
        "{error}"
    );
    two.truncate(one.len() + 3);
    two[one.len()] = one[0];
    let error = register(&registry, compiled(&two, 0x8000)).unwrap_err();
    assert!(
        matches!(
            error,
            RegistryError::Table {
                source: TableUnitError { problem: TableError::Short { .. }, .. },
                ..
            }
        ),
        "{error}"
    );
    // The code of two tables overlaps if their distance is less than the length of their code.
    let calls: [(u32, u64, &[_]); 2] = [(8, 0, &[]), (0x8000, 0, &[])];
    let map = statepoints(&[(FUNCTION, &calls)]);
    let long = TableBuilder::<X86_64>::new().add(&map, &RULE).unwrap().build().unwrap();
    let two = [long.words(), long.words()].concat();
    let table = JitTable::Compiled { words: &two, address: 0 };
    let error = register(&registry, JitRegion { code: 0..0x10_0000, table }).unwrap_err();
    assert!(
        matches!(&error, RegistryError::TablesOverlap { first, second, .. }
            if first.start == FUNCTION && second.start > FUNCTION),
        "{error}"
    );
}

#[test]
fn missing_images_and_maps_are_rejected() {
    let registry = CodeRegistry::<Host>::new();
    // No managed code is linked into this test program.
    assert_eq!(registry.register_loaded_images().unwrap(), []);
    let error = CodeRegistry::of_this_process().unwrap_err();
    let RegistryError::NoStackMap { program } = &error else { panic!("{error}") };
    assert_eq!(*program, std::env::current_exe().unwrap());
    assert!(error.to_string().contains("--gc-sections"), "{error}");
    assert!(error.to_string().ends_with("begin with a registry that is empty"), "{error}");

    let libc = libc::getpid as *const () as u64;
    let error = registry.register_image_at(libc).unwrap_err();
    let RegistryError::NoStackMapIn { image } = &error else { panic!("{error}") };
    let loaded = process::image_at(libc).unwrap().unwrap();
    assert_eq!(image, loaded.path());
    let error = registry.register_image(loaded.path()).unwrap_err();
    assert!(matches!(error, RegistryError::NoStackMapIn { .. }), "{error}");
    let error = registry.register_image(&std::env::current_exe().unwrap()).unwrap_err();
    assert!(matches!(error, RegistryError::NoStackMapIn { .. }), "{error}");

    let error = registry.register_image_at(16).unwrap_err();
    assert!(error.to_string().starts_with("no image of this process is at 0x10"), "{error}");
    let error = registry.register_image("/nowhere/lib.so".as_ref()).unwrap_err();
    assert!(error.to_string().contains("loaded from /nowhere/lib.so"), "{error}");
    assert!(matches!(error, RegistryError::NotLoaded { .. }), "{error}");
}

/// A removal waits until another thread drops its snapshot.
#[test]
fn removal_waits_for_snapshots() {
    let table = words(16);
    let registry = Registry::new();
    let id = register(&registry, compiled(&table, 0x8000)).unwrap();
    let held = AtomicBool::new(false);
    let dropping = AtomicBool::new(false);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            let code = registry.snapshot();
            held.store(true, Ordering::SeqCst);
            // The removal has begun when new snapshots lack the region.
            while !registry.snapshot().is_empty() {
                std::thread::yield_now();
            }
            assert_eq!(size_at(&code, 0x8000 + CALL), Some(16), "the region is not freed yet");
            dropping.store(true, Ordering::SeqCst);
        });
        while !held.load(Ordering::SeqCst) {
            std::thread::yield_now();
        }
        // SAFETY: no thread runs this code.
        unsafe { registry.remove(id) }.unwrap();
        assert!(dropping.load(Ordering::SeqCst), "the removal waits for the snapshot");
    });
}

/// Counts a thread among the writers until it is dropped, also by a panic: readers end after the
/// last writer.
struct Writing<'a>(&'a AtomicU64);

impl Drop for Writing<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

/// Writers register and remove tables, and overwrite a table's words after its removal. Readers
/// look up all call sites concurrently. Each result must be right, and remain the same for the
/// lifetime of the snapshot.
#[test]
fn lookups_run_during_registration_and_removal() {
    const SLOTS: u64 = 200;
    let registry = Arc::new(Registry::new());
    let found = AtomicU64::new(0);
    let missed = AtomicU64::new(0);
    let writers = AtomicU64::new(3);
    std::thread::scope(|scope| {
        for writer in 0..3 {
            let (registry, writers) = (&registry, &writers);
            scope.spawn(move || {
                let _writing = Writing(writers);
                for round in 0..400 {
                    let slot = (round * 7 + writer * 31) % (SLOTS / 3) * 3 + writer;
                    let mut table = words(8 + 8 * slot as i32);
                    let id = register(registry, compiled(&table, 0x10_0000 + slot * LEN)).unwrap();
                    if round % 3 > 0 {
                        std::thread::yield_now();
                    }
                    // SAFETY: no thread runs this code.
                    unsafe { registry.remove(id) }.unwrap();
                    table.fill(u32::MAX);
                }
            });
        }
        for _ in 0..2 {
            scope.spawn(|| {
                while writers.load(Ordering::Relaxed) > 0 {
                    let code = registry.snapshot();
                    let look_up = |slot: u64| size_at(&code, 0x10_0000 + slot * LEN + CALL);
                    let first: Vec<_> = (0..SLOTS).map(look_up).collect();
                    for (slot, &seen) in (0..).zip(&first) {
                        assert!(seen.is_none_or(|size| size == 8 + 8 * slot), "{seen:?}");
                        let count = if seen.is_some() { &found } else { &missed };
                        count.fetch_add(1, Ordering::Relaxed);
                    }
                    assert_eq!(code.len(), first.iter().flatten().count());
                    assert_eq!((0..SLOTS).map(look_up).collect::<Vec<_>>(), first);
                }
            });
        }
    });
    assert!(found.into_inner() > 0, "no lookup found a region");
    assert!(missed.into_inner() > 0, "all lookups found a region");
    assert!(registry.snapshot().is_empty());
}

/// Two threads can both find an address range free and build their tables before one of them adds
/// its region.
#[test]
fn concurrent_overlapping_region_is_rejected() {
    let registry = Registry::new();
    let words = words(16);
    let code = 0x7000..0x7000 + LEN;
    let region = || {
        // SAFETY: the words outlive the registry.
        let tables = unsafe { tables::Tables::from_words(&words, code.start - FUNCTION) }.unwrap();
        let origin = || CodeOrigin::Generated(code.clone());
        Region::new(next_number(), code.clone(), tables, origin).unwrap()
    };
    let id = registry.add_one(region()).unwrap();
    match registry.add_one(region()) {
        Err(RegistryError::AlreadyRegistered { id: found, code: range }) => {
            assert_eq!((found, range), (id, code.clone()));
        }
        other => panic!("{other:?}"),
    }
    assert_eq!(registry.snapshot().len(), 1);
}

#[test]
fn tables_outside_their_region_are_rejected() {
    let all = [words(16), words(32)].concat();
    let unit = all.len() as u64 / 2 * 4;
    let start = 0x9000;
    let region = |end| {
        let table = JitTable::Compiled { words: &all, address: start - FUNCTION };
        JitRegion { code: start..end, table }
    };
    let registry = Registry::new();
    let second = start + unit;
    match register(&registry, region(second + LEN - 1)) {
        Err(RegistryError::OutsideRegion { functions, .. }) => {
            assert_eq!(functions, second..second + LEN);
        }
        other => panic!("{other:?}"),
    }
    register(&registry, region(second + LEN)).unwrap();
}
