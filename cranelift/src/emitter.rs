//! What the prelude inlines into code that LLVM compiles, as CLIF.

#![forbid(unsafe_code)]

use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{Block, InstBuilder as _, MemFlagsData, Value, types};
use cranelift_frontend::FunctionBuilder;
use statepoint_gc::compiled_code::{
    ARMED_LIMIT, CURSOR_OFFSET, LIMIT_OFFSET, MAX_INLINED_SIZE, UNLOGGED_BIT,
};
use statepoint_gc::types::ObjectAlignment;

use crate::layout::{FixedLayout, TailedLayout};
use crate::runtime_function::{Callee, RuntimeFunction, RuntimeLinkage};

/// Size in bytes of a reference, and the unit of object sizes.
const WORD: i64 = 8;
/// Maximum number of arguments of a native function.
const NATIVE_ARGUMENTS: usize = RuntimeFunction::CallNative.parameters() - 1;

/// Declares that a value is a reference: collections find and update it where it is live across a
/// call. Each SSA value that is a reference is declared, also block parameters, results of calls
/// and parameters of the function. (A variable is declared by
/// [`FunctionBuilder::declare_var_needs_stack_map`].)
///
/// # Panics
///
/// If the value does not have 64 bits.
pub fn declare_reference(builder: &mut FunctionBuilder<'_>, value: Value) {
    assert_eq!(builder.func.dfg.value_type(value), types::I64, "a reference has 64 bits");
    builder.declare_value_needs_stack_map(value);
}

/// Appends polls, allocation, loads and stores of references, and calls of the collector to a
/// function under construction.
///
/// Values of type `i64` hold references. The methods declare the references that they return, and
/// end in a new block where they branch. Variables of the front end keep working, since the new
/// blocks are sealed.
#[derive(Clone, Copy, Debug)]
pub struct Emitter<L> {
    /// The thread's context; `None` if each use asks for it.
    context: Option<Value>,
    linkage: L,
}

impl<L: RuntimeLinkage> Emitter<L> {
    /// Creates an emitter for a function that has its thread's context in `context`, for example in
    /// a parameter. The value is not a reference.
    ///
    /// The function must end on the thread on which it began. So it must not run on a fiber that
    /// [migrates](statepoint_gc::fibers::FiberConfig::migrate).
    pub fn new(context: Value, linkage: L) -> Self {
        Self { context: Some(context), linkage }
    }

    /// Creates an emitter for functions that may run on fibers that
    /// [migrate](statepoint_gc::fibers::FiberConfig::migrate): each poll and each allocation begins
    /// with a call that returns the context.
    pub fn migrating(linkage: L) -> Self {
        Self { context: None, linkage }
    }

    /// Creates an emitter for a function that has no parameter with its thread's context: appends a
    /// call that returns it. Call this at the start of the function, whose blocks must all be
    /// dominated by it. What [`Self::new`] requires holds here, too.
    pub fn with_own_context(builder: &mut FunctionBuilder<'_>, linkage: L) -> Self {
        let mut emitter = Self::migrating(linkage);
        emitter.context = Some(emitter.context(builder));
        emitter
    }

    /// Returns the value that holds the thread's context, to be passed to functions that take it as
    /// a parameter. With [`Self::migrating`], it is valid up to the next call.
    pub fn context(&mut self, builder: &mut FunctionBuilder<'_>) -> Value {
        match self.context {
            Some(context) => context,
            None => self.call_for_word(builder, RuntimeFunction::ThreadContext, &[]),
        }
    }

    /// Appends the test whether the thread's polls take their slow path.
    fn is_armed(&mut self, builder: &mut FunctionBuilder<'_>) -> Value {
        let context = self.context(builder);
        let limit = load_word(builder, context, LIMIT_OFFSET);
        builder.ins().icmp_imm_s(IntCC::Equal, limit, ARMED_LIMIT.cast_signed())
    }

