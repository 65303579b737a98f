//! Mapped images on Linux, with the dynamic loader of glibc or musl, or without one.

use core::ffi::{CStr, c_int, c_void};
use core::ptr::{self, NonNull};
use core::slice;
use core::sync::atomic::{AtomicU8, Ordering};
use std::ffi::{CString, OsString};
use std::os::unix::ffi::OsStringExt;
use std::path::PathBuf;

use super::Segment;
use super::program::{name_of, program_file};

/// An image as the dynamic loader reports it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct MappedImage {
    /// Path by which the file can be opened: for the program, see [`program_file`].
    pub(crate) path: PathBuf,
    /// The load bias, which is added to the addresses in the file.
    pub(crate) bias: u64,
    /// The `PT_LOAD` segments.
    pub(crate) segments: Vec<Segment>,
    /// Address of `.eh_frame_hdr`, without the bias.
    pub(crate) unwind_header: Option<u64>,
    /// Whether the image is the program itself.
    pub(crate) is_program: bool,
}

impl MappedImage {
    /// Returns the segment that contains the memory address `address`.
    pub(crate) fn segment_around(&self, address: u64) -> Option<&Segment> {
        let linked = address.wrapping_sub(self.bias);
        self.segments.iter().find(|segment| linked.wrapping_sub(segment.address) < segment.size)
    }

    /// Returns the name of the file, for messages.
    pub(crate) fn name(&self) -> PathBuf {
        name_of(&self.path)
    }
}

/// Returns the program and all currently mapped shared objects, except the vDSO, which has no file.
/// An image may be unmapped at any time unless it is [pinned](pin).
pub(crate) fn mapped_images() -> Vec<MappedImage> {
    let mut images = all_images();
    images.retain(|image| image.is_program || image.path.components().count() > 1);
    images
}

/// Returns the images of [`mapped_images`] and the vDSO.
pub(crate) fn all_images() -> Vec<MappedImage> {
    let mut images: Vec<MappedImage> = Vec::new();
    // SAFETY: `data` points to a `Vec<MappedImage>` that no other code accesses during the call, as
    // `collect` requires.
    unsafe { libc::dl_iterate_phdr(Some(collect), (&raw mut images).cast()) };
    // Not in the callback, during which the loader's lock is held.
    if let Some(program) = images.first_mut() {
        let first = program.segments.first().map_or(0, |segment| segment.address);
        program.path = program_file(program.bias.wrapping_add(first));
    }
    images
}

/// Returns the number of loads and unloads of images in this process. While it is unchanged, so are
/// the [images](all_images). Returns 0 without a dynamic loader.
pub(crate) fn load_count() -> u64 {
    let mut count: u64 = 0;
    // SAFETY: `data` points to a `u64` that no other code accesses during the call, as
    // `count_loads` requires.
    unsafe { libc::dl_iterate_phdr(Some(count_loads), (&raw mut count).cast()) };
    count
}

/// Callback of `dl_iterate_phdr`. Stores the number of loads and unloads in `data`, and ends the
/// iteration.
///
/// # Safety
///
/// `info` points to a `dl_phdr_info` of `size` bytes from `dl_iterate_phdr`. `data` points to a
/// `u64` that no other code accesses.
unsafe extern "C" fn count_loads(
    info: *mut libc::dl_phdr_info,
    size: usize,
    data: *mut c_void,
) -> c_int {
    if size >= size_of::<libc::dl_phdr_info>() {
        // SAFETY: the caller guarantees that both pointers are valid. By `size`, the structure has
        // the counters, which old loaders lack.
        unsafe { *data.cast::<u64>() = (*info).dlpi_adds.wrapping_add((*info).dlpi_subs) };
    }
    1
}

