//! Linear memory: loads, stores, and operations on ranges.
//!
//! Bounds are checked by comparisons, which need no signal handler. A memory never moves, so its
//! address is a constant of the instance, and only its length is read at each access.

use wasmparser::{MemArg, MemArgTarget, Operator};

use super::function::FunctionTranslator;
use crate::TrapKind;
use crate::code::MachineType::{F32, F64, I32, I64};
use crate::code::{
    Access, Binary, CodeBuilder, Compare, Convert, MachineType, Region, RuntimeFunction, layout,
};

/// Bytes of a page: a power of two.
const PAGE_SHIFT: u64 = 16;

impl<B: CodeBuilder> FunctionTranslator<'_, B> {
    /// Translates an instruction of memories.
    pub(super) fn memory(&mut self, operator: &Operator<'_>) -> bool {
        if let Some((argument, value, bytes, signed)) = load(operator) {
            let access = Access { value, bytes, signed, region: Region::Linear };
            let (address, offset) = self.address(argument, bytes);
            let value = self.builder.load(access, address, offset);
            self.stack.push(value);
            return true;
        }
        if let Some((argument, value, bytes)) = store(operator) {
            let access = Access { value, bytes, signed: false, region: Region::Linear };
            let value = self.pop();
            let (address, offset) = self.address(argument, bytes);
            self.builder.store(access, address, offset, value);
            return true;
        }
        self.bulk(operator)
    }

    fn bulk(&mut self, operator: &Operator<'_>) -> bool {
        match *operator {
            Operator::MemorySize { mem } => {
                let memory = self.context_pointer(self.layout.memory(mem));
                let length =
                    self.builder.load(Access::RUNTIME_WORD, memory, layout::extent::LENGTH);
                let shift = self.word(PAGE_SHIFT);
                let pages = self.builder.binary(Binary::ShrU, length, shift);
                self.push_index(pages, self.is_wide(mem));
            }
            Operator::MemoryGrow { mem } => {
                let pages = self.pop_index(self.is_wide(mem));
                let memory = self.word(u64::from(mem));
                let size = self.builder.runtime_call(RuntimeFunction::MemoryGrow, &[memory, pages]);
                self.push_index(size, self.is_wide(mem));
            }
            Operator::MemoryFill { mem } => {
                let count = self.pop_index(self.is_wide(mem));
                let value = self.pop_index(false);
                let start = self.pop_index(self.is_wide(mem));
                let memory = self.word(u64::from(mem));
                let arguments = [memory, start, value, count];
                self.checked_pieces(RuntimeFunction::MemoryFill, &arguments, count);
            }
            Operator::MemoryCopy { dst_mem, src_mem } => {
                let [to, from, count] = self.pop_copy(self.is_wide(dst_mem), self.is_wide(src_mem));
                let (target, source) =
                    (self.word(u64::from(dst_mem)), self.word(u64::from(src_mem)));
                let arguments = [target, source, to, from, count];
                self.checked_pieces(RuntimeFunction::MemoryCopy, &arguments, count);
            }
            Operator::MemoryInit { data_index, mem } => {
                let count = self.pop_index(false);
                let from = self.pop_index(false);
                let to = self.pop_index(self.is_wide(mem));
                let (memory, segment) =
                    (self.word(u64::from(mem)), self.word(u64::from(data_index)));
                let arguments = [memory, segment, to, from, count];
                self.checked_pieces(RuntimeFunction::MemoryInit, &arguments, count);
            }
            Operator::DataDrop { data_index } => {
                let segment = self.word(u64::from(data_index));
                self.builder.runtime_call(RuntimeFunction::DataDrop, &[segment]);
            }
            _ => return false,
        }
        true
    }

    fn is_wide(&self, memory: u32) -> bool {
        self.module.memories[memory as usize].limits.wide
    }

    /// Pops an index and returns the address of the access, less a constant offset, after a check
    /// that all bytes are in the memory.
    fn address(&mut self, argument: &MemArg, bytes: u8) -> (B::Value, i32) {
        let MemArgTarget::Memory(memory) = argument.target else {
            unreachable!("validation rejects accesses to arrays through memory instructions");
        };
        let wide = self.is_wide(memory);
        let index = self.pop_index(wide);
        let memory = self.context_pointer(self.layout.memory(memory));
        let length = self.builder.load(Access::RUNTIME_WORD, memory, layout::extent::LENGTH);
        // A static offset so large that the sum wraps is beyond the end of every memory; the
        // largest number is, too.
        let distance = argument.offset.saturating_add(u64::from(bytes));
        let distance = self.word(distance);
        let end = self.builder.binary(Binary::Add, index, distance);
        let mut is_beyond = self.builder.compare(Compare::GtU, end, length);
        if wide {
            let wraps = self.builder.compare(Compare::LtU, end, distance);
            is_beyond = self.builder.binary(Binary::Or, is_beyond, wraps);
        }
        self.trap_if(is_beyond, TrapKind::MemoryBounds);
        let base = self.builder.load(Access::CONSTANT_POINTER, memory, layout::extent::BASE);
        let address = self.builder.binary(Binary::Add, base, index);
        match i32::try_from(argument.offset) {
            Ok(offset) => (address, offset),
            Err(_) => (self.add_offset(address, argument.offset), 0),
        }
    }

    /// Selects one of two operands.
    pub(super) fn select(&mut self, ty: Option<MachineType>) {
        let condition = self.pop();
        let otherwise = self.pop();
        let then = self.pop();
        let value = self.builder.select(ty, condition, then, otherwise);
        self.stack.push(value);
    }

    /// Converts the last operand.
    pub(super) fn convert(&mut self, operation: Convert, to: MachineType) {
        let value = self.pop();
        let value = self.builder.convert(operation, to, value);
        self.stack.push(value);
    }
}

