; Objects of all layouts that the prelude allocates. For each layout, `test_make_*` allocates an
; object that contains a number and the previous object, and `test_sum_*` sums up a chain of such
; objects. tests/src/managed.rs registers the types. All stores initialise new objects, with no
; safepoint between allocation and store, so they need no barrier. The loops have no polls, because
; LLVM knows their trip counts.

declare void @spgc_store(ptr addrspace(1), ptr addrspace(1), ptr addrspace(1))
declare ptr addrspace(1) @spgc_allocate(i64, i64)
declare ptr addrspace(1) @spgc_allocate_slow(i64, i64)
declare ptr addrspace(1) @spgc_allocate_aligned(i64, i64)
declare ptr addrspace(1) @spgc_allocate_tailed(i64, i64, i64, i64, i64, i64)
declare ptr addrspace(1) @spgc_allocate_array_of(i64, i64, i64)
declare ptr addrspace(1) @spgc_allocate_array_aligned(i64, i64, i64)
declare i32 @spgc_identity_hash(ptr addrspace(1)) "gc-leaf-function"
declare ptr addrspace(1) @test_pair(ptr addrspace(1), ptr addrspace(1))
declare ptr addrspace(1) @test_numbered(i64, ptr addrspace(1))

; Allocates a chain of `count` objects by `make(i, previous object)`. Returns the last object.
define ptr addrspace(1) @test_chain(ptr %make, i64 %count) uwtable gc "statepoint-example" {
entry:
  br label %head

head:
  %i = phi i64 [ 0, %entry ], [ %next, %body ]
  %last = phi ptr addrspace(1) [ null, %entry ], [ %object, %body ]
  %more = icmp ult i64 %i, %count
  br i1 %more, label %body, label %done

body:
  %object = call ptr addrspace(1) %make(i64 %i, ptr addrspace(1) %last)
  %next = add i64 %i, 1
  br label %head

done:
  ret ptr addrspace(1) %last
}

; Allocates a node with the number 2 i + 1.
define ptr addrspace(1) @test_make_odd_node(i64 %i) noinline uwtable gc "statepoint-example" {
entry:
  %doubled = shl i64 %i, 1
  %odd = or i64 %doubled, 1
  %node = call ptr addrspace(1) @test_numbered(i64 %odd, ptr addrspace(1) null)
  ret ptr addrspace(1) %node
}

; Returns the number of the node that the reference at `offset` in an object points to.
define i64 @test_number_at(ptr addrspace(1) %object, i64 %offset) alwaysinline uwtable gc "statepoint-example" {
entry:
  %slot = getelementptr inbounds i8, ptr addrspace(1) %object, i64 %offset
  %node = load ptr addrspace(1), ptr addrspace(1) %slot, align 8
  %number.p = getelementptr inbounds i8, ptr addrspace(1) %node, i64 8
  %number = load i64, ptr addrspace(1) %number.p, align 8
  ret i64 %number
}

; An object of a type with a bitmap: a node at 8, the previous object at 24, a number at 32.
define ptr addrspace(1) @test_make_bitmap(i64 %i, ptr addrspace(1) %previous) uwtable gc "statepoint-example" {
entry:
  %node = call ptr addrspace(1) @test_make_odd_node(i64 %i)
  %object = call ptr addrspace(1) @spgc_allocate(i64 48, i64 7680)
  %node.p = getelementptr inbounds i8, ptr addrspace(1) %object, i64 8
  store ptr addrspace(1) %node, ptr addrspace(1) %node.p, align 8
  %previous.p = getelementptr inbounds i8, ptr addrspace(1) %object, i64 24
  store ptr addrspace(1) %previous, ptr addrspace(1) %previous.p, align 8
  %number.p = getelementptr inbounds i8, ptr addrspace(1) %object, i64 32
  store i64 %i, ptr addrspace(1) %number.p, align 8
  ret ptr addrspace(1) %object
}

