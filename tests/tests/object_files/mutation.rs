//! Mutated object files: reading them returns an error or a value, never panics, and allocates at
//! most 40 times the size of the file (plus 100,000 bytes).

use std::path::Path;

use stackmap_tool::object_file::{self, MapSource};
use statepoint_scanner::arch::{Aarch64, X86_64};
use statepoint_scanner::cfi::{EhFrame, UnwindRules};
use statepoint_scanner::stackmap;
use statepoint_scanner::stackmap::duplicates::merge;

use crate::allocation::peak_allocation;
use crate::prebuilt::{ALL, bytes};

/// Number of random cases for each file, if the environment variable `OBJECT_FILE_CASES` is not
/// set.
const DEFAULT_CASES: u64 = 3000;

/// Visits all names, functions and unwind rules of a file that was read.
fn visit_all_fields(source: &MapSource) {
    for names in [&source.functions, &source.sections] {
        assert!(names.iter().all(|range| range.start <= range.end));
        assert!(names.iter().is_sorted_by(|a, b| a.start < b.start));
        for range in names.iter() {
            assert_eq!(names.name_at(range.start), Some((range.name, 0)));
        }
    }
    let Some(section) = &source.stack_maps else { return };
    let maps: Result<Vec<_>, _> = stackmap::maps(&section.bytes).collect();
    let Ok(maps) = maps else { return };
    let functions: Vec<_> = maps.iter().flat_map(|map| map.functions()).collect();
    for function in &functions {
        source.functions.name_at(function.address);
        source.sections.name_at(function.address);
    }
    if let Ok(merged) = merge(maps) {
        let seen = merged.functions.len() + merged.duplicates + merged.conflicts.len();
        assert_eq!(seen, functions.len());
    }
    if let Some(eh_frame) = &source.eh_frame {
        let (address, bytes) = (eh_frame.address, &eh_frame.bytes);
        let rules = EhFrame::<X86_64>::new(address, bytes);
        let aarch64_rules = EhFrame::<Aarch64>::new(address, bytes);
        for function in functions {
            if let (Ok(rules), Ok(aarch64_rules)) = (&rules, &aarch64_rules) {
                let _ = rules.rule_at(function.address, function.address.wrapping_add(1));
                let _ = aarch64_rules.rule_at(function.address, function.address.wrapping_add(1));
            }
        }
    }
}

/// Reads the bytes and checks the peak of the allocated memory. Returns whether the file was
/// readable. The path is in no existing folder, so that a thin archive refers to no file.
fn read_and_visit(name: &str, bytes: &[u8]) -> bool {
    let mut is_readable = false;
    let path = Path::new("/nonexistent").join(name);
    let peak = peak_allocation(|| match object_file::read_bytes(&path, bytes) {
        Ok(sources) => {
            is_readable = true;
            sources.iter().for_each(visit_all_fields);
        }
        Err(error) => assert!(error.to_string().len() > name.len()),
    });
    let allowed = 40 * bytes.len() + 100_000;
    assert!(peak < allowed, "{name} of {} bytes takes {peak}", bytes.len());
    is_readable
}

/// Pseudo-random numbers that are the same in each run (Marsaglia's xorshift, Journal of
/// Statistical Software 2003).
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    fn below(&mut self, limit: usize) -> usize {
        (self.next() % limit as u64) as usize
    }
}

fn cases() -> u64 {
    let cases = std::env::var("OBJECT_FILE_CASES").ok();
    cases.and_then(|cases| cases.parse().ok()).unwrap_or(DEFAULT_CASES)
}

#[test]
fn random_changes_never_panic() {
    let cases = cases();
    for name in ALL {
        let original = bytes(name);
        let mut random = Random(0x9e37_79b9_7f4a_7c15);
        let mut readable = 0;
        for _ in 0..cases {
            let mut bytes = original.clone();
            for _ in 0..=random.below(6) {
                let at = random.below(bytes.len());
                match random.below(4) {
                    0 => bytes[at] = random.next() as u8,
                    1 => bytes[at] ^= 1 << random.below(8),
                    2 => {
                        // An aligned word gets an extreme value.
                        let at = at & !3;
                        let value = [0, 1, 0x7f, u64::MAX, 1 << 31, 1 << 63, random.next()];
                        let value = value[random.below(value.len())].to_le_bytes();
                        let size = (bytes.len() - at).min(4 + 4 * random.below(2));
                        bytes[at..at + size].copy_from_slice(&value[..size]);
                    }
                    _ => {
                        // Bytes copied from elsewhere in the file.
                        let from = random.below(bytes.len());
                        let size = random.below(32).min(bytes.len() - from.max(at));
                        bytes.copy_within(from..from + size, at);
                    }
                }
            }
            readable += u64::from(read_and_visit(name, &bytes));
        }
        eprintln!("{name}: {readable} of {cases} are still readable");
        // If too few files are readable, the changes do not test the code after the header.
        assert!(readable > cases / 20 && readable < cases, "{name}: {readable} of {cases}");
    }
}

/// Changes each word of the headers and tables to four values.
#[test]
fn changing_any_word_never_panics() {
    for name in ALL {
        let original = bytes(name);
        // Large files are mostly padding between segments, so only every fourth word is changed.
        let words = (0..original.len() / 4).filter(|word| original.len() < 8192 || word % 4 == 1);
        for word in words {
            let mut bytes = original.clone();
            for value in [u32::MAX, 0x7fff_ffff, 0, original.len() as u32] {
                bytes[4 * word..][..4].copy_from_slice(&value.to_le_bytes());
                read_and_visit(name, &bytes);
            }
        }
    }
}

#[test]
fn truncated_files_never_panic() {
    for name in ALL {
        let original = bytes(name);
        let step = if original.len() < 8192 { 1 } else { 13 };
        let readable =
            (0..original.len()).step_by(step).filter(|&end| read_and_visit(name, &original[..end]));
        // A truncated file is readable if an archive ends after a member, or if only the symbol
        // table is missing.
        let readable = readable.count();
        assert!(readable < original.len() / step / 4, "{name}: {readable}");
    }
}
