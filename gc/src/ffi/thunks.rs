//! Thunks. A thunk is code that calls a C function at the address of a record.

use core::ffi::c_void;

use statepoint_patch::live_out::LiveOutSet;
use statepoint_patch::thunk::{
    Thunk, ThunkConvention, ThunkValues, ValuePassing, preserve_all_but,
};
use statepoint_scanner::arch::{Host, PhysicalRegister, PhysicalRegisters as _, detect_processor};
use statepoint_scanner::stackmap::{Constants, Record};

use super::records::spgc_record_query;
use super::restricted::refuse_in_callback;
use super::sized::{self, Structure};
use super::status::{Failure, array, guard, require, spgc_status};
use super::tagged::{Kind, Tag, Tagged};

/// A thunk: code that calls a C function at an address where another calling convention applies.
/// Created by spgc_thunk_new(), released by spgc_thunk_free(). Any thread may use it.
///
/// The code is position-independent: it is copied to executable memory, to a multiple of
/// SPGC_THUNK_ALIGNMENT bytes, and registered there: spgc_thunk_sections_new(),
/// spgc_code_register_jit(). A patch calls it.
pub struct spgc_thunk {
    _opaque: [u8; 0],
}

pub(super) type CThunk = Thunk<Host>;

impl Tag for CThunk {
    const KIND: Kind = Kind::Thunk;
    const NAME: &'static str = "a thunk";
    const RELEASED_BY: &'static str = "spgc_thunk_free";
}

/// spgc_thunk_convention.flags: the function receives the values in an array, `void f(uint64_t
/// *values, size_t words)`, each in as many words as it needs: spgc_thunk_values(). References of a
/// statepoint are rewritten there when a collection moves their objects. Otherwise it receives them
/// as arguments, `void f(v0, v1, ...)`: values in vector registers as float, double or a vector of
/// 16 bytes, all others as uint64_t. The function is then responsible for references among them.
pub const SPGC_THUNK_PASS_ARRAY: u32 = 1;
/// spgc_thunk_convention.flags: the processor's flags are preserved. For the shadow of a
/// `stackmap`; no call that LLVM knows of preserves them.
pub const SPGC_THUNK_PRESERVE_FLAGS: u32 = 2;

/// spgc_thunk_convention.preserve: the live-out registers of the record, and those that any C
/// function preserves. For a statepoint, or without a record: only the latter.
pub const SPGC_PRESERVE_LIVE_OUTS: u32 = 0;
/// spgc_thunk_convention.preserve: all registers. (On AArch64 except the link register, which the
/// call of the thunk changes.) For a `stackmap`, whose record lists no registers.
pub const SPGC_PRESERVE_ALL: u32 = 1;
/// spgc_thunk_convention.preserve: the registers that any C function preserves.
pub const SPGC_PRESERVE_CALLEE_SAVED: u32 = 2;

/// Calling convention of a thunk. Set the first field to sizeof(spgc_thunk_convention), and unused
/// fields to zero. Registers are identified by their DWARF numbers, as in stack maps.
///
/// The red zone below the stack pointer and the x87 registers are not preserved.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct spgc_thunk_convention {
    /// sizeof(spgc_thunk_convention).
    pub size: usize,
    /// The record whose values the function receives; it must select exactly one. Null: no values.
    pub record: *const spgc_record_query,
    /// Bitwise or of SPGC_THUNK_*.
    pub flags: u32,
    /// SPGC_PRESERVE_*: the registers that are preserved.
    pub preserve: u32,
    /// Further registers that are preserved, in their full width.
    pub preserved: *const u16,
    /// Number of elements of `preserved`.
    pub preserved_count: usize,
    /// Registers that are not preserved, although the fields above include them. An example is the
    /// register of a patchpoint's result, which the function returns.
    pub clobbered: *const u16,
    /// Number of elements of `clobbered`.
    pub clobbered_count: usize,
    /// Registers that get new values. The function has an additional parameter, `uint64_t
    /// *results`: the first one, or the one after the array and its number of words. On entry
    /// `results` contains the old values, in the words that spgc_thunk_results() states; when the
    /// function returns, the registers get its contents. The function may store a reference there
    /// only when no collection can occur any more before it returns.
    pub written: *const u16,
    /// Number of elements of `written`.
    pub written_count: usize,
    /// Number of leading values that the function does not receive: at a patchpoint of anyregcc the
    /// first value is the location of the result.
    pub skipped: usize,
}

