; statepoint_gc_migrating.ll: what statepoint_gc.ll is, with its comments,
; for LLVM 16 and later; the thread's context is what spgc_thread_context() returns,
; and may change when a fiber is suspended.
; Generated from that file. Edit that one, not this one.

%spgc.thread = type { ptr addrspace(1), i64, i64, i32, i32, ptr, ptr, ptr, ptr, ptr }

declare ptr @spgc_thread_context() #3

declare void @spgc_poll_slow() cold nounwind
declare ptr addrspace(1) @spgc_allocate_slow(i64 %size, i64 %header) cold
declare ptr addrspace(1) @spgc_allocate_array_slow(i64 %length, i64 %header) cold
declare ptr addrspace(1) @spgc_allocate_tailed_slow(i64 %length, i64 %header, i64 %fixed, i64 %length.offset, i64 %element.size) cold

declare i32 @spgc_identity_hash(ptr addrspace(1) %object) #2

declare i64 @spgc_call_native(i64, i64, i64, i64, i64, ptr %function)

declare ptr addrspace(1) @spgc_resume(ptr %fiber, ptr addrspace(1) %in)
declare ptr addrspace(1) @spgc_suspend(ptr addrspace(1) %out)
declare zeroext i1 @spgc_fiber_done(ptr %fiber) #2

