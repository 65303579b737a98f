//! Benchmark of registering the stack maps of generated code and of removing them; see
//! docs/benchmarks.md.

use std::error::Error;
use std::io::{self, Write as _};
use std::process::ExitCode;
use std::time::Instant;

use benches::callgrind;
use clap::{Parser, ValueEnum};
use serde_json::json;
use statepoint_gc::{
    CodeRegistry, Heap,
    code::{CodeRegionId, JitRegion, JitTable},
};
use statepoint_scanner::registry::GeneratedFunction;
use tests::generated::Generated;

/// Measures registering and removing the stack maps of generated code.
///
/// Registers one function of ten call sites, compiled by LLVM 19, and its name in the code registry
/// of a heap among other functions, and removes it again. The other functions are registered as
/// compiled tables.
///
/// Example: jit-registration --others 0,1000 --forms compiled
///
/// Prints a table: instructions, and quantiles of the elapsed time of each call in nanoseconds, on
/// one thread without collections. With --json it also prints one line of JSON. Callgrind (Debian
/// package valgrind) counts the instructions; without it, counting is skipped.
#[derive(Debug, Parser)]
#[command(name = "jit-registration", version)]
struct Options {
    /// How many other functions are registered; several values are separated by commas
    #[arg(long, value_delimiter = ',', default_values_t = [0, 100, 10_000, 1_000_000],
          value_parser = clap::value_parser!(u64).range(..=1_000_000))]
    others: Vec<u64>,
    /// Forms of the stack map, separated by commas [default: all]
    #[arg(long, value_enum, value_delimiter = ',')]
    forms: Vec<TableForm>,
    /// Number of registrations and removals
    #[arg(long, default_value_t = 5000, value_parser = clap::value_parser!(u64).range(1..))]
    rounds: u64,
    /// After the table, print one line of JSON
    #[arg(long)]
    json: bool,
    /// Register and remove NUMBER times and print nothing; run under Callgrind
    #[arg(long, hide = true, value_name = "NUMBER", value_parser = clap::value_parser!(u64).range(1..))]
    repeat: Option<u64>,
}

/// Form in which a stack map is registered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum TableForm {
    /// The sections .llvm_stackmaps and .eh_frame
    Sections,
    /// The call-site table that `stackmap compile` generates from them
    Compiled,
}

impl TableForm {
    fn name(self) -> &'static str {
        match self {
            Self::Sections => "sections",
            Self::Compiled => "compiled",
        }
    }
}

/// Start of an address range that is not in use.
const UNUSED_RANGE: u64 = 1 << 62;
/// Distance in bytes between the starts of two functions.
const CODE_SPACING: u64 = 4096;
/// Number of registrations and removals before those that are measured.
const WARM_UP_ROUNDS: u64 = 10;

/// A heap and generated code for it.
struct Bench {
    heap: Heap,
    generated: Generated,
    /// The call-site table of the generated code, in 32-bit units.
    table: Vec<u32>,
}

impl Bench {
    fn new() -> Result<Self, Box<dyn Error>> {
        let generated = Generated::assemble(tempfile::tempdir()?.path());
        let words = generated.table.bytes.chunks_exact(4);
        let table = words
            .map(|word| u32::from_le_bytes(word.try_into().expect("each chunk has four bytes")))
            .collect();
        let heap = Heap::builder().code(CodeRegistry::new().into()).build()?;
        Ok(Self { heap, generated, table })
    }

    /// Returns the stack map of the `n`th function.
    fn stack_maps(&self, n: u64) -> Vec<u8> {
        self.generated.stack_maps_at(UNUSED_RANGE + n * CODE_SPACING)
    }

    /// Registers `others` functions. The address range of function `others / 2` stays free for the
    /// function that is measured.
    fn register_others(&self, others: u64) {
        for n in (0..others).filter(|&n| n != others / 2).chain((others > 0).then_some(others)) {
            self.register(TableForm::Compiled, n, &[]);
        }
    }

    /// Registers the `n`th function. A compiled table needs no `stack_maps`.
    fn register(&self, form: TableForm, n: u64, stack_maps: &[u8]) -> CodeRegionId {
        let Generated { code, eh_frame, .. } = &self.generated;
        let start = UNUSED_RANGE + n * CODE_SPACING;
        let table = match form {
            TableForm::Sections => JitTable::Sections {
                stack_maps,
                eh_frame: &eh_frame.bytes,
                code: Some(&code.bytes),
                eh_frame_address: self.generated.eh_frame_at(start),
            },
            TableForm::Compiled => {
                JitTable::Compiled { words: &self.table, address: self.generated.table_at(start) }
            }
        };
        let code = start..start + code.bytes.len() as u64;
        let names = vec![GeneratedFunction { code: code.clone(), name: "generated".to_owned() }];
        let region = JitRegion { code, table };
        // SAFETY: no thread runs this code, and the table outlives the heap.
        unsafe { self.heap.code().register_jit_with_names(region, names) }
            .expect("the range is free")
    }

    /// Removes a function.
    fn remove(&self, id: CodeRegionId) {
        // SAFETY: no thread runs the function's code.
        unsafe { self.heap.code().remove(id) }.expect("the region is registered");
    }
}

/// Registers the `n`th function. Callgrind selects this Rust function by its symbol name.
#[unsafe(no_mangle)]
#[inline(never)]
fn measured_register(bench: &Bench, form: TableForm, n: u64, stack_maps: &[u8]) -> CodeRegionId {
    bench.register(form, n, stack_maps)
}

