//! The functions, with the types of their parameters.

use super::errno::Errno;
use super::guest::Guest;
use super::{State, clock, descriptors, directory, file, path, process};

/// A function. Its arguments are of the types that [`CALLS`] states.
pub(super) type Call = fn(&mut State, &Guest, &[u64]) -> Result<(), Errno>;

/// The names of all functions but `proc_exit`, a letter for each parameter (`i`: `i32`; `I`:
/// `i64`), and the functions. Their order is that of the specification.
pub(super) const CALLS: &[(&str, &str, Call)] = &[
    ("args_get", "ii", process::args_get),
    ("args_sizes_get", "ii", process::args_sizes_get),
    ("environ_get", "ii", process::environ_get),
    ("environ_sizes_get", "ii", process::environ_sizes_get),
    ("clock_res_get", "ii", clock::res_get),
    ("clock_time_get", "iIi", clock::time_get),
    ("fd_advise", "iIIi", file::advise),
    ("fd_allocate", "iII", not_supported),
    ("fd_close", "i", descriptors::close),
    ("fd_datasync", "i", file::sync),
    ("fd_fdstat_get", "ii", descriptors::fdstat_get),
    ("fd_fdstat_set_flags", "ii", descriptors::fdstat_set_flags),
    ("fd_fdstat_set_rights", "iII", not_supported),
    ("fd_filestat_get", "ii", descriptors::filestat_get),
    ("fd_filestat_set_size", "iI", file::set_size),
    ("fd_filestat_set_times", "iIIi", not_supported),
    ("fd_pread", "iiiIi", file::pread),
    ("fd_prestat_get", "ii", descriptors::prestat_get),
    ("fd_prestat_dir_name", "iii", descriptors::prestat_dir_name),
    ("fd_pwrite", "iiiIi", file::pwrite),
    ("fd_read", "iiii", file::read),
    ("fd_readdir", "iiiIi", directory::readdir),
    ("fd_renumber", "ii", descriptors::renumber),
    ("fd_seek", "iIii", file::seek),
    ("fd_sync", "i", file::sync),
    ("fd_tell", "ii", file::tell),
    ("fd_write", "iiii", file::write),
    ("path_create_directory", "iii", path::create_directory),
    ("path_filestat_get", "iiiii", path::filestat_get),
    ("path_filestat_set_times", "iiiiIIi", not_supported),
    ("path_link", "iiiiiii", not_supported),
    ("path_open", "iiiiiIIii", path::open),
    ("path_readlink", "iiiiii", not_supported),
    ("path_remove_directory", "iii", path::remove_directory),
    ("path_rename", "iiiiii", path::rename),
    ("path_symlink", "iiiii", not_supported),
    ("path_unlink_file", "iii", path::unlink_file),
    ("poll_oneoff", "iiii", clock::poll_oneoff),
    ("proc_raise", "i", not_supported),
    ("random_get", "ii", process::random_get),
    ("sched_yield", "", process::sched_yield),
    ("sock_accept", "iii", not_supported),
    ("sock_recv", "iiiiii", not_supported),
    ("sock_send", "iiiii", not_supported),
    ("sock_shutdown", "ii", not_supported),
];

/// Links, times, signals, sockets and changes of rights are not supported.
fn not_supported(_: &mut State, _: &Guest, _: &[u64]) -> Result<(), Errno> {
    Err(Errno::NOTSUP)
}
