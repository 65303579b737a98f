//! The sites and the code that is patched in there.
//!
//! Any number of threads are in managed code and call [`miss`] and [`many`]; one thread redefines.
//!
//! * A site's state and the call in its code change together, under the site's lock, and so does
//!   the choice of the function. [`Cache::redefine`] defines the new functions and changes the
//!   space first, and locks each site afterwards. So a stub for an old function, or in the old
//!   space, is made before its site is locked there, and is patched away there.
//! * A thread that holds a lock is in managed code without a safepoint, or in native code, and does
//!   not wait for a stop: a stop waits for it.
//! * After the stop no thread is in a stub, a thunk, a function or a handler that it had entered
//!   before the stop. Old functions are not called any more then, and the old space is freed. The
//!   stop orders what threads did before it and do after it.
//!
//! The defined set and all counters are relaxed atomics: locks and the stop order the set, and the
//! counters order nothing.

use core::ffi::c_void;
use core::ops::Range;
use std::error::Error;
use std::io;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};

use statepoint_gc::{CodeRegistry, Mutator};
use statepoint_patch::thunk::{Thunk, ThunkConvention};
use statepoint_patch::{
    BreakpointHandler, ExecutionState, LivePatchMethod, Patch, PatchSiteId, Patcher, ProtectedPages,
};
use statepoint_scanner::arch::{Host, PhysicalRegister, Register, detect_processor};
use statepoint_scanner::image::process;
use statepoint_scanner::stackmap::maps;

use super::arch::{GUARD_SIZE, guard};
use super::memory::CodeSpace;
use super::shapes::{self, Method, QUESTIONS, Shape};

/// The IDs of the records, indexed by question.
const RECORDS: [u64; QUESTIONS] = [71, 72];
/// Size of each patchpoint in bytes.
const BYTES: u32 = 16;

/// The state of a site.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    /// No kind was seen yet.
    Miss,
    /// Calls the function for this kind.
    One(usize),
    /// More than one kind was seen.
    Many,
}

#[derive(Debug)]
struct PatchSite {
    id: PatchSiteId,
    convention: ThunkConvention<Host>,
    /// The register that holds the shape.
    shape: Register,
    /// The thunk of [`miss`] that is copied into stubs.
    to_miss: Thunk<Host>,
    /// The addresses of the thunks.
    miss: u64,
    many: u64,
    state: Mutex<State>,
}

/// The stubs of two generations: those that sites may call, and those that threads may still
/// execute.
#[derive(Debug)]
struct Stubs {
    spaces: [CodeSpace; 2],
    current: usize,
}

/// The caches of this program's code.
#[derive(Debug)]
pub(super) struct Cache {
    /// The code from the first site to the last.
    code: Range<u64>,
    patcher: Patcher<ProtectedPages>,
    breakpoints: BreakpointHandler,
    sites: [PatchSite; QUESTIONS],
    /// Lock order: after a site's lock.
    stubs: Mutex<Stubs>,
    /// Owns the thunks, which are never freed.
    _thunks: CodeSpace,
    counts: [AtomicU64; 5],
}

#[derive(Clone, Copy, Debug)]
enum Count {
    Misses,
    Stubs,
    ToMany,
    CallsOfMany,
    Redefinitions,
}

static CACHE: OnceLock<Cache> = OnceLock::new();

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn address(function: Method) -> u64 {
    (function as *const ()).expose_provenance() as u64
}

/// Called from a site that has no function for this kind of shape.
extern "C" fn miss(result: *mut u64, shape: Shape, question: u64, array: u64) {
    let cache = CACHE.get().expect("sites are patched after the cache is set");
    let method = cache.learn(question as usize, shape.kind());
    method(result, shape, question, array);
}

/// Called from a site that has seen several kinds.
extern "C" fn many(result: *mut u64, shape: Shape, question: u64, array: u64) {
    let cache = CACHE.get().expect("sites are patched after the cache is set");
    cache.count(Count::CallsOfMany);
    shapes::method(question as usize, shape.kind())(result, shape, question, array);
}

