; Recursions that throw when the stack is low, and are caught by a frame that is not the youngest.
; The landing pads, and the frames that stay, read references to objects that have moved.
; llc: --use-registers-for-gc-values-in-landing-pad
; also in registers: test_overflows
;
; Type 4: box of an i64.
;
; The words at %words: the native function that throws; a mask and a number: the frame n handles
; what its callees throw if n & mask is the number; how often a handler was entered; the number n of
; the last frame whose handler has returned.

declare ptr addrspace(1) @spgc_allocate(i64, i64)
declare i64 @spgc_call_native(i64, i64, i64, i64, i64, ptr)
declare i1 @spgc_stack_is_low(i64)
declare i32 @test_personality_of_handlers(...)

define internal ptr addrspace(1) @overflows_box(i64 %value) noinline uwtable gc "statepoint-example" {
entry:
  %box = call ptr addrspace(1) @spgc_allocate(i64 16, i64 1024)
  %value.p = getelementptr inbounds i8, ptr addrspace(1) %box, i64 8
  store i64 %value, ptr addrspace(1) %value.p, align 8
  ret ptr addrspace(1) %box
}

define internal i64 @overflows_unbox(ptr addrspace(1) %box) noinline nounwind uwtable gc "statepoint-example" {
entry:
  %value.p = getelementptr inbounds i8, ptr addrspace(1) %box, i64 8
  %value = load i64, ptr addrspace(1) %value.p, align 8
  ret i64 %value
}

; Throws.
define internal void @overflows_throw(i64 %n, ptr %words) noinline cold noreturn uwtable gc "statepoint-example" {
entry:
  %word = ptrtoint ptr %words to i64
  %function = load ptr, ptr %words, align 8
  %never = call i64 @spgc_call_native(i64 %word, i64 %n, i64 2, i64 3, i64 4, ptr %function)
  unreachable
}

; Throws if the stack has less than 16 KiB left.
define internal void @overflows_check(i64 %n, ptr %words) alwaysinline uwtable gc "statepoint-example" {
entry:
  %low = call i1 @spgc_stack_is_low(i64 16384)
  br i1 %low, label %overflow, label %enough, !prof !0

overflow:
  call void @overflows_throw(i64 %n, ptr %words)
  unreachable

enough:
  ret void
}

; Becomes the function of frame n, by a tail call.
define internal i64 @overflows_next(i64 %n, ptr %words) noinline uwtable gc "statepoint-example" {
entry:
  call void @overflows_check(i64 %n, ptr %words)
  %mask.p = getelementptr inbounds i64, ptr %words, i64 1
  %mask = load i64, ptr %mask.p, align 8
  %number.p = getelementptr inbounds i64, ptr %words, i64 2
  %number = load i64, ptr %number.p, align 8
  %masked = and i64 %n, %mask
  %handles = icmp eq i64 %masked, %number
  br i1 %handles, label %handler, label %level

handler:
  %a = musttail call i64 @overflows_handler(i64 %n, ptr %words) "gc-leaf-function"
  ret i64 %a

level:
  %b = musttail call i64 @overflows_level(i64 %n, ptr %words) "gc-leaf-function"
  ret i64 %b
}

; Returns n plus the result of the next frame. The frame is not small, so that recursions are not
; too deep for zeal mode.
define internal i64 @overflows_level(i64 %n, ptr %words) noinline uwtable gc "statepoint-example" {
entry:
  %area = alloca [40 x i64], align 8
  call void @overflows_check(i64 %n, ptr %words)
  call void asm sideeffect "", "r,~{memory}"(ptr %area) "gc-leaf-function"
  %box = call ptr addrspace(1) @overflows_box(i64 %n)
  %next = add i64 %n, 1
  %below = call i64 @overflows_next(i64 %next, ptr %words)
  %own = call i64 @overflows_unbox(ptr addrspace(1) %box)
  %sum = add i64 %below, %own
  ret i64 %sum
}

