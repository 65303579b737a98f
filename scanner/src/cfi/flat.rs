//! The flat layout's frame descriptions, computed from unwind rules.
//!
//! The proposal of 2015 names the fields and leaves most of their meaning open. Here they mean:
//!
//! - *Function size*: the bytes that the function's entry of `.eh_frame` covers. Parts of the
//!   function that lie elsewhere are not counted.
//! - *HasFrame*: at some call site, the frame has more bytes than the call instruction pushes.
//! - *HasVariableSizeAlloca*, *HasStackRealignment*: neither the stack map nor `.eh_frame` records
//!   why the size of a frame is not fixed. The flags are derived from the registers that address
//!   the slots of the frame. Slots relative to a base pointer, which is neither the stack pointer
//!   nor the frame pointer, imply both flags. Otherwise, slots relative to the stack pointer imply
//!   only realignment, and a frame without them has a variable-size alloca.
//! - *HasLiveOutInfo* of a function: at least one of its records has live-out information.
//! - *Base register*: the register from which the CFA is computed; the CFA is the stack pointer's
//!   value in the caller at the call. If the base is the stack pointer, its distance to the CFA is
//!   the stack size plus the bytes that a call pushes. If it is a frame pointer, it points to the
//!   slot in which the caller's frame pointer is saved. So its distance to the CFA is the negated
//!   offset of that slot.
//! - *Frame registers*: the general-purpose registers that the callee preserves and has saved, and
//!   the return address where a call leaves it in a register. Offsets count from the CFA. Vector
//!   registers are left out, since no collector needs them.
//! - *Call size*: for statepoint records, the size of a call instruction if all calls of the
//!   architecture have the same size; otherwise 0 (unknown). On x86-64 the size cannot be decoded
//!   from the bytes before the return address, because instructions vary in length.
//!
//! A reader must be able to find the caller of every frame from these fields. So a function is
//! rejected if they do not describe its frame at each of its call sites.

use crate::arch::{Architecture, Register};
use crate::stackmap::model::{FlatFrame, Function, Map, Record};
use crate::stackmap::{FrameFlags, FrameRegister, LocationKind};

use super::rule::{FrameRule, SavedLocation, UnwindError, UnwindRules};

/// Fills in the flat layout's fields for frames and calls. The module documentation describes each
/// field.
///
/// Functions without records, known frames and known call sizes are left unchanged.
///
/// # Errors
///
/// If the flat layout cannot describe a frame, or if no unwind rule describes it. The map is
/// unchanged then.
pub fn fill_frames<A: Architecture>(
    map: &mut Map,
    rules: &impl UnwindRules,
) -> Result<(), FlatFrameError> {
    let mut frames = Vec::with_capacity(map.functions.len());
    let mut records = map.records.as_slice();
    for function in &map.functions {
        let error = |problem| FlatFrameError { function: function.address, problem };
        let count = function.record_count.ok_or(error(FlatFrameProblem::NoRecordCount))?;
        let (function_records, rest) = usize::try_from(count)
            .ok()
            .and_then(|count| records.split_at_checked(count))
            .ok_or(error(FlatFrameProblem::RecordCount { found: count, allowed: records.len() }))?;
        records = rest;
        frames.push(match function.frame.clone() {
            None if !function_records.is_empty() => {
                Some(describe_frame::<A>(function, function_records, rules).map_err(error)?)
            }
            frame => frame,
        });
    }
    for (function, frame) in map.functions.iter_mut().zip(frames) {
        function.frame = frame;
    }
    for record in map.records.iter_mut().filter(|record| is_statepoint(record)) {
        if let (0, Some(size)) = (record.call_size, A::CALL_SIZE) {
            record.call_size = size;
        }
    }
    Ok(())
}