impl Cache {
    /// Patches the sites of the program that contains this function, in their initial state. No
    /// thread may have executed them.
    pub(super) fn install(
        registry: &CodeRegistry,
        function: *const c_void,
    ) -> Result<&'static Self, Box<dyn Error>> {
        let image = process::image_at(function.expose_provenance() as u64)?;
        let image = image.ok_or("the program's code is in no image")?;
        let mut found = Vec::new();
        for map in maps(image.stack_maps().ok_or("the program has no stack map")?) {
            let map = map?;
            for (function, record) in map.function_records()? {
                if let Some(question) = RECORDS.iter().position(|&id| id == record.id) {
                    let at = function.address + u64::from(record.instruction_offset);
                    let mut locations = record.locations().map(|location| location.register);
                    let (result, shape) = (locations.next(), locations.next());
                    let registers = result.zip(shape).ok_or("a record has too few values")?;
                    let convention = ThunkConvention::from_record(
                        &record,
                        &map.constants(),
                        detect_processor(),
                    )?;
                    found.push((question, at, registers, convention));
                }
            }
        }
        found.sort_by_key(|&(question, ..)| question);
        let start = found.iter().map(|&(_, at, ..)| at).min().unwrap_or(0);
        let end = found.iter().map(|&(_, at, ..)| at).max().unwrap_or(0) + u64::from(BYTES);
        let code = start..end;
        // SAFETY: the program stays, and only this changes its code.
        let patcher = Patcher::new(unsafe { ProtectedPages::new(code.clone()) }?);
        let mut thunks = CodeSpace::near(&code)?;
        let mut sites = Vec::new();
        for (_, at, (result, shape), convention) in found {
            let general = |dwarf: u16| u8::try_from(dwarf).map(Register::new);
            // The first value is the location of the result.
            let convention = ThunkConvention {
                values: convention.values.clone().without_first(1),
                writes: vec![PhysicalRegister::General(general(result)?)],
                ..convention
            };
            let [to_miss, to_many] =
                [miss as Method, many].map(|function| Thunk::new(&convention, address(function)));
            let (to_miss, to_many) = (to_miss?, to_many?);
            let [miss, many] = [&to_miss, &to_many].map(|thunk| thunks.add(thunk.code()));
            let site = statepoint_patch::PatchSite::Patchpoint { bytes: BYTES };
            let id = patcher.add(site, at)?;
            let patch = Patch::Call(miss);
            let returns = patcher.return_address(id, patch)?.ok_or("a call returns")?;
            // SAFETY: the call is about to be written there, and the thunk is made for the record.
            unsafe { registry.add_patched_call(to_miss.patched_call(at, returns)) }?;
            // SAFETY: no thread has executed it, and the thunk is made for the record.
            unsafe { patcher.write(id, patch, ExecutionState::NotYetRun) }?;
            let shape = general(shape)?;
            let state = Mutex::new(State::Miss);
            sites.push(PatchSite { id, convention, shape, to_miss, miss, many, state });
        }
        let spaces = [CodeSpace::near(&code)?, CodeSpace::near(&code)?];
        let cache = Self {
            code,
            patcher,
            breakpoints: BreakpointHandler::install()?,
            sites: sites.try_into().map_err(|_| "each question has one record")?,
            stubs: Mutex::new(Stubs { spaces, current: 0 }),
            _thunks: thunks,
            counts: Default::default(),
        };
        assert!(CACHE.set(cache).is_ok(), "a program has one cache");
        Ok(CACHE.get().expect("it was just set"))
    }

    /// Updates a site for this kind of shape and returns the function to call.
    fn learn(&self, question: usize, kind: usize) -> Method {
        self.count(Count::Misses);
        let site = &self.sites[question];
        let mut state = lock(&site.state);
        // The function that is defined now. It is read under the lock, which a redefinition takes
        // afterwards.
        let method = shapes::method(question, kind);
        match *state {
            State::Miss => {
                self.patch(site, self.stub(site, kind, method));
                *state = State::One(kind);
            }
            State::One(known) if known != kind => {
                self.count(Count::ToMany);
                self.patch(site, site.many);
                *state = State::Many;
            }
            // Another thread updated the site first.
            State::One(_) | State::Many => {}
        }
        method
    }

    /// Returns code that calls a function for one kind of shape, and `miss` for others.
    fn stub(&self, site: &PatchSite, kind: usize, method: Method) -> u64 {
        self.count(Count::Stubs);
        let thunk = Thunk::new(&site.convention, address(method));
        // A thunk was made for another function before, and all functions are in this program.
        let thunk = thunk.expect("a thunk for one function is one for any");
        let mut code = vec![0; GUARD_SIZE];
        code.extend(thunk.code());
        code.resize(code.len().next_multiple_of(Thunk::<Host>::ALIGNMENT), 0);
        let to_miss = code.len() as i32;
        code.extend(site.to_miss.code());
        code[..GUARD_SIZE].copy_from_slice(&guard(site.shape, shapes::type_number(kind), to_miss));
        let mut stubs = lock(&self.stubs);
        let current = stubs.current;
        stubs.spaces[current].add(&code)
    }

    /// Patches the call of a site to another target, while threads execute it.
    fn patch(&self, site: &PatchSite, target: u64) {
        let when = ExecutionState::Running(LivePatchMethod::Best(self.breakpoints));
        // SAFETY: threads may execute it; what is called is made for the record.
        let patched = unsafe { self.patcher.write(site.id, Patch::Call(target), when) };
        // The same patch as before, with another target near by.
        patched.expect("a site can be patched again");
    }

    /// Redefines all functions, and returns the index of the old set. When this returns, no thread
    /// calls the old functions or executes stubs for them. The calling thread must not be in
    /// managed code.
    ///
    /// # Errors
    ///
    /// If there is no memory for the next stubs.
    pub(super) fn redefine(&self, mutator: &mut Mutator) -> io::Result<usize> {
        self.count(Count::Redefinitions);
        let old = shapes::redefine();
        let space = {
            let mut stubs = lock(&self.stubs);
            stubs.current ^= 1;
            stubs.current ^ 1
        };
        for site in &self.sites {
            let mut state = lock(&site.state);
            self.patch(site, site.miss);
            *state = State::Miss;
        }
        // All threads reach a safepoint, and none of them is in a stub, a thunk or a function then.
        mutator.collect();
        lock(&self.stubs).spaces[space] = CodeSpace::near(&self.code)?;
        Ok(old)
    }

    /// Returns the number of stubs that were made.
    pub(super) fn stubs(&self) -> u64 {
        self.counts[Count::Stubs as usize].load(Relaxed)
    }

    /// Returns all counters.
    pub(super) fn counts(&self) -> Vec<(&'static str, u64)> {
        let names =
            ["misses", "stubs_made", "became_megamorphic", "megamorphic_calls", "redefinitions"];
        let counts = self.counts.iter().map(|count| count.load(Relaxed));
        names.into_iter().zip(counts).collect()
    }

    fn count(&self, what: Count) {
        self.counts[what as usize].fetch_add(1, Relaxed);
    }
}
