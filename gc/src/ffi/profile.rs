//! The allocation profile.

use core::ffi::{c_char, c_void};
use core::num::NonZeroU64;
use std::ffi::CString;

use super::heap::{self, spgc_heap};
use super::status::{self, guard, require, require_function, spgc_status};
use crate::fatal::call_host;
use crate::runtime::Heap;

/// The objects of one type in an allocation profile: estimates from a sample.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct spgc_type_allocations {
    /// sizeof(spgc_type_allocations) as the library knows it.
    pub size: usize,
    /// Name of the type, "type 17" if it was registered without one. Valid until the callback
    /// returns.
    pub name: *const c_char,
    /// Type ID.
    pub id: u64,
    /// Number of objects that were allocated.
    pub allocated_objects: u64,
    /// Their size in bytes.
    pub allocated_bytes: u64,
    /// Number of those that were live after the last collection of their generation.
    pub in_use_objects: u64,
    /// Their size in bytes.
    pub in_use_bytes: u64,
}

/// Called with the objects of one type. Called for types in descending order of the bytes that were
/// allocated.
pub type spgc_type_allocations_callback =
    Option<unsafe extern "C-unwind" fn(data: *mut c_void, item: *const spgc_type_allocations)>;

/// Begins an allocation profile: from now on, a sample of the objects that are allocated is noted
/// with their types and call stacks. Forgets the last profile.
///
/// Each byte is chosen with the same probability, so large objects are more likely to be samples
/// than small ones; the numbers of the profile take this into account. Stops all threads for a
/// moment. Any thread may call it, attached or not, but not one that runs managed code.
///
/// interval: mean number of allocated bytes from one sample to the next; 0 stands for 524288. With
/// 1, nearly every object is a sample.
///
/// Errors: SPGC_ERROR_NO_HEAP, SPGC_ERROR_MANAGED, SPGC_ERROR_CALLBACK, SPGC_ERROR_FORKED;
/// SPGC_ERROR_INSPECTION if a profile is being taken.
#[unsafe(no_mangle)]
pub extern "C-unwind" fn spgc_heap_profile_begin(
    heap: *const spgc_heap,
    interval: u64,
) -> spgc_status {
    guard(|| {
        let interval = NonZeroU64::new(interval).unwrap_or(Heap::PROFILE_INTERVAL);
        Ok(heap::get(heap)?.begin_allocation_profile(interval)?)
    })
}

/// Ends the allocation profile: no more samples are noted. The profile can still be written, and
/// the live objects are followed, until the next profile begins. Stops all threads for a
/// moment. Any thread may call it, as for spgc_heap_profile_begin.
///
/// Errors: as for spgc_heap_profile_begin; SPGC_ERROR_INSPECTION if no profile is being taken.
#[unsafe(no_mangle)]
pub extern "C-unwind" fn spgc_heap_profile_end(heap: *const spgc_heap) -> spgc_status {
    guard(|| Ok(heap::get(heap)?.end_allocation_profile()?))
}

/// Writes the allocation profile to a file, which `go tool pprof`, speedscope and other viewers
/// read: the format of pprof, compressed by gzip. The label "type" is the name of the type.
///
/// The file appears when it is complete: if there is an error, a file that had this name before is
/// unchanged. Threads continue to run. Any thread may call it, attached or not, but not one that
/// runs managed code. Reads the symbols of the files that contain the functions.
///
/// path: the file, for example "app.pb.gz".
///
/// Errors: SPGC_ERROR_NO_HEAP, SPGC_ERROR_NULL, SPGC_ERROR_MANAGED, SPGC_ERROR_CALLBACK,
/// SPGC_ERROR_FORKED; SPGC_ERROR_SYSTEM if the file cannot be written; SPGC_ERROR_INSPECTION if no
/// profile was begun.
///
/// # Safety
///
/// `path` is null or ends with a zero byte.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn spgc_heap_profile_write(
    heap: *const spgc_heap,
    path: *const c_char,
) -> spgc_status {
    guard(|| {
        let heap = heap::get(heap)?;
        require(path, "path")?;
        // SAFETY: the caller guarantees a string that ends with a zero byte.
        let path = unsafe { status::path(path) };
        Ok(heap.write_allocation_profile(path)?)
    })
}

/// Calls a function for each type of which objects were sampled, that with most allocated bytes
/// first. Any thread may call it, attached or not, but not one that runs managed code.
///
/// show: called for each type, on this thread.
/// data: passed to `show`.
///
/// Errors: SPGC_ERROR_NO_HEAP, SPGC_ERROR_NULL, SPGC_ERROR_MANAGED, SPGC_ERROR_CALLBACK,
/// SPGC_ERROR_FORKED; SPGC_ERROR_INSPECTION if no profile was begun.
///
/// # Safety
///
/// `show` may be called with `data`, by the rules of its type.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn spgc_heap_profile_types(
    heap: *const spgc_heap,
    show: spgc_type_allocations_callback,
    data: *mut c_void,
) -> spgc_status {
    guard(|| {
        let heap = heap::get(heap)?;
        let show = require_function(show, "show")?;
        let profile = heap.allocation_profile()?;
        call_host("the host's function for allocations by type", || {
            for item in profile.by_type() {
                let name = CString::new(item.name.replace('\0', " ")).unwrap_or_default();
                let item = spgc_type_allocations {
                    size: size_of::<spgc_type_allocations>(),
                    name: name.as_ptr(),
                    id: u64::from(item.type_id.get()),
                    allocated_objects: item.allocated.objects,
                    allocated_bytes: item.allocated.bytes,
                    in_use_objects: item.in_use.objects,
                    in_use_bytes: item.in_use.bytes,
                };
                // SAFETY: the host guarantees that the callback may be called with this data.
                unsafe { show(data, &raw const item) };
            }
        });
        Ok(())
    })
}
