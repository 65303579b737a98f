//! File descriptors of a program.

use std::fs::{File, FileType, Metadata};
use std::io;
use std::mem::ManuallyDrop;
use std::os::fd::{AsRawFd, FromRawFd};
use std::os::unix::fs::{FileTypeExt, MetadataExt, OpenOptionsExt};
use std::path::PathBuf;

use super::State;
use super::directory::Entry;
use super::errno::Errno;
use super::guest::Guest;
use crate::Error;

/// The largest number of open files.
const MAX_OPEN: usize = 1024;

/// Flags of a descriptor.
pub(super) const APPEND: u16 = 1;
pub(super) const NONBLOCK: u16 = 4;

/// Rights of a descriptor.
pub(super) const RIGHT_READ: u64 = 1 << 1;
pub(super) const RIGHT_WRITE: u64 = 1 << 6;
pub(super) const RIGHT_ALLOCATE: u64 = 1 << 8;
pub(super) const RIGHT_READDIR: u64 = 1 << 14;
pub(super) const RIGHT_SET_SIZE: u64 = 1 << 22;
const RIGHT_SEEK: u64 = 1 << 2;
const RIGHT_TELL: u64 = 1 << 5;
const RIGHT_POLL: u64 = 1 << 27;
const RIGHT_STATUS: u64 = 1 << 21;
const RIGHT_SET_FLAGS: u64 = 1 << 3;
/// The rights that this implementation has functions for.
const ALL_RIGHTS: u64 = (1 << 28) - 1;

/// What a descriptor refers to.
#[derive(Debug)]
pub(super) enum Descriptor {
    Input,
    Output,
    ErrorOutput,
    File(File),
    Directory(Directory),
}

/// A directory.
#[derive(Debug)]
pub(super) struct Directory {
    pub(super) file: File,
    /// The name, if it is one of those that the program starts with.
    pub(super) granted: Option<String>,
    /// The entries that the last reading from the start found.
    pub(super) entries: Vec<Entry>,
}

/// The open files, by number.
#[derive(Debug)]
pub(super) struct Descriptors(Vec<Option<Descriptor>>);

impl Descriptors {
    /// Returns the standard streams and the directories, whose numbers start at 3.
    ///
    /// # Errors
    ///
    /// If a directory cannot be opened.
    pub(super) fn new(directories: &[PathBuf]) -> Result<Self, Error> {
        let mut open =
            vec![Some(Descriptor::Input), Some(Descriptor::Output), Some(Descriptor::ErrorOutput)];
        for path in directories {
            let flags = libc::O_PATH | libc::O_DIRECTORY;
            let file = File::options().read(true).custom_flags(flags).open(path);
            let file = file.map_err(|source| Error::Read { path: path.clone(), source })?;
            let granted = Some(path.to_string_lossy().into_owned());
            let directory = Directory { file, granted, entries: vec![] };
            open.push(Some(Descriptor::Directory(directory)));
        }
        Ok(Self(open))
    }

    /// Returns what a number refers to.
    pub(super) fn get(&self, number: u32) -> Result<&Descriptor, Errno> {
        self.0.get(number as usize).and_then(Option::as_ref).ok_or(Errno::BADF)
    }

    /// Returns the directory with a number.
    pub(super) fn directory(&mut self, number: u32) -> Result<&mut Directory, Errno> {
        match self.0.get_mut(number as usize).and_then(Option::as_mut) {
            Some(Descriptor::Directory(directory)) => Ok(directory),
            Some(_) => Err(Errno::NOTDIR),
            None => Err(Errno::BADF),
        }
    }

    /// Returns the file with a number.
    pub(super) fn file(&self, number: u32) -> Result<&File, Errno> {
        match self.get(number)? {
            Descriptor::File(file) => Ok(file),
            Descriptor::Directory(_) => Err(Errno::ISDIR),
            _ => Err(Errno::SPIPE),
        }
    }

