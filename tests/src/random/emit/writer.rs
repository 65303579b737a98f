//! Instructions one after the other, with names that are made up.

use core::fmt::Display;

use super::dialect::Dialect;

/// The instructions of a function.
#[derive(Debug)]
pub(super) struct Writer {
    pub(super) dialect: Dialect,
    text: String,
    next: u32,
    /// The block that instructions go to.
    label: String,
}

impl Writer {
    /// In the block `entry`.
    pub(super) fn new(dialect: Dialect) -> Self {
        Self { dialect, text: "entry:\n".to_owned(), next: 0, label: "entry".to_owned() }
    }

    pub(super) fn finish(self) -> String {
        self.text
    }

    /// The block that is being written.
    pub(super) fn label(&self) -> &str {
        &self.label
    }

    /// A name that was not used yet, that begins like this.
    pub(super) fn fresh(&mut self, stem: &str) -> String {
        self.next += 1;
        format!("{stem}.{}", self.next)
    }

    /// An instruction without a result.
    pub(super) fn line(&mut self, instruction: impl Display) {
        self.text += &format!("  {instruction}\n");
    }

    /// An instruction with a result; the result's name.
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

    /// Puts a name in the place of a word that was written when the name was not known yet.
    pub(super) fn settle(&mut self, placeholder: &str, name: &str) {
        self.text = self.text.replace(placeholder, name);
    }

    /// The address `offset` bytes behind a reference.
    pub(super) fn field(&mut self, reference: &str, offset: impl Display) -> String {
        let kind = self.dialect.reference();
        self.value("at", format_args!("getelementptr i8, {kind} {reference}, i64 {offset}"))
    }

    /// An address in the heap as `load` and `store` of this type want it, with its type.
    pub(super) fn place(&mut self, kind: &str, address: &str) -> String {
        let reference = self.dialect.reference();
        let wanted = self.dialect.pointer_to(kind, 1);
        if wanted == reference {
            return format!("{reference} {address}");
        }
        let cast = self.value("cast", format_args!("bitcast {reference} {address} to {wanted}"));
        format!("{wanted} {cast}")
    }

    /// Loads from the heap, in a way that no optimisation can guess.
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
