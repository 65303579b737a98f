//! Compiling stack maps and unwind rules into a table.

use core::marker::PhantomData;
use std::collections::HashMap;

use super::call_site_table::{CallSiteTable, Functions, NOT_A_STATEPOINT};
use super::encode::Encoder;
use super::error::BuildError;
use super::index::BlockIndex;
use crate::arch::Architecture;
use crate::cfi::UnwindRules;
use crate::stackmap::{self, Constants, Record, StackMap};
use crate::statepoint::{Statepoint, StatepointError};

/// Collects the call sites of one code region.
///
/// ```
/// use statepoint_scanner::arch::X86_64;
/// use statepoint_scanner::cfi::EhFrame;
/// use statepoint_scanner::table::TableBuilder;
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// # let (stack_maps, eh_frame_address, eh_frame): (&[u8], u64, &[u8]) = (&[], 0, &[]);
/// let rules = EhFrame::<X86_64>::new(eh_frame_address, eh_frame)?;
/// let table = TableBuilder::<X86_64>::new().add(stack_maps, &rules)?.build()?;
/// assert!(table.is_empty());
/// # Ok(())
/// # }
/// ```
#[derive(Debug)]
pub struct TableBuilder<A> {
    encoder: Encoder,
    /// Where in `words` a descriptor begins that consists of these words.
    interned: HashMap<Box<[u32]>, u32>,
    words: Vec<u32>,
    sites: Vec<Site>,
    /// Start and end of each function that has a record.
    functions: Vec<(u64, u64)>,
    foreign: Vec<StatepointError>,
    max_bases: usize,
    architecture: PhantomData<A>,
}

#[derive(Clone, Copy, Debug)]
struct Site {
    pc: u64,
    function: u64,
    /// The descriptor's position, or [`NOT_A_STATEPOINT`] with the position of the reason.
    content: u32,
}

impl Site {
    fn is_statepoint(self) -> bool {
        self.content & NOT_A_STATEPOINT == 0
    }
}

impl<A: Architecture> TableBuilder<A> {
    /// A builder without a call site.
    pub fn new() -> Self {
        Self {
            encoder: Encoder::default(),
            interned: HashMap::new(),
            words: Vec::new(),
            sites: Vec::new(),
            functions: Vec::new(),
            foreign: Vec::new(),
            max_bases: 0,
            architecture: PhantomData,
        }
    }

    /// Adds the maps of a section whose relocations are applied. `rules` has the unwind rules of
    /// the code that the section describes.
    ///
    /// A record that cannot be a statepoint's (a `stackmap` or `patchpoint` is in the same section)
    /// is kept as such; a walk that meets it fails.
    ///
    /// # Errors
    ///
    /// When the section cannot be read, when a call site has no unwind rule, and when a root is
    /// where a walk could not find or rewrite it.
    pub fn add(mut self, section: &[u8], rules: &dyn UnwindRules) -> Result<Self, BuildError> {
        for map in stackmap::maps(section) {
            self.add_map(&map?, rules)?;
        }
        Ok(self)
    }

    fn add_map(&mut self, map: &StackMap<'_>, rules: &dyn UnwindRules) -> Result<(), BuildError> {
        for (index, function) in map.functions().enumerate() {
            if function.address == 0 {
                return Err(BuildError::Unrelocated { map: map.offset(), index });
            }
        }
        self.sites.reserve(map.records().len());
        let constants = map.constants();
        // The end is the last return address until the unwind information knows better.
        let mut current: Option<(u64, u64)> = None;
        for (function, record) in map.function_records()? {
            let function = function.address;
            let offset = record.instruction_offset;
            let pc = function
                .checked_add(u64::from(offset))
                .ok_or(BuildError::AddressOverflow { function, offset })?;
            match &mut current {
                Some((start, end)) if *start == function => *end = pc.max(*end),
                _ => {
                    self.functions.extend(current);
                    current = Some((function, pc));
                }
            }
            if let Some((_, end)) = &mut current {
                *end = rules.function_end(function).unwrap_or(*end).max(*end);
            }
            let content = self.content(function, pc, &record, &constants, rules)?;
            self.sites.push(Site { pc, function, content });
        }
        self.functions.extend(current);
        Ok(())
    }

