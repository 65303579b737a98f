//! A signal handler walks the stack of the interrupted thread.
//!
//! The walk begins at the registers that the kernel has saved, and passes native frames, managed
//! frames, the stub that entered managed code, and the frames of this test, up to the start of the
//! thread.
//!
//! The handler relocates each root to a copy of its object with a larger number. The result of the
//! managed function shows whether it has resumed with the relocated references, in frames and in
//! registers.

use core::cell::RefCell;
use core::ffi::{c_int, c_void};
use core::mem::MaybeUninit;
use core::ptr;

use statepoint_gc::Argument;
use statepoint_scanner::os::SIGNAL_CONTEXT;
use statepoint_scanner::registry::CodeRegistry;
use statepoint_scanner::roots::{
    PinnedRoot, Relocator, StackWalker, WalkCounts, relocate_stack, visit_stack,
};
use statepoint_scanner::walk::{CodeWithNative, Cursor, LiveStack, NativeCode, StackWalkError};
use tests::managed::{self, call, heap};

use super::allocator::ALLOCATIONS;

/// Added to the number in each copy of a box.
const COPY_MARK: u64 = 1000;

/// Input and output of the signal handler.
struct SignalWalk {
    code: CodeRegistry,
    native: NativeCode,
    stack_end: u64,
    relocator: CopyingRelocator,
    /// Allocations by the first walk, and by a second walk of the same frames.
    allocations: [u64; 2],
    result: Option<Result<WalkCounts, StackWalkError>>,
}

/// A relocator that copies each object, and records pinned ones.
#[derive(Default)]
struct CopyingRelocator {
    pinned: Vec<u64>,
}

impl Relocator for CopyingRelocator {
    fn forward(&mut self, object: u64) -> u64 {
        let object: *const [u64; 2] = ptr::with_exposed_provenance(object as usize);
        // SAFETY: all objects of these tests are boxes, and the thread is stopped.
        let [header, number] = unsafe { object.read() };
        // The copy is outside the heap, so the collector ignores it.
        let copy = Box::leak(Box::new([header, number + COPY_MARK]));
        ptr::from_mut(copy).expose_provenance() as u64
    }

    fn pin(&mut self, root: PinnedRoot) -> bool {
        self.pinned.push(root.value());
        true
    }
}

thread_local! {
    /// Input and output of the handler's next call on this thread.
    static SIGNAL_WALK: RefCell<Option<SignalWalk>> = const { RefCell::new(None) };
}

/// Returns the end of the calling thread's stack.
fn stack_end() -> u64 {
    let mut attributes = MaybeUninit::uninit();
    let (mut low, mut size) = (ptr::null_mut(), 0);
    // SAFETY: the attributes are initialised by the first call, and destroyed once.
    unsafe {
        assert_eq!(libc::pthread_getattr_np(libc::pthread_self(), attributes.as_mut_ptr()), 0);
        assert_eq!(libc::pthread_attr_getstack(attributes.as_ptr(), &mut low, &mut size), 0);
        libc::pthread_attr_destroy(attributes.as_mut_ptr());
    }
    (low.expose_provenance() + size) as u64
}

/// Handles a signal that the thread has sent itself. Since the signal is synchronous, the handler
/// is not restricted to async-signal-safe functions.
extern "C" fn handler(_: c_int, _: *mut libc::siginfo_t, context: *mut c_void) {
    SIGNAL_WALK.with_borrow_mut(|signal_walk| {
        let SignalWalk { code, native, stack_end, relocator, allocations, result } =
            signal_walk.as_mut().unwrap();
        let context = context.expose_provenance() as u64;
        // SAFETY: the range is the calling thread's stack from the saved context to its end. The
        // handler's own frames are at lower addresses.
        let mut memory = unsafe { LiveStack::new(context, *stack_end) };
        // SAFETY: only frames of this thread are walked, they do not change during the walk, and no
        // code is unloaded.
        let view = unsafe { native.view() };
        let managed = code.snapshot();
        let code = CodeWithNative::new(&managed, &view);
        for count in allocations {
            let before = ALLOCATIONS.get();
            Cursor::from_context(&code, &memory, context, &SIGNAL_CONTEXT, &[])
                .and_then(|cursor| visit_stack(cursor.to_outermost(), &memory, &mut |_, _| ()))
                .expect("it can be visited");
            *count = ALLOCATIONS.get() - before;
        }
        let walked = Cursor::from_context(&code, &memory, context, &SIGNAL_CONTEXT, &[]).and_then(
            |cursor| {
                let mut walker = StackWalker::for_code(&code);
                relocate_stack(cursor.to_outermost(), &mut memory, &mut walker, relocator)
            },
        );
        *result = Some(walked);
    });
}

