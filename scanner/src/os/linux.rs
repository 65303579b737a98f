//! Linux, with the dynamic loader of glibc or musl, or without one.

use core::ffi::{CStr, c_int, c_void};
use core::ptr::{self, NonNull};
use core::slice;
use core::sync::atomic::{AtomicU8, Ordering};
use std::ffi::{CString, OsString};
use std::os::unix::ffi::OsStringExt;
use std::path::PathBuf;

use super::Segment;

/// An image as the dynamic loader reports it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct MappedImage {
    /// Path of its file. For the program, the kernel's link to it, which still leads to the file if
    /// another file has taken its name.
    pub(crate) path: PathBuf,
    /// The load bias: the number that is added to the addresses in the file.
    pub(crate) bias: u64,
    pub(crate) segments: Vec<Segment>,
    /// Address of `.eh_frame_hdr`, without the bias.
    pub(crate) unwind_header: Option<u64>,
    /// Whether it is the program itself.
    pub(crate) is_program: bool,
}

impl MappedImage {
    /// Returns the segment that contains this address in memory.
    pub(crate) fn segment_around(&self, address: u64) -> Option<&Segment> {
        let linked = address.wrapping_sub(self.bias);
        self.segments.iter().find(|segment| linked.wrapping_sub(segment.address) < segment.size)
    }
}

/// Returns the program and all shared objects that are mapped at the moment, except the vDSO, which
/// has no file. An image may be unmapped directly afterwards unless it is [pinned](pin).
pub(crate) fn mapped_images() -> Vec<MappedImage> {
    let mut images = all_images();
    images.retain(|image| image.is_program || image.path.components().count() > 1);
    images
}

/// Like [`mapped_images`], including the vDSO.
pub(crate) fn all_images() -> Vec<MappedImage> {
    let mut images: Vec<MappedImage> = Vec::new();
    // SAFETY: the callback has the required type; `data` is the vector, which it uses as such, and
    // which no other code uses during the call.
    unsafe { libc::dl_iterate_phdr(Some(collect), (&raw mut images).cast()) };
    images
}

/// Returns how many images were ever loaded or unloaded in this process: as long as the number
/// stays the same, so do the [images](all_images). 0 without a dynamic loader.
pub(crate) fn load_count() -> u64 {
    let mut count: u64 = 0;
    // SAFETY: as in `all_images`, with a number in place of the vector.
    unsafe { libc::dl_iterate_phdr(Some(count_loads), (&raw mut count).cast()) };
    count
}

/// Sets the number that `data` points to, and visits no further image.
///
/// # Safety
///
/// `info` is what `dl_iterate_phdr` passes, of `size` bytes; `data` points to a `u64` that no other
/// code uses.
unsafe extern "C" fn count_loads(
    info: *mut libc::dl_phdr_info,
    size: usize,
    data: *mut c_void,
) -> c_int {
    if size >= size_of::<libc::dl_phdr_info>() {
        // SAFETY: as promised by the caller; old loaders do not have the counters, which `size`
        // shows.
        unsafe { *data.cast::<u64>() = (*info).dlpi_adds.wrapping_add((*info).dlpi_subs) };
    }
    1
}

/// Adds an image to the `Vec<MappedImage>` that `data` points to.
///
/// # Safety
///
/// `info` is what `dl_iterate_phdr` passes, `data` points to a `Vec<MappedImage>` that no other
/// code uses.
unsafe extern "C" fn collect(
    info: *mut libc::dl_phdr_info,
    _size: usize,
    data: *mut c_void,
) -> c_int {
    // SAFETY: as promised by the caller; the loader keeps `info` unchanged during the call.
    let (images, info) = unsafe { (&mut *data.cast::<Vec<MappedImage>>(), &*info) };
    let headers = if info.dlpi_phdr.is_null() {
        &[]
    } else {
        // SAFETY: the loader holds `dlpi_phnum` headers there.
        unsafe { slice::from_raw_parts(info.dlpi_phdr, info.dlpi_phnum.into()) }
    };
    let name = if info.dlpi_name.is_null() {
        Vec::new()
    } else {
        // SAFETY: a string of the loader.
        unsafe { CStr::from_ptr(info.dlpi_name) }.to_bytes().to_vec()
    };
    // The program comes first; most loaders leave its name empty.
    let is_program = images.is_empty();
    images.push(MappedImage {
        path: if is_program {
            PathBuf::from("/proc/self/exe")
        } else {
            PathBuf::from(OsString::from_vec(name))
        },
        bias: info.dlpi_addr,
        segments: headers
            .iter()
            .filter(|header| header.p_type == libc::PT_LOAD)
            .map(|header| Segment {
                address: header.p_vaddr,
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

/// Keeps a shared object loaded.
#[derive(Debug)]
pub(crate) struct Pin(NonNull<c_void>);

// SAFETY: the handle is a number to the loader, which accepts it from any thread.
unsafe impl Send for Pin {}
// SAFETY: nothing can be done with a shared `Pin`.
unsafe impl Sync for Pin {}

impl Drop for Pin {
    fn drop(&mut self) {
        // SAFETY: `dlopen` returned the handle and this is the only place that closes it.
        unsafe { libc::dlclose(self.0.as_ptr()) };
    }
}

/// Keeps the image loaded until the pin is dropped. `None` if it is not loaded any more. The
/// program needs no pin.
pub(crate) fn pin(image: &MappedImage) -> Option<Pin> {
    let path = CString::new(image.path.as_os_str().as_encoded_bytes()).ok()?;
    // SAFETY: with RTLD_NOLOAD nothing is loaded, so no foreign code runs.
    let handle = unsafe { libc::dlopen(path.as_ptr(), libc::RTLD_LAZY | libc::RTLD_NOLOAD) };
    let pin = NonNull::new(handle).map(Pin)?;
    // Another image may have been loaded from the same file in the meantime.
    mapped_images().contains(image).then_some(pin)
}

/// Copies code that other threads may be patching.
///
/// # Safety
///
/// The bytes at `address`, as many as `out` has, are mapped and readable; they are written to by
/// atomic stores only.
pub(crate) unsafe fn read_code(address: u64, out: &mut [u8]) {
    for (at, byte) in (address..).zip(out) {
        let from: *mut u8 = ptr::with_exposed_provenance_mut(at as usize);
        // SAFETY: as the caller promises. A byte needs no alignment, and none of a word that is
        // stored at once is torn.
        *byte = unsafe { AtomicU8::from_ptr(from) }.load(Ordering::Relaxed);
    }
}

/// Returns the bytes mapped at this address.
///
/// # Safety
///
/// As long as the result lives, the bytes are mapped, readable and not written to.
pub unsafe fn mapped_bytes<'a>(address: u64, len: usize) -> &'a [u8] {
    // SAFETY: as the caller promises; bytes need no alignment.
    unsafe { slice::from_raw_parts(ptr::with_exposed_provenance(address as usize), len) }
}
