; extend.ll for LLVM 14, which has typed pointers.
; Generated from that file. Edit that one, not this one.

; Prepends n cells to a list, with the numbers from n down to 1.
;
; Cells are objects of type 1: next 8, value 16; their header is 256.

declare i8 addrspace(1)* @spgc_allocate(i64, i64)

define i8 addrspace(1)* @filter(i8 addrspace(1)* %list, i64 %n) uwtable gc "statepoint-example" {
entry:
  br label %head

head:
  %value = phi i64 [ 1, %entry ], [ %value.next, %body ]
  %rest = phi i8 addrspace(1)* [ %list, %entry ], [ %cell, %body ]
  %more = icmp ule i64 %value, %n
  br i1 %more, label %body, label %done

body:
  %cell = call i8 addrspace(1)* @spgc_allocate(i64 24, i64 256)
  ; These stores need no barrier: there is no safepoint between them and the allocation of the cell.
  %next.p = getelementptr inbounds i8, i8 addrspace(1)* %cell, i64 8
  %typed.1 = bitcast i8 addrspace(1)* %next.p to i8 addrspace(1)* addrspace(1)*
  store i8 addrspace(1)* %rest, i8 addrspace(1)* addrspace(1)* %typed.1, align 8
  %value.p = getelementptr inbounds i8, i8 addrspace(1)* %cell, i64 16
  %typed.2 = bitcast i8 addrspace(1)* %value.p to i64 addrspace(1)*
  store i64 %value, i64 addrspace(1)* %typed.2, align 8
  %value.next = add i64 %value, 1
  br label %head

done:
  ret i8 addrspace(1)* %rest
}
