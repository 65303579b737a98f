//! Reading a snapshot, in one pass and without a tree of JSON values in memory.

use std::fmt;
use std::fs::File;
use std::io::{self, BufReader, Read};
use std::path::Path;

use serde::de::{DeserializeSeed, Deserializer, Error, IgnoredAny, MapAccess, SeqAccess, Visitor};

use super::header::{Fields, Header};
use super::{ReadError, Snapshot};

impl Snapshot {
    /// Reads a snapshot from a file.
    ///
    /// # Errors
    ///
    /// [`ReadError`] if the file cannot be read, is cut short, or is no heap snapshot.
    pub fn open(path: impl AsRef<Path>) -> Result<Self, ReadError> {
        Self::read(File::open(path)?)
    }

    /// Reads a snapshot. The reader is buffered.
    ///
    /// # Errors
    ///
    /// [`ReadError`], as for [`Self::open`].
    pub fn read(reader: impl Read) -> Result<Self, ReadError> {
        let mut end = EndOfFile { reader, last: b' ', is_reached: false };
        let mut deserializer =
            serde_json::Deserializer::from_reader(BufReader::with_capacity(1 << 16, &mut end));
        let snapshot = Document.deserialize(&mut deserializer);
        let snapshot = snapshot.and_then(|snapshot| deserializer.end().map(|()| snapshot));
        snapshot.map_err(|error| {
            let (line, column) = (error.line(), error.column());
            match error.into() {
                // The last number of a file that is cut short may have lost its last digits.
                ReadError::Foreign(_) if end.is_reached && end.last != b'}' => {
                    ReadError::CutShort { line, column }
                }
                error => error,
            }
        })
    }
}

/// A reader that notes how the file ends.
struct EndOfFile<R> {
    reader: R,
    /// The last byte that is no white space.
    last: u8,
    /// Whether all bytes have been processed.
    is_reached: bool,
}

impl<R: Read> Read for EndOfFile<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.reader.read(buffer)?;
        let text = buffer[..count].iter().rev();
        self.last = text.copied().find(|byte| !byte.is_ascii_whitespace()).unwrap_or(self.last);
        self.is_reached = count == 0;
        Ok(count)
    }
}

/// The whole file.
struct Document;

impl<'de> DeserializeSeed<'de> for Document {
    type Value = Snapshot;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Snapshot, D::Error> {
        deserializer.deserialize_map(self)
    }
}

impl<'de> Visitor<'de> for Document {
    type Value = Snapshot;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object with \"snapshot\", \"nodes\", \"edges\" and \"strings\"")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Snapshot, A::Error> {
        let mut snapshot = Snapshot::default();
        let mut header: Option<Header> = None;
        let (mut has_nodes, mut has_edges, mut has_strings) = (false, false, false);
        let early = |name: &str| A::Error::custom(format!("\"{name}\" stands too early"));
        while let Some(key) = map.next_key::<String>()? {
            let is_repeated = match key.as_str() {
                "snapshot" => header.is_some(),
                "nodes" => has_nodes,
                "edges" => has_edges,
                "strings" => has_strings,
                _ => false,
            };
            if is_repeated {
                return Err(A::Error::custom(format!("\"{key}\" stands twice")));
            }
            match key.as_str() {
                "snapshot" => {
                    let read: Header = map.next_value()?;
                    snapshot.node_types = read.node_types().map_err(A::Error::custom)?;
                    snapshot.edge_types = read.edge_types().map_err(A::Error::custom)?;
                    snapshot.addresses = read.statepoint_gc;
                    header = Some(read);
                }
                "nodes" => {
                    let header = header.as_ref().ok_or_else(|| early("nodes"))?;
                    let fields = header.node_fields().map_err(A::Error::custom)?;
                    let count = header.node_count as usize;
                    map.next_value_seed(Nodes { snapshot: &mut snapshot, fields, count })?;
                    has_nodes = true;
                }
                "edges" => {
                    let header = header.as_ref().filter(|_| has_nodes);
                    let header = header.ok_or_else(|| early("edges"))?;
                    let fields = header.edge_fields().map_err(A::Error::custom)?;
                    let node_fields = header.node_fields().map_err(A::Error::custom)?.count;
                    let count = header.edge_count as usize;
                    let snapshot = &mut snapshot;
                    map.next_value_seed(Edges { snapshot, fields, node_fields, count })?;
                    has_edges = true;
                }
                "strings" => {
                    snapshot.strings = map.next_value()?;
                    has_strings = true;
                }
                _ => {
                    map.next_value::<IgnoredAny>()?;
                }
            }
        }
        for (name, is_there) in
            [("nodes", has_nodes), ("edges", has_edges), ("strings", has_strings)]
        {
            if !is_there {
                return Err(A::Error::custom(format!("\"{name}\" is missing")));
            }
        }
        snapshot.check_strings().map_err(A::Error::custom)?;
        Ok(snapshot)
    }
}

