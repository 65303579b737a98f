//! A writer of IR instructions, which generates the names of SSA values.

use core::fmt::Display;

use super::super::constructs::CONSTRUCT_PREFIX;
use super::super::model::ResultType;
use super::dialect::Dialect;
use super::result_type;
use super::support::TRACE_OF_CONTEXT;

/// Writer of the instructions of a function.
#[derive(Debug)]
pub(super) struct Writer {
    pub(super) dialect: Dialect,
    text: String,
    next: u32,
    /// Label of the current block.
    label: String,
}

impl Writer {
    /// Creates a writer at the start of the block `entry`.
    pub(super) fn new(dialect: Dialect) -> Self {
        Self { dialect, text: "entry:\n".to_owned(), next: 0, label: "entry".to_owned() }
    }

    /// Returns the text of all instructions.
    pub(super) fn finish(self) -> String {
        self.text
    }

    /// Returns the label of the current block.
    pub(super) fn label(&self) -> &str {
        &self.label
    }

    /// Returns an unused name with this prefix.
    pub(super) fn fresh_name(&mut self, stem: &str) -> String {
        self.next += 1;
        format!("{stem}.{}", self.next)
    }

    /// Writes an instruction without a result.
    pub(super) fn line(&mut self, instruction: impl Display) {
        self.text += &format!("  {instruction}\n");
    }

    /// Writes the comment that marks the following instructions as this
    /// [construct](super::super::constructs).
    pub(super) fn mark(&mut self, construct: &'static str) {
        self.text += &format!("{CONSTRUCT_PREFIX}{construct}\n");
    }

    /// Writes an instruction with a result. Returns the name of the result.
    pub(super) fn value(&mut self, stem: &str, instruction: impl Display) -> String {
        let name = format!("%{}", self.fresh_name(stem));
        self.line(format_args!("{name} = {instruction}"));
        name
    }

    /// Starts a block with this label.
    pub(super) fn block(&mut self, label: &str) {
        self.text += &format!("{label}:\n");
        label.clone_into(&mut self.label);
    }

    /// Replaces a placeholder, which was written before the name was known.
    pub(super) fn resolve_placeholder(&mut self, placeholder: &str, name: &str) {
        self.text = self.text.replace(placeholder, name);
    }

    /// Writes the return of a number, and of the references that the result type has.
    ///
    /// LLVM does not relocate structures at safepoints. There is no safepoint between the
    /// construction of the structure and the return.
    pub(super) fn ret(&mut self, result: ResultType, number: &str, references: [&str; 2]) {
        let kind = result_type(result, self.dialect);
        let reference = self.dialect.reference();
        let [first, second] = references;
        // The number is inserted first. LLVM may hoist a common `insertvalue` across a safepoint;
        // the first one contains no reference yet.
        let parts: &[(usize, &str, &str)] = match result {
            ResultType::Word => return self.line(format_args!("ret i64 {number}")),
            ResultType::WordAndReference => &[(0, "i64", number), (1, reference, first)],
            ResultType::TwoReferencesAndWord => {
                &[(1, "i64", number), (0, reference, first), (2, reference, second)]
            }
        };
        let mut value = "undef".to_owned();
        for (index, part, name) in parts {
            value = self
                .value("whole", format_args!("insertvalue {kind} {value}, {part} {name}, {index}"));
        }
        self.line(format_args!("ret {kind} {value}"));
    }

    /// Writes the extraction of the number and the references from a result, and returns their
    /// names.
    pub(super) fn extract_result(
        &mut self,
        result: ResultType,
        value: &str,
    ) -> (String, Vec<String>) {
        let (number, references): (u32, &[u32]) = match result {
            ResultType::Word => return (value.to_owned(), Vec::new()),
            ResultType::WordAndReference => (0, &[1]),
            ResultType::TwoReferencesAndWord => (1, &[0, 2]),
        };
        let kind = result_type(result, self.dialect);
        let mut part =
            |index: u32| self.value("part", format_args!("extractvalue {kind} {value}, {index}"));
        let number = part(number);
        let references: Vec<_> = references.iter().map(|&index| part(index)).collect();
        let references = references.iter().map(|name| self.pin(name)).collect();
        (number, references)
    }

    /// Mixes a number into the trace field of the context, which becomes part of the checksum. Used
    /// by code that has no result.
    pub(super) fn add_to_trace(&mut self, number: &str) {
        let at = self.field("%context", TRACE_OF_CONTEXT);
        let old = self.load("i64", &at);
        let product = self.value("trace", format_args!("mul i64 {old}, 31"));
        let new = self.value("trace", format_args!("add i64 {product}, {number}"));
        let at = self.field("%context", TRACE_OF_CONTEXT);
        self.store("i64", &new, &at);
    }

    /// Forces LLVM to extract a reference from its structure at this point. Returns the reference.
    /// LLVM would otherwise sink the extraction to the uses, across safepoints, at which it does
    /// not relocate structures. An ordinary use does not suffice: LLVM may extract the reference
    /// again, for example after a loop.
    pub(super) fn pin(&mut self, name: &str) -> String {
        let kind = self.dialect.reference();
        self.value(
            "pinned",
            format_args!(
                "call {kind} asm sideeffect \"\", \"=r,0\"({kind} {name}) \"gc-leaf-function\""
            ),
        )
    }

    /// Writes the address `offset` bytes after a reference.
    pub(super) fn field(&mut self, reference: &str, offset: impl Display) -> String {
        let kind = self.dialect.reference();
        self.value("at", format_args!("getelementptr i8, {kind} {reference}, i64 {offset}"))
    }

    /// Writes the cast of an address to the pointer type that a `load` or `store` of `kind`
    /// requires. Returns the typed operand.
    pub(super) fn typed_address(&mut self, kind: &str, address: &str) -> String {
        let reference = self.dialect.reference();
        let wanted = self.dialect.pointer_to(kind, 1);
        if wanted == reference {
            return format!("{reference} {address}");
        }
        let cast = self.value("cast", format_args!("bitcast {reference} {address} to {wanted}"));
        format!("{wanted} {cast}")
    }

    /// Writes a volatile load from the heap, which LLVM cannot optimise away.
    pub(super) fn load(&mut self, kind: &str, address: &str) -> String {
        let typed_address = self.typed_address(kind, address);
        self.value("load", format_args!("load volatile {kind}, {typed_address}, align 8"))
    }

    /// Writes a store of a reference with the write barrier, at an address in an object.
    pub(super) fn store_reference(&mut self, object: &str, at: &str, value: &str) {
        let kind = self.dialect.reference();
        self.line(format_args!(
            "call void @spgc_store({kind} {object}, {kind} {at}, {kind} {value})"
        ));
    }

    /// Writes a store to the heap without a barrier: of a number, or of a reference into a new
    /// object.
    pub(super) fn store(&mut self, kind: &str, value: &str, address: &str) {
        let typed_address = self.typed_address(kind, address);
        self.line(format_args!("store {kind} {value}, {typed_address}, align 8"));
    }
}
