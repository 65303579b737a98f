; Managed code that calls native code directly, without spgc_call_native: the transition is not
; recorded, so stack walks must unwind the native frames.
; llc: --max-registers-for-gc-values=100 --fixup-allow-gcptr-in-csr
;
; Type 4: box of an i64.

declare ptr addrspace(1) @spgc_allocate(i64, i64)

define internal ptr addrspace(1) @direct_registers_box(i64 %value) noinline uwtable gc "statepoint-example" {
entry:
  %box = call ptr addrspace(1) @spgc_allocate(i64 16, i64 1024)
  %value.p = getelementptr inbounds i8, ptr addrspace(1) %box, i64 8
  store i64 %value, ptr addrspace(1) %value.p, align 8
  ret ptr addrspace(1) %box
}

define internal i64 @direct_registers_unbox(ptr addrspace(1) %box) noinline uwtable gc "statepoint-example" {
entry:
  %value.p = getelementptr inbounds i8, ptr addrspace(1) %box, i64 8
  %value = load i64, ptr addrspace(1) %value.p, align 8
  ret i64 %value
}

; Returns function(n) + 15 n. Four references are live during the call.
define i64 @test_direct_registers(ptr %function, i64 %n) uwtable gc "statepoint-example" {
entry:
  %two = mul i64 %n, 2
  %four = mul i64 %n, 4
  %eight = mul i64 %n, 8
  %a = call ptr addrspace(1) @direct_registers_box(i64 %n)
  %b = call ptr addrspace(1) @direct_registers_box(i64 %two)
  %c = call ptr addrspace(1) @direct_registers_box(i64 %four)
  %d = call ptr addrspace(1) @direct_registers_box(i64 %eight)
  %result = call i64 %function(i64 %n)
  %av = call i64 @direct_registers_unbox(ptr addrspace(1) %a)
  %bv = call i64 @direct_registers_unbox(ptr addrspace(1) %b)
  %cv = call i64 @direct_registers_unbox(ptr addrspace(1) %c)
  %dv = call i64 @direct_registers_unbox(ptr addrspace(1) %d)
  %s1 = add i64 %av, %bv
  %s2 = add i64 %cv, %dv
  %s3 = add i64 %s1, %s2
  %s4 = add i64 %s3, %result
  ret i64 %s4
}
