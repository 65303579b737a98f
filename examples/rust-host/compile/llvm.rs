//! LLVM's tools, and the order in which they run.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The tools of one version: `opt`, `llc` and `llvm-link`, each with the same suffix.
pub struct Tools {
    suffix: String,
    version: u32,
}

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
    /// If they are not installed, or too old.
    pub fn find(suffix: &str) -> Result<Self, String> {
        let printed = run(Command::new(format!("opt{suffix}")).arg("--version")).map_err(|error| {
            format!("{error}\nLLVM_SUFFIX=-N selects version N of LLVM (Debian package llvm-N)")
        })?;
        let number = printed.split("LLVM version ").nth(1).and_then(|rest| rest.split('.').next());
        let version = number.and_then(|number| number.parse().ok());
        match version.ok_or_else(|| format!("opt{suffix} does not say what it is: {printed}"))? {
            version @ 14.. => Ok(Self { suffix: suffix.to_owned(), version }),
            version => Err(format!("opt{suffix} is LLVM {version}; it takes 14 or later")),
        }
    }

    /// Returns the major version.
    pub fn version(&self) -> u32 {
        self.version
    }

    /// Returns whether its pointers are opaque.
    pub fn has_opaque_pointers(&self) -> bool {
        self.version >= 16
    }

    fn command(&self, tool: &str, folder: &Path) -> Command {
        let mut command = Command::new(format!("{tool}{}", self.suffix));
        command.current_dir(folder);
        command
    }

    /// Links the prelude in, optimises, places polls, rewrites calls and compiles. Returns the path
    /// of the assembly.
    ///
    /// # Errors
    ///
    /// The message of a tool that fails.
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
        // A program with the collector in it reaches its thread's context by a constant offset.
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
        // Nothing refers to the stack map, so the linker would drop it; and its addresses could not
        // be relocated in memory that is read-only.
        let assembly = folder.join("program.s");
        let text = read(&assembly)?;
        let retained = text.replace(".llvm_stackmaps,\"a\"", ".llvm_stackmaps,\"awR\"");
        if retained == text {
            return Err("llc has written no stack map".to_owned());
        }
        write(&assembly, retained)?;
        Ok(assembly)
    }
}
