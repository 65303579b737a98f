;; The benchmark binary-trees: a tree that lives to the end, and short-lived ones of each depth.
;;
;;     wasm-gc programs/binary_trees.wat --invoke run 16
;;
;; returns the sum of the checks of all trees.
(module
  (rec (type $tree (struct (field $left (ref null $tree)) (field $right (ref null $tree)))))

  (func $make (param $depth i32) (result (ref $tree))
    (if (result (ref $tree)) (i32.eqz (local.get $depth))
      (then (struct.new_default $tree))
      (else
        (local.set $depth (i32.sub (local.get $depth) (i32.const 1)))
        (struct.new $tree (call $make (local.get $depth)) (call $make (local.get $depth))))))

  (func $check (param $tree (ref $tree)) (result i32)
    (local $left (ref null $tree))
    (local.set $left (struct.get $tree $left (local.get $tree)))
    (if (result i32) (ref.is_null (local.get $left))
      (then (i32.const 1))
      (else
        (i32.add (i32.const 1)
          (i32.add
            (call $check (ref.as_non_null (local.get $left)))
            (call $check (ref.as_non_null (struct.get $tree $right (local.get $tree)))))))))

  (func (export "run") (param $depth i32) (result i32)
    (local $long (ref null $tree)) (local $d i32) (local $i i32) (local $sum i32)
    (local.set $long (call $make (local.get $depth)))
    (local.set $d (i32.const 4))
    (loop $depths
      (local.set $i (i32.shl (i32.const 1) (i32.sub (local.get $depth) (local.get $d))))
      (loop $trees
        (local.set $sum (i32.add (local.get $sum) (call $check (call $make (local.get $d)))))
        (br_if $trees (local.tee $i (i32.sub (local.get $i) (i32.const 1)))))
      (local.set $d (i32.add (local.get $d) (i32.const 2)))
      (br_if $depths (i32.le_s (local.get $d) (local.get $depth))))
    (i32.add (local.get $sum) (call $check (ref.as_non_null (local.get $long))))))
