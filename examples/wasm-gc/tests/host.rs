//! Tests of the interface between host and programs: values, callbacks, linking, threads.

use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::rc::Rc;
use std::sync::Arc;
use std::thread;

use wasm_gc::host::wasi::{Wasi, WasiOptions};
use wasm_gc::runtime::{Engine, Extern, Function, Handle, Linker, Reference, Store, Value};
use wasm_gc::types::{FunctionType, HeapType, ReferenceType, ValueType};
use wasm_gc::{Error, InvocationError, LinkError, Trap, TrapKind};

/// Less than the stack of a test's thread.
const STACK: usize = 512 << 10;

fn instantiate(store: &mut Store, linker: &Linker, text: &str) -> Result<Exports, Error> {
    let module = store.engine().clone().load(wat::parse_str(text)?)?;
    let imports = linker.resolve(&module.module)?;
    let instance = store.instantiate(&module, &imports)?;
    let mut functions = Vec::new();
    for name in store.export_names(instance) {
        if let Some(Extern::Function(function)) = store.export(instance, &name) {
            functions.push((name, function));
        }
    }
    Ok(Exports(functions))
}

struct Exports(Vec<(String, Handle<Function>)>);

impl Exports {
    fn get(&self, name: &str) -> Handle<Function> {
        self.0.iter().find(|(each, _)| each == name).expect("the export exists").1
    }
}

fn function_type(parameters: &[ValueType], results: &[ValueType]) -> FunctionType {
    FunctionType { parameters: parameters.to_vec(), results: results.to_vec() }
}

fn assert_wrong_argument(store: &mut Store, function: Handle<Function>, argument: Value) {
    let outcome = store.call(function, &[argument]);
    assert!(
        matches!(outcome, Err(Error::Invocation(InvocationError::Argument { index: 0, .. }))),
        "{outcome:?}"
    );
}

#[test]
fn arguments_are_checked() {
    let engine = Engine::new().expect("a heap");
    let mut store = Store::new(&engine, STACK).expect("a store");
    let text = r#"
        (module
          (type $pair (struct (field i32)))
          (func (export "number") (param i32))
          (func (export "any") (param anyref) (result anyref) (local.get 0))
          (func (export "extern") (param externref) (result externref) (local.get 0))
          (func (export "pair") (param (ref $pair)))
          (func (export "function") (param funcref) (result funcref) (local.get 0))
          (func (export "new") (result anyref) (struct.new $pair (i32.const 1)))
          (func (export "array") (result anyref) (array.new_default $bytes (i32.const 1)))
          (type $bytes (array i8)))"#;
    let exports = instantiate(&mut store, &Linker::default(), text).expect("the module is valid");
    let host = Value::Reference(Reference::Host(7));
    let function = Value::Reference(Reference::Function(exports.get("any")));
    let new = store.call(exports.get("new"), &[]).expect("an object").remove(0);
    let array = store.call(exports.get("array"), &[]).expect("an object").remove(0);

    for wrong in [Value::I64(1), Value::F32(1), host.clone()] {
        assert_wrong_argument(&mut store, exports.get("number"), wrong);
    }
    let null = Value::Reference(Reference::Null);
    let small = Value::Reference(Reference::I31(1));
    for wrong in [null, host.clone(), function.clone(), array.clone(), small] {
        assert_wrong_argument(&mut store, exports.get("pair"), wrong);
    }
    assert_wrong_argument(&mut store, exports.get("function"), new.clone());
    assert_wrong_argument(&mut store, exports.get("any"), function.clone());
    let too_large = [Reference::I31(1 << 31), Reference::Host(1 << 61)];
    for wrong in too_large.map(Value::Reference) {
        assert_wrong_argument(&mut store, exports.get("any"), wrong);
    }
    store.call(exports.get("pair"), std::slice::from_ref(&new)).expect("the object is of the type");
    for (name, value) in
        [("any", &new), ("any", &host), ("extern", &array), ("function", &function)]
    {
        let results = store
            .call(exports.get(name), std::slice::from_ref(value))
            .expect("the value is of the type");
        assert_eq!(&results[0], value);
    }

    // Objects and functions of other stores are not values of this one.
    let mut other = Store::new(&engine, STACK).expect("a store");
    let others = instantiate(&mut other, &Linker::default(), text).expect("the module is valid");
    assert_wrong_argument(&mut other, others.get("pair"), new);
    assert_wrong_argument(&mut other, others.get("function"), function);
    let call = AssertUnwindSafe(|| other.call(exports.get("new"), &[]));
    assert!(catch_unwind(call).is_err());
}

