//! Compiled tables: `dump`, `stats`, `lookup` and `verify` of files that have them in place of a
//! stack map.

use std::fmt::Write as _;
use std::io::{self, Write};
use std::process::ExitCode;

use serde::Serialize;
use stackmap_tool::object_file::{Machine, Section};
use statepoint_scanner::arch::{Aarch64, Architecture, X86_64};
use statepoint_scanner::table::{
    AddressBase, CallSiteContent, CallSiteTable, RecordKind, RootLocation, SECTION_NAME,
    TableStatistics, units_of,
};

use crate::arguments::Format;
use crate::failure::Failure;
use crate::input::{Source, Sources};
use crate::output::{self, DIM, DOUBTFUL, GOOD, HEADING, NAME, plural, styled};

/// All compiled tables of a file.
#[derive(Serialize)]
pub(crate) struct Tables<'a> {
    file: &'a str,
    format: &'a str,
    units: Vec<Unit<'a>>,
}

/// The table of one code section.
#[derive(Serialize)]
struct Unit<'a> {
    member: Option<&'a str>,
    /// The address range of the section's code: its start and end.
    code: (u64, u64),
    #[serde(flatten, serialize_with = "sizes")]
    statistics: TableStatistics,
    call_sites: Vec<Site<'a>>,
}

/// Counts of items, and sizes of the table's parts in bytes.
#[derive(Clone, Copy, Default, Serialize)]
struct Sizes {
    functions: usize,
    records: usize,
    pinned: usize,
    descriptors: usize,
    bytes: usize,
    index_bytes: usize,
    descriptor_bytes: usize,
    record_bytes: usize,
}

fn sizes<S: serde::Serializer>(statistics: &TableStatistics, to: S) -> Result<S::Ok, S::Error> {
    Sizes::from(*statistics).serialize(to)
}

#[derive(Clone, Serialize)]
struct Site<'a> {
    address: u64,
    function: Option<&'a str>,
    /// The offset from the start of the function, in bytes.
    offset: Option<u64>,
    id: u64,
    /// `statepoint`, or `pinned` for a stackmap or patchpoint.
    kind: &'static str,
    /// The rule that yields the caller's frame, for instance `rsp+16`.
    cfa: String,
    /// The locations of roots, such as `[rsp+8]` or a register. For the kind `pinned`, the
    /// locations that may hold a reference.
    roots: Vec<String>,
    /// Derived pointers, each with the root of its object.
    derived: Vec<(String, String)>,
    /// The DWARF numbers of registers that may hold references and that no walk can recover.
    unrecoverable: Vec<u16>,
    /// The deopt values. For the kind `pinned`, all values of the record.
    values: Vec<String>,
}

impl<'a> Tables<'a> {
    /// Returns the tables of a file that has only compiled tables. For a file that also has a stack
    /// map, checks the tables, prints a note that they exist, and returns `None`.
    pub(crate) fn of(sources: &'a Sources) -> Result<Option<Self>, Failure> {
        if sources.all.iter().all(|source| source.tables.is_empty()) {
            return Ok(None);
        }
        let mut units = Vec::new();
        for source in &sources.all {
            for section in &source.tables {
                match &source.machine {
                    Machine::X86_64 => read::<X86_64>(source, section, &mut units)?,
                    Machine::Aarch64 => read::<Aarch64>(source, section, &mut units)?,
                    Machine::Other(name) => {
                        let reason = format_args!("tables for {name} are not known");
                        return Err(Failure::new(&source.label, reason));
                    }
                }
            }
        }
        if sources.all.iter().any(|source| source.stack_maps.is_some()) {
            let sites = units.iter().map(|unit| unit.call_sites.len()).sum();
            let (tables, sites) =
                (plural(units.len(), "compiled table"), plural(sites, "call site"));
            anstream::eprintln!(
                "stackmap: note: {}: the stack maps only; {sites} in {tables} beside them are left \
                 out",
                sources.file
            );
            return Ok(None);
        }
        Ok(Some(Self { file: &sources.file, format: sources.format(), units }))
    }

