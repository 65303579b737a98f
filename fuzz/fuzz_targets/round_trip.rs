//! Writes arbitrary maps and reads them again: a map that a layout can hold is unchanged, and the
//! others are rejected with an error.
#![no_main]

use libfuzzer_sys::arbitrary::Unstructured;
use libfuzzer_sys::fuzz_target;
use statepoint_scanner::stackmap::{StackMapLayout, encode};

fuzz_target!(|bytes: &[u8]| {
    let Ok(map) = fuzz::arbitrary::map(&mut Unstructured::new(bytes)) else { return };
    for layout in StackMapLayout::ALL {
        match encode(&map, layout) {
            Ok(written) => {
                let mut read = fuzz::read_one(&written, layout);
                assert_eq!(read.functions.len(), map.functions.len());
                for (read, function) in read.functions.iter_mut().zip(&map.functions) {
                    if layout == StackMapLayout::V1 {
                        assert_eq!(read.record_count, None);
                        read.record_count = function.record_count;
                    }
                    // A frame without content is absent.
                    if function.frame == Some(Default::default()) {
                        assert_eq!(read.frame, None);
                        read.frame = function.frame.clone();
                    }
                }
                assert_eq!(read, map);
            }
            Err(error) => assert!(!error.to_string().is_empty()),
        }
    }
});
