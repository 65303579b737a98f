; Small managed functions with which tests allocate, modify and inspect objects.
;
; Type 1: header and two references. Type 2: array of i64. Type 3: array of references.

declare ptr addrspace(1) @spgc_allocate(i64, i64)
declare ptr addrspace(1) @spgc_allocate_array(i64, i64)
declare void @spgc_store(ptr addrspace(1), ptr addrspace(1), ptr addrspace(1))

; Returns a new node with two fields. Each is a reference, null or a tagged number.
define ptr addrspace(1) @test_pair(ptr addrspace(1) %left, ptr addrspace(1) %right) uwtable gc "statepoint-example" {
entry:
  %node = call ptr addrspace(1) @spgc_allocate(i64 24, i64 256)
  %left.p = getelementptr inbounds i8, ptr addrspace(1) %node, i64 8
  store ptr addrspace(1) %left, ptr addrspace(1) %left.p, align 8
  %right.p = getelementptr inbounds i8, ptr addrspace(1) %node, i64 16
  store ptr addrspace(1) %right, ptr addrspace(1) %right.p, align 8
  ret ptr addrspace(1) %node
}

; Returns the left field of a node: a reference, null or a tagged number.
define ptr addrspace(1) @test_left(ptr addrspace(1) %node) uwtable gc "statepoint-example" {
entry:
  %left.p = getelementptr inbounds i8, ptr addrspace(1) %node, i64 8
  %left = load ptr addrspace(1), ptr addrspace(1) %left.p, align 8
  ret ptr addrspace(1) %left
}

; Returns its argument, which is live across a poll and an allocation.
define ptr addrspace(1) @test_keep(ptr addrspace(1) %value) uwtable gc "statepoint-example" {
entry:
  %garbage = call ptr addrspace(1) @spgc_allocate_array(i64 100, i64 512)
  ret ptr addrspace(1) %value
}

; Returns an array of references whose elements all refer to one object.
define ptr addrspace(1) @test_fill(i64 %length, ptr addrspace(1) %element) uwtable gc "statepoint-example" {
entry:
  %array = call ptr addrspace(1) @spgc_allocate_array(i64 %length, i64 768)
  %empty = icmp eq i64 %length, 0
  br i1 %empty, label %done, label %loop

loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %offset = add i64 %i, 2
  %slot = getelementptr inbounds ptr addrspace(1), ptr addrspace(1) %array, i64 %offset
  call void @spgc_store(ptr addrspace(1) %array, ptr addrspace(1) %slot, ptr addrspace(1) %element)
  %next = add i64 %i, 1
  %more = icmp ult i64 %next, %length
  br i1 %more, label %loop, label %done

done:
  ret ptr addrspace(1) %array
}

; Returns a hash of the numbers in the left fields of a list, which is linked by the right fields.
define i64 @test_list_hash(ptr addrspace(1) %list) uwtable gc "statepoint-example" {
entry:
  br label %head

head:
  %node = phi ptr addrspace(1) [ %list, %entry ], [ %rest, %body ]
  %hash = phi i64 [ 0, %entry ], [ %hash.next, %body ]
  %end = icmp eq ptr addrspace(1) %node, null
  br i1 %end, label %done, label %body

body:
  %value.p = getelementptr inbounds i8, ptr addrspace(1) %node, i64 8
  %value = load i64, ptr addrspace(1) %value.p, align 8
  %mixed = mul i64 %hash, 6364136223846793005
  %hash.next = add i64 %mixed, %value
  %rest.p = getelementptr inbounds i8, ptr addrspace(1) %node, i64 16
  %rest = load ptr addrspace(1), ptr addrspace(1) %rest.p, align 8
  br label %head

done:
  ret i64 %hash
}

; Returns 1 if all elements of a nonempty array refer to one object, otherwise 0.
define i64 @test_same(ptr addrspace(1) %array) uwtable gc "statepoint-example" {
entry:
  %length.p = getelementptr inbounds i8, ptr addrspace(1) %array, i64 8
  %length = load i64, ptr addrspace(1) %length.p, align 8
  %first.p = getelementptr inbounds i8, ptr addrspace(1) %array, i64 16
  %first = load ptr addrspace(1), ptr addrspace(1) %first.p, align 8
  br label %head

head:
  %i = phi i64 [ 1, %entry ], [ %next, %body ]
  %more = icmp ult i64 %i, %length
  br i1 %more, label %body, label %done

body:
  %offset = add i64 %i, 2
  %slot = getelementptr inbounds ptr addrspace(1), ptr addrspace(1) %array, i64 %offset
  %element = load ptr addrspace(1), ptr addrspace(1) %slot, align 8
  %equal = icmp eq ptr addrspace(1) %element, %first
  %next = add i64 %i, 1
  br i1 %equal, label %head, label %different

different:
  ret i64 0

done:
  ret i64 1
}

