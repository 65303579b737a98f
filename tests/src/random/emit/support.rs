//! What every program has besides its functions.

use super::super::matrix::Arch;
use super::super::model::{Program, STATIC_OBJECTS, Shape};
use super::dialect::Dialect;
use super::{function_name, parameters, standard_functions};

/// Type numbers; the driver registers their layouts. A node is two references and a word.
pub(super) const NODE: u32 = 1;
pub(super) const WORDS: u32 = 2;
pub(super) const REFERENCES: u32 = 3;
/// A box is a word.
pub(super) const BOX: u32 = 4;

/// Of a header word, what says the type: the collector has the other bits.
const TYPE_OF_HEADER: u32 = 0x7fff_ff00;

/// The header word of new objects of a type.
pub(super) fn header(kind: u32) -> u64 {
    u64::from(kind) << 8
}

/// The expression for the address of a static object.
pub(super) fn static_object(program: &Program, number: u8, dialect: Dialect) -> String {
    let name = format!("@{}_static{number}", program.entry());
    match dialect {
        Dialect::Opaque => name,
        Dialect::Typed => format!("bitcast ([4 x i64] addrspace(1)* {name} to i8 addrspace(1)*)"),
    }
}

/// Globals, declarations, and the functions that are the same in all programs.
pub(super) fn declarations(program: &Program, dialect: Dialect) -> String {
    let name = program.entry();
    let reference = dialect.reference();
    let pointer = dialect.pointer();
    let standard = parameters(Shape::STANDARD, dialect);
    let mut text = format!(
        "declare void @random_walk_check()\n\
         declare void @random_patchable()\n\
         declare i32 @random_personality(...)\n\
         declare i64 @random_native_through({pointer}, {standard})\n\
         declare i64 @random_native_enter(i64, i64, i64, i64, i64)\n\n"
    );
    for number in 0..STATIC_OBJECTS {
        // A node whose references are tagged numbers.
        let fields =
            format!("i64 {}, i64 3, i64 5, i64 {}", header(NODE), 1000 + i32::from(number));
        text += &format!(
            "@{name}_static{number} = internal addrspace(1) global [4 x i64] [{fields}], align 8\n"
        );
    }
    let rounds: Vec<_> = (0..8).map(|n| format!("i64 {n}")).collect();
    text += &format!("@{name}_rounds = internal global [8 x i64] [{}]\n", rounds.join(", "));

    let functions = standard_functions(program);
    let count = functions.len();
    let addresses: Vec<_> = functions
        .iter()
        .map(|&index| {
            let address = dialect.function_address(&standard, &function_name(program, index));
            format!("{pointer} {address}")
        })
        .collect();
    text += &format!(
        "@{name}_table = internal global [{count} x {pointer}] [{}]\n\n",
        addresses.join(", ")
    );

    text += &content(&name, dialect);
    // Functions with statepoints of their own cannot have the allocation inlined.
    text += &format!(
        "define internal {reference} @{name}_new(i64 %size, i64 %header) noinline uwtable gc \"statepoint-example\" {{\n\
         entry:\n\
         \x20 %object = call {reference} @spgc_allocate(i64 %size, i64 %header)\n\
         \x20 ret {reference} %object\n\
         }}\n\n"
    );
    let slot = dialect.pointer_to(pointer, 0);
    let table = dialect.pointer_to(&format!("[{count} x {pointer}]"), 0);
    let array = header(WORDS);
    let (cast, callee) = match dialect {
        Dialect::Opaque => (String::new(), "%function"),
        Dialect::Typed => {
            (format!("  %typed = bitcast i8* %function to i64 ({standard})*\n"), "%typed")
        }
    };
    let fuel_cast = match dialect {
        Dialect::Opaque => "  %fuel.at = getelementptr i8, ptr addrspace(1) %fuel.i8, i64 0\n",
        Dialect::Typed => "  %fuel.at = bitcast i8 addrspace(1)* %fuel.i8 to i64 addrspace(1)*\n",
    };
    let word = dialect.pointer_to("i64", 1);
    text += &format!(
        "; Into managed code: one of the functions in the table, with fuel of its own.\n\
         define internal i64 @{name}_enter(i64 %which, i64 %depth, i64 %fuel, i64 %x) noinline uwtable gc \"statepoint-example\" {{\n\
         entry:\n\
         \x20 %context = call {reference} @spgc_allocate_array(i64 2, i64 {array})\n\
         \x20 %fuel.i8 = getelementptr i8, {reference} %context, i64 16\n\
         {fuel_cast}\
         \x20 store i64 %fuel, {word} %fuel.at, align 8\n\
         \x20 %index = urem i64 %which, {count}\n\
         \x20 %slot = getelementptr [{count} x {pointer}], {table} @{name}_table, i64 0, i64 %index\n\
         \x20 %function = load volatile {pointer}, {slot} %slot, align 8\n\
         {cast}\
         \x20 %result = call i64 {callee}(i64 %depth, i64 %x, {reference} %context, {reference} null, {reference} null)\n\
         \x20 ret i64 %result\n\
         }}\n\n\
         define i64 @{name}(i64 %x) uwtable gc \"statepoint-example\" {{\n\
         entry:\n\
         \x20 %result = call i64 @{name}_enter(i64 0, i64 {depth}, i64 {fuel}, i64 %x)\n\
         \x20 ret i64 %result\n\
         }}\n",
        depth = program.depth,
        fuel = program.fuel,
    );
    text
}