    /// Returns the lowest free number, which now refers to this.
    pub(super) fn insert(&mut self, descriptor: Descriptor) -> Result<u32, Errno> {
        let free = self.0.iter().position(Option::is_none);
        let number = free.unwrap_or(self.0.len());
        if number >= MAX_OPEN {
            return Err(Errno::MFILE);
        }
        if free.is_none() {
            self.0.push(None);
        }
        self.0[number] = Some(descriptor);
        Ok(number as u32)
    }
}

impl Descriptor {
    /// Calls an operation with the system's file.
    fn with_file<R>(&self, operation: impl FnOnce(&File) -> R) -> R {
        let number = match self {
            Self::Input => io::stdin().as_raw_fd(),
            Self::Output => io::stdout().as_raw_fd(),
            Self::ErrorOutput => io::stderr().as_raw_fd(),
            Self::File(file) | Self::Directory(Directory { file, .. }) => return operation(file),
        };
        // SAFETY: the standard streams are open to the end of the process, and this does not close
        // them.
        let file = ManuallyDrop::new(unsafe { File::from_raw_fd(number) });
        operation(&file)
    }

    /// Returns the flags that the system has for the file.
    fn flags(&self) -> Result<libc::c_int, Errno> {
        self.with_file(|file| {
            // SAFETY: the call affects no memory.
            let flags = unsafe { libc::fcntl(file.as_raw_fd(), libc::F_GETFL) };
            if flags < 0 { Err(Errno::last()) } else { Ok(flags) }
        })
    }
}

/// Returns the number of a type of files.
pub(super) fn file_type(ty: FileType) -> u8 {
    match ty {
        _ if ty.is_block_device() => 1,
        _ if ty.is_char_device() => 2,
        _ if ty.is_dir() => 3,
        _ if ty.is_file() => 4,
        _ if ty.is_symlink() => 7,
        // Pipes have no number. Sockets are not distinguished.
        _ => 0,
    }
}

pub(super) fn close(state: &mut State, _: &Guest, arguments: &[u64]) -> Result<(), Errno> {
    let number = arguments[0] as usize;
    let closed = state.descriptors.0.get_mut(number).and_then(Option::take);
    closed.map(drop).ok_or(Errno::BADF)
}

/// Moves a descriptor to the number of another, which is closed.
pub(super) fn renumber(state: &mut State, _: &Guest, arguments: &[u64]) -> Result<(), Errno> {
    let [from, to] = [arguments[0] as u32, arguments[1] as u32];
    state.descriptors.get(to)?;
    state.descriptors.get(from)?;
    let moved = state.descriptors.0[from as usize].take();
    state.descriptors.0[to as usize] = moved;
    Ok(())
}

pub(super) fn fdstat_get(state: &mut State, guest: &Guest, arguments: &[u64]) -> Result<(), Errno> {
    let descriptor = state.descriptors.get(arguments[0] as u32)?;
    let metadata = descriptor.with_file(File::metadata)?;
    let system = descriptor.flags()?;
    let mut flags = 0;
    for (bit, flag) in [(libc::O_APPEND, APPEND), (libc::O_NONBLOCK, NONBLOCK)] {
        flags |= if system & bit != 0 { flag } else { 0 };
    }
    let (rights, inherited) = match descriptor {
        Descriptor::Input => (RIGHT_READ | RIGHT_POLL | RIGHT_STATUS, 0),
        Descriptor::Output | Descriptor::ErrorOutput => {
            (RIGHT_WRITE | RIGHT_POLL | RIGHT_STATUS, 0)
        }
        Descriptor::Directory(_) => (ALL_RIGHTS & !(RIGHT_SEEK | RIGHT_TELL), ALL_RIGHTS),
        Descriptor::File(_) => {
            let access = match system & libc::O_ACCMODE {
                libc::O_RDONLY => RIGHT_READ,
                libc::O_WRONLY => RIGHT_WRITE | RIGHT_SET_SIZE,
                _ => RIGHT_READ | RIGHT_WRITE | RIGHT_SET_SIZE,
            };
            let others = RIGHT_SEEK | RIGHT_TELL | RIGHT_POLL | RIGHT_STATUS | RIGHT_SET_FLAGS;
            (access | others, 0)
        }
    };
    let mut stat = [0; 24];
    stat[0] = file_type(metadata.file_type());
    stat[2..4].copy_from_slice(&flags.to_le_bytes());
    stat[8..16].copy_from_slice(&rights.to_le_bytes());
    stat[16..].copy_from_slice(&inherited.to_le_bytes());
    guest.write(arguments[1] as u32, &stat)
}

