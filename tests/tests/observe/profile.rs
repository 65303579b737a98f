//! Allocation profiles: which objects are samples, their call stacks, and which are alive.

use core::num::NonZeroU64;
use std::time::{Duration, Instant};

use statepoint_gc::inspect::{AllocationProfile, AllocationSite, ObjectCount, ProfileError};
use statepoint_gc::{Argument, CodeRegistry, Heap, Mutator, TypeId, TypeLayout, Zeal};
use tests::fibers::{COUNTERS, DRIVERS, build_heaps, fiber};
use tests::jit::Generated;
use tests::managed::{self, call, heap, make};

const NODE: TypeId = TypeId::new(1);

/// With this interval, an object of 16 bytes or more is a sample with a probability of more than
/// 0.9999998.
const ALL: NonZeroU64 = NonZeroU64::new(1).unwrap();

fn allocated(profile: &AllocationProfile, id: TypeId) -> ObjectCount {
    let types = profile.by_type();
    types.iter().find(|item| item.type_id == id).map_or_else(Default::default, |t| t.allocated)
}

fn in_use(profile: &AllocationProfile, id: TypeId) -> ObjectCount {
    let types = profile.by_type();
    types.iter().find(|item| item.type_id == id).map_or_else(Default::default, |t| t.in_use)
}

/// Returns the names of the functions of a call stack.
fn names(site: &AllocationSite) -> Vec<&str> {
    site.stack.iter().map(|frame| &*frame.function).collect()
}

/// Asserts that functions whose names contain these texts are on the stack, in this order, youngest
/// first.
fn assert_stack(site: &AllocationSite, expected: &[&str]) {
    let names = names(site);
    let mut rest = names.iter();
    let found = expected.iter().all(|text| rest.any(|name| name.contains(text)));
    assert!(found, "{expected:?} are not in {names:#?}");
    assert!(!names.contains(&"(unknown frames)"), "{names:#?}");
}

fn pair(mutator: &mut Mutator) -> statepoint_gc::Handle {
    make(mutator, managed::pair, &[Argument::Word(15), Argument::Word(17)]).unwrap()
}

#[test]
fn all_objects_are_counted_with_their_stacks_while_they_live() {
    for heap in build_heaps() {
        let mut mutator = heap.attach().unwrap();
        let unseen = pair(&mut mutator);
        heap.begin_allocation_profile(ALL).unwrap();
        let mut kept: Vec<_> = (0..100).map(|_| pair(&mut mutator)).collect();
        let read = || heap.allocation_profile().unwrap();
        let hundred = ObjectCount { objects: 100, bytes: 2400 };
        assert_eq!(allocated(&read(), NODE), hundred);
        assert_eq!(in_use(&read(), NODE), hundred);
        kept.truncate(10);
        mutator.collect();
        let before = read();
        assert_eq!(allocated(&before, NODE), hundred);
        assert_eq!(in_use(&before, NODE), ObjectCount { objects: 10, bytes: 240 });
        assert_eq!(before.samples, 100);
        for site in &before.sites {
            // The call stack begins with managed code, without the library's slow path.
            assert_eq!(names(site)[0], "test_pair");
            let test = "all_objects_are_counted_with_their_stacks_while_they_live";
            assert_stack(site, &["test_pair", "profile::pair", test]);
        }
        // Objects stay sampled when they move, and what was not sampled stays so.
        mutator.collect();
        assert_eq!(in_use(&read(), NODE).objects, 10);
        drop((unseen, kept));
        mutator.collect();
        assert_eq!(in_use(&read(), NODE).objects, 0);
    }
}

/// Native code called by managed code, which calls managed code again.
extern "C" fn native_middle(_: u64, _: u64, _: u64, _: u64, _: u64) -> u64 {
    let node = Mutator::with_current(pair).unwrap();
    drop(node);
    3
}

/// Native code called by managed code, which allocates an object itself.
extern "C" fn native_allocates(_: u64, _: u64, _: u64, _: u64, _: u64) -> u64 {
    let node = Mutator::with_current(|mutator| mutator.allocate(NODE).unwrap()).unwrap();
    drop(node);
    3
}

/// Calls `test_native` for a native function, and returns the profile of the allocations in it.
#[inline(never)]
fn profile_of_native(
    heap: &Heap,
    mutator: &mut Mutator,
    function: extern "C" fn(u64, u64, u64, u64, u64) -> u64,
) -> AllocationProfile {
    heap.begin_allocation_profile(ALL).unwrap();
    let arguments = [Argument::Word(function as *const () as u64), Argument::Word(21)];
    assert_eq!(call(mutator, managed::native, &arguments), Ok(24));
    heap.end_allocation_profile().unwrap();
    heap.allocation_profile().unwrap()
}

