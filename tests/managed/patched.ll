; Functions into which tests patch calls (scanner/patch/src/patching).
;
; Type 4: box of an i64.

declare ptr addrspace(1) @spgc_allocate(i64, i64)
declare void @test_patched_target()
declare i64 @llvm.experimental.patchpoint.i64(i64, i32, ptr, i32, ...)

define internal ptr addrspace(1) @patched_box(i64 %value) noinline uwtable gc "statepoint-example" {
entry:
  %box = call ptr addrspace(1) @spgc_allocate(i64 16, i64 1024)
  %value.p = getelementptr inbounds i8, ptr addrspace(1) %box, i64 8
  store i64 %value, ptr addrspace(1) %value.p, align 8
  ret ptr addrspace(1) %box
}

define internal i64 @patched_unbox(ptr addrspace(1) %box) noinline uwtable gc "statepoint-example" {
entry:
  %value.p = getelementptr inbounds i8, ptr addrspace(1) %box, i64 8
  %value = load i64, ptr addrspace(1) %value.p, align 8
  ret i64 %value
}

; Contains only a poll.
define void @test_patched_stop() noinline uwtable gc "statepoint-example" {
entry:
  ret void
}

; Returns the sum of 1 to n. Each number is in a box that is live across a statepoint with 8 patch
; bytes.
define i64 @test_patched_statepoint(i64 %n) uwtable gc "statepoint-example" {
entry:
  br label %loop

loop:
  %i = phi i64 [ %n, %entry ], [ %next, %again ]
  %sum = phi i64 [ 0, %entry ], [ %more, %again ]
  %done = icmp eq i64 %i, 0
  br i1 %done, label %end, label %again

again:
  %a = call ptr addrspace(1) @patched_box(i64 %i)
  call void @test_patched_target() "statepoint-id"="41" "statepoint-num-patch-bytes"="8"
  %value = call i64 @patched_unbox(ptr addrspace(1) %a)
  %more = add i64 %sum, %value
  %next = sub i64 %i, 1
  br label %loop

end:
  ret i64 %sum
}

; Runs n iterations of a loop that contains only a statepoint with 16 patch bytes. Returns n.
define i64 @test_patched_loop(i64 %n) uwtable gc "statepoint-example" {
entry:
  br label %loop

loop:
  %i = phi i64 [ 0, %entry ], [ %next, %again ]
  %done = icmp uge i64 %i, %n
  br i1 %done, label %end, label %again

again:
  call void @test_patched_target() "statepoint-id"="42" "statepoint-num-patch-bytes"="16"
  %next = add i64 %i, 1
  br label %loop

end:
  ret i64 %i
}

; Passes x to the call that is patched into a patchpoint of 16 bytes. Returns the result plus y.
define i64 @test_patched_patchpoint(i64 %x, i64 %y) uwtable gc "statepoint-example" {
entry:
  %made = call i64 (i64, i32, ptr, i32, ...) @llvm.experimental.patchpoint.i64(i64 43, i32 16, ptr null, i32 1, i64 %x, i64 %y)
  %sum = add i64 %made, %y
  ret i64 %sum
}
