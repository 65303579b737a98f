//! Runs LLVM's tools to compile IR to assembly.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The tools `opt`, `llc` and `llvm-link` of one version of LLVM.
pub struct Tools {
    /// Suffix of the names of the tools, such as `-19`.
    suffix: String,
    version: u32,
}

/// Runs a command and returns its standard output.
fn run(command: &mut Command) -> Result<String, String> {
    let output = command.output().map_err(|error| format!("{command:?}: {error}"))?;
    if !output.status.success() {
        let errors = String::from_utf8_lossy(&output.stderr);
        return Err(format!("{command:?}: {}\n{errors}", output.status));
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

impl Tools {
    /// Finds the tools with this suffix.
    ///
    /// # Errors
    ///
    /// If the tools are not installed, or older than LLVM 14.
    pub fn find(suffix: &str) -> Result<Self, String> {
        let printed =
            run(Command::new(format!("opt{suffix}")).arg("--version")).map_err(|error| {
                format!("{error}\nLLVM_SUFFIX=-N selects version N of LLVM (Debian package llvm-N)")
            })?;
        let number = printed.split("LLVM version ").nth(1).and_then(|rest| rest.split('.').next());
        let version = number.and_then(|number| number.parse().ok());
        match version.ok_or_else(|| format!("opt{suffix} prints no LLVM version: {printed}"))? {
            version @ 14.. => Ok(Self { suffix: suffix.to_owned(), version }),
            version => Err(format!("opt{suffix} is LLVM {version}; LLVM 14 or later is required")),
        }
    }

    /// Returns the major version.
    pub fn version(&self) -> u32 {
        self.version
    }

    /// Returns whether this version has opaque pointers.
    pub fn has_opaque_pointers(&self) -> bool {
        self.version >= 16
    }

    fn command(&self, tool: &str, folder: &Path) -> Command {
        let mut command = Command::new(format!("{tool}{}", self.suffix));
        command.current_dir(folder);
        command
    }

    /// Links a module with the prelude, optimises it, places polls, rewrites calls to statepoints,
    /// and compiles it. Returns the path of the assembly.
    ///
    /// # Errors
    ///
    /// If a tool fails, with its error message.
    pub fn assembly(
        &self,
        folder: &Path,
        module: &str,
        prelude: &Path,
        target: &str,
    ) -> Result<PathBuf, String> {
        let read =
            |path: &Path| fs::read_to_string(path).map_err(|e| format!("{}: {e}", path.display()));
        let write = |path: &Path, text: String| {
            fs::write(path, text).map_err(|e| format!("{}: {e}", path.display()))
        };
        // The program contains the collector, so it can use the local-exec TLS model for the
        // thread's context.
        let text = read(prelude)?.replace("(initialexec)", "(localexec)");
        write(&folder.join("prelude.ll"), text)?;
        run(self.command("llvm-link", folder).args([module, "prelude.ll", "-o", "linked.bc"]))?;
        let opt = |arguments: &[&str]| {
            run(self.command("opt", folder).arg(format!("-mtriple={target}")).args(arguments))
        };
        if self.version >= 17 {
            let passes =
                "-passes=default<O2>,function(place-safepoints),rewrite-statepoints-for-gc,verify";
            opt(&[passes, "linked.bc", "-o", "program.bc"])?;
        } else {
            // place-safepoints is a pass of the old pass manager.
            opt(&["-passes=default<O2>", "linked.bc", "-o", "optimised.bc"])?;
            let passes =
                ["-enable-new-pm=0", "-place-safepoints", "-rewrite-statepoints-for-gc", "-verify"];
            opt(&[&passes[..], &["optimised.bc", "-o", "program.bc"]].concat())?;
        }
        let options = ["-O2", "-relocation-model=pic", "program.bc", "-o", "program.s"];
        run(self.command("llc", folder).args(options))?;
        // The linker would drop the stack map section, since there is no reference to it, and could
        // not relocate addresses in a read-only section. R retains it, and w makes it writable.
        let assembly = folder.join("program.s");
        let text = read(&assembly)?;
        let retained = text.replace(".llvm_stackmaps,\"a\"", ".llvm_stackmaps,\"awR\"");
        if retained == text {
            return Err("the output of llc contains no stack map".to_owned());
        }
        write(&assembly, retained)?;
        Ok(assembly)
    }
}
