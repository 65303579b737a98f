//! `stackmap dump`.

mod json;
mod text;

use std::process::ExitCode;

use statepoint_scanner::stackmap::{Constants, Function, Record, StackMap};
use statepoint_scanner::statepoint::StatepointError;

use crate::arguments::{Dump, Format, Reading};
use crate::failure::Failure;
use crate::input::{Checked, Source, Sources};
use crate::machine::{self, DecodedStatepoint};
use crate::output;
use crate::progress::Progress;
use crate::tables::Tables;

pub(crate) use json::RecordJson;
pub(crate) use text::write_record;

/// How records are interpreted, and which functions are shown.
pub(crate) struct View<'a> {
    pub(crate) reading: Reading,
    /// The names of the functions to show; empty to show all functions.
    pub(crate) functions: &'a [String],
}

impl View<'_> {
    /// Shows all functions. A record is interpreted as a statepoint if that is possible.
    pub(crate) const ALL: View<'static> = View { reading: Reading::Auto, functions: &[] };

    /// Returns whether a function is shown.
    fn shows(&self, source: &Source, function: &Function) -> bool {
        self.functions.is_empty()
            || source
                .function_name(function.address)
                .is_some_and(|name| self.functions.iter().any(|wanted| wanted == name))
    }

    /// Parses a record as a statepoint. Returns `None` if it is not to be parsed as one.
    pub(crate) fn decode_statepoint(
        &self,
        source: &Source,
        record: &Record<'_>,
        constants: &Constants<'_>,
    ) -> Option<Result<DecodedStatepoint, StatepointError>> {
        match self.reading {
            Reading::Patchpoint => None,
            Reading::Auto | Reading::Statepoint => {
                Some(machine::decode_statepoint(&source.machine, record, constants))
            }
        }
    }
}

/// Returns the records of a map, each with its function if the map determines it.
pub(crate) fn records<'a>(
    map: &StackMap<'a>,
) -> impl Iterator<Item = (Option<Function>, Record<'a>)> + use<'a> {
    let attributed = map.function_records().ok();
    let others = attributed.is_none().then(|| map.records());
    attributed
        .into_iter()
        .flatten()
        .map(|(function, record)| (Some(function), record))
        .chain(others.into_iter().flatten().map(|record| (None, record)))
}

pub(crate) fn run(arguments: &Dump) -> Result<ExitCode, Failure> {
    let sources = Sources::read(&arguments.input)?;
    if let Some(tables) = Tables::of(&sources)? {
        return tables.dump(&arguments.function, arguments.format);
    }
    let checked = sources.checked()?;
    let view = View { reading: arguments.reading, functions: &arguments.function };
    check(&sources, &checked, &view)?;
    let mut progress = Progress::new(sources.section_len(), true);
    match arguments.format {
        Format::Json => {
            let progress = std::cell::RefCell::new(progress);
            output::json(&json::Document::new(&sources, &checked, &view, &progress))?;
        }
        Format::Text => {
            output::text(|out| text::write(out, &checked, &view, &mut progress))?;
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// Checks the input and the options, so that errors are detected before the first byte is written.
fn check(sources: &Sources, checked: &[Checked<'_>], view: &View<'_>) -> Result<(), Failure> {
    for wanted in view.functions {
        let view = View { reading: view.reading, functions: std::slice::from_ref(wanted) };
        let found = checked.iter().any(|Checked { source, maps }| {
            maps.iter().any(|map| map.functions().any(|function| view.shows(source, &function)))
        });
        if !found {
            let reason = format_args!("no stack map has a function {wanted}");
            return Err(Failure::new(&sources.file, reason));
        }
    }
    if view.reading == Reading::Statepoint {
        for Checked { source, maps } in checked {
            for map in maps {
                let constants = map.constants();
                let shown = records(map).filter(|(function, _)| {
                    function.is_none_or(|function| view.shows(source, &function))
                });
                for (_, record) in shown {
                    if let Err(error) =
                        machine::decode_statepoint(&source.machine, &record, &constants)
                    {
                        return Err(Failure::new(
                            &source.label,
                            format_args!("at offset {:#x}: {error}", error.record_offset),
                        ));
                    }
                }
            }
        }
    }
    Ok(())
}
