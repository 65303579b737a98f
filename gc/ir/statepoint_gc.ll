; statepoint_gc.ll, the prelude: the part of the collector that is inlined into managed code.
;
; A front end links this module into its own (llvm-link) before it optimises, and runs, after
; optimising, place-safepoints and rewrite-statepoints-for-gc. Managed functions carry
; gc "statepoint-example" and uwtable; references are ptr addrspace(1).
;
; The layout of %spgc.thread is that of `ThreadContext` in gc/src/thread/context.rs; a test in
; gc/src/mutator/prelude.rs compares the two. An object begins with a header word of 8 bytes. At
; allocation this is its type id shifted left by 8. Later the collector keeps further bits there, so
; code reads the type id by `lshr` 8 and `and` 0x7fffff. An array has its length, an i64, at offset
; 8 and its elements from offset 16. Every allocated object is zero after its header (and length).
;
; The accesses here are not ordered with those of other threads, and need not be: at a safepoint the
; slow paths synchronise. A store that publishes a reference to threads without other
; synchronisation must be a release store, or they may see the object before its header and its
; zeros.

; The fields: cursor of the thread's TLAB (thread-local allocation buffer); its limit, which is also
; the poll word: 0 while a safepoint request is pending, so that no object fits; a word of the
; collector's; gate, which is not 0 if a transition between managed and native code must take its
; slow path; state, 1 in managed and 0 in native code; exit, and the caller's stack pointer at it;
; two words of the collector's; the stack that the thread runs, whose first word is its limit.
%spgc.thread = type { ptr addrspace(1), i64, i64, i32, i32, ptr, ptr, ptr, ptr, ptr }

@spgc_thread = external thread_local(initialexec) global %spgc.thread

declare ptr @llvm.threadlocal.address.p0(ptr)

; Slow paths: each saves the callee-saved registers and may stop this thread for a collection. A
; poll does not throw. For allocations this is not promised, although at present the process ends if
; there is no memory.
declare void @spgc_poll_slow() cold nounwind
declare ptr addrspace(1) @spgc_allocate_slow(i64 %size, i64 %header) cold
declare ptr addrspace(1) @spgc_allocate_array_slow(i64 %length, i64 %header) cold
declare ptr addrspace(1) @spgc_allocate_tailed_slow(i64 %length, i64 %header, i64 %fixed, i64 %length.offset, i64 %element.size) cold

; Returns the identity hash of an object: a number, not 0, that is generated at the first request
; and kept as long as the object lives, also when it moves. The hash of null is 0; that of a word
; that is no reference into the heap is computed from the word. No safepoint. It writes to the
; object's header, so it must not be declared or called readonly.
declare i32 @spgc_identity_hash(ptr addrspace(1) %object) #2

; Calls a native function of the C calling convention, with up to five arguments that are integers
; or pointers, none of them a reference, and returns what it returns. During the call this thread
; does not delay a collection. The function may call managed code again, and may throw an exception:
; call it by `invoke` if a landing pad handles that.
declare i64 @spgc_call_native(i64, i64, i64, i64, i64, ptr %function)

; Fibers: functions with a stack of their own, ptr addrspace(1) (ptr addrspace(1)), that the host
; has created. spgc_resume runs the fiber with this address until it is suspended or its function
; returns; spgc_suspend suspends the fiber that runs. Each returns the reference that the other one,
; or the function's return, passes. Both are safepoints, as any call: others run meanwhile.
; spgc_fiber_done returns whether the function has ended; such a fiber must not be resumed. If the
; host has set that the fiber passes exceptions, one that leaves the function leaves spgc_resume:
; call it by `invoke` if a landing pad handles that.
declare ptr addrspace(1) @spgc_resume(ptr %fiber, ptr addrspace(1) %in)
declare ptr addrspace(1) @spgc_suspend(ptr addrspace(1) %out)
declare zeroext i1 @spgc_fiber_done(ptr %fiber) #2

