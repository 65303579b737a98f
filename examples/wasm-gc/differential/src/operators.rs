//! The kinds of instructions in modules.

use std::collections::BTreeMap;

use wasmparser::{Operator, Parser, Payload};

/// Defines [`name`] for all instructions that the parser knows.
macro_rules! define_name {
    ($(@$proposal:ident $operator:ident $({ $($argument:ident: $ty:ty),* })? => $visit:ident
        ($($annotation:tt)*))*) => {
        /// Returns the name of an instruction.
        fn name(operator: &Operator<'_>) -> &'static str {
            match operator {
                $(Operator::$operator { .. } => stringify!($operator),)*
                _ => "other",
            }
        }
    };
}

wasmparser::for_each_operator!(define_name);

/// Counts the instructions in the functions of a module, as far as it can be parsed.
pub fn count(bytes: &[u8], counts: &mut BTreeMap<String, u64>) {
    for payload in Parser::new(0).parse_all(bytes) {
        let Ok(Payload::CodeSectionEntry(body)) = payload else { continue };
        let Ok(reader) = body.get_operators_reader() else { continue };
        for operator in reader.into_iter().map_while(Result::ok) {
            let name = name(&operator);
            match counts.get_mut(name) {
                Some(count) => *count += 1,
                None => {
                    counts.insert(name.to_owned(), 1);
                }
            }
        }
    }
}
