//! Creates and updates the copy of the workspace that contains the mutants.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::Place;
use super::places::SWITCH;
use super::process::output;
use super::splice::{Spliced, splice};

/// Makes `copy` a copy of the workspace: of all files that Git tracks or does not ignore. The files
/// in `mutated` get the given content instead of their own. Files that are up to date are not
/// written, so that Cargo does not compile them again.
///
/// # Errors
///
/// If a file cannot be copied.
pub fn refresh(
    workspace: &Path,
    copy: &Path,
    mutated: &BTreeMap<String, String>,
) -> Result<(), String> {
    let mut git = Command::new("git");
    git.current_dir(workspace).args(["ls-files", "-z", "-co", "--exclude-standard"]);
    let listed = output(&mut git)?;
    let mut kept = BTreeSet::new();
    for name in listed.split('\0').filter(|name| !name.is_empty()) {
        let (from, to) = (workspace.join(name), copy.join(name));
        // A file that was deleted in the work tree, but is still in the index.
        if !from.exists() {
            continue;
        }
        kept.insert(to.clone());
        let text = |error: std::io::Error| format!("{}: {error}", to.display());
        let content = match mutated.get(name) {
            Some(content) => content.clone().into_bytes(),
            None => fs::read(&from).map_err(text)?,
        };
        if fs::read(&to).is_ok_and(|found| found == content) {
            continue;
        }
        fs::create_dir_all(to.parent().unwrap_or(copy)).map_err(text)?;
        fs::write(&to, content).map_err(text)?;
        let permissions = fs::metadata(&from).map_err(text)?.permissions();
        fs::set_permissions(&to, permissions).map_err(text)?;
    }
    remove_others(copy, &kept)
}

/// Removes files from the copy that the workspace no longer contains. A stale test file would be
/// compiled and run.
fn remove_others(folder: &Path, kept: &BTreeSet<PathBuf>) -> Result<(), String> {
    let text = |error: std::io::Error| format!("{}: {error}", folder.display());
    for entry in fs::read_dir(folder).map_err(text)? {
        let path = entry.map_err(text)?.path();
        if path.is_dir() && !path.is_symlink() {
            remove_others(&path, kept)?;
        } else if !kept.contains(&path) {
            fs::remove_file(&path).map_err(text)?;
        }
    }
    Ok(())
}

/// Returns the text of each mutated file, with the given mutants inserted.
///
/// # Errors
///
/// If a file cannot be read.
pub fn mutated(
    workspace: &Path,
    places: &[(u32, &Place)],
) -> Result<BTreeMap<String, Spliced>, String> {
    let mut files: BTreeMap<&str, Vec<(u32, &Place)>> = BTreeMap::new();
    for &(id, place) in places {
        files.entry(&place.key.file).or_default().push((id, place));
    }
    let mut spliced = BTreeMap::new();
    for (file, places) in files {
        let text =
            fs::read_to_string(workspace.join(file)).map_err(|error| format!("{file}: {error}"))?;
        let switch = if file.starts_with("scanner/src/") {
            "crate::fault_injection"
        } else {
            "::statepoint_scanner::fault_injection"
        };
        spliced.insert(file.to_owned(), splice(&text, &places, switch));
    }
    Ok(spliced)
}

/// Returns the text of each file that differs from the workspace: the files with mutants, the file
/// with the mutant switch, and `Cargo.toml`, in which no lint is an error.
///
/// # Errors
///
/// If a file cannot be read.
pub fn texts(
    workspace: &Path,
    spliced: &BTreeMap<String, Spliced>,
) -> Result<BTreeMap<String, String>, String> {
    let read = |file: &str| {
        fs::read_to_string(workspace.join(file)).map_err(|error| format!("{file}: {error}"))
    };
    let mut texts: BTreeMap<String, String> =
        spliced.iter().map(|(file, spliced)| (file.clone(), spliced.text.clone())).collect();
    texts.insert(SWITCH.to_owned(), read(SWITCH)? + include_str!("switch.txt"));
    texts.insert("Cargo.toml".to_owned(), read("Cargo.toml")?.replace("\"deny\"", "\"allow\""));
    Ok(texts)
}
