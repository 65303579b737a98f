//! Calls between the host and compiled code.

use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::ptr::{self, NonNull};

use statepoint_gc::Argument;

use super::arena::Handle;
use super::cells::cell_of;
use super::explain::Thrown;
use super::function::{Function, HostFunction, Kinds, Slot};
use super::store::{Store, StoreContext};
use super::thread::with_mutator;
use super::value::{Exception, Reference, Value};
use crate::code::layout;
use crate::types::FunctionType;
use crate::{Error, InvocationError, Trap, TrapKind};

thread_local! {
    /// The lowest stack pointer that the calls on this thread allow, or 0 without a call. A store
    /// that a callback of another one calls has no more stack than that one.
    static STACK_LIMIT: Cell<u64> = const { Cell::new(0) };
}

impl Store {
    /// Returns the type of a function.
    pub fn function_type(&self, function: Handle<Function>) -> FunctionType {
        // SAFETY: functions live as long as the store.
        let id = unsafe { self.pointer(function).as_ref() }.type_id();
        self.engine.types().function(id).clone()
    }

    /// Calls a function.
    ///
    /// # Errors
    ///
    /// If the arguments do not match the parameters, or the program traps or throws an exception
    /// that it does not catch.
    ///
    /// # Panics
    ///
    /// If the function is of another store, or a function of the host panics.
    pub fn call(
        &mut self,
        function: Handle<Function>,
        arguments: &[Value],
    ) -> Result<Vec<Value>, Error> {
        let ty = self.function_type(function);
        self.check_arguments(&ty, arguments)?;
        let kinds = Kinds::of(&ty, &self.engine.types());
        let (numbers, references) = kinds.counts();
        let mut slots = self.take_slots(numbers, references)?;
        for (value, slot) in arguments.iter().zip(kinds.parameters()) {
            // SAFETY: the slots are those of the parameters, and of this call only.
            unsafe { slots.store(self, slot, value.argument()) };
        }
        let outcome = self.call_with_slots(self.pointer(function), &mut slots);
        let results = outcome.map(|()| {
            let pairs = ty.results.iter().zip(kinds.results());
            // SAFETY: the call has stored the results.
            pairs.map(|(&ty, slot)| unsafe { slots.load(self, slot, ty) }).collect()
        });
        self.release_slots(&slots);
        results
    }

    fn check_arguments(&self, ty: &FunctionType, arguments: &[Value]) -> Result<(), Error> {
        let name = || "the function".to_owned();
        if arguments.len() != ty.parameters.len() {
            let (expected, found) = (ty.parameters.len(), arguments.len());
            return Err(InvocationError::Count { name: name(), expected, found }.into());
        }
        let types = self.engine.types();
        for (index, (argument, &expected)) in arguments.iter().zip(&ty.parameters).enumerate() {
            if !argument.is_of(expected, &types, self.id) {
                let (name, found) = (name(), format!("{argument:?}"));
                return Err(InvocationError::Argument { name, index, expected, found }.into());
            }
        }
        Ok(())
    }

    /// Takes slots for a call.
    fn take_slots(&mut self, numbers: usize, references: usize) -> Result<CallSlots, Error> {
        // SAFETY: the store's context lives as long as the store.
        let context = unsafe { self.context.as_mut() };
        let first = context.references;
        let end = first + 8 * references as u64;
        if end > context.references_end {
            return Err(Trap { kind: TrapKind::StackExhausted, location: None }.into());
        }
        context.references = end;
        let first = ptr::with_exposed_provenance_mut(first as usize);
        Ok(CallSlots { numbers: vec![0; numbers], first, references: references as u64 })
    }

    fn release_slots(&mut self, slots: &CallSlots) {
        // SAFETY: the slots are roots.
        unsafe { self.engine.fill_cells(slots.first, slots.references, Argument::Word(0)) };
        // SAFETY: the store's context lives as long as the store.
        unsafe { self.context.as_mut() }.references = slots.first.expose_provenance() as u64;
    }

    /// Calls a function without parameters and results.
    pub(super) fn call_start(&mut self, function: NonNull<Function>) -> Result<(), Error> {
        let mut slots = self.take_slots(0, 0)?;
        self.call_with_slots(function, &mut slots)
    }

    /// Calls a function with arguments in slots, and returns the results in them.
    fn call_with_slots(
        &mut self,
        function: NonNull<Function>,
        slots: &mut CallSlots,
    ) -> Result<(), Error> {
        // SAFETY: functions live as long as the store.
        let (code, called, id) = unsafe {
            let function = function.as_ref();
            (function.code, function.context, function.type_id())
        };
        let thunk = self.engine.entry_thunk(id)?;
        let context = self.context.as_ptr();
        let near_top = ptr::from_ref(&context) as u64;
        let numbers = slots.numbers.as_mut_ptr().expose_provenance();
        let words = [called, code, numbers, slots.first.expose_provenance()];
        let arguments = words.map(|word| Argument::Word(word as u64));
        // SAFETY: the store's context lives as long as the store. The thunk is that of the
        // function's type, and there is a slot for each parameter and each result.
        unsafe {
            if (*context).depth == 0 {
                let own = near_top.saturating_sub(self.stack_bytes() as u64);
                (*context).stack_limit = own.max(STACK_LIMIT.get());
            }
            (*context).depth += 1;
            let outer = STACK_LIMIT.replace((*context).stack_limit);
            let called = with_mutator(|mutator| mutator.call(thunk.address(), &arguments));
            STACK_LIMIT.set(outer);
            (*context).depth -= 1;
            called.map_err(|error| Error::Resources(error.to_string()))?;
        }
        self.take_outcome()
    }

