//! Addresses of the managed functions that the programs call, and the types of their objects.
//!
//! LLVM compiles the functions from `managed/*.ll`. They are declared here without parameters,
//! since they are called only through `Mutator::call`.

use core::ffi::c_void;

use statepoint_gc::{HeapBuilder, TypeId, TypeLayout};

unsafe extern "C" {
    fn bt_make();
    fn bt_count();
    fn bt_churn();
    fn in_registers_bt_make();
    fn in_registers_bt_count();
    fn in_registers_bt_churn();
    fn patched_polls_bt_make();
    fn patched_polls_bt_count();
    fn patched_polls_bt_churn();
    fn derived_words();
    fn derived_references();
    fn patched_polls_derived_words();
    fn patched_polls_derived_references();
    fn generators_numbers();
    fn generators_filter();
    fn generators_primes();
}

/// Returns the address of `ptr addrspace(1) generators_numbers(ptr addrspace(1))`, a fiber that
/// yields boxes of 2, 3, 4, and so on.
pub fn numbers() -> *const c_void {
    generators_numbers as *const c_void
}

/// Returns the address of `ptr addrspace(1) generators_filter(ptr addrspace(1) words)`, a fiber
/// that yields those boxes of another fiber whose numbers are no multiples of a prime. The array
/// `words` has the address of the other fiber and the prime.
pub fn filter() -> *const c_void {
    generators_filter as *const c_void
}

/// Returns the address of `i64 generators_primes(i64 count, ptr create)`, which returns a checksum
/// of the first `count` primes. `create(0, ...)` creates a fiber of [`numbers`] and `create(1,
/// ...)` one of [`filter`]; it returns the fiber's address, or 0.
pub fn primes() -> *const c_void {
    generators_primes as *const c_void
}

/// Returns the address of `ptr addrspace(1) bt_make(i32 depth)`, which returns a new tree.
pub fn make_tree() -> *const c_void {
    bt_make as *const c_void
}

/// Returns the address of `i64 bt_count(ptr addrspace(1) tree)`, which returns the number of nodes
/// of a tree.
pub fn count_tree() -> *const c_void {
    bt_count as *const c_void
}

/// Returns the address of `i64 bt_churn(i64 trees, i32 depth)`, which allocates and counts trees,
/// and returns the sum of their nodes.
pub fn churn_trees() -> *const c_void {
    bt_churn as *const c_void
}

/// The managed functions of binary-trees, compiled in one way.
#[derive(Clone, Copy, Debug)]
pub struct Trees {
    /// See [`make_tree`].
    pub make: fn() -> *const c_void,
    /// See [`count_tree`].
    pub count: fn() -> *const c_void,
    /// See [`churn_trees`].
    pub churn: fn() -> *const c_void,
}

/// Returns the functions that keep references in stack slots during calls.
#[must_use]
pub fn trees() -> Trees {
    Trees { make: make_tree, count: count_tree, churn: churn_trees }
}

/// Returns the functions that keep references in callee-saved registers as far as possible.
#[must_use]
pub fn trees_in_registers() -> Trees {
    Trees {
        make: || in_registers_bt_make as *const c_void,
        count: || in_registers_bt_count as *const c_void,
        churn: || in_registers_bt_churn as *const c_void,
    }
}

/// Returns the functions whose polls are patched.
#[must_use]
pub fn trees_with_patched_polls() -> Trees {
    Trees {
        make: || patched_polls_bt_make as *const c_void,
        count: || patched_polls_bt_count as *const c_void,
        churn: || patched_polls_bt_churn as *const c_void,
    }
}

/// Returns [`sum_words`] and [`sum_references`] with polls that are patched.
#[must_use]
pub fn sums_with_patched_polls() -> [*const c_void; 2] {
    [
        patched_polls_derived_words as *const c_void,
        patched_polls_derived_references as *const c_void,
    ]
}

/// Returns the address of `i64 derived_words(i64 length)`, which returns a checksum of an array of
/// words.
pub fn sum_words() -> *const c_void {
    derived_words as *const c_void
}

/// Returns the address of `i64 derived_references(i64 length)`, which returns a checksum of an
/// array of references to boxes.
pub fn sum_references() -> *const c_void {
    derived_references as *const c_void
}

/// Registers the types that the managed programs allocate, with the type IDs in their IR.
#[must_use]
pub fn register_types(heap: HeapBuilder) -> HeapBuilder {
    let node = TypeLayout::Fixed { size: 24, references: vec![8, 16] };
    heap.register_type(TypeId::new(1), node.named("Node"))
        .register_type(TypeId::new(2), TypeLayout::PlainArray { element_size: 8 })
        .register_type(TypeId::new(3), TypeLayout::ReferenceArray)
        .register_type(TypeId::new(4), TypeLayout::Fixed { size: 16, references: vec![] })
}
