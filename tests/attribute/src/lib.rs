//! The attribute `test` of programs whose tests call managed programs. A test program imports it
//! for all of its modules, in place of that of the standard library, by the lines
//!
//! ```ignore
//! #[macro_use]
//! extern crate test_attribute;
//! ```
//!
//! So no test has to say whether it needs a managed program that was not compiled:
//! `tests::missing_programs` finds out while the test runs.

use proc_macro::{Delimiter, Group, TokenStream, TokenTree};

/// Marks a function without parameters and result as a test. The test calls
/// `tests::missing_programs::ran_in_child` with its path first, and returns if that returns true.
///
/// # Panics
///
/// If the item is not a function with a body.
#[proc_macro_attribute]
pub fn test(_arguments: TokenStream, item: TokenStream) -> TokenStream {
    let mut item: Vec<TokenTree> = item.into_iter().collect();
    let keyword = item.iter().position(|token| token.to_string() == "fn");
    let name = keyword.and_then(|keyword| item.get(keyword + 1)).map(TokenTree::to_string);
    let (Some(name), Some(TokenTree::Group(body))) = (name, item.pop()) else {
        panic!("a test is a function")
    };
    let path = format!("::core::concat!(::core::module_path!(), \"::{name}\")");
    let mut statements =
        parse(&format!("if ::tests::missing_programs::ran_in_child({path}) {{ return; }}"));
    statements.extend(body.stream());
    let mut body_with_check = Group::new(Delimiter::Brace, statements);
    body_with_check.set_span(body.span());
    let mut test = parse("#[::core::prelude::v1::test]");
    test.extend(item);
    test.extend([TokenTree::Group(body_with_check)]);
    test
}

/// Returns the tokens of Rust code.
fn parse(code: &str) -> TokenStream {
    code.parse().expect("this is Rust code")
}
