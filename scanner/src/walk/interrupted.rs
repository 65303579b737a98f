//! Walks of a thread that was interrupted at an arbitrary instruction, for messages.

use super::code::{CodeLookup, FoundCode};
use super::cursor::{Cursor, StopPoint};
use super::error::StackWalkError;
use super::image_files::{AllCode, ImageFiles};
use super::memory::StackMemory;
use super::start::InitialRegisters;
use crate::arch::{CallingConvention, Host, InstructionSet, callee_saved_index};
use crate::cfi::{Caller, FrameRule, SavedLocation};
use crate::os::SIGNAL_CONTEXT;

/// Maximum distance in bytes between an interrupted instruction of generated code and a call site
/// that is used in its place.
const NEARBY: u64 = 4096;

/// Visits the frames of an interrupted thread, from the youngest to the outermost one. The walk
/// begins with the registers that the kernel has stored at `context` in `memory` for a signal
/// handler. `memory` may be a copy, so the thread may have continued.
///
/// Unlike the walk of a collection, this one handles managed code that was interrupted at any
/// instruction, and frames without a stack map record. It does not report roots. Managed code in
/// images is unwound by their unwind tables, as native code is. The frame of generated code is
/// known at its call sites only. Elsewhere, the function is assumed to have the frame of its
/// nearest call site. This is wrong only at the beginning and the end of a function.
///
/// `visit` is called with an address in the function of each frame. In the youngest frame this is
/// the interrupted instruction, in the others the last byte of the call in progress.
///
/// # Errors
///
/// Returns the reason if the walk ended before the outermost frame.
pub fn trace_interrupted(
    managed: &dyn CodeLookup<Host>,
    files: &ImageFiles,
    memory: &impl StackMemory,
    context: u64,
    visit: &mut dyn FnMut(u64),
) -> Result<(), StackWalkError> {
    let code = AllCode::new(managed, files);
    let mut cursor =
        Cursor::from_context(&code, memory, context, &SIGNAL_CONTEXT, &[])?.to_outermost();
    let pc = cursor.pc();
    let mut registers =
        InitialRegisters::<Host> { pc, sp: cursor.sp(), callee_saved: Default::default() };
    let saved = registers.callee_saved.as_mut().iter_mut();
    for (address, register) in saved.zip(Host::CALLEE_SAVED) {
        *address = context.wrapping_add(SIGNAL_CONTEXT.register(register.dwarf()));
    }
    visit(pc);
    match files.caller_at(pc) {
        Some(Ok(Caller::InLinkRegister(rule))) => {
            let offset = SIGNAL_CONTEXT.registers.get(usize::from(Host::RETURN_ADDRESS_COLUMN));
            let link = offset.and_then(|offset| memory.load(context.wrapping_add(*offset)).ok());
            if let Some(link) = link
                && leave(&rule, &mut registers, memory)
            {
                registers.pc = link;
                cursor = Cursor::from_registers(&code, memory, registers, StopPoint::AtCall, &[])?;
                cursor = cursor.to_outermost();
            } else {
                cursor.next(memory)?;
            }
        }
        None if let Some(near) = site_nearby(managed, pc) => {
            registers.pc = near;
            cursor = Cursor::from_registers(&code, memory, registers, StopPoint::AtCall, &[])?;
            cursor = cursor.to_outermost();
            cursor.next(memory)?;
        }
        _ => {
            cursor.next(memory)?;
        }
    }
    while let Some(frame) = cursor.next(memory)? {
        visit(frame.pc.wrapping_sub(1));
    }
    Ok(())
}

/// Replaces the registers, except the program counter, by those of the caller. Returns false and
/// leaves the registers unchanged if the CFA cannot be computed.
fn leave(
    rule: &FrameRule,
    registers: &mut InitialRegisters<Host>,
    memory: &impl StackMemory,
) -> bool {
    let saved_at = |registers: &InitialRegisters<Host>, register| {
        let index = callee_saved_index::<Host>(register)?;
        // The address 0 means that the address is unknown.
        registers.callee_saved.as_ref().get(index).copied().filter(|&address| address != 0)
    };
    let base = if rule.cfa_base == Host::STACK_POINTER {
        Some(registers.sp)
    } else {
        saved_at(registers, rule.cfa_base).and_then(|address| memory.load(address).ok())
    };
    let Some(base) = base else { return false };
    registers.sp = base.wrapping_add_signed(rule.cfa_offset.into());
    for (register, saved) in rule.saved.iter() {
        if let Some(index) = callee_saved_index::<Host>(register) {
            registers.callee_saved.as_mut()[index] = match saved {
                SavedLocation::At(offset) => registers.sp.wrapping_add_signed(offset.into()),
                SavedLocation::Lost => 0,
            };
        }
    }
    true
}

