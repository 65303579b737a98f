//! Type IDs, globals and helper functions of a program.

use super::super::matrix::Arch;
use super::super::model::{Program, STATIC_OBJECTS, Signature};
use super::dialect::Dialect;
use super::{function_name, functions_with_standard_signature, parameters, weak};

/// Type ID of nodes: two references and a word. The driver registers the layouts of all types.
pub(super) const NODE: u32 = 1;
/// Type ID of arrays of words.
pub(super) const WORDS: u32 = 2;
/// Type ID of arrays of references.
pub(super) const REFERENCES: u32 = 3;
/// Type ID of boxes: a word.
pub(super) const BOX: u32 = 4;
/// Type ID of contexts, which every function receives. The fields follow, by byte offset.
pub(super) const CONTEXT: u32 = 5;
/// Type ID of weak objects: a reference, a weak reference, and a word.
pub(super) const WEAK: u32 = 6;
/// Type ID of ephemerons: a key, a value, and a word.
pub(super) const EPHEMERON: u32 = 7;

/// Field with the array of retained objects.
pub(super) const RETAINED_OF_CONTEXT: u32 = 8;
/// Field with the number of calls that the program may still make.
pub(super) const FUEL_OF_CONTEXT: u32 = 16;
/// Field with the array that all threads share.
pub(super) const SHARED_OF_CONTEXT: u32 = 24;
/// Field with the checksum of code that has no result, such as landing pads.
pub(super) const TRACE_OF_CONTEXT: u32 = 32;
/// Size of a context in bytes.
pub(super) const SIZE_OF_CONTEXT: u32 = 40;
/// Length of the array of retained objects. Weak objects and ephemerons are in its last elements.
pub(super) const RETAINED_SLOTS: u32 = 16;
/// Number of elements of that array that can hold values of any type.
pub(super) const STRONG_RETAINED_SLOTS: u32 = 12;
/// Length of the shared array, whose last element is the array of sums.
pub(super) const SHARED_SLOTS: u32 = 10;
/// Length of the array of sums.
pub(super) const SUMS: u32 = 4;

/// Mask of the type ID in a header. The collector uses the other bits.
pub(super) const TYPE_OF_HEADER: u32 = 0x7fff_ff00;

/// Returns the header of a new object.
pub(super) fn header(kind: u32) -> u64 {
    u64::from(kind) << 8
}

/// Returns the expression for the address of a static object.
pub(super) fn static_object(program: &Program, number: u8, dialect: Dialect) -> String {
    let name = format!("@{}_static{number}", program.entry());
    match dialect {
        Dialect::Opaque => name,
        Dialect::Typed => format!("bitcast ([4 x i64] addrspace(1)* {name} to i8 addrspace(1)*)"),
    }
}

/// Returns the globals, the declarations, and the helper functions of a program.
pub(super) fn declarations(program: &Program, dialect: Dialect) -> String {
    let name = program.entry();
    let reference = dialect.reference();
    let pointer = dialect.pointer();
    let standard = parameters(Signature::STANDARD, dialect);
    let mut text = format!(
        "declare void @random_walk_check()\n\
         declare void @random_patchable()\n\
         declare i32 @random_personality(...)\n\
         declare void @random_throw(i64)\n\
         declare i64 @random_native_throw(i64, i64, i64, i64, i64)\n\
         declare void @random_resume_unwinding()\n\
         declare void @random_finalize({reference}, i64)\n\
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

    let functions = functions_with_standard_signature(program);
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
    text += &weak::is_valid(&name, dialect);
    text
}

/// Returns a wrapper of the native function that enters managed code again.
pub(super) fn wrapper(program: &Program, dialect: Dialect, arch: Arch) -> String {
    let name = program.entry();
    let pointer = dialect.pointer();
    // Suffix of the names of intrinsics of pointers.
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
    // The prelude, in the same module, declares `llvm.frameaddress`.
    format!(
        "{declaration}\n\
         define internal i64 @{name}_wrapper(i64 %a, i64 %b, i64 %c, i64 %d, i64 %e) \
         noinline uwtable {{\n\
         entry:\n\
         \x20 %frame = call {pointer} @llvm.frameaddress.{suffix}(i32 0)\n\
         {enter}\
         \x20 %result = call i64 @random_native_enter(i64 %a, i64 %b, i64 %c, i64 %d, i64 %e)\n\
         \x20 call void @spgc_leave_native()\n\
         \x20 ret i64 %result\n\
         }}\n\n"
    )
}

/// Returns the function `i64 content(reference)`, which hashes any value of a reference slot.
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
        "; Returns 11 for null, a tagged number itself, the last word of a node, weak object or\n\
         ; ephemeron, the content of a box, and the length of an array.\n\
         define internal i64 @{name}_content({reference} %value) \
         noinline uwtable \"gc-leaf-function\" {{\n\
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
         \x20 %is.weak = icmp eq i64 %type, {weak}\n\
         \x20 %is.ephemeron = icmp eq i64 %type, {ephemeron}\n\
         \x20 %is.either = or i1 %is.node, %is.weak\n\
         \x20 %has.word = or i1 %is.either, %is.ephemeron\n\
         \x20 br i1 %has.word, label %node, label %other\n\n\
         node:\n\
         {word}\
         \x20 ret i64 %node.word\n\n\
         other:\n\
         {second}\
         \x20 ret i64 %second\n\
         }}\n\n",
        header = at("header", "%value", 0),
        node = header(NODE),
        weak = header(WEAK),
        ephemeron = header(EPHEMERON),
        word = at("node.word", "%value", 24),
        second = at("second", "%value", 8),
    )
}
