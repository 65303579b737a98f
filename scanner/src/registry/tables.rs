//! The tables of a region, and the memory of these tables.
//!
//! A region owns both the tables, which are views, and their memory, which Rust's lifetimes cannot
//! express. So this module extends the lifetime of the views to `'static`. It returns references to
//! them only with the lifetime of the region.

use core::fmt;
use core::ptr::NonNull;

use crate::arch::Architecture;
use crate::image::process::LoadedImage;
use crate::table::{self, CallSiteTable, TableBuffer, TableUnitError, TableUnits};

/// Value that overwrites freed words in debug builds, so that a use after free finds no valid
/// table.
const POISON: u32 = 0xdead_dead;

/// The tables of a region.
pub(super) struct Tables<A: Architecture> {
    /// Start address of the code of each element of `units`.
    starts: Vec<u64>,
    /// Compiled tables, used in place, in the order of their code.
    units: Vec<CallSiteTable<'static, A>>,
    /// The table built from stack maps. Its functions may be between those of the units.
    built: Option<CallSiteTable<'static, A>>,
    /// The memory of `built`.
    words: Option<Words>,
    /// The image that contains the memory of `units`, unless the caller owns that memory.
    image: Option<LoadedImage>,
}

/// The memory of a built table. It is a raw pointer because moving a box would invalidate
/// references to its contents.
struct Words(NonNull<[u32]>);

// SAFETY: `Words` owns integers, like a `Box<[u32]>`.
unsafe impl Send for Words {}
// SAFETY: a shared `Words` gives only read access.
unsafe impl Sync for Words {}

impl Words {
    /// Takes ownership of the words.
    fn new(words: Box<[u32]>) -> Self {
        Self(NonNull::from(Box::leak(words)))
    }
}

impl Drop for Words {
    fn drop(&mut self) {
        // SAFETY: `new` leaked the box, and this is the only owner. Views of the words have at most
        // the lifetime of the `Tables` that contains this value, so none exists any more.
        let mut words = unsafe { Box::from_raw(self.0.as_ptr()) };
        if cfg!(debug_assertions) {
            words.fill(POISON);
        }
    }
}

impl<A: Architecture> Tables<A> {
    /// Creates a value without tables.
    const fn empty() -> Self {
        Self { starts: Vec::new(), units: Vec::new(), built: None, words: None, image: None }
    }

    /// Creates the tables of a region from a built table.
    pub(super) fn from_buffer(buffer: TableBuffer<A>) -> Result<Self, TableUnitError> {
        let mut tables = Self::empty();
        tables.set_built(buffer)?;
        Ok(tables)
    }

    /// Creates the tables of a region from contiguous compiled tables. `address` is the address to
    /// which the position of their code is relative.
    ///
    /// # Safety
    ///
    /// The words stay valid and unchanged until the result is dropped.
    pub(super) unsafe fn from_words(words: &[u32], address: u64) -> Result<Self, TableUnitError> {
        let mut tables = Self::empty();
        // SAFETY: the caller guarantees that the words stay valid and unchanged until the result is
        // dropped, and views have at most the lifetime of the result.
        let words: &'static [u32] = unsafe { &*core::ptr::from_ref(words) };
        tables.set_units(table::units_of(words, address))?;
        Ok(tables)
    }

    /// Creates the tables of an image: its compiled tables, and `built`, the table built from its
    /// stack maps, if any. The result keeps the image loaded.
    pub(super) fn from_image(
        image: LoadedImage,
        built: Option<TableBuffer<A>>,
    ) -> Result<Self, TableUnitError> {
        let mut tables = Self::empty();
        if let Some((address, bytes)) = image.compiled_tables() {
            // SAFETY: the bytes belong to the image, which stays loaded until `image` is dropped.
            // The result owns `image`, and views have at most the lifetime of the result.
            let bytes: &'static [u8] = unsafe { &*core::ptr::from_ref(bytes) };
            tables.set_units(table::units(bytes, address))?;
        }
        if let Some(built) = built {
            tables.set_built(built)?;
        }
        tables.image = Some(image);
        Ok(tables)
    }

    /// Sets the table built from stack maps.
    fn set_built(&mut self, buffer: TableBuffer<A>) -> Result<(), TableUnitError> {
        let words = Words::new(buffer.into_words());
        // SAFETY: `self` owns both `words` and the view, and a move of `words` does not move its
        // memory. On an error, both are dropped here.
        let view: &'static [u32] = unsafe { words.0.as_ref() };
        let built = CallSiteTable::read(view, 0)
            .map_err(|problem| TableUnitError { offset: 0, problem })?;
        self.built = Some(built);
        self.words = Some(words);
        Ok(())
    }

    /// Sets the compiled tables, sorted by their code.
    fn set_units(&mut self, units: TableUnits<'static, A>) -> Result<(), TableUnitError> {
        for unit in units {
            let unit = unit?;
            if !unit.is_empty() {
                self.units.push(unit);
            }
        }
        self.units.sort_unstable_by_key(|unit| unit.code().start);
        self.starts = self.units.iter().map(|unit| unit.code().start).collect();
        Ok(())
    }

    /// Iterates over the compiled tables, in the order of their code.
    pub(super) fn units(&self) -> impl Iterator<Item = &CallSiteTable<'_, A>> {
        self.units.iter().map(shorten)
    }

    /// Returns the table built from stack maps, if any.
    #[inline]
    pub(super) fn built(&self) -> Option<&CallSiteTable<'_, A>> {
        self.built.as_ref().map(shorten)
    }

    /// Returns the compiled table whose code contains the call that returns to `pc`.
    #[inline]
    pub(super) fn unit_containing(&self, pc: u64) -> Option<&CallSiteTable<'_, A>> {
        // The call may be the last instruction of the code.
        let call = pc.wrapping_sub(1);
        let after = self.starts.partition_point(|&start| start <= call);
        self.units.get(after.checked_sub(1)?).map(shorten)
    }
}

/// Shortens the lifetime of a table from `'static`, which is not its real lifetime, to that of the
/// borrow.
#[inline]
fn shorten<'t, A>(table: &'t CallSiteTable<'static, A>) -> &'t CallSiteTable<'t, A> {
    table
}

impl<A: Architecture> fmt::Debug for Tables<A> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Tables")
            .field("units", &self.units.len())
            .field("built", &self.built)
            .field("image", &self.image)
            .finish_non_exhaustive()
    }
}
