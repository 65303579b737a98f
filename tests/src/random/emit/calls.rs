//! Calls, in every way that a call can be made.

use super::super::model::{Pick, Returned, Shape, Way};
use super::body::{Body, Kind};
use super::dialect::Dialect;
use super::{function_name, returned, standard_functions};

impl Body<'_> {
    pub(super) fn call(&mut self, callee: Pick, way: Way, picks: &[Pick]) {
        let all = self.program.functions.len();
        let by_name = matches!(way, Way::Direct | Way::Deopt | Way::Invoke(_));
        let index = if by_name {
            callee as usize % all
        } else {
            let standard = standard_functions(self.program);
            standard[callee as usize % standard.len()]
        };
        let native = self.features.native_frames;
        self.out.mark(match way {
            Way::Direct => "call by name",
            Way::Deopt => "call with deopt state",
            Way::Invoke(_) if picks[3] & 4 != 0 => "invoke with deopt state",
            Way::Invoke(_) => "invoke",
            Way::Indirect => "call through a pointer",
            Way::ThroughNative if native => "call through a native function",
            Way::ThroughNative => "call by name",
            Way::Transition => "call of a native function",
        });
        let shape = self.program.functions[index].shape;
        if shape.fast {
            self.out.mark("fastcc");
        }
        if shape.references >= 10 {
            self.out.mark("ten references as arguments");
        }
        if shape.pairs > 0 {
            self.out.mark("structures as arguments");
        }
        match shape.result {
            Returned::Word => {}
            Returned::One => self.out.mark("structure as the result"),
            Returned::Two => self.out.mark("structure of two references as the result"),
        }
        let name = function_name(self.program, index);
        let convention = if shape.fast { "fastcc " } else { "" };
        let kind = returned(shape.result, self.dialect);
        let pointer = self.dialect.pointer();
        let result = match way {
            Way::Direct => {
                let arguments = self.arguments(shape, picks);
                self.out.value("call", format_args!("call {convention}{kind} @{name}({arguments})"))
            }
            Way::Deopt => {
                let arguments = self.arguments(shape, picks);
                let state = self.deopt_state(picks);
                self.out.value(
                    "call",
                    format_args!("call {convention}{kind} @{name}({arguments}){state}"),
                )
            }
            Way::Invoke(pad) => {
                let arguments = self.arguments(shape, picks);
                let state = if picks[3] & 4 != 0 { self.deopt_state(picks) } else { String::new() };
                let invoke = format!("invoke {convention}{kind} @{name}({arguments}){state}");
                return self.invoke(&invoke, shape.result, pad, picks);
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
        let (number, references) = self.out.take_apart(shape.result, &result);
        references.into_iter().for_each(|reference| self.push(reference, Kind::Any));
        self.mix(&number);
    }

    /// Returns the deopt state of a call, as a front end records it that may have to continue in an
    /// interpreter.
    fn deopt_state(&self, picks: &[Pick]) -> String {
        let (running, reference) = (&self.running, self.dialect.reference());
        let (a, b) = (self.reference(picks[1]), self.reference(picks[2]));
        format!(" [ \"deopt\"(i64 {running}, {reference} {a}, i32 7, {reference} {b}) ]")
    }

    /// Loads a function from the table. Returns it with what precedes the arguments of its call.
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

    /// A call into native code, with a managed-to-native transition, that calls managed code again
    /// with half the fuel.
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
            Dialect::Typed => format!(
                "ptrtoint (i64 (i64, i64, i64, i64, i8 addrspace(1)*)* @{entry}_enter to i64)"
            ),
        };
        let arguments = format!("i64 {target}, i64 {which}, i64 %below, i64 {half}, i64 {running}");
        // Half of the calls go each way, if a collection finds all references below a wrapper. It
        // does not if LLVM addresses stack slots relative to a callee-saved register: in frames
        // that have no fixed size and are also aligned.
        let found = self.features.wrappers.is_some() && !self.program.has_dynamic_areas();
        if found && (callee / 1000).is_multiple_of(2) {
            self.out.mark("wrapper of a native function");
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
