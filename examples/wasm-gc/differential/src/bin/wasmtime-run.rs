//! `wasmtime-run`: runs an exported function in `wasmtime` and prints how long it takes, for
//! comparisons.

use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use clap::{Parser, ValueEnum};
use wasmtime::{
    Config, Engine, Linker, Module, ResourceLimiter, Store, UpdateDeadline, Val, WasmFeatures,
};

/// Runs an exported function of a module with parameters and one result of type i32, and prints
/// lines of a name and a number: `load_ns`, `instantiate_ns`, `wall_ns` of the call, `result`. The
/// module may import the functions of the module `host`.
#[derive(Debug, Parser)]
#[command(name = "wasmtime-run", version)]
struct Options {
    /// The binary module
    file: PathBuf,
    /// The export
    #[arg(long)]
    invoke: String,
    /// The arguments of the export
    #[arg(allow_negative_numbers = true)]
    arguments: Vec<i32>,
    /// The collector
    #[arg(long, value_enum, default_value_t)]
    collector: Collector,
    /// The largest size of the heap, in bytes [default: 4 GiB]
    #[arg(long)]
    heap_max: Option<usize>,
    /// Print a line `pause_ns` for each time for which the program does not come to a loop or a
    /// function after a tick, of which there are 20,000 a second. wasmtime does not report the
    /// times of collections. This makes the code slower
    #[arg(long)]
    stalls: bool,
}

/// A collector of wasmtime.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum Collector {
    /// The copying collector, the default
    #[default]
    Copying,
    /// Deferred reference counting
    Counting,
    /// No collector
    Null,
}

/// The time between ticks.
const TICK: Duration = Duration::from_micros(50);
/// The program's own stack: the most that wasmtime allows without its feature `async`.
const STACK: usize = 2 << 20;
/// Stalls from this length on are printed.
const STALL: Duration = Duration::from_micros(100);

/// Refuses a heap or memory above a size.
struct Limit(usize);

impl ResourceLimiter for Limit {
    fn memory_growing(
        &mut self,
        _current: usize,
        desired: usize,
        _maximum: Option<usize>,
    ) -> wasmtime::Result<bool> {
        Ok(desired <= self.0)
    }

    fn table_growing(
        &mut self,
        _current: usize,
        _desired: usize,
        _maximum: Option<usize>,
    ) -> wasmtime::Result<bool> {
        Ok(true)
    }
}

fn engine(options: &Options) -> wasmtime::Result<Engine> {
    let mut config = Config::new();
    config
        .collector(match options.collector {
            Collector::Copying => wasmtime::Collector::Copying,
            Collector::Counting => wasmtime::Collector::DeferredReferenceCounting,
            Collector::Null => wasmtime::Collector::Null,
        })
        .wasm_features(WasmFeatures::WASM3, true)
        .epoch_interruption(options.stalls)
        .max_wasm_stack(STACK);
    Engine::new(&config)
}

/// Defines the functions of the module `host`, which print to the standard output.
fn define_host(linker: &mut Linker<Limit>) -> wasmtime::Result<()> {
    let start = Instant::now();
    linker.func_wrap("host", "print_i32", |number: i32| println!("{number}"))?;
    linker.func_wrap("host", "print_i64", |number: i64| println!("{number}"))?;
    linker.func_wrap("host", "print_f32", |number: f32| println!("{number}"))?;
    linker.func_wrap("host", "print_f64", |number: f64| println!("{number}"))?;
    linker.func_wrap("host", "print_char", |point: u32| {
        print!("{}", char::from_u32(point).unwrap_or(char::REPLACEMENT_CHARACTER));
    })?;
    linker.func_wrap("host", "clock", move || start.elapsed().as_nanos() as i64)?;
    Ok(())
}

/// The times between ticks and the program's reactions.
#[derive(Clone)]
struct Ticks {
    start: Instant,
    /// The time of the first tick to which the program has not reacted, in nanoseconds, or 0.
    pending: Arc<AtomicU64>,
    stalls: Arc<Mutex<Vec<Duration>>>,
    is_over: Arc<AtomicBool>,
}

