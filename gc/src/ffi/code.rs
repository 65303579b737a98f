//! Managed code that comes and goes.

use core::ffi::{CStr, c_char, c_void};
use core::ptr;

use statepoint_scanner::registry::{GeneratedFunction, JitRegion, JitTable, RegionId};

use super::heap::{self, spgc_heap};
use super::sized::{self, Structure};
use super::status::{Failure, array, guard, require, spgc_status};
use super::thread;
use crate::patched_polls::PatchedPollsError;

/// Registered code: a library, or a range of generated code. No region has both numbers zero.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct spgc_region {
    /// Its number; numbers do not come again.
    pub number: u64,
    /// Where its code begins.
    pub start: u64,
}

/// A function of generated code, for messages.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct spgc_function {
    /// Where it begins.
    pub start: *const c_void,
    /// Its bytes.
    pub size: usize,
    /// Its name, in UTF-8. Copied.
    pub name: *const c_char,
}

/// Generated code. Set the first field to sizeof(spgc_jit_region), and what is not used to zero.
///
/// Its call sites come either as the sections that LLVM made, stack_maps and eh_frame, with relocations applied, or as
/// compiled tables (stackmap compile).
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct spgc_jit_region {
    /// sizeof(spgc_jit_region).
    pub size: usize,
    /// Where the code begins.
    pub code: *const c_void,
    /// Its bytes. Other code may be in between, but none of another region.
    pub code_size: usize,
    /// The contents of .llvm_stackmaps. Not needed any more when the function returns, as is what follows.
    pub stack_maps: *const c_void,
    /// Its bytes.
    pub stack_maps_size: usize,
    /// The contents of .eh_frame.
    pub eh_frame: *const c_void,
    /// Its bytes.
    pub eh_frame_size: usize,
    /// The address that .eh_frame was relocated for, if it is not where eh_frame points; else 0.
    pub eh_frame_address: u64,
    /// Compiled tables instead, back to back, 4-aligned. They stay, unchanged, until the region was removed.
    pub tables: *const u32,
    /// Words of them.
    pub tables_words: usize,
    /// The address that the tables count from, if it is not that of `tables`; else 0.
    pub tables_address: u64,
    /// Names of functions, for messages.
    pub functions: *const spgc_function,
    /// How many.
    pub function_count: usize,
}

// SAFETY: words throughout.
unsafe impl Structure for spgc_jit_region {
    const NAME: &'static str = "spgc_jit_region";
    const LEAST: usize = 104;
}

const _: () = assert!(size_of::<spgc_jit_region>() == 104);

impl From<RegionId> for spgc_region {
    fn from(id: RegionId) -> Self {
        let (number, start) = id.to_parts();
        Self { number, start }
    }
}

impl spgc_region {
    pub(super) fn id(self) -> Result<RegionId, Failure> {
        RegionId::from_parts(self.number, self.start).ok_or_else(|| {
            Failure::new(
                spgc_status::SPGC_ERROR_CODE,
                "the region is zero; pass what a spgc_code_register function has stored",
            )
        })
    }
}

/// Stores a region.
///
/// # Safety
///
/// `place` is a variable.
unsafe fn put(place: *mut spgc_region, id: RegionId) {
    // SAFETY: the caller promises it.
    unsafe { place.write(id.into()) };
}

/// Registers a library, after dlopen() and before anything in it is called. The heap keeps it loaded. (Those that are
/// loaded when the heap is started are registered by that, unless SPGC_CONFIG_WITHOUT_IMAGES.)
///
/// Any thread that is not managed may do so at any time, while others run managed code and collect.
///
/// address: in the library: of a function, as dlsym() finds it.
/// region: where to store what can be removed.
///
/// Errors: SPGC_ERROR_NO_HEAP, SPGC_ERROR_NULL; SPGC_ERROR_CODE if there is no library, it has no stack map, or one that
/// cannot be used, or is registered already; SPGC_ERROR_MANAGED, SPGC_ERROR_FORKED, SPGC_ERROR_CALLBACK.
///
/// # Safety
///
/// `region` is null or points to a variable. The image stays loaded until its region is removed.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn spgc_code_register_image(
    heap: *mut spgc_heap,
    address: *const c_void,
    region: *mut spgc_region,
) -> spgc_status {
    guard(|| {
        thread::refuse_managed()?;
        let heap = heap::get(heap)?;
        require(address.cast::<u8>(), "address")?;
        require(region, "region")?;
        let id = heap.code().register_image_at(address.addr() as u64)?;
        // SAFETY: the caller promises a variable.
        unsafe { put(region, id) };
        Ok(())
    })
}

