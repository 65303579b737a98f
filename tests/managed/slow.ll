; Managed functions that take long to reach a poll. %flag points to two 32-bit flags: the first ends
; the wait, and the function sets the second after its last poll.

; Loops until the flag is not 0. LLVM knows the trip counts of the loops, so place-safepoints
; inserts no poll. If the flag stays 0, the loops run for weeks.
define i64 @test_busy(ptr %flag) noinline uwtable gc "statepoint-example" {
entry:
  %begun = getelementptr inbounds i32, ptr %flag, i64 1
  br label %outer

outer:
  %i = phi i32 [ 0, %entry ], [ %i.next, %outer.end ]
  br label %inner

inner:
  %j = phi i32 [ 0, %outer ], [ %j.next, %again ]
  store volatile i32 1, ptr %begun, align 4
  %value = load volatile i32, ptr %flag, align 4
  %go = icmp eq i32 %value, 0
  br i1 %go, label %again, label %done

again:
  %j.next = add nuw nsw i32 %j, 1
  %more = icmp ult i32 %j.next, 1000000000
  br i1 %more, label %inner, label %outer.end

outer.end:
  %i.next = add nuw nsw i32 %i, 1
  %more.outer = icmp ult i32 %i.next, 1000000000
  br i1 %more.outer, label %outer, label %done

done:
  ret i64 7
}

; Calls test_busy below `depth` more frames. Returns the result of test_busy plus `depth`.
define i64 @test_busy_below(ptr %flag, i64 %depth) noinline uwtable "disable-tail-calls"="true" gc "statepoint-example" {
entry:
  %last = icmp eq i64 %depth, 0
  br i1 %last, label %bottom, label %deeper

bottom:
  %result = call i64 @test_busy(ptr %flag)
  ret i64 %result

deeper:
  %less = sub i64 %depth, 1
  %below = call i64 @test_busy_below(ptr %flag, i64 %less)
  %one.more = add i64 %below, 1
  ret i64 %one.more
}

; A leaf function, which is not managed: it has no poll, and the call of it has no record.
define internal void @slow_leaf(ptr %flag) noinline uwtable "gc-leaf-function" {
entry:
  %begun = getelementptr inbounds i32, ptr %flag, i64 1
  br label %loop

loop:
  store volatile i32 1, ptr %begun, align 4
  %value = load volatile i32, ptr %flag, align 4
  %go = icmp eq i32 %value, 0
  br i1 %go, label %loop, label %done

done:
  ret void
}

; Waits in a leaf function ("gc-leaf-function").
define i64 @test_busy_leaf(ptr %flag) noinline uwtable gc "statepoint-example" {
entry:
  call void @slow_leaf(ptr %flag) "gc-leaf-function"
  ret i64 7
}
