//! The sections of this program in memory.

use object::{Object, ObjectSection, ObjectSegment};

/// Sections of the program that the reference stack walker reads.
#[derive(Clone, Copy, Debug)]
pub struct Image {
    /// The address of `.eh_frame`.
    pub eh_frame_address: u64,
    /// The contents of `.eh_frame`.
    pub eh_frame: &'static [u8],
    /// The contents of `.llvm_stackmaps`, and of `.raw_stackmaps`, which has copies of the stack
    /// maps that compiled tables have replaced. At most one of them is empty.
    pub stack_maps: [&'static [u8]; 2],
}

unsafe extern "C" {
    /// Symbol that the linker defines at the start of the mapped file.
    static __ehdr_start: u8;
}

impl Image {
    /// Finds the sections through the section headers in the file of the program.
    ///
    /// # Errors
    ///
    /// If the file cannot be read, or a section is missing.
    pub fn of_this_program() -> Result<Self, String> {
        let bytes = std::fs::read("/proc/self/exe").map_err(|error| error.to_string())?;
        let file = object::File::parse(&*bytes).map_err(|error| error.to_string())?;
        let first = file.segments().map(|segment| segment.address()).min().unwrap_or(0);
        let mapped = (&raw const __ehdr_start).expose_provenance() as u64;
        let bias = mapped.wrapping_sub(first & !0xfff);
        let section = |name: &str| {
            let section = file.section_by_name(name)?;
            let address = bias.wrapping_add(section.address());
            let start = core::ptr::with_exposed_provenance(address as usize);
            // SAFETY: these sections have the flag SHF_ALLOC, so they are mapped. They stay mapped,
            // and no code writes them after the program was loaded.
            let bytes =
                unsafe { core::slice::from_raw_parts::<u8>(start, section.size() as usize) };
            Some((address, bytes))
        };
        let (eh_frame_address, eh_frame) =
            section(".eh_frame").ok_or("the program has no .eh_frame")?;
        let stack_maps = [".llvm_stackmaps", ".raw_stackmaps"]
            .map(|name| section(name).map_or(&[][..], |(_, bytes)| bytes));
        if stack_maps.iter().all(|bytes| bytes.is_empty()) {
            return Err("the program has no stack map".to_owned());
        }
        Ok(Self { eh_frame_address, eh_frame, stack_maps })
    }
}
