; Operations on objects that only the soak program uses.
;
; Type 1: header and two references. Type 3: array of references. Type 40: array of bytes.

declare ptr addrspace(1) @spgc_allocate(i64, i64)
declare ptr addrspace(1) @spgc_allocate_array(i64, i64)
declare ptr addrspace(1) @spgc_allocate_array_of(i64, i64, i64)
declare void @spgc_write_barrier(ptr addrspace(1), ptr addrspace(1))
declare void @spgc_store(ptr addrspace(1), ptr addrspace(1), ptr addrspace(1))
declare i64 @spgc_call_native(i64, i64, i64, i64, i64, ptr)

; Returns a new object with this size and header, whose fields are zero.
define ptr addrspace(1) @test_soak_object(i64 %size, i64 %header) uwtable gc "statepoint-example" {
entry:
  %object = call ptr addrspace(1) @spgc_allocate(i64 %size, i64 %header)
  ret ptr addrspace(1) %object
}

; Returns a new array of bytes.
define ptr addrspace(1) @test_soak_bytes(i64 %length) uwtable gc "statepoint-example" {
entry:
  %array = call ptr addrspace(1) @spgc_allocate_array_of(i64 %length, i64 10240, i64 1)
  ret ptr addrspace(1) %array
}

; Returns a hash of the words of an object in the offset range from `begin` to `end`.
define i64 @test_soak_hash_words(ptr addrspace(1) %object, i64 %begin, i64 %end) uwtable gc "statepoint-example" {
entry:
  br label %head

head:
  %offset = phi i64 [ %begin, %entry ], [ %next, %body ]
  %hash = phi i64 [ 0, %entry ], [ %hash.next, %body ]
  %more = icmp ult i64 %offset, %end
  br i1 %more, label %body, label %done

body:
  %slot = getelementptr inbounds i8, ptr addrspace(1) %object, i64 %offset
  %word = load volatile i64, ptr addrspace(1) %slot, align 8
  %scaled = mul i64 %hash, 6364136223846793005
  %hash.next = add i64 %scaled, %word
  %next = add i64 %offset, 8
  br label %head

done:
  ret i64 %hash
}

; The same for words that are null, odd numbers or references. A reference is hashed as the type ID
; of its referent.
define i64 @test_soak_hash_references(ptr addrspace(1) %object, i64 %begin, i64 %end) uwtable gc "statepoint-example" {
entry:
  br label %head

head:
  %offset = phi i64 [ %begin, %entry ], [ %next, %mix ]
  %hash = phi i64 [ 0, %entry ], [ %hash.next, %mix ]
  %more = icmp ult i64 %offset, %end
  br i1 %more, label %body, label %done

body:
  %slot = getelementptr inbounds i8, ptr addrspace(1) %object, i64 %offset
  %value = load volatile ptr addrspace(1), ptr addrspace(1) %slot, align 8
  %word = ptrtoint ptr addrspace(1) %value to i64
  %odd = and i64 %word, 1
  %is.number = icmp ne i64 %odd, 0
  %is.null = icmp eq i64 %word, 0
  %is.word = or i1 %is.number, %is.null
  br i1 %is.word, label %mix, label %look

look:
  %header = load atomic i64, ptr addrspace(1) %value monotonic, align 8
  %shifted = lshr i64 %header, 8
  %type = and i64 %shifted, 8388607
  br label %mix

mix:
  %part = phi i64 [ %word, %body ], [ %type, %look ]
  %scaled = mul i64 %hash, 6364136223846793005
  %hash.next = add i64 %scaled, %part
  %next = add i64 %offset, 8
  br label %head

done:
  ret i64 %hash
}

; Atomically exchanges the reference at an offset. Returns the previous value.
define ptr addrspace(1) @test_soak_exchange(ptr addrspace(1) %object, i64 %offset, ptr addrspace(1) %value) uwtable gc "statepoint-example" {
entry:
  %slot = getelementptr inbounds i8, ptr addrspace(1) %object, i64 %offset
  call void @spgc_write_barrier(ptr addrspace(1) %object, ptr addrspace(1) %slot)
  %old = atomicrmw volatile xchg ptr addrspace(1) %slot, ptr addrspace(1) %value acq_rel
  ret ptr addrspace(1) %old
}

