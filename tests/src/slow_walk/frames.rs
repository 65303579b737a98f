//! The reference stack walker: finds all frames of a thread and their roots.

use std::collections::BTreeMap;

use statepoint_scanner::arch::{CallingConvention, Host};

use super::records::{RawLocation, RawRecord, Records};
use super::unwind::{State, Unwinder, load};

/// Kind of a location: the value is in a register.
const REGISTER: u8 = 1;
/// Kind of a location: the value is an address in the frame.
const DIRECT: u8 = 2;
/// Kind of a location: the value is in the frame.
const INDIRECT: u8 = 3;

/// Addresses in the collector's code that delimit runs of managed frames.
#[derive(Clone, Copy, Debug)]
pub struct EntryPoints {
    /// Return address of the oldest managed frame of a run, in the entry from native into managed
    /// code.
    pub entry: u64,
    /// The same, of the function of a fiber, which is the oldest frame of its stack.
    pub fiber: u64,
    /// Address of the stub through which managed code calls native code. It saves a register file.
    pub call_native: u64,
}

/// A frame, with its roots if it is managed.
#[derive(Clone, Debug)]
pub struct SlowFrame {
    /// Program counter, stack pointer, and callee-saved registers.
    pub state: State,
    /// The roots; `None` in a native frame.
    pub roots: Option<Roots>,
}

/// The roots of a frame, indexed by the address of their slots.
#[derive(Clone, Debug, Default)]
pub struct Roots {
    /// Addresses of base pointers, and whether the frame holds the pointer in a register.
    pub bases: BTreeMap<u64, bool>,
    /// Addresses of derived pointers, each with the address of its base, and whether the frame
    /// holds the derived pointer in a register.
    pub derived: BTreeMap<u64, (u64, bool)>,
    /// Number of roots that are elements of vectors.
    pub in_vectors: u64,
}

/// A run of frames: those between an entry into managed code and the next call of native code.
#[derive(Clone, Debug)]
pub struct FrameRun {
    /// Address of the register file that the stub saved when managed code called it.
    pub register_file: u64,
    /// The frames, youngest first.
    pub frames: Vec<SlowFrame>,
}

/// Walks the stack from a register file up to the address `end`. Returns the runs of managed
/// frames, youngest first.
///
/// # Errors
///
/// If a return address is not described by any table.
pub fn walk(
    unwinder: &Unwinder,
    records: &Records,
    entry_points: EntryPoints,
    register_file: u64,
    end: u64,
) -> Result<Vec<FrameRun>, String> {
    let mut runs = Vec::new();
    let mut run = Some(FrameRun { register_file, frames: Vec::new() });
    let mut state = State::at_register_file(register_file);
    while state.sp < end {
        if state.pc == entry_points.entry || state.pc == entry_points.fiber {
            runs.extend(run.take());
        }
        if state.pc == entry_points.fiber {
            break;
        }
        let caller = unwinder.caller(&state)?;
        if let Some(run) = &mut run {
            let roots = match records.at(state.pc) {
                Some(record) => Some(roots(&state, record)?),
                None if is_managed(unwinder, records, &state) => {
                    return Err(format!("{:#x} is in managed code and has no record", state.pc));
                }
                None => None,
            };
            run.frames.push(SlowFrame { state: state.clone(), roots });
        } else if unwinder.function(state.pc - 1) == Some(entry_points.call_native) {
            // The stub pushes the register file on entry, directly below its caller's frame.
            let register_file = caller.sp - Host::REGISTER_FILE.size;
            run = Some(FrameRun { register_file, frames: Vec::new() });
        }
        if caller.sp <= state.sp {
            return Err(format!("the caller of {:#x} is not above it", state.pc));
        }
        state = caller;
    }
    if run.is_some() {
        return Err("the stack ends in managed code".to_owned());
    }
    Ok(runs)
}

/// Returns whether a frame belongs to a function that has stack map records.
fn is_managed(unwinder: &Unwinder, records: &Records, state: &State) -> bool {
    unwinder.function(state.pc - 1).is_some_and(|function| records.has_function(function))
}

/// Returns the addresses of the words of a location, and whether the location is a register.
/// Constants have no words.
fn words(state: &State, location: RawLocation) -> Result<(Vec<u64>, bool), String> {
    match location.kind {
        REGISTER => Ok((vec![state.location(location.register)?], true)),
        INDIRECT => {
            let first = state.value(location.register)?.wrapping_add_signed(location.offset.into());
            Ok(((0..u64::from(location.size) / 8).map(|n| first + 8 * n).collect(), false))
        }
        _ => Ok((Vec::new(), false)),
    }
}

/// Computes the roots of a managed frame from its record.
fn roots(state: &State, record: &RawRecord) -> Result<Roots, String> {
    let (pairs, objects) = record.roots()?;
    let mut roots = Roots::default();
    let mut derived_pointers = Vec::new();
    for [base, derived] in pairs {
        let (base, base_in_register) = words(state, base)?;
        let (derived, in_register) = words(state, derived)?;
        roots.bases.extend(base.iter().map(|&address| (address, base_in_register)));
        if base.len() > 1 {
            roots.in_vectors += base.len() as u64;
        }
        derived_pointers
            .extend(derived.into_iter().zip(base).map(|(word, base)| (word, (base, in_register))));
    }
    for object in objects {
        if object.kind == DIRECT {
            let address = state.value(object.register)?.wrapping_add_signed(object.offset.into());
            roots.bases.insert(address, false);
        }
    }
    // A word that is both a base and a derived pointer is a base.
    derived_pointers.retain(|(word, _)| !roots.bases.contains_key(word));
    roots.derived.extend(derived_pointers);
    Ok(roots)
}

impl Roots {
    /// Returns the values of all bases except null, sorted.
    pub fn base_values(&self) -> Vec<u64> {
        let mut values: Vec<_> =
            self.bases.keys().map(|&address| load(address)).filter(|&value| value != 0).collect();
        values.sort_unstable();
        values
    }
}
