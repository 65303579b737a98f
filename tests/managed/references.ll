; Managed code that allocates and reads weak objects and ephemerons.
;
; The host registers the types, and passes the header of each type.

declare void @spgc_store(ptr addrspace(1), ptr addrspace(1), ptr addrspace(1))
declare ptr addrspace(1) @spgc_allocate(i64, i64)
declare ptr addrspace(1) @spgc_allocate_array(i64, i64)
declare i64 @spgc_finalize(ptr addrspace(1), i64) #1

; Returns a new object of 32 bytes with three fields.
define ptr addrspace(1) @test_record(i64 %header, ptr addrspace(1) %a, ptr addrspace(1) %b, ptr addrspace(1) %c) uwtable gc "statepoint-example" {
entry:
  %record = call ptr addrspace(1) @spgc_allocate(i64 32, i64 %header)
  %a.p = getelementptr inbounds i8, ptr addrspace(1) %record, i64 8
  store ptr addrspace(1) %a, ptr addrspace(1) %a.p, align 8
  %b.p = getelementptr inbounds i8, ptr addrspace(1) %record, i64 16
  store ptr addrspace(1) %b, ptr addrspace(1) %b.p, align 8
  %c.p = getelementptr inbounds i8, ptr addrspace(1) %record, i64 24
  store ptr addrspace(1) %c, ptr addrspace(1) %c.p, align 8
  ret ptr addrspace(1) %record
}

; Returns the field at an offset. The result is a reference, or null or a tagged number.
define ptr addrspace(1) @test_field(ptr addrspace(1) %object, i64 %offset) uwtable gc "statepoint-example" {
entry:
  %field.p = getelementptr inbounds i8, ptr addrspace(1) %object, i64 %offset
  %field = load ptr addrspace(1), ptr addrspace(1) %field.p, align 8
  ret ptr addrspace(1) %field
}

; Stores into the field at an offset.
define void @test_set_field(ptr addrspace(1) %object, i64 %offset, ptr addrspace(1) %value) uwtable gc "statepoint-example" {
entry:
  %field.p = getelementptr inbounds i8, ptr addrspace(1) %object, i64 %offset
  call void @spgc_store(ptr addrspace(1) %object, ptr addrspace(1) %field.p, ptr addrspace(1) %value)
  ret void
}

; Stores into a slot of a root range, and loads from one.
define void @test_set_root(ptr %slot, ptr addrspace(1) %value) uwtable gc "statepoint-example" {
entry:
  store ptr addrspace(1) %value, ptr %slot, align 8
  ret void
}

define ptr addrspace(1) @test_root(ptr %slot) uwtable gc "statepoint-example" {
entry:
  %root = load ptr addrspace(1), ptr %slot, align 8
  ret ptr addrspace(1) %root
}