; Returns 1 if two references are equal, otherwise 0.
define i64 @test_soak_same(ptr addrspace(1) %a, ptr addrspace(1) %b) uwtable gc "statepoint-example" {
entry:
  %same = icmp eq ptr addrspace(1) %a, %b
  %one = zext i1 %same to i64
  ret i64 %one
}

; Returns the address of an object, which stays valid only if the object is pinned.
define i64 @test_soak_address(ptr addrspace(1) %object) uwtable gc "statepoint-example" {
entry:
  %address = ptrtoint ptr addrspace(1) %object to i64
  ret i64 %address
}

; Calls function(context) below `depth` more frames. Each frame holds references to two objects and
; a derived pointer into one of them: into %a if its depth is even, into %b if odd. The lower 32
; bits of %offsets are the offset of a reference field in %a, the upper 32 bits that of one in %b.
; Returns an array of both objects and the value of the field to which the derived pointer points.
define ptr addrspace(1) @test_soak_hold(ptr addrspace(1) %a, ptr addrspace(1) %b, i64 %offsets, ptr %function, i64 %context, i64 %depth) uwtable gc "statepoint-example" {
entry:
  %a.offset = and i64 %offsets, 4294967295
  %b.offset = lshr i64 %offsets, 32
  %a.slot = getelementptr inbounds i8, ptr addrspace(1) %a, i64 %a.offset
  %b.slot = getelementptr inbounds i8, ptr addrspace(1) %b, i64 %b.offset
  %odd = and i64 %depth, 1
  %even = icmp eq i64 %odd, 0
  %slot = select i1 %even, ptr addrspace(1) %a.slot, ptr addrspace(1) %b.slot
  %deeper = icmp ugt i64 %depth, 0
  br i1 %deeper, label %recurse, label %call

recurse:
  %less = sub i64 %depth, 1
  %inner = call ptr addrspace(1) @test_soak_hold(ptr addrspace(1) %a, ptr addrspace(1) %b, i64 %offsets, ptr %function, i64 %context, i64 %less) #0
  %a.inner.p = getelementptr inbounds i8, ptr addrspace(1) %inner, i64 16
  %a.inner = load ptr addrspace(1), ptr addrspace(1) %a.inner.p, align 8
  %b.inner.p = getelementptr inbounds i8, ptr addrspace(1) %inner, i64 24
  %b.inner = load ptr addrspace(1), ptr addrspace(1) %b.inner.p, align 8
  %a.same = icmp eq ptr addrspace(1) %a, %a.inner
  %b.same = icmp eq ptr addrspace(1) %b, %b.inner
  %same = and i1 %a.same, %b.same
  br i1 %same, label %finish, label %wrong

call:
  %status = call i64 @spgc_call_native(i64 %context, i64 0, i64 0, i64 0, i64 0, ptr %function)
  br label %finish

finish:
  %value = load volatile ptr addrspace(1), ptr addrspace(1) %slot, align 8
  %array = call ptr addrspace(1) @spgc_allocate_array(i64 3, i64 768)
  %first.p = getelementptr inbounds i8, ptr addrspace(1) %array, i64 16
  call void @spgc_store(ptr addrspace(1) %array, ptr addrspace(1) %first.p, ptr addrspace(1) %a)
  %second.p = getelementptr inbounds i8, ptr addrspace(1) %array, i64 24
  call void @spgc_store(ptr addrspace(1) %array, ptr addrspace(1) %second.p, ptr addrspace(1) %b)
  %third.p = getelementptr inbounds i8, ptr addrspace(1) %array, i64 32
  call void @spgc_store(ptr addrspace(1) %array, ptr addrspace(1) %third.p, ptr addrspace(1) %value)
  ret ptr addrspace(1) %array

wrong:
  ret ptr addrspace(1) null
}

attributes #0 = { noinline }