/// Sets the flags of a file. Those of standard streams are shared with other processes.
pub(super) fn fdstat_set_flags(
    state: &mut State,
    _: &Guest,
    arguments: &[u64],
) -> Result<(), Errno> {
    let flags = arguments[1] as u16;
    let system = match state.descriptors.get(arguments[0] as u32)? {
        Descriptor::File(_) => system_flags(flags)?,
        _ if flags == 0 => return Ok(()),
        _ => return Err(Errno::NOTSUP),
    };
    let file = state.descriptors.file(arguments[0] as u32)?;
    // SAFETY: the call affects no memory.
    let failed = unsafe { libc::fcntl(file.as_raw_fd(), libc::F_SETFL, system) };
    if failed == 0 { Ok(()) } else { Err(Errno::last()) }
}

/// Returns the system's flags for those of a descriptor. Synchronous writing is not supported.
pub(super) fn system_flags(flags: u16) -> Result<libc::c_int, Errno> {
    if flags & !(APPEND | NONBLOCK) != 0 {
        return Err(Errno::NOTSUP);
    }
    let append = if flags & APPEND != 0 { libc::O_APPEND } else { 0 };
    Ok(append | if flags & NONBLOCK != 0 { libc::O_NONBLOCK } else { 0 })
}

pub(super) fn filestat_get(
    state: &mut State,
    guest: &Guest,
    arguments: &[u64],
) -> Result<(), Errno> {
    let metadata = state.descriptors.get(arguments[0] as u32)?.with_file(File::metadata)?;
    write_metadata(&metadata, guest, arguments[1] as u32)
}

/// Writes what a program may know of a file.
pub(super) fn write_metadata(
    metadata: &Metadata,
    guest: &Guest,
    address: u32,
) -> Result<(), Errno> {
    let time = |seconds: i64, nanoseconds: i64| {
        let total = seconds.saturating_mul(1_000_000_000).saturating_add(nanoseconds);
        u64::try_from(total).unwrap_or(0)
    };
    let words = [
        metadata.dev(),
        metadata.ino(),
        file_type(metadata.file_type()).into(),
        metadata.nlink(),
        metadata.size(),
        time(metadata.atime(), metadata.atime_nsec()),
        time(metadata.mtime(), metadata.mtime_nsec()),
        time(metadata.ctime(), metadata.ctime_nsec()),
    ];
    guest.write(address, words.map(u64::to_le_bytes).as_flattened())
}

/// Writes the length of the name of a directory that the program starts with.
pub(super) fn prestat_get(
    state: &mut State,
    guest: &Guest,
    arguments: &[u64],
) -> Result<(), Errno> {
    let name = granted(state, arguments[0] as u32)?;
    let mut stat = [0; 8];
    stat[4..].copy_from_slice(&(name.len() as u32).to_le_bytes());
    guest.write(arguments[1] as u32, &stat)
}

pub(super) fn prestat_dir_name(
    state: &mut State,
    guest: &Guest,
    arguments: &[u64],
) -> Result<(), Errno> {
    let name = granted(state, arguments[0] as u32)?;
    if arguments[2] < name.len() as u64 {
        return Err(Errno::NAMETOOLONG);
    }
    guest.write(arguments[1] as u32, name.as_bytes())
}

fn granted(state: &mut State, number: u32) -> Result<&str, Errno> {
    // Programs ask for the numbers from 3 on until this error.
    let directory = state.descriptors.directory(number).map_err(|_| Errno::BADF)?;
    directory.granted.as_deref().ok_or(Errno::BADF)
}
