//! Operations on the objects that the threads of a program share.
//!
//! The shared array has a list of nodes in its first element, an array of sums in its last, and
//! boxes in the others. A published box contains a number that depends only on its index, so a
//! reader expects the same number from every publisher. Sums do not depend on the order of the
//! additions.

use super::super::model::{Pick, Shared};
use super::body::FunctionEmitter;
use super::support::{BOX, NODE, SHARED_OF_CONTEXT, SHARED_SLOTS, SUMS};
use super::writer::Writer;

/// Difference between the number in a published box and the index of the box in the shared array.
const PUBLISHED: u32 = 0x5000;

impl FunctionEmitter<'_> {
    /// Emits an operation on a shared object.
    pub(super) fn shared(&mut self, what: Shared, pick: Pick) {
        let reference = self.dialect.reference();
        // Everything that a new object refers to is allocated before the shared array is loaded.
        let slot = match what {
            Shared::Publish | Shared::Read => 1 + pick % (SHARED_SLOTS - 2),
            Shared::Push => 0,
            Shared::Add => SHARED_SLOTS - 1,
        };
        self.out.mark(match what {
            Shared::Publish => "shared: publish",
            Shared::Read => "shared: read",
            Shared::Push => "shared: push",
            Shared::Add => "shared: add",
        });
        let number = (PUBLISHED + slot).to_string();
        let new = match what {
            Shared::Publish => {
                let object = self.allocate("published", 16, BOX);
                let at = self.out.field(&object, 8);
                self.out.store("i64", &number, &at);
                object
            }
            Shared::Push => {
                let object = self.allocate("pushed", 32, NODE);
                let at = self.out.field(&object, 24);
                let checksum = self.checksum.clone();
                self.out.store("i64", &checksum, &at);
                object
            }
            Shared::Read | Shared::Add => String::new(),
        };
        let at = self.out.field("%context", SHARED_OF_CONTEXT);
        let array = self.out.load(reference, &at);
        let at = self.out.field(&array, 16 + 8 * slot);
        match what {
            Shared::Publish => {
                let typed_address = self.out.typed_address(reference, &at);
                barrier(&mut self.out, &array, &at);
                self.out.line(format_args!(
                    "store atomic volatile {reference} {new}, {typed_address} release, align 8"
                ));
            }
            Shared::Read => {
                let typed_address = self.out.typed_address(reference, &at);
                let load =
                    format!("load atomic volatile {reference}, {typed_address} acquire, align 8");
                let found = self.out.value("seen", load);
                let content = self.content(&found);
                let same = self.out.value("same", format_args!("icmp eq i64 {content}, {number}"));
                let none =
                    self.out.value("none", format_args!("icmp eq {reference} {found}, null"));
                let right = self.out.value("right", format_args!("or i1 {same}, {none}"));
                let right = self.out.value("right", format_args!("zext i1 {right} to i64"));
                self.mix(&right);
            }
            Shared::Push => self.push_shared(&array, &at, &new),
            Shared::Add => {
                let sums = self.out.load(reference, &at);
                let at = self.out.field(&sums, 16 + 8 * (pick % SUMS));
                let checksum = self.checksum.clone();
                let word = self.out.value("word", format_args!("and i64 {checksum}, 255"));
                let typed_address = self.out.typed_address("i64", &at);
                self.out.value(
                    "before",
                    format_args!("atomicrmw volatile add {typed_address}, i64 {word} monotonic"),
                );
            }
        }
    }

    /// Emits a push to the front of the list, with a loop around the compare-and-swap.
    fn push_shared(&mut self, array: &str, at: &str, node: &str) {
        let reference = self.dialect.reference();
        let [retry, after] = ["retry", "after"].map(|stem| self.out.fresh_name(stem));
        self.out.line(format_args!("br label %{retry}"));
        self.out.block(&retry);
        let typed_address = self.out.typed_address(reference, at);
        let load = format!("load atomic volatile {reference}, {typed_address} acquire, align 8");
        let head = self.out.value("head", load);
        // The store has a write barrier, since a collection at the poll of a failed attempt may
        // have promoted the node.
        let next = self.out.field(node, 8);
        self.out.store_reference(node, &next, &head);
        barrier(&mut self.out, array, at);
        let both = self.out.value(
            "both",
            format_args!(
                "cmpxchg volatile {typed_address}, {reference} {head}, {reference} {node} acq_rel acquire"
            ),
        );
        let done =
            self.out.value("done", format_args!("extractvalue {{ {reference}, i1 }} {both}, 1"));
        self.out.line(format_args!("br i1 {done}, label %{after}, label %{retry}"));
        self.out.block(&after);
    }
}

/// Emits the write barrier for an atomic store, which must precede the store.
fn barrier(out: &mut Writer, object: &str, at: &str) {
    let reference = out.dialect.reference();
    out.line(format_args!(
        "call void @spgc_write_barrier({reference} {object}, {reference} {at}) \
         \"gc-leaf-function\""
    ));
}
