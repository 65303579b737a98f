//! The fixtures: LLVM IR files in `fixtures/ir`.
//!
//! Each file has a comment at its head that states its purpose, and settings that differ from the
//! defaults:
//!
//! ```text
//! ; passes: rewrite-statepoints-for-gc     passes of `opt`; default: verify
//! ; llc: --an-option --another             options of `llc`
//! ; versions: 19 22                        LLVM versions that can compile it; default: all
//! ; unusable: 22                           versions whose output is unusable; default: none
//! ; targets: x86_64                        target architectures; default: x86_64 aarch64
//! ; records: 3                             number of stack map records
//! ; statepoints: 0                         number of statepoint records; default: all records
//! ```
//!
//! The files have opaque pointers. They are converted to typed pointers for LLVM 14: every pointer
//! becomes `i8*`, and the callee of every hand-written statepoint has the type `void ()`. The files
//! contain only constructs that the conversion supports.

use std::fs;
use std::path::{Path, PathBuf};

use crate::ir::typed;

/// A fixture: a file of LLVM IR.
#[derive(Clone, Debug)]
pub struct Fixture {
    name: String,
    text: String,
}

/// Returns the directory of all fixtures.
pub fn directory() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../fixtures")
}

/// Returns all fixtures, sorted by name.
///
/// # Panics
///
/// If the files cannot be read.
pub fn all() -> Vec<Fixture> {
    let directory = directory().join("ir");
    let mut paths: Vec<_> = fs::read_dir(&directory)
        .unwrap_or_else(|error| panic!("{}: {error}", directory.display()))
        .map(|entry| entry.expect("an entry of the directory").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "ll"))
        .collect();
    paths.sort();
    assert!(!paths.is_empty(), "no fixtures in {}", directory.display());
    paths.iter().map(|path| Fixture::read(path)).collect()
}

impl Fixture {
    /// Returns the fixture with this name.
    ///
    /// # Panics
    ///
    /// If there is no fixture with this name.
    pub fn named(name: &str) -> Self {
        Self::read(&directory().join("ir").join(name).with_extension("ll"))
    }

    /// Creates a fixture from a text.
    pub fn from_text(name: &str, text: String) -> Self {
        Self { name: name.to_owned(), text }
    }

    /// Reads a fixture from a file.
    fn read(path: &Path) -> Self {
        let text =
            fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let name = path.file_stem().map(|stem| stem.to_string_lossy().into_owned());
        Self { name: name.unwrap_or_default(), text }
    }

    /// Returns the name of the file without its extension.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the value of a setting.
    fn setting(&self, key: &str) -> Option<&str> {
        let head = self.text.lines().take_while(|line| line.starts_with(';'));
        head.filter_map(|line| line.strip_prefix("; ")?.strip_prefix(key)?.strip_prefix(": "))
            .next()
            .map(str::trim)
    }

    /// Returns the passes that `opt` runs.
    pub fn passes(&self) -> &str {
        self.setting("passes").unwrap_or("verify")
    }

    /// Returns the options of `llc`.
    pub fn llc_options(&self) -> impl Iterator<Item = &str> {
        self.setting("llc").unwrap_or_default().split_whitespace()
    }

    /// Returns whether this LLVM version can compile the fixture.
    pub fn is_for_version(&self, version: u32) -> bool {
        let version = version.to_string();
        self.setting("versions")
            .is_none_or(|versions| versions.split_whitespace().any(|known| known == version))
    }

    /// Returns whether a collector can use the output of this LLVM version.
    pub fn is_usable_for(&self, version: u32) -> bool {
        let version = version.to_string();
        self.setting("unusable")
            .is_none_or(|versions| versions.split_whitespace().all(|known| known != version))
    }

    /// Returns the target architectures.
    pub fn targets(&self) -> impl Iterator<Item = &str> {
        self.setting("targets").unwrap_or("x86_64 aarch64").split_whitespace()
    }

    /// Returns the number of records in its stack map.
    ///
    /// # Panics
    ///
    /// If the value is not a number.
    pub fn records(&self) -> usize {
        let records = self.setting("records").and_then(|number| number.parse().ok());
        records.unwrap_or_else(|| panic!("{}: the setting `records` is missing", self.name))
    }

    /// Returns the number of records of statepoints.
    ///
    /// # Panics
    ///
    /// If the value is not a number.
    pub fn statepoints(&self) -> usize {
        match self.setting("statepoints") {
            None => self.records(),
            Some(number) => number.parse().unwrap_or_else(|_| {
                panic!("{}: `statepoints: {number}` is not a number", self.name)
            }),
        }
    }

    /// Returns the text in the pointer syntax of an LLVM version.
    pub fn text_for(&self, version: u32) -> String {
        if version < 15 { typed_statepoints(&self.text) } else { self.text.clone() }
    }
}

/// Converts IR with statepoints for LLVM 14, where the name of the intrinsic contains the type of
/// the callee, which is always `void ()`.
fn typed_statepoints(text: &str) -> String {
    typed(
        &text
            .replace("ptr elementtype(void ()) ", "void ()* ")
            .replace("(i64, i32, ptr, i32, i32, ...)", "(i64, i32, void ()*, i32, i32, ...)")
            .replace("gc.statepoint.p0(", "gc.statepoint.p0f_isVoidf("),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_are_read_from_the_header_only() {
        let text = "; About it.\n; passes: a,b\n; llc: --x --y=1\n; records: 12\n\n; versions: 3\n";
        let fixture = Fixture::from_text("made-up", text.to_owned());
        assert_eq!(fixture.passes(), "a,b");
        assert_eq!(fixture.llc_options().collect::<Vec<_>>(), ["--x", "--y=1"]);
        assert_eq!((fixture.records(), fixture.statepoints()), (12, 12));
        assert!(fixture.is_for_version(14));
        assert_eq!(fixture.targets().collect::<Vec<_>>(), ["x86_64", "aarch64"]);
    }

    #[test]
    fn llvm_14_statepoints_name_the_callee_type() {
        let text = typed_statepoints(
            "define void @f(ptr addrspace(1) %p) {\n\
             \x20 %t = call token (i64, i32, ptr, i32, i32, ...) \
             @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, \
             ptr elementtype(void ()) @g, i32 0, i32 0, i32 0, i32 0) \
             [\"gc-live\"(ptr addrspace(1) %p)]\n\
             \x20 ret void\n}\n",
        );
        assert_eq!(
            text,
            "define void @f(i8 addrspace(1)* %p) {\n\
             \x20 %t = call token (i64, i32, void ()*, i32, i32, ...) \
             @llvm.experimental.gc.statepoint.p0f_isVoidf(i64 0, i32 0, \
             void ()* @g, i32 0, i32 0, i32 0, i32 0) \
             [\"gc-live\"(i8 addrspace(1)* %p)]\n\
             \x20 ret void\n}\n"
        );
    }
}