/// Registers the program and all libraries that are loaded, have stack maps, and are not registered yet.
///
/// Any thread that is not managed may do so at any time, while others run managed code and collect.
///
/// count: where to store how many there were, or null.
///
/// Errors: SPGC_ERROR_NO_HEAP; SPGC_ERROR_CODE if a stack map cannot be used, then none is registered;
/// SPGC_ERROR_MANAGED, SPGC_ERROR_FORKED, SPGC_ERROR_CALLBACK.
///
/// # Safety
///
/// `count` is null or points to a variable. The images stay loaded until their regions are removed.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn spgc_code_register_loaded(
    heap: *mut spgc_heap,
    count: *mut usize,
) -> spgc_status {
    guard(|| {
        thread::refuse_managed()?;
        let regions = heap::get(heap)?.code().register_loaded_images()?;
        if !count.is_null() {
            // SAFETY: the caller promises a variable.
            unsafe { count.write(regions.len()) };
        }
        Ok(())
    })
}

/// Registers generated code, before any thread runs it.
///
/// Any thread that is not managed may do so at any time, while others run managed code and collect.
///
/// jit: the code; may go when the function has returned, but for the code itself and compiled tables.
/// region: where to store what can be removed.
///
/// Errors: SPGC_ERROR_NO_HEAP, SPGC_ERROR_NULL, SPGC_ERROR_SIZE, SPGC_ERROR_ARGUMENT; SPGC_ERROR_CODE if the tables cannot
/// be used, describe other code, or none, or some of the code is registered already; SPGC_ERROR_MANAGED,
/// SPGC_ERROR_FORKED, SPGC_ERROR_CALLBACK. Tables that are wrong in a way that cannot be noticed lose objects.
///
/// # Safety
///
/// `jit` is null or points to a structure of the size that its first field says. Its pointers lead
/// to as many bytes or words as it says. The code, and a table that is not copied, stay until the
/// region is removed. `region` is null or points to a variable.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn spgc_code_register_jit(
    heap: *mut spgc_heap,
    jit: *const spgc_jit_region,
    region: *mut spgc_region,
) -> spgc_status {
    guard(|| {
        thread::refuse_managed()?;
        let heap = heap::get(heap)?;
        require(region, "region")?;
        // SAFETY: the caller promises a structure of the size that it says, what its pointers lead to, and a
        // variable.
        unsafe {
            let jit = sized::read(jit, "jit")?;
            let functions = jit.functions()?;
            put(region, heap.code().register_jit_with_names(jit.region()?, functions)?);
        }
        Ok(())
    })
}

impl spgc_jit_region {
    /// # Safety
    ///
    /// Pointers lead to as many bytes as the fields say.
    unsafe fn region<'a>(&self) -> Result<JitRegion<'a>, Failure> {
        require(self.code.cast::<u8>(), "spgc_jit_region.code")?;
        let start = self.code.addr() as u64;
        let end = start.checked_add(self.code_size as u64).ok_or_else(|| {
            Failure::argument("spgc_jit_region.code_size goes beyond the last address")
        })?;
        // SAFETY: the caller promises the bytes.
        let bytes =
            |first: *const c_void, size, name| unsafe { array(first.cast::<u8>(), size, name) };
        let table = match (self.stack_maps.is_null(), self.tables.is_null()) {
            (false, true) => JitTable::Sections {
                stack_maps: bytes(
                    self.stack_maps,
                    self.stack_maps_size,
                    "spgc_jit_region.stack_maps",
                )?,
                eh_frame: bytes(self.eh_frame, self.eh_frame_size, "spgc_jit_region.eh_frame")?,
                code: Some(bytes(self.code, self.code_size, "spgc_jit_region.code")?),
                eh_frame_address: match self.eh_frame_address {
                    0 => self.eh_frame.addr() as u64,
                    address => address,
                },
            },
            (true, false) => JitTable::Compiled {
                // SAFETY: the caller promises the words, as long as the region is registered.
                words: unsafe { array(self.tables, self.tables_words, "spgc_jit_region.tables") }?,
                address: match self.tables_address {
                    0 => self.tables.addr() as u64,
                    address => address,
                },
            },
            _ => {
                return Err(Failure::argument(
                    "of spgc_jit_region.stack_maps and spgc_jit_region.tables exactly one must be set",
                ));
            }
        };
        Ok(JitRegion { code: start..end, table })
    }

    /// # Safety
    ///
    /// As for [`Self::region`], and names end with 0.
    unsafe fn functions(&self) -> Result<Vec<GeneratedFunction>, Failure> {
        // SAFETY: the caller promises the elements.
        let functions =
            unsafe { array(self.functions, self.function_count, "spgc_jit_region.functions") }?;
        let named = functions.iter().map(|function| {
            require(function.name, "spgc_function.name")?;
            let start = function.start.addr() as u64;
            let end = start.checked_add(function.size as u64).ok_or_else(|| {
                Failure::argument("spgc_function.size goes beyond the last address")
            })?;
            // SAFETY: the caller promises a text.
            let name = unsafe { CStr::from_ptr(function.name) };
            Ok(GeneratedFunction { code: start..end, name: name.to_string_lossy().into_owned() })
        });
        named.collect()
    }
}

