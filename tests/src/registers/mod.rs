//! Calls code with known values in all registers, and records the values afterwards. Also provides
//! a function that observes its arguments and clobbers all caller-saved registers and flags.

use core::cell::UnsafeCell;
use std::sync::{Mutex, MutexGuard, PoisonError};

use statepoint_scanner::arch::{
    Host, InstructionSet, PhysicalRegister, PhysicalRegisters, Register,
};

mod arch;

pub use arch::{ARITHMETIC_FLAGS, CALL_AND_RETURN};

/// Number of recorded words of the caller's frame, from the stack pointer at the call.
pub const STACK_WORDS: usize = 32;

/// Contents of the registers before or after a call. The assembly depends on its layout.
#[repr(C, align(32))]
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Registers {
    /// The callee.
    target: u64,
    /// The flags.
    pub flags: u64,
    /// 1 if vector registers have 32 bytes, otherwise 0.
    wide: u64,
    unused: u64,
    /// The general-purpose registers by their DWARF numbers. After the call, the stack pointer's
    /// entry is its value at the call.
    pub general: [u64; 32],
    /// The words at the stack pointer.
    pub stack: [u64; STACK_WORDS],
    /// The vector registers.
    pub vectors: [[u8; 32]; 32],
}

/// The arguments that a function was called with.
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
    /// Returns a stack argument.
    ///
    /// # Safety
    ///
    /// The function that received them has not returned yet, and was called with more than `index`
    /// stack arguments.
    pub unsafe fn stack(&self, index: usize) -> u64 {
        // SAFETY: as the caller promises.
        unsafe { self.stack.add(index).read() }
    }
}

impl Registers {
    /// Returns registers that are all zero.
    pub fn new() -> Self {
        let wide = u64::from(vector_bytes() == 32);
        let (general, stack, vectors) = ([0; 32], [0; STACK_WORDS], [[0; 32]; 32]);
        Self { target: 0, flags: 0, wide, unused: 0, general, stack, vectors }
    }

    /// Returns the lowest bytes of a register.
    ///
    /// # Panics
    ///
    /// If they were not recorded.
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

/// Returns the registers that code can be called with: all but the stack pointer and the register
/// that the call itself changes.
pub fn general_registers() -> impl Iterator<Item = Register> {
    let link = u16::from(Host::CALL_PUSHES == 0) * Host::RETURN_ADDRESS_COLUMN;
    let is_one = move |register: &Register| {
        *register != Host::STACK_POINTER && (link == 0 || register.dwarf() != link)
    };
    (0..32).filter_map(Host::register).filter(is_one)
}

/// Returns the numbers of the vector registers.
pub fn vector_registers() -> impl Iterator<Item = u8> {
    let processor = statepoint_scanner::arch::detect_processor();
    let is_one = move |&number: &u8| {
        (1..=32).contains(&Host::available(PhysicalRegister::Vector(number), processor))
            || number < 16
    };
    (0..32).filter(is_one)
}

#[repr(transparent)]
struct Shared(UnsafeCell<Arguments>);

// SAFETY: it is used by the thread that holds `CALLS`.
unsafe impl Sync for Shared {}

static ARGUMENTS: Shared = Shared(UnsafeCell::new(Arguments {
    general: [0; 8],
    vectors: [[0; 16]; 8],
    stack: core::ptr::null(),
}));

type Observe<'s> = &'s mut (dyn FnMut(&Arguments) + 's);

struct Observer(UnsafeCell<Option<Observe<'static>>>);

// SAFETY: it is used by the thread that holds `CALLS`.
unsafe impl Sync for Observer {}

static OBSERVER: Observer = Observer(UnsafeCell::new(None));

/// Serialises calls.
static CALLS: Mutex<()> = Mutex::new(());

/// Returns the address of a function with the C calling convention that passes its arguments to the
/// closure given to [`call`], and then clobbers all caller-saved registers and flags.
pub fn observer() -> u64 {
    (arch::tests_registers_observe as *const ()).expose_provenance() as u64
}

/// Calls code with these registers, and returns their contents after it has returned. `observe`
/// is called with the arguments of [`observer`].
///
/// # Safety
///
/// There is code at `target` that may be called in this way, and that returns. It unwinds only if
/// `observe` does.
pub unsafe fn call(
    target: u64,
    registers: &Registers,
    observe: &mut dyn FnMut(&Arguments),
) -> Registers {
    let _one: MutexGuard<'_, ()> = CALLS.lock().unwrap_or_else(PoisonError::into_inner);
    let mut registers = Registers { target, ..registers.clone() };
    // SAFETY: this thread holds the lock; the reference is removed before it ends. The caller
    // guarantees that the code may be called.
    unsafe {
        *OBSERVER.0.get() = Some(core::mem::transmute::<Observe<'_>, Observe<'static>>(observe));
        arch::tests_registers_call(&mut registers);
        *OBSERVER.0.get() = None;
    }
    registers
}

/// Passes the arguments to the observer, then overwrites the registers.
extern "C-unwind" fn observed() {
    // SAFETY: this thread is in `call`, which holds the lock.
    unsafe {
        if let Some(observe) = &mut *OBSERVER.0.get() {
            observe(&*ARGUMENTS.0.get());
        }
        arch::tests_registers_scramble(u64::from(vector_bytes() == 32));
    }
}