; Allocates a node and an array of words. Returns the number of fields and elements that are not
; zero.
define i64 @test_fresh(i64 %length) uwtable gc "statepoint-example" {
entry:
  %node = call ptr addrspace(1) @spgc_allocate(i64 24, i64 256)
  %left.p = getelementptr inbounds i8, ptr addrspace(1) %node, i64 8
  %left = load volatile i64, ptr addrspace(1) %left.p, align 8
  %right.p = getelementptr inbounds i8, ptr addrspace(1) %node, i64 16
  %right = load volatile i64, ptr addrspace(1) %right.p, align 8
  %either = or i64 %left, %right
  %used = icmp ne i64 %either, 0
  %dirty.node = zext i1 %used to i64
  %array = call ptr addrspace(1) @spgc_allocate_array(i64 %length, i64 512)
  br label %head

head:
  %i = phi i64 [ 0, %entry ], [ %next, %body ]
  %dirty = phi i64 [ %dirty.node, %entry ], [ %dirty.next, %body ]
  %more = icmp ult i64 %i, %length
  br i1 %more, label %body, label %done

body:
  %offset = add i64 %i, 2
  %slot = getelementptr inbounds i64, ptr addrspace(1) %array, i64 %offset
  %word = load volatile i64, ptr addrspace(1) %slot, align 8
  %one = icmp ne i64 %word, 0
  %count = zext i1 %one to i64
  %dirty.next = add i64 %dirty, %count
  store volatile i64 -1, ptr addrspace(1) %slot, align 8
  %next = add i64 %i, 1
  br label %head

done:
  ret i64 %dirty
}

; Polls until *flag is not 0. Returns the number of iterations.
define i64 @test_spin(ptr %flag) uwtable gc "statepoint-example" {
entry:
  br label %loop

loop:
  %count = phi i64 [ 0, %entry ], [ %count.next, %loop ]
  %count.next = add i64 %count, 1
  %value = load atomic i32, ptr %flag monotonic, align 4
  %go = icmp eq i32 %value, 0
  br i1 %go, label %loop, label %done

done:
  ret i64 %count.next
}

; Allocates a node with a size that differs from that of its type.
define ptr addrspace(1) @test_wrong_size() uwtable gc "statepoint-example" {
entry:
  %node = call ptr addrspace(1) @spgc_allocate(i64 32, i64 256)
  ret ptr addrspace(1) %node
}

; Allocates an array of words. Tests pass a length that no heap can hold.
define ptr addrspace(1) @test_array(i64 %length) uwtable gc "statepoint-example" {
entry:
  %array = call ptr addrspace(1) @spgc_allocate_array(i64 %length, i64 512)
  ret ptr addrspace(1) %array
}

; Returns an array of null references.
define ptr addrspace(1) @test_references(i64 %length) uwtable gc "statepoint-example" {
  %array = call ptr addrspace(1) @spgc_allocate_array(i64 %length, i64 768)
  ret ptr addrspace(1) %array
}

; As test_pair, on a heap whose allocations may fail: returns null if there is no memory.
define ptr addrspace(1) @test_pair_or_null(ptr addrspace(1) %left, ptr addrspace(1) %right) uwtable gc "statepoint-example" {
entry:
  %node = call ptr addrspace(1) @spgc_allocate(i64 24, i64 256)
  %failed = icmp eq ptr addrspace(1) %node, null
  br i1 %failed, label %full, label %allocated

full:
  ret ptr addrspace(1) null

allocated:
  %left.p = getelementptr inbounds i8, ptr addrspace(1) %node, i64 8
  store ptr addrspace(1) %left, ptr addrspace(1) %left.p, align 8
  %right.p = getelementptr inbounds i8, ptr addrspace(1) %node, i64 16
  store ptr addrspace(1) %right, ptr addrspace(1) %right.p, align 8
  ret ptr addrspace(1) %node
}