    /// Appends a poll: the thread stops here if a stop or handshake is pending. Each loop needs one
    /// that does not allocate, nor call functions with polls, or threads wait for it. Stores and
    /// leaf functions do not count.
    pub fn poll(&mut self, builder: &mut FunctionBuilder<'_>) {
        let armed = self.is_armed(builder);
        let (slow, done) = (cold_block(builder), builder.create_block());
        builder.ins().brif(armed, slow, &[], done, &[]);
        begin(builder, slow);
        self.append_call(builder, RuntimeFunction::PollSlow, &[]);
        builder.ins().jump(done, &[]);
        begin(builder, done);
    }

    /// Appends a poll for interrupts. Returns the word that another thread has left for this thread
    /// ([`Heap::interrupt`](statepoint_gc::Heap::interrupt)), an `i64`, and takes it; 0 if there is
    /// none. Not a safepoint.
    pub fn poll_interrupt(&mut self, builder: &mut FunctionBuilder<'_>) -> Value {
        let armed = self.is_armed(builder);
        let none = constant(builder, 0);
        let (slow, done) = (cold_block(builder), done_block(builder));
        builder.ins().brif(armed, slow, &[], done, &[none.into()]);
        begin(builder, slow);
        let word = self.call_for_word(builder, RuntimeFunction::TakeInterrupt, &[]);
        builder.ins().jump(done, &[word.into()]);
        begin(builder, done);
        builder.block_params(done)[0]
    }

    /// Appends the allocation of an object, whose fields are zero. Returns the reference, which is
    /// null if there is no memory and allocations [may
    /// fail](statepoint_gc::HeapBuilder::fallible_allocation). This is a safepoint.
    pub fn allocate(&mut self, builder: &mut FunctionBuilder<'_>, layout: FixedLayout) -> Value {
        let header = constant(builder, layout.header);
        let size = constant(builder, layout.size.into());
        if u64::from(layout.size) > MAX_INLINED_SIZE {
            let arguments = [size, header];
            return self.call_for_word(builder, RuntimeFunction::AllocateSlow, &arguments);
        }
        let (slow, done) = (cold_block(builder), done_block(builder));
        self.bump(builder, size, layout.alignment, slow, |builder, object| {
            store_word(builder, header, object, 0);
            builder.ins().jump(done, &[object.into()]);
        });
        begin(builder, slow);
        let arguments = [size, header];
        let object = self.call_for_word(builder, RuntimeFunction::AllocateSlow, &arguments);
        builder.ins().jump(done, &[object.into()]);
        end_with_reference(builder, done)
    }

    /// Appends the allocation of an object with `length` elements (an unsigned 64-bit integer),
    /// which are zero. Returns the reference, or null as [`Self::allocate`] does. This is a
    /// safepoint.
    pub fn allocate_tailed(
        &mut self,
        builder: &mut FunctionBuilder<'_>,
        layout: TailedLayout,
        length: Value,
    ) -> Value {
        let TailedLayout { header, fixed, length_offset, element_size, alignment } = layout;
        let words = [header, fixed.into(), length_offset.into(), element_size.into()];
        let [header, fixed, offset, element] = words.map(|word| constant(builder, word));
        let arguments = [length, header, fixed, offset, element];
        let Some(room) = MAX_INLINED_SIZE.checked_sub(layout.fixed.into()) else {
            return self.call_for_word(builder, RuntimeFunction::AllocateTailedSlow, &arguments);
        };
        let (small, slow) = (builder.create_block(), cold_block(builder));
        let done = done_block(builder);
        let most = constant(builder, room / u64::from(element_size));
        let fits = builder.ins().icmp(IntCC::UnsignedLessThanOrEqual, length, most);
        builder.ins().brif(fits, small, &[], slow, &[]);
        begin(builder, small);
        let bytes = builder.ins().imul(length, element);
        let sum = builder.ins().iadd(bytes, fixed);
        let above = builder.ins().iadd_imm_s(sum, WORD - 1);
        let size = builder.ins().band_imm_s(above, -WORD);
        self.bump(builder, size, alignment, slow, |builder, object| {
            store_word(builder, header, object, 0);
            // A layout has offsets below 2^31.
            store_word(builder, length, object, length_offset as i32);
            builder.ins().jump(done, &[object.into()]);
        });
        begin(builder, slow);
        let object = self.call_for_word(builder, RuntimeFunction::AllocateTailedSlow, &arguments);
        builder.ins().jump(done, &[object.into()]);
        end_with_reference(builder, done)
    }

