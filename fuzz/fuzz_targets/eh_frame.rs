//! Looks up unwind rules in `.eh_frame` sections. The first 16 bytes of the input are the address
//! of a function and an offset in it; the rest is the section. All addresses near the functions of
//! the seeds are looked up as well.
#![no_main]

use libfuzzer_sys::fuzz_target;
use statepoint_scanner::arch::{Aarch64, Architecture, X86_64};
use statepoint_scanner::cfi::{EhFrame, UnwindRules, fill_frames};
use statepoint_scanner::stackmap::model::{Function, Map, Record};

/// Address of the section in the seeds.
const SECTION: u64 = 0x50_0000;
/// Address of the code in the seeds.
const CODE: u64 = 0x40_0000;

fuzz_target!(|bytes: &[u8]| {
    let Some((&address, rest)) = bytes.split_first_chunk() else { return };
    let Some((&distance, section)) = rest.split_first_chunk() else { return };
    let (function, distance) = (u64::from_le_bytes(address), u64::from_le_bytes(distance));
    check::<X86_64>(function, distance, section);
    check::<Aarch64>(function, distance, section);
});

/// Looks up rules in the section, and fills the frames of a map with one record.
fn check<A: Architecture>(function: u64, distance: u64, section: &[u8]) {
    let Ok(rules) = EhFrame::<A>::new(SECTION, section) else { return };
    assert_eq!(rules.is_empty(), rules.len() == 0);
    let far = (function, function.wrapping_add(distance));
    let near = (0..0x100).map(|at| (CODE + (at & !0x3f), CODE + at));
    for (function, return_address) in near.chain([far, far]) {
        let rule = rules.rule_at(function, return_address);
        assert_eq!(rule, rules.rule_at(function, return_address), "look-ups differ");
        if let Err(error) = rule {
            assert_eq!((error.function, error.return_address), (function, return_address));
            assert!(!error.to_string().is_empty());
        }
        if let Some(end) = rules.function_end(function) {
            assert!(end > function, "a function ends before its start");
        }
    }
    let record = Record { instruction_offset: distance as u32, ..Record::default() };
    let stack_size = Some(distance >> 32);
    let mut map = Map {
        functions: vec![Function {
            address: function,
            stack_size,
            record_count: Some(1),
            frame: None,
        }],
        records: vec![record],
        ..Map::default()
    };
    if let Err(error) = fill_frames::<A>(&mut map, &rules) {
        assert!(!error.to_string().is_empty());
    }
}