/// The type, the bytes in memory and the extension of a load.
fn load<'o>(operator: &'o Operator<'_>) -> Option<(&'o MemArg, MachineType, u8, bool)> {
    Some(match operator {
        Operator::I32Load { memarg } => (memarg, I32, 4, false),
        Operator::I64Load { memarg } => (memarg, I64, 8, false),
        Operator::F32Load { memarg } => (memarg, F32, 4, false),
        Operator::F64Load { memarg } => (memarg, F64, 8, false),
        Operator::I32Load8S { memarg } => (memarg, I32, 1, true),
        Operator::I32Load8U { memarg } => (memarg, I32, 1, false),
        Operator::I32Load16S { memarg } => (memarg, I32, 2, true),
        Operator::I32Load16U { memarg } => (memarg, I32, 2, false),
        Operator::I64Load8S { memarg } => (memarg, I64, 1, true),
        Operator::I64Load8U { memarg } => (memarg, I64, 1, false),
        Operator::I64Load16S { memarg } => (memarg, I64, 2, true),
        Operator::I64Load16U { memarg } => (memarg, I64, 2, false),
        Operator::I64Load32S { memarg } => (memarg, I64, 4, true),
        Operator::I64Load32U { memarg } => (memarg, I64, 4, false),
        _ => return None,
    })
}

/// The type and the bytes in memory of a store.
fn store<'o>(operator: &'o Operator<'_>) -> Option<(&'o MemArg, MachineType, u8)> {
    Some(match operator {
        Operator::I32Store { memarg } => (memarg, I32, 4),
        Operator::I64Store { memarg } => (memarg, I64, 8),
        Operator::F32Store { memarg } => (memarg, F32, 4),
        Operator::F64Store { memarg } => (memarg, F64, 8),
        Operator::I32Store8 { memarg } => (memarg, I32, 1),
        Operator::I32Store16 { memarg } => (memarg, I32, 2),
        Operator::I64Store8 { memarg } => (memarg, I64, 1),
        Operator::I64Store16 { memarg } => (memarg, I64, 2),
        Operator::I64Store32 { memarg } => (memarg, I64, 4),
        _ => return None,
    })
}