define weak_odr hidden void @gc.safepoint_poll() {
entry:
  %thread = notail call ptr @spgc_thread_context() #3
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

define linkonce_odr hidden ptr addrspace(1) @spgc_allocate(i64 %size, i64 %header) alwaysinline uwtable gc "statepoint-example" {
entry:
  %small = icmp ule i64 %size, 8192
  br i1 %small, label %try, label %slow, !prof !0

try:
  %thread = notail call ptr @spgc_thread_context() #3
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

define linkonce_odr hidden ptr addrspace(1) @spgc_allocate_array(i64 %length, i64 %header) alwaysinline uwtable gc "statepoint-example" {
entry:
  %small = icmp ult i64 %length, 1023
  br i1 %small, label %try, label %slow, !prof !0

try:
  %bytes = shl nuw nsw i64 %length, 3
  %size = add nuw nsw i64 %bytes, 16
  %thread = notail call ptr @spgc_thread_context() #3
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

define linkonce_odr hidden ptr addrspace(1) @spgc_allocate_aligned(i64 %size, i64 %header) alwaysinline uwtable gc "statepoint-example" {
entry:
  %small = icmp ule i64 %size, 8192
  br i1 %small, label %try, label %slow, !prof !0

try:
  %thread = notail call ptr @spgc_thread_context() #3
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
  %thread = notail call ptr @spgc_thread_context() #3
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

define linkonce_odr hidden ptr addrspace(1) @spgc_allocate_array_of(i64 %length, i64 %header, i64 %element.size) alwaysinline uwtable gc "statepoint-example" {
entry:
  %array = call ptr addrspace(1) @spgc_allocate_tailed(i64 %length, i64 %header, i64 16, i64 8, i64 %element.size, i64 8)
  ret ptr addrspace(1) %array
}

define linkonce_odr hidden ptr addrspace(1) @spgc_allocate_array_aligned(i64 %length, i64 %header, i64 %element.size) alwaysinline uwtable gc "statepoint-example" {
entry:
  %array = call ptr addrspace(1) @spgc_allocate_tailed(i64 %length, i64 %header, i64 16, i64 8, i64 %element.size, i64 16)
  ret ptr addrspace(1) %array
}

declare preserve_mostcc void @spgc_barrier_slow(ptr addrspace(1) %object, ptr addrspace(1) %slot) cold #1

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

define linkonce_odr hidden void @spgc_store(ptr addrspace(1) %object, ptr addrspace(1) %slot, ptr addrspace(1) %value) alwaysinline #0 {
entry:
  call void @spgc_write_barrier(ptr addrspace(1) %object, ptr addrspace(1) %slot) #0
  store volatile ptr addrspace(1) %value, ptr addrspace(1) %slot, align 8
  ret void
}

declare i64 @spgc_finalize(ptr addrspace(1) %object, i64 %token) #2

declare ptr addrspace(1) @spgc_clone(ptr addrspace(1) %object)

declare i64 @spgc_array_copy_piece(ptr addrspace(1) %to, i64 %to.index, ptr addrspace(1) %from, i64 %from.index, i64 %count, i64 %left) #2
declare i64 @spgc_array_fill_piece(ptr addrspace(1) %to, i64 %index, ptr addrspace(1) %value, i64 %count, i64 %left) #2

define linkonce_odr hidden i64 @spgc_array_copy(ptr addrspace(1) %to, i64 %to.index, ptr addrspace(1) %from, i64 %from.index, i64 %count) uwtable gc "statepoint-example" {
entry:
  br label %piece

piece:
  %left = phi i64 [ %count, %entry ], [ %rest, %piece ]
  %rest = call i64 @spgc_array_copy_piece(ptr addrspace(1) %to, i64 %to.index, ptr addrspace(1) %from, i64 %from.index, i64 %count, i64 %left) #2
  %more = icmp sgt i64 %rest, 0
  br i1 %more, label %piece, label %done, !prof !1

done:
  ret i64 %rest
}

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

declare ptr @llvm.stacksave()
define linkonce_odr hidden i1 @spgc_stack_is_low(i64 %reserve) alwaysinline #0 {
entry:
  call void asm sideeffect "", ""() #0
  %thread = notail call ptr @spgc_thread_context() #3
  %stack.p = getelementptr inbounds %spgc.thread, ptr %thread, i32 0, i32 9
  %stack = load ptr, ptr %stack.p, align 8
  %limit = load i64, ptr %stack, align 8
  %sp = call ptr @llvm.stacksave()
  %address = ptrtoint ptr %sp to i64
  %end = sub i64 %address, %reserve
  %low = icmp slt i64 %end, %limit
  ret i1 %low
}

declare i64 @spgc_take_interrupt() #1
define linkonce_odr hidden i64 @spgc_poll_interrupt() alwaysinline #0 {
entry:
  %thread = notail call ptr @spgc_thread_context() #3
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

declare ptr @llvm.frameaddress.p0(i32 immarg)
declare preserve_mostcc void @spgc_enter_native_slow() cold #1
declare preserve_mostcc void @spgc_leave_native_slow() cold #1

define linkonce_odr hidden void @spgc_enter_native(ptr %frame) alwaysinline #0 {
entry:
  %thread = notail call ptr @spgc_thread_context() #3
  %exit.p = getelementptr inbounds %spgc.thread, ptr %thread, i32 0, i32 5
  store volatile ptr %frame, ptr %exit.p, align 8
  %state.p = getelementptr inbounds %spgc.thread, ptr %thread, i32 0, i32 4
  store atomic volatile i32 0, ptr %state.p release, align 4
  fence syncscope("singlethread") seq_cst
  %gate.p = getelementptr inbounds %spgc.thread, ptr %thread, i32 0, i32 3
  %gate = load volatile i32, ptr %gate.p, align 4
  %open = icmp eq i32 %gate, 0
  br i1 %open, label %done, label %slow, !prof !0

slow:
  notail call preserve_mostcc void @spgc_enter_native_slow() #1
  br label %done

done:
  ret void
}

define linkonce_odr hidden void @spgc_enter_native_aarch64(ptr %frame, ptr %sp) alwaysinline #0 {
entry:
  %thread = notail call ptr @spgc_thread_context() #3
  %sp.p = getelementptr inbounds %spgc.thread, ptr %thread, i32 0, i32 6
  store volatile ptr %sp, ptr %sp.p, align 8
  call void @spgc_enter_native(ptr %frame)
  ret void
}

define linkonce_odr hidden void @spgc_leave_native() alwaysinline #0 {
entry:
  %thread = notail call ptr @spgc_thread_context() #3
  %frame = call ptr @llvm.frameaddress.p0(i32 0)
  %state.p = getelementptr inbounds %spgc.thread, ptr %thread, i32 0, i32 4
  store atomic volatile i32 1, ptr %state.p monotonic, align 4
  fence syncscope("singlethread") seq_cst
  %gate.p = getelementptr inbounds %spgc.thread, ptr %thread, i32 0, i32 3
  %gate = load volatile i32, ptr %gate.p, align 4
  %open = icmp eq i32 %gate, 0
  br i1 %open, label %look, label %slow, !prof !0

look:
  %exit.p = getelementptr inbounds %spgc.thread, ptr %thread, i32 0, i32 5
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
attributes #2 = { nounwind willreturn memory(argmem: readwrite, inaccessiblemem: readwrite) "gc-leaf-function" }
attributes #3 = { nounwind willreturn memory(inaccessiblemem: read) "gc-leaf-function" }

!0 = !{!"branch_weights", i32 1048575, i32 1}
!1 = !{!"branch_weights", i32 1, i32 1048575}
