//! `stackmap convert`.

use std::path::Path;
use std::process::ExitCode;

use stackmap_tool::object_file::Machine;
use statepoint_scanner::arch::{Aarch64, Architecture, X86_64};
use statepoint_scanner::cfi::{EhFrame, fill_frames};
use statepoint_scanner::stackmap::model::Map;
use statepoint_scanner::stackmap::{StackMap, StackMapLayout, encode};

use crate::arguments::Convert;
use crate::failure::Failure;
use crate::input::{Checked, Source, Sources};
use crate::output;
use crate::progress::Progress;
use crate::tables::Tables;

pub(crate) fn run(arguments: &Convert) -> Result<ExitCode, Failure> {
    let sources = Sources::read(&arguments.input)?;
    // Compiled tables cannot be converted. If the file also has stack maps, the tables are omitted
    // with a note.
    Tables::of(&sources)?;
    let mut checked = sources.checked()?;
    let one = checked.pop();
    let (Some(Checked { source, maps }), []) = (one, &*checked) else {
        let reason =
            "several members have stack maps with overlapping addresses; choose one with --member";
        return Err(Failure::new(&sources.file, reason));
    };
    let target = arguments.to.layout();
    let mut progress = Progress::new(source.section_len(), false);
    let mut counts = Counts { given: &arguments.record_counts, at: 0 };
    let mut models = Vec::new();
    for map in &maps {
        let mut model = Map::from(map);
        counts.attribute(source, map, &mut model)?;
        if arguments.drop_frames {
            model.drop_flat_details();
        }
        models.push(model);
    }
    counts.finish(source)?;
    if target == StackMapLayout::Flat && !arguments.drop_frames {
        fill(source, &maps, &mut models)?;
    }
    let mut bytes = Vec::new();
    for (map, model) in maps.iter().zip(&models) {
        progress.set_position(map.offset());
        let encoded = encode(model, target).map_err(|error| {
            let name = function_name(source, &error.place);
            let reason = format_args!("map at offset {:#x}: {error}{name}", map.offset());
            Failure::new(&source.label, reason)
        })?;
        bytes.extend(encoded);
    }
    drop(progress);
    if source.relocatable {
        let note = "the file is not linked: the written addresses are the ones that `stackmap \
                    dump` shows";
        anstream::eprintln!("stackmap: note: {}: {note}", source.label);
    }
    write(&arguments.output, &bytes)
}

/// Returns ` [in NAME]`, or an empty string if the function is unknown.
fn function_name(source: &Source, place: &statepoint_scanner::stackmap::StackMapPart) -> String {
    use statepoint_scanner::stackmap::StackMapPart;
    let address = match *place {
        StackMapPart::Map => None,
        StackMapPart::Function { address, .. } => Some(address),
        StackMapPart::Record { function, .. } => function,
    };
    let name = address.and_then(|address| source.function_name(address));
    name.map_or(String::new(), |name| format!(" [in {name}]"))
}

/// The record counts on the command line, for maps of version 1, which contain none.
struct Counts<'a> {
    /// The counts, in the order of the functions of all maps.
    given: &'a [u64],
    /// Number of counts that were assigned to functions.
    at: usize,
}

impl Counts<'_> {
    /// Assigns the next record counts to the functions of a version 1 map. Other maps are
    /// unchanged.
    fn attribute(
        &mut self,
        source: &Source,
        map: &StackMap<'_>,
        model: &mut Map,
    ) -> Result<(), Failure> {
        if map.layout() != StackMapLayout::V1 || self.given.is_empty() {
            return Ok(());
        }
        let wanted = model.functions.len();
        let rest = self.given.get(self.at..).unwrap_or_default();
        let counts = rest.get(..wanted).unwrap_or(rest);
        self.at += wanted;
        model.attribute(counts).map_err(|error| {
            let reason =
                format_args!("--record-counts, map at offset {:#x}: {error}", map.offset());
            Failure::new(&source.label, reason)
        })
    }

    /// Returns an error unless exactly the given counts were assigned.
    fn finish(&self, source: &Source) -> Result<(), Failure> {
        let (used, given) = (self.at, self.given.len());
        if used == given {
            return Ok(());
        }
        let reason = format_args!(
            "--record-counts has {given} numbers, the maps of version 1 have {used} functions"
        );
        Err(Failure::new(&source.label, reason))
    }
}

/// Adds the data that only the flat layout can hold, if the file contains the data.
fn fill(source: &Source, maps: &[StackMap<'_>], models: &mut [Map]) -> Result<(), Failure> {
    match &source.machine {
        _ if source.eh_frame.is_none() => {
            // Raw bytes have no unwind information, so only other files get this note.
            if !source.is_raw {
                let note = "no .eh_frame section: frames and saved registers are left empty";
                anstream::eprintln!("stackmap: note: {}: {note}", source.label);
            }
            Ok(())
        }
        Machine::X86_64 => fill_for::<X86_64>(source, maps, models),
        Machine::Aarch64 => fill_for::<Aarch64>(source, maps, models),
        Machine::Other(name) => {
            let reason = format_args!("frames of {name} are not known; see --drop-frames");
            Err(Failure::new(&source.label, reason))
        }
    }
}

fn fill_for<A: Architecture>(
    source: &Source,
    maps: &[StackMap<'_>],
    models: &mut [Map],
) -> Result<(), Failure> {
    let Some((address, bytes)) = &source.eh_frame else { return Ok(()) };
    let rules = EhFrame::<A>::new(*address, bytes)
        .map_err(|error| Failure::new(&source.label, format_args!(".eh_frame: {error}")))?;
    for (map, model) in maps.iter().zip(models) {
        fill_frames::<A>(model, &rules).map_err(|error| {
            let name = source
                .function_name(error.function)
                .map_or(String::new(), |name| format!(" [in {name}]"));
            let reason = format_args!(
                "map at offset {:#x}: {error}{name}; --drop-frames leaves frames empty",
                map.offset()
            );
            Failure::new(&source.label, reason)
        })?;
    }
    Ok(())
}

fn write(path: &Path, bytes: &[u8]) -> Result<ExitCode, Failure> {
    if path.as_os_str() == "-" {
        return output::bytes(bytes);
    }
    std::fs::write(path, bytes).map_err(|error| {
        Failure::new(path.display(), format_args!("cannot be written: {error}"))
    })?;
    Ok(ExitCode::SUCCESS)
}
