//! Writes instructions one after the other, with generated names.

use core::fmt::Display;

use super::super::constructs::MARK;
use super::super::model::Returned;
use super::dialect::Dialect;
use super::returned;
use super::support::TRACE_OF_CONTEXT;

/// The instructions of a function.
#[derive(Debug)]
pub(super) struct Writer {
    pub(super) dialect: Dialect,
    text: String,
    next: u32,
    /// The block to which instructions are appended.
    label: String,
}

impl Writer {
    /// Starts in the block `entry`.
    pub(super) fn new(dialect: Dialect) -> Self {
        Self { dialect, text: "entry:\n".to_owned(), next: 0, label: "entry".to_owned() }
    }

    pub(super) fn finish(self) -> String {
        self.text
    }

    /// Returns the block that is being written.
    pub(super) fn label(&self) -> &str {
        &self.label
    }

    /// Returns an unused name with this prefix.
    pub(super) fn fresh(&mut self, stem: &str) -> String {
        self.next += 1;
        format!("{stem}.{}", self.next)
    }

    /// Writes an instruction without a result.
    pub(super) fn line(&mut self, instruction: impl Display) {
        self.text += &format!("  {instruction}\n");
    }

    /// Marks that what follows is this [construct](super::super::constructs).
    pub(super) fn mark(&mut self, construct: &'static str) {
        self.text += &format!("{MARK}{construct}\n");
    }

    /// Writes an instruction with a result. Returns the result's name.
    pub(super) fn value(&mut self, stem: &str, instruction: impl Display) -> String {
        let name = format!("%{}", self.fresh(stem));
        self.line(format_args!("{name} = {instruction}"));
        name
    }

    /// Begins a block.
    pub(super) fn block(&mut self, label: &str) {
        self.text += &format!("{label}:\n");
        label.clone_into(&mut self.label);
    }

    /// Replaces a placeholder that was written when the name was not known yet.
    pub(super) fn settle(&mut self, placeholder: &str, name: &str) {
        self.text = self.text.replace(placeholder, name);
    }

    /// Returns a number, with these references if the result has any.
    ///
    /// LLVM relocates no structures at safepoints. Here none comes between making one and returning
    /// it.
    pub(super) fn ret(&mut self, result: Returned, number: &str, references: [&str; 2]) {
        let kind = returned(result, self.dialect);
        let reference = self.dialect.reference();
        let [first, second] = references;
        // The number first: an instruction that LLVM moves up, since it is the same elsewhere, has
        // no reference in it yet.
        let parts: &[(usize, &str, &str)] = match result {
            Returned::Word => return self.line(format_args!("ret i64 {number}")),
            Returned::One => &[(0, "i64", number), (1, reference, first)],
            Returned::Two => &[(1, "i64", number), (0, reference, first), (2, reference, second)],
        };
        let mut value = "undef".to_owned();
        for (index, part, name) in parts {
            value = self
                .value("whole", format_args!("insertvalue {kind} {value}, {part} {name}, {index}"));
        }
        self.line(format_args!("ret {kind} {value}"));
    }

    /// Takes a result apart. Returns the number and the references.
    pub(super) fn take_apart(&mut self, result: Returned, value: &str) -> (String, Vec<String>) {
        let (number, references): (u32, &[u32]) = match result {
            Returned::Word => return (value.to_owned(), Vec::new()),
            Returned::One => (0, &[1]),
            Returned::Two => (1, &[0, 2]),
        };
        let kind = returned(result, self.dialect);
        let mut part =
            |index: u32| self.value("part", format_args!("extractvalue {kind} {value}, {index}"));
        let number = part(number);
        let references: Vec<_> = references.iter().map(|&index| part(index)).collect();
        let references = references.iter().map(|name| self.pin(name)).collect();
        (number, references)
    }

    /// Mixes a number into that of the context, which finally shows the effects of functions that
    /// return nothing.
    pub(super) fn add_to_trace(&mut self, number: &str) {
        let at = self.field("%context", TRACE_OF_CONTEXT);
        let old = self.load("i64", &at);
        let product = self.value("trace", format_args!("mul i64 {old}, 31"));
        let new = self.value("trace", format_args!("add i64 {product}, {number}"));
        let at = self.field("%context", TRACE_OF_CONTEXT);
        self.store("i64", &new, &at);
    }

    /// Forces a reference to be taken out of its structure here, and nowhere else. Returns that
    /// reference. LLVM would do that where the reference is used, and between here and there are
    /// safepoints, at which it does not relocate structures. A mere use does not keep LLVM from
    /// taking the structure apart once more, as it does after a loop.
    pub(super) fn pin(&mut self, name: &str) -> String {
        let kind = self.dialect.reference();
        self.value(
            "pinned",
            format_args!(
                "call {kind} asm sideeffect \"\", \"=r,0\"({kind} {name}) \"gc-leaf-function\""
            ),
        )
    }

    /// Computes the address `offset` bytes after a reference.
    pub(super) fn field(&mut self, reference: &str, offset: impl Display) -> String {
        let kind = self.dialect.reference();
        self.value("at", format_args!("getelementptr i8, {kind} {reference}, i64 {offset}"))
    }

    /// Returns an address in the heap as `load` and `store` of this type require it, with its type.
    pub(super) fn place(&mut self, kind: &str, address: &str) -> String {
        let reference = self.dialect.reference();
        let wanted = self.dialect.pointer_to(kind, 1);
        if wanted == reference {
            return format!("{reference} {address}");
        }
        let cast = self.value("cast", format_args!("bitcast {reference} {address} to {wanted}"));
        format!("{wanted} {cast}")
    }

    /// Loads from the heap, in a way that no optimisation can predict.
    pub(super) fn load(&mut self, kind: &str, address: &str) -> String {
        let place = self.place(kind, address);
        self.value("load", format_args!("load volatile {kind}, {place}, align 8"))
    }

    /// Stores a reference into an object that is not new, at an address in it.
    pub(super) fn store_reference(&mut self, object: &str, at: &str, value: &str) {
        let kind = self.dialect.reference();
        self.line(format_args!(
            "call void @spgc_store({kind} {object}, {kind} {at}, {kind} {value})"
        ));
    }

    /// Stores to the heap: a number, or a reference that initialises an object.
    pub(super) fn store(&mut self, kind: &str, value: &str, address: &str) {
        let place = self.place(kind, address);
        self.line(format_args!("store {kind} {value}, {place}, align 8"));
    }
}
