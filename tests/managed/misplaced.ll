; Incorrect managed-to-native transitions. The collector must detect them instead of missing a root.
;
; Lines that end in "; x86_64" or "; aarch64" are used only for that architecture. Type 4: box of an
; i64.

declare ptr addrspace(1) @spgc_allocate(i64, i64)
declare void @spgc_enter_native(ptr) ; x86_64
declare void @spgc_enter_native_aarch64(ptr, ptr) ; aarch64
declare void @spgc_leave_native()
declare ptr @llvm.frameaddress.p0(i32 immarg)
declare ptr @llvm.sponentry.p0() ; aarch64

; Calls function(value) while a box of the value is live. Returns the result plus the number in the
; box. The transition is in the managed function itself, as if LLVM had inlined a wrapper.
define i64 @test_transition_inlined(ptr %function, i64 %value) uwtable "frame-pointer"="all" gc "statepoint-example" {
entry:
  %box = call ptr addrspace(1) @spgc_allocate(i64 16, i64 1024)
  %value.p = getelementptr inbounds i8, ptr addrspace(1) %box, i64 8
  store i64 %value, ptr addrspace(1) %value.p, align 8
  %frame = call ptr @llvm.frameaddress.p0(i32 0)
  %sp = call ptr @llvm.sponentry.p0() ; aarch64
  call void @spgc_enter_native_aarch64(ptr %frame, ptr %sp) ; aarch64
  call void @spgc_enter_native(ptr %frame) ; x86_64
  %result = call i64 %function(i64 %value)
  call void @spgc_leave_native()
  %content = load i64, ptr addrspace(1) %value.p, align 8
  %sum = add i64 %result, %content
  ret i64 %sum
}

; A wrapper that does not record the frame in which the thread leaves managed code.
define internal i64 @misplaced_nowhere(ptr %function, i64 %value) noinline uwtable "frame-pointer"="all" {
  call void @spgc_enter_native_aarch64(ptr null, ptr null) ; aarch64
  call void @spgc_enter_native(ptr null) ; x86_64
  %result = call i64 %function(i64 %value)
  call void @spgc_leave_native()
  ret i64 %result
}

; The same, through that wrapper.
define i64 @test_transition_nowhere(ptr %function, i64 %value) uwtable gc "statepoint-example" {
entry:
  %box = call ptr addrspace(1) @spgc_allocate(i64 16, i64 1024)
  %value.p = getelementptr inbounds i8, ptr addrspace(1) %box, i64 8
  store i64 %value, ptr addrspace(1) %value.p, align 8
  %result = call i64 @misplaced_nowhere(ptr %function, i64 %value)
  %content = load i64, ptr addrspace(1) %value.p, align 8
  %sum = add i64 %result, %content
  ret i64 %sum
}
