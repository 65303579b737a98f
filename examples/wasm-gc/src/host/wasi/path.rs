//! Files by path. No path leaves the directory to which it is relative.

use std::ffi::{CStr, CString};
use std::fs::File;
use std::os::fd::{AsRawFd, FromRawFd};

use super::State;
use super::descriptors::{
    Descriptor, Directory, RIGHT_ALLOCATE, RIGHT_READ, RIGHT_READDIR, RIGHT_SET_SIZE, RIGHT_WRITE,
    system_flags, write_metadata,
};
use super::errno::Errno;
use super::guest::Guest;

/// The flag of a lookup that follows a symbolic link at the end of the path.
const FOLLOW: u64 = 1;
/// Flags of `path_open`.
const CREATE: u64 = 1;
const DIRECTORY: u64 = 2;
const EXCLUSIVE: u64 = 4;
const TRUNCATE: u64 = 8;
/// How often a lookup is repeated that a concurrent rename disturbs.
const MAX_LOOKUPS: u32 = 32;

/// Opens a file below a directory.
fn open_beneath(
    directory: &File,
    path: &CStr,
    flags: libc::c_int,
    mode: u64,
) -> Result<File, Errno> {
    // SAFETY: zero is valid for each field.
    let mut how: libc::open_how = unsafe { std::mem::zeroed() };
    how.flags = (flags | libc::O_CLOEXEC) as u64;
    how.mode = mode;
    how.resolve = libc::RESOLVE_BENEATH | libc::RESOLVE_NO_MAGICLINKS;
    for _ in 0..MAX_LOOKUPS {
        // SAFETY: the path and the structure are valid, and the size is that of the structure.
        let opened = unsafe {
            libc::syscall(
                libc::SYS_openat2,
                directory.as_raw_fd(),
                path.as_ptr(),
                &raw const how,
                size_of::<libc::open_how>(),
            )
        };
        if opened >= 0 {
            // SAFETY: the call opened this descriptor, which has no other owner.
            return Ok(unsafe { File::from_raw_fd(opened as libc::c_int) });
        }
        let error = Errno::last();
        if error != Errno::AGAIN {
            return Err(error);
        }
    }
    Err(Errno::AGAIN)
}

fn c_string(text: &str) -> Result<CString, Errno> {
    CString::new(text).map_err(|_| Errno::INVAL)
}

/// Opens the parent of what a path names, which is relative to the directory with a number. Returns
/// it and the last component.
fn parent(state: &mut State, number: u64, path: &str) -> Result<(File, CString), Errno> {
    let directory = &state.descriptors.directory(number as u32)?.file;
    let path = path.trim_end_matches('/');
    let (parent, name) = path.rsplit_once('/').unwrap_or((".", path));
    match name {
        // An absolute path.
        _ if parent.is_empty() => return Err(Errno::NOTCAPABLE),
        "" => return Err(Errno::NOENT),
        "." | ".." => return Err(Errno::INVAL),
        _ => {}
    }
    let flags = libc::O_PATH | libc::O_DIRECTORY;
    let parent = open_beneath(directory, &c_string(parent)?, flags, 0)?;
    Ok((parent, c_string(name)?))
}

fn check(failed: libc::c_int) -> Result<(), Errno> {
    if failed == 0 { Ok(()) } else { Err(Errno::last()) }
}

