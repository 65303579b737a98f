//! `stackmap stats`.

mod count;
mod text;

use std::process::ExitCode;

use serde::Serialize;
use stackmap_tool::object_file::Machine;
use statepoint_scanner::arch::{Aarch64, Architecture, X86_64};
use statepoint_scanner::cfi::EhFrame;
use statepoint_scanner::table::{TableBuilder, TableStatistics};

use crate::arguments::{Format, Stats};
use crate::failure::Failure;
use crate::input::{Checked, Source, Sources};
use crate::output;
use crate::progress::Progress;
use crate::tables::Tables;

use count::Totals;

/// The output of `stats`.
#[derive(Serialize)]
struct StatsJson<'a> {
    file: &'a str,
    format: &'a str,
    #[serde(flatten)]
    totals: Totals,
    compiled_table: CompiledTable,
}

/// Statistics of the call-site table that a collector would use. For an archive with several
/// objects, each number is the sum over several tables.
#[derive(Default, Serialize)]
struct CompiledTable {
    /// Size of the table in bytes; null if no table can be built.
    bytes: Option<usize>,
    index_bytes: Option<usize>,
    descriptor_bytes: Option<usize>,
    call_sites: Option<usize>,
    descriptors: Option<usize>,
    /// Number of call sites that share the descriptor of an earlier call site.
    sharing_records: Option<usize>,
    /// The reason why no table can be built, if so.
    reason: Option<String>,
}

pub(crate) fn run(arguments: &Stats) -> Result<ExitCode, Failure> {
    let sources = Sources::read(&arguments.input)?;
    if let Some(tables) = Tables::of(&sources)? {
        return tables.stats(arguments.format);
    }
    let checked = sources.checked()?;
    let mut progress = Progress::new(sources.section_len(), false);
    let mut totals = Totals::default();
    let mut tables = Ok(TableStatistics::default());
    for Checked { source, maps } in &checked {
        totals.section_bytes += source.section_len();
        for map in maps {
            totals.add(&source.machine, map, &mut progress);
        }
        progress.next_section(source.section_len());
        tables = tables.and_then(|mut sum| {
            sum += compile(source).map_err(|reason| format!("{}: {reason}", source.label))?;
            Ok(sum)
        });
    }
    drop(progress);
    let stats = StatsJson {
        file: &sources.file,
        format: sources.format(),
        totals,
        compiled_table: CompiledTable::new(tables),
    };
    match arguments.format {
        Format::Json => output::json(&stats)?,
        Format::Text => output::text(|out| text::write(out, &stats))?,
    }
    Ok(ExitCode::SUCCESS)
}

impl CompiledTable {
    fn new(table: Result<TableStatistics, String>) -> Self {
        match table {
            Err(reason) => Self { reason: Some(reason), ..Self::default() },
            Ok(table) => Self {
                bytes: Some(table.index_bytes + table.descriptor_bytes),
                index_bytes: Some(table.index_bytes),
                descriptor_bytes: Some(table.descriptor_bytes),
                call_sites: Some(table.records),
                descriptors: Some(table.descriptors),
                sharing_records: Some(
                    (table.records - table.pinned).saturating_sub(table.descriptors),
                ),
                reason: None,
            },
        }
    }
}

/// Builds the table of one object, or returns the reason why it cannot be built.
fn compile(source: &Source) -> Result<TableStatistics, String> {
    fn build<A: Architecture>(
        section: &[u8],
        address: u64,
        eh_frame: &[u8],
    ) -> Result<TableStatistics, String> {
        let rules = EhFrame::<A>::new(address, eh_frame)
            .map_err(|error| format!("the .eh_frame section cannot be read: {error}"))?;
        let table = TableBuilder::<A>::new().add(section, &rules).and_then(TableBuilder::build);
        table.map(|table| table.table().statistics()).map_err(|error| error.to_string())
    }
    let section = source.stack_maps.as_deref().unwrap_or_default();
    match (&source.machine, &source.eh_frame) {
        (Machine::Other(name), _) if !source.is_raw => {
            Err(format!("frames of {name} are not known"))
        }
        (_, None) => Err("there is no .eh_frame section with it".to_owned()),
        (Machine::X86_64, Some((address, bytes))) => build::<X86_64>(section, *address, bytes),
        (Machine::Aarch64, Some((address, bytes))) => build::<Aarch64>(section, *address, bytes),
        (Machine::Other(name), _) => Err(format!("frames of {name} are not known")),
    }
}
