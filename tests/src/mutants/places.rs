//! Finds all possible mutants in the production code of the scanner and the collector.

mod expressions;
mod functions;

use std::collections::BTreeMap;
use std::ops::Range;
use std::path::{Path, PathBuf};

use proc_macro2::Span;
use syn::spanned::Spanned;
use syn::visit::Visit;
use syn::{Attribute, Expr, Item, Meta, Pat, PathArguments, Stmt, Type};

use super::cfg::is_built;
use super::{MutantKey, MutantKind, Place};

/// Root files of the crates that are mutated, relative to the workspace root.
pub const ROOTS: [&str; 5] = [
    "scanner/src/lib.rs",
    "scanner/patch/src/lib.rs",
    "scanner/tool/src/lib.rs",
    "scanner/tool/src/bin/stackmap/main.rs",
    "gc/src/lib.rs",
];
/// The file to which the mutant switch is appended in the copy. It is not mutated itself.
pub const SWITCH: &str = "scanner/src/fault_injection.rs";

/// Returns all possible mutants of the workspace, sorted by file and position.
///
/// # Errors
///
/// If a file cannot be read or parsed.
pub fn find(workspace: &Path) -> Result<Vec<Place>, String> {
    let mut places = Vec::new();
    for root in ROOTS {
        let mut files = vec![PathBuf::from(root)];
        while let Some(file) = files.pop() {
            let text = std::fs::read_to_string(workspace.join(&file))
                .map_err(|error| format!("{}: {error}", file.display()))?;
            let found = find_in_file(&text, &file.to_string_lossy())?;
            for (path, name) in found.modules {
                let candidates = module_files(&file, path.as_deref(), &name);
                let exists = candidates.into_iter().find(|path| workspace.join(path).exists());
                files.push(exists.ok_or(format!("{}: no file for mod {name}", file.display()))?);
            }
            if file != Path::new(SWITCH) {
                places.extend(found.places);
            }
        }
    }
    places.sort_by(|a, b| (&a.key.file, a.range.start).cmp(&(&b.key.file, b.range.start)));
    assign_ordinals(&mut places);
    Ok(places)
}

/// Sets the ordinal of each mutant: its index among those that agree in all other parts of the key.
fn assign_ordinals(places: &mut [Place]) {
    let mut counts: BTreeMap<MutantKey, u32> = BTreeMap::new();
    for place in places {
        let count = counts.entry(place.key.clone()).or_default();
        place.key.ordinal = *count;
        *count += 1;
    }
}

/// Returns the paths that a declaration `mod name;` in this file can refer to.
fn module_files(file: &Path, path: Option<&str>, name: &str) -> Vec<PathBuf> {
    let folder = file.parent().unwrap_or(Path::new(""));
    if let Some(path) = path {
        return vec![folder.join(path)];
    }
    let stem = file.file_stem().unwrap_or_default();
    let is_root = ["lib", "main", "mod"].iter().any(|root| stem == *root);
    let folder = if is_root { folder.to_path_buf() } else { folder.join(stem) };
    vec![folder.join(format!("{name}.rs")), folder.join(name).join("mod.rs")]
}

/// Mutants and module declarations of one file.
#[derive(Debug)]
pub struct Found {
    /// The possible mutants.
    pub places: Vec<Place>,
    /// Declared modules with separate files: the `path` attribute, if any, and the name.
    pub modules: Vec<(Option<String>, String)>,
}

/// Returns the possible mutants of one file, all with ordinal 0.
///
/// # Errors
///
/// If the text cannot be parsed as Rust.
pub fn find_in_file(text: &str, file: &str) -> Result<Found, String> {
    let parsed = syn::parse_file(text).map_err(|error| format!("{file}: {error}"))?;
    let mut finder = Finder {
        text,
        file,
        places: Vec::new(),
        modules: Vec::new(),
        owner: String::new(),
        functions: Vec::new(),
    };
    if is_built(&parsed.attrs) {
        parsed.items.iter().for_each(|item| finder.visit_item(item));
    }
    Ok(Found { places: finder.places, modules: finder.modules })
}

/// A function whose body is being visited.
struct Function {
    name: String,
    range: Range<usize>,
}

