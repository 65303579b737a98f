//! Files that contain other files: static archives, thin ones, and universal Mach-O files.

use std::path::{Path, PathBuf};

use ::object::read::archive::{ArchiveFile, ArchiveMember};
use ::object::read::macho::{FatArch, MachOFatFile};

use super::error::{FileError, FileProblem};
use super::names::NamedRanges;
use super::{Contents, FileFormat, Machine, MapSource, macho, read_object, read_regular_file};

/// Returns whether the bytes begin with the magic number of a static archive, regular or thin.
pub(super) fn is_archive(bytes: &[u8]) -> bool {
    bytes.starts_with(b"!<arch>\n") || bytes.starts_with(b"!<thin>\n")
}

/// Reads each member of an archive. `prefix` is prepended to the names of the members.
pub(super) fn read(
    file: &Path,
    bytes: &[u8],
    prefix: Option<&str>,
) -> Result<Vec<MapSource>, FileError> {
    let here = |problem| FileError::new(file, prefix, problem);
    let archive =
        ArchiveFile::parse(bytes).map_err(|e| here(FileProblem::malformed("archive")(e)))?;
    let mut sources = Vec::new();
    // The offset at which the magic number ends, then the offset at which each member ends. The
    // iterator does not return offsets.
    let mut offset = 8;
    for member in archive.members() {
        let member = member.map_err(|reason| here(FileProblem::Member { offset, reason }))?;
        let name = String::from_utf8_lossy(member.name()).into_owned();
        let name = prefix.map_or_else(|| name.clone(), |prefix| format!("{prefix}:{name}"));
        let failed = |problem| FileError::new(file, Some(&name), problem);
        if member.is_thin() {
            let path = thin_member(file, &member);
            let bytes = read_regular_file(&path).map_err(|problem| {
                failed(FileProblem::ThinMember { path: path.clone(), problem })
            })?;
            sources.push(read_member(&bytes).map_err(failed)?.into_source(file, Some(name)));
            continue;
        }
        let data =
            member.data(bytes).map_err(|reason| failed(FileProblem::Member { offset, reason }))?;
        let (start, size) = member.file_range();
        offset = start.saturating_add(size).saturating_add(size & 1);
        sources.push(read_member(data).map_err(failed)?.into_source(file, Some(name)));
    }
    Ok(sources)
}

/// Returns the path of a member of a thin archive.
fn thin_member(archive: &Path, member: &ArchiveMember<'_>) -> PathBuf {
    let name = PathBuf::from(String::from_utf8_lossy(member.name()).into_owned());
    archive.parent().map_or_else(|| name.clone(), |parent| parent.join(&name))
}

/// Reads a member of an archive. A member that is not an object file gives contents without data.
fn read_member(bytes: &[u8]) -> Result<Contents, FileProblem> {
    match read_object(bytes) {
        Err(FileProblem::UnknownFormat { .. }) => Ok(Contents {
            format: FileFormat::Other,
            machine: Machine::Other("unknown machine".to_owned()),
            relocatable: false,
            stack_maps: None,
            tables: Vec::new(),
            eh_frame: None,
            code: Vec::new(),
            functions: NamedRanges::default(),
            sections: NamedRanges::default(),
        }),
        read => read,
    }
}

/// Reads each file in a universal file, which contains one file for each architecture.
pub(super) fn read_universal<Arch: FatArch>(
    file: &Path,
    bytes: &[u8],
) -> Result<Vec<MapSource>, FileError> {
    let malformed = FileProblem::malformed;
    let universal = MachOFatFile::<Arch>::parse(bytes)
        .map_err(|e| FileError::new(file, None, malformed("universal Mach-O header")(e)))?;
    // The parts of a valid file do not overlap.
    let total =
        universal.arches().iter().fold(0_u64, |sum, slice| sum.saturating_add(slice.size().into()));
    if total > bytes.len() as u64 {
        let what = "parts of a universal file";
        return Err(FileError::new(
            file,
            None,
            FileProblem::LimitExceeded { what, limit: bytes.len() },
        ));
    }
    let mut sources = Vec::new();
    for slice in universal.arches() {
        let name = macho::machine(slice.cputype()).to_string();
        let failed = |problem| FileError::new(file, Some(&name), problem);
        let bytes = slice
            .data(bytes)
            .map_err(|e| failed(malformed("part of a universal Mach-O file")(e)))?;
        if is_archive(bytes) {
            sources.extend(read(file, bytes, Some(&name))?);
        } else {
            let contents = read_object(bytes).map_err(failed)?;
            sources.push(contents.into_source(file, Some(name)));
        }
    }
    Ok(sources)
}
