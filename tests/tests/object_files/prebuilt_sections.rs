//! Prebuilt stack maps that LLVM generated, so that these tests need no LLVM. The text file next to
//! each section has the disassembly and the output of `llvm-readobj`.

use std::fs;
use std::path::PathBuf;

use proptest::prelude::*;
use statepoint_scanner::arch::{Register, X86_64};
use statepoint_scanner::stackmap::model;
use statepoint_scanner::stackmap::{StackMap, StackMapLayout, encode, maps, maps_in};
use statepoint_scanner::statepoint::{DEFAULT_ID, PointerPair, Statepoint, ValueLocation};
use tests::fixtures;
use tests::readobj::{self, Map};

/// Name, bytes and text of each section.
fn sections() -> Vec<(String, Vec<u8>, String)> {
    let directory = fixtures::directory().join("sections");
    let mut paths: Vec<PathBuf> = fs::read_dir(&directory)
        .expect("the directory of the sections")
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "bin"))
        .collect();
    paths.sort();
    assert!(paths.len() > 10, "sections are missing");
    let section = |path: &PathBuf| {
        let name = path.file_stem().expect("a name").to_string_lossy().into_owned();
        let text = fs::read_to_string(path.with_extension("txt")).expect("a description");
        (name, fs::read(path).expect("a section"), text)
    };
    paths.iter().map(section).collect()
}

fn bytes(name: &str) -> Vec<u8> {
    fs::read(fixtures::directory().join("sections").join(name).with_extension("bin"))
        .expect("a section")
}

fn only_map(bytes: &[u8]) -> StackMap<'_> {
    let all: Result<Vec<_>, _> = maps(bytes).collect();
    let all = all.expect("valid");
    assert_eq!(all.len(), 1);
    all[0]
}

/// Deopt values, pairs and allocas of a statepoint.
type Decoded = (Vec<ValueLocation>, Vec<PointerPair>, Vec<ValueLocation>);

/// Returns all records of a map of x86-64, each of which must be a statepoint's.
fn statepoints(map: &StackMap<'_>) -> Vec<Decoded> {
    map.records()
        .map(|record| {
            let statepoint = Statepoint::<X86_64>::decode(&record, &map.constants())
                .unwrap_or_else(|error| panic!("{error}"));
            let pairs = statepoint.pairs().collect();
            (statepoint.deopt().collect(), pairs, statepoint.allocas().collect())
        })
        .collect()
}

fn slot(register: u8, offset: i32, size: u16) -> ValueLocation {
    ValueLocation::Slot { base: Register::new(register), offset, size }
}

/// A word in the frame of a function that addresses it from RSP.
fn word(offset: i32) -> ValueLocation {
    slot(7, offset, 8)
}

fn pair(base: ValueLocation, derived: ValueLocation) -> PointerPair {
    PointerPair { base, derived }
}

#[test]
fn every_section_is_read_as_llvm_readobj_reads_it() {
    let mut compared = 0;
    for (name, bytes, text) in sections() {
        let expected = readobj::parse(&text).expect("readable");
        if name.starts_with("linked") {
            assert_eq!(expected, Map::default(), "llvm-readobj reads the first map only");
            continue;
        }
        assert_eq!(Map::from(&only_map(&bytes)), expected, "{name}");
        compared += expected.records.len();
    }
    assert!(compared > 30, "only {compared} records were compared");
}

/// Three objects were linked, so there are three maps. The second and third object both define the
/// function `inline` at 0x4010b0, so there are two records for its call that returns to 0x4010ba.
#[test]
fn a_linked_section_has_a_map_for_each_object_and_addresses() {
    let bytes = bytes("linked-x86_64");
    let maps: Vec<_> = maps(&bytes).collect::<Result<_, _>>().expect("valid");
    let sizes: Vec<_> = maps.iter().map(|map| (map.offset(), map.byte_len())).collect();
    assert_eq!(sizes, [(0, 624), (624, 240), (864, 240)]);
    let returns: Vec<Vec<u64>> = maps
        .iter()
        .map(|map| {
            let records = map.function_records().expect("version 3 has counts");
            records
                .map(|(function, record)| function.address + u64::from(record.instruction_offset))
                .collect()
        })
        .collect();
    assert_eq!(
        returns,
        [
            vec![0x40_1016, 0x40_1046, 0x40_106d, 0x40_1072, 0x40_1096],
            vec![0x40_10ba, 0x40_10aa],
            vec![0x40_10ba, 0x40_10ca],
        ]
    );
}

/// `both`: `subq $24, %rsp; movq %rdi, 8(%rsp); movq %rsi, 16(%rsp)`, the derived pointer being in
/// `rsi`. The pair of the derived pointer comes first.
#[test]
fn derived_pointers_share_the_slot_of_their_base() {
    let bytes = bytes("derived-x86_64");
    let decoded = statepoints(&only_map(&bytes));
    let pairs: Vec<_> = decoded.iter().map(|(_, pairs, _)| pairs.as_slice()).collect();
    assert_eq!(pairs[0], [pair(word(8), word(16)), pair(word(8), word(8))]);
    assert_eq!(pairs[1], [pair(word(16), word(8))], "the base is in no pair of its own");
    let [a, b, c] = pairs[2] else { panic!("three pairs") };
    assert!(a.base == word(16) && b.base == word(16) && c.base == word(16));
    assert_eq!(pairs[3].len(), 2);
    assert!(pairs[4].is_empty(), "a pointer without relocation is not recorded");
}

