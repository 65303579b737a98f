//! Benchmark of stores into a large old array, and of the young collections that scan it.

use std::error::Error;
use std::process::ExitCode;
use std::time::Instant;

use benches::clock::median;
use benches::managed as code;
use clap::{Parser, ValueEnum};
use statepoint_gc::{Argument, Handle, Heap, Mutator};
use tests::managed;

/// Measures stores of references into a large old array, and the young collections that scan it.
///
/// Alternately stores references into elements of an old array of references, and collects the
/// young generation.
///
/// Example: large-stores --length 131072 --pattern sequential --stores 10000
///
/// Prints one line: the median time of a store and of a young collection in nanoseconds, and the
/// number of objects logged between two collections.
#[derive(Debug, Parser)]
#[command(name = "large-stores", version)]
struct Options {
    /// Number of elements of 8 bytes; must be a power of 2
    #[arg(long, default_value_t = 1 << 17, value_parser = power_of_two)]
    length: u64,
    /// Order in which elements are written
    #[arg(long, value_enum, default_value_t = Pattern::Random)]
    pattern: Pattern,
    /// Number of stores between two collections
    #[arg(long, default_value_t = 100_000, value_parser = clap::value_parser!(u64).range(1..))]
    stores: u64,
    /// Number of collections
    #[arg(long, default_value_t = 15, value_parser = clap::value_parser!(u32).range(1..))]
    rounds: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Pattern {
    /// One element, each time
    Same,
    /// One element after the other
    Sequential,
    /// Elements far apart
    Random,
}

impl Pattern {
    /// Returns the distance from one stored element to the next.
    fn step(self, length: u64) -> u64 {
        match self {
            Self::Same => 0,
            Self::Sequential => 1,
            // An odd step reaches every element. A step near the golden section of the length keeps
            // consecutive elements far apart.
            Self::Random => (length as f64 * 0.618_034) as u64 | 1,
        }
    }
}

fn power_of_two(text: &str) -> Result<u64, String> {
    let number: u64 = text.parse().map_err(|error| format!("{error}"))?;
    if number.is_power_of_two() { Ok(number) } else { Err("must be a power of 2".to_owned()) }
}

/// Returns an old array of references.
fn array(heap: &Heap, mutator: &mut Mutator, length: u64) -> Result<Handle, Box<dyn Error>> {
    let array = managed::make(mutator, managed::references, &[Argument::Word(length)])?;
    mutator.collect();
    assert!(heap.statistics().full_collections > 0);
    Ok(array)
}

fn run(options: &Options) -> Result<(), Box<dyn Error>> {
    let &Options { length, pattern, stores, rounds } = options;
    let bytes = usize::try_from(8 * length)?;
    let heap = managed::heap().heap_max((4 * bytes).max(16 << 20)).build()?;
    let mut mutator = heap.attach()?;
    let array = array(&heap, &mut mutator, length)?;
    let (mut storing, mut collecting) = (Vec::new(), Vec::new());
    for _ in 0..rounds {
        let arguments = [length, pattern.step(length), stores].map(Argument::Word);
        let arguments = [&[Argument::Reference(&array)], &arguments[..]].concat();
        let began = Instant::now();
        // SAFETY: the function is managed code of this program and takes these arguments.
        let last = unsafe { mutator.call(code::element_stores(), &arguments) }?;
        storing.push(began.elapsed().as_nanos() as f64 / stores as f64);
        assert_eq!(last, pattern.step(length).wrapping_mul(stores - 1) % length);
        let began = Instant::now();
        mutator.collect_young();
        collecting.push(began.elapsed().as_nanos() as f64);
    }
    let logged = heap.statistics().counts.objects_logged / u64::from(rounds);
    println!(
        "{length} elements, {stores} stores, {pattern:?}: store {:.2} ns, young collection {:.0} \
         ns, {logged} objects logged",
        median(storing),
        median(collecting),
    );
    Ok(())
}

fn main() -> ExitCode {
    match run(&Options::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("large-stores: {error}");
            ExitCode::FAILURE
        }
    }
}
