//! Finds the top-level modules of its own crate that a source file imports.

use std::collections::BTreeMap;

use proc_macro2::{TokenStream, TokenTree};
use syn::visit::Visit;
use syn::{Attribute, Item, Meta, UseTree, VisRestricted};

/// The imports of one file: each name that follows `crate::`, and its first line.
pub(super) type Imports = BTreeMap<String, usize>;

/// Returns the imports of a file, except those of its own top-level module. `module` is the module
/// path of the file, such as `["walk", "cursor"]`.
///
/// Imports of tests and loom models are ignored: they may use any floor.
pub(super) fn of_file(text: &str, module: &[&str]) -> syn::Result<Imports> {
    let mut finder =
        Finder { depth: module.len(), top: module.first().copied(), imports: Imports::new() };
    let file = syn::parse_file(text)?;
    if !is_for_tests(&file.attrs) {
        file.items.iter().for_each(|item| finder.visit_item(item));
    }
    Ok(finder.imports)
}

/// Visitor that collects imports.
struct Finder<'m> {
    /// Number of modules that enclose the current position.
    depth: usize,
    /// The top-level module of the file.
    top: Option<&'m str>,
    imports: Imports,
}

impl Finder<'_> {
    /// Adds the import of a path that starts with these names, if the path is an import.
    fn add_path(&mut self, names: &[(String, usize)]) {
        let supers = names.iter().take_while(|(name, _)| name == "super").count();
        let skipped = match names.first() {
            Some((first, _)) if first == "crate" => 1,
            _ if supers > 0 && supers == self.depth => supers,
            _ => return,
        };
        if let Some((name, line)) = names.get(skipped)
            && Some(name.as_str()) != self.top
        {
            self.imports.entry(name.clone()).or_insert(*line);
        }
    }

    /// Adds the imports of a `use` tree. `before` is the path that precedes the tree.
    fn add_use_tree(&mut self, tree: &UseTree, before: &mut Vec<(String, usize)>) {
        match tree {
            UseTree::Path(path) => {
                before.push((path.ident.to_string(), path.ident.span().start().line));
                self.add_use_tree(&path.tree, before);
                before.pop();
            }
            UseTree::Group(group) => {
                group.items.iter().for_each(|tree| self.add_use_tree(tree, before))
            }
            UseTree::Name(syn::UseName { ident })
            | UseTree::Rename(syn::UseRename { ident, .. }) => {
                before.push((ident.to_string(), ident.span().start().line));
                self.add_path(before);
                before.pop();
            }
            UseTree::Glob(glob) => {
                before.push(("*".to_owned(), glob.star_token.spans[0].start().line));
                self.add_path(before);
                before.pop();
            }
        }
    }

    /// Adds the paths in the arguments of a macro, which are not parsed.
    fn add_tokens(&mut self, tokens: TokenStream) {
        let mut names: Vec<(String, usize)> = Vec::new();
        let mut colons = 0;
        for token in tokens {
            match token {
                TokenTree::Ident(ident) => {
                    if colons != 2 {
                        self.add_path(&names);
                        names.clear();
                    }
                    names.push((ident.to_string(), ident.span().start().line));
                    colons = 0;
                }
                TokenTree::Punct(punct) if punct.as_char() == ':' => colons += 1,
                other => {
                    self.add_path(&names);
                    names.clear();
                    colons = 0;
                    if let TokenTree::Group(group) = other {
                        self.add_tokens(group.stream());
                    }
                }
            }
        }
        self.add_path(&names);
    }
}

