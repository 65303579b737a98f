//! The program and its shared libraries.

use std::path::Path;
use std::sync::Arc;

use super::error::{CodeOrigin, ImagePlace, RegistryError, build_error};
use super::region::{CodeRegionId, Region};
use super::tables::Tables;
use super::{CodeRegistry, next_number};
use crate::arch::Host;
use crate::cfi::EhFrame;
use crate::image::process::{self, LoadedImage};
use crate::stackmap;
use crate::table::{TableBuffer, TableBuilder};

impl CodeRegistry<Host> {
    /// Creates a registry of the program and the shared libraries that are loaded at the moment.
    ///
    /// # Errors
    ///
    /// As [`Self::register_loaded_images`], and [`RegistryError::NoStackMap`] if no image has a
    /// stack map.
    pub fn of_this_process() -> Result<Self, RegistryError> {
        let registry = Self::new();
        if registry.register_loaded_images()?.is_empty() {
            // The program is always among the images.
            let program = process::images()?.first().map(|image| image.path().to_path_buf());
            return Err(RegistryError::NoStackMap { program: program.unwrap_or_default() });
        }
        Ok(registry)
    }

    /// Registers the program and the shared libraries that are loaded at the moment: those that
    /// have stack maps and are not registered yet. Returns the new regions.
    ///
    /// Leaves out a library whose file was deleted or replaced.
    ///
    /// # Errors
    ///
    /// If an image or its stack map cannot be used; none is registered then.
    pub fn register_loaded_images(&self) -> Result<Vec<CodeRegionId>, RegistryError> {
        let known = self.snapshot();
        let images = process::images_where(|code| known.region_at(code.start).is_none())?;
        drop(known);
        let has_maps =
            |image: &LoadedImage| image.stack_maps().is_some() || image.compiled_tables().is_some();
        let images = images.into_iter().filter(has_maps);
        let regions = images.map(|image| region_of(image).map(Arc::new));
        // Images that another thread has registered meanwhile are left out.
        self.add(&regions.collect::<Result<Vec<_>, _>>()?, true)
    }

    /// Registers the image that contains this address, for example that of one of its functions as
    /// `dlsym` returns it.
    ///
    /// # Errors
    ///
    /// If there is no such image, or it has no stack map, is registered already, or cannot be used.
    pub fn register_image_at(&self, address: u64) -> Result<CodeRegionId, RegistryError> {
        let image = process::image_at(address)?;
        let place = || ImagePlace::Address(address);
        self.register(image.ok_or_else(|| RegistryError::NotLoaded { place: place() })?)
    }

    /// Registers the library that was loaded from this file.
    ///
    /// # Errors
    ///
    /// As [`Self::register_image_at`].
    pub fn register_image(&self, file: &Path) -> Result<CodeRegionId, RegistryError> {
        let image = process::image_of(file)?;
        let place = || ImagePlace::File(file.to_path_buf());
        self.register(image.ok_or_else(|| RegistryError::NotLoaded { place: place() })?)
    }

    fn register(&self, image: LoadedImage) -> Result<CodeRegionId, RegistryError> {
        self.check_free(&image.text())?;
        if image.stack_maps().is_none() && image.compiled_tables().is_none() {
            return Err(RegistryError::NoStackMapIn { image: image.path().to_path_buf() });
        }
        self.add_one(region_of(image)?)
    }
}

fn region_of(image: LoadedImage) -> Result<Region<Host>, RegistryError> {
    let path = image.path().to_path_buf();
    let origin = || CodeOrigin::Image(path.clone());
    let code = image.text();
    let raw = build(&image)?;
    let tables = Tables::of_image(image, raw)
        .map_err(|source| RegistryError::Table { origin: origin(), source })?;
    Region::new(next_number(), code, tables, origin)
}

/// Builds the table of an image's raw maps, if it has any.
fn build(image: &LoadedImage) -> Result<Option<TableBuffer<Host>>, RegistryError> {
    let Some(stack_maps) = image.stack_maps() else { return Ok(None) };
    let path = || image.path().to_path_buf();
    let origin = || CodeOrigin::Image(path());
    let (address, bytes) =
        image.eh_frame().ok_or_else(|| RegistryError::NoEhFrame { image: path() })?;
    let rules = EhFrame::<Host>::new(address, bytes)
        .map_err(|source| RegistryError::EhFrame { origin: origin(), source })?;
    check_own(image, stack_maps)?;
    let table = TableBuilder::new().add_with_code(stack_maps, &rules, image);
    table.and_then(TableBuilder::build).map(Some).map_err(|source| build_error(origin(), source))
}

/// Refuses a stack map that names a function outside its image. A map that cannot be read is left
/// to the builder, and so are addresses to which no relocation was applied.
fn check_own(image: &LoadedImage, stack_maps: &[u8]) -> Result<(), RegistryError> {
    let code = image.text();
    let maps = stackmap::maps(stack_maps).map_while(Result::ok);
    let mut functions = maps.flat_map(|map| map.functions()).map(|function| function.address);
    let Some(function) = functions.find(|&function| function != 0 && !code.contains(&function))
    else {
        return Ok(());
    };
    let image = image.path().to_path_buf();
    Err(RegistryError::Interposed { image, function, found_in: process::file_at(function) })
}
