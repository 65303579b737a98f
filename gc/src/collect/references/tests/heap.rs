//! A small generational heap, each part of which is simple.

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use super::super::*;
use crate::collection::Scope;
use crate::object::{ScanPart, ScanRest, TypeId, TypeLayout, reference_slots};

/// Size of each object in words: a header and three fields.
const WORDS: usize = 4;
const BYTES: u64 = 8 * WORDS as u64;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Type {
    Strong = 1,
    /// The middle field is weak.
    Short,
    Long,
    /// Key, value, and a field that is strong.
    Ephemeron,
}

fn types() -> TypeTable {
    let types = TypeTable::new(None).unwrap();
    let weak = |kind| TypeLayout::Weak { size: 32, references: vec![8, 24], weak: vec![16], kind };
    let ephemeron = TypeLayout::Ephemeron { size: 32, references: vec![24], key: 8, value: 16 };
    let strong = TypeLayout::Fixed { size: 32, references: vec![8, 16, 24] };
    let all = [strong, weak(WeakKind::Short), weak(WeakKind::Long), ephemeron];
    for (id, layout) in (1..).zip(all) {
        types.register(TypeId::new(id), layout).unwrap();
    }
    types
}

/// A heap in which no address is used twice.
pub(super) struct Heap {
    types: Arc<TypeTable>,
    pub(super) references: References,
    pub(super) handles: HandleTable,
    memory: Box<[AtomicU64]>,
    /// Number of objects ever created.
    count: usize,
    pub(super) old: BTreeSet<u64>,
    /// Old objects that the next young collection has to discover.
    pub(super) remembered: BTreeSet<u64>,
    random: fastrand::Rng,
    // Of the current collection:
    kind: Scope,
    /// Address from which the objects that it has created begin.
    new: u64,
    moved: HashMap<u64, u64>,
    unscanned: Vec<u64>,
    waiting_keys: BTreeSet<u64>,
    reached: Vec<u64>,
    discovered: Vec<usize>,
    /// Number of queries it has answered.
    pub(super) queries: u64,
}

impl Heap {
    pub(super) fn new(objects: usize, seed: u64) -> Self {
        Self {
            types: Arc::new(types()),
            references: References::default(),
            handles: HandleTable::default(),
            memory: (0..objects * WORDS).map(|_| AtomicU64::new(0)).collect(),
            count: 0,
            old: BTreeSet::new(),
            remembered: BTreeSet::new(),
            random: fastrand::Rng::with_seed(seed),
            kind: Scope::Full,
            new: 0,
            moved: HashMap::new(),
            unscanned: Vec::new(),
            waiting_keys: BTreeSet::new(),
            reached: Vec::new(),
            discovered: Vec::new(),
            queries: 0,
        }
    }

    fn base(&self) -> u64 {
        self.memory.as_ptr().expose_provenance() as u64
    }

    fn allocate(&mut self) -> u64 {
        assert!((self.count + 1) * WORDS <= self.memory.len(), "the test needs more memory");
        self.count += 1;
        self.base() + (self.count as u64 - 1) * BYTES
    }

    pub(super) fn make(&mut self, kind: Type, fields: [u64; 3]) -> u64 {
        let object = self.allocate();
        word(object as usize).store((kind as u64) << 8, Relaxed);
        for (n, field) in fields.into_iter().enumerate() {
            self.field(object, n).store(field, Relaxed);
        }
        object
    }

    pub(super) fn field(&self, object: u64, n: usize) -> &AtomicU64 {
        &self.memory[(object - self.base()) as usize / 8 + 1 + n]
    }

    fn is_object(&self, word: u64) -> bool {
        (self.base()..self.base() + self.count as u64 * BYTES).contains(&word)
    }

    /// Returns whether the object is subject to the collection and has not moved yet.
    fn concerns(&self, word: u64) -> bool {
        let concerned = self.kind == Scope::Full || !self.old.contains(&word);
        self.is_object(word) && word < self.new && concerned
    }

