; statepoint_gc.ll: the part of the collector that is inlined into managed code.
;
; A front end links this module into its own (llvm-link) before it optimises, and runs, after
; optimising, place-safepoints and rewrite-statepoints-for-gc. Managed functions carry
; gc "statepoint-example" and uwtable; references are ptr addrspace(1).
;
; The layout of %spgc.thread is that of `ThreadContext` in gc/src/mutator/context.rs; a test there
; compares the two. An object begins with a header word of 8 bytes: its type id shifted left by 8 when it is allocated;
; later the collector keeps further bits there, so code that reads the type id does so by `lshr` 8 and `and` 0x7fffff.
; An array has its length, an i64, at offset 8 and its elements from offset 16. Every allocated
; object is zero behind its header (and length).
;
; None of the accesses here is ordered with those of other threads, nor need they be: at a safepoint the
; slow paths synchronise. A store that publishes a reference to threads that do not synchronise
; otherwise must be a release store, or they may see the object before its header and its zeros.

; Cursor of the thread's allocation buffer; its limit, which is also the poll word: 0 where the thread is
; wanted, so that no object fits; a word of the collector's; gate, which is not 0 where the thread is
; wanted on its way between managed and native code; state, 1 in managed and 0 in native code; exit and
; the caller's stack pointer at it; two words of the collector's.
%spgc.thread = type { ptr addrspace(1), i64, i64, i32, i32, ptr, ptr, ptr, ptr }

@spgc_thread = external thread_local(initialexec) global %spgc.thread

declare ptr @llvm.threadlocal.address.p0(ptr)

; Slow paths: each saves the callee-saved registers and may stop this thread for a collection. A poll does not throw;
; of allocations nothing of the kind is promised, though as yet the process ends where there is no memory.
declare void @spgc_poll_slow() cold nounwind
declare ptr addrspace(1) @spgc_allocate_slow(i64 %size, i64 %header) cold
declare ptr addrspace(1) @spgc_allocate_array_slow(i64 %length, i64 %header) cold
declare ptr addrspace(1) @spgc_allocate_tailed_slow(i64 %length, i64 %header, i64 %fixed, i64 %length.offset, i64 %element.size) cold

; The identity hash of an object: a number that it keeps as long as it lives, wherever it moves; made when it is
; first asked for, and not 0. Of null it is 0, and of a word that is no reference into the heap it is made from the
; word. No safepoint. It writes to the object's header, so it is not to be called readonly.
declare i32 @spgc_identity_hash(ptr addrspace(1) %object) #2

; Calls a native function of the C calling convention, with up to five arguments that are integers or
; pointers, none of them a reference, and returns what it returns. Meanwhile this thread does not
; delay a collection; the function may call managed code again, and may end by an exception: call it by
; `invoke` where a landing pad waits for that.
declare i64 @spgc_call_native(i64, i64, i64, i64, i64, ptr %function)

; The poll that place-safepoints puts at function entries and loop back-edges. Another thread writes
; the word, hence the volatile load: it may not be hoisted out of a loop. (An atomic one would do the
; same, but LLVM does not fold it into the comparison.)
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

; The fast paths below read the buffer's cursor and bump it, and no safepoint may come in between: a
; collection takes the buffer away. place-safepoints puts an entry poll as late as it can, which is
; before the first call, and back-edge polls at the ends of blocks; GVN moves loads into predecessors.
; So the sequence begins with a call (an empty one), which a poll precedes and nothing passes, and
; its accesses are volatile, which keeps them behind it and where they are.

; Allocates an object of a fixed size, that of its type: a multiple of 8, at least 16, below 64 KiB; a constant, of
; which the first comparison leaves nothing. Objects of more than 8 KiB are large, and take the slow path always.
; Only the slow path compares the two; SPGC_ZEAL=alloc takes it every time. Also objects that the host describes by code
; (traced types, object models), with the size that they will say: until the next safepoint it must
; have been stored what tells their size. Larger ones, of whichever type: by spgc_allocate_slow itself.
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

; Allocates an array of 8-byte elements (references or words). Longer ones than the bound below
; take the slow path, which also refuses absurd and negative lengths.
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

