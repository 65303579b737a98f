; What gc/ir/statepoint_gc.ll does, for LLVM 14: with typed pointers, and without the intrinsic for
; addresses of thread-local variables that came later.

%spgc.thread = type { i8 addrspace(1)*, i64, i64, i32, i32, i8*, i8*, i8*, i8* }

@spgc_thread = external thread_local(initialexec) global %spgc.thread

declare void @spgc_poll_slow() cold
declare i8 addrspace(1)* @spgc_allocate_slow(i64 %size, i64 %header) cold
declare i8 addrspace(1)* @spgc_allocate_array_slow(i64 %length, i64 %header) cold
declare i64 @spgc_call_native(i64, i64, i64, i64, i64, i8* %function)

define weak_odr hidden void @gc.safepoint_poll() {
entry:
  %word = getelementptr inbounds %spgc.thread, %spgc.thread* @spgc_thread, i32 0, i32 1
  %limit = load volatile i64, i64* %word, align 8
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
  call void asm sideeffect "", ""() #0
  %cursor.p = getelementptr inbounds %spgc.thread, %spgc.thread* @spgc_thread, i32 0, i32 0
  %cursor = load volatile i8 addrspace(1)*, i8 addrspace(1)** %cursor.p, align 8
  %limit = load volatile i8 addrspace(1)*, i8 addrspace(1)** bitcast (i64* getelementptr inbounds (%spgc.thread, %spgc.thread* @spgc_thread, i32 0, i32 1) to i8 addrspace(1)**), align 8
  %next = getelementptr i8, i8 addrspace(1)* %cursor, i64 %size
  %fits = icmp ule i8 addrspace(1)* %next, %limit
  br i1 %fits, label %bump, label %slow, !prof !0

bump:
  store volatile i8 addrspace(1)* %next, i8 addrspace(1)** %cursor.p, align 8
  %header.p = bitcast i8 addrspace(1)* %cursor to i64 addrspace(1)*
  store i64 %header, i64 addrspace(1)* %header.p, align 8
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
  %small = icmp ult i64 %length, 1024
  br i1 %small, label %try, label %slow, !prof !0

try:
  %bytes = shl nuw nsw i64 %length, 3
  %size = add nuw nsw i64 %bytes, 16
  call void asm sideeffect "", ""() #0
  %cursor.p = getelementptr inbounds %spgc.thread, %spgc.thread* @spgc_thread, i32 0, i32 0
  %cursor = load volatile i8 addrspace(1)*, i8 addrspace(1)** %cursor.p, align 8
  %limit = load volatile i8 addrspace(1)*, i8 addrspace(1)** bitcast (i64* getelementptr inbounds (%spgc.thread, %spgc.thread* @spgc_thread, i32 0, i32 1) to i8 addrspace(1)**), align 8
  %next = getelementptr i8, i8 addrspace(1)* %cursor, i64 %size
  %fits = icmp ule i8 addrspace(1)* %next, %limit
  br i1 %fits, label %bump, label %slow, !prof !0

bump:
  store volatile i8 addrspace(1)* %next, i8 addrspace(1)** %cursor.p, align 8
  %header.p = bitcast i8 addrspace(1)* %cursor to i64 addrspace(1)*
  store i64 %header, i64 addrspace(1)* %header.p, align 8
  %length.i8 = getelementptr inbounds i8, i8 addrspace(1)* %cursor, i64 8
  %length.p = bitcast i8 addrspace(1)* %length.i8 to i64 addrspace(1)*
  store i64 %length, i64 addrspace(1)* %length.p, align 8
  br label %done

slow:
  %refilled = call i8 addrspace(1)* @spgc_allocate_array_slow(i64 %length, i64 %header)
  br label %done

done:
  %array = phi i8 addrspace(1)* [ %cursor, %bump ], [ %refilled, %slow ]
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
  %place = bitcast i8 addrspace(1)* %slot to i8 addrspace(1)* addrspace(1)*
  store volatile i8 addrspace(1)* %value, i8 addrspace(1)* addrspace(1)* %place, align 8
  ret void
}

