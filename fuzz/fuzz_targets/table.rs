//! Reads arbitrary words as compiled tables: each look-up returns a value or `None`, and each
//! listed call site is found.
#![no_main]

use libfuzzer_sys::fuzz_target;
use statepoint_scanner::arch::{Aarch64, Architecture, X86_64};
use statepoint_scanner::table::{CallSiteContent, units_of};

fuzz_target!(|bytes: &[u8]| {
    let words: Vec<u32> =
        bytes.as_chunks().0.iter().map(|&word| u32::from_le_bytes(word)).collect();
    check::<X86_64>(&words);
    check::<Aarch64>(&words);
});

/// Checks that all call sites of all units can be looked up, and that iterators have the length
/// that they report.
fn check<A: Architecture>(words: &[u32]) {
    for unit in units_of::<A>(words, 0) {
        let Ok(table) = unit else { return };
        // In an invalid index, all blocks may list the same call sites, so the number is limited.
        for (pc, site) in table.call_sites().take(10_000) {
            let found = table.lookup(pc).expect("a listed call site is found");
            let (listed, found) = (format!("{site:?}"), format!("{found:?}"));
            assert_eq!(listed, found);
            let frame = match site.content {
                CallSiteContent::Statepoint(frame) => frame,
                CallSiteContent::Pinned(pinned) => pinned.frame(),
            };
            assert_eq!(frame.bases().count(), frame.base_len());
            if let Some(record) = table.record(site.number) {
                assert_eq!(record.values().count(), record.values().len());
                assert_eq!(record.live_outs().count(), record.live_outs().len());
            }
            table.function_containing(pc);
        }
        table.functions().for_each(drop);
        let start = table.code().start;
        for offset in [0, 1, 255, 256, u64::from(u32::MAX), 1 << 32, u64::MAX] {
            table.lookup(start.wrapping_add(offset));
            table.function_containing(start.wrapping_add(offset));
        }
    }
}
