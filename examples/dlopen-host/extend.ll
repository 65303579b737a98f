; Prepends n cells to a list, with the numbers from n down to 1.
;
; Cells are objects of type 1: next 8, value 16; their header is 256.

declare ptr addrspace(1) @spgc_allocate(i64, i64)

define ptr addrspace(1) @filter(ptr addrspace(1) %list, i64 %n) uwtable gc "statepoint-example" {
entry:
  br label %head

head:
  %value = phi i64 [ 1, %entry ], [ %value.next, %body ]
  %rest = phi ptr addrspace(1) [ %list, %entry ], [ %cell, %body ]
  %more = icmp ule i64 %value, %n
  br i1 %more, label %body, label %done

body:
  %cell = call ptr addrspace(1) @spgc_allocate(i64 24, i64 256)
  ; These stores need no barrier: there is no safepoint between them and the allocation of the cell.
  %next.p = getelementptr inbounds i8, ptr addrspace(1) %cell, i64 8
  store ptr addrspace(1) %rest, ptr addrspace(1) %next.p, align 8
  %value.p = getelementptr inbounds i8, ptr addrspace(1) %cell, i64 16
  store i64 %value, ptr addrspace(1) %value.p, align 8
  %value.next = add i64 %value, 1
  br label %head

done:
  ret ptr addrspace(1) %rest
}
