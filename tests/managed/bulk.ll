; Managed code that calls the bulk operations of the prelude (copy, fill, clone), and checks their
; results.
;
; Type 1: header and two references. Type 3: array of references. Type 20: array of bytes.

declare i64 @spgc_array_copy(ptr addrspace(1), i64, ptr addrspace(1), i64, i64)
declare i64 @spgc_array_fill(ptr addrspace(1), i64, ptr addrspace(1), i64)
declare ptr addrspace(1) @spgc_clone(ptr addrspace(1))
declare ptr addrspace(1) @spgc_allocate_array(i64, i64)
declare ptr addrspace(1) @spgc_allocate_array_slow(i64, i64)

define i64 @test_array_copy(ptr addrspace(1) %to, i64 %to.index, ptr addrspace(1) %from, i64 %from.index, i64 %count) uwtable gc "statepoint-example" {
  %status = call i64 @spgc_array_copy(ptr addrspace(1) %to, i64 %to.index, ptr addrspace(1) %from, i64 %from.index, i64 %count)
  ret i64 %status
}

define i64 @test_array_fill(ptr addrspace(1) %to, i64 %index, ptr addrspace(1) %value, i64 %count) uwtable gc "statepoint-example" {
  %status = call i64 @spgc_array_fill(ptr addrspace(1) %to, i64 %index, ptr addrspace(1) %value, i64 %count)
  ret i64 %status
}

define ptr addrspace(1) @test_clone(ptr addrspace(1) %object) uwtable gc "statepoint-example" {
  %copy = call ptr addrspace(1) @spgc_clone(ptr addrspace(1) %object)
  ret ptr addrspace(1) %copy
}

define ptr addrspace(1) @test_bytes(i64 %length) uwtable gc "statepoint-example" {
  %array = call ptr addrspace(1) @spgc_allocate_array_slow(i64 %length, i64 5120)
  ret ptr addrspace(1) %array
}

; Returns the header of an object.
define i64 @test_header(ptr addrspace(1) %object) uwtable gc "statepoint-example" {
  %header = load atomic i64, ptr addrspace(1) %object monotonic, align 8
  ret i64 %header
}

; Returns a hash of the elements of an array of references. A node is hashed by its left field; null
; and tagged numbers are hashed as words.
define i64 @test_array_hash(ptr addrspace(1) %array) uwtable gc "statepoint-example" {
entry:
  %length.p = getelementptr inbounds i8, ptr addrspace(1) %array, i64 8
  %length = load i64, ptr addrspace(1) %length.p, align 8
  br label %head

head:
  %i = phi i64 [ 0, %entry ], [ %next, %mix ]
  %hash = phi i64 [ %length, %entry ], [ %hash.next, %mix ]
  %more = icmp ult i64 %i, %length
  br i1 %more, label %body, label %done

body:
  %offset = add i64 %i, 2
  %slot = getelementptr inbounds ptr addrspace(1), ptr addrspace(1) %array, i64 %offset
  %element = load volatile ptr addrspace(1), ptr addrspace(1) %slot, align 8
  %word = ptrtoint ptr addrspace(1) %element to i64
  %tag = and i64 %word, 1
  %is.number = icmp ne i64 %tag, 0
  %is.null = icmp eq i64 %word, 0
  %is.plain = or i1 %is.number, %is.null
  br i1 %is.plain, label %mix, label %node

node:
  %left.p = getelementptr inbounds i8, ptr addrspace(1) %element, i64 8
  %left = load volatile i64, ptr addrspace(1) %left.p, align 8
  br label %mix

mix:
  %content = phi i64 [ %word, %body ], [ %left, %node ]
  %product = mul i64 %hash, 6364136223846793005
  %hash.next = add i64 %product, %content
  %next = add i64 %i, 1
  br label %head

done:
  ret i64 %hash
}

; Returns the number of elements of an array of nodes whose left field is neither 3 nor 5.
define i64 @test_strangers(ptr addrspace(1) %array) uwtable gc "statepoint-example" {
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
  %element = load volatile ptr addrspace(1), ptr addrspace(1) %slot, align 8
  %left.p = getelementptr inbounds i8, ptr addrspace(1) %element, i64 8
  %left = load volatile i64, ptr addrspace(1) %left.p, align 8
  %is.three = icmp eq i64 %left, 3
  %is.five = icmp eq i64 %left, 5
  %known = or i1 %is.three, %is.five
  %strange = xor i1 %known, true
  %one = zext i1 %strange to i64
  %count.next = add i64 %count, %one
  %next = add i64 %i, 1
  br label %head

done:
  ret i64 %count
}
