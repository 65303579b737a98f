//! The tables of a region, and what keeps their memory.
//!
//! This is the one place in the registry where references outlive what the compiler can see: a
//! table is a view of words, and a region holds both. The views get the lifetime `'static` here and
//! are handed out with the region's lifetime.

use core::fmt;
use core::ptr::NonNull;

use crate::arch::Architecture;
use crate::image::process::LoadedImage;
use crate::table::{self, CallSiteTable, TableBuffer, TableUnitError, TableUnits};

/// Value that overwrites freed words in builds with assertions: a table that is used too late no
/// longer looks like a table.
const POISON: u32 = 0xdead_dead;

/// The tables of a region.
pub(super) struct Tables<A: Architecture> {
    /// Start address of the code of each unit.
    starts: Vec<u64>,
    /// Compiled tables, used in place, in the order of their code.
    units: Vec<CallSiteTable<'static, A>>,
    /// The table built from all raw maps. Its functions may lie among those of the units.
    built: Option<CallSiteTable<'static, A>>,
    /// The memory of `built`.
    words: Option<Words>,
    /// The memory of `units`, unless the caller keeps it.
    image: Option<LoadedImage>,
}

/// Words that are owned through a raw pointer: a box may not be moved while there are references to
/// its contents.
struct Words(NonNull<[u32]>);

// SAFETY: it owns integers, like a box.
unsafe impl Send for Words {}
// SAFETY: shared, they can only be read.
unsafe impl Sync for Words {}

impl Words {
    fn new(words: Box<[u32]>) -> Self {
        Self(NonNull::from(Box::leak(words)))
    }
}

impl Drop for Words {
    fn drop(&mut self) {
        // SAFETY: `new` leaked the box, and this is its only owner. The views of it are dropped
        // with the `Tables` that this is in: they are handed out with its lifetime.
        let mut words = unsafe { Box::from_raw(self.0.as_ptr()) };
        if cfg!(debug_assertions) {
            words.fill(POISON);
        }
    }
}

impl<A: Architecture> Tables<A> {
    const fn empty() -> Self {
        Self { starts: Vec::new(), units: Vec::new(), built: None, words: None, image: None }
    }

    /// Creates the tables of a region from a table that was built.
    pub(super) fn built_from(buffer: TableBuffer<A>) -> Result<Self, TableUnitError> {
        let mut tables = Self::empty();
        tables.set_built(buffer)?;
        Ok(tables)
    }

    /// Creates the tables from compiled ones in these words, back to back, which lie at `address`
    /// in the process whose code they describe.
    ///
    /// # Safety
    ///
    /// The words stay, unchanged, as long as the result lives.
    pub(super) unsafe fn from_words(words: &[u32], address: u64) -> Result<Self, TableUnitError> {
        let mut tables = Self::empty();
        // SAFETY: the caller promises that they stay.
        let words: &'static [u32] = unsafe { &*core::ptr::from_ref(words) };
        tables.set_units(table::units_of(words, address))?;
        Ok(tables)
    }

    /// Creates the tables of an image, which they keep loaded: its compiled ones, and `raw`, the
    /// one built from its raw maps.
    pub(super) fn of_image(
        image: LoadedImage,
        raw: Option<TableBuffer<A>>,
    ) -> Result<Self, TableUnitError> {
        let mut tables = Self::empty();
        if let Some((address, bytes)) = image.compiled_tables() {
            // SAFETY: the bytes are those of the image, which is loaded as long as `image` lives:
            // in the same value as the tables from here on.
            let bytes: &'static [u8] = unsafe { &*core::ptr::from_ref(bytes) };
            tables.set_units(table::units(bytes, address))?;
        }
        if let Some(raw) = raw {
            tables.set_built(raw)?;
        }
        tables.image = Some(image);
        Ok(tables)
    }

    fn set_built(&mut self, buffer: TableBuffer<A>) -> Result<(), TableUnitError> {
        let words = Words::new(buffer.into_words());
        // SAFETY: `words` is in the same value as the view from here on, and its memory stays
        // where it is.
        let view: &'static [u32] = unsafe { words.0.as_ref() };
        let built = CallSiteTable::read(view, 0)
            .map_err(|problem| TableUnitError { offset: 0, problem })?;
        self.built = Some(built);
        self.words = Some(words);
        Ok(())
    }

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

    pub(super) fn units(&self) -> impl Iterator<Item = &CallSiteTable<'_, A>> {
        self.units.iter().map(shorten)
    }

    #[inline]
    pub(super) fn built(&self) -> Option<&CallSiteTable<'_, A>> {
        self.built.as_ref().map(shorten)
    }

    /// Returns the compiled table whose code contains the call that returns to `pc`.
    #[inline]
    pub(super) fn unit_around(&self, pc: u64) -> Option<&CallSiteTable<'_, A>> {
        // The call may be the last instruction of the code.
        let call = pc.wrapping_sub(1);
        let after = self.starts.partition_point(|&start| start <= call);
        self.units.get(after.checked_sub(1)?).map(shorten)
    }
}

/// Shortens the lifetime `'static`, which the views do not really have, to that of the borrow.
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
