; reverse.ll for LLVM 14, which has typed pointers.
; Generated from that file. Edit that one, not this one.

; Returns a new list in the opposite order, with n added to each number.
;
; Cells are objects of type 1: next 8, value 16; their header is 256.

declare i8 addrspace(1)* @spgc_allocate(i64, i64)

define i8 addrspace(1)* @filter(i8 addrspace(1)* %list, i64 %n) uwtable gc "statepoint-example" {
entry:
  br label %head

head:
  %old = phi i8 addrspace(1)* [ %list, %entry ], [ %old.next, %body ]
  %new = phi i8 addrspace(1)* [ null, %entry ], [ %cell, %body ]
  %end = icmp eq i8 addrspace(1)* %old, null
  br i1 %end, label %done, label %body

body:
  %cell = call i8 addrspace(1)* @spgc_allocate(i64 24, i64 256)
  %next.p = getelementptr inbounds i8, i8 addrspace(1)* %cell, i64 8
  %typed.1 = bitcast i8 addrspace(1)* %next.p to i8 addrspace(1)* addrspace(1)*
  store i8 addrspace(1)* %new, i8 addrspace(1)* addrspace(1)* %typed.1, align 8
  %value.old.p = getelementptr inbounds i8, i8 addrspace(1)* %old, i64 16
  %typed.2 = bitcast i8 addrspace(1)* %value.old.p to i64 addrspace(1)*
  %value.old = load i64, i64 addrspace(1)* %typed.2, align 8
  %value = add i64 %value.old, %n
  %value.p = getelementptr inbounds i8, i8 addrspace(1)* %cell, i64 16
  %typed.3 = bitcast i8 addrspace(1)* %value.p to i64 addrspace(1)*
  store i64 %value, i64 addrspace(1)* %typed.3, align 8
  %old.next.p = getelementptr inbounds i8, i8 addrspace(1)* %old, i64 8
  %typed.4 = bitcast i8 addrspace(1)* %old.next.p to i8 addrspace(1)* addrspace(1)*
  %old.next = load i8 addrspace(1)*, i8 addrspace(1)* addrspace(1)* %typed.4, align 8
  br label %head

done:
  ret i8 addrspace(1)* %new
}
