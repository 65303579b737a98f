; Heaps of small live objects: a list in the order of allocation, a shuffled list, a tree, arrays.
;
; A node has type 7 and 32 bytes: header, left, right, a number. Arrays of references have type 3.
; All programs that build these heaps use Lehmer's random numbers with the multiplier 48271.
; also in registers: trace_

declare ptr addrspace(1) @spgc_allocate(i64, i64)
declare ptr addrspace(1) @spgc_allocate_array(i64, i64)
declare void @spgc_store(ptr addrspace(1), ptr addrspace(1), ptr addrspace(1))

define internal i64 @random(i64 %state) alwaysinline {
  %product = mul i64 %state, 48271
  %next = urem i64 %product, 2147483647
  ret i64 %next
}

define internal ptr addrspace(1) @element(ptr addrspace(1) %array, i64 %index) alwaysinline {
  %offset = shl i64 %index, 3
  %from.start = add i64 %offset, 16
  %element.p = getelementptr inbounds i8, ptr addrspace(1) %array, i64 %from.start
  ret ptr addrspace(1) %element.p
}

; Returns a node with this number.
define internal ptr addrspace(1) @node(i64 %number) alwaysinline gc "statepoint-example" {
  %node = call ptr addrspace(1) @spgc_allocate(i64 32, i64 1792)
  %number.p = getelementptr inbounds i8, ptr addrspace(1) %node, i64 24
  store i64 %number, ptr addrspace(1) %number.p, align 8
  ret ptr addrspace(1) %node
}

; Returns an array of n nodes, numbered from 0.
define ptr addrspace(1) @trace_nodes(i64 %n) uwtable gc "statepoint-example" {
entry:
  %array = call ptr addrspace(1) @spgc_allocate_array(i64 %n, i64 768)
  br label %loop

loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %node = call ptr addrspace(1) @node(i64 %i)
  %slot = call ptr addrspace(1) @element(ptr addrspace(1) %array, i64 %i)
  call void @spgc_store(ptr addrspace(1) %array, ptr addrspace(1) %slot, ptr addrspace(1) %node)
  %next = add i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %loop, label %done

done:
  ret ptr addrspace(1) %array
}

; Shuffles the first n elements. Returns the final state of the random numbers.
define i64 @trace_shuffle(ptr addrspace(1) %array, i64 %n, i64 %seed) uwtable gc "statepoint-example" {
entry:
  %last = sub i64 %n, 1
  br label %loop

loop:
  %i = phi i64 [ %last, %entry ], [ %before, %loop ]
  %state = phi i64 [ %seed, %entry ], [ %state.next, %loop ]
  %state.next = call i64 @random(i64 %state)
  %count = add i64 %i, 1
  %j = urem i64 %state.next, %count
  %i.p = call ptr addrspace(1) @element(ptr addrspace(1) %array, i64 %i)
  %j.p = call ptr addrspace(1) @element(ptr addrspace(1) %array, i64 %j)
  %a = load ptr addrspace(1), ptr addrspace(1) %i.p, align 8
  %b = load ptr addrspace(1), ptr addrspace(1) %j.p, align 8
  call void @spgc_store(ptr addrspace(1) %array, ptr addrspace(1) %i.p, ptr addrspace(1) %b)
  call void @spgc_store(ptr addrspace(1) %array, ptr addrspace(1) %j.p, ptr addrspace(1) %a)
  %before = sub i64 %i, 1
  %more = icmp ne i64 %before, 0
  br i1 %more, label %loop, label %done

done:
  ret i64 %state.next
}

