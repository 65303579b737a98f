//! Tables: arrays of references in memory of the runtime, which are roots.

use wasmparser::Operator;

use super::function::FunctionTranslator;
use crate::TrapKind;
use crate::code::{
    Access, Binary, CodeBuilder, Compare, Convert, MachineType, RuntimeFunction, layout,
};

impl<B: CodeBuilder> FunctionTranslator<'_, B> {
    /// Translates an instruction of tables.
    pub(super) fn table(&mut self, operator: &Operator<'_>) -> bool {
        match *operator {
            Operator::TableGet { table } => {
                let element = self.element_address(table, TrapKind::TableBounds);
                let value = self.builder.load(self.element_access(table), element, 0);
                self.stack.push(value);
            }
            Operator::TableSet { table } => {
                let value = self.pop();
                let element = self.element_address(table, TrapKind::TableBounds);
                self.builder.store(self.element_access(table), element, 0, value);
            }
            Operator::TableSize { table } => {
                let wide = self.module.tables[table as usize].limits.wide;
                let table = self.context_pointer(self.layout.table(table));
                let length = self.builder.load(Access::RUNTIME_WORD, table, layout::extent::LENGTH);
                self.push_index(length, wide);
            }
            Operator::TableGrow { table } => {
                let wide = self.module.tables[table as usize].limits.wide;
                let count = self.pop_index(wide);
                let value = self.pop();
                let table = self.word(u64::from(table));
                let size = self.builder.runtime_call(RuntimeFunction::TableGrow, &[table, count]);
                self.fill_grown(table, size, count, value);
                self.push_index(size, wide);
            }
            Operator::TableFill { table } => {
                let wide = self.module.tables[table as usize].limits.wide;
                let count = self.pop_index(wide);
                let value = self.pop();
                let start = self.pop_index(wide);
                let table = self.word(u64::from(table));
                self.fill_table(table, start, value, count);
            }
            Operator::TableCopy { dst_table, src_table } => {
                let to_wide = self.module.tables[dst_table as usize].limits.wide;
                let from_wide = self.module.tables[src_table as usize].limits.wide;
                let operands = self.pop_copy(to_wide, from_wide);
                let tables = [self.word(u64::from(dst_table)), self.word(u64::from(src_table))];
                let [to, from, count] = operands;
                let arguments = [tables[0], tables[1], to, from, count];
                self.checked_pieces(RuntimeFunction::TableCopy, &arguments, count);
            }
            Operator::TableInit { elem_index, table } => {
                let wide = self.module.tables[table as usize].limits.wide;
                let count = self.pop_index(false);
                let from = self.pop_index(false);
                let to = self.pop_index(wide);
                let (table, segment) =
                    (self.word(u64::from(table)), self.word(u64::from(elem_index)));
                let arguments = [table, segment, to, from, count];
                self.checked_pieces(RuntimeFunction::TableInit, &arguments, count);
            }
            Operator::ElemDrop { elem_index } => {
                let segment = self.word(u64::from(elem_index));
                self.builder.runtime_call(RuntimeFunction::ElementDrop, &[segment]);
            }
            _ => return false,
        }
        true
    }

    /// Fills the elements by which a table has grown from `size`, unless that is -1.
    fn fill_grown(&mut self, table: B::Value, size: B::Value, count: B::Value, value: B::Value) {
        let (fill, done) = (self.builder.block(&[], false), self.builder.block(&[], false));
        let failed = self.word(u64::MAX);
        let has_grown = self.builder.compare(Compare::Ne, size, failed);
        self.builder.branch(has_grown, (fill, &[]), (done, &[]));
        self.builder.seal(fill);
        self.builder.switch_to(fill);
        self.fill_table(table, size, value, count);
        self.builder.jump(done, &[]);
        self.builder.seal(done);
        self.builder.switch_to(done);
    }

    /// Fills elements of a table with a reference.
    fn fill_table(&mut self, table: B::Value, start: B::Value, value: B::Value, count: B::Value) {
        let position = self.position();
        self.in_pieces(RuntimeFunction::TableFill, count, |translator| {
            // The object may have moved since the last piece.
            let value = translator.builder.reference_word(value);
            vec![table, start, value, count, position]
        });
        self.check_pending();
    }

    fn element_access(&self, table: u32) -> Access {
        let heap = self.module.tables[table as usize].element.heap;
        Access::cell(MachineType::of_heap(heap, self.registry))
    }

    /// Pops an index and returns the address of that element.
    pub(super) fn element_address(&mut self, table: u32, bounds: TrapKind) -> B::Value {
        let wide = self.module.tables[table as usize].limits.wide;
        let index = self.pop_index(wide);
        let table = self.context_pointer(self.layout.table(table));
        let length = self.builder.load(Access::RUNTIME_WORD, table, layout::extent::LENGTH);
        let is_beyond = self.builder.compare(Compare::GeU, index, length);
        self.trap_if(is_beyond, bounds);
        let base = self.builder.load(Access::RUNTIME_WORD, table, layout::extent::BASE);
        let three = self.word(3);
        let offset = self.builder.binary(Binary::Shl, index, three);
        self.builder.binary(Binary::Add, base, offset)
    }

    /// Pops an index, which has 32 or 64 bits, as an `I64`.
    pub(super) fn pop_index(&mut self, wide: bool) -> B::Value {
        let index = self.pop();
        if wide { index } else { self.builder.convert(Convert::ExtendU, MachineType::I64, index) }
    }

    /// Pushes an index or size, which has 32 or 64 bits.
    pub(super) fn push_index(&mut self, index: B::Value, wide: bool) {
        let index =
            if wide { index } else { self.builder.convert(Convert::Wrap, MachineType::I32, index) };
        self.stack.push(index);
    }

    /// Pops destination, source and length of a copy between two tables or memories.
    pub(super) fn pop_copy(&mut self, to_wide: bool, from_wide: bool) -> [B::Value; 3] {
        let count = self.pop_index(to_wide && from_wide);
        let from = self.pop_index(from_wide);
        let to = self.pop_index(to_wide);
        [to, from, count]
    }

    /// Calls a function of the runtime that may trap. The position is the last argument.
    pub(super) fn checked_call(&mut self, function: RuntimeFunction, arguments: &[B::Value]) {
        let mut arguments = arguments.to_vec();
        arguments.push(self.position());
        self.builder.runtime_call(function, &arguments);
        self.check_pending();
    }

    /// Calls a function of the runtime that works in pieces and may trap. The position follows the
    /// arguments, none of which is a reference into the heap.
    pub(super) fn checked_pieces(
        &mut self,
        function: RuntimeFunction,
        arguments: &[B::Value],
        count: B::Value,
    ) {
        let mut arguments = arguments.to_vec();
        arguments.push(self.position());
        self.in_pieces(function, count, |_| arguments.clone());
        self.check_pending();
    }

    /// Calls a function of the runtime until none of `count` units remains, with a poll after each
    /// piece. `arguments` makes the arguments of each call without the number of units that remain:
    /// the words of references must be made again, because a poll may move the objects.
    pub(super) fn in_pieces(
        &mut self,
        function: RuntimeFunction,
        count: B::Value,
        arguments: impl Fn(&mut Self) -> Vec<B::Value>,
    ) {
        let head = self.builder.block(&[MachineType::I64], false);
        let (more, done) = (self.builder.block(&[], true), self.builder.block(&[], false));
        self.builder.jump(head, &[count]);
        let remaining = self.builder.switch_to(head)[0];
        let mut arguments = arguments(self);
        arguments.push(remaining);
        let rest = self.builder.runtime_call(function, &arguments);
        let zero = self.word(0);
        let has_more = self.builder.compare(Compare::Ne, rest, zero);
        self.builder.branch(has_more, (more, &[]), (done, &[]));
        self.builder.seal(more);
        self.builder.seal(done);
        self.builder.switch_to(more);
        self.builder.poll();
        self.builder.jump(head, &[rest]);
        self.builder.seal(head);
        self.builder.switch_to(done);
    }
}