#[test]
fn a_callback_may_trap_panic_or_return_wrong_values() {
    let engine = Engine::new().expect("a heap");
    let mut store = Store::new(&engine, STACK).expect("a store");
    let mut linker = Linker::default();
    let calls = Rc::new(Cell::new(0));
    let count = Rc::clone(&calls);
    let callback = move |arguments: &[Value]| {
        count.set(count.get() + 1);
        match &arguments[0] {
            Value::I32(0) => Err(Trap { kind: TrapKind::Host, location: None }.into()),
            Value::I32(1) => panic!("the callback panics"),
            Value::I32(2) => Ok(vec![Value::F64(0)]),
            Value::I32(3) => Ok(vec![]),
            other => Ok(vec![other.clone()]),
        }
    };
    let ty = function_type(&[ValueType::I32], &[ValueType::I32]);
    let function = store.host_function(ty, Box::new(callback)).expect("memory for code");
    linker.define("test", "callback", Extern::Function(function));
    // The handler must not see a trap or a panic.
    let text = r#"
        (module
          (import "test" "callback" (func $callback (param i32) (result i32)))
          (func (export "run") (param i32) (result i32)
            (block $caught
              (try_table (catch_all $caught)
                (return (i32.add (i32.const 100) (call $callback (local.get 0))))))
            (i32.const -1)))"#;
    let exports = instantiate(&mut store, &linker, text).expect("the module is valid");
    let run = exports.get("run");
    let mut call = |number| store.call(run, &[Value::I32(number)]);
    let kind = |outcome| match outcome {
        Err(Error::Trap(trap)) => trap.kind,
        other => panic!("{other:?}"),
    };
    assert_eq!(kind(call(0)), TrapKind::Host);
    assert!(catch_unwind(AssertUnwindSafe(|| call(1))).is_err());
    for wrong in [2, 3] {
        assert!(matches!(call(wrong), Err(Error::Resources(_))));
    }
    assert_eq!(call(4).expect("a number"), [Value::I32(104)]);
    assert_eq!(calls.get(), 5);
}

#[test]
fn exceptions_pass_through_the_host() {
    let engine = Engine::new().expect("a heap");
    let mut store = Store::new(&engine, STACK).expect("a store");
    let text = r#"
        (module
          (tag $tag (export "tag") (param i32))
          (func (export "throw") (param i32) (throw $tag (local.get 0))))"#;
    let exports = instantiate(&mut store, &Linker::default(), text).expect("the module is valid");
    let thrown = store.call(exports.get("throw"), &[Value::I32(5)]);
    let Err(Error::Exception(exception)) = thrown else { panic!("{thrown:?}") };
    let explained = store.explain(Error::Exception(exception.clone())).to_string();
    let message =
        "an exception of tag 0 (tag) with the value 5 is not caught, thrown in function 0 at";
    assert!(explained.starts_with(message), "{explained}");
    let mut linker = Linker::default();
    let throw = move |_: &[Value]| Err(Error::Exception(exception.clone()));
    let ty = function_type(&[], &[]);
    let throw = store.host_function(ty, Box::new(throw)).expect("memory for code");
    linker.define("test", "throw", Extern::Function(throw));
    let text = r#"
        (module
          (import "test" "throw" (func $throw))
          (func (export "catch") (result i32)
            (block $caught (result exnref)
              (try_table (catch_all_ref $caught) (call $throw))
              (return (i32.const 0)))
            (ref.is_null))
          (func (export "pass") (call $throw)))"#;
    let exports = instantiate(&mut store, &linker, text).expect("the module is valid");
    let passed = store.call(exports.get("pass"), &[]).expect_err("it is not caught");
    assert_eq!(store.explain(passed).to_string(), explained);
    // The exception is not null.
    let caught = store.call(exports.get("catch"), &[]).expect("it is caught");
    assert_eq!(caught, [Value::I32(0)]);
}

