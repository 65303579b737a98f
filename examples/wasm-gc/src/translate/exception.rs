//! Exceptions: tags, handlers, `throw` and `throw_ref`.
//!
//! An exception is an object with the address of its tag, then its values. Its type is that of the
//! tag's function type. A pending one is in the store's context, which is a root.

use wasmparser::{Catch, Operator};

use super::function::FunctionTranslator;
use crate::TrapKind;
use crate::code::{
    Access, CodeBuilder, Compare, HEAP_REFERENCE, MachineType, Place, Region, RuntimeFunction,
    Signature, layout,
};
use crate::types::layout::exception;

/// Access to a reference to an exception.
const EXCEPTION: Access = Access::whole(HEAP_REFERENCE, 8, Region::Runtime);
/// Access to the tag of an exception.
const TAG: Access = Access::whole(MachineType::I64, 8, Region::Objects);

/// Access to a value of an exception.
fn value_access(ty: MachineType) -> Access {
    Access { region: Region::Objects, ..Access::cell(ty) }
}

impl<B: CodeBuilder> FunctionTranslator<'_, B> {
    /// Translates an instruction that throws.
    pub(super) fn exception(&mut self, operator: &Operator<'_>) -> bool {
        match *operator {
            Operator::Throw { tag_index } => {
                let types = self.tag_types(tag_index);
                let values = self.pop_many(types.len());
                let id = self.module.tags[tag_index as usize];
                let object = self.builder.allocate_struct(id, exception::size(types.len()));
                self.trap_if_not_allocated(object);
                let tag = self.context_pointer(self.layout.tag(tag_index));
                self.builder.initialize_object(TAG, object, exception::TAG, tag);
                for (index, (ty, value)) in types.into_iter().zip(values).enumerate() {
                    let offset = exception::VALUES + 8 * index as i32;
                    self.builder.initialize_object(value_access(ty), object, offset, value);
                }
                self.raise(object);
            }
            Operator::ThrowRef => {
                let reference = self.pop();
                self.trap_if_null(reference, TrapKind::NullException);
                self.raise(reference);
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
        let word = self.builder.reference_word(exception);
        let position = self.position();
        self.builder.runtime_call(RuntimeFunction::Throw, &[word, position]);
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
        let thrown = self.builder.load_object(TAG, reference, Place::Field(exception::TAG));
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
                let place = Place::Field(exception::VALUES + 8 * index as i32);
                values.push(self.builder.load_object(value_access(ty), reference, place));
            }
            if with_reference {
                values.push(reference);
            }
            let zero = self.word(0);
            self.builder.store(Access::RUNTIME_WORD, store, layout::store::PENDING, zero);
            let cell = layout::store::EXCEPTION_REFERENCE;
            self.builder.store(Access::RUNTIME_WORD, store, cell, zero);
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
