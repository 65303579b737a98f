//! Registration of object layouts.

use core::ffi::{CStr, c_char, c_void};

use super::heap::{self, spgc_heap};
use super::sized::{self, Structure};
use super::slot_visitor::{CModel, spgc_object_size_callback, spgc_object_trace_callback};
use super::status::{Failure, array, guard, require, spgc_status};
use crate::object::{TypeDescription, TypeId, TypeLayout, WeakKind};

/// spgc_type.kind: an object with a fixed size, in which some fields hold references. Uses: size,
/// references.
pub const SPGC_TYPE_FIXED: u32 = 1;
/// spgc_type.kind: as SPGC_TYPE_FIXED, with a bitmap: bit n of word m is set if the word at offset
/// 8 * (64 * m + n) holds a reference. Uses: size, bitmap.
pub const SPGC_TYPE_BITMAP: u32 = 2;
/// spgc_type.kind: an array of references. The length, an int64_t, is at offset 8; the references
/// start at offset 16.
pub const SPGC_TYPE_REFERENCE_ARRAY: u32 = 3;
/// spgc_type.kind: an array of elements without references. The length is at offset 8; the elements
/// start at offset 16. Uses: element_size.
pub const SPGC_TYPE_PLAIN_ARRAY: u32 = 4;
/// spgc_type.kind: an array of structures with references. The length is at offset 8; the
/// structures start at offset 16. Uses: element_size, element_references.
pub const SPGC_TYPE_STRUCT_ARRAY: u32 = 5;
/// spgc_type.kind: fields with a trailing array. One field is the number of elements. Uses: size
/// (of the fields), references, length_offset, element_size, element_references.
pub const SPGC_TYPE_TAILED: u32 = 6;
/// spgc_type.kind: fields, some of which are weak references: they do not keep their object alive,
/// and become null when it dies. Uses: size, references, weak, weak_kind.
pub const SPGC_TYPE_WEAK: u32 = 7;
/// spgc_type.kind: an ephemeron (Hayes, OOPSLA 1997): fields, with a key and a value that is kept
/// alive only while the key is live. Uses: size, references, key, value.
pub const SPGC_TYPE_EPHEMERON: u32 = 8;
/// spgc_type.kind: callbacks report the size and the references. Uses: size_of, trace, data.
pub const SPGC_TYPE_TRACED: u32 = 9;

/// A weak reference is cleared as soon as its object is no longer reachable, before the object is
/// finalized.
pub const SPGC_WEAK_SHORT: u32 = 0;
/// A weak reference is cleared when its object is freed, after it was finalized.
pub const SPGC_WEAK_LONG: u32 = 1;

/// The name of a field, for histograms and heap snapshots.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct spgc_field_name {
    /// Offset of the field in bytes, from the start of the object.
    pub offset: usize,
    /// The name, in UTF-8.
    pub name: *const c_char,
}

/// Layout of the objects of a type. Set the first field to sizeof(spgc_type), and fields that the
/// kind does not use to zero.
///
/// Sizes and offsets are in bytes. Offsets are from the start of the object, whose header has 8
/// bytes. A reference field has 8 bytes and an offset that is a multiple of 8. It may also hold
/// null, a tagged number or an address outside the heap; the collector ignores these.
///
/// The library copies the data that the pointers point to. The data may be freed after the call.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct spgc_type {
    /// sizeof(spgc_type).
    pub struct_size: usize,
    /// Type ID, from 1 to 2^23 - 1. The object header that compiled code stores is the ID times
    /// 256.
    pub id: u32,
    /// SPGC_TYPE_*.
    pub kind: u32,
    /// Alignment of the objects: 8, 16, or 0 for 8.
    pub alignment: u32,
    /// SPGC_WEAK_*, for SPGC_TYPE_WEAK.
    pub weak_kind: u32,
    /// Bytes of an object, header included, a multiple of 8 and at least 16. For SPGC_TYPE_TAILED:
    /// the bytes before the first element.
    pub size: usize,
    /// Offsets of the references.
    pub references: *const usize,
    /// Number of elements of `references`.
    pub reference_count: usize,
    /// Bitmap of the references.
    pub bitmap: *const u64,
    /// Length of `bitmap` in words of 8 bytes.
    pub bitmap_words: usize,
    /// Bytes of an element.
    pub element_size: usize,
    /// Offsets of the references in an element, from the start of the element.
    pub element_references: *const usize,
    /// Number of elements of `element_references`.
    pub element_reference_count: usize,
    /// Offset of the field that holds the number of elements, an int64_t.
    pub length_offset: usize,
    /// Offsets of weak references.
    pub weak: *const usize,
    /// Number of elements of `weak`.
    pub weak_count: usize,
    /// Offset of an ephemeron's key.
    pub key: usize,
    /// Offset of an ephemeron's value.
    pub value: usize,
    /// Returns the size of an object.
    pub size_of: spgc_object_size_callback,
    /// Reports the references of an object.
    pub trace: spgc_object_trace_callback,
    /// Passed to size_of and trace.
    pub data: *mut c_void,
    /// Name of the type in UTF-8, for histograms and heap snapshots, or null.
    pub name: *const c_char,
    /// Names of fields.
    pub field_names: *const spgc_field_name,
    /// Number of elements of `field_names`.
    pub field_name_count: usize,
}

// SAFETY: the struct is `repr(C)`, begins with its size, and is valid with all bytes zero. Its four
// 4-byte fields are adjacent, so there is no padding.
unsafe impl Structure for spgc_type {
    const NAME: &'static str = "spgc_type";
    const LEAST: usize = 152;
}

