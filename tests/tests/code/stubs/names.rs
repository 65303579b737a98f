//! The stubs of the library, and where they are in this program.

use std::fs;
use std::path::Path;
use std::sync::OnceLock;

use object::{Object as _, ObjectSymbol as _};

use statepoint_scanner::deopt::MAX_RETURN_TRAMPOLINES;

use super::arch;

/// What is known of the frames of a stub.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// Code calls it: at its first instruction, the caller's frame is where the calling convention
    /// has it. Later instructions may have the frame of another call, on another stack.
    Called,
    /// The oldest frame of a fiber.
    Oldest,
    /// Ends a fiber: it has no caller until it runs on the stack of the resumer.
    Ending,
    /// Its caller is a frame below another call, which has returned to it: that of a return
    /// barrier, or of a takeover.
    Returned,
}

/// The stubs. `every_stub_is_listed` compares the list with the sources.
pub(super) const STUBS: &[(&str, Kind)] = &[
    ("barrier_landing_pad", Kind::Returned),
    ("barrier_trampolines", Kind::Returned),
    ("replacement", Kind::Called),
    ("return_trampolines", Kind::Returned),
    ("spgc_allocate_array_slow", Kind::Called),
    ("spgc_allocate_slow", Kind::Called),
    ("spgc_allocate_tailed_slow", Kind::Called),
    ("spgc_barrier_slow", Kind::Called),
    ("spgc_call_managed", Kind::Called),
    ("spgc_call_native", Kind::Called),
    ("spgc_call_on_stack", Kind::Called),
    ("spgc_call_with_registers", Kind::Called),
    ("spgc_clone", Kind::Called),
    ("spgc_enter_native_slow", Kind::Called),
    ("spgc_fiber_personality", Kind::Called),
    ("spgc_fiber_start", Kind::Oldest),
    ("spgc_leave_fiber", Kind::Ending),
    ("spgc_leave_native_slow", Kind::Called),
    ("spgc_personality", Kind::Called),
    ("spgc_poll_slow", Kind::Called),
    ("spgc_resume", Kind::Called),
    ("spgc_suspend", Kind::Called),
    ("spgc_throw_to_resumer", Kind::Ending),
];

/// A stub in this process.
#[derive(Clone, Debug)]
pub(super) struct Stub {
    pub(super) name: &'static str,
    pub(super) kind: Kind,
    pub(super) start: u64,
    /// The addresses of its instructions that run, in order.
    pub(super) instructions: Vec<u64>,
    pub(super) end: u64,
}

impl Stub {
    /// Returns a stub at these addresses.
    ///
    /// # Safety
    ///
    /// The memory is readable code.
    pub(super) unsafe fn new(name: &'static str, kind: Kind, start: u64, end: u64) -> Self {
        let pointer = core::ptr::with_exposed_provenance::<u8>(start as usize);
        // SAFETY: the caller guarantees it.
        let code = unsafe { core::slice::from_raw_parts(pointer, (end - start) as usize) };
        let mut stub = Self { name, kind, start, instructions: Vec::new(), end };
        let trampolines = stub.end_of_trampolines();
        let first = (start + 1).next_multiple_of(16);
        for at in (first..trampolines).step_by(16) {
            let trampoline = &code[(at - start) as usize..][..16];
            let offsets = match name {
                "barrier_trampolines" => arch::barrier_instructions(trampoline),
                // A call, and data.
                _ => &[0],
            };
            stub.instructions.extend(offsets.iter().map(|&offset| at + offset as u64));
        }
        let decoded = arch::instructions(&code[(trampolines - start) as usize..]);
        let runs = decoded.iter().filter(|instruction| !instruction.never_runs);
        stub.instructions.extend(runs.map(|found| trampolines + found.offset as u64));
        stub
    }

    /// Returns the address of the code after the trampolines that the stub begins with: its start
    /// if there are none.
    pub(super) fn end_of_trampolines(&self) -> u64 {
        // Before the first one is a trap.
        let first = (self.start + 1).next_multiple_of(16);
        match self.name {
            "barrier_trampolines" => self.end,
            "return_trampolines" => first + 16 * MAX_RETURN_TRAMPOLINES as u64,
            _ => self.start,
        }
    }

