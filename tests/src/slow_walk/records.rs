//! A parser of raw stack map sections of version 3, independent of the scanner's.

use std::collections::BTreeMap;

/// A location of a record, as encoded in the section.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RawLocation {
    /// 1: register, 2: direct, 3: indirect, 4: constant, 5: constant index.
    pub kind: u8,
    /// Size in bytes.
    pub size: u16,
    /// DWARF number of the register.
    pub register: u16,
    /// Offset, or small constant.
    pub offset: i32,
}

/// A record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RawRecord {
    /// The address of its function.
    pub function: u64,
    /// The locations.
    pub locations: Vec<RawLocation>,
}

/// Records of one or more sections by return address.
#[derive(Debug, Default)]
pub struct Records(BTreeMap<u64, RawRecord>);

/// Kind of a direct location.
const DIRECT: u8 = 2;
/// Kind of a constant location.
const CONSTANT: u8 = 4;

/// Reader of little-endian numbers.
struct Bytes<'a> {
    all: &'a [u8],
    at: usize,
}

impl Bytes<'_> {
    fn number(&mut self, size: usize) -> Result<u64, String> {
        let bytes = self.all.get(self.at..self.at + size);
        let bytes =
            bytes.ok_or_else(|| format!("the section ends before byte {}", self.at + size))?;
        self.at += size;
        Ok(bytes.iter().rev().fold(0, |number, &byte| number << 8 | u64::from(byte)))
    }

    fn align(&mut self) {
        self.at = self.at.next_multiple_of(8);
    }
}

impl Records {
    /// Parses the sections, each of which may contain several stack maps.
    ///
    /// # Errors
    ///
    /// If a section is truncated, or has contents that LLVM does not emit.
    pub fn read(sections: &[&[u8]]) -> Result<Self, String> {
        let mut records = Self::default();
        for section in sections {
            let mut bytes = Bytes { all: section, at: 0 };
            while bytes.at < section.len() {
                records.read_map(&mut bytes)?;
            }
        }
        Ok(records)
    }

    fn read_map(&mut self, bytes: &mut Bytes<'_>) -> Result<(), String> {
        let start = bytes.at;
        let version = bytes.number(4)?;
        if version != 3 {
            return Err(format!("byte {start} is not the start of a map of version 3"));
        }
        let [functions, constants, records] =
            [bytes.number(4)?, bytes.number(4)?, bytes.number(4)?];
        let mut owners = Vec::new();
        for _ in 0..functions {
            let [function, _size, count] = [bytes.number(8)?, bytes.number(8)?, bytes.number(8)?];
            owners.extend((0..count).map(|_| function));
        }
        if owners.len() as u64 != records {
            return Err(format!("the record counts in the map at byte {start} do not add up"));
        }
        bytes.at += 8 * constants as usize;
        for function in owners {
            let [_id, offset, _flags, count] =
                [bytes.number(8)?, bytes.number(4)?, bytes.number(2)?, bytes.number(2)?];
            let mut locations = Vec::new();
            for _ in 0..count {
                let kind = bytes.number(2)? as u8;
                let size = bytes.number(2)? as u16;
                let register = bytes.number(4)? as u16;
                let offset = bytes.number(4)? as u32 as i32;
                locations.push(RawLocation { kind, size, register, offset });
            }
            bytes.align();
            bytes.number(2)?;
            let live_outs = bytes.number(2)? as usize;
            bytes.at += 4 * live_outs;
            bytes.align();
            let record = RawRecord { function, locations };
            if let Some(other) = self.0.insert(function + offset, record.clone())
                && other != record
            {
                return Err(format!("two records for {:#x}", function + offset));
            }
        }
        Ok(())
    }

    /// Returns the record for a return address.
    pub fn at(&self, pc: u64) -> Option<&RawRecord> {
        self.0.get(&pc)
    }

    /// Returns whether a function that starts at this address has records.
    pub fn has_function(&self, start: u64) -> bool {
        self.0.values().any(|record| record.function == start)
    }

    /// Returns the number of records.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Returns whether there are no records.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl RawRecord {
    /// Returns the pairs of base and derived pointer of a statepoint, and the stack objects that
    /// follow them.
    ///
    /// # Errors
    ///
    /// If the locations are not those of a statepoint.
    pub fn roots(&self) -> Result<(Vec<[RawLocation; 2]>, Vec<RawLocation>), String> {
        let [_, _, deopt, rest @ ..] = &*self.locations else {
            return Err("a record has fewer than three locations".to_owned());
        };
        if deopt.kind != CONSTANT || self.locations[..2].iter().any(|l| l.kind != CONSTANT) {
            return Err("a record does not begin with three constants".to_owned());
        }
        let mut rest = rest
            .get(deopt.offset as usize..)
            .ok_or("a record has fewer locations than its deopt count")?;
        let mut pairs = Vec::new();
        while let [base, derived, after @ ..] = rest
            && base.kind != DIRECT
        {
            pairs.push([*base, *derived]);
            rest = after;
        }
        if rest.iter().any(|location| location.kind != DIRECT) {
            return Err("a base has no derived pointer".to_owned());
        }
        Ok((pairs, rest.to_vec()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn records_of_a_linked_section_are_found_at_their_return_addresses() {
        let path = crate::fixtures::directory().join("sections/linked-x86_64.bin");
        let bytes = std::fs::read(path).unwrap();
        let records = Records::read(&[&bytes]).unwrap();
        for pc in [0x401016, 0x401046, 0x40106d, 0x401096, 0x4010aa, 0x4010ba, 0x4010ca] {
            assert!(records.at(pc).is_some(), "{pc:#x}");
        }
        assert!(records.at(0x401017).is_none());
        assert!(records.has_function(0x4010b0));
        assert!(!records.has_function(0x4010b5));
        // The slot %rsp+8 is the base of the derived pointer in %rsp+16, and its own base.
        let (pairs, objects) = records.at(0x401016).unwrap().roots().unwrap();
        let mut offsets: Vec<_> = pairs.iter().map(|pair| pair.map(|l| l.offset)).collect();
        offsets.sort_unstable();
        assert_eq!(offsets, [[8, 8], [8, 16]]);
        assert_eq!(objects, []);
        assert!(Records::read(&[&bytes[..bytes.len() - 8]]).is_err());
    }
}
