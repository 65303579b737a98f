//! A minimal JIT linker for x86-64. It loads and relocates an object file in executable memory,
//! without the dynamic loader.

use core::ffi::{CStr, c_void};
use core::ops::Range;
use std::collections::HashMap;
use std::ffi::CString;
use std::fs;
use std::path::Path;

use object::{
    Architecture, Object as _, ObjectSection as _, ObjectSymbol as _, RelocationFlags,
    RelocationTarget, SectionIndex, SectionKind, elf,
};
use statepoint_gc::{
    CodeRegistry,
    code::{CodeRegionId, JitRegion, JitTable, RegistryError},
};
use statepoint_scanner::registry::GeneratedFunction;
use statepoint_scanner::stackmap;
use tempfile::TempDir;

use crate::ir::ContextAccess;
use crate::llvm::Llvm;

/// Size in bytes of a jump to an arbitrary address, with padding.
const STUB: usize = 16;

/// A loaded object file. It must be removed from all registries before it is dropped.
#[derive(Debug)]
pub struct Generated {
    memory: Range<usize>,
    /// Address of a writable mapping of the same memory.
    writable: usize,
    code: Range<usize>,
    stack_maps: Range<usize>,
    eh_frame: Range<usize>,
    functions: HashMap<String, usize>,
}

impl Generated {
    /// Compiles `managed/FILE.ll` with each installed LLVM version, and loads the results. `more`
    /// is IR that is appended to the file; `options` are passed to `llc`. On other architectures
    /// than x86-64, prints a message and returns an empty list.
    ///
    /// # Panics
    ///
    /// If the file cannot be compiled, and as for [`Self::load`].
    pub fn of_each_version(file: &str, more: &str, options: &[&str]) -> Vec<Self> {
        if std::env::consts::ARCH != "x86_64" {
            eprintln!("skipped: this test's loader is for x86-64");
            return Vec::new();
        }
        let directory = TempDir::new().expect("the folder can be created");
        let managed = Path::new(env!("CARGO_MANIFEST_DIR")).join("managed");
        let text = fs::read_to_string(managed.join(file).with_extension("ll"));
        let text = text.expect("the file exists") + more;
        let lines = text.lines().filter(|line| !line.ends_with("; aarch64"));
        let source = directory.path().join("source.ll");
        fs::write(&source, lines.collect::<Vec<_>>().join("\n")).expect("the file is writable");
        let compile = |llvm: Llvm| {
            let name = format!("{file}-{}", llvm.version());
            let object = llvm.managed_object(
                &source,
                directory.path(),
                &name,
                ContextAccess::Context,
                options,
            );
            let object = object.unwrap_or_else(|error| panic!("{name}: {error}"));
            Self::load(&fs::read(object).expect("the file was written"))
        };
        Llvm::installed().into_iter().map(compile).collect()
    }

    /// Loads an object file into new executable memory. Undefined symbols are resolved to symbols
    /// of this process.
    ///
    /// # Panics
    ///
    /// If the file is invalid, needs a symbol that this process does not have, or has an
    /// unsupported relocation.
    pub fn load(bytes: &[u8]) -> Self {
        let file = object::File::parse(bytes).expect("an object file");
        let needed = |section: &object::Section<'_, '_>| {
            let kinds = [SectionKind::Text, SectionKind::ReadOnlyData, SectionKind::ReadOnlyString];
            let name = section.name().unwrap_or("");
            kinds.contains(&section.kind()) || [".eh_frame", ".llvm_stackmaps"].contains(&name)
        };
        let sections: Vec<_> = file.sections().filter(needed).filter(|s| s.size() > 0).collect();
        let external: Vec<_> = file
            .symbols()
            .filter(|symbol| {
                symbol.is_undefined() && symbol.name().is_ok_and(|name| !name.is_empty())
            })
            .collect();
        let mut size = external.len() * STUB;
        let mut offsets = HashMap::new();
        for section in &sections {
            size = size.next_multiple_of(section.align().max(1) as usize);
            offsets.insert(section.index(), size);
            size += section.size() as usize;
        }
        let (memory, writable) = map(size);
        let mut image = vec![0_u8; size];
        let mut addresses = HashMap::new();
        let mut stubs = HashMap::new();
        for (number, symbol) in external.iter().enumerate() {
            let target = process_symbol(symbol.name().expect("the symbol has a name"));
            addresses.insert(symbol.index(), target);
            stubs.insert(symbol.index(), memory.start + number * STUB);
            image[number * STUB..][..STUB].copy_from_slice(&stub(file.architecture(), target));
        }
        let place = |index: SectionIndex| offsets.get(&index).map(|offset| memory.start + offset);
        let mut functions = HashMap::new();
        for symbol in file.symbols() {
            let Some(base) = symbol.section_index().and_then(place) else { continue };
            let address = base + symbol.address() as usize;
            addresses.insert(symbol.index(), address);
            functions.insert(symbol.name().unwrap_or("").to_owned(), address);
        }
        for section in &sections {
            let base = offsets[&section.index()];
            let data = section.data().expect("the section is in the file");
            image[base..][..data.len()].copy_from_slice(data);
            for (offset, relocation) in section.relocations() {
                let RelocationTarget::Symbol(symbol) = relocation.target() else {
                    panic!("{relocation:?} has no symbol");
                };
                let RelocationFlags::Elf { r_type } = relocation.flags() else {
                    panic!("{relocation:?} is not an ELF relocation");
                };
                let at = base + offset as usize;
                let target = addresses.get(&symbol).copied();
                let relocation = Relocation {
                    kind: r_type,
                    place: memory.start + at,
                    target: target.unwrap_or_else(|| panic!("{relocation:?}: no such symbol")),
                    near: stubs.get(&symbol).or(addresses.get(&symbol)).copied().unwrap_or(0),
                    addend: relocation.addend(),
                };
                relocation.apply(&mut image[at..]);
            }
        }
        let range = |name: &str| {
            let section = sections.iter().find(|section| section.name() == Ok(name));
            let section = section.unwrap_or_else(|| panic!("no section {name}"));
            let start = place(section.index()).expect("the section has an address");
            start..start + section.size() as usize
        };
        let (code, stack_maps, eh_frame) =
            (range(".text"), range(".llvm_stackmaps"), range(".eh_frame"));
        install(&memory, writable, &image);
        Self { memory, writable, code, stack_maps, eh_frame, functions }
    }

