//! Compiling stack maps and unwind rules into a table.

use core::fmt;
use core::marker::PhantomData;
use core::mem;
use core::ops::Range;

use super::buffer::TableBuffer;
use super::descriptor::{FORM_BITS, Form, FrameDescriptor, PinnedFrame};
use super::encode::DescriptorEncoder;
use super::error::{TableBuildError, TableEncodeError};
use super::format::{HEADER_WORDS, Header, Part};
use super::intern::Interner;
use super::record::{RecordEncoder, RecordKind};
#[cfg(spgc_mutations)]
use super::recorded_size::RecordedSize;
use super::{index, numbers};
use crate::arch::Architecture;
use crate::cfi::{FrameRule, UnwindRules};
use crate::check::{
    self, KnownFrame, MissingUnwindRule, RecordOrder, RecordViolation, RootCheck, Severity,
};
use crate::reference_list;
use crate::stackmap::{self, Constants, Function, Record, StackMap};
use crate::statepoint::{Statepoint, ValueLocation};

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
pub struct TableBuilder<A> {
    encoder: DescriptorEncoder,
    record_encoder: RecordEncoder,
    frames: Interner<u32>,
    descriptors: Interner<u32>,
    records: Interner<u8>,
    /// The last rule and the position of its frame: most call sites have the rule of the one
    /// before.
    last_rule: Option<(FrameRule, u32)>,
    sites: Vec<Site>,
    functions: Vec<Code>,
    order: RecordOrder,
    roots: RootCheck,
    max_bases: usize,
    /// The code of the table, where it is given.
    code: Option<Range<u64>>,
    architecture: PhantomData<A>,
}

/// A function that has a record. Sorted by address, copies by their ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Code {
    start: u64,
    end: u64,
    stack_size: Option<u64>,
}

#[derive(Clone, Copy, Debug)]
struct Site {
    pc: u64,
    /// Distance of the function's address below `pc`.
    offset: u32,
    /// The descriptor's position.
    content: u32,
    /// The record's position.
    record: u32,
    is_pinned: bool,
}

/// The code that a stack map describes.
pub trait CodeBytes {
    /// Copies the code at `address` to `out`. Returns false if not all of it is available; the
    /// content of `out` has no meaning then.
    ///
    /// A copy, since code may be patched at any time.
    fn read(&self, address: u64, out: &mut [u8]) -> bool;
}

/// Implements [`CodeBytes::read`] for code that is all in `bytes`, `offset` bytes after their
/// start.
pub fn copy_at(bytes: &[u8], offset: Option<u64>, out: &mut [u8]) -> bool {
    let from = |offset| bytes.get(usize::try_from(offset).ok()?..)?.get(..out.len());
    offset.and_then(from).is_some_and(|found| {
        out.copy_from_slice(found);
        true
    })
}

impl<A: Architecture> TableBuilder<A> {
    /// Creates a builder without call sites.
    pub fn new() -> Self {
        Self {
            encoder: DescriptorEncoder::default(),
            record_encoder: RecordEncoder::default(),
            frames: Interner::default(),
            descriptors: Interner::default(),
            records: Interner::default(),
            last_rule: None,
            sites: Vec::new(),
            functions: Vec::new(),
            order: RecordOrder::default(),
            roots: RootCheck::default(),
            max_bases: 0,
            code: None,
            architecture: PhantomData,
        }
    }

    /// Creates a builder for a table that covers all of this code, and no function elsewhere. With
    /// [`Self::new`], the table's code is from the first function to the end of the last.
    pub fn for_code(code: Range<u64>) -> Self {
        Self { code: Some(code), ..Self::new() }
    }

    /// Adds the maps of a section whose relocations are applied. `rules` has the unwind rules of
    /// the code that the section describes.
    ///
    /// A record that cannot belong to a statepoint is taken for that of a `stackmap` or
    /// `patchpoint`; its address is the start of that instruction.
    ///
    /// # Errors
    ///
    /// If the section cannot be read, if a call site has no unwind rule, and if a record breaks one
    /// of the [rules](crate::check) for all records.
    pub fn add(mut self, section: &[u8], rules: &dyn UnwindRules) -> Result<Self, TableBuildError> {
        for map in stackmap::maps(section) {
            self.add_map(&map?, rules, None)?;
        }
        Ok(self)
    }

    /// Like [`Self::add`], for code that can be read. If the code at a `patchpoint` is still the
    /// call that LLVM writes, its return address becomes a call site, too.
    ///
    /// # Errors
    ///
    /// As [`Self::add`].
    pub fn add_with_code(
        mut self,
        section: &[u8],
        rules: &dyn UnwindRules,
        code: &dyn CodeBytes,
    ) -> Result<Self, TableBuildError> {
        for map in stackmap::maps(section) {
            self.add_map(&map?, rules, Some(code))?;
        }
        Ok(self)
    }

