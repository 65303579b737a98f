//! Generates the stack map and unwind table of a large program: frames of many sizes, pushed
//! registers and arguments, and roots that mostly stay the same from call to call.

mod unwind;

use statepoint_scanner::stackmap::model::{Function, Map, Record};
use statepoint_scanner::stackmap::{Location, LocationKind, StackMapLayout, encode};
use statepoint_scanner::statepoint::DEFAULT_ID;

use crate::random::Random;
use unwind::UnwindTable;

/// Average number of records of a function.
const PER_FUNCTION: u64 = 28;
/// Number of functions of a map, as of an object file.
const PER_MAP: u64 = 512;

/// The numbers of a function's spill slots for roots. Each entry is equally likely.
const ROOT_SLOTS: [u64; 16] = [1, 1, 2, 2, 3, 3, 4, 4, 5, 6, 7, 8, 10, 12, 16, 24];
/// The numbers of other words of a function's frame. Each entry is equally likely.
const OTHER_WORDS: [u64; 16] = [0, 0, 0, 0, 1, 1, 2, 2, 3, 4, 5, 6, 8, 12, 20, 40];

/// Percentage of call sites whose roots differ from those of the previous call site. In real
/// programs, 67 to 75 % of call sites repeat them.
const OTHER_ROOTS: u64 = 30;
/// Percentage of functions that have a derived pointer.
const WITH_DERIVED: u64 = 10;
/// Percentage of call sites that push arguments.
const PUSHING: u64 = 3;

/// The sections of a program that describe its references.
#[derive(Clone, Debug)]
pub struct Program {
    /// Maps of version 3, concatenated as by a linker.
    pub stack_maps: Vec<u8>,
    /// The unwind table. The entry of a function has its pushed registers, the size of its frame,
    /// and the size of pushed arguments.
    pub eh_frame: Vec<u8>,
    /// Address of the unwind table.
    pub eh_frame_address: u64,
}

/// Returns sections with at least this many records. Their bytes are deterministic.
///
/// # Panics
///
/// Never: every map fits.
pub fn program(records: u64) -> Program {
    let mut random = Random::new(1);
    let mut stack_maps = Vec::new();
    let mut unwind = UnwindTable::new();
    let mut address = 0x40_0000;
    let mut left = records;
    while left > 0 {
        let mut map = Map { constants: vec![0xfefe_fefe, 1 << 40], ..Map::default() };
        for _ in 0..left.div_ceil(PER_FUNCTION).min(PER_MAP) {
            address += function(&mut map, &mut unwind, address, &mut random);
        }
        left = left.saturating_sub(map.records.len() as u64);
        stack_maps.extend(encode(&map, StackMapLayout::V3).expect("small counts and sizes"));
    }
    Program { stack_maps, eh_frame: unwind.finish(), eh_frame_address: UnwindTable::ADDRESS }
}

/// Adds a function at this address. Returns its size in bytes.
fn function(map: &mut Map, unwind: &mut UnwindTable, address: u64, random: &mut Random) -> u64 {
    let count = 1 + random.below(2 * PER_FUNCTION - 1);
    let slots = ROOT_SLOTS[random.below(16) as usize];
    // The number of pushed callee-saved registers. Few functions push all of them.
    let pushed = [0, 0, 1, 1, 2, 3, 4, 6][random.below(8) as usize];
    let derived = random.below(100) < WITH_DERIVED;
    let words = slots + u64::from(derived) + OTHER_WORDS[random.below(16) as usize];
    // The stack is aligned to 16 bytes below the return address and the pushed registers.
    let words = words + (words + pushed + 1) % 2;

    unwind.begin(address, pushed, words);
    let mut live = random.below(1 << slots) & random.below(1 << slots);
    let mut at = 16;
    for _ in 0..count {
        at += 8 + random.below(33);
        if random.below(100) < OTHER_ROOTS {
            live ^= 1 << random.below(slots);
        }
        let mut pushed_words = 0;
        if random.below(100) < PUSHING {
            pushed_words = 1 + random.below(4);
            unwind.pushes(at, pushed_words);
        }
        let locations = locations(live, derived && at % 4 == 0, slots, pushed_words, random);
        map.records.push(Record {
            id: DEFAULT_ID,
            instruction_offset: u32::try_from(at).expect("at most 56 records of 40 bytes"),
            locations,
            ..Record::default()
        });
    }
    map.functions.push(Function {
        address,
        stack_size: Some(8 * (words + pushed)),
        record_count: Some(count),
        frame: None,
    });
    let size = (at + 16).next_multiple_of(16);
    unwind.end(size);
    size
}

/// Returns the locations of a statepoint with `pushed_words` words of pushed arguments. The bits of
/// `live` are the slots with roots. The slot after all of them can have a derived pointer, whose
/// base is the first root.
fn locations(
    live: u64,
    derived: bool,
    slots: u64,
    pushed_words: u64,
    random: &mut Random,
) -> Vec<Location> {
    let constant = |offset| Location { kind: LocationKind::Constant, size: 8, register: 0, offset };
    let slot = |slot: u64| Location {
        kind: LocationKind::Indirect,
        size: 8,
        register: 7,
        offset: i32::try_from(8 * (slot + pushed_words)).expect("at most 28 slots"),
    };
    let mut locations = vec![constant(0); 3];
    for at in (0..slots).filter(|at| live >> at & 1 != 0) {
        // A few roots have a null base.
        let base = if random.below(500) == 0 { constant(0) } else { slot(at) };
        locations.extend([base, slot(at)]);
    }
    if derived && live != 0 {
        locations.extend([slot(live.trailing_zeros().into()), slot(slots)]);
    }
    locations
}

#[cfg(test)]
mod tests {
    use super::*;
    use statepoint_scanner::arch::X86_64;
    use statepoint_scanner::cfi::EhFrame;
    use statepoint_scanner::table::TableBuilder;

    #[test]
    fn call_site_table_is_built_from_the_program() {
        let program = program(20_000);
        let rules = EhFrame::<X86_64>::new(program.eh_frame_address, &program.eh_frame);
        let table = TableBuilder::<X86_64>::new()
            .add(&program.stack_maps, &rules.expect("valid"))
            .and_then(TableBuilder::build)
            .expect("every root is in its frame");
        let statistics = table.table().statistics();
        let bytes = program.stack_maps.len() / statistics.records;
        assert!((100..160).contains(&bytes), "{bytes} bytes per record");
        assert!(statistics.records >= 20_000 && statistics.functions > 500, "{statistics:?}");
        // Frames have many different descriptors.
        assert!(statistics.descriptors > 1000, "{statistics:?}");
    }
}