; The poll that place-safepoints inserts at function entries and loop back-edges. Another thread
; writes the word, so the load is volatile: it must not be hoisted out of a loop. (An atomic load
; would do the same, but LLVM does not fold it into the comparison.)
define weak_odr hidden void @gc.safepoint_poll() {
entry:
  %thread = call ptr @llvm.threadlocal.address.p0(ptr @spgc_thread)
  %word = getelementptr inbounds %spgc.thread, ptr %thread, i32 0, i32 1
  %limit = load volatile i64, ptr %word, align 8
  %armed = icmp eq i64 %limit, 0
  br i1 %armed, label %stop, label %done, !prof !1

stop:
  call void @spgc_poll_slow()
  br label %done

done:
  ret void
}

; The fast paths below read the TLAB's cursor and bump it, and no safepoint may come in between: a
; collection takes the TLAB away. place-safepoints inserts an entry poll as late as it can, which is
; before the first call, and back-edge polls at the ends of blocks; GVN moves loads into
; predecessors. So the sequence begins with a call (of empty inline assembly): polls are inserted
; before it, and no access is moved across it. The accesses are volatile, which keeps them after the
; call and in place.

; Allocates an object of a fixed size, that of its type: a multiple of 8, at least 16, below 64 KiB.
; It should be a constant, so that the first comparison is folded. Objects of more than 8 KiB are
; large, and always take the slow path. Only the slow path compares the size with that of the type;
; SPGC_ZEAL=alloc takes it every time. Also for objects that the host describes by code (traced
; types, object models), with the size that the code will report: the fields that determine their
; size must be stored before the next safepoint. Larger objects, of any type, are allocated by
; spgc_allocate_slow itself.
define linkonce_odr hidden ptr addrspace(1) @spgc_allocate(i64 %size, i64 %header) alwaysinline uwtable gc "statepoint-example" {
entry:
  %small = icmp ule i64 %size, 8192
  br i1 %small, label %try, label %slow, !prof !0

try:
  %thread = call ptr @llvm.threadlocal.address.p0(ptr @spgc_thread)
  call void asm sideeffect "", ""() #0
  %cursor = load volatile ptr addrspace(1), ptr %thread, align 8
  %limit.p = getelementptr inbounds %spgc.thread, ptr %thread, i32 0, i32 1
  %limit = load volatile ptr addrspace(1), ptr %limit.p, align 8
  %next = getelementptr i8, ptr addrspace(1) %cursor, i64 %size
  %fits = icmp ule ptr addrspace(1) %next, %limit
  br i1 %fits, label %bump, label %slow, !prof !0

bump:
  store volatile ptr addrspace(1) %next, ptr %thread, align 8
  store i64 %header, ptr addrspace(1) %cursor, align 8
  br label %done

slow:
  %refilled = call ptr addrspace(1) @spgc_allocate_slow(i64 %size, i64 %header)
  br label %done

done:
  %object = phi ptr addrspace(1) [ %cursor, %bump ], [ %refilled, %slow ]
  ret ptr addrspace(1) %object
}

; Allocates an array of 8-byte elements (references or words). Arrays longer than the bound below
; take the slow path, which also refuses too large and negative lengths.
define linkonce_odr hidden ptr addrspace(1) @spgc_allocate_array(i64 %length, i64 %header) alwaysinline uwtable gc "statepoint-example" {
entry:
  %small = icmp ult i64 %length, 1023
  br i1 %small, label %try, label %slow, !prof !0

try:
  %bytes = shl nuw nsw i64 %length, 3
  %size = add nuw nsw i64 %bytes, 16
  %thread = call ptr @llvm.threadlocal.address.p0(ptr @spgc_thread)
  call void asm sideeffect "", ""() #0
  %cursor = load volatile ptr addrspace(1), ptr %thread, align 8
  %limit.p = getelementptr inbounds %spgc.thread, ptr %thread, i32 0, i32 1
  %limit = load volatile ptr addrspace(1), ptr %limit.p, align 8
  %next = getelementptr i8, ptr addrspace(1) %cursor, i64 %size
  %fits = icmp ule ptr addrspace(1) %next, %limit
  br i1 %fits, label %bump, label %slow, !prof !0

bump:
  store volatile ptr addrspace(1) %next, ptr %thread, align 8
  store i64 %header, ptr addrspace(1) %cursor, align 8
  %length.p = getelementptr inbounds i8, ptr addrspace(1) %cursor, i64 8
  store i64 %length, ptr addrspace(1) %length.p, align 8
  br label %done

slow:
  %refilled = call ptr addrspace(1) @spgc_allocate_array_slow(i64 %length, i64 %header)
  br label %done

done:
  %array = phi ptr addrspace(1) [ %cursor, %bump ], [ %refilled, %slow ]
  ret ptr addrspace(1) %array
}

