//! Tests of serialized tables. They are read back from words, corrupted, and their lookups are
//! compared with those of a `BTreeMap`.

use std::collections::BTreeMap;

use proptest::prelude::*;

use super::*;
use crate::arch::CallingConvention;
use crate::fixtures::{RawLocation, in_register, map, map_with_constants};
use crate::reference_list;

/// Returns a description of each call site and its record.
fn describe_call_sites(table: &CallSiteTable<'_, X86_64>) -> Vec<String> {
    table
        .call_sites()
        .map(|(pc, site)| {
            let record = table.record(site.number).unwrap();
            let values: Vec<_> = record.values().collect();
            format!("{pc:#x} {site:?} {} {:?} {values:?}", record.id, record.kind)
        })
        .collect()
}

#[test]
fn records_keep_deopt_values_and_ids() {
    let deopt = [constant(0), constant(1), constant(2), constant(-7), slot(7, 24), slot(7, 8)];
    let section = map(&[(0x1000, &[(5, 0xabcd, &[slot(7, 8)])])], &deopt);
    let buffer = TableBuilder::<X86_64>::new().add(&section, &RULE).unwrap().build().unwrap();
    let table = buffer.table();
    let record = table.record(table.lookup(0x1005).unwrap().number).unwrap();
    assert_eq!(record.id, 0xabcd);
    let RecordKind::Statepoint { calling_convention: 0, flags } = record.kind else {
        panic!("{record:?}")
    };
    assert_eq!(flags.bits(), 1);
    let expected = [
        ValueLocation::Constant(-7),
        ValueLocation::Slot { base: Register::new(7), offset: 24, size: 8 },
    ];
    assert_eq!(record.values().collect::<Vec<_>>(), expected);
    assert_eq!(bases(&read_leaked_copy(&buffer), 0x1005), [at(SP, 8)]);
    assert!(table.record(1).is_none());
}

/// Leaks a copy of the table's words and reads the table from it.
fn read_leaked_copy(buffer: &TableBuffer<X86_64>) -> CallSiteTable<'static, X86_64> {
    CallSiteTable::read(buffer.words().to_vec().leak(), 0).unwrap()
}

#[test]
fn stackmap_values_are_candidates() {
    // The values are in rbx, in two words at rsp+16, in a stack object, in rax, in a vector
    // register, and in four bytes of r12. Only whole words are candidates. Caller-saved registers
    // cannot be recovered.
    let values = [
        in_register(3),
        vector(7, 16, 2),
        direct(7, 32),
        in_register(0),
        (1, 16, 17, 0),
        (1, 4, 12, 0),
        constant(0),
    ];
    let section = map(&[(0x1000, &[(5, 7, &values)])], &[]);
    let buffer = TableBuilder::<X86_64>::new().add(&section, &RULE).unwrap().build().unwrap();
    let table = buffer.table();
    let site = table.lookup(0x1005).unwrap();
    let CallSiteContent::Pinned(pinned) = site.content else { panic!("{site:?}") };
    let expected = [RootLocation::Register(0), at(SP, 16), at(SP, 24), at(SP, 32)];
    assert_eq!(pinned.locations().collect::<Vec<_>>(), expected);
    assert_eq!(pinned.unrecoverable().collect::<Vec<_>>(), [0, 17]);
    let record = table.record(site.number).unwrap();
    assert_eq!((record.id, record.kind, record.values().len()), (7, RecordKind::Other, 7));
    assert_eq!(table.statistics().pinned, 1);
}

// Two stackmaps without shadow bytes are at the same address.
#[test]
fn candidates_of_records_at_one_address_are_merged() {
    let section =
        map(&[(0x1000, &[(5, 1, &[slot(7, 8)]), (5, 2, &[slot(7, 0), in_register(2)])])], &[]);
    let buffer = TableBuilder::<X86_64>::new().add(&section, &RULE).unwrap().build().unwrap();
    let table = buffer.table();
    let CallSiteContent::Pinned(pinned) = table.lookup(0x1005).unwrap().content else { panic!() };
    assert_eq!(pinned.locations().collect::<Vec<_>>(), [at(SP, 0), at(SP, 8)]);
    assert_eq!(pinned.unrecoverable().collect::<Vec<_>>(), [2]);
    assert_eq!(table.len(), 1);
}

