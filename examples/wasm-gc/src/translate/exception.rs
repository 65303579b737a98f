//! Exceptions: tags, handlers, `throw` and `throw_ref`.
//!
//! An exception is a structure of the runtime: the address of its tag, then its values. A pending
//! one is in the store's context.

use wasmparser::{Catch, Operator};

use super::function::FunctionTranslator;
use crate::TrapKind;
use crate::code::{
    Access, CodeBuilder, Compare, HEAP_REFERENCE, MachineType, Region, RuntimeFunction, Signature,
    layout,
};

/// Access to a reference to an exception.
const EXCEPTION: Access = Access::whole(HEAP_REFERENCE, 8, Region::Runtime);

impl<B: CodeBuilder> FunctionTranslator<'_, B> {
    /// Translates an instruction that throws.
    pub(super) fn exception(&mut self, operator: &Operator<'_>) -> bool {
        match *operator {
            Operator::Throw { tag_index } => {
                let types = self.tag_types(tag_index);
                let values = self.pop_many(types.len());
                let tag = self.context_pointer(self.layout.tag(tag_index));
                let count = self.word(types.len() as u64);
                let exception =
                    self.builder.runtime_call(RuntimeFunction::NewException, &[tag, count]);
                self.check_pending();
                for (index, (ty, value)) in types.into_iter().zip(values).enumerate() {
                    let offset = layout::exception::VALUES + 8 * index as i32;
                    self.builder.store(Access::cell(ty), exception, offset, value);
                }
                self.raise(exception);
            }
            Operator::ThrowRef => {
                let reference = self.pop();
                let exception = self.builder.reference_word(reference);
                self.trap_if_zero(exception, TrapKind::NullException);
                self.raise(exception);
            }
            _ => return false,
        }
        true
    }

    fn tag_types(&self, tag: u32) -> Vec<MachineType> {
        let ty = self.registry.function(self.module.tags[tag as usize]);
        Signature::of(ty, self.registry).parameters
    }

    fn raise(&mut self, exception: B::Value) {
        self.builder.runtime_call(RuntimeFunction::Throw, &[exception]);
        self.builder.jump(self.unwind, &[]);
        self.set_unreachable();
    }

    /// Emits a handler: it compares the tag of the pending exception with those that are caught.
    /// Labels are relative to the frames that are open before that of the handler.
    pub(super) fn emit_handler(&mut self, handler: B::Block, catches: &[Catch]) {
        self.builder.switch_to(handler);
        let store = self.store_context();
        let pending = self.builder.load(Access::RUNTIME_WORD, store, layout::store::PENDING);
        let trap = self.word(layout::store::TRAP);
        let is_trap = self.builder.compare(Compare::Eq, pending, trap);
        let caught = self.builder.block(&[], true);
        self.builder.branch(is_trap, (self.exit, &[]), (caught, &[]));
        self.builder.seal(caught);
        self.builder.switch_to(caught);

        let reference = self.builder.load(EXCEPTION, store, layout::store::EXCEPTION_REFERENCE);
        let exception = self.builder.reference_word(reference);
        let thrown = self.builder.load(Access::RUNTIME_WORD, exception, layout::exception::TAG);
        for catch in catches {
            let (tag, with_reference, label) = match *catch {
                Catch::One { tag, label } => (Some(tag), false, label),
                Catch::OneRef { tag, label } => (Some(tag), true, label),
                Catch::All { label } => (None, false, label),
                Catch::AllRef { label } => (None, true, label),
            };
            let next = tag.map(|tag| {
                let tag = self.context_pointer(self.layout.tag(tag));
                let matches = self.builder.compare(Compare::Eq, thrown, tag);
                let (take, next) = (self.builder.block(&[], true), self.builder.block(&[], true));
                self.builder.branch(matches, (take, &[]), (next, &[]));
                self.builder.seal(take);
                self.builder.seal(next);
                self.builder.switch_to(take);
                next
            });
            let mut values = Vec::new();
            let types = tag.map(|tag| self.tag_types(tag)).unwrap_or_default();
            for (index, ty) in types.into_iter().enumerate() {
                let offset = layout::exception::VALUES + 8 * index as i32;
                values.push(self.builder.load(Access::cell(ty), exception, offset));
            }
            if with_reference {
                values.push(reference);
            }
            let zero = self.word(0);
            self.builder.store(Access::RUNTIME_WORD, store, layout::store::PENDING, zero);
            let target = self.target(label);
            self.builder.jump(target, &values);
            match next {
                Some(next) => {
                    self.builder.switch_to(next);
                }
                None => return,
            }
        }
        self.builder.jump(self.unwind, &[]);
    }
}
