//! Calls code with known values in all registers, and records the values afterwards; functions that
//! observe their arguments and change everything that the calling convention lets them change.

use core::cell::UnsafeCell;
use std::sync::{Mutex, MutexGuard, PoisonError};

use statepoint_scanner::arch::{
    Host, InstructionSet, PhysicalRegister, PhysicalRegisters, Register,
};

mod arch;

pub use arch::{ARITHMETIC_FLAGS, CALL_AND_RETURN};

/// Words of the stack at the call that belong to the caller.
pub const STACK_WORDS: usize = 32;

/// Contents of the registers before or after a call. The assembly knows its layout.
#[repr(C, align(32))]
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Registers {
    /// The callee.
    target: u64,
    /// The flags.
    pub flags: u64,
    /// Whether vector registers have 32 bytes.
    wide: u64,
    unused: u64,
    /// The general-purpose registers by their DWARF numbers. That of the stack pointer is its value
    /// at the call, after the call.
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
    /// The function that received them has not returned yet, and it or its caller has this number
    /// of arguments.
    pub unsafe fn stack(&self, index: usize) -> u64 {
        // SAFETY: as the caller promises.
        unsafe { self.stack.add(index).read() }
    }
}

impl Registers {
    /// All zero.
    pub fn new() -> Self {
        let wide = u64::from(vector_bytes() == 32);
        let (general, stack, vectors) = ([0; 32], [0; STACK_WORDS], [[0; 32]; 32]);
        Self { target: 0, flags: 0, wide, unused: 0, general, stack, vectors }
    }

    /// The lowest bytes of a register.
    ///
    /// # Panics
    ///
    /// If these are not among them.
    pub fn bytes(&self, register: PhysicalRegister, bytes: usize) -> Vec<u8> {
        match register {
            PhysicalRegister::General(register) => {
                self.general[usize::from(register.dwarf())].to_le_bytes()[..bytes].to_vec()
            }
            PhysicalRegister::Vector(number) => self.vectors[usize::from(number)][..bytes].to_vec(),
            PhysicalRegister::Mask(_) => panic!("{register:?} is not among them"),
        }
    }
}

impl Default for Registers {
    fn default() -> Self {
        Self::new()
    }
}

/// Bytes of a vector register whose contents are known here: not more than 32.
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

type See<'s> = &'s mut (dyn FnMut(&Arguments) + 's);

struct Seeing(UnsafeCell<Option<See<'static>>>);

// SAFETY: it is used by the thread that holds `CALLS`.
unsafe impl Sync for Seeing {}

static SEEING: Seeing = Seeing(UnsafeCell::new(None));

/// One call at a time.
static CALLS: Mutex<()> = Mutex::new(());

/// Returns the address of a function with the C calling convention that passes its arguments to the
/// closure given to [`call`], and then changes all registers and flags that functions may change.
pub fn observer() -> u64 {
    (arch::tests_registers_observe as *const ()).expose_provenance() as u64
}

/// Calls code with these registers, and returns their contents after it has returned. `see` is
/// called with the arguments of [`observer`].
///
/// # Safety
///
/// There is code at `target` that may be called in this way, and that returns. It unwinds only if
/// `see` does.
pub unsafe fn call(
    target: u64,
    registers: &Registers,
    see: &mut dyn FnMut(&Arguments),
) -> Registers {
    let _one: MutexGuard<'_, ()> = CALLS.lock().unwrap_or_else(PoisonError::into_inner);
    let mut registers = Registers { target, ..registers.clone() };
    // SAFETY: this thread holds the lock; the reference is taken back before it ends. The caller
    // answers for the code.
    unsafe {
        *SEEING.0.get() = Some(core::mem::transmute::<See<'_>, See<'static>>(see));
        arch::tests_registers_call(&mut registers);
        *SEEING.0.get() = None;
    }
    registers
}

/// Passes the arguments to the observer, then overwrites the registers.
extern "C-unwind" fn observed() {
    // SAFETY: this thread is in `call`, which holds the lock.
    unsafe {
        if let Some(see) = &mut *SEEING.0.get() {
            see(&*ARGUMENTS.0.get());
        }
        arch::tests_registers_scramble(u64::from(vector_bytes() == 32));
    }
}
