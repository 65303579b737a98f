; Worker threads allocate small trees continuously, and store one in eight into a table.
;
; A node has type 7 and 32 bytes: header, left, right, a number. A table is an array of arrays of
; trees. Arrays have type 3.
; also in registers: pause_

declare ptr addrspace(1) @spgc_allocate(i64, i64)
declare ptr addrspace(1) @spgc_allocate_array(i64, i64)
declare void @spgc_store(ptr addrspace(1), ptr addrspace(1), ptr addrspace(1))
declare i64 @spgc_call_native(i64, i64, i64, i64, i64, ptr)

define internal ptr addrspace(1) @element(ptr addrspace(1) %array, i64 %index) alwaysinline {
  %offset = shl i64 %index, 3
  %from.start = add i64 %offset, 16
  %element.p = getelementptr inbounds i8, ptr addrspace(1) %array, i64 %from.start
  ret ptr addrspace(1) %element.p
}

; Builds a tree top-down and returns it. The number of each node is its height.
define ptr addrspace(1) @pause_tree(i64 %height) uwtable gc "statepoint-example" {
entry:
  %node = call ptr addrspace(1) @spgc_allocate(i64 32, i64 1792)
  %number.p = getelementptr inbounds i8, ptr addrspace(1) %node, i64 24
  store i64 %height, ptr addrspace(1) %number.p, align 8
  %is.leaf = icmp eq i64 %height, 0
  br i1 %is.leaf, label %done, label %inner

inner:
  %below = sub i64 %height, 1
  %left = call ptr addrspace(1) @pause_tree(i64 %below)
  %left.p = getelementptr inbounds i8, ptr addrspace(1) %node, i64 8
  call void @spgc_store(ptr addrspace(1) %node, ptr addrspace(1) %left.p, ptr addrspace(1) %left)
  %right = call ptr addrspace(1) @pause_tree(i64 %below)
  %right.p = getelementptr inbounds i8, ptr addrspace(1) %node, i64 16
  call void @spgc_store(ptr addrspace(1) %node, ptr addrspace(1) %right.p, ptr addrspace(1) %right)
  br label %done

done:
  ret ptr addrspace(1) %node
}

; Returns the sum of a tree's numbers.
define i64 @pause_sum(ptr addrspace(1) %node) uwtable gc "statepoint-example" {
entry:
  %none = icmp eq ptr addrspace(1) %node, null
  br i1 %none, label %nothing, label %something

nothing:
  ret i64 0

something:
  %number.p = getelementptr inbounds i8, ptr addrspace(1) %node, i64 24
  %number = load i64, ptr addrspace(1) %number.p, align 8
  %left.p = getelementptr inbounds i8, ptr addrspace(1) %node, i64 8
  %left = load ptr addrspace(1), ptr addrspace(1) %left.p, align 8
  %in.left = call i64 @pause_sum(ptr addrspace(1) %left)
  %right.p = getelementptr inbounds i8, ptr addrspace(1) %node, i64 16
  %right = load ptr addrspace(1), ptr addrspace(1) %right.p, align 8
  %in.right = call i64 @pause_sum(ptr addrspace(1) %right)
  %below = add i64 %in.left, %in.right
  %sum = add i64 %below, %number
  ret i64 %sum
}

; Returns an array of n trees of height 6.
define ptr addrspace(1) @pause_trees(i64 %n) uwtable gc "statepoint-example" {
entry:
  %array = call ptr addrspace(1) @spgc_allocate_array(i64 %n, i64 768)
  br label %loop

loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %tree = call ptr addrspace(1) @pause_tree(i64 6)
  %slot = call ptr addrspace(1) @element(ptr addrspace(1) %array, i64 %i)
  call void @spgc_store(ptr addrspace(1) %array, ptr addrspace(1) %slot, ptr addrspace(1) %tree)
  %next = add i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %loop, label %done

done:
  ret ptr addrspace(1) %array
}

; Returns a table of `chunks` arrays of `length` trees.
define ptr addrspace(1) @pause_table(i64 %chunks, i64 %length) uwtable gc "statepoint-example" {
entry:
  %table = call ptr addrspace(1) @spgc_allocate_array(i64 %chunks, i64 768)
  br label %loop

loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %array = call ptr addrspace(1) @pause_trees(i64 %length)
  %slot = call ptr addrspace(1) @element(ptr addrspace(1) %table, i64 %i)
  call void @spgc_store(ptr addrspace(1) %table, ptr addrspace(1) %slot, ptr addrspace(1) %array)
  %next = add i64 %i, 1
  %more = icmp ult i64 %next, %chunks
  br i1 %more, label %loop, label %done

done:
  ret ptr addrspace(1) %table
}