define i64 @test_sum_bitmap(ptr addrspace(1) %list) uwtable gc "statepoint-example" {
entry:
  br label %head

head:
  %object = phi ptr addrspace(1) [ %list, %entry ], [ %previous, %body ]
  %sum = phi i64 [ 0, %entry ], [ %sum.2, %body ]
  %end = icmp eq ptr addrspace(1) %object, null
  br i1 %end, label %done, label %body

body:
  %odd = call i64 @test_number_at(ptr addrspace(1) %object, i64 8)
  %sum.1 = add i64 %sum, %odd
  %number.p = getelementptr inbounds i8, ptr addrspace(1) %object, i64 32
  %number = load i64, ptr addrspace(1) %number.p, align 8
  %sum.2 = add i64 %sum.1, %number
  %previous.p = getelementptr inbounds i8, ptr addrspace(1) %object, i64 24
  %previous = load ptr addrspace(1), ptr addrspace(1) %previous.p, align 8
  br label %head

done:
  ret i64 %sum
}

; A large object: a node at 8, the previous object at 1032.
define ptr addrspace(1) @test_make_large(i64 %i, ptr addrspace(1) %previous) uwtable gc "statepoint-example" {
entry:
  %node = call ptr addrspace(1) @test_make_odd_node(i64 %i)
  %object = call ptr addrspace(1) @spgc_allocate(i64 1040, i64 9472)
  %node.p = getelementptr inbounds i8, ptr addrspace(1) %object, i64 8
  store ptr addrspace(1) %node, ptr addrspace(1) %node.p, align 8
  %previous.p = getelementptr inbounds i8, ptr addrspace(1) %object, i64 1032
  store ptr addrspace(1) %previous, ptr addrspace(1) %previous.p, align 8
  ret ptr addrspace(1) %object
}

define i64 @test_sum_large(ptr addrspace(1) %list) uwtable gc "statepoint-example" {
entry:
  br label %head

head:
  %object = phi ptr addrspace(1) [ %list, %entry ], [ %previous, %body ]
  %sum = phi i64 [ 0, %entry ], [ %sum.next, %body ]
  %end = icmp eq ptr addrspace(1) %object, null
  br i1 %end, label %done, label %body

body:
  %odd = call i64 @test_number_at(ptr addrspace(1) %object, i64 8)
  %sum.next = add i64 %sum, %odd
  %previous.p = getelementptr inbounds i8, ptr addrspace(1) %object, i64 1032
  %previous = load ptr addrspace(1), ptr addrspace(1) %previous.p, align 8
  br label %head

done:
  ret i64 %sum
}

; An array of 1 + (i & 7) structs. Each struct has a number at 0, a node at 8 and the previous
; object at 16.
define ptr addrspace(1) @test_make_structs(i64 %i, ptr addrspace(1) %previous) uwtable gc "statepoint-example" {
entry:
  %node = call ptr addrspace(1) @test_make_odd_node(i64 %i)
  %extra = and i64 %i, 7
  %length = add i64 %extra, 1
  %array = call ptr addrspace(1) @spgc_allocate_array_of(i64 %length, i64 7936, i64 24)
  br label %loop

loop:
  %j = phi i64 [ 0, %entry ], [ %next, %loop ]
  %scaled = mul i64 %j, 24
  %offset = add i64 %scaled, 16
  %number.p = getelementptr inbounds i8, ptr addrspace(1) %array, i64 %offset
  store i64 %j, ptr addrspace(1) %number.p, align 8
  %node.p = getelementptr inbounds i8, ptr addrspace(1) %number.p, i64 8
  call void @spgc_store(ptr addrspace(1) %array, ptr addrspace(1) %node.p, ptr addrspace(1) %node)
  %previous.p = getelementptr inbounds i8, ptr addrspace(1) %number.p, i64 16
  call void @spgc_store(ptr addrspace(1) %array, ptr addrspace(1) %previous.p, ptr addrspace(1) %previous)
  %next = add i64 %j, 1
  %more = icmp ult i64 %next, %length
  br i1 %more, label %loop, label %done

done:
  ret ptr addrspace(1) %array
}

