; statepoint_gc_typed.ll: what statepoint_gc.ll is, with its comments,
; for LLVM 14, which has typed pointers; the thread's context is a thread-local variable.
; Generated from that file. Edit that one, not this one.

%spgc.thread = type { i8 addrspace(1)*, i64, i64, i32, i32, i8*, i8*, i8*, i8*, i8* }

@spgc_thread = external thread_local(initialexec) global %spgc.thread

declare void @spgc_poll_slow() cold nounwind
declare i8 addrspace(1)* @spgc_allocate_slow(i64 %size, i64 %header) cold
declare i8 addrspace(1)* @spgc_allocate_array_slow(i64 %length, i64 %header) cold
declare i8 addrspace(1)* @spgc_allocate_tailed_slow(i64 %length, i64 %header, i64 %fixed, i64 %length.offset, i64 %element.size) cold

declare i32 @spgc_identity_hash(i8 addrspace(1)* %object) #2

declare i64 @spgc_call_native(i64, i64, i64, i64, i64, i8* %function)

declare i8 addrspace(1)* @spgc_resume(i8* %fiber, i8 addrspace(1)* %in)
declare i8 addrspace(1)* @spgc_suspend(i8 addrspace(1)* %out)
declare zeroext i1 @spgc_fiber_done(i8* %fiber) #2

define weak_odr hidden void @gc.safepoint_poll() {
entry:
  %typed.1 = getelementptr inbounds %spgc.thread, %spgc.thread* @spgc_thread, i32 0, i32 1
  %limit = load volatile i64, i64* %typed.1, align 8
  %armed = icmp eq i64 %limit, 0
  br i1 %armed, label %stop, label %done, !prof !1

stop:
  call void @spgc_poll_slow()
  br label %done

done:
  ret void
}

define linkonce_odr hidden i8 addrspace(1)* @spgc_allocate(i64 %size, i64 %header) alwaysinline uwtable gc "statepoint-example" {
entry:
  %small = icmp ule i64 %size, 8192
  br i1 %small, label %try, label %slow, !prof !0

try:
  call void asm sideeffect "", ""() #0
  %cursor = load volatile i8 addrspace(1)*, i8 addrspace(1)** bitcast (%spgc.thread* @spgc_thread to i8 addrspace(1)**), align 8
  %typed.1 = getelementptr inbounds %spgc.thread, %spgc.thread* @spgc_thread, i32 0, i32 1
  %limit.p = bitcast i64* %typed.1 to i8*
  %typed.2 = bitcast i8* %limit.p to i8 addrspace(1)**
  %limit = load volatile i8 addrspace(1)*, i8 addrspace(1)** %typed.2, align 8
  %next = getelementptr i8, i8 addrspace(1)* %cursor, i64 %size
  %fits = icmp ule i8 addrspace(1)* %next, %limit
  br i1 %fits, label %bump, label %slow, !prof !0

bump:
  store volatile i8 addrspace(1)* %next, i8 addrspace(1)** bitcast (%spgc.thread* @spgc_thread to i8 addrspace(1)**), align 8
  %typed.3 = bitcast i8 addrspace(1)* %cursor to i64 addrspace(1)*
  store i64 %header, i64 addrspace(1)* %typed.3, align 8
  br label %done

slow:
  %refilled = call i8 addrspace(1)* @spgc_allocate_slow(i64 %size, i64 %header)
  br label %done

done:
  %object = phi i8 addrspace(1)* [ %cursor, %bump ], [ %refilled, %slow ]
  ret i8 addrspace(1)* %object
}

