//! The sections of a snapshot, in the order of the file.

use std::panic::{AssertUnwindSafe, catch_unwind};

use hashbrown::HashMap;

use super::SnapshotError;
use super::number_writer::NumberWriter;
use super::options::{
    LabelledObject, Labels, Progress, SnapshotOptions, SnapshotProgress, SnapshotSummary,
};
use super::shape::{Shape, SourceEdge};
use super::strings::{Strings, Text};
use crate::fatal::panic_text;
use crate::inspect::object_edges::Place;
use crate::inspect::root_edges::RootName;
use crate::inspect::stopped::StoppedHeap;
use crate::object::TypeId;
use crate::process::run_callback;
use crate::space::BLOCK;

/// The description of the fields, as the viewers expect it.
const META: &str = r#""meta":{"node_fields":["type","name","id","self_size","edge_count","detachedness"],
"node_types":[["hidden","array","string","object","code","closure","regexp","number","native",
"synthetic","concatenated string","sliced string","symbol","bigint","object shape"],
"string","number","number","number","number"],
"edge_fields":["type","name_or_index","to_node"],
"edge_types":[["context","element","property","internal","hidden","shortcut","weak"],
"string_or_number","node"],
"trace_function_info_fields":[],"trace_node_fields":[]}"#;

/// Number of fields of a node.
const NODE_FIELDS: u64 = 6;

// Indices in `node_types`.
const STRING: u64 = 2;
const OBJECT: u64 = 3;
const SYNTHETIC: u64 = 9;

// Indices in `edge_types`.
const ELEMENT: u64 = 1;
const PROPERTY: u64 = 2;
const INTERNAL: u64 = 3;
const WEAK: u64 = 6;

/// Ids are 32-bit numbers in the viewer.
const MAX_ID: u64 = u32::MAX as u64;

/// Offsets from which on the fields of an object that only the host's code describes have no names
/// but the number of their word: the file would need a string for each.
const MAX_NAMED_OFFSET: usize = 4096;

/// Writes a snapshot, except for the strings that [`Strings::write`] adds. All threads are stopped
/// until it is written.
pub(super) fn write(
    heap: &StoppedHeap<'_>,
    options: SnapshotOptions<'_>,
    output: &mut NumberWriter<'_>,
) -> Result<(Strings, SnapshotSummary), SnapshotError> {
    let shape = &Shape::of(heap, &options)?;
    let mut document = Document::new(shape, options, output);
    document.write_head();
    document.write_nodes()?;
    document.write_edges()?;
    let (first, second) = (shape.edges, document.written_edges);
    if first != second {
        return Err(SnapshotError::Inconsistent { first, second });
    }
    document.write_labels()?;
    let fields = document.fields.capacity() * size_of::<((TypeId, usize), u64)>();
    let summary = SnapshotSummary {
        objects: shape.objects,
        object_bytes: shape.object_bytes,
        edges: shape.edges,
        memory_bytes: (shape.memory_bytes + document.strings.bytes() + fields) as u64,
        ..SnapshotSummary::default()
    };
    Ok((document.strings, summary))
}

/// A snapshot that is being written.
struct Document<'s, 'o, 'w> {
    shape: &'s Shape<'s>,
    labels: Option<Box<Labels<'o>>>,
    progress: Option<Box<Progress<'o>>>,
    output: &'s mut NumberWriter<'w>,
    strings: Strings,
    /// The start of the heap's address range.
    heap_start: usize,
    /// Bytes of the address range of small objects.
    small_bytes: usize,
    /// Whether the id of an object is made of its address, or of its number.
    has_address_ids: bool,
    /// Indices of the strings for fields, by type and offset.
    fields: HashMap<(TypeId, usize), u64>,
    written_edges: u64,
    done: u64,
}

impl<'s, 'o, 'w> Document<'s, 'o, 'w> {
    fn new(
        shape: &'s Shape<'s>,
        options: SnapshotOptions<'o>,
        output: &'s mut NumberWriter<'w>,
    ) -> Self {
        let range = shape.heap.spaces.range();
        let mut document = Self {
            shape,
            labels: options.labels,
            progress: options.progress,
            output,
            strings: Strings::after(shape.labels),
            heap_start: range.start,
            small_bytes: shape.heap.spaces.blocks().small_block_range().len(),
            has_address_ids: true,
            fields: HashMap::new(),
            written_edges: 0,
            done: 0,
        };
        let last = document.id_of_address(shape.last_object.max(range.start));
        document.has_address_ids = last + 2 * shape.first_object < MAX_ID;
        document
    }