/// Returns the return address of the call site that is nearest to `pc` in the same managed
/// function.
fn site_nearby(managed: &dyn CodeLookup<Host>, pc: u64) -> Option<u64> {
    let function = managed.function_containing(pc.wrapping_add(1))?;
    let is_site = |pc: &u64| {
        matches!(managed.find(*pc), FoundCode::Managed(_))
            && managed.function_containing(*pc) == Some(function)
    };
    let around = (0..NEARBY).flat_map(|far| [pc.wrapping_add(far), pc.wrapping_sub(far)]);
    around.into_iter().find(is_site)
}

#[cfg(test)]
mod tests {
    use core::ffi::{c_int, c_void};
    use core::mem::MaybeUninit;
    use core::ptr;
    use core::sync::atomic::{AtomicBool, AtomicU64, Ordering};
    use std::sync::Mutex;

    use super::*;
    use crate::cfi::ReturnAddressSigning;
    use crate::fixtures::statepoints;
    use crate::registry::CodeRegistry;
    use crate::table::TableBuilder;
    use crate::walk::{JoinedMemory, StackImage};

    /// A copy of a stack, including the interrupted registers that are stored on it.
    static COPY: Mutex<Option<(u64, StackImage)>> = Mutex::new(None);
    static STACK_END: AtomicU64 = AtomicU64::new(0);
    static RUNS: AtomicBool = AtomicBool::new(false);
    static INTERRUPTED: AtomicBool = AtomicBool::new(false);

    /// The thread allocates no memory where it is interrupted, so this handler may allocate.
    extern "C" fn handler(_: c_int, _: *mut libc::siginfo_t, context: *mut c_void) {
        let start = context.expose_provenance() as u64;
        let words = (STACK_END.load(Ordering::Relaxed) - start) / 8;
        let word = |n| {
            // SAFETY: the words from the context to `STACK_END` are on the stack of this thread.
            unsafe { context.cast::<u64>().add(n as usize).read_volatile() }
        };
        let image = StackImage::new(start, (0..words).map(word).collect());
        *COPY.lock().unwrap() = Some((start, image));
        INTERRUPTED.store(true, Ordering::Release);
    }

    fn stack_end() -> u64 {
        let mut attributes = MaybeUninit::uninit();
        let (mut low, mut size) = (ptr::null_mut(), 0);
        // SAFETY: the first call initialises the attributes. They are then valid until they are
        // destroyed.
        unsafe {
            assert_eq!(libc::pthread_getattr_np(libc::pthread_self(), attributes.as_mut_ptr()), 0);
            assert_eq!(libc::pthread_attr_getstack(attributes.as_ptr(), &mut low, &mut size), 0);
            libc::pthread_attr_destroy(attributes.as_mut_ptr());
        }
        (low.expose_provenance() + size) as u64
    }

    #[inline(never)]
    fn innermost() -> u64 {
        let mut rounds = 0;
        RUNS.store(true, Ordering::Release);
        while !INTERRUPTED.load(Ordering::Acquire) {
            rounds += 1;
        }
        rounds
    }

    #[inline(never)]
    fn between(depth: u64) -> u64 {
        let below = if depth == 0 { innermost() } else { between(depth - 1) };
        core::hint::black_box(below) + 1
    }

    #[test]
    fn interrupted_thread_is_traced_from_its_copy() {
        let handler: extern "C" fn(c_int, *mut libc::siginfo_t, *mut c_void) = handler;
        // SAFETY: an all-zero `sigaction` is valid, except for the handler. The handler has the
        // signature that `SA_SIGINFO` requires.
        unsafe {
            let mut action: libc::sigaction = core::mem::zeroed();
            action.sa_flags = libc::SA_SIGINFO;
            action.sa_sigaction = handler as usize;
            assert_eq!(libc::sigaction(libc::SIGUSR2, &action, ptr::null_mut()), 0);
        }
        let (send, receive) = std::sync::mpsc::channel();
        let thread = std::thread::spawn(move || {
            STACK_END.store(stack_end(), Ordering::Relaxed);
            // SAFETY: `pthread_self` has no preconditions.
            send.send(unsafe { libc::pthread_self() }).unwrap();
            between(20)
        });
        let id = receive.recv().unwrap();
        while !RUNS.load(Ordering::Acquire) {
            std::thread::yield_now();
        }
        // SAFETY: the thread has not been joined, so its ID is valid.
        assert_eq!(unsafe { libc::pthread_kill(id, libc::SIGUSR2) }, 0);
        assert!(thread.join().unwrap() > 20);
        let (context, stack) = COPY.lock().unwrap().take().unwrap();
        let registers = stack.clone();
        let memory = JoinedMemory { stack, registers };
        let files = ImageFiles::new();
        let mut names = Vec::new();
        let registry = CodeRegistry::<Host>::new();
        let nothing = registry.snapshot();
        let ended = trace_interrupted(&nothing, &files, &memory, context, &mut |address| {
            names.push(files.name_at(address).and_then(|name| name.function).unwrap_or_default());
        });
        assert_eq!(ended, Ok(()), "{names:?}");
        let is_between = |name: &&String| name.contains("between");
        assert_eq!(names.iter().filter(is_between).count(), 21, "{names:?}");
        let first = names.iter().position(|name| name.contains("between")).unwrap();
        // The thread may have been interrupted in a function that `innermost` called.
        assert!(names[..first].iter().any(|name| name.contains("innermost")), "{names:?}");
    }

