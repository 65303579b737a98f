//! Instances: a module with its memories, tables, globals and functions.

use std::ptr::NonNull;
use std::sync::Arc;

use super::arena::Handle;
use super::engine::LoadedModule;
use super::function::Function;
use super::memory::{Memory, MemoryBytes};
use super::store::{Global, Store, StoreContext, Tag};
use super::table::{RootCells, Table};
use super::value::{Reference, Value};
use crate::code::layout::{self, ContextLayout};
use crate::error::TrapLocation;
use crate::module::{ExportItem, SegmentMode};
use crate::{Error, Trap, TrapKind};

/// What an import is resolved to, and what an export is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the kinds of the specification")]
pub enum Extern {
    Function(Handle<Function>),
    Table(Handle<Table>),
    Memory(Handle<Memory>),
    Global(Handle<Global>),
    Tag(Handle<Tag>),
}

/// An instance of a module.
#[derive(Debug)]
pub struct Instance {
    pub(super) loaded: Arc<LoadedModule>,
    pub(super) layout: ContextLayout,
    /// What compiled code reads: see [`ContextLayout`].
    context: Box<[u64]>,
    pub(super) functions: Vec<NonNull<Function>>,
    pub(super) tables: Vec<NonNull<Table>>,
    pub(super) memories: Vec<NonNull<Memory>>,
    pub(super) globals: Vec<NonNull<Global>>,
    pub(super) tags: Vec<NonNull<Tag>>,
    /// The references of the element segments that are not dropped.
    pub(super) elements: Vec<RootCells>,
    dropped_data: Vec<bool>,
}

impl Instance {
    /// Copies bytes of a data segment, or returns `None` if a range is out of bounds.
    pub(super) fn copy_data(
        &self,
        memory: &Memory,
        segment: u64,
        to: u64,
        from: u64,
        count: u64,
    ) -> Option<()> {
        let bytes = self.data(segment, from, count)?;
        let to = memory.range(to, count)?;
        // SAFETY: the range is in the memory, which is not the module's.
        unsafe { to.copy_from_nonoverlapping(bytes.as_ptr(), bytes.len()) };
        Some(())
    }

    /// Returns bytes of a data segment, or `None` if the range is not in it.
    pub(super) fn data(&self, segment: u64, from: u64, count: u64) -> Option<&[u8]> {
        let module = &self.loaded.module;
        let bytes = if self.dropped_data[segment as usize] {
            &[]
        } else {
            &module.bytes[module.data[segment as usize].range.clone()]
        };
        let end = from.checked_add(count)?;
        bytes.get(from as usize..usize::try_from(end).ok()?)
    }

    /// Drops a data segment.
    pub(super) fn drop_data(&mut self, segment: usize) {
        self.dropped_data[segment] = true;
    }

    /// Drops an element segment. The thread is native.
    pub(super) fn drop_elements(&mut self, segment: usize) {
        self.elements[segment] = RootCells::default();
    }

    /// Returns the instruction at a position, as `code::position` makes it.
    pub(super) fn location(&self, position: u64) -> TrapLocation {
        let function = (position >> 32) as u32;
        let name = self.loaded.module.names.get(&function).cloned();
        TrapLocation { function, name, offset: position as u32 }
    }

    fn context_word(&mut self, offset: i32, address: usize) {
        self.context[offset as usize / 8] = address as u64;
    }

    /// Writes the addresses that compiled code reads.
    fn fill_context(&mut self, store: NonNull<StoreContext>) {
        let layout = self.layout;
        self.context_word(layout::STORE, store.as_ptr() as usize);
        let address = std::ptr::from_mut(self) as usize;
        self.context_word(layout::INSTANCE as i32, address);
        for index in 0..self.memories.len() {
            let address = self.memories[index].as_ptr() as usize;
            self.context_word(layout.memory(index as u32), address);
        }
        for index in 0..self.tables.len() {
            let address = self.tables[index].as_ptr() as usize;
            self.context_word(layout.table(index as u32), address);
        }
        for index in 0..self.globals.len() {
            let address = self.globals[index].as_ptr() as usize;
            self.context_word(layout.global(index as u32), address);
        }
        for index in 0..self.tags.len() {
            let address = self.tags[index].as_ptr() as usize;
            self.context_word(layout.tag(index as u32), address);
        }
        for index in 0..self.functions.len() {
            let address = self.functions[index].as_ptr() as usize;
            self.context_word(layout.function(index as u32), address);
        }
    }
}

