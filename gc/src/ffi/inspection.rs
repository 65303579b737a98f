//! The heap's contents: the histogram of types, and heap snapshots.

use core::ffi::{c_char, c_void};
use std::ffi::CString;

use super::callbacks::Data;
use super::heap::{self, spgc_heap};
use super::sized::{self, Structure};
use super::status::{self, Failure, array, guard, require, require_function, spgc_status};
use crate::fatal::{AbortOnUnwind, call_host};
use crate::inspect::{LabelledObject, SnapshotOptions, SnapshotProgress, SnapshotSummary};
use crate::object::TypeId;

/// The reachable objects of one type.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct spgc_type_in_use {
    /// sizeof(spgc_type_in_use) as the library knows it.
    pub size: usize,
    /// Name of the type, "type 17" if it was registered without one. Valid until the callback
    /// returns.
    pub name: *const c_char,
    /// Type ID.
    pub id: u64,
    /// Number of objects in the young generation.
    pub young_objects: u64,
    /// Their size in bytes.
    pub young_bytes: u64,
    /// Number of objects in the old generation.
    pub old_objects: u64,
    /// Their size in bytes.
    pub old_bytes: u64,
}

/// Called with the reachable objects of one type. Called for types in descending order of their
/// size.
pub type spgc_type_in_use_callback =
    Option<unsafe extern "C-unwind" fn(data: *mut c_void, item: *const spgc_type_in_use)>;

/// Calls a function for each type of which objects are reachable, the largest first.
///
/// Stops all threads for about as long as a full collection takes on one processor. Any thread may
/// call it, attached or not, but not one that runs managed code.
///
/// show: called for each type, on this thread, after the threads have resumed.
/// data: passed to `show`.
///
/// Errors: SPGC_ERROR_NO_HEAP, SPGC_ERROR_NULL, SPGC_ERROR_MANAGED, SPGC_ERROR_CALLBACK,
/// SPGC_ERROR_FORKED; SPGC_ERROR_INSPECTION if the heap is corrupt or a stack cannot be walked.
///
/// # Safety
///
/// `show` may be called with `data`, by the rules of its type.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn spgc_heap_types_in_use(
    heap: *const spgc_heap,
    show: spgc_type_in_use_callback,
    data: *mut c_void,
) -> spgc_status {
    guard(|| {
        let heap = heap::get(heap)?;
        let show = require_function(show, "show")?;
        let types = heap.types_in_use()?;
        call_host("the host's function for types in use", || {
            for item in &types.types {
                let name = CString::new(item.name.replace('\0', " ")).unwrap_or_default();
                let item = spgc_type_in_use {
                    size: size_of::<spgc_type_in_use>(),
                    name: name.as_ptr(),
                    id: u64::from(item.id.get()),
                    young_objects: item.young.objects,
                    young_bytes: item.young.bytes,
                    old_objects: item.old.objects,
                    old_bytes: item.old.bytes,
                };
                // SAFETY: the host guarantees that the callback may be called with this data.
                unsafe { show(data, &raw const item) };
            }
        });
        Ok(())
    })
}

/// Result of a spgc_label_callback that has failed.
pub const SPGC_LABEL_FAILED: usize = 4_294_967_295;

/// Returns a text for an object, for example the contents of a string, which viewers show. Writes
/// the text in UTF-8 to `text`, at most `size` bytes, and returns the number of bytes;
/// SPGC_LABEL_FAILED ends the snapshot with SPGC_ERROR_INSPECTION. Bytes that are not UTF-8 are
/// replaced.
///
/// All threads that run managed code are stopped. The callback may read the object. It must not
/// call functions of this library, wait, or throw.
///
/// data: spgc_snapshot_options.data.
/// type: the object's type ID.
/// object: the object's address.
/// object_size: its size in bytes.
pub type spgc_label_callback = Option<
    unsafe extern "C-unwind" fn(
        data: *mut c_void,
        r#type: u32,
        object: *const c_void,
        object_size: usize,
        text: *mut c_char,
        size: usize,
    ) -> usize,
>;

/// Called about a hundred times while a snapshot is written, with the number of steps that are done
/// and of all steps. The rules of spgc_label_callback apply.
pub type spgc_progress_callback =
    Option<unsafe extern "C-unwind" fn(data: *mut c_void, done: u64, total: u64)>;

/// Settings of a heap snapshot. Set the first field to sizeof(spgc_snapshot_options), and fields
/// that are not used to zero.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct spgc_snapshot_options {
    /// sizeof(spgc_snapshot_options).
    pub struct_size: usize,
    /// IDs of the types whose objects have labels.
    pub label_types: *const u32,
    /// Number of elements of `label_types`.
    pub label_type_count: usize,
    /// Returns the label of an object of these types, or null for no labels.
    pub label: spgc_label_callback,
    /// Receives the progress, or null.
    pub progress: spgc_progress_callback,
    /// Passed to `label` and `progress`.
    pub data: *mut c_void,
}

// SAFETY: the struct is `repr(C)`, begins with its size, has 8-byte fields only, and is valid with
// all bytes zero.
unsafe impl Structure for spgc_snapshot_options {
    const NAME: &'static str = "spgc_snapshot_options";
    const LEAST: usize = 48;
}

