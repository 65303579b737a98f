//! A function with ten calls as a code generator emits it, made from `managed/generated.ll`: its
//! code, and the sections that LLVM emitted for it, which can be copied to any address.

use core::ops::Range;
use std::fs;
use std::path::Path;

use object::{Object as _, ObjectSection as _, ObjectSymbol as _};
use stackmap_tool::object_file::{self, Section, compile_object};
use statepoint_scanner::stackmap;

use crate::capi::{compiler, run};
use crate::managed::assembly;

/// Offset of the first function's address in a stack map: after the header and three counts.
pub const FUNCTION_ADDRESS: Range<usize> = 16..24;

/// The function and its sections, one after the other, as in an object file.
#[derive(Clone, Debug)]
pub struct Generated {
    /// Its code, which is position-independent, and its address here. The function is at its
    /// beginning.
    pub code: Section,
    /// Its stack map: of one function, whose address is at [`FUNCTION_ADDRESS`].
    pub stack_maps: Section,
    /// Its unwind table, which is valid at any address that has the same distance from the code as
    /// here.
    pub eh_frame: Section,
    /// The output of `stackmap compile` for both, which is valid under the same condition.
    pub table: Section,
}

impl Generated {
    /// Assembles the function in `folder`.
    ///
    /// # Panics
    ///
    /// If it cannot be assembled, or does not have the expected form.
    pub fn assemble(folder: &Path) -> Self {
        let path = folder.join("generated.o");
        run(compiler().arg("-c").arg(assembly("generated")).arg("-o").arg(&path));
        let bytes = fs::read(&path).expect("the file was written");
        let source = read(&path, &bytes);
        let code = Section { address: start(&source), bytes: code(&bytes) };
        let stack_maps = source.stack_maps.expect("a stack map");
        let map = stackmap::maps(&stack_maps.bytes).next().expect("one").expect("sound");
        assert_eq!((map.functions().len(), map.records().len()), (1, 10));
        assert_eq!(stack_maps.bytes[FUNCTION_ADDRESS], code.address.to_le_bytes());
        let compiled = compile_object(&bytes).expect("it can be compiled");
        let compiled = read(&path, &compiled.bytes);
        let [table] = &compiled.tables[..] else { panic!("{:?}", compiled.tables) };
        // Relocates an address from the code of one to that of the other.
        let address = table.address.wrapping_sub(start(&compiled)).wrapping_add(code.address);
        let table = Section { address, bytes: table.bytes.clone() };
        let eh_frame = source.eh_frame.expect("unwind tables");
        Self { code, stack_maps, eh_frame, table }
    }

    /// Returns its stack map for code at another address.
    pub fn stack_maps_at(&self, code: u64) -> Vec<u8> {
        let mut bytes = self.stack_maps.bytes.clone();
        bytes[FUNCTION_ADDRESS].copy_from_slice(&code.to_le_bytes());
        bytes
    }

    /// Returns the apparent address of its unwind table for code at another address.
    pub fn eh_frame_at(&self, code: u64) -> u64 {
        self.eh_frame.address.wrapping_sub(self.code.address).wrapping_add(code)
    }

    /// Returns the apparent address of its compiled table for code at another address.
    pub fn table_at(&self, code: u64) -> u64 {
        self.table.address.wrapping_sub(self.code.address).wrapping_add(code)
    }

    /// Returns assembly with all of this under symbols, for a program in C: `generated_code`,
    /// `generated_maps`, `generated_eh_frame`, `generated_table`, each up to `..._end`; and
    /// `generated_places`, the addresses of the first, third and fourth.
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

fn read(path: &Path, bytes: &[u8]) -> object_file::MapSource {
    object_file::read_bytes(path, bytes).expect("it can be read").swap_remove(0)
}

/// Returns the offset of the function.
fn start(source: &object_file::MapSource) -> u64 {
    source.functions.named("generated").expect("the function is in the file").start
}

/// The section that begins with the function. (After it is the rest of the prelude, which is not
/// called.)
fn code(bytes: &[u8]) -> Vec<u8> {
    let object = object::File::parse(bytes).expect("an object file");
    let named = |symbol: &object::Symbol<'_, '_>| symbol.name() == Ok("generated");
    let symbol = object.symbols().find(named).expect("the function is in the file");
    let section = symbol.section_index().expect("defined");
    let section = object.section_by_index(section).expect("defined");
    assert_eq!(symbol.address(), section.address());
    assert!(
        section.relocations().all(|(offset, _)| offset >= symbol.size()),
        "the function names something outside of it"
    );
    section.data().expect("code").to_vec()
}
