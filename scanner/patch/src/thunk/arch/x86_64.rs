//! The machine code of thunks on x86-64.

use iced_x86::{Code, Encoder, IcedError, Instruction, MemoryOperand, Register as Native};

use crate::thunk::{AssembledThunk, CfiChange, ThunkAssembler, ThunkProgram, ThunkStep};
use statepoint_scanner::arch::x86_64::Processor;
use statepoint_scanner::arch::{InstructionSet, Register, X86_64};

/// Number of bytes that `pushfq` pushes.
const FLAGS: u32 = 8;
/// Size of the return address in bytes.
const PUSHED: u32 = 8;
/// `int3`, which fills the bytes between the code and the function's address.
const FILLER: u8 = 0xcc;
/// Bitness of the encoded instructions.
const BITS: u32 = 64;

const fn register(dwarf: u8) -> Register {
    Register::new(dwarf)
}

impl ThunkAssembler for X86_64 {
    /// rdi, rsi, rdx, rcx, r8, r9
    const ARGUMENTS: &'static [Register] =
        &[register(5), register(4), register(1), register(2), register(8), register(9)];
    const VECTOR_ARGUMENTS: u8 = 8;
    /// Scratch registers, those that hold no argument first: r11, r10, rax.
    const SCRATCH: &'static [Register] = &[
        register(11),
        register(10),
        register(0),
        register(9),
        register(8),
        register(2),
        register(1),
        register(4),
        register(5),
    ];
    const LINK: Option<Register> = None;
    const FARTHEST: i32 = i32::MAX;

    fn reserved(flags: bool) -> u32 {
        if flags { FLAGS } else { 0 }
    }

    fn is_target(_: u64) -> bool {
        true
    }

    fn assemble(program: &ThunkProgram<Self>) -> AssembledThunk {
        let mut code =
            Emitter { encoder: Encoder::new(BITS), len: 0, processor: program.processor };
        let mut unwind = Vec::new();
        // A far call of the thunk is indirect, so indirect branch tracking requires `endbr64`.
        code.emit(Instruction::with(Code::Endbr64));
        let mut entered = PUSHED;
        if program.flags {
            code.emit(Instruction::with(Code::Pushfq));
            entered += FLAGS;
            unwind.push((code.len, CfiChange::Cfa(entered)));
        }
        let frame = program.cfa - entered;
        if frame != 0 {
            code.emit_result(Instruction::with2(Code::Sub_rm64_imm32, Native::RSP, frame as i32));
            unwind.push((code.len, CfiChange::Cfa(program.cfa)));
        }
        program.before.iter().for_each(|step| code.step(step));
        for &(saved, at) in &program.saved {
            unwind.push((code.len, CfiChange::Saved(saved.dwarf(), program.cfa - at)));
        }
        // The function's address is placed after the code, at an offset that is known when the rest
        // is complete.
        let call = code.len;
        code.call(0);
        let return_offset = code.len;
        program.after.iter().for_each(|step| code.step(step));
        if frame != 0 {
            code.emit_result(Instruction::with2(Code::Add_rm64_imm32, Native::RSP, frame as i32));
        }
        for &(saved, _) in &program.saved {
            unwind.push((code.len, CfiChange::InRegister(saved.dwarf())));
        }
        if frame != 0 {
            unwind.push((code.len, CfiChange::Cfa(entered)));
        }
        if program.flags {
            code.emit(Instruction::with(Code::Popfq));
            unwind.push((code.len, CfiChange::Cfa(PUSHED)));
        }
        code.emit(Instruction::with(Code::Retnq));
        let mut bytes = code.encoder.take_buffer();
        let target = bytes.len().next_multiple_of(8);
        bytes.resize(target, FILLER);
        bytes.extend(program.target.to_le_bytes());
        let distance = target as u32 - return_offset;
        bytes[return_offset as usize - 4..return_offset as usize]
            .copy_from_slice(&distance.to_le_bytes());
        debug_assert_eq!(return_offset - call, 6);
        AssembledThunk { code: bytes, return_offset, unwind }
    }
}

/// Encoder of a thunk's instructions.
struct Emitter {
    encoder: Encoder,
    /// Length of the code so far, in bytes.
    len: u32,
    processor: Processor,
}

impl Emitter {
    fn emit(&mut self, instruction: Instruction) {
        // Encoding cannot fail: the operands have the kinds that the opcode requires.
        let encoded = self.encoder.encode(&instruction, self.len.into());
        self.len += encoded.expect("an operand does not match the opcode") as u32;
    }

    /// Emits an instruction that was created with operands.
    fn emit_result(&mut self, instruction: Result<Instruction, IcedError>) {
        self.emit(instruction.expect("an operand does not match the opcode"));
    }

    /// Emits `call *target(%rip)`.
    fn call(&mut self, target: u64) {
        let target = MemoryOperand::with_base_displ(Native::RIP, target as i64);
        self.emit_result(Instruction::with1(Code::Call_rm64, target));
    }

