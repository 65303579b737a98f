//! LLVM's tools, and the linker: from the text of a module to a shared library.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::error::LlvmError;

/// The oldest version with opaque pointers that rewrites all functions.
const OLDEST: u32 = 16;
/// The first version in which `place-safepoints` is a pass of the new pass manager.
const NEW_PASS_MANAGER: u32 = 17;

/// The tools `opt` and `llc` of one version of LLVM.
#[derive(Clone, Debug)]
pub struct Tools {
    /// Suffix of the names of the tools, such as `-19`.
    suffix: String,
    version: u32,
}

impl Tools {
    /// Finds the tools that the environment variable `LLVM_SUFFIX` selects, or those of LLVM 19.
    ///
    /// # Errors
    ///
    /// If they are not installed, or too old.
    pub fn find() -> Result<Self, LlvmError> {
        Self::with_suffix(&env::var("LLVM_SUFFIX").unwrap_or_else(|_| "-19".to_owned()))
    }

    /// Finds the tools whose names have this suffix.
    ///
    /// # Errors
    ///
    /// If they are not installed, or too old.
    pub fn with_suffix(suffix: &str) -> Result<Self, LlvmError> {
        let output = run(Command::new(format!("opt{suffix}")).arg("--version"))?;
        let number = output.split("LLVM version ").nth(1).and_then(|rest| rest.split('.').next());
        let version = number.and_then(|number| number.trim().parse().ok());
        let suffix = suffix.to_owned();
        match version {
            None => Err(LlvmError::NoVersion { suffix, output }),
            Some(version) if version < OLDEST => Err(LlvmError::TooOld { suffix, version }),
            Some(version) => Ok(Self { suffix, version }),
        }
    }

    /// Returns the major version.
    pub fn version(&self) -> u32 {
        self.version
    }

    fn command(&self, tool: &str, folder: &Path) -> Command {
        let mut command = Command::new(format!("{tool}{}", self.suffix));
        command.current_dir(folder);
        command
    }

    /// Compiles a module to a shared library in a folder, which is empty. Returns its path.
    ///
    /// # Errors
    ///
    /// If a tool is missing or fails, or a file cannot be written.
    pub(super) fn library(&self, ir: &str, folder: &Path) -> Result<PathBuf, LlvmError> {
        write(&folder.join("module.ll"), ir)?;
        let opt = |arguments: &[&str]| run(self.command("opt", folder).args(arguments));
        if self.version >= NEW_PASS_MANAGER {
            let passes = "-passes=default<O2>,function(place-safepoints,early-cse),\
                          rewrite-statepoints-for-gc,verify";
            opt(&[passes, "module.ll", "-o", "module.bc"])?;
        } else {
            opt(&["-passes=default<O2>", "module.ll", "-o", "optimised.bc"])?;
            let passes = [
                "-enable-new-pm=0",
                "-place-safepoints",
                "-early-cse",
                "-rewrite-statepoints-for-gc",
                "-verify",
            ];
            opt(&[&passes[..], &["optimised.bc", "-o", "module.bc"]].concat())?;
        }
        let options =
            ["-O2", "-mcpu=native", "-relocation-model=pic", "module.bc", "-o", "module.s"];
        run(self.command("llc", folder).args(options))?;
        make_stack_map_writable(&folder.join("module.s"))?;
        let mut link = Command::new("cc");
        // Numeric instructions that the processor lacks are calls of the mathematical library.
        link.current_dir(folder).args(["-shared", "-nostartfiles", "module.s", "-lm"]);
        run(link.args(["-o", "module.so"]))?;
        Ok(folder.join("module.so"))
    }
}

/// Addresses in a read-only section cannot be relocated, and a section without references may be
/// dropped.
fn make_stack_map_writable(assembly: &Path) -> Result<(), LlvmError> {
    let text = fs::read_to_string(assembly)
        .map_err(|source| LlvmError::File { path: assembly.to_owned(), source })?;
    write(assembly, &text.replace(".llvm_stackmaps,\"a\"", ".llvm_stackmaps,\"awR\""))
}

fn write(path: &Path, text: &str) -> Result<(), LlvmError> {
    fs::write(path, text).map_err(|source| LlvmError::File { path: path.to_owned(), source })
}

/// Runs a command and returns its standard output.
#[allow(clippy::disallowed_methods, reason = "a user waits for the compiler, and can stop it")]
fn run(command: &mut Command) -> Result<String, LlvmError> {
    let output = command.output().map_err(|source| LlvmError::NotStarted {
        tool: command.get_program().to_string_lossy().into_owned(),
        source,
    })?;
    if !output.status.success() {
        return Err(LlvmError::Failed {
            command: format!("{command:?}"),
            status: output.status,
            output: String::from_utf8_lossy(&output.stderr).into_owned(),
        });
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn missing_and_old_versions_are_errors() {
        let error = Tools::with_suffix("-none").expect_err("there is no such program");
        let text = error.to_string();
        assert!(text.contains("opt-none cannot be started") && text.contains("llvm-19"), "{text}");
        if let Err(error) = Tools::with_suffix("-14") {
            let is_expected = matches!(
                error,
                LlvmError::TooOld { version: 14, .. } | LlvmError::NotStarted { .. }
            );
            assert!(is_expected, "{error}");
        }
    }
}
