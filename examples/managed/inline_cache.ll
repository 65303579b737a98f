; Sums the areas or outlines of the shapes in an array. Each area or outline is computed by a call
; that is patched into a patchpoint. The call selects the function by the type of the shape
; (src/inline_cache).
;
; In the any-register calling convention, the argument and the result can be in any registers, and
; all other registers are preserved. The operands after the shape are live values: the selector, and
; the array, which is used again. The last operand marks a list of one reference
; (scanner/src/reference_list.rs).

declare i64 @llvm.experimental.patchpoint.i64(i64, i32, ptr, i32, ...)

define i64 @cache_areas(ptr addrspace(1) %shapes) uwtable gc "statepoint-example" {
entry:
  %length.p = getelementptr inbounds i8, ptr addrspace(1) %shapes, i64 8
  %length = load i64, ptr addrspace(1) %length.p, align 8
  br label %loop

loop:
  %i = phi i64 [ 0, %entry ], [ %next, %again ]
  %sum = phi i64 [ 0, %entry ], [ %more, %again ]
  %done = icmp uge i64 %i, %length
  br i1 %done, label %end, label %again

again:
  %elements = getelementptr inbounds i8, ptr addrspace(1) %shapes, i64 16
  %shape.p = getelementptr inbounds ptr addrspace(1), ptr addrspace(1) %elements, i64 %i
  %shape = load ptr addrspace(1), ptr addrspace(1) %shape.p, align 8
  %answer = call anyregcc i64 (i64, i32, ptr, i32, ...) @llvm.experimental.patchpoint.i64(i64 71, i32 16, ptr null, i32 1, ptr addrspace(1) %shape, i64 0, ptr addrspace(1) %shapes, i64 u0x5350474350490001)
  %more = add i64 %sum, %answer
  %next = add i64 %i, 1
  br label %loop

end:
  ret i64 %sum
}

define i64 @cache_outlines(ptr addrspace(1) %shapes) uwtable gc "statepoint-example" {
entry:
  %length.p = getelementptr inbounds i8, ptr addrspace(1) %shapes, i64 8
  %length = load i64, ptr addrspace(1) %length.p, align 8
  br label %loop

loop:
  %i = phi i64 [ 0, %entry ], [ %next, %again ]
  %sum = phi i64 [ 0, %entry ], [ %more, %again ]
  %done = icmp uge i64 %i, %length
  br i1 %done, label %end, label %again

again:
  %elements = getelementptr inbounds i8, ptr addrspace(1) %shapes, i64 16
  %shape.p = getelementptr inbounds ptr addrspace(1), ptr addrspace(1) %elements, i64 %i
  %shape = load ptr addrspace(1), ptr addrspace(1) %shape.p, align 8
  %answer = call anyregcc i64 (i64, i32, ptr, i32, ...) @llvm.experimental.patchpoint.i64(i64 72, i32 16, ptr null, i32 1, ptr addrspace(1) %shape, i64 1, ptr addrspace(1) %shapes, i64 u0x5350474350490001)
  %more = add i64 %sum, %answer
  %next = add i64 %i, 1
  br label %loop

end:
  ret i64 %sum
}
