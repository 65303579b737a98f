//! Unwinds a frame to its caller by interpreting its unwind instructions.

use gimli::{
    BaseAddresses, CfaRule, CieOrFde, EhFrame, EndianSlice, LittleEndian, RegisterRule,
    UnwindContext, UnwindSection,
};
use statepoint_scanner::arch::{CallingConvention, Host, InstructionSet};
use statepoint_scanner::return_address::return_address_at_barrier;

use super::image::Image;

type Bytes = EndianSlice<'static, LittleEndian>;

/// Unwind tables of the program.
#[derive(Debug)]
pub struct Unwinder {
    section: EhFrame<Bytes>,
    bases: BaseAddresses,
    /// Start address, end address and section offset of each FDE, sorted.
    entries: Vec<(u64, u64, usize)>,
}

/// Register state of a frame at a call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct State {
    /// Return address into the function of the frame.
    pub pc: u64,
    /// Stack pointer after the return of the call.
    pub sp: u64,
    /// Addresses of the values of the callee-saved registers in this frame, in the order of
    /// `Host::CALLEE_SAVED`.
    pub saved: Vec<u64>,
}

impl State {
    /// Returns the state of the frame that called the stub which saved the register file.
    pub fn at_register_file(address: u64) -> Self {
        let layout = Host::REGISTER_FILE;
        Self {
            pc: Host::strip_return_address(load(address + layout.return_address)),
            sp: address + layout.size,
            saved: layout.callee_saved.iter().map(|offset| address + offset).collect(),
        }
    }

    /// Returns the value of the stack pointer or of a callee-saved register, by its DWARF number.
    pub fn value(&self, register: u16) -> Result<u64, String> {
        if register == Host::STACK_POINTER.dwarf() {
            return Ok(self.sp);
        }
        self.location(register).map(load)
    }

    /// Returns the address of the value of a callee-saved register.
    pub fn location(&self, register: u16) -> Result<u64, String> {
        let index = Host::CALLEE_SAVED.iter().position(|known| known.dwarf() == register);
        index.map(|index| self.saved[index]).ok_or_else(|| {
            format!("the value of register {register} at {:#x} is not known", self.pc)
        })
    }
}

/// Loads a word of the stack that is being walked.
pub fn load(address: u64) -> u64 {
    assert!(address.is_multiple_of(8), "{address:#x} is not the address of a word");
    // SAFETY: the address was computed from the tables of this program for the stack of this
    // thread, which is in a call of `random_walk_check`. A wrong address may fault, which fails the
    // test.
    unsafe { core::ptr::with_exposed_provenance::<u64>(address as usize).read_volatile() }
}

impl Unwinder {
    /// Reads the FDEs of the program.
    ///
    /// # Errors
    ///
    /// If the section cannot be parsed.
    pub fn new(image: &Image) -> Result<Self, String> {
        let section = EhFrame::new(image.eh_frame, LittleEndian);
        let bases = BaseAddresses::default().set_eh_frame(image.eh_frame_address);
        let mut entries = Vec::new();
        let mut all = section.entries(&bases);
        while let Some(entry) = all.next().map_err(|error| error.to_string())? {
            let CieOrFde::Fde(partial) = entry else { continue };
            let fde = partial.parse(EhFrame::cie_from_offset).map_err(|error| error.to_string())?;
            entries.push((fde.initial_address(), fde.end_address(), fde.offset()));
        }
        entries.sort_unstable();
        Ok(Self { section, bases, entries })
    }

    /// Returns the start of the function that contains an address.
    pub fn function(&self, address: u64) -> Option<u64> {
        self.entry(address).map(|(start, ..)| start)
    }

    /// Returns the FDE that covers an address.
    fn entry(&self, address: u64) -> Option<(u64, u64, usize)> {
        let after = self.entries.partition_point(|&(start, ..)| start <= address);
        let entry = *self.entries.get(after.checked_sub(1)?)?;
        (address < entry.1).then_some(entry)
    }

    /// Returns the state of the frame that called this one.
    ///
    /// # Errors
    ///
    /// If the tables do not describe the frame, or use unsupported rules.
    pub fn caller(&self, frame: &State) -> Result<State, String> {
        // The address of the last byte of the call instruction. The return address can be the start
        // of another function.
        let call = frame.pc - 1;
        let at = |error: &dyn core::fmt::Display| format!("{:#x}: {error}", frame.pc);
        let (.., offset) = self.entry(call).ok_or_else(|| at(&"no unwind entry"))?;
        let fde = self
            .section
            .fde_from_offset(&self.bases, offset.into(), EhFrame::cie_from_offset)
            .map_err(|error| at(&error))?;
        let mut context = UnwindContext::new();
        let row = fde
            .unwind_info_for_address(&self.section, &self.bases, &mut context, call)
            .map_err(|error| at(&error))?;
        let CfaRule::RegisterAndOffset { register, offset } = *row.cfa() else {
            return Err(at(&"a frame address that is an expression"));
        };
        let cfa = frame.value(register.0)?.wrapping_add_signed(offset);
        let mut saved = frame.saved.clone();
        for (place, register) in saved.iter_mut().zip(Host::CALLEE_SAVED) {
            match row.register(gimli::Register(register.dwarf())) {
                Some(RegisterRule::Offset(offset)) => *place = cfa.wrapping_add_signed(offset),
                None | Some(RegisterRule::SameValue) => {}
                Some(rule) => return Err(at(&format!("{register:?} by the rule {rule:?}"))),
            }
        }
        let column = gimli::Register(Host::RETURN_ADDRESS_COLUMN);
        let Some(RegisterRule::Offset(offset)) = row.register(column) else {
            return Err(at(&"a return address that is not saved"));
        };
        let pc = Host::strip_return_address(load(cfa.wrapping_add_signed(offset)));
        let pc = return_address_at_barrier(pc).unwrap_or(pc);
        Ok(State { pc, sp: cfa, saved })
    }
}
