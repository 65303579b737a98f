//! Unwinding and symbol look-up with the files of loaded images, for messages about threads that
//! continue to run.
//!
//! [`NativeCode`](super::NativeCode) reads unwind tables where they are mapped. It relies on images
//! staying loaded, because no stack changes during a collection. A copied stack is different: its
//! thread continues to run, so the images of its code may have been unloaded. This module therefore
//! reads everything from the files. That is slower, but fast enough for a message.

use core::cell::OnceCell;
use core::fmt;
use core::ops::Range;
use std::path::PathBuf;

use super::code::{CodeLookup, FoundCode};
use super::native_code;
use super::rule_cache::RuleCache;
use crate::arch::Host;
use crate::cfi::{Caller, EhFrame, NativeRule, UnwindProblem};
use crate::image::file::ImageFile;
use crate::image::process;
use crate::os::cancellation::CancelDisabled;
use crate::os::{self, MappedImage};
use crate::table::{NativeFrame, next_generation};

/// The files of the images that were loaded when the value was created.
pub struct ImageFiles {
    images: Vec<(MappedImage, OnceCell<Option<Opened>>)>,
    /// Cached results. The key is the address of the instruction, or of the last byte of the call.
    frames: RuleCache<Answer>,
}

/// The open file of an image, and its unwind tables, which are parsed on first use.
struct Opened {
    file: ImageFile,
    unwind: OnceCell<Option<EhFrame<'static, Host>>>,
}

/// The result of a look-up: the unwind rule from an instruction to the caller of its function.
enum Answer {
    Frame(NativeFrame<Host>),
    Other(Result<Caller, UnwindProblem>),
    /// The address is in no image.
    Elsewhere,
}

/// The function and the file that contain an address.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SymbolName {
    /// The linker symbol of the function. `None` if the file has no symbol for it, for example
    /// because the function is a local one of a stripped library.
    pub function: Option<String>,
    /// The offset in bytes from the start of the function. If `function` is `None`, the address in
    /// the file.
    pub offset: u64,
    /// The file that contains the address.
    pub file: PathBuf,
}

/// The mapped code of an image.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MappedCode {
    /// The addresses.
    pub addresses: Range<u64>,
    /// Offset of the first address in the file.
    pub file_offset: u64,
    /// The file.
    pub file: PathBuf,
}

impl ImageFiles {
    /// Creates the list of the images that are loaded now, without opening their files.
    pub fn new() -> Self {
        let images = os::all_images().into_iter().map(|image| (image, OnceCell::new())).collect();
        Self { images, frames: RuleCache::new() }
    }

    /// Returns the function and the file that contain an address, if it is in the code of an image.
    pub fn name_at(&self, address: u64) -> Option<SymbolName> {
        let _uncancelled = CancelDisabled::begin();
        let (image, opened) = self.image_around(address)?;
        let linked = address.wrapping_sub(image.bias);
        let found = opened.and_then(|opened| opened.file.function_around(linked));
        let (function, start) = found.map_or((None, 0), |(name, start)| (Some(name), start));
        Some(SymbolName { function, offset: linked - start, file: image.name() })
    }

    /// Returns the code of the images.
    pub fn code(&self) -> impl Iterator<Item = MappedCode> {
        self.images.iter().flat_map(|(image, _)| {
            let segments = image.segments.iter().filter(|segment| segment.executable);
            segments.map(|segment| {
                let start = image.bias.wrapping_add(segment.address);
                MappedCode {
                    addresses: start..start.wrapping_add(segment.size),
                    file_offset: segment.file_offset,
                    file: image.name(),
                }
            })
        })
    }