#[test]
fn constant_pointers_are_pairs_of_constants() {
    let bytes = bytes("constants-x86_64");
    let decoded = statepoints(&only_map(&bytes));
    let null = ValueLocation::Constant(0);
    let (_, pairs, _) = &decoded[0];
    assert!(pairs.contains(&pair(null, null)));
    assert!(pairs.contains(&pair(null, word(0))), "{pairs:?}");
    let (_, pairs, _) = &decoded[1];
    for value in [1, -1, 0x1234_5678_9abc_def0] {
        assert!(
            pairs.contains(&pair(ValueLocation::Constant(value), ValueLocation::Constant(value))),
            "{pairs:?}"
        );
    }
    assert_eq!(pairs.len(), 3);
}

#[test]
fn deopt_values_keep_their_order_and_sign() {
    let bytes = bytes("deopt-x86_64");
    let decoded = statepoints(&only_map(&bytes));
    let (deopt, pairs, _) = &decoded[0];
    let constants: Vec<_> = deopt
        .iter()
        .filter_map(|value| match value {
            ValueLocation::Constant(constant) => Some(*constant),
            _ => None,
        })
        .collect();
    #[rustfmt::skip]
    assert_eq!(constants, [
        -1, -3, 500, -1, 0x7fff_ffff, 0x8000_0000, -0x8000_0000, -0x8000_0001,
        0x1234_5678_9abc_def0, 0x3f80_0000, 0x4000_0000_0000_0000, 0, 0,
    ]);
    // The 128-bit constant is in memory.
    assert!(matches!(deopt[9], ValueLocation::Slot { size: 16, .. }) && deopt.len() == 14);
    // A reference that is a deopt value is relocated as well.
    assert!(
        pairs.is_empty()
            || pairs == &[pair(ValueLocation::Constant(0), ValueLocation::Constant(0))]
    );
    let sizes: Vec<_> = decoded[1]
        .0
        .iter()
        .map(|value| match value {
            ValueLocation::Slot { size, .. } => *size,
            // The integer of 128 bits was passed in memory: above the frame of 72 bytes and the
            // return address. LLVM records its address, as it does for a stack object.
            ValueLocation::Address { offset, .. } => {
                assert_eq!(*offset, 72 + 8);
                0
            }
            other => panic!("{other:?}"),
        })
        .collect();
    assert_eq!(sizes, [1, 1, 2, 4, 8, 0, 4, 8, 16, 8]);
    let (deopt, pairs, _) = &decoded[2];
    assert!(matches!(deopt[2], ValueLocation::Address { .. }), "{deopt:?}");
    assert_eq!(pairs.len(), 2, "the deopt value of type reference has a pair");
    // Arguments that were passed in memory were copied into the frame.
    assert_eq!(decoded[3].0, [word(16), word(8), word(0)]);
}

#[test]
fn vectors_are_slots_of_several_words() {
    let bytes = bytes("vectors-x86_64");
    let decoded = statepoints(&only_map(&bytes));
    let sizes: Vec<_> = decoded
        .iter()
        .map(|(_, pairs, _)| match pairs.as_slice() {
            [PointerPair { base, derived: ValueLocation::Slot { size, .. } }] => {
                assert!(matches!(base, ValueLocation::Slot { size: other, .. } if other == size));
                *size
            }
            other => panic!("{other:?}"),
        })
        .collect();
    assert_eq!(sizes, [16, 24, 32, 64]);
}

/// It is RSP for a fixed frame, RBP for a dynamic one, RSP for a realigned one, and RBX for a frame
/// that is both dynamic and realigned.
#[test]
fn the_base_register_depends_on_the_frame() {
    let bytes = bytes("frames-x86_64");
    let map = only_map(&bytes);
    let bases: Vec<_> = statepoints(&map)
        .iter()
        .map(|(_, pairs, _)| match pairs.as_slice() {
            [PointerPair { base: ValueLocation::Slot { base, .. }, .. }] => base.dwarf(),
            other => panic!("{other:?}"),
        })
        .collect();
    assert_eq!(bases, [7, 7, 6, 7, 3, 3, 7, 7]);
    let fixed: Vec<_> = map.functions().map(|function| function.stack_size.is_some()).collect();
    assert_eq!(fixed, [true, true, false, false, false, true]);
}

