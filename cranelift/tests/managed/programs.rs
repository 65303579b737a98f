//! Functions that several tests use: lists, trees, recursion.

use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{InstBuilder as _, MemFlagsData, Value, types};
use cranelift_module::FuncId;
use statepoint_cranelift::{FixedLayout, declare_reference};
use statepoint_gc::TypeId;
use statepoint_gc::types::ObjectAlignment;

use super::jit::{Body, Jit, Kind};

/// Offset of the first field.
pub(crate) const LEFT: i32 = 8;
/// Offset of the second field.
pub(crate) const RIGHT: i32 = 16;

/// Layout of a node: two references.
pub(crate) fn node() -> FixedLayout {
    FixedLayout::new(TypeId::new(1), 24, ObjectAlignment::Eight).expect("a valid layout")
}

/// Layout of a box: a number.
pub(crate) fn boxed() -> FixedLayout {
    FixedLayout::new(TypeId::new(4), 16, ObjectAlignment::Eight).expect("a valid layout")
}

impl Body<'_, '_> {
    /// Appends the allocation of a box.
    pub(crate) fn make_box(&mut self, value: Value) -> Value {
        let object = self.emitter.allocate(self.builder, boxed());
        self.builder.ins().store(MemFlagsData::trusted(), value, object, LEFT);
        object
    }

    /// Appends the load of the number in a box.
    pub(crate) fn unbox(&mut self, object: Value) -> Value {
        self.builder.ins().load(types::I64, MemFlagsData::trusted(), object, LEFT)
    }

    /// Appends the allocation of a node.
    pub(crate) fn make_node(&mut self, left: Value, right: Value) -> Value {
        let object = self.emitter.allocate(self.builder, node());
        self.emitter.store_reference(self.builder, object, LEFT, left);
        self.emitter.store_reference(self.builder, object, RIGHT, right);
        object
    }

    /// Appends a loop that runs while the first of its values is not 0. `step` returns the next
    /// values. Values of the kind reference are declared. Returns the values after the loop.
    pub(crate) fn repeat(
        &mut self,
        initial: &[(Value, Kind)],
        step: impl FnOnce(&mut Self, &[Value]) -> Vec<Value>,
    ) -> Vec<Value> {
        let (head, body, end) =
            (self.builder.create_block(), self.builder.create_block(), self.builder.create_block());
        let mut values = Vec::new();
        for (_, kind) in initial {
            let value = self.builder.append_block_param(head, types::I64);
            if *kind == Kind::Reference {
                declare_reference(self.builder, value);
            }
            values.push(value);
        }
        let arguments: Vec<_> = initial.iter().map(|(value, _)| (*value).into()).collect();
        self.builder.ins().jump(head, &arguments);
        self.builder.switch_to_block(head);
        let more = self.builder.ins().icmp_imm_s(IntCC::NotEqual, values[0], 0);
        self.builder.ins().brif(more, body, &[], end, &[]);
        self.builder.switch_to_block(body);
        self.builder.seal_block(body);
        let next = step(self, &values);
        let arguments: Vec<_> = next.into_iter().map(Into::into).collect();
        self.builder.ins().jump(head, &arguments);
        self.builder.seal_block(head);
        self.builder.switch_to_block(end);
        self.builder.seal_block(end);
        values
    }
}

/// `node list(n)`: returns the list of boxes of n, n - 1, ... 1, the last one first.
pub(crate) fn list(jit: &mut Jit) -> FuncId {
    let id = jit.declare("list", 1);
    jit.define(id, &[Kind::Word], |body| {
        let (n, null) = (body.parameters[0], body.word(0));
        let values = body.repeat(&[(n, Kind::Word), (null, Kind::Reference)], |body, values| {
            let value = body.make_box(values[0]);
            let node = body.make_node(value, values[1]);
            let next = body.builder.ins().iadd_imm_s(values[0], -1);
            vec![next, node]
        });
        Some(values[1])
    });
    id
}

/// `i64 list_sum(node)`: returns the sum of the numbers in a list, with a poll at each node.
pub(crate) fn list_sum(jit: &mut Jit) -> FuncId {
    let id = jit.declare("list_sum", 1);
    jit.define(id, &[Kind::Reference], |body| {
        let (first, zero) = (body.parameters[0], body.word(0));
        let values =
            body.repeat(&[(first, Kind::Reference), (zero, Kind::Word)], |body, values| {
                body.emitter.poll(body.builder);
                let value = body.emitter.load_reference(body.builder, values[0], LEFT);
                let value = body.unbox(value);
                let next = body.emitter.load_reference(body.builder, values[0], RIGHT);
                vec![next, body.builder.ins().iadd(values[1], value)]
            });
        Some(values[1])
    });
    id
}

/// `i64 list_work(n)`: returns 1 + ... + n by way of a list.
pub(crate) fn list_work(jit: &mut Jit) -> FuncId {
    let (list, sum) = (list(jit), list_sum(jit));
    let id = jit.declare("list_work", 1);
    jit.define(id, &[Kind::Word], |body| {
        let list = body.call_for_reference(list, &[body.parameters[0]]);
        Some(body.call(sum, &[list]))
    });
    id
}

