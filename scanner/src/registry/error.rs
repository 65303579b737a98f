//! Why code cannot be registered or removed.

use core::ops::Range;
use std::path::PathBuf;

use super::RegionId;
use crate::image::process::ImageError;
use crate::image::symbols;
use crate::table::{BuildError, UnitError};

/// Why code could not be registered or removed. The registry is as it was before.
#[derive(Debug, thiserror::Error)]
pub enum RegistryError {
    /// An image cannot be read.
    #[error(transparent)]
    Image(#[from] ImageError),
    /// No image of the process has a stack map.
    #[error(
        "neither {} nor a library loaded with it has a .llvm_stackmaps or statepoint_table section. \
         Either no managed code is linked in (the program refers to no function of its archive), \
         or rewrite-statepoints-for-gc did not run when it was compiled, or the linker has dropped the section, since nothing refers to it: with --gc-sections \
         (Rust's default) it must be retained, by `.section .llvm_stackmaps,\"awR\"` instead of \
         \"a\" in the assembly that LLVM writes, by KEEP in a linker script, or by `stackmap \
         compile`. A file without section headers (strip --strip-sections) will not do either. If all managed code \
         comes later, from libraries or a JIT, begin with a registry that is empty",
        program.display()
    )]
    NoStackMap {
        /// The program.
        program: PathBuf,
    },
    /// The image that was asked for has no stack map.
    #[error(
        "{} has no .llvm_stackmaps or statepoint_table section. Either it has no managed code, or the \
         linker has dropped the section, since nothing refers to it (--gc-sections)",
        image.display()
    )]
    NoStackMapIn {
        /// The image.
        image: PathBuf,
    },
    /// An image has a stack map but no unwind tables.
    #[error(
        "{} has a stack map but no .eh_frame section; managed functions must be marked `uwtable`",
        image.display()
    )]
    NoEhFrame {
        /// The image.
        image: PathBuf,
    },
    /// The stack map of an image names a function of another image: the dynamic linker has bound a symbol of the map to
    /// the other's, which has the same name.
    #[error(
        "the stack map of {} names the function at {function:#x}, which is {}: the dynamic linker has bound a global \
         symbol to another image's of the same name (symbol interposition). Give managed functions names of their own or \
         protected visibility, link with -Bsymbolic-functions, or load no library of managed code with RTLD_GLOBAL",
        image.display(), Elsewhere(found_in)
    )]
    Interposed {
        /// The image with the stack map.
        image: PathBuf,
        /// The function's address.
        function: u64,
        /// The image that has it, if there is one.
        found_in: Option<PathBuf>,
    },
    /// The unwind tables of a region cannot be read.
    #[error("the .eh_frame section of {origin} is malformed: {source}")]
    EhFrame {
        /// Whose.
        origin: Origin,
        /// What is wrong.
        source: gimli::Error,
    },
    /// The stack map of a region cannot be used.
    #[error("the stack map of {origin}: {source}{}", In(function))]
    Build {
        /// Whose.
        origin: Origin,
        /// The name of the managed function that is concerned, where there is one.
        function: Option<String>,
        /// What is wrong.
        source: Box<BuildError>,
    },
    /// The compiled table of a region cannot be used.
    #[error("the compiled call-site tables of {origin}: {source}")]
    Table {
        /// Whose.
        origin: Origin,
        /// What is wrong, and where.
        source: UnitError,
    },
    /// No image of the process is where, or named as, was asked for.
    #[error("no image of this process is {place}; load it before it is registered")]
    NotLoaded {
        /// An address or a file.
        place: ImagePlace,
    },
    /// A region has no addresses.
    #[error("the code of a region is from {start:#x} to {end:#x}, which is nothing")]
    EmptyRange {
        /// The start that was given.
        start: u64,
        /// The end that was given.
        end: u64,
    },
    /// A region has no call site, so that every walk through it would fail.
    #[error("the table of {origin} has no call site")]
    NoCallSites {
        /// Whose.
        origin: Origin,
    },
    /// A table describes code outside its region.
    #[error(
        "the table of {origin}, whose code is {code:#x?}, describes functions at {functions:#x?}"
    )]
    OutsideRegion {
        /// Whose.
        origin: Origin,
        /// The region.
        code: Range<u64>,
        /// What the table describes.
        functions: Range<u64>,
    },
    /// Two tables of one region describe the same code.
    #[error("two tables of {origin} describe the same code: {first:#x?} and {second:#x?}")]
    TablesOverlap {
        /// Whose.
        origin: Origin,
        /// What one of them describes.
        first: Range<u64>,
        /// What the other one describes.
        second: Range<u64>,
    },
    /// The same code is registered already.
    #[error("the code {code:#x?} is registered already, as region {id}")]
    AlreadyRegistered {
        /// As what.
        id: RegionId,
        /// The code.
        code: Range<u64>,
    },
    /// Other code is registered at some of the addresses.
    #[error(
        "the code {code:#x?} overlaps that of region {id}, {other:#x?}; was that freed without being \
         removed?"
    )]
    Overlap {
        /// What was to be registered.
        code: Range<u64>,
        /// The other region.
        id: RegionId,
        /// The addresses of the other region.
        other: Range<u64>,
    },
    /// There is no such region, or not any more.
    #[error("region {id} is not registered; was it removed already?")]
    NotRegistered {
        /// What was to be removed.
        id: RegionId,
    },
    /// No call can be patched in where no record says what is live.
    #[error(
        "no patchpoint or stackmap record of registered code begins at {address:#x}, so no call can be patched in there; if one \
         should, is it right behind the call of a statepoint, which hides it?"
    )]
    NoRecordToPatch {
        /// Where it should begin.
        address: u64,
    },
    /// A patched call would return to where its record has no bytes.
    #[error(
        "a call that is patched in at the record at {record:#x} cannot return to {return_address:#x}, which is \
         not behind the record in the same region"
    )]
    PatchedCallElsewhere {
        /// Where the record begins.
        record: u64,
        /// What was said of the call.
        return_address: u64,
    },
    /// The return address belongs to another call.
    #[error("{return_address:#x} is the return address of a call of another record")]
    ReturnAddressTaken {
        /// What was said of the call.
        return_address: u64,
    },
    /// Removal waits for all snapshots, so it would wait for the caller.
    #[error("the thread that removes region {id} has a snapshot of the registry; drop that first")]
    SnapshotHeld {
        /// What was to be removed.
        id: RegionId,
    },
}

