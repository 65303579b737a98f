//! Conversion of the instructions of a function.

use std::collections::HashMap;

use super::super::scan::{
    inside_parentheses, last_type, operand_at, replace_word, split_arguments, split_first,
    split_type,
};
use super::module::Module;
use super::{pointer_to, to_typed};

/// A function during the conversion.
pub(super) struct Function<'a> {
    module: &'a Module,
    lines: Vec<String>,
    /// Values that are addresses of globals: value and global.
    globals: HashMap<String, String>,
    /// Casts in the current block: value and type, and the name of the result.
    casts: HashMap<(String, String), String>,
    name_count: usize,
}

impl<'a> Function<'a> {
    pub(super) fn new(module: &'a Module) -> Self {
        Self {
            module,
            lines: Vec::new(),
            globals: HashMap::new(),
            casts: HashMap::new(),
            name_count: 0,
        }
    }

    /// Returns the lines of the function without unused casts.
    pub(super) fn finish(self) -> Vec<String> {
        let used = |name: &str| {
            let uses = self.lines.iter().filter(|line| replace_word(line, name, "") != **line);
            uses.count() > 1
        };
        let is_unused = |line: &&String| match line.trim_start().split_once(" = bitcast ") {
            Some((name, _)) => !used(name),
            None => false,
        };
        let unused: Vec<_> = self.lines.iter().filter(is_unused).cloned().collect();
        self.lines.iter().filter(|line| !unused.contains(line)).cloned().collect()
    }

    /// Returns a new name.
    fn name(&mut self) -> String {
        self.name_count += 1;
        format!("%typed.{}", self.name_count)
    }

    fn push(&mut self, line: impl AsRef<str>) {
        self.lines.push(format!("  {}", line.as_ref()));
    }

    /// Returns an operand as a pointer of this type, and emits a cast if it needs one.
    fn pointer(&mut self, opaque: &str, operand: &str, target_type: &str) -> String {
        let module = self.module;
        let operand = self.globals.get(operand).cloned().unwrap_or_else(|| operand.to_owned());
        module.operand(opaque, &operand, target_type, &mut |opaque, value| {
            let own_type = to_typed(opaque);
            if own_type == target_type {
                return value.to_owned();
            }
            let key = (value.to_owned(), target_type.to_owned());
            if let Some(name) = self.casts.get(&key) {
                return name.clone();
            }
            let name = self.name();
            self.push(format!("{name} = bitcast {own_type} {value} to {target_type}"));
            self.casts.insert(key, name.clone());
            name
        })
    }

    /// Converts a piece of text, in which all pointers become `i8*`.
    fn operands(&self, text: &str) -> String {
        let module = self.module;
        module.operands(text, &mut |opaque, value| match self.globals.get(value) {
            Some(global) => module.address(global, opaque, &to_typed(opaque)),
            None => value.to_owned(),
        })
    }

    /// Converts a typed address to a pointer to this type.
    fn typed_address(&mut self, part: &str, target: &str) -> String {
        let (opaque, operand) = split_type(part);
        let target_type = pointer_to(target, opaque);
        let pointer = self.pointer(opaque, operand, &target_type);
        format!("{target_type} {pointer}")
    }

    /// Emits an instruction that defines `name`, and a cast to `i8*` if its result has another
    /// pointer type.
    fn define(&mut self, name: &str, typed: &str, text: &str, opaque: &str) {
        let own_type = to_typed(opaque);
        if own_type == typed {
            self.push(format!("{name} = {text}"));
            return;
        }
        let first = self.name();
        self.push(format!("{first} = {text}"));
        self.push(format!("{name} = bitcast {typed} {first} to {own_type}"));
        self.casts.insert((name.to_owned(), typed.to_owned()), first);
    }

