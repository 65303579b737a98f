//! Tests of parsing bytes that are not a valid stack map.

use super::*;

/// Returns the parse error of a section, and checks that the iteration ends after it.
fn error_of(section: &[u8], layout: StackMapLayout) -> StackMapParseError {
    let mut maps = maps_in(section, layout);
    let error = maps.find_map(Result::err).expect("parsing an invalid section succeeded");
    assert!(maps.next().is_none(), "an error ends the iteration");
    error
}

/// Returns the parse error of the example in this layout with some bytes overwritten. A patch is an
/// offset and the new bytes.
fn error_of_patched(layout: StackMapLayout, patches: &[(usize, &[u8])]) -> StackMapParseError {
    let mut bytes = encode(&example(), layout).expect("the layout can hold the map");
    for &(at, patch) in patches {
        bytes[at..at + patch.len()].copy_from_slice(patch);
    }
    error_of(&bytes, layout)
}

#[test]
fn truncated_section_is_an_error() {
    for layout in StackMapLayout::ALL {
        let bytes = encode(&example(), layout).expect("the layout can hold the map");
        for len in 1..bytes.len() {
            match error_of(&bytes[..len], layout) {
                StackMapParseError::Truncated { offset, needed, available, .. } => {
                    assert_eq!(available, len - offset, "{layout} cut at {len}");
                    assert!(needed > available);
                }
                StackMapParseError::Count { offset, found, allowed, .. } => {
                    assert!(offset < len && found > allowed, "{layout} cut at {len}");
                }
                StackMapParseError::ArrayOffset { high, .. } if layout == StackMapLayout::Flat => {
                    assert_eq!(high as usize, len);
                }
                StackMapParseError::ArrayRange { .. } if layout == StackMapLayout::Flat => {}
                error => panic!("{layout} cut at {len}: {error}"),
            }
        }
    }
}

#[test]
fn unknown_versions_are_rejected() {
    for version in [0, 4, 255] {
        let mut bytes =
            encode(&example(), StackMapLayout::V3).expect("the layout can hold the map");
        bytes[0] = version;
        let error = maps(&bytes)
            .next()
            .expect("the section has a map")
            .expect_err("the version is invalid");
        match version {
            // Leading zero bytes are padding. The first nonzero byte is at offset 4, which is not
            // aligned to 8.
            0 => assert_eq!(error, StackMapParseError::Misaligned { offset: 4 }),
            found => {
                assert_eq!(
                    error,
                    StackMapParseError::Version { offset: 0, found, allowed: "1 to 3" }
                );
            }
        }
    }
    let bytes = encode(&example(), StackMapLayout::V3).expect("the layout can hold the map");
    let error = error_of(&bytes, StackMapLayout::V1);
    assert_eq!(error, StackMapParseError::Version { offset: 0, found: 3, allowed: "1" });
    assert_eq!(error.to_string(), "offset 0x0: stack map version 3, allowed is 1");
}

#[test]
fn overflowing_counts_are_rejected_early() {
    for layout in [StackMapLayout::V1, StackMapLayout::V2, StackMapLayout::V3] {
        for at in [4, 8, 12] {
            for count in [u32::MAX, 0x8000_0000, 0x1000_0000] {
                match error_of_patched(layout, &[(at, &count.to_le_bytes())]) {
                    StackMapParseError::Count { offset, found, .. } => {
                        assert_eq!((offset, found), (at, u64::from(count)));
                    }
                    // The sum of the functions' record counts is compared with the header first.
                    StackMapParseError::RecordCounts { allowed, .. } if at == 12 => {
                        assert_eq!(allowed, u64::from(count));
                    }
                    error => panic!("{layout} at {at}: {error}"),
                }
            }
        }
    }
}

#[test]
fn record_counts_must_add_up() {
    let record_count_offset = |function: usize| 16 + 24 * function + 16;
    let patch = |count: u64| {
        error_of_patched(StackMapLayout::V3, &[(record_count_offset(1), &count.to_le_bytes())])
    };
    let at = record_count_offset(1);
    assert_eq!(patch(3), StackMapParseError::RecordCounts { offset: at, found: 5, allowed: 4 });
    assert_eq!(patch(1), StackMapParseError::RecordCounts { offset: at + 8, found: 3, allowed: 4 });
    let found = u64::MAX;
    assert_eq!(patch(found), StackMapParseError::RecordCounts { offset: at, found, allowed: 4 });
}

