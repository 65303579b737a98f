//! Compiles stack maps and unwind rules into a table.

#[cfg(feature = "cranelift")]
mod cranelift;

use core::fmt;
use core::marker::PhantomData;
use core::mem;
use core::ops::Range;

use super::buffer::TableBuffer;
use super::descriptor::{DescriptorKind, FORMAT_BITS, FrameDescriptor, PinnedFrame};
use super::encode::DescriptorEncoder;
use super::error::{TableBuildError, TableEncodeError};
use super::format::{HEADER_WORDS, Header, Part};
use super::intern::Interner;
use super::record::{RecordEncoder, RecordKind};
#[cfg(spgc_mutations)]
use super::recorded_size::RecordedSize;
use super::{index, packed_integers};
use crate::arch::Architecture;
use crate::cfi::{FrameRule, UnwindRules};
use crate::check::{
    self, KnownFrame, MissingUnwindRule, RecordOrder, RecordViolation, RootCheck, Severity,
};
use crate::reference_list;
use crate::stackmap::{self, Constants, Function, Record, StackMap};
use crate::statepoint::{Statepoint, ValueLocation};

/// Builds the table of the call sites of one code region.
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
    /// The unwind rule of the previous call site and the position of its frame. Most call sites
    /// have the same rule as the previous one.
    last_rule: Option<(FrameRule, u32)>,
    sites: Vec<Site>,
    functions: Vec<FunctionRange>,
    order: RecordOrder,
    roots: RootCheck,
    max_bases: usize,
    /// The address range of [`Self::for_code`], if given.
    code: Option<Range<u64>>,
    architecture: PhantomData<A>,
}

/// A function that has a record. The order is by address, then by end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct FunctionRange {
    start: u64,
    /// First address after the function.
    end: u64,
    /// Size of the frame in bytes; `None` if the size is not fixed.
    stack_size: Option<u64>,
}

/// A call site.
#[derive(Clone, Copy, Debug)]
struct Site {
    /// The return address, or the address of a `stackmap` or `patchpoint`.
    pc: u64,
    /// Offset of `pc` from the function's address, in bytes.
    offset: u32,
    /// Position of the descriptor.
    content: u32,
    /// Position of the record.
    record: u32,
    /// Whether the record belongs to a `stackmap` or `patchpoint`.
    is_pinned: bool,
}

/// Read access to the code that a stack map describes.
pub trait CodeBytes {
    /// Copies the code at `address` to `out`. Returns false if not all of it is available; in that
    /// case, the content of `out` is unspecified.
    ///
    /// The code is copied because another thread may patch it concurrently.
    fn read(&self, address: u64, out: &mut [u8]) -> bool;
}

