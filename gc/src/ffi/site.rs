//! What the values are that a frame has at a call.

use core::cell::{Cell, RefCell};
use core::ffi::c_void;
use core::ptr;

use statepoint_scanner::deopt::DeoptValueKind;

use super::commandeer::code;
use super::restricted::{Restriction, calling, require_callback};
use super::sized::{self, Structure};
use super::status::{Failure, array, guard, require, spgc_status};
use crate::deopt::{CalleeResult, DeoptSite, FrameLayout};

/// spgc_value.kind: null, or what a call returns that returns nothing.
pub const SPGC_KIND_NONE: u32 = 0;
/// spgc_kind.kind, spgc_value.kind: a number.
pub const SPGC_KIND_BITS: u32 = 1;
/// spgc_kind.kind, spgc_value.kind: a reference to the start of an object, or null.
pub const SPGC_KIND_REFERENCE: u32 = 2;
/// spgc_kind.kind, spgc_value.kind: a stack object, in which there are no references.
pub const SPGC_KIND_OBJECT: u32 = 3;

/// What a value is. LLVM says where it lies; who wrote the operands knows this.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct spgc_kind {
    /// SPGC_KIND_BITS, SPGC_KIND_REFERENCE or SPGC_KIND_OBJECT.
    pub kind: u32,
    /// Bytes of a number, 1 to 16, or of a stack object. (An i1 has one byte, and means its lowest bit.)
    pub size: u32,
}

/// spgc_shape.callee: nothing, or nothing that matters.
pub const SPGC_CALLEE_NOTHING: u64 = 0;
/// spgc_shape.callee: an integer, or a pointer that is no reference.
pub const SPGC_CALLEE_WORD: u64 = 1;
/// spgc_shape.callee: a floating-point number, or a vector of at most 16 bytes.
pub const SPGC_CALLEE_FLOAT: u64 = 2;
/// spgc_shape.callee: a reference to the start of an object, or null.
pub const SPGC_CALLEE_REFERENCE: u64 = 3;

/// A frame to be. Set the first field to sizeof(spgc_shape), and what is not used to zero.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct spgc_shape {
    /// sizeof(spgc_shape).
    pub size: usize,
    /// What the values are, in their order. Copied.
    pub kinds: *const spgc_kind,
    /// How many.
    pub kind_count: usize,
    /// How many values of a patchpoint or stackmap come first that are no state. 0 at a statepoint.
    pub before: usize,
    /// SPGC_CALLEE_*: what the call returns that the frame is in.
    pub callee: u64,
}

// SAFETY: words.
unsafe impl Structure for spgc_shape {
    const NAME: &'static str = "spgc_shape";
    const LEAST: usize = 40;
}

const _: () = assert!(size_of::<spgc_shape>() == 40);

/// A call with deoptimization state, as long as a spgc_shape_callback runs.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct spgc_site {
    /// sizeof(spgc_site) as the library knows it.
    pub size: usize,
    /// Its return address.
    pub pc: *const c_void,
    /// Where the function begins that it is in; null if that is not known.
    pub function: *const c_void,
    /// The ID of its record, as "statepoint-id" has it.
    pub record: u64,
    /// How many values it has; at a patchpoint or stackmap with those in front that are no state.
    pub length: usize,
}

/// Describes a frame to be: calls spgc_site_describe(), or does nothing if the call is none that the continuation can go
/// on from. Asked when a frame is to be taken over, and again when it is; the answer must be the same.
///
/// It runs in the middle of a walk, perhaps while the thread is stopped: it must not call other functions of
/// this library than spgc_site_constant() and spgc_site_describe(), wait, nor throw.
///
/// data: spgc_continuation.data.
/// site: gone when the callback returns.
pub type spgc_shape_callback =
    Option<unsafe extern "C-unwind" fn(data: *mut c_void, site: *const spgc_site)>;

/// A spgc_shape_callback that is one.
pub(super) type Describe = unsafe extern "C-unwind" fn(*mut c_void, *const spgc_site);

/// What C is shown of a call, what that stands for, and what it says of it.
struct Asked<'a> {
    shown: spgc_site,
    site: &'a DeoptSite<'a>,
    shape: RefCell<Option<FrameLayout>>,
}

thread_local! {
    /// What the callback describes that the calling thread is in.
    static ASKED: Cell<*const Asked<'static>> = const { Cell::new(ptr::null()) };
}

/// What C says that the values of a call are.
pub(super) fn describe(
    site: &DeoptSite<'_>,
    callback: Describe,
    data: *mut c_void,
) -> Option<FrameLayout> {
    let shown = spgc_site {
        size: size_of::<spgc_site>(),
        pc: code(site.pc()),
        function: site.function().map_or(ptr::null(), code),
        record: site.record(),
        length: site.len(),
    };
    let asked = Asked { shown, site, shape: RefCell::new(None) };
    ASKED.set((&raw const asked).cast());
    // SAFETY: the host's own function and data.
    calling(Restriction::Choosing, || unsafe { callback(data, &raw const asked.shown) });
    ASKED.set(ptr::null());
    asked.shape.into_inner()
}