    fn write_head(&mut self) {
        let (start, small) = (self.heap_start, self.small_bytes);
        let ids = if self.has_address_ids { "addresses" } else { "order" };
        let (nodes, edges) = (self.shape.nodes(), self.shape.edges);
        let version = env!("CARGO_PKG_VERSION");
        let head = format!(
            "{{\"snapshot\":{{{META},\n\"node_count\":{nodes},\"edge_count\":{edges},\
             \"trace_function_count\":0,\n\"statepoint_gc\":{{\"version\":\"{version}\",\
             \"heap_start\":{start},\"small_bytes\":{small},\"block_bytes\":{BLOCK},\
             \"ids\":\"{ids}\"}}}},\n\"nodes\":[",
        );
        self.output.bytes(head.as_bytes());
    }

    /// Returns the id that the address of an object makes: an odd number, which is stable as long
    /// as the object does not move.
    #[inline]
    fn id_of_address(&self, object: usize) -> u64 {
        let offset = object - self.heap_start;
        // A large object begins at the start of a block.
        let number = match offset.checked_sub(self.small_bytes) {
            Some(beyond) => self.small_bytes / 8 + beyond / BLOCK,
            None => offset / 8,
        };
        number as u64 * 2 + 1
    }

    #[inline]
    fn write_node(&mut self, [kind, name, id, size, edges]: [u64; 5]) -> Result<(), SnapshotError> {
        // The detachedness is unknown.
        Ok(self.output.numbers([kind, name, id, size, edges, 0])?)
    }

    /// Counts a step, and notifies the host if it is time.
    #[inline]
    fn step(&mut self) -> Result<(), SnapshotError> {
        self.done += 1;
        if self.progress.is_some() && self.done.is_multiple_of(self.shape.objects / 50 + 1) {
            self.report_progress()?;
        }
        Ok(())
    }

    #[cold]
    fn report_progress(&mut self) -> Result<(), SnapshotError> {
        let progress = SnapshotProgress { done: self.done, total: 2 * self.shape.objects };
        let Some(report) = &mut self.progress else { return Ok(()) };
        let report = || catch_unwind(AssertUnwindSafe(|| report(progress)));
        run_callback("the callback for the progress of a heap snapshot", report)
            .map_err(|panic| SnapshotError::Progress { message: panic_text(&*panic).to_owned() })
    }

    fn write_nodes(&mut self) -> Result<(), SnapshotError> {
        let shape = self.shape;
        // The sources have the highest ids.
        let id_of = |node: u64| MAX_ID - 2 * node;
        let name = self.strings.literal("");
        self.write_node([SYNTHETIC, name, id_of(0), 0, 1])?;
        let top = (0..shape.source_nodes.len()).filter(|&source| shape.is_top_source(source));
        let name = self.strings.literal("(GC roots)");
        self.output.bytes(b",\n");
        self.write_node([SYNTHETIC, name, id_of(1), 0, top.count() as u64])?;
        for (source, &node) in shape.source_nodes.iter().enumerate() {
            let Some(node) = node else { continue };
            let mut edges = 0;
            shape.for_each_source_edge(source, |_| edges += 1);
            let name = self.strings.literal(&shape.roots.sources[source].name);
            self.output.bytes(b",\n");
            self.write_node([SYNTHETIC, name, id_of(node), 0, edges])?;
        }
        let (mut number, mut label, mut owned) = (0, 0, shape.owned.iter().peekable());
        // Objects of one type are often adjacent.
        let mut last = (TypeId::new(0), 0);
        let mut last_shape = (TypeId::new(0), shape.type_shape(TypeId::new(0)));
        shape.starts.iter().try_for_each(|object| {
            let (header, extent) = shape.heap.object_at(object)?;
            let id = header.type_id();
            if last_shape.0 != id {
                last_shape = (id, shape.type_shape(id));
            }
            let type_shape = last_shape.1;
            let (kind, name) = if type_shape.is_labelled {
                label += 1;
                (STRING, label - 1)
            } else {
                if last.0 != id {
                    last = (id, self.strings.type_name(id));
                }
                (OBJECT, last.1)
            };
            let mut edges = 0;
            while owned.next_if(|(owner, _)| *owner == object).is_some() {
                edges += 1;
            }
            if !extent.references.is_empty() {
                edges += shape.count_edges(object, type_shape);
            }
            let node_id = match self.has_address_ids {
                true => self.id_of_address(object),
                false => 2 * number + 1,
            };
            number += 1;
            self.output.bytes(b",\n");
            self.write_node([kind, name, node_id, extent.size as u64, edges])?;
            self.step()
        })
    }

    #[inline]
    fn write_edge(&mut self, kind: u64, name: u64, node: u64) -> Result<(), SnapshotError> {
        if self.written_edges > 0 {
            self.output.bytes(b",\n");
        }
        self.written_edges += 1;
        // Edges refer to the first field of a node.
        Ok(self.output.numbers([kind, name, node * NODE_FIELDS])?)
    }

