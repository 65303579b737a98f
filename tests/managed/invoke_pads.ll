; Calls that throw after a collection. The landing pad reads references to objects that have moved.
; llc: --max-registers-for-gc-values=100 --fixup-allow-gcptr-in-csr
; llc: --use-registers-for-gc-values-in-landing-pad
;
; Type 4: box of an i64.

declare ptr addrspace(1) @spgc_allocate(i64, i64)
declare i32 @test_personality(...)

define internal ptr addrspace(1) @invoke_pads_box(i64 %value) noinline uwtable gc "statepoint-example" {
entry:
  %box = call ptr addrspace(1) @spgc_allocate(i64 16, i64 1024)
  %value.p = getelementptr inbounds i8, ptr addrspace(1) %box, i64 8
  store i64 %value, ptr addrspace(1) %value.p, align 8
  ret ptr addrspace(1) %box
}

define internal i64 @invoke_pads_unbox(ptr addrspace(1) %box) noinline nounwind uwtable gc "statepoint-example" {
entry:
  %value.p = getelementptr inbounds i8, ptr addrspace(1) %box, i64 8
  %value = load i64, ptr addrspace(1) %value.p, align 8
  ret i64 %value
}

; Returns function(n) + 3 n if the function returns, 1000 + 5 n if it throws. A call in the landing
; pad collects again while the references that were relocated at the landing pad are live.
define i64 @test_invoke_pads(ptr %function, i64 %n) uwtable gc "statepoint-example" personality ptr @test_personality {
entry:
  %two = mul i64 %n, 2
  %a = call ptr addrspace(1) @invoke_pads_box(i64 %n)
  %b = call ptr addrspace(1) @invoke_pads_box(i64 %two)
  %result = invoke i64 %function(i64 %n)
          to label %returned unwind label %thrown

returned:
  %av = call i64 @invoke_pads_unbox(ptr addrspace(1) %a)
  %bv = call i64 @invoke_pads_unbox(ptr addrspace(1) %b)
  %sum = add i64 %av, %bv
  %all = add i64 %sum, %result
  ret i64 %all

thrown:
  %pad = landingpad token cleanup
  %other = call ptr addrspace(1) @invoke_pads_box(i64 1000)
  %at = call i64 @invoke_pads_unbox(ptr addrspace(1) %a)
  %bt = call i64 @invoke_pads_unbox(ptr addrspace(1) %b)
  %ot = call i64 @invoke_pads_unbox(ptr addrspace(1) %other)
  %twice = mul i64 %bt, 2
  %part = add i64 %at, %twice
  %caught = add i64 %part, %ot
  ret i64 %caught
}
