//! Relocations of Mach-O object files, as described by `<mach-o/reloc.h>` and the header of each
//! architecture.

use ::object::macho::{self, RelocationInfo};
use ::object::read::macho::Section as _;

use super::{LE, MachOFile, STACK_MAPS, SectionHeader};
use crate::object_file::error::FileProblem;
use crate::object_file::patch::{Patch, Width};

/// The relocation types that occur in data sections.
struct Kinds {
    /// Adds an address to the field.
    unsigned: macho::RelocationType,
    /// Subtracts an address from the field. The next relocation, for the same field, adds one.
    subtractor: macho::RelocationType,
    /// Stores the distance to a slot of the global offset table (GOT), which the linker creates.
    got: macho::RelocationType,
}

const X86_64: Kinds = Kinds {
    unsigned: macho::X86_64_RELOC_UNSIGNED,
    subtractor: macho::X86_64_RELOC_SUBTRACTOR,
    got: macho::X86_64_RELOC_GOT,
};

const ARM64: Kinds = Kinds {
    unsigned: macho::ARM64_RELOC_UNSIGNED,
    subtractor: macho::ARM64_RELOC_SUBTRACTOR,
    got: macho::ARM64_RELOC_POINTER_TO_GOT,
};

/// Applies the relocations of `section` to its contents.
pub(super) fn apply(
    file: &MachOFile<'_>,
    section: &SectionHeader,
    name: &'static str,
    bytes: &mut [u8],
) -> Result<(), FileProblem> {
    let relocations = section
        .relocations(LE, file.bytes)
        .map_err(FileProblem::malformed("Mach-O relocations"))?;
    let kinds = match file.cpu {
        macho::CPU_TYPE_X86_64 => Some(X86_64),
        macho::CPU_TYPE_ARM64 => Some(ARM64),
        _ => None,
    };
    let mut patch = Patch { section: name, bytes };
    let mut relocations = relocations.iter().map(|relocation| relocation.info(LE));
    while let Some(relocation) = relocations.next() {
        let offset = u64::from(relocation.r_address);
        let unknown = |relocation: RelocationInfo| FileProblem::RelocationKind {
            section: name,
            offset,
            kind: relocation.r_type.0.into(),
        };
        let kinds = kinds.as_ref().ok_or_else(|| unknown(relocation))?;
        if relocation.r_type == kinds.got && name != STACK_MAPS {
            // The relocation refers to a personality function, which is not needed here.
            continue;
        }
        let (subtracted, added) = if relocation.r_type == kinds.subtractor {
            (Some(relocation), relocations.next().ok_or_else(|| unknown(relocation))?)
        } else {
            (None, relocation)
        };
        let is_pair = subtracted.is_none_or(|subtracted| {
            (subtracted.r_address, subtracted.r_length) == (added.r_address, added.r_length)
        });
        let width = match added.r_length {
            2 if subtracted.is_some() => Width::Signed32,
            2 => Width::Any32,
            3 => Width::Bits64,
            _ => return Err(unknown(added)),
        };
        if added.r_type != kinds.unsigned || added.r_pcrel || !is_pair {
            return Err(unknown(added));
        }
        let less = match subtracted {
            Some(relocation) => target(file, relocation, name)?,
            None => Some(0),
        };
        let (Some(target), Some(less)) = (target(file, added, name)?, less) else { continue };
        let value = patch.get(offset, width)?.wrapping_add(target.cast_signed());
        patch.set(offset, width, value.wrapping_sub(less.cast_signed()))?;
    }
    Ok(())
}

/// Returns the address that a relocation adds or subtracts; `None` if another file defines the
/// symbol.
fn target(
    file: &MachOFile<'_>,
    relocation: RelocationInfo,
    name: &'static str,
) -> Result<Option<u64>, FileProblem> {
    let offset = u64::from(relocation.r_address);
    let symbol = relocation.r_symbolnum;
    if !relocation.r_extern {
        // The field already contains the address in the file.
        return Ok(Some(if symbol == macho::R_ABS { 0 } else { file.slide() }));
    }
    let address = file.symbol_address(symbol).map_err(|reason| FileProblem::RelocationSymbol {
        section: name,
        offset,
        symbol,
        reason,
    })?;
    if address.is_none() && name == STACK_MAPS {
        return Err(FileProblem::Undefined { offset, symbol: file.symbol_name(symbol) });
    }
    Ok(address)
}