/// Visitor that collects the possible mutants of a file.
struct Finder<'t> {
    text: &'t str,
    file: &'t str,
    places: Vec<Place>,
    modules: Vec<(Option<String>, String)>,
    /// Type or trait that is being visited, followed by `::`; empty outside of both.
    owner: String,
    /// Functions that enclose the current position, outermost first.
    functions: Vec<Function>,
}

impl Finder<'_> {
    /// Returns the source text of a node on one line, without comments.
    fn line_of(&self, node: &(impl Spanned + quote::ToTokens)) -> String {
        self.one_line(&self.text[node.span().byte_range()], || node.to_token_stream().to_string())
    }

    /// Joins the lines of a source text. If the text contains comments or a multi-line string, the
    /// result is `tokens()` instead.
    fn one_line(&self, text: &str, tokens: impl Fn() -> String) -> String {
        let cannot_join = text.contains("//")
            || text.contains("/*")
            || (text.contains('"') && text.contains('\n'));
        if cannot_join { tokens() } else { text.split_whitespace().collect::<Vec<_>>().join(" ") }
    }

    /// Adds a mutant of the innermost function. `texts` are the original code, the mutated code,
    /// and the texts inserted before and after the range.
    fn add(&mut self, kind: MutantKind, span: Span, range: Range<usize>, texts: [String; 4]) {
        let Some(function) = self.functions.last() else { return };
        // A line break in an inserted text would change line numbers.
        if texts.iter().any(|text| text.contains('\n')) {
            return;
        }
        let [before, after, prefix, suffix] = texts;
        let key = MutantKey {
            file: self.file.to_owned(),
            function: function.name.clone(),
            kind,
            before,
            after,
            ordinal: 0,
        };
        let line = span.start().line;
        let function = function.range.clone();
        self.places.push(Place { key, line, range, function, prefix, suffix });
    }
}

/// Returns the value of the attribute `#[path = "..."]`, if any.
fn path_attribute(attributes: &[Attribute]) -> Option<String> {
    let attribute = attributes.iter().find(|attribute| attribute.path().is_ident("path"))?;
    let Meta::NameValue(pair) = &attribute.meta else { return None };
    let Expr::Lit(syn::ExprLit { lit: syn::Lit::Str(value), .. }) = &pair.value else {
        return None;
    };
    Some(value.value())
}

