//! Call-site tables of code that does not exist, for tests that only look addresses up.

use statepoint_scanner::arch::{Host, InstructionSet};
use statepoint_scanner::cfi::{
    FrameRule, ReturnAddressSigning, SavedRegisters, UnwindError, UnwindRules,
};
use statepoint_scanner::stackmap::model::{Function, Map, Record};
use statepoint_scanner::stackmap::{Location, LocationKind, StackMapLayout, encode};
use statepoint_scanner::statepoint::DEFAULT_ID;
use statepoint_scanner::table::TableBuilder;

/// The start of the code of [`table_words`], if the words are at address 0.
pub const START: u64 = 0x1000;
/// Bytes of code from one call site to the next.
pub const SPACING: u64 = 16;

/// Returns frames of one size.
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

/// Returns a compiled table of a function with this many calls, in a frame of `size` bytes.
///
/// # Panics
///
/// If there are too many calls, or the size is less than 16.
pub fn table_words(calls: u32, size: i32) -> Box<[u32]> {
    let table = TableBuilder::<Host>::new().add(&section(calls), &Frames(size));
    table.and_then(TableBuilder::build).expect("a sound map").into_words()
}

/// Returns its stack map.
///
/// # Panics
///
/// If there are too many calls.
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
    encode(&map, StackMapLayout::V3).expect("few small numbers")
}