    fn add_map(
        &mut self,
        map: &StackMap<'_>,
        rules: &dyn UnwindRules,
        code: Option<&dyn CodeBytes>,
    ) -> Result<(), TableBuildError> {
        for (index, function) in map.functions().enumerate() {
            if function.address == 0 {
                return Err(TableBuildError::Unrelocated { map: map.offset(), index });
            }
        }
        self.sites.reserve(map.records().len());
        let constants = map.constants();
        for (function, record) in map.function_records()? {
            #[cfg(spgc_mutations)]
            let rules = &RecordedSize::<A>::new(rules, function.stack_size);
            self.add_record(&function, &record, &constants, rules, code)?;
        }
        Ok(())
    }

    /// Adds the next record of this function; `constants` are those of the record's map. Add all
    /// records of a function one after the other, in their order. See [`Self::add`] and
    /// [`Self::add_with_code`].
    ///
    /// # Errors
    ///
    /// As [`Self::add`].
    pub fn add_record(
        &mut self,
        function: &Function,
        record: &Record<'_>,
        constants: &Constants<'_>,
        rules: &dyn UnwindRules,
        code: Option<&dyn CodeBytes>,
    ) -> Result<(), TableBuildError> {
        let (start, offset) = (function.address, record.instruction_offset);
        if self.code.as_ref().is_some_and(|code| !code.contains(&start)) {
            return Ok(());
        }
        let pc = start
            .checked_add(u64::from(offset))
            .ok_or(TableBuildError::AddressOverflow { function: start, offset })?;
        let at = Place { function, pc, record };
        if self.order.enter(function) {
            // The end is the last return address, unless the unwind information has a later one.
            let end = rules.function_end(start).unwrap_or(pc);
            self.functions.push(Code { start, end, stack_size: function.stack_size });
        }
        if let Some(code) = self.functions.last_mut() {
            code.end = code.end.max(pc);
        }
        self.order.record(offset).map_err(at.violation())?;
        match Statepoint::<A>::decode(record, constants) {
            Ok(statepoint) => self.add_statepoint(at, &statepoint, rules),
            Err(source) if source.reason.is_of_another_intrinsic() => {
                self.add_pinned(at, constants, rules)?;
                let call = code.and_then(|code| patchpoint_call::<A>(code, pc));
                if let Some((&site, return_address)) = self.sites.last().zip(call) {
                    let offset = return_address.wrapping_sub(start) as u32;
                    self.sites.push(Site { pc: return_address, offset, ..site });
                }
                Ok(())
            }
            Err(source) => Err(TableBuildError::Statepoint { function: start, pc, source }),
        }
    }

    fn add_statepoint(
        &mut self,
        at: Place<'_, '_>,
        statepoint: &Statepoint<'_, A>,
        rules: &dyn UnwindRules,
    ) -> Result<(), TableBuildError> {
        let Place { function, pc, record } = at;
        self.order.statepoint(record.instruction_offset).map_err(at.violation())?;
        let rule = check::rule_at(rules, function.address, pc).map_err(at.no_rule())?;
        check::frame_size::<A>(function, &rule).map_err(at.violation())?;
        let known = KnownFrame::new(function.stack_size, Some(&rule));
        self.roots.roots(&known, statepoint, &mut |_, severity, violation| match severity {
            Severity::Error => Err(at.violation()(violation)),
            Severity::Warning | Severity::Note => Ok(()),
        })?;
        check::stack_pointer(statepoint, &rule).map_err(at.violation())?;
        let frame = self.frame(&rule, at)?;
        self.encoder
            .encode::<A>(frame, statepoint.pairs(), statepoint.allocas())
            .map_err(at.problem())?;
        let kind = RecordKind::Statepoint {
            calling_convention: statepoint.calling_convention,
            flags: statepoint.flags,
        };
        let deopt = statepoint.deopt();
        let bytes = self.record_encoder.encode(at.record.id, kind, deopt, core::iter::empty());
        let interned = self.records.intern(bytes);
        self.push(at, false, interned)
    }

