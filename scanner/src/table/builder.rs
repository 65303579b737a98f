//! Compiling stack maps and unwind rules into a table.

use core::marker::PhantomData;
use std::collections::HashMap;

use super::buffer::TableBuffer;
use super::call_site_table::PINNED;
use super::encode::Encoder;
use super::error::BuildError;
use super::format::{HEADER_WORDS, Header, Part};
use super::index;
use crate::arch::Architecture;
use crate::cfi::UnwindRules;
use crate::stackmap::{self, Constants, Record, StackMap};
use crate::statepoint::Statepoint;

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
/// let buffer = TableBuilder::<X86_64>::new().add(stack_maps, &rules)?.build()?;
/// assert!(buffer.table().is_empty());
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
    max_bases: usize,
    architecture: PhantomData<A>,
}

#[derive(Clone, Copy, Debug)]
struct Site {
    pc: u64,
    function: u64,
    /// The descriptor's position, and [`PINNED`].
    content: u32,
}

impl Site {
    fn is_statepoint(self) -> bool {
        self.content & PINNED == 0
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
            max_bases: 0,
            architecture: PhantomData,
        }
    }

    /// Adds the maps of a section whose relocations are applied. `rules` has the unwind rules of
    /// the code that the section describes.
    ///
    /// A record that cannot be a statepoint's is one of a `stackmap` or `patchpoint`; its address is
    /// where that begins.
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
        let root =
            |problem| BuildError::Root { function, pc, record_offset: record.offset(), problem };
        match Statepoint::<A>::decode(record, constants) {
            Ok(statepoint) => {
                let rule = rules.rule_at(function, pc)?;
                let words =
                    self.encoder.encode::<A>(&rule, statepoint.pairs(), statepoint.allocas());
                words.map_err(root)?;
                self.intern(0)
            }
            Err(source) if source.reason.is_of_another_intrinsic() => {
                // A frame that stands here has not begun to execute what is at `pc`, but an
                // unwind rule is that of the byte before a return address.
                let rule = rules.rule_at(function, pc.saturating_add(1))?;
                self.encoder.encode_pinned::<A>(&rule, record.locations()).map_err(root)?;
                self.intern(PINNED)
            }
            Err(source) => Err(BuildError::Statepoint { function, pc, source }),
        }
    }

    /// Where the encoder's words are kept, with `flag`.
    fn intern(&mut self, flag: u32) -> Result<u32, BuildError> {
        let words = self.encoder.words();
        if let Some(&position) = self.interned.get(words) {
            return Ok(position | flag);
        }
        let position = u32::try_from(self.words.len())
            .ok()
            .filter(|position| position & PINNED == 0)
            .ok_or(BuildError::TooManyDescriptors { records: self.sites.len() })?;
        self.interned.insert(words.into(), position);
        self.words.extend(words);
        self.max_bases = self.max_bases.max(bases_of::<A>(words));
        Ok(position | flag)
    }

    /// The table of everything that was added.
    ///
    /// # Errors
    ///
    /// When two records for the same return address differ, or the code spans more than 4 GiB.
    pub fn build(mut self) -> Result<TableBuffer<A>, BuildError> {
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
        let high = self.functions.iter().map(|&(_, end)| end).max().unwrap_or(base);
        let relative = |address: u64| u32::try_from(address.wrapping_sub(base));
        let too_large = BuildError::RangeTooLarge { low: base, high };
        let code_len = relative(high).map_err(|_| too_large.clone())?;
        // No address is below `base`, and none above `high`.
        let offset = |address: u64| address.wrapping_sub(base) as u32;
        let (blocks, lows) = index::build(self.sites.iter().map(|site| offset(site.pc)));
        let contents: Vec<u32> = self.sites.iter().map(|site| site.content).collect();
        let functions: Vec<u32> =
            self.functions.iter().flat_map(|&(start, end)| [offset(start), offset(end)]).collect();

        let parts: [(Part, &[u32]); Part::COUNT] = [
            (Part::Blocks, &blocks),
            (Part::Lows, &lows),
            (Part::Contents, &contents),
            (Part::Descriptors, &self.words),
            (Part::Functions, &functions),
        ];
        let len: usize = parts.iter().map(|(_, part)| part.len()).sum();
        let len = (HEADER_WORDS + len).next_multiple_of(2);
        let mut header = Header {
            words: u32::try_from(len).map_err(|_| too_large)?,
            code_len,
            code_start: base,
            sites: self.sites.len() as u32,
            functions: self.functions.len() as u32,
            descriptors: self.interned.len() as u32,
            max_bases: self.max_bases as u16,
            parts: [0; Part::COUNT],
        };
        let mut words = Vec::with_capacity(len);
        words.extend([0; HEADER_WORDS]);
        for (part, content) in parts {
            header.parts[part as usize] = words.len() as u32;
            words.extend(content);
        }
        words.resize(len, 0);
        words[..HEADER_WORDS].copy_from_slice(&header.write::<A>());
        Ok(TableBuffer::new(header, words.into()))
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
