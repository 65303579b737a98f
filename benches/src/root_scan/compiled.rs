//! Measures collections that walk the stack of a recursion in managed code, which LLVM compiles.
//! The results show that the synthetic stacks resemble real ones.

use core::ffi::c_void;
use std::cell::RefCell;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use statepoint_gc::{Argument, Heap, Mutator};
use tests::ir::ContextAccess;
use tests::library::Library;
use tests::llvm::Llvm;
use tests::managed;
use tests::managed_object::{Linker, link};

use super::{Mode, ROOTS};
use crate::clock::{median, thread_time};

/// Number of collections in the youngest frame of the recursion.
const COLLECTIONS: usize = 11;
/// Upper bound of the size of a frame in bytes.
const FRAME: usize = 256;

/// The compiled and loaded code of a recursion through `functions` functions.
#[derive(Debug)]
pub struct Compiled {
    library: Library,
    functions: u64,
}

thread_local! {
    /// Processor time of each collection in nanoseconds.
    static TIMES: RefCell<Vec<f64>> = const { RefCell::new(Vec::new()) };
}

/// Runs [`COLLECTIONS`] collections and records the processor time of each. The youngest frame of
/// the recursion calls this function.
extern "C" fn bottom(_: u64, _: u64, _: u64, _: u64, _: u64) -> u64 {
    let collections = Mutator::with_current(|mutator| {
        for _ in 0..COLLECTIONS {
            let begin = thread_time();
            mutator.collect();
            let time = (thread_time() - begin).as_nanos() as f64;
            TIMES.with_borrow_mut(|times| times.push(time));
        }
    });
    u64::from(collections.is_some())
}

impl Compiled {
    /// Compiles and loads the recursion.
    ///
    /// # Errors
    ///
    /// Returns a message if LLVM 19 is not installed, with the package to install, or if a tool
    /// fails.
    pub fn new(functions: u64, mode: Mode, directory: &Path) -> Result<Self, String> {
        let llvm =
            Llvm::find(19).ok_or("LLVM 19 is not installed (Debian: apt-get install llvm-19)")?;
        let options: &[&str] = match mode {
            Mode::Spilled => &[],
            Mode::Registers => &["--max-registers-for-gc-values=100", "--fixup-allow-gcptr-in-csr"],
        };
        let name = format!("recursion{functions}{mode:?}");
        let source = directory.join(&name).with_extension("ll");
        fs::write(&source, ir(functions)).map_err(|error| error.to_string())?;
        let object = llvm
            .managed_object(&source, directory, &name, ContextAccess::ThreadLocal, options)
            .map_err(|error| error.to_string())?;
        let library = directory.join(&name).with_extension("so");
        link(&[&object], &library, Linker::Default).map_err(|error| error.to_string())?;
        Ok(Self { library: Library::open(&library)?, functions })
    }

    /// Returns the nanoseconds of a collection per frame. They include the relocation of the
    /// frame's roots, each of which points to one of four objects that move.
    ///
    /// # Errors
    ///
    /// Returns a message if the heap or the thread cannot be created.
    ///
    /// # Panics
    ///
    /// Panics if the collections did not visit every root.
    pub fn run(&self, frames: u64) -> Result<f64, String> {
        let function = self.library.function(c"recursion_0").expose_provenance();
        let functions = self.functions;
        let stack = frames as usize * FRAME + (16 << 20);
        std::thread::scope(|scope| {
            let thread = std::thread::Builder::new().stack_size(stack).spawn_scoped(scope, || {
                let heap = managed::heap().heap_max(64 << 20).collector_threads(1).build();
                let heap = heap.map_err(|error| error.to_string())?;
                let shallow = times(&heap, function, 1, expected_result(functions, 1));
                let before = heap.statistics();
                let deep = times(&heap, function, frames, expected_result(functions, frames));
                let after = heap.statistics();
                let collections = COLLECTIONS as u64;
                let walked = after.counts.frames_walked - before.counts.frames_walked;
                assert_eq!(
                    walked,
                    collections * (frames + 2),
                    "each collection walks the recursion and the two functions at its ends"
                );
                let roots = after.counts.roots_visited - before.counts.roots_visited;
                assert!(roots >= ROOTS * collections * frames, "only {roots} roots were visited");
                Ok((deep - shallow) / frames as f64)
            });
            let thread = thread.map_err(|error| error.to_string())?;
            thread.join().map_err(|_| "the thread of the recursion panicked".to_owned())?
        })
    }
}

/// Runs the recursion to a depth of `frames`. Returns the median time of its collections in
/// nanoseconds.
fn times(heap: &Heap, function: usize, frames: u64, expected: u64) -> f64 {
    let mut mutator = heap.attach().expect("a new thread");
    let callback = (bottom as *const c_void).expose_provenance() as u64;
    let arguments = [Argument::Word(frames), Argument::Word(1), Argument::Word(callback)];
    let function = core::ptr::with_exposed_provenance(function);
    TIMES.with_borrow_mut(Vec::clear);
    // SAFETY: the function is managed code that takes these arguments and returns an i64.
    let result = unsafe { mutator.call(function, &arguments) };
    assert_eq!(result, Ok(expected), "the sum depends on correctly relocated references");
    // The first collection is a warm-up, which fills the cache of call sites.
    TIMES.with_borrow(|times| median(times.iter().copied().skip(1)))
}

