//! The phrases that the lint rejects, each with the standard terms to use instead.

use std::collections::HashMap;

use super::code::Place;

/// Phrases that are rejected everywhere.
const EVERYWHERE: &[(&str, &str)] = &[
    ("behind", "after; in space: past, below, next to"),
    ("nobody", "no thread, no one: name who"),
    ("somebody", "another thread, a caller: name who"),
    ("goes on", "resumes, continues"),
    ("go on", "resume, continue"),
    ("went on", "resumed, continued"),
    ("going on", "in progress"),
    ("so many", "the number itself"),
    ("looks at", "scans, visits, checks, inspects"),
    ("look at", "scan, visit, check, inspect"),
    ("looked at", "scanned, visited, checked, inspected"),
    ("looking at", "scanning, visiting, checking, inspecting"),
    ("is told", "is notified, is informed"),
    ("are told", "are notified, are informed"),
    ("given back", "returned, freed"),
    ("give back", "return, free"),
    ("gives back", "returns, frees"),
    ("for want of", "without"),
    ("thereby", "so, by this"),
    ("a little", "the number itself"),
    ("who stops", "the stopping thread"),
    ("who asks", "the requester"),
    ("beside mutators", "concurrently with mutators"),
    ("beside the program", "concurrently with the program"),
    ("for ever", "forever; of threads that wait: deadlock"),
    ("now and then", "from time to time, at intervals of"),
    ("some dozen", "tens of, the number itself"),
    ("who waits", "the waiting thread"),
    ("the world runs again", "mutators resume"),
    ("laggard", "slow thread"),
    ("laggards", "slow threads"),
    ("detour", "return trampoline"),
    ("detours", "return trampolines"),
    ("made by hand", "synthetic, hand-written"),
    ("field says", "given in the field"),
    ("says so", "the condition itself"),
    ("leads elsewhere", "points to another object"),
    ("as good as null", "also valid as null"),
];

/// Phrases that are rejected in names and string literals.
const IN_CODE: &[(&str, &str)] = &[
    ("alive", "live (adjective), survives (verb)"),
    ("anybody", "a thread, a caller: name who"),
    ("at hand", "available"),
    ("awaited", "with a pending request"),
    ("commandeer", "take over"),
    ("commandeered", "taken over"),
    ("emptied", "evacuated"),
    ("lead to", "point to"),
    ("leads to", "points to"),
    ("led to", "pointed to"),
    ("mistake", "fault, injected fault; error of a caller"),
    ("mistakes", "faults, injected faults; errors of a caller"),
    ("taken for", "treated as, confused with"),
    ("told", "notified, informed, distinguished"),
];

/// Phrases that are rejected in names.
const IN_NAMES: &[(&str, &str)] = &[
    ("broken", "fault, invalid, damaged"),
    ("who", "the noun that it stands for"),
    ("whoever", "the noun that it stands for"),
    ("whatever", "the noun that it stands for, any"),
];

/// Phrases that are rejected at the start of names of several words.
const AT_THE_START_OF_NAMES: &[(&str, &str)] = &[("what", "the noun that it stands for")];

/// Names that other projects define.
const FOREIGN: &[&str] =
    &["BrokenPipe", "LLVMOrcCreateRTDyldObjectLinkingLayerWithMCJITMemoryManagerLikeCallbacks"];

/// Maximum number of characters of a name. A longer name is a sentence.
const MAX_NAME_LENGTH: usize = 70;

/// The kinds of text in which a phrase is rejected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Scope {
    Everywhere,
    Code,
    Names,
    StartOfNames,
}

impl Scope {
    /// Returns whether a phrase of this scope is rejected at a place. `is_start` and `is_whole`:
    /// whether the phrase is at the start of the text, and whether it is the whole text.
    fn includes(self, place: Place, is_start: bool, is_whole: bool) -> bool {
        let is_name = matches!(place, Place::Identifier | Place::Path);
        match self {
            Self::Everywhere => true,
            Self::Code => is_name || place == Place::String,
            Self::Names => is_name,
            Self::StartOfNames => is_name && is_start && !is_whole,
        }
    }
}