/// Implements [`CodeBytes::read`] for code at `offset` in `bytes`. An offset of `None` is out of
/// bounds.
pub fn copy_at(bytes: &[u8], offset: Option<u64>, out: &mut [u8]) -> bool {
    let code_at = |offset| bytes.get(usize::try_from(offset).ok()?..)?.get(..out.len());
    offset.and_then(code_at).is_some_and(|code| {
        out.copy_from_slice(code);
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

    /// Creates a builder for a table that covers exactly this address range. Functions outside it
    /// are ignored. A table of [`Self::new`] covers the range from its first function to the end of
    /// its last one.
    pub fn for_code(code: Range<u64>) -> Self {
        Self { code: Some(code), ..Self::new() }
    }

    /// Adds the maps of a section whose relocations are applied. `rules` has the unwind rules of
    /// the code that the section describes.
    ///
    /// A record that cannot belong to a statepoint is treated as that of a `stackmap` or
    /// `patchpoint`. Its address is the start of the instruction.
    ///
    /// # Errors
    ///
    /// If the section cannot be parsed, a call site has no unwind rule, or a record does not pass
    /// the [checks](crate::check).
    pub fn add(mut self, section: &[u8], rules: &dyn UnwindRules) -> Result<Self, TableBuildError> {
        for map in stackmap::maps(section) {
            self.add_map(&map?, rules, None)?;
        }
        Ok(self)
    }

    /// Adds the maps of a section like [`Self::add`], with access to its code. If the code at a
    /// `patchpoint` is the call that LLVM writes, the return address of that call becomes a call
    /// site, too.
    ///
    /// # Errors
    ///
    /// Those of [`Self::add`].
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

    /// Adds all records of a map.
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

    /// Adds the next record of `function`; `constants` is the pool of the record's map. The records
    /// of a function must be added consecutively, in the order of the map. See [`Self::add`] and
    /// [`Self::add_with_code`].
    ///
    /// # Errors
    ///
    /// Those of [`Self::add`].
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
        let context = RecordContext { function, pc, record };
        if self.order.enter(function) {
            // The function ends at its last return address, or later if the unwind rules say so.
            let end = rules.function_end(start).unwrap_or(pc);
            self.functions.push(FunctionRange { start, end, stack_size: function.stack_size });
        }
        if let Some(code) = self.functions.last_mut() {
            code.end = code.end.max(pc);
        }
        self.order.record(offset).map_err(context.violation())?;
        match Statepoint::<A>::decode(record, constants) {
            Ok(statepoint) => self.add_statepoint(context, &statepoint, rules),
            Err(source) if source.reason.is_of_another_intrinsic() => {
                self.add_pinned(context, constants, rules)?;
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

    /// Checks and adds the record of a statepoint.
    fn add_statepoint(
        &mut self,
        context: RecordContext<'_, '_>,
        statepoint: &Statepoint<'_, A>,
        rules: &dyn UnwindRules,
    ) -> Result<(), TableBuildError> {
        let RecordContext { function, pc, record } = context;
        self.order.statepoint(record.instruction_offset).map_err(context.violation())?;
        let rule = check::rule_at(rules, function.address, pc).map_err(context.no_rule())?;
        check::frame_size::<A>(function, &rule).map_err(context.violation())?;
        let known = KnownFrame::new(function.stack_size, Some(&rule));
        self.roots.roots(&known, statepoint, &mut |_, severity, violation| match severity {
            Severity::Error => Err(context.violation()(violation)),
            Severity::Warning | Severity::Note => Ok(()),
        })?;
        check::stack_pointer(statepoint, &rule).map_err(context.violation())?;
        let frame = self.intern_frame(&rule, context)?;
        self.encoder
            .encode::<A>(frame, statepoint.pairs(), statepoint.allocas())
            .map_err(context.problem())?;
        let kind = RecordKind::Statepoint {
            calling_convention: statepoint.calling_convention,
            flags: statepoint.flags,
        };
        let deopt = statepoint.deopt();
        let bytes = self.record_encoder.encode(context.record.id, kind, deopt, core::iter::empty());
        let interned = self.records.intern(bytes);
        self.push(context, false, interned)
    }

    /// Adds the record of a `stackmap` or `patchpoint`.
    fn add_pinned(
        &mut self,
        context: RecordContext<'_, '_>,
        constants: &Constants<'_>,
        rules: &dyn UnwindRules,
    ) -> Result<(), TableBuildError> {
        let RecordContext { function, pc, record } = context;
        // The frame has not executed the instruction at `pc` yet, so the rule at `pc` applies.
        // `rule_at` looks up the byte before its argument.
        let after = pc.saturating_add(1);
        let rule = check::rule_at(rules, function.address, after).map_err(context.no_rule())?;
        let frame = self.intern_frame(&rule, context)?;
        let list = reference_list::from_record(record, constants);
        self.encoder
            .encode_pinned::<A>(frame, record.locations(), list)
            .map_err(context.problem())?;
        let values = record
            .locations()
            .map(|location| {
                let register = location.register;
                ValueLocation::new::<A>(location, *constants)
                    .map_err(|_| context.problem()(TableEncodeError::OtherRegister { register }))
            })
            .collect::<Result<Vec<_>, _>>()?;
        let values = values.into_iter();
        let bytes =
            self.record_encoder.encode(record.id, RecordKind::Other, values, record.live_outs());
        let interned = self.records.intern(bytes);
        self.push(context, true, interned)
    }

    /// Interns the frame of an unwind rule and returns its position.
    fn intern_frame(
        &mut self,
        rule: &FrameRule,
        context: RecordContext<'_, '_>,
    ) -> Result<u32, TableBuildError> {
        if let Some((last, frame)) = &self.last_rule
            && last == rule
        {
            return Ok(*frame);
        }
        let words = self.encoder.encode_frame::<A>(rule).map_err(context.problem())?;
        let interned = self.frames.intern(words);
        let (frame, _) = interned
            .filter(|(position, _)| position >> (u32::BITS - FORMAT_BITS) == 0)
            .ok_or(TableBuildError::TooManyDescriptors { records: self.sites.len() })?;
        self.last_rule = Some((*rule, frame));
        Ok(frame)
    }

    /// Adds a call site with the descriptor and record that were encoded last.
    fn push(
        &mut self,
        context: RecordContext<'_, '_>,
        is_pinned: bool,
        record: Option<(u32, bool)>,
    ) -> Result<(), TableBuildError> {
        let too_many = TableBuildError::TooManyDescriptors { records: self.sites.len() };
        self.max_bases = self.max_bases.max(self.encoder.base_len());
        let interned = self.descriptors.intern(self.encoder.words());
        let Some(((content, _), (record, _))) = interned.zip(record) else { return Err(too_many) };
        let offset = context.record.instruction_offset;
        self.sites.push(Site { pc: context.pc, offset, content, record, is_pinned });
        Ok(())
    }

    /// Builds the table.
    ///
    /// # Errors
    ///
    /// If two records for the same return address differ, if two maps give a function frames of
    /// different sizes, or if the code spans more than 4 GiB.
    pub fn build(mut self) -> Result<TableBuffer<A>, TableBuildError> {
        self.deduplicate_sites()?;
        self.deduplicate_functions()?;
        let functions = self.functions.iter();
        let functions_range =
            functions.clone().map(|function| function.start).min().unwrap_or_default()
                ..functions.map(|function| function.end).max().unwrap_or_default();
        // A map may have a call site after the end of its code section.
        let last = self.sites.last().map_or(functions_range.start, |site| site.pc);
        let code = self.code.take().unwrap_or(functions_range.start..functions_range.end);
        let high = code.end.max(functions_range.end).max(last);
        let too_large = || TableBuildError::RangeTooLarge { low: code.start, high };
        if u32::try_from(high.wrapping_sub(code.start)).is_err() {
            return Err(too_large());
        }
        // All addresses are between `code.start` and `high`, so the difference fits in 32 bits.
        let offset = |address: u64| address.wrapping_sub(code.start) as u32;
        let content_width = self.sites.iter().map(|site| site.content).max();
        let content_width = packed_integers::byte_width(content_width.unwrap_or_default());
        let sites = self.sites.iter().map(|site| (offset(site.pc), site.content));
        let (blocks, sites) = index::build(sites, content_width);
        let record_index = self.sites.iter().map(|site| site.record);
        let record_width =
            packed_integers::byte_width(record_index.clone().max().unwrap_or_default());
        let functions: Vec<u32> =
            self.functions.iter().flat_map(|code| [offset(code.start), offset(code.end)]).collect();
        let parts: [(Part, &[u32]); Part::COUNT] = [
            (Part::Blocks, &blocks),
            (Part::Sites, &sites),
            (Part::Frames, self.frames.elements()),
            (Part::Descriptors, self.descriptors.elements()),
            (Part::Functions, &functions),
            (Part::RecordIndex, &packed_integers::pack(record_index, record_width)),
            (Part::Records, &packed_integers::words_of(self.records.elements())),
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

    /// Sorts the functions and removes duplicates.
    fn deduplicate_functions(&mut self) -> Result<(), TableBuildError> {
        self.functions.sort_unstable();
        let mut conflict = None;
        self.functions.dedup_by(|next, kept| {
            // If the function has several descriptions, keep the largest end, which sorts last.
            let is_same = next.start == kept.start;
            if is_same {
                kept.end = next.end;
                if next.stack_size != kept.stack_size {
                    conflict.get_or_insert(TableBuildError::ConflictingFrames {
                        function: kept.start,
                        first: kept.stack_size,
                        second: next.stack_size,
                    });
                }
            }
            is_same
        });
        conflict.map_or(Ok(()), Err)
    }

    /// Sorts the call sites and removes duplicates.
    fn deduplicate_sites(&mut self) -> Result<(), TableBuildError> {
        // A `stackmap` or `patchpoint` may begin at the return address of a statepoint. In that
        // case, the statepoint sorts first.
        self.sites.sort_by_key(|site| (site.pc, site.is_pinned));
        let sites = mem::take(&mut self.sites);
        let mut unique: Vec<Site> = Vec::with_capacity(sites.len());
        for site in sites {
            match unique.last_mut() {
                Some(kept) if kept.pc == site.pc => {
                    // A return address belongs to the statepoint, not to the `stackmap` or
                    // `patchpoint` that begins there.
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

    /// Merges two descriptors and returns the position of the result. Returns `None` if their
    /// frames differ.
    fn merge_pinned(&mut self, one: u32, other: u32) -> Option<u32> {
        let words = self.descriptors.elements();
        let [one, other] =
            [one, other].map(|position| words.get(position as usize..).unwrap_or_default());
        let frame = one.first()? >> FORMAT_BITS;
        if other.first()? >> FORMAT_BITS != frame {
            return None;
        }
        let read = |words| match FrameDescriptor::<A>::read(words, self.frames.elements())? {
            (frame, DescriptorKind::Pinned { listed }) => Some(PinnedFrame::new(frame, listed)),
            (_, DescriptorKind::Statepoint) => None,
        };
        let pinned = [read(one)?, read(other)?];
        self.encoder.merge_pinned(frame, pinned).ok()?;
        self.max_bases = self.max_bases.max(self.encoder.base_len());
        self.descriptors.intern(self.encoder.words()).map(|(content, _)| content)
    }
}

/// A record with its function and address, for error messages.
#[derive(Clone, Copy)]
struct RecordContext<'a, 'r> {
    function: &'a Function,
    pc: u64,
    record: &'a Record<'r>,
}

impl RecordContext<'_, '_> {
    /// Returns a function that converts an error of the encoder.
    fn problem(self) -> impl Fn(TableEncodeError) -> TableBuildError {
        let (function, pc) = (self.function.address, self.pc);
        let record_offset = self.record.offset();
        move |problem| TableBuildError::Root { function, pc, record_offset, problem }
    }

    /// Returns a function that converts the reason for a missing unwind rule.
    fn no_rule(self) -> impl Fn(MissingUnwindRule) -> TableBuildError {
        move |reason| match reason {
            MissingUnwindRule::Violation(violation) => self.violation()(violation),
            MissingUnwindRule::Unwind(error) => error.into(),
        }
    }

    /// Returns a function that converts a violation.
    fn violation(self) -> impl Fn(RecordViolation) -> TableBuildError {
        let (function, pc) = (self.function.address, self.pc);
        let record_offset = self.record.offset();
        move |violation| TableBuildError::Rule { function, pc, record_offset, violation }
    }
}

/// Returns the return address of the call at `pc`, if the code there is the call that LLVM writes
/// for a patchpoint.
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