    fn content(
        &mut self,
        function: u64,
        pc: u64,
        record: &Record<'_>,
        constants: &Constants<'_>,
        rules: &dyn UnwindRules,
    ) -> Result<u32, BuildError> {
        let too_many = BuildError::TooManyDescriptors { records: self.sites.len() };
        let statepoint = match Statepoint::<A>::decode(record, constants) {
            Ok(statepoint) => statepoint,
            Err(source) if source.reason.is_of_another_intrinsic() => {
                let position = u32::try_from(self.foreign.len()).map_err(|_| too_many)?;
                self.foreign.push(source);
                return Ok(NOT_A_STATEPOINT | position);
            }
            Err(source) => return Err(BuildError::Statepoint { function, pc, source }),
        };
        let rule = rules.rule_at(function, pc)?;
        let words = self
            .encoder
            .encode::<A>(&rule, statepoint.pairs(), statepoint.allocas())
            .map_err(|problem| BuildError::Root {
                function,
                pc,
                record_offset: record.offset(),
                problem,
            })?;
        if let Some(&position) = self.interned.get(words) {
            return Ok(position);
        }
        let position = u32::try_from(self.words.len())
            .ok()
            .filter(|position| position & NOT_A_STATEPOINT == 0)
            .ok_or(too_many)?;
        self.interned.insert(words.into(), position);
        self.words.extend(words);
        self.max_bases = self.max_bases.max(bases_of::<A>(words));
        Ok(position)
    }

    /// The table of everything that was added.
    ///
    /// # Errors
    ///
    /// When two records for the same return address differ, or the code spans more than 4 GiB.
    pub fn build(mut self) -> Result<CallSiteTable<A>, BuildError> {
        self.functions.sort_unstable();
        self.functions.dedup_by(|next, kept| {
            // Two copies of a map: keep the larger end, which sorts last.
            let same = next.0 == kept.0;
            if same {
                kept.1 = next.1;
            }
            same
        });
        // Statepoints first where a patchpoint or stackmap begins right behind a call.
        self.sites.sort_by_key(|site| (site.pc, !site.is_statepoint()));
        let mut conflict = None;
        self.sites.dedup_by(|next, kept| {
            let same = next.pc == kept.pc;
            if same && !agree(*kept, *next) {
                conflict
                    .get_or_insert(BuildError::Conflict { function: next.function, pc: next.pc });
            }
            same
        });
        if let Some(conflict) = conflict {
            return Err(conflict);
        }
        let base = self.functions.first().map_or(0, |&(start, _)| start);
        let high = self.sites.last().map_or(base, |site| site.pc);
        let relative = |address: u64| u32::try_from(address.wrapping_sub(base));
        if relative(high).is_err() {
            return Err(BuildError::RangeTooLarge { low: base, high });
        }
        // No address is below `base`, and none of a call site above `high`.
        let index =
            BlockIndex::new(self.sites.iter().map(|site| site.pc.wrapping_sub(base) as u32));
        self.words.shrink_to_fit();
        Ok(CallSiteTable {
            base,
            index,
            contents: self.sites.iter().map(|site| site.content).collect(),
            words: self.words,
            functions: Functions { ranges: self.functions },
            foreign: self.foreign,
            descriptors: self.interned.len(),
            max_bases: self.max_bases,
            architecture: PhantomData,
        })
    }
}

impl<A: Architecture> Default for TableBuilder<A> {
    fn default() -> Self {
        Self::new()
    }
}

fn bases_of<A: Architecture>(words: &[u32]) -> usize {
    super::FrameDescriptor::<A>::read(words).map_or(0, |descriptor| descriptor.base_len())
}

/// Whether two records for the same return address can stand side by side. What returns there is
/// the call of a statepoint; another record is for the instruction that begins there.
fn agree(kept: Site, next: Site) -> bool {
    !kept.is_statepoint() || !next.is_statepoint() || kept.content == next.content
}