; Allocates `count` weak objects with this header and the weak field at 16. Each refers to a node
; with the number 2 i + 1, and is checked while the node is live; a mismatch returns -1. Then the
; nodes are dead and only the list of weak objects is live. Allocates garbage until all weak fields
; are null, or a limit is reached. Returns the number of fields that are null. Nodes may have been
; promoted, so other threads must run full collections.
define i64 @test_weak_rounds(i64 %count, i64 %header) uwtable gc "statepoint-example" {
entry:
  br label %head

head:
  %i = phi i64 [ 0, %entry ], [ %next, %checked ]
  %list = phi ptr addrspace(1) [ null, %entry ], [ %weak, %checked ]
  %more = icmp ult i64 %i, %count
  br i1 %more, label %body, label %clear

body:
  %node = call ptr addrspace(1) @spgc_allocate(i64 24, i64 256)
  %doubled = shl i64 %i, 1
  %number = or i64 %doubled, 1
  %number.p = getelementptr inbounds i8, ptr addrspace(1) %node, i64 8
  store i64 %number, ptr addrspace(1) %number.p, align 8
  %weak = call ptr addrspace(1) @test_record(i64 %header, ptr addrspace(1) %list, ptr addrspace(1) %node, ptr addrspace(1) null) #0
  %garbage = call ptr addrspace(1) @test_garbage(i64 100) #0
  %target.p = getelementptr inbounds i8, ptr addrspace(1) %weak, i64 16
  %target = load ptr addrspace(1), ptr addrspace(1) %target.p, align 8
  %same = icmp eq ptr addrspace(1) %target, %node
  br i1 %same, label %look, label %wrong

look:
  %found.p = getelementptr inbounds i8, ptr addrspace(1) %target, i64 8
  %found = load volatile i64, ptr addrspace(1) %found.p, align 8
  %kept.p = getelementptr inbounds i8, ptr addrspace(1) %node, i64 8
  %kept = load volatile i64, ptr addrspace(1) %kept.p, align 8
  %equal = icmp eq i64 %found, %kept
  %right = icmp eq i64 %found, %number
  %both = and i1 %equal, %right
  br i1 %both, label %checked, label %wrong

checked:
  %next = add i64 %i, 1
  br label %head

wrong:
  ret i64 -1

clear:
  %none = icmp eq ptr addrspace(1) %list, null
  br i1 %none, label %empty, label %wait

empty:
  ret i64 0

wait:
  %tries = phi i64 [ 0, %clear ], [ %tries.next, %done ]
  %more.garbage = call ptr addrspace(1) @test_garbage(i64 1000) #0
  br label %count.head

count.head:
  %object = phi ptr addrspace(1) [ %list, %wait ], [ %rest, %count.body ]
  %cleared = phi i64 [ 0, %wait ], [ %cleared.next, %count.body ]
  %end = icmp eq ptr addrspace(1) %object, null
  br i1 %end, label %done, label %count.body

count.body:
  %field.p = getelementptr inbounds i8, ptr addrspace(1) %object, i64 16
  %field = load ptr addrspace(1), ptr addrspace(1) %field.p, align 8
  %null = icmp eq ptr addrspace(1) %field, null
  %one = zext i1 %null to i64
  %cleared.next = add i64 %cleared, %one
  %rest.p = getelementptr inbounds i8, ptr addrspace(1) %object, i64 8
  %rest = load ptr addrspace(1), ptr addrspace(1) %rest.p, align 8
  br label %count.head

done:
  %all = icmp eq i64 %cleared, %count
  %tries.next = add i64 %tries, 1
  %many = icmp ugt i64 %tries, 50000
  %stop = or i1 %all, %many
  br i1 %stop, label %end.of.tries, label %wait

end.of.tries:
  ret i64 %cleared
}

; Allocates `count` nodes and drops them. Each is registered for finalization with the token first +
; i, and contains the token as a tagged number. Returns the ID of the last registration.
define i64 @test_finalizable(i64 %count, i64 %first) uwtable gc "statepoint-example" {
entry:
  br label %head

head:
  %i = phi i64 [ 0, %entry ], [ %next, %body ]
  %last = phi i64 [ 0, %entry ], [ %id, %body ]
  %more = icmp ult i64 %i, %count
  br i1 %more, label %body, label %done

body:
  %token = add i64 %first, %i
  %doubled = shl i64 %token, 1
  %number = or i64 %doubled, 1
  %node = call ptr addrspace(1) @test_numbered(i64 %number, ptr addrspace(1) null) #0
  %id = call i64 @spgc_finalize(ptr addrspace(1) %node, i64 %token) #1
  %garbage = call ptr addrspace(1) @test_garbage(i64 20) #0
  %next = add i64 %i, 1
  br label %head

done:
  ret i64 %last
}

; Allocates an array of words.
define ptr addrspace(1) @test_garbage(i64 %length) noinline uwtable gc "statepoint-example" {
entry:
  %array = call ptr addrspace(1) @spgc_allocate_array(i64 %length, i64 512)
  ret ptr addrspace(1) %array
}

