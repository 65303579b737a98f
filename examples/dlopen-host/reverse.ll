; Returns a new list in the opposite order, with n added to each number.
;
; Cells are objects of type 1: next 8, value 16; their header is 256.

declare ptr addrspace(1) @spgc_allocate(i64, i64)

define ptr addrspace(1) @filter(ptr addrspace(1) %list, i64 %n) uwtable gc "statepoint-example" {
entry:
  br label %head

head:
  %old = phi ptr addrspace(1) [ %list, %entry ], [ %old.next, %body ]
  %new = phi ptr addrspace(1) [ null, %entry ], [ %cell, %body ]
  %end = icmp eq ptr addrspace(1) %old, null
  br i1 %end, label %done, label %body

body:
  %cell = call ptr addrspace(1) @spgc_allocate(i64 24, i64 256)
  %next.p = getelementptr inbounds i8, ptr addrspace(1) %cell, i64 8
  store ptr addrspace(1) %new, ptr addrspace(1) %next.p, align 8
  %value.old.p = getelementptr inbounds i8, ptr addrspace(1) %old, i64 16
  %value.old = load i64, ptr addrspace(1) %value.old.p, align 8
  %value = add i64 %value.old, %n
  %value.p = getelementptr inbounds i8, ptr addrspace(1) %cell, i64 16
  store i64 %value, ptr addrspace(1) %value.p, align 8
  %old.next.p = getelementptr inbounds i8, ptr addrspace(1) %old, i64 8
  %old.next = load ptr addrspace(1), ptr addrspace(1) %old.next.p, align 8
  br label %head

done:
  ret ptr addrspace(1) %new
}