    /// Returns the stub without what follows its last return: the data of a thunk.
    pub(super) fn until_return(mut self) -> Self {
        let code = core::ptr::with_exposed_provenance::<u8>(self.start as usize);
        // SAFETY: the code of a stub is readable.
        let code = unsafe { core::slice::from_raw_parts(code, (self.end - self.start) as usize) };
        let decoded = arch::instructions(code);
        let last = decoded.iter().find(|instruction| instruction.is_return);
        let last = self.start + last.expect("a thunk returns").offset as u64;
        self.instructions.retain(|&at| at <= last);
        self
    }

    /// Returns whether the code at an address is this stub's.
    pub(super) fn contains(&self, address: u64) -> bool {
        (self.start..self.end).contains(&address)
    }
}

unsafe extern "C" {
    fn spgc_call_native();
}

/// Returns whether a symbol is that of this stub: its name, or the mangled name of the function in
/// a module `arch`.
fn is_symbol(symbol: &str, name: &str) -> bool {
    symbol == name
        || symbol.contains("4arch") && symbol.contains(&format!("{}{name}17h", name.len()))
        || symbol.starts_with("_R")
            && symbol.contains("4arch")
            && symbol.ends_with(&format!("{}{name}", name.len()))
}

/// Returns the stubs of this process.
pub(super) fn stubs() -> &'static [Stub] {
    static FOUND: OnceLock<Vec<Stub>> = OnceLock::new();
    FOUND.get_or_init(|| {
        let program = fs::read("/proc/self/exe").expect("the program is a file");
        let program = object::File::parse(&*program).expect("it is an object file");
        let native = program.symbols().find(|symbol| symbol.name() == Ok("spgc_call_native"));
        let linked = native.expect("it is linked").address();
        let moved = (spgc_call_native as *const () as u64).wrapping_sub(linked);
        // Few of the many symbols, with their names.
        let candidates: Vec<_> = program
            .symbols()
            .filter(|symbol| symbol.size() != 0)
            .filter_map(|symbol| Some((symbol.name().ok()?.to_owned(), symbol)))
            .filter(|(name, _)| name.starts_with("spgc_") || name.contains("4arch"))
            .collect();
        let find = |&(name, kind): &(&'static str, Kind)| {
            let mut symbols = candidates.iter().filter(|(symbol, _)| is_symbol(symbol, name));
            let (_, symbol) = symbols.next().unwrap_or_else(|| panic!("there is no {name}"));
            assert!(symbols.next().is_none(), "there are several functions {name}");
            let start = symbol.address().wrapping_add(moved);
            // SAFETY: the symbol is that of a function of this program.
            unsafe { Stub::new(name, kind, start, start + symbol.size()) }
        };
        STUBS.iter().map(find).collect()
    })
}

/// Returns the stub in whose code an address is, if any.
pub(super) fn is_in(name: &str, address: u64) -> bool {
    stubs().iter().any(|stub| stub.contains(address) && stub.name == name)
}

/// Every function that the sources define in assembly is in [`STUBS`].
#[test]
fn every_stub_is_listed() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the workspace");
    let mut names = Vec::new();
    let mut tables = 0;
    let mut folders: Vec<_> =
        ["scanner", "gc", "cranelift"].iter().map(|folder| root.join(folder)).collect();
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                let text = fs::read_to_string(&path).unwrap();
                tables += text.matches("\".cfi_startproc\"").count();
                names.extend(functions(&text));
            }
        }
    }
    names.sort_unstable();
    names.dedup();
    let listed: Vec<_> = STUBS.iter().map(|(name, _)| *name).collect();
    assert_eq!(names, listed);
    // Two processors; a table each in two macros, and two in the macro that ends fibers.
    assert!(tables >= 2 * 18, "{tables}");
}

/// Returns the names of the functions in assembly that a source file defines.
fn functions(text: &str) -> Vec<String> {
    let mut names = Vec::new();
    let mut function = "";
    for line in text.lines().map(str::trim) {
        if let Some((_, rest)) = line.split_once("extern \"C\" fn ") {
            function = rest.split('(').next().unwrap_or_default();
        } else if line == "naked_asm!(" {
            names.push(function.to_owned());
        } else if let Some((_, rest)) = line.split_once(".type ")
            && let Some(name) = rest.strip_suffix(", @function\",")
            && !name.starts_with('\\')
        {
            names.push(name.to_owned());
        } else if let Some(rest) = ["\"spgc_slow_path ", "\"spgc_preserving "]
            .iter()
            .find_map(|call| line.strip_prefix(call))
            && let Some((name, _)) = rest.split_once(',')
        {
            names.push(name.to_owned());
        }
    }
    names
}