    fn scan(&mut self, object: u64) -> ScanRest {
        let id = Header::from_object(word(object as usize).load(Relaxed)).type_id();
        assert_ne!(id.get(), 0, "a dead object was reached");
        let mut slots = Vec::new();
        // SAFETY: an object of this type, in memory that lives as long as the heap; nothing is
        // changed.
        let rest = unsafe {
            reference_slots(&self.types, object as usize, ScanPart::ALL, |slot| slots.push(slot))
        };
        for slot in slots {
            let slot = word(slot);
            slot.store(self.retain(slot.load(Relaxed)), Relaxed);
        }
        rest
    }

    pub(super) fn collect(&mut self, kind: Scope, roots: &mut [u64]) -> ReferenceCounts {
        self.kind = kind;
        self.new = self.base() + self.count as u64 * BYTES;
        self.moved.clear();
        self.queries = 0;
        for root in roots {
            *root = self.retain(*root);
        }
        let handles = core::mem::take(&mut self.handles);
        for shard in 0..SHARDS {
            handles.visit(shard, kind, |word| {
                let word = self.retain(word);
                VisitedCell { word, young: self.is_young(word) }
            });
        }
        if kind == Scope::Young {
            // Strong fields of old objects are found through the write barrier, the other fields
            // through the remembered objects.
            for object in self.old.clone() {
                if self.scan(object) == ScanRest::Special && self.remembered.contains(&object) {
                    self.discovered.push(object as usize);
                }
            }
        }
        self.trace();
        let references = core::mem::take(&mut self.references);
        let types = Arc::clone(&self.types);
        let sources = Sources { types: &types, handles: &handles, references: &references };
        self.queries = 0;
        let done = process(sources, Items::In(kind), self);
        (self.handles, self.references) = (handles, references);
        assert!(self.unscanned.is_empty() && self.discovered.is_empty());
        self.remembered = done.revisit.iter().map(|&object| object as u64).collect();
        assert_eq!(self.remembered.len(), done.revisit.len(), "each is listed once");
        // The former addresses of moved and dead objects are no longer objects.
        for index in 0..(self.new - self.base()) / BYTES {
            let object = self.base() + index * BYTES;
            if self.concerns(object) {
                self.old.remove(&object);
                (0..WORDS).for_each(|n| word(object as usize + 8 * n).store(0, Relaxed));
            }
        }
        done.counts
    }

    /// Returns the address of an object after a collection.
    pub(super) fn now(&self, object: u64) -> Option<u64> {
        if self.concerns(object) { self.moved.get(&object).copied() } else { Some(object) }
    }
}

impl Survivors for Heap {
    fn survivor(&mut self, word: u64) -> Option<u64> {
        self.queries += 1;
        self.now(word)
    }

    fn retain(&mut self, object: u64) -> u64 {
        self.queries += 1;
        if !self.concerns(object) {
            return object;
        }
        if let Some(&copy) = self.moved.get(&object) {
            return copy;
        }
        let copy = self.allocate();
        for n in 0..WORDS {
            let from = word(object as usize + 8 * n).load(Relaxed);
            word(copy as usize + 8 * n).store(from, Relaxed);
        }
        self.moved.insert(object, copy);
        if self.old.contains(&object) || self.random.u8(..) < 100 {
            self.old.insert(copy);
        }
        if self.waiting_keys.remove(&object) {
            self.reached.push(object);
        }
        self.unscanned.push(copy);
        copy
    }

    fn trace(&mut self) {
        while let Some(object) = self.unscanned.pop() {
            if self.scan(object) == ScanRest::Special {
                self.discovered.push(object as usize);
            }
        }
    }

    fn mark_waiting_key(&mut self, word: u64) {
        assert!(
            self.now(word).is_none() && self.waiting_keys.insert(word),
            "each key is marked once"
        );
    }

    fn next_reached_key(&mut self) -> Option<u64> {
        self.reached.pop()
    }

    fn next_discovered(&mut self) -> Option<usize> {
        self.discovered.pop()
    }

    fn is_young(&self, word: u64) -> bool {
        self.is_object(word) && !self.old.contains(&word)
    }
}
