//! Settings of a heap.

use core::ffi::{CStr, c_char, c_void};
use std::sync::Arc;
use std::time::Duration;

use statepoint_scanner::registry::CodeRegistry;

use super::callbacks::{
    self, spgc_collection_callback, spgc_collection_phase_callback, spgc_out_of_memory_callback,
};
use super::sized::Structure;
use super::slot_visitor::{CModel, spgc_object_size_callback, spgc_object_trace_callback};
use super::status::{self, Failure};
use crate::builder::HeapBuilder;
use crate::config::HeapVerification;
use crate::patched_polls::PatchedPolls;
use crate::runtime::Heap;
use crate::zeal::Zeal;

/// spgc_config.flags: the SPGC_* variables of the environment are ignored. Otherwise they override
/// the settings here, unless the process has more privileges than its caller (AT_SECURE), as a
/// set-user-ID program has.
pub const SPGC_CONFIG_WITHOUT_ENVIRONMENT: u64 = 1;
/// spgc_config.flags: no managed code is registered when the heap starts; all of it is registered
/// later, by spgc_code_register_image(), spgc_code_register_loaded() or spgc_code_register_jit().
/// Without this flag, the program and the loaded libraries are registered, one of which must have a
/// stack map.
pub const SPGC_CONFIG_WITHOUT_IMAGES: u64 = 2;
/// spgc_config.flags: managed code may call native code directly, without a transition; native
/// frames are unwound by .eh_frame. Otherwise a return address that is in no stack map ends the
/// process with a message.
pub const SPGC_CONFIG_UNWIND_NATIVE_FRAMES: u64 = 4;
/// spgc_config.flags: membarrier(2) is not used.
pub const SPGC_CONFIG_WITHOUT_MEMBARRIER: u64 = 8;
/// spgc_config.flags: there is no overhead limit. A heap is out of memory only when it is full.
pub const SPGC_CONFIG_WITHOUT_OVERHEAD_LIMIT: u64 = 16;
/// spgc_config.flags: random delays at the steps of the safepoint protocol, to test the host.
pub const SPGC_CONFIG_DELAYS: u64 = 32;
/// spgc_config.flags: huge pages are requested from the kernel.
pub const SPGC_CONFIG_HUGE_PAGES: u64 = 64;
/// spgc_config.flags: threads are also stopped by patched polls, which are no-ops until a stop.
/// They are in code for which the host calls spgc_patched_polls_add_image() or
/// spgc_patched_polls_add_jit().
pub const SPGC_CONFIG_PATCHED_POLLS: u64 = 128;
/// spgc_config.flags: concurrent cycles, even if the process may use one processor only. With two
/// or more, a heap has them by default: docs/sizing.md.
pub const SPGC_CONFIG_CONCURRENT: u64 = 256;
/// spgc_config.flags: no concurrent cycles. All collections run in pauses, and the pauses of full
/// ones are as long as the heap is large.
pub const SPGC_CONFIG_WITHOUT_CONCURRENT: u64 = 512;
/// spgc_config.flags: no return barriers. Young collections walk all frames of deep stacks, and no
/// return address is replaced: docs/porting/deep-stacks.md.
pub const SPGC_CONFIG_WITHOUT_RETURN_BARRIERS: u64 = 1024;
/// spgc_config.flags: the names of generated functions, present and future ones of the process, are
/// written to /tmp/perf-PID.map, where perf reads them: docs/tools.md.
pub const SPGC_CONFIG_PERF_MAP: u64 = 2048;
/// spgc_config.flags: generated code that is registered from now on in the process is made known to
/// gdb and lldb, which then name its functions and unwind its frames: docs/tools.md.
pub const SPGC_CONFIG_GDB: u64 = 4096;
/// spgc_config.flags: an allocation that finds no memory fails, and does not end the process. Then
/// managed code receives null from each function that allocates or clones an object, and must test
/// the result; functions of this header return SPGC_ERROR_OUT_OF_MEMORY. The heap stays usable:
/// docs/porting/exceptions.md.
pub const SPGC_CONFIG_FALLIBLE_ALLOCATION: u64 = 8192;

