; The functions of fibers, and code that resumes fibers.
; also in registers: test_fiber
; also migrating: test_fiber
;
; Type 4: box of an i64.

declare ptr addrspace(1) @spgc_allocate(i64, i64)
declare i64 @spgc_call_native(i64, i64, i64, i64, i64, ptr)
declare ptr addrspace(1) @spgc_resume(ptr, ptr addrspace(1))
declare ptr addrspace(1) @spgc_suspend(ptr addrspace(1))
declare zeroext i1 @spgc_fiber_done(ptr) #0
declare i1 @spgc_stack_is_low(i64)

; Returns a new box.
define ptr addrspace(1) @test_fiber_box(i64 %value) noinline uwtable gc "statepoint-example" {
entry:
  %box = call ptr addrspace(1) @spgc_allocate(i64 16, i64 1024)
  %value.p = getelementptr inbounds i8, ptr addrspace(1) %box, i64 8
  store i64 %value, ptr addrspace(1) %value.p, align 8
  ret ptr addrspace(1) %box
}

; Returns the number in a box.
define i64 @test_fiber_unbox(ptr addrspace(1) %box) noinline uwtable gc "statepoint-example" {
entry:
  %value.p = getelementptr inbounds i8, ptr addrspace(1) %box, i64 8
  %value = load i64, ptr addrspace(1) %value.p, align 8
  ret i64 %value
}

; A fiber that suspends itself with boxes of 0, 1, 2 and so on. Returns a box of the sum of the
; numbers with which it was resumed, when it is resumed with null.
define ptr addrspace(1) @test_fiber_count(ptr addrspace(1) %first) uwtable gc "statepoint-example" {
entry:
  %zero = call ptr addrspace(1) @test_fiber_box(i64 0)
  br label %head

head:
  %n = phi i64 [ 0, %entry ], [ %next, %more ]
  %in = phi ptr addrspace(1) [ %first, %entry ], [ %received, %more ]
  %sum = phi ptr addrspace(1) [ %zero, %entry ], [ %sum.new, %more ]
  %end = icmp eq ptr addrspace(1) %in, null
  br i1 %end, label %done, label %more

more:
  %value = call i64 @test_fiber_unbox(ptr addrspace(1) %in)
  %sum.old = call i64 @test_fiber_unbox(ptr addrspace(1) %sum)
  %added = add i64 %value, %sum.old
  %sum.new = call ptr addrspace(1) @test_fiber_box(i64 %added)
  %out = call ptr addrspace(1) @test_fiber_box(i64 %n)
  %received = call ptr addrspace(1) @spgc_suspend(ptr addrspace(1) %out)
  %next = add i64 %n, 1
  br label %head

done:
  ret ptr addrspace(1) %sum
}

; Recurses with a live box in each frame, and suspends the fiber in the innermost call with a box of
; 0. Returns the sum of the numbers from %n to 1 and the number with which the fiber is resumed.
define internal i64 @fiber_deeper(i64 %n) noinline uwtable gc "statepoint-example" {
entry:
  %box = call ptr addrspace(1) @test_fiber_box(i64 %n)
  %bottom = icmp eq i64 %n, 0
  br i1 %bottom, label %suspend, label %deeper

suspend:
  %received = call ptr addrspace(1) @spgc_suspend(ptr addrspace(1) %box)
  %value = call i64 @test_fiber_unbox(ptr addrspace(1) %received)
  br label %done

deeper:
  %less = sub i64 %n, 1
  %below = call i64 @fiber_deeper(i64 %less)
  br label %done

done:
  %result = phi i64 [ %value, %suspend ], [ %below, %deeper ]
  %own = call i64 @test_fiber_unbox(ptr addrspace(1) %box)
  %sum = add i64 %own, %result
  ret i64 %sum
}

