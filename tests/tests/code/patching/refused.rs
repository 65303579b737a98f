//! Refused patch sites, patches and memory: each refusal returns a specific error and leaves the
//! code unchanged.

use statepoint_patch::{
    BreakpointHandler, CodeMemory as _, CodeMemoryError, ExecutionState, LivePatchMethod, Patch,
    PatchArchitecture as _, PatchError, PatchSite, Patcher, ProtectedPages, SecondMapping,
};
use statepoint_scanner::arch::Host;

use super::{Compiled, LOOP, PATCHPOINT, STATEPOINT, lock_code, program_patcher, program_record};

/// Returns the protection of the page at an address, as `/proc/self/maps` shows it (`r-xp`).
pub(super) fn protection(address: u64) -> String {
    let maps = std::fs::read_to_string("/proc/self/maps").unwrap();
    let contains = |line: &&str| {
        let (range, _) = line.split_once(' ').unwrap();
        let (start, end) = range.split_once('-').unwrap();
        let number = |text| u64::from_str_radix(text, 16).unwrap();
        (number(start)..number(end)).contains(&address)
    };
    maps.lines().find(contains).unwrap().split(' ').nth(1).unwrap().to_owned()
}

#[test]
fn regions_must_match_their_declaration() {
    let _code = lock_code();
    let patcher = program_patcher();
    let at = program_record(41);
    let alignment = Host::ALIGNMENT as u32;
    // More bytes than LLVM has reserved.
    let too_long = patcher.add(PatchSite::Statepoint { bytes: 8 + 4 * alignment }, at);
    assert!(
        matches!(too_long, Err(PatchError::Unexpected { record, .. }) if record == at),
        "{too_long:?}"
    );
    let site = patcher.add(STATEPOINT, at).unwrap();
    for (again, address) in
        [(STATEPOINT, at), (PatchSite::Patchpoint { bytes: alignment }, at - u64::from(alignment))]
    {
        let overlap = patcher.add(again, address).unwrap_err();
        assert!(matches!(overlap, PatchError::Overlap { other, .. } if other == at), "{overlap}");
    }
    let end = patcher.memory().code().end & !(Host::ALIGNMENT - 1);
    let outside = patcher.add(PatchSite::Patchpoint { bytes: 16 }, end).unwrap_err();
    assert!(matches!(outside, PatchError::Outside { .. }), "{outside}");
    patcher.remove(site).unwrap();
    assert_eq!(patcher.remove(site), Err(PatchError::UnknownSite { start: at - 8 }));
}

#[test]
fn refused_patches_leave_the_code_unchanged() {
    let _code = lock_code();
    let patcher = program_patcher();
    let at = program_record(42);
    let site = patcher.add(LOOP, at).unwrap();
    let before = patcher.checked(site).unwrap().code;
    let assert_code_unchanged = || {
        let fresh_patcher = program_patcher();
        let site = fresh_patcher.add(LOOP, at).unwrap();
        assert_eq!(fresh_patcher.checked(site).unwrap().code, before);
        assert_eq!(protection(at), "r-xp");
    };
    let call = Patch::Call(at + 256);
    // SAFETY: no thread executes the code of the site before each successful patch is undone.
    let write = |patch, when: ExecutionState<'_>| unsafe { patcher.write(site, patch, when) };
    let inside = at - Host::ALIGNMENT;
    let stopped = write(call, ExecutionState::Stopped(&mut [at, at - 16, inside].into_iter()));
    assert_eq!(stopped, Err(PatchError::Occupied { record: at, pc: inside }));
    assert_code_unchanged();
    // A PC at the start or at the end of the region is not inside the region.
    assert!(write(call, ExecutionState::Stopped(&mut [at, at - 16].into_iter())).is_ok());
    // A second patcher refuses code that the first has changed.
    let other = program_patcher();
    assert!(matches!(other.add(LOOP, at), Err(PatchError::Unexpected { .. })));
    // SAFETY: no thread executes the code of the site during the call.
    unsafe { patcher.restore(site, ExecutionState::NotYetRun) }.unwrap();
    assert_code_unchanged();
    // The first patcher refuses code that the second has changed.
    let other_site = other.add(LOOP, at).unwrap();
    // SAFETY: no thread executes the code of the site before it is restored.
    unsafe { other.write(other_site, call, ExecutionState::NotYetRun) }.unwrap();
    let changed = write(Patch::Jump(at), ExecutionState::NotYetRun).unwrap_err();
    assert!(matches!(changed, PatchError::Changed { record, .. } if record == at), "{changed}");
    // SAFETY: no thread executes the code of the site during the call.
    unsafe { other.restore(other_site, ExecutionState::NotYetRun) }.unwrap();
    assert_code_unchanged();
    // The target is out of range of a near call. A far call needs more bytes than some sites have.
    let far = Patch::Call(1 << 62);
    match write(far, ExecutionState::NotYetRun) {
        Ok(Some(returns)) => {
            // Here 16 bytes suffice for a far call, which is several instructions.
            assert_eq!(returns, at);
            // SAFETY: no thread executes the code of the site during the call.
            unsafe { patcher.restore(site, ExecutionState::NotYetRun) }.unwrap();
        }
        other => {
            assert_eq!(other, Err(PatchError::OutOfReach { record: at, target: 1 << 62 }))
        }
    }
    let live = LivePatchMethod::Best(BreakpointHandler::install().unwrap());
    if Host::FAR <= 16 && Host::TRAP.is_some() {
        let refused = write(far, ExecutionState::Running(live)).unwrap_err();
        assert!(matches!(refused, PatchError::SeveralInstructions { .. }), "{refused}");
    }
    assert_code_unchanged();
    let short = patcher.add(STATEPOINT, program_record(41)).unwrap();
    // SAFETY: the patch is refused, so the code does not change.
    let refused = unsafe { patcher.write(short, far, ExecutionState::NotYetRun) };
    assert_eq!(
        refused,
        Err(PatchError::OutOfReach { record: program_record(41), target: 1 << 62 })
    );
}

