; drop.ll for LLVM 14, which has typed pointers.
; Generated from that file. Edit that one, not this one.

; Removes from a list, in place, every cell whose number and n add up to a multiple of 3.
;
; Cells are objects of type 1: next 8, value 16; their header is 256.

declare i8 addrspace(1)* @spgc_allocate(i64, i64)
declare void @spgc_store(i8 addrspace(1)*, i8 addrspace(1)*, i8 addrspace(1)*)

define i8 addrspace(1)* @filter(i8 addrspace(1)* %list, i64 %n) uwtable gc "statepoint-example" {
entry:
  ; A sentinel in front of the first cell, so that every cell has a predecessor.
  %front = call i8 addrspace(1)* @spgc_allocate(i64 24, i64 256)
  %front.p = getelementptr inbounds i8, i8 addrspace(1)* %front, i64 8
  %typed.1 = bitcast i8 addrspace(1)* %front.p to i8 addrspace(1)* addrspace(1)*
  store i8 addrspace(1)* %list, i8 addrspace(1)* addrspace(1)* %typed.1, align 8
  br label %head

head:
  %before = phi i8 addrspace(1)* [ %front, %entry ], [ %cell, %keep ], [ %before, %take ]
  %cell = phi i8 addrspace(1)* [ %list, %entry ], [ %next, %keep ], [ %next, %take ]
  %end = icmp eq i8 addrspace(1)* %cell, null
  br i1 %end, label %done, label %body

body:
  %next.p = getelementptr inbounds i8, i8 addrspace(1)* %cell, i64 8
  %typed.2 = bitcast i8 addrspace(1)* %next.p to i8 addrspace(1)* addrspace(1)*
  %next = load i8 addrspace(1)*, i8 addrspace(1)* addrspace(1)* %typed.2, align 8
  %value.p = getelementptr inbounds i8, i8 addrspace(1)* %cell, i64 16
  %typed.3 = bitcast i8 addrspace(1)* %value.p to i64 addrspace(1)*
  %value = load i64, i64 addrspace(1)* %typed.3, align 8
  %sum = add i64 %value, %n
  %third = urem i64 %sum, 3
  %divides = icmp eq i64 %third, 0
  br i1 %divides, label %take, label %keep

keep:
  br label %head

take:
  %link.p = getelementptr inbounds i8, i8 addrspace(1)* %before, i64 8
  call void @spgc_store(i8 addrspace(1)* %before, i8 addrspace(1)* %link.p, i8 addrspace(1)* %next)
  br label %head

done:
  %first.p = getelementptr inbounds i8, i8 addrspace(1)* %front, i64 8
  %typed.4 = bitcast i8 addrspace(1)* %first.p to i8 addrspace(1)* addrspace(1)*
  %first = load i8 addrspace(1)*, i8 addrspace(1)* addrspace(1)* %typed.4, align 8
  ret i8 addrspace(1)* %first
}
