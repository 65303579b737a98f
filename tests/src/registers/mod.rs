//! Test harness for generated code: calls it with known values in all registers, and records all
//! registers after its return. It also provides a callee that passes its arguments to a closure and
//! clobbers all caller-saved registers and flags.

use core::cell::UnsafeCell;
use std::sync::{Mutex, MutexGuard, PoisonError};

use statepoint_scanner::arch::{
    Host, InstructionSet, PhysicalRegister, PhysicalRegisters, Register,
};

mod arch;

pub use arch::{ARITHMETIC_FLAGS, CALL_AND_RETURN};

/// Number of 8-byte words at the stack pointer that are recorded.
pub const STACK_WORDS: usize = 32;

/// Contents of the registers before or after a call. The assembly accesses the fields by offset.
#[repr(C, align(32))]
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Registers {
    /// Address of the callee.
    target: u64,
    /// The flags register.
    pub flags: u64,
    /// 1 if vector registers have 32 bytes (AVX), otherwise 0.
    has_avx: u64,
    /// Padding: aligns `general` to 32 bytes.
    unused: u64,
    /// The general-purpose registers by DWARF number. After the call, the stack pointer's element
    /// holds the value from before the call instruction.
    pub general: [u64; 32],
    /// Stack contents at the call, starting at the stack pointer.
    pub stack: [u64; STACK_WORDS],
    /// The vector registers.
    pub vectors: [[u8; 32]; 32],
}

/// Arguments of a call.
#[repr(C, align(32))]
#[derive(Clone, Debug)]
pub struct Arguments {
    /// The arguments in general-purpose registers.
    pub general: [u64; 8],
    /// The arguments in vector registers.
    pub vectors: [[u8; 16]; 8],
    /// The address of the arguments on the stack.
    stack: *const u64,
}

impl Arguments {
    /// Returns the stack argument with this index.
    ///
    /// # Safety
    ///
    /// The callee that received these arguments has not returned, and was called with more than
    /// `index` stack arguments.
    pub unsafe fn stack(&self, index: usize) -> u64 {
        // SAFETY: the caller guarantees that the callee's stack arguments still exist and that
        // there are more than `index` of them.
        unsafe { self.stack.add(index).read() }
    }
}

impl Registers {
    /// Returns registers with the value 0.
    pub fn new() -> Self {
        let has_avx = u64::from(vector_bytes() == 32);
        let (general, stack, vectors) = ([0; 32], [0; STACK_WORDS], [[0; 32]; 32]);
        Self { target: 0, flags: 0, has_avx, unused: 0, general, stack, vectors }
    }

    /// Returns the lowest `bytes` bytes of a register.
    ///
    /// # Panics
    ///
    /// If the register is a mask register, which is not recorded.
    pub fn bytes(&self, register: PhysicalRegister, bytes: usize) -> Vec<u8> {
        match register {
            PhysicalRegister::General(register) => {
                self.general[usize::from(register.dwarf())].to_le_bytes()[..bytes].to_vec()
            }
            PhysicalRegister::Vector(number) => self.vectors[usize::from(number)][..bytes].to_vec(),
            PhysicalRegister::Mask(_) => panic!("{register:?} is not recorded"),
        }
    }
}

impl Default for Registers {
    fn default() -> Self {
        Self::new()
    }
}

/// Returns the number of bytes of a vector register that are recorded, at most 32.
pub fn vector_bytes() -> u8 {
    let processor = statepoint_scanner::arch::detect_processor();
    Host::available(PhysicalRegister::Vector(0), processor).min(32)
}

/// Returns the general-purpose registers whose values can be chosen for a call: all except the
/// stack pointer and the link register.
pub fn general_registers() -> impl Iterator<Item = Register> {
    let link = u16::from(Host::CALL_PUSHES == 0) * Host::RETURN_ADDRESS_COLUMN;
    let is_usable = move |register: &Register| {
        *register != Host::STACK_POINTER && (link == 0 || register.dwarf() != link)
    };
    (0..32).filter_map(Host::register).filter(is_usable)
}

/// Returns the indices of the vector registers that are recorded.
pub fn vector_registers() -> impl Iterator<Item = u8> {
    let processor = statepoint_scanner::arch::detect_processor();
    let is_usable = move |&number: &u8| {
        (1..=32).contains(&Host::available(PhysicalRegister::Vector(number), processor))
            || number < 16
    };
    (0..32).filter(is_usable)
}

/// Type of [`ARGUMENTS`].
#[repr(transparent)]
struct SharedArguments(UnsafeCell<Arguments>);

// SAFETY: only the thread that holds `CALLS` accesses the value.
unsafe impl Sync for SharedArguments {}

/// The arguments of the latest call of [`observer`].
static ARGUMENTS: SharedArguments = SharedArguments(UnsafeCell::new(Arguments {
    general: [0; 8],
    vectors: [[0; 16]; 8],
    stack: core::ptr::null(),
}));

/// Closure that receives the arguments of [`observer`].
type Observe<'s> = &'s mut (dyn FnMut(&Arguments) + 's);

/// Type of [`OBSERVER`].
struct Observer(UnsafeCell<Option<Observe<'static>>>);

// SAFETY: only the thread that holds `CALLS` accesses the value.
unsafe impl Sync for Observer {}

/// The closure of the current [`call`].
static OBSERVER: Observer = Observer(UnsafeCell::new(None));

/// Serialises calls of [`call`].
static CALLS: Mutex<()> = Mutex::new(());

/// Returns the address of a function with the C calling convention. It passes its arguments to the
/// closure of [`call`], and then clobbers all caller-saved registers and flags.
pub fn observer() -> u64 {
    (arch::tests_registers_observe as *const ()).expose_provenance() as u64
}

/// Calls the code at `target` with these registers. Returns the registers after the code has
/// returned. `observe` is called with the arguments of each call of [`observer`].
///
/// # Safety
///
/// It is sound to call the code at `target` with these registers. The code returns, and unwinds
/// only if `observe` unwinds.
pub unsafe fn call(
    target: u64,
    registers: &Registers,
    observe: &mut dyn FnMut(&Arguments),
) -> Registers {
    let _guard: MutexGuard<'_, ()> = CALLS.lock().unwrap_or_else(PoisonError::into_inner);
    let mut registers = Registers { target, ..registers.clone() };
    // SAFETY: this thread holds `CALLS`, and removes the reference from `OBSERVER` before `observe`
    // expires. The caller guarantees that the code can be called with these registers.
    unsafe {
        *OBSERVER.0.get() = Some(core::mem::transmute::<Observe<'_>, Observe<'static>>(observe));
        arch::tests_registers_call(&mut registers);
        *OBSERVER.0.get() = None;
    }
    registers
}

/// Passes the arguments to the closure, then clobbers the registers. The assembly of `observer`
/// continues here.
extern "C-unwind" fn forward_arguments() {
    // SAFETY: this thread is in `call`, which holds `CALLS`, so no other thread accesses the
    // statics.
    unsafe {
        if let Some(observe) = &mut *OBSERVER.0.get() {
            observe(&*ARGUMENTS.0.get());
        }
        arch::tests_registers_clobber(u64::from(vector_bytes() == 32));
    }
}
