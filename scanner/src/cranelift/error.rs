//! Errors in the description of a function that Cranelift compiled.

/// Error returned when the description of a function that Cranelift compiled is invalid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the function at {function:#x} that Cranelift compiled, offset {offset:#x}: {problem}")]
pub struct CraneliftError {
    /// Address of the function.
    pub function: u64,
    /// Offset of the return address from the function's address, in bytes; 0 if the error does not
    /// concern a call site.
    pub offset: u32,
    /// The problem.
    pub problem: CraneliftProblem,
}

/// Reason why the description of a function that Cranelift compiled is invalid. Offsets and sizes
/// are in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum CraneliftProblem {
    /// The function has no code.
    #[error("it has no code")]
    NoCode,
    /// The address is 0: the function was not placed yet.
    #[error("its address is 0; place the code before its tables")]
    NotPlaced,
    /// The code ends after the end of the address space.
    #[error("its code of {code_size:#x} bytes is beyond the address space")]
    BeyondAddressSpace {
        /// Size of the code.
        code_size: u32,
    },
    /// The code of another function of the same region overlaps it.
    #[error("its code overlaps that of the function at {other:#x}")]
    Overlap {
        /// Address of the other function.
        other: u64,
    },
    /// A return address is not in the function, nor its end.
    #[error("the return address is outside the code, which has {code_size:#x} bytes")]
    OutsideCode {
        /// Size of the code.
        code_size: u32,
    },
    /// The call sites are not in ascending order, or one occurs twice.
    #[error("the return address does not follow that of the previous call site, {previous:#x}")]
    Unsorted {
        /// Offset of the previous return address.
        previous: u32,
    },
    /// The size of a frame is not a multiple of 8, or too large.
    #[error("a frame of {frame_size} bytes is not a multiple of 8, or larger than a table allows")]
    FrameSize {
        /// Size of the frame.
        frame_size: u32,
    },
    /// A reference is not at a multiple of 8 from the stack pointer.
    #[error("a reference at [sp + {offset}] is not aligned to 8 bytes")]
    MisalignedReference {
        /// Offset from the stack pointer.
        offset: u32,
    },
    /// A reference is above the frame.
    #[error("a reference at [sp + {offset}] is outside the frame of {frame_size} bytes")]
    OutsideFrame {
        /// Offset from the stack pointer.
        offset: u32,
        /// Size of the frame.
        frame_size: u32,
    },
    /// Two references of a call site are in one slot.
    #[error("two references are at [sp + {offset}]")]
    DuplicateReference {
        /// Offset from the stack pointer.
        offset: u32,
    },
    /// The unwind rule of a call site is not that of a frame with a frame record.
    #[error(
        "its unwind rule is not that of a frame with a frame pointer: the frame address is \
         {register}{offset:+}"
    )]
    NoFrameRecord {
        /// Name of the register from which the rule computes the frame address.
        register: &'static str,
        /// Offset from that register.
        offset: i32,
    },
    /// The unwind rule says that a register is saved where Cranelift saves none.
    #[error(
        "its unwind rule says that the caller's {register} is saved at {offset} from the frame \
         address, where Cranelift does not save it: does the function tail-call one with more \
         stack arguments? Cranelift writes wrong unwind information for it"
    )]
    SavedRegister {
        /// Name of the register.
        register: &'static str,
        /// Offset from the frame address.
        offset: i32,
    },
}
