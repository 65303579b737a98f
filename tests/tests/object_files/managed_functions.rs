//! Reads the managed functions of a file, and checks that symbols, sections and stack maps agree.

use std::path::Path;

use stackmap_tool::object_file::{self, MapSource};
use statepoint_scanner::stackmap;

/// A function of a stack map.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ManagedFunction {
    /// The name in the source, without the underscore that Mach-O prepends.
    pub(crate) name: String,
    pub(crate) stack_size: Option<u64>,
    /// ID and instruction offset of each record.
    pub(crate) records: Vec<(u64, u32)>,
}

/// Returns the only object of a file.
pub(crate) fn read_one(path: &Path) -> MapSource {
    let sources = object_file::read(path).unwrap_or_else(|error| panic!("{error}"));
    let [source] = sources.try_into().unwrap_or_else(|all| panic!("one object, not {all:?}"));
    source
}

/// Returns the number of maps of a file.
pub(crate) fn count_maps(source: &MapSource) -> usize {
    let section = source.stack_maps.as_ref().unwrap_or_else(|| panic!("{source} has no map"));
    stackmap::maps(&section.bytes).count()
}

/// Returns the functions of all stack maps of a file, in order. Asserts that each begins at a
/// symbol, is in a section, and contains its records.
pub(crate) fn functions(source: &MapSource) -> Vec<ManagedFunction> {
    let section = source.stack_maps.as_ref().unwrap_or_else(|| panic!("{source} has no map"));
    let mut all = Vec::new();
    for map in stackmap::maps(&section.bytes) {
        let map = map.unwrap_or_else(|error| panic!("{source}: {error}"));
        let mut records = map.records();
        for function in map.functions() {
            let range = source.functions.range_at(function.address);
            let range = range.unwrap_or_else(|| {
                panic!("{source}: no name for {:#x} in {:?}", function.address, source.functions)
            });
            assert_eq!(range.start, function.address, "{source}: {}", range.name);
            let place = source.sections.name_at(function.address);
            assert!(place.is_some(), "{source}: {} is in no section", range.name);
            let count = function.record_count.expect("version 3") as usize;
            let records: Vec<_> = records
                .by_ref()
                .take(count)
                .map(|record| (record.id, record.instruction_offset))
                .collect();
            for &(id, offset) in &records {
                let address = function.address + u64::from(offset);
                // A return address may be the end of its function.
                assert!(address <= range.end, "{source}: record {id} of {} is outside", range.name);
            }
            let name = range.name.to_owned();
            all.push(ManagedFunction { name, stack_size: function.stack_size, records });
        }
    }
    if source.format == object_file::FileFormat::MachO {
        for function in &mut all {
            function.name = function.name.strip_prefix('_').expect("an underscore").to_owned();
        }
    }
    all
}