/// spgc_config.zeal: collect only when needed.
pub const SPGC_ZEAL_OFF: u32 = 0;
/// spgc_config.zeal: collect at every zeal_every-th allocation of each thread.
pub const SPGC_ZEAL_ALLOCATION: u32 = 1;
/// spgc_config.zeal: collect at every poll.
pub const SPGC_ZEAL_POLL: u32 = 2;

/// spgc_config.verify: verify all live objects before each collection, which checks what the
/// program has done.
pub const SPGC_VERIFY_BEFORE: u32 = 1;
/// spgc_config.verify: verify all live objects after each collection, which checks what the
/// collector has done.
pub const SPGC_VERIFY_AFTER: u32 = 2;

/// Settings of a heap. Set the first field to sizeof(spgc_config) and all others to zero, which
/// selects the library's defaults; then change individual fields: `spgc_config config =
/// {sizeof(spgc_config)}; config.heap_max = 512u << 20;`.
///
/// The effect of each setting, and the rules by which sizes are chosen: docs/sizing.md.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct spgc_config {
    /// sizeof(spgc_config).
    pub size: usize,
    /// Bitwise or of SPGC_CONFIG_*.
    pub flags: u64,
    /// Limit of the heap, in bytes. 0: heap_max_percent applies.
    pub heap_max: usize,
    /// Limit of the heap, in per cent of memory. 0: 25, but at least 64 MiB.
    pub heap_max_percent: f64,
    /// Limit in bytes that applies until the heap's actual need has been measured. 0: one eighth of
    /// the limit, but at least 64 MiB.
    pub heap_initial: usize,
    /// Nursery size: bytes allocated from one young collection to the next. 0: chosen adaptively.
    pub nursery: usize,
    /// Target share of the time spent in collections, in per cent. 0: 5.
    pub time_share: f64,
    /// Pause goal of young collections, in nanoseconds. 0: 2 ms.
    pub pause_goal_ns: u64,
    /// Number of threads that collect. 0: one for each processor.
    pub collector_threads: u64,
    /// Overhead limit, as OpenJDK's GCTimeLimit and GCHeapFreeLimit. The heap is out of memory when
    /// at least this share of the time, in per cent, is spent in collections that each leave less
    /// than overhead_free_percent free. 0, if overhead_free_percent is 0 as well: 98.
    pub overhead_time_percent: f64,
    /// Free memory, in per cent of the heap limit, below which a collection counts towards the
    /// overhead limit. 0, if overhead_time_percent is 0 as well: 2.
    pub overhead_free_percent: f64,
    /// Timeout of a stop, in nanoseconds. When it has passed, the library names the threads that
    /// have not stopped on standard error. 0: no timeout.
    pub safepoint_timeout_ns: u64,
    /// SPGC_ZEAL_*: collect more often than needed, to expose errors.
    pub zeal: u32,
    /// With SPGC_ZEAL_ALLOCATION: collect at every n-th allocation. 0: at every one.
    pub zeal_every: u32,
    /// Bitwise or of SPGC_VERIFY_*.
    pub verify: u32,
    /// Seed of the random decisions of zeal mode and SPGC_CONFIG_DELAYS.
    pub zeal_seed: u32,
    /// Called after each collection. May be null.
    pub on_collection: spgc_collection_callback,
    /// Passed to on_collection.
    pub on_collection_data: *mut c_void,
    /// Called to release memory before the process ends because it is out of memory, or an
    /// allocation fails. May be null.
    pub on_out_of_memory: spgc_out_of_memory_callback,
    /// Passed to on_out_of_memory.
    pub on_out_of_memory_data: *mut c_void,
    /// Returns the size of an object whose type is not registered, for a runtime whose objects
    /// describe themselves; see spgc_type.size_of. May be null if trace is null as well.
    pub size_of: spgc_object_size_callback,
    /// Reports the references of such an object; see spgc_type.trace.
    pub trace: spgc_object_trace_callback,
    /// Passed to size_of and trace.
    pub trace_data: *mut c_void,
    /// Log setting, in the syntax of SPGC_LOG, for example "gc+phases:json:/tmp/gc.log":
    /// docs/log.md. Null: nothing.
    pub log: *const c_char,
    /// File for a trace that Perfetto and chrome://tracing open: docs/log.md. Null: no trace.
    pub trace_file: *const c_char,
    /// Called during each collection, at the start and the end of each phase. May be null.
    pub on_phase: spgc_collection_phase_callback,
    /// Passed to on_phase.
    pub on_phase_data: *mut c_void,
    /// Number of threads that mark concurrently, in concurrent cycles. 0: a quarter of
    /// the processors, at least one.
    pub marker_threads: u64,
    /// Where the heap exports its counters, in the syntax of SPGC_STATS: "on" for a file that
    /// spgc-top finds by the process ID, or the name of a file: docs/observability.md. Null:
    /// nowhere.
    pub stats: *const c_char,
}

