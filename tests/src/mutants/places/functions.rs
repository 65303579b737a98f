//! Finds mutants in which a function returns a default value without executing its body.

use syn::spanned::Spanned;
use syn::visit::Visit;
use syn::{
    Attribute, Block, GenericArgument, ImplItem, ItemImpl, ItemTrait, PathArguments, ReturnType,
    Signature, TraitItem, Type,
};

use super::{Finder, Function};
use crate::mutants::cfg::is_built;
use crate::mutants::{CONDITION_PLACEHOLDER, MutantKind};

/// Returns the default values of a return type that mutants return. Empty for types without an
/// obvious default; an empty string for functions that return nothing.
fn default_values(output: &ReturnType) -> Vec<&'static str> {
    let ReturnType::Type(_, output) = output else { return vec![""] };
    let Type::Path(path) = &**output else { return Vec::new() };
    let Some(segment) = path.path.segments.last() else { return Vec::new() };
    match &*segment.ident.to_string() {
        "bool" => vec!["true", "false"],
        "u8" | "u16" | "u32" | "u64" | "usize" | "i8" | "i16" | "i32" | "i64" | "isize" => {
            vec!["0"]
        }
        "Option" => vec!["None"],
        "Vec" => vec!["Vec::new()"],
        "Result" if is_unit(&segment.arguments) => vec!["Ok(())"],
        _ => Vec::new(),
    }
}

/// Returns whether the first type argument is `()`.
fn is_unit(arguments: &PathArguments) -> bool {
    let PathArguments::AngleBracketed(arguments) = arguments else { return false };
    let first = arguments.args.first();
    matches!(first, Some(GenericArgument::Type(Type::Tuple(tuple))) if tuple.elems.is_empty())
}

impl Finder<'_> {
    /// Adds the mutants of a function. Constant functions and naked functions have none.
    pub(super) fn add_function(
        &mut self,
        attributes: &[Attribute],
        signature: &Signature,
        body: &Block,
    ) {
        let is_naked = attributes.iter().any(|attribute| {
            let text = self.text.get(attribute.span().byte_range());
            text.is_some_and(|text| text.contains("naked"))
        });
        if signature.constness.is_some() || is_naked {
            return;
        }
        let name = format!("{}{}", self.owner, signature.ident);
        let range = body.span().byte_range();
        self.functions.push(Function { name: name.clone(), range });
        if !body.stmts.is_empty() {
            let at = body.brace_token.span.open().byte_range().end;
            for value in default_values(&signature.output) {
                let after = format!("return {value};").replace(" ;", ";");
                let texts = [
                    name.clone(),
                    after.clone(),
                    format!(" if {CONDITION_PLACEHOLDER} {{ {after} }}"),
                    String::new(),
                ];
                self.add(MutantKind::Return, signature.span(), at..at, texts);
            }
        }
        body.stmts.iter().for_each(|statement| self.visit_stmt(statement));
        self.functions.pop();
    }

    /// Adds the mutants of the methods of an `impl` block.
    pub(super) fn add_implementation(&mut self, block: &ItemImpl) {
        let last = |path: &syn::Path| path.segments.last().map(|last| last.ident.to_string());
        let of = block.trait_.as_ref().and_then(|(_, path, _)| last(path));
        if of.as_deref() == Some("Debug") {
            return;
        }
        let owner = match &*block.self_ty {
            Type::Path(path) => last(&path.path),
            _ => None,
        };
        let owner = owner.map_or(String::new(), |owner| match of {
            Some(of) => format!("<{owner} as {of}>::"),
            None => format!("{owner}::"),
        });
        let outer = std::mem::replace(&mut self.owner, owner);
        for item in &block.items {
            if let ImplItem::Fn(function) = item
                && is_built(&function.attrs)
            {
                self.add_function(&function.attrs, &function.sig, &function.block);
            }
        }
        self.owner = outer;
    }

    /// Adds the mutants of the default methods of a trait.
    pub(super) fn add_trait(&mut self, definition: &ItemTrait) {
        let owner = format!("{}::", definition.ident);
        let outer = std::mem::replace(&mut self.owner, owner);
        for item in &definition.items {
            if let TraitItem::Fn(function) = item
                && let Some(body) = &function.default
                && is_built(&function.attrs)
            {
                self.add_function(&function.attrs, &function.sig, body);
            }
        }
        self.owner = outer;
    }
}