/// Result of a heap snapshot. Set the first field to sizeof(spgc_snapshot_summary).
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct spgc_snapshot_summary {
    /// sizeof(spgc_snapshot_summary).
    pub size: usize,
    /// Number of objects.
    pub objects: u64,
    /// Their size in bytes.
    pub object_bytes: u64,
    /// Number of edges, those from roots included.
    pub edges: u64,
    /// Size of the file in bytes.
    pub bytes_written: u64,
    /// Nanoseconds for which threads were stopped.
    pub pause_ns: u64,
    /// Bytes of memory that were used besides the heap.
    pub memory_bytes: u64,
}

// SAFETY: as above.
unsafe impl Structure for spgc_snapshot_summary {
    const NAME: &'static str = "spgc_snapshot_summary";
    const LEAST: usize = 56;
}

impl From<&SnapshotSummary> for spgc_snapshot_summary {
    fn from(summary: &SnapshotSummary) -> Self {
        Self {
            size: size_of::<Self>(),
            objects: summary.objects,
            object_bytes: summary.object_bytes,
            edges: summary.edges,
            bytes_written: summary.bytes_written,
            pause_ns: u64::try_from(summary.pause.as_nanos()).unwrap_or(u64::MAX),
            memory_bytes: summary.memory_bytes,
        }
    }
}

/// Writes a snapshot of the reachable objects to a file, which Chrome's DevTools and the tool
/// spgc-heap read. DevTools need the extension ".heapsnapshot".
///
/// Stops all threads until the objects are written. The file appears when it is complete: if there
/// is an error, a file that had this name before is unchanged. A pipe must have a reader: otherwise
/// the result is SPGC_ERROR_SYSTEM, and SIGPIPE is not raised. Any thread may call it, attached or
/// not, but not one that runs managed code.
///
/// path: the file.
/// options: settings, or null for none.
/// summary: where to store the result, or null.
///
/// Errors: SPGC_ERROR_NO_HEAP, SPGC_ERROR_NULL, SPGC_ERROR_SIZE, SPGC_ERROR_ARGUMENT,
/// SPGC_ERROR_MANAGED, SPGC_ERROR_CALLBACK, SPGC_ERROR_FORKED; SPGC_ERROR_SYSTEM if the file cannot
/// be written; SPGC_ERROR_INSPECTION if a label fails, the heap is corrupt, or a stack cannot be
/// walked.
///
/// # Safety
///
/// `path` is null or ends with a zero byte. `options` and `summary` are null or point to structures
/// of the size given in their first fields, and `options.label_types` to the number of elements
/// that the structure states. The callbacks follow the rules of their types.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn spgc_heap_write_snapshot(
    heap: *const spgc_heap,
    path: *const c_char,
    options: *const spgc_snapshot_options,
    summary: *mut spgc_snapshot_summary,
) -> spgc_status {
    guard(|| {
        let heap = heap::get(heap)?;
        require(path, "path")?;
        // SAFETY: the caller guarantees a string that ends with a zero byte.
        let path = unsafe { status::path(path) };
        if !summary.is_null() {
            // SAFETY: the caller guarantees a structure of the size in its first field.
            unsafe { sized::read_size(summary, "summary") }?;
        }
        let settings = if options.is_null() {
            SnapshotOptions::new()
        } else {
            // SAFETY: the caller guarantees a structure of the size in its first field.
            let options = unsafe { sized::read(options, "options") }?;
            // SAFETY: the caller guarantees the array and the callbacks.
            unsafe { options.settings() }?
        };
        let written = heap.write_snapshot(path, settings)?;
        if summary.is_null() {
            return Ok(());
        }
        // SAFETY: the caller guarantees a structure of the size in its first field.
        unsafe { sized::write(summary, &(&written).into(), "summary") }
    })
}

impl spgc_snapshot_options {
    /// Converts the structure.
    ///
    /// # Safety
    ///
    /// `label_types` points to the number of elements that the structure states, and the callbacks
    /// may be called with `data` as long as the result is used.
    unsafe fn settings(self) -> Result<SnapshotOptions<'static>, Failure> {
        // SAFETY: the caller guarantees the array.
        let types = unsafe {
            array(self.label_types, self.label_type_count, "spgc_snapshot_options.label_types")
        }?;
        let data = Data::new(self.data);
        let mut options = SnapshotOptions::new();
        if let Some(label) = self.label {
            let types = types.iter().copied().map(TypeId::new);
            options = options.labels(types, move |object: LabelledObject| {
                let mut text = [0_u8; SnapshotOptions::MAX_LABEL];
                let guard = AbortOnUnwind("the host's label callback");
                // SAFETY: the host guarantees that the callback may be called with this data.
                let length = unsafe {
                    let id = object.type_id.get();
                    let text = text.as_mut_ptr().cast();
                    let size = SnapshotOptions::MAX_LABEL;
                    label(data.get(), id, object.address.cast(), object.size, text, size)
                };
                guard.done();
                match text.get(..length) {
                    Some(text) => Ok(String::from_utf8_lossy(text).into_owned()),
                    None if length == SPGC_LABEL_FAILED => {
                        Err("it has returned SPGC_LABEL_FAILED".to_owned())
                    }
                    None => Err(format!("it has returned {length}, which exceeds the buffer")),
                }
            });
        }
        if let Some(progress) = self.progress {
            options = options.on_progress(move |step: SnapshotProgress| {
                let guard = AbortOnUnwind("the host's progress callback");
                // SAFETY: the host guarantees that the callback may be called with this data.
                unsafe { progress(data.get(), step.done, step.total) };
                guard.done();
            });
        }
        Ok(options)
    }
}