define i64 @test_sum_structs(ptr addrspace(1) %list) uwtable gc "statepoint-example" {
entry:
  br label %head

head:
  %array = phi ptr addrspace(1) [ %list, %entry ], [ %previous, %next.array ]
  %sum = phi i64 [ 0, %entry ], [ %sum.2, %next.array ]
  %end = icmp eq ptr addrspace(1) %array, null
  br i1 %end, label %done, label %body

body:
  %length.p = getelementptr inbounds i8, ptr addrspace(1) %array, i64 8
  %length = load i64, ptr addrspace(1) %length.p, align 8
  br label %loop

loop:
  %j = phi i64 [ 0, %body ], [ %next, %loop ]
  %partial = phi i64 [ %sum, %body ], [ %sum.2, %loop ]
  %scaled = mul i64 %j, 24
  %offset = add i64 %scaled, 16
  %number.p = getelementptr inbounds i8, ptr addrspace(1) %array, i64 %offset
  %number = load i64, ptr addrspace(1) %number.p, align 8
  %sum.1 = add i64 %partial, %number
  %node.offset = add i64 %scaled, 24
  %odd = call i64 @test_number_at(ptr addrspace(1) %array, i64 %node.offset)
  %sum.2 = add i64 %sum.1, %odd
  %previous.p = getelementptr inbounds i8, ptr addrspace(1) %number.p, i64 16
  %previous = load ptr addrspace(1), ptr addrspace(1) %previous.p, align 8
  %next = add i64 %j, 1
  %more = icmp ult i64 %next, %length
  br i1 %more, label %loop, label %next.array

next.array:
  br label %head

done:
  ret i64 %sum
}

; An object with a trailing array of i & 3 elements. Fields: the previous object at 8, a number at
; 16, the array's length at 24, a node at 32. Elements: a node at 0, a number at 8.
define ptr addrspace(1) @test_make_tailed(i64 %i, ptr addrspace(1) %previous) uwtable gc "statepoint-example" {
entry:
  %node = call ptr addrspace(1) @test_make_odd_node(i64 %i)
  %length = and i64 %i, 3
  %object = call ptr addrspace(1) @spgc_allocate_tailed(i64 %length, i64 8192, i64 40, i64 24, i64 16, i64 8)
  %previous.p = getelementptr inbounds i8, ptr addrspace(1) %object, i64 8
  store ptr addrspace(1) %previous, ptr addrspace(1) %previous.p, align 8
  %number.p = getelementptr inbounds i8, ptr addrspace(1) %object, i64 16
  store i64 %i, ptr addrspace(1) %number.p, align 8
  %node.p = getelementptr inbounds i8, ptr addrspace(1) %object, i64 32
  store ptr addrspace(1) %node, ptr addrspace(1) %node.p, align 8
  br label %head

head:
  %j = phi i64 [ 0, %entry ], [ %next, %body ]
  %more = icmp ult i64 %j, %length
  br i1 %more, label %body, label %done

body:
  %scaled = shl i64 %j, 4
  %offset = add i64 %scaled, 40
  %element = getelementptr inbounds i8, ptr addrspace(1) %object, i64 %offset
  call void @spgc_store(ptr addrspace(1) %object, ptr addrspace(1) %element, ptr addrspace(1) %node)
  %element.number = getelementptr inbounds i8, ptr addrspace(1) %element, i64 8
  store i64 %j, ptr addrspace(1) %element.number, align 8
  %next = add i64 %j, 1
  br label %head

done:
  ret ptr addrspace(1) %object
}

