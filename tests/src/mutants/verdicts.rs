//! Reads `verdicts.jsonl`: manual findings about mutants that survived, with reasons.

use std::collections::BTreeMap;
use std::path::Path;

use serde::{Deserialize, Serialize};

use super::MutantKey;

/// Path of the file, relative to the workspace root. Each line is one JSON object.
pub const FILE: &str = "tests/src/mutants/verdicts.jsonl";

/// Manual classification of a mutant that survived.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Finding {
    /// The mutant behaves as the original code does.
    Equivalent,
    /// The mutant differs only in running time or memory use.
    Performance,
    /// The mutant differs in behaviour, and a test that kills it is missing.
    Survived,
}

/// The manual classification of one mutant.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Verdict {
    /// Identity of the mutant.
    #[serde(flatten)]
    pub key: MutantKey,
    /// Classification of the mutant.
    pub finding: Finding,
    /// Reason for the classification.
    pub reason: String,
}

/// Returns the verdicts of the workspace, by mutant.
///
/// # Errors
///
/// If the file cannot be read, or a line is not a verdict.
pub fn read(workspace: &Path) -> Result<BTreeMap<MutantKey, Verdict>, String> {
    let text = std::fs::read_to_string(workspace.join(FILE))
        .map_err(|error| format!("{FILE}: {error}"))?;
    let mut verdicts = BTreeMap::new();
    for (number, line) in (1..).zip(text.lines()) {
        let verdict: Verdict =
            serde_json::from_str(line).map_err(|error| format!("{FILE}:{number}: {error}"))?;
        verdicts.insert(verdict.key.clone(), verdict);
    }
    Ok(verdicts)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_verdicts_parse_and_have_reasons() {
        let workspace = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        let verdicts = read(&workspace).unwrap();
        assert!(verdicts.values().all(|verdict| verdict.reason.len() > 10), "{verdicts:?}");
    }
}