declare i8 addrspace(1)* @spgc_clone(i8 addrspace(1)* %object)

declare i64 @spgc_array_copy_piece(i8 addrspace(1)* %to, i64 %to.index, i8 addrspace(1)* %from, i64 %from.index, i64 %count, i64 %left) #1
declare i64 @spgc_array_fill_piece(i8 addrspace(1)* %to, i64 %index, i8 addrspace(1)* %value, i64 %count, i64 %left) #1

define linkonce_odr hidden i64 @spgc_array_copy(i8 addrspace(1)* %to, i64 %to.index, i8 addrspace(1)* %from, i64 %from.index, i64 %count) uwtable gc "statepoint-example" {
entry:
  br label %piece

piece:
  %left = phi i64 [ %count, %entry ], [ %rest, %piece ]
  %rest = call i64 @spgc_array_copy_piece(i8 addrspace(1)* %to, i64 %to.index, i8 addrspace(1)* %from, i64 %from.index, i64 %count, i64 %left) #1
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
  %rest = call i64 @spgc_array_fill_piece(i8 addrspace(1)* %to, i64 %index, i8 addrspace(1)* %value, i64 %count, i64 %left) #1
  %more = icmp sgt i64 %rest, 0
  br i1 %more, label %piece, label %done, !prof !1

done:
  ret i64 %rest
}

declare preserve_mostcc void @spgc_enter_native_slow() cold #0
declare preserve_mostcc void @spgc_leave_native_slow() cold #0

define linkonce_odr hidden void @spgc_enter_native(i8* %frame) alwaysinline #0 {
entry:
  %exit.p = getelementptr inbounds %spgc.thread, %spgc.thread* @spgc_thread, i32 0, i32 5
  store volatile i8* %frame, i8** %exit.p, align 8
  %state.p = getelementptr inbounds %spgc.thread, %spgc.thread* @spgc_thread, i32 0, i32 4
  store atomic volatile i32 0, i32* %state.p release, align 4
  fence syncscope("singlethread") seq_cst
  %gate.p = getelementptr inbounds %spgc.thread, %spgc.thread* @spgc_thread, i32 0, i32 3
  %gate = load volatile i32, i32* %gate.p, align 4
  %open = icmp eq i32 %gate, 0
  br i1 %open, label %done, label %slow, !prof !0

slow:
  notail call preserve_mostcc void @spgc_enter_native_slow() #0
  br label %done

done:
  ret void
}

define linkonce_odr hidden void @spgc_enter_native_aarch64(i8* %frame, i8* %sp) alwaysinline #0 {
entry:
  %sp.p = getelementptr inbounds %spgc.thread, %spgc.thread* @spgc_thread, i32 0, i32 6
  store volatile i8* %sp, i8** %sp.p, align 8
  call void @spgc_enter_native(i8* %frame)
  ret void
}

define linkonce_odr hidden void @spgc_leave_native() alwaysinline #0 {
entry:
  %state.p = getelementptr inbounds %spgc.thread, %spgc.thread* @spgc_thread, i32 0, i32 4
  store atomic volatile i32 1, i32* %state.p monotonic, align 4
  fence syncscope("singlethread") seq_cst
  %gate.p = getelementptr inbounds %spgc.thread, %spgc.thread* @spgc_thread, i32 0, i32 3
  %gate = load volatile i32, i32* %gate.p, align 4
  %open = icmp eq i32 %gate, 0
  br i1 %open, label %done, label %slow, !prof !0

slow:
  notail call preserve_mostcc void @spgc_leave_native_slow() #0
  br label %done

done:
  ret void
}

attributes #0 = { "gc-leaf-function" }
attributes #1 = { nounwind "gc-leaf-function" }

!0 = !{!"branch_weights", i32 1048575, i32 1}
!1 = !{!"branch_weights", i32 1, i32 1048575}