#[test]
fn reserved_and_padding_bytes_must_be_zero() {
    let first_record = 16 + 2 * 24 + 2 * 8;
    let first_location = first_record + 16;
    let padding = first_location + 7 * 12;
    let second_record = padding + 4 + 8;
    // 5 locations, 4 bytes of padding, 4 bytes of live-out header, then two live-outs.
    let live_out = second_record + 16 + 5 * 12 + 4 + 4;
    for (at, reported) in [
        (1, 1),
        (2, 1),
        (3, 1),
        (first_location + 1, first_location + 1),
        (first_location + 6, first_location + 6),
        (first_location + 7, first_location + 6),
        (padding, padding),
        (padding + 3, padding),
        (padding + 4, padding + 4),
        (padding + 8, padding + 8),
        (padding + 11, padding + 8),
        (live_out + 2, live_out + 2),
        (live_out + 6, live_out + 6),
    ] {
        match error_of_patched(StackMapLayout::V3, &[(at, &[0x80])]) {
            StackMapParseError::Reserved { offset, found, .. } => {
                assert_eq!(offset, reported, "byte {at}");
                assert_eq!(found, 0x80 << (8 * (at - offset)), "byte {at}");
            }
            error => panic!("byte {at}: {error}"),
        }
    }
}

#[test]
fn location_kinds_and_constants_are_checked() {
    let locations = 16 + 2 * 24 + 2 * 8 + 16;
    for found in [0, 6, 255] {
        let error = error_of_patched(StackMapLayout::V3, &[(locations + 24, &[found])]);
        assert_eq!(error, StackMapParseError::LocationKind { offset: locations + 24, found });
    }
    // Location 3 is an index into the constant pool.
    let offset = locations + 3 * 12;
    for found in [2, -1, i32::MAX, i32::MIN] {
        let error = error_of_patched(StackMapLayout::V3, &[(offset + 8, &found.to_le_bytes())]);
        assert_eq!(error, StackMapParseError::ConstantIndex { offset, found, constants: 2 });
    }
}

#[test]
fn map_must_be_aligned_to_8_bytes() {
    let mut section = encode(&example(), StackMapLayout::V3).expect("the layout can hold the map");
    let offset = section.len() + 4;
    section.resize(offset, 0);
    section.extend(encode(&example(), StackMapLayout::V3).expect("the layout can hold the map"));
    assert_eq!(error_of(&section, StackMapLayout::V3), StackMapParseError::Misaligned { offset });
    assert_eq!(maps(&section).filter(Result::is_ok).count(), 1);
}

#[test]
fn big_endian_map_is_rejected() {
    let section = [3, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0];
    let error = error_of(&section, StackMapLayout::V3);
    assert!(
        matches!(error, StackMapParseError::Count { offset: 4, found: 0x0100_0000, .. }),
        "{error}"
    );
}

#[test]
fn flat_array_offsets_must_ascend() {
    let bytes = encode(&example(), StackMapLayout::Flat).expect("the layout can hold the map");
    let len = u32::try_from(bytes.len()).expect("the length fits in 32 bits");
    for array in 0..6 {
        for offset in [0, 31, 33, len + 8, u32::MAX] {
            let at = 4 + 4 * array;
            let error = error_of_patched(StackMapLayout::Flat, &[(at, &offset.to_le_bytes())]);
            assert!(
                matches!(error, StackMapParseError::ArrayOffset { .. }),
                "{array}, {offset}: {error}"
            );
        }
    }
}

#[test]
fn flat_indices_must_be_in_bounds() {
    let bytes = encode(&example(), StackMapLayout::Flat).expect("the layout can hold the map");
    let offset_of = |array: usize| {
        let at = 4 + 4 * array;
        u32::from_le_bytes([bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]]) as usize
    };
    let (frames, records) = (offset_of(1), offset_of(3));
    let error = error_of_patched(StackMapLayout::Flat, &[(frames + 20, &[1, 0])]);
    assert!(
        matches!(error, StackMapParseError::ArrayRange { offset, field: "frame registers", .. } if offset == frames),
        "{error}"
    );
    // An index is ignored if its count is 0.
    let mut unused = bytes.clone();
    unused[frames + 22] = 1;
    assert!(maps(&unused).all(|map| map.is_ok()));

    let second = frames + 28;
    let error = error_of_patched(StackMapLayout::Flat, &[(second + 26, &[1, 0])]);
    assert_eq!(
        error,
        StackMapParseError::RecordIndex { offset: second + 26, found: 1, allowed: 2 }
    );
    let error = error_of_patched(StackMapLayout::Flat, &[(second + 24, &[3, 0])]);
    assert_eq!(
        error,
        StackMapParseError::RecordCounts { offset: second + 24, found: 5, allowed: 4 }
    );
    let error = error_of_patched(StackMapLayout::Flat, &[(second + 24, &[1, 0])]);
    assert!(
        matches!(error, StackMapParseError::RecordCounts { found: 3, allowed: 4, .. }),
        "{error}"
    );
    let error = error_of_patched(StackMapLayout::Flat, &[(frames + 16, &[16])]);
    assert!(matches!(error, StackMapParseError::Reserved { found: 16, .. }), "{error}");
    for (at, field) in [(16, "locations"), (20, "live-outs")] {
        let second = records + 22;
        match error_of_patched(StackMapLayout::Flat, &[(second + at, &[0xff, 0xff])]) {
            StackMapParseError::ArrayRange { offset, field: found, index, .. } => {
                assert_eq!((offset, found, index), (second, field, u16::MAX));
            }
            error => panic!("{at}: {error}"),
        }
    }
    let error = error_of_patched(StackMapLayout::Flat, &[(records + 22 + 13, &[0])]);
    assert_eq!(error, StackMapParseError::LiveOutInfo { offset: records + 22, found: 2 });
    let at = records + 22 + 13;
    let error = error_of_patched(StackMapLayout::Flat, &[(at, &[2])]);
    let field = "reserved flags of a record";
    assert_eq!(error, StackMapParseError::Reserved { offset: at, field, found: 2 });
}