; A fiber that suspends itself in a recursion whose depth is in the first box.
define ptr addrspace(1) @test_fiber_deep(ptr addrspace(1) %first) uwtable gc "statepoint-example" {
entry:
  %depth = call i64 @test_fiber_unbox(ptr addrspace(1) %first)
  %sum = call i64 @fiber_deeper(i64 %depth)
  %again = call i64 @test_fiber_unbox(ptr addrspace(1) %first)
  %all = add i64 %sum, %again
  %result = call ptr addrspace(1) @test_fiber_box(i64 %all)
  ret ptr addrspace(1) %result
}

; Recurses with a live box of %n in each frame, and suspends the fiber in the innermost call. When
; it is resumed with a box of k, returns from k calls, and recurses again from there by the other
; one of these two functions, whose frames have another size. Returns how many calls are still to
; return, or -1 if a box has changed.
define internal i64 @fiber_winder(i64 %n) noinline uwtable gc "statepoint-example" {
entry:
  %box = call ptr addrspace(1) @test_fiber_box(i64 %n)
  %less = sub i64 %n, 1
  %bottom = icmp eq i64 %n, 0
  br i1 %bottom, label %suspend, label %deeper

suspend:
  %received = call ptr addrspace(1) @spgc_suspend(ptr addrspace(1) %box)
  %value = call i64 @test_fiber_unbox(ptr addrspace(1) %received)
  br label %check

deeper:
  %below = call i64 @fiber_winder(i64 %less)
  br label %check

other:
  %below.other = call i64 @fiber_wide_winder(i64 %less)
  br label %check

check:
  %left = phi i64 [ %value, %suspend ], [ %below, %deeper ], [ %below.other, %other ]
  %own = call i64 @test_fiber_unbox(ptr addrspace(1) %box)
  %is.same = icmp eq i64 %own, %n
  br i1 %is.same, label %same, label %changed

same:
  switch i64 %left, label %return [
    i64 0, label %again
    i64 -1, label %changed
  ]

again:
  br i1 %bottom, label %suspend, label %other

return:
  %rest = sub i64 %left, 1
  ret i64 %rest

changed:
  ret i64 -1
}

; As @fiber_winder.
define internal i64 @fiber_wide_winder(i64 %n) noinline uwtable gc "statepoint-example" {
entry:
  %box = call ptr addrspace(1) @test_fiber_box(i64 %n)
  %second = call ptr addrspace(1) @test_fiber_box(i64 %n)
  %less = sub i64 %n, 1
  %bottom = icmp eq i64 %n, 0
  br i1 %bottom, label %suspend, label %deeper

suspend:
  %received = call ptr addrspace(1) @spgc_suspend(ptr addrspace(1) %box)
  %value = call i64 @test_fiber_unbox(ptr addrspace(1) %received)
  br label %check

deeper:
  %below = call i64 @fiber_wide_winder(i64 %less)
  br label %check

other:
  %below.other = call i64 @fiber_winder(i64 %less)
  br label %check

check:
  %left = phi i64 [ %value, %suspend ], [ %below, %deeper ], [ %below.other, %other ]
  %own = call i64 @test_fiber_unbox(ptr addrspace(1) %box)
  %own.second = call i64 @test_fiber_unbox(ptr addrspace(1) %second)
  %sum = add i64 %own, %own.second
  %twice = shl i64 %n, 1
  %is.same = icmp eq i64 %sum, %twice
  br i1 %is.same, label %same, label %changed

same:
  switch i64 %left, label %return [
    i64 0, label %again
    i64 -1, label %changed
  ]

again:
  br i1 %bottom, label %suspend, label %other

return:
  %rest = sub i64 %left, 1
  ret i64 %rest

changed:
  ret i64 -1
}

; A fiber that suspends itself in a recursion whose depth is in the first box, again and again.
; Returns a box of the number of calls that were still to return, or of -1.
define ptr addrspace(1) @test_fiber_winding(ptr addrspace(1) %first) uwtable gc "statepoint-example" {
entry:
  %depth = call i64 @test_fiber_unbox(ptr addrspace(1) %first)
  %left = call i64 @fiber_winder(i64 %depth)
  %result = call ptr addrspace(1) @test_fiber_box(i64 %left)
  ret ptr addrspace(1) %result
}