/// What a region was made from, for messages.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Origin {
    /// A program or shared library: its file.
    Image(PathBuf),
    /// Code that was generated at run time: its addresses.
    Generated(Range<u64>),
}

/// How an image was asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ImagePlace {
    /// By an address in it.
    Address(u64),
    /// By its file.
    File(PathBuf),
}

impl core::fmt::Display for Origin {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        match self {
            Self::Image(path) => write!(f, "{}", path.display()),
            Self::Generated(code) => write!(f, "the generated code {code:#x?}"),
        }
    }
}

impl core::fmt::Display for ImagePlace {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        match self {
            Self::Address(address) => write!(f, "at {address:#x}"),
            Self::File(path) => write!(f, "loaded from {}", path.display()),
        }
    }
}

/// ` [in NAME]`, or nothing.
struct In<'a>(&'a Option<String>);

impl core::fmt::Display for In<'_> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        self.0.as_ref().map_or(Ok(()), |name| write!(f, " [in {name}]"))
    }
}

/// Where a function is that should be in another image.
struct Elsewhere<'a>(&'a Option<PathBuf>);

impl core::fmt::Display for Elsewhere<'_> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        match self.0 {
            Some(path) => write!(f, "in {}", path.display()),
            None => f.write_str("in no image of this process"),
        }
    }
}

pub(super) fn build_error(origin: Origin, source: BuildError) -> RegistryError {
    let function = source.function().and_then(symbols::name_at).map(|(name, ..)| name);
    RegistryError::Build { origin, function, source: Box::new(source) }
}