/// Appends `if condition { then } else { otherwise }`, and returns the word that either returns.
pub(crate) fn choose(
    body: &mut Body<'_, '_>,
    condition: Value,
    then: impl FnOnce(&mut Body<'_, '_>) -> Value,
    otherwise: impl FnOnce(&mut Body<'_, '_>) -> Value,
) -> Value {
    let (yes, no, end) =
        (body.builder.create_block(), body.builder.create_block(), body.builder.create_block());
    let result = body.builder.append_block_param(end, types::I64);
    body.builder.ins().brif(condition, yes, &[], no, &[]);
    body.builder.switch_to_block(yes);
    body.builder.seal_block(yes);
    let value = then(body);
    body.builder.ins().jump(end, &[value.into()]);
    body.builder.switch_to_block(no);
    body.builder.seal_block(no);
    let value = otherwise(body);
    body.builder.ins().jump(end, &[value.into()]);
    body.builder.switch_to_block(end);
    body.builder.seal_block(end);
    result
}

/// `node tree(depth)`: returns a complete tree, with a box of 1 as each leaf's left child.
pub(crate) fn tree(jit: &mut Jit) -> FuncId {
    let id = jit.declare("tree", 1);
    jit.define(id, &[Kind::Word], |body| {
        let depth = body.parameters[0];
        let is_leaf = body.builder.ins().icmp_imm_s(IntCC::Equal, depth, 0);
        let result = choose(
            body,
            is_leaf,
            |body| {
                let (one, null) = (body.word(1), body.word(0));
                let leaf = body.make_box(one);
                body.make_node(leaf, null)
            },
            |body| {
                let below = body.builder.ins().iadd_imm_s(depth, -1);
                let left = body.call_for_reference(id, &[below]);
                let right = body.call_for_reference(id, &[below]);
                body.make_node(left, right)
            },
        );
        declare_reference(body.builder, result);
        Some(result)
    });
    id
}

/// `i64 tree_leaves(depth, node)`: returns the number of leaves of a tree of this depth.
pub(crate) fn tree_leaves(jit: &mut Jit) -> FuncId {
    let id = jit.declare("tree_leaves", 2);
    jit.define(id, &[Kind::Word, Kind::Reference], |body| {
        let (depth, node) = (body.parameters[0], body.parameters[1]);
        body.emitter.poll(body.builder);
        let is_leaf = body.builder.ins().icmp_imm_s(IntCC::Equal, depth, 0);
        let result = choose(
            body,
            is_leaf,
            |body| {
                let leaf = body.emitter.load_reference(body.builder, node, LEFT);
                body.unbox(leaf)
            },
            |body| {
                let below = body.builder.ins().iadd_imm_s(depth, -1);
                let left = body.emitter.load_reference(body.builder, node, LEFT);
                let left = body.call(id, &[below, left]);
                let right = body.emitter.load_reference(body.builder, node, RIGHT);
                let right = body.call(id, &[below, right]);
                body.builder.ins().iadd(left, right)
            },
        );
        Some(result)
    });
    id
}

/// `i64 nested(depth)`: returns f(depth) for f(n) = n + 3 f(n - 1), f(0) = 0. Each frame has a live
/// box.
pub(crate) fn nested(jit: &mut Jit) -> FuncId {
    let id = jit.declare("nested", 1);
    jit.define(id, &[Kind::Word], |body| {
        let depth = body.parameters[0];
        let object = body.make_box(depth);
        let is_bottom = body.builder.ins().icmp_imm_s(IntCC::Equal, depth, 0);
        let rest = choose(
            body,
            is_bottom,
            |body| body.word(0),
            |body| {
                let below = body.builder.ins().iadd_imm_s(depth, -1);
                body.call(id, &[below])
            },
        );
        let tripled = body.builder.ins().imul_imm_s(rest, 3);
        let value = body.unbox(object);
        Some(body.builder.ins().iadd(tripled, value))
    });
    id
}

/// `i64 native(function, i64 n)`: calls a native function with n, and returns n more than its
/// result. A box of n is live meanwhile.
pub(crate) fn native(jit: &mut Jit) -> FuncId {
    let native = jit.declare("native", 2);
    jit.define(native, &[Kind::Word, Kind::Word], |body| {
        let (function, n) = (body.parameters[0], body.parameters[1]);
        let object = body.make_box(n);
        let result = body.emitter.call_native(body.builder, function, &[n]);
        let value = body.unbox(object);
        Some(body.builder.ins().iadd(result, value))
    });
    native
}

/// `i64 deep(depth, function)`: calls itself to this depth, then a native function without
/// arguments. Returns its result plus the numbers up to the depth, each of which is in a box that
/// is live meanwhile.
pub(crate) fn deep(jit: &mut Jit) -> FuncId {
    let deep = jit.declare("deep", 2);
    jit.define(deep, &[Kind::Word, Kind::Word], |body| {
        let (depth, function) = (body.parameters[0], body.parameters[1]);
        let object = body.make_box(depth);
        let is_bottom = body.builder.ins().icmp_imm_s(IntCC::Equal, depth, 0);
        let rest = choose(
            body,
            is_bottom,
            |body| body.emitter.call_native(body.builder, function, &[]),
            |body| {
                let below = body.builder.ins().iadd_imm_s(depth, -1);
                body.call(deep, &[below, function])
            },
        );
        let value = body.unbox(object);
        Some(body.builder.ins().iadd(rest, value))
    });
    deep
}
