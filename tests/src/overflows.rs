//! Recursions in managed code that throw when the stack is low (`managed/overflows.ll`), and the
//! native function that throws.

use core::cell::RefCell;
use core::ffi::c_void;
use core::mem::MaybeUninit;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::thread;

use statepoint_gc::{Argument, Mutator};

use crate::exceptions::test_raise;
use crate::fibers::Function;
use crate::managed;

/// Functions that recurse until the stack is low, with references in stack slots and in registers.
pub const OVERFLOWS: [Function; 2] = [managed::overflows, managed::in_registers_overflows];
/// Functions of fibers that do the same, in both ways.
pub const FIBERS: [Function; 2] = [managed::overflows_fiber, managed::in_registers_overflows_fiber];
/// Functions with large frames that do the same, in both ways.
pub const LARGE: [Function; 2] =
    [managed::overflows_of_large, managed::in_registers_overflows_of_large];

/// A native function that managed code calls when the stack is low. Its arguments are the address
/// of the [`Overflows`], the number of the frame, and 2, 3, 4.
pub type Native = extern "C-unwind" fn(u64, u64, u64, u64, u64) -> u64;

/// The payload of a panic: the number of the frame that has thrown.
#[derive(Debug, PartialEq)]
pub struct Overflow(pub u64);

/// The words that the managed functions access, and what the native function has counted.
#[derive(Debug)]
#[repr(C)]
pub struct Overflows {
    throw: Native,
    /// The frame n handles exceptions if n and `mask` make `number`.
    mask: u64,
    number: u64,
    /// How often a handler was entered.
    pub entered: u64,
    /// The number of the last frame whose handler has returned.
    pub last: u64,
    /// How often the native function has thrown.
    pub thrown: u64,
    /// The highest number of a frame that has thrown.
    pub deepest: u64,
}

impl Overflows {
    /// Returns words for frames that handle exceptions if their number and `mask` make `number`.
    /// `throw` is the native function that throws.
    pub fn new(throw: Native, [mask, number]: [u64; 2]) -> Self {
        Self { throw, mask, number, entered: 0, last: 0, thrown: 0, deepest: 0 }
    }

    /// Returns the address, as an argument of a managed function.
    pub fn argument(&mut self) -> Argument<'static> {
        Argument::Word(self.address())
    }

    /// Returns the address.
    pub fn address(&mut self) -> u64 {
        (&raw mut *self).expose_provenance() as u64
    }

    /// Returns the result of the recursion that the last handler ended.
    pub fn expected(&self) -> u64 {
        (0..self.last).sum::<u64>() + 1000 + 5 * self.last
    }

    /// Counts a throw by the frame `n`.
    fn count(address: u64, n: u64) {
        let overflows: *mut Self = core::ptr::with_exposed_provenance_mut(address as usize);
        // SAFETY: the words exist during the recursion, whose thread is the calling one.
        unsafe {
            (*overflows).thrown += 1;
            (*overflows).deepest = (*overflows).deepest.max(n);
        }
    }
}

/// What native code does before it throws.
type Before = Box<dyn FnMut(&mut Mutator)>;

thread_local! {
    static BEFORE: RefCell<Option<Before>> = const { RefCell::new(None) };
}

/// Sets what the native functions do before they throw, on the calling thread. An overflow that it
/// causes itself is thrown at once.
pub fn before_throwing(before: impl FnMut(&mut Mutator) + 'static) {
    BEFORE.set(Some(Box::new(before)));
}

/// Counts, and does what [`before_throwing`] has set.
fn prepare(address: u64, n: u64) {
    Overflows::count(address, n);
    if let Some(mut before) = BEFORE.take() {
        Mutator::with_current(&mut before).expect("the thread is native");
        BEFORE.set(Some(before));
    }
}

/// Throws an exception of C.
pub extern "C-unwind" fn raises(address: u64, n: u64, a: u64, b: u64, c: u64) -> u64 {
    assert_eq!((a, b, c), (2, 3, 4));
    prepare(address, n);
    // SAFETY: this frame has no destructor to run, and all older frames may be unwound.
    unsafe { test_raise(n, 0) }
}

/// Panics with an [`Overflow`].
pub extern "C-unwind" fn panics(address: u64, n: u64, _: u64, _: u64, _: u64) -> u64 {
    prepare(address, n);
    resume_unwind(Box::new(Overflow(n)));
}

/// Bytes below the stacks of [`on_thread`] that cannot be accessed.
const GUARD: usize = 64 << 10;

/// Runs `action` on a new thread with a stack of exactly this size, and returns its result. (The C
/// library may give a thread of std a larger stack, which another thread has used.)
///
/// # Panics
///
/// If there is no memory, or if `action` panics.
pub fn on_thread<R: Send, F: FnOnce() -> R + Send>(bytes: usize, action: F) -> R {
    struct Call<F, R> {
        action: Option<F>,
        result: Option<thread::Result<R>>,
    }
    extern "C" fn run<R, F: FnOnce() -> R>(call: *mut c_void) -> *mut c_void {
        // SAFETY: the caller waits for this thread, and does not access the call meanwhile.
        let call = unsafe { &mut *call.cast::<Call<F, R>>() };
        call.result = call.action.take().map(|action| catch_unwind(AssertUnwindSafe(action)));
        core::ptr::null_mut()
    }
    let mut call: Call<F, R> = Call { action: Some(action), result: None };
    let (access, flags) =
        (libc::PROT_READ | libc::PROT_WRITE, libc::MAP_PRIVATE | libc::MAP_ANONYMOUS);
    // SAFETY: the memory is new, and only the thread uses it, which has ended when it is unmapped.
    // The function receives the call that it expects.
    unsafe {
        let memory = libc::mmap(core::ptr::null_mut(), GUARD + bytes, access, flags, -1, 0);
        assert_ne!(memory, libc::MAP_FAILED, "there is memory for a stack");
        assert_eq!(libc::mprotect(memory, GUARD, libc::PROT_NONE), 0);
        let (mut attributes, mut thread) = (MaybeUninit::uninit(), MaybeUninit::uninit());
        assert_eq!(libc::pthread_attr_init(attributes.as_mut_ptr()), 0);
        let stack = memory.byte_add(GUARD);
        assert_eq!(libc::pthread_attr_setstack(attributes.as_mut_ptr(), stack, bytes), 0);
        let argument = (&raw mut call).cast();
        let created =
            libc::pthread_create(thread.as_mut_ptr(), attributes.as_ptr(), run::<R, F>, argument);
        assert_eq!(created, 0, "the thread starts");
        libc::pthread_attr_destroy(attributes.as_mut_ptr());
        assert_eq!(libc::pthread_join(thread.assume_init(), core::ptr::null_mut()), 0);
        libc::munmap(memory, GUARD + bytes);
    }
    match call.result.expect("the thread has run") {
        Ok(result) => result,
        Err(panic) => resume_unwind(panic),
    }
}