define i64 @test_sum_tailed(ptr addrspace(1) %list) uwtable gc "statepoint-example" {
entry:
  br label %head

head:
  %object = phi ptr addrspace(1) [ %list, %entry ], [ %previous, %next.object ]
  %sum = phi i64 [ 0, %entry ], [ %partial, %next.object ]
  %end = icmp eq ptr addrspace(1) %object, null
  br i1 %end, label %done, label %body

body:
  %number.p = getelementptr inbounds i8, ptr addrspace(1) %object, i64 16
  %number = load i64, ptr addrspace(1) %number.p, align 8
  %sum.1 = add i64 %sum, %number
  %odd = call i64 @test_number_at(ptr addrspace(1) %object, i64 32)
  %sum.2 = add i64 %sum.1, %odd
  %length.p = getelementptr inbounds i8, ptr addrspace(1) %object, i64 24
  %length = load i64, ptr addrspace(1) %length.p, align 8
  br label %element.head

element.head:
  %j = phi i64 [ 0, %body ], [ %next, %element.body ]
  %partial = phi i64 [ %sum.2, %body ], [ %sum.4, %element.body ]
  %more = icmp ult i64 %j, %length
  br i1 %more, label %element.body, label %next.object

element.body:
  %scaled = shl i64 %j, 4
  %offset = add i64 %scaled, 40
  %element.odd = call i64 @test_number_at(ptr addrspace(1) %object, i64 %offset)
  %sum.3 = add i64 %partial, %element.odd
  %element.offset = add i64 %scaled, 48
  %element.p = getelementptr inbounds i8, ptr addrspace(1) %object, i64 %element.offset
  %element = load i64, ptr addrspace(1) %element.p, align 8
  %sum.4 = add i64 %sum.3, %element
  %next = add i64 %j, 1
  br label %element.head

next.object:
  %previous.p = getelementptr inbounds i8, ptr addrspace(1) %object, i64 8
  %previous = load ptr addrspace(1), ptr addrspace(1) %previous.p, align 8
  br label %head

done:
  ret i64 %sum
}

; A node whose left field refers to a text, and whose right field refers to the previous object. The
; text has its length, i & 63, at 8, a number of 4 bytes at 16, and from offset 20 its bytes: byte j
; is i + j.
define ptr addrspace(1) @test_make_text(i64 %i, ptr addrspace(1) %previous) uwtable gc "statepoint-example" {
entry:
  %length = and i64 %i, 63
  %text = call ptr addrspace(1) @spgc_allocate_tailed(i64 %length, i64 8448, i64 20, i64 8, i64 1, i64 8)
  %number.p = getelementptr inbounds i8, ptr addrspace(1) %text, i64 16
  %number = trunc i64 %i to i32
  store i32 %number, ptr addrspace(1) %number.p, align 4
  br label %head

head:
  %j = phi i64 [ 0, %entry ], [ %next, %body ]
  %more = icmp ult i64 %j, %length
  br i1 %more, label %body, label %done

body:
  %offset = add i64 %j, 20
  %byte.p = getelementptr inbounds i8, ptr addrspace(1) %text, i64 %offset
  %value = add i64 %i, %j
  %byte = trunc i64 %value to i8
  store i8 %byte, ptr addrspace(1) %byte.p, align 1
  %next = add i64 %j, 1
  br label %head

done:
  %node = call ptr addrspace(1) @test_pair(ptr addrspace(1) %text, ptr addrspace(1) %previous)
  ret ptr addrspace(1) %node
}

define i64 @test_sum_text(ptr addrspace(1) %list) uwtable gc "statepoint-example" {
entry:
  br label %head

head:
  %node = phi ptr addrspace(1) [ %list, %entry ], [ %previous, %next.text ]
  %sum = phi i64 [ 0, %entry ], [ %partial, %next.text ]
  %end = icmp eq ptr addrspace(1) %node, null
  br i1 %end, label %done, label %body

body:
  %text.p = getelementptr inbounds i8, ptr addrspace(1) %node, i64 8
  %text = load ptr addrspace(1), ptr addrspace(1) %text.p, align 8
  %number.p = getelementptr inbounds i8, ptr addrspace(1) %text, i64 16
  %number = load i32, ptr addrspace(1) %number.p, align 4
  %wide = zext i32 %number to i64
  %sum.1 = add i64 %sum, %wide
  %length.p = getelementptr inbounds i8, ptr addrspace(1) %text, i64 8
  %length = load i64, ptr addrspace(1) %length.p, align 8
  br label %byte.head

byte.head:
  %j = phi i64 [ 0, %body ], [ %next, %byte.body ]
  %partial = phi i64 [ %sum.1, %body ], [ %sum.2, %byte.body ]
  %more = icmp ult i64 %j, %length
  br i1 %more, label %byte.body, label %next.text

byte.body:
  %offset = add i64 %j, 20
  %byte.p = getelementptr inbounds i8, ptr addrspace(1) %text, i64 %offset
  %byte = load i8, ptr addrspace(1) %byte.p, align 1
  %byte.wide = zext i8 %byte to i64
  %sum.2 = add i64 %partial, %byte.wide
  %next = add i64 %j, 1
  br label %byte.head

next.text:
  %previous.p = getelementptr inbounds i8, ptr addrspace(1) %node, i64 16
  %previous = load ptr addrspace(1), ptr addrspace(1) %previous.p, align 8
  br label %head

done:
  ret i64 %sum
}

