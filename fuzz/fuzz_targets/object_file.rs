//! Reads files of any kind with the reader of object files and archives.
#![no_main]

use std::path::Path;

use libfuzzer_sys::fuzz_target;
use stackmap_tool::object_file;
use statepoint_scanner::arch::X86_64;
use statepoint_scanner::cfi::{EhFrame, UnwindRules};

/// Path of the file. Members of thin archives are searched for next to it, where none exist.
const NAME: &str = "/nonexistent/fuzz";

fuzz_target!(|bytes: &[u8]| {
    let sources = match object_file::read_bytes(Path::new(NAME), bytes) {
        Ok(sources) => sources,
        Err(error) => return assert!(error.to_string().contains(NAME), "{error}"),
    };
    let sections = sources.iter().flat_map(|source| [&source.stack_maps, &source.eh_frame]);
    let read: usize = sections.flatten().map(|section| section.bytes.len()).sum();
    // A small file must not cause large allocations.
    assert!(read <= 8 * bytes.len(), "{read} bytes were read from {}", bytes.len());
    for source in &sources {
        assert!(source.to_string().contains(NAME));
        for range in source.functions.iter() {
            assert_eq!(source.functions.range_at(range.start), Some(range));
        }
        if let Some(section) = &source.stack_maps {
            fuzz::section(&section.bytes, None);
        }
        if let Some(section) = &source.eh_frame
            && let Ok(rules) = EhFrame::<X86_64>::new(section.address, &section.bytes)
        {
            for range in source.functions.iter().take(64) {
                let _ = rules.rule_at(range.start, range.start.wrapping_add(1));
            }
        }
    }
});