// SAFETY: the struct is `repr(C)`, begins with its size, and is valid with all bytes zero. Its two
// 4-byte fields are adjacent, so there is no padding.
unsafe impl Structure for spgc_thunk_convention {
    const NAME: &'static str = "spgc_thunk_convention";
    const LEAST: usize = 80;
}

const _: () = assert!(size_of::<spgc_thunk_convention>() == 80);

impl spgc_thunk_convention {
    /// Checks and converts the structure.
    ///
    /// # Safety
    ///
    /// Each pointer points to the number of elements that its field states.
    unsafe fn convention(&self) -> Result<ThunkConvention<Host>, Failure> {
        if self.flags > SPGC_THUNK_PASS_ARRAY + SPGC_THUNK_PRESERVE_FLAGS {
            return Err(Failure::argument(format!(
                "spgc_thunk_convention.flags is {:#x}; use the bitwise or of SPGC_THUNK_*",
                self.flags
            )));
        }
        let mut selected = None;
        if !self.record.is_null() {
            let mut count = 0_usize;
            // SAFETY: the caller guarantees that `record` points to a structure of the size in its
            // first field, whose pointers are valid.
            unsafe {
                sized::read(self.record, "spgc_thunk_convention.record")?.visit_records(
                    |_, record, constants| {
                        count += 1;
                        selected = Some(self.convention_for(record, constants)?);
                        Ok(())
                    },
                )?;
            }
            if count != 1 {
                return Err(Failure::argument(format!(
                    "spgc_thunk_convention.record selects {count} records; select one with \
                     spgc_record_query.id, spgc_record_query.function and \
                     spgc_record_query.address (see spgc_stack_map_find_records)"
                )));
            }
        }
        let mut convention = match selected {
            Some(convention) => convention,
            None => ThunkConvention::preserving(self.registers_to_preserve(|| {
                Ok(LiveOutSet::preserved_by_calls(detect_processor()))
            })?),
        };
        convention.values = convention.values.without_first(self.skipped);
        if self.flags & SPGC_THUNK_PASS_ARRAY != 0 {
            convention.pass = ValuePassing::Array;
        }
        convention.flags = self.flags & SPGC_THUNK_PRESERVE_FLAGS != 0;
        // SAFETY: the caller guarantees that each pointer points to the number of elements that its
        // count field states.
        let (preserved, clobbered, written) = unsafe {
            (
                registers(self.preserved, self.preserved_count, "spgc_thunk_convention.preserved")?,
                registers(self.clobbered, self.clobbered_count, "spgc_thunk_convention.clobbered")?,
                registers(self.written, self.written_count, "spgc_thunk_convention.written")?,
            )
        };
        preserved.into_iter().for_each(|register| convention.preserve.insert(register, u8::MAX));
        clobbered.into_iter().for_each(|register| convention.preserve.remove(register));
        convention.writes = written;
        Ok(convention)
    }

    /// Returns the convention for a record: its values, and the registers to preserve.
    fn convention_for(
        &self,
        record: &Record<'_>,
        constants: &Constants<'_>,
    ) -> Result<ThunkConvention<Host>, Failure> {
        let from_record = || ThunkConvention::from_record(record, constants, detect_processor());
        let preserve = self.registers_to_preserve(|| Ok(from_record()?.preserve))?;
        let values = ThunkValues::from_record::<Host>(record, constants)?;
        Ok(ThunkConvention { values, ..ThunkConvention::preserving(preserve) })
    }