; As spgc_allocate, of a type whose objects lie at multiples of 16. The cursor is a multiple of 8; the word that may
; be left in front of the object belongs to none. The new cursor is computed as a number: a pointer derived from
; the old one would have that as its base, which is no object.
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

; Allocates an object with elements: an array of any kind, or fields with elements behind them. All but the length and
; the header say what the type says, and should be constants, of which nothing is left then but a multiplication:
; the bytes before the first element, where among them the length is, the bytes of an element, and the
; alignment, 8 or 16. Only the slow path compares them with the type; SPGC_ZEAL=alloc takes it every time. Objects of
; more than 8 KiB take it always.
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

; The same of an array: a length and elements of so many bytes, from offset 16.
define linkonce_odr hidden ptr addrspace(1) @spgc_allocate_array_of(i64 %length, i64 %header, i64 %element.size) alwaysinline uwtable gc "statepoint-example" {
entry:
  %array = call ptr addrspace(1) @spgc_allocate_tailed(i64 %length, i64 %header, i64 16, i64 8, i64 %element.size, i64 8)
  ret ptr addrspace(1) %array
}

; The same at a multiple of 16, and so the first element.
define linkonce_odr hidden ptr addrspace(1) @spgc_allocate_array_aligned(i64 %length, i64 %header, i64 %element.size) alwaysinline uwtable gc "statepoint-example" {
entry:
  %array = call ptr addrspace(1) @spgc_allocate_tailed(i64 %length, i64 %header, i64 16, i64 8, i64 %element.size, i64 16)
  ret ptr addrspace(1) %array
}

; Stores of references into objects of the heap go through a barrier, which logs objects: when the collector
; has made an object old, it sets a bit in the object's header, "unlogged"; the first store of a
; reference into the object finds it set, clears it, and notes the object in a log of its thread. So a
; young collection learns which old objects may refer to young ones, without looking at the others. All
; further stores, and all stores into young objects, whose bit is never set, cost the test alone. Since
; the slow path comes before the first modification, it can later also copy what the object refers to,
; which is what marking at the same time as the program runs needs; compiled code stays as it is.
;
; Every store of a reference into an object needs the barrier, null and tagged values too, with one
; exception: stores that initialise an object which this thread has just allocated, with no
; safepoint (poll, allocation, call that is no leaf) between the allocation and the store. A store
; into memory that is not an object needs none; nor do numbers.
;
; No safepoint may come between the test and the store either: a collection there makes the object old,
; sets the bit, and the store goes by unnoticed. place-safepoints runs after the optimiser, so the order
; of test and store must still be there then, with no place between them where it puts a poll:
; - It puts the entry poll as late as it can, which is before the first call or branch: between the load
;   of the header and the branch that tests it, were there not the empty call in front of the load.
; - GVN moves the load of the header into predecessors of its block, above the poll of a back-edge, and
;   takes the header of an object for known that was tested before a poll. It does not touch volatile loads.
; - LICM keeps a field that is stored to in a loop in a register, and stores it behind the loop, past all
;   polls at its back-edges, while the test stays inside. It leaves volatile stores alone.
; The empty call keeps LLVM from the latter two as well, since it takes the call to use memory; nothing
; promises that, so the accesses are volatile. What llc does afterwards keeps to the order of volatile
; accesses and calls. tests/tests/compiler/barrier_code.rs looks at what comes out.

; The object was not logged: clears the bit and logs it. Preserves all registers but floats. It is no
; safepoint.
declare preserve_mostcc void @spgc_barrier_slow(ptr addrspace(1) %object, ptr addrspace(1) %slot) cold #1

; What stands directly before an own store, exchange or compare-and-swap of a reference at %slot, an address
; inside %object, which is the object's beginning. That access must be volatile as well; `release` where other
; threads may read the slot without further synchronisation:
;   call void @spgc_write_barrier(ptr addrspace(1) %object, ptr addrspace(1) %slot)
;   store atomic volatile ptr addrspace(1) %value, ptr addrspace(1) %slot release, align 8
; Nothing but arithmetic may come in between. A compare-and-swap that fails has logged the object for nothing,
; which is harmless; in a loop of attempts the barrier belongs inside, because a poll may be there.
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