    /// Runs `dump`: prints all call sites, or those of the functions in `wanted`.
    pub(crate) fn dump(mut self, wanted: &[String], format: Format) -> Result<ExitCode, Failure> {
        for name in wanted {
            let has = |site: &Site<'_>| site.function == Some(name);
            if !self.units.iter().any(|unit| unit.call_sites.iter().any(has)) {
                let reason = format_args!("no table has a function {name}");
                return Err(Failure::new(self.file, reason));
            }
        }
        if !wanted.is_empty() {
            let shown = |site: &Site<'_>| wanted.iter().any(|name| site.function == Some(name));
            self.units.iter_mut().for_each(|unit| unit.call_sites.retain(&shown));
        }
        match format {
            Format::Json => output::json(&self)?,
            Format::Text => output::text(|out| {
                self.units.iter().try_for_each(|unit| {
                    let title = format!("table of {:#x} to {:#x}", unit.code.0, unit.code.1);
                    writeln!(out, "{}", styled(HEADING, title))?;
                    unit.call_sites.iter().try_for_each(|site| site.write(out))
                })
            })?,
        }
        Ok(ExitCode::SUCCESS)
    }

    /// Runs `stats`: prints counts and sizes, summed over all tables.
    pub(crate) fn stats(self, format: Format) -> Result<ExitCode, Failure> {
        #[derive(Serialize)]
        struct Stats<'a> {
            file: &'a str,
            format: &'a str,
            units: usize,
            #[serde(flatten)]
            sizes: Sizes,
        }
        let mut sum = TableStatistics::default();
        self.units.iter().for_each(|unit| sum += unit.statistics);
        let sizes = Sizes::from(sum);
        let stats = Stats { file: self.file, format: self.format, units: self.units.len(), sizes };
        match format {
            Format::Json => output::json(&stats)?,
            Format::Text => output::text(|out| {
                let title = format!("{} ({}), compiled", stats.file, stats.format);
                writeln!(out, "{}\n", styled(HEADING, title))?;
                for (name, number) in [
                    ("tables", stats.units),
                    ("functions", sizes.functions),
                    ("call sites", sizes.records),
                    ("  pinned", sizes.pinned),
                    ("descriptors", sizes.descriptors),
                    ("bytes", sizes.bytes),
                    ("  index", sizes.index_bytes),
                    ("  descriptors", sizes.descriptor_bytes),
                    ("  records", sizes.record_bytes),
                    ("  others", sizes.other_bytes()),
                ] {
                    writeln!(out, "  {name:13}  {:>12}", output::grouped(number))?;
                }
                let each = |bytes: usize| bytes as f64 / sizes.records.max(1) as f64;
                let note = format!(
                    "  {:.1} bytes a call site, {:.1} for the index and the descriptors",
                    each(sizes.bytes),
                    each(sizes.index_bytes + sizes.descriptor_bytes)
                );
                writeln!(out, "{}", styled(DIM, note))
            })?,
        }
        Ok(ExitCode::SUCCESS)
    }

    /// Runs `lookup`: prints the call site at each address, or else the nearest call sites. Each
    /// address is given with its command-line argument.
    pub(crate) fn lookup(
        self,
        addresses: &[(&str, u64, Option<&Source>)],
        format: Format,
    ) -> Result<ExitCode, Failure> {
        #[derive(Serialize)]
        struct Answer<'a> {
            argument: &'a str,
            address: u64,
            call_sites: Vec<Site<'a>>,
            nearest: Vec<Site<'a>>,
        }
        let answers: Vec<_> = addresses
            .iter()
            .map(|&(argument, address, within)| {
                let member = within.map(|source| source.member.as_deref());
                let units =
                    self.units.iter().filter(|unit| member.is_none_or(|m| m == unit.member));
                let sites = units.flat_map(|unit| &unit.call_sites);
                let at = sites.clone().filter(|site| site.address == address);
                let call_sites: Vec<_> = at.cloned().collect();
                let below = sites.clone().filter(|site| site.address < address);
                let above = sites.filter(|site| site.address > address);
                let nearest =
                    [below.max_by_key(|site| site.address), above.min_by_key(|site| site.address)];
                let nearest = nearest.into_iter().flatten().filter(|_| call_sites.is_empty());
                Answer { argument, address, nearest: nearest.cloned().collect(), call_sites }
            })
            .collect();
        let all_found = answers.iter().all(|answer| !answer.call_sites.is_empty());
        match format {
            Format::Json => {
                #[derive(Serialize)]
                struct Answers<'a> {
                    file: &'a str,
                    lookups: Vec<Answer<'a>>,
                }
                output::json(&Answers { file: self.file, lookups: answers })?;
            }
            Format::Text => output::text(|out| {
                answers.iter().try_for_each(|Answer { argument, address, call_sites, nearest }| {
                    let number = format!("{address:#x}");
                    let heading =
                        if *argument == number { number } else { format!("{argument} = {number}") };
                    if call_sites.is_empty() {
                        let none = styled(DOUBTFUL, "no call site");
                        writeln!(out, "{}: {none}", styled(HEADING, heading))?;
                        return nearest.iter().try_for_each(|site| {
                            let side = if site.address < *address { "below" } else { "above" };
                            let bytes = site.address.abs_diff(*address);
                            let unit = if bytes == 1 { "byte" } else { "bytes" };
                            writeln!(out, "nearest {side}, {bytes} {unit} away:")?;
                            site.write(out)
                        });
                    }
                    writeln!(out, "{}", styled(HEADING, heading))?;
                    call_sites.iter().try_for_each(|site| site.write(out))
                })
            })?,
        }
        Ok(if all_found { ExitCode::SUCCESS } else { ExitCode::FAILURE })
    }

    /// Runs `verify`: reports success, because reading the tables has validated all of their
    /// contents.
    pub(crate) fn verify(self, format: Format) -> Result<ExitCode, Failure> {
        let sites = self.units.iter().map(|unit| unit.call_sites.len()).sum::<usize>();
        match format {
            Format::Json => {
                #[derive(Serialize)]
                struct Verified<'a> {
                    file: &'a str,
                    units: usize,
                    call_sites: usize,
                    findings: [(); 0],
                }
                let units = self.units.len();
                output::json(&Verified {
                    file: self.file,
                    units,
                    call_sites: sites,
                    findings: [],
                })?;
            }
            Format::Text => output::text(|out| {
                let verdict = styled(GOOD, format!("{}: no errors", self.file));
                let (sites, tables) =
                    (plural(sites, "call site"), plural(self.units.len(), "compiled table"));
                writeln!(out, "{verdict}\nchecked: {}, {sites} in {tables}", self.format)
            })?,
        }
        Ok(ExitCode::SUCCESS)
    }
}