/// Returns the description of a function's frame. `records` are the function's records, at least
/// one.
fn describe_frame<A: Architecture>(
    function: &Function,
    records: &[Record],
    rules: &impl UnwindRules,
) -> Result<FlatFrame, FlatFrameProblem> {
    let address = function.address;
    let end = rules.function_end(address).ok_or(FlatFrameProblem::NoEnd)?;
    let size = end.wrapping_sub(address);
    let function_size = u32::try_from(size)
        .map_err(|_| FlatFrameProblem::FunctionSize { found: size, allowed: u32::MAX })?;

    let mut flags = FrameFlags::default();
    let mut first: Option<(u64, FrameRule)> = None;
    for record in records {
        let at = address.wrapping_add(record.instruction_offset.into());
        // The offset of a statepoint is its return address. The offset of another record is the
        // start of an instruction; its first byte is used like the last byte of a call.
        let return_address = if is_statepoint(record) { at } else { at.wrapping_add(1) };
        let rule = rules.rule_at(address, return_address).map_err(FlatFrameProblem::Unwind)?;
        check_rule::<A>(function, at, &rule)?;
        match &first {
            None => first = Some((at, rule)),
            Some((first, other)) if !is_same_frame(&rule, other) => {
                return Err(FlatFrameProblem::Differs { first: *first, other: at });
            }
            Some(_) => {}
        }
        let is_empty =
            rule.cfa_base == A::STACK_POINTER && rule.cfa_offset <= A::CALL_PUSHES.into();
        if !is_empty {
            flags = flags.with(FrameFlags::HAS_FRAME);
        }
        if record.has_live_out_info {
            flags = flags.with(FrameFlags::LIVE_OUT_INFO);
        }
    }
    if function.stack_size.is_none() {
        flags = flags.with(dynamic_frame_flags::<A>(records));
    }
    // `records` is not empty, so `first` is set.
    let (_, rule) = first.ok_or(FlatFrameProblem::NoEnd)?;
    Ok(FlatFrame {
        function_size,
        flags,
        base_register: rule.cfa_base.dwarf(),
        saved: saved_registers::<A>(&rule)?,
    })
}

/// Returns whether the record begins like that of a statepoint, with three constants.
fn is_statepoint(record: &Record) -> bool {
    let leading = record.locations.first_chunk::<3>();
    leading.is_some_and(|locations| {
        locations.iter().all(|location| location.kind == LocationKind::Constant)
    })
}

/// Checks that base register, stack size and saved registers determine the CFA of this rule.
fn check_rule<A: Architecture>(
    function: &Function,
    at: u64,
    rule: &FrameRule,
) -> Result<(), FlatFrameProblem> {
    let recorded = if rule.cfa_base == A::STACK_POINTER {
        function
            .stack_size
            .and_then(|size| i64::try_from(size).ok()?.checked_add(A::CALL_PUSHES.into()))
    } else {
        rule.saved.iter().find_map(|(register, saved)| match saved {
            SavedLocation::At(offset) if register == rule.cfa_base => Some(-i64::from(offset)),
            _ => None,
        })
    };
    let (found, base) = (rule.cfa_offset, rule.cfa_base.dwarf());
    let recorded = recorded.ok_or(FlatFrameProblem::NoDistance { at, found, base })?;
    if recorded != i64::from(found) {
        return Err(FlatFrameProblem::CallerFrame { at, found, recorded });
    }
    let found = rule.return_address;
    if A::CALL_PUSHES != 0 && found != -i32::from(A::CALL_PUSHES) {
        return Err(FlatFrameProblem::ReturnAddress { at, found });
    }
    Ok(())
}

/// Returns whether two rules have the same description in the flat layout.
fn is_same_frame(one: &FrameRule, other: &FrameRule) -> bool {
    one.cfa_base == other.cfa_base
        && one.saved == other.saved
        && one.return_address == other.return_address
}

/// Returns the flags of a frame whose size is not fixed, derived from the base registers of its
/// slots (see the module documentation).
fn dynamic_frame_flags<A: Architecture>(records: &[Record]) -> FrameFlags {
    let bases = records.iter().flat_map(|record| &record.locations).filter_map(|location| {
        let in_frame = matches!(location.kind, LocationKind::Direct | LocationKind::Indirect);
        in_frame.then_some(location.register)
    });
    let (mut by_stack_pointer, mut by_base_pointer) = (false, false);
    for base in bases {
        by_stack_pointer |= base == A::STACK_POINTER.dwarf();
        by_base_pointer |= base != A::STACK_POINTER.dwarf() && base != A::FRAME_POINTER.dwarf();
    }
    match (by_base_pointer, by_stack_pointer) {
        (true, _) => FrameFlags::VARIABLE_SIZE_ALLOCA.with(FrameFlags::STACK_REALIGNMENT),
        (false, true) => FrameFlags::STACK_REALIGNMENT,
        (false, false) => FrameFlags::VARIABLE_SIZE_ALLOCA,
    }
}

