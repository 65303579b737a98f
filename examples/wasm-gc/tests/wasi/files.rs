//! Files and directories, and paths that leave them.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;

use super::{
    BADF, EXIST, INVAL, LOOP, NAMETOOLONG, NOENT, NOTCAPABLE, NOTDIR, NOTEMPTY, NOTSUP, READ,
    WRITE, check, folder, module, run,
};

/// The text at an address, with its length.
fn path(address: i64, text: &str) -> [i64; 2] {
    [address, text.len() as i64]
}

#[test]
fn files_are_created_read_and_removed() {
    let folder = folder();
    fs::create_dir(folder.path().join("sub")).expect("a new folder");
    let buffers = [300_u32, 5, 400, 3].map(u32::to_le_bytes);
    let data: [(u32, &[u8]); 6] = [
        (100, b"sub/file.txt"),
        (120, b"sub/other"),
        (140, b"sub"),
        (160, b"new/"),
        (200, buffers.as_flattened()),
        (300, b"hello"),
    ];
    let [file, length] = path(100, "sub/file.txt");
    let [other, other_length] = path(120, "sub/other");
    let both = READ | WRITE;
    let calls = [
        ("fd_prestat_get", vec![3, 16], 0),
        ("load8", vec![16], 0),
        ("load32", vec![20], folder.path().to_str().expect("text").len() as i32),
        ("fd_prestat_dir_name", vec![3, 500, 1], NAMETOOLONG),
        ("fd_prestat_dir_name", vec![3, 500, 1000], 0),
        ("load8", vec![500], i32::from(b'/')),
        ("fd_prestat_get", vec![4, 16], BADF),
        ("path_open", vec![3, 0, file, length, 0, both, 0, 0, 16], NOENT),
        // Create, exclusively.
        ("path_open", vec![3, 0, file, length, 5, both, 0, 0, 16], 0),
        ("load32", vec![16], 4),
        ("path_open", vec![3, 0, file, length, 5, both, 0, 0, 16], EXIST),
        ("fd_write", vec![4, 200, 1, 16], 0),
        ("load32", vec![16], 5),
        ("fd_tell", vec![4, 24], 0),
        ("load64", vec![24], 5),
        ("fd_pwrite", vec![4, 200, 1, 3, 16], 0),
        ("fd_seek", vec![4, -2, 2, 24], 0),
        ("load64", vec![24], 6),
        ("fd_read", vec![4, 208, 1, 16], 0),
        ("load32", vec![16], 2),
        ("load8", vec![400], i32::from(b'l')),
        ("load8", vec![401], i32::from(b'o')),
        ("fd_pread", vec![4, 208, 1, 0, 16], 0),
        ("load8", vec![400], i32::from(b'h')),
        ("fd_seek", vec![4, -1, 0, 24], INVAL),
        ("fd_seek", vec![4, -9, 1, 24], INVAL),
        ("fd_seek", vec![4, 0, 3, 24], INVAL),
        ("fd_sync", vec![4], 0),
        ("fd_datasync", vec![4], 0),
        ("fd_advise", vec![4, 0, 0, 0], 0),
        ("fd_filestat_get", vec![4, 600], 0),
        ("load8", vec![616], 4),
        ("load32", vec![632], 8),
        ("fd_filestat_set_size", vec![4, 6], 0),
        ("path_filestat_get", vec![3, 0, file, length, 600], 0),
        ("load32", vec![632], 6),
        ("fd_fdstat_get", vec![4, 600], 0),
        ("load32", vec![600], 4),
        // Appends.
        ("fd_fdstat_set_flags", vec![4, 1], 0),
        ("fd_seek", vec![4, 0, 0, 24], 0),
        ("fd_write", vec![4, 200, 1, 16], 0),
        ("fd_fdstat_get", vec![4, 600], 0),
        ("load32", vec![600], 4 + (1 << 16)),
        ("fd_fdstat_set_flags", vec![4, 2], NOTSUP),
        ("fd_renumber", vec![4, 0], 0),
        ("fd_close", vec![0], 0),
        // Only for reading.
        ("path_open", vec![3, 0, file, length, 0, READ, 0, 0, 16], 0),
        ("load32", vec![16], 0),
        ("fd_write", vec![0, 200, 1, 16], BADF),
        ("fd_close", vec![0], 0),
        // Directories.
        ("path_rename", vec![3, file, length, 3, other, other_length], 0),
        ("path_create_directory", vec![3, 160, 4], 0),
        ("path_create_directory", vec![3, 160, 4], EXIST),
        ("path_open", vec![3, 0, 140, 3, 2, both, 0, 0, 16], 0),
        ("fd_read", vec![0, 200, 1, 16], 31),
        ("fd_readdir", vec![0, 700, 100, 0, 16], 0),
        ("load32", vec![16], 24 + 5),
        ("load64", vec![700], 1),
        ("load32", vec![716], 5),
        ("load32", vec![720], 4),
        ("load8", vec![724], i32::from(b'o')),
        ("fd_readdir", vec![0, 700, 100, 1, 16], 0),
        ("load32", vec![16], 0),
        // An entry that does not fit is cut.
        ("fd_readdir", vec![0, 700, 26, 0, 16], 0),
        ("load32", vec![16], 26),
        ("fd_readdir", vec![0, 700, 100, -1, 16], 0),
        ("path_filestat_get", vec![0, 0, 124, 5, 600], 0),
        ("load32", vec![632], 11),
        ("path_remove_directory", vec![3, 140, 3], NOTEMPTY),
        ("path_unlink_file", vec![3, 140, 3], 31),
        ("path_unlink_file", vec![3, 160, 4], NOTDIR),
        ("path_remove_directory", vec![3, 160, 4], 0),
        ("path_unlink_file", vec![0, 124, 5], 0),
        ("path_unlink_file", vec![0, 124, 5], NOENT),
        ("path_remove_directory", vec![3, 140, 3], 0),
        ("path_open", vec![1, 0, file, length, 0, both, 0, 0, 16], NOTDIR),
        ("path_open", vec![3, 0, file, 0, 0, both, 0, 0, 16], NOENT),
        ("path_open", vec![3, 0, 0, 100_000, 0, both, 0, 0, 16], NAMETOOLONG),
    ];
    check(&data, &calls, &["--dir", folder.path().to_str().expect("text")]);
    assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 0);
}