    /// Registers the code.
    ///
    /// # Errors
    ///
    /// If the registry rejects the sections.
    pub fn register(&self, registry: &CodeRegistry) -> Result<CodeRegionId, RegistryError> {
        self.register_with(registry, self.stack_maps())
    }

    /// Returns the relocated stack maps.
    pub fn stack_maps(&self) -> &[u8] {
        self.bytes(&self.stack_maps)
    }

    /// Registers the code with the given stack maps instead of its own.
    ///
    /// # Errors
    ///
    /// As [`Self::register`].
    pub fn register_with(
        &self,
        registry: &CodeRegistry,
        stack_maps: &[u8],
    ) -> Result<CodeRegionId, RegistryError> {
        // SAFETY: LLVM generated the sections for this code, and they are relocated to its address.
        unsafe { registry.register_jit(self.region(stack_maps)) }
    }

    /// Registers the code with the names of its functions, each after `prefix`.
    ///
    /// # Errors
    ///
    /// As [`Self::register`].
    pub fn register_with_names(
        &self,
        registry: &CodeRegistry,
        prefix: &str,
    ) -> Result<CodeRegionId, RegistryError> {
        let in_code = self.functions.iter().filter(|(_, address)| self.code.contains(address));
        let mut starts: Vec<_> = in_code.map(|(name, &address)| (address, name)).collect();
        starts.sort_unstable();
        let ends = starts.iter().skip(1).map(|&(start, _)| start).chain([self.code.end]);
        let function = |(&(start, name), end): (&(usize, &String), usize)| GeneratedFunction {
            code: start as u64..end as u64,
            name: format!("{prefix}{name}"),
        };
        let functions = starts.iter().zip(ends).map(function).collect();
        // SAFETY: as in `register_with`.
        unsafe { registry.register_jit_with_names(self.region(self.stack_maps()), functions) }
    }

    /// Returns the code with the given stack maps, to be registered.
    fn region<'a>(&'a self, stack_maps: &'a [u8]) -> JitRegion<'a> {
        let table = JitTable::Sections {
            stack_maps,
            eh_frame: self.bytes(&self.eh_frame),
            code: Some(self.bytes(&self.code)),
            eh_frame_address: self.eh_frame.start as u64,
        };
        JitRegion { code: self.code(), table }
    }

    /// Returns the address of a function.
    ///
    /// # Panics
    ///
    /// If there is no function with this name.
    pub fn function(&self, name: &str) -> *const c_void {
        core::ptr::with_exposed_provenance(self.functions[name])
    }

    /// Returns the address range of the code.
    pub fn code(&self) -> Range<u64> {
        self.code.start as u64..self.code.end as u64
    }

    /// Returns the address of a writable mapping of the code.
    pub fn writable(&self) -> *mut u8 {
        core::ptr::with_exposed_provenance_mut(self.writable + self.code.start - self.memory.start)
    }

    /// Returns the code addresses of the stack map records with this ID.
    ///
    /// # Panics
    ///
    /// If the stack map is invalid.
    pub fn records(&self, id: u64) -> Vec<u64> {
        records(self.bytes(&self.stack_maps), id)
    }

    /// Returns the contents of a range of the memory.
    fn bytes(&self, range: &Range<usize>) -> &[u8] {
        assert!(self.memory.contains(&range.start) && range.end <= self.memory.end);
        // SAFETY: the range is in the mapping, which is readable and no longer changes.
        unsafe {
            let start = core::ptr::with_exposed_provenance(range.start);
            core::slice::from_raw_parts(start, range.len())
        }
    }
}

