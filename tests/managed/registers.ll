; References that stay in callee-saved registers across calls. Younger frames save these registers.
; llc: --max-registers-for-gc-values=100 --fixup-allow-gcptr-in-csr
;
; Type 4: box of an i64.

declare ptr addrspace(1) @spgc_allocate(i64, i64)
declare i64 @spgc_call_native(i64, i64, i64, i64, i64, ptr)

define internal ptr addrspace(1) @register_box(i64 %value) noinline uwtable gc "statepoint-example" {
entry:
  %box = call ptr addrspace(1) @spgc_allocate(i64 16, i64 1024)
  %value.p = getelementptr inbounds i8, ptr addrspace(1) %box, i64 8
  store i64 %value, ptr addrspace(1) %value.p, align 8
  ret ptr addrspace(1) %box
}

define internal i64 @register_unbox(ptr addrspace(1) %box) noinline uwtable gc "statepoint-example" {
entry:
  %value.p = getelementptr inbounds i8, ptr addrspace(1) %box, i64 8
  %value = load i64, ptr addrspace(1) %value.p, align 8
  ret i64 %value
}

; Recurses with four references live across the call; LLVM cannot turn the recursion into a loop.
; Returns f(depth), where f(n) = 10 n + 3 f(n - 1).
define i64 @test_registers(i64 %depth) uwtable gc "statepoint-example" {
entry:
  %bottom = icmp eq i64 %depth, 0
  br i1 %bottom, label %done, label %deeper

deeper:
  %two = mul i64 %depth, 2
  %three = mul i64 %depth, 3
  %four = mul i64 %depth, 4
  %a = call ptr addrspace(1) @register_box(i64 %depth)
  %b = call ptr addrspace(1) @register_box(i64 %two)
  %c = call ptr addrspace(1) @register_box(i64 %three)
  %d = call ptr addrspace(1) @register_box(i64 %four)
  %below = sub i64 %depth, 1
  %rest = call i64 @test_registers(i64 %below)
  %av = call i64 @register_unbox(ptr addrspace(1) %a)
  %bv = call i64 @register_unbox(ptr addrspace(1) %b)
  %cv = call i64 @register_unbox(ptr addrspace(1) %c)
  %dv = call i64 @register_unbox(ptr addrspace(1) %d)
  %s1 = add i64 %av, %bv
  %s2 = add i64 %cv, %dv
  %s3 = add i64 %s1, %s2
  %tripled = mul i64 %rest, 3
  %s4 = add i64 %s3, %tripled
  ret i64 %s4

done:
  ret i64 0
}

; Calls the function through spgc_call_native with two references in callee-saved registers. Returns
; the result plus the value, like test_native in frames.ll.
define i64 @test_native_registers(ptr %function, i64 %value) uwtable gc "statepoint-example" {
entry:
  %box = call ptr addrspace(1) @register_box(i64 %value)
  %twice = add i64 %value, %value
  %other = call ptr addrspace(1) @register_box(i64 %twice)
  %result = call i64 @spgc_call_native(i64 %value, i64 1, i64 2, i64 3, i64 4, ptr %function)
  %content = call i64 @register_unbox(ptr addrspace(1) %box)
  %doubled = call i64 @register_unbox(ptr addrspace(1) %other)
  %s1 = add i64 %result, %doubled
  %s2 = sub i64 %s1, %content
  ret i64 %s2
}