    fn step(&mut self, step: &ThunkStep) {
        match *step {
            ThunkStep::Store { from, at, bytes } => match bytes {
                1 => self.emit_result(Instruction::with2(Code::Mov_rm8_r8, frame(at), low(from))),
                2 => self.emit_result(Instruction::with2(
                    Code::Mov_rm16_r16,
                    frame(at),
                    Native::AX + number(from),
                )),
                4 => self.emit_result(Instruction::with2(
                    Code::Mov_rm32_r32,
                    frame(at),
                    Native::EAX + number(from),
                )),
                _ => {
                    self.emit_result(Instruction::with2(Code::Mov_rm64_r64, frame(at), word(from)))
                }
            },
            ThunkStep::Clear { at } => {
                self.emit_result(Instruction::with2(Code::Mov_rm64_imm32, frame(at), 0))
            }
            ThunkStep::Load { to, base, offset, bytes } => {
                let from = memory(base, offset);
                match bytes {
                    1 => {
                        self.emit_result(Instruction::with2(Code::Movzx_r32_rm8, double(to), from))
                    }
                    2 => {
                        self.emit_result(Instruction::with2(Code::Movzx_r32_rm16, double(to), from))
                    }
                    4 => self.emit_result(Instruction::with2(Code::Mov_r32_rm32, double(to), from)),
                    _ => self.emit_result(Instruction::with2(Code::Mov_r64_rm64, word(to), from)),
                }
            }
            ThunkStep::Copy { to, from, bytes } => match bytes {
                1 => {
                    self.emit_result(Instruction::with2(Code::Movzx_r32_rm8, double(to), low(from)))
                }
                2 => self.emit_result(Instruction::with2(
                    Code::Movzx_r32_rm16,
                    double(to),
                    Native::AX + number(from),
                )),
                4 => self.emit_result(Instruction::with2(
                    Code::Mov_r32_rm32,
                    double(to),
                    double(from),
                )),
                _ => self.emit_result(Instruction::with2(Code::Mov_r64_rm64, word(to), word(from))),
            },
            ThunkStep::Address { to, base, offset } => {
                self.emit_result(Instruction::with2(
                    Code::Lea_r64_m,
                    word(to),
                    memory(base, offset),
                ));
            }
            ThunkStep::Constant { to, value } => match u32::try_from(value) {
                Ok(value) => {
                    self.emit_result(Instruction::with2(Code::Mov_r32_imm32, double(to), value))
                }
                Err(_) => {
                    self.emit_result(Instruction::with2(Code::Mov_r64_imm64, word(to), value))
                }
            },
            ThunkStep::StoreVector { from, at, bytes } => {
                let code = vector_codes(self.processor, bytes).0;
                self.emit_result(Instruction::with2(code, frame(at), vector(from, bytes)));
            }
            ThunkStep::LoadVector { to, at, bytes } => {
                let code = vector_codes(self.processor, bytes).1;
                self.emit_result(Instruction::with2(code, vector(to, bytes), frame(at)));
            }
            ThunkStep::StoreMask { from, at, bytes } => {
                let code = match bytes {
                    2 => Code::VEX_Kmovw_m16_kr,
                    _ => Code::VEX_Kmovq_m64_kr,
                };
                self.emit_result(Instruction::with2(code, frame(at), Native::K0 + u32::from(from)));
            }
            ThunkStep::LoadMask { to, at, bytes } => {
                let code = match bytes {
                    2 => Code::VEX_Kmovw_kr_km16,
                    _ => Code::VEX_Kmovq_kr_km64,
                };
                self.emit_result(Instruction::with2(code, Native::K0 + u32::from(to), frame(at)));
            }
        }
    }
}

/// Returns the opcodes of store and load. Where there are 32-byte instructions, legacy 16-byte
/// instructions, which do not affect the upper half, are slow.
fn vector_codes(processor: Processor, bytes: u8) -> (Code, Code) {
    match (bytes, processor) {
        (4, Processor::Sse) => (Code::Movss_xmmm32_xmm, Code::Movss_xmm_xmmm32),
        (8, Processor::Sse) => (Code::Movsd_xmmm64_xmm, Code::Movsd_xmm_xmmm64),
        (16, Processor::Sse) => (Code::Movups_xmmm128_xmm, Code::Movups_xmm_xmmm128),
        (4, _) => (Code::VEX_Vmovss_m32_xmm, Code::VEX_Vmovss_xmm_m32),
        (8, _) => (Code::VEX_Vmovsd_m64_xmm, Code::VEX_Vmovsd_xmm_m64),
        (16, _) => (Code::VEX_Vmovups_xmmm128_xmm, Code::VEX_Vmovups_xmm_xmmm128),
        (32, _) => (Code::VEX_Vmovups_ymmm256_ymm, Code::VEX_Vmovups_ymm_ymmm256),
        _ => (Code::EVEX_Vmovups_zmmm512_k1z_zmm, Code::EVEX_Vmovups_zmm_k1z_zmmm512),
    }
}

fn frame(at: u32) -> MemoryOperand {
    memory(X86_64::STACK_POINTER, at as i32)
}

fn memory(base: Register, offset: i32) -> MemoryOperand {
    MemoryOperand::with_base_displ(word(base), offset.into())
}

/// Returns the number of a register in the instruction encoding.
fn number(register: Register) -> u32 {
    const NUMBERS: [u32; 8] = [0, 2, 1, 3, 6, 7, 5, 4];
    let dwarf = u32::from(register.dwarf());
    NUMBERS.get(dwarf as usize).copied().unwrap_or(dwarf)
}

fn word(register: Register) -> Native {
    Native::RAX + number(register)
}

/// Returns the lower half of a register.
fn double(register: Register) -> Native {
    Native::EAX + number(register)
}

/// Returns the lowest byte of a register.
fn low(register: Register) -> Native {
    match number(register) {
        number @ 0..4 => Native::AL + number,
        number @ 4..8 => Native::SPL + (number - 4),
        number => Native::R8L + (number - 8),
    }
}

fn vector(number: u8, bytes: u8) -> Native {
    let first = match bytes {
        32 => Native::YMM0,
        64 => Native::ZMM0,
        _ => Native::XMM0,
    };
    first + u32::from(number)
}