; A fiber that resumes the fiber whose address is in the first box until that one is done, passing
; each reference on in both directions.
define ptr addrspace(1) @test_fiber_relay(ptr addrspace(1) %first) uwtable gc "statepoint-example" {
entry:
  %word = call i64 @test_fiber_unbox(ptr addrspace(1) %first)
  %inner = inttoptr i64 %word to ptr
  %start = call ptr addrspace(1) @spgc_suspend(ptr addrspace(1) %first)
  br label %head

head:
  %in = phi ptr addrspace(1) [ %start, %entry ], [ %received, %more ]
  %out = call ptr addrspace(1) @spgc_resume(ptr %inner, ptr addrspace(1) %in)
  %done = call zeroext i1 @spgc_fiber_done(ptr %inner) #0
  br i1 %done, label %end, label %more

more:
  %received = call ptr addrspace(1) @spgc_suspend(ptr addrspace(1) %out)
  br label %head

end:
  ret ptr addrspace(1) %out
}

; Resumes a fiber %n times with boxes of 1 to %n, then with null. Returns the sum of the numbers
; that it has passed, and of its result if it is done then, otherwise -1.
define i64 @test_fiber_drive(ptr %fiber, i64 %n) uwtable gc "statepoint-example" {
entry:
  %zero = call ptr addrspace(1) @test_fiber_box(i64 0)
  br label %head

head:
  %i = phi i64 [ 0, %entry ], [ %next, %more ]
  %sum = phi ptr addrspace(1) [ %zero, %entry ], [ %sum.new, %more ]
  %end = icmp eq i64 %i, %n
  br i1 %end, label %last, label %more

more:
  %next = add i64 %i, 1
  %in = call ptr addrspace(1) @test_fiber_box(i64 %next)
  %out = call ptr addrspace(1) @spgc_resume(ptr %fiber, ptr addrspace(1) %in)
  %value = call i64 @test_fiber_unbox(ptr addrspace(1) %out)
  %sum.old = call i64 @test_fiber_unbox(ptr addrspace(1) %sum)
  %added = add i64 %value, %sum.old
  %sum.new = call ptr addrspace(1) @test_fiber_box(i64 %added)
  br label %head

last:
  %result = call ptr addrspace(1) @spgc_resume(ptr %fiber, ptr addrspace(1) null)
  %done = call zeroext i1 @spgc_fiber_done(ptr %fiber) #0
  br i1 %done, label %finished, label %unfinished

finished:
  %a = call i64 @test_fiber_unbox(ptr addrspace(1) %result)
  %b = call i64 @test_fiber_unbox(ptr addrspace(1) %sum)
  %all = add i64 %a, %b
  ret i64 %all

unfinished:
  ret i64 -1
}

; A fiber that calls the native function whose address is in the first box, with live references.
; Returns a box of the sum of the result and of the first box.
define ptr addrspace(1) @test_fiber_native(ptr addrspace(1) %first) uwtable gc "statepoint-example" {
entry:
  %word = call i64 @test_fiber_unbox(ptr addrspace(1) %first)
  %function = inttoptr i64 %word to ptr
  %other = call ptr addrspace(1) @test_fiber_box(i64 1000)
  %result = call i64 @spgc_call_native(i64 1, i64 2, i64 3, i64 4, i64 5, ptr %function)
  %a = call i64 @test_fiber_unbox(ptr addrspace(1) %other)
  %sum = add i64 %a, %result
  %box = call ptr addrspace(1) @test_fiber_box(i64 %sum)
  ret ptr addrspace(1) %box
}

; A fiber that returns each reference to the code that has resumed it, until it is resumed with
; null.
define ptr addrspace(1) @test_fiber_echo(ptr addrspace(1) %first) uwtable gc "statepoint-example" {
entry:
  br label %head

head:
  %in = phi ptr addrspace(1) [ %first, %entry ], [ %received, %more ]
  %end = icmp eq ptr addrspace(1) %in, null
  br i1 %end, label %done, label %more

more:
  %received = call ptr addrspace(1) @spgc_suspend(ptr addrspace(1) %in)
  br label %head

done:
  ret ptr addrspace(1) null
}

