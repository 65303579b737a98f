;; A hash table with open addressing: keys are of any type below eq, values of any type.
;;
;;     wasm-gc programs/hash_table.wat --invoke run 10000
;;
;; inserts keys of four kinds, each this number of times, removes every third of them, and inserts
;; others until the table grows again. It prints numbers of entries, and returns a checksum of what
;; it finds.
;;
;; A key is an i31; a string, which is an array of bytes; a point, which equals all points with its
;; coordinates; or another object, which equals only itself. An object is found by what it is: the
;; first field of objects is their class, a structure of functions.
(module
  (import "host" "print_i32" (func $print (param i32)))

  (type $string (array i8))
  (rec
    (type $hash (func (param (ref $object)) (result i32)))
    (type $equals (func (param (ref $object)) (param eqref) (result i32)))
    (type $class (struct (field $hash (ref $hash)) (field $equals (ref $equals))))
    (type $object (sub (struct (field $class (ref $class)))))
    (type $point (sub final $object (struct
      (field $class (ref $class)) (field $x i32) (field $y i32))))
    ;; Objects move, so the hash of one that equals only itself is a field.
    (type $token (sub final $object (struct (field $class (ref $class)) (field $number i32)))))

  (type $entry (struct (field $key eqref) (field $value (mut anyref)) (field $hash i32)))
  (type $entries (array (mut (ref null $entry))))
  ;; `used` counts removed entries, too. The length of the array is a power of two.
  (type $table (struct
    (field $entries (mut (ref $entries)))
    (field $live (mut i32))
    (field $used (mut i32))))
  (type $values (array (mut eqref)))

  ;; An exception with the key that is absent.
  (tag $absent (param eqref))

  (elem declare func $point_hash $point_equals $token_hash $token_equals)
  (global $points (ref $class)
    (struct.new $class (ref.func $point_hash) (ref.func $point_equals)))
  (global $tokens (ref $class)
    (struct.new $class (ref.func $token_hash) (ref.func $token_equals)))
  ;; Replaces entries that are removed, because a search continues after them.
  (global $removed (ref $entry)
    (struct.new $entry (ref.null none) (ref.null none) (i32.const 0)))

  ;; Classes

  (func $point_hash (type $hash) (param $object (ref $object)) (result i32)
    (local $point (ref $point))
    (local.set $point (ref.cast (ref $point) (local.get $object)))
    (i32.add
      (i32.mul (struct.get $point $x (local.get $point)) (i32.const 31))
      (struct.get $point $y (local.get $point))))

  (func $point_equals (type $equals) (param $object (ref $object)) (param $other eqref) (result i32)
    (local $point (ref $point)) (local $second (ref $point))
    (local.set $point (ref.cast (ref $point) (local.get $object)))
    (block $differs (result eqref)
      (local.set $second (br_on_cast_fail $differs eqref (ref $point) (local.get $other)))
      (return (i32.and
        (i32.eq
          (struct.get $point $x (local.get $point)) (struct.get $point $x (local.get $second)))
        (i32.eq
          (struct.get $point $y (local.get $point)) (struct.get $point $y (local.get $second))))))
    (drop)
    (i32.const 0))

  (func $token_hash (type $hash) (param $object (ref $object)) (result i32)
    (struct.get $token $number (ref.cast (ref $token) (local.get $object))))

  (func $token_equals (type $equals) (param $object (ref $object)) (param $other eqref) (result i32)
    (ref.eq (local.get $object) (local.get $other)))

  ;; Keys

  ;; Spreads the bits of a hash.
  (func $mix (param $hash i32) (result i32)
    (local.set $hash (i32.mul
      (i32.xor (local.get $hash) (i32.shr_u (local.get $hash) (i32.const 16)))
      (i32.const 0x85ebca6b)))
    (i32.xor (local.get $hash) (i32.shr_u (local.get $hash) (i32.const 13))))

  (func $string_hash (param $string (ref $string)) (result i32)
    (local $hash i32) (local $i i32)
    (block $end
      (loop $next
        (br_if $end (i32.ge_u (local.get $i) (array.len (local.get $string))))
        (local.set $hash (i32.add
          (i32.mul (local.get $hash) (i32.const 31))
          (array.get_u $string (local.get $string) (local.get $i))))
        (local.set $i (i32.add (local.get $i) (i32.const 1)))
        (br $next)))
    (local.get $hash))

  ;; Traps for null, which is not a key.
  (func $hash (param $key eqref) (result i32)
    (local $object (ref $object))
    (block $i31 (result (ref i31))
      (block $string (result (ref $string))
        (br_on_cast $string eqref (ref $string)
          (br_on_cast $i31 eqref (ref i31) (local.get $key)))
        (local.set $object (ref.cast (ref $object)))
        (return_call $mix (call_ref $hash
          (local.get $object)
          (struct.get $class $hash (struct.get $object $class (local.get $object))))))
      (return_call $mix (call $string_hash)))
    (return_call $mix (i31.get_s)))

  (func $strings_equal (param $a (ref $string)) (param $b (ref $string)) (result i32)
    (local $i i32)
    (if (i32.ne (array.len (local.get $a)) (array.len (local.get $b)))
      (then (return (i32.const 0))))
    (block $end
      (loop $next
        (br_if $end (i32.ge_u (local.get $i) (array.len (local.get $a))))
        (if (i32.ne
            (array.get_u $string (local.get $a) (local.get $i))
            (array.get_u $string (local.get $b) (local.get $i)))
          (then (return (i32.const 0))))
        (local.set $i (i32.add (local.get $i) (i32.const 1)))
        (br $next)))
    (i32.const 1))

  (func $equals (param $key eqref) (param $other eqref) (result i32)
    (local $object (ref $object))
    ;; This is the whole comparison for i31.
    (if (ref.eq (local.get $key) (local.get $other)) (then (return (i32.const 1))))
    (block $not_string (result eqref)
      (br_on_cast_fail $not_string eqref (ref $string) (local.get $key))
      (if (i32.eqz (ref.test (ref $string) (local.get $other)))
        (then (return (i32.const 0))))
      (return_call $strings_equal (ref.cast (ref $string) (local.get $other))))
    (block $not_object (param eqref) (result eqref)
      (local.set $object (br_on_cast_fail $not_object eqref (ref $object)))
      (return_call_ref $equals
        (local.get $object)
        (local.get $other)
        (struct.get $class $equals (struct.get $object $class (local.get $object)))))
    (drop)
    (i32.const 0))

  ;; Tables

  (func $new_table (result (ref $table))
    (struct.new $table
      (array.new_default $entries (i32.const 8)) (i32.const 0) (i32.const 0)))

  ;; The index of the entry with a key, or of the null where the search for it ends.
  (func $find (param $entries (ref $entries)) (param $key eqref) (param $hash i32) (result i32)
    (local $mask i32) (local $index i32) (local $entry (ref null $entry))
    (local.set $mask (i32.sub (array.len (local.get $entries)) (i32.const 1)))
    (local.set $index (i32.and (local.get $hash) (local.get $mask)))
    (block $end
      (loop $next
        (local.set $entry (br_on_null $end
          (array.get $entries (local.get $entries) (local.get $index))))
        (if (i32.eq (struct.get $entry $hash (local.get $entry)) (local.get $hash))
          (then
            (if (i32.eqz (ref.eq (local.get $entry) (global.get $removed)))
              (then
                (br_if $end
                  (call $equals (local.get $key) (struct.get $entry $key (local.get $entry))))))))
        (local.set $index (i32.and
          (i32.add (local.get $index) (i32.const 1)) (local.get $mask)))
        (br $next)))
    (local.get $index))

  ;; Copies the entries that are not removed to an array of this length.
  (func $rehash (param $table (ref $table)) (param $length i32)
    (local $old (ref $entries)) (local $new (ref $entries)) (local $i i32)
    (local $entry (ref null $entry))
    (local.set $old (struct.get $table $entries (local.get $table)))
    (local.set $new (array.new_default $entries (local.get $length)))
    (block $end
      (loop $next
        (br_if $end (i32.ge_u (local.get $i) (array.len (local.get $old))))
        (local.set $entry (array.get $entries (local.get $old) (local.get $i)))
        (local.set $i (i32.add (local.get $i) (i32.const 1)))
        (br_if $next (ref.is_null (local.get $entry)))
        (br_if $next (ref.eq (local.get $entry) (global.get $removed)))
        (array.set $entries
          (local.get $new)
          (call $find (local.get $new)
            (struct.get $entry $key (local.get $entry))
            (struct.get $entry $hash (local.get $entry)))
          (local.get $entry))
        (br $next)))
    (struct.set $table $entries (local.get $table) (local.get $new))
    (struct.set $table $used (local.get $table) (struct.get $table $live (local.get $table))))

  (func $put (param $table (ref $table)) (param $key eqref) (param $value anyref)
    (local $hash i32) (local $index i32) (local $length i32) (local $entry (ref null $entry))
    (local.set $hash (call $hash (local.get $key)))
    (local.set $index (call $find
      (struct.get $table $entries (local.get $table)) (local.get $key) (local.get $hash)))
    (block $absent
      (local.set $entry (br_on_null $absent (array.get $entries
        (struct.get $table $entries (local.get $table)) (local.get $index))))
      (struct.set $entry $value (local.get $entry) (local.get $value))
      (return))
    (array.set $entries
      (struct.get $table $entries (local.get $table))
      (local.get $index)
      (struct.new $entry (local.get $key) (local.get $value) (local.get $hash)))
    (struct.set $table $live (local.get $table)
      (i32.add (struct.get $table $live (local.get $table)) (i32.const 1)))
    (struct.set $table $used (local.get $table)
      (i32.add (struct.get $table $used (local.get $table)) (i32.const 1)))
    ;; At most three quarters are used. If half of them are removed, the length is sufficient.
    (local.set $length (array.len (struct.get $table $entries (local.get $table))))
    (if (i32.gt_u
        (i32.mul (struct.get $table $used (local.get $table)) (i32.const 4))
        (i32.mul (local.get $length) (i32.const 3)))
      (then
        (return_call $rehash (local.get $table)
          (i32.shl (local.get $length) (i32.gt_u
            (i32.mul (struct.get $table $live (local.get $table)) (i32.const 2))
            (struct.get $table $used (local.get $table))))))))

  ;; Throws `$absent` if the table does not have the key.
  (func $get (param $table (ref $table)) (param $key eqref) (result anyref)
    (block $absent
      (return (struct.get $entry $value
        (br_on_null $absent
          (array.get $entries
            (struct.get $table $entries (local.get $table))
            (call $find
              (struct.get $table $entries (local.get $table))
              (local.get $key)
              (call $hash (local.get $key))))))))
    (throw $absent (local.get $key)))

  ;; Returns whether the table had the key.
  (func $remove (param $table (ref $table)) (param $key eqref) (result i32)
    (local $index i32)
    (local.set $index (call $find
      (struct.get $table $entries (local.get $table))
      (local.get $key)
      (call $hash (local.get $key))))
    (if (ref.is_null (array.get $entries
        (struct.get $table $entries (local.get $table)) (local.get $index)))
      (then (return (i32.const 0))))
    (array.set $entries
      (struct.get $table $entries (local.get $table))
      (local.get $index)
      (global.get $removed))
    (struct.set $table $live (local.get $table)
      (i32.sub (struct.get $table $live (local.get $table)) (i32.const 1)))
    (i32.const 1))

  ;; The program

  ;; The decimal digits of a number.
  (func $digits (param $number i32) (result (ref $string))
    (array.new_fixed $string 5
      (call $digit (local.get $number) (i32.const 10000))
      (call $digit (local.get $number) (i32.const 1000))
      (call $digit (local.get $number) (i32.const 100))
      (call $digit (local.get $number) (i32.const 10))
      (call $digit (local.get $number) (i32.const 1))))

  (func $digit (param $number i32) (param $unit i32) (result i32)
    (i32.add (i32.const 0x30)
      (i32.rem_u (i32.div_u (local.get $number) (local.get $unit)) (i32.const 10))))

  (func $point (param $number i32) (result (ref $point))
    (struct.new $point (global.get $points)
      (i32.div_u (local.get $number) (i32.const 100))
      (i32.rem_u (local.get $number) (i32.const 100))))

  ;; The value of a key, or a negative number if the table does not have the key.
  (func $get_number (param $table (ref $table)) (param $key eqref) (result i32)
    (block $absent (result eqref)
      (return (i31.get_s (ref.cast (ref i31)
        (try_table (result anyref) (catch $absent $absent)
          (call $get (local.get $table) (local.get $key)))))))
    ;; The exception has the key.
    (if (i32.eqz (ref.eq (local.get $key))) (then (unreachable)))
    (i32.const -1))

  (func (export "run") (param $count i32) (result i32)
    (local $table (ref $table)) (local $tokens (ref $values)) (local $i i32) (local $sum i32)
    (local.set $table (call $new_table))
    (local.set $tokens (array.new_default $values (local.get $count)))
    (loop $insert
      (call $put (local.get $table) (ref.i31 (local.get $i)) (ref.i31 (local.get $i)))
      (call $put (local.get $table) (call $digits (local.get $i)) (ref.i31 (local.get $i)))
      (call $put (local.get $table) (call $point (local.get $i)) (ref.i31 (local.get $i)))
      (array.set $values (local.get $tokens) (local.get $i)
        (struct.new $token (global.get $tokens) (local.get $i)))
      (call $put (local.get $table)
        (array.get $values (local.get $tokens) (local.get $i))
        (ref.i31 (local.get $i)))
      (br_if $insert (i32.lt_u
        (local.tee $i (i32.add (local.get $i) (i32.const 1)))
        (local.get $count))))
    (call $print (struct.get $table $live (local.get $table)))
    (call $print (array.len (struct.get $table $entries (local.get $table))))

    ;; Keys are equal to others of the same value, and tokens are not.
    (local.set $i (i32.const 0))
    (loop $delete
      (local.set $sum (i32.add (local.get $sum)
        (i32.add
          (i32.add
            (call $remove (local.get $table) (ref.i31 (local.get $i)))
            (call $remove (local.get $table) (call $digits (local.get $i))))
          (i32.add
            (call $remove (local.get $table) (call $point (local.get $i)))
            (call $remove (local.get $table)
              (struct.new $token (global.get $tokens) (local.get $i)))))))
      (drop (call $remove (local.get $table)
        (array.get $values (local.get $tokens) (local.get $i))))
      (br_if $delete (i32.lt_u
        (local.tee $i (i32.add (local.get $i) (i32.const 3)))
        (local.get $count))))
    (call $print (local.get $sum))
    (call $print (struct.get $table $live (local.get $table)))

    ;; New keys, and new values of those that exist.
    (local.set $i (i32.const 0))
    (loop $replace
      (call $put (local.get $table)
        (call $digits (i32.mul (local.get $i) (i32.const 2)))
        (ref.i31 (i32.add (local.get $i) (i32.const 7))))
      (br_if $replace (i32.lt_u
        (local.tee $i (i32.add (local.get $i) (i32.const 1)))
        (local.get $count))))
    (call $print (struct.get $table $live (local.get $table)))
    (call $print (array.len (struct.get $table $entries (local.get $table))))

    (local.set $i (i32.const 0))
    (local.set $sum (i32.const 0))
    (loop $read
      (local.set $sum (i32.add
        (i32.mul (local.get $sum) (i32.const 17))
        (i32.add
          (i32.add
            (call $get_number (local.get $table) (ref.i31 (local.get $i)))
            (i32.mul (i32.const 3)
              (call $get_number (local.get $table) (call $digits (local.get $i)))))
          (i32.add
            (i32.mul (i32.const 5)
              (call $get_number (local.get $table) (call $point (local.get $i))))
            (i32.mul (i32.const 7)
              (call $get_number (local.get $table)
                (array.get $values (local.get $tokens) (local.get $i))))))))
      (br_if $read (i32.lt_u
        (local.tee $i (i32.add (local.get $i) (i32.const 1)))
        (local.get $count))))
    (local.get $sum)))
