//! The slow walk: all frames of a thread and the roots in them.

use std::collections::BTreeMap;

use statepoint_scanner::arch::{CallingConvention, Host};

use super::records::{RawLocation, RawRecord, Records};
use super::unwind::{State, Unwinder, load};

const REGISTER: u8 = 1;
const DIRECT: u8 = 2;
const INDIRECT: u8 = 3;

/// Bounds of the collector's code that the walk must recognise.
#[derive(Clone, Copy, Debug)]
pub struct Places {
    /// The entry from native into managed code: the return address of the outermost managed frame.
    pub entry: u64,
    /// The stub through which managed code calls native code, and which saves its registers.
    pub call_native: u64,
}

/// A frame, with its roots if it is managed.
#[derive(Clone, Debug)]
pub struct SlowFrame {
    /// Program counter, stack pointer, registers.
    pub state: State,
    /// The roots; `None` in a native frame.
    pub roots: Option<Roots>,
}

/// The roots of a frame by address.
#[derive(Clone, Debug, Default)]
pub struct Roots {
    /// Addresses of base pointers, and whether the frame holds the pointer in a register.
    pub bases: BTreeMap<u64, bool>,
    /// Addresses of derived pointers. Each has the address of its base, and whether the frame holds
    /// the derived pointer in a register.
    pub derived: BTreeMap<u64, (u64, bool)>,
    /// Number of roots that are elements of vectors.
    pub in_vectors: u64,
}

/// Bounds of a run of frames, from where managed code was left to where it was entered.
#[derive(Clone, Debug)]
pub struct Run {
    /// The address of the registers saved by the stub through which managed code was left.
    pub register_file: u64,
    /// Youngest first.
    pub frames: Vec<SlowFrame>,
}

/// Walks from a register file to the frame at `end` or above.
///
/// # Errors
///
/// An address that no table describes.
pub fn walk(
    unwinder: &Unwinder,
    records: &Records,
    places: Places,
    register_file: u64,
    end: u64,
) -> Result<Vec<Run>, String> {
    let mut runs = Vec::new();
    let mut run = Some(Run { register_file, frames: Vec::new() });
    let mut state = State::at_register_file(register_file);
    while state.sp < end {
        if state.pc == places.entry {
            runs.extend(run.take());
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
        } else if unwinder.function(state.pc - 1) == Some(places.call_native) {
            // What the function pushed right after it was called.
            let register_file = caller.sp - Host::REGISTER_FILE.size;
            run = Some(Run { register_file, frames: Vec::new() });
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

fn is_managed(unwinder: &Unwinder, records: &Records, state: &State) -> bool {
    unwinder.function(state.pc - 1).is_some_and(|function| records.has_function(function))
}

/// The words of a location that a collector rewrites, and whether they are a register.
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
    // A word that is both is the start of an object.
    derived_pointers.retain(|(word, _)| !roots.bases.contains_key(word));
    roots.derived.extend(derived_pointers);
    Ok(roots)
}

impl Roots {
    /// The value at each base, sorted, without null.
    pub fn base_values(&self) -> Vec<u64> {
        let mut values: Vec<_> =
            self.bases.keys().map(|&address| load(address)).filter(|&value| value != 0).collect();
        values.sort_unstable();
        values
    }
}
