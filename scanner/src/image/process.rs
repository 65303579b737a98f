//! The images of this process: the program and its shared objects.
//!
//! The loader reports where each image is mapped, but not where its sections are; the section
//! headers are in the file. The contents are read from memory, where relocations are applied: in
//! the file, the function addresses of a stack map may all be zero. Files without symbols (`strip`)
//! are supported, files without section headers are not.

use std::ops::Range;
use std::path::{Path, PathBuf};

pub use super::file::ImageError;
use super::file::{Extent, ImageFile};
use crate::cfi::SearchTable;
use crate::os::cancellation::CancelDisabled;
use crate::os::{self, MappedImage, Pin};
use crate::table::{CodeBytes, SECTION_NAME};

/// The section to which LLVM writes stack maps (StackMaps.rst, "Stack Map Section").
pub const STACK_MAPS: &str = ".llvm_stackmaps";
pub(crate) const EH_FRAME: &str = ".eh_frame";
const EH_FRAME_HEADER: &str = ".eh_frame_hdr";

/// An image that is mapped in this process. It stays loaded while the value lives.
#[derive(Debug)]
pub struct LoadedImage {
    mapped: MappedImage,
    path: PathBuf,
    stack_maps: Option<Extent>,
    compiled_tables: Option<Extent>,
    eh_frame: Option<Extent>,
    eh_frame_header: Option<Extent>,
    /// Prevents unloading. `None` for the program, which cannot be unloaded.
    _pin: Option<Pin>,
}

/// Returns the images that are currently loaded, the program first.
///
/// Omits a shared object whose file was deleted or replaced, or that is unloaded meanwhile. Its
/// managed code then has no table, and a walk that reaches this code fails.
///
/// # Errors
///
/// Returns an error if the program's own file cannot be read, or if an image has a stack map that
/// is not mapped.
pub fn images() -> Result<Vec<LoadedImage>, ImageError> {
    images_where(|_| true)
}

/// Returns the images whose [`LoadedImage::text`] satisfies `text`, like [`images`]. The files of
/// other images are not opened.
///
/// # Errors
///
/// The errors of [`images`].
pub fn images_where(text: impl Fn(Range<u64>) -> bool) -> Result<Vec<LoadedImage>, ImageError> {
    let _uncancelled = CancelDisabled::begin();
    let mut images = Vec::new();
    for mapped in os::mapped_images() {
        if !text(code_range(&mapped)) {
            continue;
        }
        match load(mapped) {
            Ok(image) => images.extend(image),
            Err((false, ImageError::Open { .. } | ImageError::Replaced { .. })) => {}
            Err((_, error)) => return Err(error),
        }
    }
    Ok(images)
}

/// Returns the image whose code contains this address, if there is one.
///
/// # Errors
///
/// Returns an error if the image's file cannot be read, or if it has a stack map that is not
/// mapped.
pub fn image_at(address: u64) -> Result<Option<LoadedImage>, ImageError> {
    first(|mapped| code_range(mapped).contains(&address))
}

/// Returns the file of the image whose code contains this address, if there is one.
pub(crate) fn file_at(address: u64) -> Option<PathBuf> {
    let mut images = os::mapped_images().into_iter();
    images.find(|mapped| code_range(mapped).contains(&address)).map(|mapped| mapped.path)
}

/// Returns the loaded image of this file, if there is one.
///
/// # Errors
///
/// The errors of [`image_at`].
pub fn image_of(file: &Path) -> Result<Option<LoadedImage>, ImageError> {
    let resolved = file.canonicalize().ok();
    first(|mapped| {
        mapped.path == file || resolved.is_some() && mapped.path.canonicalize().ok() == resolved
    })
}

/// Loads the first image that `select` accepts, if there is one.
fn first(select: impl Fn(&MappedImage) -> bool) -> Result<Option<LoadedImage>, ImageError> {
    let _uncancelled = CancelDisabled::begin();
    let found = os::mapped_images().into_iter().find(select);
    found.map_or(Ok(None), |mapped| load(mapped).map_err(|(_, error)| error))
}

