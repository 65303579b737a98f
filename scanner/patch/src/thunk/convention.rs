//! What a thunk is to do.

use core::fmt;

use super::step::Assembler;
use super::values::References;
use super::{ThunkError, Values};
use crate::live_out::LiveOutSet;
use statepoint_scanner::arch::{Architecture, PhysicalRegister, PhysicalRegisters};
use statepoint_scanner::stackmap::{Constants, Record};

/// A calling convention of one place: what becomes of which registers when it calls a function in C.
#[derive(Clone)]
pub struct Convention<A: Architecture + PhysicalRegisters> {
    /// What the function is given.
    pub values: Values,
    /// How it is given that.
    pub pass: Pass,
    /// The registers that are afterwards what they were: those of a record ([`LiveOutSet::of_record`]), or
    /// [all but some](preserve_all_but). Those that any function preserves need not be among them.
    ///
    /// What the function returns stays in its registers if these are neither among them nor [written](Self::writes).
    pub preserve: LiveOutSet<A>,
    /// Whether the flags are afterwards what they were. No call that LLVM knows of preserves them, so this is for the shadow of a
    /// `stackmap`.
    pub flags: bool,
    /// Registers that get new values. The function finds their old ones in an array, each in as many whole words as
    /// the processor has of the register ([`Thunk::results`](super::Thunk::results) says where), and what is there when it returns is what they are
    /// afterwards, whether they are to be preserved or not.
    ///
    /// A reference that is to be a new value is put there when nothing can be collected any more. A callee-saved register that the record
    /// names gets a reference, or what is none for the heap: a collection finds it there.
    pub writes: Vec<PhysicalRegister>,
}

/// How the function gets the values of a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Pass {
    /// As arguments, in their order, as C has them: `void f(v0, v1, ...)`, with `uint64_t *results` as the first one if
    /// registers are written.
    ///
    /// What is in a vector register is a `float`, `double` or vector of 16 bytes, everything else a `uint64_t`, the upper bytes of which are
    /// zero where the value has fewer. A reference is the function's to look after.
    Arguments,
    /// `void f(uint64_t *values, size_t words)`, with `uint64_t *results` as the third argument if registers are written.
    ///
    /// Each value is in as many words as it needs ([`Thunk::values`](super::Thunk::values) says where), the upper bytes of which are zero where
    /// it has fewer. The references of a statepoint are rewritten there when a collection moves their objects.
    Array,
}

impl<A: Architecture + PhysicalRegisters> Convention<A> {
    /// What a function is called with that is patched in at a record: its values, as arguments, and its live registers preserved; at a
    /// statepoint those that any call preserves. `constants` is the pool of the record's map.
    ///
    /// # Errors
    ///
    /// As [`Values::of_record`]; and when a record that is not a statepoint's lists no live registers
    /// ([`LiveOutError::NotListed`](crate::live_out::LiveOutError::NotListed)), which is so at each `stackmap`: say then what is to be
    /// preserved ([`Self::preserving`]).
    pub fn of_record(
        record: &Record<'_>,
        constants: &Constants<'_>,
        processor: A::Processor,
    ) -> Result<Self, ThunkError> {
        let values = Values::of_record::<A>(record, constants)?;
        let preserve = match values.references {
            References::Pairs(_) => LiveOutSet::kept_by_calls(processor),
            References::Pinned { .. } => LiveOutSet::of_record(record.live_outs(), processor)?,
        };
        Ok(Self { values, ..Self::preserving(preserve) })
    }

    /// Calls a function without arguments, and preserves these registers.
    pub fn preserving(preserve: LiveOutSet<A>) -> Self {
        let (values, pass) = (Values::none(), Pass::Arguments);
        Self { values, pass, preserve, flags: false, writes: Vec::new() }
    }
}

/// All registers that code which is called can preserve, but for those that it may clobber. (A call overwrites the link register,
/// where there is one, before the code that is called begins.)
pub fn preserve_all_but<A: Assembler>(
    processor: A::Processor,
    clobbers: impl IntoIterator<Item = PhysicalRegister>,
) -> LiveOutSet<A> {
    let mut set = LiveOutSet::all(processor);
    let link = A::LINK.map(PhysicalRegister::General);
    clobbers.into_iter().chain(link).for_each(|register| set.remove(register));
    set
}

impl<A: Architecture + PhysicalRegisters> fmt::Debug for Convention<A> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Convention")
            .field("values", &self.values)
            .field("pass", &self.pass)
            .field("preserve", &self.preserve)
            .field("flags", &self.flags)
            .field("writes", &self.writes)
            .finish()
    }
}
