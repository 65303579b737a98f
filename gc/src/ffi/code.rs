//! Registration and removal of managed code.

use core::ffi::{CStr, c_char, c_void};
use core::ptr;

use statepoint_scanner::arch::Host;
use statepoint_scanner::registry::{CodeRegionId, GeneratedFunction, JitRegion, JitTable};

use super::heap::{self, spgc_heap};
use super::sized::{self, Structure};
use super::status::{Failure, array, guard, require, require_function, spgc_status};
use super::thread;
use crate::fatal::call_host;
use crate::patched_polls::PatchedPollsError;

/// Identifies a region of registered code, which is a library or a range of generated code.
/// spgc_code_remove() removes the region.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct spgc_code_region_id {
    /// Serial number of the region. Serial numbers are not reused.
    pub number: u64,
    /// Start address of the region's code.
    pub start: u64,
}

/// A function of generated code. Its name appears in messages.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct spgc_generated_function {
    /// Start address.
    pub start: *const c_void,
    /// Length in bytes.
    pub size: usize,
    /// Name of the function, in UTF-8. Copied.
    pub name: *const c_char,
}

/// A range of generated code. Set the first field to sizeof(spgc_jit_region), and unused fields to
/// zero.
///
/// Its call sites are described in one of two ways: by the sections that LLVM emitted, stack_maps
/// and eh_frame, with relocations applied; or by compiled tables (stackmap compile).
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct spgc_jit_region {
    /// sizeof(spgc_jit_region).
    pub size: usize,
    /// Start address of the code.
    pub code: *const c_void,
    /// Length of the code in bytes. The range may contain other code, but none of another region.
    pub code_size: usize,
    /// Contents of .llvm_stackmaps. Need not outlive the call. The same holds for the fields that
    /// follow, unless stated otherwise.
    pub stack_maps: *const c_void,
    /// Length of stack_maps in bytes.
    pub stack_maps_size: usize,
    /// Contents of .eh_frame.
    pub eh_frame: *const c_void,
    /// Length of eh_frame in bytes.
    pub eh_frame_size: usize,
    /// Address that .eh_frame was relocated for, if it differs from eh_frame; otherwise 0.
    pub eh_frame_address: u64,
    /// Compiled tables instead of stack_maps and eh_frame, back to back, 4-aligned. They must stay
    /// unchanged until the region has been removed.
    pub tables: *const u32,
    /// Length of tables in words of 4 bytes.
    pub tables_words: usize,
    /// Base address of the addresses in the tables, if it differs from `tables`; otherwise 0.
    pub tables_address: u64,
    /// Names of functions, for messages.
    pub functions: *const spgc_generated_function,
    /// Number of elements of `functions`.
    pub function_count: usize,
}

// SAFETY: the struct is `repr(C)`, begins with its size, has only 8-byte fields and so no padding,
// and is valid with all bytes zero.
unsafe impl Structure for spgc_jit_region {
    const NAME: &'static str = "spgc_jit_region";
    const LEAST: usize = 104;
}

const _: () = assert!(size_of::<spgc_jit_region>() == 104);

impl From<CodeRegionId> for spgc_code_region_id {
    fn from(id: CodeRegionId) -> Self {
        let (number, start) = id.to_parts();
        Self { number, start }
    }
}

impl spgc_code_region_id {
    pub(super) fn id(self) -> Result<CodeRegionId, Failure> {
        CodeRegionId::from_parts(self.number, self.start).ok_or_else(|| {
            Failure::new(
                spgc_status::SPGC_ERROR_CODE,
                "the region is zero; pass the region that a spgc_code_register_*() function \
                 stored",
            )
        })
    }
}

/// Stores a region ID.
///
/// # Safety
///
/// `target` is valid for writes.
unsafe fn write_region_id(target: *mut spgc_code_region_id, id: CodeRegionId) {
    // SAFETY: the caller guarantees that `target` is valid for writes.
    unsafe { target.write(id.into()) };
}

