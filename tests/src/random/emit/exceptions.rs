//! Exceptions: the functions that throw them, and landing pads.
//!
//! LLVM does not give the exception itself to a landing pad in which references are relocated, so
//! `unwinding.c` records which exception is in flight.

use super::super::model::{Pad, Pick, Returned, Thrower};
use super::body::{Body, Kind};

impl Body<'_> {
    /// Writes a call with a landing pad.
    pub(super) fn invoke(&mut self, invoke: &str, result: Returned, pad: Pad, picks: &[Pick]) {
        let [normal, unwind, after] =
            ["normal", "unwind", "after"].map(|stem| self.out.fresh(stem));
        let value = self
            .out
            .value("call", format_args!("{invoke} to label %{normal} unwind label %{unwind}"));

        self.out.block(&unwind);
        self.out.mark(match pad {
            Pad::Return => "landing pad that returns",
            Pad::Join => "landing pad that joins",
            Pad::CleanUp => "landing pad that resumes unwinding",
        });
        let clause = match pad {
            Pad::CleanUp => "cleanup".to_owned(),
            Pad::Return | Pad::Join => format!("catch {} null", self.dialect.pointer()),
        };
        self.out.value("pad", format_args!("landingpad token {clause}"));
        let running = self.running.clone();
        let values = self.pool.len();
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
        self.pool.truncate(values);
        let mixed = core::mem::replace(&mut self.running, running);
        match pad {
            Pad::Return => {
                let references = [self.reference(picks[2]), self.reference(picks[3])];
                self.out.ret(self.result, &mixed, [&references[0], &references[1]]);
            }
            Pad::Join => {}
            Pad::CleanUp => {
                self.out.add_to_trace(&mixed);
                self.out.line("call void @random_resume_unwinding()");
                self.out.line("unreachable");
            }
        }
        let end = self.out.label().to_owned();
        let instead = self.reference(picks[2]);
        if pad == Pad::Join {
            self.out.line(format_args!("br label %{after}"));
        }

        self.out.block(&normal);
        let (mut number, mut references) = self.out.take_apart(result, &value);
        if pad == Pad::Join {
            let kind = self.dialect.reference();
            self.out.line(format_args!("br label %{after}"));
            self.out.block(&after);
            let from =
                |value: &str, other: &str| format!("[ {value}, %{normal} ], [ {other}, %{end} ]");
            number = self.out.value("met", format_args!("phi i64 {}", from(&number, &mixed)));
            for reference in &mut references {
                let phi = format!("phi {kind} {}", from(reference, &instead));
                *reference = self.out.value("met", phi);
            }
        }
        references.into_iter().for_each(|reference| self.push(reference, Kind::Any));
        self.mix(&number);
    }

    /// Throws if `bits` bits of the running checksum are zero.
    pub(super) fn throw(&mut self, bits: u32, thrower: Thrower) {
        let [throw, on] = ["throw", "on"].map(|stem| self.out.fresh(stem));
        let running = self.running.clone();
        let shifted = self.out.value("bits", format_args!("lshr i64 {running}, 24"));
        let low =
            self.out.value("bits", format_args!("and i64 {shifted}, {}", (1_u64 << bits) - 1));
        let all_zero = self.out.value("zero", format_args!("icmp eq i64 {low}, 0"));
        self.out.line(format_args!("br i1 {all_zero}, label %{throw}, label %{on}"));
        self.out.block(&throw);
        if thrower == Thrower::Plain && self.features.native_frames {
            self.out.mark("exception of a native function called as managed");
            self.out.line(format_args!("call void @random_throw(i64 {running})"));
        } else {
            self.out.mark("exception through the stub");
            let function =
                self.dialect.function_address("i64, i64, i64, i64, i64", "random_native_throw");
            let pointer = self.dialect.pointer();
            let arguments =
                format!("i64 {running}, i64 0, i64 0, i64 0, i64 0, {pointer} {function}");
            self.out.value("thrown", format_args!("call i64 @spgc_call_native({arguments})"));
        }
        self.out.line("unreachable");
        self.out.block(&on);
    }
}