impl Drop for Generated {
    fn drop(&mut self) {
        // SAFETY: this value owns the mappings, and the code has been removed from all registries.
        unsafe {
            for start in [self.memory.start, self.writable] {
                libc::munmap(core::ptr::with_exposed_provenance_mut(start), self.memory.len());
            }
        }
    }
}

/// Returns the code addresses of the records with this ID in a stack map section.
///
/// # Panics
///
/// If the section is invalid.
pub fn records(stack_maps: &[u8], id: u64) -> Vec<u64> {
    let mut found = Vec::new();
    for map in stackmap::maps(stack_maps) {
        let map = map.expect("the stack map is valid");
        for (function, record) in map.function_records().expect("each record has a function") {
            if record.id == id {
                found.push(function.address + u64::from(record.instruction_offset));
            }
        }
    }
    found
}

/// Maps memory twice, executable and writable. Returns the executable range and the address of the
/// writable mapping.
pub(crate) fn map(size: usize) -> (Range<usize>, usize) {
    let piece = |protection, file| {
        // SAFETY: a new mapping, at an address that the system chooses.
        let start = unsafe {
            libc::mmap(core::ptr::null_mut(), size, protection, libc::MAP_SHARED, file, 0)
        };
        assert!(start != libc::MAP_FAILED, "no memory for {size} bytes of code");
        start.expose_provenance()
    };
    // SAFETY: the file is new and anonymous; only the mappings keep it open.
    unsafe {
        let file = libc::memfd_create(c"code".as_ptr(), libc::MFD_CLOEXEC);
        assert!(file >= 0, "{}", std::io::Error::last_os_error());
        assert_eq!(libc::ftruncate(file, size as libc::off_t), 0);
        let start = piece(libc::PROT_READ | libc::PROT_EXEC, file);
        let writable = piece(libc::PROT_READ | libc::PROT_WRITE, file);
        libc::close(file);
        (start..start + size, writable)
    }
}

/// Copies code to the writable mapping of `memory`, and flushes the instruction cache. No thread
/// may execute the memory yet.
pub(crate) fn install(memory: &Range<usize>, writable: usize, image: &[u8]) {
    unsafe extern "C" {
        fn __clear_cache(begin: *mut c_void, end: *mut c_void);
    }
    let start: *mut u8 = core::ptr::with_exposed_provenance_mut(writable);
    // SAFETY: the mapping has this size, and nothing else uses it yet.
    unsafe {
        start.copy_from_nonoverlapping(image.as_ptr(), image.len());
        __clear_cache(
            core::ptr::with_exposed_provenance_mut(memory.start),
            core::ptr::with_exposed_provenance_mut(memory.end),
        );
    }
}

/// Returns the address of a symbol in this process.
fn process_symbol(name: &str) -> usize {
    let text = CString::new(name).expect("a name");
    let find = |name: &CStr| {
        // SAFETY: the name is a string that ends with 0.
        unsafe { libc::dlsym(libc::RTLD_DEFAULT, name.as_ptr()) }
    };
    let address = find(&text).expose_provenance();
    assert!(address != 0, "this process has no {name}");
    address
}

/// Returns an indirect jump to `target`, which may be out of range of a direct one.
fn stub(architecture: Architecture, target: usize) -> [u8; STUB] {
    assert_eq!(architecture, Architecture::X86_64, "stubs are for x86-64 only");
    let mut stub = [0; STUB];
    // jmp *(%rip)
    stub[..6].copy_from_slice(&[0xff, 0x25, 0, 0, 0, 0]);
    stub[6..14].copy_from_slice(&(target as u64).to_le_bytes());
    stub
}

/// A relocation and its operands.
#[derive(Debug)]
struct Relocation {
    kind: elf::RelocationType,
    place: usize,
    target: usize,
    /// Address of the stub that jumps to the target, or the target if it has no stub.
    near: usize,
    addend: i64,
}

impl Relocation {
    /// Writes the relocated value to `bytes`.
    fn apply(&self, bytes: &mut [u8]) {
        let absolute = (self.target as i64).wrapping_add(self.addend);
        let relative = absolute.wrapping_sub(self.place as i64);
        let call = (self.near as i64).wrapping_add(self.addend).wrapping_sub(self.place as i64);
        match self.kind {
            elf::R_X86_64_PC32 | elf::R_X86_64_PLT32 => {
                let call = i32::try_from(call).expect("the call is in range");
                bytes[..4].copy_from_slice(&call.to_le_bytes());
            }
            elf::R_X86_64_64 => bytes[..8].copy_from_slice(&absolute.to_le_bytes()),
            elf::R_X86_64_PC64 => bytes[..8].copy_from_slice(&relative.to_le_bytes()),
            _ => panic!("{self:?} has an unsupported type"),
        }
    }
}
