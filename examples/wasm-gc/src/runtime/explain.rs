//! What a store knows of an error of its program.

use std::ptr::NonNull;

use super::functions::Context;
use super::instance::Instance;
use super::store::{Store, StoreContext, Tag};
use super::value::{Exception, Value};
use crate::error::TrapLocation;
use crate::module::{ExportItem, ImportType, Module};
use crate::{Error, TrapKind};

/// Where the pending exception was thrown.
#[derive(Debug, Default)]
pub(super) enum Thrown {
    /// By no code.
    #[default]
    Unknown,
    /// By compiled code: the context of its instance, and the position of the instruction.
    Code(Context, u64),
    /// By a callback of the host that passes an exception on: where that one was thrown.
    Host(Option<TrapLocation>),
}

impl StoreContext {
    /// Takes the place at which the pending exception was thrown.
    pub(super) fn take_thrown(&mut self) -> Option<TrapLocation> {
        match std::mem::take(&mut self.thrown) {
            Thrown::Unknown => None,
            Thrown::Host(location) => location,
            Thrown::Code(context, position) => {
                // SAFETY: the context is that of an instance of this store, which lives as long as
                // the store.
                let instance = unsafe { super::functions::instance(context) };
                Some(instance.location(position))
            }
        }
    }
}

impl Store {
    /// Adds to an error of a call what only the store and its heap can tell: of an exception the
    /// tag and the values, and of a full heap its limit.
    pub fn explain(&self, error: Error) -> Error {
        match error {
            Error::Exception(exception) if exception.store == self.id => Error::Uncaught {
                tag: self.describe_tag(&exception),
                values: self.exception_values(&exception).iter().map(Value::to_string).collect(),
                location: exception.location,
            },
            Error::Trap(trap) if trap.kind == TrapKind::OutOfMemory => {
                Error::HeapFull { trap, limit: self.engine.heap().limit() }
            }
            other => other,
        }
    }

    /// Describes the tag of an exception by its index and its name in the first instance that has
    /// it, which is the one that defines it, unless the host does.
    fn describe_tag(&self, exception: &Exception) -> String {
        let is_tag =
            |tag: &NonNull<Tag>| tag.as_ptr().expose_provenance() as u64 == exception.tag();
        let found = self.instances.iter().find_map(|instance| {
            // SAFETY: instances live as long as the store, and no compiled code runs.
            let Instance { loaded, tags, .. } = unsafe { instance.as_ref() };
            let index = tags.iter().position(is_tag)? as u32;
            Some((index, tag_name(&loaded.module, index)))
        });
        match found {
            Some((index, Some(name))) => format!("tag {index} ({name})"),
            Some((index, None)) => format!("tag {index}"),
            None => "a tag of the host".to_owned(),
        }
    }
}

/// Returns the name of a tag: that in the name section, or that of an export or import.
fn tag_name(module: &Module, index: u32) -> Option<String> {
    let exported = || {
        let export = module.exports.iter().find(|export| export.item == ExportItem::Tag(index));
        export.map(|export| export.name.clone())
    };
    let imported = || {
        let is_tag = |kind: &ImportType| matches!(kind, ImportType::Tag(_));
        let mut tags = module.imports.iter().filter(|import| is_tag(&import.kind));
        tags.nth(index as usize).map(|import| format!("{:?} {:?}", import.module, import.name))
    };
    module.tag_names.get(&index).cloned().or_else(exported).or_else(imported)
}