#[test]
fn stacks_have_managed_and_native_frames() {
    for heap in build_heaps() {
        let mut mutator = heap.attach().unwrap();
        let profile = profile_of_native(&heap, &mut mutator, native_middle);
        let has_middle =
            |site: &&AllocationSite| names(site).iter().any(|name| name.contains("native_middle"));
        let site = profile.sites.iter().find(has_middle).expect("native code has called");
        let test = "stacks_have_managed_and_native_frames";
        let expected = [
            "test_pair",
            "profile::pair",
            "native_middle",
            "test_native",
            "profile_of_native",
            test,
        ];
        assert_stack(site, &expected);
        assert_eq!(site.allocated, ObjectCount { objects: 1, bytes: 24 });

        let profile = profile_of_native(&heap, &mut mutator, native_allocates);
        let sites: Vec<_> = profile
            .sites
            .iter()
            .filter(|site| names(site).iter().any(|name| name.contains("native_allocates")))
            .collect();
        let [site] = sites[..] else { panic!("{:#?}", profile.sites) };
        // The functions of the library are not shown.
        assert!(names(site)[0].contains("native_allocates"), "{:#?}", names(site));
        assert_stack(site, &["native_allocates", "test_native", "profile_of_native", test]);
    }
}

/// The stack of a fiber, and then that of the code that has resumed it.
#[test]
fn stacks_of_fibers_continue_with_their_resumers() {
    for heap in build_heaps() {
        for (counter, driver) in COUNTERS.into_iter().zip(DRIVERS) {
            let mut mutator = heap.attach().unwrap();
            let counting = fiber(&heap, counter);
            heap.begin_allocation_profile(ALL).unwrap();
            let arguments = [Argument::Word(counting.address() as u64), Argument::Word(5)];
            call(&mut mutator, driver, &arguments).unwrap();
            heap.end_allocation_profile().unwrap();
            let profile = heap.allocation_profile().unwrap();
            let in_fiber: Vec<_> = profile
                .sites
                .iter()
                .filter(|site| names(site).iter().any(|name| name.contains("fiber_count")))
                .collect();
            assert!(!in_fiber.is_empty(), "{:#?}", profile.sites);
            for site in in_fiber {
                let test = "stacks_of_fibers_continue_with_their_resumers";
                assert_stack(site, &["fiber_box", "fiber_count", "fiber_drive", test]);
            }
        }
    }
}

#[test]
fn estimates_are_close_to_the_numbers() {
    // Objects in TLABs, large arrays with pages of their own, and arrays in between.
    for (length, count, interval) in
        [(1_u64, 200_000, 4096), (20_000, 400, 100_000), (500, 4000, 4096)]
    {
        let heap = heap().heap_max(16 << 20).build().unwrap();
        let mut mutator = heap.attach().unwrap();
        heap.begin_allocation_profile(NonZeroU64::new(interval).unwrap()).unwrap();
        for _ in 0..count {
            call(&mut mutator, managed::fresh, &[Argument::Word(length)]).unwrap();
        }
        let profile = heap.allocation_profile().unwrap();
        let arrays = allocated(&profile, TypeId::new(2));
        let bytes = count * (16 + 8 * length);
        // About the reciprocal of the square root of the number of samples is the standard error;
        // 8 times that is exceeded in one of 10^15 runs.
        let samples = (bytes / interval).min(count) as f64;
        for (estimate, exact) in [(arrays.objects, count), (arrays.bytes, bytes)] {
            let error = (estimate as f64 / exact as f64 - 1.0).abs();
            assert!(
                error < 8.0 / samples.sqrt(),
                "{estimate} instead of {exact}, {samples} samples"
            );
        }
        assert!(profile.samples as f64 > samples / 3.0, "{} samples", profile.samples);
    }
}

