//! Benchmark of the references that native code holds, and of reference processing.

use std::error::Error;
use std::process::ExitCode;
use std::thread;
use std::time::Duration;

use benches::clock::{median, process_time, thread_time};
use benches::random::Random;
use clap::{Parser, ValueEnum};
use serde_json::{Value, json};
use statepoint_gc::{
    Handle, Heap, Mutator, TypeId, WeakHandle, observe::CollectionReport, roots::WeakTable,
    types::WeakKind,
};
use tests::managed::{self, records};

/// Measures collections of a heap with many handles, weak references, ephemerons, finalizers or
/// large objects.
///
/// A row is one kind of item, their number, whether their objects die, and a collection:
///
///   young  the first young collection: all items and objects are young
///   idle   a young collection after all have been promoted
///   full   a full collection of the promoted items and objects
///   cycle  the pause that ends the marking of a concurrent cycle, with the same items
///
/// The columns, medians of the rounds: the number of threads that collect, the milliseconds of
/// roots and tracing, of reference processing, and of the pause; and for each item the nanoseconds
/// of reference processing, of processor time, and of that of the thread that requests the
/// collection. The last two show how workers divide the work, even if other programs run.
///
/// Example: references --kinds ephemerons,finalizers --counts 1000000 --threads 1,2 --json
#[derive(Debug, Parser)]
#[command(name = "references", version, verbatim_doc_comment)]
struct Options {
    /// Kinds of items, separated by commas; all if not given
    #[arg(long, value_enum, value_delimiter = ',')]
    kinds: Vec<Kind>,
    /// Numbers of items, separated by commas
    #[arg(long, value_delimiter = ',', default_value = "1000,100000,1000000",
        value_parser = clap::value_parser!(u64).range(1..=100_000_000))]
    counts: Vec<u64>,
    /// Numbers of threads that collect, separated by commas
    #[arg(long, value_delimiter = ',', default_value = "1,2",
        value_parser = clap::value_parser!(u64).range(1..=256))]
    threads: Vec<u64>,
    /// Collections to measure, separated by commas; all if not given
    #[arg(long, value_enum, value_delimiter = ',')]
    collections: Vec<Measured>,
    /// Number of rounds, each with a new heap
    #[arg(long, default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..))]
    rounds: u32,
    /// After the table, print one line of JSON
    #[arg(long)]
    json: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Kind {
    /// Strong handles, each of its own object
    Handles,
    /// Strong handles, each of its own object of 40 KB; at most 100,000
    LargeObjects,
    /// Weak handles
    WeakHandles,
    /// Entries of one weak table
    Entries,
    /// Objects with a weak field
    WeakFields,
    /// Ephemerons that do not depend on each other
    Ephemerons,
    /// Ephemerons, each with the key of the next one as its value
    Chain,
    /// The same, listed in the opposite order
    ReversedChain,
    /// The same, listed in random order
    ShuffledChain,
    /// Registered finalizers
    Finalizers,
}

impl Kind {
    /// Returns whether the items' objects may die while the items are live.
    fn may_die(self) -> bool {
        !self.is_strong() && !self.is_chain()
    }

    /// Returns whether each item is a strong handle of its own object.
    fn is_strong(self) -> bool {
        matches!(self, Self::Handles | Self::LargeObjects)
    }

    fn max_count(self) -> u64 {
        if self == Self::LargeObjects { 100_000 } else { u64::MAX }
    }

    /// Returns the maximum number of bytes of an item, with its objects.
    fn bytes_per_item(self) -> u64 {
        if self == Self::LargeObjects { 64 << 10 } else { 128 }
    }

