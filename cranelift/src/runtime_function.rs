//! The functions of the collector that compiled code calls.

use core::ffi::c_void;

use cranelift_codegen::ir::{AbiParam, FuncRef, Signature, Type, types};
use cranelift_codegen::isa::CallConv;
use cranelift_frontend::FunctionBuilder;

/// A function of the collector that compiled code calls.
///
/// All have the C calling convention here. Those that LLVM calls as `preserve_most` preserve more
/// registers than C requires, but not the vector registers that
/// [`CallConv::PreserveAll`](cranelift_codegen::isa::CallConv) promises: a call with that
/// convention would lose floating-point values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum RuntimeFunction {
    /// `context spgc_thread_context()`: the context of the calling thread.
    ThreadContext,
    /// `void spgc_poll_slow()`.
    PollSlow,
    /// `reference spgc_allocate_slow(size, header)`.
    AllocateSlow,
    /// `reference spgc_allocate_tailed_slow(length, header, fixed, length offset, element size)`.
    AllocateTailedSlow,
    /// `void spgc_barrier_slow(object, slot)`. Not a safepoint.
    BarrierSlow,
    /// `i64 spgc_call_native(five words, function)`.
    CallNative,
    /// `reference spgc_clone(object)`.
    CloneObject,
    /// `i32 spgc_identity_hash(object)`. Not a safepoint.
    IdentityHash,
    /// `i64 spgc_finalize(object, token)`. Not a safepoint.
    Finalize,
    /// `reference spgc_resume(fiber, reference)`.
    Resume,
    /// `reference spgc_suspend(reference)`.
    Suspend,
    /// `bool spgc_fiber_done(fiber)`. Not a safepoint.
    FiberDone,
    /// `i64 spgc_take_interrupt()`. Not a safepoint.
    TakeInterrupt,
}

/// How compiled code reaches a function of the collector.
#[derive(Clone, Copy, Debug)]
pub enum Callee {
    /// A function that was declared in the function under construction, with the signature
    /// [`RuntimeFunction::signature`].
    Function(FuncRef),
    /// The address of the function in this process.
    Address(u64),
}

/// Finds out how the code under construction reaches the functions of the collector.
pub trait RuntimeLinkage {
    /// Returns how the function that `builder` builds reaches `function`. Called whenever a call is
    /// appended.
    fn callee(&mut self, builder: &mut FunctionBuilder<'_>, function: RuntimeFunction) -> Callee;
}

/// Linkage by the addresses in this process: for code that runs in the process that compiles it.
#[derive(Clone, Copy, Debug, Default)]
pub struct ByAddress;

impl RuntimeLinkage for ByAddress {
    fn callee(&mut self, _builder: &mut FunctionBuilder<'_>, function: RuntimeFunction) -> Callee {
        Callee::Address(function.address().expose_provenance() as u64)
    }
}

unsafe extern "C" {
    fn spgc_thread_context();
    fn spgc_poll_slow();
    fn spgc_allocate_slow();
    fn spgc_allocate_tailed_slow();
    fn spgc_barrier_slow();
    fn spgc_call_native();
    fn spgc_clone();
    fn spgc_identity_hash();
    fn spgc_finalize();
    fn spgc_resume();
    fn spgc_suspend();
    fn spgc_fiber_done();
    fn spgc_take_interrupt();
}

impl RuntimeFunction {
    /// All functions.
    pub const ALL: [Self; 13] = [
        Self::ThreadContext,
        Self::PollSlow,
        Self::AllocateSlow,
        Self::AllocateTailedSlow,
        Self::BarrierSlow,
        Self::CallNative,
        Self::CloneObject,
        Self::IdentityHash,
        Self::Finalize,
        Self::Resume,
        Self::Suspend,
        Self::FiberDone,
        Self::TakeInterrupt,
    ];

    /// Returns the name of the function's symbol.
    pub const fn symbol(self) -> &'static str {
        match self {
            Self::ThreadContext => "spgc_thread_context",
            Self::PollSlow => "spgc_poll_slow",
            Self::AllocateSlow => "spgc_allocate_slow",
            Self::AllocateTailedSlow => "spgc_allocate_tailed_slow",
            Self::BarrierSlow => "spgc_barrier_slow",
            Self::CallNative => "spgc_call_native",
            Self::CloneObject => "spgc_clone",
            Self::IdentityHash => "spgc_identity_hash",
            Self::Finalize => "spgc_finalize",
            Self::Resume => "spgc_resume",
            Self::Suspend => "spgc_suspend",
            Self::FiberDone => "spgc_fiber_done",
            Self::TakeInterrupt => "spgc_take_interrupt",
        }
    }

    /// Returns the address of the function in this process.
    pub fn address(self) -> *const c_void {
        let function: unsafe extern "C" fn() = match self {
            Self::ThreadContext => spgc_thread_context,
            Self::PollSlow => spgc_poll_slow,
            Self::AllocateSlow => spgc_allocate_slow,
            Self::AllocateTailedSlow => spgc_allocate_tailed_slow,
            Self::BarrierSlow => spgc_barrier_slow,
            Self::CallNative => spgc_call_native,
            Self::CloneObject => spgc_clone,
            Self::IdentityHash => spgc_identity_hash,
            Self::Finalize => spgc_finalize,
            Self::Resume => spgc_resume,
            Self::Suspend => spgc_suspend,
            Self::FiberDone => spgc_fiber_done,
            Self::TakeInterrupt => spgc_take_interrupt,
        };
        function as *const c_void
    }

    /// Returns the signature with which the function must be called or declared.
    pub fn signature(self) -> Signature {
        let mut signature = Signature::new(CallConv::SystemV);
        let parameters = vec![AbiParam::new(types::I64); self.parameters()];
        signature.params = parameters;
        signature.returns = self.result().map(AbiParam::new).into_iter().collect();
        signature
    }

    /// Returns the number of parameters, each of 64 bits.
    pub(crate) const fn parameters(self) -> usize {
        match self {
            Self::ThreadContext | Self::PollSlow | Self::TakeInterrupt => 0,
            Self::CloneObject | Self::IdentityHash | Self::Suspend | Self::FiberDone => 1,
            Self::AllocateSlow | Self::BarrierSlow | Self::Finalize | Self::Resume => 2,
            Self::AllocateTailedSlow => 5,
            Self::CallNative => 6,
        }
    }

    /// Returns the type of the result.
    const fn result(self) -> Option<Type> {
        match self {
            Self::PollSlow | Self::BarrierSlow => None,
            Self::IdentityHash => Some(types::I32),
            Self::FiberDone => Some(types::I8),
            _ => Some(types::I64),
        }
    }

    /// Returns whether the result is a reference.
    pub const fn returns_reference(self) -> bool {
        matches!(
            self,
            Self::AllocateSlow
                | Self::AllocateTailedSlow
                | Self::CloneObject
                | Self::Resume
                | Self::Suspend
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_and_symbols_differ() {
        let mut seen = std::collections::HashSet::new();
        for function in RuntimeFunction::ALL {
            assert!(seen.insert(function.address()), "{function:?}");
            assert!(function.symbol().starts_with("spgc_"));
            let signature = function.signature();
            assert_eq!(signature.params.len(), function.parameters());
            assert!(!function.returns_reference() || signature.returns[0].value_type == types::I64);
        }
    }

    /// `spgc_call_native` passes five words and the function in registers, which AArch64 and x86-64
    /// both have.
    #[test]
    fn all_arguments_are_passed_in_registers() {
        assert!(RuntimeFunction::ALL.iter().all(|function| function.parameters() <= 6));
    }
}