#[test]
fn list_is_not_merged_with_unlisted_values() {
    let mark = (5, 8, 0, 0);
    let listed: [&[_]; 2] = [&[slot(7, 8), mark], &[slot(7, 16), mark]];
    let merge = |locations: [&[RawLocation]; 2]| {
        let records = locations.map(|locations| (5, 1, locations));
        let section = map_with_constants(&[(0x1000, &records)], &[], &[reference_list::MARK + 1]);
        let buffer = TableBuilder::<X86_64>::new().add(&section, &RULE).unwrap().build().unwrap();
        let CallSiteContent::Pinned(pinned) = buffer.table().lookup(0x1005).unwrap().content else {
            panic!()
        };
        (pinned.is_listed(), pinned.locations().collect::<Vec<_>>())
    };
    assert_eq!(merge(listed), (true, vec![at(SP, 8), at(SP, 16)]));
    assert_eq!(merge([listed[0], &[]]), (true, vec![at(SP, 8)]));
    assert_eq!(merge([listed[0], &[constant(5)]]), (true, vec![at(SP, 8)]));
    assert_eq!(merge([&[slot(7, 0)], listed[1]]), (false, vec![at(SP, 0), at(SP, 16)]));
    assert!(!merge([listed[0], &[in_register(0)]]).0);
}