; Builds a list of n nodes. The left reference of a node points to the next node. The right
; reference points to a random node: any node if the list is shuffled, else one of the following 64
; nodes, or null if that does not exist. Returns the first node.
define ptr addrspace(1) @trace_list(i64 %n, i64 %shuffled) uwtable gc "statepoint-example" {
entry:
  %array = call ptr addrspace(1) @trace_nodes(i64 %n)
  %in.order = icmp eq i64 %shuffled, 0
  br i1 %in.order, label %begin, label %shuffle

shuffle:
  %shuffle.state = call i64 @trace_shuffle(ptr addrspace(1) %array, i64 %n, i64 1)
  br label %begin

begin:
  %seed = phi i64 [ 1, %entry ], [ %shuffle.state, %shuffle ]
  br label %loop

loop:
  %i = phi i64 [ 0, %begin ], [ %next, %linked ]
  %state = phi i64 [ %seed, %begin ], [ %state.next, %linked ]
  %state.next = call i64 @random(i64 %state)
  %node.p = call ptr addrspace(1) @element(ptr addrspace(1) %array, i64 %i)
  %node = load ptr addrspace(1), ptr addrspace(1) %node.p, align 8
  %next = add i64 %i, 1
  %is.last = icmp eq i64 %next, %n
  br i1 %is.last, label %other, label %link

link:
  %next.p = call ptr addrspace(1) @element(ptr addrspace(1) %array, i64 %next)
  %successor = load ptr addrspace(1), ptr addrspace(1) %next.p, align 8
  %left.p = getelementptr inbounds i8, ptr addrspace(1) %node, i64 8
  call void @spgc_store(ptr addrspace(1) %node, ptr addrspace(1) %left.p, ptr addrspace(1) %successor)
  br label %other

other:
  %anywhere = urem i64 %state.next, %n
  %distance = urem i64 %state.next, 64
  %near = add i64 %next, %distance
  %target = select i1 %in.order, i64 %near, i64 %anywhere
  %exists = icmp ult i64 %target, %n
  br i1 %exists, label %cross, label %linked

cross:
  %target.p = call ptr addrspace(1) @element(ptr addrspace(1) %array, i64 %target)
  %other.node = load ptr addrspace(1), ptr addrspace(1) %target.p, align 8
  %right.p = getelementptr inbounds i8, ptr addrspace(1) %node, i64 16
  call void @spgc_store(ptr addrspace(1) %node, ptr addrspace(1) %right.p, ptr addrspace(1) %other.node)
  br label %linked

linked:
  br i1 %is.last, label %done, label %loop

done:
  %first.p = call ptr addrspace(1) @element(ptr addrspace(1) %array, i64 0)
  %first = load ptr addrspace(1), ptr addrspace(1) %first.p, align 8
  ret ptr addrspace(1) %first
}

; Follows left references for at most `steps` nodes. Returns the sum of their numbers and of 3 times
; the numbers of their right nodes.
define i64 @trace_sum_list(ptr addrspace(1) %list, i64 %steps) uwtable gc "statepoint-example" {
entry:
  br label %loop

loop:
  %node = phi ptr addrspace(1) [ %list, %entry ], [ %left, %met ]
  %sum = phi i64 [ 0, %entry ], [ %sum.next, %met ]
  %step = phi i64 [ 0, %entry ], [ %step.next, %met ]
  %number.p = getelementptr inbounds i8, ptr addrspace(1) %node, i64 24
  %number = load i64, ptr addrspace(1) %number.p, align 8
  %sum.node = add i64 %sum, %number
  %right.p = getelementptr inbounds i8, ptr addrspace(1) %node, i64 16
  %right = load ptr addrspace(1), ptr addrspace(1) %right.p, align 8
  %none = icmp eq ptr addrspace(1) %right, null
  br i1 %none, label %met, label %right.node

right.node:
  %right.node.p = getelementptr inbounds i8, ptr addrspace(1) %right, i64 24
  %right.node.number = load i64, ptr addrspace(1) %right.node.p, align 8
  %tripled = mul i64 %right.node.number, 3
  %sum.both = add i64 %sum.node, %tripled
  br label %met

met:
  %sum.next = phi i64 [ %sum.node, %loop ], [ %sum.both, %right.node ]
  %left.p = getelementptr inbounds i8, ptr addrspace(1) %node, i64 8
  %left = load ptr addrspace(1), ptr addrspace(1) %left.p, align 8
  %step.next = add i64 %step, 1
  %some = icmp ne ptr addrspace(1) %left, null
  %few = icmp ult i64 %step.next, %steps
  %more = and i1 %some, %few
  br i1 %more, label %loop, label %done

done:
  ret i64 %sum.next
}

