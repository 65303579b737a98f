; A deep recursion with one reference in each frame. Type 4: box of an i64.
; also in registers: deep_stacks_

declare ptr addrspace(1) @spgc_allocate(i64, i64)
declare i64 @spgc_call_native(i64, i64, i64, i64, i64, ptr)

; Without inlining, LLVM does not know that the box has no other references.
define internal ptr addrspace(1) @deep_stacks_box(i64 %number) noinline uwtable gc "statepoint-example" {
entry:
  %box = call ptr addrspace(1) @spgc_allocate(i64 16, i64 1024)
  %number.p = getelementptr inbounds i8, ptr addrspace(1) %box, i64 8
  store i64 %number, ptr addrspace(1) %number.p, align 8
  ret ptr addrspace(1) %box
}

; Each frame has a box of its level. The frame of level %turn calls the next level %rounds times,
; the others call it once, and that of level %frames calls %collect. Returns the sum of the boxes.
define i64 @deep_stacks_frame(i64 %level, i64 %frames, i64 %turn, i64 %rounds, ptr %collect) noinline uwtable gc "statepoint-example" {
entry:
  %box = call ptr addrspace(1) @deep_stacks_box(i64 %level)
  %youngest = icmp eq i64 %level, %frames
  br i1 %youngest, label %bottom, label %calls

bottom:
  %collected = call i64 @spgc_call_native(i64 0, i64 0, i64 0, i64 0, i64 0, ptr %collect)
  br label %done

calls:
  %turns = icmp eq i64 %level, %turn
  %first = select i1 %turns, i64 %rounds, i64 1
  %next = add i64 %level, 1
  br label %loop

loop:
  %left = phi i64 [ %first, %calls ], [ %left.next, %loop ]
  %sum = phi i64 [ 0, %calls ], [ %sum.next, %loop ]
  %below = call i64 @deep_stacks_frame(i64 %next, i64 %frames, i64 %turn, i64 %rounds, ptr %collect)
  %sum.next = add i64 %sum, %below
  %left.next = sub i64 %left, 1
  %more = icmp ne i64 %left.next, 0
  br i1 %more, label %loop, label %done

done:
  %others = phi i64 [ 0, %bottom ], [ %sum.next, %loop ]
  %number.p = getelementptr inbounds i8, ptr addrspace(1) %box, i64 8
  %number = load i64, ptr addrspace(1) %number.p, align 8
  %all = add i64 %others, %number
  ret i64 %all
}