; As spgc_allocate, for a type whose objects are aligned to 16 bytes. The cursor is a multiple of 8;
; the word that may be left before the object belongs to no object. The new cursor is computed as an
; integer: a pointer derived from the old cursor would have that as its base pointer, which is no
; object.
define linkonce_odr hidden ptr addrspace(1) @spgc_allocate_aligned(i64 %size, i64 %header) alwaysinline uwtable gc "statepoint-example" {
entry:
  %small = icmp ule i64 %size, 8192
  br i1 %small, label %try, label %slow, !prof !0

try:
  %thread = call ptr @llvm.threadlocal.address.p0(ptr @spgc_thread)
  call void asm sideeffect "", ""() #0
  %cursor = load volatile i64, ptr %thread, align 8
  %limit.p = getelementptr inbounds %spgc.thread, ptr %thread, i32 0, i32 1
  %limit = load volatile i64, ptr %limit.p, align 8
  %gap = and i64 %cursor, 8
  %start = add i64 %cursor, %gap
  %next = add i64 %start, %size
  %fits = icmp ule i64 %next, %limit
  br i1 %fits, label %bump, label %slow, !prof !0

bump:
  store volatile i64 %next, ptr %thread, align 8
  %new = inttoptr i64 %start to ptr addrspace(1)
  store i64 %header, ptr addrspace(1) %new, align 16
  br label %done

slow:
  %refilled = call ptr addrspace(1) @spgc_allocate_slow(i64 %size, i64 %header)
  br label %done

done:
  %object = phi ptr addrspace(1) [ %new, %bump ], [ %refilled, %slow ]
  ret ptr addrspace(1) %object
}

; Allocates an object with elements: an array of any kind, or fields followed by elements. All
; arguments but the length and the header are those of the type, and should be constants, so that
; only a multiplication is left: the bytes before the first element, the offset of the length among
; them, the bytes of an element, and the alignment, 8 or 16. Only the slow path compares them with
; the type; SPGC_ZEAL=alloc takes it every time. Objects of more than 8 KiB always take it.
define linkonce_odr hidden ptr addrspace(1) @spgc_allocate_tailed(i64 %length, i64 %header, i64 %fixed, i64 %length.offset, i64 %element.size, i64 %alignment) alwaysinline uwtable gc "statepoint-example" {
entry:
  %room = sub i64 8192, %fixed
  %most = udiv i64 %room, %element.size
  %short = icmp ule i64 %length, %most
  %low = icmp ule i64 %fixed, 8192
  %small = and i1 %short, %low
  br i1 %small, label %try, label %slow, !prof !0

try:
  %bytes = mul nuw nsw i64 %length, %element.size
  %sum = add nuw nsw i64 %bytes, %fixed
  %above = add nuw nsw i64 %sum, 7
  %size = and i64 %above, -8
  %odd = sub i64 %alignment, 8
  %thread = call ptr @llvm.threadlocal.address.p0(ptr @spgc_thread)
  call void asm sideeffect "", ""() #0
  %cursor = load volatile i64, ptr %thread, align 8
  %limit.p = getelementptr inbounds %spgc.thread, ptr %thread, i32 0, i32 1
  %limit = load volatile i64, ptr %limit.p, align 8
  %gap = and i64 %cursor, %odd
  %start = add i64 %cursor, %gap
  %next = add i64 %start, %size
  %fits = icmp ule i64 %next, %limit
  br i1 %fits, label %bump, label %slow, !prof !0

bump:
  store volatile i64 %next, ptr %thread, align 8
  %new = inttoptr i64 %start to ptr addrspace(1)
  store i64 %header, ptr addrspace(1) %new, align 8
  %length.p = getelementptr inbounds i8, ptr addrspace(1) %new, i64 %length.offset
  store i64 %length, ptr addrspace(1) %length.p, align 8
  br label %done

slow:
  %refilled = call ptr addrspace(1) @spgc_allocate_tailed_slow(i64 %length, i64 %header, i64 %fixed, i64 %length.offset, i64 %element.size)
  br label %done

done:
  %object = phi ptr addrspace(1) [ %new, %bump ], [ %refilled, %slow ]
  ret ptr addrspace(1) %object
}