    /// Returns the unwind rule from the instruction at `address` to the caller of its function, or
    /// `None` if the address is outside all images. For a return address, pass the address of the
    /// last byte of the call.
    pub(super) fn caller_at(&self, address: u64) -> Option<Result<Caller, UnwindProblem>> {
        let _uncancelled = CancelDisabled::begin();
        let (image, opened) = self.image_around(address)?;
        let Some(opened) = opened else {
            // The vDSO has no file and is never unmapped.
            let has_file = image.is_program || image.path.components().count() > 1;
            return Some(if has_file {
                Err(UnwindProblem::Unreadable)
            } else {
                native_code::rule_in(image, address.wrapping_add(1)).map(|rule| match rule {
                    NativeRule::Frame(rule) => Caller::Frame(rule),
                    NativeRule::Outermost => Caller::None,
                })
            });
        };
        let unwind = opened.unwind.get_or_init(|| {
            let (start, bytes) = opened.file.contents(process::EH_FRAME).ok()??;
            EhFrame::from_bytes(start, bytes).ok()
        });
        Some(match unwind {
            Some(unwind) => unwind.caller_at(address.wrapping_sub(image.bias)),
            None => Err(UnwindProblem::NoEntry),
        })
    }

    /// Returns the image whose code contains an address, and its file if that can be opened.
    fn image_around(&self, address: u64) -> Option<(&MappedImage, Option<&Opened>)> {
        let around = |(image, _): &&(MappedImage, _)| {
            image.segment_around(address).is_some_and(|segment| segment.executable)
        };
        let (image, opened) = self.images.iter().find(around)?;
        let open = || {
            let file = ImageFile::open(image).ok()?;
            Some(Opened { file, unwind: OnceCell::new() })
        };
        Some((image, opened.get_or_init(open).as_ref()))
    }

    /// Returns the cached result for an address, or looks it up.
    fn answer(&self, address: u64) -> &Answer {
        self.frames.get_or_insert_with(address, || match self.caller_at(address) {
            None => Answer::Elsewhere,
            Some(Ok(Caller::Frame(rule))) => match NativeFrame::new(&rule) {
                Ok(frame) => Answer::Frame(frame),
                Err(_) => Answer::Other(Err(UnwindProblem::SavedPlace)),
            },
            Some(other) => Answer::Other(other),
        })
    }
}

impl Default for ImageFiles {
    fn default() -> Self {
        Self::new()
    }
}

/// All code, managed and native. Frames are found by the unwind tables in the files of images, and
/// elsewhere by the call sites of managed code. The result is for messages only: a frame without a
/// record is no error here, and roots are not reported.
pub(super) struct AllCode<'c> {
    managed: &'c dyn CodeLookup<Host>,
    files: &'c ImageFiles,
    generation: u64,
}

impl<'c> AllCode<'c> {
    pub(super) fn new(managed: &'c dyn CodeLookup<Host>, files: &'c ImageFiles) -> Self {
        Self { managed, files, generation: next_generation() }
    }
}

impl CodeLookup<Host> for AllCode<'_> {
    fn generation(&self) -> u64 {
        self.generation
    }

    fn find(&self, pc: u64) -> FoundCode<'_, Host> {
        let problem = match self.files.answer(pc.wrapping_sub(1)) {
            Answer::Frame(frame) => match frame.descriptor() {
                Some(descriptor) => return FoundCode::Native(descriptor),
                None => UnwindProblem::SavedPlace,
            },
            Answer::Other(Ok(Caller::None)) => return FoundCode::End,
            Answer::Other(Ok(_)) => UnwindProblem::ReturnAddress,
            Answer::Other(Err(problem)) => *problem,
            Answer::Elsewhere => return self.managed.find(pc),
        };
        match self.managed.find(pc) {
            found @ FoundCode::Managed(_) => found,
            _ => FoundCode::NoRule(problem),
        }
    }

    fn original(&self, address: u64) -> u64 {
        self.managed.original(address)
    }

    fn function_containing(&self, pc: u64) -> Option<u64> {
        self.managed.function_containing(pc)
    }

    fn covers(&self, pc: u64) -> bool {
        self.managed.covers(pc)
    }

    fn has_pinned(&self) -> bool {
        self.managed.has_pinned()
    }

    fn max_bases(&self) -> usize {
        self.managed.max_bases()
    }
}

impl fmt::Debug for ImageFiles {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ImageFiles").field("images", &self.images.len()).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use ::object::read::elf::ElfFile64;
    use ::object::{LittleEndian, Object as _, ObjectSection as _, ObjectSymbol as _, SymbolKind};

    use super::*;
    use crate::arch::InstructionSet as _;
    use crate::cfi::UnwindRules as _;

