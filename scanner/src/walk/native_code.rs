//! Native code between managed frames, unwound by its own unwind tables.
//!
//! Most walks skip native frames, because the runtime's stubs record each transition. Managed code
//! that calls native code directly has no such record. The frames of that native code are unwound,
//! because their saved callee-saved registers may contain roots of older frames.
//!
//! # Protocol
//!
//! A [`Loaded`] is an immutable list of the images at one time, together with the rules that were
//! looked up since. Rules are added and never removed. All threads that walk at that time share one
//! `Loaded`. Each rule is in a [`OnceLock`]: threads that look up the same rule wait for the first
//! of them, and an existing rule is read without a lock. [`NativeCode`] replaces the whole list,
//! under a lock, between two walks. A walk keeps the list with which it started.

use core::fmt;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use super::code::{CodeLookup, FoundCode};
use super::rule_cache::RuleCache;
use crate::arch::Host;
use crate::cfi::{NativeRule, NativeSections, UnwindProblem, native_rule};
use crate::image::process;
use crate::os::{self, MappedImage};
use crate::table::{CallSiteRecord, NativeFrame};

/// The native code of this process.
#[derive(Default)]
pub struct NativeCode {
    /// `None` until a walk finds native code, so a program without such walks never queries the
    /// loader.
    loaded: Mutex<Option<Arc<Loaded>>>,
}

/// The native code of this process at one time, for any number of walking threads.
pub struct NativeCodeView<'n> {
    code: &'n NativeCode,
    loaded: OnceLock<Arc<Loaded>>,
    generation: u64,
}

/// Managed code, and native code around it: an address in no managed function is looked up in the
/// image that contains it.
#[derive(Clone, Copy)]
pub struct CodeWithNative<'c> {
    managed: &'c dyn CodeLookup<Host>,
    native: &'c NativeCodeView<'c>,
    /// Whether the walk needs no roots, so that managed code whose stack maps are not registered is
    /// treated as native code.
    without_roots: bool,
}

/// The meaning of a native return address.
#[derive(Debug)]
enum Outcome {
    Frame(NativeFrame<Host>),
    NoRule(UnwindProblem),
    Outermost,
    NotLoaded,
}

/// The cached result for an address.
#[derive(Debug)]
struct Answer {
    outcome: Outcome,
    /// Whether the image that contains the address has stack maps. Code of an image with
    /// unregistered stack maps is not treated as native.
    maps: Maps,
}

/// Presence of stack maps in an image.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Maps {
    None,
    Some,
    /// Unknown: the image's file, which contains the section names, cannot be read any more.
    Unreadable,
}

struct Loaded {
    /// [`os::load_count`] before the list was made.
    count: u64,
    /// The images, each with the result for its maps once the first address in the image has been
    /// looked up.
    images: Vec<(MappedImage, OnceLock<Maps>)>,
    rules: RuleCache<Answer>,
}

impl NativeCode {
    /// Creates a value that has no list of images yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Returns a view of the code that is loaded now.
    ///
    /// # Safety
    ///
    /// While the view is used, [`CodeWithNative::find`](CodeLookup::find) is only called with the
    /// program counters of frames on stacks that do not change, and the code that these frames
    /// execute stays loaded.
    pub unsafe fn view(&self) -> NativeCodeView<'_> {
        let known = self.loaded.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let Some(known) = known else {
            return NativeCodeView { code: self, loaded: OnceLock::new(), generation: 0 };
        };
        let loaded = if known.count == os::load_count() { known } else { self.load() };
        // Generation 0 means that no list has been loaded.
        let generation = loaded.count.wrapping_add(1);
        NativeCodeView { code: self, loaded: OnceLock::from(loaded), generation }
    }

    fn load(&self) -> Arc<Loaded> {
        // If an image is loaded between the two calls, the next `view` loads the list again.
        let count = os::load_count();
        let images = os::all_images().into_iter().map(|image| (image, OnceLock::new())).collect();
        let loaded = Arc::new(Loaded { count, images, rules: RuleCache::new() });
        *self.loaded.lock().unwrap_or_else(PoisonError::into_inner) = Some(Arc::clone(&loaded));
        loaded
    }
}

impl NativeCodeView<'_> {
    fn find(&self, pc: u64) -> &Answer {
        let loaded = self.loaded.get_or_init(|| self.code.load());
        loaded.rules.get_or_insert_with(pc, || loaded.look_up(pc))
    }
}

impl Loaded {
    fn look_up(&self, pc: u64) -> Answer {
        // The call may be the last instruction of the segment.
        let call = pc.wrapping_sub(1);
        let covers = |(image, _): &&(MappedImage, _)| {
            image.segment_around(call).is_some_and(|segment| segment.executable)
        };
        let Some((image, maps)) = self.images.iter().find(covers) else {
            return Answer { outcome: Outcome::NotLoaded, maps: Maps::None };
        };
        let maps = *maps.get_or_init(|| match process::has_managed_code(image) {
            Ok(false) => Maps::None,
            Ok(true) => Maps::Some,
            Err(_) => Maps::Unreadable,
        });
        let rule = rule_in(image, pc).and_then(|rule| match rule {
            NativeRule::Outermost => Ok(Outcome::Outermost),
            NativeRule::Frame(rule) => {
                // In a rule without roots, only the location of a saved register can be
                // unsupported.
                NativeFrame::new(&rule).map(Outcome::Frame).map_err(|_| UnwindProblem::SavedPlace)
            }
        });
        Answer { outcome: rule.unwrap_or_else(Outcome::NoRule), maps }
    }
}

