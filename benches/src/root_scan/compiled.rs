//! Measures collections that walk the stack of a recursion in managed code, which LLVM compiles.
//! The results show that the synthetic stacks resemble real ones.

use core::ffi::c_void;
use std::cell::RefCell;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::sync::Arc;

use statepoint_gc::{Argument, CodeRegistry, Heap, Mutator};
use tests::ir::ContextAccess;
use tests::library::Library;
use tests::llvm::Llvm;
use tests::managed;
use tests::managed_object::{Linker, link};

use super::{Mode, ROOTS, RecursionShape};
use crate::clock::{median, thread_time};

/// Number of collections in the youngest frame of the recursion.
const COLLECTIONS: usize = 11;
/// Upper bound of the size of a frame without derived pointers, in bytes.
const FRAME: usize = 256;
/// Upper bound of the bytes by which a derived pointer makes a frame larger.
const DERIVED: usize = 24;
/// Largest number of derived pointers in a frame.
pub const MAX_DERIVED: u64 = 64;

/// The compiled and loaded code of a recursion through `functions` functions.
#[derive(Debug)]
pub struct Compiled {
    library: Library,
    functions: u64,
    derived: u64,
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
    fn compiler() -> Result<Llvm, String> {
        let missing = "LLVM 19 is not installed (Debian: apt-get install llvm-19)";
        Llvm::find(19).ok_or_else(|| missing.to_owned())
    }

    /// Checks that the compiler is installed.
    ///
    /// # Errors
    ///
    /// Returns a message if LLVM 19 is not installed, with the package to install.
    pub fn require_compiler() -> Result<(), String> {
        Self::compiler().map(drop)
    }

    /// Compiles and loads the recursion. Its frames have [`ROOTS`] references, and at most
    /// [`MAX_DERIVED`] derived pointers.
    ///
    /// # Errors
    ///
    /// Returns a message if LLVM 19 is not installed, with the package to install, or if a tool
    /// fails.
    pub fn new(shape: RecursionShape, directory: &Path) -> Result<Self, String> {
        let RecursionShape { functions, mode, derived, .. } = shape;
        let llvm = Self::compiler()?;
        let options: &[&str] = match mode {
            Mode::Spilled => &[],
            Mode::Registers => &["--max-registers-for-gc-values=100", "--fixup-allow-gcptr-in-csr"],
        };
        let name = format!("recursion{functions}{mode:?}{derived}");
        let source = directory.join(&name).with_extension("ll");
        fs::write(&source, ir(functions, derived)).map_err(|error| error.to_string())?;
        let object = llvm
            .managed_object(&source, directory, &name, ContextAccess::ThreadLocal, options)
            .map_err(|error| error.to_string())?;
        let library = directory.join(&name).with_extension("so");
        link(&[&object], &library, Linker::Default).map_err(|error| error.to_string())?;
        Ok(Self { library: Library::open(&library)?, functions, derived })
    }