    /// Appends the load of a reference at `offset` bytes from the start of `object`. Returns the
    /// reference.
    pub fn load_reference(
        &mut self,
        builder: &mut FunctionBuilder<'_>,
        object: Value,
        offset: i32,
    ) -> Value {
        let value = builder.ins().load(types::I64, MemFlagsData::trusted(), object, offset);
        declare_reference(builder, value);
        value
    }

    /// Appends the load of the reference at `object + offset`, where `offset` is a 64-bit integer.
    /// Returns the reference.
    pub fn load_reference_at(
        &mut self,
        builder: &mut FunctionBuilder<'_>,
        object: Value,
        offset: Value,
    ) -> Value {
        let slot = builder.ins().iadd(object, offset);
        self.load_reference(builder, slot, 0)
    }

    /// Appends the store of a reference at `offset` bytes from the start of `object`, with the
    /// write barrier. Not a safepoint.
    pub fn store_reference(
        &mut self,
        builder: &mut FunctionBuilder<'_>,
        object: Value,
        offset: i32,
        value: Value,
    ) {
        self.barrier_for(builder, object, |builder| {
            builder.ins().iadd_imm_s(object, i64::from(offset))
        });
        store_word(builder, value, object, offset);
    }

    /// Appends the store of a reference at `object + offset`, where `offset` is a 64-bit integer,
    /// with the write barrier. Not a safepoint.
    pub fn store_reference_at(
        &mut self,
        builder: &mut FunctionBuilder<'_>,
        object: Value,
        offset: Value,
        value: Value,
    ) {
        self.write_barrier(builder, object, offset);
        // Computed again: no address inside an object may live across the barrier's call.
        let slot = builder.ins().iadd(object, offset);
        store_word(builder, value, slot, 0);
    }

    /// Appends the call of a native function with a transition: collections do not wait for it,
    /// and it may call managed code. `arguments` are at most five 64-bit words, which are not
    /// references; `function` is its address. Returns its result, a word. This is a safepoint.
    ///
    /// # Panics
    ///
    /// If there are more than five arguments.
    pub fn call_native(
        &mut self,
        builder: &mut FunctionBuilder<'_>,
        function: Value,
        arguments: &[Value],
    ) -> Value {
        assert!(arguments.len() <= NATIVE_ARGUMENTS, "{} arguments", arguments.len());
        let mut all = arguments.to_vec();
        while all.len() < NATIVE_ARGUMENTS {
            all.push(constant(builder, 0));
        }
        all.push(function);
        self.call_for_word(builder, RuntimeFunction::CallNative, &all)
    }

    /// Appends a call of a function of the collector. Returns its result, if it has one, which is
    /// declared if it is a reference.
    ///
    /// # Panics
    ///
    /// If the number of arguments is not that of the function.
    pub fn call(
        &mut self,
        builder: &mut FunctionBuilder<'_>,
        function: RuntimeFunction,
        arguments: &[Value],
    ) -> Option<Value> {
        let results = self.append_call(builder, function, arguments);
        let result = results.first().copied();
        if let Some(result) = result.filter(|_| function.returns_reference()) {
            declare_reference(builder, result);
        }
        result
    }

    /// As [`Self::call`], for a function that returns a value.
    fn call_for_word(
        &mut self,
        builder: &mut FunctionBuilder<'_>,
        function: RuntimeFunction,
        arguments: &[Value],
    ) -> Value {
        self.call(builder, function, arguments).expect("the function returns a value")
    }

    fn append_call(
        &mut self,
        builder: &mut FunctionBuilder<'_>,
        function: RuntimeFunction,
        arguments: &[Value],
    ) -> Vec<Value> {
        assert_eq!(arguments.len(), function.parameters(), "arguments of {function:?}");
        let call = match self.linkage.callee(builder, function) {
            Callee::Function(function) => builder.ins().call(function, arguments),
            Callee::Address(address) => {
                let signature = builder.import_signature(function.signature());
                let callee = constant(builder, address);
                builder.ins().call_indirect(signature, callee, arguments)
            }
        };
        builder.inst_results(call).to_vec()
    }