impl<'ast> Visit<'ast> for Finder<'_> {
    fn visit_item(&mut self, item: &'ast Item) {
        if is_for_tests(attributes(item)) {
            return;
        }
        match item {
            Item::Use(import) => self.add_use_tree(&import.tree, &mut Vec::new()),
            Item::Mod(module) if module.content.is_some() => {
                self.depth += 1;
                syn::visit::visit_item(self, item);
                self.depth -= 1;
            }
            _ => syn::visit::visit_item(self, item),
        }
    }

    fn visit_path(&mut self, path: &'ast syn::Path) {
        let names: Vec<_> = path
            .segments
            .iter()
            .map(|segment| (segment.ident.to_string(), segment.ident.span().start().line))
            .collect();
        self.add_path(&names);
        syn::visit::visit_path(self, path);
    }

    fn visit_macro(&mut self, call: &'ast syn::Macro) {
        self.add_tokens(call.tokens.clone());
        syn::visit::visit_macro(self, call);
    }

    /// Ignores the path in `pub(in crate::walk)`, which is not an import.
    fn visit_vis_restricted(&mut self, _: &'ast VisRestricted) {}

    fn visit_attribute(&mut self, _: &'ast Attribute) {}
}

/// Returns whether an item exists only for tests or loom models, as with `#[test]`, `#[cfg(test)]`
/// or `#[cfg(all(loom, test))]`.
pub(crate) fn is_for_tests(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|attribute| {
        attribute.path().is_ident("test")
            || (attribute.path().is_ident("cfg")
                && attribute.parse_args::<Meta>().is_ok_and(|condition| implies_tests(&condition)))
    })
}

/// Returns whether a `cfg` predicate is false unless tests or loom models are built.
fn implies_tests(condition: &Meta) -> bool {
    match condition {
        Meta::Path(path) => path.is_ident("test") || path.is_ident("loom"),
        Meta::List(list) if list.path.is_ident("all") => list
            .parse_args_with(syn::punctuated::Punctuated::<Meta, syn::Token![,]>::parse_terminated)
            .is_ok_and(|parts| parts.iter().any(implies_tests)),
        _ => false,
    }
}

/// Returns the attributes of an item.
fn attributes(item: &Item) -> &[Attribute] {
    match item {
        Item::Const(item) => &item.attrs,
        Item::Enum(item) => &item.attrs,
        Item::ExternCrate(item) => &item.attrs,
        Item::Fn(item) => &item.attrs,
        Item::ForeignMod(item) => &item.attrs,
        Item::Impl(item) => &item.attrs,
        Item::Macro(item) => &item.attrs,
        Item::Mod(item) => &item.attrs,
        Item::Static(item) => &item.attrs,
        Item::Struct(item) => &item.attrs,
        Item::Trait(item) => &item.attrs,
        Item::TraitAlias(item) => &item.attrs,
        Item::Type(item) => &item.attrs,
        Item::Union(item) => &item.attrs,
        Item::Use(item) => &item.attrs,
        _ => &[],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn imports(text: &str, module: &[&str]) -> Vec<(String, usize)> {
        of_file(text, module).unwrap().into_iter().collect()
    }

    fn names(text: &str) -> Vec<String> {
        imports(text, &["walk", "cursor"]).into_iter().map(|(name, _)| name).collect()
    }

    #[test]
    fn imports_are_found_wherever_a_path_can_occur() {
        let text = "use crate::{arch::{Host, X}, table as t};
            fn f() -> crate::cfi::Rule { crate::os::page() }";
        assert_eq!(names(text), ["arch", "cfi", "os", "table"]);
        assert_eq!(names("fn f() { naked_asm!(\"\", to = sym crate::deopt::landed) }"), ["deopt"]);
        assert_eq!(names("fn f() { write!(f, \"{}\", g(crate::os::page())) }"), ["os"]);
        assert_eq!(names("#[cfg(unix)]\nimpl crate::table::Find for X {}"), ["table"]);
        assert_eq!(imports("\n\nuse crate::os;", &["walk"]), [("os".to_owned(), 3)]);
    }

    #[test]
    fn super_paths_are_resolved_to_the_crate_root() {
        assert_eq!(names("use super::super::os::page; use super::code::Code;"), ["os"]);
        assert_eq!(
            names("mod inner { use super::super::super::os::page; use super::super::frame; }"),
            ["os"]
        );
        assert_eq!(imports("use super::os;", &["walk"]).len(), 1);
    }

    #[test]
    fn other_paths_and_test_code_are_ignored() {
        for text in [
            "pub(in crate::os) fn f() {}",
            "use crate::walk::Frame;",
            "/// [page](crate::os::page)\nfn f() {}",
            "#[cfg(test)] mod tests { use crate::os; }",
            "#[cfg(all(loom, test))] use crate::os;",
            "#[test] fn f() { crate::os::page(); }",
            "#![cfg(test)] use crate::os;",
            "use other::crate_name; use std::os;",
        ] {
            assert_eq!(names(text), [] as [&str; 0], "{text}");
        }
    }
}
