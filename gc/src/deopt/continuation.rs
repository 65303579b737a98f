//! [`Continuation`], the host's code that continues taken-over frames, with its arguments and
//! results.

use core::fmt;

use statepoint_scanner::arch::Host;
use statepoint_scanner::deopt::{DeoptState, DeoptValueKind};
use statepoint_scanner::statepoint::ValueLocation;

use crate::mutator::{Handle, Mutator};

/// Host code that continues frames that were taken over. A host has one continuation for each
/// interpreter, or each version of a function, that continues frames.
pub trait Continuation: Send + Sync + 'static {
    /// Returns the layout of the replacement frame: the types of the call site's deopt values.
    /// `None` if this continuation cannot resume at the call site. The function is called when a
    /// takeover is requested, and again when the frame is taken over. Both results must be equal.
    ///
    /// The thread may be stopped, so the function must not use the heap or wait.
    fn frame_layout(&self, site: &DeoptSite<'_>) -> Option<FrameLayout>;

    /// Continues the frame, and returns the return value of the frame's function. Runs as native
    /// code that managed code has called: it may call managed code, allocate, collect, and take
    /// over frames. A panic ends the process.
    fn resume(&self, mutator: &mut Mutator, frame: DeoptimizedFrame) -> ReturnValue;
}

/// A call site with deoptimization state.
#[derive(Clone, Copy)]
pub struct DeoptSite<'a>(pub(super) &'a DeoptState<'a, Host>);

impl DeoptSite<'_> {
    /// Returns the ID of the call site's stack map record. A front end sets the ID by the attribute
    /// "statepoint-id".
    pub fn record(&self) -> u64 {
        self.0.id()
    }

    /// Returns the return address of the call.
    pub fn pc(&self) -> u64 {
        self.0.frame().pc
    }

    /// Returns the address of the function that contains the call site.
    pub fn function(&self) -> Option<u64> {
        self.0.frame().function()
    }

    /// Returns the number of deopt values. At a `patchpoint` or `stackmap`, this includes the
    /// leading values that are not part of the deopt state.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Returns whether there is no value.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the deopt value at `index`, if it is a constant. A front end can use a constant to
    /// identify the call site.
    pub fn constant(&self, index: usize) -> Option<i64> {
        match self.0.locations().nth(index) {
            Some(ValueLocation::Constant(constant)) => Some(constant),
            _ => None,
        }
    }
}

impl fmt::Debug for DeoptSite<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("DeoptSite")
            .field("record", &format_args!("{:#x}", self.record()))
            .field("pc", &format_args!("{:#x}", self.pc()))
            .finish_non_exhaustive()
    }
}

/// Layout of the replacement frame.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FrameLayout {
    /// The number of leading values of a `patchpoint` or `stackmap` that are not part of the state:
    /// see [`DeoptState::of_patchpoint`]. 0 at a statepoint.
    pub skipped: usize,
    /// The types of the deopt values, in their order at the call site.
    pub kinds: Vec<DeoptValueKind>,
    /// The type of the result of the call that the frame waits for.
    pub callee_result: CalleeResult,
}

/// The type of the result that a call returns to a frame.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum CalleeResult {
    /// Nothing, or a result that is not used.
    #[default]
    Void,
    /// An integer, or a pointer that is not a reference.
    Word,
    /// A floating-point number, or a vector of at most 16 bytes.
    Float,
    /// A reference to the start of an object, or null.
    Reference,
}

/// A frame that was taken over. It is no longer on the stack.
#[derive(Debug)]
pub struct DeoptimizedFrame {
    /// The ID of the call's stack map record.
    pub record: u64,
    /// The return address of the call that the frame was in, at which the frame would have resumed.
    pub pc: u64,
    /// The address of the frame's function.
    pub function: Option<u64>,
    /// The deopt values, in the order of [`FrameLayout::kinds`].
    pub values: Vec<DeoptValue>,
    /// The result of the call that the frame was in.
    pub callee_result: DeoptValue,
}

/// A value of a frame that was taken over.
#[derive(Debug)]
pub enum DeoptValue {
    /// An integer or floating-point value, zero-extended. For a call's result, all bits of the
    /// register; if the type is narrower, the upper bits are undefined.
    Bits(u128),
    /// A reference to an object.
    Reference(Handle),
    /// Null, or the result of a call that returns nothing.
    Null,
    /// The bytes of a stack object.
    Object(Box<[u8]>),
}

impl DeoptValue {
    /// Returns the lowest 64 bits of [`Self::Bits`], and 0 for the other variants.
    pub fn word(&self) -> u64 {
        match self {
            Self::Bits(bits) => *bits as u64,
            Self::Reference(_) | Self::Null | Self::Object(_) => 0,
        }
    }

    /// Returns the handle, if the value is a reference to an object.
    pub fn into_reference(self) -> Option<Handle> {
        match self {
            Self::Reference(handle) => Some(handle),
            Self::Bits(_) | Self::Null | Self::Object(_) => None,
        }
    }
}

/// Return value of a taken-over frame. It must have the type that the frame's function returns.
#[derive(Debug)]
pub enum ReturnValue {
    /// No value.
    Void,
    /// An integer, or a pointer that is not a reference.
    Word(u64),
    /// Two words, in the two result registers.
    WordPair([u64; 2]),
    /// A `double`. For a `float`, use [`Self::Word`] with its bits.
    Double(f64),
    /// A reference; `None` is null. The process ends if the handle belongs to another heap.
    Reference(Option<Handle>),
}

impl ReturnValue {
    /// Returns the values of the result registers. The calling thread is managed, and stays managed
    /// until the caller has stored them.
    pub(super) fn words(&self) -> [u64; 2] {
        match self {
            Self::Void | Self::Reference(None) => [0; 2],
            Self::Word(word) => [*word, 0],
            Self::WordPair(words) => *words,
            Self::Double(number) => [number.to_bits(), 0],
            Self::Reference(Some(handle)) => [handle.get(), 0],
        }
    }
}
