; statepoint_gc.ll: the part of the collector that is inlined into managed code.
;
; A front end links this module into its own (llvm-link) before it optimises, and runs, after
; optimising, place-safepoints and rewrite-statepoints-for-gc. Managed functions carry
; gc "statepoint-example" and uwtable; references are ptr addrspace(1).
;
; The layout of %spgc.thread is that of `ThreadContext` in gc/src/mutator/context.rs; a test there
; compares the two. An object begins with a header word of 8 bytes: its type id shifted left by 8.
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

; Slow paths: each saves the callee-saved registers and may stop this thread for a collection.
declare void @spgc_poll_slow() cold
declare ptr addrspace(1) @spgc_allocate_slow(i64 %size, i64 %header) cold
declare ptr addrspace(1) @spgc_allocate_array_slow(i64 %length, i64 %header) cold

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

; Allocates an object of a fixed size, that of its type: a multiple of 8, at least 16, below 64 KiB.
; Only the slow path compares the two; SPGC_ZEAL=alloc takes it every time.
define linkonce_odr hidden ptr addrspace(1) @spgc_allocate(i64 %size, i64 %header) alwaysinline uwtable gc "statepoint-example" {
entry:
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

; Allocates an array of 8-byte elements (references or words; a type with elements of another size
; needs a function of its own). Longer ones than the bound below
; take the slow path, which also refuses absurd and negative lengths.
define linkonce_odr hidden ptr addrspace(1) @spgc_allocate_array(i64 %length, i64 %header) alwaysinline uwtable gc "statepoint-example" {
entry:
  %small = icmp ult i64 %length, 1024
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

; Transitions between managed and native code, for wrappers: functions of the front end, one for each native
; function, without gc and never inlined into managed code. docs/porting.md says how to write them.
; What must happen in which order, and why it needs no fence of the processor: head of
; gc/src/safepoint/mod.rs. @spgc_thread is named itself because through llvm.threadlocal.address LLVM 16
; would compute its address first.

; The slow halves preserve all registers but floats, so that wrappers keep their arguments and results
; where they are. `notail`: the collector needs the wrapper's frame while one of them waits.
declare preserve_mostcc void @spgc_enter_native_slow() cold #0
declare preserve_mostcc void @spgc_leave_native_slow() cold #0

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
  notail call preserve_mostcc void @spgc_enter_native_slow() #0
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

; The thread becomes managed again; waits while a collection is in progress.
define linkonce_odr hidden void @spgc_leave_native() alwaysinline #0 {
entry:
  %state.p = getelementptr inbounds %spgc.thread, ptr @spgc_thread, i32 0, i32 4
  store atomic volatile i32 1, ptr %state.p monotonic, align 4
  fence syncscope("singlethread") seq_cst
  %gate.p = getelementptr inbounds %spgc.thread, ptr @spgc_thread, i32 0, i32 3
  %gate = load volatile i32, ptr %gate.p, align 4
  %open = icmp eq i32 %gate, 0
  br i1 %open, label %done, label %slow, !prof !0

slow:
  notail call preserve_mostcc void @spgc_leave_native_slow() #0
  br label %done

done:
  ret void
}

attributes #0 = { "gc-leaf-function" }

!0 = !{!"branch_weights", i32 1048575, i32 1}
!1 = !{!"branch_weights", i32 1, i32 1048575}