; Builds a tree top-down and returns it. The number of each node is its height.
define ptr addrspace(1) @trace_tree(i64 %height) uwtable gc "statepoint-example" {
entry:
  %node = call ptr addrspace(1) @node(i64 %height)
  %is.leaf = icmp eq i64 %height, 0
  br i1 %is.leaf, label %done, label %inner

inner:
  %below = sub i64 %height, 1
  %left = call ptr addrspace(1) @trace_tree(i64 %below)
  %left.p = getelementptr inbounds i8, ptr addrspace(1) %node, i64 8
  call void @spgc_store(ptr addrspace(1) %node, ptr addrspace(1) %left.p, ptr addrspace(1) %left)
  %right = call ptr addrspace(1) @trace_tree(i64 %below)
  %right.p = getelementptr inbounds i8, ptr addrspace(1) %node, i64 16
  call void @spgc_store(ptr addrspace(1) %node, ptr addrspace(1) %right.p, ptr addrspace(1) %right)
  br label %done

done:
  ret ptr addrspace(1) %node
}

; Returns the sum of a tree's numbers.
define i64 @trace_sum_tree(ptr addrspace(1) %node) uwtable gc "statepoint-example" {
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
  %in.left = call i64 @trace_sum_tree(ptr addrspace(1) %left)
  %right.p = getelementptr inbounds i8, ptr addrspace(1) %node, i64 16
  %right = load ptr addrspace(1), ptr addrspace(1) %right.p, align 8
  %in.right = call i64 @trace_sum_tree(ptr addrspace(1) %right)
  %below = add i64 %in.left, %in.right
  %sum = add i64 %below, %number
  ret i64 %sum
}

; Returns an array of n arrays of 1,024 nodes each.
define ptr addrspace(1) @trace_arrays(i64 %n) uwtable gc "statepoint-example" {
entry:
  %outer = call ptr addrspace(1) @spgc_allocate_array(i64 %n, i64 768)
  br label %loop

loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %inner = call ptr addrspace(1) @trace_nodes(i64 1024)
  %slot = call ptr addrspace(1) @element(ptr addrspace(1) %outer, i64 %i)
  call void @spgc_store(ptr addrspace(1) %outer, ptr addrspace(1) %slot, ptr addrspace(1) %inner)
  %next = add i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %loop, label %done

done:
  ret ptr addrspace(1) %outer
}

; Returns the sum of the numbers in n arrays of nodes.
define i64 @trace_sum_arrays(ptr addrspace(1) %outer, i64 %n) uwtable gc "statepoint-example" {
entry:
  br label %arrays

arrays:
  %i = phi i64 [ 0, %entry ], [ %i.next, %array.done ]
  %sum = phi i64 [ 0, %entry ], [ %sum.next, %array.done ]
  %inner.p = call ptr addrspace(1) @element(ptr addrspace(1) %outer, i64 %i)
  %inner = load ptr addrspace(1), ptr addrspace(1) %inner.p, align 8
  br label %nodes

nodes:
  %j = phi i64 [ 0, %arrays ], [ %j.next, %nodes ]
  %partial = phi i64 [ %sum, %arrays ], [ %sum.next, %nodes ]
  %node.p = call ptr addrspace(1) @element(ptr addrspace(1) %inner, i64 %j)
  %node = load ptr addrspace(1), ptr addrspace(1) %node.p, align 8
  %number.p = getelementptr inbounds i8, ptr addrspace(1) %node, i64 24
  %number = load i64, ptr addrspace(1) %number.p, align 8
  %sum.next = add i64 %partial, %number
  %j.next = add i64 %j, 1
  %more.nodes = icmp ult i64 %j.next, 1024
  br i1 %more.nodes, label %nodes, label %array.done

array.done:
  %i.next = add i64 %i, 1
  %more.arrays = icmp ult i64 %i.next, %n
  br i1 %more.arrays, label %arrays, label %done

done:
  ret i64 %sum.next
}