; Repeatedly builds seven trees that die and one that replaces a random tree in the table, until
; *flag is not 0. Returns the number of iterations if all sums of trees are right, else 0.
define i64 @pause_work(ptr addrspace(1) %table, i64 %chunks, i64 %length, i64 %seed, ptr %flag, i64 %limit) uwtable gc "statepoint-example" {
entry:
  br label %turn

turn:
  %count = phi i64 [ 0, %entry ], [ %count.next, %store ]
  %state = phi i64 [ %seed, %entry ], [ %state.next, %store ]
  br label %die

die:
  %k = phi i64 [ 0, %turn ], [ %k.next, %die ]
  %sum = phi i64 [ 0, %turn ], [ %sum.next, %die ]
  %dying = call ptr addrspace(1) @pause_tree(i64 6)
  %sum.tree = call i64 @pause_sum(ptr addrspace(1) %dying)
  %sum.next = add i64 %sum, %sum.tree
  %k.next = add i64 %k, 1
  %more.die = icmp ult i64 %k.next, 7
  br i1 %more.die, label %die, label %check

; A tree has 2^(6 - h) nodes of height h, so the sum of all heights is 120.
check:
  %right.sum = icmp eq i64 %sum.next, 840
  br i1 %right.sum, label %store, label %wrong

store:
  %product = mul i64 %state, 48271
  %state.next = urem i64 %product, 2147483647
  %slots = mul i64 %chunks, %length
  %index = urem i64 %state.next, %slots
  %chunk = udiv i64 %index, %length
  %place = urem i64 %index, %length
  %tree = call ptr addrspace(1) @pause_tree(i64 6)
  %array.p = call ptr addrspace(1) @element(ptr addrspace(1) %table, i64 %chunk)
  %array = load ptr addrspace(1), ptr addrspace(1) %array.p, align 8
  %slot = call ptr addrspace(1) @element(ptr addrspace(1) %array, i64 %place)
  call void @spgc_store(ptr addrspace(1) %array, ptr addrspace(1) %slot, ptr addrspace(1) %tree)
  %count.next = add i64 %count, 1
  %value = load atomic i32, ptr %flag monotonic, align 4
  %go.on = icmp eq i32 %value, 0
  %more = icmp ult i64 %count.next, %limit
  %go = and i1 %go.on, %more
  br i1 %go, label %turn, label %done

done:
  ret i64 %count.next

wrong:
  ret i64 0
}

; Returns the sum of all numbers in a table.
define i64 @pause_sum_table(ptr addrspace(1) %table, i64 %chunks, i64 %length) uwtable gc "statepoint-example" {
entry:
  br label %arrays

arrays:
  %i = phi i64 [ 0, %entry ], [ %i.next, %array.done ]
  %sum = phi i64 [ 0, %entry ], [ %sum.next, %array.done ]
  %array.p = call ptr addrspace(1) @element(ptr addrspace(1) %table, i64 %i)
  %array = load ptr addrspace(1), ptr addrspace(1) %array.p, align 8
  br label %trees

trees:
  %j = phi i64 [ 0, %arrays ], [ %j.next, %trees ]
  %partial = phi i64 [ %sum, %arrays ], [ %sum.next, %trees ]
  %tree.p = call ptr addrspace(1) @element(ptr addrspace(1) %array, i64 %j)
  %tree = load ptr addrspace(1), ptr addrspace(1) %tree.p, align 8
  %sum.tree = call i64 @pause_sum(ptr addrspace(1) %tree)
  %sum.next = add i64 %partial, %sum.tree
  %j.next = add i64 %j, 1
  %more.trees = icmp ult i64 %j.next, %length
  br i1 %more.trees, label %trees, label %array.done

array.done:
  %i.next = add i64 %i, 1
  %more.arrays = icmp ult i64 %i.next, %chunks
  br i1 %more.arrays, label %arrays, label %done

done:
  ret i64 %sum.next
}

; Repeatedly passes the results of `clock` before and after `sleep` to `record`, until *flag is not
; 0. All three functions are native. Returns to managed code wait for the end of a collection, so
; its pause is part of the time. Returns the number of iterations.
define i64 @pause_observe(ptr %clock, ptr %sleep, ptr %record, ptr %flag) uwtable gc "statepoint-example" {
entry:
  br label %loop

loop:
  %count = phi i64 [ 0, %entry ], [ %count.next, %loop ]
  %begin = call i64 @spgc_call_native(i64 0, i64 0, i64 0, i64 0, i64 0, ptr %clock)
  %slept = call i64 @spgc_call_native(i64 0, i64 0, i64 0, i64 0, i64 0, ptr %sleep)
  %end = call i64 @spgc_call_native(i64 0, i64 0, i64 0, i64 0, i64 0, ptr %clock)
  %recorded = call i64 @spgc_call_native(i64 %begin, i64 %end, i64 0, i64 0, i64 0, ptr %record)
  %count.next = add i64 %count, 1
  %value = load atomic i32, ptr %flag monotonic, align 4
  %go = icmp eq i32 %value, 0
  br i1 %go, label %loop, label %done

done:
  ret i64 %count.next
}
