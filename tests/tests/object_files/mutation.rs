//! Real files with some bytes changed: an error or a value, never a panic, and no more memory than
//! a small multiple of the file.

use std::path::Path;

use stackmap_tool::object_file::{self, MapSource};
use statepoint_scanner::arch::{Aarch64, X86_64};
use statepoint_scanner::cfi::{EhFrame, UnwindRules};
use statepoint_scanner::stackmap;
use statepoint_scanner::stackmap::duplicates::merge;

use crate::allocation::peak_of;
use crate::prebuilt::{ALL, bytes};

/// Number of cases for each file, unless the environment sets another number.
const CASES: u64 = 3000;

/// Reads all fields of the result.
fn visit(source: &MapSource) {
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
        let others = EhFrame::<Aarch64>::new(address, bytes);
        for function in functions {
            if let (Ok(rules), Ok(others)) = (&rules, &others) {
                let _ = rules.rule_at(function.address, function.address.wrapping_add(1));
                let _ = others.rule_at(function.address, function.address.wrapping_add(1));
            }
        }
    }
}

/// Whether the bytes could be read. Next to the name there is no file that a thin archive could
/// refer to.
fn check(name: &str, bytes: &[u8]) -> bool {
    let mut good = false;
    let path = Path::new("/nonexistent").join(name);
    let peak = peak_of(|| match object_file::read_bytes(&path, bytes) {
        Ok(sources) => {
            good = true;
            sources.iter().for_each(visit);
        }
        Err(error) => assert!(error.to_string().len() > name.len()),
    });
    let allowed = 40 * bytes.len() + 100_000;
    assert!(peak < allowed, "{name} of {} bytes takes {peak}", bytes.len());
    good
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
    cases.and_then(|cases| cases.parse().ok()).unwrap_or(CASES)
}

#[test]
fn files_with_random_changes() {
    let cases = cases();
    for name in ALL {
        let original = bytes(name);
        let mut random = Random(0x9e37_79b9_7f4a_7c15);
        let mut good = 0;
        for _ in 0..cases {
            let mut bytes = original.clone();
            for _ in 0..=random.below(6) {
                let at = random.below(bytes.len());
                match random.below(4) {
                    0 => bytes[at] = random.next() as u8,
                    1 => bytes[at] ^= 1 << random.below(8),
                    2 => {
                        // A word at a place where one may be.
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
            good += u64::from(check(name, &bytes));
        }
        eprintln!("{name}: {good} of {cases} are still readable");
        // Otherwise the changes would be such that nothing after the header is ever read.
        assert!(good > cases / 20 && good < cases, "{name}: {good} of {cases}");
    }
}

/// Every word of the headers and tables, one after the other.
#[test]
fn files_with_one_word_changed() {
    for name in ALL {
        let original = bytes(name);
        // The contents of the largest are mostly padding between segments.
        let words = (0..original.len() / 4).filter(|word| original.len() < 8192 || word % 4 == 1);
        for word in words {
            let mut bytes = original.clone();
            for value in [u32::MAX, 0x7fff_ffff, 0, original.len() as u32] {
                bytes[4 * word..][..4].copy_from_slice(&value.to_le_bytes());
                check(name, &bytes);
            }
        }
    }
}

#[test]
fn files_that_end_early() {
    for name in ALL {
        let original = bytes(name);
        let step = if original.len() < 8192 { 1 } else { 13 };
        let good = (0..original.len()).step_by(step).filter(|&end| check(name, &original[..end]));
        // An archive may end after a member; a symbol table may be left out.
        let good = good.count();
        assert!(good < original.len() / step / 4, "{name}: {good}");
    }
}