/// Removes a function. Callgrind selects this Rust function by its symbol name.
#[unsafe(no_mangle)]
#[inline(never)]
fn measured_remove(bench: &Bench, id: CodeRegionId) {
    bench.remove(id);
}

/// The results for one table form while `others` other functions are registered.
struct Row {
    form: TableForm,
    others: u64,
    /// Duration of each registration in nanoseconds, in ascending order.
    register: Vec<u64>,
    /// Duration of each removal in nanoseconds, in ascending order.
    remove: Vec<u64>,
    /// Instructions of one registration and of one removal. `None` if they were not counted.
    instructions: Option<[f64; 2]>,
}

/// Measures registrations and removals while `others` other functions are registered.
fn measure(form: TableForm, others: u64, rounds: u64) -> Result<Row, Box<dyn Error>> {
    let bench = Bench::new()?;
    bench.register_others(others);
    let n = others / 2;
    let stack_maps = bench.stack_maps(n);
    for _ in 0..WARM_UP_ROUNDS {
        bench.remove(bench.register(form, n, &stack_maps));
    }
    let (mut register, mut remove) = (Vec::new(), Vec::new());
    for _ in 0..rounds {
        let begin = Instant::now();
        let id = measured_register(&bench, form, n, &stack_maps);
        let registered = begin.elapsed();
        measured_remove(&bench, id);
        remove.push((begin.elapsed() - registered).as_nanos() as u64);
        register.push(registered.as_nanos() as u64);
    }
    register.sort_unstable();
    remove.sort_unstable();
    Ok(Row { form, others, register, remove, instructions: None })
}

/// Returns the number of instructions of a registration and of a removal, counted by Callgrind.
fn instructions(form: TableForm, others: u64) -> Result<[f64; 2], String> {
    const ROUNDS: u64 = 50;
    let others = others.to_string();
    let per_operation = |function| -> Result<f64, String> {
        let rounds = ROUNDS.to_string();
        let options = ["--forms", form.name(), "--others", &others, "--repeat", &rounds];
        callgrind::instructions(Some(function), options).map(|n| n as f64 / ROUNDS as f64)
    };
    Ok([per_operation("measured_register")?, per_operation("measured_remove")?])
}

/// Registers and removes the function `n` times. Callgrind runs the program in this mode.
fn repeat(options: &Options, n: u64) -> Result<(), Box<dyn Error>> {
    let ([form], [others]) = (&options.forms[..], &options.others[..]) else {
        return Err("--repeat needs exactly one value of --forms and one of --others".into());
    };
    measure(*form, *others, n).map(drop)
}

fn run(options: &Options) -> Result<Vec<Row>, Box<dyn Error>> {
    let all = TableForm::value_variants();
    let forms = if options.forms.is_empty() { all } else { &options.forms };
    let mut rows = Vec::new();
    // False after Callgrind has failed once.
    let mut can_be_counted = true;
    for (&form, &others) in
        forms.iter().flat_map(|form| options.others.iter().map(move |n| (form, n)))
    {
        eprintln!("measuring: {}, {others} others registered", form.name());
        let mut row = measure(form, others, options.rounds)?;
        if can_be_counted {
            let counted = instructions(form, others);
            row.instructions = counted.inspect_err(|error| eprintln!("skipped: {error}")).ok();
            can_be_counted = row.instructions.is_some();
        }
        rows.push(row);
    }
    Ok(rows)
}

/// Returns the median, the 90th and the 99th percentile.
fn quantiles(sorted: &[u64]) -> [u64; 3] {
    [50, 90, 99].map(|percent| sorted[(sorted.len() - 1) * percent / 100])
}

fn print(options: &Options, rows: &[Row], wall: u64) -> io::Result<()> {
    let mut out = io::stdout().lock();
    writeln!(
        out,
        "{:<10}{:>8}  {:<9}{:>13}{:>10}{:>10}{:>10}",
        "", "others", "", "instructions", "p50 ns", "p90 ns", "p99 ns"
    )?;
    for Row { form, others, register, remove, instructions } in rows {
        for (index, operation, times) in [(0, "register", register), (1, "remove", remove)] {
            let count =
                instructions.map_or_else(|| "-".to_owned(), |count| format!("{:.0}", count[index]));
            let [p50, p90, p99] = quantiles(times);
            let form = form.name();
            writeln!(
                out,
                "{form:<10}{others:>8}  {operation:<9}{count:>13}{p50:>10}{p90:>10}{p99:>10}"
            )?;
        }
    }
    if options.json {
        let quantiles = |times: &[u64]| {
            let [p50, p90, p99] = quantiles(times);
            json!({ "p50": p50, "p90": p90, "p99": p99 })
        };
        let line = json!({
            "workload": "jit-registration",
            "rounds": options.rounds,
            "wall_ns": wall,
            "result": rows.iter().map(|row| json!({
                "form": row.form.name(),
                "others": row.others,
                "register_ns": quantiles(&row.register),
                "remove_ns": quantiles(&row.remove),
                "instructions": row.instructions,
            })).collect::<Vec<_>>(),
        });
        writeln!(out, "{line}")?;
    }
    Ok(())
}

fn main() -> ExitCode {
    let options = Options::parse();
    let begin = Instant::now();
    let done = match options.repeat {
        Some(n) => repeat(&options, n),
        None => run(&options)
            .and_then(|rows| Ok(print(&options, &rows, begin.elapsed().as_nanos() as u64)?)),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("jit-registration: {error}");
            ExitCode::FAILURE
        }
    }
}