    /// Appends the write barrier without the store, for a store of another kind (with release
    /// order, or an exchange) to `object + offset`, where `offset` is a 64-bit integer. The store
    /// follows, with no safepoint and no other call in between, at an address that is computed
    /// after the barrier. Not a safepoint.
    pub fn write_barrier(
        &mut self,
        builder: &mut FunctionBuilder<'_>,
        object: Value,
        offset: Value,
    ) {
        self.barrier_for(builder, object, |builder| builder.ins().iadd(object, offset));
    }

    /// Appends the write barrier for a store into `object`. `slot` appends the computation of the
    /// slot's address, for the slow path only.
    fn barrier_for(
        &mut self,
        builder: &mut FunctionBuilder<'_>,
        object: Value,
        slot: impl FnOnce(&mut FunctionBuilder<'_>) -> Value,
    ) {
        let bits = builder.ins().uload8(types::I64, MemFlagsData::trusted(), object, 0);
        let unlogged = builder.ins().band_imm_s(bits, i64::from(UNLOGGED_BIT));
        let (slow, done) = (cold_block(builder), builder.create_block());
        builder.ins().brif(unlogged, slow, &[], done, &[]);
        begin(builder, slow);
        let slot = slot(builder);
        self.append_call(builder, RuntimeFunction::BarrierSlow, &[object, slot]);
        builder.ins().jump(done, &[]);
        begin(builder, done);
    }

    /// Appends the allocation of `size` bytes in the TLAB. If there is no room, the code jumps to
    /// `slow`. Otherwise it continues with what `then` appends, which ends the block.
    fn bump(
        &mut self,
        builder: &mut FunctionBuilder<'_>,
        size: Value,
        alignment: ObjectAlignment,
        slow: Block,
        then: impl FnOnce(&mut FunctionBuilder<'_>, Value),
    ) {
        let context = self.context(builder);
        let cursor = load_word(builder, context, CURSOR_OFFSET);
        let limit = load_word(builder, context, LIMIT_OFFSET);
        let start = match alignment {
            ObjectAlignment::Eight => cursor,
            ObjectAlignment::Sixteen => {
                let gap = builder.ins().band_imm_s(cursor, WORD);
                builder.ins().iadd(cursor, gap)
            }
        };
        let next = builder.ins().iadd(start, size);
        let fits = builder.ins().icmp(IntCC::UnsignedLessThanOrEqual, next, limit);
        let bump = builder.create_block();
        builder.ins().brif(fits, bump, &[], slow, &[]);
        begin(builder, bump);
        store_word(builder, next, context, CURSOR_OFFSET);
        then(builder, start);
    }
}

/// Appends a 64-bit constant.
fn constant(builder: &mut FunctionBuilder<'_>, value: u64) -> Value {
    builder.ins().iconst(types::I64, value.cast_signed())
}

/// Appends a load of 64 bits.
fn load_word(builder: &mut FunctionBuilder<'_>, address: Value, offset: i32) -> Value {
    builder.ins().load(types::I64, MemFlagsData::trusted(), address, offset)
}

/// Appends a store of 64 bits.
fn store_word(builder: &mut FunctionBuilder<'_>, value: Value, address: Value, offset: i32) {
    builder.ins().store(MemFlagsData::trusted(), value, address, offset);
}

/// Creates a block that is rarely executed.
fn cold_block(builder: &mut FunctionBuilder<'_>) -> Block {
    let block = builder.create_block();
    builder.set_cold_block(block);
    block
}

/// Creates a block with a reference as parameter.
fn done_block(builder: &mut FunctionBuilder<'_>) -> Block {
    let block = builder.create_block();
    builder.append_block_param(block, types::I64);
    block
}

/// Begins a block all of whose predecessors exist.
fn begin(builder: &mut FunctionBuilder<'_>, block: Block) {
    builder.switch_to_block(block);
    builder.seal_block(block);
}

/// Begins a block of [`done_block`] and returns its parameter.
fn end_with_reference(builder: &mut FunctionBuilder<'_>, done: Block) -> Value {
    begin(builder, done);
    let object = builder.block_params(done)[0];
    declare_reference(builder, object);
    object
}
