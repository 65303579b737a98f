//! A small generational heap, each part of which is simple.

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use super::super::*;
use crate::collection::Scope;
use crate::handles::SHARDS;
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

/// Where the objects of a heap are.
pub(super) struct Placement {
    /// Address of the first object.
    base: u64,
    /// Number of objects ever created.
    count: usize,
    pub(super) old: BTreeSet<u64>,
    // Of the current collection:
    kind: Scope,
    /// Address from which the objects that it has created begin.
    new: u64,
    moved: HashMap<u64, u64>,
    /// Number of queries that were answered.
    queries: AtomicU64,
}

/// No fiber has an owner.
struct NoFibers;

impl OwnedFibers for NoFibers {
    fn count(&self) -> u32 {
        0
    }

    fn owner(&self, _: u32) -> u64 {
        unreachable!("there is none")
    }

    fn is_running(&self, _: u32) -> bool {
        unreachable!("there is none")
    }

    fn keep(&self, _: u32, _: (u64, bool), _: &mut Keep<'_>) {}

    fn queue(&self, _: u32, _: &mut Keep<'_>) {}
}

/// A heap in which no address is used twice.
pub(super) struct Heap {
    types: Arc<TypeTable>,
    pub(super) references: References,
    pub(super) handles: HandleTable,
    memory: Box<[AtomicU64]>,
    pub(super) placement: Placement,
    /// Old objects that the next young collection has to discover.
    pub(super) remembered: BTreeSet<u64>,
    random: fastrand::Rng,
    /// Number of threads of a job that retains nothing.
    threads: usize,
    // Of the current collection:
    unscanned: Vec<u64>,
    waiting_keys: BTreeSet<u64>,
    reached: Vec<u64>,
    discovered: Vec<usize>,
}

impl Placement {
    fn is_object(&self, word: u64) -> bool {
        (self.base..self.base + self.count as u64 * BYTES).contains(&word)
    }

    /// Returns whether the object is subject to the collection and has not moved yet.
    fn concerns(&self, word: u64) -> bool {
        let concerned = self.kind == Scope::Full || !self.old.contains(&word);
        self.is_object(word) && word < self.new && concerned
    }

    /// Returns the address of an object after a collection.
    fn now(&self, object: u64) -> Option<u64> {
        if self.concerns(object) { self.moved.get(&object).copied() } else { Some(object) }
    }
}

impl Liveness for Placement {
    fn survivor(&self, word: u64) -> Option<u64> {
        self.queries.fetch_add(1, Relaxed);
        self.now(word)
    }

    fn is_young(&self, word: u64) -> bool {
        self.is_object(word) && !self.old.contains(&word)
    }
}

impl Heap {
    pub(super) fn new(objects: usize, seed: u64) -> Self {
        let memory: Box<[_]> = (0..objects * WORDS).map(|_| AtomicU64::new(0)).collect();
        let placement = Placement {
            base: memory.as_ptr().expose_provenance() as u64,
            count: 0,
            old: BTreeSet::new(),
            kind: Scope::Full,
            new: 0,
            moved: HashMap::new(),
            queries: AtomicU64::new(0),
        };
        Self {
            types: Arc::new(types()),
            references: References::default(),
            handles: HandleTable::default(),
            memory,
            placement,
            remembered: BTreeSet::new(),
            random: fastrand::Rng::with_seed(seed),
            threads: 1,
            unscanned: Vec::new(),
            waiting_keys: BTreeSet::new(),
            reached: Vec::new(),
            discovered: Vec::new(),
        }
    }

    /// Makes jobs that retain nothing run on several threads.
    pub(super) fn with_threads(mut self, threads: usize) -> Self {
        self.threads = threads;
        self
    }

    /// Returns the number of queries that the last collection has asked.
    pub(super) fn queries(&self) -> u64 {
        self.placement.queries.load(Relaxed)
    }

    fn allocate(&mut self) -> u64 {
        let Placement { base, count, .. } = &mut self.placement;
        assert!((*count + 1) * WORDS <= self.memory.len(), "the test needs more memory");
        *count += 1;
        *base + (*count as u64 - 1) * BYTES
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
        &self.memory[(object - self.placement.base) as usize / 8 + 1 + n]
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
        let placement = &mut self.placement;
        let base = placement.base;
        placement.kind = kind;
        placement.new = base + placement.count as u64 * BYTES;
        placement.moved.clear();
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
            for object in self.placement.old.clone() {
                if self.scan(object) == ScanRest::Special && self.remembered.contains(&object) {
                    self.discovered.push(object as usize);
                }
            }
        }
        self.trace();
        let references = core::mem::take(&mut self.references);
        let types = Arc::clone(&self.types);
        let (t, h, r) = (&types, &handles, &references);
        let sources = Sources { types: t, handles: h, references: r, fibers: &NoFibers };
        self.placement.queries.store(0, Relaxed);
        let done = process(sources, Items::In(kind), self);
        (self.handles, self.references) = (handles, references);
        assert!(self.unscanned.is_empty() && self.discovered.is_empty());
        self.remembered = done.revisit.iter().map(|&object| object as u64).collect();
        assert_eq!(self.remembered.len(), done.revisit.len(), "each is listed once");
        // The former addresses of moved and dead objects are no longer objects.
        for index in 0..(self.placement.new - base) / BYTES {
            let object = base + index * BYTES;
            if self.placement.concerns(object) {
                self.placement.old.remove(&object);
                (0..WORDS).for_each(|n| word(object as usize + 8 * n).store(0, Relaxed));
            }
        }
        done.counts
    }

    /// Returns the address of an object after a collection.
    pub(super) fn now(&self, object: u64) -> Option<u64> {
        self.placement.now(object)
    }

    pub(super) fn is_young(&self, word: u64) -> bool {
        self.placement.is_young(word)
    }

    fn trace(&mut self) {
        while let Some(object) = self.unscanned.pop() {
            if self.scan(object) == ScanRest::Special {
                self.discovered.push(object as usize);
            }
        }
    }
}

impl Liveness for Heap {
    fn survivor(&self, word: u64) -> Option<u64> {
        self.placement.survivor(word)
    }