/// Returns whether an image has raw stack maps or compiled tables, registered or not.
///
/// # Errors
///
/// Returns an error if the image's file cannot be read.
pub(crate) fn has_managed_code(mapped: &MappedImage) -> Result<bool, ImageError> {
    // The vDSO has no file and no managed code.
    if !mapped.is_program && mapped.path.components().count() <= 1 {
        return Ok(false);
    }
    let _uncancelled = CancelDisabled::begin();
    let file = ImageFile::open(mapped)?;
    for name in [STACK_MAPS, SECTION_NAME] {
        if file.section(name)?.is_some_and(|section| section.size != 0) {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Reads an image's sections and keeps the image loaded. Returns `None` if the image is no longer
/// loaded. The flag in the error is true if the image is the program.
fn load(mapped: MappedImage) -> Result<Option<LoadedImage>, (bool, ImageError)> {
    if mapped.is_program {
        return LoadedImage::new(mapped, None).map(Some);
    }
    let pin = os::pin(&mapped);
    pin.map(|pin| LoadedImage::new(mapped, Some(pin))).transpose()
}

/// Returns the range from the lowest to the highest code address of an image, or an empty range if
/// the image has no code.
fn code_range(mapped: &MappedImage) -> Range<u64> {
    let code = mapped.segments.iter().filter(|segment| segment.executable);
    let low = code.clone().map(|segment| segment.address).min().unwrap_or(0);
    let high = code.map(|segment| segment.address.saturating_add(segment.size)).max();
    mapped.bias.wrapping_add(low)..mapped.bias.wrapping_add(high.unwrap_or(low))
}

/// Returns the section between two symbols that a linker script defines at its start and end, for
/// programs without section headers. Returns `None` if `end` is before `start`.
///
/// # Safety
///
/// The bytes from `start` to `end` must stay mapped, and must not be written to, as long as the
/// program runs.
pub unsafe fn between(start: *const u8, end: *const u8) -> Option<&'static [u8]> {
    let len = end.addr().checked_sub(start.addr())?;
    // SAFETY: the caller guarantees that the bytes are mapped while the program runs, and that they
    // are not written to.
    Some(unsafe { os::mapped_bytes(start.expose_provenance() as u64, len) })
}

impl LoadedImage {
    fn new(mapped: MappedImage, pin: Option<Pin>) -> Result<Self, (bool, ImageError)> {
        let with_kind = |error| (mapped.is_program, error);
        let file = ImageFile::open(&mapped).map_err(with_kind)?;
        let path = mapped.name();
        let section = |name: &'static str| {
            let extent = file.section(name)?.filter(|extent| extent.size != 0);
            if extent.is_some_and(|extent| !is_mapped(&mapped, extent)) {
                return Err(ImageError::NotMapped { path: path.clone(), section: name });
            }
            Ok(extent)
        };
        let stack_maps = section(STACK_MAPS).map_err(with_kind)?;
        let compiled_tables = section(SECTION_NAME).map_err(with_kind)?;
        let eh_frame = section(EH_FRAME).map_err(with_kind)?;
        // It only saves time, so an unusable one is no error.
        let eh_frame_header = section(EH_FRAME_HEADER).unwrap_or(None);
        Ok(Self { mapped, path, stack_maps, compiled_tables, eh_frame, eh_frame_header, _pin: pin })
    }

    /// Returns the path of the file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Returns whether this image is the program, as opposed to a shared object.
    pub fn is_program(&self) -> bool {
        self.mapped.is_program
    }

    /// Returns the load bias, which is added to an address in the file to give the address in
    /// memory.
    pub fn bias(&self) -> u64 {
        self.mapped.bias
    }

    /// Returns the stack map section, if the image has one.
    pub fn stack_maps(&self) -> Option<&[u8]> {
        self.stack_maps.map(|extent| self.bytes(extent))
    }

    /// Returns the address and the contents of the section of [compiled tables](SECTION_NAME), if
    /// the image has one.
    pub fn compiled_tables(&self) -> Option<(u64, &[u8])> {
        self.compiled_tables
            .map(|extent| (self.bias().wrapping_add(extent.address), self.bytes(extent)))
    }

    /// Returns the address and the contents of `.eh_frame`, if the image has one.
    pub fn eh_frame(&self) -> Option<(u64, &[u8])> {
        self.eh_frame.map(|extent| (self.bias().wrapping_add(extent.address), self.bytes(extent)))
    }

    /// Returns the table that finds the entries of `.eh_frame`, if the image has one.
    pub(crate) fn search_table(&self) -> Option<SearchTable<'_>> {
        self.eh_frame_header.map(|extent| SearchTable {
            address: self.bias().wrapping_add(extent.address),
            bytes: self.bytes(extent),
        })
    }

    /// Returns the range from the lowest to the highest code address of the image, or an empty
    /// range if the image has no code.
    pub fn text(&self) -> Range<u64> {
        code_range(&self.mapped)
    }

    /// Returns the contents of a section, as they are mapped.
    fn bytes(&self, extent: Extent) -> &[u8] {
        let address = self.bias().wrapping_add(extent.address);
        // SAFETY: `new` has checked that the section is in a readable segment of the image, so its
        // size fits the address space. `self` keeps the image loaded. These sections are not
        // written to after the loader has relocated them.
        unsafe { os::mapped_bytes(address, extent.size as usize) }
    }
}