; As spgc_allocate_tailed, for an array: a length, and elements of %element.size bytes from
; offset 16.
define linkonce_odr hidden ptr addrspace(1) @spgc_allocate_array_of(i64 %length, i64 %header, i64 %element.size) alwaysinline uwtable gc "statepoint-example" {
entry:
  %array = call ptr addrspace(1) @spgc_allocate_tailed(i64 %length, i64 %header, i64 16, i64 8, i64 %element.size, i64 8)
  ret ptr addrspace(1) %array
}

; As spgc_allocate_array_of, aligned to 16 bytes, as is the first element.
define linkonce_odr hidden ptr addrspace(1) @spgc_allocate_array_aligned(i64 %length, i64 %header, i64 %element.size) alwaysinline uwtable gc "statepoint-example" {
entry:
  %array = call ptr addrspace(1) @spgc_allocate_tailed(i64 %length, i64 %header, i64 16, i64 8, i64 %element.size, i64 16)
  ret ptr addrspace(1) %array
}

; Stores of references into objects of the heap go through an object-logging write barrier
; (Blackburn, Hosking, ISMM 2004). When the collector promotes an object, it sets the unlogged bit
; in the object's header. The first store of a reference into the object finds the bit set, clears
; it, and adds the object to its thread's log, a part of the remembered set. So a young collection
; learns which old objects may refer to young ones, without scanning the others. All further stores,
; and all stores into young objects, whose bit is never set, cost the test only. Since the slow path
; comes before the first modification, a later version can also copy the old values of the object's
; fields there, which concurrent marking needs; compiled code stays as it is.
;
; Every store of a reference into an object needs the barrier, also stores of null and tagged
; values, with one exception: stores that initialise an object which this thread has just allocated,
; with no safepoint (poll, allocation, call that is no leaf) between the allocation and the store. A
; store into memory that is not an object needs no barrier, nor does a store into a field without
; references.
;
; No safepoint may come between the test and the store either: a collection there may promote the
; object and set the bit, and the store would not be logged. The pass place-safepoints runs after
; the optimiser, so the order of test and store must have survived until then, with no place between
; them at which it inserts a poll:
; - It inserts the entry poll as late as it can, which is before the first call or branch. Without
;   the empty call before the load, that would be between the load of the header and the branch that
;   tests it.
; - GVN moves the load of the header into predecessors of its block, above the poll of a back-edge,
;   and reuses the value of a header that was loaded before a poll. It does not change volatile
;   loads.
; - LICM keeps a field that is stored to in a loop in a register, and stores it after the loop, past
;   all polls at its back-edges, while the test stays inside. It does not move volatile stores.
; The empty call also prevents the latter two, since LLVM assumes that the call accesses memory.
; That is not guaranteed, so the accesses are volatile. llc preserves the order of volatile accesses
; and calls. tests/tests/compiler/barrier_code.rs checks the generated code.

; The barrier's slow path, for an unlogged object: clears the unlogged bit and logs the object.
; Preserves all general registers (preserve_mostcc), but not floating-point registers. No safepoint.
declare preserve_mostcc void @spgc_barrier_slow(ptr addrspace(1) %object, ptr addrspace(1) %slot) cold #1

