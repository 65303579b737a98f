//! `stackmap lookup`.

use std::io::{self, Write};
use std::process::ExitCode;

use serde::Serialize;
use statepoint_scanner::stackmap::{Function, Record, StackMap};

use crate::arguments::{Format, Lookup};
use crate::dump::{RecordJson, View, write_record};
use crate::failure::Failure;
use crate::input::{Checked, Source, Sources};
use crate::output::{self, DOUBTFUL, HEADING, NAME, styled};
use crate::tables::Tables;

/// A record with its map and function.
struct Site<'a> {
    address: u64,
    source: &'a Source,
    map: &'a StackMap<'a>,
    function: Function,
    record: Record<'a>,
}

/// The result for one address.
struct Answer<'a> {
    /// The address as written on the command line.
    argument: &'a str,
    address: u64,
    /// The records at the address. There are several if several members or maps have one there.
    found: Vec<Site<'a>>,
    /// The nearest record below the address, if any.
    below: Option<Site<'a>>,
    /// The nearest record above the address, if any.
    above: Option<Site<'a>>,
}

pub(crate) fn run(arguments: &Lookup) -> Result<ExitCode, Failure> {
    let sources = Sources::read(&arguments.input)?;
    if let Some(tables) = Tables::of(&sources)? {
        let addresses = arguments.addresses.iter().map(|argument| {
            let (address, within) = address(&sources, argument)?;
            Ok((argument.as_str(), address, within))
        });
        return tables.lookup(&addresses.collect::<Result<Vec<_>, Failure>>()?, arguments.format);
    }
    let checked = sources.checked()?;
    for Checked { source, maps } in &checked {
        for map in maps {
            map.function_records()
                .map_err(|error| Failure::new(&source.label, format_args!("at {error}")))?;
        }
    }
    let answers: Vec<_> = arguments
        .addresses
        .iter()
        .map(|argument| {
            let (address, within) = address(&sources, argument)?;
            Ok(find(argument, address, within, &checked))
        })
        .collect::<Result<_, Failure>>()?;
    match arguments.format {
        Format::Json => output::json(&LookupJson {
            file: &sources.file,
            lookups: answers.iter().map(AnswerJson::new).collect(),
        })?,
        Format::Text => {
            output::text(|out| answers.iter().try_for_each(|answer| write_answer(out, answer)))?
        }
    }
    let all_found = answers.iter().all(|answer| !answer.found.is_empty());
    Ok(if all_found { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Returns the address that a command-line argument specifies: a number, or an offset from a
/// function. Also returns the object that contains the function, because members of an archive have
/// no common address space.
fn address<'s>(sources: &'s Sources, argument: &str) -> Result<(u64, Option<&'s Source>), Failure> {
    if let Some(address) = number(argument) {
        return Ok((address, None));
    }
    // A name can contain a plus sign, as `operator+` does.
    let (name, offset) = argument
        .rsplit_once('+')
        .and_then(|(name, offset)| Some((name, number(offset)?)))
        .unwrap_or((argument, 0));
    let mut found =
        sources.all.iter().filter_map(|source| Some((source, source.functions.named(name)?.start)));
    let Some((first, start)) = found.next() else {
        let reason = format_args!(
            "{name} is neither a function nor a number (hexadecimal numbers begin with 0x)"
        );
        return Err(Failure::new(&sources.file, reason));
    };
    if let Some((second, _)) = found.next() {
        let reason = format_args!(
            "both {} and {} have a function {name}; choose one with --member",
            first.label, second.label
        );
        return Err(Failure::new(&sources.file, reason));
    }
    let address = start.checked_add(offset).ok_or_else(|| {
        Failure::new(
            &sources.file,
            format_args!("{argument} is beyond the end of the address space"),
        )
    })?;
    Ok((address, Some(first)))
}

/// Parses a hexadecimal number with `0x` or a decimal number.
fn number(text: &str) -> Option<u64> {
    match text.strip_prefix("0x").or_else(|| text.strip_prefix("0X")) {
        Some(digits) => u64::from_str_radix(digits, 16).ok(),
        None => text.parse().ok(),
    }
}

/// Searches the maps for the record at an address and for the nearest ones. If `within` is given,
/// only the maps of that object are searched.
fn find<'a>(
    argument: &'a str,
    address: u64,
    within: Option<&Source>,
    checked: &'a [Checked<'a>],
) -> Answer<'a> {
    let mut answer = Answer { argument, address, found: Vec::new(), below: None, above: None };
    let searched =
        checked.iter().filter(|at| within.is_none_or(|within| std::ptr::eq(within, at.source)));
    for Checked { source, maps } in searched {
        for map in maps {
            // `run` has already rejected maps without record counts.
            for (function, record) in map.function_records().into_iter().flatten() {
                let Some(at) = function.address.checked_add(record.instruction_offset.into())
                else {
                    continue;
                };
                let site = || Site { address: at, source, map, function, record: record.clone() };
                if at == address {
                    answer.found.push(site());
                } else if at < address {
                    if answer.below.as_ref().is_none_or(|below| below.address < at) {
                        answer.below = Some(site());
                    }
                } else if answer.above.as_ref().is_none_or(|above| above.address > at) {
                    answer.above = Some(site());
                }
            }
        }
    }
    answer
}