    /// Converts a line. `code` is the line without its comment.
    pub(super) fn line(&mut self, line: &str, code: &str) {
        let instruction = code.trim_start();
        if instruction.is_empty() || instruction.ends_with(':') {
            self.casts.clear();
            self.lines.push(line.to_owned());
            return;
        }
        let (name, text) = match instruction.split_once(" = ") {
            Some((name, text)) if name.starts_with('%') => (name, text),
            _ => ("", instruction),
        };
        let result = if name.is_empty() { String::new() } else { format!("{name} = ") };
        let (opcode, rest) = text.split_once(' ').unwrap_or((text, ""));
        // Splits off the keywords of a memory access.
        let split = |rest: &'_ str| -> (String, String) {
            let mut words = String::new();
            let mut rest = rest;
            while let Some((word, after)) = rest.split_once(' ')
                && ["atomic", "volatile", "weak", "inbounds", "xchg", "inalloca"].contains(&word)
            {
                words = words + word + " ";
                rest = after;
            }
            (words, rest.to_owned())
        };
        match opcode {
            "getelementptr" => {
                let (words, rest) = split(rest);
                let split_arguments = split_arguments(&rest);
                let from = to_typed(split_arguments[0]);
                let base = self.typed_address(split_arguments[1], &from);
                let target = self.module.element(&from, &split_arguments[2..]);
                let (opaque, _) = split_type(split_arguments[1]);
                let indices = split_arguments[2..].join(", ");
                let typed = pointer_to(&target, opaque);
                self.define(
                    name,
                    &typed,
                    &format!("getelementptr {words}{from}, {base}, {indices}"),
                    opaque,
                );
            }
            "alloca" => {
                let (words, rest) = split(rest);
                let target = to_typed(split_first(&rest, ',').0);
                let text = format!("alloca {words}{}", to_typed(&rest));
                self.define(name, &format!("{target}*"), &text, "ptr");
            }
            "load" => {
                let (words, rest) = split(rest);
                let (target, rest) = split_first(&rest, ',');
                let (typed_address, rest) = split_address(rest);
                let target = to_typed(target);
                let typed_address = self.typed_address(typed_address, &target);
                self.push(format!("{result}load {words}{target}, {typed_address}{rest}"));
            }
            "store" => {
                let (words, rest) = split(rest);
                let (value, rest) = split_first(&rest, ',');
                let (typed_address, rest) = split_address(rest);
                let target = to_typed(split_type(value).0);
                let value = self.operands(value);
                let typed_address = self.typed_address(typed_address, &target);
                self.push(format!("store {words}{value}, {typed_address}{rest}"));
            }
            "atomicrmw" | "cmpxchg" => {
                let (words, rest) = split(rest);
                let (typed_address, rest) = split_first(&rest, ',');
                let target = to_typed(split_type(rest).0);
                // An exchange of integers instead could be moved across a safepoint.
                let exchanges = opcode == "atomicrmw" && target.ends_with('*');
                assert!(!exchanges, "LLVM 14 cannot exchange pointers: {text}");
                let typed_address = self.typed_address(typed_address, &target);
                let rest = self.operands(rest);
                self.push(format!("{result}{opcode} {words}{typed_address},{rest}"));
            }
            "call" if text.contains("@llvm.threadlocal.address.") => {
                let global = &text[text.find("(ptr @").expect("of a global") + 5..];
                self.globals.insert(name.to_owned(), operand_at(global).to_owned());
            }
            _ => {
                let text = self.cast_callee(&self.operands(text));
                self.push(format!("{result}{text}"));
            }
        }
        if let Some(last) = self.lines.last_mut() {
            *last += &line[code.len()..];
        }
    }

    /// Casts the callee of an indirect call to the type of the function.
    fn cast_callee(&mut self, text: &str) -> String {
        let is_call = ["call ", "invoke ", "tail call ", "notail call ", "musttail call "];
        if !is_call.iter().any(|word| text.starts_with(word)) || text.contains(" asm ") {
            return text.to_owned();
        }
        let cast_callee = text.match_indices('(').find_map(|(open, _)| {
            let start = text[..open].rfind(' ')? + 1;
            let name = &text[start..open];
            name.starts_with(['%', '@']).then_some((start, open, name))
        });
        let Some((start, open, name)) = cast_callee.filter(|(.., name)| name.starts_with('%'))
        else {
            return text.to_owned();
        };
        let kinds: Vec<_> = split_arguments(inside_parentheses(&text[open..]))
            .into_iter()
            .map(typed_type)
            .collect();
        let result = last_type(text[..start].trim_end());
        let target_type = format!("{result} ({})*", kinds.join(", "));
        let cast = self.name();
        self.push(format!("{cast} = bitcast i8* {name} to {target_type}"));
        format!("{}{cast}{}", &text[..start], &text[open..])
    }
}

/// Returns the type of an argument of a call.
fn typed_type(argument: &str) -> &str {
    match argument.find("* ") {
        Some(end) => &argument[..=end],
        None => split_type(argument).0,
    }
}

/// Splits a typed address from the rest of an access: the memory ordering and the alignment.
fn split_address(text: &str) -> (&str, &str) {
    let text = text.trim_start();
    let (opaque, rest) = split_type(text);
    let operand = operand_at(rest);
    assert!(!operand.is_empty() && opaque.starts_with("ptr"), "no address in {text:?}");
    let end = text.len() - rest.len() + operand.len();
    text.split_at(end)
}
