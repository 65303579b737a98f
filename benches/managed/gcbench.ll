; GCBench, after Ellis, Kovac and Boehm: trees that are built top-down and bottom-up, and a
; long-lived tree and array. The peers in ../peers/gcbench do the same work and compute the same
; number.
;
; A node has type 7 and 32 bytes: header, left, right, two i32. The array has type 2 and contains
; words.
; also in registers: gcbench_

declare ptr addrspace(1) @spgc_allocate(i64, i64)
declare ptr addrspace(1) @spgc_allocate_array(i64, i64)
declare void @spgc_store(ptr addrspace(1), ptr addrspace(1), ptr addrspace(1))

; Adds descendants to a node, down to this depth. Each is stored into its parent, which is older.
define void @gcbench_populate(i64 %depth, ptr addrspace(1) %node) uwtable gc "statepoint-example" {
entry:
  %is.leaf = icmp eq i64 %depth, 0
  br i1 %is.leaf, label %leaf, label %inner

leaf:
  ret void

inner:
  %new.left = call ptr addrspace(1) @spgc_allocate(i64 32, i64 1792)
  %left.p = getelementptr inbounds i8, ptr addrspace(1) %node, i64 8
  call void @spgc_store(ptr addrspace(1) %node, ptr addrspace(1) %left.p, ptr addrspace(1) %new.left)
  %new.right = call ptr addrspace(1) @spgc_allocate(i64 32, i64 1792)
  %right.p = getelementptr inbounds i8, ptr addrspace(1) %node, i64 16
  call void @spgc_store(ptr addrspace(1) %node, ptr addrspace(1) %right.p, ptr addrspace(1) %new.right)
  %below = sub i64 %depth, 1
  %left = load ptr addrspace(1), ptr addrspace(1) %left.p, align 8
  call void @gcbench_populate(i64 %below, ptr addrspace(1) %left)
  %right = load ptr addrspace(1), ptr addrspace(1) %right.p, align 8
  call void @gcbench_populate(i64 %below, ptr addrspace(1) %right)
  ret void
}

; Builds a tree of this depth bottom-up and returns it.
define ptr addrspace(1) @gcbench_make(i64 %depth) uwtable gc "statepoint-example" {
entry:
  %is.leaf = icmp eq i64 %depth, 0
  br i1 %is.leaf, label %leaf, label %inner

leaf:
  %node0 = call ptr addrspace(1) @spgc_allocate(i64 32, i64 1792)
  ret ptr addrspace(1) %node0

inner:
  %below = sub i64 %depth, 1
  %left = call ptr addrspace(1) @gcbench_make(i64 %below)
  %right = call ptr addrspace(1) @gcbench_make(i64 %below)
  %node = call ptr addrspace(1) @spgc_allocate(i64 32, i64 1792)
  %left.p = getelementptr inbounds i8, ptr addrspace(1) %node, i64 8
  store ptr addrspace(1) %left, ptr addrspace(1) %left.p, align 8
  %right.p = getelementptr inbounds i8, ptr addrspace(1) %node, i64 16
  store ptr addrspace(1) %right, ptr addrspace(1) %right.p, align 8
  ret ptr addrspace(1) %node
}

; Returns the number of nodes on the path along left children.
define i64 @gcbench_spine(ptr addrspace(1) %tree) uwtable gc "statepoint-example" {
entry:
  br label %loop

loop:
  %node = phi ptr addrspace(1) [ %tree, %entry ], [ %left, %loop ]
  %nodes = phi i64 [ 1, %entry ], [ %nodes.next, %loop ]
  %left.p = getelementptr inbounds i8, ptr addrspace(1) %node, i64 8
  %left = load ptr addrspace(1), ptr addrspace(1) %left.p, align 8
  %nodes.next = add i64 %nodes, 1
  %more = icmp ne ptr addrspace(1) %left, null
  br i1 %more, label %loop, label %done

done:
  ret i64 %nodes
}

; Returns the number of nodes of a tree.
define i64 @gcbench_count(ptr addrspace(1) %node) uwtable gc "statepoint-example" {
entry:
  %none = icmp eq ptr addrspace(1) %node, null
  br i1 %none, label %nothing, label %something

nothing:
  ret i64 0

something:
  %left.p = getelementptr inbounds i8, ptr addrspace(1) %node, i64 8
  %left = load ptr addrspace(1), ptr addrspace(1) %left.p, align 8
  %in.left = call i64 @gcbench_count(ptr addrspace(1) %left)
  %right.p = getelementptr inbounds i8, ptr addrspace(1) %node, i64 16
  %right = load ptr addrspace(1), ptr addrspace(1) %right.p, align 8
  %in.right = call i64 @gcbench_count(ptr addrspace(1) %right)
  %below = add i64 %in.left, %in.right
  %nodes = add i64 %below, 1
  ret i64 %nodes
}

