//! Finds the safe public functions of a crate in its sources.
//!
//! In this project, all that is `pub` can be reached from outside its crate (the lint
//! `unreachable_pub`), so the names need not be resolved. A function has the name
//!
//! * `Type::function` in an `impl` of a type, or in a public trait;
//! * `module::function` otherwise, where `module` is the module at the crate's root;
//! * `Trait for Type` for all functions of a public trait that a public type implements by hand.
//!   The traits of [`EXEMPT`] are not listed.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use proc_macro2::{TokenStream, TokenTree};
use syn::{ImplItem, Item, Signature, TraitItem, Type, Visibility};

use crate::floors::is_for_tests;

/// Traits whose implementations are not listed: markers, texts about a value, and conversions of
/// errors.
const EXEMPT: [&str; 7] = ["Copy", "Debug", "Display", "Eq", "Error", "ExactSizeIterator", "From"];

/// The functions of a crate, each with the modules that define it.
pub(super) type Functions = BTreeMap<String, BTreeSet<String>>;

/// Returns whether a function has a name of the C interface.
pub(super) fn is_for_c(function: &str) -> bool {
    function.rsplit("::").next().is_some_and(|name| name.starts_with("spgc_"))
}

/// Returns the functions of the crate with this source folder.
pub(super) fn functions_of(source: &Path) -> Functions {
    let mut files = Vec::new();
    parse_below(source, source, &mut files);
    let mut listing = Listing::default();
    files.iter().for_each(|(_, items)| listing.add_types(items));
    files.iter().for_each(|(module, items)| listing.add(module, items));
    listing.functions
}

/// Parses the files below `folder`, except programs and those that only tests use. Adds the items
/// of each, with its module, such as `walk::cursor`.
fn parse_below(folder: &Path, source: &Path, files: &mut Vec<(String, Vec<Item>)>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            parse_below(&path, source, files);
            continue;
        }
        let relative = path.strip_prefix(source).unwrap().with_extension("");
        let names: Vec<_> = relative.iter().map(|name| name.to_string_lossy()).collect();
        let is_for_tests_by_name = names.iter().any(|name| {
            ["tests", "models", "fixtures", "bin"].contains(&&**name) || name.ends_with("_tests")
        });
        if is_for_tests_by_name || path.extension().is_none_or(|extension| extension != "rs") {
            continue;
        }
        let text = std::fs::read_to_string(&path).unwrap();
        let file =
            syn::parse_file(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        if !is_for_tests(&file.attrs) {
            files.push((names.join("::"), file.items));
        }
    }
}

fn is_public(visibility: &Visibility) -> bool {
    matches!(visibility, Visibility::Public(_))
}

fn is_safe(signature: &Signature) -> bool {
    signature.unsafety.is_none()
}

#[derive(Default)]
struct Listing {
    /// Number of public types and traits with each name.
    types: BTreeMap<String, usize>,
    /// Names of traits that are not public.
    private_traits: BTreeSet<String>,
    functions: Functions,
}

impl Listing {
    /// Adds the types and traits that these items define.
    fn add_types(&mut self, items: &[Item]) {
        for item in items {
            let (visibility, name) = match item {
                Item::Struct(item) => (&item.vis, &item.ident),
                Item::Enum(item) => (&item.vis, &item.ident),
                Item::Union(item) => (&item.vis, &item.ident),
                Item::Trait(item) => (&item.vis, &item.ident),
                Item::Mod(item) if !is_for_tests(&item.attrs) => {
                    self.add_types(item.content.as_ref().map_or(&[], |(_, items)| items));
                    continue;
                }
                _ => continue,
            };
            if is_public(visibility) {
                *self.types.entry(name.to_string()).or_default() += 1;
            } else if matches!(item, Item::Trait(_)) {
                self.private_traits.insert(name.to_string());
            }
        }
    }

    fn insert(&mut self, module: &str, name: String) {
        self.functions.entry(name).or_default().insert(module.to_owned());
    }

    /// Adds a function outside an `impl`.
    fn insert_free(&mut self, module: &str, name: &str) {
        let root = module.split("::").next().unwrap_or(module);
        self.insert(module, format!("{root}::{name}"));
    }

