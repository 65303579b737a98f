//! Evaluates `cfg` attributes for the build that contains the mutants.

use syn::punctuated::Punctuated;
use syn::{Attribute, Expr, ExprLit, Lit, Meta, Token};

/// Returns whether an item with these attributes is production code of this build. Tests, loom
/// models and code for other targets are not.
pub fn is_built(attributes: &[Attribute]) -> bool {
    attributes.iter().all(|attribute| {
        if attribute.path().is_ident("test") {
            return false;
        }
        let is_cfg = attribute.path().is_ident("cfg");
        !is_cfg || attribute.parse_args::<Meta>().is_ok_and(|meta| evaluate(&meta))
    })
}

/// Returns the value of a `cfg` predicate in this build.
fn evaluate(meta: &Meta) -> bool {
    match meta {
        Meta::Path(path) => path.is_ident("unix") || path.is_ident("debug_assertions"),
        Meta::NameValue(pair) => {
            let Expr::Lit(ExprLit { lit: Lit::Str(value), .. }) = &pair.value else { return false };
            let value = value.value();
            let is = |name: &str| pair.path.is_ident(name);
            // The tests of the workspace do not enable `tracing`.
            (is("feature") && value != "tracing")
                || (is("target_arch") && value == std::env::consts::ARCH)
                || (is("target_os") && value == std::env::consts::OS)
                || (is("target_pointer_width") && value == "64")
                || (is("target_endian") && value == "little")
        }
        Meta::List(list) => {
            let parts = list.parse_args_with(Punctuated::<Meta, Token![,]>::parse_terminated);
            let Ok(parts) = parts else { return false };
            if list.path.is_ident("not") {
                !parts.iter().all(evaluate)
            } else if list.path.is_ident("any") {
                parts.iter().any(evaluate)
            } else {
                list.path.is_ident("all") && parts.iter().all(evaluate)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn built(attribute: &str) -> bool {
        let item: syn::ItemFn = syn::parse_str(&format!("{attribute} fn f() {{}}")).unwrap();
        is_built(&item.attrs)
    }

    #[test]
    fn code_of_tests_models_and_other_targets_is_excluded() {
        let arch = std::env::consts::ARCH;
        assert!(built("#[inline]") && built("#[cfg(unix)]") && built("#[cfg(feature = \"capi\")]"));
        assert!(built(&format!("#[cfg(target_arch = \"{arch}\")]")));
        assert!(built("#[cfg(all(unix, not(loom)))]") && built("#[cfg(any(loom, unix))]"));
        assert!(!built("#[test]") && !built("#[cfg(test)]") && !built("#[cfg(all(test, loom))]"));
        assert!(!built("#[cfg(target_arch = \"riscv64\")]") && !built("#[cfg(not(unix))]"));
        assert!(!built("#[cfg(any(test, loom))]") && !built("#[cfg(spgc_mutations)]"));
    }
}