#[test]
fn profiles_begin_and_end() {
    for zeal in [Zeal::Off, Zeal::EveryAllocation(1)] {
        let heap = heap().heap_max(16 << 20).zeal(zeal).build().unwrap();
        let mut mutator = heap.attach().unwrap();
        assert!(matches!(heap.allocation_profile(), Err(ProfileError::NotBegun)));
        assert!(matches!(heap.end_allocation_profile(), Err(ProfileError::NotBegun)));
        for rounds in 1..=3 {
            heap.begin_allocation_profile(ALL).unwrap();
            assert!(matches!(heap.begin_allocation_profile(ALL), Err(ProfileError::Begun)));
            for _ in 0..rounds {
                pair(&mut mutator);
            }
            heap.end_allocation_profile().unwrap();
            assert!(matches!(heap.end_allocation_profile(), Err(ProfileError::NotBegun)));
            pair(&mut mutator);
            let profile = heap.allocation_profile().unwrap();
            assert_eq!((profile.samples, allocated(&profile, NODE).objects), (rounds, rounds));
            std::thread::sleep(Duration::from_millis(2));
            assert_eq!(heap.allocation_profile().unwrap().duration, profile.duration);
        }
        // A TLAB that was shortened has all its memory again.
        for _ in 0..5000 {
            pair(&mut mutator);
        }
        assert_eq!(heap.allocation_profile().unwrap().samples, 3);
    }
}

/// Names of generated functions stay when the code is removed.
#[test]
fn removed_functions_keep_their_names() {
    let code = std::sync::Arc::new(CodeRegistry::new());
    for (round, generated) in Generated::of_each_version("values", "", &[]).iter().enumerate() {
        let heap = managed::types(Heap::builder().without_environment());
        let heap = heap.heap_max(16 << 20).code(std::sync::Arc::clone(&code)).build().unwrap();
        let mut mutator = heap.attach().unwrap();
        let region = generated.register_with_names(&code, &format!("jit{round}_")).unwrap();
        heap.begin_allocation_profile(ALL).unwrap();
        let function = generated.function("test_fresh");
        // SAFETY: the function has this parameter.
        unsafe { mutator.call(function, &[Argument::Word(3)]) }.unwrap();
        // SAFETY: the call has returned.
        unsafe { code.remove(region) }.unwrap();
        let profile = heap.allocation_profile().unwrap();
        assert_eq!(profile.sites.len(), 2);
        for site in &profile.sites {
            assert_eq!(names(site)[0], format!("jit{round}_test_fresh"));
            assert_eq!(site.stack[0].file, None);
            assert_stack(site, &["test_fresh", "removed_functions_keep_their_names"]);
        }
    }
}

/// The gap before an aligned object is not a part of it.
#[test]
fn aligned_objects_are_counted() {
    let (small, aligned) = (TypeId::new(200), TypeId::new(201));
    let word = TypeLayout::Fixed { size: 24, references: vec![] };
    let builder = heap().heap_max(16 << 20).register_type(small, word.clone());
    let heap = builder.register_type(aligned, word.aligned(16)).build().unwrap();
    let mut mutator = heap.attach().unwrap();
    heap.begin_allocation_profile(ALL).unwrap();
    for _ in 0..1000 {
        for id in [small, aligned, aligned] {
            mutator.allocate(id).unwrap();
        }
    }
    let profile = heap.allocation_profile().unwrap();
    let counts = [small, aligned].map(|id| allocated(&profile, id).objects);
    assert_eq!(counts, [1000, 2000]);
}

/// Runs on a stack that the library does not know.
extern "C" fn allocates_elsewhere() {
    let node = Mutator::with_current(|mutator| mutator.allocate(NODE).unwrap()).unwrap();
    drop(node);
}

/// Native code that switches to another stack, unannounced, and back.
extern "C" fn switches_stacks(_: u64, _: u64, _: u64, _: u64, _: u64) -> u64 {
    let mut memory = vec![0_u64; 1 << 15];
    // SAFETY: the contexts are valid, and the function returns to the first one.
    unsafe {
        let mut contexts: [libc::ucontext_t; 2] = core::mem::zeroed();
        let [here, there] = &mut contexts;
        assert_eq!(libc::getcontext(there), 0);
        there.uc_stack.ss_sp = memory.as_mut_ptr().cast();
        there.uc_stack.ss_size = memory.len() * 8;
        there.uc_link = here;
        libc::makecontext(there, allocates_elsewhere, 0);
        assert_eq!(libc::swapcontext(here, there), 0);
    }
    3
}

/// Managed frames follow those that cannot be found.
#[test]
fn managed_frames_follow_unknown_ones() {
    let heap = heap().heap_max(16 << 20).build().unwrap();
    let mut mutator = heap.attach().unwrap();
    let profile = profile_of_native(&heap, &mut mutator, switches_stacks);
    let found = profile.sites.iter().find(|site| names(site)[0] == "(unknown frames)");
    let found = names(found.expect("native code has allocated"));
    assert_eq!(found[..2], ["(unknown frames)", "test_native"], "{found:#?}");
    assert!(found.iter().any(|name| name.contains("profile_of_native")), "{found:#?}");
}

