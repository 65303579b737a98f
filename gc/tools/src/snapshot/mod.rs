//! [`Snapshot`], a heap snapshot in memory.

mod error;
mod header;
mod read;

pub use error::ReadError;

use std::fmt;

use header::HeapAddresses;

/// A heap snapshot. Nodes are numbered from 0, which is the root.
#[derive(Debug, Default)]
pub struct Snapshot {
    /// Names of the types of nodes, such as `object`.
    node_types: Vec<String>,
    /// Names of the types of edges, such as `property`.
    edge_types: Vec<String>,
    kinds: Vec<u8>,
    names: Vec<u32>,
    ids: Vec<u64>,
    sizes: Vec<u64>,
    /// For each node, the index of its first edge; then the number of edges.
    first_edges: Vec<u32>,
    edge_kinds: Vec<u8>,
    edge_names: Vec<u32>,
    edge_targets: Vec<u32>,
    strings: Vec<String>,
    addresses: Option<HeapAddresses>,
}

/// An edge of a snapshot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Edge<'a> {
    /// The type, such as `property`.
    pub kind: &'a str,
    /// The name.
    pub name: EdgeName<'a>,
    /// The number of the node that the edge points to.
    pub target: usize,
}

impl Edge<'_> {
    /// Returns whether the edge does not keep its target alive.
    pub fn is_weak(&self) -> bool {
        self.kind == "weak"
    }
}

/// The name of an edge. Displays as `.left` or `[3]`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EdgeName<'a> {
    /// The name of a field, or of a slot in a frame.
    Text(&'a str),
    /// The index of an element.
    Index(u32),
}

impl fmt::Display for EdgeName<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Text(text) => write!(f, ".{text}"),
            Self::Index(index) => write!(f, "[{index}]"),
        }
    }
}

impl Snapshot {
    /// Returns the number of nodes.
    pub fn node_count(&self) -> usize {
        self.kinds.len()
    }

    /// Returns the number of edges.
    pub fn edge_count(&self) -> usize {
        self.edge_kinds.len()
    }

    /// Returns the type of a node, such as `object` or `synthetic`.
    pub fn kind(&self, node: usize) -> &str {
        &self.node_types[usize::from(self.kinds[node])]
    }

    /// Returns the name of a node: for an object the name of its type, for a string its text.
    pub fn name(&self, node: usize) -> &str {
        &self.strings[self.names[node] as usize]
    }

    /// Returns the id of a node.
    pub fn id(&self, node: usize) -> u64 {
        self.ids[node]
    }

    /// Returns the size of a node in bytes.
    pub fn size(&self, node: usize) -> u64 {
        self.sizes[node]
    }

    /// Returns whether the node is no object: the root, or what holds roots.
    pub fn is_synthetic(&self, node: usize) -> bool {
        self.kind(node) == "synthetic"
    }

    /// Returns the address of an object, if the snapshot is of `statepoint-gc` and its ids are made
    /// of addresses.
    pub fn address(&self, node: usize) -> Option<u64> {
        if self.is_synthetic(node) { None } else { self.addresses?.of_id(self.ids[node]) }
    }

    /// Returns the node with an id.
    pub fn node_with_id(&self, id: u64) -> Option<usize> {
        self.ids.iter().position(|&other| other == id)
    }

    /// Returns the object at an address; see [`Self::address`].
    pub fn node_at(&self, address: u64) -> Option<usize> {
        (0..self.node_count()).find(|&node| self.address(node) == Some(address))
    }

    /// Returns whether the addresses of objects are known.
    pub fn has_addresses(&self) -> bool {
        self.addresses.is_some_and(|addresses| addresses.are_known())
    }

    /// Returns the edges of a node.
    pub fn edges(&self, node: usize) -> impl Iterator<Item = Edge<'_>> {
        (self.first_edges[node] as usize..self.first_edges[node + 1] as usize)
            .map(|index| self.edge(index))
    }

    fn edge(&self, index: usize) -> Edge<'_> {
        let kind = self.edge_types[usize::from(self.edge_kinds[index])].as_str();
        let name = match kind {
            "element" | "hidden" => EdgeName::Index(self.edge_names[index]),
            _ => EdgeName::Text(&self.strings[self.edge_names[index] as usize]),
        };
        Edge { kind, name, target: self.edge_targets[index] as usize }
    }

    /// Returns the class by which the viewers group a node: the name of an object, and the type of
    /// others in parentheses.
    pub fn class(&self, node: usize) -> String {
        match self.kind(node) {
            "object" | "native" => self.name(node).to_owned(),
            "code" => "(compiled code)".to_owned(),
            "closure" => "Function".to_owned(),
            "regexp" => "RegExp".to_owned(),
            "hidden" => "(system)".to_owned(),
            kind => format!("({kind})"),
        }
    }

    /// Returns a number for the class of a node. Nodes have the same number exactly if they have
    /// the same class, unless objects have the same name by different strings.
    pub(crate) fn class_key(&self, node: usize) -> (u8, u32) {
        let kind = self.kinds[node];
        match self.kind(node) {
            "object" | "native" => (u8::MAX, self.names[node]),
            _ => (kind, 0),
        }
    }

    /// Returns the targets of the edges of a node that keep their targets alive.
    pub(crate) fn strong_targets(&self, node: usize) -> impl Iterator<Item = usize> {
        self.strong_edges(node).map(|index| self.edge_targets[index] as usize)
    }

    /// Returns the indices of the edges of a node that keep their targets alive.
    pub(crate) fn strong_edges(&self, node: usize) -> impl Iterator<Item = usize> {
        let weak = self.edge_types.iter().position(|kind| kind == "weak");
        (self.first_edges[node] as usize..self.first_edges[node + 1] as usize)
            .filter(move |&index| Some(usize::from(self.edge_kinds[index])) != weak)
    }

    pub(crate) fn edge_target(&self, index: usize) -> usize {
        self.edge_targets[index] as usize
    }

    pub(crate) fn edge_at(&self, index: usize) -> Edge<'_> {
        self.edge(index)
    }
}
