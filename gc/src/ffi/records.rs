//! Finding the records of code that is to be patched.

use core::ffi::c_void;

use statepoint_scanner::image::process;
use statepoint_scanner::stackmap::{Constants, Record, maps};

use super::restricted::refuse_in_callback;
use super::sized::{self, Structure};
use super::status::{Failure, array, chain, guard, require, spgc_status};

/// Which records of a stack map are meant. Set the first field to sizeof(spgc_records), one of `stack_maps` and `image`, the
/// ID, and the rest to zero.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct spgc_records {
    /// sizeof(spgc_records).
    pub size: usize,
    /// The contents of .llvm_stackmaps, with relocations applied, as for spgc_jit_region ...
    pub stack_maps: *const c_void,
    /// ... and its bytes.
    pub stack_maps_size: usize,
    /// Instead: an address in the code of a program or library, whose stack map it is.
    pub image: *const c_void,
    /// The ID: the first argument of a `patchpoint` or `stackmap`, "statepoint-id" of a statepoint.
    pub id: u64,
    /// Where the record's function begins; null: any.
    pub function: *const c_void,
    /// Where the record is, as spgc_record.address; null: anywhere.
    pub address: *const c_void,
}

// SAFETY: words throughout.
unsafe impl Structure for spgc_records {
    const NAME: &'static str = "spgc_records";
    const LEAST: usize = 56;
}

const _: () = assert!(size_of::<spgc_records>() == 56);

/// A record of a stack map.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct spgc_record {
    /// Where it is: of a `patchpoint` or `stackmap` where its bytes begin, of a statepoint where they end.
    pub address: u64,
    /// Where its function begins.
    pub function: u64,
    /// Its ID.
    pub id: u64,
}

fn no_map(message: String) -> Failure {
    Failure::new(spgc_status::SPGC_ERROR_CODE, message)
}

impl spgc_records {
    /// Shows each record that is meant, with the constants of its map.
    ///
    /// # Safety
    ///
    /// Pointers lead to as many bytes as the fields say.
    pub(super) unsafe fn each(
        &self,
        mut show: impl FnMut(spgc_record, &Record<'_>, &Constants<'_>) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        let image;
        let section = match (self.stack_maps.is_null(), self.image.is_null()) {
            // SAFETY: the caller promises the bytes.
            (false, true) => unsafe {
                array(self.stack_maps.cast(), self.stack_maps_size, "spgc_records.stack_maps")
            }?,
            (true, false) => {
                let found = process::image_at(self.image.addr() as u64);
                image = found.map_err(|error| no_map(chain(&error)))?.ok_or_else(|| {
                    no_map(format!(
                        "spgc_records.image, {:p}, is in no image of this process; pass the address of a function",
                        self.image
                    ))
                })?;
                image.stack_maps().ok_or_else(|| {
                    no_map(format!(
                        "{} has no .llvm_stackmaps section: compiled tables do not have what is asked for",
                        image.path().display()
                    ))
                })?
            }
            _ => {
                return Err(Failure::argument(
                    "of spgc_records.stack_maps and spgc_records.image exactly one must be set",
                ));
            }
        };
        let is = |wanted: *const c_void, found| wanted.is_null() || wanted.addr() as u64 == found;
        for map in maps(section) {
            let map = map.map_err(|error| no_map(chain(&error)))?;
            let records = map.function_records().map_err(|error| no_map(chain(&error)))?;
            for (function, record) in records.filter(|(_, record)| record.id == self.id) {
                let address = function.address.wrapping_add(record.instruction_offset.into());
                if is(self.function, function.address) && is(self.address, address) {
                    let found = spgc_record { address, function: function.address, id: self.id };
                    show(found, &record, &map.constants())?;
                }
            }
        }
        Ok(())
    }
}

/// Finds all records that are meant, in their order in the stack map. LLVM makes several of one where it copies code.
///
/// Any thread may do so at any time; reads files, if it is asked for an image's.
///
/// wanted: which ones.
/// found: an array with `room` elements for them, or null if there is no room.
/// count: where to store how many there are, which may be more than there is room for.
///
/// Errors: SPGC_ERROR_NULL, SPGC_ERROR_SIZE, SPGC_ERROR_ARGUMENT; SPGC_ERROR_CODE if there is no such stack map, or it cannot
/// be read; SPGC_ERROR_CALLBACK.
///
/// # Safety
///
/// `wanted` is null or points to a structure of the size that its first field says. Its pointers
/// lead to as many bytes as it says. `found` is null or points to `room` structures. `count` is
/// null or points to a variable.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn spgc_records_find(
    wanted: *const spgc_records,
    found: *mut spgc_record,
    room: usize,
    count: *mut usize,
) -> spgc_status {
    guard(|| {
        refuse_in_callback()?;
        require(count, "count")?;
        if room > 0 {
            require(found, "found")?;
        }
        let mut number = 0;
        // SAFETY: the caller promises a structure of the size that it says, what it leads to, and the room.
        unsafe {
            sized::read(wanted, "wanted")?.each(|record, _, _| {
                if number < room {
                    found.add(number).write(record);
                }
                number += 1;
                Ok(())
            })?;
            count.write(number);
        }
        Ok(())
    })
}
