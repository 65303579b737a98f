//! Who goes on with a frame, what is handed over, and what comes back.

use core::fmt;

use statepoint_scanner::arch::Host;
use statepoint_scanner::deopt::{DeoptState, DeoptValueKind};
use statepoint_scanner::statepoint::Value;

use crate::mutator::{Handle, Mutator};

/// Goes on with frames that are taken over. A host has one for each interpreter, or version of a function, that does so.
pub trait Continuation: Send + Sync + 'static {
    /// Describes the frame to be: what the values are that a call has. Asked when a frame is to be taken over and again
    /// when it is; the answer must be the same. `None` if the call is not one of those that it can go on from.
    ///
    /// The thread may be stopped: it must not use the heap, or wait.
    fn shape(&self, site: &DeoptSite<'_>) -> Option<FrameLayout>;

    /// Goes on with the frame, and returns what the frame's function would return. Runs as native code that managed
    /// code has called: it may call managed code, allocate, collect, and commandeer frames. The process ends if
    /// it panics.
    fn go_on(&self, mutator: &mut Mutator, frame: TakenFrame) -> TakeoverOutcome;
}

/// A call site with deoptimization state.
#[derive(Clone, Copy)]
pub struct DeoptSite<'a>(pub(super) &'a DeoptState<'a, Host>);

impl DeoptSite<'_> {
    /// The ID of its record; a front end gives one by the attribute "statepoint-id".
    pub fn record(&self) -> u64 {
        self.0.id()
    }

    /// Its return address.
    pub fn pc(&self) -> u64 {
        self.0.frame().pc
    }

    /// The address of the function that it is in.
    pub fn function(&self) -> Option<u64> {
        self.0.frame().function()
    }

    /// The number of values; at a `patchpoint` or `stackmap` with those in front that are no state.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there is no value.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The value with this number, if it is a constant: where a front end has put what the site is.
    pub fn constant(&self, index: usize) -> Option<i64> {
        match self.0.locations().nth(index) {
            Some(Value::Constant(constant)) => Some(constant),
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
    /// How many values of a `patchpoint` or `stackmap` come first that are not part of the state: see
    /// [`DeoptState::of_patchpoint`]. 0 at a statepoint.
    pub before: usize,
    /// What the values are, in their order.
    pub values: Vec<DeoptValueKind>,
    /// What the call returns that the frame is in.
    pub callee: CalleeResult,
}

/// What a call returns into a frame.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum CalleeResult {
    /// Nothing, or nothing that matters.
    #[default]
    Nothing,
    /// An integer or a pointer that is no reference.
    Word,
    /// A floating-point number, or a vector of at most 16 bytes.
    Float,
    /// A reference to the start of an object, or null.
    Reference,
}

/// A frame that was taken over. It is not on the stack any more.
#[derive(Debug)]
pub struct TakenFrame {
    /// The ID of the call's record.
    pub record: u64,
    /// The return address of the call that it was in: where it would have gone on.
    pub pc: u64,
    /// The address of its function.
    pub function: Option<u64>,
    /// Its values, in the order of the shape.
    pub values: Vec<TakenValue>,
    /// What the call has returned.
    pub callee: TakenValue,
}

/// A value of a frame that was taken over.
#[derive(Debug)]
pub enum TakenValue {
    /// A number: its bytes, those behind them being 0. Of the call's result all bits of the register, of which
    /// those of a narrower type mean something.
    Bits(u128),
    /// An object.
    Reference(Handle),
    /// No object: null; what a call returns that returns nothing.
    Null,
    /// The bytes of a stack object.
    Object(Box<[u8]>),
}

impl TakenValue {
    /// A number's lowest 64 bits; 0 for everything else.
    pub fn word(&self) -> u64 {
        match self {
            Self::Bits(bits) => *bits as u64,
            Self::Reference(_) | Self::Null | Self::Object(_) => 0,
        }
    }

    /// The object, if it is a reference to one.
    pub fn into_reference(self) -> Option<Handle> {
        match self {
            Self::Reference(handle) => Some(handle),
            Self::Bits(_) | Self::Null | Self::Object(_) => None,
        }
    }
}

/// Return value of a taken-over frame. It must have the type that the frame's function returns.
#[derive(Debug)]
pub enum TakeoverOutcome {
    /// Nothing.
    Nothing,
    /// An integer, or a pointer that is no reference.
    Word(u64),
    /// Two of them, in the two registers that results are in.
    Words([u64; 2]),
    /// A `double`. (A `float` is a word: its bits.)
    Float(f64),
    /// A reference; `None` is null.
    Reference(Option<Handle>),
}

impl TakeoverOutcome {
    /// What is in the registers. The calling thread is managed, and stays so until the caller has it.
    pub(super) fn words(&self) -> [u64; 2] {
        match self {
            Self::Nothing | Self::Reference(None) => [0; 2],
            Self::Word(word) => [*word, 0],
            Self::Words(words) => *words,
            Self::Float(number) => [number.to_bits(), 0],
            Self::Reference(Some(handle)) => [handle.get(), 0],
        }
    }
}