/// Deep stacks keep their youngest frames.
#[test]
fn deep_stacks_are_cut() {
    let heap = heap().heap_max(16 << 20).build().unwrap();
    let mut mutator = heap.attach().unwrap();
    heap.begin_allocation_profile(ALL).unwrap();
    call(&mut mutator, managed::nested, &[Argument::Word(1000)]).unwrap();
    let profile = heap.allocation_profile().unwrap();
    let deepest = profile.sites.iter().max_by_key(|site| site.stack.len()).unwrap();
    let names = names(deepest);
    assert_eq!((names.len(), names[256]), (257, "(older frames omitted)"));
    assert!(
        names[..256].iter().all(|name| name.contains("nest") || name.contains("box")),
        "{names:#?}"
    );
}

#[test]
fn threads_allocate_while_profiles_begin_and_end() {
    let heap = heap().heap_max(16 << 20).build().unwrap();
    let stop = std::sync::atomic::AtomicBool::new(false);
    let made = std::sync::atomic::AtomicU64::new(0);
    std::thread::scope(|scope| {
        for _ in 0..3 {
            scope.spawn(|| {
                let mut mutator = heap.attach().unwrap();
                while !stop.load(std::sync::atomic::Ordering::Relaxed) {
                    let dirty = call(&mut mutator, managed::fresh, &[Argument::Word(5)]);
                    assert_eq!(dirty, Ok(0), "a new object is zero");
                    made.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
                }
            });
        }
        for round in 0..48 {
            let interval = NonZeroU64::new(1 << (round % 12)).unwrap();
            heap.begin_allocation_profile(interval).unwrap();
            let until = made.load(std::sync::atomic::Ordering::Relaxed) + 50;
            let begin = Instant::now();
            while made.load(std::sync::atomic::Ordering::Relaxed) < until
                && begin.elapsed() < Duration::from_secs(60)
            {
                std::thread::yield_now();
            }
            heap.end_allocation_profile().unwrap();
            let profile = heap.allocation_profile().unwrap();
            assert!(profile.samples > 0 || round % 12 > 6, "round {round}");
            for site in &profile.sites {
                assert_stack(site, &["test_fresh"]);
            }
        }
        stop.store(true, std::sync::atomic::Ordering::Relaxed);
    });
}

/// Runs in a child process, with `SPGC_PROFILE`.
#[test]
#[ignore = "run by `signals_and_the_end_of_the_process_write_profiles`"]
fn profiling_child() {
    let node = TypeLayout::Fixed { size: 24, references: vec![8, 16] };
    let heap = Heap::builder().heap_max(16 << 20).register_type(NODE, node.named("Node"));
    let heap = heap.build().unwrap();
    let mut mutator = heap.attach().unwrap();
    let kept: Vec<_> = (0..1000).map(|_| pair(&mut mutator)).collect();
    let file = std::env::var("WAIT_FOR").unwrap();
    // SAFETY: the signal is handled.
    unsafe { libc::raise(libc::SIGUSR1) };
    let begin = Instant::now();
    while !std::path::Path::new(&file).exists() && begin.elapsed() < Duration::from_secs(60) {
        std::thread::sleep(Duration::from_millis(5));
    }
    std::mem::forget((mutator, heap, kept));
    std::process::exit(0);
}

#[test]
fn signals_and_the_end_of_the_process_write_profiles() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("1.pb.gz");
    let mut child = examples::runner::command(std::env::current_exe().unwrap());
    child
        .args(["--exact", "profile::profiling_child", "--include-ignored", "--nocapture"])
        .env("SPGC_PROFILE", format!("exit+USR1:{}/%n.pb.gz", folder.path().display()))
        .env("SPGC_PROFILE_INTERVAL", "16")
        .env("WAIT_FOR", &file);
    let output = tests::timeout::output(&mut child).unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    for number in 1..=2 {
        let bytes = std::fs::read(folder.path().join(format!("{number}.pb.gz"))).unwrap();
        let mut text = Vec::new();
        let mut reader = flate2::read::GzDecoder::new(&bytes[..]);
        std::io::Read::read_to_end(&mut reader, &mut text).unwrap();
        for name in ["Node", "test_pair", "profiling_child", "inuse_space"] {
            let found = text.windows(name.len()).any(|window| window == name.as_bytes());
            assert!(found, "{name} is not in profile {number}");
        }
    }
}
