; derived: walks arrays with interior pointers that stay live across safepoints.
;
; The interior pointers are loop-carried (phis), so rewrite-statepoints-for-gc cannot recompute them
; from the array after a call. They are recorded as derived pointers and relocated.
;
; also with patched polls: derived_
;
; Type 2: array of i64. Type 3: array of references. Type 4, 16 bytes: box of an i64.

declare ptr addrspace(1) @spgc_allocate(i64, i64)
declare ptr addrspace(1) @spgc_allocate_array(i64, i64)
declare void @spgc_store(ptr addrspace(1), ptr addrspace(1), ptr addrspace(1))

define internal ptr addrspace(1) @box(i64 %value) noinline uwtable gc "statepoint-example" {
entry:
  %box = call ptr addrspace(1) @spgc_allocate(i64 16, i64 1024)
  %value.p = getelementptr inbounds i8, ptr addrspace(1) %box, i64 8
  store i64 %value, ptr addrspace(1) %value.p, align 8
  ret ptr addrspace(1) %box
}

define internal i64 @unbox(ptr addrspace(1) %box) noinline uwtable gc "statepoint-example" {
entry:
  %value.p = getelementptr inbounds i8, ptr addrspace(1) %box, i64 8
  %value = load i64, ptr addrspace(1) %value.p, align 8
  ret i64 %value
}

; Fills an array of words from front to back. Then sums it with two interior pointers that move
; towards each other. Each step of both loops allocates boxes.
define i64 @derived_words(i64 %length) uwtable gc "statepoint-example" {
entry:
  %array = call ptr addrspace(1) @spgc_allocate_array(i64 %length, i64 512)
  %first = getelementptr inbounds i8, ptr addrspace(1) %array, i64 16
  %end = getelementptr inbounds i64, ptr addrspace(1) %first, i64 %length
  br label %fill.head

fill.head:
  %at = phi ptr addrspace(1) [ %first, %entry ], [ %at.next, %fill ]
  %value = phi i64 [ 1, %entry ], [ %value.next, %fill ]
  %fill.more = icmp ult ptr addrspace(1) %at, %end
  br i1 %fill.more, label %fill, label %sum.entry

fill:
  %boxed = call ptr addrspace(1) @box(i64 %value)
  %unboxed = call i64 @unbox(ptr addrspace(1) %boxed)
  store i64 %unboxed, ptr addrspace(1) %at, align 8
  %at.next = getelementptr inbounds i64, ptr addrspace(1) %at, i64 1
  %mixed = mul i64 %value, 6364136223846793005
  %value.next = add i64 %mixed, 1442695040888963407
  br label %fill.head

sum.entry:
  br label %sum.head

sum.head:
  %low = phi ptr addrspace(1) [ %first, %sum.entry ], [ %low.next, %sum ]
  %high = phi ptr addrspace(1) [ %end, %sum.entry ], [ %high.next, %sum ]
  %total = phi i64 [ 0, %sum.entry ], [ %total.next, %sum ]
  %sum.more = icmp ult ptr addrspace(1) %low, %high
  br i1 %sum.more, label %sum, label %done

sum:
  %high.next = getelementptr inbounds i64, ptr addrspace(1) %high, i64 -1
  %front = load i64, ptr addrspace(1) %low, align 8
  %front.box = call ptr addrspace(1) @box(i64 %front)
  %back = load i64, ptr addrspace(1) %high.next, align 8
  %back.box = call ptr addrspace(1) @box(i64 %back)
  %a = call i64 @unbox(ptr addrspace(1) %front.box)
  %b = call i64 @unbox(ptr addrspace(1) %back.box)
  %weighed = mul i64 %b, 3
  %both = xor i64 %a, %weighed
  %total.next = add i64 %total, %both
  %low.next = getelementptr inbounds i64, ptr addrspace(1) %low, i64 1
  br label %sum.head

done:
  ret i64 %total
}

; Fills and sums an array of references to boxes through interior pointers.
define i64 @derived_references(i64 %length) uwtable gc "statepoint-example" {
entry:
  %array = call ptr addrspace(1) @spgc_allocate_array(i64 %length, i64 768)
  %first = getelementptr inbounds i8, ptr addrspace(1) %array, i64 16
  %end = getelementptr inbounds ptr addrspace(1), ptr addrspace(1) %first, i64 %length
  br label %fill.head

fill.head:
  %at = phi ptr addrspace(1) [ %first, %entry ], [ %at.next, %fill ]
  %value = phi i64 [ 1, %entry ], [ %value.next, %fill ]
  %fill.more = icmp ult ptr addrspace(1) %at, %end
  br i1 %fill.more, label %fill, label %sum.entry

fill:
  %boxed = call ptr addrspace(1) @box(i64 %value)
  call void @spgc_store(ptr addrspace(1) %array, ptr addrspace(1) %at, ptr addrspace(1) %boxed)
  %at.next = getelementptr inbounds ptr addrspace(1), ptr addrspace(1) %at, i64 1
  %tripled = mul i64 %value, 3
  %value.next = add i64 %tripled, 7
  br label %fill.head

sum.entry:
  br label %sum.head

sum.head:
  %read = phi ptr addrspace(1) [ %first, %sum.entry ], [ %read.next, %sum ]
  %total = phi i64 [ 0, %sum.entry ], [ %total.next, %sum ]
  %sum.more = icmp ult ptr addrspace(1) %read, %end
  br i1 %sum.more, label %sum, label %done

sum:
  %element = load ptr addrspace(1), ptr addrspace(1) %read, align 8
  %content = call i64 @unbox(ptr addrspace(1) %element)
  %garbage = call ptr addrspace(1) @box(i64 %content)
  %again = call i64 @unbox(ptr addrspace(1) %garbage)
  %rotated = mul i64 %total, 31
  %total.next = add i64 %rotated, %again
  %read.next = getelementptr inbounds ptr addrspace(1), ptr addrspace(1) %read, i64 1
  br label %sum.head

done:
  ret i64 %total
}
