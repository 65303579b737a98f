//! Exceptions: throwing calls and landing pads.
//!
//! LLVM passes no exception object to a landing pad in which references are relocated, so
//! `unwinding.c` records the exception of the thread.

use super::super::model::{LandingPadAction, Pick, ResultType, Thrower};
use super::body::{FunctionEmitter, ValueKind};

impl FunctionEmitter<'_> {
    /// Emits an `invoke`, its landing pad, and the code after a normal return.
    pub(super) fn invoke(
        &mut self,
        invoke: &str,
        result: ResultType,
        pad: LandingPadAction,
        picks: &[Pick],
    ) {
        let [normal, unwind, after] =
            ["normal", "unwind", "after"].map(|stem| self.out.fresh_name(stem));
        let value = self
            .out
            .value("call", format_args!("{invoke} to label %{normal} unwind label %{unwind}"));

        self.out.block(&unwind);
        self.out.mark(match pad {
            LandingPadAction::Return => "landing pad that returns",
            LandingPadAction::Join => "landing pad that joins",
            LandingPadAction::CleanUp => "landing pad that resumes unwinding",
        });
        let clause = match pad {
            LandingPadAction::CleanUp => "cleanup".to_owned(),
            LandingPadAction::Return | LandingPadAction::Join => {
                format!("catch {} null", self.dialect.pointer())
            }
        };
        self.out.value("pad", format_args!("landingpad token {clause}"));
        let checksum = self.checksum.clone();
        let values = self.operands.len();
        for &pick in &picks[..2] {
            self.mix_value(pick);
        }
        if picks[3] & 1 != 0 {
            self.new_box();
            self.mix_value(values as Pick);
        }
        if picks[3] & 2 != 0 {
            self.out.line("call void @random_walk_check()");
        }
        self.operands.truncate(values);
        let mixed = core::mem::replace(&mut self.checksum, checksum);
        match pad {
            LandingPadAction::Return => {
                let references = [self.pick_reference(picks[2]), self.pick_reference(picks[3])];
                self.out.ret(self.result, &mixed, [&references[0], &references[1]]);
            }
            LandingPadAction::Join => {}
            LandingPadAction::CleanUp => {
                self.out.add_to_trace(&mixed);
                self.out.line("call void @random_resume_unwinding()");
                self.out.line("unreachable");
            }
        }
        let end = self.out.label().to_owned();
        let alternative = self.pick_reference(picks[2]);
        if pad == LandingPadAction::Join {
            self.out.line(format_args!("br label %{after}"));
        }

        self.out.block(&normal);
        let (mut number, mut references) = self.out.extract_result(result, &value);
        if pad == LandingPadAction::Join {
            let kind = self.dialect.reference();
            self.out.line(format_args!("br label %{after}"));
            self.out.block(&after);
            let from =
                |value: &str, other: &str| format!("[ {value}, %{normal} ], [ {other}, %{end} ]");
            number = self.out.value("merged", format_args!("phi i64 {}", from(&number, &mixed)));
            for reference in &mut references {
                let phi = format!("phi {kind} {}", from(reference, &alternative));
                *reference = self.out.value("merged", phi);
            }
        }
        references.into_iter().for_each(|reference| self.push(reference, ValueKind::Any));
        self.mix(&number);
    }

    /// Emits a call that throws if `bits` bits of the checksum are 0.
    pub(super) fn throw(&mut self, bits: u32, thrower: Thrower) {
        let [throw, normal] = ["throw", "normal"].map(|stem| self.out.fresh_name(stem));
        let checksum = self.checksum.clone();
        let shifted = self.out.value("bits", format_args!("lshr i64 {checksum}, 24"));
        let low =
            self.out.value("bits", format_args!("and i64 {shifted}, {}", (1_u64 << bits) - 1));
        let all_zero = self.out.value("zero", format_args!("icmp eq i64 {low}, 0"));
        self.out.line(format_args!("br i1 {all_zero}, label %{throw}, label %{normal}"));
        self.out.block(&throw);
        if thrower == Thrower::Direct && self.features.native_frames {
            self.out.mark("exception of a native function called as managed");
            self.out.line(format_args!("call void @random_throw(i64 {checksum})"));
        } else {
            self.out.mark("exception through the stub");
            let function =
                self.dialect.function_address("i64, i64, i64, i64, i64", "random_native_throw");
            let pointer = self.dialect.pointer();
            let arguments =
                format!("i64 {checksum}, i64 0, i64 0, i64 0, i64 0, {pointer} {function}");
            self.out.value("thrown", format_args!("call i64 @spgc_call_native({arguments})"));
        }
        self.out.line("unreachable");
        self.out.block(&normal);
    }
}