impl Sizes {
    /// Returns the size in bytes of the header, the function list, and the padding of the last
    /// words.
    fn other_bytes(self) -> usize {
        let parts = self.index_bytes + self.descriptor_bytes + self.record_bytes;
        self.bytes.saturating_sub(parts)
    }
}

impl From<TableStatistics> for Sizes {
    fn from(statistics: TableStatistics) -> Self {
        Self {
            functions: statistics.functions,
            records: statistics.records,
            pinned: statistics.pinned,
            descriptors: statistics.descriptors,
            bytes: statistics.bytes,
            index_bytes: statistics.index_bytes,
            descriptor_bytes: statistics.descriptor_bytes,
            record_bytes: statistics.record_bytes,
        }
    }
}

/// Reads the units of a section. Fails if one of them is invalid.
fn read<'a, A: Architecture>(
    source: &'a Source,
    section: &Section,
    units: &mut Vec<Unit<'a>>,
) -> Result<(), Failure> {
    let words: Vec<u32> = section
        .bytes
        .chunks(4)
        .map(|bytes| bytes.iter().rev().fold(0, |word, &byte| word << 8 | u32::from(byte)))
        .collect();
    for unit in units_of::<A>(&words, section.address) {
        let table = unit.map_err(|error| Failure::new(&source.label, error))?;
        let statistics = table.statistics();
        let mut call_sites = Vec::with_capacity(statistics.records);
        for (address, site) in table.call_sites() {
            let record = table.record(site.number).ok_or_else(|| {
                let reason = format_args!("the record of the call site at {address:#x} is damaged");
                Failure::new(&source.label, reason)
            })?;
            call_sites.push(describe(source, &table, address, site.content, &record));
        }
        if call_sites.len() != table.len() {
            let reason = format_args!(
                "{SECTION_NAME}: {} of {} call sites of the table for {:#x} can be read",
                call_sites.len(),
                table.len(),
                table.code().start
            );
            return Err(Failure::new(&source.label, reason));
        }
        let code = table.code();
        units.push(Unit {
            member: source.member.as_deref(),
            code: (code.start, code.end),
            statistics,
            call_sites,
        });
    }
    Ok(())
}

