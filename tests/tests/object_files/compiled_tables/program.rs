//! Runs the test program, which prints its stack and tables when managed code calls it back, and
//! parses the output.

use std::process::Command;

use statepoint_scanner::arch::Architecture;
use statepoint_scanner::table::CallSiteTable;
use statepoint_scanner::walk::{CodeLookup, FoundCode, StackImage};
use tests::timeout;

/// The state of a program in a call from managed code, as it was printed.
pub(crate) struct Stopped {
    /// Return address into the stub through which managed code was entered.
    pub(crate) entry_return: u64,
    /// The address of the register file, which is followed by the rest of the stack.
    pub(crate) register_file: u64,
    stack: Vec<u64>,
    /// The section of tables in memory, and its address.
    pub(crate) tables: Vec<u32>,
    pub(crate) tables_address: u64,
}

impl Stopped {
    /// Runs the program and parses its output.
    pub(crate) fn of(mut command: Command) -> Self {
        let output =
            timeout::output(&mut command).unwrap_or_else(|error| panic!("{command:?}: {error}"));
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{command:?}: {:?} {stderr}", output.status);
        let text = String::from_utf8(output.stdout).expect("hexadecimal numbers");
        let mut numbers =
            text.lines().map(|line| u64::from_str_radix(line, 16).expect("a hexadecimal number"));
        let mut next = || numbers.next().expect("a number");
        let entry_return = next();
        let mut list = || {
            let (len, address) = (next(), next());
            ((0..len).map(|_| next()).collect::<Vec<_>>(), address)
        };
        let (stack, register_file) = list();
        let (tables, tables_address) = list();
        let tables = tables.iter().flat_map(|&word| [word as u32, (word >> 32) as u32]).collect();
        Self { entry_return, register_file, stack, tables, tables_address }
    }

    pub(crate) fn stack(&self) -> StackImage {
        StackImage::new(self.register_file, self.stack.clone())
    }
}

/// A code lookup in several tables.
pub(crate) struct AllTables<'t, A>(pub(crate) Vec<CallSiteTable<'t, A>>);

impl<A: Architecture> CodeLookup<A> for AllTables<'_, A> {
    fn generation(&self) -> u64 {
        0
    }

    fn find(&self, pc: u64) -> FoundCode<'_, A> {
        let site = self.0.iter().find_map(|table| table.lookup(pc));
        site.map_or(FoundCode::Unknown { function: None }, FoundCode::Managed)
    }

    fn function_containing(&self, pc: u64) -> Option<u64> {
        self.0.iter().find_map(|table| table.function_containing(pc))
    }

    fn covers(&self, pc: u64) -> bool {
        self.0.iter().any(|table| table.covers(pc))
    }

    fn has_pinned(&self) -> bool {
        self.0.iter().any(CallSiteTable::has_pinned)
    }

    fn max_bases(&self) -> usize {
        self.0.iter().map(CallSiteTable::max_bases).max().unwrap_or_default()
    }
}