    /// Takes what is pending after a call.
    fn take_outcome(&mut self) -> Result<(), Error> {
        // SAFETY: the store's context lives as long as the store.
        let context = unsafe { self.context.as_mut() };
        let pending = std::mem::take(&mut context.pending);
        if let Some(panic) = context.panic.take() {
            resume_unwind(panic);
        }
        match pending {
            0 => Ok(()),
            layout::store::EXCEPTION => {
                let cell = cell_of(&mut context.exception);
                // SAFETY: the cell is a root.
                let thrown = unsafe { self.engine.load_cell(cell, self.id) };
                // SAFETY: as above.
                unsafe { self.engine.store_cell(cell, Argument::Word(0)) };
                let location = context.take_thrown();
                match thrown {
                    Reference::Exception(mut exception) => {
                        exception.location = location;
                        Err(Error::Exception(exception))
                    }
                    other => unreachable!("{other} is pending, and no exception"),
                }
            }
            _ => Err(context.error.take().expect("a pending trap has a reason")),
        }
    }
}

/// The slots of a call from the host.
struct CallSlots {
    numbers: Vec<u64>,
    /// The first slot for references, a root.
    first: *mut u64,
    /// How many there are.
    references: u64,
}

impl CallSlots {
    /// # Safety
    ///
    /// The slot exists.
    unsafe fn store(&mut self, store: &Store, slot: Slot, value: Argument<'_>) {
        match (slot, value) {
            (Slot::Number(index), Argument::Word(word)) => self.numbers[index] = word,
            (Slot::Number(_), _) => unreachable!("an object is not a number"),
            // SAFETY: the slot exists, and is a root.
            (Slot::Reference(index), value) => unsafe {
                store.engine.store_cell(self.first.add(index), value);
            },
        }
    }

    /// # Safety
    ///
    /// The slot exists.
    unsafe fn load(&self, store: &Store, slot: Slot, ty: crate::types::ValueType) -> Value {
        match slot {
            Slot::Number(index) => Value::from_word(self.numbers[index], ty, store.id),
            Slot::Reference(index) => {
                // SAFETY: the slot exists, and is a root.
                let reference = unsafe { store.engine.load_cell(self.first.add(index), store.id) };
                Value::Reference(reference)
            }
        }
    }
}

/// Calls the function of the host to which a context belongs, with arguments and results in slots.
/// The thread has made the transition to native code.
///
/// # Safety
///
/// The context is that of a [`HostFunction`] whose store exists; there is a slot for each
/// parameter and each result.
pub(super) unsafe extern "C" fn call_host(
    context: *const HostFunction,
    numbers: *mut u64,
    references: *mut u64,
) -> u64 {
    // SAFETY: the caller guarantees that the context is valid.
    let (function, store) = unsafe { (&*context, (*context).store) };
    let engine = &function.engine;
    let parameters = function.ty.parameters.iter().zip(function.kinds.parameters());
    let arguments: Vec<_> = parameters
        .map(|(&ty, slot)| match slot {
            // SAFETY: the caller guarantees that the slots exist, and those of references are
            // roots.
            Slot::Number(index) => unsafe {
                Value::from_word(*numbers.add(index), ty, function.store_id)
            },
            // SAFETY: as above.
            Slot::Reference(index) => Value::Reference(unsafe {
                engine.load_cell(references.add(index), function.store_id)
            }),
        })
        .collect();
    // A panic continues after the managed frames have returned.
    let outcome = catch_unwind(AssertUnwindSafe(|| (function.callback)(&arguments)));
    // SAFETY: the store's context lives as long as the store, and the callback has returned.
    let store = unsafe { &mut *store };
    match outcome {
        Ok(Ok(results)) if function.are_results(&results) => {
            for (slot, result) in function.kinds.results().zip(&results) {
                match (slot, result.word()) {
                    // SAFETY: as above.
                    (Slot::Number(index), Some(word)) => unsafe { *numbers.add(index) = word },
                    (Slot::Number(_), None) => unreachable!("an object is not a number"),
                    // SAFETY: as above.
                    (Slot::Reference(index), _) => unsafe {
                        engine.store_cell(references.add(index), result.argument());
                    },
                }
            }
        }
        Ok(Ok(results)) => store.set_error(Error::Resources(format!(
            "a function of the host returned {results:?}, which are not {:?}",
            function.ty.results
        ))),
        Ok(Err(Error::Exception(exception))) if exception.store == function.store_id => {
            throw(function, store, &exception);
        }
        Ok(Err(error)) => store.set_error(error),
        Err(panic) => {
            store.pending = layout::store::TRAP;
            store.panic = Some(panic);
        }
    }
    0
}

/// Makes an exception of the host's callback pending.
fn throw(function: &HostFunction, store: &mut StoreContext, exception: &Exception) {
    store.pending = layout::store::EXCEPTION;
    store.thrown = Thrown::Host(exception.location.clone());
    let cell = cell_of(&mut store.exception);
    // SAFETY: the cell is a root.
    unsafe { function.engine.store_cell(cell, Argument::Reference(&exception.handle)) };
}

/// Traps because there are too few slots for the references of a call of the host.
///
/// # Safety
///
/// The context is that of a [`HostFunction`] whose store exists.
pub(super) unsafe extern "C" fn no_slots(context: *const HostFunction) {
    // SAFETY: the caller guarantees it.
    let store = unsafe { &mut *(*context).store };
    store.set_error(Trap { kind: TrapKind::StackExhausted, location: None }.into());
}
