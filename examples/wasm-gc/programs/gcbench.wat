;; GCBench, by John Ellis, Pete Kovac and Hans Boehm: a tree and an array of numbers live to the
;; end, while complete binary trees are built and dropped: from the root downwards, which stores
;; references to new objects in older ones, and from the leaves upwards.
;;
;;     wasm-gc programs/gcbench.wat --invoke run 16
;;
;; For each depth it prints how many trees it makes in each way. It returns the number of nodes of
;; the long-lived tree and all trees on the path to their leftmost leaf. The parameter is the depth
;; of the long-lived tree, from 4 to 20; 16 is the original benchmark.
(module
  (import "host" "print_i32" (func $print (param i32)))

  (rec (type $node (struct
    (field $left (mut (ref null $node)))
    (field $right (mut (ref null $node)))
    (field $i i32)
    (field $j i32))))
  (type $numbers (array (mut f64)))

  (global $smallest i32 (i32.const 4))

  ;; The nodes of a tree: 2^(depth + 1) - 1.
  (func $tree_size (param $depth i32) (result i32)
    (i32.sub (i32.shl (i32.const 2) (local.get $depth)) (i32.const 1)))

  ;; Builds the tree below a node.
  (func $populate (param $depth i32) (param $node (ref $node))
    (if (i32.eqz (local.get $depth)) (then (return)))
    (local.set $depth (i32.sub (local.get $depth) (i32.const 1)))
    (struct.set $node $left (local.get $node) (struct.new_default $node))
    (struct.set $node $right (local.get $node) (struct.new_default $node))
    (call $populate (local.get $depth)
      (ref.as_non_null (struct.get $node $left (local.get $node))))
    (return_call $populate (local.get $depth)
      (ref.as_non_null (struct.get $node $right (local.get $node)))))

  ;; Builds a tree whose root is allocated last.
  (func $make (param $depth i32) (result (ref $node))
    (if (i32.eqz (local.get $depth)) (then (return (struct.new_default $node))))
    (local.set $depth (i32.sub (local.get $depth) (i32.const 1)))
    (struct.new $node
      (call $make (local.get $depth)) (call $make (local.get $depth))
      (i32.const 0) (i32.const 0)))

  ;; The nodes from the root to the leftmost leaf.
  (func $height (param $node (ref null $node)) (result i32)
    (local $nodes i32)
    (block $end
      (loop $down
        (local.set $node (struct.get $node $left (br_on_null $end (local.get $node))))
        (local.set $nodes (i32.add (local.get $nodes) (i32.const 1)))
        (br $down)))
    (local.get $nodes))

  ;; The nodes of a tree.
  (func $count (param $node (ref null $node)) (result i32)
    (if (result i32) (ref.is_null (local.get $node))
      (then (i32.const 0))
      (else
        (i32.add (i32.const 1)
          (i32.add
            (call $count (struct.get $node $left (local.get $node)))
            (call $count (struct.get $node $right (local.get $node))))))))

  ;; The element with the index i is 1 / i in the first half, and 0 in the second.
  (func $make_numbers (param $length i32) (result (ref $numbers))
    (local $numbers (ref $numbers)) (local $i i32)
    (local.set $numbers (array.new_default $numbers (local.get $length)))
    (local.set $length (i32.div_u (local.get $length) (i32.const 2)))
    (local.set $i (i32.const 1))
    (loop $next
      (array.set $numbers (local.get $numbers) (local.get $i)
        (f64.div (f64.const 1) (f64.convert_i32_u (local.get $i))))
      (br_if $next (i32.lt_u
        (local.tee $i (i32.add (local.get $i) (i32.const 1)))
        (local.get $length))))
    (local.get $numbers))

  ;; Makes trees of a depth in both ways and drops them. All trees of a depth have about twice as
  ;; many nodes as the tree that is made at the start. Returns the sum of their heights.
  (func $make_trees (param $depth i32) (param $stretch i32) (result i32)
    (local $count i32) (local $i i32) (local $heights i32) (local $tree (ref $node))
    (local.set $count (i32.div_u
      (i32.mul (i32.const 2) (call $tree_size (local.get $stretch)))
      (call $tree_size (local.get $depth))))
    (call $print (local.get $depth))
    (call $print (local.get $count))
    (local.set $i (local.get $count))
    (loop $downwards
      (local.set $tree (struct.new_default $node))
      (call $populate (local.get $depth) (local.get $tree))
      (local.set $heights (i32.add (local.get $heights) (call $height (local.get $tree))))
      (br_if $downwards (local.tee $i (i32.sub (local.get $i) (i32.const 1)))))
    (loop $upwards
      (local.set $tree (call $make (local.get $depth)))
      (local.set $heights (i32.add (local.get $heights) (call $height (local.get $tree))))
      (br_if $upwards (i32.lt_u
        (local.tee $i (i32.add (local.get $i) (i32.const 1)))
        (local.get $count))))
    (local.get $heights))

  (func (export "run") (param $depth i32) (result i32)
    (local $long (ref $node)) (local $numbers (ref $numbers)) (local $at i32) (local $sum i32)
    (if (i32.gt_u (i32.sub (local.get $depth) (i32.const 4)) (i32.const 16))
      (then (unreachable)))
    ;; A first tree makes the heap grow.
    (local.set $sum (call $height
      (call $make (i32.add (local.get $depth) (i32.const 2)))))
    (local.set $long (struct.new_default $node))
    (call $populate (local.get $depth) (local.get $long))
    ;; At depth 16 the array has 500,000 numbers.
    (local.set $numbers (call $make_numbers (i32.shr_u
      (i32.shl (i32.const 15625) (i32.sub (local.get $depth) (i32.const 4)))
      (i32.const 7))))

    (local.set $at (global.get $smallest))
    (loop $depths
      (local.set $sum (i32.add (local.get $sum)
        (call $make_trees (local.get $at) (i32.add (local.get $depth) (i32.const 2)))))
      (br_if $depths (i32.le_u
        (local.tee $at (i32.add (local.get $at) (i32.const 2)))
        (local.get $depth))))

    ;; Both are still as they were made.
    (local.set $at (i32.div_u (array.len (local.get $numbers)) (i32.const 4)))
    (if (f64.ne
        (array.get $numbers (local.get $numbers) (local.get $at))
        (f64.div (f64.const 1) (f64.convert_i32_u (local.get $at))))
      (then (unreachable)))
    (i32.add (local.get $sum) (call $count (local.get $long)))))
