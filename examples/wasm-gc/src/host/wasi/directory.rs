//! Entries of directories.

use std::ffi::OsString;
use std::fs;
use std::os::fd::AsRawFd;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::DirEntryExt;

use super::State;
use super::descriptors::{Directory, file_type};
use super::errno::Errno;
use super::guest::Guest;

/// An entry of a directory.
#[derive(Debug)]
pub(super) struct Entry {
    name: OsString,
    inode: u64,
    file_type: u8,
}

/// Writes entries into a buffer. The cookie of an entry is its index; 0 reads the directory again.
/// The last entry may be incomplete: then the whole buffer is used.
pub(super) fn readdir(state: &mut State, guest: &Guest, arguments: &[u64]) -> Result<(), Errno> {
    let [number, address, length, cookie, used] = arguments else {
        unreachable!("the function has five parameters")
    };
    guest.check(*address as u32, *length as usize)?;
    guest.check(*used as u32, 4)?;
    let directory = state.descriptors.directory(*number as u32)?;
    if *cookie == 0 {
        directory.entries = read(directory)?;
    }
    let mut bytes = Vec::new();
    let first = usize::try_from(*cookie).unwrap_or(usize::MAX).min(directory.entries.len());
    for (index, entry) in directory.entries.iter().enumerate().skip(first) {
        let name = entry.name.as_bytes();
        bytes.extend((index as u64 + 1).to_le_bytes());
        bytes.extend(entry.inode.to_le_bytes());
        bytes.extend((name.len() as u32).to_le_bytes());
        bytes.extend([entry.file_type, 0, 0, 0]);
        bytes.extend(name);
        if bytes.len() as u64 >= *length {
            break;
        }
    }
    bytes.truncate(*length as usize);
    guest.write(*address as u32, &bytes)?;
    guest.write_u32(*used as u32, bytes.len() as u32)
}

/// Reads all entries of a directory, without itself and its parent.
fn read(directory: &Directory) -> Result<Vec<Entry>, Errno> {
    let path = format!("/proc/self/fd/{}", directory.file.as_raw_fd());
    let entries = fs::read_dir(path)?.map(|entry| {
        let entry = entry?;
        let file_type = file_type(entry.file_type()?);
        Ok(Entry { inode: entry.ino(), file_type, name: entry.file_name() })
    });
    entries.collect()
}