; The same, but returns 1000 + n + 2 * 2 n if that throws. The handler may overflow the stack again.
define internal i64 @overflows_handler(i64 %n, ptr %words) noinline uwtable gc "statepoint-example" personality ptr @test_personality_of_handlers {
entry:
  call void @overflows_check(i64 %n, ptr %words)
  %two = mul i64 %n, 2
  %a = call ptr addrspace(1) @overflows_box(i64 %n)
  %b = call ptr addrspace(1) @overflows_box(i64 %two)
  %next = add i64 %n, 1
  %below = invoke i64 @overflows_next(i64 %next, ptr %words)
          to label %returned unwind label %thrown

returned:
  %own = call i64 @overflows_unbox(ptr addrspace(1) %a)
  %sum = add i64 %below, %own
  ret i64 %sum

thrown:
  %pad = landingpad token cleanup
  %entered.p = getelementptr inbounds i64, ptr %words, i64 3
  %before = load i64, ptr %entered.p, align 8
  %entered = add i64 %before, 1
  store i64 %entered, ptr %entered.p, align 8
  call void @overflows_report(i64 %n, ptr %words)
  %thousand = call ptr addrspace(1) @overflows_box(i64 1000)
  %av = call i64 @overflows_unbox(ptr addrspace(1) %a)
  %bv = call i64 @overflows_unbox(ptr addrspace(1) %b)
  %tv = call i64 @overflows_unbox(ptr addrspace(1) %thousand)
  %twice = mul i64 %bv, 2
  %part = add i64 %av, %twice
  %result = add i64 %part, %tv
  %last.p = getelementptr inbounds i64, ptr %words, i64 4
  store i64 %n, ptr %last.p, align 8
  ret i64 %result
}

; What a handler calls: throws if the stack has less than 20 KiB left.
define internal void @overflows_report(i64 %n, ptr %words) noinline uwtable gc "statepoint-example" {
entry:
  %low = call i1 @spgc_stack_is_low(i64 20480)
  br i1 %low, label %overflow, label %enough, !prof !0

overflow:
  call void @overflows_throw(i64 %n, ptr %words)
  unreachable

enough:
  ret void
}

; Recurses without end. The result is that of frame 0: with the last handler at frame m, the sum of
; the numbers below m, and 1000 + 5 m.
define i64 @test_overflows(ptr %words) uwtable gc "statepoint-example" {
entry:
  %result = call i64 @overflows_next(i64 0, ptr %words)
  ret i64 %result
}

; A fiber that does the same with the words at the address in a box, and returns a box.
define ptr addrspace(1) @test_overflows_fiber(ptr addrspace(1) %first) uwtable gc "statepoint-example" {
entry:
  %word = call i64 @overflows_unbox(ptr addrspace(1) %first)
  %words = inttoptr i64 %word to ptr
  %result = call i64 @overflows_next(i64 0, ptr %words)
  %box = call ptr addrspace(1) @overflows_box(i64 %result)
  ret ptr addrspace(1) %box
}

; A function with a frame of 64 KiB, more than the reserve, of which little is written.
define internal i64 @overflows_large(i64 %n, ptr %words) noinline uwtable "probe-stack"="inline-asm" "stackrealign" gc "statepoint-example" {
entry:
  %area = alloca [65536 x i8], align 16
  %box = call ptr addrspace(1) @overflows_box(i64 %n)
  %first = ptrtoint ptr %area to i64
  store volatile i64 %first, ptr %area, align 8
  %next = add i64 %n, 1
  %below = call i64 @overflows_before_large(i64 %next, ptr %words)
  %found = load volatile i64, ptr %area, align 8
  %difference = sub i64 %found, %first
  %own = call i64 @overflows_unbox(ptr addrspace(1) %box)
  %part = add i64 %below, %own
  %sum = add i64 %part, %difference
  ret i64 %sum
}

; Calls that function if there is stack for its frame and the reserve: its own check would come too
; late.
define internal i64 @overflows_before_large(i64 %n, ptr %words) noinline uwtable gc "statepoint-example" {
entry:
  %low = call i1 @spgc_stack_is_low(i64 81920)
  br i1 %low, label %overflow, label %enough, !prof !0

overflow:
  call void @overflows_throw(i64 %n, ptr %words)
  unreachable

enough:
  %result = call i64 @overflows_large(i64 %n, ptr %words)
  ret i64 %result
}

; Recurses without end with large frames. Returns 1000 + 3 * 5.
define i64 @test_overflows_of_large(ptr %words) uwtable gc "statepoint-example" personality ptr @test_personality_of_handlers {
entry:
  %a = call ptr addrspace(1) @overflows_box(i64 5)
  %never = invoke i64 @overflows_before_large(i64 0, ptr %words)
          to label %returned unwind label %thrown

returned:
  ret i64 %never

thrown:
  %pad = landingpad token cleanup
  %thousand = call ptr addrspace(1) @overflows_box(i64 1000)
  %av = call i64 @overflows_unbox(ptr addrspace(1) %a)
  %tv = call i64 @overflows_unbox(ptr addrspace(1) %thousand)
  %thrice = mul i64 %av, 3
  %result = add i64 %thrice, %tv
  ret i64 %result
}

; Returns whether less than %reserve bytes are left.
define i64 @test_overflows_is_low(i64 %reserve) uwtable gc "statepoint-example" {
entry:
  %low = call i1 @spgc_stack_is_low(i64 %reserve)
  %result = zext i1 %low to i64
  ret i64 %result
}

!0 = !{!"branch_weights", i32 1, i32 1048575}