    fn add_pinned(
        &mut self,
        at: Place<'_, '_>,
        constants: &Constants<'_>,
        rules: &dyn UnwindRules,
    ) -> Result<(), TableBuildError> {
        let Place { function, pc, record } = at;
        // A frame at this address has not yet executed the instruction at `pc`, but an unwind rule
        // is looked up by the byte before a return address.
        let after = pc.saturating_add(1);
        let rule = check::rule_at(rules, function.address, after).map_err(at.no_rule())?;
        let frame = self.frame(&rule, at)?;
        let list = reference_list::from_record(record, constants);
        self.encoder.encode_pinned::<A>(frame, record.locations(), list).map_err(at.problem())?;
        let values = record
            .locations()
            .map(|location| {
                let register = location.register;
                ValueLocation::new::<A>(location, *constants)
                    .map_err(|_| at.problem()(TableEncodeError::OtherRegister { register }))
            })
            .collect::<Result<Vec<_>, _>>()?;
        let values = values.into_iter();
        let bytes =
            self.record_encoder.encode(record.id, RecordKind::Other, values, record.live_outs());
        let interned = self.records.intern(bytes);
        self.push(at, true, interned)
    }

    /// Returns the position of the frame of this rule.
    fn frame(&mut self, rule: &FrameRule, at: Place<'_, '_>) -> Result<u32, TableBuildError> {
        if let Some((last, frame)) = &self.last_rule
            && last == rule
        {
            return Ok(*frame);
        }
        let words = self.encoder.encode_frame::<A>(rule).map_err(at.problem())?;
        let interned = self.frames.intern(words);
        let (frame, _) = interned
            .filter(|(position, _)| position >> (u32::BITS - FORM_BITS) == 0)
            .ok_or(TableBuildError::TooManyDescriptors { records: self.sites.len() })?;
        self.last_rule = Some((*rule, frame));
        Ok(frame)
    }

    /// Adds a call site with the descriptor and record that were encoded last.
    fn push(
        &mut self,
        at: Place<'_, '_>,
        is_pinned: bool,
        record: Option<(u32, bool)>,
    ) -> Result<(), TableBuildError> {
        let too_many = TableBuildError::TooManyDescriptors { records: self.sites.len() };
        self.max_bases = self.max_bases.max(self.encoder.base_len());
        let interned = self.descriptors.intern(self.encoder.words());
        let Some(((content, _), (record, _))) = interned.zip(record) else { return Err(too_many) };
        let offset = at.record.instruction_offset;
        self.sites.push(Site { pc: at.pc, offset, content, record, is_pinned });
        Ok(())
    }