impl Answer<'_> {
    /// Returns the nearest records below and above with their distance, unless there is a record at
    /// the address itself.
    fn nearest(&self) -> impl Iterator<Item = (i128, &Site<'_>)> {
        let near = self.found.is_empty();
        [&self.below, &self.above]
            .into_iter()
            .flatten()
            .filter(move |_| near)
            .map(|site| (i128::from(site.address) - i128::from(self.address), site))
    }
}

fn write_answer(out: &mut dyn Write, answer: &Answer<'_>) -> io::Result<()> {
    let Answer { argument, address, found, .. } = answer;
    let number = format!("{address:#x}");
    let heading = if *argument == number { number } else { format!("{argument} = {number}") };
    if found.is_empty() {
        writeln!(out, "{}: {}", styled(HEADING, heading), styled(DOUBTFUL, "no record"))?;
        for (distance, site) in answer.nearest() {
            let side = if distance < 0 { "below" } else { "above" };
            let bytes = distance.unsigned_abs();
            let unit = if bytes == 1 { "byte" } else { "bytes" };
            write!(out, "nearest {side}, {bytes} {unit} away, in ")?;
            write_site(out, site)?;
        }
        return Ok(());
    }
    writeln!(out, "{}", styled(HEADING, heading))?;
    for site in found {
        write!(out, "in ")?;
        write_site(out, site)?;
    }
    Ok(())
}

fn write_site(out: &mut dyn Write, site: &Site<'_>) -> io::Result<()> {
    let Site { source, map, function, record, .. } = site;
    let name = source.function_name(function.address).unwrap_or("(no name)");
    writeln!(out, "{} at {:#x} of {}", styled(NAME, name), function.address, source.label)?;
    write_record(out, source, map, Some(*function), record, &View::ALL)
}

#[derive(Serialize)]
struct LookupJson<'a> {
    file: &'a str,
    lookups: Vec<AnswerJson<'a>>,
}

#[derive(Serialize)]
struct AnswerJson<'a> {
    argument: &'a str,
    address: u64,
    records: Vec<SiteJson<'a>>,
    nearest: Vec<SiteJson<'a>>,
}

#[derive(Serialize)]
struct SiteJson<'a> {
    /// The distance in bytes from the requested address to the record's address.
    distance: i128,
    address: u64,
    member: Option<&'a str>,
    record: RecordJson<'a>,
}

impl<'a> AnswerJson<'a> {
    fn new(answer: &'a Answer<'a>) -> Self {
        Self {
            argument: answer.argument,
            address: answer.address,
            records: answer.found.iter().map(|site| SiteJson::new(0, site)).collect(),
            nearest: answer
                .nearest()
                .map(|(distance, site)| SiteJson::new(distance, site))
                .collect(),
        }
    }
}

impl<'a> SiteJson<'a> {
    fn new(distance: i128, site: &'a Site<'a>) -> Self {
        let Site { address, source, map, function, ref record } = *site;
        let record = RecordJson {
            source,
            map,
            view: &View::ALL,
            function: Some(function),
            record: record.clone(),
        };
        Self { distance, address, member: source.member.as_deref(), record }
    }
}