// SAFETY: the struct is `repr(C)`, begins with its size, and is valid with all bytes zero. Its four
// 4-byte fields are adjacent, so there is no padding.
unsafe impl Structure for spgc_config {
    const NAME: &'static str = "spgc_config";
    const LEAST: usize = 216;
}

const _: () = assert!(size_of::<spgc_config>() == 216);

impl spgc_config {
    /// Mask of all defined flags.
    const ALL_FLAGS: u64 = 2 * SPGC_CONFIG_FALLIBLE_ALLOCATION - 1;

    /// Returns an empty set of patched polls, if the flags request patched polls.
    pub(super) fn polls(&self) -> Result<Option<Arc<PatchedPolls>>, Failure> {
        let wanted = self.flags & SPGC_CONFIG_PATCHED_POLLS != 0;
        Ok(if wanted { Some(Arc::new(PatchedPolls::new()?)) } else { None })
    }

    /// Returns a builder with these settings.
    pub(super) fn builder(&self) -> Result<HeapBuilder, Failure> {
        let has = |flag| self.flags & flag != 0;
        if self.flags > Self::ALL_FLAGS {
            return Err(Failure::argument(format!(
                "spgc_config.flags has unknown bits, {:#x}; use SPGC_CONFIG_* of this library's \
                 header",
                self.flags & !Self::ALL_FLAGS
            )));
        }
        let mut builder = Heap::builder().delays(has(SPGC_CONFIG_DELAYS));
        if has(SPGC_CONFIG_WITHOUT_ENVIRONMENT) {
            builder = builder.without_environment();
        }
        if has(SPGC_CONFIG_WITHOUT_IMAGES) {
            builder = builder.code(Arc::new(CodeRegistry::new()));
        }
        if has(SPGC_CONFIG_FALLIBLE_ALLOCATION) {
            builder = builder.fallible_allocation();
        }
        builder = builder
            .unwind_native_frames(has(SPGC_CONFIG_UNWIND_NATIVE_FRAMES))
            .membarrier(!has(SPGC_CONFIG_WITHOUT_MEMBARRIER))
            .huge_pages(has(SPGC_CONFIG_HUGE_PAGES))
            .return_barriers(!has(SPGC_CONFIG_WITHOUT_RETURN_BARRIERS))
            .perf_map(has(SPGC_CONFIG_PERF_MAP))
            .gdb(has(SPGC_CONFIG_GDB))
            .safepoint_timeout(Duration::from_nanos(self.safepoint_timeout_ns))
            .zeal(self.zeal()?)
            .zeal_seed(self.zeal_seed)
            .verify(self.verify()?);
        builder = match (has(SPGC_CONFIG_CONCURRENT), has(SPGC_CONFIG_WITHOUT_CONCURRENT)) {
            (false, false) => builder,
            (true, false) => builder.concurrent(true),
            (false, true) => builder.concurrent(false),
            (true, true) => {
                return Err(Failure::argument(
                    "spgc_config.flags has SPGC_CONFIG_CONCURRENT and \
                     SPGC_CONFIG_WITHOUT_CONCURRENT; set one of them or neither",
                ));
            }
        };
        builder = self.set_sizes(builder)?;
        if !self.log.is_null() {
            // SAFETY: the caller guarantees that `log` ends with a zero byte.
            let log = unsafe { CStr::from_ptr(self.log) };
            let log = log.to_str().map_err(|_| {
                Failure::argument("spgc_config.log is not UTF-8; pass a UTF-8 string")
            })?;
            builder = builder.log(log);
        }
        if !self.trace_file.is_null() {
            // SAFETY: the caller guarantees that `trace_file` ends with a zero byte.
            builder = builder.trace(unsafe { status::path(self.trace_file) });
        }
        if !self.stats.is_null() {
            // SAFETY: the caller guarantees that `stats` ends with a zero byte.
            builder = builder.stats(unsafe { status::path(self.stats) });
        }
        builder = callbacks::set_phase_callback(builder, self.on_phase, self.on_phase_data);
        builder = callbacks::set_collection_callback(
            builder,
            self.on_collection,
            self.on_collection_data,
        );
        builder = callbacks::set_out_of_memory_callback(
            builder,
            self.on_out_of_memory,
            self.on_out_of_memory_data,
        );
        match (self.size_of, self.trace) {
            (None, None) => Ok(builder),
            (Some(size_of), Some(trace)) => {
                Ok(builder.object_model(CModel::new(size_of, trace, self.trace_data)))
            }
            _ => Err(Failure::argument(
                "only one of spgc_config.size_of and spgc_config.trace is set; set both or \
                 neither",
            )),
        }
    }