; The write barrier. Call it directly before a store, exchange or compare-and-swap of a reference
; that does not use spgc_store. %object is the start of the object, and %slot an address inside it.
; That access must be volatile as well, and `release` if other threads may read the slot without
; further synchronisation:
;   call void @spgc_write_barrier(ptr addrspace(1) %object, ptr addrspace(1) %slot)
;   store atomic volatile ptr addrspace(1) %value, ptr addrspace(1) %slot release, align 8
; Only arithmetic may come in between. A compare-and-swap that fails has logged the object
; unnecessarily, which is harmless. In a retry loop the barrier belongs inside the loop, because
; there may be a poll in it.
define linkonce_odr hidden void @spgc_write_barrier(ptr addrspace(1) %object, ptr addrspace(1) %slot) alwaysinline #0 {
entry:
  call void asm sideeffect "", ""() #0
  %bits = load volatile i8, ptr addrspace(1) %object, align 8
  %unlogged = and i8 %bits, 4
  %logged = icmp eq i8 %unlogged, 0
  br i1 %logged, label %done, label %slow, !prof !0

slow:
  call preserve_mostcc void @spgc_barrier_slow(ptr addrspace(1) %object, ptr addrspace(1) %slot) #1
  br label %done

done:
  ret void
}

; Stores a reference, or another value that a reference slot may hold, at %slot inside %object, with
; the write barrier.
define linkonce_odr hidden void @spgc_store(ptr addrspace(1) %object, ptr addrspace(1) %slot, ptr addrspace(1) %value) alwaysinline #0 {
entry:
  call void @spgc_write_barrier(ptr addrspace(1) %object, ptr addrspace(1) %slot) #0
  store volatile ptr addrspace(1) %value, ptr addrspace(1) %slot, align 8
  ret void
}

; Registers a finalizer: when the object becomes unreachable, it is queued for the host with %token.
; Returns the number of the registration, by which it can be cancelled. No safepoint.
declare i64 @spgc_finalize(ptr addrspace(1) %object, i64 %token) #2

; Bulk operations. Each has its own write barrier, and references are copied one by one as whole
; words: a thread that reads a slot concurrently sees the old or the new value. Long operations are
; done in pieces of 32 KiB, with a poll in between; then other threads may also see a partial copy.

; Allocates an object with the type, length and fields of %object and a new header, without its
; identity hash. A safepoint.
declare ptr addrspace(1) @spgc_clone(ptr addrspace(1) %object)

; One piece of a bulk operation: leaf functions. They return the number of elements that remain, or
; a negative number as below.
declare i64 @spgc_array_copy_piece(ptr addrspace(1) %to, i64 %to.index, ptr addrspace(1) %from, i64 %from.index, i64 %count, i64 %left) #2
declare i64 @spgc_array_fill_piece(ptr addrspace(1) %to, i64 %index, ptr addrspace(1) %value, i64 %count, i64 %left) #2

; Copies %count elements; the two ranges may overlap. Both are arrays of references, of any types,
; or arrays of the same type. Returns 0, or the reason why nothing was copied, for which the front
; end throws the exception that its language requires:
; -1: the range is not one of %from
; -2: the range is not one of %to
; -3: the elements have different types, or one of the two is null or not an array
; Indices and %count are unsigned: negative ones are out of range. Whether each copied element may
; be stored in an array of the other's type (covariant arrays) is for the front end to check.
define linkonce_odr hidden i64 @spgc_array_copy(ptr addrspace(1) %to, i64 %to.index, ptr addrspace(1) %from, i64 %from.index, i64 %count) uwtable gc "statepoint-example" {
entry:
  br label %piece

; place-safepoints inserts a poll at the back-edge.
piece:
  %left = phi i64 [ %count, %entry ], [ %rest, %piece ]
  %rest = call i64 @spgc_array_copy_piece(ptr addrspace(1) %to, i64 %to.index, ptr addrspace(1) %from, i64 %from.index, i64 %count, i64 %left) #2
  %more = icmp sgt i64 %rest, 0
  br i1 %more, label %piece, label %done, !prof !1

done:
  ret i64 %rest
}

