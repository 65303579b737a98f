; Stores of references with the write barrier, and the unlogged bit that the barrier tests.
;
; Type 1: header and two references. Type 3: array of references.

declare ptr addrspace(1) @spgc_allocate(i64, i64)
declare ptr addrspace(1) @spgc_allocate_array(i64, i64)
declare void @spgc_store(ptr addrspace(1), ptr addrspace(1), ptr addrspace(1))
declare void @spgc_write_barrier(ptr addrspace(1), ptr addrspace(1))

; Returns an array of `length` new nodes.
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

; Sets the unlogged bit of an object, so that the next store logs the object. Apart from this test,
; only the collector sets the bit.
define void @test_unlog(ptr addrspace(1) %object) uwtable gc "statepoint-example" {
entry:
  %old = atomicrmw or ptr addrspace(1) %object, i64 4 monotonic
  ret void
}

; Returns the unlogged bit of an object: 4 or 0.
define i64 @test_unlogged(ptr addrspace(1) %object) uwtable gc "statepoint-example" {
entry:
  %header = load atomic i64, ptr addrspace(1) %object monotonic, align 8
  %bit = and i64 %header, 4
  ret i64 %bit
}

; Returns the number of an array's elements whose unlogged bit is set.
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

; The same at any offset, also one at which the object has no reference.
define void @test_set(ptr addrspace(1) %object, i64 %offset, ptr addrspace(1) %value) uwtable gc "statepoint-example" {
entry:
  %slot = getelementptr i8, ptr addrspace(1) %object, i64 %offset
  call void @spgc_store(ptr addrspace(1) %object, ptr addrspace(1) %slot, ptr addrspace(1) %value)
  ret void
}

; Atomically exchanges the left field of a node, with acquire and release ordering. Returns the
; previous value.
define ptr addrspace(1) @test_exchange_left(ptr addrspace(1) %node, ptr addrspace(1) %value) uwtable gc "statepoint-example" {
entry:
  %left.p = getelementptr inbounds i8, ptr addrspace(1) %node, i64 8
  call void @spgc_write_barrier(ptr addrspace(1) %node, ptr addrspace(1) %left.p)
  %old = atomicrmw volatile xchg ptr addrspace(1) %left.p, ptr addrspace(1) %value acq_rel
  ret ptr addrspace(1) %old
}

; Polls until *flag is not 0, then stores a value in the left field of each element of an array. A
; double and two integers stay in registers across the barrier. Returns 2.5 times the length, plus
; 1,000,000 times a combination of `word` and 1.
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