    /// Returns the node of an object.
    #[inline]
    fn node_of(&self, object: usize) -> Result<u64, SnapshotError> {
        let number = self.shape.starts.number_of(object);
        // Only a host's object model can report a reference that the trace has not seen.
        let error =
            SnapshotError::Inconsistent { first: self.shape.edges, second: self.written_edges + 1 };
        number.map(|number| self.shape.first_object + number).ok_or(error)
    }

    fn write_edges(&mut self) -> Result<(), SnapshotError> {
        let shape = self.shape;
        self.output.bytes(b"],\n\"edges\":[");
        self.write_edge(ELEMENT, 1, 1)?;
        for (source, &node) in shape.source_nodes.iter().enumerate() {
            if let Some(node) = node.filter(|_| shape.is_top_source(source)) {
                self.write_edge(ELEMENT, source as u64, node)?;
            }
        }
        for source in 0..shape.source_nodes.len() {
            self.write_source_edges(source)?;
        }
        let mut owned = shape.owned.iter().peekable();
        shape.starts.iter().try_for_each(|object| {
            while let Some(&(_, source)) = owned.next_if(|(owner, _)| *owner == object) {
                self.write_fiber_edge(source)?;
            }
            let (header, extent) = shape.heap.object_at(object)?;
            if !extent.references.is_empty() {
                let id = header.type_id();
                let mut written = Ok(());
                shape.for_each_edge(object, shape.type_shape(id), |place, target| {
                    if written.is_ok() {
                        written = self.write_object_edge(id, place, target);
                    }
                });
                written?;
            }
            self.step()
        })
    }

    /// Writes an edge to a fiber.
    fn write_fiber_edge(&mut self, source: usize) -> Result<(), SnapshotError> {
        let Some(node) = self.shape.source_nodes[source] else { return Ok(()) };
        let name = self.strings.literal("fiber");
        self.write_edge(INTERNAL, name, node)
    }

    fn write_source_edges(&mut self, source: usize) -> Result<(), SnapshotError> {
        let shape = self.shape;
        let (mut written, mut index) = (Ok(()), 0);
        shape.for_each_source_edge(source, |edge| {
            if written.is_err() {
                return;
            }
            written = match edge {
                SourceEdge::Fiber(fiber) => self.write_fiber_edge(fiber),
                SourceEdge::Object(edge) => self.node_of(edge.target).and_then(|node| {
                    let name = shape.roots.name(&edge);
                    let kind = match name {
                        RootName::Index => {
                            index += 1;
                            return self.write_edge(ELEMENT, index - 1, node);
                        }
                        name if name.is_weak() => WEAK,
                        RootName::Frame { .. } | RootName::Local => PROPERTY,
                        _ => INTERNAL,
                    };
                    let name = self.strings.index(Text::Root(name));
                    self.write_edge(kind, name, node)
                }),
            };
        });
        written
    }

    #[inline]
    fn write_object_edge(
        &mut self,
        id: TypeId,
        place: Place,
        target: usize,
    ) -> Result<(), SnapshotError> {
        let node = self.node_of(target)?;
        let (kind, offset) = match place {
            Place::Element(index) => return self.write_edge(ELEMENT, index as u64, node),
            Place::Field(offset)
                if offset >= MAX_NAMED_OFFSET && self.shape.heap.types.is_described(id) =>
            {
                return self.write_edge(ELEMENT, (offset / 8) as u64, node);
            }
            Place::Field(offset) => (PROPERTY, offset),
            Place::Weak(offset) => (WEAK, offset),
            Place::Value(offset) => (INTERNAL, offset),
        };
        let strings = &mut self.strings;
        let field = self.fields.entry((id, offset));
        let name = *field.or_insert_with(|| strings.index(Text::Field(id, offset)));
        self.write_edge(kind, name, node)
    }

    /// Writes the beginning of the strings: the labels.
    fn write_labels(&mut self) -> Result<(), SnapshotError> {
        let shape = self.shape;
        self.output.bytes(b"],\n\"strings\":[");
        let Some(mut labels) = self.labels.take().filter(|_| shape.labels > 0) else {
            return Ok(());
        };
        let mut is_first = true;
        shape.starts.iter().try_for_each(|object| {
            let (header, extent) = shape.heap.object_at(object)?;
            let type_id = header.type_id();
            if !shape.type_shape(type_id).is_labelled {
                return Ok(());
            }
            let address = core::ptr::with_exposed_provenance(object);
            let labelled = LabelledObject { type_id, address, size: extent.size };
            let label = || catch_unwind(AssertUnwindSafe(|| labels(labelled)));
            let label = run_callback("the callback for labels", label)
                .unwrap_or_else(|panic| Err(panic_text(&*panic).to_owned()))
                .map_err(|message| SnapshotError::Label { type_id, message })?;
            if !core::mem::take(&mut is_first) {
                self.output.bytes(b",\n");
            }
            self.output.string(&label[..label.floor_char_boundary(SnapshotOptions::MAX_LABEL)]);
            Ok(self.output.flush_if_full()?)
        })
    }
}
