//! The operations of the threads of a program on shared objects.
//!
//! Each element of the shared array is one thing: the first a list of nodes, the last an array of
//! sums, those in between boxes. A thread that publishes a box stores the number of the place in
//! it, so it does not matter whose box is found; and sums do not depend on the order of the
//! additions.

use super::super::model::{Pick, Shared};
use super::body::Body;
use super::support::{BOX, NODE, SHARED_OF_CONTEXT, SHARED_SLOTS, SUMS};
use super::writer::Writer;

/// The content of a box at one of the places in between, without the number of the place.
const PUBLISHED: u32 = 0x5000;

impl Body<'_> {
    pub(super) fn shared(&mut self, what: Shared, pick: Pick) {
        let reference = self.dialect.reference();
        // Everything that a new object refers to is allocated before the shared array is loaded.
        let slot = match what {
            Shared::Publish | Shared::See => 1 + pick % (SHARED_SLOTS - 2),
            Shared::Push => 0,
            Shared::Add => SHARED_SLOTS - 1,
        };
        self.out.mark(match what {
            Shared::Publish => "shared: publish",
            Shared::See => "shared: read",
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
                let running = self.running.clone();
                self.out.store("i64", &running, &at);
                object
            }
            Shared::See | Shared::Add => String::new(),
        };
        let at = self.out.field("%context", SHARED_OF_CONTEXT);
        let array = self.out.load(reference, &at);
        let at = self.out.field(&array, 16 + 8 * slot);
        match what {
            Shared::Publish => {
                let place = self.out.place(reference, &at);
                barrier(&mut self.out, &array, &at);
                self.out.line(format_args!(
                    "store atomic volatile {reference} {new}, {place} release, align 8"
                ));
            }
            Shared::See => {
                let place = self.out.place(reference, &at);
                let load = format!("load atomic volatile {reference}, {place} acquire, align 8");
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
                let running = self.running.clone();
                let word = self.out.value("word", format_args!("and i64 {running}, 255"));
                let place = self.out.place("i64", &at);
                self.out.value(
                    "before",
                    format_args!("atomicrmw volatile add {place}, i64 {word} monotonic"),
                );
            }
        }
    }

    /// Pushes a node to the front of the list, retrying until the compare and swap succeeds.
    fn push_shared(&mut self, array: &str, at: &str, node: &str) {
        let reference = self.dialect.reference();
        let [again, after] = ["again", "after"].map(|stem| self.out.fresh(stem));
        self.out.line(format_args!("br label %{again}"));
        self.out.block(&again);
        let place = self.out.place(reference, at);
        let load = format!("load atomic volatile {reference}, {place} acquire, align 8");
        let head = self.out.value("head", load);
        // The node may have grown old at the poll of an earlier attempt.
        let next = self.out.field(node, 8);
        self.out.store_reference(node, &next, &head);
        barrier(&mut self.out, array, at);
        let both = self.out.value(
            "both",
            format_args!(
                "cmpxchg volatile {place}, {reference} {head}, {reference} {node} acq_rel acquire"
            ),
        );
        let done =
            self.out.value("done", format_args!("extractvalue {{ {reference}, i1 }} {both}, 1"));
        self.out.line(format_args!("br i1 {done}, label %{after}, label %{again}"));
        self.out.block(&after);
    }
}

/// Writes the barrier in front of a store into an old object that this module emits itself.
fn barrier(out: &mut Writer, object: &str, at: &str) {
    let reference = out.dialect.reference();
    out.line(format_args!(
        "call void @spgc_write_barrier({reference} {object}, {reference} {at}) \"gc-leaf-function\""
    ));
}
