//! The memory limit of a container: the limits of the control groups that this process is in.
//!
//! Files read, all of them described in the kernel's `Documentation/admin-guide/cgroup-v2.rst` and
//! `cgroup-v1/memory.rst`, and in proc(5):
//!
//! * `/proc/self/cgroup`: the process's group in each hierarchy, as a path below the hierarchy's
//!   root.
//! * `/proc/self/mountinfo`: the mount points of the hierarchies, and the mounted part of each
//!   hierarchy.
//! * Version 2: `memory.max` of the group and of those of its ancestors that are mounted. The
//!   lowest limit applies.
//! * Version 1: `memory.limit_in_bytes` of the group, and `hierarchical_memory_limit` in its
//!   `memory.stat`, which includes the limits of ancestors if they apply.
//!
//! A machine may have both versions, with the memory controller in either. A file that is missing,
//! unreadable, or does not contain a number of bytes imposes no limit. The kernel enforces its
//! limits regardless of this module, so a heap that is too large for such a limit is no worse than
//! a heap without a limit.

use std::ffi::OsStr;
use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::path::{Component, Path, PathBuf};

/// Returns the memory limit of the groups of this process in bytes; `None` if there is no limit.
/// `root` is the directory that contains `proc` and `sys`: `/` except in tests.
pub(crate) fn memory_limit(root: &Path) -> Option<u64> {
    let groups = fs::read(root.join("proc/self/cgroup")).ok()?;
    let mounts = fs::read(root.join("proc/self/mountinfo")).ok()?;
    let mounts: Vec<Mount> = lines(&mounts).filter_map(Mount::parse).collect();
    lines(&groups)
        .filter_map(Group::parse)
        .filter_map(|group| {
            let directory = GroupDirectory::find(root, &group, &mounts)?;
            match group.version {
                Version::V1 => directory.limit_v1(),
                Version::V2 => directory.limit_v2(),
            }
        })
        .min()
}

/// The version of a control group hierarchy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Version {
    /// cgroup v1.
    V1,
    /// cgroup v2.
    V2,
}

/// A group that may limit the memory of this process.
#[derive(Debug)]
struct Group {
    version: Version,
    /// Path below the root of the hierarchy, as this process sees that root.
    path: PathBuf,
}

impl Group {
    /// Parses a line of `/proc/self/cgroup`: hierarchy ID, controllers, path. `None` if the group
    /// cannot limit memory.
    fn parse(line: &[u8]) -> Option<Self> {
        let mut fields = line.splitn(3, |&byte| byte == b':');
        let (hierarchy, controllers) = (fields.next()?, fields.next()?);
        let path = PathBuf::from(OsStr::from_bytes(fields.next()?));
        let version = if hierarchy == b"0" && controllers.is_empty() {
            Version::V2
        } else if contains_item(controllers, b"memory") {
            Version::V1
        } else {
            return None;
        };
        Some(Self { version, path })
    }
}

/// The mount of a hierarchy, or of a part of it.
#[derive(Debug)]
struct Mount {
    version: Version,
    /// The group that is visible at the mount point.
    root: PathBuf,
    /// The mount point.
    point: PathBuf,
}

impl Mount {
    /// Parses a line of `/proc/self/mountinfo`: mount ID, parent ID, device, root, mount point,
    /// options, any number of further fields, a dash, file system, source, options of the file
    /// system. `None` if it is not a hierarchy that can limit memory.
    fn parse(line: &[u8]) -> Option<Self> {
        let mut fields = line.split(|&byte| byte == b' ');
        let (root, point) = (unescape(fields.nth(3)?), unescape(fields.next()?));
        let mut rest = fields.skip_while(|field| *field != b"-").skip(1);
        let version = match (rest.next()?, rest.nth(1).unwrap_or_default()) {
            (b"cgroup2", _) => Version::V2,
            (b"cgroup", options) if contains_item(options, b"memory") => Version::V1,
            _ => return None,
        };
        Some(Self { version, root, point })
    }
}

/// The directory that contains a group's files.
#[derive(Debug)]
struct GroupDirectory {
    /// The mount point of the hierarchy.
    mount_point: PathBuf,
    /// The directory of the group, which is `mount_point` or below it.
    group: PathBuf,
}

impl GroupDirectory {
    /// Finds the directory of a group. `None` if its hierarchy is not mounted.
    fn find(root: &Path, group: &Group, mounts: &[Mount]) -> Option<Self> {
        let below = |path: &Path| root.join(path.strip_prefix("/").unwrap_or(path));
        let mounts = || mounts.iter().filter(|mount| mount.version == group.version);
        // A group outside the root that this process sees has a path with `..`.
        let is_inside = |path: &Path| path.components().all(|part| part != Component::ParentDir);
        for mount in mounts() {
            if let Ok(path) = group.path.strip_prefix(&mount.root)
                && is_inside(path)
            {
                let mount_point = below(&mount.point);
                return Some(Self { group: mount_point.join(path), mount_point });
            }
        }
        // The group has another path outside the container. The mount point shows the group itself
        // or one of its ancestors.
        let mount_point = below(&mounts().next()?.point);
        Some(Self { group: mount_point.clone(), mount_point })
    }