/// Reads the code from memory.
impl CodeBytes for LoadedImage {
    fn read(&self, address: u64, out: &mut [u8]) -> bool {
        let Some(segment) = self.mapped.segment_around(address) else { return false };
        let rest = segment.size - address.wrapping_sub(self.bias()).wrapping_sub(segment.address);
        let is_there = segment.readable && segment.executable && rest >= out.len() as u64;
        if is_there {
            // SAFETY: the bytes are in a readable segment, and `self` keeps the image loaded.
            unsafe { os::read_code(address, out) };
        }
        is_there
    }
}

/// Returns whether a section lies in one readable segment of the image.
fn is_mapped(image: &MappedImage, extent: Extent) -> bool {
    image.segments.iter().filter(|segment| segment.readable).any(|segment| {
        extent.address.checked_sub(segment.address).is_some_and(|start| {
            start.checked_add(extent.size).is_some_and(|end| end <= segment.size)
        })
    })
}

#[cfg(test)]
mod tests {
    use core::sync::atomic::AtomicU64;

    use super::*;
    use crate::arch::{Host, InstructionSet as _};
    use crate::cfi::{EhFrame, UnwindProblem, UnwindRules};

    fn program() -> LoadedImage {
        let mut images = images().unwrap();
        assert_eq!(images.iter().filter(|image| image.is_program()).count(), 1);
        images.swap_remove(0)
    }

    /// Returns the C library's image. Returns `None` and prints a note if the program is linked
    /// statically.
    fn c_library() -> Option<LoadedImage> {
        let libc = libc::getpid as *const () as u64;
        let images = images().unwrap();
        let found = images.into_iter().find(|image| image.text().contains(&libc)).unwrap();
        if found.is_program() {
            eprintln!("skipped: the C library is a part of this program");
            return None;
        }
        Some(found)
    }

    fn some_function() {}

    #[test]
    fn section_between_symbols_is_read_in_place() {
        static SECTION: [u8; 4] = [1, 2, 3, 4];
        let range = SECTION.as_ptr_range();
        // SAFETY: the bytes belong to a static, which is mapped and not written to.
        let (found, reversed) =
            unsafe { (between(range.start, range.end), between(range.end, range.start)) };
        assert_eq!(found, Some(&SECTION[..]));
        assert_eq!(reversed, None);
    }