; An object that is aligned to 16 bytes: the previous object at 8, a vector of two numbers at 16, a
; node at 32. The access to the vector faults if the object is misaligned.
define ptr addrspace(1) @test_make_wide(i64 %i, ptr addrspace(1) %previous) uwtable gc "statepoint-example" {
entry:
  %node = call ptr addrspace(1) @test_make_odd_node(i64 %i)
  %object = call ptr addrspace(1) @spgc_allocate_aligned(i64 40, i64 8704)
  %previous.p = getelementptr inbounds i8, ptr addrspace(1) %object, i64 8
  store ptr addrspace(1) %previous, ptr addrspace(1) %previous.p, align 8
  %one = insertelement <2 x i64> poison, i64 %i, i64 0
  %both = insertelement <2 x i64> %one, i64 %i, i64 1
  %both.p = getelementptr inbounds i8, ptr addrspace(1) %object, i64 16
  store volatile <2 x i64> %both, ptr addrspace(1) %both.p, align 16
  %node.p = getelementptr inbounds i8, ptr addrspace(1) %object, i64 32
  store ptr addrspace(1) %node, ptr addrspace(1) %node.p, align 8
  ret ptr addrspace(1) %object
}

define i64 @test_sum_wide(ptr addrspace(1) %list) uwtable gc "statepoint-example" {
entry:
  br label %head

head:
  %object = phi ptr addrspace(1) [ %list, %entry ], [ %previous, %body ]
  %sum = phi i64 [ 0, %entry ], [ %sum.4, %body ]
  %end = icmp eq ptr addrspace(1) %object, null
  br i1 %end, label %done, label %body

body:
  %both.p = getelementptr inbounds i8, ptr addrspace(1) %object, i64 16
  %both = load volatile <2 x i64>, ptr addrspace(1) %both.p, align 16
  %one = extractelement <2 x i64> %both, i64 0
  %two = extractelement <2 x i64> %both, i64 1
  %sum.1 = add i64 %sum, %one
  %sum.2 = add i64 %sum.1, %two
  %odd = call i64 @test_number_at(ptr addrspace(1) %object, i64 32)
  %sum.3 = add i64 %sum.2, %odd
  %address = ptrtoint ptr addrspace(1) %object to i64
  %misaligned = and i64 %address, 15
  %sum.4 = add i64 %sum.3, %misaligned
  %previous.p = getelementptr inbounds i8, ptr addrspace(1) %object, i64 8
  %previous = load ptr addrspace(1), ptr addrspace(1) %previous.p, align 8
  br label %head

done:
  ret i64 %sum
}

; A node whose left field refers to an array of i & 7 vectors, aligned to 16 bytes, and whose right
; field refers to the previous object.
define ptr addrspace(1) @test_make_vectors(i64 %i, ptr addrspace(1) %previous) uwtable gc "statepoint-example" {
entry:
  %length = and i64 %i, 7
  %array = call ptr addrspace(1) @spgc_allocate_array_aligned(i64 %length, i64 8960, i64 16)
  %one = insertelement <2 x i64> poison, i64 %i, i64 0
  br label %head

head:
  %j = phi i64 [ 0, %entry ], [ %next, %body ]
  %more = icmp ult i64 %j, %length
  br i1 %more, label %body, label %done

body:
  %scaled = shl i64 %j, 4
  %offset = add i64 %scaled, 16
  %element = getelementptr inbounds i8, ptr addrspace(1) %array, i64 %offset
  %both = insertelement <2 x i64> %one, i64 %j, i64 1
  store volatile <2 x i64> %both, ptr addrspace(1) %element, align 16
  %next = add i64 %j, 1
  br label %head

done:
  %node = call ptr addrspace(1) @test_pair(ptr addrspace(1) %array, ptr addrspace(1) %previous)
  ret ptr addrspace(1) %node
}