; Stores a reference, or whatever else a reference slot may hold, at %slot inside %object.
define linkonce_odr hidden void @spgc_store(ptr addrspace(1) %object, ptr addrspace(1) %slot, ptr addrspace(1) %value) alwaysinline #0 {
entry:
  call void @spgc_write_barrier(ptr addrspace(1) %object, ptr addrspace(1) %slot) #0
  store volatile ptr addrspace(1) %value, ptr addrspace(1) %slot, align 8
  ret void
}

; Has the host told when nothing keeps the object alive any more: it is queued with this number. Returns the number of
; the registration, by which it can be taken back. No safepoint.
declare i64 @spgc_finalize(ptr addrspace(1) %object, i64 %token) #2

; Bulk operations. Each has its own barrier, and references are copied one by one as whole words: a thread
; that reads a slot meanwhile sees what was there or what will be. Long ones are done in pieces of 32 KiB, with a
; poll in between; then others may also see what is copied in part.

; A new object of the same type, length and fields; its header is a new one, without the hash of the other.
; A safepoint.
declare ptr addrspace(1) @spgc_clone(ptr addrspace(1) %object)

; One piece: a leaf. How much is left, or a negative number as below.
declare i64 @spgc_array_copy_piece(ptr addrspace(1) %to, i64 %to.index, ptr addrspace(1) %from, i64 %from.index, i64 %count, i64 %left) #2
declare i64 @spgc_array_fill_piece(ptr addrspace(1) %to, i64 %index, ptr addrspace(1) %value, i64 %count, i64 %left) #2

; Copies %count elements; the two ranges may overlap. Both are arrays of references, of whichever types, or arrays
; of the same type. 0, or why nothing was copied, for which the front end throws what its language says:
; -1: the range is not one of %from
; -2: the range is not one of %to
; -3: the elements are not alike, or one of the two is null or not an array
; Indices and %count are unsigned: negative ones are out of range. Whether each element that is copied may be
; in an array of the other's type (covariant arrays) is for the front end to know.
define linkonce_odr hidden i64 @spgc_array_copy(ptr addrspace(1) %to, i64 %to.index, ptr addrspace(1) %from, i64 %from.index, i64 %count) uwtable gc "statepoint-example" {
entry:
  br label %piece

; place-safepoints puts a poll on the way back.
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

; Transitions between managed and native code, for wrappers: functions of the front end, one for each native
; function, without gc and never inlined into managed code. docs/porting/native-code.md says how to write
; them.
; What must happen in which order, and why it needs no fence of the processor: head of
; gc/src/safepoint/mod.rs. @spgc_thread is named itself because through llvm.threadlocal.address LLVM 16
; would compute its address first.

; The slow halves do not throw. They preserve all registers but floats, so that wrappers keep their arguments and results
; where they are. `notail`: the collector needs the wrapper's frame while one of them waits.
declare ptr @llvm.frameaddress.p0(i32 immarg)
declare preserve_mostcc void @spgc_enter_native_slow() cold #1
declare preserve_mostcc void @spgc_leave_native_slow() cold #1

; The thread becomes native. %frame is llvm.frameaddress(0) of the wrapper.
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

; The same on AArch64. %sp is llvm.sponentry of the wrapper, where the frame of its caller ends: the
; frame record does not tell.
define linkonce_odr hidden void @spgc_enter_native_aarch64(ptr %frame, ptr %sp) alwaysinline #0 {
entry:
  %sp.p = getelementptr inbounds %spgc.thread, ptr @spgc_thread, i32 0, i32 6
  store volatile ptr %sp, ptr %sp.p, align 8
  call void @spgc_enter_native(ptr %frame)
  ret void
}

; The thread becomes managed again; waits while a collection is in progress. It returns by the exit that it left by last,
; which is the frame of the wrapper that this is inlined into: otherwise the host has switched stacks or jumped out of a
; call, and the slow half ends the process. (The operands are in the order in which LLVM compares in memory.)
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
; Leaves that touch the objects which they are given, and what is the library's own.
attributes #2 = { nounwind willreturn memory(argmem: readwrite, inaccessiblemem: readwrite) "gc-leaf-function" }

!0 = !{!"branch_weights", i32 1048575, i32 1}
!1 = !{!"branch_weights", i32 1, i32 1048575}
