; Allocation of objects of 16, 32 and 48 bytes that die immediately. All words of an object are
; written. Types 4, 5 and 6.
; also in registers: allocation_

declare ptr addrspace(1) @spgc_allocate(i64, i64)

; Each function allocates n objects and returns n.

define i64 @allocation_16(i64 %n) uwtable gc "statepoint-example" {
entry:
  br label %loop

loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %object = call ptr addrspace(1) @spgc_allocate(i64 16, i64 1024)
  %a.p = getelementptr inbounds i8, ptr addrspace(1) %object, i64 8
  store i64 %i, ptr addrspace(1) %a.p, align 8
  %next = add i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %loop, label %done

done:
  ret i64 %next
}

define i64 @allocation_32(i64 %n) uwtable gc "statepoint-example" {
entry:
  br label %loop

loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %object = call ptr addrspace(1) @spgc_allocate(i64 32, i64 1280)
  %a.p = getelementptr inbounds i8, ptr addrspace(1) %object, i64 8
  store i64 %i, ptr addrspace(1) %a.p, align 8
  %b.p = getelementptr inbounds i8, ptr addrspace(1) %object, i64 16
  store i64 %i, ptr addrspace(1) %b.p, align 8
  %c.p = getelementptr inbounds i8, ptr addrspace(1) %object, i64 24
  store i64 %i, ptr addrspace(1) %c.p, align 8
  %next = add i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %loop, label %done

done:
  ret i64 %next
}

define i64 @allocation_48(i64 %n) uwtable gc "statepoint-example" {
entry:
  br label %loop

loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %object = call ptr addrspace(1) @spgc_allocate(i64 48, i64 1536)
  %a.p = getelementptr inbounds i8, ptr addrspace(1) %object, i64 8
  store i64 %i, ptr addrspace(1) %a.p, align 8
  %b.p = getelementptr inbounds i8, ptr addrspace(1) %object, i64 16
  store i64 %i, ptr addrspace(1) %b.p, align 8
  %c.p = getelementptr inbounds i8, ptr addrspace(1) %object, i64 24
  store i64 %i, ptr addrspace(1) %c.p, align 8
  %d.p = getelementptr inbounds i8, ptr addrspace(1) %object, i64 32
  store i64 %i, ptr addrspace(1) %d.p, align 8
  %e.p = getelementptr inbounds i8, ptr addrspace(1) %object, i64 40
  store i64 %i, ptr addrspace(1) %e.p, align 8
  %next = add i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %loop, label %done

done:
  ret i64 %next
}
