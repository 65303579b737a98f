; A reference in a callee-saved register across a call through a wrapper. A native frame may have
; saved the register, where a stack walk does not find it. The walk must report this.
; llc: --max-registers-for-gc-values=100 --fixup-allow-gcptr-in-csr
;
; Lines that end in "; x86_64" or "; aarch64" are used only for that architecture. Type 4: box of an
; i64.

declare ptr addrspace(1) @spgc_allocate(i64, i64)
declare void @spgc_enter_native(ptr) ; x86_64
declare void @spgc_enter_native_aarch64(ptr, ptr) ; aarch64
declare void @spgc_leave_native()
declare ptr @llvm.frameaddress.p0(i32 immarg)
declare ptr @llvm.sponentry.p0() ; aarch64

define internal i64 @register_wrapper(ptr %function, i64 %value) noinline uwtable "frame-pointer"="all" {
  %frame = call ptr @llvm.frameaddress.p0(i32 0)
  %sp = call ptr @llvm.sponentry.p0() ; aarch64
  call void @spgc_enter_native_aarch64(ptr %frame, ptr %sp) ; aarch64
  call void @spgc_enter_native(ptr %frame) ; x86_64
  %result = call i64 %function(i64 %value, i64 1, i64 2, i64 3, i64 4)
  call void @spgc_leave_native()
  ret i64 %result
}

; Like test_wrapped in wrappers.ll.
define i64 @test_wrapped_registers(ptr %function, i64 %value) uwtable gc "statepoint-example" {
entry:
  %box = call ptr addrspace(1) @spgc_allocate(i64 16, i64 1024)
  %value.p = getelementptr inbounds i8, ptr addrspace(1) %box, i64 8
  store i64 %value, ptr addrspace(1) %value.p, align 8
  %result = call i64 @register_wrapper(ptr %function, i64 %value)
  %content = load i64, ptr addrspace(1) %value.p, align 8
  %sum = add i64 %result, %content
  ret i64 %sum
}