impl Store {
    /// Creates an instance and runs its start function. The imports are resolved in the order of
    /// the module.
    ///
    /// # Errors
    ///
    /// If an import is of another type, an active segment is out of bounds, the start function
    /// traps or throws, or the system has no memory. What the instance wrote to imported tables
    /// and memories before remains.
    pub fn instantiate(
        &mut self,
        loaded: &Arc<LoadedModule>,
        imports: &[Extern],
    ) -> Result<Handle<Instance>, Error> {
        self.instantiate_with(loaded, imports, |_, _| {})
    }

    /// Creates an instance like [`Store::instantiate`], and calls an operation with it before its
    /// start function.
    ///
    /// # Errors
    ///
    /// Those of [`Store::instantiate`].
    pub fn instantiate_with(
        &mut self,
        loaded: &Arc<LoadedModule>,
        imports: &[Extern],
        before_start: impl FnOnce(&Self, Handle<Instance>),
    ) -> Result<Handle<Instance>, Error> {
        self.check_imports(&loaded.module, imports)?;
        let module = &loaded.module;
        let layout = ContextLayout::of(module);
        let mut instance = Instance {
            loaded: Arc::clone(loaded),
            layout,
            context: vec![0; layout.words()].into(),
            functions: vec![],
            tables: vec![],
            memories: vec![],
            globals: vec![],
            tags: vec![],
            elements: vec![],
            dropped_data: vec![false; module.data.len()],
        };
        for import in imports {
            match *import {
                Extern::Function(handle) => instance.functions.push(self.pointer(handle)),
                Extern::Table(handle) => instance.tables.push(self.pointer(handle)),
                Extern::Memory(handle) => instance.memories.push(self.pointer(handle)),
                Extern::Global(handle) => instance.globals.push(self.pointer(handle)),
                Extern::Tag(handle) => instance.tags.push(self.pointer(handle)),
            }
        }
        self.define(&mut instance)?;
        let mut pointer = self.instances.insert(instance);
        // SAFETY: the instance is new, and no code runs that could refer to it.
        unsafe { pointer.as_mut() }.fill_context(self.context);
        self.copy_active_segments(pointer)?;
        before_start(self, self.handle(pointer));
        if let Some(start) = module.start {
            // SAFETY: instances live as long as the store.
            let function = unsafe { pointer.as_ref() }.functions[start as usize];
            self.call_start(function)?;
        }
        Ok(self.handle(pointer))
    }

    /// Creates the instance's own functions, tables, memories, globals, tags and elements.
    fn define(&mut self, instance: &mut Instance) -> Result<(), Error> {
        let loaded = Arc::clone(&instance.loaded);
        loaded.code.check_thread()?;
        let module = &loaded.module;
        let context = instance.context.as_ptr() as usize;
        for (index, id) in module.functions[module.imported_functions..].iter().enumerate() {
            let code = loaded.code.function(index);
            let function = Function { code, context, ty: u64::from(id.0) };
            instance.functions.push(self.functions.insert(function));
        }
        for &ty in &module.memories[instance.memories.len()..] {
            instance.memories.push(self.memory(ty)?.pointer);
        }
        for &ty in &module.tags[instance.tags.len()..] {
            instance.tags.push(self.tags.insert(Tag { ty }));
        }
        let imported = instance.globals.len();
        for (&ty, value) in module.globals[imported..].iter().zip(&module.global_values) {
            let value = instance.evaluate(value, self.id)?;
            instance.globals.push(self.global_of(ty, &value)?.pointer);
        }
        let imported = instance.tables.len();
        for (&ty, value) in module.tables[imported..].iter().zip(&module.table_values) {
            let value = match value {
                Some(value) => instance.evaluate(value, self.id)?,
                None => Value::Reference(Reference::Null),
            };
            instance.tables.push(self.table_of(ty, &value)?.pointer);
        }
        for segment in &module.elements {
            let count = segment.values.len() as u64;
            let cells = RootCells::new(count, self.engine.heap());
            let cells = cells.ok_or_else(|| Error::Resources(format!("no {count} elements")))?;
            for (index, value) in segment.values.iter().enumerate() {
                let value = instance.evaluate(value, self.id)?;
                let cell = cells.range(index as u64, 1).expect("there is a cell for each value");
                // SAFETY: the cell is a root.
                unsafe { self.engine.store_cell(cell, value.argument()) };
            }
            instance.elements.push(cells);
        }
        Ok(())
    }

