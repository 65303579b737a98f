//! The JSON output of `dump`. Programs rely on its fields: fields may be added, but no field
//! changes its name or meaning.

use std::cell::RefCell;

use serde::Serialize;
use serde::ser::{SerializeMap, Serializer};
use statepoint_scanner::stackmap::{Function, Location, LocationKind, Record, StackMap};

use super::{View, records};
use crate::input::{Checked, Source, Sources};
use crate::machine::DecodedStatepoint;
use crate::output::Sequence;
use crate::progress::Progress;

/// Number of records that are written between two reports of progress.
const PROGRESS_INTERVAL: usize = 1024;

/// The output of `dump`.
pub(super) struct Document<'a> {
    sources: &'a Sources,
    checked: &'a [Checked<'a>],
    view: &'a View<'a>,
    progress: &'a RefCell<Progress>,
}

impl<'a> Document<'a> {
    pub(super) fn new(
        sources: &'a Sources,
        checked: &'a [Checked<'a>],
        view: &'a View<'a>,
        progress: &'a RefCell<Progress>,
    ) -> Self {
        Self { sources, checked, view, progress }
    }
}

impl Serialize for Document<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let maps = || {
            self.checked.iter().enumerate().flat_map(|(number, Checked { source, maps })| {
                if let Some(before) = number.checked_sub(1).and_then(|at| self.checked.get(at)) {
                    self.progress.borrow_mut().next_section(before.source.section_len());
                }
                let (view, progress) = (self.view, self.progress);
                maps.iter().map(move |map| MapJson { source, map, view, progress })
            })
        };
        let mut document = serializer.serialize_map(None)?;
        document.serialize_entry("file", &self.sources.file)?;
        document.serialize_entry("format", self.sources.format())?;
        document.serialize_entry("maps", &Sequence(maps))?;
        document.end()
    }
}

/// A stack map, serialised by its functions and records.
struct MapJson<'a> {
    source: &'a Source,
    map: &'a StackMap<'a>,
    view: &'a View<'a>,
    progress: &'a RefCell<Progress>,
}

impl Serialize for MapJson<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self { source, map, view, progress } = *self;
        let mut fields = serializer.serialize_map(None)?;
        fields.serialize_entry("version", &map.version())?;
        fields.serialize_entry("layout", &map.layout().to_string())?;
        fields.serialize_entry("member", &source.member)?;
        fields.serialize_entry("machine", &source.machine_name())?;
        fields.serialize_entry("section_offset", &map.offset())?;
        fields.serialize_entry("bytes", &map.byte_len())?;
        let functions = || {
            map.functions()
                .filter(|function| view.shows(source, function))
                .map(|function| FunctionJson::new(source, map, &function))
        };
        fields.serialize_entry("functions", &Sequence(functions))?;
        let constants = map.constants();
        fields.serialize_entry("constants", &Sequence(|| constants.iter()))?;
        let records = || {
            records(map)
                .enumerate()
                .inspect(|(number, (_, record))| {
                    if number.is_multiple_of(PROGRESS_INTERVAL) {
                        progress.borrow_mut().set_position(record.offset());
                    }
                })
                .map(|(_, element)| element)
                .filter(|(function, _)| {
                    function.is_none_or(|function| view.shows(source, &function))
                })
                .map(|(function, record)| RecordJson { source, map, view, function, record })
        };
        fields.serialize_entry("records", &Sequence(records))?;
        fields.end()
    }
}

#[derive(Serialize)]
struct FunctionJson<'a> {
    name: Option<&'a str>,
    address: u64,
    stack_size: Option<u64>,
    record_count: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    frame: Option<FrameJson>,
}

#[derive(Serialize)]
struct FrameJson {
    function_size: u32,
    flags: u16,
    base_register: u16,
    saved: Vec<SavedJson>,
}

#[derive(Serialize)]
struct SavedJson {
    register: u16,
    offset: i16,
    size: u8,
    spilled: bool,
}