/// A wrapper of the native function that enters managed code again.
pub(super) fn wrapper(program: &Program, dialect: Dialect, arch: Arch) -> String {
    let name = program.entry();
    let pointer = dialect.pointer();
    // What intrinsics of pointers are called.
    let suffix = match dialect {
        Dialect::Opaque => "p0",
        Dialect::Typed => "p0i8",
    };
    let (declaration, enter) = match arch {
        Arch::X86_64 => {
            (String::new(), format!("  call void @spgc_enter_native({pointer} %frame)\n"))
        }
        Arch::Aarch64 => (
            format!("declare {pointer} @llvm.sponentry.{suffix}()\n"),
            format!(
                "  %sp = call {pointer} @llvm.sponentry.{suffix}()\n\
                 \x20 call void @spgc_enter_native_aarch64({pointer} %frame, {pointer} %sp)\n"
            ),
        ),
    };
    format!(
        "declare {pointer} @llvm.frameaddress.{suffix}(i32 immarg)\n\
         {declaration}\n\
         define internal i64 @{name}_wrapper(i64 %a, i64 %b, i64 %c, i64 %d, i64 %e) noinline uwtable {{\n\
         entry:\n\
         \x20 %frame = call {pointer} @llvm.frameaddress.{suffix}(i32 0)\n\
         {enter}\
         \x20 %result = call i64 @random_native_enter(i64 %a, i64 %b, i64 %c, i64 %d, i64 %e)\n\
         \x20 call void @spgc_leave_native()\n\
         \x20 ret i64 %result\n\
         }}\n\n"
    )
}

/// `i64 content(reference)`: a number for whatever may be in a reference slot.
fn content(name: &str, dialect: Dialect) -> String {
    let reference = dialect.reference();
    let at = |value: &str, from: &str, offset: u32| match dialect {
        Dialect::Opaque => format!(
            "  %{value}.p = getelementptr i8, {reference} {from}, i64 {offset}\n\
             \x20 %{value} = load i64, ptr addrspace(1) %{value}.p, align 8\n"
        ),
        Dialect::Typed => format!(
            "  %{value}.i8 = getelementptr i8, {reference} {from}, i64 {offset}\n\
             \x20 %{value}.p = bitcast i8 addrspace(1)* %{value}.i8 to i64 addrspace(1)*\n\
             \x20 %{value} = load i64, i64 addrspace(1)* %{value}.p, align 8\n"
        ),
    };
    format!(
        "; Null is 11, a tagged number itself, a node its word, everything else the word behind the\n\
         ; header: a box's content or an array's length.\n\
         define internal i64 @{name}_content({reference} %value) noinline uwtable \"gc-leaf-function\" {{\n\
         entry:\n\
         \x20 %word = ptrtoint {reference} %value to i64\n\
         \x20 %tag = and i64 %word, 1\n\
         \x20 %is.tagged = icmp ne i64 %tag, 0\n\
         \x20 br i1 %is.tagged, label %tagged, label %untagged\n\n\
         tagged:\n\
         \x20 ret i64 %word\n\n\
         untagged:\n\
         \x20 %is.null = icmp eq i64 %word, 0\n\
         \x20 br i1 %is.null, label %null, label %object\n\n\
         null:\n\
         \x20 ret i64 11\n\n\
         object:\n\
         {header}\
         \x20 %type = and i64 %header, {TYPE_OF_HEADER}\n\
         \x20 %is.node = icmp eq i64 %type, {node}\n\
         \x20 br i1 %is.node, label %node, label %other\n\n\
         node:\n\
         {word}\
         \x20 ret i64 %node.word\n\n\
         other:\n\
         {second}\
         \x20 ret i64 %second\n\
         }}\n\n",
        header = at("header", "%value", 0),
        node = header(NODE),
        word = at("node.word", "%value", 24),
        second = at("second", "%value", 8),
    )
}
