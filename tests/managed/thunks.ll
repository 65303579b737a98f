; Functions with records at which tests patch in calls of thunks (scanner/patch/src/thunk).
;
; The option keeps a derived pointer live across the statepoint, so that the record contains it with
; its base. Otherwise LLVM would recompute the pointer after the statepoint.
; opt: -spp-rematerialization-threshold=0
;
; Type 4: box of an i64.

declare ptr addrspace(1) @spgc_allocate(i64, i64)
declare void @llvm.experimental.patchpoint.void(i64, i32, ptr, i32, ...)

define internal ptr addrspace(1) @thunk_box(i64 %value) noinline uwtable gc "statepoint-example" {
entry:
  %box = call ptr addrspace(1) @spgc_allocate(i64 16, i64 1024)
  %value.p = getelementptr inbounds i8, ptr addrspace(1) %box, i64 8
  store i64 %value, ptr addrspace(1) %value.p, align 8
  ret ptr addrspace(1) %box
}

define internal i64 @thunk_unbox(ptr addrspace(1) %box) noinline uwtable gc "statepoint-example" {
entry:
  %value.p = getelementptr inbounds i8, ptr addrspace(1) %box, i64 8
  %value = load i64, ptr addrspace(1) %value.p, align 8
  ret i64 %value
}

; Called by a thunk with an array of four values: a number, a box of the number, a derived pointer
; to the value in a box, and a box of the number. Before it loads each reference from the array, it
; allocates, so that zeal mode collects. Its result is the sum of the numbers read through the three
; references, plus 3 times the first value.
define void @test_thunk_array(ptr %values, i64 %words, ptr %results) uwtable gc "statepoint-example" {
entry:
  %garbage = call ptr addrspace(1) @thunk_box(i64 1)
  %number = load i64, ptr %values, align 8
  %one.p = getelementptr inbounds i64, ptr %values, i64 1
  %one = load volatile ptr addrspace(1), ptr %one.p, align 8
  %first = call i64 @thunk_unbox(ptr addrspace(1) %one)
  %more = call ptr addrspace(1) @thunk_box(i64 2)
  %inner.p = getelementptr inbounds i64, ptr %values, i64 2
  %inner = load volatile ptr addrspace(1), ptr %inner.p, align 8
  %second = load i64, ptr addrspace(1) %inner, align 8
  %most = call ptr addrspace(1) @thunk_box(i64 3)
  %other.p = getelementptr inbounds i64, ptr %values, i64 3
  %other = load volatile ptr addrspace(1), ptr %other.p, align 8
  %third = call i64 @thunk_unbox(ptr addrspace(1) %other)
  %sum = add i64 %first, %second
  %sums = add i64 %sum, %third
  %thrice = mul i64 %number, 3
  %result = add i64 %sums, %thrice
  store i64 %result, ptr %results, align 8
  ret void
}

; Runs n iterations of a loop with a statepoint (ID 61, 16 patch bytes). The patched call passes its
; deopt values to @test_thunk_array; the result of that function is the result of the statepoint.
; After the statepoint, the loop uses a derived pointer and a box of n. `field` must be 8, the
; offset of the field to which the pointer points. Returns the sum of 7 i + n for i from 1 to n.
define i64 @test_thunk_statepoint(i64 %n, i64 %field) uwtable gc "statepoint-example" {
entry:
  %own = call ptr addrspace(1) @thunk_box(i64 %n)
  br label %loop

loop:
  %i = phi i64 [ %n, %entry ], [ %next, %again ]
  %sum = phi i64 [ 0, %entry ], [ %more, %again ]
  %done = icmp eq i64 %i, 0
  br i1 %done, label %end, label %again

again:
  %a = call ptr addrspace(1) @thunk_box(i64 %i)
  %b = call ptr addrspace(1) @thunk_box(i64 %i)
  %inner = getelementptr inbounds i8, ptr addrspace(1) %a, i64 %field
  %result = call i64 @test_thunk_result() "statepoint-id"="61" "statepoint-num-patch-bytes"="16" [ "deopt"(i64 %i, ptr addrspace(1) %a, ptr addrspace(1) %inner, ptr addrspace(1) %b) ]
  %value = call i64 @thunk_unbox(ptr addrspace(1) %own)
  %again.value = load i64, ptr addrspace(1) %inner, align 8
  %values = add i64 %value, %again.value
  %with = add i64 %result, %values
  %more = add i64 %sum, %with
  %next = sub i64 %i, 1
  br label %loop

end:
  ret i64 %sum
}

