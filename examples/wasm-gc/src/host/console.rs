//! The module `host`: printing numbers and characters, and a clock.

use std::io::Write;
use std::time::Instant;

use crate::Error;
use crate::runtime::{Extern, Linker, Store, Value};
use crate::types::{FunctionType, ValueType};

/// Defines the module `host`: `print_i32`, `print_i64`, `print_f32` and `print_f64` write a number
/// and a line feed to the standard output; `print_char` writes the character with a Unicode code
/// point; `clock` returns the nanoseconds since this call.
///
/// # Errors
///
/// If the system has no memory.
pub fn define(store: &mut Store, linker: &mut Linker) -> Result<(), Error> {
    use ValueType::{F32, F64, I32, I64};
    for (name, ty) in
        [("print_i32", I32), ("print_i64", I64), ("print_f32", F32), ("print_f64", F64)]
    {
        let ty = FunctionType { parameters: vec![ty], results: vec![] };
        let print = |arguments: &[Value]| write(&format!("{}\n", arguments[0]));
        let function = store.host_function(ty, Box::new(print))?;
        linker.define("host", name, Extern::Function(function));
    }
    let ty = FunctionType { parameters: vec![I32], results: vec![] };
    let print = |arguments: &[Value]| {
        let Value::I32(point) = arguments[0] else { unreachable!("the parameter is an i32") };
        let character = char::from_u32(point as u32).unwrap_or(char::REPLACEMENT_CHARACTER);
        write(character.encode_utf8(&mut [0; 4]))
    };
    let function = store.host_function(ty, Box::new(print))?;
    linker.define("host", "print_char", Extern::Function(function));

    let start = Instant::now();
    let ty = FunctionType { parameters: vec![], results: vec![I64] };
    let clock = move |_: &[Value]| Ok(vec![Value::I64(start.elapsed().as_nanos() as i64)]);
    let function = store.host_function(ty, Box::new(clock))?;
    linker.define("host", "clock", Extern::Function(function));
    Ok(())
}

fn write(text: &str) -> Result<Vec<Value>, Error> {
    let path = || "the standard output".into();
    let written = std::io::stdout().lock().write_all(text.as_bytes());
    written.map(|()| vec![]).map_err(|source| Error::Read { path: path(), source })
}
