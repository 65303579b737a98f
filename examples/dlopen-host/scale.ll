; Returns a new list with each number times n, by recursion: one frame for each cell.
;
; Cells are objects of type 1: next 8, value 16; their header is 256.

declare ptr addrspace(1) @spgc_allocate(i64, i64)
declare void @spgc_store(ptr addrspace(1), ptr addrspace(1), ptr addrspace(1))

define internal ptr addrspace(1) @scaled(ptr addrspace(1) %list, i64 %n) uwtable gc "statepoint-example" {
entry:
  %end = icmp eq ptr addrspace(1) %list, null
  br i1 %end, label %nothing, label %some

nothing:
  ret ptr addrspace(1) null

some:
  %cell = call ptr addrspace(1) @spgc_allocate(i64 24, i64 256)
  %next.old.p = getelementptr inbounds i8, ptr addrspace(1) %list, i64 8
  %next.old = load ptr addrspace(1), ptr addrspace(1) %next.old.p, align 8
  %next = call ptr addrspace(1) @scaled(ptr addrspace(1) %next.old, i64 %n)
  %value.old.p = getelementptr inbounds i8, ptr addrspace(1) %list, i64 16
  %value.old = load i64, ptr addrspace(1) %value.old.p, align 8
  %value = mul i64 %value.old, %n
  %value.p = getelementptr inbounds i8, ptr addrspace(1) %cell, i64 16
  store i64 %value, ptr addrspace(1) %value.p, align 8
  %next.p = getelementptr inbounds i8, ptr addrspace(1) %cell, i64 8
  call void @spgc_store(ptr addrspace(1) %cell, ptr addrspace(1) %next.p, ptr addrspace(1) %next)
  ret ptr addrspace(1) %cell
}

define ptr addrspace(1) @filter(ptr addrspace(1) %list, i64 %n) uwtable gc "statepoint-example" {
  %scaled = call ptr addrspace(1) @scaled(ptr addrspace(1) %list, i64 %n)
  ret ptr addrspace(1) %scaled
}
