//! The sites, their states, and the code that is patched into them.
//!
//! Any number of threads run managed code, which calls [`miss`] and [`megamorphic`]. One thread
//! redefines functions. Synchronisation:
//!
//! * The lock of a site protects its state, the call in its code, and the choice of the function.
//!   [`Cache::redefine`] first defines the new functions and switches to the other code space, and
//!   then locks and resets each site. So a stub for an old function, or in the old space, was
//!   created before its site is reset, and is not called after that.
//! * A thread that holds a lock is in managed code without a safepoint, or in native code. It does
//!   not wait for a stop, and a stop waits for it.
//! * After the stop, no thread is in a stub, thunk, function or handler that it had entered before
//!   the stop. Old functions are no longer called, and the old space is freed. The stop orders the
//!   actions of threads before it and after it.
//!
//! The index of the current set of functions and all counters are relaxed atomics. Locks and the
//! stop order the accesses to the index; counters need no ordering.

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
use super::shapes::{self, Method, SELECTORS, Shape};

/// IDs of the stack map records of the sites, indexed by selector.
const RECORD_IDS: [u64; SELECTORS] = [71, 72];
/// Size of each patchpoint in bytes.
const SITE_SIZE: u32 = 16;

/// The state of a site.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    /// The site has seen no shape.
    Uninitialised,
    /// The site has seen only this kind of shape, and calls its function.
    Monomorphic(usize),
    /// The site has seen more than one kind of shape.
    Megamorphic,
}

/// A patchpoint with an inline cache.
#[derive(Debug)]
struct PatchSite {
    id: PatchSiteId,
    /// Convention of thunks for this site.
    convention: ThunkConvention<Host>,
    /// The register that holds the shape.
    shape: Register,
    /// The thunk of [`miss`], which is copied into stubs.
    miss_thunk: Thunk<Host>,
    /// Address of a thunk of [`miss`].
    miss: u64,
    /// Address of a thunk of [`megamorphic`].
    megamorphic: u64,
    state: Mutex<State>,
}

/// Memory for stubs: the current space, whose stubs sites may call, and the other one, whose stubs
/// threads may still execute.
#[derive(Debug)]
struct Stubs {
    spaces: [CodeSpace; 2],
    current: usize,
}

/// The inline caches of this program.
#[derive(Debug)]
pub(super) struct Cache {
    /// Address range from the first site to the last.
    code: Range<u64>,
    patcher: Patcher<ProtectedPages>,
    breakpoints: BreakpointHandler,
    sites: [PatchSite; SELECTORS],
    /// Memory for stubs. Lock order: the lock of a site first.
    stubs: Mutex<Stubs>,
    /// Owns the thunks, which are never freed.
    _thunks: CodeSpace,
    counts: [AtomicU64; 5],
}

/// A counter, in the order of [`Cache::counts`].
#[derive(Clone, Copy, Debug)]
enum Count {
    Misses,
    Stubs,
    BecameMegamorphic,
    MegamorphicCalls,
    Redefinitions,
}

/// The caches of this process, which [`Cache::install`] creates.
static CACHE: OnceLock<Cache> = OnceLock::new();

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn address(function: Method) -> u64 {
    (function as *const ()).expose_provenance() as u64
}

/// Called by uninitialised sites, and by stubs for other kinds of shapes. Updates the site, and
/// calls the function for the shape.
extern "C" fn miss(result: *mut u64, shape: Shape, selector: u64, array: u64) {
    let cache = CACHE.get().expect("sites are patched after the cache is set");
    let method = cache.update(selector as usize, shape.kind());
    method(result, shape, selector, array);
}

/// Called by megamorphic sites: looks up and calls the function for the shape.
extern "C" fn megamorphic(result: *mut u64, shape: Shape, selector: u64, array: u64) {
    let cache = CACHE.get().expect("sites are patched after the cache is set");
    cache.count(Count::MegamorphicCalls);
    shapes::method(selector as usize, shape.kind())(result, shape, selector, array);
}