pub(super) fn open(state: &mut State, guest: &Guest, arguments: &[u64]) -> Result<(), Errno> {
    let [number, lookup, path, length, how, rights, _, descriptor_flags, opened] = *arguments
    else {
        unreachable!("the function has nine parameters")
    };
    guest.check(opened as u32, 4)?;
    let path = c_string(&guest.text(path as u32, length as u32)?)?;
    let reads = rights & (RIGHT_READ | RIGHT_READDIR) != 0;
    let writes = rights & (RIGHT_WRITE | RIGHT_ALLOCATE | RIGHT_SET_SIZE) != 0;
    let mut flags = libc::O_NOCTTY | system_flags(descriptor_flags as u16)?;
    flags |= match (reads, writes && how & DIRECTORY == 0) {
        (true, true) => libc::O_RDWR,
        (false, true) => libc::O_WRONLY,
        (_, false) => libc::O_RDONLY,
    };
    let selected = [
        (CREATE, libc::O_CREAT),
        (DIRECTORY, libc::O_DIRECTORY),
        (EXCLUSIVE, libc::O_EXCL),
        (TRUNCATE, libc::O_TRUNC),
    ];
    for (bit, flag) in selected {
        flags |= if how & bit != 0 { flag } else { 0 };
    }
    flags |= if lookup & FOLLOW == 0 { libc::O_NOFOLLOW } else { 0 };
    let mode = if how & CREATE != 0 { 0o666 } else { 0 };

    let directory = state.descriptors.directory(number as u32)?;
    let file = open_beneath(&directory.file, &path, flags, mode)?;
    let descriptor = if file.metadata()?.is_dir() {
        Descriptor::Directory(Directory { file, granted: None, entries: vec![] })
    } else {
        Descriptor::File(file)
    };
    let number = state.descriptors.insert(descriptor)?;
    guest.write_u32(opened as u32, number)
}

pub(super) fn filestat_get(
    state: &mut State,
    guest: &Guest,
    arguments: &[u64],
) -> Result<(), Errno> {
    let path = c_string(&guest.text(arguments[2] as u32, arguments[3] as u32)?)?;
    let follow = if arguments[1] & FOLLOW == 0 { libc::O_NOFOLLOW } else { 0 };
    let directory = state.descriptors.directory(arguments[0] as u32)?;
    let file = open_beneath(&directory.file, &path, libc::O_PATH | follow, 0)?;
    write_metadata(&file.metadata()?, guest, arguments[4] as u32)
}

pub(super) fn create_directory(
    state: &mut State,
    guest: &Guest,
    arguments: &[u64],
) -> Result<(), Errno> {
    let path = guest.text(arguments[1] as u32, arguments[2] as u32)?;
    let (parent, name) = parent(state, arguments[0], &path)?;
    // SAFETY: the name is a string, and a single component.
    check(unsafe { libc::mkdirat(parent.as_raw_fd(), name.as_ptr(), 0o777) })
}

pub(super) fn remove_directory(
    state: &mut State,
    guest: &Guest,
    arguments: &[u64],
) -> Result<(), Errno> {
    let path = guest.text(arguments[1] as u32, arguments[2] as u32)?;
    remove(state, arguments[0], &path, libc::AT_REMOVEDIR)
}

pub(super) fn unlink_file(
    state: &mut State,
    guest: &Guest,
    arguments: &[u64],
) -> Result<(), Errno> {
    let path = guest.text(arguments[1] as u32, arguments[2] as u32)?;
    if path.ends_with('/') {
        return Err(Errno::NOTDIR);
    }
    remove(state, arguments[0], &path, 0)
}

/// Removes what a path names, with flags of `unlinkat`.
fn remove(state: &mut State, number: u64, path: &str, flags: libc::c_int) -> Result<(), Errno> {
    let (parent, name) = parent(state, number, path)?;
    // SAFETY: the name is a string, and a single component.
    check(unsafe { libc::unlinkat(parent.as_raw_fd(), name.as_ptr(), flags) })
}

pub(super) fn rename(state: &mut State, guest: &Guest, arguments: &[u64]) -> Result<(), Errno> {
    let from = guest.text(arguments[1] as u32, arguments[2] as u32)?;
    let to = guest.text(arguments[4] as u32, arguments[5] as u32)?;
    let (old, from) = parent(state, arguments[0], &from)?;
    let (new, to) = parent(state, arguments[3], &to)?;
    // SAFETY: both names are strings, and single components.
    check(unsafe { libc::renameat(old.as_raw_fd(), from.as_ptr(), new.as_raw_fd(), to.as_ptr()) })
}