    /// Builds the table of everything that was added.
    ///
    /// # Errors
    ///
    /// If two records for the same return address differ, if two maps give a function frames of
    /// different sizes, or if the code spans more than 4 GiB.
    pub fn build(mut self) -> Result<TableBuffer<A>, TableBuildError> {
        self.unify_sites()?;
        self.unify_functions()?;
        let functions = self.functions.iter();
        let found = functions.clone().map(|function| function.start).min().unwrap_or_default()
            ..functions.map(|function| function.end).max().unwrap_or_default();
        // A map may name a call after the end of its section.
        let last = self.sites.last().map_or(found.start, |site| site.pc);
        let code = self.code.take().unwrap_or(found.start..found.end);
        let high = code.end.max(found.end).max(last);
        let too_large = || TableBuildError::RangeTooLarge { low: code.start, high };
        if u32::try_from(high.wrapping_sub(code.start)).is_err() {
            return Err(too_large());
        }
        // No address is below the code's start, and none above `high`.
        let offset = |address: u64| address.wrapping_sub(code.start) as u32;
        let content_width = self.sites.iter().map(|site| site.content).max();
        let content_width = numbers::width_of(content_width.unwrap_or_default());
        let sites = self.sites.iter().map(|site| (offset(site.pc), site.content));
        let (blocks, sites) = index::build(sites, content_width);
        let record_index = self.sites.iter().map(|site| site.record);
        let record_width = numbers::width_of(record_index.clone().max().unwrap_or_default());
        let functions: Vec<u32> =
            self.functions.iter().flat_map(|code| [offset(code.start), offset(code.end)]).collect();
        let parts: [(Part, &[u32]); Part::COUNT] = [
            (Part::Blocks, &blocks),
            (Part::Sites, &sites),
            (Part::Frames, self.frames.all()),
            (Part::Descriptors, self.descriptors.all()),
            (Part::Functions, &functions),
            (Part::RecordIndex, &numbers::pack(record_index, record_width)),
            (Part::Records, &numbers::words_of(self.records.all())),
        ];
        let len: usize = parts.iter().map(|(_, part)| part.len()).sum();
        let len = (HEADER_WORDS + len).next_multiple_of(2);
        let mut header = Header {
            words: u32::try_from(len).map_err(|_| too_large())?,
            code_len: offset(code.end),
            code_start: code.start,
            sites: self.sites.len() as u32,
            functions: self.functions.len() as u32,
            descriptors: self.descriptors.len() as u32,
            max_bases: self.max_bases as u16,
            content_width,
            record_width,
            has_pinned: self.sites.iter().any(|site| site.is_pinned),
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

    /// Sorts the functions and keeps one for each address.
    fn unify_functions(&mut self) -> Result<(), TableBuildError> {
        self.functions.sort_unstable();
        let mut conflict = None;
        self.functions.dedup_by(|next, kept| {
            // Two copies of a map: keep the larger end, which sorts last.
            let same = next.start == kept.start;
            if same {
                kept.end = next.end;
                if next.stack_size != kept.stack_size {
                    conflict.get_or_insert(TableBuildError::ConflictingFrames {
                        function: kept.start,
                        first: kept.stack_size,
                        second: next.stack_size,
                    });
                }
            }
            same
        });
        conflict.map_or(Ok(()), Err)
    }

    /// Sorts the call sites and keeps one for each return address.
    fn unify_sites(&mut self) -> Result<(), TableBuildError> {
        // Statepoints first, where a patchpoint or stackmap begins directly after a call.
        self.sites.sort_by_key(|site| (site.pc, site.is_pinned));
        let sites = mem::take(&mut self.sites);
        let mut unique: Vec<Site> = Vec::with_capacity(sites.len());
        for site in sites {
            match unique.last_mut() {
                Some(kept) if kept.pc == site.pc => {
                    // The call of a statepoint returns there; another record is for the instruction
                    // that begins there.
                    if kept.content == site.content || site.is_pinned && !kept.is_pinned {
                        continue;
                    }
                    let function = site.pc.wrapping_sub(site.offset.into());
                    let conflict = TableBuildError::Conflict { function, pc: site.pc };
                    if !kept.is_pinned {
                        return Err(conflict);
                    }
                    kept.content = self.merge_pinned(kept.content, site.content).ok_or(conflict)?;
                }
                _ => unique.push(site),
            }
        }
        self.sites = unique;
        Ok(())
    }

    /// Returns a descriptor with the locations of both; `None` if they do not have the same frame.
    fn merge_pinned(&mut self, one: u32, other: u32) -> Option<u32> {
        let all = self.descriptors.all();
        let [one, other] = [one, other].map(|at| all.get(at as usize..).unwrap_or_default());
        let frame = one.first()? >> FORM_BITS;
        if other.first()? >> FORM_BITS != frame {
            return None;
        }
        let read = |words| match FrameDescriptor::<A>::read(words, self.frames.all())? {
            (frame, Form::Pinned { listed }) => Some(PinnedFrame::new(frame, listed)),
            (_, Form::Statepoint) => None,
        };
        let pinned = [read(one)?, read(other)?];
        self.encoder.merge_pinned(frame, pinned).ok()?;
        self.max_bases = self.max_bases.max(self.encoder.base_len());
        self.descriptors.intern(self.encoder.words()).map(|(content, _)| content)
    }
}

/// A record, for messages.
#[derive(Clone, Copy)]
struct Place<'a, 'r> {
    function: &'a Function,
    pc: u64,
    record: &'a Record<'r>,
}

impl Place<'_, '_> {
    fn problem(self) -> impl Fn(TableEncodeError) -> TableBuildError {
        let (function, pc) = (self.function.address, self.pc);
        let record_offset = self.record.offset();
        move |problem| TableBuildError::Root { function, pc, record_offset, problem }
    }

    fn no_rule(self) -> impl Fn(MissingUnwindRule) -> TableBuildError {
        move |reason| match reason {
            MissingUnwindRule::Violation(violation) => self.violation()(violation),
            MissingUnwindRule::Unwind(error) => error.into(),
        }
    }

    fn violation(self) -> impl Fn(RecordViolation) -> TableBuildError {
        let (function, pc) = (self.function.address, self.pc);
        let record_offset = self.record.offset();
        move |violation| TableBuildError::Rule { function, pc, record_offset, violation }
    }
}

/// Returns the return address of the call that LLVM writes for a patchpoint at `pc`, if the call is
/// there.
fn patchpoint_call<A: Architecture>(code: &dyn CodeBytes, pc: u64) -> Option<u64> {
    let mut bytes = [0; u8::MAX as usize];
    let bytes = &mut bytes[..A::PATCHPOINT_CALL_SIZE.into()];
    let is_call = code.read(pc, bytes) && A::is_patchpoint_call(bytes);
    is_call.then(|| pc.wrapping_add(A::PATCHPOINT_CALL_SIZE.into()))
}

impl<A: Architecture> Default for TableBuilder<A> {
    fn default() -> Self {
        Self::new()
    }
}

impl<A> fmt::Debug for TableBuilder<A> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("TableBuilder").field("sites", &self.sites.len()).finish_non_exhaustive()
    }
}
