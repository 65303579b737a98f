//! Synthetic call-site tables, without code, for tests that only look up addresses.

use statepoint_scanner::arch::{Host, InstructionSet};
use statepoint_scanner::cfi::{
    FrameRule, ReturnAddressSigning, SavedRegisters, UnwindError, UnwindRules,
};
use statepoint_scanner::stackmap::model::{Function, Map, Record};
use statepoint_scanner::stackmap::{Location, LocationKind, StackMapLayout, encode};
use statepoint_scanner::statepoint::DEFAULT_ID;
use statepoint_scanner::table::TableBuilder;

/// Start address of the code in the stack map.
pub const START: u64 = 0x1000;
/// Distance in bytes between two call sites.
pub const SPACING: u64 = 16;

/// Unwind rules of a function with one frame size, in bytes.
struct Frames(i32);

impl UnwindRules for Frames {
    fn rule_at(&self, _: u64, _: u64) -> Result<FrameRule, UnwindError> {
        Ok(FrameRule {
            cfa_base: Host::STACK_POINTER,
            cfa_offset: self.0,
            return_address: -8,
            signing: ReturnAddressSigning::Unsigned,
            saved: SavedRegisters::new(),
        })
    }
}

/// Returns the compiled table of a function with `calls` call sites and a frame of `size` bytes.
///
/// # Panics
///
/// If there are too many call sites, or the size is less than 16.
pub fn table_words(calls: u32, size: i32) -> Box<[u32]> {
    let table = TableBuilder::<Host>::new().add(&section(calls), &Frames(size));
    table.and_then(TableBuilder::build).expect("the map is valid").into_words()
}

/// Returns the stack map of a function with `calls` call sites.
///
/// # Panics
///
/// If there are too many call sites.
pub fn section(calls: u32) -> Vec<u8> {
    let zero = Location { kind: LocationKind::Constant, size: 8, register: 0, offset: 0 };
    let mut map = Map::default();
    map.functions.push(Function {
        address: START,
        stack_size: None,
        record_count: Some(calls.into()),
        frame: None,
    });
    map.records.extend((1..=calls).map(|call| Record {
        id: DEFAULT_ID,
        instruction_offset: call * SPACING as u32,
        locations: vec![zero; 3],
        ..Record::default()
    }));
    encode(&map, StackMapLayout::V3).expect("all numbers are in range")
}
