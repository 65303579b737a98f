; Frames at stackmap records that list references. The referents must not move.
;
; Type 2: array of words.

declare ptr addrspace(1) @spgc_allocate_array(i64, i64)
declare void @llvm.experimental.stackmap(i64, i32, ...)

define internal ptr addrspace(1) @pinned_squares(i64 %n) noinline uwtable gc "statepoint-example" {
entry:
  %array = call ptr addrspace(1) @spgc_allocate_array(i64 %n, i64 512)
  br label %loop

loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %offset = shl i64 %i, 3
  %after = add i64 %offset, 16
  %p = getelementptr inbounds i8, ptr addrspace(1) %array, i64 %after
  %square = mul i64 %i, %i
  store i64 %square, ptr addrspace(1) %p, align 8
  %next = add i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %loop, label %done

done:
  ret ptr addrspace(1) %array
}

; Returns the sum of i * i for all i < n. `first` must be 16, the offset of the first element. The
; calls of function(i) are not statepoints. A stackmap at their return address lists the array in a
; list of one reference (scanner/src/reference_list.rs), which pins it. LLVM computes array + first
; once, before the loop; the record does not list that pointer.
define i64 @test_pinned_sum(ptr %function, i64 %n, i64 %first) uwtable gc "statepoint-example" {
entry:
  %array = call ptr addrspace(1) @pinned_squares(i64 %n)
  br label %loop

loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %sum = phi i64 [ 0, %entry ], [ %sum.next, %loop ]
  call void %function(i64 %i) "gc-leaf-function"
  call void (i64, i32, ...) @llvm.experimental.stackmap(i64 7, i32 0, i64 %i, ptr addrspace(1) %array, i64 u0x5350474350490001)
  %elements = getelementptr inbounds i8, ptr addrspace(1) %array, i64 %first
  %p = getelementptr inbounds i64, ptr addrspace(1) %elements, i64 %i
  %square = load i64, ptr addrspace(1) %p, align 8
  %sum.next = add i64 %sum, %square
  %next = add i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %loop, label %done

done:
  ret i64 %sum.next
}