    fn copy_active_segments(&self, mut pointer: NonNull<Instance>) -> Result<(), Error> {
        // SAFETY: instances live as long as the store, and no compiled code runs. Tables and
        // memories are not part of the instance.
        let instance = unsafe { pointer.as_mut() };
        let loaded = Arc::clone(&instance.loaded);
        let trap = |kind| Error::Trap(Trap { kind, location: None });
        for (index, segment) in loaded.module.elements.iter().enumerate() {
            if let SegmentMode::Active { target, offset } = &segment.mode {
                let to = instance.evaluate_offset(offset, self.id)?;
                // SAFETY: as above.
                let table = unsafe { instance.tables[*target as usize].as_ref() };
                let count = segment.values.len() as u64;
                let cells = table.cells.range(to, count);
                let cells = cells.ok_or_else(|| trap(TrapKind::TableBounds))?;
                let from = instance.elements[index].range(0, count);
                let from = from.expect("a segment has its elements");
                // SAFETY: the cells of the segment are roots, and so are those of the table if
                // they may refer to objects.
                unsafe { self.engine.copy_cells(cells, from, count) };
            }
            if !matches!(segment.mode, SegmentMode::Passive) {
                instance.drop_elements(index);
            }
        }
        for (index, segment) in loaded.module.data.iter().enumerate() {
            if let SegmentMode::Active { target, offset } = &segment.mode {
                let to = instance.evaluate_offset(offset, self.id)?;
                // SAFETY: as above.
                let memory = unsafe { instance.memories[*target as usize].as_ref() };
                let count = segment.range.len() as u64;
                instance
                    .copy_data(memory, index as u64, to, 0, count)
                    .ok_or_else(|| trap(TrapKind::MemoryBounds))?;
                instance.drop_data(index);
            }
        }
        Ok(())
    }

    /// Returns an export of an instance.
    ///
    /// # Panics
    ///
    /// If the instance is of another store.
    pub fn export(&self, instance: Handle<Instance>, name: &str) -> Option<Extern> {
        // SAFETY: instances live as long as the store.
        let instance = unsafe { self.pointer(instance).as_ref() };
        let exports = &instance.loaded.module.exports;
        let export = exports.iter().find(|export| export.name == name)?;
        Some(match export.item {
            ExportItem::Function(index) => {
                Extern::Function(self.handle(instance.functions[index as usize]))
            }
            ExportItem::Table(index) => Extern::Table(self.handle(instance.tables[index as usize])),
            ExportItem::Memory(index) => {
                Extern::Memory(self.handle(instance.memories[index as usize]))
            }
            ExportItem::Global(index) => {
                Extern::Global(self.handle(instance.globals[index as usize]))
            }
            ExportItem::Tag(index) => Extern::Tag(self.handle(instance.tags[index as usize])),
        })
    }

    /// Returns the bytes of a memory.
    ///
    /// # Safety
    ///
    /// The store is not dropped before the last access.
    ///
    /// # Panics
    ///
    /// If the memory is of another store.
    pub(crate) unsafe fn memory_bytes(&self, memory: Handle<Memory>) -> MemoryBytes {
        // SAFETY: memories live as long as the store, which does not leave its thread.
        unsafe { MemoryBytes::new(self.pointer(memory)) }
    }

    /// Returns the names of the exports of an instance.
    ///
    /// # Panics
    ///
    /// If the instance is of another store.
    pub fn export_names(&self, instance: Handle<Instance>) -> Vec<String> {
        // SAFETY: instances live as long as the store.
        let instance = unsafe { self.pointer(instance).as_ref() };
        instance.loaded.module.exports.iter().map(|export| export.name.clone()).collect()
    }
}