    #[test]
    fn function_of_image_has_name_and_caller() {
        let files = ImageFiles::new();
        let here = function_of_image_has_name_and_caller as *const () as u64;
        let name = files.name_at(here + 1).unwrap();
        let function = name.function.as_deref().unwrap();
        assert!(function.contains("function_of_image_has_name_and_caller"), "{function}");
        assert_eq!((name.offset, name.file), (1, std::env::current_exe().unwrap()));
        // A function has saved no registers before its first instruction.
        match files.caller_at(here) {
            Some(Ok(Caller::Frame(rule))) => assert_eq!(rule.saved.iter().len(), 0),
            Some(Ok(Caller::InLinkRegister(rule))) => assert_eq!(rule.cfa_offset, 0),
            other => panic!("{other:?}"),
        }
        assert_eq!(files.name_at(8), None);
        assert_eq!(files.caller_at(8), None);
        let code = files.code().find(|code| code.addresses.contains(&here)).unwrap();
        assert_eq!(code.file, std::env::current_exe().unwrap());
        // The offset is that of the bytes in the file.
        let bytes = std::fs::read(&code.file).unwrap();
        let at = (here - code.addresses.start + code.file_offset) as usize;
        // SAFETY: the function has at least these bytes.
        let mapped = unsafe { os::mapped_bytes(here, 4) };
        assert_eq!(&bytes[at..at + 4], mapped);
    }

    /// The vDSO has no file: its unwind tables are read where they are mapped.
    #[test]
    fn functions_of_vdso_have_callers() {
        let files = ImageFiles::new();
        let is_kernels =
            |image: &&MappedImage| !image.is_program && image.path.components().count() == 1;
        let Some(image) = files.images.iter().map(|(image, _)| image).find(is_kernels) else {
            eprintln!("skipped: the system maps no image of its own");
            return;
        };
        let mapped = image.segments.iter().find(|segment| segment.address == 0).unwrap();
        let len = mapped.size.next_multiple_of(4096) as usize;
        // SAFETY: the kernel maps whole pages of the vDSO and never unmaps them.
        let bytes = unsafe { os::mapped_bytes(image.bias, len) };
        let file = ElfFile64::<LittleEndian>::parse(bytes).unwrap();
        let unwind = file.section_by_name(".eh_frame").unwrap();
        let rules = EhFrame::<Host>::new(unwind.address(), unwind.data().unwrap()).unwrap();
        let mut found = 0;
        for function in file.dynamic_symbols().filter(|symbol| symbol.kind() == SymbolKind::Text) {
            let start = function.address();
            let Ok(rule) = rules.rule_at(start, start + 1) else { continue };
            let caller = files.caller_at(image.bias + start);
            assert_eq!(caller, Some(Ok(Caller::Frame(rule))), "{:?}", function.name());
            found += 1;
        }
        assert!(found > 0, "no function of {} has unwind information", image.path.display());
    }

    #[test]
    fn managed_code_uses_call_site_table() {
        let rule = crate::cfi::FrameRule {
            cfa_base: Host::STACK_POINTER,
            cfa_offset: 32,
            return_address: -8,
            signing: crate::cfi::ReturnAddressSigning::Unsigned,
            saved: crate::cfi::SavedRegisters::new(),
        };
        let map =
            crate::fixtures::statepoints(&[(0x1000, &[(8, 0, &[])]), (0x2000, &[(8, 0, &[])])]);
        let table = crate::table::TableBuilder::<Host>::new().add(&map, &rule).unwrap();
        let (table, files) = (table.build().unwrap(), ImageFiles::new());
        let table = table.table();
        let code = AllCode::new(&table, &files);
        for pc in [0x0ff0, 0x1000, 0x1008, 0x2008, 0x3000] {
            assert_eq!(code.covers(pc), table.covers(pc));
            assert_eq!(code.function_containing(pc), table.function_containing(pc));
        }
        assert!(code.covers(0x1008) && !code.covers(0x3000));
        assert_eq!(code.function_containing(0x1008), Some(0x1000));
        assert_eq!((code.has_pinned(), code.max_bases()), (false, table.max_bases()));
    }
}