    /// Returns the directories of the group and of those of its ancestors that are mounted.
    fn with_ancestors(&self) -> impl Iterator<Item = &Path> {
        self.group.ancestors().take_while(|group| group.starts_with(&self.mount_point))
    }

    /// Returns the memory limit of a version 2 group in bytes.
    fn limit_v2(&self) -> Option<u64> {
        self.with_ancestors()
            .filter_map(|group| parse_bytes(&fs::read(group.join("memory.max")).ok()?))
            .min()
    }

    /// Returns the memory limit of a version 1 group in bytes.
    fn limit_v1(&self) -> Option<u64> {
        // If the group is not visible, one of its ancestors may be.
        let group = self.with_ancestors().find(|group| group.is_dir())?;
        let own = fs::read(group.join("memory.limit_in_bytes")).unwrap_or_default();
        let all = fs::read(group.join("memory.stat")).unwrap_or_default();
        let all = lines(&all).find_map(|line| line.strip_prefix(b"hierarchical_memory_limit "));
        [parse_bytes(&own), all.and_then(parse_bytes)].into_iter().flatten().min()
    }
}

/// Returns the lines of a file.
fn lines(text: &[u8]) -> impl Iterator<Item = &[u8]> {
    text.split(|&byte| byte == b'\n')
}

/// Returns whether a comma-separated list contains an item.
fn contains_item(list: &[u8], item: &[u8]) -> bool {
    list.split(|&byte| byte == b',').any(|other| other == item)
}

/// Parses a number of bytes. `None` for `max`, and for a value that exceeds `u64`.
fn parse_bytes(text: &[u8]) -> Option<u64> {
    str::from_utf8(text).ok()?.trim().parse().ok()
}