/// A rejected phrase that was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Hit {
    pub(super) phrase: &'static str,
    /// The terms to use instead.
    pub(super) instead: &'static str,
}

/// All rejected phrases.
#[derive(Debug)]
pub(super) struct Terms {
    /// The phrases, by first word.
    by_first_word: HashMap<&'static str, Vec<(Scope, Hit)>>,
    /// The lower-case words of the current text, each followed by a space. It is kept so that its
    /// memory is reused.
    words: String,
}

impl Terms {
    /// Returns all phrases, indexed by their first word.
    pub(super) fn new() -> Self {
        let lists = [
            (Scope::Everywhere, EVERYWHERE),
            (Scope::Code, IN_CODE),
            (Scope::Names, IN_NAMES),
            (Scope::StartOfNames, AT_THE_START_OF_NAMES),
        ];
        let mut by_first_word: HashMap<_, Vec<_>> = HashMap::new();
        for (scope, list) in lists {
            for &(phrase, instead) in list {
                let first = phrase.split(' ').next().unwrap();
                by_first_word.entry(first).or_default().push((scope, Hit { phrase, instead }));
            }
        }
        Self { by_first_word, words: String::new() }
    }

    /// Adds the rejected phrases that a text contains as whole words.
    pub(super) fn search(&mut self, place: Place, text: &str, found: &mut Vec<Hit>) {
        if FOREIGN.contains(&text) {
            return;
        }
        if place == Place::Identifier && text.len() > MAX_NAME_LENGTH {
            found.push(Hit {
                phrase: "a name of more than 70 characters",
                instead: "a shorter one",
            });
        }
        split_words(text, &mut self.words);
        let mut at = 0;
        for word in self.words.split_terminator(' ') {
            for (scope, hit) in self.by_first_word.get(word).into_iter().flatten() {
                let rest = &self.words[at..];
                let is_phrase = rest.starts_with(hit.phrase)
                    && rest.as_bytes().get(hit.phrase.len()) == Some(&b' ');
                let is_whole = rest.len() == hit.phrase.len() + 1;
                if is_phrase && scope.includes(place, at == 0, is_whole) {
                    found.push(hit.clone());
                }
            }
            at += word.len() + 1;
        }
    }
}

/// Writes the words of a text in lower case, each followed by a space. Splits names in snake case
/// and camel case. An escape sequence separates words. Each punctuation mark becomes the word `|`,
/// so that no phrase matches across it.
fn split_words(text: &str, words: &mut String) {
    words.clear();
    let bytes = text.as_bytes();
    let mut is_escaped = false;
    for (index, &byte) in bytes.iter().enumerate() {
        if is_escaped || byte == b'\\' {
            is_escaped = !is_escaped;
            end_word(words);
            continue;
        }
        let is_start = byte.is_ascii_uppercase() && {
            let before = index.checked_sub(1).map_or(b' ', |before| bytes[before]);
            let next = bytes.get(index + 1).copied().unwrap_or(b' ');
            !before.is_ascii_uppercase() || next.is_ascii_lowercase()
        };
        let is_word = byte.is_ascii_alphanumeric();
        if is_start || !is_word {
            end_word(words);
        }
        if is_word {
            words.push(byte.to_ascii_lowercase() as char);
        } else if b".,;:!?()|\"".contains(&byte) {
            words.push_str("| ");
        }
    }
    end_word(words);
}

fn end_word(words: &mut String) {
    if !words.is_empty() && !words.ends_with(' ') {
        words.push(' ');
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_split_into_words() {
        let split = |text: &str| {
            let mut words = String::new();
            split_words(text, &mut words);
            words
        };
        assert_eq!(split("goes_on"), "goes on ");
        assert_eq!(split("GoesOn"), "goes on ");
        assert_eq!(split("GOES_ON"), "goes on ");
        assert_eq!(split("isTold2Threads"), "is told2 threads ");
        assert_eq!(split("HTTPServer"), "http server ");
        assert_eq!(split("to go. On"), "to go | on ");
        assert_eq!(split(r"\ngo\non"), "go on ");
        assert_eq!(split(""), "");
    }
}
