//! Duplicate records.

use core::hash::{Hash, Hasher};
use std::collections::HashMap;
use std::hash::DefaultHasher;

use super::{Architecture, Defect, DescriptorEncoder, Finding, Severity, Statepoint, whole};
use statepoint_scanner::stackmap::Record;

/// A statepoint record, reduced to the data by which duplicates are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Site {
    pc: u64,
    offset: usize,
    instruction_offset: u32,
    /// Hashes of the roots, and of the whole record.
    roots: u64,
    all: u64,
}

impl Site {
    /// `encoder` yields the roots as a table stores them, which must be the same in all duplicates.
    pub(super) fn new<A: Architecture>(
        pc: u64,
        offset: usize,
        record: &Record<'_>,
        statepoint: &Statepoint<'_, A>,
        encoder: &mut DescriptorEncoder,
    ) -> Self {
        let roots = hash(&encoder.encode::<A>(0, statepoint.pairs(), statepoint.allocas()));
        // Constants by value: their index in the pool differs from map to map.
        let deopt: Vec<_> = statepoint.deopt().collect();
        let flags = (statepoint.calling_convention, statepoint.flags.bits());
        let instruction_offset = record.instruction_offset;
        Self { pc, offset, instruction_offset, roots, all: hash(&(record.id, flags, deopt)) }
    }
}

fn hash(value: &impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}

/// All records and functions of a section.
#[derive(Debug, Default)]
pub(super) struct Copies {
    sites: Vec<Site>,
    /// Frame size by address.
    frames: HashMap<u64, Option<u64>>,
    conflicts: Vec<Finding>,
}

impl Copies {
    pub(super) fn add_function(&mut self, address: u64, stack_size: Option<u64>) {
        let first = *self.frames.entry(address).or_insert(stack_size);
        // All functions without relocation have address 0.
        if first != stack_size && address != 0 {
            let defect = Defect::ConflictingFrames { first, second: stack_size };
            let function = Some(address);
            self.conflicts.push(Finding { function, ..whole(Severity::Error, defect) });
        }
    }

    pub(super) fn add_record(&mut self, site: Site) {
        self.sites.push(site);
    }

    /// Reports duplicates.
    pub(super) fn findings(mut self, findings: &mut Vec<Finding>) {
        findings.append(&mut self.conflicts);
        self.sites.sort_unstable();
        let mut count = 0;
        for copies in self.sites.chunk_by(|a, b| a.pc == b.pc) {
            let [first, others @ ..] = copies else { continue };
            for site in others {
                let other = first.offset;
                let (severity, defect) = if site.roots != first.roots {
                    (Severity::Error, Defect::ConflictingRecords { other })
                } else if site.all != first.all {
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
