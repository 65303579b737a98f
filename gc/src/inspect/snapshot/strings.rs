//! The strings of a snapshot after the labels. Nodes and edges refer to strings by their indices;
//! the texts are known later.

use std::collections::BTreeMap;
use std::io;
use std::sync::Arc;

use hashbrown::HashMap;
use statepoint_scanner::arch::{CallingConvention, Host, InstructionSet};
use statepoint_scanner::image::symbols;
use statepoint_scanner::table::{AddressBase, RootLocation};
use statepoint_scanner::walk::ImageFiles;

use super::number_writer::NumberWriter;
use crate::inspect::root_edges::RootName;
use crate::object::{NameTable, TypeId};

/// A string of the snapshot.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Text {
    /// This text.
    Is(Arc<str>),
    /// The name of a type.
    Type(TypeId),
    /// The name of a field of a type, at this byte offset.
    Field(TypeId, usize),
    /// The name of a root.
    Root(RootName),
}

/// The strings that nodes and edges refer to.
#[derive(Debug)]
pub(super) struct Strings {
    /// Number of labels, which come first.
    labels: u64,
    texts: Vec<Text>,
    known: HashMap<Text, u64>,
    /// The indices of the names of types. Apart from the others: LLVM compares a part of the other
    /// variants before the variant itself, and valgrind reports that a type has no such part.
    types: HashMap<TypeId, u64>,
}

impl Strings {
    /// Returns an empty table, which follows `labels` other strings.
    pub(super) fn after(labels: u64) -> Self {
        Self { labels, texts: Vec::new(), known: HashMap::new(), types: HashMap::new() }
    }

    /// Returns the index of a string.
    pub(super) fn index(&mut self, text: Text) -> u64 {
        let next = self.labels + self.texts.len() as u64;
        *self.known.entry(text).or_insert_with_key(|text| {
            self.texts.push(text.clone());
            next
        })
    }

    /// Returns the index of a type's name.
    pub(super) fn type_name(&mut self, id: TypeId) -> u64 {
        let next = self.labels + self.texts.len() as u64;
        *self.types.entry(id).or_insert_with(|| {
            self.texts.push(Text::Type(id));
            next
        })
    }

    /// Returns the index of a given text.
    pub(super) fn literal(&mut self, text: &str) -> u64 {
        self.index(Text::Is(text.into()))
    }

    /// Returns the memory that the table takes, in bytes.
    pub(super) fn bytes(&self) -> usize {
        self.texts.capacity() * 3 * size_of::<Text>()
    }

    /// Writes the strings and the end of the file. Threads run.
    pub(super) fn write(self, names: &NameTable, output: &mut NumberWriter<'_>) -> io::Result<()> {
        let mut functions = Functions::default();
        for (index, text) in self.texts.iter().enumerate() {
            if index as u64 + self.labels > 0 {
                output.bytes(b",\n");
            }
            match text {
                Text::Is(text) => output.string(text),
                Text::Type(id) => output.string(&names.type_name(*id)),
                Text::Field(id, offset) => match names.field_name(*id, *offset) {
                    Some(name) => output.string(name),
                    None => output.string(&format!("+{offset}")),
                },
                Text::Root(name) => {
                    output.string(&root_name(*name, |pc| functions.describe(pc)));
                }
            }
            output.flush_if_full()?;
        }
        output.bytes(b"]\n}\n");
        Ok(())
    }
}

/// The names of functions, by return addresses. Reading the symbols of an image takes long.
#[derive(Default)]
struct Functions {
    files: Option<ImageFiles>,
    known: BTreeMap<u64, String>,
}

impl Functions {
    /// Describes a return address: `parse+0x41`, or the number if the function has no name.
    fn describe(&mut self, pc: u64) -> String {
        let files = self.files.get_or_insert_with(ImageFiles::new);
        let describe = || {
            // The call may be the last instruction of its function.
            let call = pc.wrapping_sub(1);
            let in_image = files.name_at(call).and_then(|name| Some((name.function?, name.offset)));
            match in_image.or_else(|| symbols::generated_name_at(call)) {
                Some((name, offset)) => format!("{}+{:#x}", symbols::demangle(&name), offset + 1),
                None => format!("{pc:#x}"),
            }
        };
        self.known.entry(pc).or_insert_with(describe).clone()
    }
}

/// Returns the name of a root. `function` describes a return address.
fn root_name(name: RootName, function: impl FnOnce(u64) -> String) -> String {
    let text = match name {
        RootName::Frame { pc, location } => {
            return format!("{} / {}", function(pc), location_name(location));
        }
        RootName::Index => "root",
        RootName::Local => "local handle",
        RootName::Owner => "owner",
        RootName::Key => "key",
        RootName::Value => "value",
        RootName::WeakHandle => "weak handle",
        RootName::WeakRootRange => "slot",
        RootName::Finalizer => "finalizer",
    };
    text.to_owned()
}

/// Returns the name of a root's location: `[rsp+16]`, or `rbx` for a callee-saved register.
fn location_name(location: RootLocation) -> String {
    let saved = |index: u8| {
        let registers = <Host as CallingConvention>::CALLEE_SAVED;
        registers.get(usize::from(index)).map(|&r| Host::register_name(r))
    };
    match location {
        RootLocation::Register(index) => saved(index).unwrap_or("register").to_owned(),
        RootLocation::Slot { base, offset } => {
            let base = match base {
                AddressBase::StackPointer => Host::register_name(Host::STACK_POINTER),
                AddressBase::CalleeSaved(index) => saved(index).unwrap_or("register"),
            };
            format!("[{base}{offset:+}]")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rust_functions_have_readable_names() {
        let here = rust_functions_have_readable_names as *const () as u64;
        let text = Functions::default().describe(here + 1);
        let expected = concat!(module_path!(), "::rust_functions_have_readable_names+0x1");
        assert_eq!(text, expected);
    }

    #[test]
    fn equal_strings_have_one_index() {
        let mut strings = Strings::after(10);
        let field = |offset| Text::Field(TypeId::new(3), offset);
        assert_eq!(strings.index(field(8)), 10);
        assert_eq!(strings.index(field(16)), 11);
        assert_eq!(strings.literal("a"), 12);
        assert_eq!(strings.index(field(8)), 10);
        let mut bytes = Vec::new();
        let mut output = NumberWriter::new(&mut bytes);
        strings.write(&NameTable::default(), &mut output).unwrap();
        output.finish().unwrap();
        assert_eq!(String::from_utf8(bytes).unwrap(), ",\n\"+8\",\n\"+16\",\n\"a\"]\n}\n");
    }

    #[test]
    fn locations_are_named_as_in_assembly() {
        let slot = |base, offset| location_name(RootLocation::Slot { base, offset });
        assert!(slot(AddressBase::StackPointer, 16).ends_with("sp+16]"));
        assert!(slot(AddressBase::StackPointer, -8).ends_with("sp-8]"));
        let frame = RootName::Frame { pc: 65, location: RootLocation::Register(0) };
        let name = root_name(frame, |pc| format!("parse+{pc:#x}"));
        assert!(name.starts_with("parse+0x41 / ") && !name.ends_with("register"), "{name}");
    }
}
