; Functions whose safepoints are mostly polls.
; also with patched polls: test_polls_
;
; Type 4: box of an i64.

declare ptr addrspace(1) @spgc_allocate(i64, i64)

define internal ptr addrspace(1) @polls_box(i64 %value) noinline uwtable gc "statepoint-example" {
entry:
  %box = call ptr addrspace(1) @spgc_allocate(i64 16, i64 1024)
  %value.p = getelementptr inbounds i8, ptr addrspace(1) %box, i64 8
  store i64 %value, ptr addrspace(1) %value.p, align 8
  ret ptr addrspace(1) %box
}

; Keeps a number in a box, sets flag[1 + number], and polls until flag[0] is set. Returns the
; number. The loop has two blocks: qemu 10.0 executes a block that jumps to itself forever, even
; after its poll was patched.
define i64 @test_polls_spin(ptr %flag, i64 %value) uwtable gc "statepoint-example" {
entry:
  %box = call ptr addrspace(1) @polls_box(i64 %value)
  %place = add i64 %value, 1
  %there.p = getelementptr inbounds i32, ptr %flag, i64 %place
  store volatile i32 1, ptr %there.p, align 4
  br label %loop

loop:
  %set = load volatile i32, ptr %flag, align 4
  %done = icmp ne i32 %set, 0
  br i1 %done, label %end, label %again

again:
  %later = load volatile i32, ptr %flag, align 4
  %ended = icmp ne i32 %later, 0
  br i1 %ended, label %end, label %loop

end:
  %value.p = getelementptr inbounds i8, ptr addrspace(1) %box, i64 8
  %found = load i64, ptr addrspace(1) %value.p, align 8
  ret i64 %found
}

; Returns the sum of 1 to n. Each number is in a box that is live across at least one poll.
define i64 @test_polls_sum(i64 %n) uwtable gc "statepoint-example" {
entry:
  %first = call ptr addrspace(1) @polls_box(i64 0)
  br label %loop

loop:
  %i = phi i64 [ 1, %entry ], [ %next, %loop ]
  %last = phi ptr addrspace(1) [ %first, %entry ], [ %box, %loop ]
  %box = call ptr addrspace(1) @polls_box(i64 %i)
  %last.p = getelementptr inbounds i8, ptr addrspace(1) %last, i64 8
  %sum = load i64, ptr addrspace(1) %last.p, align 8
  %new.p = getelementptr inbounds i8, ptr addrspace(1) %box, i64 8
  %new = load i64, ptr addrspace(1) %new.p, align 8
  %more = add i64 %sum, %new
  store i64 %more, ptr addrspace(1) %new.p, align 8
  %next = add i64 %i, 1
  %done = icmp ugt i64 %next, %n
  br i1 %done, label %end, label %loop

end:
  %box.p = getelementptr inbounds i8, ptr addrspace(1) %box, i64 8
  %result = load i64, ptr addrspace(1) %box.p, align 8
  ret i64 %result
}

; The target of patched polls that are out of range of the collector. It jumps to the collector.
define void @test_polls_thunk() naked {
entry:
  call void asm sideeffect "jmp spgc_poll_slow@PLT", ""() ; x86_64
  call void asm sideeffect "b spgc_poll_slow", ""() ; aarch64
  unreachable
}