fn describe<'a, A: Architecture>(
    source: &'a Source,
    table: &CallSiteTable<'_, A>,
    address: u64,
    content: CallSiteContent<'_, A>,
    record: &statepoint_scanner::table::CallSiteRecord<'_, A>,
) -> Site<'a> {
    let (frame, unrecoverable) = match content {
        CallSiteContent::Statepoint(frame) => (frame, Vec::new()),
        CallSiteContent::Pinned(pinned) => (pinned.frame(), pinned.unrecoverable().collect()),
    };
    let roots: Vec<_> = frame.bases().map(location::<A>).collect();
    let is_statepoint = matches!(record.kind, RecordKind::Statepoint { .. });
    let derived = frame
        .derived()
        .filter(|_| is_statepoint)
        .map(|(root, base)| (location::<A>(root), roots.get(base).cloned().unwrap_or_default()));
    let function = table.function_containing(address);
    let (base, offset) = frame.cfa();
    Site {
        address,
        function: function.and_then(|function| source.function_name(function)),
        offset: function.map(|function| address - function),
        id: record.id,
        kind: if is_statepoint { "statepoint" } else { "pinned" },
        cfa: sum::<A>(base, offset),
        derived: derived.collect(),
        unrecoverable,
        values: record.values().map(|value| format!("{value:?}")).collect(),
        roots,
    }
}

/// Formats a register plus an offset in bytes, for instance `rsp+8`.
fn sum<A: Architecture>(base: AddressBase, offset: i32) -> String {
    let register = match base {
        AddressBase::StackPointer => Some(A::STACK_POINTER),
        AddressBase::CalleeSaved(index) => A::CALLEE_SAVED.get(usize::from(index)).copied(),
    };
    format!("{}{offset:+}", register.map_or("?", A::register_name))
}

/// Formats the location of a root, for instance `[rsp+8]`.
fn location<A: Architecture>(root: RootLocation) -> String {
    match root {
        RootLocation::Slot { base, offset } => format!("[{}]", sum::<A>(base, offset)),
        RootLocation::Register(index) => {
            let register = A::CALLEE_SAVED.get(usize::from(index)).copied();
            register.map_or("?", A::register_name).to_owned()
        }
    }
}

impl Site<'_> {
    fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        let name = self.function.unwrap_or("(no name)");
        let place = self.offset.map_or(String::new(), |offset| format!("+{offset:#x}"));
        let mut line = format!("{}, ID {:#x}, CFA {}", self.kind, self.id, self.cfa);
        // Writing to a string cannot fail.
        for root in &self.roots {
            let _ = write!(line, " {root}");
        }
        for (root, base) in &self.derived {
            let _ = write!(line, " {root} from {base}");
        }
        for register in &self.unrecoverable {
            let _ = write!(line, " R#{register}?");
        }
        writeln!(out, "  {:#x} {}{place}: {line}", self.address, styled(NAME, name))
    }
}