/// Registers a library, after dlopen() and before any code in it is called. The heap keeps it
/// loaded. (Without SPGC_CONFIG_WITHOUT_IMAGES, libraries that are loaded when the heap is started
/// are registered automatically.)
///
/// Any thread that is not managed may call it at any time, while others run managed code and
/// collect.
///
/// address: an address in the library, for example of a function, as returned by dlsym().
/// region: where to store the handle for spgc_code_remove().
///
/// Errors: SPGC_ERROR_NO_HEAP, SPGC_ERROR_NULL; SPGC_ERROR_CODE if no library is at the address, or
/// the library has no stack map, an unusable one, or is registered already; SPGC_ERROR_MANAGED,
/// SPGC_ERROR_FORKED, SPGC_ERROR_CALLBACK.
///
/// # Safety
///
/// `region` is null or valid for writes. The image stays loaded until its region is removed.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn spgc_code_register_image(
    heap: *mut spgc_heap,
    address: *const c_void,
    region: *mut spgc_code_region_id,
) -> spgc_status {
    guard(|| {
        thread::refuse_managed()?;
        let heap = heap::get(heap)?;
        require(address.cast::<u8>(), "address")?;
        require(region, "region")?;
        let id = heap.code().register_image_at(address.addr() as u64)?;
        // SAFETY: the caller guarantees that `region` is valid for writes.
        unsafe { write_region_id(region, id) };
        Ok(())
    })
}

/// Registers the program and all loaded libraries that have stack maps and are not registered yet.
///
/// Any thread that is not managed may call it at any time, while others run managed code and
/// collect.
///
/// count: where to store the number of regions that were registered, or null.
///
/// Errors: SPGC_ERROR_NO_HEAP; SPGC_ERROR_CODE if a stack map is unusable, in which case none is
/// registered; SPGC_ERROR_MANAGED, SPGC_ERROR_FORKED, SPGC_ERROR_CALLBACK.
///
/// # Safety
///
/// `count` is null or valid for writes. The images stay loaded until their regions are removed.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn spgc_code_register_loaded(
    heap: *mut spgc_heap,
    count: *mut usize,
) -> spgc_status {
    guard(|| {
        thread::refuse_managed()?;
        let regions = heap::get(heap)?.code().register_loaded_images()?;
        if !count.is_null() {
            // SAFETY: the caller guarantees that `count` is valid for writes.
            unsafe { count.write(regions.len()) };
        }
        Ok(())
    })
}

/// Registers generated code, before any thread runs it.
///
/// Any thread that is not managed may call it at any time, while others run managed code and
/// collect.
///
/// jit: the region. Its data may be freed after the call, except the code itself and compiled
/// tables.
/// region: where to store the handle for spgc_code_remove().
///
/// Errors: SPGC_ERROR_NO_HEAP, SPGC_ERROR_NULL, SPGC_ERROR_SIZE, SPGC_ERROR_ARGUMENT;
/// SPGC_ERROR_CODE if the tables are unusable, describe other code or no code, or some of the code
/// is registered already; SPGC_ERROR_MANAGED, SPGC_ERROR_FORKED, SPGC_ERROR_CALLBACK. Tables that
/// are wrong in a way that cannot be detected make collections free live objects.
///
/// # Safety
///
/// `jit` is null or points to a structure of the size given in its first field. Each of its
/// pointers points to the number of bytes or words that the structure states. The code, and a table
/// that is not copied, stay until the region is removed. `region` is null or valid for writes.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn spgc_code_register_jit(
    heap: *mut spgc_heap,
    jit: *const spgc_jit_region,
    region: *mut spgc_code_region_id,
) -> spgc_status {
    guard(|| {
        thread::refuse_managed()?;
        let heap = heap::get(heap)?;
        require(region, "region")?;
        // SAFETY: the caller guarantees that `jit` is null or points to a structure of the size in
        // its first field, that its pointers are valid, and that `region` is valid for writes.
        unsafe {
            let jit = sized::read(jit, "jit")?;
            let functions = jit.functions()?;
            write_region_id(region, heap.code().register_jit_with_names(jit.region()?, functions)?);
        }
        Ok(())
    })
}

/// Receives compiled tables.
///
/// data: the pointer that was passed to spgc_code_compile().
/// words: the tables. Valid until the callback returns.
/// count: the number of words.
pub type spgc_tables_callback =
    Option<unsafe extern "C-unwind" fn(data: *mut c_void, words: *const u32, count: usize)>;

