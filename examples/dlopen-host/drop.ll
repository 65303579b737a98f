; Removes from a list, in place, every cell whose number and n add up to a multiple of 3.
;
; Cells are objects of type 1: next 8, value 16; their header is 256.

declare ptr addrspace(1) @spgc_allocate(i64, i64)
declare void @spgc_store(ptr addrspace(1), ptr addrspace(1), ptr addrspace(1))

define ptr addrspace(1) @filter(ptr addrspace(1) %list, i64 %n) uwtable gc "statepoint-example" {
entry:
  ; A sentinel in front of the first cell, so that every cell has a predecessor.
  %front = call ptr addrspace(1) @spgc_allocate(i64 24, i64 256)
  %front.p = getelementptr inbounds i8, ptr addrspace(1) %front, i64 8
  store ptr addrspace(1) %list, ptr addrspace(1) %front.p, align 8
  br label %head

head:
  %before = phi ptr addrspace(1) [ %front, %entry ], [ %cell, %keep ], [ %before, %take ]
  %cell = phi ptr addrspace(1) [ %list, %entry ], [ %next, %keep ], [ %next, %take ]
  %end = icmp eq ptr addrspace(1) %cell, null
  br i1 %end, label %done, label %body

body:
  %next.p = getelementptr inbounds i8, ptr addrspace(1) %cell, i64 8
  %next = load ptr addrspace(1), ptr addrspace(1) %next.p, align 8
  %value.p = getelementptr inbounds i8, ptr addrspace(1) %cell, i64 16
  %value = load i64, ptr addrspace(1) %value.p, align 8
  %sum = add i64 %value, %n
  %third = urem i64 %sum, 3
  %divides = icmp eq i64 %third, 0
  br i1 %divides, label %take, label %keep

keep:
  br label %head

take:
  %link.p = getelementptr inbounds i8, ptr addrspace(1) %before, i64 8
  call void @spgc_store(ptr addrspace(1) %before, ptr addrspace(1) %link.p, ptr addrspace(1) %next)
  br label %head

done:
  %first.p = getelementptr inbounds i8, ptr addrspace(1) %front, i64 8
  %first = load ptr addrspace(1), ptr addrspace(1) %first.p, align 8
  ret ptr addrspace(1) %first
}
