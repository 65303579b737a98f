//! Search for stack map records, which identify the code to patch.

use core::ffi::c_void;

use statepoint_scanner::image::process;
use statepoint_scanner::stackmap::{Constants, Record, maps};

use super::restricted::refuse_in_callback;
use super::sized::{self, Structure};
use super::status::{Failure, array, chain, guard, require, spgc_status};

/// Selects records of a stack map. Set the first field to sizeof(spgc_record_query), one of
/// `stack_maps` and `image`, the ID, and the rest to zero.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct spgc_record_query {
    /// sizeof(spgc_record_query).
    pub size: usize,
    /// Contents of .llvm_stackmaps, with relocations applied, as for spgc_jit_region.
    pub stack_maps: *const c_void,
    /// Length of stack_maps in bytes.
    pub stack_maps_size: usize,
    /// Instead of stack_maps: an address in the code of the program or a library, whose stack map
    /// is used.
    pub image: *const c_void,
    /// ID of the records: the first argument of a `patchpoint` or `stackmap`, "statepoint-id" of a
    /// statepoint.
    pub id: u64,
    /// Start address of the function that contains the record; null: any function.
    pub function: *const c_void,
    /// Address of the record, as spgc_stack_map_record.address; null: any address.
    pub address: *const c_void,
}

// SAFETY: the struct is `repr(C)`, begins with its size, has only 8-byte fields and so no padding,
// and is valid with all bytes zero.
unsafe impl Structure for spgc_record_query {
    const NAME: &'static str = "spgc_record_query";
    const LEAST: usize = 56;
}

const _: () = assert!(size_of::<spgc_record_query>() == 56);

/// A record of a stack map.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct spgc_stack_map_record {
    /// Address of the record: the start of its bytes for a `patchpoint` or `stackmap`, their end
    /// for a statepoint.
    pub address: u64,
    /// Start address of the function that contains the record.
    pub function: u64,
    /// ID of the record.
    pub id: u64,
}

fn stack_map_failure(message: String) -> Failure {
    Failure::new(spgc_status::SPGC_ERROR_CODE, message)
}

impl spgc_record_query {
    /// Calls `visit` for each selected record, with the constants of its stack map.
    ///
    /// # Safety
    ///
    /// Each pointer points to the number of bytes that its field states.
    pub(super) unsafe fn visit_records(
        &self,
        mut visit: impl FnMut(spgc_stack_map_record, &Record<'_>, &Constants<'_>) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        let image;
        let section = match (self.stack_maps.is_null(), self.image.is_null()) {
            // SAFETY: the caller guarantees that `stack_maps` points to `stack_maps_size` bytes.
            (false, true) => unsafe {
                array(self.stack_maps.cast(), self.stack_maps_size, "spgc_record_query.stack_maps")
            }?,
            (true, false) => {
                let found = process::image_at(self.image.addr() as u64);
                image = found.map_err(|error| stack_map_failure(chain(&error)))?.ok_or_else(|| {
                    stack_map_failure(format!(
                        "spgc_record_query.image, {:p}, is not in an image of this process; pass \
                         the address of a function",
                        self.image
                    ))
                })?;
                image.stack_maps().ok_or_else(|| {
                    stack_map_failure(format!(
                        "{} has no .llvm_stackmaps section, and compiled tables lack the \
                         records; link it with its stack map",
                        image.path().display()
                    ))
                })?
            }
            _ => {
                return Err(Failure::argument(
                    "set exactly one of spgc_record_query.stack_maps and spgc_record_query.image",
                ));
            }
        };
        let matches =
            |wanted: *const c_void, found| wanted.is_null() || wanted.addr() as u64 == found;
        for map in maps(section) {
            let map = map.map_err(|error| stack_map_failure(chain(&error)))?;
            let records =
                map.function_records().map_err(|error| stack_map_failure(chain(&error)))?;
            for (function, record) in records.filter(|(_, record)| record.id == self.id) {
                let address = function.address.wrapping_add(record.instruction_offset.into());
                if matches(self.function, function.address) && matches(self.address, address) {
                    let found =
                        spgc_stack_map_record { address, function: function.address, id: self.id };
                    visit(found, &record, &map.constants())?;
                }
            }
        }
        Ok(())
    }
}

/// Finds all selected records, in the order of the stack map. Where LLVM duplicates code, one
/// record of the source becomes several.
///
/// Any thread may call it at any time; it reads files if an image is given.
///
/// wanted: selects the records.
/// found: an array with `room` elements, or null if `room` is 0.
/// count: where to store the number of selected records, which may exceed `room`.
///
/// Errors: SPGC_ERROR_NULL, SPGC_ERROR_SIZE, SPGC_ERROR_ARGUMENT; SPGC_ERROR_CODE if there is no
/// such stack map, or it cannot be read; SPGC_ERROR_CALLBACK.
///
/// # Safety
///
/// `wanted` is null or points to a structure of the size given in its first field. Each of its
/// pointers points to the number of bytes that the structure states. `found` is null or points to
/// `room` structures. `count` is null or valid for writes.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn spgc_stack_map_find_records(
    wanted: *const spgc_record_query,
    found: *mut spgc_stack_map_record,
    room: usize,
    count: *mut usize,
) -> spgc_status {
    guard(|| {
        refuse_in_callback()?;
        require(count, "count")?;
        if room > 0 {
            require(found, "found")?;
        }
        let mut selected = 0;
        // SAFETY: the caller guarantees that `wanted` is null or points to a structure of the size
        // in its first field, whose pointers are valid; that `found` has room for `room`
        // structures; and that `count` is valid for writes.
        unsafe {
            sized::read(wanted, "wanted")?.visit_records(|record, _, _| {
                if selected < room {
                    found.add(selected).write(record);
                }
                selected += 1;
                Ok(())
            })?;
            count.write(selected);
        }
        Ok(())
    })
}