define i64 @test_sum_vectors(ptr addrspace(1) %list) uwtable gc "statepoint-example" {
entry:
  br label %head

head:
  %node = phi ptr addrspace(1) [ %list, %entry ], [ %previous, %next.array ]
  %sum = phi i64 [ 0, %entry ], [ %partial, %next.array ]
  %end = icmp eq ptr addrspace(1) %node, null
  br i1 %end, label %done, label %body

body:
  %array.p = getelementptr inbounds i8, ptr addrspace(1) %node, i64 8
  %array = load ptr addrspace(1), ptr addrspace(1) %array.p, align 8
  %length.p = getelementptr inbounds i8, ptr addrspace(1) %array, i64 8
  %length = load i64, ptr addrspace(1) %length.p, align 8
  br label %element.head

element.head:
  %j = phi i64 [ 0, %body ], [ %next, %element.body ]
  %partial = phi i64 [ %sum, %body ], [ %sum.2, %element.body ]
  %more = icmp ult i64 %j, %length
  br i1 %more, label %element.body, label %next.array

element.body:
  %scaled = shl i64 %j, 4
  %offset = add i64 %scaled, 16
  %element = getelementptr inbounds i8, ptr addrspace(1) %array, i64 %offset
  %both = load volatile <2 x i64>, ptr addrspace(1) %element, align 16
  %one = extractelement <2 x i64> %both, i64 0
  %two = extractelement <2 x i64> %both, i64 1
  %sum.1 = add i64 %partial, %one
  %sum.2 = add i64 %sum.1, %two
  %next = add i64 %j, 1
  br label %element.head

next.array:
  %previous.p = getelementptr inbounds i8, ptr addrspace(1) %node, i64 16
  %previous = load ptr addrspace(1), ptr addrspace(1) %previous.p, align 8
  br label %head

done:
  ret i64 %sum
}

; An object that the host traces. The word at 8 is the number of references, (i & 7) + 1. The first
; reference, at 16, is the previous object; the others are nodes.
define ptr addrspace(1) @test_make_traced(i64 %i, ptr addrspace(1) %previous) uwtable gc "statepoint-example" {
entry:
  %object = call ptr addrspace(1) @test_counted(i64 %i, ptr addrspace(1) %previous, i64 9216)
  ret ptr addrspace(1) %object
}

; The same, with a type that is not registered. Only the heap's object model describes it.
define ptr addrspace(1) @test_make_modelled(i64 %i, ptr addrspace(1) %previous) uwtable gc "statepoint-example" {
entry:
  %object = call ptr addrspace(1) @test_counted(i64 %i, ptr addrspace(1) %previous, i64 1024000)
  ret ptr addrspace(1) %object
}

define ptr addrspace(1) @test_counted(i64 %i, ptr addrspace(1) %previous, i64 %header) noinline uwtable gc "statepoint-example" {
entry:
  %node = call ptr addrspace(1) @test_make_odd_node(i64 %i)
  %extra = and i64 %i, 7
  %count = add i64 %extra, 1
  %bytes = shl i64 %count, 3
  %size = add i64 %bytes, 16
  %object = call ptr addrspace(1) @spgc_allocate(i64 %size, i64 %header)
  %count.p = getelementptr inbounds i8, ptr addrspace(1) %object, i64 8
  store i64 %count, ptr addrspace(1) %count.p, align 8
  %previous.p = getelementptr inbounds i8, ptr addrspace(1) %object, i64 16
  store ptr addrspace(1) %previous, ptr addrspace(1) %previous.p, align 8
  br label %head

head:
  %j = phi i64 [ 1, %entry ], [ %next, %body ]
  %more = icmp ult i64 %j, %count
  br i1 %more, label %body, label %done

body:
  %index = add i64 %j, 2
  %slot = getelementptr inbounds i64, ptr addrspace(1) %object, i64 %index
  call void @spgc_store(ptr addrspace(1) %object, ptr addrspace(1) %slot, ptr addrspace(1) %node)
  %next = add i64 %j, 1
  br label %head

done:
  ret ptr addrspace(1) %object
}

