//! The instructions of a function.

use std::collections::HashMap;

use super::super::scan::{
    inside, last_type, operand_at, parts, replace_word, split_first, split_type,
};
use super::module::Module;
use super::{pointer_to, written};

/// A function as it is rewritten.
pub(super) struct Function<'a> {
    module: &'a Module,
    lines: Vec<String>,
    /// Values that are the address of a global.
    globals: HashMap<String, String>,
    /// Values that were cast in this block, and the names of the results.
    casts: HashMap<(String, String), String>,
    names: usize,
}

impl<'a> Function<'a> {
    pub(super) fn new(module: &'a Module) -> Self {
        Self { module, lines: Vec::new(), globals: HashMap::new(), casts: HashMap::new(), names: 0 }
    }

    /// Removes casts that are not used.
    pub(super) fn finish(self) -> Vec<String> {
        let used = |name: &str| {
            let uses = self.lines.iter().filter(|line| replace_word(line, name, "") != **line);
            uses.count() > 1
        };
        let is_idle = |line: &&String| match line.trim_start().split_once(" = bitcast ") {
            Some((name, _)) => !used(name),
            None => false,
        };
        let idle: Vec<_> = self.lines.iter().filter(is_idle).cloned().collect();
        self.lines.iter().filter(|line| !idle.contains(line)).cloned().collect()
    }

    fn name(&mut self) -> String {
        self.names += 1;
        format!("%typed.{}", self.names)
    }

    fn push(&mut self, line: impl AsRef<str>) {
        self.lines.push(format!("  {}", line.as_ref()));
    }

    /// Returns an operand as a pointer of this type.
    fn pointer(&mut self, opaque: &str, operand: &str, wanted: &str) -> String {
        let module = self.module;
        let operand = self.globals.get(operand).cloned().unwrap_or_else(|| operand.to_owned());
        module.operand(opaque, &operand, wanted, &mut |opaque, value| {
            let own = written(opaque);
            if own == wanted {
                return value.to_owned();
            }
            let key = (value.to_owned(), wanted.to_owned());
            if let Some(name) = self.casts.get(&key) {
                return name.clone();
            }
            let name = self.name();
            self.push(format!("{name} = bitcast {own} {value} to {wanted}"));
            self.casts.insert(key, name.clone());
            name
        })
    }

    /// Rewrites a piece of text with all its pointers as `i8*`.
    fn operands(&self, text: &str) -> String {
        let module = self.module;
        module.operands(text, &mut |opaque, value| match self.globals.get(value) {
            Some(global) => module.address(global, opaque, &written(opaque)),
            None => value.to_owned(),
        })
    }

    /// Returns an address, type and name, as a pointer to this type.
    fn place(&mut self, part: &str, target: &str) -> String {
        let (opaque, operand) = split_type(part);
        let wanted = pointer_to(target, opaque);
        let pointer = self.pointer(opaque, operand, &wanted);
        format!("{wanted} {pointer}")
    }

    /// Casts a value of another pointer type to the name that it must have.
    fn define(&mut self, name: &str, typed: &str, text: &str, opaque: &str) {
        let own = written(opaque);
        if own == typed {
            self.push(format!("{name} = {text}"));
            return;
        }
        let first = self.name();
        self.push(format!("{first} = {text}"));
        self.push(format!("{name} = bitcast {typed} {first} to {own}"));
        self.casts.insert((name.to_owned(), typed.to_owned()), first);
    }

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
        // Words that qualify an access.
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
                let parts = parts(&rest);
                let from = written(parts[0]);
                let base = self.place(parts[1], &from);
                let target = self.module.element(&from, &parts[2..]);
                let (opaque, _) = split_type(parts[1]);
                let indices = parts[2..].join(", ");
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
                let target = written(split_first(&rest, ',').0);
                let text = format!("alloca {words}{}", written(&rest));
                self.define(name, &format!("{target}*"), &text, "ptr");
            }
            "load" => {
                let (words, rest) = split(rest);
                let (target, rest) = split_first(&rest, ',');
                let (place, rest) = split_place(rest);
                let target = written(target);
                let place = self.place(place, &target);
                self.push(format!("{result}load {words}{target}, {place}{rest}"));
            }
            "store" => {
                let (words, rest) = split(rest);
                let (value, rest) = split_first(&rest, ',');
                let (place, rest) = split_place(rest);
                let target = written(split_type(value).0);
                let value = self.operands(value);
                let place = self.place(place, &target);
                self.push(format!("store {words}{value}, {place}{rest}"));
            }
            "atomicrmw" | "cmpxchg" => {
                let (words, rest) = split(rest);
                let (place, rest) = split_first(&rest, ',');
                let target = written(split_type(rest).0);
                // As an integer it could be moved across a safepoint.
                let exchanges = opcode == "atomicrmw" && target.ends_with('*');
                assert!(!exchanges, "LLVM 14 exchanges no pointers: {text}");
                let place = self.place(place, &target);
                let rest = self.operands(rest);
                self.push(format!("{result}{opcode} {words}{place},{rest}"));
            }
            "call" if text.contains("@llvm.threadlocal.address.") => {
                let global = &text[text.find("(ptr @").expect("of a global") + 5..];
                self.globals.insert(name.to_owned(), operand_at(global).to_owned());
            }
            _ => {
                let text = self.callee(&self.operands(text));
                self.push(format!("{result}{text}"));
            }
        }
        if let Some(last) = self.lines.last_mut() {
            *last += &line[code.len()..];
        }
    }

    /// A call through a pointer names the function's type.
    fn callee(&mut self, text: &str) -> String {
        let is_call = ["call ", "invoke ", "tail call ", "notail call ", "musttail call "];
        if !is_call.iter().any(|word| text.starts_with(word)) || text.contains(" asm ") {
            return text.to_owned();
        }
        let callee = text.match_indices('(').find_map(|(open, _)| {
            let start = text[..open].rfind(' ')? + 1;
            let name = &text[start..open];
            name.starts_with(['%', '@']).then_some((start, open, name))
        });
        let Some((start, open, name)) = callee.filter(|(.., name)| name.starts_with('%')) else {
            return text.to_owned();
        };
        let kinds: Vec<_> = parts(inside(&text[open..])).into_iter().map(typed_type).collect();
        let result = last_type(text[..start].trim_end());
        let wanted = format!("{result} ({})*", kinds.join(", "));
        let cast = self.name();
        self.push(format!("{cast} = bitcast i8* {name} to {wanted}"));
        format!("{}{cast}{}", &text[..start], &text[open..])
    }
}

/// Returns the type of an argument with typed pointers.
fn typed_type(argument: &str) -> &str {
    match argument.find("* ") {
        Some(end) => &argument[..=end],
        None => split_type(argument).0,
    }
}

/// Splits an address, type and name, from what follows it: an order, an alignment.
fn split_place(text: &str) -> (&str, &str) {
    let text = text.trim_start();
    let (opaque, rest) = split_type(text);
    let operand = operand_at(rest);
    assert!(!operand.is_empty() && opaque.starts_with("ptr"), "no address in {text:?}");
    let end = text.len() - rest.len() + operand.len();
    text.split_at(end)
}
