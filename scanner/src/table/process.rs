//! The table of this process.

use std::path::PathBuf;

use super::{BuildError, TableBuffer, TableBuilder};
use crate::arch::Host;
use crate::cfi::EhFrame;
use crate::object::process::{self, ImageError};
use crate::object::symbols;

/// Why there is no table of this process's managed code.
#[derive(Debug, thiserror::Error)]
pub enum ProcessTableError {
    /// An image cannot be read.
    #[error(transparent)]
    Image(#[from] ImageError),
    /// No image has a stack map.
    #[error(
        "neither {} nor a library loaded with it has a .llvm_stackmaps section. Either no managed \
         code is linked in (the program refers to no function of its archive), or the linker has dropped the section, since nothing refers to it: \
         with --gc-sections (Rust's default) it must be retained, by `.section \
         .llvm_stackmaps,\"awR\"` instead of \"a\" in the assembly that LLVM writes, or by KEEP in \
         a linker script. A file without section headers (strip --strip-sections) will not do \
         either",
        program.display()
    )]
    NoStackMap {
        /// The program.
        program: PathBuf,
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
    /// The unwind tables of an image cannot be read.
    #[error("the .eh_frame section of {} is malformed: {source}", image.display())]
    EhFrame {
        /// The image.
        image: PathBuf,
        /// What is wrong.
        source: gimli::Error,
    },
    /// The stack map of an image cannot be used.
    #[error("the stack map of {}: {source}{}", image.display(), In(function))]
    Build {
        /// The image.
        image: PathBuf,
        /// The name of the managed function that is concerned, where there is one.
        function: Option<String>,
        /// What is wrong.
        source: Box<BuildError>,
    },
}

/// ` [in NAME]`, or nothing.
struct In<'a>(&'a Option<String>);

impl core::fmt::Display for In<'_> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        self.0.as_ref().map_or(Ok(()), |name| write!(f, " [in {name}]"))
    }
}

impl TableBuffer<Host> {
    /// The table of all managed code in the program and in the shared objects that are loaded at
    /// the moment, whose code must lie within 4 GiB.
    ///
    /// # Errors
    ///
    /// When no image has a stack map, and when one has a stack map that cannot be used; see
    /// [`BuildError`].
    pub fn for_this_process() -> Result<Self, ProcessTableError> {
        let images = process::images()?;
        let mut builder = TableBuilder::new();
        let mut last = None;
        for image in &images {
            let Some(stack_maps) = image.stack_maps() else { continue };
            let path = || image.path().to_path_buf();
            let (address, bytes) =
                image.eh_frame().ok_or_else(|| ProcessTableError::NoEhFrame { image: path() })?;
            let rules = EhFrame::<Host>::new(address, bytes)
                .map_err(|source| ProcessTableError::EhFrame { image: path(), source })?;
            builder =
                builder.add(stack_maps, &rules).map_err(|source| build_error(path(), source))?;
            last = Some(path());
        }
        let Some(last) = last else {
            // The program is always among the images.
            let program = images.first().map(|image| image.path().to_path_buf());
            return Err(ProcessTableError::NoStackMap { program: program.unwrap_or_default() });
        };
        builder.build().map_err(|source| build_error(last, source))
    }
}

fn build_error(image: PathBuf, source: BuildError) -> ProcessTableError {
    let function = source.function().and_then(symbols::name_at).map(|(name, ..)| name);
    ProcessTableError::Build { image, function, source: Box::new(source) }
}

#[cfg(test)]
mod tests {
    use super::*;

    // No managed code is linked into this test program.
    #[test]
    fn a_program_without_stack_map_is_refused_with_advice() {
        let error = TableBuffer::<Host>::for_this_process().unwrap_err();
        let ProcessTableError::NoStackMap { program } = &error else { panic!("{error}") };
        assert_eq!(*program, std::env::current_exe().unwrap());
        assert!(error.to_string().contains("--gc-sections"), "{error}");
    }
}