    #[test]
    fn program_image_has_code_and_unwind_tables() {
        let program = program();
        assert_eq!(program.path(), std::env::current_exe().unwrap());
        let here = some_function as fn() as usize as u64;
        assert!(program.text().contains(&here));
        let (address, bytes) = program.eh_frame().unwrap();
        let rules = EhFrame::<Host>::new(address, bytes).unwrap();
        assert!(rules.len() > 100, "{}", rules.len());
        assert!(rules.function_end(here).is_some_and(|end| end > here));
        // At a function's entry, nothing is saved except the return address, and that only if the
        // call pushed it.
        match rules.rule_at(here, here + 1) {
            Ok(rule) => {
                assert_eq!((Host::CALL_PUSHES, rule.cfa_offset, rule.return_address), (8, 8, -8));
                assert_eq!(rule.saved.iter().len(), 0);
            }
            Err(error) => {
                assert_eq!((Host::CALL_PUSHES, error.problem), (0, UnwindProblem::ReturnAddress));
            }
        }
    }

    #[test]
    fn c_library_image_is_found() {
        let Some(found) = c_library() else { return };
        assert!(found.path().is_absolute(), "{}", found.path().display());
        assert!(found.stack_maps().is_none());
    }

    #[test]
    fn replaced_file_is_rejected() {
        let mut mapped = program().mapped;
        mapped.segments[0].size += 1;
        let error = ImageFile::open(&mapped).unwrap_err();
        assert!(matches!(error, ImageError::Replaced { .. }), "{error}");
        mapped.path = "/proc/self/cmdline".into();
        let error = ImageFile::open(&mapped).unwrap_err();
        assert!(matches!(error, ImageError::Malformed { .. }), "{error}");
        mapped.path = "/nonexistent".into();
        let error = ImageFile::open(&mapped).unwrap_err();
        assert!(matches!(error, ImageError::Open { .. }), "{error}");
    }

    #[test]
    fn unloaded_image_cannot_be_pinned() {
        let Some(found) = c_library() else { return };
        let mut mapped = found.mapped;
        assert!(os::pin(&mapped).is_some());
        // The image seems to be loaded at another address.
        mapped.bias += 0x1000;
        assert!(os::pin(&mapped).is_none());
        mapped.path = "/nonexistent.so".into();
        assert!(os::pin(&mapped).is_none());
    }

    #[test]
    fn sections_must_lie_in_one_readable_segment() {
        let mut mapped = program().mapped;
        let segment = os::Segment {
            address: 0x1000,
            file_offset: 0x1000,
            size: 0x100,
            readable: true,
            executable: false,
        };
        let unreadable = os::Segment { address: 0x2000, readable: false, ..segment };
        mapped.segments = vec![segment, unreadable];
        let is_mapped = |address, size| is_mapped(&mapped, Extent { address, size });
        assert!(is_mapped(0x1000, 0x100));
        assert!(is_mapped(0x10ff, 1));
        assert!(!is_mapped(0x1000, 0x101));
        assert!(!is_mapped(0xfff, 2));
        assert!(!is_mapped(0x1001, u64::MAX));
        assert!(!is_mapped(0x2000, 8));
    }

    #[test]
    fn code_reads_stop_at_segment_end() {
        // `DATA` is writable, so it is not in the code segment. Linkers may put constants there.
        static DATA: AtomicU64 = AtomicU64::new(7);
        let program = program();
        let segment = program.mapped.segments.iter().find(|segment| segment.executable).unwrap();
        let end = program.bias() + segment.address + segment.size;
        let is_read = |address, len| {
            let mut bytes = vec![0xaa; len];
            let is_read = program.read(address, &mut bytes);
            assert!(is_read || bytes.iter().all(|&byte| byte == 0xaa));
            is_read
        };
        assert!(is_read(some_function as fn() as usize as u64, 4));
        assert!(is_read(end - 4, 4));
        assert!(!is_read(end - 4, 5));
        assert!(!is_read(DATA.as_ptr().addr() as u64, 4));
        assert!(!is_read(8, 4));
    }
}