/// Returns the parameters that a function adds to its result, besides the contents of its objects.
/// They are live across the call, so the frames of functions differ in size.
fn live_parameters(index: u64, functions: u64) -> &'static [&'static str] {
    let count = if functions == 1 { 0 } else { index as usize % 3 };
    &["n", "s"][..count]
}

/// Returns the expected result of the recursion.
fn expected_result(functions: u64, frames: u64) -> u64 {
    let (mut index, mut s, mut sum) = (0, 1_u64, 1_u64);
    for n in (1..=frames).rev() {
        let values = live_parameters(index, functions);
        let values = values.iter().map(|&value| if value == "n" { n } else { s });
        sum = values.fold(sum, u64::wrapping_add).wrapping_add(ROOTS * 5);
        s = s.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let (factor, summand) = if s >> 40 & 1 == 1 { (7, 11) } else { (5, 3) };
        index = (index * factor + summand) % functions;
    }
    sum
}

/// Returns the IR of the functions. If there are several, each selects one of two call sites
/// pseudorandomly.
fn ir(functions: u64) -> String {
    let mut text = String::from(
        "declare ptr addrspace(1) @spgc_allocate(i64, i64)\n\
         declare i64 @spgc_call_native(i64, i64, i64, i64, i64, ptr)\n\n\
         define internal ptr addrspace(1) @make() noinline uwtable gc \"statepoint-example\" {\n  \
           %object = call ptr addrspace(1) @spgc_allocate(i64 16, i64 1024)\n  \
           %x = getelementptr inbounds i8, ptr addrspace(1) %object, i64 8\n  \
           store i64 5, ptr addrspace(1) %x\n  ret ptr addrspace(1) %object\n}\n\n\
         define i64 @recursion_0(i64 %n, i64 %s, ptr %bottom) uwtable gc \"statepoint-example\" {\n  \
           %a = call ptr addrspace(1) @make()\n  %b = call ptr addrspace(1) @make()\n  \
           %c = call ptr addrspace(1) @make()\n  %d = call ptr addrspace(1) @make()\n  \
           %r = call i64 @f0(i64 %n, i64 %s, ptr addrspace(1) %a, ptr addrspace(1) %b, \
             ptr addrspace(1) %c, ptr addrspace(1) %d, ptr %bottom)\n  ret i64 %r\n}\n",
    );
    for index in 0..functions {
        let call = |name: &str, factor, summand| {
            let callee = (index * factor + summand) % functions;
            format!(
                "%{name} = call i64 @f{callee}(i64 %less, i64 %next, ptr addrspace(1) %b, \
                 ptr addrspace(1) %c, ptr addrspace(1) %d, ptr addrspace(1) %a, ptr %bottom)"
            )
        };
        let calls = if functions == 1 {
            format!("  {}\n  br label %join\njoin:\n", call("below", 1, 0))
        } else {
            format!(
                "  %bits = lshr i64 %next, 40\n  %bit = trunc i64 %bits to i1\n  \
                 br i1 %bit, label %one, label %two\none:\n  {}\n  br label %join\ntwo:\n  {}\n  \
                 br label %join\njoin:\n  %below = phi i64 [ %first, %one ], [ %second, %two ]\n",
                call("first", 7, 11),
                call("second", 5, 3),
            )
        };
        let mut sum = String::new();
        let mut last = "%below".to_owned();
        for root in ["a", "b", "c", "d"] {
            let written = write!(
                sum,
                "  %{root}.p = getelementptr inbounds i8, ptr addrspace(1) %{root}, i64 8\n  \
                 %{root}.x = load i64, ptr addrspace(1) %{root}.p\n  \
                 %{root}.sum = add i64 {last}, %{root}.x\n",
            );
            debug_assert!(written.is_ok(), "writing to a string");
            last = format!("%{root}.sum");
        }
        for value in live_parameters(index, functions) {
            let written = writeln!(sum, "  {last}{value} = add i64 {last}, %{value}");
            debug_assert!(written.is_ok(), "writing to a string");
            last = format!("{last}{value}");
        }
        let written = write!(
            text,
            "\ndefine internal i64 @f{index}(i64 %n, i64 %s, ptr addrspace(1) %a, \
             ptr addrspace(1) %b, ptr addrspace(1) %c, ptr addrspace(1) %d, ptr %bottom) \
             noinline uwtable gc \"statepoint-example\" {{\n  %end = icmp eq i64 %n, 0\n  \
             br i1 %end, label %last, label %deeper\nlast:\n  %r = call i64 \
             @spgc_call_native(i64 0, i64 0, i64 0, i64 0, i64 0, ptr %bottom)\n  ret i64 %r\n\
             deeper:\n  %less = sub i64 %n, 1\n  %mixed = mul i64 %s, 6364136223846793005\n  \
             %next = add i64 %mixed, 1442695040888963407\n{calls}{sum}  ret i64 {last}\n}}\n",
        );
        debug_assert!(written.is_ok(), "writing to a string");
    }
    text
}