extern "C" fn raise_signal(n: u64) -> u64 {
    // SAFETY: the signal's handler is installed, so the process does not end.
    assert_eq!(unsafe { libc::raise(libc::SIGUSR2) }, 0);
    n
}

/// Calls a managed function, which calls [`raise_signal`]. Returns its result, the counts of the
/// walk, and the pinned objects.
fn call_and_interrupt(function: fn() -> *const c_void, n: u64) -> (u64, WalkCounts, Vec<u64>) {
    // On a new thread, whose outermost frame is marked by the C library.
    std::thread::spawn(move || {
        let handler: extern "C" fn(c_int, *mut libc::siginfo_t, *mut c_void) = handler;
        // SAFETY: a zeroed `sigaction` is valid. The handler is set, and has the type that
        // SA_SIGINFO requires.
        unsafe {
            let mut action: libc::sigaction = core::mem::zeroed();
            action.sa_flags = libc::SA_SIGINFO;
            action.sa_sigaction = handler as usize;
            assert_eq!(libc::sigaction(libc::SIGUSR2, &action, ptr::null_mut()), 0);
        }
        let signal_walk = SignalWalk {
            code: CodeRegistry::of_this_process().unwrap(),
            native: NativeCode::new(),
            stack_end: stack_end(),
            relocator: CopyingRelocator::default(),
            allocations: [0; 2],
            result: None,
        };
        SIGNAL_WALK.set(Some(signal_walk));
        let heap = heap().heap_max(8 << 20).build().unwrap();
        let mut mutator = heap.attach().unwrap();
        let pointer = (raise_signal as *const c_void).expose_provenance() as u64;
        let result = call(&mut mutator, function, &[Argument::Word(pointer), Argument::Word(n)]);
        let signal_walk = SIGNAL_WALK.take().unwrap();
        // Unwind rules of native code are cached by the first walk; the second one allocates
        // nothing.
        let [first, again] = signal_walk.allocations;
        assert!(first > 0 && again == 0, "{first} allocations, then {again}");
        let counts = signal_walk.result.expect("the handler has run").unwrap();
        (result.unwrap(), counts, signal_walk.relocator.pinned)
    })
    .join()
    .unwrap()
}

#[test]
fn roots_of_an_interrupted_thread_are_rewritten() {
    for (function, in_registers) in
        [(managed::direct as fn() -> *const c_void, 0), (managed::direct_registers, 4)]
    {
        let (result, counts, pinned) = call_and_interrupt(function, 7);
        assert_eq!(result, 7 + 15 * 7 + 4 * COPY_MARK, "{counts:?}");
        assert_eq!((counts.frames_walked, counts.records_matched), (1, 1));
        assert_eq!((counts.roots_visited, counts.pinned_roots), (4, 0));
        assert_eq!(counts.register_roots_relocated, in_registers, "{counts:?}");
        // The native frames are those of `raise` and `raise_signal`, of the stub and its callers,
        // and of the thread's start function.
        assert!(counts.native_frames > 6, "{counts:?}");
        assert!(pinned.is_empty());
    }
}

/// The box that the stackmap lists is pinned.
#[test]
fn references_at_a_stackmap_are_pinned() {
    let (result, counts, pinned) = call_and_interrupt(managed::marked, 7);
    assert_eq!(result, 7);
    assert_eq!((counts.frames_walked, counts.records_matched), (1, 1));
    assert_eq!((counts.roots_visited, counts.pinned_roots), (1, 1));
    let [object] = pinned[..] else { panic!("{pinned:x?}") };
    assert_ne!(object, 0);
}
