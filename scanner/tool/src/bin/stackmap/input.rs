//! The input of the tool: the stack maps of a file, of the members of an archive, or of raw bytes.

use std::io::Read;
use std::path::Path;

use stackmap_tool::object_file::{self, FileFormat, FunctionNames, Machine, MapSource, Section};
use statepoint_scanner::stackmap::{self, Maps, StackMap, StackMapLayout};

use crate::arguments::{Input, MachineName};
use crate::failure::Failure;
use crate::machine;

/// One object: a file, a member of an archive, or the bytes of a section.
pub(crate) struct Source {
    /// The name of the object in messages: `FILE` or `FILE(MEMBER)`.
    pub(crate) label: String,
    pub(crate) member: Option<String>,
    /// The name of the file format.
    pub(crate) format: String,
    pub(crate) machine: Machine,
    /// Whether the object is not linked yet. This tool then assigns its addresses.
    pub(crate) relocatable: bool,
    /// Whether the input is only the bytes of a section.
    pub(crate) is_raw: bool,
    /// Whether the object is a Windows object file or program.
    pub(crate) is_windows: bool,
    /// The layout of all maps of the object, if the command line states it.
    pub(crate) layout: Option<StackMapLayout>,
    pub(crate) stack_maps: Option<Vec<u8>>,
    /// The sections with compiled tables.
    pub(crate) tables: Vec<Section>,
    /// The address and the contents of the unwind section.
    pub(crate) eh_frame: Option<(u64, Vec<u8>)>,
    /// The code sections, if a check needs them.
    pub(crate) code: Vec<Section>,
    pub(crate) functions: FunctionNames,
}

/// All objects of the command line's input file.
pub(crate) struct Sources {
    /// The path on the command line.
    pub(crate) file: String,
    pub(crate) all: Vec<Source>,
}

impl Source {
    /// Iterates over the maps without checking them first.
    fn iter(&self) -> Maps<'_> {
        let section = self.stack_maps.as_deref().unwrap_or_default();
        match self.layout {
            Some(layout) => stackmap::maps_in(section, layout),
            None => stackmap::maps(section),
        }
    }

    /// Returns all maps. Fails on the first malformed one.
    pub(crate) fn maps(&self) -> Result<Vec<StackMap<'_>>, Failure> {
        let maps: Vec<_> = self
            .iter()
            .collect::<Result<_, _>>()
            .map_err(|error| Failure::new(&self.label, format_args!("at {error}")))?;
        if maps.is_empty() {
            let reason = match self.section_len() {
                0 => "the stack map section is empty".to_owned(),
                bytes => format!("the stack map section has {bytes} zero bytes and no map"),
            };
            return Err(Failure::new(&self.label, reason));
        }
        Ok(maps)
    }

    /// Returns the size of the stack map section in bytes.
    pub(crate) fn section_len(&self) -> usize {
        self.stack_maps.as_ref().map_or(0, Vec::len)
    }

    /// Returns the name of the function that starts at this address.
    pub(crate) fn function_name(&self, address: u64) -> Option<&str> {
        self.functions.name_at(address).filter(|&(_, offset)| offset == 0).map(|(name, _)| name)
    }

    /// Returns the machine's name, if it has one.
    pub(crate) fn machine_name(&self) -> Option<String> {
        match &self.machine {
            Machine::Other(name) if name == machine::UNKNOWN => None,
            machine => Some(machine.to_string()),
        }
    }
}

/// The maps of one object, after all checks.
pub(crate) struct Checked<'a> {
    pub(crate) source: &'a Source,
    pub(crate) maps: Vec<StackMap<'a>>,
}

impl Sources {
    /// Reads the input file of the command line.
    pub(crate) fn read(input: &Input) -> Result<Self, Failure> {
        let file = input.file.display().to_string();
        let mut all = match input.raw {
            Some(raw) => vec![raw_source(input, &file, raw.layout())?],
            None => {
                let read = if is_standard_input(&input.file) {
                    object_file::read_bytes(&input.file, &contents(&input.file)?)
                } else {
                    object_file::read(&input.file)
                };
                let sources = read.map_err(|error| Failure::Input(error.to_string()))?;
                sources.into_iter().map(Source::from).collect()
            }
        };
        if let Some(member) = &input.member {
            all.retain(|source| source.member.as_ref() == Some(member));
            if all.is_empty() {
                return Err(Failure::new(&file, format_args!("there is no member {member}")));
            }
        }
        Ok(Self { file, all })
    }

    /// Returns the maps of all objects that have any. Returns an error if there are none, or if one
    /// is malformed.
    pub(crate) fn checked(&self) -> Result<Vec<Checked<'_>>, Failure> {
        let with_maps = self.all.iter().filter(|source| source.stack_maps.is_some());
        let checked: Vec<_> = with_maps
            .map(|source| Ok(Checked { source, maps: source.maps()? }))
            .collect::<Result<_, Failure>>()?;
        if checked.is_empty() {
            let what = if self.all.iter().all(|source| source.tables.is_empty()) {
                "no stack map section (run `stackmap verify` for possible reasons)"
            } else {
                "no stack map section: the map is already compiled"
            };
            return Err(Failure::new(&self.file, what));
        }
        Ok(checked)
    }

    /// Returns the size of all stack map sections in bytes.
    pub(crate) fn section_len(&self) -> usize {
        self.all.iter().map(Source::section_len).sum()
    }

    /// Returns the format of the only object, or `archive`.
    pub(crate) fn format(&self) -> &str {
        match &*self.all {
            [source] if source.member.is_none() => &source.format,
            _ => "archive",
        }
    }
}

impl From<MapSource> for Source {
    fn from(source: MapSource) -> Self {
        Self {
            label: source.to_string(),
            format: source.format.to_string(),
            member: source.member,
            machine: source.machine,
            relocatable: source.relocatable,
            is_raw: false,
            is_windows: matches!(source.format, FileFormat::Coff | FileFormat::Pe),
            layout: None,
            stack_maps: source.stack_maps.map(|section| section.bytes),
            tables: source.tables,
            eh_frame: source.eh_frame.map(|section| (section.address, section.bytes)),
            code: source.code,
            functions: source.functions,
        }
    }
}

fn raw_source(
    input: &Input,
    file: &str,
    layout: Option<StackMapLayout>,
) -> Result<Source, Failure> {
    let mut source = Source {
        label: file.to_owned(),
        member: None,
        format: "raw".to_owned(),
        machine: Machine::Other(machine::UNKNOWN.to_owned()),
        relocatable: false,
        is_raw: true,
        is_windows: false,
        layout,
        stack_maps: Some(contents(&input.file)?),
        tables: Vec::new(),
        eh_frame: None,
        code: Vec::new(),
        functions: FunctionNames::default(),
    };
    source.machine = match input.machine {
        Some(MachineName::X86_64) => Machine::X86_64,
        Some(MachineName::Aarch64) => Machine::Aarch64,
        None => machine::guess(source.iter().map_while(Result::ok)),
    };
    Ok(source)
}

fn is_standard_input(path: &Path) -> bool {
    path.as_os_str() == "-"
}

fn contents(path: &Path) -> Result<Vec<u8>, Failure> {
    let read = if is_standard_input(path) {
        let mut bytes = Vec::new();
        std::io::stdin().lock().read_to_end(&mut bytes).map(|_| bytes)
    } else if path.is_file() || !path.exists() {
        std::fs::read(path)
    } else {
        return Err(Failure::new(path.display(), "is not a regular file"));
    };
    read.map_err(|error| Failure::new(path.display(), format_args!("cannot be read: {error}")))
}