/// Decodes a path in `mountinfo`, in which a backslash and three octal digits encode special
/// characters such as blanks.
fn unescape(field: &[u8]) -> PathBuf {
    let mut path = Vec::with_capacity(field.len());
    let mut rest = field;
    while let Some((&first, others)) = rest.split_first() {
        rest = others;
        match (first, others) {
            (b'\\', [a @ b'0'..=b'3', b @ b'0'..=b'7', c @ b'0'..=b'7', after @ ..]) => {
                path.push((a - b'0') << 6 | (b - b'0') << 3 | (c - b'0'));
                rest = after;
            }
            _ => path.push(first),
        }
    }
    PathBuf::from(OsStr::from_bytes(&path))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the limit in a tree of these files.
    fn limit(files: &[(&str, &str)]) -> Option<u64> {
        let root = tempfile::tempdir().unwrap();
        for (path, content) in files {
            let path = root.path().join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, content).unwrap();
        }
        memory_limit(root.path())
    }

    const GROUP: &str = "proc/self/cgroup";
    const MOUNTS: &str = "proc/self/mountinfo";
    const V2: &str = "\
        22 27 0:21 / /proc rw,nosuid shared:13 - proc proc rw\n\
        30 23 0:26 / /sys/fs/cgroup rw,nosuid shared:9 - cgroup2 cgroup2 rw,nsdelegate\n";
    const V1: &str = "\
        31 23 0:28 / /sys/fs/cgroup rw - tmpfs tmpfs rw,mode=755\n\
        32 31 0:29 / /sys/fs/cgroup/cpu rw - cgroup cgroup rw,cpu,cpuacct\n\
        35 31 0:32 / /sys/fs/cgroup/memory rw - cgroup cgroup rw,memory\n\
        41 31 0:38 / /sys/fs/cgroup/unified rw - cgroup2 cgroup2 rw\n";

    #[test]
    fn smallest_limit_of_a_cgroup_and_its_ancestors_applies() {
        let below = |own, parent, root| {
            limit(&[
                (GROUP, "0::/system.slice/job.service\n"),
                (MOUNTS, V2),
                ("sys/fs/cgroup/system.slice/job.service/memory.max", own),
                ("sys/fs/cgroup/system.slice/memory.max", parent),
                ("sys/fs/cgroup/memory.max", root),
                // Not ancestors: beyond the mount point.
                ("sys/fs/memory.max", "1\n"),
                ("memory.max", "1\n"),
            ])
        };
        assert_eq!(below("1073741824\n", "max\n", "max\n"), Some(1 << 30));
        assert_eq!(below("1073741824\n", "536870912\n", "max\n"), Some(512 << 20));
        assert_eq!(below("max\n", "max\n", "4096\n"), Some(4096));
        assert_eq!(below("max\n", "max\n", "max\n"), None);
        // A group whose limit is 0 is limited, too.
        assert_eq!(below("0\n", "max\n", "max\n"), Some(0));
    }

    #[test]
    fn container_cgroup_is_the_root() {
        let files = |group| {
            limit(&[(GROUP, group), (MOUNTS, V2), ("sys/fs/cgroup/memory.max", "300000000\n")])
        };
        assert_eq!(files("0::/\n"), Some(300_000_000));
        // It may also have its path outside the container, or one beside its root.
        assert_eq!(files("0::/docker/0123abc\n"), Some(300_000_000));
        assert_eq!(files("0::/../other\n"), Some(300_000_000));
    }

    #[test]
    fn partially_mounted_hierarchy() {
        let mount = "50 40 0:26 /docker/0123 /sys/fs/my\\040groups ro - cgroup2 cgroup rw\n";
        let files = [
            (GROUP, "0::/docker/0123/inner\n"),
            (MOUNTS, mount),
            ("sys/fs/my groups/inner/memory.max", "max\n"),
            ("sys/fs/my groups/memory.max", "7340032\n"),
            ("sys/fs/my groups/docker/0123/inner/memory.max", "1\n"),
        ];
        assert_eq!(limit(&files), Some(7 << 20));
        // Of several mounts the one that has the group applies.
        let other = format!("49 40 0:26 /other /mnt rw - cgroup2 cgroup rw\n{mount}");
        let mut files = files.to_vec();
        files[1].1 = &other;
        files.push(("mnt/memory.max", "1\n"));
        assert_eq!(limit(&files), Some(7 << 20));
    }

    #[test]
    fn cgroup_v1_memory_controller_is_found() {
        let files = |own, stat| {
            limit(&[
                (GROUP, "7:pids:/a\n4:hugetlb,memory:/a/b\n3:cpu,cpuacct:/a\n0::/\n"),
                (MOUNTS, V1),
                ("sys/fs/cgroup/memory/a/b/memory.limit_in_bytes", own),
                ("sys/fs/cgroup/memory/a/b/memory.stat", stat),
                ("sys/fs/cgroup/cpu/a/memory.limit_in_bytes", "1\n"),
                // The parent group's limit, which is read from the group's statistics only.
                ("sys/fs/cgroup/memory/a/memory.limit_in_bytes", "1\n"),
            ])
        };
        let unlimited = "9223372036854771712\n";
        assert_eq!(files("1048576\n", "cache 7\n"), Some(1 << 20));
        let stat = "cache 7\nhierarchical_memory_limit 524288\nhierarchical_memsw_limit 1\n";
        assert_eq!(files(unlimited, stat), Some(512 << 10));
        assert_eq!(files("4096\n", stat), Some(4096));
        assert_eq!(files(unlimited, ""), Some(9_223_372_036_854_771_712));
    }

    #[test]
    fn hidden_cgroup_v1_group_falls_back_to_its_ancestor() {
        let files = [
            (GROUP, "4:memory:/docker/0123\n"),
            (MOUNTS, V1),
            ("sys/fs/cgroup/memory/memory.limit_in_bytes", "8192\n"),
        ];
        assert_eq!(limit(&files), Some(8192));
    }

    #[test]
    fn both_cgroup_versions_apply() {
        let files = [
            (GROUP, "4:memory:/a\n0::/b\n"),
            (MOUNTS, V1),
            ("sys/fs/cgroup/memory/a/memory.limit_in_bytes", "9000\n"),
            ("sys/fs/cgroup/unified/b/memory.max", "8000\n"),
        ];
        assert_eq!(limit(&files), Some(8000));
        assert_eq!(limit(&files[..3]), Some(9000));
    }

    #[test]
    fn missing_or_invalid_cgroup_files_are_ignored() {
        assert_eq!(limit(&[]), None);
        assert_eq!(limit(&[(GROUP, "0::/\n")]), None);
        assert_eq!(limit(&[(GROUP, "0::/\n"), (MOUNTS, V2)]), None);
        let path = "sys/fs/cgroup/memory.max";
        for odd in ["", "\n", "-1\n", "12 34\n", "0x10\n", "99999999999999999999999\n", "1e9\n"] {
            assert_eq!(limit(&[(GROUP, "0::/\n"), (MOUNTS, V2), (path, odd)]), None, "{odd:?}");
        }
        for groups in ["", "::", "0", "0:", "0::", ":::\n::", "0:memory", "\0\0", "0::\u{fffd}/x"] {
            for mounts in
                ["", "\n", " - cgroup2", "1 2 3 / / - cgroup2", "a b c d e -", "- - - - - - -"]
            {
                assert_eq!(limit(&[(GROUP, groups), (MOUNTS, mounts)]), None);
            }
        }
    }

    #[test]
    fn mount_paths_are_unescaped() {
        let path = |text: &str| unescape(text.as_bytes());
        assert_eq!(path("/a\\040b\\134c"), Path::new("/a b\\c"));
        assert_eq!(path("/a\\04"), Path::new("/a\\04"));
        assert_eq!(path("/a\\777\\"), Path::new("/a\\777\\"));
    }
}
