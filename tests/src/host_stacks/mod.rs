//! Stacks of a host that switches between them by its own means, a few lines of assembly.

mod arch;
pub mod driver;

use core::cell::Cell;
use core::ffi::c_void;
use core::ops::Range;
use std::rc::Rc;

use statepoint_gc::{
    Heap, Mutator,
    fibers::{Fiber, FiberConfig, FiberError},
};

unsafe extern "C" {
    /// Stores the stack pointer at `save`, and continues at `to`.
    fn tests_host_switch(save: *mut *mut c_void, to: *mut c_void);
}

/// The size of a stack in bytes.
const SIZE: usize = 512 << 10;
/// The size in bytes of the guard below it.
const GUARD: usize = 64 << 10;

/// Where a stack was left by a switch.
#[derive(Debug, Default)]
pub struct Place(Cell<*mut c_void>);

/// Switches between stacks, without an announcement.
///
/// # Safety
///
/// The caller runs on the stack of `from`. The stack of `to` was left there, or is new.
pub unsafe fn switch(from: &Place, to: &Place) {
    // SAFETY: the caller guarantees it.
    unsafe { tests_host_switch(from.0.as_ptr(), to.0.get()) };
}

/// Announces a switch to the stack of `fiber`, or to the thread's own, and makes it. Returns when
/// the thread switches back.
///
/// # Panics
///
/// If the library refuses the switch.
///
/// # Safety
///
/// As for [`switch`], and `to` is the place of that stack.
pub unsafe fn swap(from: &Place, to: &Place, fiber: Option<&Fiber>) {
    Mutator::with_current(|mutator| {
        // SAFETY: the switch follows at once. The caller guarantees the rest.
        unsafe {
            mutator.swap(fiber).expect("the switch is allowed");
            switch(from, to);
        }
    })
    .expect("the thread is native");
}

/// A stack of the host, and the code that runs on it.
#[derive(Debug)]
pub struct HostStack {
    /// Where it was left.
    pub place: Place,
    /// The library's handle, in a box; null if there is none. Code that the thread has left for
    /// good may still have borrowed it.
    fiber: Cell<*mut Fiber>,
    /// The memory, which is leaked: code on the stack may have data there.
    range: Range<usize>,
}

/// What runs on a new stack.
type Body = Box<dyn FnOnce()>;

thread_local! {
    /// The code of the stack to which the thread switches for the first time next.
    static BODY: Cell<Option<Body>> = const { Cell::new(None) };
}

/// The oldest function of each stack.
extern "C" fn start() -> ! {
    if let Some(body) = BODY.take() {
        body();
    }
    // The code has switched away for the last time.
    std::process::abort();
}

impl HostStack {
    /// Makes a stack that the heap does not know.
    ///
    /// # Panics
    ///
    /// If there is no memory.
    pub fn new() -> Rc<Self> {
        let (access, flags) =
            (libc::PROT_READ | libc::PROT_WRITE, libc::MAP_PRIVATE | libc::MAP_ANONYMOUS);
        // SAFETY: the memory is new, and no other code uses it.
        let memory = unsafe {
            let memory = libc::mmap(core::ptr::null_mut(), GUARD + SIZE, access, flags, -1, 0);
            assert_ne!(memory, libc::MAP_FAILED, "there is memory for a stack");
            assert_eq!(libc::mprotect(memory, GUARD, libc::PROT_NONE), 0);
            memory
        };
        let start_at = memory.expose_provenance() + GUARD;
        let end = start_at + SIZE;
        let top = end - size_of::<usize>() * arch::WORDS;
        let top: *mut usize = core::ptr::with_exposed_provenance_mut(top);
        // SAFETY: the words are the highest ones of the stack.
        unsafe { top.add(arch::RETURN).write((start as *const c_void).expose_provenance()) };
        let place = Place(Cell::new(top.cast()));
        Rc::new(Self { place, fiber: Cell::new(core::ptr::null_mut()), range: start_at..end })
    }

    /// Makes a stack with this name, which the heap knows.
    ///
    /// # Panics
    ///
    /// If the heap refuses it.
    pub fn adopted(heap: &Heap, name: &str) -> Rc<Self> {
        let stack = Self::new();
        stack.adopt(heap, name).expect("the stack is large enough");
        stack
    }

    /// Makes the stack known to a heap.
    ///
    /// # Errors
    ///
    /// If the heap refuses it.
    pub fn adopt(&self, heap: &Heap, name: &str) -> Result<(), FiberError> {
        // SAFETY: the memory is that of this stack, and never freed.
        let fiber = unsafe { heap.adopt_stack(FiberConfig::new().name(name), self.range.clone()) }?;
        self.put_fiber(fiber);
        Ok(())
    }

    /// Sets the library's handle, which was taken.
    pub fn put_fiber(&self, fiber: Fiber) {
        self.fiber.set(Box::into_raw(Box::new(fiber)));
    }

    /// Returns the library's handle.
    ///
    /// # Panics
    ///
    /// If the heap does not know the stack.
    pub fn fiber(&self) -> &Fiber {
        // SAFETY: null, or a box that exists until it is taken.
        unsafe { self.fiber.get().as_ref() }.expect("the stack is known")
    }

    /// Takes the library's handle.
    ///
    /// # Panics
    ///
    /// If the heap does not know the stack.
    pub fn take_fiber(&self) -> Fiber {
        let fiber = self.fiber.replace(core::ptr::null_mut());
        assert!(!fiber.is_null(), "the stack is known");
        // SAFETY: the box was not taken before.
        *unsafe { Box::from_raw(fiber) }
    }

    /// Drops the library's handle, if it has one and no call into managed code is unfinished on the
    /// stack. It keeps the heap.
    fn forget(&self) {
        if !self.fiber.get().is_null()
            && let Err((fiber, _)) = self.take_fiber().destroy()
        {
            core::mem::forget(fiber);
        }
    }

    /// Returns the address range of the stack.
    pub fn range(&self) -> Range<usize> {
        self.range.clone()
    }

    /// Sets the code that the stack to which the thread switches next begins with. It must not
    /// return.
    pub fn begins_with(body: impl FnOnce() + 'static) {
        BODY.set(Some(Box::new(body)));
    }
}