#[test]
fn two_word_instructions_are_not_patched_by_one_store() {
    for compiled in Compiled::all() {
        let patcher = compiled.patcher();
        let at = compiled.record(43);
        let site = patcher.add(PATCHPOINT, at).unwrap();
        let target = compiled.function("test_patched_stop").expose_provenance() as u64;
        // SAFETY: no thread executes the code of the site during the call.
        unsafe { patcher.write(site, Patch::NoOps, ExecutionState::NotYetRun) }.unwrap();
        // SAFETY: no thread executes the code of the site.
        let stored = unsafe {
            patcher.write(
                site,
                Patch::Call(target),
                ExecutionState::Running(LivePatchMethod::Store),
            )
        };
        // Whether the call crosses a word boundary depends on where LLVM placed the code.
        if let Err(error) = stored {
            assert!(
                matches!(error, PatchError::TwoWords { record, at } if record == at || at > record),
                "{error}"
            );
        }
    }
}

#[test]
fn memory_must_be_code() {
    let data = [0_u8; 64];
    let start = data.as_ptr().expose_provenance() as u64;
    // SAFETY: no patcher uses the memory: `new` returns an error.
    let refused = unsafe { ProtectedPages::new(start..start + 64) };
    assert!(matches!(refused, Err(CodeMemoryError::NotExecutable { address }) if address == start));
    // SAFETY: no patcher uses the memory: `new` returns an error.
    let refused = unsafe { ProtectedPages::new(0..64) };
    assert!(matches!(refused, Err(CodeMemoryError::Unmapped { address: 0 })));
    let at = program_record(41);
    let mut copy = [0_u8; 64];
    // SAFETY: no patcher uses the memory: `new` returns an error.
    let refused = unsafe { SecondMapping::new(at..at + 64, copy.as_mut_ptr()) };
    assert!(matches!(refused, Err(CodeMemoryError::NotTheSame { code, .. }) if code == at));
    // SAFETY: no patcher uses the memory: `new` returns an error.
    let refused = unsafe {
        SecondMapping::new(at..at + 64, core::ptr::with_exposed_provenance_mut(at as usize))
    };
    assert!(matches!(refused, Err(CodeMemoryError::NotWritable { .. })));
    for compiled in Compiled::all() {
        let (code, writable) = (compiled.generated.code(), compiled.generated.writable());
        // SAFETY: no patcher uses the memory: `new` returns an error.
        let refused = unsafe { SecondMapping::new(code.start + 8..code.end, writable) };
        assert!(matches!(refused, Err(CodeMemoryError::NotTheSame { .. })));
        // SAFETY: the code exists as long as `compiled`, which outlives the patcher.
        let memory = unsafe { ProtectedPages::new(code) }.unwrap();
        // The pages of generated code can also be made writable temporarily.
        assert!(Patcher::new(memory).add(STATEPOINT, compiled.record(41)).is_ok());
    }
}