; Stores %value in %count elements of an array of references; returns 0, -2 or -3 as above.
define linkonce_odr hidden i64 @spgc_array_fill(ptr addrspace(1) %to, i64 %index, ptr addrspace(1) %value, i64 %count) uwtable gc "statepoint-example" {
entry:
  br label %piece

piece:
  %left = phi i64 [ %count, %entry ], [ %rest, %piece ]
  %rest = call i64 @spgc_array_fill_piece(ptr addrspace(1) %to, i64 %index, ptr addrspace(1) %value, i64 %count, i64 %left) #2
  %more = icmp sgt i64 %rest, 0
  br i1 %more, label %piece, label %done, !prof !1

done:
  ret i64 %rest
}

; Returns whether fewer than %reserve bytes are left below the running frame on the stack that the
; thread runs: its own, that of a fiber, or one of the host. The memory that the library itself
; needs there, for slow paths and collections, does not count as left. This is for languages in
; which a stack overflow is an exception: a function that recurses calls it at its entry and, if it
; returns true, calls a native function that throws. docs/porting/deep-stacks.md has the recipe. No
; safepoint. Only managed code may call it.
;
; The numbers are signed, so that every %reserve has a meaning. Below the limit, the number of bytes
; left is negative. Above the stack the result is false; this happens only if the host has switched
; stacks without an announcement, for which the next slow path ends the process.
;
; The stack pointer is compared, not the address of the frame or of an alloca. So the whole frame of
; the function that this is inlined into counts, with its dynamic allocas, and the function gets
; neither a larger frame nor a frame pointer. LLVM assumes that llvm.stacksave accesses memory, so
; it does not merge two checks. A frame stays on its stack, and the limit of a stack never changes,
; so the loads may be moved anywhere in the function. (Later versions of LLVM upgrade the name of
; the intrinsic.) The empty call is for the entry poll, which place-safepoints inserts before it:
; otherwise the result would be kept across the poll.
declare ptr @llvm.stacksave()
define linkonce_odr hidden i1 @spgc_stack_is_low(i64 %reserve) alwaysinline #0 {
entry:
  call void asm sideeffect "", ""() #0
  %thread = call ptr @llvm.threadlocal.address.p0(ptr @spgc_thread)
  %stack.p = getelementptr inbounds %spgc.thread, ptr %thread, i32 0, i32 9
  %stack = load ptr, ptr %stack.p, align 8
  %limit = load i64, ptr %stack, align 8
  %sp = call ptr @llvm.stacksave()
  %address = ptrtoint ptr %sp to i64
  %end = sub i64 %address, %reserve
  %low = icmp slt i64 %end, %limit
  ret i1 %low
}

; Returns the word that another thread has left for this thread (`Heap::interrupt`, in C
; spgc_thread_interrupt), and takes it; 0 if there is none. For interrupts, kills and timeouts that
; a language throws: code calls it where it may be interrupted, at loop heads and function entries,
; and calls a native function that throws if the word is not 0. docs/porting/exceptions.md has the
; recipe. The fast path is a test of the limit, which is armed as long as a word waits. No
; safepoint. Only managed code may call it.
declare i64 @spgc_take_interrupt() #1
define linkonce_odr hidden i64 @spgc_poll_interrupt() alwaysinline #0 {
entry:
  %thread = call ptr @llvm.threadlocal.address.p0(ptr @spgc_thread)
  %word = getelementptr inbounds %spgc.thread, ptr %thread, i32 0, i32 1
  %limit = load volatile i64, ptr %word, align 8
  %armed = icmp eq i64 %limit, 0
  br i1 %armed, label %take, label %done, !prof !1

take:
  %taken = call i64 @spgc_take_interrupt()
  br label %done

done:
  %result = phi i64 [ 0, %entry ], [ %taken, %take ]
  ret i64 %result
}

