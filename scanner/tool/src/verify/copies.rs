//! Checks of duplicate records and functions.

use core::hash::{Hash, Hasher};
use std::collections::HashMap;
use std::hash::DefaultHasher;

use super::{Architecture, Defect, DescriptorEncoder, Finding, Severity, Statepoint, whole};
use statepoint_scanner::stackmap::Record;

/// A statepoint record, reduced to the data by which duplicates are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Site {
    /// Address of the record.
    pc: u64,
    /// Offset of the record in the stack map section, in bytes.
    offset: usize,
    /// Offset of the record's instruction from the start of its function, in bytes.
    instruction_offset: u32,
    /// Hash of the roots.
    roots: u64,
    /// Hash of the ID, the flags and the deopt values.
    rest: u64,
}

impl Site {
    /// Creates the site. `encoder` encodes the roots as a table does. Duplicates must have equal
    /// encodings.
    pub(super) fn new<A: Architecture>(
        pc: u64,
        offset: usize,
        record: &Record<'_>,
        statepoint: &Statepoint<'_, A>,
        encoder: &mut DescriptorEncoder,
    ) -> Self {
        let roots = hash(&encoder.encode::<A>(0, statepoint.pairs(), statepoint.allocas()));
        // The decoded values are compared, because maps may have a constant at different pool
        // indices.
        let deopt: Vec<_> = statepoint.deopt().collect();
        let flags = (statepoint.calling_convention, statepoint.flags.bits());
        let instruction_offset = record.instruction_offset;
        Self { pc, offset, instruction_offset, roots, rest: hash(&(record.id, flags, deopt)) }
    }
}

/// Returns the hash of a value.
fn hash(value: &impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}

/// All records and functions of a section.
#[derive(Debug, Default)]
pub(super) struct Copies {
    sites: Vec<Site>,
    /// Frame size in bytes of each function, by address; `None` if the size is not fixed.
    frames: HashMap<u64, Option<u64>>,
    conflicts: Vec<Finding>,
}

impl Copies {
    /// Adds a function. Its frame size in bytes must be the same in all maps.
    pub(super) fn add_function(&mut self, address: u64, stack_size: Option<u64>) {
        let first = *self.frames.entry(address).or_insert(stack_size);
        // Functions whose address was not relocated all have the address 0, so they are not
        // compared.
        if first != stack_size && address != 0 {
            let defect = Defect::ConflictingFrames { first, second: stack_size };
            let function = Some(address);
            self.conflicts.push(Finding { function, ..whole(Severity::Error, defect) });
        }
    }

    pub(super) fn add_record(&mut self, site: Site) {
        self.sites.push(site);
    }

    /// Adds the findings about duplicates.
    pub(super) fn report(mut self, findings: &mut Vec<Finding>) {
        findings.append(&mut self.conflicts);
        self.sites.sort_unstable();
        let mut count = 0;
        for copies in self.sites.chunk_by(|a, b| a.pc == b.pc) {
            let [first, others @ ..] = copies else { continue };
            for site in others {
                let other = first.offset;
                let (severity, defect) = if site.roots != first.roots {
                    (Severity::Error, Defect::ConflictingRecords { other })
                } else if site.rest != first.rest {
                    (Severity::Warning, Defect::DifferentCopies { other })
                } else {
                    count += 1;
                    continue;
                };
                findings.push(Finding {
                    severity,
                    function: site.pc.checked_sub(u64::from(site.instruction_offset)),
                    instruction_offset: Some(site.instruction_offset),
                    section_offset: Some(site.offset),
                    defect,
                });
            }
        }
        if count != 0 {
            findings.push(whole(Severity::Note, Defect::MergedCopies { count }));
        }
    }
}
