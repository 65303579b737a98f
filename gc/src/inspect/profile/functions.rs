//! Names of the functions in a profile.

use std::path::Path;
use std::sync::Arc;

use hashbrown::HashMap;
use statepoint_scanner::image::symbols;
use statepoint_scanner::walk::{ImageFiles, SymbolName};

use super::types::{Image, ProfileFrame};
use crate::profile::CallFrame;

/// Looks up names. Reading the symbols of an image takes long.
pub(super) struct Functions<'a> {
    files: ImageFiles,
    /// The names of generated functions.
    generated: &'a [Arc<str>],
    known: HashMap<CallFrame, ProfileFrame>,
    paths: HashMap<std::path::PathBuf, Arc<Path>>,
}

impl<'a> Functions<'a> {
    /// Reads the list of the images that are loaded now.
    pub(super) fn new(generated: &'a [Arc<str>]) -> Self {
        let files = ImageFiles::new();
        Self { files, generated, known: HashMap::new(), paths: HashMap::new() }
    }

    /// Returns the frames of a stack with their names, without the library's own frames at its
    /// young end.
    pub(super) fn stack(&mut self, stack: &[CallFrame]) -> Arc<[ProfileFrame]> {
        let frames: Vec<_> = stack.iter().map(|&frame| self.frame(frame)).collect();
        // If all are the library's, the last one at least says which function was called.
        let last = frames.len().saturating_sub(1);
        let own = frames.iter().take(last).take_while(|frame| is_own(&frame.function)).count();
        frames[own..].into()
    }

    /// Returns the images.
    pub(super) fn images(&self) -> Vec<Image> {
        let image = |code: statepoint_scanner::walk::MappedCode| Image {
            code: code.addresses,
            file_offset: code.file_offset,
            file: code.file.into(),
        };
        self.files.code().map(image).collect()
    }

    fn frame(&mut self, frame: CallFrame) -> ProfileFrame {
        if let Some(known) = self.known.get(&frame) {
            return known.clone();
        }
        let found = self.look_up(frame);
        self.known.insert(frame, found.clone());
        found
    }

    fn look_up(&mut self, frame: CallFrame) -> ProfileFrame {
        let address = frame.address;
        let without_file = |address, function: String, symbol: Arc<str>| ProfileFrame {
            address,
            function: function.into(),
            symbol,
            file: None,
        };
        let no_symbol = Arc::<str>::default;
        match address {
            CallFrame::OMITTED => {
                return without_file(0, "(older frames omitted)".to_owned(), no_symbol());
            }
            CallFrame::UNKNOWN => {
                return without_file(0, "(unknown frames)".to_owned(), no_symbol());
            }
            _ => {}
        }
        if let Some(name) = frame.name().and_then(|index| self.generated.get(index)) {
            return without_file(address, symbols::demangle(name), Arc::clone(name));
        }
        if let Some(SymbolName { function, file, .. }) = self.files.name_at(address) {
            let symbol: Arc<str> = function.unwrap_or_default().into();
            let function = match symbol.is_empty() {
                // One name for all of them, so that viewers show one function.
                true => format!("[{}]", file.file_name().unwrap_or(file.as_os_str()).display()),
                false => symbols::demangle(&symbol),
            };
            let path = self.paths.entry(file).or_insert_with_key(|file| file.as_path().into());
            let file = Some(Arc::clone(path));
            return ProfileFrame { address, function: function.into(), symbol, file };
        }
        // The name may have been registered since.
        match symbols::generated_name_at(address) {
            Some((name, _)) => without_file(address, symbols::demangle(&name), name.into()),
            None => without_file(address, format!("{address:#x}"), no_symbol()),
        }
    }
}

/// Returns whether a function is a part of this library.
fn is_own(function: &str) -> bool {
    // `<statepoint_gc::mutator::Mutator>::allocate` and `<T as statepoint_gc::..>::f`; also the
    // functions of the C interface and the stubs.
    let path = function.trim_start_matches('<');
    path.starts_with("statepoint_gc::") || path.starts_with("spgc_")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn functions_of_this_library_are_its_own() {
        for own in ["statepoint_gc::mutator::f", "<statepoint_gc::A>::f", "spgc_allocate_slow"] {
            assert!(is_own(own), "{own}");
        }
        for other in ["main", "statepoint_gc", "host::statepoint_gc::f", "make_tree"] {
            assert!(!is_own(other), "{other}");
        }
    }
}
