//! Errors returned when code is registered or removed.

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
    /// The stack map of an image contains the address of a function in another image. The dynamic
    /// linker has bound a symbol of the map to a symbol of the same name in the other image.
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
        /// The image that contains the function, if any.
        found_in: Option<PathBuf>,
    },
    /// The unwind tables of a region cannot be read.
    #[error("the .eh_frame section of {origin} is malformed: {source}")]
    EhFrame {
        /// The origin of the region's code.
        origin: CodeOrigin,
        /// The underlying error.
        source: gimli::Error,
    },
    /// The stack map of a region is invalid.
    #[error("the stack map of {origin}: {source}{}", InFunction(function))]
    Build {
        /// The origin of the region's code.
        origin: CodeOrigin,
        /// Name of the managed function, if the error concerns one and its name is known.
        function: Option<String>,
        /// The underlying error.
        source: Box<TableBuildError>,
    },
    /// A compiled table of a region is invalid.
    #[error("the compiled call-site tables of {origin}: {source}")]
    Table {
        /// The origin of the region's code.
        origin: CodeOrigin,
        /// The problem with the table, and the offset of the table.
        source: TableUnitError,
    },
    /// No image of the process has the requested address or file name.
    #[error("no image of this process is {place}; load it before registering it")]
    NotLoaded {
        /// The requested address or file.
        place: ImagePlace,
    },
    /// The address range of a region is empty.
    #[error("the code of a region is from {start:#x} to {end:#x}, which is an empty range")]
    EmptyRange {
        /// Start of the range.
        start: u64,
        /// End of the range.
        end: u64,
    },
    /// The table of a region is compiled already.
    #[error(
        "the table of the code from {start:#x} to {end:#x} is compiled already; keep its words"
    )]
    Compiled {
        /// Start of the code.
        start: u64,
        /// End of the code.
        end: u64,
    },
    /// The table of a region has no call site, so every walk through the region would fail.
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
        /// Address range of the region.
        code: Range<u64>,
        /// Address range that the table describes.
        functions: Range<u64>,
    },
    /// Two tables of one region describe the same code.
    #[error("two tables of {origin} describe the same code: {first:#x?} and {second:#x?}")]
    TablesOverlap {
        /// The origin of the region's code.
        origin: CodeOrigin,
        /// Address range that the first table describes.
        first: Range<u64>,
        /// Address range that the second table describes.
        second: Range<u64>,
    },
    /// The same address range is already registered.
    #[error("the code {code:#x?} is already registered, as region {id}")]
    AlreadyRegistered {
        /// The registered region.
        id: CodeRegionId,
        /// The address range.
        code: Range<u64>,
    },
    /// The address range overlaps that of another region.
    #[error(
        "the code {code:#x?} overlaps the code of region {id}, {other:#x?}; remove a region before \
         its code is freed"
    )]
    Overlap {
        /// The address range to be registered.
        code: Range<u64>,
        /// The other region.
        id: CodeRegionId,
        /// Address range of the other region.
        other: Range<u64>,
    },
    /// The region is not registered, or was already removed.
    #[error("region {id} is not registered, or was already removed")]
    NotRegistered {
        /// The region to be removed.
        id: CodeRegionId,
    },
    /// There is no `patchpoint` or `stackmap` record at the address. A call can be patched in only
    /// at such a record, which has the live values.
    #[error(
        "no patchpoint or stackmap record of registered code begins at {address:#x}, so no call \
         can be patched in there; if the code has one, it directly follows the call of a \
         statepoint, which hides it: put a no-op between them"
    )]
    NoRecordToPatch {
        /// The requested address of the record.
        address: u64,
    },
    /// The return address of a patched call is not after its record in the same region.
    #[error(
        "a call that is patched in at the record at {record:#x} cannot return to \
         {return_address:#x}, which is not after the record in the same region"
    )]
    PatchedCallElsewhere {
        /// Address of the record.
        record: u64,
        /// The requested return address.
        return_address: u64,
    },
    /// The return address belongs to another call.
    #[error("{return_address:#x} is the return address of a call of another record")]
    ReturnAddressTaken {
        /// The requested return address.
        return_address: u64,
    },
    /// The calling thread holds a snapshot. A removal waits until all snapshots are dropped, so the
    /// thread would wait for itself.
    #[error("the thread that removes region {id} holds a snapshot of the registry; drop it first")]
    SnapshotHeld {
        /// The region to be removed.
        id: CodeRegionId,
    },
}

/// The origin of a region's code, for messages.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CodeOrigin {
    /// The file of a program or shared library.
    Image(PathBuf),
    /// The address range of code generated at run time.
    Generated(Range<u64>),
}

/// The address or file by which the caller named an image.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ImagePlace {
    /// An address in the image.
    Address(u64),
    /// The file of the image.
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

/// Formats a function name as ` [in NAME]`, or as an empty string if there is none.
struct InFunction<'a>(&'a Option<String>);

impl core::fmt::Display for InFunction<'_> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        self.0.as_ref().map_or(Ok(()), |name| write!(f, " [in {name}]"))
    }
}

/// Formats the image that contains a function, for [`RegistryError::Interposed`].
struct FoundIn<'a>(&'a Option<PathBuf>);

impl core::fmt::Display for FoundIn<'_> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        match self.0 {
            Some(path) => write!(f, "in {}", path.display()),
            None => f.write_str("in no image of this process"),
        }
    }
}

/// Converts an error of the table builder. Adds the name of the function, if known.
pub(super) fn build_error(origin: CodeOrigin, source: TableBuildError) -> RegistryError {
    let function = source.function().and_then(symbols::name_at).map(|(name, ..)| name);
    RegistryError::Build { origin, function, source: Box::new(source) }
}
