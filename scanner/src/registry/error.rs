//! Errors of registering and removing code.

use core::ops::Range;
use std::path::PathBuf;

use super::CodeRegionId;
use crate::image::process::ImageError;
use crate::image::symbols;
use crate::table::{TableBuildError, TableUnitError};

/// Error returned when code could not be registered or removed. The registry is unchanged.
#[derive(Debug, thiserror::Error)]
pub enum RegistryError {
    /// An image cannot be read.
    #[error(transparent)]
    Image(#[from] ImageError),
    /// No image of the process has a stack map.
    #[error(
        "neither {} nor a library loaded with it has a .llvm_stackmaps or statepoint_table \
         section. Either no managed code is linked in (the program refers to no function of its \
         archive), or rewrite-statepoints-for-gc did not run when it was compiled, or the linker \
         has dropped the section, because nothing refers to it: with --gc-sections (Rust's \
         default) it must be retained, by `.section .llvm_stackmaps,\"awR\"` instead of \"a\" in \
         the assembly that LLVM writes, by KEEP in a linker script, or by `stackmap compile`. A \
         file without section headers (strip --strip-sections) cannot be read either. If all \
         managed code is registered later, from libraries or a JIT, begin with a registry that is \
         empty",
        program.display()
    )]
    NoStackMap {
        /// The file of the program.
        program: PathBuf,
    },
    /// The requested image has no stack map.
    #[error(
        "{} has no .llvm_stackmaps or statepoint_table section. Either it has no managed code, or \
         the linker has dropped the section, because nothing refers to it (--gc-sections)",
        image.display()
    )]
    NoStackMapIn {
        /// The file of the image.
        image: PathBuf,
    },
    /// An image has a stack map but no unwind tables.
    #[error(
        "{} has a stack map but no .eh_frame section; mark managed functions `uwtable`",
        image.display()
    )]
    NoEhFrame {
        /// The file of the image.
        image: PathBuf,
    },
    /// The stack map of an image names a function of another image: the dynamic linker has bound a
    /// symbol of the map to a symbol of the same name in the other image.
    #[error(
        "the stack map of {} names the function at {function:#x}, which is {}: the dynamic linker \
         has bound a global symbol to another image's of the same name (symbol interposition). \
         Give managed functions names of their own or protected visibility, link with \
         -Bsymbolic-functions, or load no library of managed code with RTLD_GLOBAL",
        image.display(), FoundIn(found_in)
    )]
    Interposed {
        /// The image with the stack map.
        image: PathBuf,
        /// The function's address.
        function: u64,
        /// The image that contains it, if there is one.
        found_in: Option<PathBuf>,
    },
    /// The unwind tables of a region cannot be read.
    #[error("the .eh_frame section of {origin} is malformed: {source}")]
    EhFrame {
        /// The origin of the region's code.
        origin: CodeOrigin,
        /// The cause.
        source: gimli::Error,
    },
    /// The stack map of a region cannot be used.
    #[error("the stack map of {origin}: {source}{}", InFunction(function))]
    Build {
        /// The origin of the region's code.
        origin: CodeOrigin,
        /// The name of the managed function concerned, if there is one.
        function: Option<String>,
        /// The cause.
        source: Box<TableBuildError>,
    },
    /// The compiled table of a region cannot be used.
    #[error("the compiled call-site tables of {origin}: {source}")]
    Table {
        /// The origin of the region's code.
        origin: CodeOrigin,
        /// The problem, and its offset.
        source: TableUnitError,
    },
    /// No image of the process has the requested address or file name.
    #[error("no image of this process is {place}; load it before registering it")]
    NotLoaded {
        /// The address or file that was requested.
        place: ImagePlace,
    },
    /// A region has no addresses.
    #[error("the code of a region is from {start:#x} to {end:#x}, which is an empty range")]
    EmptyRange {
        /// The start that was given.
        start: u64,
        /// The end that was given.
        end: u64,
    },
    /// A region has no call site, so that every walk through it would fail.
    #[error("the table of {origin} has no call site")]
    NoCallSites {
        /// The origin of the region's code.
        origin: CodeOrigin,
    },
    /// A table describes code outside its region.
    #[error(
        "the table of {origin}, whose code is {code:#x?}, describes functions at {functions:#x?}"
    )]
    OutsideRegion {
        /// The origin of the region's code.
        origin: CodeOrigin,
        /// The code of the region.
        code: Range<u64>,
        /// Range that the table describes.
        functions: Range<u64>,
    },
    /// Two tables of one region describe the same code.
    #[error("two tables of {origin} describe the same code: {first:#x?} and {second:#x?}")]
    TablesOverlap {
        /// The origin of the region's code.
        origin: CodeOrigin,
        /// Range that one of them describes.
        first: Range<u64>,
        /// Range that the other one describes.
        second: Range<u64>,
    },
    /// The same code is registered already.
    #[error("the code {code:#x?} is already registered, as region {id}")]
    AlreadyRegistered {
        /// The region that has it.
        id: CodeRegionId,
        /// The code.
        code: Range<u64>,
    },
    /// Other code is registered at some of the addresses.
    #[error(
        "the code {code:#x?} overlaps the code of region {id}, {other:#x?}; remove a region before \
         its code is freed"
    )]
    Overlap {
        /// The code to be registered.
        code: Range<u64>,
        /// The other region.
        id: CodeRegionId,
        /// The addresses of the other region.
        other: Range<u64>,
    },
    /// There is no such region, or it has been removed.
    #[error("region {id} is not registered, or was already removed")]
    NotRegistered {
        /// The region to be removed.
        id: CodeRegionId,
    },
    /// No call can be patched in at an address without a `patchpoint` or `stackmap` record, which
    /// says what is live there.
    #[error(
        "no patchpoint or stackmap record of registered code begins at {address:#x}, so no call \
         can be patched in there; if the code has one, it directly follows the call of a \
         statepoint, which hides it: put a no-op between them"
    )]
    NoRecordToPatch {
        /// The address at which the record should begin.
        address: u64,
    },
    /// The return address of a patched call does not lie after its record in the same region.
    #[error(
        "a call that is patched in at the record at {record:#x} cannot return to \
         {return_address:#x}, which is not after the record in the same region"
    )]
    PatchedCallElsewhere {
        /// Address at which the record begins.
        record: u64,
        /// The return address that was given.
        return_address: u64,
    },
    /// The return address belongs to another call.
    #[error("{return_address:#x} is the return address of a call of another record")]
    ReturnAddressTaken {
        /// The return address that was given.
        return_address: u64,
    },
    /// Removal waits for all snapshots, and the calling thread holds one: it would wait for itself.
    #[error("the thread that removes region {id} holds a snapshot of the registry; drop it first")]
    SnapshotHeld {
        /// The region to be removed.
        id: CodeRegionId,
    },
}

/// The origin of a region's code, for messages.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CodeOrigin {
    /// A program or shared library, by its file.
    Image(PathBuf),
    /// Code that was generated at run time, by its addresses.
    Generated(Range<u64>),
}

/// The address or file by which the caller named an image.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ImagePlace {
    /// By an address in it.
    Address(u64),
    /// By its file.
    File(PathBuf),
}

impl core::fmt::Display for CodeOrigin {
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

/// Displays ` [in NAME]`, or an empty string.
struct InFunction<'a>(&'a Option<String>);

impl core::fmt::Display for InFunction<'_> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        self.0.as_ref().map_or(Ok(()), |name| write!(f, " [in {name}]"))
    }
}

/// Displays where a function lies that should be in another image.
struct FoundIn<'a>(&'a Option<PathBuf>);

impl core::fmt::Display for FoundIn<'_> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        match self.0 {
            Some(path) => write!(f, "in {}", path.display()),
            None => f.write_str("in no image of this process"),
        }
    }
}

pub(super) fn build_error(origin: CodeOrigin, source: TableBuildError) -> RegistryError {
    let function = source.function().and_then(symbols::name_at).map(|(name, ..)| name);
    RegistryError::Build { origin, function, source: Box::new(source) }
}
