//! The entry point of a program, and the managed functions that every program has.

use super::super::model::{Pick, Program, Signature};
use super::body::FunctionEmitter;
use super::dialect::Dialect;
use super::support::{
    BOX, CONTEXT, FUEL_OF_CONTEXT, NODE, REFERENCES, RETAINED_OF_CONTEXT, RETAINED_SLOTS,
    SHARED_OF_CONTEXT, SHARED_SLOTS, SIZE_OF_CONTEXT, SUMS, TRACE_OF_CONTEXT, WORDS, header,
};
use super::writer::Writer;
use super::{Features, functions_with_standard_signature, parameters};

/// Returns the definitions of the entry point and the common functions.
pub(super) fn functions(program: &Program, dialect: Dialect, features: Features) -> String {
    let name = program.entry();
    let reference = dialect.reference();
    let mut text = String::new();
    let mut define = |linkage: &str, head: &str, personality: &str, out: Writer| {
        text += &format!(
            "define {linkage}{head} noinline uwtable gc \"statepoint-example\" \
             {personality}{{\n{}}}\n\n",
            out.finish()
        );
    };

    // Functions with hand-written statepoints call this, since the allocation cannot be inlined
    // there.
    let mut out = Writer::new(dialect);
    let object = out
        .value("object", format_args!("call {reference} @spgc_allocate(i64 %size, i64 %header)"));
    out.line(format_args!("ret {reference} {object}"));
    define("internal ", &format!("{reference} @{name}_new(i64 %size, i64 %header)"), "", out);

    let head = format!(
        "i64 @{name}_enter(i64 %which, i64 %depth, i64 %fuel, i64 %x, {reference} %shared)"
    );
    define("internal ", &head, dialect.personality(), enter(program, dialect));

    let mut out = Writer::new(dialect);
    let (depth, fuel) = (program.depth, program.fuel);
    let result = out.value(
        "result",
        format_args!(
            "call i64 @{name}_enter(i64 0, i64 {depth}, i64 {fuel}, i64 %x, {reference} %shared)"
        ),
    );
    out.line(format_args!("ret i64 {result}"));
    define("", &format!("i64 @{name}(i64 %x, {reference} %shared)"), "", out);

    define(
        "",
        &format!("{reference} @{name}_fiber({reference} %words)"),
        "",
        fiber(program, dialect),
    );
    define("", &format!("{reference} @{name}_shared()"), "", make_shared(dialect));
    define("", &format!("i64 @{name}_sum({reference} %shared)"), "", sum(dialect));
    if features.preserve_most {
        text += &call_preserve_most(&name, dialect);
    }
    text
}

/// Emits the allocation of an object of `size` bytes.
fn allocate(out: &mut Writer, size: u32, kind: u32) -> String {
    let (reference, header) = (out.dialect.reference(), header(kind));
    out.value("new", format_args!("call {reference} @spgc_allocate(i64 {size}, i64 {header})"))
}

/// Emits the allocation of an array.
fn allocate_array(out: &mut Writer, length: u32, kind: u32) -> String {
    let (reference, header) = (out.dialect.reference(), header(kind));
    let call = format!("call {reference} @spgc_allocate_array(i64 {length}, i64 {header})");
    out.value("new", call)
}

/// Emits the function that enters managed code. It allocates a context with the given fuel, calls a
/// function of the table, and catches its exceptions.
fn enter(program: &Program, dialect: Dialect) -> Writer {
    let mut out = Writer::new(dialect);
    let name = program.entry();
    let (pointer, reference) = (dialect.pointer(), dialect.reference());
    let retained = allocate_array(&mut out, RETAINED_SLOTS, REFERENCES);
    let context = allocate(&mut out, SIZE_OF_CONTEXT, CONTEXT);
    for (offset, kind, value) in [
        (RETAINED_OF_CONTEXT, reference, &*retained),
        (FUEL_OF_CONTEXT, "i64", "%fuel"),
        (SHARED_OF_CONTEXT, reference, "%shared"),
    ] {
        let at = out.field(&context, offset);
        out.store(kind, value, &at);
    }
    let count = functions_with_standard_signature(program).len();
    let index = out.value("index", format_args!("urem i64 %which, {count}"));
    let table = format!("[{count} x {pointer}]");
    let of_table = dialect.pointer_to(&table, 0);
    let slot = dialect.pointer_to(pointer, 0);
    let at = out.value(
        "slot",
        format_args!("getelementptr {table}, {of_table} @{name}_table, i64 0, i64 {index}"),
    );
    let mut function =
        out.value("function", format_args!("load volatile {pointer}, {slot} {at}, align 8"));
    if dialect == Dialect::Typed {
        let standard = parameters(Signature::STANDARD, dialect);
        function = out.value("typed", format_args!("bitcast i8* {function} to i64 ({standard})*"));
    }
    let arguments =
        format!("i64 %depth, i64 %x, {reference} {context}, {reference} null, {reference} null");
    let result = out.value(
        "result",
        format_args!("invoke i64 {function}({arguments}) to label %normal unwind label %thrown"),
    );
    out.block("thrown");
    out.value("pad", format_args!("landingpad token catch {pointer} null"));
    out.line("br label %done");
    out.block("normal");
    out.line("br label %done");
    out.block("done");
    let result = out.value("both", format_args!("phi i64 [ {result}, %normal ], [ 77, %thrown ]"));
    let at = out.field(&context, TRACE_OF_CONTEXT);
    let trace = out.load("i64", &at);
    let product = out.value("product", format_args!("mul i64 {result}, 31"));
    let result = out.value("all", format_args!("add i64 {product}, {trace}"));
    out.line(format_args!("ret i64 {result}"));
    out
}