    fn is_young(&self, word: u64) -> bool {
        self.placement.is_young(word)
    }
}

impl Retain for Heap {
    fn retain(&mut self, object: u64) -> u64 {
        self.placement.queries.fetch_add(1, Relaxed);
        if !self.placement.concerns(object) {
            return object;
        }
        if let Some(&copy) = self.placement.moved.get(&object) {
            return copy;
        }
        let copy = self.allocate();
        for n in 0..WORDS {
            let from = word(object as usize + 8 * n).load(Relaxed);
            word(copy as usize + 8 * n).store(from, Relaxed);
        }
        self.placement.moved.insert(object, copy);
        if self.placement.old.contains(&object) || self.random.u8(..) < 100 {
            self.placement.old.insert(copy);
        }
        if self.waiting_keys.remove(&object) {
            self.reached.push(object);
        }
        self.unscanned.push(copy);
        copy
    }
}

impl Workers for Heap {
    type Liveness = Placement;

    fn liveness(&self) -> &Placement {
        &self.placement
    }

    fn run(&mut self, _: usize, job: &(dyn Fn(&Placement) + Sync)) {
        std::thread::scope(|scope| {
            (1..self.threads).for_each(|_| drop(scope.spawn(|| job(&self.placement))));
            job(&self.placement);
        });
    }

    fn retain_and_trace(&mut self, _: usize, job: &impl RetainingJob) {
        job.run(self);
        self.trace();
    }

    fn mark_waiting_key(&mut self, word: u64) {
        assert!(
            self.placement.now(word).is_none() && self.waiting_keys.insert(word),
            "each key is marked once"
        );
    }

    fn next_reached_key(&mut self) -> Option<u64> {
        self.reached.pop()
    }

    fn take_discovered(&mut self) -> Vec<usize> {
        core::mem::take(&mut self.discovered)
    }
}
