//! Calls of all kinds.

use super::super::model::{CallKind, Function, Pick, ResultType, Signature};
use super::body::{FunctionEmitter, ValueKind};
use super::dialect::Dialect;
use super::{function_name, functions_with_standard_signature, result_type};

impl FunctionEmitter<'_> {
    /// Emits a call. A direct call can select any function. Other calls select a function with the
    /// standard signature.
    pub(super) fn call(&mut self, callee: Pick, call_kind: CallKind, picks: &[Pick]) {
        let all = self.program.functions.len();
        let by_name = matches!(call_kind, CallKind::Direct | CallKind::Deopt | CallKind::Invoke(_));
        let index = if by_name {
            callee as usize % all
        } else {
            let standard = functions_with_standard_signature(self.program);
            standard[callee as usize % standard.len()]
        };
        let native = self.features.native_frames;
        self.out.mark(match call_kind {
            CallKind::Direct => "call by name",
            CallKind::Deopt => "call with deopt state",
            CallKind::Invoke(_) if picks[3] & 4 != 0 => "invoke with deopt state",
            CallKind::Invoke(_) => "invoke",
            CallKind::Indirect => "call through a pointer",
            CallKind::ThroughNative if native => "call through a native function",
            CallKind::ThroughNative => "call by name",
            CallKind::Transition => "call of a native function",
        });
        let signature = self.program.functions[index].signature;
        if signature.fast {
            self.out.mark("fastcc");
        }
        if signature.references >= 10 {
            self.out.mark("ten references as arguments");
        }
        if signature.pairs > 0 {
            self.out.mark("structures as arguments");
        }
        match signature.result {
            ResultType::Word => {}
            ResultType::WordAndReference => self.out.mark("structure as the result"),
            ResultType::TwoReferencesAndWord => {
                self.out.mark("structure of two references as the result")
            }
        }
        let name = function_name(self.program, index);
        let convention = if signature.fast { "fastcc " } else { "" };
        let kind = result_type(signature.result, self.dialect);
        let pointer = self.dialect.pointer();
        let result = match call_kind {
            CallKind::Direct => {
                let arguments = self.arguments(signature, picks);
                self.out.value("call", format_args!("call {convention}{kind} @{name}({arguments})"))
            }
            CallKind::Deopt => {
                let arguments = self.arguments(signature, picks);
                let state = self.deopt_state(picks);
                self.out.value(
                    "call",
                    format_args!("call {convention}{kind} @{name}({arguments}){state}"),
                )
            }
            CallKind::Invoke(pad) => {
                let arguments = self.arguments(signature, picks);
                let state = if picks[3] & 4 != 0 { self.deopt_state(picks) } else { String::new() };
                let invoke = format!("invoke {convention}{kind} @{name}({arguments}){state}");
                return self.invoke(&invoke, signature.result, pad, picks);
            }
            CallKind::Indirect => {
                let function = self.table_entry(callee);
                let arguments = self.arguments(signature, picks);
                self.out.value("call", format_args!("call i64 {function}({arguments})"))
            }
            CallKind::ThroughNative if !self.features.native_frames => {
                let arguments = self.arguments(signature, picks);
                self.out.value("call", format_args!("call i64 @{name}({arguments})"))
            }
            CallKind::ThroughNative => {
                let address =
                    self.dialect.function_address(&self.parameters(Signature::STANDARD), &name);
                let arguments = self.arguments(signature, picks);
                let arguments = format!("{pointer} {address}, {arguments}");
                self.out.value("call", format_args!("call i64 @random_native_through({arguments})"))
            }
            CallKind::Transition => self.transition(callee),
        };
        let (number, references) = self.out.extract_result(signature.result, &result);
        references.into_iter().for_each(|reference| self.push(reference, ValueKind::Any));
        self.mix(&number);
    }

    /// Emits the end of a function that calls another one, or itself, in tail position. The call is
    /// no safepoint: the frame of its caller is gone when the callee begins.
    pub(super) fn tail_call(&mut self, function: &Function, callee: Pick) {
        self.out.mark("tail call");
        let signature = function.signature;
        let functions = self.program.functions.iter().enumerate();
        let same: Vec<_> = functions.filter(|(_, other)| other.signature == signature).collect();
        let (index, _) = same[callee as usize % same.len()];
        let name = function_name(self.program, index);
        let convention = if signature.fast { "fastcc " } else { "" };
        let kind = result_type(signature.result, self.dialect);
        let arguments = self.arguments(signature, &function.live_to_end);
        let call =
            format!("musttail call {convention}{kind} @{name}({arguments}) \"gc-leaf-function\"");
        let result = self.out.value("tail", call);
        self.out.line(format_args!("ret {kind} {result}"));
    }

    /// Returns a `deopt` operand bundle with numbers and references.
    fn deopt_state(&self, picks: &[Pick]) -> String {
        let (checksum, reference) = (&self.checksum, self.dialect.reference());
        let (a, b) = (self.pick_reference(picks[1]), self.pick_reference(picks[2]));
        format!(" [ \"deopt\"(i64 {checksum}, {reference} {a}, i32 7, {reference} {b}) ]")
    }

    /// Loads a function pointer from the table. Returns the callee operand of the call.
    fn table_entry(&mut self, pick: Pick) -> String {
        let pointer = self.dialect.pointer();
        let count = functions_with_standard_signature(self.program).len();
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
                let standard = self.parameters(Signature::STANDARD);
                self.out.value("typed", format_args!("bitcast i8* {function} to i64 ({standard})*"))
            }
        }
    }

    /// Emits a call of native code with a managed-to-native transition. The native function enters
    /// managed code again, with half of the fuel.
    fn transition(&mut self, callee: Pick) -> String {
        let entry = self.program.entry();
        let pointer = self.dialect.pointer();
        let at = self.out.field("%context", 16);
        let fuel = self.out.load("i64", &at);
        let half = self.out.value("fuel", format_args!("ashr i64 {fuel}, 1"));
        let rest = self.out.value("fuel", format_args!("sub i64 {fuel}, {half}"));
        let at = self.out.field("%context", 16);
        self.out.store("i64", &rest, &at);
        let checksum = self.checksum.clone();
        let which = callee % 1000;
        let target = match self.dialect {
            Dialect::Opaque => format!("ptrtoint (ptr @{entry}_enter to i64)"),
            Dialect::Typed => format!(
                "ptrtoint (i64 (i64, i64, i64, i64, i8 addrspace(1)*)* @{entry}_enter to i64)"
            ),
        };
        let arguments =
            format!("i64 {target}, i64 {which}, i64 %below, i64 {half}, i64 {checksum}");
        // Half of the calls use a wrapper. Stack walks across a wrapper cannot find the slots of
        // some older frames: those that LLVM addresses relative to a callee-saved register, which
        // are frames of dynamic size with aligned objects.
        let found = self.features.wrappers.is_some() && !self.program.has_dynamic_stack_objects();
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
