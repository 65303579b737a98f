//! Calls between the host and compiled code.

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

use super::arena::Handle;
use super::function::{Function, HostFunction};
use super::store::Store;
use super::value::{Exception, Value};
use crate::code::layout;
use crate::types::FunctionType;
use crate::{Error, InvocationError};

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
        let mut slots: Vec<u64> = arguments.iter().map(|each| each.word()).collect();
        slots.resize(ty.parameters.len().max(ty.results.len()), 0);
        self.call_words(function, &mut slots)?;
        let types = self.engine.types();
        let results = ty.results.iter().zip(&slots);
        Ok(results.map(|(&ty, &word)| Value::from_word(word, ty, &types, self.id)).collect())
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

    /// Calls a function with arguments in slots, and returns the results in them.
    pub(super) fn call_words(
        &mut self,
        function: Handle<Function>,
        slots: &mut [u64],
    ) -> Result<(), Error> {
        let function = self.pointer(function);
        // SAFETY: functions live as long as the store.
        let (code, called, id) = unsafe {
            let function = function.as_ref();
            (function.code, function.context, function.type_id())
        };
        let thunk = self.engine.entry_thunk(id)?;
        let context = self.context.as_ptr();
        let near_top = std::ptr::from_ref(&context) as u64;
        // SAFETY: the store's context lives as long as the store. The thunk is that of the
        // function's type, and there is a slot for each parameter and each result.
        unsafe {
            if (*context).depth == 0 {
                (*context).stack_limit = near_top.saturating_sub(self.stack_bytes() as u64);
            }
            (*context).depth += 1;
            thunk(called as *mut u64, code, slots.as_mut_ptr());
            (*context).depth -= 1;
            let pending = std::mem::take(&mut (*context).pending);
            if let Some(panic) = (*context).panic.take() {
                resume_unwind(panic);
            }
            match pending {
                0 => Ok(()),
                layout::store::EXCEPTION => {
                    let address = std::mem::take(&mut (*context).exception) as usize;
                    Err(Error::Exception(Exception { address, store: self.id }))
                }
                _ => Err((*context).error.take().expect("a pending trap has a reason")),
            }
        }
    }
}

/// Calls the function of the host to which a context belongs, with arguments and results in slots.
///
/// # Safety
///
/// The context is that of a [`HostFunction`] whose store exists; there is a slot for each
/// parameter and each result.
pub(super) unsafe extern "C" fn call_host(context: *const HostFunction, slots: *mut u64) {
    // SAFETY: the caller guarantees that both are valid; nothing else refers to the slots.
    let (function, store) = unsafe { (&*context, (*context).store) };
    let count = function.ty.parameters.len().max(function.ty.results.len());
    // SAFETY: as above.
    let slots = unsafe { std::slice::from_raw_parts_mut(slots, count) };
    let arguments: Vec<_> = {
        let types = function.engine.types();
        let words = function.ty.parameters.iter().zip(&*slots);
        words.map(|(&ty, &word)| Value::from_word(word, ty, &types, function.store_id)).collect()
    };
    // A panic continues after the managed frames have returned.
    let outcome = catch_unwind(AssertUnwindSafe(|| (function.callback)(&arguments)));
    // SAFETY: the store's context lives as long as the store, and the callback has returned.
    let store = unsafe { &mut *store };
    match outcome {
        Ok(Ok(results)) if function.are_results(&results) => {
            for (slot, result) in slots.iter_mut().zip(results) {
                *slot = result.word();
            }
        }
        Ok(Ok(results)) => store.set_error(Error::Resources(format!(
            "a function of the host returned {results:?}, which are not {:?}",
            function.ty.results
        ))),
        Ok(Err(Error::Exception(exception))) if exception.store == function.store_id => {
            store.pending = layout::store::EXCEPTION;
            store.exception = exception.address as u64;
        }
        Ok(Err(error)) => store.set_error(error),
        Err(panic) => {
            store.pending = layout::store::TRAP;
            store.panic = Some(panic);
        }
    }
}