    fn is_chain(self) -> bool {
        matches!(self, Self::Chain | Self::ReversedChain | Self::ShuffledChain)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Measured {
    Young,
    Idle,
    Full,
    Cycle,
}

/// A type of objects without references.
const NODE: TypeId = TypeId::new(4);
/// The type of arrays of references.
const ARRAY: TypeId = TypeId::new(3);
/// Offset of the first element of an array.
const FIRST_ELEMENT: usize = 16;
/// The type of arrays of words that are no references.
const PLAIN_ARRAY: TypeId = TypeId::new(2);
/// Number of words of a large object.
const LARGE: u64 = 5000;

/// The items, and the objects that they refer to.
struct Items {
    /// Keeps the objects alive.
    objects: Option<Handle>,
    /// Keeps items that are objects alive.
    _list: Option<Handle>,
    _handles: Vec<Handle>,
    _weak: Vec<WeakHandle>,
    _table: Option<WeakTable>,
}

struct Builder<'m> {
    mutator: &'m mut Mutator,
    count: usize,
}

impl Builder<'_> {
    fn array(&mut self) -> Result<Handle, Box<dyn Error>> {
        Ok(self.mutator.allocate_array(ARRAY, self.count as u64)?)
    }

    fn set(&mut self, array: &Handle, at: usize, value: &Handle) -> Result<(), Box<dyn Error>> {
        Ok(self.mutator.store_reference(array, FIRST_ELEMENT + 8 * at, Some(value))?)
    }

    fn object(
        &mut self,
        id: TypeId,
        fields: [Option<&Handle>; 2],
    ) -> Result<Handle, Box<dyn Error>> {
        let object = self.mutator.allocate(id)?;
        for (field, offset) in fields.into_iter().zip([8, 16]) {
            if field.is_some() {
                self.mutator.store_reference(&object, offset, field)?;
            }
        }
        Ok(object)
    }

    /// Makes the items of a kind whose objects do not depend on each other.
    fn independent(&mut self, kind: Kind) -> Result<Items, Box<dyn Error>> {
        let objects = self.array()?;
        let has_list = matches!(kind, Kind::WeakFields | Kind::Ephemerons);
        let list = if has_list { Some(self.array()?) } else { None };
        let table = (kind == Kind::Entries).then(|| WeakTable::new(&self.mutator.heap()));
        let (mut handles, mut weak) = (Vec::new(), Vec::new());
        for n in 0..self.count {
            let object = match kind {
                Kind::LargeObjects => self.mutator.allocate_array(PLAIN_ARRAY, LARGE)?,
                _ => self.mutator.allocate(NODE)?,
            };
            if kind.is_strong() {
                handles.push(object);
                continue;
            }
            self.set(&objects, n, &object)?;
            let item = match kind {
                Kind::WeakFields => self.object(records::WEAK, [None, Some(&object)])?,
                Kind::Ephemerons => {
                    let value = self.mutator.allocate(NODE)?;
                    self.object(records::EPHEMERON, [Some(&object), Some(&value)])?
                }
                Kind::WeakHandles => {
                    weak.push(object.downgrade(WeakKind::Short));
                    continue;
                }
                Kind::Entries => {
                    let value = self.mutator.allocate(NODE)?;
                    table.as_ref().map(|table| table.insert(self.mutator, &object, &value));
                    continue;
                }
                _ => {
                    self.mutator.finalize_with(&object, n as u64)?;
                    continue;
                }
            };
            if let Some(list) = &list {
                self.set(list, n, &item)?;
            }
        }
        let objects = Some(objects);
        Ok(Items { objects, _list: list, _handles: handles, _weak: weak, _table: table })
    }

    /// Makes a chain of ephemerons. Only the first key is referred to otherwise.
    fn chain(&mut self, kind: Kind) -> Result<Items, Box<dyn Error>> {
        let mut order: Vec<_> = (0..self.count).collect();
        match kind {
            Kind::ReversedChain => order.reverse(),
            Kind::ShuffledChain => {
                let mut random = Random::new(1);
                (1..self.count).for_each(|n| order.swap(n, random.below(n as u64 + 1) as usize));
            }
            _ => {}
        }
        let first = self.mutator.allocate(NODE)?;
        let list = self.array()?;
        let mut key = first.clone();
        for at in order {
            let next = self.mutator.allocate(NODE)?;
            let ephemeron = self.object(records::EPHEMERON, [Some(&key), Some(&next)])?;
            self.set(&list, at, &ephemeron)?;
            key = next;
        }
        let (handles, weak) = (vec![first], Vec::new());
        Ok(Items { objects: None, _list: Some(list), _handles: handles, _weak: weak, _table: None })
    }