    /// Returns the nanoseconds of a collection per frame. They include the relocation of the
    /// frame's roots, each of which points to one of four objects that move, or into it.
    ///
    /// # Errors
    ///
    /// Returns a message if the heap or the thread cannot be created.
    ///
    /// # Panics
    ///
    /// Panics if the collections did not visit every root, or did not move every derived pointer.
    pub fn run(&self, frames: u64) -> Result<f64, String> {
        let function = self.library.function(c"recursion_0").expose_provenance();
        let Self { functions, derived, .. } = *self;
        let stack = frames as usize * (FRAME + DERIVED * derived as usize) + (16 << 20);
        let expected = |frames| expected_result(functions, derived, frames);
        std::thread::scope(|scope| {
            let thread = std::thread::Builder::new().stack_size(stack).spawn_scoped(scope, || {
                // Without the code of this program. It has patchpoints with references, for which
                // each collection would walk the stack twice.
                let code = CodeRegistry::new();
                let address = function as u64;
                code.register_image_at(address).map_err(|error| error.to_string())?;
                let heap = managed::heap().code(Arc::new(code)).heap_max(64 << 20);
                let heap = heap.collector_threads(1).build().map_err(|error| error.to_string())?;
                let shallow = times(&heap, function, 1, expected(1));
                let before = heap.statistics();
                let deep = times(&heap, function, frames, expected(frames));
                let after = heap.statistics();
                let collections = COLLECTIONS as u64;
                let walked = after.counts.frames_walked - before.counts.frames_walked;
                assert_eq!(
                    walked,
                    collections * (frames + 2),
                    "each collection walks the recursion and the two functions at its ends"
                );
                let roots = after.counts.roots_visited - before.counts.roots_visited;
                let expected_roots = (ROOTS + derived) * collections * frames;
                assert!(roots >= expected_roots, "only {roots} roots were visited");
                let moved = after.counts.derived_relocated - before.counts.derived_relocated;
                assert_eq!(moved, derived * collections * frames, "each collection moves them");
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
fn expected_result(functions: u64, derived: u64, frames: u64) -> u64 {
    let in_objects = ROOTS * FIRST_WORD + (0..derived).map(derived_word).sum::<u64>();
    let (mut index, mut s, mut sum) = (0, 1_u64, 1_u64);
    for n in (1..=frames).rev() {
        let values = live_parameters(index, functions);
        let values = values.iter().map(|&value| if value == "n" { n } else { s });
        sum = values.fold(sum, u64::wrapping_add).wrapping_add(in_objects);
        s = s.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let (factor, summand) = if s >> 40 & 1 == 1 { (7, 11) } else { (5, 3) };
        index = (index * factor + summand) % functions;
    }
    sum
}

/// The first word of each object.
const FIRST_WORD: u64 = 5;

/// Returns the word to which a derived pointer points. Each of an object's derived pointers points
/// to another of its words.
fn derived_word(derived: u64) -> u64 {
    FIRST_WORD + derived / ROOTS
}

/// Returns the IR of a function that makes an array of as many words as the derived pointers need.
fn make(derived: u64) -> String {
    let words = derived.div_ceil(ROOTS).max(1);
    let mut text = format!(
        "define internal ptr addrspace(1) @make() noinline uwtable gc \"statepoint-example\" {{\n  \
         %object = call ptr addrspace(1) @spgc_allocate_array(i64 {words}, i64 512)\n"
    );
    for word in 0..words {
        let (offset, value) = (FIRST_OFFSET + 8 * word, FIRST_WORD + word);
        let written = write!(
            text,
            "  %p{word} = getelementptr inbounds i8, ptr addrspace(1) %object, i64 {offset}\n  \
             store i64 {value}, ptr addrspace(1) %p{word}\n",
        );
        debug_assert!(written.is_ok(), "writing to a string");
    }
    text + "  ret ptr addrspace(1) %object\n}\n\n"
}

/// Offset of the first word in its array.
const FIRST_OFFSET: u64 = 16;

/// Returns the IR of loops that search the objects for words, as an iterator would, and so make the
/// derived pointers. LLVM can neither know how often a loop runs, nor compute its last pointer from
/// the object after a call: the pointer itself is live there.
fn searches(derived: u64) -> String {
    let mut text = String::new();
    for number in 0..derived {
        let (base, word) = (NAMES[(number % ROOTS) as usize], derived_word(number));
        let (from, after) = match number {
            0 => ("deeper".to_owned(), format!("found{number}")),
            _ => (format!("found{}", number - 1), format!("found{number}")),
        };
        let written = write!(
            text,
            "  %first{number} = getelementptr inbounds i8, ptr addrspace(1) %{base}, \
               i64 {FIRST_OFFSET}\n  br label %search{number}\nsearch{number}:\n  \
               %derived{number} = phi ptr addrspace(1) [ %first{number}, %{from} ], \
                 [ %after{number}, %search{number} ]\n  \
               %word{number} = load i64, ptr addrspace(1) %derived{number}\n  \
               %after{number} = getelementptr inbounds i64, ptr addrspace(1) %derived{number}, \
                 i64 1\n  \
               %is{number} = icmp eq i64 %word{number}, {word}\n  \
               br i1 %is{number}, label %{after}, label %search{number}\n{after}:\n",
        );
        debug_assert!(written.is_ok(), "writing to a string");
    }
    text
}

/// Names of the references.
const NAMES: [&str; ROOTS as usize] = ["a", "b", "c", "d"];

/// Returns the IR of the functions. If there are several, each selects one of two call sites
/// pseudorandomly.
fn ir(functions: u64, derived: u64) -> String {
    let mut text = String::from(
        "declare ptr addrspace(1) @spgc_allocate_array(i64, i64)\n\
         declare i64 @spgc_call_native(i64, i64, i64, i64, i64, ptr)\n\n",
    );
    text += &make(derived);
    text.push_str(
        "define i64 @recursion_0(i64 %n, i64 %s, ptr %bottom) uwtable gc \"statepoint-example\" {\n  \
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
        let searches = searches(derived);
        let mut sum = String::new();
        let mut last = "%below".to_owned();
        for root in NAMES {
            let written = write!(
                sum,
                "  %{root}.p = getelementptr inbounds i8, ptr addrspace(1) %{root}, \
                   i64 {FIRST_OFFSET}\n  \
                 %{root}.x = load i64, ptr addrspace(1) %{root}.p\n  \
                 %{root}.sum = add i64 {last}, %{root}.x\n",
            );
            debug_assert!(written.is_ok(), "writing to a string");
            last = format!("%{root}.sum");
        }
        for number in 0..derived {
            let written = write!(
                sum,
                "  %x{number} = load i64, ptr addrspace(1) %derived{number}\n  \
                 %sum{number} = add i64 {last}, %x{number}\n",
            );
            debug_assert!(written.is_ok(), "writing to a string");
            last = format!("%sum{number}");
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
             deeper:\n{searches}  %less = sub i64 %n, 1\n  %mixed = mul i64 %s, 6364136223846793005\n  \
             %next = add i64 %mixed, 1442695040888963407\n{calls}{sum}  ret i64 {last}\n}}\n",
        );
        debug_assert!(written.is_ok(), "writing to a string");
    }
    text
}