impl<'a> FunctionJson<'a> {
    fn new(source: &'a Source, map: &StackMap<'_>, function: &Function) -> Self {
        let frame = function.frame.map(|frame| FrameJson {
            function_size: frame.function_size,
            flags: frame.flags.bits(),
            base_register: frame.base_register,
            saved: map
                .frame_registers(&frame)
                .map(|saved| SavedJson {
                    register: saved.register,
                    offset: saved.offset,
                    size: saved.size,
                    spilled: saved.spilled,
                })
                .collect(),
        });
        Self {
            name: source.function_name(function.address),
            address: function.address,
            stack_size: function.stack_size,
            record_count: function.record_count,
            frame,
        }
    }
}

/// A record.
pub(crate) struct RecordJson<'a> {
    pub(crate) source: &'a Source,
    pub(crate) map: &'a StackMap<'a>,
    pub(crate) view: &'a View<'a>,
    pub(crate) function: Option<Function>,
    pub(crate) record: Record<'a>,
}

impl Serialize for RecordJson<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self { source, map, view, function, record } = self;
        let address = function.map(|function| function.address);
        let mut fields = serializer.serialize_map(None)?;
        fields.serialize_entry("id", &record.id)?;
        let name = address.and_then(|address| source.function_name(address));
        fields.serialize_entry("function", &name)?;
        fields.serialize_entry("function_address", &address)?;
        fields.serialize_entry("offset", &record.instruction_offset)?;
        if record.call_size != 0 {
            fields.serialize_entry("call_size", &record.call_size)?;
        }
        let locations = || record.locations().map(|location| LocationJson { map, location });
        fields.serialize_entry("locations", &Sequence(locations))?;
        let live_outs = || {
            record.live_outs().map(|live| LiveOutJson { register: live.register, size: live.size })
        };
        fields.serialize_entry("live_outs", &Sequence(live_outs))?;
        match view.decode_statepoint(source, record, &map.constants()) {
            Some(Ok(decoded)) => {
                fields.serialize_entry("statepoint", &StatepointJson(decoded))?;
            }
            Some(Err(error)) => {
                fields.serialize_entry("statepoint", &None::<()>)?;
                fields.serialize_entry("not_statepoint", &error.reason.to_string())?;
            }
            None => fields.serialize_entry("statepoint", &None::<()>)?,
        }
        fields.end()
    }
}

#[derive(Serialize)]
struct LiveOutJson {
    register: u16,
    size: u8,
}

/// A location of a record.
struct LocationJson<'a> {
    map: &'a StackMap<'a>,
    location: Location,
}

impl Serialize for LocationJson<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Location { kind, size, register, offset } = self.location;
        let mut fields = serializer.serialize_map(None)?;
        fields.serialize_entry("kind", kind_name(kind))?;
        fields.serialize_entry("size", &size)?;
        match kind {
            LocationKind::Register => fields.serialize_entry("register", &register)?,
            LocationKind::Direct | LocationKind::Indirect => {
                fields.serialize_entry("register", &register)?;
                fields.serialize_entry("offset", &offset)?;
            }
            LocationKind::Constant => fields.serialize_entry("value", &offset)?,
            LocationKind::ConstantIndex => {
                let value =
                    usize::try_from(offset).ok().and_then(|index| self.map.constants().get(index));
                fields.serialize_entry("value", &value)?;
                fields.serialize_entry("index", &offset)?;
            }
        }
        fields.end()
    }
}

/// Returns the name of a kind of location in the output.
fn kind_name(kind: LocationKind) -> &'static str {
    match kind {
        LocationKind::Register => "register",
        LocationKind::Direct => "direct",
        LocationKind::Indirect => "indirect",
        LocationKind::Constant => "constant",
        LocationKind::ConstantIndex => "constant_index",
    }
}

struct StatepointJson(DecodedStatepoint);

impl Serialize for StatepointJson {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct Pair {
            base: usize,
            derived: usize,
        }
        let decoded = self.0;
        let pairs = || decoded.pairs().map(|(base, derived)| Pair { base, derived });
        let mut fields = serializer.serialize_map(None)?;
        fields.serialize_entry("calling_convention", &decoded.calling_convention)?;
        fields.serialize_entry("flags", &decoded.flags)?;
        fields.serialize_entry("deopt", &Sequence(|| decoded.deopt()))?;
        fields.serialize_entry("pairs", &Sequence(pairs))?;
        fields.serialize_entry("allocas", &Sequence(|| decoded.allocas()))?;
        fields.end()
    }
}