#[test]
fn imports_are_checked() {
    let engine = Engine::new().expect("a heap");
    let mut store = Store::new(&engine, STACK).expect("a store");
    let mut linker = Linker::default();
    let reference = ReferenceType { nullable: true, heap: HeapType::Extern };
    let ty = function_type(&[ValueType::Reference(reference)], &[]);
    let function = store.host_function(ty, Box::new(|_| Ok(vec![]))).expect("memory for code");
    linker.define("test", "function", Extern::Function(function));
    let mut link = |import: &str| {
        let text = format!(r#"(module (import "test" {import}))"#);
        instantiate(&mut store, &linker, &text).map(|_| ())
    };
    assert!(link(r#""function" (func (param externref))"#).is_ok());
    let unknown = link(r#""other" (func)"#);
    assert!(matches!(unknown, Err(Error::Link(LinkError::Unknown { .. }))), "{unknown:?}");
    for import in [r#""function" (func)"#, r#""function" (memory 0)"#] {
        let outcome = link(import);
        let Err(Error::Link(LinkError::Incompatible { found, .. })) = outcome else {
            panic!("{outcome:?}")
        };
        assert_eq!(found, "a function [(ref null extern)] -> []");
    }
}

/// The functions of one store do not access the memory of another.
#[test]
#[should_panic(expected = "the definitions are those of another store")]
fn wasi_is_bound_to_its_store() {
    let engine = Engine::new().expect("a heap");
    let [mut one, mut other] = [(); 2].map(|()| Store::new(&engine, STACK).expect("a store"));
    let options = WasiOptions::default();
    let wasi = Wasi::define(&options, &mut one, &mut Linker::default()).expect("no directories");
    let text = r#"(module (memory (export "memory") 1))"#;
    let module = engine.load(wat::parse_str(text).expect("a module")).expect("a valid module");
    let instance = other.instantiate(&module, &[]).expect("an instance");
    wasi.bind(&other, instance);
}

#[test]
fn threads_share_a_module() {
    let engine = Engine::new().expect("a heap");
    let text = r#"
        (module
          (memory 1)
          (type $list (struct (field i32) (field (ref null $list))))
          (func (export "sum") (param i32) (result i32) (local $list (ref null $list)) (local i32)
            (loop $push
              (local.set $list (struct.new $list (local.get 0) (local.get $list)))
              (i32.store (i32.const 0) (i32.add (i32.load (i32.const 0)) (local.get 0)))
              (br_if $push (local.tee 0 (i32.sub (local.get 0) (i32.const 1)))))
            (loop $pop
              (local.set 2
                (i32.add (local.get 2) (struct.get $list 0 (local.get $list))))
              (br_if $pop (i32.eqz (ref.is_null
                (local.tee $list (struct.get $list 1 (local.get $list)))))))
            (i32.sub (i32.mul (local.get 2) (i32.const 2)) (i32.load (i32.const 0)))))"#;
    let module = engine.load(wat::parse_str(text).expect("a module")).expect("a valid module");
    thread::scope(|scope| {
        for number in 1..5 {
            let (engine, module) = (Arc::clone(&engine), Arc::clone(&module));
            scope.spawn(move || {
                let mut store = Store::new(&engine, STACK).expect("a store");
                let instance = store.instantiate(&module, &[]).expect("an instance");
                let Some(Extern::Function(sum)) = store.export(instance, "sum") else {
                    panic!("no function")
                };
                let last = number * 1000;
                let results = store.call(sum, &[Value::I32(last)]).expect("a sum");
                assert_eq!(results, [Value::I32(last * (last + 1) / 2)]);
            });
        }
    });
}