define linkonce_odr hidden i8 addrspace(1)* @spgc_allocate_array(i64 %length, i64 %header) alwaysinline uwtable gc "statepoint-example" {
entry:
  %small = icmp ult i64 %length, 1023
  br i1 %small, label %try, label %slow, !prof !0

try:
  %bytes = shl nuw nsw i64 %length, 3
  %size = add nuw nsw i64 %bytes, 16
  call void asm sideeffect "", ""() #0
  %cursor = load volatile i8 addrspace(1)*, i8 addrspace(1)** bitcast (%spgc.thread* @spgc_thread to i8 addrspace(1)**), align 8
  %typed.1 = getelementptr inbounds %spgc.thread, %spgc.thread* @spgc_thread, i32 0, i32 1
  %limit.p = bitcast i64* %typed.1 to i8*
  %typed.2 = bitcast i8* %limit.p to i8 addrspace(1)**
  %limit = load volatile i8 addrspace(1)*, i8 addrspace(1)** %typed.2, align 8
  %next = getelementptr i8, i8 addrspace(1)* %cursor, i64 %size
  %fits = icmp ule i8 addrspace(1)* %next, %limit
  br i1 %fits, label %bump, label %slow, !prof !0

bump:
  store volatile i8 addrspace(1)* %next, i8 addrspace(1)** bitcast (%spgc.thread* @spgc_thread to i8 addrspace(1)**), align 8
  %typed.3 = bitcast i8 addrspace(1)* %cursor to i64 addrspace(1)*
  store i64 %header, i64 addrspace(1)* %typed.3, align 8
  %length.p = getelementptr inbounds i8, i8 addrspace(1)* %cursor, i64 8
  %typed.4 = bitcast i8 addrspace(1)* %length.p to i64 addrspace(1)*
  store i64 %length, i64 addrspace(1)* %typed.4, align 8
  br label %done

slow:
  %refilled = call i8 addrspace(1)* @spgc_allocate_array_slow(i64 %length, i64 %header)
  br label %done

done:
  %array = phi i8 addrspace(1)* [ %cursor, %bump ], [ %refilled, %slow ]
  ret i8 addrspace(1)* %array
}

define linkonce_odr hidden i8 addrspace(1)* @spgc_allocate_aligned(i64 %size, i64 %header) alwaysinline uwtable gc "statepoint-example" {
entry:
  %small = icmp ule i64 %size, 8192
  br i1 %small, label %try, label %slow, !prof !0

try:
  call void asm sideeffect "", ""() #0
  %cursor = load volatile i64, i64* bitcast (%spgc.thread* @spgc_thread to i64*), align 8
  %typed.1 = getelementptr inbounds %spgc.thread, %spgc.thread* @spgc_thread, i32 0, i32 1
  %limit = load volatile i64, i64* %typed.1, align 8
  %gap = and i64 %cursor, 8
  %start = add i64 %cursor, %gap
  %next = add i64 %start, %size
  %fits = icmp ule i64 %next, %limit
  br i1 %fits, label %bump, label %slow, !prof !0

bump:
  store volatile i64 %next, i64* bitcast (%spgc.thread* @spgc_thread to i64*), align 8
  %new = inttoptr i64 %start to i8 addrspace(1)*
  %typed.2 = bitcast i8 addrspace(1)* %new to i64 addrspace(1)*
  store i64 %header, i64 addrspace(1)* %typed.2, align 16
  br label %done

slow:
  %refilled = call i8 addrspace(1)* @spgc_allocate_slow(i64 %size, i64 %header)
  br label %done

done:
  %object = phi i8 addrspace(1)* [ %new, %bump ], [ %refilled, %slow ]
  ret i8 addrspace(1)* %object
}

define linkonce_odr hidden i8 addrspace(1)* @spgc_allocate_tailed(i64 %length, i64 %header, i64 %fixed, i64 %length.offset, i64 %element.size, i64 %alignment) alwaysinline uwtable gc "statepoint-example" {
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
  call void asm sideeffect "", ""() #0
  %cursor = load volatile i64, i64* bitcast (%spgc.thread* @spgc_thread to i64*), align 8
  %typed.1 = getelementptr inbounds %spgc.thread, %spgc.thread* @spgc_thread, i32 0, i32 1
  %limit = load volatile i64, i64* %typed.1, align 8
  %gap = and i64 %cursor, %odd
  %start = add i64 %cursor, %gap
  %next = add i64 %start, %size
  %fits = icmp ule i64 %next, %limit
  br i1 %fits, label %bump, label %slow, !prof !0

bump:
  store volatile i64 %next, i64* bitcast (%spgc.thread* @spgc_thread to i64*), align 8
  %new = inttoptr i64 %start to i8 addrspace(1)*
  %typed.2 = bitcast i8 addrspace(1)* %new to i64 addrspace(1)*
  store i64 %header, i64 addrspace(1)* %typed.2, align 8
  %length.p = getelementptr inbounds i8, i8 addrspace(1)* %new, i64 %length.offset
  %typed.3 = bitcast i8 addrspace(1)* %length.p to i64 addrspace(1)*
  store i64 %length, i64 addrspace(1)* %typed.3, align 8
  br label %done

slow:
  %refilled = call i8 addrspace(1)* @spgc_allocate_tailed_slow(i64 %length, i64 %header, i64 %fixed, i64 %length.offset, i64 %element.size)
  br label %done

done:
  %object = phi i8 addrspace(1)* [ %new, %bump ], [ %refilled, %slow ]
  ret i8 addrspace(1)* %object
}

