; Fibers whose functions throw, and code that resumes them. The landing pads on both stacks read
; references to objects that have moved.
; llc: --use-registers-for-gc-values-in-landing-pad
; also in registers: test_fiber
;
; Type 4: box of an i64.

declare ptr addrspace(1) @spgc_allocate(i64, i64)
declare i64 @spgc_call_native(i64, i64, i64, i64, i64, ptr)
declare ptr addrspace(1) @spgc_resume(ptr, ptr addrspace(1))
declare ptr addrspace(1) @spgc_suspend(ptr addrspace(1))
declare i32 @test_personality(...)
declare i32 @test_personality_of_cleanups(...)
declare void @test_resume_unwinding() noreturn

define internal ptr addrspace(1) @fiber_exceptions_box(i64 %value) noinline uwtable gc "statepoint-example" {
entry:
  %box = call ptr addrspace(1) @spgc_allocate(i64 16, i64 1024)
  %value.p = getelementptr inbounds i8, ptr addrspace(1) %box, i64 8
  store i64 %value, ptr addrspace(1) %value.p, align 8
  ret ptr addrspace(1) %box
}

define internal i64 @fiber_exceptions_unbox(ptr addrspace(1) %box) noinline nounwind uwtable gc "statepoint-example" {
entry:
  %value.p = getelementptr inbounds i8, ptr addrspace(1) %box, i64 8
  %value = load i64, ptr addrspace(1) %value.p, align 8
  ret i64 %value
}

; Returns 1000 + n + 2 m, from the numbers in two boxes.
define internal i64 @fiber_exceptions_weigh(ptr addrspace(1) %n, ptr addrspace(1) %m) noinline uwtable gc "statepoint-example" {
entry:
  %thousand = call ptr addrspace(1) @fiber_exceptions_box(i64 1000)
  %nv = call i64 @fiber_exceptions_unbox(ptr addrspace(1) %n)
  %mv = call i64 @fiber_exceptions_unbox(ptr addrspace(1) %m)
  %tv = call i64 @fiber_exceptions_unbox(ptr addrspace(1) %thousand)
  %twice = mul i64 %mv, 2
  %part = add i64 %nv, %twice
  %all = add i64 %part, %tv
  ret i64 %all
}

; A fiber that suspends itself with a box of 17, and then calls the native function in the first
; word at the address in the first box, which throws. The landing pad adds 1000 + 17 + 2 * 25 to the
; second word, and resumes unwinding. If the function returns, so does the fiber, with a box of the
; result.
define ptr addrspace(1) @test_fiber_throws(ptr addrspace(1) %first) uwtable gc "statepoint-example" personality ptr @test_personality_of_cleanups {
entry:
  %word = call i64 @fiber_exceptions_unbox(ptr addrspace(1) %first)
  %words = inttoptr i64 %word to ptr
  %function = load ptr, ptr %words, align 8
  %a = call ptr addrspace(1) @fiber_exceptions_box(i64 17)
  %b = call ptr addrspace(1) @fiber_exceptions_box(i64 25)
  %in = call ptr addrspace(1) @spgc_suspend(ptr addrspace(1) %a)
  %result = invoke i64 @spgc_call_native(i64 %word, i64 1, i64 2, i64 3, i64 4, ptr %function)
          to label %returned unwind label %thrown

returned:
  %box = call ptr addrspace(1) @fiber_exceptions_box(i64 %result)
  ret ptr addrspace(1) %box

thrown:
  %pad = landingpad token cleanup
  %weight = call i64 @fiber_exceptions_weigh(ptr addrspace(1) %a, ptr addrspace(1) %b)
  %sum.p = getelementptr inbounds i64, ptr %words, i64 1
  %before = load i64, ptr %sum.p, align 8
  %after = add i64 %before, %weight
  store i64 %after, ptr %sum.p, align 8
  call void @test_resume_unwinding()
  unreachable
}

; Resumes a fiber, and returns what it passes. If that throws, adds 1000 + n + 2 * 2 n and the
; floating-point number in the second word, as it was before, to the first word, and resumes
; unwinding.
define ptr addrspace(1) @test_fiber_passes(ptr %fiber, ptr addrspace(1) %in, i64 %n, ptr %note) noinline uwtable gc "statepoint-example" personality ptr @test_personality_of_cleanups {
entry:
  %float.p = getelementptr inbounds i64, ptr %note, i64 1
  %float = load volatile double, ptr %float.p, align 8
  store volatile double 0.0, ptr %float.p, align 8
  %two = mul i64 %n, 2
  %a = call ptr addrspace(1) @fiber_exceptions_box(i64 %n)
  %b = call ptr addrspace(1) @fiber_exceptions_box(i64 %two)
  %out = invoke ptr addrspace(1) @spgc_resume(ptr %fiber, ptr addrspace(1) %in)
          to label %returned unwind label %thrown

returned:
  store volatile double %float, ptr %float.p, align 8
  ret ptr addrspace(1) %out

thrown:
  %pad = landingpad token cleanup
  %weight = call i64 @fiber_exceptions_weigh(ptr addrspace(1) %a, ptr addrspace(1) %b)
  %integer = fptoui double %float to i64
  %more = add i64 %weight, %integer
  %before = load i64, ptr %note, align 8
  %after = add i64 %before, %more
  store i64 %after, ptr %note, align 8
  call void @test_resume_unwinding()
  unreachable
}

; Resumes a fiber until it throws, and returns 1000 + n + 2 * 2 n then.
define i64 @test_fiber_catches(ptr %fiber, ptr addrspace(1) %in, i64 %n) uwtable gc "statepoint-example" personality ptr @test_personality {
entry:
  %two = mul i64 %n, 2
  %a = call ptr addrspace(1) @fiber_exceptions_box(i64 %n)
  %b = call ptr addrspace(1) @fiber_exceptions_box(i64 %two)
  br label %again

again:
  %next = phi ptr addrspace(1) [ %in, %entry ], [ %out, %again ]
  %out = invoke ptr addrspace(1) @spgc_resume(ptr %fiber, ptr addrspace(1) %next)
          to label %again unwind label %thrown

thrown:
  %pad = landingpad token cleanup
  %weight = call i64 @fiber_exceptions_weigh(ptr addrspace(1) %a, ptr addrspace(1) %b)
  ret i64 %weight
}

; A fiber that resumes another one twice, and passes its exception. At the address in the first box
; are the address of the other fiber, the number that it is passed, and the two words of
; test_fiber_passes. Suspends itself between the two.
define ptr addrspace(1) @test_fiber_nests(ptr addrspace(1) %first) uwtable gc "statepoint-example" {
entry:
  %word = call i64 @fiber_exceptions_unbox(ptr addrspace(1) %first)
  %words = inttoptr i64 %word to ptr
  %inner = load ptr, ptr %words, align 8
  %number.p = getelementptr inbounds i64, ptr %words, i64 1
  %number = load i64, ptr %number.p, align 8
  %note = getelementptr inbounds i64, ptr %words, i64 2
  %in = call ptr addrspace(1) @fiber_exceptions_box(i64 %number)
  %out = call ptr addrspace(1) @test_fiber_passes(ptr %inner, ptr addrspace(1) %in, i64 30, ptr %note)
  %received = call ptr addrspace(1) @spgc_suspend(ptr addrspace(1) %out)
  %result = call ptr addrspace(1) @test_fiber_passes(ptr %inner, ptr addrspace(1) %out, i64 40, ptr %note)
  ret ptr addrspace(1) %result
}