const _: () = assert!(size_of::<spgc_type>() == 176);

/// Returns the kind of weak reference that a C constant denotes.
pub(super) fn weak_kind(kind: u32) -> Result<WeakKind, Failure> {
    match kind {
        SPGC_WEAK_SHORT => Ok(WeakKind::Short),
        SPGC_WEAK_LONG => Ok(WeakKind::Long),
        _ => Err(Failure::argument(format!(
            "{kind} is not a kind of weak reference; use SPGC_WEAK_SHORT or SPGC_WEAK_LONG"
        ))),
    }
}

/// Returns a copy of a text of the caller. Bytes that are not UTF-8 are replaced.
///
/// # Safety
///
/// `text` ends with a zero byte.
unsafe fn text(text: *const c_char) -> String {
    // SAFETY: the caller guarantees a zero byte.
    unsafe { CStr::from_ptr(text) }.to_string_lossy().into_owned()
}

impl spgc_type {
    /// Checks and converts the structure.
    ///
    /// # Safety
    ///
    /// Each pointer points to the number of elements that its field states, and names end with a
    /// zero byte.
    unsafe fn description(&self) -> Result<TypeDescription, Failure> {
        // SAFETY: the caller guarantees that each pointer points to the number of elements that its
        // count field states.
        let (references, element_references, weak, bitmap) = unsafe {
            (
                array(self.references, self.reference_count, "spgc_type.references")?,
                array(
                    self.element_references,
                    self.element_reference_count,
                    "spgc_type.element_references",
                )?,
                array(self.weak, self.weak_count, "spgc_type.weak")?,
                array(self.bitmap, self.bitmap_words, "spgc_type.bitmap")?,
            )
        };
        let (size, element_size) = (self.size, self.element_size);
        let references = references.to_vec();
        let element_references = element_references.to_vec();
        let layout = match self.kind {
            SPGC_TYPE_FIXED => TypeLayout::Fixed { size, references },
            SPGC_TYPE_BITMAP => TypeLayout::Bitmap { size, references: bitmap.to_vec() },
            SPGC_TYPE_REFERENCE_ARRAY => TypeLayout::ReferenceArray,
            SPGC_TYPE_PLAIN_ARRAY => TypeLayout::PlainArray { element_size },
            SPGC_TYPE_STRUCT_ARRAY => {
                TypeLayout::StructArray { element_size, references: element_references }
            }
            SPGC_TYPE_TAILED => TypeLayout::Tailed {
                size,
                references,
                length_offset: self.length_offset,
                element_size,
                element_references,
            },
            SPGC_TYPE_WEAK => TypeLayout::Weak {
                size,
                references,
                weak: weak.to_vec(),
                kind: weak_kind(self.weak_kind)?,
            },
            SPGC_TYPE_EPHEMERON => {
                TypeLayout::Ephemeron { size, references, key: self.key, value: self.value }
            }
            SPGC_TYPE_TRACED => {
                let (Some(size_of), Some(trace)) = (self.size_of, self.trace) else {
                    return Err(Failure::argument(format!(
                        "type {} is traced; set both spgc_type.size_of and spgc_type.trace",
                        self.id
                    )));
                };
                TypeLayout::traced(CModel::new(size_of, trace, self.data))
            }
            other => {
                return Err(Failure::argument(format!(
                    "spgc_type.kind is {other}; use one of SPGC_TYPE_*"
                )));
            }
        };
        let alignment = if self.alignment == 0 { 8 } else { self.alignment as usize };
        let mut description = layout.aligned(alignment);
        if !self.name.is_null() {
            // SAFETY: the caller guarantees that the name ends with a zero byte.
            description = description.named(unsafe { text(self.name) });
        }
        // SAFETY: the caller guarantees the number of elements.
        let names =
            unsafe { array(self.field_names, self.field_name_count, "spgc_type.field_names") }?;
        for field in names {
            require(field.name, "spgc_field_name.name")?;
            // SAFETY: the caller guarantees that the name ends with a zero byte.
            description = description.field_named(field.offset, unsafe { text(field.name) });
        }
        Ok(description)
    }
}

/// Registers the object layout of a type. Call it before any thread runs code that allocates the
/// type. A type stays registered as long as the heap exists.
///
/// Any thread may call it at any time, also during collections and while other threads run managed
/// code. It is not a safepoint. No object of this type may exist yet. Registration would replace
/// the size that spgc_config.size_of reports for it.
///
/// Errors: SPGC_ERROR_NO_HEAP, SPGC_ERROR_NULL, SPGC_ERROR_SIZE, SPGC_ERROR_ARGUMENT;
/// SPGC_ERROR_TYPE if the type ID is already registered or out of range, or fields overlap or lie
/// outside the object; SPGC_ERROR_FORKED, SPGC_ERROR_CALLBACK.
///
/// # Safety
///
/// `type` is null or points to a structure of the size given in its first field. Each of its
/// pointers points to the number of elements that the structure states; names end with a zero byte.
/// Its callbacks follow the rules of their types as long as the heap exists. No object of the type
/// exists.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn spgc_type_register(
    heap: *mut spgc_heap,
    r#type: *const spgc_type,
) -> spgc_status {
    guard(|| {
        let heap = heap::get(heap)?;
        // SAFETY: the caller guarantees that `type` is null or points to a structure of the size in
        // its first field, and that the structure's pointers point to the stated numbers of
        // elements.
        let (id, description) = unsafe {
            let given = sized::read(r#type, "type")?;
            (given.id, given.description()?)
        };
        Ok(heap.register_type(TypeId::new(id), description)?)
    })
}