/// Compiles the stack map and .eh_frame of generated code into tables, as the tool `stackmap
/// compile` does with an object file: for a program that keeps its code, and registers it later or
/// in another process. Registering compiled tables takes less time, and needs neither section.
///
/// The code may be at another address then. Copy the words to memory that is 4-aligned, and pass
/// them as spgc_jit_region.tables, with the address of the code as tables_address.
///
/// Any thread may call it at any time. It uses no heap.
///
/// jit: the region, with stack_maps and eh_frame. Its functions are not used.
/// receive: called once with the words, before this function returns. It must not throw.
/// data: passed to `receive`.
///
/// Errors: SPGC_ERROR_NULL, SPGC_ERROR_SIZE, SPGC_ERROR_ARGUMENT; SPGC_ERROR_CODE if the stack map
/// is unusable, describes no code, or the code does not begin at a multiple of 8.
///
/// # Safety
///
/// `jit` is null or points to a structure of the size given in its first field. Each of its
/// pointers points to the number of bytes that the structure states. `receive` may be called with
/// `data`.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn spgc_code_compile(
    jit: *const spgc_jit_region,
    receive: spgc_tables_callback,
    data: *mut c_void,
) -> spgc_status {
    guard(|| {
        let receive = require_function(receive, "receive")?;
        // SAFETY: the caller guarantees that `jit` is null or points to a structure of the size in
        // its first field, and that its pointers are valid.
        let words = unsafe { sized::read(jit, "jit")?.region()? }.compile::<Host>()?;
        call_host("the host's callback for compiled tables", || {
            // SAFETY: the caller guarantees that the callback may be called with this data.
            unsafe { receive(data, words.as_ptr(), words.len()) };
        });
        Ok(())
    })
}

impl spgc_jit_region {
    /// Converts the structure, without its functions.
    ///
    /// # Safety
    ///
    /// Each pointer points to the number of bytes that its field states.
    unsafe fn region<'a>(&self) -> Result<JitRegion<'a>, Failure> {
        require(self.code.cast::<u8>(), "spgc_jit_region.code")?;
        let start = self.code.addr() as u64;
        let end = start.checked_add(self.code_size as u64).ok_or_else(|| {
            Failure::argument(
                "spgc_jit_region.code_size exceeds the address space; pass the size \
                 of the range in bytes",
            )
        })?;
        // SAFETY: the caller guarantees that each pointer points to the stated number of bytes.
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
                // SAFETY: the caller guarantees that `tables` points to `tables_words` elements,
                // which stay unchanged as long as the region is registered.
                words: unsafe { array(self.tables, self.tables_words, "spgc_jit_region.tables") }?,
                address: match self.tables_address {
                    0 => self.tables.addr() as u64,
                    address => address,
                },
            },
            _ => {
                return Err(Failure::argument(
                    "set exactly one of spgc_jit_region.stack_maps and spgc_jit_region.tables",
                ));
            }
        };
        Ok(JitRegion { code: start..end, table })
    }

    /// Converts the functions of the structure.
    ///
    /// # Safety
    ///
    /// As for [`Self::region`], and names end with a zero byte.
    unsafe fn functions(&self) -> Result<Vec<GeneratedFunction>, Failure> {
        // SAFETY: the caller guarantees that `self.functions` points to `self.function_count`
        // elements.
        let functions =
            unsafe { array(self.functions, self.function_count, "spgc_jit_region.functions") }?;
        let named = functions.iter().map(|function| {
            require(function.name, "spgc_generated_function.name")?;
            let start = function.start.addr() as u64;
            let end = start.checked_add(function.size as u64).ok_or_else(|| {
                Failure::argument(
                    "spgc_generated_function.size exceeds the address space; pass \
                                   the size of the range in bytes",
                )
            })?;
            // SAFETY: the caller guarantees that the name ends with a zero byte.
            let name = unsafe { CStr::from_ptr(function.name) };
            Ok(GeneratedFunction { code: start..end, name: name.to_string_lossy().into_owned() })
        });
        named.collect()
    }
}

/// Removes a region of code. No thread may execute its code or have a frame that returns into it.
/// After the call, no collection uses the region any more: the code may be freed, or the library
/// closed with dlclose(). Objects that the code allocated remain. Its patched polls are removed,
/// and the registrations of calls that were patched into it.
///
/// Any thread that is not managed may call it; it waits for a collection in progress.
///
/// spgc_code_retire() calls the host when no stack has a frame in a region. If the heap is verified
/// or runs in zeal mode, this function searches all stacks.
///
/// Errors: SPGC_ERROR_NO_HEAP; SPGC_ERROR_CODE if the region is not registered, or no longer, or if
/// a frame was found in it; SPGC_ERROR_PATCH, SPGC_ERROR_SYSTEM if its polls cannot be restored to
/// no-ops; SPGC_ERROR_MANAGED, SPGC_ERROR_FORKED, SPGC_ERROR_CALLBACK.
///
/// # Safety
///
/// No thread executes the region's code, or has a frame of it on its stack.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn spgc_code_remove(
    heap: *mut spgc_heap,
    region: spgc_code_region_id,
) -> spgc_status {
    guard(|| {
        thread::refuse_managed()?;
        let (heap, polls) = heap::get_with_polls(heap)?;
        let id = region.id()?;
        if heap.is_verified()
            && let Some(user) = heap.code_user(id)
        {
            let message = format!(
                "{user}, so region {id} cannot be removed; spgc_code_retire() waits until no stack \
                 has a frame in it"
            );
            return Err(Failure::new(spgc_status::SPGC_ERROR_CODE, message));
        }
        match polls.map(|polls| polls.remove(id)) {
            None | Some(Ok(()) | Err(PatchedPollsError::Unknown { .. })) => {}
            Some(Err(error)) => return Err(error.into()),
        }
        // SAFETY: the caller guarantees that no thread executes the code or has a frame of it on
        // its stack.
        Ok(unsafe { heap.code().remove(id) }?)
    })
}