; Transitions between managed and native code, for wrappers: functions of the front end, one for
; each native function, without gc and never inlined into managed code. docs/porting/native-code.md
; describes how to write them. The order of the steps, and why they need no processor fence, is at
; the head of gc/src/safepoint/mod.rs. @spgc_thread is named directly because with
; llvm.threadlocal.address LLVM 16 would compute its address first.

; The slow paths do not throw. They preserve all general registers, but not floating-point
; registers, so that wrappers keep their arguments and results in place. `notail`: the collector
; needs the wrapper's frame while a slow path waits.
declare ptr @llvm.frameaddress.p0(i32 immarg)
declare preserve_mostcc void @spgc_enter_native_slow() cold #1
declare preserve_mostcc void @spgc_leave_native_slow() cold #1

; Managed-to-native transition. %frame is llvm.frameaddress(0) of the wrapper.
define linkonce_odr hidden void @spgc_enter_native(ptr %frame) alwaysinline #0 {
entry:
  %exit.p = getelementptr inbounds %spgc.thread, ptr @spgc_thread, i32 0, i32 5
  store volatile ptr %frame, ptr %exit.p, align 8
  %state.p = getelementptr inbounds %spgc.thread, ptr @spgc_thread, i32 0, i32 4
  store atomic volatile i32 0, ptr %state.p release, align 4
  fence syncscope("singlethread") seq_cst
  %gate.p = getelementptr inbounds %spgc.thread, ptr @spgc_thread, i32 0, i32 3
  %gate = load volatile i32, ptr %gate.p, align 4
  %open = icmp eq i32 %gate, 0
  br i1 %open, label %done, label %slow, !prof !0

slow:
  notail call preserve_mostcc void @spgc_enter_native_slow() #1
  br label %done

done:
  ret void
}

; Managed-to-native transition on AArch64. %sp is llvm.sponentry of the wrapper, where the frame of
; its caller ends: the frame record does not contain that.
define linkonce_odr hidden void @spgc_enter_native_aarch64(ptr %frame, ptr %sp) alwaysinline #0 {
entry:
  %sp.p = getelementptr inbounds %spgc.thread, ptr @spgc_thread, i32 0, i32 6
  store volatile ptr %sp, ptr %sp.p, align 8
  call void @spgc_enter_native(ptr %frame)
  ret void
}

; Native-to-managed transition; waits while a collection is in progress. The thread must return
; through the exit by which it last left, which is the frame of the wrapper that this is inlined
; into. Otherwise the host has switched stacks or jumped out of a call, and the slow path ends the
; process. (The operands are in the order in which LLVM compares in memory.)
define linkonce_odr hidden void @spgc_leave_native() alwaysinline #0 {
entry:
  %frame = call ptr @llvm.frameaddress.p0(i32 0)
  %state.p = getelementptr inbounds %spgc.thread, ptr @spgc_thread, i32 0, i32 4
  store atomic volatile i32 1, ptr %state.p monotonic, align 4
  fence syncscope("singlethread") seq_cst
  %gate.p = getelementptr inbounds %spgc.thread, ptr @spgc_thread, i32 0, i32 3
  %gate = load volatile i32, ptr %gate.p, align 4
  %open = icmp eq i32 %gate, 0
  br i1 %open, label %look, label %slow, !prof !0

look:
  %exit.p = getelementptr inbounds %spgc.thread, ptr @spgc_thread, i32 0, i32 5
  %exit = load volatile ptr, ptr %exit.p, align 8
  %last = icmp eq ptr %frame, %exit
  br i1 %last, label %done, label %slow, !prof !0

slow:
  notail call preserve_mostcc void @spgc_leave_native_slow() #1
  br label %done

done:
  ret void
}

attributes #0 = { "gc-leaf-function" }
attributes #1 = { nounwind "gc-leaf-function" }
; Leaf functions that access the objects given to them and the library's own memory.
attributes #2 = { nounwind willreturn memory(argmem: readwrite, inaccessiblemem: readwrite) "gc-leaf-function" }

!0 = !{!"branch_weights", i32 1048575, i32 1}
!1 = !{!"branch_weights", i32 1, i32 1048575}
