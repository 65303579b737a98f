//! Calls, in every way that a call can be made.

use super::super::model::{Pick, Shape, Way};
use super::body::Body;
use super::dialect::Dialect;
use super::{function_name, standard_functions};

impl Body<'_> {
    pub(super) fn call(&mut self, callee: Pick, way: Way, picks: &[Pick]) {
        let all = self.program.functions.len();
        let by_name = matches!(way, Way::Direct | Way::Deopt | Way::Invoke);
        let index = if by_name {
            callee as usize % all
        } else {
            let standard = standard_functions(self.program);
            standard[callee as usize % standard.len()]
        };
        let shape = self.program.functions[index].shape;
        let name = function_name(self.program, index);
        let convention = if shape.fast { "fastcc " } else { "" };
        let reference = self.dialect.reference();
        let pointer = self.dialect.pointer();
        let result = match way {
            Way::Direct => {
                let arguments = self.arguments(shape, picks);
                self.out.value("call", format_args!("call {convention}i64 @{name}({arguments})"))
            }
            Way::Deopt => {
                let arguments = self.arguments(shape, picks);
                let running = &self.running;
                let (a, b) = (self.reference(picks[1]), self.reference(picks[2]));
                let state = format!("i64 {running}, {reference} {a}, i32 7, {reference} {b}");
                self.out.value(
                    "call",
                    format_args!(
                        "call {convention}i64 @{name}({arguments}) [ \"deopt\"({state}) ]"
                    ),
                )
            }
            Way::Invoke => {
                let arguments = self.arguments(shape, picks);
                self.invoke(&format!("invoke {convention}i64 @{name}({arguments})"), picks)
            }
            Way::Indirect => {
                let function = self.table_entry(callee);
                let arguments = self.arguments(shape, picks);
                self.out.value("call", format_args!("call i64 {function}({arguments})"))
            }
            Way::ThroughNative if !self.features.native_frames => {
                let arguments = self.arguments(shape, picks);
                self.out.value("call", format_args!("call i64 @{name}({arguments})"))
            }
            Way::ThroughNative => {
                let address =
                    self.dialect.function_address(&self.parameters(Shape::STANDARD), &name);
                let arguments = self.arguments(shape, picks);
                let arguments = format!("{pointer} {address}, {arguments}");
                self.out.value("call", format_args!("call i64 @random_native_through({arguments})"))
            }
            Way::Transition => self.transition(callee),
        };
        self.mix(&result);
    }

    /// A function from the table, with what comes before the arguments of its call.
    fn table_entry(&mut self, pick: Pick) -> String {
        let pointer = self.dialect.pointer();
        let count = standard_functions(self.program).len();
        let table = format!("[{count} x {pointer}]");
        let of_table = self.dialect.pointer_to(&table, 0);
        let slot = self.dialect.pointer_to(pointer, 0);
        let entry = self.program.entry();
        let index = pick as usize % count;
        let at = self.out.value(
            "slot",
            format_args!("getelementptr {table}, {of_table} @{entry}_table, i64 0, i64 {index}"),
        );
        let function = self
            .out
            .value("function", format_args!("load volatile {pointer}, {slot} {at}, align 8"));
        match self.dialect {
            Dialect::Opaque => function,
            Dialect::Typed => {
                let standard = self.parameters(Shape::STANDARD);
                self.out.value("typed", format_args!("bitcast i8* {function} to i64 ({standard})*"))
            }
        }
    }

    /// A call with a landing pad. Nothing throws, but LLVM does not know.
    fn invoke(&mut self, invoke: &str, picks: &[Pick]) -> String {
        let (normal, unwind) = (self.out.fresh("normal"), self.out.fresh("unwind"));
        let result = self
            .out
            .value("call", format_args!("{invoke} to label %{normal} unwind label %{unwind}"));
        self.out.block(&unwind);
        let pad = self.out.fresh("pad");
        self.out.line(format_args!("%{pad} = landingpad token cleanup"));
        let running = self.running.clone();
        for &pick in &picks[..2] {
            self.mix_value(pick);
        }
        let mixed = core::mem::replace(&mut self.running, running);
        self.out.line(format_args!("ret i64 {mixed}"));
        self.out.block(&normal);
        result
    }

    /// A call into native code, with a transition, that calls managed code again with half the fuel.
    fn transition(&mut self, callee: Pick) -> String {
        let entry = self.program.entry();
        let pointer = self.dialect.pointer();
        let at = self.out.field("%context", 16);
        let fuel = self.out.load("i64", &at);
        let half = self.out.value("fuel", format_args!("ashr i64 {fuel}, 1"));
        let rest = self.out.value("fuel", format_args!("sub i64 {fuel}, {half}"));
        let at = self.out.field("%context", 16);
        self.out.store("i64", &rest, &at);
        let running = self.running.clone();
        let which = callee % 1000;
        let target = match self.dialect {
            Dialect::Opaque => format!("ptrtoint (ptr @{entry}_enter to i64)"),
            Dialect::Typed => format!("ptrtoint (i64 (i64, i64, i64, i64)* @{entry}_enter to i64)"),
        };
        let arguments = format!("i64 {target}, i64 {which}, i64 %below, i64 {half}, i64 {running}");
        // One half of them each way, where a collection finds all references behind a wrapper.
        if self.features.wrappers.is_some() && (callee / 1000).is_multiple_of(2) {
            return self.out.value("call", format_args!("call i64 @{entry}_wrapper({arguments})"));
        }
        let native =
            self.dialect.function_address("i64, i64, i64, i64, i64", "random_native_enter");
        self.out.value(
            "call",
            format_args!("call i64 @spgc_call_native({arguments}, {pointer} {native})"),
        )
    }
}
