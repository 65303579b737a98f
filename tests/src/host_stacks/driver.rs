//! Switches between the stacks of a thread, which are known by their indices.

use core::cell::{Cell, RefCell};
use core::ffi::c_void;
use std::rc::Rc;

use statepoint_gc::{Argument, Heap, Mutator, fibers::Fiber};

use super::{HostStack, Place, swap, switch};
use crate::fibers::Function;
use crate::managed::call;

/// A native function that managed code calls.
pub type Native = extern "C" fn(u64, u64, u64, u64, u64) -> u64;

thread_local! {
    /// Where the thread's own stack was left.
    static HOME: Rc<Place> = Rc::default();
    /// The stacks of the host that the test uses.
    static STACKS: RefCell<Stacks> = const { RefCell::new(Stacks(Vec::new())) };
    /// The index of the stack that runs; `None` for the thread's own.
    static RUNNING: Cell<Option<usize>> = const { Cell::new(None) };
}

/// Stacks, which the heap is to forget when the test has ended.
struct Stacks(Vec<Rc<HostStack>>);

impl Drop for Stacks {
    fn drop(&mut self) {
        self.0.iter().for_each(|stack| stack.forget());
    }
}

fn home() -> Rc<Place> {
    HOME.with(Rc::clone)
}

/// Returns the index of the stack that the thread runs; `None` for its own.
pub fn running() -> Option<usize> {
    RUNNING.get()
}

/// Returns a stack of the host.
///
/// # Panics
///
/// If the thread has no stack with this index.
pub fn stack(index: usize) -> Rc<HostStack> {
    STACKS.with_borrow(|stacks| Rc::clone(&stacks.0[index]))
}

/// Makes stacks with these names, which the heap knows.
///
/// # Panics
///
/// If the heap refuses them.
pub fn adopt_all(heap: &Heap, names: &[&str]) {
    let stacks = names.iter().map(|name| HostStack::adopted(heap, name)).collect();
    STACKS.set(Stacks(stacks));
    RUNNING.set(None);
}

/// Returns the place of a stack of the host, or of the thread's own.
fn with_place<R>(index: Option<usize>, action: impl FnOnce(&Place, Option<&Fiber>) -> R) -> R {
    match index {
        None => action(&home(), None),
        Some(index) => {
            let stack = stack(index);
            action(&stack.place, Some(stack.fiber()))
        }
    }
}

/// Announces a switch to a stack of the host, or to the thread's own, and makes it.
///
/// # Panics
///
/// If the library refuses the switch.
pub fn go(to: Option<usize>) {
    let from = RUNNING.replace(to);
    with_place(from, |from, _| {
        // SAFETY: `RUNNING` is the stack that runs, and each stack was left by this function.
        with_place(to, |to, fiber| unsafe { swap(from, to, fiber) });
    });
}

/// As [`go`], without an announcement.
pub fn go_silently(to: Option<usize>) {
    let from = RUNNING.replace(to);
    with_place(from, |from, _| {
        // SAFETY: as in `go`.
        with_place(to, |to, _| unsafe { switch(from, to) });
    });
}

/// Switches to a new stack, which runs `body`, and to the thread's own stack whenever it is resumed
/// after that.
///
/// # Panics
///
/// If the library refuses the switch.
pub fn begin(index: usize, body: impl FnOnce(&mut Mutator) + 'static) {
    HostStack::begins_with(move || {
        Mutator::with_current(body).expect("the thread is native");
        loop {
            go(None);
        }
    });
    go(Some(index));
}

/// Calls a native function from managed code, which keeps a box of `value` meanwhile. Returns the
/// sum of both.
///
/// # Panics
///
/// If managed code cannot be called now.
pub fn call_native(mutator: &mut Mutator, caller: Function, native: Native, value: u64) -> u64 {
    let function = (native as *const c_void).expose_provenance() as u64;
    call(mutator, caller, &[Argument::Word(function), Argument::Word(value)]).expect("a valid call")
}

/// A native function that switches to the thread's own stack, and returns twice the value.
pub extern "C" fn go_home(value: u64, _: u64, _: u64, _: u64, _: u64) -> u64 {
    go(None);
    2 * value
}

/// A native function that switches to the first stack of the host, and returns twice the value.
pub extern "C" fn go_to_first(value: u64, _: u64, _: u64, _: u64, _: u64) -> u64 {
    go(Some(0));
    2 * value
}