    /// Returns the registers that the field `preserve` selects. `listed` returns the live-out
    /// registers of the record.
    fn registers_to_preserve(
        &self,
        listed: impl FnOnce() -> Result<LiveOutSet<Host>, Failure>,
    ) -> Result<LiveOutSet<Host>, Failure> {
        let processor = detect_processor();
        match self.preserve {
            SPGC_PRESERVE_LIVE_OUTS => listed(),
            SPGC_PRESERVE_ALL => Ok(preserve_all_but::<Host>(processor, [])),
            SPGC_PRESERVE_CALLEE_SAVED => Ok(LiveOutSet::preserved_by_calls(processor)),
            other => Err(Failure::argument(format!(
                "spgc_thunk_convention.preserve is {other}; use one of SPGC_PRESERVE_*"
            ))),
        }
    }
}

/// Converts DWARF register numbers.
///
/// # Safety
///
/// `first` points to `count` elements, or `count` is 0.
unsafe fn registers(
    first: *const u16,
    count: usize,
    name: &str,
) -> Result<Vec<PhysicalRegister>, Failure> {
    // SAFETY: the caller guarantees that `first` points to `count` elements.
    let dwarf_numbers = unsafe { array(first, count, name) }?;
    let register = |&number: &u16| {
        Host::physical(number).ok_or_else(|| {
            Failure::argument(format!(
                "{name} contains {number}, which is not a register that code can save; use DWARF \
                 numbers of general-purpose, vector and mask registers"
            ))
        })
    };
    dwarf_numbers.iter().map(register).collect()
}

/// Creates a thunk.
///
/// The function that the thunk calls runs as a part of managed code: the thread is managed. Either
/// the function is short and does not collect (as a "gc-leaf-function"), or it is managed code
/// itself, which may call spgc_call_native or a wrapper.
///
/// Any thread may call it at any time, also a managed one. It reads files if the record belongs to
/// an image.
///
/// convention: the calling convention.
/// target: the function that the thunk calls.
/// thunk: where to store the thunk.
///
/// Errors: SPGC_ERROR_NULL, SPGC_ERROR_SIZE; SPGC_ERROR_ARGUMENT, also if not exactly one record is
/// selected, a register cannot be written or there is no room for the values; SPGC_ERROR_CODE if
/// the stack map cannot be read, the record does not list the registers to preserve, or a value is
/// in a location that cannot be read; SPGC_ERROR_CALLBACK.
///
/// # Safety
///
/// `convention` is null or points to a structure of the size given in its first field. Each of its
/// pointers points to the number of bytes or elements that the structure states. `target` is a
/// function with the convention's parameters and result. `thunk` is null or valid for writes.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn spgc_thunk_new(
    convention: *const spgc_thunk_convention,
    target: *const c_void,
    thunk: *mut *mut spgc_thunk,
) -> spgc_status {
    guard(|| {
        refuse_in_callback()?;
        require(target.cast::<u8>(), "target")?;
        require(thunk, "thunk")?;
        // SAFETY: the caller guarantees that `convention` is null or points to a structure of the
        // size in its first field, whose pointers are valid, and that `thunk` is valid for writes.
        unsafe {
            let convention = sized::read(convention, "convention")?.convention()?;
            let made = CThunk::new(&convention, target.expose_provenance() as u64)?;
            thunk.write(Tagged::allocate(made).cast());
        }
        Ok(())
    })
}

/// Releases a thunk. Copies of its code are not affected. Null is allowed and has no effect.
///
/// Any thread may call it when no other thread uses it any more.
///
/// Errors: SPGC_ERROR_REFERENCE if the argument is not a thunk; SPGC_ERROR_CALLBACK.
///
/// # Safety
///
/// `thunk` is null or a thunk that spgc_thunk_free() has not released. No other thread uses it.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn spgc_thunk_free(thunk: *mut spgc_thunk) -> spgc_status {
    // SAFETY: the caller guarantees that `thunk` is null or has not been released, and that no
    // thread uses it any more.
    guard(|| unsafe { Tagged::<CThunk>::free(thunk.cast()) })
}