/// Callback of `dl_iterate_phdr`. Appends an image to the `Vec<MappedImage>` at `data`.
///
/// # Safety
///
/// `info` points to a `dl_phdr_info` from `dl_iterate_phdr`. `data` points to a `Vec<MappedImage>`
/// that no other code accesses.
unsafe extern "C" fn collect(
    info: *mut libc::dl_phdr_info,
    _size: usize,
    data: *mut c_void,
) -> c_int {
    // SAFETY: the caller guarantees that both pointers are valid. The loader does not change `info`
    // during the call.
    let (images, info) = unsafe { (&mut *data.cast::<Vec<MappedImage>>(), &*info) };
    let headers = if info.dlpi_phdr.is_null() {
        &[]
    } else {
        // SAFETY: `dlpi_phdr` points to `dlpi_phnum` program headers of a mapped image.
        unsafe { slice::from_raw_parts(info.dlpi_phdr, info.dlpi_phnum.into()) }
    };
    let name = if info.dlpi_name.is_null() {
        Vec::new()
    } else {
        // SAFETY: `dlpi_name` is a NUL-terminated string that is valid during the callback.
        unsafe { CStr::from_ptr(info.dlpi_name) }.to_bytes().to_vec()
    };
    // The first image is the program, for which most loaders report an empty name.
    let is_program = images.is_empty();
    images.push(MappedImage {
        path: PathBuf::from(OsString::from_vec(name)),
        bias: info.dlpi_addr,
        segments: headers
            .iter()
            .filter(|header| header.p_type == libc::PT_LOAD)
            .map(|header| Segment {
                address: header.p_vaddr,
                file_offset: header.p_offset,
                size: header.p_memsz,
                readable: header.p_flags & libc::PF_R != 0,
                executable: header.p_flags & libc::PF_X != 0,
            })
            .collect(),
        unwind_header: headers
            .iter()
            .find(|header| header.p_type == libc::PT_GNU_EH_FRAME)
            .map(|header| header.p_vaddr),
        is_program,
    });
    0
}

/// A handle of `dlopen`, which keeps a shared object loaded.
#[derive(Debug)]
pub(crate) struct Pin(NonNull<c_void>);

// SAFETY: any thread may pass the handle to `dlclose`.
unsafe impl Send for Pin {}
// SAFETY: a shared `Pin` has no operations.
unsafe impl Sync for Pin {}

impl Drop for Pin {
    fn drop(&mut self) {
        // SAFETY: `dlopen` returned the handle, and only this function closes it.
        unsafe { libc::dlclose(self.0.as_ptr()) };
    }
}

/// Keeps an image loaded until the result is dropped. Returns `None` if the image is no longer
/// loaded. The program does not need to be pinned.
pub(crate) fn pin(image: &MappedImage) -> Option<Pin> {
    let path = CString::new(image.path.as_os_str().as_encoded_bytes()).ok()?;
    // SAFETY: with RTLD_NOLOAD, `dlopen` loads nothing, so no initialiser runs.
    let handle = unsafe { libc::dlopen(path.as_ptr(), libc::RTLD_LAZY | libc::RTLD_NOLOAD) };
    let pin = NonNull::new(handle).map(Pin)?;
    // Another image may have been loaded from the same file in the meantime.
    mapped_images().contains(image).then_some(pin)
}

/// Copies code that other threads may patch concurrently.
///
/// # Safety
///
/// The `out.len()` bytes at `address` are mapped and readable. Other threads write to them only
/// with atomic stores.
pub(crate) unsafe fn read_code(address: u64, out: &mut [u8]) {
    for (byte_address, byte) in (address..).zip(out) {
        let source: *mut u8 = ptr::with_exposed_provenance_mut(byte_address as usize);
        // SAFETY: the caller guarantees that the byte is readable, and that concurrent stores to it
        // are atomic. A byte is always aligned.
        *byte = unsafe { AtomicU8::from_ptr(source) }.load(Ordering::Relaxed);
    }
}

/// Returns the bytes mapped at this address.
///
/// # Safety
///
/// During the lifetime `'a`, the `len` bytes at `address` are mapped, readable and not modified.
pub unsafe fn mapped_bytes<'a>(address: u64, len: usize) -> &'a [u8] {
    // SAFETY: the caller guarantees that the bytes are readable and not modified during `'a`. Bytes
    // are always aligned.
    unsafe { slice::from_raw_parts(ptr::with_exposed_provenance(address as usize), len) }
}
