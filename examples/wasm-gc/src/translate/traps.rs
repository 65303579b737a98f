//! Traps: checks before instructions, and after calls.

use super::function::FunctionTranslator;
use crate::TrapKind;
use crate::code::{Access, CodeBuilder, Compare, RuntimeFunction, layout, position};

/// A cold block that records a trap.
pub(super) struct TrapSite<B: CodeBuilder> {
    block: B::Block,
    kind: TrapKind,
    offset: u64,
}

impl<B: CodeBuilder> FunctionTranslator<'_, B> {
    /// Returns the number that names the instruction at run time.
    pub(super) fn position(&mut self) -> B::Value {
        self.word(position(self.function, self.offset))
    }

    /// Traps if an `I32` condition is not 0.
    pub(super) fn trap_if(&mut self, condition: B::Value, kind: TrapKind) {
        let trap = self.builder.block(&[], true);
        let next = self.builder.block(&[], false);
        self.builder.branch(condition, (trap, &[]), (next, &[]));
        self.builder.seal(trap);
        self.builder.seal(next);
        self.trap_sites.push(TrapSite { block: trap, kind, offset: self.offset });
        self.builder.switch_to(next);
    }

    /// Traps. What follows is unreachable.
    pub(super) fn trap(&mut self, kind: TrapKind) {
        let trap = self.builder.block(&[], true);
        self.builder.jump(trap, &[]);
        self.builder.seal(trap);
        self.trap_sites.push(TrapSite { block: trap, kind, offset: self.offset });
        self.set_unreachable();
    }

    /// Leaves the instruction if the call before it trapped or threw.
    pub(super) fn check_pending(&mut self) {
        let store = self.store_context();
        let pending = self.builder.load(Access::RUNTIME_WORD, store, layout::store::PENDING);
        let zero = self.word(0);
        let is_pending = self.builder.compare(Compare::Ne, pending, zero);
        let next = self.builder.block(&[], false);
        self.builder.branch(is_pending, (self.unwind, &[]), (next, &[]));
        self.builder.seal(next);
        self.builder.switch_to(next);
    }

    /// Traps if an allocation found the heap full and returned null.
    pub(super) fn trap_if_not_allocated(&mut self, object: B::Value) {
        let word = self.builder.reference_word(object);
        self.trap_if_zero(word, TrapKind::OutOfMemory);
    }

    /// Emits the blocks that record traps. The trap is not an exception, so handlers are skipped.
    pub(super) fn emit_trap_sites(&mut self) {
        for site in std::mem::take(&mut self.trap_sites) {
            self.builder.switch_to(site.block);
            let kind = self.word(site.kind as u64);
            let position = self.word(position(self.function, site.offset));
            self.builder.runtime_call(RuntimeFunction::Trap, &[kind, position]);
            self.builder.jump(self.exit, &[]);
        }
    }

    /// Emits the block that returns zeros.
    pub(super) fn emit_exit(&mut self) {
        self.builder.seal(self.exit);
        self.builder.switch_to(self.exit);
        let results = std::mem::take(&mut self.results);
        let zeros: Vec<_> = results.iter().map(|&ty| self.builder.constant(ty, 0)).collect();
        self.builder.return_values(&zeros);
    }
}
