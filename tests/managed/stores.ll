; Stores of references, through the barrier, and the unlogged bit that it tests.
;
; Type 1: header and two references. Type 3: array of references.

declare ptr addrspace(1) @spgc_allocate(i64, i64)
declare ptr addrspace(1) @spgc_allocate_array(i64, i64)
declare void @spgc_store(ptr addrspace(1), ptr addrspace(1), ptr addrspace(1))
declare void @spgc_write_barrier(ptr addrspace(1), ptr addrspace(1))

; An array of `length` new nodes.
define ptr addrspace(1) @test_nodes(i64 %length) uwtable gc "statepoint-example" {
entry:
  %array = call ptr addrspace(1) @spgc_allocate_array(i64 %length, i64 768)
  br label %head

head:
  %i = phi i64 [ 0, %entry ], [ %next, %body ]
  %more = icmp ult i64 %i, %length
  br i1 %more, label %body, label %done

body:
  %node = call ptr addrspace(1) @spgc_allocate(i64 24, i64 256)
  %offset = add i64 %i, 2
  %slot = getelementptr inbounds ptr addrspace(1), ptr addrspace(1) %array, i64 %offset
  call void @spgc_store(ptr addrspace(1) %array, ptr addrspace(1) %slot, ptr addrspace(1) %node)
  %next = add i64 %i, 1
  br label %head

done:
  ret ptr addrspace(1) %array
}

; Sets the unlogged bit, so that the next store logs the object. Otherwise only the collector does
; that.
define void @test_unlog(ptr addrspace(1) %object) uwtable gc "statepoint-example" {
entry:
  %old = atomicrmw or ptr addrspace(1) %object, i64 4 monotonic
  ret void
}

; The unlogged bit: 4 or 0.
define i64 @test_unlogged(ptr addrspace(1) %object) uwtable gc "statepoint-example" {
entry:
  %header = load atomic i64, ptr addrspace(1) %object monotonic, align 8
  %bit = and i64 %header, 4
  ret i64 %bit
}

; The number of elements of an array whose unlogged bit is set.
define i64 @test_count_unlogged(ptr addrspace(1) %array) uwtable gc "statepoint-example" {
entry:
  %length.p = getelementptr inbounds i8, ptr addrspace(1) %array, i64 8
  %length = load i64, ptr addrspace(1) %length.p, align 8
  br label %head

head:
  %i = phi i64 [ 0, %entry ], [ %next, %body ]
  %count = phi i64 [ 0, %entry ], [ %count.next, %body ]
  %more = icmp ult i64 %i, %length
  br i1 %more, label %body, label %done

body:
  %offset = add i64 %i, 2
  %slot = getelementptr inbounds ptr addrspace(1), ptr addrspace(1) %array, i64 %offset
  %node = load ptr addrspace(1), ptr addrspace(1) %slot, align 8
  %bit = call i64 @test_unlogged(ptr addrspace(1) %node)
  %one = lshr i64 %bit, 2
  %count.next = add i64 %count, %one
  %next = add i64 %i, 1
  br label %head

done:
  ret i64 %count
}

; Stores a value in the left field of a node.
define void @test_set_left(ptr addrspace(1) %node, ptr addrspace(1) %value) uwtable gc "statepoint-example" {
entry:
  %left.p = getelementptr inbounds i8, ptr addrspace(1) %node, i64 8
  call void @spgc_store(ptr addrspace(1) %node, ptr addrspace(1) %left.p, ptr addrspace(1) %value)
  ret void
}

; Likewise at any offset, which need not be that of a reference.
define void @test_set(ptr addrspace(1) %object, i64 %offset, ptr addrspace(1) %value) uwtable gc "statepoint-example" {
entry:
  %slot = getelementptr i8, ptr addrspace(1) %object, i64 %offset
  call void @spgc_store(ptr addrspace(1) %object, ptr addrspace(1) %slot, ptr addrspace(1) %value)
  ret void
}

; Exchanges the left field of a node, as a front end does that needs ordering between threads.
; Returns the previous value.
define ptr addrspace(1) @test_exchange_left(ptr addrspace(1) %node, ptr addrspace(1) %value) uwtable gc "statepoint-example" {
entry:
  %left.p = getelementptr inbounds i8, ptr addrspace(1) %node, i64 8
  call void @spgc_write_barrier(ptr addrspace(1) %node, ptr addrspace(1) %left.p)
  %old = atomicrmw volatile xchg ptr addrspace(1) %left.p, ptr addrspace(1) %value acq_rel
  ret ptr addrspace(1) %old
}

; Waits, with polls, until *flag is not 0; then stores a value in the left field of all elements of
; an array. Floats and words stay in registers across the barrier: the result is 2.5 for each
; element, plus a word.
define i64 @test_set_all(ptr addrspace(1) %array, ptr addrspace(1) %value, ptr %flag, i64 %word) uwtable gc "statepoint-example" {
entry:
  br label %wait

wait:
  %set = load atomic i32, ptr %flag monotonic, align 4
  %go = icmp ne i32 %set, 0
  br i1 %go, label %begin, label %wait

begin:
  %length.p = getelementptr inbounds i8, ptr addrspace(1) %array, i64 8
  %length = load i64, ptr addrspace(1) %length.p, align 8
  br label %head

head:
  %i = phi i64 [ 0, %begin ], [ %next, %body ]
  %sum = phi double [ 0.0, %begin ], [ %sum.next, %body ]
  %a = phi i64 [ %word, %begin ], [ %b.next, %body ]
  %b = phi i64 [ 1, %begin ], [ %a, %body ]
  %more = icmp ult i64 %i, %length
  br i1 %more, label %body, label %done

body:
  %offset = add i64 %i, 2
  %slot = getelementptr inbounds ptr addrspace(1), ptr addrspace(1) %array, i64 %offset
  %node = load ptr addrspace(1), ptr addrspace(1) %slot, align 8
  %left.p = getelementptr inbounds i8, ptr addrspace(1) %node, i64 8
  call void @spgc_store(ptr addrspace(1) %node, ptr addrspace(1) %left.p, ptr addrspace(1) %value)
  %b.next = xor i64 %a, %b
  %sum.next = fadd double %sum, 2.5
  %next = add i64 %i, 1
  br label %head

done:
  %whole = fptoui double %sum to i64
  %low = xor i64 %a, %b
  %kept = mul i64 %low, 1000000
  %result = add i64 %whole, %kept
  ret i64 %result
}
