//! Code as a JIT compiler generates it: a position-independent function with ten call sites,
//! compiled from `managed/generated.ll`, with its stack map and unwind table. It can be copied to
//! any address.

use core::ops::Range;
use std::fs;
use std::path::Path;

use object::{Object as _, ObjectSection as _, ObjectSymbol as _};
use stackmap_tool::object_file::{self, Section, compile_object};
use statepoint_scanner::stackmap;

use crate::capi::{compiler, run};
use crate::managed::assembly;

/// Byte range of the address of the first function in a stack map, after the header and three
/// counts.
pub const FUNCTION_ADDRESS: Range<usize> = 16..24;

/// Code and sections of the function. Their addresses are those in the object file.
#[derive(Clone, Debug)]
pub struct Generated {
    /// The code, which starts with the function.
    pub code: Section,
    /// The stack map of the function, whose address is at [`FUNCTION_ADDRESS`].
    pub stack_maps: Section,
    /// The unwind table. It is valid at any address with the same distance from the code.
    pub eh_frame: Section,
    /// The compiled table. It is valid at any address with the same distance from the code.
    pub table: Section,
}

impl Generated {
    /// Assembles the function in `folder`.
    ///
    /// # Panics
    ///
    /// If the assembler fails, or the sections do not have the expected contents.
    pub fn assemble(folder: &Path) -> Self {
        let path = folder.join("generated.o");
        run(compiler().arg("-c").arg(assembly("generated")).arg("-o").arg(&path));
        let bytes = fs::read(&path).expect("the file was written");
        let source = read(&path, &bytes);
        let code = Section { address: start(&source), bytes: code(&bytes) };
        let stack_maps = source.stack_maps.expect("a stack map");
        let map = stackmap::maps(&stack_maps.bytes)
            .next()
            .expect("there is a map")
            .expect("the map is valid");
        assert_eq!((map.functions().len(), map.records().len()), (1, 10));
        assert_eq!(stack_maps.bytes[FUNCTION_ADDRESS], code.address.to_le_bytes());
        let compiled = compile_object(&bytes).expect("the object file can be compiled");
        let compiled = read(&path, &compiled.bytes);
        let [table] = &compiled.tables[..] else { panic!("{:?}", compiled.tables) };
        // Converts the address from the layout of the compiled object file to that of the source.
        let address = table.address.wrapping_sub(start(&compiled)).wrapping_add(code.address);
        let table = Section { address, bytes: table.bytes.clone() };
        let eh_frame = source.eh_frame.expect("unwind tables");
        Self { code, stack_maps, eh_frame, table }
    }

    /// Returns the stack map for code at another address.
    pub fn stack_maps_at(&self, code: u64) -> Vec<u8> {
        let mut bytes = self.stack_maps.bytes.clone();
        bytes[FUNCTION_ADDRESS].copy_from_slice(&code.to_le_bytes());
        bytes
    }

    /// Returns the address that the unwind table must appear to have for code at another address.
    pub fn eh_frame_at(&self, code: u64) -> u64 {
        self.eh_frame.address.wrapping_sub(self.code.address).wrapping_add(code)
    }

    /// Returns the address that the compiled table must appear to have for code at another address.
    pub fn table_at(&self, code: u64) -> u64 {
        self.table.address.wrapping_sub(self.code.address).wrapping_add(code)
    }

    /// Returns assembly that defines symbols for a C program: `generated_code`, `generated_maps`,
    /// `generated_eh_frame` and `generated_table`, each with an end symbol `..._end`, and
    /// `generated_places`, an array of the addresses of the code, the unwind table and the compiled
    /// table.
    ///
    /// # Panics
    ///
    /// If files cannot be written into `folder`.
    pub fn embedded(&self, folder: &Path) -> String {
        let mut text = "\t.section .rodata\n".to_owned();
        for (name, section) in [
            ("code", &self.code),
            ("maps", &self.stack_maps),
            ("eh_frame", &self.eh_frame),
            ("table", &self.table),
        ] {
            let file = folder.join(format!("generated.{name}"));
            fs::write(&file, &section.bytes).expect("the file is writable");
            let name = format!("generated_{name}");
            text += &format!("\t.balign 16\n\t.globl {name}, {name}_end\n{name}:\n");
            text += &format!("\t.incbin \"{}\"\n{name}_end:\n", file.display());
        }
        let places = [&self.code, &self.eh_frame, &self.table].map(|section| section.address);
        text += "\t.balign 8\n\t.globl generated_places\ngenerated_places:\n";
        text += &places.map(|place| format!("\t.quad {place}\n")).concat();
        text + "\t.section .note.GNU-stack,\"\",%progbits\n"
    }
}

/// Parses an object file with one stack map.
fn read(path: &Path, bytes: &[u8]) -> object_file::MapSource {
    object_file::read_bytes(path, bytes).expect("the object file can be read").swap_remove(0)
}

/// Returns the start address of the function.
fn start(source: &object_file::MapSource) -> u64 {
    source.functions.named("generated").expect("the function is in the file").start
}

/// Returns the section that starts with the function. The rest of the section is the prelude, which
/// is not called.
fn code(bytes: &[u8]) -> Vec<u8> {
    let object = object::File::parse(bytes).expect("an object file");
    let named = |symbol: &object::Symbol<'_, '_>| symbol.name() == Ok("generated");
    let symbol = object.symbols().find(named).expect("the function is in the file");
    let section = symbol.section_index().expect("defined");
    let section = object.section_by_index(section).expect("defined");
    assert_eq!(symbol.address(), section.address());
    assert!(
        section.relocations().all(|(offset, _)| offset >= symbol.size()),
        "the code of the function has relocations"
    );
    section.data().expect("code").to_vec()
}
