//! Stack maps and unwind tables of thunks, in the formats of compiled code.

use gimli::write::{
    Address, CallFrameInstruction, CommonInformationEntry, EhFrame, EndianVec,
    FrameDescriptionEntry, FrameTable,
};
use gimli::{Encoding, Format, LittleEndian, Register};

use super::frame::Roots;
use super::step::{CfiChange, ThunkAssembler};
use super::stub::Thunk;
use statepoint_scanner::reference_list;
use statepoint_scanner::stackmap::model::{Function, Map, Record};
use statepoint_scanner::stackmap::{Location, LocationKind, StackMapLayout, encode};

/// The sections of the thunks in one code region, for a
/// [registry](statepoint_scanner::registry::JitTable::Sections).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ThunkSections {
    /// Contents of `.llvm_stackmaps`: a record for each thunk, with the references in its frame.
    pub stack_maps: Vec<u8>,
    /// Contents of `.eh_frame`, with absolute addresses, so it can be at any address. It ends with
    /// the four zero bytes that `__register_frame` requires.
    pub eh_frame: Vec<u8>,
}

/// The ID of all records of thunks.
pub const THUNK_RECORD_ID: u64 = 0x5350_4743_5448_4b00;

impl ThunkSections {
    /// Creates the sections of these thunks, each given with its address.
    pub fn new<'t, A: ThunkAssembler>(
        thunks: impl IntoIterator<Item = (u64, &'t Thunk<A>)>,
    ) -> Self {
        let mut map = Map::default();
        let mut frames = FrameTable::default();
        // Compilers use version 1.
        let encoding = Encoding { address_size: 8, format: Format::Dwarf32, version: 1 };
        let link = Register(A::RETURN_ADDRESS_COLUMN);
        let pushed = i32::from(A::CALL_PUSHES);
        let mut common = CommonInformationEntry::new(encoding, 1, -8, link);
        common.fde_address_encoding = gimli::DW_EH_PE_absptr;
        let sp = Register(A::STACK_POINTER.dwarf());
        common.add_instruction(CallFrameInstruction::Cfa(sp, pushed));
        if pushed != 0 {
            common.add_instruction(CallFrameInstruction::Offset(link, -pushed));
        }
        let common = frames.add_cie(common);
        for (address, thunk) in thunks {
            add_record(&mut map, address, thunk);
            let code = thunk.code().len() as u32;
            let mut entry = FrameDescriptionEntry::new(Address::Constant(address), code);
            for &(offset, change) in thunk.unwind() {
                entry.add_instruction(offset, cfa_instruction(change));
            }
            frames.add_fde(common, entry);
        }
        let mut eh_frame = EhFrame(EndianVec::new(LittleEndian));
        frames.write_eh_frame(&mut eh_frame).expect("an offset is not a multiple of its factor");
        let mut eh_frame = eh_frame.0.into_vec();
        eh_frame.extend([0; 4]);
        let stack_maps = encode(&map, StackMapLayout::V3).expect("a record has too many locations");
        Self { stack_maps, eh_frame }
    }
}

/// Returns the DWARF instruction for a CFI change.
fn cfa_instruction(change: CfiChange) -> CallFrameInstruction {
    match change {
        CfiChange::Cfa(bytes) => CallFrameInstruction::CfaOffset(bytes as i32),
        CfiChange::Saved(register, below) => {
            CallFrameInstruction::Offset(Register(register), -(below as i32))
        }
        CfiChange::InRegister(register) => CallFrameInstruction::SameValue(Register(register)),
    }
}

/// Adds a thunk's record: a statepoint, or a `stackmap` if the references are pinned.
fn add_record<A: ThunkAssembler>(map: &mut Map, address: u64, thunk: &Thunk<A>) {
    let word = |kind, offset| Location { kind, size: 8, register: 0, offset };
    let slot = |(at, size): (u32, u16)| {
        let register = A::STACK_POINTER.dwarf();
        Location { kind: LocationKind::Indirect, size, register, offset: at as i32 }
    };
    // Calling convention, flags, number of deopt values.
    let statepoint = [word(LocationKind::Constant, 0); 3];
    let locations = match &thunk.roots {
        Roots::Pairs(pairs) => {
            let pairs =
                pairs.iter().flat_map(|&(base, derived, size)| [(base, size), (derived, size)]);
            statepoint.into_iter().chain(pairs.map(slot)).collect()
        }
        // A frame without references does not need a record that pins objects.
        Roots::Pinned { slots, .. } if slots.is_empty() => statepoint.to_vec(),
        Roots::Pinned { slots, listed } => {
            let mut locations: Vec<_> = slots.iter().copied().map(slot).collect();
            if *listed {
                map.constants.push(reference_list::MARK + slots.len() as u64);
                locations.push(word(LocationKind::ConstantIndex, map.constants.len() as i32 - 1));
            }
            locations
        }
    };
    map.functions.push(Function { address, stack_size: None, record_count: Some(1), frame: None });
    map.records.push(Record {
        id: THUNK_RECORD_ID,
        instruction_offset: thunk.return_offset(),
        locations,
        ..Record::default()
    });
}
