//! A small file that is mapped into memory, and that other processes read.

use core::ptr::{self, NonNull};
use std::fs::{self, File, Metadata};
use std::io::{self, ErrorKind, Read as _};
use std::os::fd::{AsFd as _, AsRawFd as _};
use std::os::unix::fs::{MetadataExt as _, OpenOptionsExt as _};
use std::path::{Path, PathBuf};
use std::time::Duration;

use super::lock_file;

/// How often a new file is created, if other processes create and remove files of this name.
const TRIES: u32 = 4;
/// How often a lock is attempted, which a reader holds for some microseconds.
const LOCK_TRIES: u32 = 50;
/// Time between two of these attempts.
const LOCK_WAIT: Duration = Duration::from_millis(1);

/// A new file of this process, which it has locked, and its memory. Dropping it unmaps the memory
/// and leaves the file; see [`Self::remove`].
#[derive(Debug)]
pub(crate) struct SharedFile {
    /// The absolute path: the process may change its working directory.
    path: PathBuf,
    /// Open as long as the process has the lock.
    file: File,
    memory: NonNull<u8>,
    bytes: usize,
}

// SAFETY: the memory is valid in all threads.
unsafe impl Send for SharedFile {}
// SAFETY: the functions with a shared reference do not access the memory.
unsafe impl Sync for SharedFile {}

impl SharedFile {
    /// Creates a file of `bytes` zeros, which only this user can read, and maps it. A file of this
    /// name is replaced if it begins with `prefix`, belongs to this user and no process has locked
    /// it: then the process that has made it was killed.
    ///
    /// # Errors
    ///
    /// If there is another file of this name, or the system reports an error.
    pub(crate) fn create(path: &Path, bytes: usize, prefix: &[u8]) -> io::Result<Self> {
        let path = std::path::absolute(path)?;
        for _ in 0..TRIES {
            let mut options = File::options();
            // An exclusive creation follows no symbolic link.
            options.read(true).write(true).create_new(true).mode(0o600);
            match options.open(&path) {
                Ok(file) => {
                    let created = Self::map(&file, bytes);
                    return match created {
                        Ok(memory) => Ok(Self { path, file, memory, bytes }),
                        Err(error) => {
                            remove_same(&path, &file);
                            Err(error)
                        }
                    };
                }
                Err(error) if error.kind() == ErrorKind::AlreadyExists => {
                    remove_stale(&path, prefix)?;
                }
                Err(error) => return Err(error),
            }
        }
        let reason = "other processes keep creating this file; put %p (process ID) in the name";
        Err(io::Error::new(ErrorKind::AlreadyExists, reason))
    }

    /// Locks a new file, allocates its bytes, and maps it.
    fn map(file: &File, bytes: usize) -> io::Result<NonNull<u8>> {
        lock(file)?;
        let length = libc::off_t::try_from(bytes).map_err(io::Error::other)?;
        // Later there may be no space on the disk, and a store would raise `SIGBUS`.
        // SAFETY: posix_fallocate has no preconditions.
        match unsafe { libc::posix_fallocate(file.as_raw_fd(), 0, length) } {
            0 => {}
            error => return Err(io::Error::from_raw_os_error(error)),
        }
        let protection = libc::PROT_READ | libc::PROT_WRITE;
        // SAFETY: a new mapping at an address that the kernel chooses affects no other memory.
        let start = unsafe {
            let descriptor = file.as_raw_fd();
            libc::mmap(ptr::null_mut(), bytes, protection, libc::MAP_SHARED, descriptor, 0)
        };
        if start == libc::MAP_FAILED {
            return Err(io::Error::last_os_error());
        }
        NonNull::new(start.cast()).ok_or_else(|| io::Error::other("a mapping at address 0"))
    }

    /// Returns the memory, which begins at a page, and is valid as long as `self`.
    pub(crate) fn memory(&self) -> NonNull<u8> {
        self.memory
    }

    /// Removes the file, unless another one has its name.
    pub(crate) fn remove(&self) {
        remove_same(&self.path, &self.file);
    }
}

impl Drop for SharedFile {
    fn drop(&mut self) {
        // SAFETY: the mapping is this value's own; who has its address uses it only as long as this
        // exists.
        unsafe { libc::munmap(self.memory.as_ptr().cast(), self.bytes) };
    }
}