; Stores 1 / i into the elements 1 to n - 1.
define void @gcbench_fill(ptr addrspace(1) %array, i64 %n) uwtable gc "statepoint-example" {
entry:
  br label %loop

loop:
  %i = phi i64 [ 1, %entry ], [ %next, %loop ]
  %divisor = uitofp i64 %i to double
  %quotient = fdiv double 1.0, %divisor
  %offset = shl i64 %i, 3
  %from.start = add i64 %offset, 16
  %element = getelementptr inbounds i8, ptr addrspace(1) %array, i64 %from.start
  store double %quotient, ptr addrspace(1) %element, align 8
  %next = add i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %loop, label %done

done:
  ret void
}

; Returns a million times the sum of the elements 1 to n - 1, truncated.
define i64 @gcbench_sum(ptr addrspace(1) %array, i64 %n) uwtable gc "statepoint-example" {
entry:
  br label %loop

loop:
  %i = phi i64 [ 1, %entry ], [ %next, %loop ]
  %sum = phi double [ 0.0, %entry ], [ %sum.next, %loop ]
  %offset = shl i64 %i, 3
  %from.start = add i64 %offset, 16
  %element = getelementptr inbounds i8, ptr addrspace(1) %array, i64 %from.start
  %value = load double, ptr addrspace(1) %element, align 8
  %sum.next = fadd double %sum, %value
  %next = add i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %loop, label %done

done:
  %scaled = fmul double %sum.next, 1.0e6
  %result = fptoui double %scaled to i64
  ret i64 %result
}

; Builds `trees` trees of one depth top-down, then bottom-up. Returns the sum of their spines.
define i64 @gcbench_temporary(i64 %trees, i64 %depth) uwtable gc "statepoint-example" {
entry:
  br label %down

down:
  %i = phi i64 [ 0, %entry ], [ %i.next, %down ]
  %sum = phi i64 [ 0, %entry ], [ %sum.next, %down ]
  %root = call ptr addrspace(1) @spgc_allocate(i64 32, i64 1792)
  call void @gcbench_populate(i64 %depth, ptr addrspace(1) %root)
  %spine = call i64 @gcbench_spine(ptr addrspace(1) %root)
  %sum.next = add i64 %sum, %spine
  %i.next = add i64 %i, 1
  %down.more = icmp ult i64 %i.next, %trees
  br i1 %down.more, label %down, label %up

up:
  %j = phi i64 [ 0, %down ], [ %j.next, %up ]
  %total = phi i64 [ %sum.next, %down ], [ %total.next, %up ]
  %tree = call ptr addrspace(1) @gcbench_make(i64 %depth)
  %up.spine = call i64 @gcbench_spine(ptr addrspace(1) %tree)
  %total.next = add i64 %total, %up.spine
  %j.next = add i64 %j, 1
  %up.more = icmp ult i64 %j.next, %trees
  br i1 %up.more, label %up, label %done

done:
  ret i64 %total.next
}

; Runs the benchmark. Each increment of the scale doubles all sizes.
define i64 @gcbench_run(i64 %scale) uwtable gc "statepoint-example" {
entry:
  %stretch.depth = add i64 %scale, 18
  %stretch = call ptr addrspace(1) @gcbench_make(i64 %stretch.depth)
  %stretch.spine = call i64 @gcbench_spine(ptr addrspace(1) %stretch)
  %long.lived = call ptr addrspace(1) @spgc_allocate(i64 32, i64 1792)
  %deepest = add i64 %scale, 16
  call void @gcbench_populate(i64 %deepest, ptr addrspace(1) %long.lived)
  %length = shl i64 500000, %scale
  %half = lshr i64 %length, 1
  %array = call ptr addrspace(1) @spgc_allocate_array(i64 %length, i64 512)
  call void @gcbench_fill(ptr addrspace(1) %array, i64 %half)
  ; The trees of one depth have as many nodes in total as two stretch trees.
  %stretch.nodes.1 = shl i64 2, %stretch.depth
  %stretch.nodes = sub i64 %stretch.nodes.1, 1
  %both = shl i64 %stretch.nodes, 1
  br label %loop

loop:
  %depth = phi i64 [ 4, %entry ], [ %depth.next, %loop ]
  %sum = phi i64 [ %stretch.spine, %entry ], [ %sum.next, %loop ]
  %nodes.1 = shl i64 2, %depth
  %nodes = sub i64 %nodes.1, 1
  %trees = udiv i64 %both, %nodes
  %spines = call i64 @gcbench_temporary(i64 %trees, i64 %depth)
  %sum.next = add i64 %sum, %spines
  %depth.next = add i64 %depth, 2
  %more = icmp ule i64 %depth.next, %deepest
  br i1 %more, label %loop, label %done

done:
  %long.lived.nodes = call i64 @gcbench_count(ptr addrspace(1) %long.lived)
  %quotients = call i64 @gcbench_sum(ptr addrspace(1) %array, i64 %half)
  %with.long.lived = add i64 %sum.next, %long.lived.nodes
  %result = add i64 %with.long.lived, %quotients
  ret i64 %result
}
