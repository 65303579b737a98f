//! The naive model: objects without addresses, and every question answered by looking at all of them.

use std::collections::{BTreeSet, HashMap};

use super::super::*;
use super::heap::Type;
use crate::handles::CellId;

/// An object of the model: its place in the list is its name.
#[derive(Clone, Debug)]
pub(super) struct Object {
    pub(super) address: u64,
    pub(super) kind: Type,
    pub(super) fields: [Option<usize>; 3],
    pub(super) alive: bool,
}

#[derive(Default)]
pub(super) struct Model {
    pub(super) objects: Vec<Object>,
    pub(super) roots: BTreeSet<usize>,
    pub(super) weak: Vec<(WeakKind, CellId, Option<usize>)>,
    /// Of the one table.
    pub(super) entries: HashMap<usize, usize>,
    /// Objects with their tokens, in order.
    pub(super) finalizable: Vec<(usize, u64)>,
    pub(super) queued: Vec<(usize, u64)>,
}

impl Model {
    /// All that is reachable from these objects.
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

    /// What a collection does that takes `counted` for reached whatever leads to it.
    pub(super) fn collect(&mut self, counted: &[bool]) {
        let mut first = counted.to_vec();
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
            let alive = if *kind == WeakKind::Short { &first } else { &last };
            *target = target.filter(|&target| alive[target]);
        }
        self.entries.retain(|key, _| last[*key]);
        for (n, object) in self.objects.iter_mut().enumerate() {
            object.alive &= last[n];
            // One that was only revived is looked at last.
            let short = object.kind == Type::Short && first[n];
            let alive = if short { &first } else { &last };
            match object.kind {
                Type::Strong => {}
                Type::Short | Type::Long => {
                    object.fields[1] = object.fields[1].filter(|&target| alive[target]);
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