define linkonce_odr hidden i8 addrspace(1)* @spgc_allocate_array_of(i64 %length, i64 %header, i64 %element.size) alwaysinline uwtable gc "statepoint-example" {
entry:
  %array = call i8 addrspace(1)* @spgc_allocate_tailed(i64 %length, i64 %header, i64 16, i64 8, i64 %element.size, i64 8)
  ret i8 addrspace(1)* %array
}

define linkonce_odr hidden i8 addrspace(1)* @spgc_allocate_array_aligned(i64 %length, i64 %header, i64 %element.size) alwaysinline uwtable gc "statepoint-example" {
entry:
  %array = call i8 addrspace(1)* @spgc_allocate_tailed(i64 %length, i64 %header, i64 16, i64 8, i64 %element.size, i64 16)
  ret i8 addrspace(1)* %array
}

declare preserve_mostcc void @spgc_barrier_slow(i8 addrspace(1)* %object, i8 addrspace(1)* %slot) cold #1

define linkonce_odr hidden void @spgc_write_barrier(i8 addrspace(1)* %object, i8 addrspace(1)* %slot) alwaysinline #0 {
entry:
  call void asm sideeffect "", ""() #0
  %bits = load volatile i8, i8 addrspace(1)* %object, align 8
  %unlogged = and i8 %bits, 4
  %logged = icmp eq i8 %unlogged, 0
  br i1 %logged, label %done, label %slow, !prof !0

slow:
  call preserve_mostcc void @spgc_barrier_slow(i8 addrspace(1)* %object, i8 addrspace(1)* %slot) #1
  br label %done

done:
  ret void
}

define linkonce_odr hidden void @spgc_store(i8 addrspace(1)* %object, i8 addrspace(1)* %slot, i8 addrspace(1)* %value) alwaysinline #0 {
entry:
  call void @spgc_write_barrier(i8 addrspace(1)* %object, i8 addrspace(1)* %slot) #0
  %typed.1 = bitcast i8 addrspace(1)* %slot to i8 addrspace(1)* addrspace(1)*
  store volatile i8 addrspace(1)* %value, i8 addrspace(1)* addrspace(1)* %typed.1, align 8
  ret void
}

declare i64 @spgc_finalize(i8 addrspace(1)* %object, i64 %token) #2

declare i8 addrspace(1)* @spgc_clone(i8 addrspace(1)* %object)

declare i64 @spgc_array_copy_piece(i8 addrspace(1)* %to, i64 %to.index, i8 addrspace(1)* %from, i64 %from.index, i64 %count, i64 %left) #2
declare i64 @spgc_array_fill_piece(i8 addrspace(1)* %to, i64 %index, i8 addrspace(1)* %value, i64 %count, i64 %left) #2

define linkonce_odr hidden i64 @spgc_array_copy(i8 addrspace(1)* %to, i64 %to.index, i8 addrspace(1)* %from, i64 %from.index, i64 %count) uwtable gc "statepoint-example" {
entry:
  br label %piece

piece:
  %left = phi i64 [ %count, %entry ], [ %rest, %piece ]
  %rest = call i64 @spgc_array_copy_piece(i8 addrspace(1)* %to, i64 %to.index, i8 addrspace(1)* %from, i64 %from.index, i64 %count, i64 %left) #2
  %more = icmp sgt i64 %rest, 0
  br i1 %more, label %piece, label %done, !prof !1

done:
  ret i64 %rest
}

define linkonce_odr hidden i64 @spgc_array_fill(i8 addrspace(1)* %to, i64 %index, i8 addrspace(1)* %value, i64 %count) uwtable gc "statepoint-example" {
entry:
  br label %piece

piece:
  %left = phi i64 [ %count, %entry ], [ %rest, %piece ]
  %rest = call i64 @spgc_array_fill_piece(i8 addrspace(1)* %to, i64 %index, i8 addrspace(1)* %value, i64 %count, i64 %left) #2
  %more = icmp sgt i64 %rest, 0
  br i1 %more, label %piece, label %done, !prof !1

done:
  ret i64 %rest
}