/// Runs `action` with the call that C means.
fn with_asked(
    site: *const spgc_site,
    action: impl FnOnce(&Asked<'_>) -> Result<(), Failure>,
) -> spgc_status {
    guard(|| {
        let stale =
            "the site is worth something only in the callback that was given it, and on its thread";
        require_callback(Restriction::Choosing, stale)?;
        // SAFETY: set while this thread is in such a callback, to what is there as long.
        let asked = unsafe { ASKED.get().as_ref() };
        match asked {
            Some(asked) if ptr::eq(&raw const asked.shown, site) => action(asked),
            _ => {
                require(site, "site")?;
                Err(Failure::new(spgc_status::SPGC_ERROR_CALLBACK, stale))
            }
        }
    })
}

/// Reads a value of a call that is a constant: where a front end has put what the call is.
///
/// To be called by a spgc_shape_callback, on its thread, with the site that it was given.
///
/// index: which value, from 0.
/// constant: where to store it.
///
/// Errors: SPGC_ERROR_NULL, SPGC_ERROR_CALLBACK; SPGC_ERROR_ARGUMENT if there is no such value, or it is not a constant.
///
/// # Safety
///
/// `site` is what a callback that describes frames was given. `constant` is null or points to a
/// variable.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn spgc_site_constant(
    site: *const spgc_site,
    index: usize,
    constant: *mut i64,
) -> spgc_status {
    with_asked(site, |asked| {
        require(constant, "constant")?;
        let found = asked.site.constant(index).ok_or_else(|| {
            Failure::argument(format!(
                "of the {} values of the call that returns to {:#x} the one at {index} is no constant",
                asked.site.len(),
                asked.site.pc()
            ))
        })?;
        // SAFETY: the caller promises a variable.
        unsafe { constant.write(found) };
        Ok(())
    })
}

/// Says what the values of a call are. If it is said twice, the last one counts.
///
/// To be called by a spgc_shape_callback, on its thread, with the site that it was given.
///
/// shape: may go when the function has returned, with what it refers to.
///
/// Errors: SPGC_ERROR_NULL, SPGC_ERROR_SIZE, SPGC_ERROR_ARGUMENT, SPGC_ERROR_CALLBACK. Whether the call has such values is
/// looked at later.
///
/// # Safety
///
/// `site` is what a callback that describes frames was given. `shape` is null or points to a
/// structure of the size that its first field says. Its pointers lead to as many elements as it
/// says, which are the types of the frame's values.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn spgc_site_describe(
    site: *const spgc_site,
    shape: *const spgc_shape,
) -> spgc_status {
    with_asked(site, |asked| {
        // SAFETY: the caller promises a structure of the size that it says, and what its pointers lead to.
        let shape = unsafe { sized::read(shape, "shape")?.shape() }?;
        asked.shape.replace(Some(shape));
        Ok(())
    })
}

impl spgc_shape {
    /// # Safety
    ///
    /// `kinds` has as many elements as `kind_count` says.
    unsafe fn shape(&self) -> Result<FrameLayout, Failure> {
        // SAFETY: the caller promises the elements.
        let kinds = unsafe { array(self.kinds, self.kind_count, "spgc_shape.kinds") }?;
        let values = kinds.iter().enumerate().map(|(index, kind)| kind.kind(index));
        let callee = match self.callee {
            SPGC_CALLEE_NOTHING => CalleeResult::Nothing,
            SPGC_CALLEE_WORD => CalleeResult::Word,
            SPGC_CALLEE_FLOAT => CalleeResult::Float,
            SPGC_CALLEE_REFERENCE => CalleeResult::Reference,
            other => {
                return Err(Failure::argument(format!(
                    "spgc_shape.callee is {other}; use one of SPGC_CALLEE_*"
                )));
            }
        };
        Ok(FrameLayout { before: self.before, values: values.collect::<Result<_, _>>()?, callee })
    }
}

impl spgc_kind {
    fn kind(self, index: usize) -> Result<DeoptValueKind, Failure> {
        let Self { kind, size } = self;
        match (kind, u8::try_from(size)) {
            (SPGC_KIND_BITS, Ok(bytes @ 1..=16)) => Ok(DeoptValueKind::Bits(bytes)),
            (SPGC_KIND_BITS, _) => Err(Failure::argument(format!(
                "value {index} is said to be a number of {size} bytes; numbers have 1 to 16"
            ))),
            (SPGC_KIND_REFERENCE, _) => Ok(DeoptValueKind::Reference),
            (SPGC_KIND_OBJECT, _) => Ok(DeoptValueKind::Object(size)),
            _ => Err(Failure::argument(format!(
                "value {index} is said to be of kind {kind}; use one of SPGC_KIND_*"
            ))),
        }
    }
}
