//! The part of a snapshot before its arrays.

use serde::Deserialize;
use serde_json::Value;

/// The object `snapshot` of the file.
#[derive(Debug, Deserialize)]
pub(super) struct Header {
    meta: Meta,
    pub(super) node_count: u32,
    pub(super) edge_count: u32,
    /// Only in the files of `statepoint-gc`.
    pub(super) statepoint_gc: Option<HeapAddresses>,
}

#[derive(Debug, Deserialize)]
struct Meta {
    node_fields: Vec<String>,
    node_types: Vec<Value>,
    edge_fields: Vec<String>,
    edge_types: Vec<Value>,
}

/// How the addresses of objects follow from their ids.
#[derive(Clone, Copy, Debug, Deserialize)]
pub(super) struct HeapAddresses {
    /// The start of the heap's address range.
    heap_start: u64,
    /// Bytes from there on in which small objects are.
    small_bytes: u64,
    /// Distance of the addresses at which large objects may begin.
    block_bytes: u64,
    ids: Ids,
}

/// What the ids of objects are made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Ids {
    Addresses,
    Order,
}

impl HeapAddresses {
    /// Returns whether the ids are made of addresses.
    pub(super) fn are_known(self) -> bool {
        self.ids == Ids::Addresses
    }

    /// Returns the address of the object with an id.
    pub(super) fn of_id(self, id: u64) -> Option<u64> {
        if !self.are_known() {
            return None;
        }
        let (number, small) = (id / 2, self.small_bytes / 8);
        let offset = match number.checked_sub(small) {
            Some(beyond) => beyond.checked_mul(self.block_bytes)?.checked_add(self.small_bytes)?,
            None => number * 8,
        };
        self.heap_start.checked_add(offset)
    }
}

/// The positions of the fields of a node or an edge.
#[derive(Clone, Debug)]
pub(super) struct Fields {
    /// Number of fields.
    pub(super) count: usize,
    /// The position of each field that is read, in the order of the names that were asked for.
    pub(super) positions: Vec<usize>,
}

impl Header {
    /// Returns the fields of nodes: type, name, id, size and number of edges.
    pub(super) fn node_fields(&self) -> Result<Fields, String> {
        fields(&self.meta.node_fields, &["type", "name", "id", "self_size", "edge_count"])
    }

    /// Returns the fields of edges: type, name or index, and target.
    pub(super) fn edge_fields(&self) -> Result<Fields, String> {
        fields(&self.meta.edge_fields, &["type", "name_or_index", "to_node"])
    }

    pub(super) fn node_types(&self) -> Result<Vec<String>, String> {
        type_names(&self.meta.node_types, "node_types")
    }

    pub(super) fn edge_types(&self) -> Result<Vec<String>, String> {
        type_names(&self.meta.edge_types, "edge_types")
    }
}

fn fields(all: &[String], names: &[&str]) -> Result<Fields, String> {
    let position = |name: &&str| {
        let found = all.iter().position(|field| field == name);
        found.ok_or_else(|| format!("the field \"{name}\" is missing"))
    };
    let positions = names.iter().map(position).collect::<Result<_, _>>()?;
    Ok(Fields { count: all.len(), positions })
}

/// Returns the names of the types, which are the first element of the list.
fn type_names(list: &[Value], name: &str) -> Result<Vec<String>, String> {
    let names = list.first().and_then(Value::as_array);
    let names = names.ok_or_else(|| format!("{name} has no list of types"))?;
    let text = |name: &Value| name.as_str().map(str::to_owned);
    let names = names.iter().map(text).collect::<Option<Vec<_>>>();
    let names = names.filter(|names| names.len() < usize::from(u8::MAX));
    names.ok_or_else(|| format!("{name} has types that are no text"))
}