/// Code with the same bytes at every address.
struct Repeated(&'static [u8]);

impl CodeBytes for Repeated {
    fn read(&self, _: u64, out: &mut [u8]) -> bool {
        crate::table::copy_at(self.0, Some(0), out)
    }
}

#[test]
fn patchpoint_is_found_by_return_address() {
    let section = map(&[(0x1000, &[(5, 1, &[slot(7, 8)])])], &[]);
    let with = |code| {
        let builder = TableBuilder::<X86_64>::new().add_with_code(&section, &RULE, &Repeated(code));
        builder.and_then(TableBuilder::build).unwrap().leak()
    };
    let table = with(&[0x49, 0xbb, 1, 2, 3, 4, 5, 6, 7, 8, 0x41, 0xff, 0xd3]);
    assert_eq!(table.len(), 2);
    for pc in [0x1005, 0x1005 + 13] {
        let site = table.lookup(pc).unwrap();
        assert!(matches!(site.content, CallSiteContent::Pinned(_)), "{site:?}");
        assert_eq!(table.record(site.number).unwrap().id, 1);
    }
    // The first code consists of no-ops. The second is too short.
    for code in [&[0x90; 13][..], &[0x49, 0xbb]] {
        assert_eq!(with(code).len(), 1);
    }
}

#[test]
fn table_may_cover_more_code_than_its_functions() {
    let section = statepoints(&[(0x1000, &[(5, 0, &[])]), (0x3000, &[(5, 0, &[])])]);
    let build = |code| {
        let builder = TableBuilder::<X86_64>::for_code(code).add(&section, &RULE);
        builder.and_then(TableBuilder::build).unwrap().leak()
    };
    let table = build(0xf00..0x2000);
    assert_eq!((table.code(), table.len()), (0xf00..0x2000, 1));
    assert_eq!((table.functions().len(), table.functions().next()), (1, Some(0x1000..0x1005)));
    assert_eq!(table.function_containing(0x1003), Some(0x1000));
    assert_eq!(table.function_containing(0xf80), None);
    assert_eq!(build(0x4000..0x5000).len(), 0);
}

#[test]
fn units_are_contiguous() {
    let unit = |fixture: &crate::fixtures::Fixture| fixture.build().unwrap().words().to_vec();
    let (one, two) = (unit(&SPILLED), unit(&FRAMES));
    // Linkers may leave gaps between units.
    let words = [&*one, &[0; 6], &*two, &[0; 2]].concat();
    // The code address of a unit is relative to the unit's own address.
    let tables: Vec<_> = units_of::<X86_64>(&words, 0x9000).map(Result::unwrap).collect();
    assert_eq!(tables.len(), 2);
    let start = SPILLED.table().code().start;
    assert_eq!(tables[0].code().start, start + 0x9000);
    let second = 0x9000 + 4 * (one.len() as u64 + 6);
    assert_eq!(tables[1].code().start, FRAMES.table().code().start + second);
    assert!(tables[1].lookup(0x40_0027 + second).is_some());
    assert_eq!(units_of::<X86_64>(&[], 0).count(), 0);

    let mut wrong = words.clone();
    wrong[one.len() + 6] ^= 1;
    let found: Vec<_> = units_of::<X86_64>(&wrong, 0).collect();
    let [Ok(_), Err(error)] = &*found else { panic!("{found:?}") };
    assert_eq!(error.offset, 4 * (one.len() + 6));
    assert!(matches!(error.problem, TableError::Magic { .. }), "{error}");
    assert!(
        units_of::<X86_64>(&words, 4).next().unwrap().is_err(),
        "no unit begins at this address"
    );
    assert!(matches!(
        CallSiteTable::<crate::arch::Aarch64>::read(&one, 0),
        Err(TableError::Architecture { found: 62, expected: 183 })
    ));
    for len in 0..one.len() {
        let error = CallSiteTable::<X86_64>::read(&one[..len], 0).unwrap_err();
        assert!(matches!(error, TableError::Short { .. }), "{len} words: {error}");
    }
}

/// Runs all queries of a table. None of them may panic, whatever the words contain.
fn query_all(words: &[u32]) {
    let Ok(table) = CallSiteTable::<X86_64>::read(words, 0) else { return };
    for (pc, site) in table.call_sites().take(1000) {
        let _ = format!("{site:?} {:?}", table.function_containing(pc));
        if let Some(record) = table.record(site.number) {
            let _ = (record.values().count(), record.live_outs().count());
        }
    }
    let start = table.code().start;
    for offset in (0..2000).chain([u64::MAX, 1 << 32]) {
        table.lookup(start.wrapping_add(offset));
    }
    table.functions().for_each(drop);
}

#[test]
fn corrupted_table_does_not_panic() {
    for fixture in [SPILLED, FRAMES, REGISTERS] {
        let buffer = fixture.build().unwrap();
        for at in 0..buffer.words().len() {
            for flip in [1, 0x80, 0xff00, 0x8000_0000, u32::MAX] {
                let mut words = buffer.words().to_vec();
                words[at] ^= flip;
                query_all(&words);
            }
        }
    }
}

/// Generates the location of a root.
fn root_location() -> impl Strategy<Value = RawLocation> {
    prop_oneof![
        4 => (0..60_i32).prop_map(|word| slot(7, 8 * word)),
        1 => (1..4_u16, 0..50_i32).prop_map(|(len, word)| vector(7, 8 * word, len)),
        1 => (-20..20_i32).prop_map(|word| slot(6, 8 * word)),
        1 => prop::sample::select(vec![3, 6, 12, 13, 14, 15]).prop_map(in_register),
    ]
}

/// A list of functions: the distance of each from the previous one, and its records. A record has
/// its distance from the previous record, its ID, and the locations of its roots.
type Functions = Vec<(u64, Vec<(u32, u64, Vec<RawLocation>)>)>;

type BorrowedRecord<'a> = (u32, u64, &'a [RawLocation]);

fn functions() -> impl Strategy<Value = Functions> {
    let record = (1..700_u32, 0..3_u64, prop::collection::vec(root_location(), 0..6));
    prop::collection::vec((0..5000_u64, prop::collection::vec(record, 1..8)), 1..8)
}