pub(super) fn rule_in(image: &MappedImage, pc: u64) -> Result<NativeRule, UnwindProblem> {
    let header = image.unwind_header.ok_or(UnwindProblem::NoSearchTable)?;
    let bytes_from = |address: u64| {
        let segment = image.segment_around(address).filter(|segment| segment.readable)?;
        let end = image.bias.wrapping_add(segment.address).wrapping_add(segment.size);
        // SAFETY: the bytes are in a readable segment of an image that stays loaded, since it has a
        // frame on a stack (see `NativeCode::view`). The loader relocates unwind tables, if at all,
        // before code of the image runs; nothing else writes to them.
        Some(unsafe { os::mapped_bytes(address, end.wrapping_sub(address) as usize) })
    };
    let header_address = image.bias.wrapping_add(header);
    let header = bytes_from(header_address).ok_or(UnwindProblem::NoSearchTable)?;
    native_rule::<Host>(NativeSections { header_address, header }, bytes_from, pc)
}

impl<'c> CodeWithNative<'c> {
    /// Combines managed and native code. `managed` is consulted first.
    pub fn new(managed: &'c dyn CodeLookup<Host>, native: &'c NativeCodeView<'c>) -> Self {
        Self { managed, native, without_roots: false }
    }

    /// As [`Self::new`], for walks that need no roots: also code of an image whose stack maps are
    /// not registered is unwound by the unwind tables of the image.
    pub fn without_roots(
        managed: &'c dyn CodeLookup<Host>,
        native: &'c NativeCodeView<'c>,
    ) -> Self {
        Self { managed, native, without_roots: true }
    }
}

impl CodeLookup<Host> for CodeWithNative<'_> {
    /// Combines the generations: that of the managed code, which is unique, is in the low bits;
    /// that of the native code is in the high bits.
    fn generation(&self) -> u64 {
        self.managed.generation().wrapping_add(self.native.generation << 40)
    }

    fn find(&self, pc: u64) -> FoundCode<'_, Host> {
        let found = self.managed.find(pc);
        let FoundCode::Unknown { function: None } = found else { return found };
        let answer = self.native.find(pc);
        match answer.maps {
            Maps::None => {}
            _ if self.without_roots => {}
            // All managed functions of the image are known, and the address is in none of them.
            Maps::Some if self.managed.covers(pc) => {}
            Maps::Some => return found,
            Maps::Unreadable => return FoundCode::NoRule(UnwindProblem::Unreadable),
        }
        match &answer.outcome {
            Outcome::Frame(frame) => frame.descriptor().map_or(found, FoundCode::Native),
            Outcome::NoRule(problem) => FoundCode::NoRule(*problem),
            Outcome::Outermost => FoundCode::End,
            Outcome::NotLoaded => found,
        }
    }

    fn original(&self, address: u64) -> u64 {
        self.managed.original(address)
    }

    fn function_containing(&self, pc: u64) -> Option<u64> {
        self.managed.function_containing(pc)
    }

    fn record(&self, pc: u64) -> Option<CallSiteRecord<'_, Host>> {
        self.managed.record(pc)
    }

    fn covers(&self, pc: u64) -> bool {
        self.managed.covers(pc)
    }

    fn has_pinned(&self) -> bool {
        self.managed.has_pinned()
    }

    fn max_bases(&self) -> usize {
        self.managed.max_bases()
    }
}

impl fmt::Debug for NativeCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("NativeCode").finish_non_exhaustive()
    }
}

impl fmt::Debug for NativeCodeView<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("NativeCodeView")
            .field("generation", &self.generation)
            .finish_non_exhaustive()
    }
}

