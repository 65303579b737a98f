; scale.ll for LLVM 14, which has typed pointers.
; Generated from that file. Edit that one, not this one.

; Returns a new list with each number times n, by recursion: one frame for each cell.
;
; Cells are objects of type 1: next 8, value 16; their header is 256.

declare i8 addrspace(1)* @spgc_allocate(i64, i64)
declare void @spgc_store(i8 addrspace(1)*, i8 addrspace(1)*, i8 addrspace(1)*)

define internal i8 addrspace(1)* @scaled(i8 addrspace(1)* %list, i64 %n) uwtable gc "statepoint-example" {
entry:
  %end = icmp eq i8 addrspace(1)* %list, null
  br i1 %end, label %nothing, label %some

nothing:
  ret i8 addrspace(1)* null

some:
  %cell = call i8 addrspace(1)* @spgc_allocate(i64 24, i64 256)
  %next.old.p = getelementptr inbounds i8, i8 addrspace(1)* %list, i64 8
  %typed.1 = bitcast i8 addrspace(1)* %next.old.p to i8 addrspace(1)* addrspace(1)*
  %next.old = load i8 addrspace(1)*, i8 addrspace(1)* addrspace(1)* %typed.1, align 8
  %next = call i8 addrspace(1)* @scaled(i8 addrspace(1)* %next.old, i64 %n)
  %value.old.p = getelementptr inbounds i8, i8 addrspace(1)* %list, i64 16
  %typed.2 = bitcast i8 addrspace(1)* %value.old.p to i64 addrspace(1)*
  %value.old = load i64, i64 addrspace(1)* %typed.2, align 8
  %value = mul i64 %value.old, %n
  %value.p = getelementptr inbounds i8, i8 addrspace(1)* %cell, i64 16
  %typed.3 = bitcast i8 addrspace(1)* %value.p to i64 addrspace(1)*
  store i64 %value, i64 addrspace(1)* %typed.3, align 8
  %next.p = getelementptr inbounds i8, i8 addrspace(1)* %cell, i64 8
  call void @spgc_store(i8 addrspace(1)* %cell, i8 addrspace(1)* %next.p, i8 addrspace(1)* %next)
  ret i8 addrspace(1)* %cell
}

define i8 addrspace(1)* @filter(i8 addrspace(1)* %list, i64 %n) uwtable gc "statepoint-example" {
  %scaled = call i8 addrspace(1)* @scaled(i8 addrspace(1)* %list, i64 %n)
  ret i8 addrspace(1)* %scaled
}