proptest! {
    #[test]
    fn table_round_trips_through_words(generated in functions(), address in 0..1_u64 << 40) {
        let mut expected_sites: BTreeMap<u64, (u64, Vec<RootLocation>)> = BTreeMap::new();
        let mut start = 0x1000;
        let mut functions = Vec::new();
        for (distance, records) in &generated {
            start += distance;
            let mut at = 0;
            let mut all = Vec::new();
            for (distance, id, places) in records {
                at += distance;
                let pairs: Vec<_> = places.iter().flat_map(|&root| [root, root]).collect();
                let mut roots = Vec::new();
                for &(kind, size, register, offset) in places {
                    let index = X86_64::CALLEE_SAVED
                        .iter()
                        .position(|saved| saved.dwarf() == register)
                        .map(|index| index as u8);
                    for word in 0..i32::from(size / 8) {
                        roots.push(match (kind, index) {
                            (1, Some(index)) => RootLocation::Register(index),
                            (_, None) => super::at(SP, offset + 8 * word),
                            (_, Some(index)) => {
                                super::at(AddressBase::CalleeSaved(index), offset + 8 * word)
                            }
                        });
                    }
                }
                roots.sort_unstable();
                roots.dedup();
                expected_sites.insert(start + u64::from(at), (*id, roots));
                all.push((at, *id, pairs));
            }
            functions.push((start, all));
            start += u64::from(at);
        }
        let borrowed: Vec<(u64, Vec<BorrowedRecord<'_>>)> = functions
            .iter()
            .map(|(start, all)| {
                (*start, all.iter().map(|(at, id, pairs)| (*at, *id, &**pairs)).collect())
            })
            .collect();
        let raw: Vec<_> = borrowed.iter().map(|(start, all)| (*start, &**all)).collect();
        let rule = FrameRule { cfa_offset: 8 * 64, ..RULE };
        let section = statepoints(&raw);
        let buffer =
            TableBuilder::<X86_64>::new().add(&section, &rule).and_then(TableBuilder::build).unwrap();
        let table = buffer.table();

        prop_assert_eq!(table.len(), expected_sites.len());
        let code = table.code();
        for pc in code.start - 300..code.end + 300 {
            match (table.lookup(pc), expected_sites.get(&pc)) {
                (None, None) => {}
                (Some(site), Some((id, expected))) => {
                    let mut roots: Vec<_> = site.frame().unwrap().bases().collect();
                    prop_assert_eq!(roots.len(), site.frame().unwrap().base_len());
                    roots.sort_unstable();
                    prop_assert_eq!(&roots, expected);
                    prop_assert_eq!(table.record(site.number).unwrap().id, *id);
                }
                (found, expected) => prop_assert!(false, "{pc:#x}: {found:?}, {expected:?}"),
            }
        }

        // Read the table from bytes at another address, as in a loaded program.
        let bytes: Vec<u8> = buffer.words().iter().flat_map(|word| word.to_le_bytes()).collect();
        let mut words = vec![0_u32; bytes.len() / 4];
        object::pod::bytes_of_slice_mut(&mut words).copy_from_slice(&bytes);
        let again = CallSiteTable::<X86_64>::read(&words, 0).unwrap();
        prop_assert_eq!(describe_call_sites(&again), describe_call_sites(&table));
        let address = address & !7;
        let moved = units::<X86_64>(object::pod::bytes_of_slice(&words), address);
        let moved: Vec<_> = moved.map(Result::unwrap).collect();
        prop_assert_eq!(moved.len(), 1);
        prop_assert_eq!(moved[0].code().start, code.start + address);
        let sites: Vec<_> = moved[0].call_sites().map(|(pc, _)| pc - address).collect();
        prop_assert_eq!(sites, expected_sites.keys().copied().collect::<Vec<_>>());
    }
}
