//! Every field of a stack map that the scanner reads agrees with the output of `llvm-readobj
//! --stackmap`, for each fixture compiled by each installed LLVM version.

use statepoint_scanner::arch::X86_64;
use statepoint_scanner::stackmap::maps;
use statepoint_scanner::statepoint::Statepoint;
use tests::fixtures::{self, Fixture};
use tests::llvm::{Llvm, section};
use tests::readobj::{self, Map};

/// Compiles a fixture, and compares the scanner's result with that of `llvm-readobj`. Returns the
/// number of records.
fn compare_fixture(
    llvm: Llvm,
    fixture: &Fixture,
    target: &str,
    directory: &std::path::Path,
) -> usize {
    let name = format!("{} for {target} by LLVM {}", fixture.name(), llvm.version());
    let object = llvm
        .compile(fixture, target, &[], directory)
        .unwrap_or_else(|error| panic!("{name}: {error}"));
    let bytes = section(&object, ".llvm_stackmaps").expect("a stack map");
    let found: Vec<_> = maps(&bytes).collect();
    let [Ok(map)] = found.as_slice() else { panic!("{name}: {found:?}") };
    assert_eq!(map.byte_len(), bytes.len(), "{name}");

    let text = llvm.stack_map_text(&object).expect("llvm-readobj reads it");
    let expected = readobj::parse(&text).unwrap_or_else(|error| panic!("{name}: {error}"));
    assert_eq!(Map::from(map), expected, "{name}");
    assert_eq!(expected.records.len(), fixture.records(), "{name}");
    if target == "x86_64" {
        let constants = map.constants();
        let decoded = map.records().map(|r| Statepoint::<X86_64>::decode(&r, &constants));
        let (good, bad): (Vec<_>, Vec<_>) = decoded.partition(Result::is_ok);
        assert_eq!(good.len(), fixture.statepoints(), "{name}: {bad:?}");
    }
    expected.records.len()
}

/// Compares all fixtures that this version can compile.
fn compare_all(version: u32) {
    let Some(llvm) = Llvm::find_or_skip(version) else { return };
    let directory = tempfile::tempdir().expect("a directory");
    let mut records = 0;
    for fixture in fixtures::all() {
        if fixture.is_for_version(version) {
            for target in fixture.targets() {
                records += compare_fixture(llvm, &fixture, target, directory.path());
            }
        }
    }
    assert!(records > 80, "only {records} records were compared");
    eprintln!("LLVM {version}: {records} records compared");
}

#[test]
fn llvm_14_records_agree_with_readobj() {
    compare_all(14);
}

#[test]
fn llvm_16_records_agree_with_readobj() {
    compare_all(16);
}

#[test]
fn llvm_19_records_agree_with_readobj() {
    compare_all(19);
}

#[test]
fn llvm_22_records_agree_with_readobj() {
    compare_all(22);
}

/// LLVM writes an empty record in place of one with more locations than the 16-bit count can
/// represent.
#[test]
fn too_many_locations_make_an_overflow_record() {
    let values = ", i64 1".repeat(0x1_0000);
    let text = format!(
        "; llc: -O0\n; records: 2\n; statepoints: 0\ndeclare void @llvm.experimental.stackmap(i64, i32, ...)\n\
         define void @overflow() {{\n\
         call void (i64, i32, ...) @llvm.experimental.stackmap(i64 7, i32 0{values})\n\
         call void (i64, i32, ...) @llvm.experimental.stackmap(i64 8, i32 0, i64 5)\n\
         ret void\n}}\n"
    );
    let fixture = Fixture::from_text("overflow", text);
    for llvm in Llvm::installed() {
        let directory = tempfile::tempdir().expect("a directory");
        compare_fixture(llvm, &fixture, "x86_64", directory.path());
        let object = directory.path().join(format!("overflow-x86_64-{}.o", llvm.version()));
        let bytes = section(&object, ".llvm_stackmaps").expect("a stack map");
        let map = maps(&bytes).next().expect("a map").expect("valid");
        let overflow: Vec<_> = map.records().map(|record| record.is_overflow()).collect();
        assert_eq!(overflow, [true, false], "LLVM {}", llvm.version());
    }
}
