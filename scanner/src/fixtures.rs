//! What the unit tests of several rooms start from: real sections, and maps made by hand.
//!
//! `scanner/fixtures/x86_64/NAME.txt` shows the code, unwind rules and records of a real one.

use crate::arch::X86_64;
use crate::cfi::{EhFrame, FrameRule, UnwindError, UnwindRules};
use crate::table::{BuildError, CallSiteTable, TableBuffer, TableBuilder};

/// Returns whether the tests run in an emulator of user programs: Cargo has a runner for this architecture.
pub(crate) fn is_emulated() -> bool {
    let arch = std::env::consts::ARCH.to_uppercase();
    let runner = std::env::var(format!("CARGO_TARGET_{arch}_UNKNOWN_LINUX_GNU_RUNNER"));
    runner.is_ok_and(|runner| !runner.trim().is_empty())
}

/// Where `.eh_frame` lies in every fixture.
const EH_FRAME_ADDRESS: u64 = 0x50_0000;

/// The sections of a linked program.
pub(crate) struct Fixture {
    pub(crate) stack_maps: &'static [u8],
    pub(crate) eh_frame: &'static [u8],
}

macro_rules! fixture {
    ($name:ident, $file:literal) => {
        pub(crate) const $name: Fixture = Fixture {
            stack_maps: include_bytes!(concat!("../fixtures/x86_64/", $file, ".stackmaps")),
            eh_frame: include_bytes!(concat!("../fixtures/x86_64/", $file, ".eh_frame")),
        };
    };
}

fixture!(SPILLED, "spilled");
fixture!(REGISTERS, "registers");
fixture!(FRAMES, "frames");
fixture!(FRAME_POINTERS, "frame_pointers");
fixture!(PAIRS, "pairs");
fixture!(CALLER_SAVED, "caller_saved");
fixture!(DEOPT, "deopt");
/// Has no stack map.
pub(crate) const CFI: Fixture =
    Fixture { stack_maps: &[], eh_frame: include_bytes!("../fixtures/x86_64/cfi.eh_frame") };

impl Fixture {
    pub(crate) fn rules(&self) -> EhFrame<'static, X86_64> {
        EhFrame::new(EH_FRAME_ADDRESS, self.eh_frame).unwrap()
    }

    pub(crate) fn build(&self) -> Result<TableBuffer<X86_64>, BuildError> {
        TableBuilder::new().add(self.stack_maps, &self.rules())?.build()
    }

    pub(crate) fn table(&self) -> CallSiteTable<'static, X86_64> {
        self.build().unwrap().leak()
    }
}

/// The same rule everywhere.
impl UnwindRules for FrameRule {
    fn rule_at(&self, _: u64, _: u64) -> Result<FrameRule, UnwindError> {
        Ok(*self)
    }
}

/// A location in the numbers of version 3: kind, size, register, offset.
pub(crate) type RawLocation = (u8, u16, u16, i32);

pub(crate) const fn in_register(register: u16) -> RawLocation {
    (1, 8, register, 0)
}

pub(crate) const fn direct(register: u16, offset: i32) -> RawLocation {
    (2, 8, register, offset)
}

pub(crate) const fn slot(register: u16, offset: i32) -> RawLocation {
    vector(register, offset, 1)
}

pub(crate) const fn vector(register: u16, offset: i32, pointers: u16) -> RawLocation {
    (3, 8 * pointers, register, offset)
}

pub(crate) const fn constant(value: i32) -> RawLocation {
    (4, 8, 0, value)
}

/// A function and its records: instruction offset, ID, locations.
pub(crate) type RawFunction<'a> = (u64, &'a [(u32, u64, &'a [RawLocation])]);

/// A map of version 3 whose functions have frames of no fixed size. The calling convention, flags and
/// number of deopt values of a statepoint are put before the locations of each record.
pub(crate) fn statepoints(functions: &[RawFunction<'_>]) -> Vec<u8> {
    map(functions, &[constant(0); 3])
}

/// As [`statepoints`], with another beginning of each record.
pub(crate) fn map(functions: &[RawFunction<'_>], prefix: &[RawLocation]) -> Vec<u8> {
    map_with_constants(functions, prefix, &[])
}

/// As [`map`], with a pool of constants.
pub(crate) fn map_with_constants(
    functions: &[RawFunction<'_>],
    prefix: &[RawLocation],
    constants: &[u64],
) -> Vec<u8> {
    sized_map(u64::MAX, functions, prefix, constants)
}

/// As [`map_with_constants`], of functions whose frames have `size` bytes; the largest number stands
/// for no fixed size.
pub(crate) fn sized_map(
    size: u64,
    functions: &[RawFunction<'_>],
    prefix: &[RawLocation],
    constants: &[u64],
) -> Vec<u8> {
    let records = functions.iter().flat_map(|function| function.1);
    let mut map = vec![3, 0, 0, 0];
    map.extend((functions.len() as u32).to_le_bytes());
    map.extend((constants.len() as u32).to_le_bytes());
    map.extend((records.clone().count() as u32).to_le_bytes());
    for (address, records) in functions {
        for word in [*address, size, records.len() as u64] {
            map.extend(word.to_le_bytes());
        }
    }
    map.extend(constants.iter().flat_map(|constant| constant.to_le_bytes()));
    for (offset, id, locations) in records {
        map.extend(id.to_le_bytes());
        map.extend(offset.to_le_bytes());
        map.extend([0, 0]);
        map.extend(((prefix.len() + locations.len()) as u16).to_le_bytes());
        for (kind, size, register, offset) in prefix.iter().chain(*locations) {
            map.extend([*kind, 0]);
            map.extend(size.to_le_bytes());
            map.extend(register.to_le_bytes());
            map.extend([0, 0]);
            map.extend(offset.to_le_bytes());
        }
        map.resize(map.len().next_multiple_of(8), 0);
        // No live-outs, and padding behind their count.
        map.extend([0; 8]);
    }
    map
}
