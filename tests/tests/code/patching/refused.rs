//! Patches that are refused leave the code unchanged.

use statepoint_patch::{
    BreakpointHandler, CodeMemory as _, CodeMemoryError, ExecutionState, LivePatchMethod, Patch,
    PatchArchitecture as _, PatchError, PatchSite, Patcher, ProtectedPages, SecondMapping,
};
use statepoint_scanner::arch::Host;

use super::{Compiled, LOOP, PATCHPOINT, STATEPOINT, code, program, record};

/// Returns the pages of this program around an address, as the system lists them.
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
#[cfg_attr(programs_missing, ignore = "needs LLVM 19 when it is built")]
fn regions_must_match_their_declaration() {
    let _code = code();
    let patcher = program();
    let at = record(41);
    let unit = Host::ALIGNMENT as u32;
    // Longer than the no-ops.
    let wrong = patcher.add(PatchSite::Statepoint { bytes: 8 + 4 * unit }, at);
    assert!(
        matches!(wrong, Err(PatchError::Unexpected { record, .. }) if record == at),
        "{wrong:?}"
    );
    let site = patcher.add(STATEPOINT, at).unwrap();
    for (again, address) in
        [(STATEPOINT, at), (PatchSite::Patchpoint { bytes: unit }, at - u64::from(unit))]
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
#[cfg_attr(programs_missing, ignore = "needs LLVM 19 when it is built")]
fn refused_patches_leave_the_code_unchanged() {
    let _code = code();
    let patcher = program();
    let at = record(42);
    let site = patcher.add(LOOP, at).unwrap();
    let before = patcher.checked(site).unwrap().code;
    let same = || {
        let looked = program();
        let site = looked.add(LOOP, at).unwrap();
        assert_eq!(looked.checked(site).unwrap().code, before);
        assert_eq!(protection(at), "r-xp");
    };
    let call = Patch::Call(at + 256);
    // SAFETY: no thread executes the code, and where it is patched at all it is restored. The same
    // holds below.
    let write = |patch, when: ExecutionState<'_>| unsafe { patcher.write(site, patch, when) };
    let inside = at - Host::ALIGNMENT;
    let stopped = write(call, ExecutionState::Stopped(&mut [at, at - 16, inside].into_iter()));
    assert_eq!(stopped, Err(PatchError::Occupied { record: at, pc: inside }));
    same();
    // Neither end of the region is inside it.
    assert!(write(call, ExecutionState::Stopped(&mut [at, at - 16].into_iter())).is_ok());
    // The owner of the original patcher would not know of the change.
    let other = program();
    assert!(matches!(other.add(LOOP, at), Err(PatchError::Unexpected { .. })));
    // SAFETY: as above.
    unsafe { patcher.restore(site, ExecutionState::NotYetRun) }.unwrap();
    same();
    // Another patcher changes it.
    let others = other.add(LOOP, at).unwrap();
    // SAFETY: as above.
    unsafe { other.write(others, call, ExecutionState::NotYetRun) }.unwrap();
    let changed = write(Patch::Jump(at), ExecutionState::NotYetRun).unwrap_err();
    assert!(matches!(changed, PatchError::Changed { record, .. } if record == at), "{changed}");
    // SAFETY: as above.
    unsafe { other.restore(others, ExecutionState::NotYetRun) }.unwrap();
    same();
    // No call reaches that far; a longer sequence does not fit.
    let far = Patch::Call(1 << 62);
    match write(far, ExecutionState::NotYetRun) {
        Ok(Some(returns)) => {
            // 16 bytes are enough for a far call, which is several instructions.
            assert_eq!(returns, at);
            // SAFETY: as above.
            unsafe { patcher.restore(site, ExecutionState::NotYetRun) }.unwrap();
        }
        other => assert_eq!(other, Err(PatchError::OutOfReach { record: at, target: 1 << 62 })),
    }
    let live = LivePatchMethod::Best(BreakpointHandler::install().unwrap());
    if Host::FAR <= 16 && Host::TRAP.is_some() {
        let refused = write(far, ExecutionState::Running(live)).unwrap_err();
        assert!(matches!(refused, PatchError::SeveralInstructions { .. }), "{refused}");
    }
    same();
    let short = patcher.add(STATEPOINT, record(41)).unwrap();
    // SAFETY: as above.
    let refused = unsafe { patcher.write(short, far, ExecutionState::NotYetRun) };
    assert_eq!(refused, Err(PatchError::OutOfReach { record: record(41), target: 1 << 62 }));
}

#[test]
fn two_word_instructions_are_not_patched_by_one_store() {
    for compiled in Compiled::all() {
        let patcher = compiled.patcher();
        let at = compiled.record(43);
        let site = patcher.add(PATCHPOINT, at).unwrap();
        let target = compiled.function("test_patched_stop").expose_provenance() as u64;
        // SAFETY: no thread executes it.
        unsafe { patcher.write(site, Patch::NoOps, ExecutionState::NotYetRun) }.unwrap();
        // SAFETY: as above.
        let stored = unsafe {
            patcher.write(
                site,
                Patch::Call(target),
                ExecutionState::Running(LivePatchMethod::Store),
            )
        };
        // Which of the two it is depends on where LLVM placed the code, which the error says.
        if let Err(error) = stored {
            assert!(
                matches!(error, PatchError::TwoWords { record, at } if record == at || at > record),
                "{error}"
            );
        }
    }
}

#[test]
#[cfg_attr(programs_missing, ignore = "needs LLVM 19 when it is built")]
fn memory_must_be_code() {
    let data = [0_u8; 64];
    let start = data.as_ptr().expose_provenance() as u64;
    // SAFETY: the memory is not used.
    let refused = unsafe { ProtectedPages::new(start..start + 64) };
    assert!(matches!(refused, Err(CodeMemoryError::NotExecutable { address }) if address == start));
    // SAFETY: as above.
    let refused = unsafe { ProtectedPages::new(0..64) };
    assert!(matches!(refused, Err(CodeMemoryError::Unmapped { address: 0 })));
    let at = record(41);
    let mut copy = [0_u8; 64];
    // SAFETY: as above.
    let refused = unsafe { SecondMapping::new(at..at + 64, copy.as_mut_ptr()) };
    assert!(matches!(refused, Err(CodeMemoryError::NotTheSame { code, .. }) if code == at));
    // SAFETY: as above.
    let refused = unsafe {
        SecondMapping::new(at..at + 64, core::ptr::with_exposed_provenance_mut(at as usize))
    };
    assert!(matches!(refused, Err(CodeMemoryError::NotWritable { .. })));
    for compiled in Compiled::all() {
        let (code, writable) = (compiled.generated.code(), compiled.generated.writable());
        // SAFETY: as above.
        let refused = unsafe { SecondMapping::new(code.start + 8..code.end, writable) };
        assert!(matches!(refused, Err(CodeMemoryError::NotTheSame { .. })));
        // SAFETY: as above.
        let memory = unsafe { ProtectedPages::new(code) }.unwrap();
        // A file that is mapped for reading and executing is usually not writable for everybody,
        // but this one is ours.
        assert!(Patcher::new(memory).add(STATEPOINT, compiled.record(41)).is_ok());
    }
}