    /// Sets the sizes, limits and thread counts.
    fn set_sizes(&self, mut builder: HeapBuilder) -> Result<HeapBuilder, Failure> {
        if self.heap_max != 0 && self.heap_max_percent != 0.0 {
            return Err(Failure::argument(
                "spgc_config.heap_max and spgc_config.heap_max_percent are both set; set one of \
                 them to zero",
            ));
        }
        if self.heap_max != 0 {
            builder = builder.heap_max(self.heap_max);
        }
        if self.heap_max_percent != 0.0 {
            builder = builder.heap_max_percent(self.heap_max_percent);
        }
        if self.heap_initial != 0 {
            builder = builder.heap_initial(self.heap_initial);
        }
        if self.nursery != 0 {
            builder = builder.nursery(self.nursery);
        }
        if self.time_share != 0.0 {
            builder = builder.time_share(self.time_share);
        }
        if self.pause_goal_ns != 0 {
            builder = builder.pause_goal(Duration::from_nanos(self.pause_goal_ns));
        }
        if self.collector_threads != 0 {
            let threads = usize::try_from(self.collector_threads).unwrap_or(usize::MAX);
            builder = builder.collector_threads(threads);
        }
        if self.marker_threads != 0 {
            let threads = usize::try_from(self.marker_threads).unwrap_or(usize::MAX);
            builder = builder.marker_threads(threads);
        }
        let limit = [self.overhead_time_percent, self.overhead_free_percent];
        if limit != [0.0; 2] {
            builder = builder.overhead_limit(limit[0], limit[1]);
        }
        if self.flags & SPGC_CONFIG_WITHOUT_OVERHEAD_LIMIT != 0 {
            builder = builder.without_overhead_limit();
        }
        Ok(builder)
    }

