//! Chromium, for tests of pages.

use std::path::Path;
use std::process::Command;

use crate::timeout;

/// Arguments of a browser without a window, which loads nothing for itself.
const ARGUMENTS: [&str; 6] = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
    "--enable-logging=stderr",
];

/// Returns Chromium's command, if it is installed.
fn chromium() -> Option<&'static str> {
    let runs = |name: &&str| {
        timeout::output(Command::new(name).arg("--version"))
            .is_ok_and(|output| output.status.success())
    };
    ["chromium", "chromium-browser", "google-chrome"].into_iter().find(runs)
}

/// Opens a page in Chromium and returns its tree as HTML, or `None`, with a message, if Chromium is
/// not installed. The browser's profile is in a temporary folder.
///
/// # Panics
///
/// If the browser fails, or writes a message to its console, as it does for a resource that the
/// page's content security policy forbids.
#[must_use]
pub fn open(page: &Path) -> Option<String> {
    let Some(chromium) = chromium() else {
        eprintln!("skipped: chromium is not installed");
        return None;
    };
    let profile = tempfile::tempdir().expect("a folder");
    let mut command = Command::new(chromium);
    command.args(ARGUMENTS);
    command.arg(format!("--user-data-dir={}", profile.path().display()));
    command.args(["--dump-dom".to_owned(), format!("file://{}", page.display())]);
    let output = timeout::output(&mut command).expect("the browser starts");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{errors}");
    assert!(!errors.contains("CONSOLE"), "{errors}");
    Some(String::from_utf8(output.stdout).expect("text"))
}

/// Returns a tree that the browser has written as HTML in the form of XML, for pages that were XML:
/// void elements have no end tag in HTML. The browser escapes only quotation marks and ampersands
/// in attributes, so attributes must not contain other markup.
#[must_use]
pub fn as_xml(html: &str) -> String {
    let mut pieces = html.split("<meta ");
    let head = pieces.next().unwrap_or_default().to_owned();
    let ended = pieces.map(|piece| piece.replacen('>', "/>", 1));
    std::iter::once(head).chain(ended).collect::<Vec<_>>().join("<meta ")
}