/// Returns the general-purpose registers that the rule finds in the frame, and the return address
/// if a call leaves it in a register.
fn saved_registers<A: Architecture>(
    rule: &FrameRule,
) -> Result<Vec<FrameRegister>, FlatFrameProblem> {
    let mut saved = Vec::new();
    let mut add = |register: u16, offset: i32| match i16::try_from(offset) {
        Ok(offset) => {
            saved.push(FrameRegister { register, offset, size: REGISTER_SIZE, spilled: true });
            Ok(())
        }
        Err(_) => Err(FlatFrameProblem::SavedOffset { register, found: offset }),
    };
    let general =
        |(register, _): &(Register, SavedLocation)| A::register(register.dwarf()).is_some();
    for (register, location) in rule.saved.iter().filter(general) {
        match location {
            SavedLocation::At(offset) => add(register.dwarf(), offset)?,
            SavedLocation::Lost => {
                return Err(FlatFrameProblem::Lost { register: register.dwarf() });
            }
        }
    }
    if A::CALL_PUSHES == 0 {
        add(A::RETURN_ADDRESS_COLUMN, rule.return_address)?;
    }
    Ok(saved)
}

/// Size of a general-purpose register in bytes.
const REGISTER_SIZE: u8 = 8;

/// Error returned for a function whose frame the flat layout cannot describe.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the flat layout cannot describe the frame of the function at {function:#x}: {problem}")]
pub struct FlatFrameError {
    /// The function's address.
    pub function: u64,
    /// The reason.
    pub problem: FlatFrameProblem,
}

/// Reason why the flat layout cannot describe a frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum FlatFrameProblem {
    /// The number of records of the function is not known, as in a map of version 1.
    #[error("the map does not say which records belong to it")]
    NoRecordCount,
    /// The map has fewer records than the functions' record counts require.
    #[error("it has {found} records, but the map has only {allowed} more")]
    RecordCount {
        /// The function's number of records.
        found: u64,
        /// The number of records of the map that do not belong to a previous function.
        allowed: usize,
    },
    /// The unwind rules do not say where the function ends.
    #[error("no .eh_frame entry covers it (mark managed functions `uwtable`)")]
    NoEnd,
    /// The function is too large for the field that holds its size.
    #[error("its code has {found} bytes, at most {allowed} are supported")]
    FunctionSize {
        /// Size of the function in bytes.
        found: u64,
        /// The largest size.
        allowed: u32,
    },
    /// There is no unwind rule for a call site.
    #[error("{0}")]
    Unwind(UnwindError),
    /// The distance to the caller's frame at a call site differs from the one that a reader would
    /// compute: it is larger where arguments are pushed around a call.
    #[error(
        "at {at:#x} the frame address (CFA) is {found} bytes from the base register, but the \
         layout would record {recorded} (compile with `llc -no-x86-call-frame-opt`, so that no \
         arguments are pushed)"
    )]
    CallerFrame {
        /// The address of the record.
        at: u64,
        /// Distance in bytes from the base register to the CFA.
        found: i32,
        /// Distance in bytes according to the stack size or the saved registers.
        recorded: i64,
    },
    /// The distance of the caller's frame from the base register is not recorded: the stack size is
    /// not known, or the base register is not saved.
    #[error(
        "at {at:#x} the frame address (CFA) is {found} bytes from register {base}, which follows \
         neither from the stack size nor from the saved registers"
    )]
    NoDistance {
        /// The address of the record.
        at: u64,
        /// Distance in bytes from the base register to the CFA.
        found: i32,
        /// DWARF number of the base register.
        base: u16,
    },
    /// The return address is not where the call pushed it.
    #[error("at {at:#x} the return address is at offset {found} from the frame address (CFA)")]
    ReturnAddress {
        /// The address of the record.
        at: u64,
        /// Offset in bytes from the CFA.
        found: i32,
    },
    /// The call sites differ in their base register or saved registers.
    #[error("its frame at {other:#x} differs from its frame at {first:#x}")]
    Differs {
        /// The address of the function's first record.
        first: u64,
        /// The address of a record that differs.
        other: u64,
    },
    /// A register is saved too far from the CFA.
    #[error(
        "register {register} is saved {found} bytes from the frame address (CFA), the field has 16 \
         bits"
    )]
    SavedOffset {
        /// DWARF number of the register.
        register: u16,
        /// Offset in bytes from the CFA.
        found: i32,
    },
    /// A register of the caller is lost, which the layout cannot express: a reader would assume
    /// that it is unchanged.
    #[error("register {register} is overwritten without being saved")]
    Lost {
        /// DWARF number of the register.
        register: u16,
    },
}

#[cfg(test)]
mod tests;