impl Ticks {
    fn new() -> Self {
        Self {
            start: Instant::now(),
            pending: Arc::default(),
            stalls: Arc::default(),
            is_over: Arc::default(),
        }
    }

    fn now(&self) -> u64 {
        self.start.elapsed().as_nanos() as u64 + 1
    }

    /// Ticks until the program has ended.
    fn run(&self, engine: &Engine) {
        while !self.is_over.load(Ordering::Relaxed) {
            let now = self.now();
            let _ = self.pending.compare_exchange(0, now, Ordering::Relaxed, Ordering::Relaxed);
            engine.increment_epoch();
            thread::sleep(TICK);
        }
    }

    /// The program reacts to a tick.
    fn react(&self) {
        let tick = self.pending.swap(0, Ordering::Relaxed);
        let stall = Duration::from_nanos(self.now().saturating_sub(tick));
        if tick != 0 && stall >= STALL {
            self.stalls.lock().unwrap_or_else(PoisonError::into_inner).push(stall);
        }
    }
}

fn run(options: &Options) -> wasmtime::Result<()> {
    let engine = engine(options)?;
    let start = Instant::now();
    let module = Module::from_file(&engine, &options.file)?;
    println!("load_ns {}", start.elapsed().as_nanos());

    let start = Instant::now();
    let mut store = Store::new(&engine, Limit(options.heap_max.unwrap_or(usize::MAX)));
    store.limiter(|limit| limit);
    let ticks = Ticks::new();
    if options.stalls {
        let ticks = ticks.clone();
        store.set_epoch_deadline(1);
        store.epoch_deadline_callback(move |_| {
            ticks.react();
            Ok(UpdateDeadline::Continue(1))
        });
    }
    let mut linker = Linker::new(&engine);
    define_host(&mut linker)?;
    let instance = linker.instantiate(&mut store, &module)?;
    println!("instantiate_ns {}", start.elapsed().as_nanos());

    let function = instance.get_func(&mut store, &options.invoke);
    let function =
        function.ok_or_else(|| wasmtime::Error::msg(format!("no function {}", options.invoke)))?;
    let arguments: Vec<_> = options.arguments.iter().copied().map(Val::I32).collect();
    let mut results = vec![Val::I32(0); function.ty(&store).results().len()];
    let ticker = options.stalls.then(|| {
        let (ticks, engine) = (ticks.clone(), engine.clone());
        thread::spawn(move || ticks.run(&engine))
    });
    let start = Instant::now();
    let called = function.call(&mut store, &arguments, &mut results);
    let wall = start.elapsed();
    ticks.is_over.store(true, Ordering::Relaxed);
    if let Some(ticker) = ticker {
        let _ = ticker.join();
    }
    called?;
    println!("wall_ns {}", wall.as_nanos());
    for stall in ticks.stalls.lock().unwrap_or_else(PoisonError::into_inner).iter() {
        println!("pause_ns {}", stall.as_nanos());
    }
    for result in &results {
        match result {
            Val::I32(number) => println!("result {number}"),
            Val::I64(number) => println!("result {number}"),
            Val::F32(bits) => println!("result {}", f32::from_bits(*bits)),
            Val::F64(bits) => println!("result {}", f64::from_bits(*bits)),
            other => return Err(wasmtime::Error::msg(format!("{other:?} is not a number"))),
        }
    }
    Ok(())
}

fn main() -> ExitCode {
    let options = Options::parse();
    // The program's stack is part of the thread's.
    let ran = thread::Builder::new().stack_size(STACK + (4 << 20)).spawn(move || run(&options));
    match ran.map(thread::JoinHandle::join) {
        Ok(Ok(Ok(()))) => ExitCode::SUCCESS,
        Ok(Ok(Err(error))) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
        // A panic has printed its message.
        Ok(Err(_)) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("error: no thread: {error}");
            ExitCode::FAILURE
        }
    }
}