/// The records of a flat map can share their locations. Here, a map of half a megabyte has 257
/// records with the same 65,535 locations.
#[test]
fn flat_map_expansion_is_limited() {
    let mut map = example();
    map.functions.truncate(1);
    map.functions[0].record_count = Some(257);
    map.records[0].locations = vec![map.records[0].locations[0]; 0xffff];
    map.records.truncate(1);
    map.records.resize(257, map.records[0].clone());
    let error = encode(&map, StackMapLayout::Flat).expect_err("the expansion limit is exceeded");
    assert!(matches!(error.place, StackMapPart::Record { index: 256, .. }), "{error}");

    for record in &mut map.records[1..] {
        record.locations.truncate(1);
    }
    let mut bytes = encode(&map, StackMapLayout::Flat).expect("the layout can hold the map");
    assert!(maps(&bytes).all(|map| map.is_ok()));
    let records = u32::from_le_bytes([bytes[16], bytes[17], bytes[18], bytes[19]]) as usize;
    for record in 1..257 {
        bytes[records + 22 * record + 14..][..4].copy_from_slice(&[0xff, 0xff, 0, 0]);
    }
    let offset = records + 22 * 256;
    let error = error_of(&bytes, StackMapLayout::Flat);
    assert_eq!(
        error,
        StackMapParseError::Expansion { offset, found: 257 * 0xffff, allowed: 1 << 24 }
    );
}

/// Inserts `zeros` zero bytes before an array of the flat example, which has a saved register.
/// Returns the map and the original offset of the array with index `array`.
fn insert_padding(array: usize, zeros: u32) -> (Vec<u8>, usize) {
    let mut map = example();
    let saved = vec![FrameRegister { register: 3, offset: -16, size: 8, spilled: true }];
    map.functions[0].frame = Some(model::FlatFrame { saved, ..Default::default() });
    let mut bytes = encode(&map, StackMapLayout::Flat).expect("the layout can hold the map");
    let mut start = 0;
    for index in (array..6).rev() {
        let field = &mut bytes[4 + 4 * index..][..4];
        let at = u32::from_le_bytes([field[0], field[1], field[2], field[3]]);
        field.copy_from_slice(&(at + zeros).to_le_bytes());
        start = at as usize;
    }
    bytes.splice(start..start, vec![0; zeros as usize]);
    (bytes, start)
}

#[test]
fn flat_array_padding_is_limited_to_alignment() {
    let (mut bytes, records) = insert_padding(3, 0);
    assert!(maps(&bytes).all(|map| map.is_ok()));
    // Two bytes of padding after the register of 6 bytes.
    bytes[records - 1] = 7;
    let error = error_of(&bytes, StackMapLayout::Flat);
    assert!(matches!(error, StackMapParseError::Reserved { found: 7, .. }), "{error}");
    bytes[records - 2] = 5;
    let error = error_of(&bytes, StackMapLayout::Flat);
    assert!(matches!(error, StackMapParseError::Reserved { found: 5, .. }), "the first: {error}");
    let (bytes, records) = insert_padding(3, 8);
    let error = error_of(&bytes, StackMapLayout::Flat);
    let field = "padding after the frame registers";
    assert_eq!(
        error,
        StackMapParseError::Padding { offset: records - 2, field, found: 10, allowed: 7 }
    );

    let (mut bytes, locations) = insert_padding(4, 4);
    assert!(maps(&bytes).all(|map| map.is_ok()));
    bytes[locations] = 7;
    let error = error_of(&bytes, StackMapLayout::Flat);
    assert!(
        matches!(error, StackMapParseError::Reserved { offset, .. } if offset == locations),
        "{error}"
    );
    let (bytes, locations) = insert_padding(4, 8);
    let error = error_of(&bytes, StackMapLayout::Flat);
    let field = "padding after the records";
    assert_eq!(
        error,
        StackMapParseError::Padding { offset: locations, field, found: 8, allowed: 7 }
    );

    // The constants follow the header directly. The padding of the header is zero.
    let (bytes, _) = insert_padding(0, 8);
    let error = error_of(&bytes, StackMapLayout::Flat);
    assert!(
        matches!(error, StackMapParseError::ArrayOffset { offset: 4, found: 40, .. }),
        "{error}"
    );
    let error = error_of_patched(StackMapLayout::Flat, &[(28, &[1])]);
    assert!(matches!(error, StackMapParseError::Reserved { offset: 28, found: 1, .. }), "{error}");
}