    fn zeal(&self) -> Result<Zeal, Failure> {
        match self.zeal {
            SPGC_ZEAL_OFF => Ok(Zeal::Off),
            SPGC_ZEAL_ALLOCATION => Ok(Zeal::EveryAllocation(self.zeal_every.max(1))),
            SPGC_ZEAL_POLL => Ok(Zeal::EveryPoll),
            other => Err(Failure::argument(format!(
                "spgc_config.zeal is {other}; use one of SPGC_ZEAL_*"
            ))),
        }
    }

    fn verify(&self) -> Result<HeapVerification, Failure> {
        if self.verify > SPGC_VERIFY_BEFORE + SPGC_VERIFY_AFTER {
            return Err(Failure::argument(format!(
                "spgc_config.verify is {}; use the bitwise or of SPGC_VERIFY_*",
                self.verify
            )));
        }
        let has = |flag| self.verify & flag != 0;
        Ok(HeapVerification { before: has(SPGC_VERIFY_BEFORE), after: has(SPGC_VERIFY_AFTER) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn zeroed() -> spgc_config {
        // SAFETY: zero is a value of every field: numbers, and pointers and callbacks that may be
        // null.
        unsafe { core::mem::zeroed() }
    }

    /// Checks that a setting of the C interface has the same effect as one of the Rust interface.
    #[track_caller]
    fn assert_same_effect(
        set: impl FnOnce(&mut spgc_config),
        rust: impl FnOnce(HeapBuilder) -> HeapBuilder,
    ) {
        let mut config = zeroed();
        set(&mut config);
        let (found, expected) = (config.builder().unwrap(), rust(Heap::builder()));
        assert_eq!(format!("{found:?}"), format!("{expected:?}"));
        let unset = zeroed().builder().unwrap();
        assert_ne!(format!("{found:?}"), format!("{unset:?}"), "the setting has no effect");
    }

    #[test]
    fn settings_match_the_rust_interface() {
        let unset = zeroed().builder().unwrap();
        assert_eq!(format!("{unset:?}"), format!("{:?}", Heap::builder()), "zero is the default");

        assert_same_effect(|c| c.heap_max = 77 << 20, |heap| heap.heap_max(77 << 20));
        assert_same_effect(|c| c.heap_max_percent = 7.5, |heap| heap.heap_max_percent(7.5));
        assert_same_effect(|c| c.heap_initial = 5 << 20, |heap| heap.heap_initial(5 << 20));
        assert_same_effect(|c| c.nursery = 3 << 20, |heap| heap.nursery(3 << 20));
        assert_same_effect(|c| c.time_share = 11.5, |heap| heap.time_share(11.5));
        assert_same_effect(
            |c| c.pause_goal_ns = 1234,
            |heap| heap.pause_goal(Duration::from_nanos(1234)),
        );
        assert_same_effect(|c| c.collector_threads = 7, |heap| heap.collector_threads(7));
        assert_same_effect(|c| c.marker_threads = 3, |heap| heap.marker_threads(3));
        assert_same_effect(
            |c| c.overhead_time_percent = 90.0,
            |heap| heap.overhead_limit(90.0, 0.0),
        );
        assert_same_effect(|c| c.overhead_free_percent = 3.0, |heap| heap.overhead_limit(0.0, 3.0));
        let timeout = Duration::from_nanos(999);
        assert_same_effect(
            |c| c.safepoint_timeout_ns = 999,
            |heap| heap.safepoint_timeout(timeout),
        );
        assert_same_effect(|c| c.zeal = SPGC_ZEAL_POLL, |heap| heap.zeal(Zeal::EveryPoll));
        assert_same_effect(
            |c| c.zeal = SPGC_ZEAL_ALLOCATION,
            |heap| heap.zeal(Zeal::EveryAllocation(1)),
        );
        let zeal = |c: &mut spgc_config| (c.zeal, c.zeal_every) = (SPGC_ZEAL_ALLOCATION, 9);
        assert_same_effect(zeal, |heap| heap.zeal(Zeal::EveryAllocation(9)));
        assert_same_effect(|c| c.zeal_seed = 5, |heap| heap.zeal_seed(5));
        let verify = |before, after| HeapVerification { before, after };
        assert_same_effect(
            |c| c.verify = SPGC_VERIFY_BEFORE,
            |heap| heap.verify(verify(true, false)),
        );
        assert_same_effect(
            |c| c.verify = SPGC_VERIFY_AFTER,
            |heap| heap.verify(verify(false, true)),
        );
        assert_same_effect(|c| c.verify = 3, |heap| heap.verify(verify(true, true)));
        assert_same_effect(|c| c.log = c"gc:json".as_ptr(), |heap| heap.log("gc:json"));
        assert_same_effect(|c| c.trace_file = c"/t".as_ptr(), |heap| heap.trace("/t"));
        assert_same_effect(|c| c.stats = c"on".as_ptr(), |heap| heap.stats("on"));
        assert_same_effect(|c| c.stats = c"/s-%p".as_ptr(), |heap| heap.stats("/s-%p"));
    }

    #[test]
    fn flags_match_the_rust_interface() {
        type Set = fn(HeapBuilder) -> HeapBuilder;
        let flags: [(u64, Set); 12] = [
            (SPGC_CONFIG_WITHOUT_ENVIRONMENT, |heap| heap.without_environment()),
            (SPGC_CONFIG_UNWIND_NATIVE_FRAMES, |heap| heap.unwind_native_frames(true)),
            (SPGC_CONFIG_WITHOUT_MEMBARRIER, |heap| heap.membarrier(false)),
            (SPGC_CONFIG_WITHOUT_OVERHEAD_LIMIT, |heap| heap.without_overhead_limit()),
            (SPGC_CONFIG_DELAYS, |heap| heap.delays(true)),
            (SPGC_CONFIG_HUGE_PAGES, |heap| heap.huge_pages(true)),
            (SPGC_CONFIG_CONCURRENT, |heap| heap.concurrent(true)),
            (SPGC_CONFIG_WITHOUT_CONCURRENT, |heap| heap.concurrent(false)),
            (SPGC_CONFIG_WITHOUT_RETURN_BARRIERS, |heap| heap.return_barriers(false)),
            (SPGC_CONFIG_PERF_MAP, |heap| heap.perf_map(true)),
            (SPGC_CONFIG_GDB, |heap| heap.gdb(true)),
            (SPGC_CONFIG_FALLIBLE_ALLOCATION, |heap| heap.fallible_allocation()),
        ];
        for (flag, set) in flags {
            assert_same_effect(|c| c.flags = flag, set);
        }
        let without = spgc_config { flags: SPGC_CONFIG_WITHOUT_IMAGES, ..zeroed() };
        assert_ne!(format!("{:?}", without.builder().unwrap()), format!("{:?}", Heap::builder()));
        assert!(zeroed().polls().unwrap().is_none());
        let patched = spgc_config { flags: SPGC_CONFIG_PATCHED_POLLS, ..zeroed() };
        assert!(patched.polls().unwrap().is_some() && patched.builder().is_ok());
    }

    #[test]
    fn contradictory_or_unknown_settings_are_refused() {
        let refused = [
            spgc_config { heap_max: 1 << 20, heap_max_percent: 5.0, ..zeroed() },
            spgc_config { flags: spgc_config::ALL_FLAGS + 1, ..zeroed() },
            spgc_config {
                flags: SPGC_CONFIG_CONCURRENT | SPGC_CONFIG_WITHOUT_CONCURRENT,
                ..zeroed()
            },
            spgc_config { zeal: 3, ..zeroed() },
            spgc_config { verify: 4, ..zeroed() },
            spgc_config { log: c"\xff".as_ptr(), ..zeroed() },
        ];
        assert!(refused.iter().all(|config| config.builder().is_err()));
    }
}