; Resumes a fiber %n times with what it has passed before, which is a box at first. Returns the
; number in the last box.
define i64 @test_fiber_exchange(ptr %fiber, i64 %n) uwtable gc "statepoint-example" {
entry:
  %box = call ptr addrspace(1) @test_fiber_box(i64 %n)
  br label %head

head:
  %i = phi i64 [ 0, %entry ], [ %next, %more ]
  %in = phi ptr addrspace(1) [ %box, %entry ], [ %out, %more ]
  %end = icmp eq i64 %i, %n
  br i1 %end, label %done, label %more

more:
  %out = call ptr addrspace(1) @spgc_resume(ptr %fiber, ptr addrspace(1) %in)
  %next = add i64 %i, 1
  br label %head

done:
  %value = call i64 @test_fiber_unbox(ptr addrspace(1) %in)
  ret i64 %value
}

; Suspends the fiber that runs.
define ptr addrspace(1) @test_fiber_suspend(ptr addrspace(1) %out) uwtable gc "statepoint-example" {
entry:
  %in = call ptr addrspace(1) @spgc_suspend(ptr addrspace(1) %out)
  ret ptr addrspace(1) %in
}

; A fiber that suspends itself with its argument, in a state that an interpreter can continue, and
; returns a box of the sum of the numbers in the two boxes that it was resumed with.
define ptr addrspace(1) @test_fiber_guarded(ptr addrspace(1) %first) uwtable gc "statepoint-example" {
entry:
  %received = call ptr addrspace(1) @spgc_suspend(ptr addrspace(1) %first) ["deopt"(i64 70, ptr addrspace(1) %first)]
  %a = call i64 @test_fiber_unbox(ptr addrspace(1) %first)
  %b = call i64 @test_fiber_unbox(ptr addrspace(1) %received)
  %sum = add i64 %a, %b
  %box = call ptr addrspace(1) @test_fiber_box(i64 %sum)
  ret ptr addrspace(1) %box
}

; A fiber with a stack of 64 KiB that suspends itself with a box of 1 if the check of the stack
; finds the fiber's: it is not low for a reserve of 0, and low for one of its size. No other stack
; passes both checks. Ends when it is resumed with null.
define ptr addrspace(1) @test_fiber_checks(ptr addrspace(1) %first) uwtable gc "statepoint-example" {
entry:
  br label %head

head:
  %in = phi ptr addrspace(1) [ %first, %entry ], [ %received, %more ]
  %end = icmp eq ptr addrspace(1) %in, null
  br i1 %end, label %done, label %more

more:
  %empty = call i1 @spgc_stack_is_low(i64 0)
  %low = call i1 @spgc_stack_is_low(i64 65536)
  %above = zext i1 %empty to i64
  %twice = shl i64 %above, 1
  %one = zext i1 %low to i64
  %found = add i64 %twice, %one
  %out = call ptr addrspace(1) @test_fiber_box(i64 %found)
  %received = call ptr addrspace(1) @spgc_suspend(ptr addrspace(1) %out)
  br label %head

done:
  ret ptr addrspace(1) null
}

; Resumes a fiber once.
define ptr addrspace(1) @test_fiber_resume(ptr %fiber, ptr addrspace(1) %in) uwtable gc "statepoint-example" {
entry:
  %out = call ptr addrspace(1) @spgc_resume(ptr %fiber, ptr addrspace(1) %in)
  ret ptr addrspace(1) %out
}

; A fiber that keeps the reference with which it is resumed first, and returns it at the end.
define ptr addrspace(1) @test_fiber_hold(ptr addrspace(1) %first) uwtable gc "statepoint-example" {
entry:
  %in = call ptr addrspace(1) @spgc_suspend(ptr addrspace(1) null)
  ret ptr addrspace(1) %first
}

attributes #0 = { nounwind "gc-leaf-function" }