impl fmt::Debug for CodeWithNative<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("CodeWithNative").field("native", &self.native).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arch::{CallingConvention, InstructionSet};
    use crate::cfi::{EhFrame, UnwindRules as _};
    use crate::table::AddressBase;

    /// Managed code without any function.
    struct Nothing;

    impl CodeLookup<Host> for Nothing {
        fn generation(&self) -> u64 {
            40
        }

        fn find(&self, pc: u64) -> FoundCode<'_, Host> {
            FoundCode::Unknown { function: self.function_containing(pc) }
        }

        fn function_containing(&self, pc: u64) -> Option<u64> {
            (pc == 0x1234).then_some(0x1200)
        }

        fn covers(&self, _: u64) -> bool {
            false
        }

        fn has_pinned(&self) -> bool {
            false
        }

        fn max_bases(&self) -> usize {
            7
        }
    }

    fn with_view<R>(native: &NativeCode, test: impl FnOnce(&CodeWithNative<'_>) -> R) -> R {
        // SAFETY: the tests pass addresses in this program and the C library, which stay loaded.
        let view = unsafe { native.view() };
        test(&CodeWithNative::new(&Nothing, &view))
    }

    /// For every function of this program, at its first byte and in its middle, the search table
    /// must find the rule that a scan of all of `.eh_frame` finds.
    #[test]
    fn native_rules_match_whole_section_parse() {
        let images = process::images().unwrap();
        let program = images.iter().find(|image| image.is_program()).unwrap();
        let (address, bytes) = program.eh_frame().unwrap();
        let rules = EhFrame::<Host>::new(address, bytes).unwrap();
        let native = NativeCode::new();
        let (mut frames, mut others) = (0, 0);
        with_view(&native, |code| {
            for (start, end) in rules.functions().step_by(7) {
                for pc in [start + 1, start + (end - start) / 2 + 1, end] {
                    match (rules.rule_at(start, pc), code.find(pc)) {
                        (Ok(rule), FoundCode::Native(frame)) => {
                            let expected = NativeFrame::<Host>::new(&rule).unwrap();
                            let expected = format!("{:?}", expected.descriptor().unwrap());
                            assert_eq!(format!("{frame:?}"), expected, "{pc:#x}");
                            frames += 1;
                        }
                        (Err(error), FoundCode::NoRule(problem)) => {
                            assert_eq!(problem, error.problem);
                            // No caller has its return address in a register: such frames are at no
                            // call.
                            let in_register = problem == UnwindProblem::ReturnAddress;
                            if Host::CALL_PUSHES > 0 || !in_register {
                                others += 1;
                            }
                        }
                        // Code that nothing calls: `_start`.
                        (Err(_), FoundCode::End) => others += 1,
                        (expected, found) => panic!("{pc:#x}: {found:?}, not {expected:?}"),
                    }
                }
            }
        });
        assert!(frames > 300 && others < frames / 20, "{frames} frames, {others} others");
    }

    #[test]
    fn c_library_function_has_a_rule() {
        let getpid = libc::getpid as *const () as u64;
        with_view(&NativeCode::new(), |code| match code.find(getpid + 1) {
            FoundCode::Native(frame) => {
                let call_pushes = i32::from(Host::CALL_PUSHES);
                assert_eq!(frame.cfa(), (AddressBase::StackPointer, call_pushes));
                assert_eq!((frame.base_len(), frame.derived().len()), (0, 0));
            }
            // On architectures whose calls do not push it, the return address is in a register
            // here.
            FoundCode::NoRule(UnwindProblem::ReturnAddress) => assert_eq!(Host::CALL_PUSHES, 0),
            found => panic!("{found:?}"),
        });
    }

    #[test]
    fn managed_code_precedes_native_code() {
        with_view(&NativeCode::new(), |code| {
            assert!(matches!(code.find(0x1234), FoundCode::Unknown { function: Some(0x1200) }));
            for pc in [0, 1, 0x1235, u64::MAX] {
                assert!(matches!(code.find(pc), FoundCode::Unknown { function: None }), "{pc:#x}");
            }
            assert_eq!((code.max_bases(), code.function_containing(0x1234)), (7, Some(0x1200)));
        });
    }

    fn is_native(found: FoundCode<'_, Host>) -> bool {
        matches!(found, FoundCode::Native(_) | FoundCode::NoRule(UnwindProblem::ReturnAddress))
    }

    /// The list is made when it is first needed, and kept as long as no image is loaded or
    /// unloaded.
    #[test]
    fn images_are_loaded_on_first_native_frame() {
        let native = NativeCode::new();
        with_view(&native, |code| {
            assert_eq!(code.generation(), 40);
            code.find(0x1234);
        });
        assert!(native.loaded.lock().unwrap().is_none());
        let getpid = libc::getpid as *const () as u64;
        with_view(&native, |code| assert!(is_native(code.find(getpid + 1))));
        let list = || Arc::as_ptr(native.loaded.lock().unwrap().as_ref().unwrap());
        let first = list();
        let generation = with_view(&native, |code| code.generation());
        assert!(generation > 40);
        assert_eq!(list(), first);
        // As if an image had been unloaded since.
        let stale = Loaded { count: u64::MAX, images: Vec::new(), rules: RuleCache::new() };
        *native.loaded.lock().unwrap() = Some(Arc::new(stale));
        with_view(&native, |code| {
            assert!(is_native(code.find(getpid + 1)));
            assert_eq!(code.generation(), generation);
        });
    }

    #[test]
    fn rule_with_far_register_saves_is_rejected() {
        let rule = crate::cfi::FrameRule {
            cfa_base: Host::STACK_POINTER,
            cfa_offset: 1 << 30,
            return_address: -8,
            signing: crate::cfi::ReturnAddressSigning::Unsigned,
            saved: [(Host::CALLEE_SAVED[0], crate::cfi::SavedLocation::At(-(1 << 29)))]
                .into_iter()
                .collect(),
        };
        assert!(NativeFrame::<Host>::new(&rule).is_err());
    }
}
