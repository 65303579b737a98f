//! The specification of a thunk.

use core::fmt;

use super::step::ThunkAssembler;
use super::values::References;
use super::{ThunkError, ThunkValues};
use crate::live_out::LiveOutSet;
use statepoint_scanner::arch::{Architecture, PhysicalRegister, PhysicalRegisters};
use statepoint_scanner::stackmap::{Constants, Record};

/// The calling convention of one place: which registers a thunk passes, preserves and writes when
/// it calls a C function.
#[derive(Clone)]
pub struct ThunkConvention<A: Architecture + PhysicalRegisters> {
    /// The values that the function gets.
    pub values: ThunkValues,
    /// The form in which the function receives them.
    pub pass: ValuePassing,
    /// The registers that have their old values afterwards: those of a record
    /// ([`LiveOutSet::from_record`]), or [all but some](preserve_all_but). Those that any function
    /// preserves need not be among them.
    ///
    /// The return value of the function stays in its registers if these are neither among them nor
    /// [written](Self::writes).
    pub preserve: LiveOutSet<A>,
    /// Whether the flags have their old values afterwards. No call that LLVM knows of preserves
    /// them, so this is for the shadow of a `stackmap`.
    pub flags: bool,
    /// Registers that get new values. The function finds their old ones in an array, each in as
    /// many whole words as the processor's register has ([`Thunk::results`](super::Thunk::results)
    /// returns their positions). The contents of the array when the function returns become the new
    /// values, whether the registers are in `preserve` or not.
    ///
    /// A reference that is to be a new value must be stored there when no further collection can
    /// occur before the return. A callee-saved register that the record names must be set to a
    /// reference, or to a value that the heap does not take for one: a collection finds it there.
    pub writes: Vec<PhysicalRegister>,
}

/// The form in which the function receives the values of a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ValuePassing {
    /// As arguments, in order, in C's convention: `void f(v0, v1, ...)`, with `uint64_t *results`
    /// as the first one if registers are written.
    ///
    /// A value in a vector register is a `float`, `double` or vector of 16 bytes, any other a
    /// `uint64_t`, zero-extended if the value is smaller. The function is responsible for
    /// references among its arguments.
    Arguments,
    /// As an array: `void f(uint64_t *values, size_t words)`, with `uint64_t *results` as the third
    /// argument if registers are written.
    ///
    /// Each value has as many words as it needs ([`Thunk::values`](super::Thunk::values) returns
    /// their positions), zero-extended if it is smaller. The references of a statepoint are
    /// rewritten there when a collection moves their objects.
    Array,
}

impl<A: Architecture + PhysicalRegisters> ThunkConvention<A> {
    /// Returns the convention for a function that is patched in at a record: its values are passed
    /// as arguments, and its live registers are preserved; at a statepoint, those that any call
    /// preserves. `constants` is the constant pool of the record's map.
    ///
    /// # Errors
    ///
    /// As [`ThunkValues::from_record`]; and when a record that is not a statepoint's lists no live
    /// registers ([`LiveOutError::NotListed`](crate::live_out::LiveOutError::NotListed)), which is
    /// so at each `stackmap`: specify the registers to preserve with [`Self::preserving`].
    pub fn from_record(
        record: &Record<'_>,
        constants: &Constants<'_>,
        processor: A::Processor,
    ) -> Result<Self, ThunkError> {
        let values = ThunkValues::from_record::<A>(record, constants)?;
        let preserve = match values.references {
            References::Pairs(_) => LiveOutSet::preserved_by_calls(processor),
            References::Pinned { .. } => LiveOutSet::from_record(record.live_outs(), processor)?,
        };
        Ok(Self { values, ..Self::preserving(preserve) })
    }

    /// Returns the convention for a function without arguments that preserves these registers.
    pub fn preserving(preserve: LiveOutSet<A>) -> Self {
        let (values, pass) = (ThunkValues::none(), ValuePassing::Arguments);
        Self { values, pass, preserve, flags: false, writes: Vec::new() }
    }
}

/// Returns all registers that called code can preserve, except those that it may clobber. (A call
/// overwrites the link register, if there is one, before the called code begins.)
pub fn preserve_all_but<A: ThunkAssembler>(
    processor: A::Processor,
    clobbers: impl IntoIterator<Item = PhysicalRegister>,
) -> LiveOutSet<A> {
    let mut set = LiveOutSet::all(processor);
    let link = A::LINK.map(PhysicalRegister::General);
    clobbers.into_iter().chain(link).for_each(|register| set.remove(register));
    set
}

impl<A: Architecture + PhysicalRegisters> fmt::Debug for ThunkConvention<A> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ThunkConvention")
            .field("values", &self.values)
            .field("pass", &self.pass)
            .field("preserve", &self.preserve)
            .field("flags", &self.flags)
            .field("writes", &self.writes)
            .finish()
    }
}
