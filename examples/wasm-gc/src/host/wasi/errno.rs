//! Error numbers of WASI preview 1.

use std::io;

/// An error number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Errno(pub(super) u16);

impl Errno {
    pub(super) const ACCES: Self = Self(2);
    pub(super) const AGAIN: Self = Self(6);
    pub(super) const BADF: Self = Self(8);
    pub(super) const EXIST: Self = Self(20);
    pub(super) const FAULT: Self = Self(21);
    pub(super) const FBIG: Self = Self(22);
    pub(super) const ILSEQ: Self = Self(25);
    pub(super) const INVAL: Self = Self(28);
    pub(super) const IO: Self = Self(29);
    pub(super) const ISDIR: Self = Self(31);
    pub(super) const LOOP: Self = Self(32);
    pub(super) const MFILE: Self = Self(33);
    pub(super) const NAMETOOLONG: Self = Self(37);
    pub(super) const NOENT: Self = Self(44);
    pub(super) const NOMEM: Self = Self(48);
    pub(super) const NOSPC: Self = Self(51);
    pub(super) const NOSYS: Self = Self(52);
    pub(super) const NOTDIR: Self = Self(54);
    pub(super) const NOTEMPTY: Self = Self(55);
    pub(super) const NOTSUP: Self = Self(58);
    pub(super) const NXIO: Self = Self(60);
    pub(super) const OVERFLOW: Self = Self(61);
    pub(super) const PERM: Self = Self(63);
    pub(super) const PIPE: Self = Self(64);
    pub(super) const ROFS: Self = Self(69);
    pub(super) const SPIPE: Self = Self(70);
    pub(super) const NOTCAPABLE: Self = Self(76);

    /// Returns the number for the last error of the system.
    pub(super) fn last() -> Self {
        io::Error::last_os_error().into()
    }
}

/// The errors of the system that have an error number of their own here.
const NUMBERS: [(i32, Errno); 24] = [
    (libc::EACCES, Errno::ACCES),
    (libc::EAGAIN, Errno::AGAIN),
    (libc::EBADF, Errno::BADF),
    (libc::EEXIST, Errno::EXIST),
    (libc::EFBIG, Errno::FBIG),
    (libc::EILSEQ, Errno::ILSEQ),
    (libc::EINVAL, Errno::INVAL),
    (libc::EISDIR, Errno::ISDIR),
    (libc::ELOOP, Errno::LOOP),
    (libc::EMFILE, Errno::MFILE),
    (libc::ENAMETOOLONG, Errno::NAMETOOLONG),
    (libc::ENOENT, Errno::NOENT),
    (libc::ENOMEM, Errno::NOMEM),
    (libc::ENOSPC, Errno::NOSPC),
    (libc::ENOSYS, Errno::NOSYS),
    (libc::ENOTDIR, Errno::NOTDIR),
    (libc::ENOTEMPTY, Errno::NOTEMPTY),
    (libc::ENXIO, Errno::NXIO),
    (libc::EPERM, Errno::PERM),
    (libc::EPIPE, Errno::PIPE),
    (libc::EROFS, Errno::ROFS),
    (libc::ESPIPE, Errno::SPIPE),
    // The path leaves the directory.
    (libc::EXDEV, Errno::NOTCAPABLE),
    (libc::EOVERFLOW, Errno::OVERFLOW),
];

impl From<io::Error> for Errno {
    fn from(error: io::Error) -> Self {
        let number = error.raw_os_error();
        NUMBERS.iter().find(|each| Some(each.0) == number).map_or(Self::IO, |each| each.1)
    }
}
