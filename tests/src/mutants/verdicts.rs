//! Mutants that no test can kill, with reasons.

use std::collections::BTreeMap;
use std::path::Path;

use serde::{Deserialize, Serialize};

use super::MutantKey;

/// The file, from the workspace's root: one JSON object a line.
pub const FILE: &str = "tests/src/mutants/verdicts.jsonl";

/// The analysis of a mutant that survives.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Finding {
    /// It behaves as the original does.
    Equivalent,
    /// It differs in time or memory only.
    Performance,
    /// A test should kill it, and none does.
    Survived,
}

/// A mutant, the finding, and the reason.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Verdict {
    /// The mutant.
    #[serde(flatten)]
    pub key: MutantKey,
    /// The finding.
    pub finding: Finding,
    /// Why.
    pub reason: String,
}

/// Reads the verdicts of the workspace.
///
/// # Errors
///
/// A line that is not a verdict.
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
