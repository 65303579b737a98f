//! The command line.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};
use spgc_tools::Target;

/// Answers what fills a heap, what has grown, and why an object is still alive, from heap
/// snapshots.
///
/// A snapshot is a file in the format of V8 (.heapsnapshot), which `Heap::write_snapshot`,
/// `spgc_heap_write_snapshot`, Node.js and Chrome write. Chrome's DevTools (Memory, Load profile)
/// open the same files.
#[derive(Debug, Parser)]
#[command(
    version,
    after_help = "\
Examples:
  spgc-heap top app.heapsnapshot                 the ten types that use most memory
  spgc-heap diff one.heapsnapshot two.heapsnapshot
                                                 the types that have grown between two snapshots
  spgc-heap path app.heapsnapshot Session        why a Session is live

Exit status: 0 if there is a result, 1 if there is none (no difference, no path), 2 for an error."
)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Show the types that use most memory.
    ///
    /// For each type: the number of reachable objects, their own size, and the size that they
    /// retain: what would be freed if none of them existed. An object that another one of its type
    /// retains does not count again. Retained sizes of different types overlap, so their sum means
    /// nothing.
    Top(TopArguments),
    /// Show the types that have grown between two snapshots, those that have grown most first.
    ///
    /// A type that grows from snapshot to snapshot while the program does the same work again is
    /// leaked. `path` shows what keeps its objects.
    Diff(DiffArguments),
    /// Show a shortest path from a root to an object: why it is live.
    ///
    /// The path begins with what holds the root: a thread or a fiber with the function and the slot
    /// in its frame, handles, root ranges, pinned objects or weak tables. Weak references are not
    /// followed. There may be other paths: the object dies only if none remains.
    Path(PathArguments),
}

#[derive(Debug, Args)]
pub(crate) struct Format {
    /// Print one JSON object.
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum TopOrder {
    /// By the size of the objects themselves.
    #[value(name = "self")]
    Own,
    /// By the size that they retain.
    Retained,
}

#[derive(Debug, Args)]
pub(crate) struct TopArguments {
    /// The snapshot.
    pub(crate) file: PathBuf,
    /// The order of the types.
    #[arg(long, value_enum, default_value = "self")]
    pub(crate) by: TopOrder,
    /// The number of types to show.
    #[arg(long, default_value_t = 10)]
    pub(crate) count: usize,
    #[command(flatten)]
    pub(crate) format: Format,
}

#[derive(Debug, Args)]
pub(crate) struct DiffArguments {
    /// The earlier snapshot.
    pub(crate) before: PathBuf,
    /// The later snapshot.
    pub(crate) after: PathBuf,
    /// The number of types to show.
    #[arg(long, default_value_t = 10)]
    pub(crate) count: usize,
    #[command(flatten)]
    pub(crate) format: Format,
}

#[derive(Debug, Args)]
pub(crate) struct PathArguments {
    /// The snapshot.
    pub(crate) file: PathBuf,
    /// The object: the name of a type (its object that is nearest to a root), an id as viewers show
    /// it, such as @123, or an address, such as 0x7f0012345678.
    pub(crate) target: Target,
    /// Also show the size that each object on the path retains.
    #[arg(long)]
    pub(crate) retained: bool,
    #[command(flatten)]
    pub(crate) format: Format,
}