impl<'ast> Visit<'ast> for Finder<'_> {
    fn visit_item(&mut self, item: &'ast Item) {
        match item {
            Item::Fn(function) if is_built(&function.attrs) => {
                self.add_function(&function.attrs, &function.sig, &function.block);
            }
            Item::Impl(block) if is_built(&block.attrs) => self.add_implementation(block),
            Item::Trait(definition) if is_built(&definition.attrs) => self.add_trait(definition),
            Item::Mod(module) if is_built(&module.attrs) => match &module.content {
                Some((_, items)) => items.iter().for_each(|item| self.visit_item(item)),
                None => {
                    self.modules.push((path_attribute(&module.attrs), module.ident.to_string()));
                }
            },
            // Constants are evaluated at compile time, where no mutant can be selected. Arguments
            // of macros are not parsed.
            _ => {}
        }
    }

    fn visit_stmt(&mut self, statement: &'ast Stmt) {
        match statement {
            Stmt::Local(local) if !is_built(&local.attrs) => {}
            Stmt::Expr(expression, semicolon) => {
                if let Some(semicolon) = semicolon {
                    self.add_statement(expression, semicolon);
                }
                self.visit_expr(expression);
            }
            Stmt::Macro(_) => {}
            _ => syn::visit::visit_stmt(self, statement),
        }
    }

    fn visit_expr(&mut self, expression: &'ast Expr) {
        self.add_expression(expression);
    }

    fn visit_arm(&mut self, arm: &'ast syn::Arm) {
        if !is_built(&arm.attrs) {
            return;
        }
        if let Some((_, guard)) = &arm.guard {
            self.add_condition(guard);
        }
        syn::visit::visit_arm(self, arm);
    }

    fn visit_attribute(&mut self, _: &'ast Attribute) {}

    fn visit_pat(&mut self, _: &'ast Pat) {}

    fn visit_type(&mut self, _: &'ast Type) {}

    fn visit_path_arguments(&mut self, _: &'ast PathArguments) {}
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mutants::splice::splice;

    /// Returns the mutants of one kind in a function body, in the form `before => after`.
    fn mutations(body: &str, kind: MutantKind) -> Vec<String> {
        let text = format!("fn f(a: usize, b: usize, v: &mut Vec<usize>) {{ {body} }}");
        let found = find_in_file(&text, "f.rs").unwrap().places;
        // The text with all mutants must still parse.
        let numbered: Vec<_> =
            found.iter().enumerate().map(|(id, place)| (id as u32, place)).collect();
        syn::parse_file(&splice(&text, &numbered, "m").text).unwrap();
        let of_kind = found.into_iter().filter(|place| place.key.kind == kind);
        of_kind.map(|place| format!("{} => {}", place.key.before, place.key.after)).collect()
    }

    #[test]
    fn each_kind_of_mutant_is_found() {
        let cases = [
            (MutantKind::Comparison, "let x = a < b;", "a < b => (a) <= (b)"),
            (MutantKind::Logic, "let x = t && u;", "t && u => (t) || (u)"),
            (MutantKind::Condition, "if t.is() { f() }", "t.is() => !(t.is())"),
            (MutantKind::Condition, "match a { x if ok(x) => (), _ => () }", "ok(x) => !(ok(x))"),
            (MutantKind::Arithmetic, "let x = a + b * 2;", "a + b * 2 => (a) - (b * 2)"),
            (MutantKind::Arithmetic, "v[a] += b;", "v[a] += b => v[a] -= b"),
            (MutantKind::Literal, "g(0x10_u8);", "0x10_u8 => 17u8"),
            (MutantKind::Literal, "g(true);", "true => false"),
            (MutantKind::Bound, "g(&v[a..b]);", "a..b => a..(b) - 1"),
            (MutantKind::LastElement, "for x in v { g(x) }", "v => all of v but the last"),
            (MutantKind::FirstElement, "for x in v { g(x) }", "for x in v => the first of v only"),
            (MutantKind::Call, "v.clear();", "v.clear(); => "),
            (MutantKind::Call, "g(a)?;", "g(a)?; => "),
            (MutantKind::Assignment, "v[0] = a;", "v[0] = a; => "),
            (MutantKind::Method, "let x = a.min(b);", "a.min(b) => a.max(b)"),
            (MutantKind::Method, "let x = v.is_empty();", "v.is_empty() => !v.is_empty()"),
            (MutantKind::Arguments, "g(a, b);", "g(a, b) => g(b, a)"),
            (MutantKind::Return, "g()", "f => return;"),
        ];
        for (kind, body, expected) in cases {
            let found = mutations(body, kind);
            assert!(found.iter().any(|mutation| mutation == expected), "{body}: {found:?}");
        }
    }

    #[test]
    fn constants_patterns_types_and_macros_are_not_mutated() {
        let body = "const C: usize = 1 + 2; let [x, 3] = [0; 4 + 5] else { return };
            assert!(a < b); let y: [u8; 6 + 7] = g::<8>(); match a { 9..10 => (), _ => () }
            if let Some(_) = o && let Some(_) = p { h() }";
        for kind in [
            MutantKind::Arithmetic,
            MutantKind::Comparison,
            MutantKind::Bound,
            MutantKind::Logic,
            MutantKind::Condition,
        ] {
            assert_eq!(mutations(body, kind), [""; 0], "{kind}");
        }
        assert_eq!(mutations(body, MutantKind::Literal), ["0 => 1"]);
        let text = "const fn f() -> u8 { 1 } #[cfg(test)] fn g() -> u8 { 2 } static S: u8 = 3;";
        assert!(find_in_file(text, "f.rs").unwrap().places.is_empty());
    }

    #[test]
    fn mutants_of_the_workspace_have_unique_keys_and_all_kinds() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        let places = find(&root).unwrap();
        let mut keys: Vec<_> = places.iter().map(|place| &place.key).collect();
        keys.sort();
        keys.dedup();
        assert_eq!(keys.len(), places.len(), "keys must be unique");
        for kind in MutantKind::ALL {
            let count = places.iter().filter(|place| place.key.kind == kind).count();
            assert!(count >= 30, "{kind}: {count}");
        }
    }
}
