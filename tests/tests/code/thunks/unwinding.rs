//! Panics unwind the frames of thunks whose unwind tables are registered with `__register_frame`.

use std::panic::{self, AssertUnwindSafe};

use statepoint_patch::thunk::{
    Thunk, ThunkConvention, ThunkSections, ValuePassing, preserve_all_but,
};
use statepoint_scanner::arch::{CallingConvention as _, Host, PhysicalRegister, detect_processor};
use tests::executable::Executable;
use tests::registers::{self, Registers};

use super::array;

unsafe extern "C" {
    fn __register_frame(section: *const u8);
    fn __deregister_frame(section: *const u8);
}

#[test]
fn panics_pass_through_thunks() {
    // The thunk writes two callee-saved registers, so its frame holds their old values.
    let writes = Host::CALLEE_SAVED[..2].iter().copied().map(PhysicalRegister::General);
    let processor = detect_processor();
    for flags in [false, true] {
        let convention = ThunkConvention {
            pass: ValuePassing::Array,
            flags,
            writes: writes.clone().collect(),
            ..ThunkConvention::preserving(preserve_all_but::<Host>(processor, []))
        };
        let thunk = Thunk::new(&convention, registers::observer()).unwrap();
        let code = Executable::new(thunk.code());
        let sections = ThunkSections::new([(code.address(), &thunk)]);
        // SAFETY: the table is a valid `.eh_frame` section, and exists until it is deregistered.
        unsafe { __register_frame(sections.eh_frame.as_ptr()) };
        for _ in 0..3 {
            let caught = panic::catch_unwind(AssertUnwindSafe(|| {
                // SAFETY: the thunk is correct, and its unwind table is registered.
                unsafe {
                    registers::call(code.address(), &Registers::new(), &mut |arguments| {
                        array(arguments.general[2], 2).fill(0x5555);
                        panic::resume_unwind(Box::new(7_u32));
                    })
                }
            }));
            assert_eq!(caught.unwrap_err().downcast_ref(), Some(&7_u32));
        }
        // SAFETY: the table is registered, and no thread unwinds the thunk any more.
        unsafe { __deregister_frame(sections.eh_frame.as_ptr()) };
    }
}
