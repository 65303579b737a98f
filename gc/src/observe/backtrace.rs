//! The text of a backtrace of an interrupted thread: managed and native frames, with names.

use core::fmt::Write as _;
use std::collections::HashMap;

use statepoint_scanner::arch::Host;
use statepoint_scanner::image::symbols;
use statepoint_scanner::registry::CodeSnapshot;
use statepoint_scanner::walk::{CodeLookup, ImageFiles, StackMemory, trace_interrupted};

/// Maximum number of frames of each kind, managed and native, in a backtrace.
const MAX_FRAMES: usize = 24;

/// The stack of an interrupted thread, or a copy of it.
pub(crate) struct InterruptedStack<'a, M> {
    /// The memory of the stack and of the signal context.
    pub(crate) memory: &'a M,
    /// The address of the signal context.
    pub(crate) context: u64,
    /// Whether the stack extends beyond the memory.
    pub(crate) is_cut: bool,
}

/// Appends the backtrace of a stack, one line per frame. Returns the number of frames.
pub(crate) fn append_frames(
    text: &mut String,
    code: &CodeSnapshot<'_, Host>,
    stack: &InterruptedStack<'_, impl StackMemory>,
    names: &mut Names,
) -> usize {
    let mut depth = 0;
    let mut omitted = 0_usize;
    let Names { files, known } = names;
    // Numbers of frames shown: native, then managed.
    let mut shown = [0; 2];
    let ended = trace_interrupted(code, files, stack.memory, stack.context, &mut |address| {
        let is_managed = code.function_containing(address.wrapping_add(1)).is_some();
        let shown = &mut shown[usize::from(is_managed)];
        if *shown < MAX_FRAMES {
            *shown += 1;
            report_omitted(text, &mut omitted);
            let kind = if is_managed { "managed" } else { "native" };
            // In all frames except the youngest, `address` is that of the last byte of a call
            // instruction.
            let key = (address, depth > 0);
            let place = known.entry(key).or_insert_with(|| place(files, code, key));
            let _ = writeln!(text, "  {depth:4}  {kind:7}  {place}");
        } else {
            omitted += 1;
        }
        depth += 1;
    });
    report_omitted(text, &mut omitted);
    match ended {
        Ok(()) => {}
        Err(_) if stack.is_cut => {
            let _ = writeln!(text, "        ... older frames were not copied");
        }
        Err(error) => {
            let _ = writeln!(text, "        older frames cannot be found: {error}");
        }
    }
    depth
}

/// Appends a line with the number of omitted frames, if any, and resets the number.
fn report_omitted(text: &mut String, omitted: &mut usize) {
    if *omitted > 0 {
        let _ = writeln!(text, "        ... {omitted} more");
        *omitted = 0;
    }
}

/// Symbolizer with a cache, since looking up a name is slow.
pub(crate) struct Names {
    /// The files of the loaded images.
    files: ImageFiles,
    /// The cache.
    known: HashMap<Place, String>,
}

impl Names {
    /// Reads the files of the loaded images.
    pub(crate) fn new() -> Self {
        Self { files: ImageFiles::new(), known: HashMap::new() }
    }
}

/// The address of an instruction, or of the last byte of a call instruction. The flag is true for a
/// call.
type Place = (u64, bool);

/// Returns the symbol and offset of an address. For a call, the offset is that of the return
/// address, as in all other messages of the collector.
fn place(files: &ImageFiles, code: &CodeSnapshot<'_, Host>, (address, is_call): Place) -> String {
    let to_return_address = u64::from(is_call);
    if let Some(name) = files.name_at(address) {
        let file = name.file.file_name().unwrap_or(name.file.as_os_str()).display();
        let offset = name.offset + to_return_address;
        return match name.function {
            Some(function) => format!("{}+{offset:#x} ({file})", symbols::demangle(&function)),
            None => format!("{:#x} ({file}+{offset:#x})", address.wrapping_add(to_return_address)),
        };
    }
    match (code.region_at(address), code.function_containing(address.wrapping_add(1))) {
        (Some((region, _)), Some(function)) => {
            let (name, offset) = match symbols::generated_name_at(address) {
                Some((name, offset)) => (symbols::demangle(&name), offset),
                None => (format!("{function:#x}"), address.wrapping_sub(function)),
            };
            let offset = offset.wrapping_add(to_return_address);
            format!("{name}+{offset:#x} (generated code, region {region})")
        }
        _ => format!("{:#x}", address.wrapping_add(to_return_address)),
    }
}