impl Cache {
    /// Creates the caches of the program that contains `function`, and patches all sites to their
    /// initial state. No thread may have executed them.
    ///
    /// It finds the stack map records of the sites, derives the thunk convention of each from its
    /// record, creates the thunks, and registers and writes the calls.
    pub(super) fn install(
        registry: &CodeRegistry,
        function: *const c_void,
    ) -> Result<&'static Self, Box<dyn Error>> {
        let image = process::image_at(function.expose_provenance() as u64)?;
        let image = image.ok_or("no image contains the program's code")?;
        let mut found = Vec::new();
        for map in maps(image.stack_maps().ok_or("the program has no stack map")?) {
            let map = map?;
            for (function, record) in map.function_records()? {
                if let Some(selector) = RECORD_IDS.iter().position(|&id| id == record.id) {
                    let at = function.address + u64::from(record.instruction_offset);
                    let mut locations = record.locations().map(|location| location.register);
                    let (result, shape) = (locations.next(), locations.next());
                    let registers = result.zip(shape).ok_or("a record has too few values")?;
                    let convention = ThunkConvention::from_record(
                        &record,
                        &map.constants(),
                        detect_processor(),
                    )?;
                    found.push((selector, at, registers, convention));
                }
            }
        }
        found.sort_by_key(|&(selector, ..)| selector);
        let start = found.iter().map(|&(_, at, ..)| at).min().unwrap_or(0);
        let end = found.iter().map(|&(_, at, ..)| at).max().unwrap_or(0) + u64::from(SITE_SIZE);
        let code = start..end;
        // SAFETY: the program is never unloaded, and no other patcher changes its code.
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
            let [miss_thunk, megamorphic_thunk] = [miss as Method, megamorphic]
                .map(|function| Thunk::new(&convention, address(function)));
            let (miss_thunk, megamorphic_thunk) = (miss_thunk?, megamorphic_thunk?);
            let [miss, megamorphic] =
                [&miss_thunk, &megamorphic_thunk].map(|thunk| thunks.add(thunk.code()));
            let site = statepoint_patch::PatchSite::Patchpoint { bytes: SITE_SIZE };
            let id = patcher.add(site, at)?;
            let patch = Patch::Call(miss);
            let returns = patcher.return_address(id, patch)?.ok_or("a call returns")?;
            // SAFETY: the call is written next, and the thunk's convention is that of the record.
            unsafe { registry.add_patched_call(miss_thunk.patched_call(at, returns)) }?;
            // SAFETY: no thread has executed the site, and the thunk's convention is that of the
            // record.
            unsafe { patcher.write(id, patch, ExecutionState::NotYetRun) }?;
            let shape = general(shape)?;
            let state = Mutex::new(State::Uninitialised);
            sites.push(PatchSite { id, convention, shape, miss_thunk, miss, megamorphic, state });
        }
        let spaces = [CodeSpace::near(&code)?, CodeSpace::near(&code)?];
        let cache = Self {
            code,
            patcher,
            breakpoints: BreakpointHandler::install()?,
            sites: sites.try_into().map_err(|_| "a selector must have exactly one record")?,
            stubs: Mutex::new(Stubs { spaces, current: 0 }),
            _thunks: thunks,
            counts: Default::default(),
        };
        assert!(CACHE.set(cache).is_ok(), "a program has one cache");
        Ok(CACHE.get().expect("it was just set"))
    }

    /// Updates a site for a kind of shape that it has not cached. Returns the function to call.
    fn update(&self, selector: usize, kind: usize) -> Method {
        self.count(Count::Misses);
        let site = &self.sites[selector];
        let mut state = lock(&site.state);
        // The function is read under the lock of the site. If it is obsolete, the redefinition in
        // progress will lock and reset this site.
        let method = shapes::method(selector, kind);
        match *state {
            State::Uninitialised => {
                self.patch(site, self.stub(site, kind, method));
                *state = State::Monomorphic(kind);
            }
            State::Monomorphic(known) if known != kind => {
                self.count(Count::BecameMegamorphic);
                self.patch(site, site.megamorphic);
                *state = State::Megamorphic;
            }
            // Another thread updated the site first.
            State::Monomorphic(_) | State::Megamorphic => {}
        }
        method
    }

    /// Creates a stub: code that calls a function for one kind of shape, and `miss` for other
    /// kinds. Returns its address.
    fn stub(&self, site: &PatchSite, kind: usize, method: Method) -> u64 {
        self.count(Count::Stubs);
        let thunk = Thunk::new(&site.convention, address(method));
        // A thunk with the same convention was created before, and all functions are in range.
        let thunk = thunk.expect("the convention is valid");
        let mut code = vec![0; GUARD_SIZE];
        code.extend(thunk.code());
        code.resize(code.len().next_multiple_of(Thunk::<Host>::ALIGNMENT), 0);
        let miss_offset = code.len() as i32;
        code.extend(site.miss_thunk.code());
        let guard = guard(site.shape, shapes::type_number(kind), miss_offset);
        code[..GUARD_SIZE].copy_from_slice(&guard);
        let mut stubs = lock(&self.stubs);
        let current = stubs.current;
        stubs.spaces[current].add(&code)
    }

    /// Changes the target of a site's call while threads execute the site.
    fn patch(&self, site: &PatchSite, target: u64) {
        let when = ExecutionState::Running(LivePatchMethod::Best(self.breakpoints));
        // SAFETY: the execution state says that threads may execute the site, and the target has
        // the convention of the record.
        let patched = unsafe { self.patcher.write(site.id, Patch::Call(target), when) };
        // Only the target differs from the earlier patch, and it is in range.
        patched.expect("the site can be patched again");
    }

    /// Redefines all functions, and returns the index of the obsolete set. After this, no thread
    /// calls the obsolete functions or executes stubs for them. The calling thread must not be in
    /// managed code.
    ///
    /// # Errors
    ///
    /// If memory for new stubs cannot be allocated.
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
            *state = State::Uninitialised;
        }
        // A collection stops all threads at safepoints, where no thread is in a stub, a thunk or a
        // function.
        mutator.collect();
        lock(&self.stubs).spaces[space] = CodeSpace::near(&self.code)?;
        Ok(old)
    }

    /// Returns the number of stubs created.
    pub(super) fn stubs(&self) -> u64 {
        self.counts[Count::Stubs as usize].load(Relaxed)
    }

    /// Returns all counters with their names.
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
