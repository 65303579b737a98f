; Loops that another thread interrupts. They catch what the interrupt throws, and continue.
; llc: --use-registers-for-gc-values-in-landing-pad
; also in registers: test_interrupts
;
; Type 4: box of an i64.
;
; The words at %words: the native function that throws; how often the handler was entered; the sum
; of the words of all interrupts; not 0 if the loop is to end.

declare ptr addrspace(1) @spgc_allocate(i64, i64)
declare i64 @spgc_call_native(i64, i64, i64, i64, i64, ptr)
declare i64 @spgc_poll_interrupt()
declare i32 @test_personality_of_handlers(...)

define internal ptr addrspace(1) @interrupts_box(i64 %value) noinline uwtable gc "statepoint-example" {
entry:
  %box = call ptr addrspace(1) @spgc_allocate(i64 16, i64 1024)
  %value.p = getelementptr inbounds i8, ptr addrspace(1) %box, i64 8
  store i64 %value, ptr addrspace(1) %value.p, align 8
  ret ptr addrspace(1) %box
}

define internal i64 @interrupts_unbox(ptr addrspace(1) %box) noinline nounwind uwtable gc "statepoint-example" {
entry:
  %value.p = getelementptr inbounds i8, ptr addrspace(1) %box, i64 8
  %value = load i64, ptr addrspace(1) %value.p, align 8
  ret i64 %value
}

; Throws: the native function receives the word and the address of the words.
define internal void @interrupts_throw(i64 %word, ptr %words) noinline cold noreturn uwtable gc "statepoint-example" {
entry:
  %address = ptrtoint ptr %words to i64
  %function = load ptr, ptr %words, align 8
  %never = call i64 @spgc_call_native(i64 %address, i64 %word, i64 2, i64 3, i64 4, ptr %function)
  unreachable
}

; Runs until the last word is not 0, without an allocation. Handles the interrupts in the function
; itself, where the box and its number are live. Returns how often the number in the box was right
; in the handler, plus 1000 times the number in the end.
define i64 @test_interrupts_spin(i64 %n, ptr %words) uwtable gc "statepoint-example" personality ptr @test_personality_of_handlers {
entry:
  %box = call ptr addrspace(1) @interrupts_box(i64 %n)
  %end.p = getelementptr inbounds i64, ptr %words, i64 3
  br label %head

head:
  %right = phi i64 [ 0, %entry ], [ %right, %more ], [ %sum, %thrown ]
  %word = call i64 @spgc_poll_interrupt()
  %is.interrupted = icmp ne i64 %word, 0
  br i1 %is.interrupted, label %interrupted, label %more, !prof !0

interrupted:
  invoke void @interrupts_throw(i64 %word, ptr %words)
          to label %never unwind label %thrown

never:
  unreachable

thrown:
  %pad = landingpad token cleanup
  %found = call i64 @interrupts_unbox(ptr addrspace(1) %box)
  %is.right = icmp eq i64 %found, %n
  %one = zext i1 %is.right to i64
  %sum = add i64 %right, %one
  %entered.p = getelementptr inbounds i64, ptr %words, i64 1
  %before = load volatile i64, ptr %entered.p, align 8
  %entered = add i64 %before, 1
  store volatile i64 %entered, ptr %entered.p, align 8
  br label %head

more:
  %end = load volatile i64, ptr %end.p, align 8
  %ends = icmp ne i64 %end, 0
  br i1 %ends, label %done, label %head

done:
  %last = call i64 @interrupts_unbox(ptr addrspace(1) %box)
  %thousands = mul i64 %last, 1000
  %result = add i64 %thousands, %right
  ret i64 %result
}

; A function that allocates, and is interrupted at its entry only.
define internal i64 @interrupts_step(i64 %n, ptr %words) noinline uwtable gc "statepoint-example" {
entry:
  %word = call i64 @spgc_poll_interrupt()
  %is.interrupted = icmp ne i64 %word, 0
  br i1 %is.interrupted, label %interrupted, label %go, !prof !0

interrupted:
  call void @interrupts_throw(i64 %word, ptr %words)
  unreachable

go:
  %a = call ptr addrspace(1) @interrupts_box(i64 %n)
  %b = call ptr addrspace(1) @interrupts_box(i64 1)
  %av = call i64 @interrupts_unbox(ptr addrspace(1) %a)
  %bv = call i64 @interrupts_unbox(ptr addrspace(1) %b)
  %sum = add i64 %av, %bv
  ret i64 %sum
}

; The same as the first one, with allocations, whose slow paths find the thread armed, and with the
; interrupts in a callee.
define i64 @test_interrupts_allocate(i64 %n, ptr %words) uwtable gc "statepoint-example" personality ptr @test_personality_of_handlers {
entry:
  %box = call ptr addrspace(1) @interrupts_box(i64 %n)
  %end.p = getelementptr inbounds i64, ptr %words, i64 3
  br label %head

head:
  %right = phi i64 [ 0, %entry ], [ %right, %more ], [ %sum, %thrown ]
  %next = invoke i64 @interrupts_step(i64 %n, ptr %words)
          to label %more unwind label %thrown

thrown:
  %pad = landingpad token cleanup
  %found = call i64 @interrupts_unbox(ptr addrspace(1) %box)
  %is.right = icmp eq i64 %found, %n
  %one = zext i1 %is.right to i64
  %sum = add i64 %right, %one
  %entered.p = getelementptr inbounds i64, ptr %words, i64 1
  %before = load volatile i64, ptr %entered.p, align 8
  %entered = add i64 %before, 1
  store volatile i64 %entered, ptr %entered.p, align 8
  br label %head

more:
  %end = load volatile i64, ptr %end.p, align 8
  %ends = icmp ne i64 %end, 0
  br i1 %ends, label %done, label %head

done:
  %last = call i64 @interrupts_unbox(ptr addrspace(1) %box)
  %thousands = mul i64 %last, 1000
  %result = add i64 %thousands, %right
  ret i64 %result
}

!0 = !{!"branch_weights", i32 1, i32 2000}