/// Removes a region, when no thread executes its code or will return into it. When it has returned, no collection uses it
/// either: free the code, or dlclose() the library. Objects may outlive it. Its patched polls are forgotten, and so are
/// calls that were patched in.
///
/// Any thread that is not managed may do so; waits for a collection in progress.
///
/// Errors: SPGC_ERROR_NO_HEAP; SPGC_ERROR_CODE if it is not registered, or not any more; SPGC_ERROR_PATCH, SPGC_ERROR_SYSTEM if
/// its polls cannot be put back; SPGC_ERROR_MANAGED, SPGC_ERROR_FORKED, SPGC_ERROR_CALLBACK.
///
/// # Safety
///
/// No thread runs the region's code, or has a frame of it.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn spgc_code_remove(
    heap: *mut spgc_heap,
    region: spgc_region,
) -> spgc_status {
    guard(|| {
        thread::refuse_managed()?;
        let (heap, polls) = heap::get_with_polls(heap)?;
        let id = region.id()?;
        match polls.map(|polls| polls.remove(id)) {
            None | Some(Ok(()) | Err(PatchedPollsError::Unknown { .. })) => {}
            Some(Err(error)) => return Err(error.into()),
        }
        // SAFETY: the caller promises that no thread runs the code.
        Ok(unsafe { heap.code().remove(id) }?)
    })
}

/// Tells how many regions are registered: the program and libraries with managed code, and ranges of generated code.
///
/// Any thread that is not managed may ask at any time; others may add and remove meanwhile.
///
/// count: where to store it.
///
/// Errors: SPGC_ERROR_NO_HEAP, SPGC_ERROR_NULL, SPGC_ERROR_MANAGED, SPGC_ERROR_FORKED, SPGC_ERROR_CALLBACK.
///
/// # Safety
///
/// `count` is null or points to a variable.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn spgc_code_count(
    heap: *mut spgc_heap,
    count: *mut usize,
) -> spgc_status {
    guard(|| {
        thread::refuse_managed()?;
        let heap = heap::get(heap)?;
        require(count, "count")?;
        // SAFETY: the caller promises a variable.
        unsafe { count.write(heap.code().snapshot().len()) };
        Ok(())
    })
}

/// Tells which region has an address in its code: of the program, or a library, too.
///
/// Any thread that is not managed may ask at any time; others may add and remove meanwhile.
///
/// address: in the code.
/// region: where to store it.
///
/// Errors: SPGC_ERROR_NO_HEAP, SPGC_ERROR_NULL; SPGC_ERROR_CODE if no registered code is there; SPGC_ERROR_MANAGED,
/// SPGC_ERROR_FORKED, SPGC_ERROR_CALLBACK.
///
/// # Safety
///
/// `region` is null or points to a variable.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn spgc_code_region_at(
    heap: *mut spgc_heap,
    address: *const c_void,
    region: *mut spgc_region,
) -> spgc_status {
    guard(|| {
        thread::refuse_managed()?;
        let heap = heap::get(heap)?;
        require(address.cast::<u8>(), "address")?;
        require(region, "region")?;
        let found = heap.code().snapshot().region_at(address.addr() as u64);
        let (id, _) = found.ok_or_else(|| {
            Failure::new(
                spgc_status::SPGC_ERROR_CODE,
                format!("no registered code has the address {address:p}; register it first"),
            )
        })?;
        // SAFETY: the caller promises a variable.
        unsafe { put(region, id) };
        Ok(())
    })
}

/// Writes what is at an address of code, as messages of this library have it: function, offset, file.
///
/// Any thread may ask at any time; reads files.
///
/// text: room for it, or null if there is none. It is cut if it is too long, and ends with 0.
/// room: bytes that there are.
/// length: where to store how long the text is without its end, or null.
///
/// Errors: SPGC_ERROR_NULL, SPGC_ERROR_CALLBACK.
///
/// # Safety
///
/// `text` is null or points to `room` bytes. `length` is null or points to a variable.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn spgc_describe_code(
    address: *const c_void,
    text: *mut c_char,
    room: usize,
    length: *mut usize,
) -> spgc_status {
    guard(|| {
        super::restricted::refuse_in_callback()?;
        let said = statepoint_scanner::image::symbols::describe(address.addr() as u64);
        // SAFETY: the caller promises the room, and a variable.
        unsafe {
            if room > 0 {
                require(text, "text")?;
                let count = said.len().min(room - 1);
                ptr::copy_nonoverlapping(said.as_ptr(), text.cast(), count);
                text.add(count).write(0);
            }
            if !length.is_null() {
                length.write(said.len());
            }
        }
        Ok(())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_functions_of_a_region_have_all_their_bytes() {
        let functions =
            [(0x1000, 0x20, c"first"), (0x1020, 1, c"second")].map(|(start, size, name)| {
                spgc_function { start: ptr::without_provenance(start), size, name: name.as_ptr() }
            });
        // SAFETY: all zero is a value of each of its fields.
        let mut region: spgc_jit_region = unsafe { core::mem::zeroed() };
        (region.functions, region.function_count) = (functions.as_ptr(), functions.len());
        // SAFETY: an array of two, with names that end with 0.
        let Ok(found) = (unsafe { region.functions() }) else { panic!("they are good") };
        let function = |code, name: &str| GeneratedFunction { code, name: name.to_owned() };
        assert_eq!(found, [function(0x1000..0x1020, "first"), function(0x1020..0x1021, "second")]);
    }
}