    /// Returns registers with the stack pointer 0x1000, whose values are saved at these addresses.
    fn registers(callee_saved: impl Fn(usize) -> u64) -> InitialRegisters<Host> {
        let mut registers =
            InitialRegisters::<Host> { pc: 1, sp: 0x1000, callee_saved: Default::default() };
        let addresses = registers.callee_saved.as_mut().iter_mut();
        addresses.enumerate().for_each(|(index, address)| *address = callee_saved(index));
        registers
    }

    #[test]
    fn frame_is_left_only_if_its_base_is_known() {
        let (pointer, other) = (Host::FRAME_POINTER, Host::CALLEE_SAVED[0]);
        let saved =
            [(pointer, SavedLocation::At(-16)), (other, SavedLocation::Lost)].into_iter().collect();
        let by_sp = FrameRule {
            cfa_base: Host::STACK_POINTER,
            cfa_offset: 32,
            return_address: -8,
            signing: crate::cfi::ReturnAddressSigning::Unsigned,
            saved,
        };
        let by_pointer = FrameRule { cfa_base: pointer, ..by_sp };
        // The memory has words from the address 0 on.
        let memory = StackImage::new(0, (0..0x400).collect());
        let at = |index: usize| 0x100 + 8 * index as u64;
        let index_of = |register| callee_saved_index::<Host>(register).unwrap();

        let mut left = registers(at);
        assert!(leave(&by_sp, &mut left, &memory));
        let expected = registers(|index| match index {
            _ if index == index_of(pointer) => 0x1020 - 16,
            _ if index == index_of(other) => 0,
            _ => at(index),
        });
        assert_eq!((left.sp, left.callee_saved), (0x1020, expected.callee_saved));

        let mut left = registers(at);
        assert!(leave(&by_pointer, &mut left, &memory));
        assert_eq!(left.sp, at(index_of(pointer)) / 8 + 32);

        // A younger frame has lost the register's value, so its address is unknown.
        let unknown = registers(|index| if index == index_of(pointer) { 0 } else { at(index) });
        let mut stays = unknown;
        assert!(!leave(&by_pointer, &mut stays, &memory));
        assert_eq!((stays.sp, stays.callee_saved), (unknown.sp, unknown.callee_saved));
        // The register's address is outside the memory.
        let mut stays = registers(|_| !7);
        assert!(!leave(&by_pointer, &mut stays, &memory));
        assert_eq!(stays.sp, 0x1000);
    }

    /// Managed code that is in no image, with frames of 32 bytes.
    #[test]
    fn generated_code_uses_frame_of_next_call() {
        let rule = FrameRule {
            cfa_base: Host::STACK_POINTER,
            cfa_offset: 32,
            return_address: -8,
            signing: ReturnAddressSigning::Unsigned,
            saved: crate::cfi::SavedRegisters::new(),
        };
        let map = statepoints(&[(0x1000, &[(8, 0, &[])]), (0x2000, &[(12, 0, &[])])]);
        let buffer = TableBuilder::<Host>::new().add(&map, &rule).unwrap().build().unwrap();
        let sp = SIGNAL_CONTEXT.register(Host::STACK_POINTER.dwarf());
        for pc in [0x2004, 0x200b, 0x2000] {
            let (stack, elsewhere) = (0x7000, 0x9000);
            let mut context = vec![0xcccc; 80];
            context[SIGNAL_CONTEXT.pc as usize / 8] = pc;
            context[sp as usize / 8] = stack;
            let memory = JoinedMemory {
                stack: StackImage::new(stack, vec![9, 9, 9, 0x1008, 9, 9, 9, 0x3000]),
                registers: StackImage::new(elsewhere, context),
            };
            let mut visited = Vec::new();
            let ended = trace_interrupted(
                &buffer.table(),
                &ImageFiles::new(),
                &memory,
                elsewhere,
                &mut |address| visited.push(address),
            );
            assert_eq!(visited, [pc, 0x1007]);
            // Neither managed nor native code is known there.
            let expected = StackWalkError::NoRecord { pc: 0x3000, function: None, depth: 2 };
            assert_eq!(ended, Err(expected));
        }
    }
}
