; Loops with polls, for both kinds of polls.
;
; also with patched polls: bench_polls_
; Type 1 has a header and two references.

; Runs n iterations of a loop with a poll at its back-edge. The empty assembly prevents LLVM from
; removing the loop. Returns n.
define i64 @bench_polls_turns(i64 %n) uwtable gc "statepoint-example" {
entry:
  br label %loop

loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %next = add i64 %i, 1
  call void asm sideeffect "", ""() #0
  %more = icmp ult i64 %next, %n
  br i1 %more, label %loop, label %done

done:
  ret i64 %next
}

; The same with a reference that is live across the poll. Returns n times the object's first field,
; as a number.
define i64 @bench_polls_field(ptr addrspace(1) %object, i64 %n) uwtable gc "statepoint-example" {
entry:
  br label %loop

loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %sum = phi i64 [ 0, %entry ], [ %more.sum, %loop ]
  %field = getelementptr inbounds i8, ptr addrspace(1) %object, i64 8
  %value = load volatile i64, ptr addrspace(1) %field, align 8
  %more.sum = add i64 %sum, %value
  %next = add i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %loop, label %done

done:
  ret i64 %more.sum
}

; Polls until *flag is not 0.
define i64 @bench_polls_until(ptr %flag) uwtable gc "statepoint-example" {
entry:
  br label %loop

loop:
  %value = load atomic i32, ptr %flag monotonic, align 4
  %go = icmp eq i32 %value, 0
  br i1 %go, label %loop, label %done

done:
  ret i64 0
}

attributes #0 = { "gc-leaf-function" }
