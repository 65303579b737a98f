//! The naive model: objects without addresses. Every query is answered by inspecting all of them.

use std::collections::{BTreeSet, HashMap};

use super::super::*;
use super::heap::Type;
use crate::handles::CellId;

/// An object of the model, identified by its index in the list.
#[derive(Clone, Debug)]
pub(super) struct Object {
    pub(super) address: u64,
    pub(super) kind: Type,
    pub(super) fields: [Option<usize>; 3],
    pub(super) live: bool,
}

#[derive(Default)]
pub(super) struct Model {
    pub(super) objects: Vec<Object>,
    pub(super) roots: BTreeSet<usize>,
    pub(super) weak: Vec<(WeakKind, CellId, Option<usize>)>,
    /// Entries of the only table.
    pub(super) entries: HashMap<usize, usize>,
    /// Finalizable objects with their tokens, in order of registration.
    pub(super) finalizable: Vec<(usize, u64)>,
    pub(super) queued: Vec<(usize, u64)>,
}

impl Model {
    /// Adds all objects that are reachable from those in `reached`.
    fn reach(&self, reached: &mut [bool]) {
        loop {
            let before = reached.to_vec();
            for (n, object) in self.objects.iter().enumerate().filter(|(n, _)| before[*n]) {
                let strong: &[usize] = match object.kind {
                    Type::Strong => &[0, 1, 2],
                    Type::Short | Type::Long => &[0, 2],
                    Type::Ephemeron => &[2],
                };
                for &field in strong {
                    object.fields[field].into_iter().for_each(|to| reached[to] = true);
                }
                if object.kind == Type::Ephemeron && object.fields[0].is_none_or(|key| before[key])
                {
                    object.fields[1].into_iter().for_each(|to| reached[to] = true);
                }
                if let Some(&value) = self.entries.get(&n) {
                    reached[value] = true;
                }
            }
            if before == reached {
                return;
            }
        }
    }

    /// Runs a collection in which the objects in `is_live` count as reached, whatever refers to
    /// them.
    pub(super) fn collect(&mut self, is_live: &[bool]) {
        let mut first = is_live.to_vec();
        self.roots.iter().for_each(|&root| first[root] = true);
        self.queued.iter().for_each(|&(object, _)| first[object] = true);
        self.reach(&mut first);
        let (dead, finalizable): (Vec<_>, Vec<_>) =
            self.finalizable.iter().partition(|(object, _)| !first[*object]);
        let mut last = first.clone();
        dead.iter().for_each(|&(object, _)| last[object] = true);
        self.reach(&mut last);
        self.finalizable = finalizable;
        self.queued.extend(dead);
        for (kind, _, target) in &mut self.weak {
            let live = if *kind == WeakKind::Short { &first } else { &last };
            *target = target.filter(|&target| live[target]);
        }
        self.entries.retain(|key, _| last[*key]);
        for (n, object) in self.objects.iter_mut().enumerate() {
            object.live &= last[n];
            // A weak object that was only revived is processed last.
            let short = object.kind == Type::Short && first[n];
            let live = if short { &first } else { &last };
            match object.kind {
                Type::Strong => {}
                Type::Short | Type::Long => {
                    object.fields[1] = object.fields[1].filter(|&target| live[target]);
                }
                Type::Ephemeron => {
                    if object.fields[0].is_some_and(|key| !last[key]) {
                        object.fields[..2].fill(None);
                    }
                }
            }
        }
    }
}