/// Paths that leave the directory: by name, and by links.
#[test]
fn no_path_leaves_its_directory() {
    let outer = folder();
    let secret = outer.path().join("secret");
    fs::write(&secret, "secret").expect("the file can be written");
    let granted = outer.path().join("granted");
    fs::create_dir_all(granted.join("sub")).expect("new folders");
    fs::write(granted.join("inside"), "inside").expect("the file can be written");
    let link = |target: &Path, name: &str| {
        symlink(target, granted.join(name)).expect("a link can be made");
    };
    link(Path::new("../secret"), "relative");
    link(&secret, "absolute");
    link(Path::new(".."), "up");
    link(Path::new("inside"), "allowed");
    link(Path::new("/proc/self"), "process");
    let names = [
        "../secret",
        "sub/../../secret",
        secret.to_str().expect("text"),
        "relative",
        "absolute",
        "up/secret",
        "process/environ",
    ];
    let directory = ["--dir", granted.to_str().expect("text")];
    for name in names {
        let data: [(u32, &[u8]); 2] = [(100, name.as_bytes()), (600, b"sub/new")];
        let [start, length] = path(100, name);
        let is_link = !name.contains('/');
        let mut calls = vec![
            ("path_open", vec![3, 1, start, length, 0, READ, 0, 0, 16], NOTCAPABLE),
            ("path_open", vec![3, 1, start, length, 9, READ | WRITE, 0, 0, 16], NOTCAPABLE),
            ("path_filestat_get", vec![3, 1, start, length, 700], NOTCAPABLE),
        ];
        if is_link {
            // The link itself is in the directory.
            calls.push(("path_open", vec![3, 0, start, length, 0, READ, 0, 0, 16], LOOP));
            calls.push(("path_filestat_get", vec![3, 0, start, length, 700], 0));
            calls.push(("load8", vec![716], 7));
        } else {
            for function in ["path_create_directory", "path_remove_directory", "path_unlink_file"] {
                calls.push((function, vec![3, start, length], NOTCAPABLE));
            }
            calls.push(("path_rename", vec![3, start, length, 3, 600, 7], NOTCAPABLE));
            calls.push(("path_rename", vec![3, 600, 7, 3, start, length], NOTCAPABLE));
        }
        check(&data, &calls, &directory);
    }
    assert_eq!(fs::read_to_string(&secret).expect("the file exists"), "secret");

    let data: [(u32, &[u8]); 4] =
        [(100, b"allowed"), (120, b"sub/.."), (140, b"sub/../inside"), (160, b"a\0b")];
    let calls = [
        ("path_open", vec![3, 1, 100, 7, 0, READ, 0, 0, 16], 0),
        ("path_open", vec![3, 0, 140, 13, 0, READ, 0, 0, 16], 0),
        // The names of the last component are those of entries.
        ("path_remove_directory", vec![3, 120, 6], INVAL),
        ("path_create_directory", vec![3, 124, 2], INVAL),
        ("path_open", vec![3, 0, 160, 3, 1, WRITE, 0, 0, 16], INVAL),
        // A directory that a program opens is a limit, too.
        ("path_open", vec![3, 0, 140, 3, 2, READ, 0, 0, 16], 0),
        ("load32", vec![16], 6),
        ("path_open", vec![6, 0, 143, 10, 0, READ, 0, 0, 16], NOTCAPABLE),
    ];
    check(&data, &calls, &directory);
    let output = run(&module(&[], ""), &["--dir", "/nonexistent"], "");
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&output.stderr).contains("/nonexistent"), "{output:?}");
}
