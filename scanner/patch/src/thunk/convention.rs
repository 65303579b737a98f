//! The specification of a thunk.

use core::fmt;

use super::step::ThunkAssembler;
use super::values::References;
use super::{ThunkError, ThunkValues};
use crate::live_out::LiveOutSet;
use statepoint_scanner::arch::{Architecture, PhysicalRegister, PhysicalRegisters};
use statepoint_scanner::stackmap::{Constants, Record};

/// The calling convention of a call site: the values that a thunk passes to a C function, and the
/// registers that it preserves and writes.
#[derive(Clone)]
pub struct ThunkConvention<A: Architecture + PhysicalRegisters> {
    /// The values that are passed to the function.
    pub values: ThunkValues,
    /// How the values are passed.
    pub pass: ValuePassing,
    /// The registers that the thunk preserves: those of a record ([`LiveOutSet::from_record`]) or
    /// [all except given ones](preserve_all_but). The set may omit registers that every function
    /// preserves.
    ///
    /// The return value of the function stays in its registers unless the thunk preserves or
    /// [writes](Self::writes) them.
    pub preserve: LiveOutSet<A>,
    /// Whether the thunk preserves the flags. LLVM expects no call to preserve them, so this is
    /// only useful in the shadow of a `stackmap`.
    pub flags: bool,
    /// Registers to which the thunk writes new values. The function receives an array with their
    /// old values, each in as many whole words as the processor's register has
    /// ([`Thunk::results`](super::Thunk::results) returns their positions). When the function
    /// returns, the contents of the array become the new values, even for registers in `preserve`.
    ///
    /// The function may store a reference as a new value only if no collection can occur between
    /// the store and the return. It must set a callee-saved register that the record lists to a
    /// reference, or to a value that the heap does not treat as one, because a collection scans it.
    pub writes: Vec<PhysicalRegister>,
}

/// How a thunk passes the values of a record to the function.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ValuePassing {
    /// Arguments of the C calling convention, in order: `void f(v0, v1, ...)`. The first argument
    /// is `uint64_t *results` if the thunk writes registers.
    ///
    /// A value in a vector register is a `float`, `double` or vector of 16 bytes, any other a
    /// `uint64_t`, zero-extended if the value is smaller. The function is responsible for
    /// references among its arguments.
    Arguments,
    /// An array: `void f(uint64_t *values, size_t words)`. The third argument is
    /// `uint64_t *results` if the thunk writes registers.
    ///
    /// Each value has as many words as it needs ([`Thunk::values`](super::Thunk::values) returns
    /// their positions), zero-extended if it is smaller. The references of a statepoint are
    /// rewritten there when a collection moves their objects.
    Array,
}

impl<A: Architecture + PhysicalRegisters> ThunkConvention<A> {
    /// Returns the convention for a function that is patched in at a record. The record's values
    /// are passed as arguments, and its live registers are preserved. At a statepoint, the
    /// registers that every call preserves are preserved. `constants` is the constant pool of the
    /// record's map.
    ///
    /// # Errors
    ///
    /// The errors of [`ThunkValues::from_record`], and
    /// [`LiveOutError::NotListed`](crate::live_out::LiveOutError::NotListed) if the record is not a
    /// statepoint and lists no live registers. This applies to every `stackmap`; specify the
    /// registers to preserve with [`Self::preserving`] instead.
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
