//! A parser of the output of `llvm-readobj --stackmap`.
//!
//! The output contains only the first map of a section. Small constants have no sign. The addresses
//! of functions in relocatable object files are 0.

use statepoint_scanner::stackmap::{self, LocationKind, StackMap};

/// A stack map, as printed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Map {
    /// The version.
    pub version: u8,
    /// Address, stack size and record count of each function.
    pub functions: Vec<(u64, u64, u64)>,
    /// The constant pool.
    pub constants: Vec<u64>,
    /// The records.
    pub records: Vec<Record>,
}

/// A record, as printed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Record {
    /// The ID.
    pub id: u64,
    /// The instruction offset.
    pub instruction_offset: u32,
    /// The locations.
    pub locations: Vec<Location>,
    /// DWARF number and size of each live-out.
    pub live_outs: Vec<(u16, u8)>,
}

/// A location, as printed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Location {
    /// Kind and value.
    pub value: LocationValue,
    /// Size in bytes.
    pub size: u16,
}

/// Kind and value of a location.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LocationValue {
    /// `Register R#3`: the DWARF number.
    Register(u16),
    /// `Direct R#7 + 8`: the DWARF number and the offset.
    Direct(u16, i32),
    /// `Indirect [R#7 + 8]`: the DWARF number and the offset.
    Indirect(u16, i32),
    /// `Constant 4294967295`: the bits of the constant.
    Constant(u32),
    /// `ConstantIndex #0 (4294967296)`: the index and the constant at that index.
    ConstantIndex(u32, u64),
}

/// Converts a parsed stack map to the form in which `llvm-readobj` prints it.
impl From<&StackMap<'_>> for Map {
    fn from(map: &StackMap<'_>) -> Self {
        let functions = map.functions().map(|function| {
            let size = function.stack_size.unwrap_or(u64::MAX);
            (function.address, size, function.record_count.unwrap_or_default())
        });
        let records = map.records().map(|record| Record {
            id: record.id,
            instruction_offset: record.instruction_offset,
            locations: record.locations().map(|location| printed(map, location)).collect(),
            live_outs: record.live_outs().map(|out| (out.register, out.size)).collect(),
        });
        Self {
            version: map.version(),
            functions: functions.collect(),
            constants: map.constants().iter().collect(),
            records: records.collect(),
        }
    }
}

/// Converts a location to the form in which `llvm-readobj` prints it.
fn printed(map: &StackMap<'_>, location: stackmap::Location) -> Location {
    let bits = location.offset.cast_unsigned();
    let value = match location.kind {
        LocationKind::Register => LocationValue::Register(location.register),
        LocationKind::Direct => LocationValue::Direct(location.register, location.offset),
        LocationKind::Indirect => LocationValue::Indirect(location.register, location.offset),
        LocationKind::Constant => LocationValue::Constant(bits),
        LocationKind::ConstantIndex => {
            let constant = map.constants().get(bits as usize);
            LocationValue::ConstantIndex(bits, constant.expect("the parser has checked the index"))
        }
    };
    Location { value, size: location.size }
}

/// Parses the output.
///
/// # Errors
///
/// A message with the first line that cannot be parsed.
pub fn parse(text: &str) -> Result<Map, String> {
    let mut map = Map::default();
    for line in text.lines() {
        let line = line.trim();
        read_line(&mut map, line).ok_or_else(|| format!("cannot parse the line {line:?}"))?;
    }
    Ok(map)
}