#[test]
fn reserved_bytes_of_flat_elements_must_be_zero() {
    let (mut bytes, live_outs) = insert_padding(5, 0);
    bytes[live_outs + 6] = 9;
    let error = error_of(&bytes, StackMapLayout::Flat);
    assert!(
        matches!(error, StackMapParseError::Reserved { offset, found: 9, .. } if offset == live_outs + 6),
        "{error}"
    );
    let (mut bytes, registers) = insert_padding(2, 0);
    bytes[registers + 5] = 3;
    let error = error_of(&bytes, StackMapLayout::Flat);
    let field = "reserved flags of a frame register";
    assert_eq!(error, StackMapParseError::Reserved { offset: registers + 5, field, found: 3 });
    let (mut bytes, locations) = insert_padding(4, 0);
    bytes[locations + 9] = 1;
    let error = error_of(&bytes, StackMapLayout::Flat);
    assert!(
        matches!(error, StackMapParseError::Reserved { offset, .. } if offset == locations + 9),
        "{error}"
    );
}

/// Functions can share their saved registers. Here, 257 functions have the same 65,535 registers.
#[test]
fn flat_frame_expansion_is_limited() {
    let register = FrameRegister { register: 3, offset: -16, size: 8, spilled: true };
    let mut map = Map::default();
    for saved in [0xffff].into_iter().chain([1; 256]) {
        let frame = model::FlatFrame { saved: vec![register; saved], ..Default::default() };
        map.functions.push(model::Function {
            record_count: Some(0),
            frame: Some(frame),
            ..Default::default()
        });
    }
    let mut bytes = encode(&map, StackMapLayout::Flat).expect("the layout can hold the map");
    for function in 1..257 {
        bytes[32 + 28 * function + 20..][..4].copy_from_slice(&[0xff, 0xff, 0, 0]);
    }
    let offset = 32 + 28 * 256;
    let error = error_of(&bytes, StackMapLayout::Flat);
    assert_eq!(
        error,
        StackMapParseError::Expansion { offset, found: 257 * 0xffff, allowed: 1 << 24 }
    );
}

/// The stack size of a frame is ignored if its flags mark it as dynamic.
#[test]
fn dynamic_flat_frame_has_no_size() {
    let mut bytes = encode(&example(), StackMapLayout::Flat).expect("the layout can hold the map");
    let frames = usize::from(bytes[8]);
    let size = |bytes: &[u8]| {
        let map = maps(bytes).next().expect("the section has a map").expect("the map is valid");
        map.functions().next().expect("the map has a function").stack_size
    };
    assert_eq!(size(&bytes), Some(24));
    for flags in [2, 4] {
        bytes[frames + 16] = flags;
        assert_eq!(size(&bytes), None);
    }
}

proptest! {
    #![proptest_config(cases(2000))]

    #[test]
    fn arbitrary_bytes_give_map_or_error(
        version in 0_u8..5,
        mut bytes in proptest::collection::vec(any::<u8>(), 0..300),
    ) {
        // Most bytes become 0 or 1, so that counts are often small enough.
        for byte in &mut bytes {
            *byte = match *byte {
                0..80 => 0,
                80..160 => 1,
                other => other,
            };
        }
        if let [first, second, third, fourth, ..] = bytes.as_mut_slice() {
            (*first, *second, *third, *fourth) = (version, 0, 0, 0);
        }
        for map in maps(&bytes).flatten() {
            visit(&map);
        }
        for layout in StackMapLayout::ALL {
            for map in maps_in(&bytes, layout).flatten() {
                visit(&map);
            }
        }
    }
}