declare i8* @llvm.stacksave()
define linkonce_odr hidden i1 @spgc_stack_is_low(i64 %reserve) alwaysinline #0 {
entry:
  call void asm sideeffect "", ""() #0
  %typed.1 = getelementptr inbounds %spgc.thread, %spgc.thread* @spgc_thread, i32 0, i32 9
  %stack = load i8*, i8** %typed.1, align 8
  %typed.2 = bitcast i8* %stack to i64*
  %limit = load i64, i64* %typed.2, align 8
  %sp = call i8* @llvm.stacksave()
  %address = ptrtoint i8* %sp to i64
  %end = sub i64 %address, %reserve
  %low = icmp slt i64 %end, %limit
  ret i1 %low
}

declare i64 @spgc_take_interrupt() #1
define linkonce_odr hidden i64 @spgc_poll_interrupt() alwaysinline #0 {
entry:
  %typed.1 = getelementptr inbounds %spgc.thread, %spgc.thread* @spgc_thread, i32 0, i32 1
  %limit = load volatile i64, i64* %typed.1, align 8
  %armed = icmp eq i64 %limit, 0
  br i1 %armed, label %take, label %done, !prof !1

take:
  %taken = call i64 @spgc_take_interrupt()
  br label %done

done:
  %result = phi i64 [ 0, %entry ], [ %taken, %take ]
  ret i64 %result
}

declare i8* @llvm.frameaddress.p0i8(i32 immarg)
declare preserve_mostcc void @spgc_enter_native_slow() cold #1
declare preserve_mostcc void @spgc_leave_native_slow() cold #1

define linkonce_odr hidden void @spgc_enter_native(i8* %frame) alwaysinline #0 {
entry:
  %typed.1 = getelementptr inbounds %spgc.thread, %spgc.thread* @spgc_thread, i32 0, i32 5
  store volatile i8* %frame, i8** %typed.1, align 8
  %typed.2 = getelementptr inbounds %spgc.thread, %spgc.thread* @spgc_thread, i32 0, i32 4
  store atomic volatile i32 0, i32* %typed.2 release, align 4
  fence syncscope("singlethread") seq_cst
  %typed.3 = getelementptr inbounds %spgc.thread, %spgc.thread* @spgc_thread, i32 0, i32 3
  %gate = load volatile i32, i32* %typed.3, align 4
  %open = icmp eq i32 %gate, 0
  br i1 %open, label %done, label %slow, !prof !0

slow:
  notail call preserve_mostcc void @spgc_enter_native_slow() #1
  br label %done

done:
  ret void
}

define linkonce_odr hidden void @spgc_enter_native_aarch64(i8* %frame, i8* %sp) alwaysinline #0 {
entry:
  %typed.1 = getelementptr inbounds %spgc.thread, %spgc.thread* @spgc_thread, i32 0, i32 6
  store volatile i8* %sp, i8** %typed.1, align 8
  call void @spgc_enter_native(i8* %frame)
  ret void
}

define linkonce_odr hidden void @spgc_leave_native() alwaysinline #0 {
entry:
  %frame = call i8* @llvm.frameaddress.p0i8(i32 0)
  %typed.1 = getelementptr inbounds %spgc.thread, %spgc.thread* @spgc_thread, i32 0, i32 4
  store atomic volatile i32 1, i32* %typed.1 monotonic, align 4
  fence syncscope("singlethread") seq_cst
  %typed.2 = getelementptr inbounds %spgc.thread, %spgc.thread* @spgc_thread, i32 0, i32 3
  %gate = load volatile i32, i32* %typed.2, align 4
  %open = icmp eq i32 %gate, 0
  br i1 %open, label %look, label %slow, !prof !0

look:
  %typed.3 = getelementptr inbounds %spgc.thread, %spgc.thread* @spgc_thread, i32 0, i32 5
  %exit = load volatile i8*, i8** %typed.3, align 8
  %last = icmp eq i8* %frame, %exit
  br i1 %last, label %done, label %slow, !prof !0

slow:
  notail call preserve_mostcc void @spgc_leave_native_slow() #1
  br label %done

done:
  ret void
}

attributes #0 = { "gc-leaf-function" }
attributes #1 = { nounwind "gc-leaf-function" }
attributes #2 = { nounwind willreturn inaccessiblemem_or_argmemonly "gc-leaf-function" }

!0 = !{!"branch_weights", i32 1048575, i32 1}
!1 = !{!"branch_weights", i32 1, i32 1048575}