/// Parses one line. Returns `None` if it is invalid.
fn read_line(map: &mut Map, line: &str) -> Option<()> {
    if let Some(version) = line.strip_prefix("LLVM StackMap Version: ") {
        map.version = version.parse().ok()?;
    } else if let Some(function) = line.strip_prefix("Function address: ") {
        let (address, rest) = function.split_once(", stack size: ")?;
        let (size, count) = rest.split_once(", callsite record count: ")?;
        map.functions.push((address.parse().ok()?, size.parse().ok()?, count.parse().ok()?));
    } else if let Some(record) = line.strip_prefix("Record ID: ") {
        let (id, offset) = record.split_once(", instruction offset: ")?;
        let (id, instruction_offset) = (id.parse().ok()?, offset.parse().ok()?);
        map.records.push(Record { id, instruction_offset, ..Record::default() });
    } else if let Some((_, registers)) = line.split_once(" live-outs: [ ") {
        let live_outs = &mut map.records.last_mut()?.live_outs;
        for register in registers.split("R#").skip(1) {
            let (number, rest) = register.split_once(" (")?;
            let (size, _) = rest.split_once("-bytes)")?;
            live_outs.push((number.parse().ok()?, size.parse().ok()?));
        }
    } else if let Some(element) = line.strip_prefix('#') {
        let (_, value) = element.split_once(": ")?;
        match map.records.last_mut() {
            None => map.constants.push(value.parse().ok()?),
            Some(record) => record.locations.push(read_location(value)?),
        }
    }
    Some(())
}

/// Parses a location.
fn read_location(text: &str) -> Option<Location> {
    let (value, size) = text.split_once(", size: ")?;
    let (kind, value) = value.split_once(' ')?;
    let sum = |text: &str| {
        let (register, offset) = text.strip_prefix("R#")?.split_once(" + ")?;
        Some((register.parse().ok()?, offset.parse().ok()?))
    };
    let value = match kind {
        "Register" => LocationValue::Register(value.strip_prefix("R#")?.parse().ok()?),
        "Direct" => sum(value).map(|(register, offset)| LocationValue::Direct(register, offset))?,
        "Indirect" => sum(value.strip_prefix('[')?.strip_suffix(']')?)
            .map(|(register, offset)| LocationValue::Indirect(register, offset))?,
        "Constant" => LocationValue::Constant(value.parse().ok()?),
        "ConstantIndex" => {
            let (index, constant) = value.strip_prefix('#')?.split_once(" (")?;
            let constant = constant.strip_suffix(')')?.parse().ok()?;
            LocationValue::ConstantIndex(index.parse().ok()?, constant)
        }
        _ => return None,
    };
    Some(Location { value, size: size.parse().ok()? })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn output_of_llvm_19_is_parsed() {
        let map = parse(
            "File: p.o\nFormat: elf64-x86-64\nLLVM StackMap Version: 3\nNum Functions: 1\n  \
             Function address: 16, stack size: 18446744073709551615, callsite record count: 1\n\
             Num Constants: 1\n  #1: 4294967296\nNum Records: 1\n  \
             Record ID: 2882400000, instruction offset: 8\n    5 locations:\n      \
             #1: Register R#5, size: 4\n      #2: Direct R#6 + -32, size: 8\n      \
             #3: Indirect [R#7 + 8], size: 16\n      #4: Constant 4294967295, size: 8\n      \
             #5: ConstantIndex #0 (4294967296), size: 8\n    \
             2 live-outs: [ R#0 (8-bytes) R#17 (16-bytes) ]\n",
        )
        .expect("readable");
        assert_eq!((map.version, map.functions.as_slice()), (3, &[(16, u64::MAX, 1)][..]));
        assert_eq!(map.constants, [1 << 32]);
        let record = &map.records[0];
        let location = |value, size| Location { value, size };
        assert_eq!(
            record.locations,
            [
                location(LocationValue::Register(5), 4),
                location(LocationValue::Direct(6, -32), 8),
                location(LocationValue::Indirect(7, 8), 16),
                location(LocationValue::Constant(u32::MAX), 8),
                location(LocationValue::ConstantIndex(0, 1 << 32), 8),
            ]
        );
        assert_eq!(record.live_outs, [(0, 8), (17, 16)]);
    }

    #[test]
    fn unparsable_lines_are_errors() {
        for line in ["Record ID: x, instruction offset: 1", "#1: Somewhere 3, size: 8"] {
            let text = format!("Record ID: 1, instruction offset: 1\n{line}");
            assert!(parse(&text).is_err(), "{line}");
        }
    }
}
