//! Compiles managed functions, together with the prelude, to object files and shared libraries,
//! with the installed LLVM versions and linkers.

use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::ir::{ContextAccess, PreludeForm};
use crate::llvm::{Llvm, ToolError};
use crate::timeout;

/// Linker for shared libraries.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Linker {
    /// The default linker of the C compiler.
    Default,
    /// `ld.lld` of LLVM 19.
    Lld,
}

impl Llvm {
    /// Compiles `managed/library.ll` to a shared library in `directory`, as
    /// `examples/managed/regenerate` compiles to assembly. `options` are passed to `llc`. Returns
    /// the path of the library.
    ///
    /// # Errors
    ///
    /// If a tool fails or is missing.
    pub fn shared_library(
        &self,
        directory: &Path,
        name: &str,
        access: ContextAccess,
        options: &[&str],
        linker: Linker,
    ) -> Result<PathBuf, ToolError> {
        let object = self.library_object(directory, name, access, options)?;
        link(&[&object], &directory.join(name).with_extension("so"), linker)
    }

    /// Compiles `managed/library.ll` to an object file in `directory`. Returns its path.
    ///
    /// # Errors
    ///
    /// If a tool fails or is missing.
    pub fn library_object(
        &self,
        directory: &Path,
        name: &str,
        access: ContextAccess,
        options: &[&str],
    ) -> Result<PathBuf, ToolError> {
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        self.managed_object(&root.join("../managed/library.ll"), directory, name, access, options)
    }

    /// Compiles the managed functions in `source` to an object file in `directory`. Lines `; opt:
    /// OPTION...` in the source are options of `opt`. Returns the path of the object file.
    ///
    /// # Errors
    ///
    /// If a tool fails or is missing.
    pub fn managed_object(
        &self,
        source: &Path,
        directory: &Path,
        name: &str,
        access: ContextAccess,
        options: &[&str],
    ) -> Result<PathBuf, ToolError> {
        let file = |extension| directory.join(name).with_extension(extension);
        let (linked, optimised, assembly, object) =
            (file("bc"), file("opt.bc"), file("s"), file("o"));
        let (managed, prelude) = (file("ll"), file("prelude.ll"));
        let form = PreludeForm::of(*self, access);
        let io = |what: &Path| {
            let what = what.display().to_string();
            move |error| ToolError::Io { what, error }
        };
        let text = fs::read_to_string(source).map_err(io(source))?;
        fs::write(&managed, form.pointers.write(&text)).map_err(io(&managed))?;
        fs::write(&prelude, form.text()).map_err(io(&prelude))?;
        let output = OsStr::new("-o");
        self.run("llvm-link", [managed.as_ref(), prelude.as_ref(), output, linked.as_ref()])?;
        let triple = format!("{}-unknown-linux-gnu", std::env::consts::ARCH);
        let optimise: Vec<&str> = text
            .lines()
            .filter_map(|line| line.strip_prefix("; opt: "))
            .flat_map(str::split_whitespace)
            .collect();
        self.statepoints(&triple, "O2", access, &linked, &optimised, &optimise)?;
        let mut arguments = vec![OsStr::new("-O2"), OsStr::new("-relocation-model=pic")];
        arguments.extend(options.iter().map(OsStr::new));
        arguments.extend([optimised.as_ref(), output, assembly.as_ref()]);
        self.run("llc", arguments)?;
        // As `regenerate` does: with the flag R linkers retain the section, and w allows
        // relocations in it.
        let text = fs::read_to_string(&assembly).map_err(io(&assembly))?;
        let section = "\t.section\t.llvm_stackmaps,\"a";
        fs::write(&assembly, text.replace(section, &format!("{section}wR")))
            .map_err(io(&assembly))?;
        run(Command::new("cc").arg("-c").arg("-o").args([&object, &assembly]))?;
        Ok(object)
    }
}

/// Links object files into a shared library. Returns its path.
///
/// # Errors
///
/// If the linker fails or is missing.
pub fn link(objects: &[&Path], library: &Path, linker: Linker) -> Result<PathBuf, ToolError> {
    let mut command = match linker {
        Linker::Default => {
            let mut command = Command::new("cc");
            command.arg("-nostdlib");
            command
        }
        Linker::Lld => Command::new("ld.lld-19"),
    };
    run(command.arg("-shared").arg("-o").arg(library).args(objects))?;
    Ok(library.to_path_buf())
}

/// Runs a command, which must succeed.
fn run(command: &mut Command) -> Result<(), ToolError> {
    let output = timeout::output(command)
        .map_err(|error| ToolError::Io { what: format!("{command:?}"), error })?;
    if output.status.success() {
        return Ok(());
    }
    Err(ToolError::Failed {
        command: format!("{command:?}"),
        status: output.status,
        stderr: String::from_utf8_lossy(&output.stderr).into_owned(),
    })
}