/// Locks a file. Waits for readers, which lock it for some microseconds.
fn lock(file: &File) -> io::Result<()> {
    let mut tries = 0;
    loop {
        match lock_file(file.as_fd()) {
            Err(error) if error.kind() == ErrorKind::WouldBlock && tries < LOCK_TRIES => {
                tries += 1;
                std::thread::sleep(LOCK_WAIT);
            }
            result => return result,
        }
    }
}

/// Returns whether both are the same file.
fn is_same(one: &Metadata, other: &Metadata) -> bool {
    (one.dev(), one.ino()) == (other.dev(), other.ino())
}

/// Removes the file at `path` if it is `file`. An error cannot be handled here.
fn remove_same(path: &Path, file: &File) {
    if let (Ok(named), Ok(open)) = (fs::symlink_metadata(path), file.metadata())
        && is_same(&named, &open)
    {
        let _ = fs::remove_file(path);
    }
}

/// Removes the file of a process that was killed.
fn remove_stale(path: &Path, prefix: &[u8]) -> io::Result<()> {
    let flags = libc::O_NOFOLLOW | libc::O_NONBLOCK;
    let mut file = match File::options().read(true).custom_flags(flags).open(path) {
        Ok(file) => file,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(()),
        Err(error) if error.raw_os_error() == Some(libc::ELOOP) => {
            return Err(io::Error::new(ErrorKind::AlreadyExists, "it is a symbolic link"));
        }
        Err(error) => return Err(error),
    };
    let refuse = |reason: &str| Err(io::Error::new(ErrorKind::AlreadyExists, reason));
    let found = file.metadata()?;
    if !found.is_file() {
        return refuse("it exists, and is not a regular file");
    }
    // SAFETY: geteuid has no preconditions.
    if found.uid() != unsafe { libc::geteuid() } {
        return refuse("it exists, and belongs to another user");
    }
    match lock(&file) {
        Err(error) if error.kind() == ErrorKind::WouldBlock => {
            return refuse(
                "another heap uses this file; put %p (process ID) and, if the process has several \
                 heaps, %n (number of the heap) in the name",
            );
        }
        result => result?,
    }
    let mut start = Vec::new();
    io::Read::by_ref(&mut file).take(prefix.len() as u64).read_to_end(&mut start)?;
    if start != prefix {
        return refuse("it exists, and is no file of counters; remove it, or choose another name");
    }
    // Another process that has found the same file would have locked it.
    remove_same(path, &file);
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::PermissionsExt as _;

    use super::*;

    fn create(path: &Path) -> Result<SharedFile, String> {
        SharedFile::create(path, 16, b"MAGIC").map_err(|error| error.to_string())
    }

    fn store(file: &SharedFile, text: &[u8]) {
        // SAFETY: the memory has 16 bytes, and nothing else accesses it.
        unsafe { file.memory().as_ptr().copy_from(text.as_ptr(), text.len()) };
    }

    #[test]
    fn files_are_private_and_removed() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        let file = create(&path).unwrap();
        assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o600);
        assert_eq!(fs::read(&path).unwrap(), [0; 16]);
        store(&file, b"MAGIC");
        assert_eq!(fs::read(&path).unwrap()[..6], *b"MAGIC\0");
        assert!(create(&path).unwrap_err().starts_with("another heap uses this file"));
        file.remove();
        assert!(!path.exists());
        // Another file of this name stays.
        fs::write(&path, "other").unwrap();
        file.remove();
        assert_eq!(fs::read(&path).unwrap(), *b"other");
    }

    #[test]
    fn only_stale_files_are_replaced() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        let file = create(&path).unwrap();
        store(&file, b"MAGIC");
        // As if the process had been killed.
        drop(file);
        let file = create(&path).unwrap();
        assert_eq!(fs::read(&path).unwrap(), [0; 16]);
        drop(file);
        let foreign = "it exists, and is no file of counters; remove it, or choose another name";
        for contents in ["", "MAGI", "text"] {
            fs::write(&path, contents).unwrap();
            assert_eq!(create(&path).unwrap_err(), foreign);
            assert_eq!(fs::read(&path).unwrap(), contents.as_bytes());
        }
        fs::remove_file(&path).unwrap();
        std::os::unix::fs::symlink(folder.path().join("target"), &path).unwrap();
        assert_eq!(create(&path).unwrap_err(), "it is a symbolic link");
        assert!(!folder.path().join("target").exists());
        fs::remove_file(&path).unwrap();
        fs::create_dir(&path).unwrap();
        assert_eq!(create(&path).unwrap_err(), "it exists, and is not a regular file");
        assert!(create(&folder.path().join("none/file")).is_err());
    }
}
