//! Paths from the root to an object.

use std::str::FromStr;

use crate::{Edge, Snapshot};

/// An object to which a path is searched.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Target {
    /// An object of this class: of those, the one nearest to the root.
    Class(String),
    /// The object with this id, in the text form `@123`.
    Id(u64),
    /// The object at this address, in the text form `0x7f00`.
    Address(u64),
}

/// Error returned for a text that starts like an id or an address, and is none.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "{0} is no target; use the name of a type, an id such as @123, or an address such as 0x7f00"
)]
pub struct TargetError(String);

impl FromStr for Target {
    type Err = TargetError;

    fn from_str(text: &str) -> Result<Self, TargetError> {
        let error = || TargetError(text.to_owned());
        if let Some(id) = text.strip_prefix('@') {
            return Ok(Self::Id(id.parse().map_err(|_| error())?));
        }
        if let Some(digits) = text.strip_prefix("0x") {
            return Ok(Self::Address(u64::from_str_radix(digits, 16).map_err(|_| error())?));
        }
        if text.is_empty() { Err(error()) } else { Ok(Self::Class(text.to_owned())) }
    }
}

/// A step of a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step<'a> {
    /// The number of the node that has the edge.
    pub from: usize,
    /// The edge to the next node.
    pub edge: Edge<'a>,
}

/// Returns a shortest path from the root to a target, by edges that are not weak. `None` if there
/// is no such object, or it is not reachable.
pub fn shortest_path<'a>(snapshot: &'a Snapshot, target: &Target) -> Option<Vec<Step<'a>>> {
    let wanted = match target {
        Target::Class(_) => None,
        Target::Id(id) => Some(snapshot.node_with_id(*id)?),
        Target::Address(address) => Some(snapshot.node_at(*address)?),
    };
    let is_target = |node: usize| match target {
        Target::Class(class) => !snapshot.is_synthetic(node) && snapshot.class(node) == *class,
        Target::Id(_) | Target::Address(_) => Some(node) == wanted,
    };
    const NONE: u32 = u32::MAX;
    // The edge by which each node was found, and the node that has the edge.
    let mut found_by = vec![(NONE, NONE); snapshot.node_count()];
    let mut queue = std::collections::VecDeque::from([0_usize]);
    while let Some(node) = queue.pop_front() {
        if is_target(node) {
            let mut steps = Vec::new();
            let mut at = node;
            while found_by[at].1 != NONE {
                let (from, edge) = found_by[at];
                at = from as usize;
                steps.push(Step { from: at, edge: snapshot.edge_at(edge as usize) });
            }
            steps.reverse();
            return Some(steps);
        }
        for edge in snapshot.strong_edges(node) {
            let next = snapshot.edge_target(edge);
            if next != 0 && found_by[next].1 == NONE {
                found_by[next] = (node as u32, edge as u32);
                queue.push_back(next);
            }
        }
    }
    None
}
