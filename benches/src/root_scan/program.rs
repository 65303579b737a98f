//! The functions of a recursion, and a call-site table of the size of a large program's that
//! contains their call sites.

use std::collections::HashMap;

use statepoint_scanner::arch::{Register, X86_64};
use statepoint_scanner::cfi::{
    FrameRule, ReturnAddressSigning, SavedLocation, SavedRegisters, UnwindError, UnwindRules,
};
use statepoint_scanner::stackmap::model::Record;
use statepoint_scanner::stackmap::{Location, LocationKind};
use statepoint_scanner::statepoint::DEFAULT_ID;
use statepoint_scanner::table::{TableBuffer, TableBuildError, TableBuilder};

use super::{Mode, RecursionShape};
use crate::section::{self, PlacedFunction};

/// DWARF number of rbx.
const RBX: u16 = 3;
/// DWARF number of rbp.
const RBP: u16 = 6;
/// DWARF number of rsp.
const RSP: u16 = 7;
/// DWARF number of r14.
const R14: u16 = 14;

/// Number of words of a frame above its pointers: r14, rbx, rbp, return address.
const FIXED_WORDS: u64 = 4;

/// A function of the recursion.
#[derive(Clone, Copy, Debug)]
pub struct Function {
    /// Number of words below the references.
    pub extra: u64,
    /// Number of live references.
    pub roots: u64,
    /// Number of live derived pointers. Number `i` is derived from reference `i % roots`.
    pub derived: u64,
    /// Whether the function saves rbx, and whether it saves r14. All functions save rbp.
    pub saves: [bool; 2],
    /// Whether the last two pointers are in rbx and r14 instead of in slots.
    pub in_registers: bool,
    /// The return addresses of the two calls.
    pub sites: [u64; 2],
}

impl Function {
    /// Returns the size of the frame in words, including the return address.
    pub fn words(&self) -> u64 {
        FIXED_WORDS + self.pointers() + self.extra
    }

    /// Returns the number of references and derived pointers. The references come first.
    pub fn pointers(&self) -> u64 {
        self.roots + self.derived
    }

    /// Returns the reference from which a pointer is derived, or the pointer itself if it is a
    /// reference.
    pub fn base(&self, pointer: u64) -> u64 {
        if pointer < self.roots { pointer } else { (pointer - self.roots) % self.roots }
    }

    /// Returns the register of a pointer, 0 for rbx and 1 for r14, or `None` if the pointer is in a
    /// slot.
    pub fn register(&self, pointer: u64) -> Option<usize> {
        let first = self.pointers() - self.pointers().min(2);
        (self.in_registers && pointer >= first).then(|| (pointer - first) as usize)
    }

    fn new(index: u64, RecursionShape { mode, roots, derived, .. }: RecursionShape) -> Self {
        let saves = match index % 4 {
            0 | 2 => [true, true],
            1 => [false, false],
            _ => [true, false],
        };
        let in_registers = mode == Mode::Registers && index.is_multiple_of(2);
        Self { extra: index % 3, roots, derived, saves, in_registers, sites: [0; 2] }
    }

    fn rule(&self) -> FrameRule {
        let places = [(RBX, -24, self.saves[0]), (RBP, -16, true), (R14, -32, self.saves[1])];
        let saved = places.into_iter().filter(|place| place.2);
        FrameRule {
            cfa_base: Register::new(RSP as u8),
            cfa_offset: 8 * self.words() as i32,
            return_address: -8,
            signing: ReturnAddressSigning::Unsigned,
            saved: saved
                .map(|(register, offset, _)| {
                    (Register::new(register as u8), SavedLocation::At(offset))
                })
                .collect(),
        }
    }

    fn record(&self, instruction_offset: u32) -> Record {
        let location = |kind, register, offset| Location { kind, size: 8, register, offset };
        let constant = location(LocationKind::Constant, 0, 0);
        let mut locations = vec![constant; 3];
        let place = |pointer: u64| match self.register(pointer) {
            Some(register) => location(LocationKind::Register, [RBX, R14][register], 0),
            None => location(LocationKind::Indirect, RSP, 8 * (self.extra + pointer) as i32),
        };
        for pointer in 0..self.pointers() {
            locations.extend([place(self.base(pointer)), place(pointer)]);
        }
        Record { id: DEFAULT_ID, instruction_offset, locations, ..Record::default() }
    }
}

/// The functions of a recursion, and a table that contains their call sites and many more.
#[derive(Debug)]
pub struct Program {
    /// The functions of the recursion.
    pub functions: Vec<Function>,
    /// Number of live references in each frame.
    pub roots: u64,
    /// Number of live derived pointers in each frame.
    pub derived: u64,
    /// The call-site table.
    pub table: TableBuffer<X86_64>,
}

impl Program {
    /// Returns a program with functions of this shape, which are spread over its code.
    ///
    /// # Errors
    ///
    /// Returns an error of the table builder, which would be a bug.
    pub fn new(shape: RecursionShape) -> Result<Self, TableBuildError> {
        let RecursionShape { functions, roots, derived, records, .. } = shape;
        let mut functions: Vec<_> =
            (0..functions).map(|index| Function::new(index, shape)).collect();
        let mut placed: Vec<_> = functions
            .iter()
            .map(|function| PlacedFunction {
                stack_size: 8 * function.words() - 8,
                records: vec![function.record(29), function.record(61)],
                address: 0,
            })
            .collect();
        let section = section::section_around(records, &mut placed);
        let mut rules = Rules { special: HashMap::new() };
        for (function, placed) in functions.iter_mut().zip(&placed) {
            function.sites = [placed.address + 29, placed.address + 61];
            rules.special.insert(placed.address, function.rule());
        }
        let table = TableBuilder::new().add(&section, &rules)?.build()?;
        Ok(Self { functions, roots, derived, table })
    }
}

/// The unwind rules of the recursion's functions, and plausible rules for all other functions.
struct Rules {
    special: HashMap<u64, FrameRule>,
}

impl UnwindRules for Rules {
    fn rule_at(&self, function: u64, _: u64) -> Result<FrameRule, UnwindError> {
        if let Some(rule) = self.special.get(&function) {
            return Ok(*rule);
        }
        // The address determines how many registers the function saves.
        let saved = [RBX, RBP, 12, 13, R14, 15].into_iter().take((function >> 4) as usize % 7);
        let saved = saved
            .zip(2..)
            .map(|(register, word)| (Register::new(register as u8), SavedLocation::At(-8 * word)));
        Ok(FrameRule {
            cfa_base: Register::new(RSP as u8),
            // Enough for 16 slots, 6 registers and the return address.
            cfa_offset: 8 * 24,
            return_address: -8,
            signing: ReturnAddressSigning::Unsigned,
            saved: saved.collect::<SavedRegisters>(),
        })
    }
}
