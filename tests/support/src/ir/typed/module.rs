//! The parts of a module outside its functions, and operands, which may be names of such parts.

use std::collections::HashMap;

use super::super::scan::{code, inside, is_word, last_type, operand_at, parts, split_type};
use super::{EFFECTS, pointer_to, written};

/// The parts of a module outside its functions.
#[derive(Default)]
pub(super) struct Module {
    /// The fields of structures.
    structures: HashMap<String, Vec<String>>,
    /// The types of globals and functions.
    globals: HashMap<String, String>,
}

impl Module {
    pub(super) fn read(text: &str) -> Self {
        let mut module = Self::default();
        for line in text.lines().map(code) {
            if let Some((name, fields)) = line.split_once(" = type ") {
                let fields = written(fields.trim_matches(['{', '}', ' ']));
                let fields = parts(&fields).into_iter().map(str::to_owned).collect();
                module.structures.insert(name.to_owned(), fields);
            } else if line.starts_with('@') {
                let (name, rest) = line.split_once(" = ").expect("a global");
                let words = [" global ", " constant "];
                let after = words.iter().find_map(|word| Some(rest.split_once(word)?.1));
                let (target, _) = split_type(after.expect("a global or a constant"));
                module.globals.insert(name.to_owned(), written(target.trim_end_matches(',')));
            } else if line.starts_with("define ") || line.starts_with("declare ") {
                let at = line.find('@').expect("a name");
                let open = at + line[at..].find('(').expect("parameters");
                let name = &line[at..open];
                let result = last_type(line[..at].trim_end());
                let parameters = parts(inside(&line[open..])).into_iter();
                let kinds: Vec<_> = parameters.map(|kind| written(split_type(kind).0)).collect();
                let target = format!("{} ({})", written(result), kinds.join(", "));
                module.globals.insert(name.to_owned(), target);
            }
        }
        module
    }

    /// Rewrites a line outside functions.
    pub(super) fn rewrite(&self, code: &str) -> String {
        self.operands(code, &mut |_, operand| operand.to_owned())
    }

    /// Returns the address of a global as a pointer of this type.
    pub(super) fn address(&self, name: &str, opaque: &str, wanted: &str) -> String {
        let target = self.globals.get(name).unwrap_or_else(|| panic!("{name} is not declared"));
        let own = pointer_to(target, opaque);
        match own == wanted {
            true => name.to_owned(),
            false => format!("bitcast ({own} {name} to {wanted})"),
        }
    }

    /// Returns the type at the address that `getelementptr` computes from a type by these indices.
    pub(super) fn element(&self, from: &str, indices: &[&str]) -> String {
        match *indices {
            [_] => from.to_owned(),
            [_, field] => match (self.structures.get(from), split_type(field).1.parse::<usize>()) {
                (Some(fields), Ok(field)) => fields[field].clone(),
                _ => panic!("{field} of {from}"),
            },
            _ => panic!("{} indices", indices.len()),
        }
    }

    /// Returns a constant expression, and the type that it points to.
    fn constant(&self, opaque: &str, expression: &str) -> (String, String) {
        let inner =
            expression.strip_prefix("getelementptr ").unwrap_or_else(|| panic!("{expression}"));
        let (word, inner) = match inner.strip_prefix("inbounds ") {
            Some(inner) => ("inbounds ", inner),
            None => ("", inner),
        };
        let parts = parts(inside(inner));
        let from = written(parts[0]);
        let (base, name) = split_type(parts[1]);
        let base_type = pointer_to(&from, base);
        let name = self.address(name, base, &base_type);
        let indices = parts[2..].join(", ");
        let target = self.element(&from, &parts[2..]);
        assert_eq!(base, opaque, "{expression}");
        (format!("getelementptr {word}({from}, {base_type} {name}, {indices})"), target)
    }

    /// Returns an operand as a pointer of this type; `cast` makes one of a value.
    pub(super) fn operand(
        &self,
        opaque: &str,
        operand: &str,
        wanted: &str,
        cast: &mut dyn FnMut(&str, &str) -> String,
    ) -> String {
        if operand.starts_with('@') {
            return self.address(operand, opaque, wanted);
        }
        if operand.starts_with("getelementptr ") {
            let (text, target) = self.constant(opaque, operand);
            let own = pointer_to(&target, opaque);
            return if own == wanted {
                text
            } else {
                format!("bitcast ({own} {text} to {wanted})")
            };
        }
        if operand.starts_with('%') { cast(opaque, operand) } else { operand.to_owned() }
    }

    /// Rewrites a piece of text: operands that are pointers become `i8*`; types alone become typed.
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
            let wanted = written(opaque);
            out += &wanted;
            let operand = rest.strip_prefix(' ').map_or("", operand_at);
            if !operand.is_empty() {
                out.push(' ');
                out += &self.operand(opaque, operand, &wanted, value);
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

/// Returns where an opaque pointer type occurs.
fn find_pointer(text: &str) -> Option<usize> {
    text.match_indices("ptr").map(|(at, _)| at).find(|&at| is_word(text, at, "ptr".len()))
}

/// Names of intrinsics that contain the types that pointers point to.
fn intrinsics(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some(at) = rest.find("@llvm.") {
        let (before, name) = rest.split_at(at);
        let end = name.find('(').unwrap_or(name.len());
        out += before;
        let parts = name[..end].split('.').map(|part| match part {
            "p0" => "p0i8",
            "p1" => "p1i8",
            other => other,
        });
        out += &parts.collect::<Vec<_>>().join(".");
        rest = &name[end..];
    }
    out + rest
}