define i64 @test_sum_counted(ptr addrspace(1) %list) uwtable gc "statepoint-example" {
entry:
  br label %head

head:
  %object = phi ptr addrspace(1) [ %list, %entry ], [ %previous, %next.object ]
  %sum = phi i64 [ 0, %entry ], [ %partial, %next.object ]
  %end = icmp eq ptr addrspace(1) %object, null
  br i1 %end, label %done, label %body

body:
  %count.p = getelementptr inbounds i8, ptr addrspace(1) %object, i64 8
  %count = load i64, ptr addrspace(1) %count.p, align 8
  br label %slot.head

slot.head:
  %j = phi i64 [ 1, %body ], [ %next, %slot.body ]
  %partial = phi i64 [ %sum, %body ], [ %sum.next, %slot.body ]
  %more = icmp ult i64 %j, %count
  br i1 %more, label %slot.body, label %next.object

slot.body:
  %index = add i64 %j, 2
  %offset = shl i64 %index, 3
  %odd = call i64 @test_number_at(ptr addrspace(1) %object, i64 %offset)
  %sum.next = add i64 %partial, %odd
  %next = add i64 %j, 1
  br label %slot.head

next.object:
  %previous.p = getelementptr inbounds i8, ptr addrspace(1) %object, i64 16
  %previous = load ptr addrspace(1), ptr addrspace(1) %previous.p, align 8
  br label %head

done:
  ret i64 %sum
}

; Returns the identity hash of an object.
define i64 @test_identity(ptr addrspace(1) %object) uwtable gc "statepoint-example" {
entry:
  %hash = call i32 @spgc_identity_hash(ptr addrspace(1) %object)
  %wide = zext i32 %hash to i64
  ret i64 %wide
}

; Allocates `count` nodes. For each, requests the identity hash, allocates garbage, and requests the
; hash again. Returns the number of nodes whose two hashes differ.
define i64 @test_identity_rounds(i64 %count) uwtable gc "statepoint-example" {
entry:
  br label %head

head:
  %i = phi i64 [ 0, %entry ], [ %next, %body ]
  %wrong = phi i64 [ 0, %entry ], [ %wrong.next, %body ]
  %more = icmp ult i64 %i, %count
  br i1 %more, label %body, label %done

body:
  %node = call ptr addrspace(1) @test_make_odd_node(i64 %i)
  %first = call i32 @spgc_identity_hash(ptr addrspace(1) %node)
  %other = call ptr addrspace(1) @test_make_odd_node(i64 %i)
  %other.hash = call i32 @spgc_identity_hash(ptr addrspace(1) %other)
  %garbage = call ptr addrspace(1) @test_make_odd_node(i64 %i)
  %second = call i32 @spgc_identity_hash(ptr addrspace(1) %node)
  %other.second = call i32 @spgc_identity_hash(ptr addrspace(1) %other)
  %same = icmp eq i32 %first, %second
  %other.same = icmp eq i32 %other.hash, %other.second
  %some = icmp ne i32 %first, 0
  %both = and i1 %same, %other.same
  %right = and i1 %both, %some
  %count.wrong = select i1 %right, i64 0, i64 1
  %wrong.next = add i64 %wrong, %count.wrong
  %next = add i64 %i, 1
  br label %head

done:
  ret i64 %wrong
}

; Arrays of structures: with the element size of their type, and with a wrong one.
define ptr addrspace(1) @test_struct_array(i64 %length) uwtable gc "statepoint-example" {
entry:
  %array = call ptr addrspace(1) @spgc_allocate_array_of(i64 %length, i64 7936, i64 24)
  ret ptr addrspace(1) %array
}

define ptr addrspace(1) @test_wrong_elements(i64 %length) uwtable gc "statepoint-example" {
entry:
  %array = call ptr addrspace(1) @spgc_allocate_array_of(i64 %length, i64 7936, i64 32)
  ret ptr addrspace(1) %array
}

; An object of any size that the host traces.
define ptr addrspace(1) @test_traced_bytes(i64 %size) uwtable gc "statepoint-example" {
entry:
  %object = call ptr addrspace(1) @spgc_allocate_slow(i64 %size, i64 9216)
  ret ptr addrspace(1) %object
}