#[test]
fn stack_objects_follow_the_pairs() {
    let bytes = bytes("allocas-x86_64");
    let decoded = statepoints(&only_map(&bytes));
    let (_, pairs, allocas) = &decoded[0];
    assert_eq!(pairs.len(), 1);
    assert_eq!(allocas.len(), 3);
    assert_eq!(allocas[0], allocas[2], "the bundle lists one twice");
    let (_, pairs, allocas) = &decoded[1];
    assert!(pairs.is_empty() && allocas.is_empty(), "LLVM records no dynamic alloca");
    // The address of a stack object was relocated: a pair of two addresses, which comes first here,
    // and the object itself at the end. The locations between show that it is a pair.
    let object = ValueLocation::Address { base: Register::new(7), offset: 16, size: 8 };
    let (_, pairs, allocas) = &decoded[2];
    assert_eq!(*pairs, [pair(object, object), pair(word(8), word(8))]);
    assert_eq!(*allocas, [object]);
}

/// Of seven pointers, six are in the callee-saved registers and one is in memory.
#[test]
fn pointers_in_registers_are_in_callee_saved_ones() {
    let bytes = bytes("registers-x86_64");
    let decoded = statepoints(&only_map(&bytes));
    let mut registers: Vec<_> = decoded[1]
        .1
        .iter()
        .filter_map(|pair| match pair.derived {
            ValueLocation::Register { register, size: 8 } => Some(register.dwarf()),
            _ => None,
        })
        .collect();
    registers.sort_unstable();
    assert_eq!(registers, [3, 6, 12, 13, 14, 15]);
    assert_eq!(decoded[1].1.len(), 7);
}

#[test]
fn records_of_stackmaps_and_patchpoints_are_not_statepoints() {
    let bytes = bytes("patchpoints-x86_64");
    let map = only_map(&bytes);
    for record in map.records() {
        let decoded = Statepoint::<X86_64>::decode(&record, &map.constants());
        assert!(decoded.is_err(), "{decoded:?}");
        assert_ne!(record.id, DEFAULT_ID);
    }
    assert_eq!(map.records().len(), 5);
}

#[test]
fn truncated_real_sections_are_errors() {
    for (name, bytes, _) in sections() {
        let ends: Vec<_> = maps(&bytes)
            .map(|map| map.map(|map| map.offset() + map.byte_len()).expect("valid"))
            .collect();
        for len in 1..bytes.len() {
            let whole = maps(&bytes[..len]).all(|map| map.is_ok());
            assert_eq!(whole, ends.contains(&len), "{name} cut at {len}");
        }
    }
}

/// The contents of a real map are the same in any layout that can hold them.
#[test]
fn real_maps_round_trip_through_other_layouts() {
    let mut converted = 0;
    for (name, bytes, _) in sections() {
        for map in maps(&bytes) {
            let model = model::Map::from(&map.expect("valid"));
            for layout in StackMapLayout::ALL {
                match encode(&model, layout) {
                    Ok(written) => {
                        let read = maps_in(&written, layout).next().expect("a map").expect("valid");
                        let mut read = model::Map::from(&read);
                        if layout == StackMapLayout::V1 {
                            let counts = model.functions.iter().map(|f| f.record_count);
                            let counts: Vec<_> = counts.map(|count| count.unwrap_or(0)).collect();
                            read.attribute(&counts).expect("the same functions");
                        }
                        assert_eq!(read, model, "{name} in {layout}");
                        converted += 1;
                    }
                    Err(error) => {
                        assert_eq!(layout, StackMapLayout::Flat, "{name}: {error}");
                        let sizes = model.records.iter().flat_map(|record| &record.locations);
                        assert!(sizes.into_iter().any(|location| location.size != 8), "{error}");
                    }
                }
            }
        }
    }
    assert!(converted > 40, "only {converted} conversions");
}

/// Returns the number of random cases: that of the test, or of the environment.
fn cases(default: u32) -> ProptestConfig {
    let cases = std::env::var("PROPTEST_CASES").ok().and_then(|cases| cases.parse().ok());
    let failure_persistence = None;
    ProptestConfig { cases: cases.unwrap_or(default), failure_persistence, ..Default::default() }
}

proptest! {
    #![proptest_config(cases(20_000))]

    /// A real section with a few bytes changed is an error, or valid and then everything in it can
    /// be read, decoded and written.
    #[test]
    fn mutated_sections_are_an_error_or_valid(
        which in any::<prop::sample::Index>(),
        mutations in proptest::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..5),
    ) {
        thread_local! {
            static SECTIONS: Vec<(String, Vec<u8>, String)> = sections();
        }
        let mut bytes = SECTIONS.with(|sections| which.get(sections).1.clone());
        for (at, value) in mutations {
            let at = at.index(bytes.len());
            // Changing a bit affects counts and kinds more often than a random byte.
            bytes[at] = if value < 128 { bytes[at] ^ (1 << (value % 8)) } else { value };
        }
        for map in maps(&bytes).flatten() {
            for record in map.records() {
                if let Ok(statepoint) = Statepoint::<X86_64>::decode(&record, &map.constants()) {
                    let values = statepoint.deopt().len()
                        + 2 * statepoint.pairs().count()
                        + statepoint.allocas().count();
                    prop_assert_eq!(values + 3, record.locations().len());
                }
            }
            let model = model::Map::from(&map);
            let written = encode(&model, map.layout()).expect("what was read can be written");
            let read = maps_in(&written, map.layout()).next().expect("a map").expect("valid");
            prop_assert_eq!(model::Map::from(&read), model);
        }
    }
}
