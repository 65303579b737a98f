//! The text output of `dump`.

use std::io::{self, Write};

use statepoint_scanner::stackmap::{Function, Location, LocationKind, Record, StackMap};

use super::{View, records};
use crate::input::{Checked, Source};
use crate::machine::{DecodedStatepoint, register_name};
use crate::output::{DIM, HEADING, NAME, plural, styled};
use crate::progress::Progress;

/// Number of records that are written between two updates of the progress display.
const PROGRESS_INTERVAL: usize = 1024;

/// Writes all stack maps of the inputs that `view` selects.
pub(super) fn write(
    out: &mut dyn Write,
    checked: &[Checked<'_>],
    view: &View<'_>,
    progress: &mut Progress,
) -> io::Result<()> {
    for (index, Checked { source, maps }) in checked.iter().enumerate() {
        if index != 0 {
            writeln!(out)?;
        }
        let machine = source.machine_name().map_or(String::new(), |name| format!(" for {name}"));
        let heading = format!(
            "{}: {}{machine}, {}",
            source.label,
            source.format,
            plural(maps.len(), "stack map")
        );
        writeln!(out, "{}", styled(HEADING, heading))?;
        if source.relocatable {
            let note = "not linked: addresses assume that sections follow each other";
            writeln!(out, "{}", styled(DIM, note))?;
        }
        for (index, map) in maps.iter().enumerate() {
            write_map(out, source, map, index, view, progress)?;
        }
        progress.next_section(source.section_len());
    }
    Ok(())
}

/// Writes the map with this index in its section, unless `view` selects none of its functions.
fn write_map(
    out: &mut dyn Write,
    source: &Source,
    map: &StackMap<'_>,
    index: usize,
    view: &View<'_>,
    progress: &mut Progress,
) -> io::Result<()> {
    let is_shown =
        |function: &Option<Function>| function.is_none_or(|function| view.shows(source, &function));
    if !view.functions.is_empty() && !map.functions().any(|function| view.shows(source, &function))
    {
        return Ok(());
    }
    writeln!(
        out,
        "\n{} version {}, layout {}, {} at offset {:#x}: {}, {}, {}",
        styled(HEADING, format_args!("map {}:", index + 1)),
        map.version(),
        map.layout(),
        plural(map.byte_len(), "byte"),
        map.offset(),
        plural(map.functions().len(), "function"),
        plural(map.constants().len(), "constant"),
        plural(map.records().len(), "record"),
    )?;
    for (index, constant) in map.constants().iter().enumerate() {
        writeln!(out, "  constant #{index} = {constant} ({constant:#x})")?;
    }
    let mut heading_written = false;
    // Functions without records are listed among the others, in the order of the map.
    let mut functions = map.functions().filter(|function| is_shown(&Some(*function)));
    // Number of records that are not yet written for the function with the last heading.
    let mut records_left = 0;
    for (index, (function, record)) in records(map).enumerate() {
        if index.is_multiple_of(PROGRESS_INTERVAL) {
            progress.set_position(record.offset());
        }
        if !is_shown(&function) {
            continue;
        }
        if function.is_some() {
            while records_left == 0 {
                let Some(next) = functions.next() else { break };
                write_function(out, source, map, &next)?;
                records_left = next.record_count.unwrap_or(0);
            }
            records_left = records_left.saturating_sub(1);
        } else if !heading_written {
            for function in functions.by_ref() {
                write_function(out, source, map, &function)?;
            }
            writeln!(
                out,
                "\nrecords (this stack map layout does not say which function each belongs to):"
            )?;
            heading_written = true;
        }
        write_record(out, source, map, function, &record, view)?;
    }
    for function in functions {
        write_function(out, source, map, &function)?;
    }
    Ok(())
}

/// Writes the heading of a function: its name, address, frame size and number of records.
fn write_function(
    out: &mut dyn Write,
    source: &Source,
    map: &StackMap<'_>,
    function: &Function,
) -> io::Result<()> {
    let name = source.function_name(function.address).unwrap_or("(no name)");
    let size = match function.stack_size {
        Some(size) => format!("frame of {size} bytes"),
        None => "frame of no fixed size".to_owned(),
    };
    write!(out, "\n{} at {:#x}: {size}", styled(NAME, name), function.address)?;
    if let Some(count) = function.record_count {
        write!(out, ", {}", plural(count as usize, "record"))?;
    }
    writeln!(out)?;
    if let Some(frame) = &function.frame {
        write!(
            out,
            "  frame of a function of {} bytes, flags {:#x}, base {}",
            frame.function_size,
            frame.flags.bits(),
            register_name(&source.machine, frame.base_register)
        )?;
        for saved in map.frame_registers(frame) {
            let register = register_name(&source.machine, saved.register);
            write!(out, ", {register} at {:+}", saved.offset)?;
        }
        writeln!(out)?;
    }
    Ok(())
}

/// Writes a record and its contents.
pub(crate) fn write_record(
    out: &mut dyn Write,
    source: &Source,
    map: &StackMap<'_>,
    function: Option<Function>,
    record: &Record<'_>,
    view: &View<'_>,
) -> io::Result<()> {
    write!(out, "  +{:#x}", record.instruction_offset)?;
    if let Some(function) = function {
        let address = function.address.wrapping_add(u64::from(record.instruction_offset));
        write!(out, "  {address:#x}")?;
    }
    write!(out, "  id {:#x}", record.id)?;
    match view.decode_statepoint(source, record, &map.constants()) {
        Some(Ok(decoded)) => write_statepoint(out, source, map, record, decoded)?,
        Some(Err(error)) => {
            writeln!(out, "  {}", styled(DIM, format_args!("not a statepoint: {}", error.reason)))?;
            write_locations(out, source, map, record)?;
        }
        None => {
            writeln!(out)?;
            write_locations(out, source, map, record)?;
        }
    }
    let live_outs: Vec<_> = record
        .live_outs()
        .map(|live| format!("{} ({})", register_name(&source.machine, live.register), live.size))
        .collect();
    if !live_outs.is_empty() {
        writeln!(out, "      live out  {}", live_outs.join(", "))?;
    }
    Ok(())
}

/// Writes the locations of a record that is not decoded as a statepoint, one per line.
fn write_locations(
    out: &mut dyn Write,
    source: &Source,
    map: &StackMap<'_>,
    record: &Record<'_>,
) -> io::Result<()> {
    for (index, location) in record.locations().enumerate() {
        writeln!(out, "      #{index}  {}", describe_location(source, map, location))?;
    }
    Ok(())
}

/// Writes the rest of a statepoint's first line, then its deopt operands, roots and allocas.
fn write_statepoint(
    out: &mut dyn Write,
    source: &Source,
    map: &StackMap<'_>,
    record: &Record<'_>,
    decoded: DecodedStatepoint,
) -> io::Result<()> {
    write!(out, "  statepoint")?;
    if decoded.calling_convention != 0 {
        write!(out, ", calling convention {}", decoded.calling_convention)?;
    }
    if decoded.flags & 1 != 0 {
        write!(out, ", gc transition")?;
    }
    if decoded.flags & 2 != 0 {
        write!(out, ", deopt values live in")?;
    }
    writeln!(out)?;
    let locations: Vec<_> = record.locations().collect();
    let at = |index: usize| {
        locations
            .get(index)
            .map_or(String::new(), |&location| describe_location(source, map, location))
    };
    let list = |range: std::ops::Range<usize>| range.map(at).collect::<Vec<_>>().join(", ");
    if decoded.deopt != 0 {
        writeln!(out, "      deopt   {}", list(decoded.deopt()))?;
    }
    for (base, derived) in decoded.pairs() {
        if locations.get(base) == locations.get(derived) {
            writeln!(out, "      base    {}", at(base))?;
        } else {
            writeln!(out, "      base    {}, derived {}", at(base), at(derived))?;
        }
    }
    if decoded.allocas != 0 {
        writeln!(out, "      alloca  {}", list(decoded.allocas()))?;
    }
    Ok(())
}

/// Returns the description of a value's location, such as `[rsp+8]`.
fn describe_location(source: &Source, map: &StackMap<'_>, location: Location) -> String {
    let Location { kind, size, register, offset } = location;
    let register = || register_name(&source.machine, register);
    let address = || match offset {
        0 => register(),
        offset => format!("{}{offset:+}", register()),
    };
    let text = match kind {
        LocationKind::Register => register(),
        LocationKind::Direct => format!("&[{}]", address()),
        LocationKind::Indirect => format!("[{}]", address()),
        LocationKind::Constant => offset.to_string(),
        LocationKind::ConstantIndex => {
            let value = usize::try_from(offset).ok().and_then(|index| map.constants().get(index));
            value.map_or(format!("#{offset}"), |value| format!("{value:#x}"))
        }
    };
    if size == 8 { text } else { format!("{text} ({size} bytes)") }
}
