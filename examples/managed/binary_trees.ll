; binary-trees: allocates and counts binary trees. The program is src/bin/binary-trees.rs.
;
; Node, type 1, 24 bytes: header, left, right. A leaf has two null children.
; also in registers: bt_
; also with patched polls: bt_

declare ptr addrspace(1) @spgc_allocate(i64, i64)

define ptr addrspace(1) @bt_make(i32 %depth) uwtable gc "statepoint-example" {
entry:
  %is.leaf = icmp eq i32 %depth, 0
  br i1 %is.leaf, label %leaf, label %inner

leaf:
  %node0 = call ptr addrspace(1) @spgc_allocate(i64 24, i64 256)
  ret ptr addrspace(1) %node0

inner:
  %below = sub i32 %depth, 1
  %left = call ptr addrspace(1) @bt_make(i32 %below)
  %right = call ptr addrspace(1) @bt_make(i32 %below)
  ; These stores need no barrier: they initialise the node, with no safepoint since it was
  ; allocated.
  %node = call ptr addrspace(1) @spgc_allocate(i64 24, i64 256)
  %left.p = getelementptr inbounds i8, ptr addrspace(1) %node, i64 8
  store ptr addrspace(1) %left, ptr addrspace(1) %left.p, align 8
  %right.p = getelementptr inbounds i8, ptr addrspace(1) %node, i64 16
  store ptr addrspace(1) %right, ptr addrspace(1) %right.p, align 8
  ret ptr addrspace(1) %node
}

; Returns the number of nodes of a tree.
define i64 @bt_count(ptr addrspace(1) %node) uwtable gc "statepoint-example" {
entry:
  %left.p = getelementptr inbounds i8, ptr addrspace(1) %node, i64 8
  %left = load ptr addrspace(1), ptr addrspace(1) %left.p, align 8
  %is.leaf = icmp eq ptr addrspace(1) %left, null
  br i1 %is.leaf, label %leaf, label %inner

leaf:
  ret i64 1

inner:
  %nodes.left = call i64 @bt_count(ptr addrspace(1) %left)
  %right.p = getelementptr inbounds i8, ptr addrspace(1) %node, i64 16
  %right = load ptr addrspace(1), ptr addrspace(1) %right.p, align 8
  %nodes.right = call i64 @bt_count(ptr addrspace(1) %right)
  %below = add i64 %nodes.left, %nodes.right
  %nodes = add i64 %below, 1
  ret i64 %nodes
}

; Allocates and counts `trees` trees of one depth. Returns the sum of their nodes.
define i64 @bt_churn(i64 %trees, i32 %depth) uwtable gc "statepoint-example" {
entry:
  br label %head

head:
  %i = phi i64 [ 0, %entry ], [ %i.next, %body ]
  %sum = phi i64 [ 0, %entry ], [ %sum.next, %body ]
  %more = icmp ult i64 %i, %trees
  br i1 %more, label %body, label %done

body:
  %tree = call ptr addrspace(1) @bt_make(i32 %depth)
  %nodes = call i64 @bt_count(ptr addrspace(1) %tree)
  %sum.next = add i64 %sum, %nodes
  %i.next = add i64 %i, 1
  br label %head

done:
  ret i64 %sum
}