    fn items(&mut self, kind: Kind) -> Result<Items, Box<dyn Error>> {
        if kind.is_chain() { self.chain(kind) } else { self.independent(kind) }
    }
}

/// What one collection took.
#[derive(Clone, Copy)]
struct Sample {
    workers: f64,
    trace_ms: f64,
    references_ms: f64,
    pause_ms: f64,
    /// NaN for a pause of a cycle: other threads run meanwhile.
    processor_ns: f64,
    /// Likewise, of the thread that requests the collection.
    thread_ns: f64,
}

impl Sample {
    fn new(report: &CollectionReport, processor: Option<[Duration; 2]>, count: u64) -> Self {
        let ms = |ns: u64| ns as f64 / 1e6;
        let phases = report.phases_ns;
        let [processor_ns, thread_ns] = processor
            .map_or([f64::NAN; 2], |times| times.map(|time| time.as_nanos() as f64 / count as f64));
        Self {
            workers: report.workers as f64,
            trace_ms: ms(phases.roots + phases.trace),
            references_ms: ms(phases.references),
            pause_ms: ms(report.pause_ns - report.time_to_safepoint_ns),
            processor_ns,
            thread_ns,
        }
    }
}

/// A heap with items of a kind.
struct Subject {
    heap: Heap,
    count: u64,
}

impl Subject {
    fn new(kind: Kind, count: u64, threads: u64) -> Result<Self, Box<dyn Error>> {
        let bytes = usize::try_from(kind.bytes_per_item() * count)? + (16 << 20);
        let heap = records::types(managed::heap()).heap_max(4 * bytes).nursery(2 * bytes);
        let heap = heap.collector_threads(usize::try_from(threads)?).concurrent(true);
        Ok(Self { heap: heap.heap_initial(4 * bytes).build()?, count })
    }

    fn measure(&self, collect: impl FnOnce()) -> Result<Sample, Box<dyn Error>> {
        let times = || [process_time(), thread_time()];
        let begin = times();
        collect();
        let end = times();
        let processor = [end[0] - begin[0], end[1] - begin[1]];
        let reports = self.heap.recent_collections();
        let report = reports.last().ok_or("no collection was recorded")?;
        Ok(Sample::new(report, Some(processor), self.count))
    }

    /// Runs a concurrent cycle, and returns the pause that ends its marking.
    fn cycle(&self, mutator: &mut Mutator) -> Result<Sample, Box<dyn Error>> {
        let counts = || self.heap.statistics().counts;
        let before = counts();
        while counts().cycles_begun == before.cycles_begun {
            if !mutator.begin_cycle() {
                return Err("the heap has no concurrent cycles".into());
            }
        }
        while counts().cycles_marked == before.cycles_marked {
            thread::sleep(Duration::from_millis(1));
        }
        let reports = self.heap.recent_collections();
        let report = reports.iter().rfind(|report| report.counts.cycles_marked > 0);
        Ok(Sample::new(report.ok_or("no end of marking was recorded")?, None, self.count))
    }

    fn build(&self, mutator: &mut Mutator, kind: Kind) -> Result<Items, Box<dyn Error>> {
        let before = self.heap.statistics().young_collections;
        let items = Builder { mutator, count: usize::try_from(self.count)? }.items(kind)?;
        if self.heap.statistics().young_collections != before {
            return Err("the nursery is too small for the items".into());
        }
        Ok(items)
    }

    /// Collects with new items, or with promoted ones.
    fn sample(&self, kind: Kind, dying: bool, what: Measured) -> Result<Sample, Box<dyn Error>> {
        let mut mutator = self.heap.attach()?;
        let mut items = self.build(&mut mutator, kind)?;
        if what != Measured::Young {
            mutator.collect_young();
            mutator.collect_young();
        }
        if dying {
            items.objects = None;
        }
        let sample = match what {
            Measured::Young | Measured::Idle => self.measure(|| mutator.collect_young()),
            Measured::Full => self.measure(|| mutator.collect_full()),
            Measured::Cycle => self.cycle(&mut mutator),
        };
        drop(items);
        self.heap.drain_finalizers().for_each(drop);
        sample
    }
}