impl Snapshot {
    /// Checks that all strings exist to which nodes and edges refer.
    fn check_strings(&self) -> Result<(), String> {
        let count = self.strings.len();
        let indexed = |kind: &str| ["element", "hidden"].contains(&kind);
        let has_string: Vec<_> = self.edge_types.iter().map(|kind| !indexed(kind)).collect();
        let edges = self.edge_names.iter().zip(&self.edge_kinds);
        let edges = edges.filter(|&(_, &kind)| has_string[usize::from(kind)]).map(|(name, _)| name);
        match self.names.iter().chain(edges).find(|&&name| name as usize >= count) {
            Some(name) => Err(format!("string {name} does not exist; there are {count}")),
            None => Ok(()),
        }
    }
}

/// Calls `item` with the fields of each item of a flat array of integers. Returns the number of
/// items, or an error if there are not `count`.
fn read_items<'de, A: SeqAccess<'de>>(
    mut array: A,
    name: &str,
    fields: &Fields,
    count: usize,
    mut item: impl FnMut(&[u64]) -> Result<(), String>,
) -> Result<(), A::Error> {
    let mut all = vec![0_u64; fields.count];
    let mut selected = vec![0_u64; fields.positions.len()];
    for index in 0..count {
        for (position, value) in all.iter_mut().enumerate() {
            let next = array.next_element::<u64>()?;
            *value = next.ok_or_else(|| {
                let numbers = index * fields.count + position;
                A::Error::custom(format!("\"{name}\" has {numbers} numbers, for {count} items"))
            })?;
        }
        for (value, &position) in selected.iter_mut().zip(&fields.positions) {
            *value = all[position];
        }
        item(&selected)
            .map_err(|why| A::Error::custom(format!("item {index} of \"{name}\": {why}")))?;
    }
    match array.next_element::<u64>()? {
        Some(_) => Err(A::Error::custom(format!("\"{name}\" has more than {count} items"))),
        None => Ok(()),
    }
}

/// Converts a number that is to be less than `limit`.
fn below(number: u64, limit: usize, what: &str) -> Result<u32, String> {
    let number = u32::try_from(number).ok().filter(|&number| (number as usize) < limit);
    number.ok_or_else(|| format!("its {what} does not exist"))
}

/// The array of nodes.
struct Nodes<'s> {
    snapshot: &'s mut Snapshot,
    fields: Fields,
    count: usize,
}

impl<'de> DeserializeSeed<'de> for Nodes<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_seq(self)
    }
}

impl<'de> Visitor<'de> for Nodes<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an array of numbers")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, array: A) -> Result<(), A::Error> {
        let Self { snapshot, fields, count } = self;
        let types = snapshot.node_types.len();
        let (mut edges, mut bytes) = (0_u32, 0_u64);
        snapshot.first_edges.push(0);
        read_items(array, "nodes", &fields, count, |item| {
            let &[kind, name, id, size, edge_count] = item else { return Ok(()) };
            snapshot.kinds.push(below(kind, types, "type")? as u8);
            snapshot.names.push(below(name, u32::MAX as usize, "name")?);
            snapshot.ids.push(id);
            // Sums of sizes, of which some are differences, are signed.
            let total = bytes.checked_add(size).filter(|total| i64::try_from(*total).is_ok());
            bytes = total.ok_or("the sizes of the nodes exceed any address space")?;
            snapshot.sizes.push(size);
            let total = u32::try_from(edge_count).ok().and_then(|count| edges.checked_add(count));
            edges = total.ok_or("it has too many edges")?;
            snapshot.first_edges.push(edges);
            Ok(())
        })?;
        if count == 0 {
            return Err(A::Error::custom("the snapshot has no nodes"));
        }
        Ok(())
    }
}

/// The array of edges.
struct Edges<'s> {
    snapshot: &'s mut Snapshot,
    fields: Fields,
    node_fields: usize,
    count: usize,
}

impl<'de> DeserializeSeed<'de> for Edges<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_seq(self)
    }
}

impl<'de> Visitor<'de> for Edges<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an array of numbers")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, array: A) -> Result<(), A::Error> {
        let Self { snapshot, fields, node_fields, count } = self;
        let of_nodes = snapshot.first_edges.last().copied().unwrap_or(0);
        if of_nodes as usize != count {
            let why = format!("the nodes have {of_nodes} edges, but edge_count is {count}");
            return Err(A::Error::custom(why));
        }
        let (types, nodes) = (snapshot.edge_types.len(), snapshot.kinds.len());
        read_items(array, "edges", &fields, count, |item| {
            let &[kind, name, target] = item else { return Ok(()) };
            snapshot.edge_kinds.push(below(kind, types, "type")? as u8);
            snapshot.edge_names.push(below(name, u32::MAX as usize, "name")?);
            if !target.is_multiple_of(node_fields as u64) {
                return Err(format!("its target {target} is not the first field of a node"));
            }
            snapshot.edge_targets.push(below(target / node_fields as u64, nodes, "target")?);
            Ok(())
        })
    }
}
