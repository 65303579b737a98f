//! Globals: cells of 8 bytes that instances share by their addresses.

use super::function::FunctionTranslator;
use crate::code::{Access, CodeBuilder};

impl<B: CodeBuilder> FunctionTranslator<'_, B> {
    fn global_access(&self, index: u32) -> Access {
        Access::cell(self.machine(self.module.globals[index as usize].value))
    }

    /// Pushes the value of a global.
    pub(super) fn global_get(&mut self, index: u32) {
        let cell = self.context_pointer(self.layout.global(index));
        let value = self.builder.load(self.global_access(index), cell, 0);
        self.stack.push(value);
    }

    /// Assigns the last operand to a global. Cells are roots, so a reference needs no barrier.
    pub(super) fn global_set(&mut self, index: u32) {
        let value = self.pop();
        let cell = self.context_pointer(self.layout.global(index));
        self.builder.store(self.global_access(index), cell, 0, value);
    }
}