declare i64 @test_thunk_result()

; Called by a thunk with its values as arguments. Allocates, so that zeal mode collects.
define void @test_thunk_collect(i64 %number) uwtable gc "statepoint-example" {
entry:
  %one = call ptr addrspace(1) @thunk_box(i64 %number)
  %p = getelementptr inbounds i8, ptr addrspace(1) %one, i64 8
  %two = call ptr addrspace(1) @thunk_box(i64 %number)
  %q = getelementptr inbounds i8, ptr addrspace(1) %two, i64 8
  %value = load i64, ptr addrspace(1) %p, align 8
  store i64 %value, ptr addrspace(1) %q, align 8
  ret void
}

; Returns the sum of 3 i for i from 1 to n. Three boxes of i are live across a patchpoint (ID 62, 16
; bytes), which allows all its operands in any registers.
define i64 @test_thunk_patchpoint(i64 %n) uwtable gc "statepoint-example" {
entry:
  br label %loop

loop:
  %i = phi i64 [ %n, %entry ], [ %next, %again ]
  %sum = phi i64 [ 0, %entry ], [ %more, %again ]
  %done = icmp eq i64 %i, 0
  br i1 %done, label %end, label %again

again:
  %a = call ptr addrspace(1) @thunk_box(i64 %i)
  %b = call ptr addrspace(1) @thunk_box(i64 %i)
  %c = call ptr addrspace(1) @thunk_box(i64 %i)
  call anyregcc void (i64, i32, ptr, i32, ...) @llvm.experimental.patchpoint.void(i64 62, i32 16, ptr null, i32 4, i64 %i, ptr addrspace(1) %a, ptr addrspace(1) %b, ptr addrspace(1) %c, ptr addrspace(1) %a, ptr addrspace(1) %b, ptr addrspace(1) %c, i64 u0x5350474350490003)
  %a.p = getelementptr inbounds i8, ptr addrspace(1) %a, i64 8
  %a.value = load i64, ptr addrspace(1) %a.p, align 8
  %b.p = getelementptr inbounds i8, ptr addrspace(1) %b, i64 8
  %b.value = load i64, ptr addrspace(1) %b.p, align 8
  %c.p = getelementptr inbounds i8, ptr addrspace(1) %c, i64 8
  %c.value = load i64, ptr addrspace(1) %c.p, align 8
  %ab = add i64 %a.value, %b.value
  %abc = add i64 %ab, %c.value
  %more = add i64 %sum, %abc
  %next = sub i64 %i, 1
  br label %loop

end:
  ret i64 %sum
}

; Returns the sum of i from 1 to n. A box of i is live across a patchpoint (ID 63, 16 bytes). Its
; operands are a native function, i and the box, in any registers. The no-op ensures that the
; preceding call does not return to the record's address.
define i64 @test_thunk_native(i64 %n, ptr %native) uwtable gc "statepoint-example" {
entry:
  br label %loop

loop:
  %i = phi i64 [ %n, %entry ], [ %next, %again ]
  %sum = phi i64 [ 0, %entry ], [ %more, %again ]
  %done = icmp eq i64 %i, 0
  br i1 %done, label %end, label %again

again:
  %a = call ptr addrspace(1) @thunk_box(i64 %i)
  call void asm sideeffect "nop", ""() "gc-leaf-function"
  call anyregcc void (i64, i32, ptr, i32, ...) @llvm.experimental.patchpoint.void(i64 63, i32 16, ptr null, i32 3, ptr %native, i64 %i, ptr addrspace(1) %a, ptr addrspace(1) %a, i64 u0x5350474350490001)
  %a.p = getelementptr inbounds i8, ptr addrspace(1) %a, i64 8
  %a.value = load i64, ptr addrspace(1) %a.p, align 8
  %more = add i64 %sum, %a.value
  %next = sub i64 %i, 1
  br label %loop

end:
  ret i64 %sum
}
