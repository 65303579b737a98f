//! The types and globals of a module, and conversion of operands, which may refer to them.

use std::collections::HashMap;

use super::super::scan::{
    code, inside_parentheses, is_word, last_type, operand_at, split_arguments, split_type,
};
use super::{EFFECTS, pointer_to, to_typed};

/// The types and globals of a module.
#[derive(Default)]
pub(super) struct Module {
    /// Field types of named structures.
    structures: HashMap<String, Vec<String>>,
    /// Types of globals and functions.
    globals: HashMap<String, String>,
}

impl Module {
    /// Reads the definitions and declarations of a module.
    pub(super) fn read(text: &str) -> Self {
        let mut module = Self::default();
        for line in text.lines().map(code) {
            if let Some((name, fields)) = line.split_once(" = type ") {
                let fields = to_typed(fields.trim_matches(['{', '}', ' ']));
                let fields = split_arguments(&fields).into_iter().map(str::to_owned).collect();
                module.structures.insert(name.to_owned(), fields);
            } else if line.starts_with('@') {
                let (name, rest) = line.split_once(" = ").expect("a global");
                let words = [" global ", " constant "];
                let after = words.iter().find_map(|word| Some(rest.split_once(word)?.1));
                let (target, _) =
                    split_type(after.expect("the definition of a global or a constant"));
                module.globals.insert(name.to_owned(), to_typed(target.trim_end_matches(',')));
            } else if line.starts_with("define ") || line.starts_with("declare ") {
                let at = line.find('@').expect("a name");
                let open = at + line[at..].find('(').expect("parameters");
                let name = &line[at..open];
                let result = last_type(line[..at].trim_end());
                let parameters = split_arguments(inside_parentheses(&line[open..])).into_iter();
                let kinds: Vec<_> = parameters.map(|kind| to_typed(split_type(kind).0)).collect();
                let target = format!("{} ({})", to_typed(result), kinds.join(", "));
                module.globals.insert(name.to_owned(), target);
            }
        }
        module
    }

    /// Converts a line outside functions.
    pub(super) fn rewrite(&self, code: &str) -> String {
        self.operands(code, &mut |_, operand| operand.to_owned())
    }

    /// Returns the address of a global as a pointer of this type.
    pub(super) fn address(&self, name: &str, opaque: &str, target_type: &str) -> String {
        let target = self.globals.get(name).unwrap_or_else(|| panic!("{name} is not declared"));
        let own_type = pointer_to(target, opaque);
        match own_type == target_type {
            true => name.to_owned(),
            false => format!("bitcast ({own_type} {name} to {target_type})"),
        }
    }

    /// Returns the type at the address that `getelementptr` computes from a type by these indices.
    pub(super) fn element(&self, from: &str, indices: &[&str]) -> String {
        match *indices {
            [_] => from.to_owned(),
            [_, field] => match (self.structures.get(from), split_type(field).1.parse::<usize>()) {
                (Some(fields), Ok(field)) => fields[field].clone(),
                _ => panic!("unsupported field {field} of {from}"),
            },
            _ => panic!("unsupported getelementptr with {} indices", indices.len()),
        }
    }

    /// Converts a constant `getelementptr`. Returns it and the type that it points to.
    fn constant(&self, opaque: &str, expression: &str) -> (String, String) {
        let inner =
            expression.strip_prefix("getelementptr ").unwrap_or_else(|| panic!("{expression}"));
        let (word, inner) = match inner.strip_prefix("inbounds ") {
            Some(inner) => ("inbounds ", inner),
            None => ("", inner),
        };
        let split_arguments = split_arguments(inside_parentheses(inner));
        let from = to_typed(split_arguments[0]);
        let (base, name) = split_type(split_arguments[1]);
        let base_type = pointer_to(&from, base);
        let name = self.address(name, base, &base_type);
        let indices = split_arguments[2..].join(", ");
        let target = self.element(&from, &split_arguments[2..]);
        assert_eq!(base, opaque, "{expression}");
        (format!("getelementptr {word}({from}, {base_type} {name}, {indices})"), target)
    }

    /// Returns an operand as a pointer of this type. `cast` converts SSA values.
    pub(super) fn operand(
        &self,
        opaque: &str,
        operand: &str,
        target_type: &str,
        cast: &mut dyn FnMut(&str, &str) -> String,
    ) -> String {
        if operand.starts_with('@') {
            return self.address(operand, opaque, target_type);
        }
        if operand.starts_with("getelementptr ") {
            let (text, target) = self.constant(opaque, operand);
            let own_type = pointer_to(&target, opaque);
            return if own_type == target_type {
                text
            } else {
                format!("bitcast ({own_type} {text} to {target_type})")
            };
        }
        if operand.starts_with('%') { cast(opaque, operand) } else { operand.to_owned() }
    }

    /// Converts the pointer types in a piece of text, and the operands that follow them. `value`
    /// converts SSA values.
    pub(super) fn operands(
        &self,
        text: &str,
        value: &mut dyn FnMut(&str, &str) -> String,
    ) -> String {
        let mut out = String::new();
        let mut rest = text;
        while let Some(at) = find_pointer(rest) {
            out += &rest[..at];
            let opaque =
                if rest[at..].starts_with("ptr addrspace(1)") { "ptr addrspace(1)" } else { "ptr" };
            rest = &rest[at + opaque.len()..];
            let target_type = to_typed(opaque);
            out += &target_type;
            let operand = rest.strip_prefix(' ').map_or("", operand_at);
            if !operand.is_empty() {
                out.push(' ');
                out += &self.operand(opaque, operand, &target_type, value);
                rest = &rest[1 + operand.len()..];
            }
        }
        out += rest;
        for (new, old) in EFFECTS {
            out = out.replace(new, old);
        }
        intrinsics(&out)
    }
}

/// Returns the index of the first opaque pointer type.
fn find_pointer(text: &str) -> Option<usize> {
    text.match_indices("ptr").map(|(at, _)| at).find(|&at| is_word(text, at, "ptr".len()))
}

/// Converts the names of intrinsics, which contain pointer types.
fn intrinsics(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some(at) = rest.find("@llvm.") {
        let (before, name) = rest.split_at(at);
        let end = name.find('(').unwrap_or(name.len());
        out += before;
        let split_arguments = name[..end].split('.').map(|part| match part {
            "p0" => "p0i8",
            "p1" => "p1i8",
            other => other,
        });
        out += &split_arguments.collect::<Vec<_>>().join(".");
        rest = &name[end..];
    }
    out + rest
}
