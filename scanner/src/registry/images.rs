//! Registers the program and its shared libraries.
//!
//! The functions are safe although they trust the tables of an image. They only select images that
//! the dynamic loader has mapped: their code is in the program and may run, and the tables are a
//! part of it. Whatever has loaded a library, which is unsafe, has trusted both.

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
    /// Creates a registry with the program and the shared libraries that are currently loaded.
    ///
    /// # Errors
    ///
    /// Those of [`Self::register_loaded_images`], and [`RegistryError::NoStackMap`] if no image has
    /// a stack map.
    pub fn of_this_process() -> Result<Self, RegistryError> {
        let registry = Self::new();
        if registry.register_loaded_images()?.is_empty() {
            // `images` always contains the program, as the first image.
            let program = process::images()?.first().map(|image| image.path().to_path_buf());
            return Err(RegistryError::NoStackMap { program: program.unwrap_or_default() });
        }
        Ok(registry)
    }

    /// Registers the program and the currently loaded shared libraries, and returns the new
    /// regions.
    ///
    /// Images without a stack map and registered images are skipped, and so are libraries whose
    /// file was deleted or replaced.
    ///
    /// # Errors
    ///
    /// If an image cannot be read, or its stack map is invalid. In that case, no image is
    /// registered.
    pub fn register_loaded_images(&self) -> Result<Vec<CodeRegionId>, RegistryError> {
        let snapshot = self.snapshot();
        let images = process::images_where(|code| snapshot.region_at(code.start).is_none())?;
        drop(snapshot);
        let has_maps =
            |image: &LoadedImage| image.stack_maps().is_some() || image.compiled_tables().is_some();
        let images = images.into_iter().filter(has_maps);
        let regions = images.map(|image| create_region(image).map(Arc::new));
        // Skips images that another thread has registered in the meantime.
        self.add(&regions.collect::<Result<Vec<_>, _>>()?, true)
    }

    /// Registers the image that contains `address`, for example the address of a function that
    /// `dlsym` has returned.
    ///
    /// # Errors
    ///
    /// If there is no such image, it has no stack map, it is already registered, or its stack map
    /// is invalid.
    pub fn register_image_at(&self, address: u64) -> Result<CodeRegionId, RegistryError> {
        let image = process::image_at(address)?;
        let place = || ImagePlace::Address(address);
        self.register_loaded(image.ok_or_else(|| RegistryError::NotLoaded { place: place() })?)
    }

    /// Registers the library that was loaded from this file.
    ///
    /// # Errors
    ///
    /// Those of [`Self::register_image_at`].
    pub fn register_image(&self, file: &Path) -> Result<CodeRegionId, RegistryError> {
        let image = process::image_of(file)?;
        let place = || ImagePlace::File(file.to_path_buf());
        self.register_loaded(image.ok_or_else(|| RegistryError::NotLoaded { place: place() })?)
    }

    /// Registers an image.
    fn register_loaded(&self, image: LoadedImage) -> Result<CodeRegionId, RegistryError> {
        self.check_free(&image.text())?;
        if image.stack_maps().is_none() && image.compiled_tables().is_none() {
            return Err(RegistryError::NoStackMapIn { image: image.path().to_path_buf() });
        }
        self.add_one(create_region(image)?)
    }
}

/// Creates the region of an image.
fn create_region(image: LoadedImage) -> Result<Region<Host>, RegistryError> {
    let path = image.path().to_path_buf();
    let origin = || CodeOrigin::Image(path.clone());
    let code = image.text();
    let built = build_table(&image)?;
    let tables = Tables::from_image(image, built)
        .map_err(|source| RegistryError::Table { origin: origin(), source })?;
    Region::new(next_number(), code, tables, origin)
}

/// Builds a table from the `.llvm_stackmaps` section of an image, if it has one.
fn build_table(image: &LoadedImage) -> Result<Option<TableBuffer<Host>>, RegistryError> {
    let Some(stack_maps) = image.stack_maps() else { return Ok(None) };
    let path = || image.path().to_path_buf();
    let origin = || CodeOrigin::Image(path());
    let (address, bytes) =
        image.eh_frame().ok_or_else(|| RegistryError::NoEhFrame { image: path() })?;
    let build = |rules: &EhFrame<'_, Host>| {
        let table = TableBuilder::new().add_with_code(stack_maps, rules, image);
        table.and_then(TableBuilder::build)
    };
    check_function_addresses(image, stack_maps)?;
    // If anything fails with the rules of the map's functions alone, the rules of the whole section
    // decide.
    let rules = image.search_table().and_then(|search| {
        EhFrame::<Host>::of_functions(address, bytes, search, function_addresses(stack_maps))
    });
    if let Some(table) = rules.and_then(|rules| build(&rules).ok()) {
        return Ok(Some(table));
    }
    let rules = EhFrame::<Host>::new(address, bytes)
        .map_err(|source| RegistryError::EhFrame { origin: origin(), source })?;
    build(&rules).map(Some).map_err(|source| build_error(origin(), source))
}

/// Returns the addresses of the functions of a stack map section, up to the first malformed map.
fn function_addresses(stack_maps: &[u8]) -> impl Iterator<Item = u64> {
    let maps = stackmap::maps(stack_maps).map_while(Result::ok);
    maps.flat_map(|map| map.functions()).map(|function| function.address)
}

/// Returns an error if a function of the stack map is outside its image. Malformed maps and
/// function addresses of 0 are ignored here, because the table builder reports them.
fn check_function_addresses(image: &LoadedImage, stack_maps: &[u8]) -> Result<(), RegistryError> {
    let code = image.text();
    let mut functions = function_addresses(stack_maps);
    let Some(function) = functions.find(|&function| function != 0 && !code.contains(&function))
    else {
        return Ok(());
    };
    let image = image.path().to_path_buf();
    Err(RegistryError::Interposed { image, function, found_in: process::file_at(function) })
}