/// Emits the function of a fiber. It receives the integer arguments of the function that enters
/// managed code, is suspended, and receives the shared array. Returns a box of the result.
fn fiber(program: &Program, dialect: Dialect) -> Writer {
    let mut out = Writer::new(dialect);
    let (name, reference) = (program.entry(), dialect.reference());
    let shared =
        out.value("shared", format_args!("call {reference} @spgc_suspend({reference} %words)"));
    let mut arguments = String::new();
    for index in 0..4 {
        let at = out.field("%words", 16 + 8 * index);
        let word = out.load("i64", &at);
        arguments += &format!("i64 {word}, ");
    }
    let result = out
        .value("result", format_args!("call i64 @{name}_enter({arguments}{reference} {shared})"));
    let new = allocate(&mut out, 16, BOX);
    let at = out.field(&new, 8);
    out.store("i64", &result, &at);
    out.line(format_args!("ret {reference} {new}"));
    out
}

/// Emits the function that allocates the objects that the threads share.
fn make_shared(dialect: Dialect) -> Writer {
    let mut out = Writer::new(dialect);
    let shared = allocate_array(&mut out, SHARED_SLOTS, REFERENCES);
    let sums = allocate_array(&mut out, SUMS, WORDS);
    let at = out.field(&shared, 16 + 8 * (SHARED_SLOTS - 1));
    out.store_reference(&shared, &at, &sums);
    out.line(format_args!("ret {} {shared}", dialect.reference()));
    out
}

/// Emits the function that sums up the shared objects: the numbers in the nodes of the list, and
/// the elements of the array of sums.
fn sum(dialect: Dialect) -> Writer {
    let mut out = Writer::new(dialect);
    let reference = dialect.reference();
    let at = out.field("%shared", 16 + 8 * (SHARED_SLOTS - 1));
    let sums = out.load(reference, &at);
    let mut total = "0".to_owned();
    for index in 0..SUMS {
        let at = out.field(&sums, 16 + 8 * index);
        let word = out.load("i64", &at);
        let scaled = out.value("scaled", format_args!("mul i64 {word}, {}", 2 * index + 1));
        total = out.value("total", format_args!("add i64 {total}, {scaled}"));
    }
    let at = out.field("%shared", 16);
    let first = out.load(reference, &at);
    out.line("br label %head");
    out.block("head");
    out.line(format_args!("%node = phi {reference} [ {first}, %entry ], [ %next, %body ]"));
    out.line(format_args!("%sum = phi i64 [ {total}, %entry ], [ %more, %body ]"));
    out.line(format_args!("%end = icmp eq {reference} %node, null"));
    out.line("br i1 %end, label %done, label %body");
    out.block("body");
    let at = out.field("%node", 24);
    let word = out.load("i64", &at);
    out.line(format_args!("%more = add i64 %sum, {word}"));
    let at = out.field("%node", 8);
    let typed_address = out.typed_address(reference, &at);
    out.line(format_args!("%next = load volatile {reference}, {typed_address}, align 8"));
    out.line("br label %head");
    out.block("done");
    out.line("ret i64 %sum");
    out
}

/// Returns a function with the `preserve_most` calling convention that allocates. It returns void,
/// because LLVM before 17 also preserves the result register. It does not throw, because the
/// unwinder does not restore the additional registers that the convention preserves.
fn call_preserve_most(name: &str, dialect: Dialect) -> String {
    let mut out = Writer::new(dialect);
    let reference = dialect.reference();
    let node = allocate(&mut out, 32, NODE);
    let at = out.field(&node, 8);
    out.store(reference, "%value", &at);
    let at = out.field(&node, 24);
    out.store("i64", "%x", &at);
    let other = allocate(&mut out, 32, NODE);
    let at = out.field(&other, 8);
    out.store(reference, &node, &at);
    let at = out.field(&node, 8);
    let value = out.load(reference, &at);
    let content =
        out.value("content", format_args!("call i64 @{name}_content({reference} {value})"));
    let result = out.value("result", format_args!("add i64 {content}, %x"));
    out.add_to_trace(&result);
    out.line("ret void");
    format!(
        "define internal preserve_mostcc void @{name}_quiet(\
         {reference} %context, {reference} %value, i64 %x) \
         noinline nounwind uwtable gc \"statepoint-example\" {{\n{}}}\n\n",
        out.finish()
    )
}

impl FunctionEmitter<'_> {
    /// Emits a call of the `preserve_most` function.
    pub(super) fn call_preserve_most(&mut self, pick: Pick) {
        if !self.features.preserve_most {
            return;
        }
        let (reference, name) = (self.dialect.reference(), self.program.entry());
        let (value, checksum) = (self.pick_reference(pick), self.checksum.clone());
        self.out.mark("preserve_most");
        let arguments = format!("{reference} %context, {reference} {value}, i64 {checksum}");
        self.out.line(format_args!("call preserve_mostcc void @{name}_quiet({arguments})"));
    }
}