; Allocates `count` ephemerons with this header: the key at 8, the value at 16, a link at 24. Each
; key is a node with the number 2 i + 1; the right fields link the keys to a list. Each value is a
; node with the number of its key and a reference to the key. Allocates garbage in between. Returns
; the sum of the numbers of the keys, of the values, and of the keys to which the values refer: 3
; times the sum of 2 i + 1.
define i64 @test_ephemeron_rounds(i64 %count, i64 %header) uwtable gc "statepoint-example" {
entry:
  br label %head

head:
  %i = phi i64 [ 0, %entry ], [ %next, %body ]
  %keys = phi ptr addrspace(1) [ null, %entry ], [ %key, %body ]
  %list = phi ptr addrspace(1) [ null, %entry ], [ %ephemeron, %body ]
  %more = icmp ult i64 %i, %count
  br i1 %more, label %body, label %sum.head

body:
  %doubled = shl i64 %i, 1
  %number = or i64 %doubled, 1
  %key = call ptr addrspace(1) @test_numbered(i64 %number, ptr addrspace(1) %keys) #0
  %value = call ptr addrspace(1) @test_numbered(i64 %number, ptr addrspace(1) %key) #0
  %ephemeron = call ptr addrspace(1) @test_record(i64 %header, ptr addrspace(1) %key, ptr addrspace(1) %value, ptr addrspace(1) %list) #0
  %garbage = call ptr addrspace(1) @test_garbage(i64 50) #0
  %next = add i64 %i, 1
  br label %head

sum.head:
  %e = phi ptr addrspace(1) [ %list, %head ], [ %e.next, %sum.body ]
  %k = phi ptr addrspace(1) [ %keys, %head ], [ %k.next, %sum.body ]
  %sum = phi i64 [ 0, %head ], [ %sum.next, %sum.body ]
  %end = icmp eq ptr addrspace(1) %e, null
  br i1 %end, label %done, label %sum.body

sum.body:
  %k.p = getelementptr inbounds i8, ptr addrspace(1) %k, i64 8
  %by.key = load i64, ptr addrspace(1) %k.p, align 8
  %v.p = getelementptr inbounds i8, ptr addrspace(1) %e, i64 16
  %v = load ptr addrspace(1), ptr addrspace(1) %v.p, align 8
  %v.number.p = getelementptr inbounds i8, ptr addrspace(1) %v, i64 8
  %by.value = load i64, ptr addrspace(1) %v.number.p, align 8
  %v.key.p = getelementptr inbounds i8, ptr addrspace(1) %v, i64 16
  %v.key = load ptr addrspace(1), ptr addrspace(1) %v.key.p, align 8
  %v.key.number.p = getelementptr inbounds i8, ptr addrspace(1) %v.key, i64 8
  %by.both = load i64, ptr addrspace(1) %v.key.number.p, align 8
  %sum.1 = add i64 %sum, %by.key
  %sum.2 = add i64 %sum.1, %by.value
  %sum.next = add i64 %sum.2, %by.both
  %e.next.p = getelementptr inbounds i8, ptr addrspace(1) %e, i64 24
  %e.next = load ptr addrspace(1), ptr addrspace(1) %e.next.p, align 8
  %k.next.p = getelementptr inbounds i8, ptr addrspace(1) %k, i64 16
  %k.next = load ptr addrspace(1), ptr addrspace(1) %k.next.p, align 8
  br label %sum.head

done:
  ret i64 %sum
}

; Returns a new node with a number in its left field.
define ptr addrspace(1) @test_numbered(i64 %number, ptr addrspace(1) %right) noinline uwtable gc "statepoint-example" {
entry:
  %node = call ptr addrspace(1) @spgc_allocate(i64 24, i64 256)
  %left.p = getelementptr inbounds i8, ptr addrspace(1) %node, i64 8
  store i64 %number, ptr addrspace(1) %left.p, align 8
  %right.p = getelementptr inbounds i8, ptr addrspace(1) %node, i64 16
  store ptr addrspace(1) %right, ptr addrspace(1) %right.p, align 8
  ret ptr addrspace(1) %node
}

attributes #0 = { noinline }
attributes #1 = { "gc-leaf-function" }
