//! The programs of OpenJDK.

use std::env;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// Returns the path of `java` or `javac`: in the JDK that `JAVA_HOME` names, if it is set.
/// Otherwise the program is found on `PATH`.
#[must_use]
pub fn program(name: &str) -> PathBuf {
    program_of(env::var_os("JAVA_HOME"), name)
}

fn program_of(home: Option<OsString>, name: &str) -> PathBuf {
    match home.filter(|home| !home.is_empty()) {
        Some(home) => Path::new(&home).join("bin").join(name),
        None => PathBuf::from(name),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn home_is_preferred_to_path() {
        assert_eq!(program_of(Some("/jdk".into()), "javac"), Path::new("/jdk/bin/javac"));
        assert_eq!(program_of(Some("".into()), "java"), Path::new("java"));
        assert_eq!(program_of(None, "java"), Path::new("java"));
    }
}