/// Stores the number of registered regions: the program and libraries with managed code, and ranges
/// of generated code.
///
/// Any thread that is not managed may call it at any time; others may add and remove regions
/// concurrently.
///
/// count: where to store the number.
///
/// Errors: SPGC_ERROR_NO_HEAP, SPGC_ERROR_NULL, SPGC_ERROR_MANAGED, SPGC_ERROR_FORKED,
/// SPGC_ERROR_CALLBACK.
///
/// # Safety
///
/// `count` is null or valid for writes.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn spgc_code_count(
    heap: *mut spgc_heap,
    count: *mut usize,
) -> spgc_status {
    guard(|| {
        thread::refuse_managed()?;
        let heap = heap::get(heap)?;
        require(count, "count")?;
        // SAFETY: the caller guarantees that `count` is valid for writes.
        unsafe { count.write(heap.code().snapshot().len()) };
        Ok(())
    })
}

/// Finds the region whose code contains an address. It may also be the region of the program or of
/// a library.
///
/// Any thread that is not managed may call it at any time; others may add and remove regions
/// concurrently.
///
/// address: an address in the code.
/// region: where to store the region.
///
/// Errors: SPGC_ERROR_NO_HEAP, SPGC_ERROR_NULL; SPGC_ERROR_CODE if no registered code is at the
/// address; SPGC_ERROR_MANAGED, SPGC_ERROR_FORKED, SPGC_ERROR_CALLBACK.
///
/// # Safety
///
/// `region` is null or valid for writes.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn spgc_code_region_at(
    heap: *mut spgc_heap,
    address: *const c_void,
    region: *mut spgc_code_region_id,
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
                format!(
                    "no registered code contains the address {address:p}; register the code \
                         first"
                ),
            )
        })?;
        // SAFETY: the caller guarantees that `region` is valid for writes.
        unsafe { write_region_id(region, id) };
        Ok(())
    })
}

/// Writes a description of a code address, as in messages of this library: function, offset, file.
///
/// Any thread may call it at any time; it reads files.
///
/// text: buffer for the text, or null if `room` is 0. The text is truncated to fit, and ends with a
/// zero byte.
/// room: size of the buffer in bytes.
/// length: where to store the length of the whole text without the zero byte, or null.
///
/// Errors: SPGC_ERROR_NULL, SPGC_ERROR_CALLBACK.
///
/// # Safety
///
/// `text` is null or points to `room` bytes. `length` is null or valid for writes.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn spgc_code_describe(
    address: *const c_void,
    text: *mut c_char,
    room: usize,
    length: *mut usize,
) -> spgc_status {
    guard(|| {
        super::restricted::refuse_in_callback()?;
        let description = statepoint_scanner::image::symbols::describe(address.addr() as u64);
        // SAFETY: the caller guarantees that `text` is valid for writes of `room` bytes, and
        // `length` is null or valid for writes.
        unsafe {
            if room > 0 {
                require(text, "text")?;
                let count = description.len().min(room - 1);
                ptr::copy_nonoverlapping(description.as_ptr(), text.cast(), count);
                text.add(count).write(0);
            }
            if !length.is_null() {
                length.write(description.len());
            }
        }
        Ok(())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn function_ranges_cover_all_bytes() {
        let functions =
            [(0x1000, 0x20, c"first"), (0x1020, 1, c"second")].map(|(start, size, name)| {
                spgc_generated_function {
                    start: ptr::without_provenance(start),
                    size,
                    name: name.as_ptr(),
                }
            });
        // SAFETY: all-zero bytes are a valid `spgc_jit_region`.
        let mut region: spgc_jit_region = unsafe { core::mem::zeroed() };
        (region.functions, region.function_count) = (functions.as_ptr(), functions.len());
        // SAFETY: `functions` has `function_count` elements, whose names end with a zero byte.
        let Ok(found) = (unsafe { region.functions() }) else { panic!("the functions are valid") };
        let function = |code, name: &str| GeneratedFunction { code, name: name.to_owned() };
        assert_eq!(found, [function(0x1000..0x1020, "first"), function(0x1020..0x1021, "second")]);
    }
}