/// The samples of one kind of collection.
struct Row {
    kind: Kind,
    count: u64,
    threads: u64,
    dying: bool,
    what: Measured,
    samples: Vec<Sample>,
}

impl Row {
    fn median(&self, of: impl Fn(&Sample) -> f64) -> f64 {
        median(self.samples.iter().map(of))
    }

    fn columns(&self) -> [(&'static str, f64); 7] {
        let references = self.median(|sample| sample.references_ms);
        [
            ("workers", self.median(|sample| sample.workers)),
            ("trace_ms", self.median(|sample| sample.trace_ms)),
            ("references_ms", references),
            ("pause_ms", self.median(|sample| sample.pause_ms)),
            ("references_ns_per_item", references * 1e6 / self.count as f64),
            ("processor_ns_per_item", self.median(|sample| sample.processor_ns)),
            ("thread_ns_per_item", self.median(|sample| sample.thread_ns)),
        ]
    }

    fn names(&self) -> [String; 3] {
        let name = |value: &dyn ValueName| value.name();
        let state = if self.dying { "dying" } else { "live" };
        [name(&self.kind), state.to_owned(), name(&self.what)]
    }

    fn json(&self) -> Value {
        let [kind, state, collection] = self.names();
        let mut row = json!({ "kind": kind, "objects": state, "collection": collection,
            "count": self.count, "threads": self.threads });
        for (name, value) in self.columns() {
            row[name] = if value.is_nan() { Value::Null } else { json!(value) };
        }
        row
    }
}

/// The name of a value on the command line.
trait ValueName {
    fn name(&self) -> String;
}

impl<T: ValueEnum> ValueName for T {
    fn name(&self) -> String {
        self.to_possible_value().map_or_else(String::new, |value| value.get_name().to_owned())
    }
}

fn print_row(row: &Row) {
    let [kind, state, collection] = row.names();
    let cells: String = row
        .columns()
        .map(|(_, value)| match value {
            value if value.is_nan() => format!("{:>10}", "-"),
            value => format!("{value:>10.2}"),
        })
        .concat();
    let Row { count, threads, .. } = row;
    println!("{kind:<15}{state:<6}{collection:<6}{count:>10}{threads:>8}{cells}");
}

/// Returns the selected values; all if none is selected.
fn selected<T: ValueEnum>(values: &[T]) -> Vec<T> {
    if values.is_empty() { T::value_variants().to_vec() } else { values.to_vec() }
}

fn run(options: &Options) -> Result<Vec<Row>, Box<dyn Error>> {
    let mut rows = Vec::new();
    println!(
        "{:<15}{:<6}{:<6}{:>10}{:>8}{:>10}{:>10}{:>10}{:>10}{:>10}{:>10}{:>10}",
        "items",
        "",
        "",
        "count",
        "threads",
        "workers",
        "trace",
        "refs",
        "pause",
        "refs ns",
        "cpu ns",
        "thread"
    );
    for kind in selected(&options.kinds) {
        for &count in options.counts.iter().filter(|&&count| count <= kind.max_count()) {
            for dying in [false, true] {
                for what in selected(&options.collections) {
                    if dying && (!kind.may_die() || what == Measured::Idle) {
                        continue;
                    }
                    // The numbers of threads take turns, so that other load affects all of them.
                    let mut of_threads: Vec<_> = options
                        .threads
                        .iter()
                        .map(|&threads| Row { kind, count, threads, dying, what, samples: vec![] })
                        .collect();
                    for _ in 0..options.rounds {
                        for row in &mut of_threads {
                            let subject = Subject::new(kind, count, row.threads)?;
                            row.samples.push(subject.sample(kind, dying, what)?);
                        }
                    }
                    of_threads.iter().for_each(print_row);
                    rows.append(&mut of_threads);
                }
            }
        }
    }
    Ok(rows)
}

fn main() -> ExitCode {
    let options = Options::parse();
    match run(&options) {
        Ok(rows) => {
            if options.json {
                let rows: Vec<_> = rows.iter().map(Row::json).collect();
                println!("{}", json!({ "workload": "references", "rows": rows }));
            }
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("references: {error}");
            ExitCode::FAILURE
        }
    }
}