    /// Adds the functions of these items, which are in the file of `module`.
    fn add(&mut self, module: &str, items: &[Item]) {
        for item in items {
            match item {
                Item::Fn(item)
                    if is_public(&item.vis) && is_safe(&item.sig) && !is_for_tests(&item.attrs) =>
                {
                    self.insert_free(module, &item.sig.ident.to_string());
                }
                Item::Impl(item) if !is_for_tests(&item.attrs) => self.add_impl(module, item),
                Item::Trait(item) if is_public(&item.vis) && !is_for_tests(&item.attrs) => {
                    let name = self.type_name(module, &item.ident.to_string());
                    for function in &item.items {
                        if let TraitItem::Fn(function) = function
                            && is_safe(&function.sig)
                        {
                            self.insert(module, format!("{name}::{}", function.sig.ident));
                        }
                    }
                }
                Item::Mod(item) if !is_for_tests(&item.attrs) => {
                    if let Some((_, items)) = &item.content {
                        self.add(module, items);
                    }
                }
                Item::Macro(item) => self.add_tokens(module, item.mac.tokens.clone()),
                _ => {}
            }
        }
    }

    fn add_impl(&mut self, module: &str, item: &syn::ItemImpl) {
        let Type::Path(path) = &*item.self_ty else { return };
        let Some(last) = path.path.segments.last() else { return };
        let name = last.ident.to_string();
        if let Some((_, path, _)) = &item.trait_ {
            let Some(of) = path.segments.last().map(|last| last.ident.to_string()) else { return };
            let is_listed = item.unsafety.is_none()
                && !EXEMPT.contains(&&*of)
                && !self.private_traits.contains(&of);
            if is_listed && self.types.contains_key(&name) {
                let name = self.type_name(module, &name);
                self.insert(module, format!("{of} for {name}"));
            }
            return;
        }
        let name = self.type_name(module, &name);
        for function in &item.items {
            if let ImplItem::Fn(function) = function
                && is_public(&function.vis)
                && is_safe(&function.sig)
                && !is_for_tests(&function.attrs)
            {
                self.insert(module, format!("{name}::{}", function.sig.ident));
            }
        }
    }

    /// Returns the name of a type, with the module at the crate's root if several types have it.
    fn type_name(&self, module: &str, name: &str) -> String {
        let root = module.split("::").next().unwrap_or(module);
        match self.types.get(name) {
            Some(2..) => format!("{root}::{name}"),
            _ => name.to_owned(),
        }
    }

    /// Adds the functions that a macro defines.
    fn add_tokens(&mut self, module: &str, tokens: TokenStream) {
        let mut words: Vec<String> = Vec::new();
        for token in tokens {
            match token {
                TokenTree::Ident(ident) => words.push(ident.to_string()),
                TokenTree::Group(group) => {
                    self.add_tokens(module, group.stream());
                    words.clear();
                }
                _ => words.clear(),
            }
            if let [.., start, last, name] = &words[..]
                && last == "fn"
                && ["pub", "const"].contains(&&**start)
            {
                let name = name.clone();
                self.insert_free(module, &name);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str) -> Vec<String> {
        let items = syn::parse_file(text).unwrap().items;
        let mut listing = Listing::default();
        listing.add_types(&items);
        listing.add("m::file", &items);
        listing.functions.into_keys().collect()
    }

    #[test]
    fn safe_public_functions_are_found() {
        assert_eq!(found("pub fn f() {} pub(crate) fn g() {} pub unsafe fn h() {}"), ["m::f"]);
        assert_eq!(found("mod n { pub const fn f() {} }"), ["m::f"]);
        assert_eq!(found("impl<'a> T<'a> { pub fn f() {} fn g() {} }"), ["T::f"]);
        assert_eq!(found("pub unsafe trait T { fn f(); unsafe fn g(); }"), ["T::f"]);
        assert_eq!(found("trait T { fn f(); }"), [] as [&str; 0]);
        assert_eq!(found("#[cfg(test)] mod t { pub fn f() {} }"), [] as [&str; 0]);
    }

    #[test]
    fn traits_of_public_types_are_found() {
        let text = "pub struct T; struct U; impl Drop for T {} impl Drop for U {}
            impl fmt::Debug for T {} impl Into<U> for T {} unsafe impl Send for T {}
            trait Private {} impl Private for T {}";
        assert_eq!(found(text), ["Drop for T", "Into for T"]);
    }

    #[test]
    fn types_of_one_name_are_distinguished() {
        let text = "pub struct T; mod n { pub struct T; } impl T { pub fn f() {} }";
        assert_eq!(found(text), ["m::T::f"]);
    }

    #[test]
    fn functions_of_macros_are_found() {
        let text = "macro_rules! a { ($x:ident) => { impl $x { #[must_use] pub fn f() {}
            pub const fn g() {} fn h() {} pub unsafe fn i() {} } } }";
        assert_eq!(found(text), ["m::f", "m::g"]);
    }
}
