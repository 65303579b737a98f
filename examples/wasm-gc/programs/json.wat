;; A parser and a printer of JSON (RFC 8259).
;;
;;     wasm-gc programs/json.wat --invoke run 1000
;;
;; parses a document that is part of the module and prints it without spaces; prints the positions
;; of errors in others; makes a list of this number of random values, prints it to a string, parses
;; that, compares the two, and prints again. It prints the length of the text and returns its hash.
;; `document`, with the same parameter, prints the text.
;;
;; A value is an i31, if it is a small integer; another number; a string, which is an array of
;; bytes in UTF-8; a list; a map; or one of three objects for true, false and null.
(module
  (import "host" "print_i32" (func $print_i32 (param i32)))
  (import "host" "print_char" (func $print_char (param i32)))

  (type $string (array (mut i8)))
  (type $strings (array (mut (ref null $string))))
  (type $values (array (mut anyref)))
  (type $powers (array f64))
  (type $characters (array i32))

  (type $literal (struct (field $text (ref $string))))
  (type $number (struct (field $value f64)))
  ;; The arrays are longer than the list. A map is a list with a name for each value.
  (type $list (sub (struct (field $length (mut i32)) (field $values (mut (ref $values))))))
  (type $map (sub final $list (struct
    (field $length (mut i32))
    (field $values (mut (ref $values)))
    (field $names (mut (ref $strings))))))

  (type $parser (struct (field $text (ref $string)) (field $at (mut i32))))
  ;; A string that grows. The array is longer than the string.
  (type $buffer (struct (field $bytes (mut (ref $string))) (field $length (mut i32))))

  ;; An error in a text, at a position.
  (tag $syntax (param i32))

  (global $true (ref $literal) (struct.new $literal
    (array.new_fixed $string 4
      (i32.const 0x74) (i32.const 0x72) (i32.const 0x75) (i32.const 0x65))))
  (global $false (ref $literal) (struct.new $literal
    (array.new_fixed $string 5
      (i32.const 0x66) (i32.const 0x61) (i32.const 0x6c) (i32.const 0x73) (i32.const 0x65))))
  (global $null (ref $literal) (struct.new $literal
    (array.new_fixed $string 4
      (i32.const 0x6e) (i32.const 0x75) (i32.const 0x6c) (i32.const 0x6c))))

  ;; The powers of ten that are exact.
  (global $powers (ref $powers) (array.new_fixed $powers 23
    (f64.const 1e0) (f64.const 1e1) (f64.const 1e2) (f64.const 1e3) (f64.const 1e4)
    (f64.const 1e5) (f64.const 1e6) (f64.const 1e7) (f64.const 1e8) (f64.const 1e9)
    (f64.const 1e10) (f64.const 1e11) (f64.const 1e12) (f64.const 1e13) (f64.const 1e14)
    (f64.const 1e15) (f64.const 1e16) (f64.const 1e17) (f64.const 1e18) (f64.const 1e19)
    (f64.const 1e20) (f64.const 1e21) (f64.const 1e22)))

  ;; Buffers

  (func $new_buffer (result (ref $buffer))
    (struct.new $buffer (array.new_default $string (i32.const 16)) (i32.const 0)))

  ;; Makes room for more bytes.
  (func $reserve (param $buffer (ref $buffer)) (param $count i32)
    (local $needed i32) (local $length i32) (local $bytes (ref $string))
    (local.set $needed (i32.add
      (struct.get $buffer $length (local.get $buffer)) (local.get $count)))
    (local.set $length (array.len (struct.get $buffer $bytes (local.get $buffer))))
    (if (i32.le_u (local.get $needed) (local.get $length)) (then (return)))
    (loop $double
      (br_if $double (i32.lt_u
        (local.tee $length (i32.shl (local.get $length) (i32.const 1)))
        (local.get $needed))))
    (local.set $bytes (array.new_default $string (local.get $length)))
    (array.copy $string $string
      (local.get $bytes) (i32.const 0)
      (struct.get $buffer $bytes (local.get $buffer)) (i32.const 0)
      (struct.get $buffer $length (local.get $buffer)))
    (struct.set $buffer $bytes (local.get $buffer) (local.get $bytes)))

  (func $append (param $buffer (ref $buffer)) (param $byte i32)
    (call $reserve (local.get $buffer) (i32.const 1))
    (array.set $string
      (struct.get $buffer $bytes (local.get $buffer))
      (struct.get $buffer $length (local.get $buffer))
      (local.get $byte))
    (struct.set $buffer $length (local.get $buffer)
      (i32.add (struct.get $buffer $length (local.get $buffer)) (i32.const 1))))

  ;; Appends a byte several times.
  (func $append_fill (param $buffer (ref $buffer)) (param $byte i32) (param $count i32)
    (call $reserve (local.get $buffer) (local.get $count))
    (array.fill $string
      (struct.get $buffer $bytes (local.get $buffer))
      (struct.get $buffer $length (local.get $buffer))
      (local.get $byte)
      (local.get $count))
    (struct.set $buffer $length (local.get $buffer)
      (i32.add (struct.get $buffer $length (local.get $buffer)) (local.get $count))))

  ;; Appends a part of a string.
  (func $append_part (param $buffer (ref $buffer)) (param $string (ref $string))
    (param $from i32) (param $count i32)
    (call $reserve (local.get $buffer) (local.get $count))
    (array.copy $string $string
      (struct.get $buffer $bytes (local.get $buffer))
      (struct.get $buffer $length (local.get $buffer))
      (local.get $string) (local.get $from) (local.get $count))
    (struct.set $buffer $length (local.get $buffer)
      (i32.add (struct.get $buffer $length (local.get $buffer)) (local.get $count))))

  (func $append_string (param $buffer (ref $buffer)) (param $string (ref $string))
    (return_call $append_part (local.get $buffer) (local.get $string)
      (i32.const 0) (array.len (local.get $string))))

  ;; Appends a code point in UTF-8.
  (func $append_character (param $buffer (ref $buffer)) (param $point i32)
    (if (i32.lt_u (local.get $point) (i32.const 0x80))
      (then (return_call $append (local.get $buffer) (local.get $point))))
    (if (i32.lt_u (local.get $point) (i32.const 0x800))
      (then
        (call $append (local.get $buffer)
          (i32.or (i32.const 0xc0) (i32.shr_u (local.get $point) (i32.const 6)))))
      (else
        (if (i32.lt_u (local.get $point) (i32.const 0x10000))
          (then
            (call $append (local.get $buffer)
              (i32.or (i32.const 0xe0) (i32.shr_u (local.get $point) (i32.const 12)))))
          (else
            (call $append (local.get $buffer)
              (i32.or (i32.const 0xf0) (i32.shr_u (local.get $point) (i32.const 18))))
            (call $append_continuation
              (local.get $buffer) (i32.shr_u (local.get $point) (i32.const 12)))))
        (call $append_continuation
          (local.get $buffer) (i32.shr_u (local.get $point) (i32.const 6)))))
    (return_call $append_continuation (local.get $buffer) (local.get $point)))

  (func $append_continuation (param $buffer (ref $buffer)) (param $bits i32)
    (return_call $append (local.get $buffer)
      (i32.or (i32.const 0x80) (i32.and (local.get $bits) (i32.const 0x3f)))))

  ;; The string that a buffer holds.
  (func $finish (param $buffer (ref $buffer)) (result (ref $string))
    (local $string (ref $string)) (local $length i32)
    (local.set $length (struct.get $buffer $length (local.get $buffer)))
    (local.set $string (array.new_default $string (local.get $length)))
    (array.copy $string $string
      (local.get $string) (i32.const 0)
      (struct.get $buffer $bytes (local.get $buffer)) (i32.const 0) (local.get $length))
    (local.get $string))

  ;; Lists and maps

  (func $new_list (result (ref $list))
    (struct.new $list (i32.const 0) (array.new_default $values (i32.const 4))))

  (func $new_map (result (ref $map))
    (struct.new $map (i32.const 0)
      (array.new_default $values (i32.const 4)) (array.new_default $strings (i32.const 4))))

  (func $push (param $list (ref $list)) (param $value anyref)
    (local $length i32) (local $values (ref $values))
    (local.set $length (struct.get $list $length (local.get $list)))
    (if (i32.eq (local.get $length) (array.len (struct.get $list $values (local.get $list))))
      (then
        (local.set $values
          (array.new_default $values (i32.shl (local.get $length) (i32.const 1))))
        (array.copy $values $values
          (local.get $values) (i32.const 0)
          (struct.get $list $values (local.get $list)) (i32.const 0)
          (local.get $length))
        (struct.set $list $values (local.get $list) (local.get $values))))
    (array.set $values
      (struct.get $list $values (local.get $list)) (local.get $length) (local.get $value))
    (struct.set $list $length (local.get $list) (i32.add (local.get $length) (i32.const 1))))

  (func $push_named (param $map (ref $map)) (param $name (ref $string)) (param $value anyref)
    (local $length i32) (local $names (ref $strings))
    (local.set $length (struct.get $map $length (local.get $map)))
    (if (i32.eq (local.get $length) (array.len (struct.get $map $names (local.get $map))))
      (then
        (local.set $names
          (array.new_default $strings (i32.shl (local.get $length) (i32.const 1))))
        (array.copy $strings $strings
          (local.get $names) (i32.const 0)
          (struct.get $map $names (local.get $map)) (i32.const 0)
          (local.get $length))
        (struct.set $map $names (local.get $map) (local.get $names))))
    (array.set $strings
      (struct.get $map $names (local.get $map)) (local.get $length) (local.get $name))
    (return_call $push (local.get $map) (local.get $value)))

  (func $item (param $list (ref $list)) (param $index i32) (result anyref)
    (array.get $values (struct.get $list $values (local.get $list)) (local.get $index)))

  (func $name (param $map (ref $map)) (param $index i32) (result (ref $string))
    (ref.as_non_null
      (array.get $strings (struct.get $map $names (local.get $map)) (local.get $index))))

  ;; Numbers

  ;; A number times a power of ten.
  (func $scale (param $number f64) (param $exponent i32) (result f64)
    (block $end
      (loop $up
        (br_if $end (i32.le_s (local.get $exponent) (i32.const 22)))
        (local.set $number (f64.mul (local.get $number) (f64.const 1e22)))
        (local.set $exponent (i32.sub (local.get $exponent) (i32.const 22)))
        (br $up)))
    (block $end
      (loop $down
        (br_if $end (i32.ge_s (local.get $exponent) (i32.const -22)))
        (local.set $number (f64.div (local.get $number) (f64.const 1e22)))
        (local.set $exponent (i32.add (local.get $exponent) (i32.const 22)))
        (br $down)))
    (if (result f64) (i32.ge_s (local.get $exponent) (i32.const 0))
      (then
        (f64.mul (local.get $number)
          (array.get $powers (global.get $powers) (local.get $exponent))))
      (else
        (f64.div (local.get $number)
          (array.get $powers (global.get $powers)
            (i32.sub (i32.const 0) (local.get $exponent)))))))

  ;; The decimal digits of a number.
  (func $digits (param $number i64) (result (ref $string))
    (local $rest i64) (local $count i32) (local $digits (ref $string))
    (local.set $rest (local.get $number))
    (loop $next
      (local.set $count (i32.add (local.get $count) (i32.const 1)))
      (br_if $next (i64.ne
        (local.tee $rest (i64.div_u (local.get $rest) (i64.const 10)))
        (i64.const 0))))
    (local.set $digits (array.new_default $string (local.get $count)))
    (loop $next
      (local.set $count (i32.sub (local.get $count) (i32.const 1)))
      (array.set $string (local.get $digits) (local.get $count)
        (i32.add (i32.const 0x30)
          (i32.wrap_i64 (i64.rem_u (local.get $number) (i64.const 10)))))
      (local.set $number (i64.div_u (local.get $number) (i64.const 10)))
      (br_if $next (local.get $count)))
    (local.get $digits))

  ;; Prints an integer with a sign.
  (func $print_integer (param $number i64) (param $buffer (ref $buffer))
    (if (i64.lt_s (local.get $number) (i64.const 0))
      (then
        (call $append (local.get $buffer) (i32.const 0x2d))
        (local.set $number (i64.sub (i64.const 0) (local.get $number)))))
    (return_call $append_string (local.get $buffer) (call $digits (local.get $number))))

  ;; Prints a finite number with up to 15 digits, in the form that JavaScript uses.
  (func $print_number (param $number f64) (param $buffer (ref $buffer))
    (local $exponent i32) (local $significand i64) (local $digits (ref $string))
    (local $count i32) (local $point i32)
    (if (f64.eq (local.get $number) (f64.const 0))
      (then (return_call $append (local.get $buffer) (i32.const 0x30))))
    (if (f64.lt (local.get $number) (f64.const 0))
      (then
        (call $append (local.get $buffer) (i32.const 0x2d))
        (local.set $number (f64.abs (local.get $number)))))
    ;; The number is the significand, of 15 digits, divided by ten to the power of the exponent.
    ;; The estimate by the binary exponent is wrong by 1 at most.
    (local.set $exponent (i32.sub (i32.const 14)
      (i32.trunc_f64_s (f64.floor (f64.mul (f64.const 0.30102999566398)
        (f64.convert_i64_s (i64.sub
          (i64.shr_u (i64.reinterpret_f64 (local.get $number)) (i64.const 52))
          (i64.const 1023))))))))
    (block $end
      (loop $again
        (local.set $significand (i64.trunc_sat_f64_u
          (f64.nearest (call $scale (local.get $number) (local.get $exponent)))))
        (if (i64.ge_u (local.get $significand) (i64.const 1000000000000000))
          (then
            (local.set $exponent (i32.sub (local.get $exponent) (i32.const 1)))
            (br $again)))
        (br_if $end (i64.ge_u (local.get $significand) (i64.const 100000000000000)))
        (local.set $exponent (i32.add (local.get $exponent) (i32.const 1)))
        (br $again)))
    (local.set $digits (call $digits (local.get $significand)))
    ;; Trailing zeros are not printed.
    (local.set $count (array.len (local.get $digits)))
    (loop $zeros
      (br_if $zeros (i32.eq (i32.const 0x30)
        (array.get_u $string (local.get $digits)
          (local.tee $count (i32.sub (local.get $count) (i32.const 1)))))))
    (local.set $count (i32.add (local.get $count) (i32.const 1)))
    ;; The number of digits before the point.
    (local.set $point (i32.sub (i32.const 15) (local.get $exponent)))

    (if (i32.le_u (i32.sub (local.get $point) (i32.const 1)) (i32.const 20))
      (then
        (if (i32.le_s (local.get $count) (local.get $point))
          (then
            (call $append_part (local.get $buffer) (local.get $digits)
              (i32.const 0) (local.get $count))
            (return_call $append_fill (local.get $buffer) (i32.const 0x30)
              (i32.sub (local.get $point) (local.get $count)))))
        (call $append_part (local.get $buffer) (local.get $digits)
          (i32.const 0) (local.get $point))
        (call $append (local.get $buffer) (i32.const 0x2e))
        (return_call $append_part (local.get $buffer) (local.get $digits)
          (local.get $point) (i32.sub (local.get $count) (local.get $point)))))
    (if (i32.le_u (i32.add (local.get $point) (i32.const 5)) (i32.const 5))
      (then
        (call $append (local.get $buffer) (i32.const 0x30))
        (call $append (local.get $buffer) (i32.const 0x2e))
        (call $append_fill (local.get $buffer) (i32.const 0x30)
          (i32.sub (i32.const 0) (local.get $point)))
        (return_call $append_part (local.get $buffer) (local.get $digits)
          (i32.const 0) (local.get $count))))
    (call $append_part (local.get $buffer) (local.get $digits) (i32.const 0) (i32.const 1))
    (if (i32.gt_u (local.get $count) (i32.const 1))
      (then
        (call $append (local.get $buffer) (i32.const 0x2e))
        (call $append_part (local.get $buffer) (local.get $digits)
          (i32.const 1) (i32.sub (local.get $count) (i32.const 1)))))
    (call $append (local.get $buffer) (i32.const 0x65))
    (if (i32.gt_s (local.get $point) (i32.const 0))
      (then (call $append (local.get $buffer) (i32.const 0x2b))))
    (return_call $print_integer
      (i64.sub (i64.extend_i32_s (local.get $point)) (i64.const 1))
      (local.get $buffer)))

  ;; The parser

  ;; The byte at the position, or -1 at the end.
  (func $peek (param $parser (ref $parser)) (result i32)
    (local $at i32)
    (local.set $at (struct.get $parser $at (local.get $parser)))
    (if (result i32)
      (i32.lt_u (local.get $at) (array.len (struct.get $parser $text (local.get $parser))))
      (then
        (array.get_u $string (struct.get $parser $text (local.get $parser)) (local.get $at)))
      (else (i32.const -1))))

  (func $advance (param $parser (ref $parser))
    (struct.set $parser $at (local.get $parser)
      (i32.add (struct.get $parser $at (local.get $parser)) (i32.const 1))))

  ;; Returns the byte at the position, which is not the end, and moves to the next one.
  (func $take (param $parser (ref $parser)) (result i32)
    (local $byte i32)
    (if (i32.lt_s (local.tee $byte (call $peek (local.get $parser))) (i32.const 0))
      (then (return_call $fail (local.get $parser))))
    (call $advance (local.get $parser))
    (local.get $byte))

  ;; Moves past this byte, or returns 0 if another one is at the position.
  (func $skip (param $parser (ref $parser)) (param $byte i32) (result i32)
    (if (i32.ne (call $peek (local.get $parser)) (local.get $byte))
      (then (return (i32.const 0))))
    (call $advance (local.get $parser))
    (i32.const 1))

  (func $expect (param $parser (ref $parser)) (param $byte i32)
    (if (i32.eqz (call $skip (local.get $parser) (local.get $byte)))
      (then (drop (call $fail (local.get $parser))))))

  ;; Reports an error at the position. It has a result so that calls of it can be tail calls.
  (func $fail (param $parser (ref $parser)) (result i32)
    (throw $syntax (struct.get $parser $at (local.get $parser))))

  ;; Reports the byte that was taken last.
  (func $fail_before (param $parser (ref $parser)) (result i32)
    (throw $syntax
      (i32.sub (struct.get $parser $at (local.get $parser)) (i32.const 1))))

  (func $skip_spaces (param $parser (ref $parser))
    (local $byte i32)
    (loop $next
      (local.set $byte (call $peek (local.get $parser)))
      (if (i32.or
          (i32.or
            (i32.eq (local.get $byte) (i32.const 0x20))
            (i32.eq (local.get $byte) (i32.const 0x0a)))
          (i32.or
            (i32.eq (local.get $byte) (i32.const 0x0d))
            (i32.eq (local.get $byte) (i32.const 0x09))))
        (then
          (call $advance (local.get $parser))
          (br $next)))))

  (func $is_digit (param $byte i32) (result i32)
    (i32.lt_u (i32.sub (local.get $byte) (i32.const 0x30)) (i32.const 10)))

  ;; Parses a whole text.
  (func $parse (param $text (ref $string)) (result anyref)
    (local $parser (ref $parser)) (local $value anyref)
    (local.set $parser (struct.new $parser (local.get $text) (i32.const 0)))
    (local.set $value (call $parse_value (local.get $parser)))
    (if (i32.ge_s (call $peek (local.get $parser)) (i32.const 0))
      (then (drop (call $fail (local.get $parser)))))
    (local.get $value))

  ;; Parses a value and the spaces before and after it.
  (func $parse_value (param $parser (ref $parser)) (result anyref)
    (local $value anyref)
    (call $skip_spaces (local.get $parser))
    (local.set $value (call $parse_value_here (local.get $parser)))
    (call $skip_spaces (local.get $parser))
    (local.get $value))

  (func $parse_value_here (param $parser (ref $parser)) (result anyref)
    (local $byte i32)
    (local.set $byte (call $peek (local.get $parser)))
    (if (i32.eq (local.get $byte) (i32.const 0x7b))
      (then (return_call $parse_map (local.get $parser))))
    (if (i32.eq (local.get $byte) (i32.const 0x5b))
      (then (return_call $parse_list (local.get $parser))))
    (if (i32.eq (local.get $byte) (i32.const 0x22))
      (then (return_call $parse_string (local.get $parser))))
    (if (i32.eq (local.get $byte) (i32.const 0x74))
      (then (return_call $parse_literal (local.get $parser) (global.get $true))))
    (if (i32.eq (local.get $byte) (i32.const 0x66))
      (then (return_call $parse_literal (local.get $parser) (global.get $false))))
    (if (i32.eq (local.get $byte) (i32.const 0x6e))
      (then (return_call $parse_literal (local.get $parser) (global.get $null))))
    (return_call $parse_number (local.get $parser)))

  (func $parse_literal (param $parser (ref $parser)) (param $literal (ref $literal))
    (result anyref)
    (local $i i32)
    (loop $next
      (call $expect (local.get $parser)
        (array.get_u $string (struct.get $literal $text (local.get $literal)) (local.get $i)))
      (br_if $next (i32.lt_u
        (local.tee $i (i32.add (local.get $i) (i32.const 1)))
        (array.len (struct.get $literal $text (local.get $literal))))))
    (local.get $literal))

  (func $parse_list (param $parser (ref $parser)) (result anyref)
    (local $list (ref $list))
    (local.set $list (call $new_list))
    (call $advance (local.get $parser))
    (call $skip_spaces (local.get $parser))
    (if (call $skip (local.get $parser) (i32.const 0x5d)) (then (return (local.get $list))))
    (loop $next
      (call $push (local.get $list) (call $parse_value (local.get $parser)))
      (br_if $next (call $skip (local.get $parser) (i32.const 0x2c))))
    (call $expect (local.get $parser) (i32.const 0x5d))
    (local.get $list))

  (func $parse_map (param $parser (ref $parser)) (result anyref)
    (local $map (ref $map)) (local $name (ref $string))
    (local.set $map (call $new_map))
    (call $advance (local.get $parser))
    (call $skip_spaces (local.get $parser))
    (if (call $skip (local.get $parser) (i32.const 0x7d)) (then (return (local.get $map))))
    (loop $next
      (call $skip_spaces (local.get $parser))
      (local.set $name (call $parse_string (local.get $parser)))
      (call $skip_spaces (local.get $parser))
      (call $expect (local.get $parser) (i32.const 0x3a))
      (call $push_named (local.get $map) (local.get $name)
        (call $parse_value (local.get $parser)))
      (br_if $next (call $skip (local.get $parser) (i32.const 0x2c))))
    (call $expect (local.get $parser) (i32.const 0x7d))
    (local.get $map))

  (func $parse_string (param $parser (ref $parser)) (result (ref $string))
    (local $buffer (ref $buffer)) (local $byte i32)
    (local.set $buffer (call $new_buffer))
    (call $expect (local.get $parser) (i32.const 0x22))
    (block $end
      (loop $next
        (local.set $byte (call $take (local.get $parser)))
        (br_if $end (i32.eq (local.get $byte) (i32.const 0x22)))
        (if (i32.eq (local.get $byte) (i32.const 0x5c))
          (then
            (call $append_character (local.get $buffer) (call $parse_escape (local.get $parser)))
            (br $next)))
        ;; Control characters are not allowed.
        (if (i32.lt_u (local.get $byte) (i32.const 0x20))
          (then (drop (call $fail_before (local.get $parser)))))
        (call $append (local.get $buffer) (local.get $byte))
        (br $next)))
    (return_call $finish (local.get $buffer)))

  ;; Parses an escape sequence after its backslash, and returns the code point.
  (func $parse_escape (param $parser (ref $parser)) (result i32)
    (local $byte i32) (local $unit i32) (local $second i32)
    (local.set $byte (call $take (local.get $parser)))
    (if (i32.or
        (i32.or
          (i32.eq (local.get $byte) (i32.const 0x22))
          (i32.eq (local.get $byte) (i32.const 0x5c)))
        (i32.eq (local.get $byte) (i32.const 0x2f)))
      (then (return (local.get $byte))))
    (if (i32.eq (local.get $byte) (i32.const 0x62)) (then (return (i32.const 0x08))))
    (if (i32.eq (local.get $byte) (i32.const 0x66)) (then (return (i32.const 0x0c))))
    (if (i32.eq (local.get $byte) (i32.const 0x6e)) (then (return (i32.const 0x0a))))
    (if (i32.eq (local.get $byte) (i32.const 0x72)) (then (return (i32.const 0x0d))))
    (if (i32.eq (local.get $byte) (i32.const 0x74)) (then (return (i32.const 0x09))))
    (if (i32.ne (local.get $byte) (i32.const 0x75))
      (then (return_call $fail_before (local.get $parser))))
    (local.set $unit (call $parse_unit (local.get $parser)))
    ;; What is above U+FFFF is a pair of surrogates. A single surrogate becomes U+FFFD.
    (if (i32.ne (i32.and (local.get $unit) (i32.const 0xf800)) (i32.const 0xd800))
      (then (return (local.get $unit))))
    (if (i32.ge_u (local.get $unit) (i32.const 0xdc00)) (then (return (i32.const 0xfffd))))
    (call $expect (local.get $parser) (i32.const 0x5c))
    (call $expect (local.get $parser) (i32.const 0x75))
    (local.set $second (call $parse_unit (local.get $parser)))
    (if (i32.ne (i32.and (local.get $second) (i32.const 0xfc00)) (i32.const 0xdc00))
      (then (return (i32.const 0xfffd))))
    (i32.add (i32.const 0x10000)
      (i32.or
        (i32.shl (i32.and (local.get $unit) (i32.const 0x3ff)) (i32.const 10))
        (i32.and (local.get $second) (i32.const 0x3ff)))))

  ;; Parses four hexadecimal digits.
  (func $parse_unit (param $parser (ref $parser)) (result i32)
    (local $unit i32) (local $i i32) (local $byte i32)
    (loop $next
      (local.set $byte (call $peek (local.get $parser)))
      (if (i32.eqz (call $is_digit (local.get $byte)))
        (then
          ;; Lower case, then 0x0a to 0x0f above the digits.
          (local.set $byte (i32.or (local.get $byte) (i32.const 0x20)))
          (if (i32.ge_u (i32.sub (local.get $byte) (i32.const 0x61)) (i32.const 6))
            (then (return_call $fail (local.get $parser))))
          (local.set $byte (i32.sub (local.get $byte) (i32.const 0x27)))))
      (call $advance (local.get $parser))
      (local.set $unit (i32.or
        (i32.shl (local.get $unit) (i32.const 4))
        (i32.sub (local.get $byte) (i32.const 0x30))))
      (br_if $next (i32.lt_u
        (local.tee $i (i32.add (local.get $i) (i32.const 1)))
        (i32.const 4))))
    (local.get $unit))

  ;; Parses digits, at least one, and returns the significand with them, and the number of those
  ;; that it does not hold, because it has 18 digits.
  (func $parse_digits (param $parser (ref $parser)) (param $significand i64) (result i64 i32)
    (local $left i32)
    (if (i32.eqz (call $is_digit (call $peek (local.get $parser))))
      (then (drop (call $fail (local.get $parser)))))
    (loop $next
      (if (i64.lt_u (local.get $significand) (i64.const 100000000000000000))
        (then
          (local.set $significand (i64.add
            (i64.mul (local.get $significand) (i64.const 10))
            (i64.extend_i32_u
              (i32.sub (call $peek (local.get $parser)) (i32.const 0x30))))))
        (else (local.set $left (i32.add (local.get $left) (i32.const 1)))))
      (call $advance (local.get $parser))
      (br_if $next (call $is_digit (call $peek (local.get $parser)))))
    (local.get $significand)
    (local.get $left))

  (func $parse_number (param $parser (ref $parser)) (result anyref)
    (local $is_negative i32) (local $significand i64) (local $left i32) (local $exponent i32)
    (local $start i32) (local $is_integer i32) (local $byte i32) (local $number f64)
    (local.set $is_negative (call $skip (local.get $parser) (i32.const 0x2d)))
    ;; No digit follows a leading zero.
    (if (i32.eqz (call $skip (local.get $parser) (i32.const 0x30)))
      (then
        (call $parse_digits (local.get $parser) (i64.const 0))
        (local.set $exponent)
        (local.set $significand)))
    (local.set $is_integer (i32.eqz (local.get $exponent)))
    (if (call $skip (local.get $parser) (i32.const 0x2e))
      (then
        (local.set $is_integer (i32.const 0))
        (local.set $start (struct.get $parser $at (local.get $parser)))
        (call $parse_digits (local.get $parser) (local.get $significand))
        (local.set $left)
        (local.set $significand)
        (local.set $exponent (i32.add
          (local.get $exponent)
          (i32.sub
            (local.get $left)
            (i32.sub (struct.get $parser $at (local.get $parser)) (local.get $start)))))))
    (if (i32.eq
        (i32.or (call $peek (local.get $parser)) (i32.const 0x20))
        (i32.const 0x65))
      (then
        (local.set $is_integer (i32.const 0))
        (call $advance (local.get $parser))
        (local.set $exponent (i32.add
          (local.get $exponent)
          (call $parse_exponent (local.get $parser))))))
    (if (i32.and
        (local.get $is_integer)
        (i64.lt_u (local.get $significand) (i64.const 0x40000000)))
      (then
        (local.set $left (i32.wrap_i64 (local.get $significand)))
        (return (ref.i31 (select
          (i32.sub (i32.const 0) (local.get $left))
          (local.get $left)
          (local.get $is_negative))))))
    (local.set $number (call $scale
      (f64.convert_i64_u (local.get $significand)) (local.get $exponent)))
    (if (f64.eq (local.get $number) (f64.const inf))
      (then (drop (call $fail (local.get $parser)))))
    (struct.new $number (select
      (f64.neg (local.get $number)) (local.get $number) (local.get $is_negative))))

  ;; Parses an exponent after its letter. It is limited to 9,999, which is out of the range.
  (func $parse_exponent (param $parser (ref $parser)) (result i32)
    (local $is_negative i32) (local $exponent i64)
    (if (i32.eqz (call $skip (local.get $parser) (i32.const 0x2b)))
      (then (local.set $is_negative (call $skip (local.get $parser) (i32.const 0x2d)))))
    (call $parse_digits (local.get $parser) (i64.const 0))
    (drop)
    (local.set $exponent)
    (if (i64.gt_u (local.get $exponent) (i64.const 9999))
      (then (local.set $exponent (i64.const 9999))))
    (i32.wrap_i64 (select
      (i64.sub (i64.const 0) (local.get $exponent))
      (local.get $exponent)
      (local.get $is_negative))))

  ;; The printer

  (func $print_value (param $value anyref) (param $buffer (ref $buffer))
    (block $i31 (result (ref i31))
      (block $string (result (ref $string))
        (block $number (result (ref $number))
          (block $literal (result (ref $literal))
            (block $map (result (ref $map))
              (br_on_cast $map anyref (ref $map)
                (br_on_cast $literal anyref (ref $literal)
                  (br_on_cast $number anyref (ref $number)
                    (br_on_cast $string anyref (ref $string)
                      (br_on_cast $i31 anyref (ref i31) (local.get $value))))))
              (ref.cast (ref $list))
              (return_call $print_list (local.get $buffer)))
            (return_call $print_map (local.get $buffer)))
          (return_call $print_literal (local.get $buffer)))
        (return_call $print_number (struct.get $number $value) (local.get $buffer)))
      (return_call $print_string (local.get $buffer)))
    (return_call $print_integer (i64.extend_i32_s (i31.get_s)) (local.get $buffer)))

  (func $print_literal (param $literal (ref $literal)) (param $buffer (ref $buffer))
    (return_call $append_string (local.get $buffer)
      (struct.get $literal $text (local.get $literal))))

  (func $print_list (param $list (ref $list)) (param $buffer (ref $buffer))
    (local $i i32)
    (call $append (local.get $buffer) (i32.const 0x5b))
    (block $end
      (loop $next
        (br_if $end (i32.ge_u
          (local.get $i) (struct.get $list $length (local.get $list))))
        (if (local.get $i) (then (call $append (local.get $buffer) (i32.const 0x2c))))
        (call $print_value (call $item (local.get $list) (local.get $i)) (local.get $buffer))
        (local.set $i (i32.add (local.get $i) (i32.const 1)))
        (br $next)))
    (return_call $append (local.get $buffer) (i32.const 0x5d)))

  (func $print_map (param $map (ref $map)) (param $buffer (ref $buffer))
    (local $i i32)
    (call $append (local.get $buffer) (i32.const 0x7b))
    (block $end
      (loop $next
        (br_if $end (i32.ge_u (local.get $i) (struct.get $map $length (local.get $map))))
        (if (local.get $i) (then (call $append (local.get $buffer) (i32.const 0x2c))))
        (call $print_string (call $name (local.get $map) (local.get $i)) (local.get $buffer))
        (call $append (local.get $buffer) (i32.const 0x3a))
        (call $print_value (call $item (local.get $map) (local.get $i)) (local.get $buffer))
        (local.set $i (i32.add (local.get $i) (i32.const 1)))
        (br $next)))
    (return_call $append (local.get $buffer) (i32.const 0x7d)))

  (func $print_string (param $string (ref $string)) (param $buffer (ref $buffer))
    (local $i i32) (local $byte i32)
    (call $append (local.get $buffer) (i32.const 0x22))
    (block $end
      (loop $next
        (br_if $end (i32.ge_u (local.get $i) (array.len (local.get $string))))
        (local.set $byte (array.get_u $string (local.get $string) (local.get $i)))
        (local.set $i (i32.add (local.get $i) (i32.const 1)))
        (if (i32.or
            (i32.lt_u (local.get $byte) (i32.const 0x20))
            (i32.or
              (i32.eq (local.get $byte) (i32.const 0x22))
              (i32.eq (local.get $byte) (i32.const 0x5c))))
          (then (call $print_escape (local.get $byte) (local.get $buffer)))
          (else (call $append (local.get $buffer) (local.get $byte))))
        (br $next)))
    (return_call $append (local.get $buffer) (i32.const 0x22)))

  ;; Prints a quotation mark, a backslash or a control character.
  (func $print_escape (param $byte i32) (param $buffer (ref $buffer))
    (local $letter i32)
    (call $append (local.get $buffer) (i32.const 0x5c))
    (if (i32.ge_u (local.get $byte) (i32.const 0x20))
      (then (return_call $append (local.get $buffer) (local.get $byte))))
    ;; The letters of 0x08 to 0x0d, of which 0x0b has none.
    (block $other
      (block $r (block $f (block $n (block $t (block $b
        (br_table $b $t $n $other $f $r $other
          (i32.sub (local.get $byte) (i32.const 8))))
        (return_call $append (local.get $buffer) (i32.const 0x62)))
        (return_call $append (local.get $buffer) (i32.const 0x74)))
        (return_call $append (local.get $buffer) (i32.const 0x6e)))
        (return_call $append (local.get $buffer) (i32.const 0x66)))
        (return_call $append (local.get $buffer) (i32.const 0x72)))
    (call $append (local.get $buffer) (i32.const 0x75))
    (call $append_fill (local.get $buffer) (i32.const 0x30) (i32.const 2))
    (call $append (local.get $buffer)
      (i32.add (i32.const 0x30) (i32.shr_u (local.get $byte) (i32.const 4))))
    (local.set $letter (i32.and (local.get $byte) (i32.const 15)))
    (return_call $append (local.get $buffer) (select
      (i32.add (i32.const 0x30) (local.get $letter))
      (i32.add (i32.const 0x57) (local.get $letter))
      (i32.lt_u (local.get $letter) (i32.const 10)))))

  (func $to_text (param $value anyref) (result (ref $string))
    (local $buffer (ref $buffer))
    (local.set $buffer (call $new_buffer))
    (call $print_value (local.get $value) (local.get $buffer))
    (return_call $finish (local.get $buffer)))

  ;; Comparison

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

  (func $equal (param $a anyref) (param $b anyref) (result i32)
    ;; These are small integers and the literals.
    (if (ref.eq
        (ref.cast eqref (local.get $a))
        (ref.cast eqref (local.get $b)))
      (then (return (i32.const 1))))
    (if (i32.and
        (ref.test (ref $string) (local.get $a)) (ref.test (ref $string) (local.get $b)))
      (then
        (return_call $strings_equal
          (ref.cast (ref $string) (local.get $a)) (ref.cast (ref $string) (local.get $b)))))
    (if (i32.and
        (ref.test (ref $number) (local.get $a)) (ref.test (ref $number) (local.get $b)))
      (then
        (return (f64.eq
          (struct.get $number $value (ref.cast (ref $number) (local.get $a)))
          (struct.get $number $value (ref.cast (ref $number) (local.get $b)))))))
    (if (i32.or
        (i32.ne (ref.test (ref $map) (local.get $a)) (ref.test (ref $map) (local.get $b)))
        (i32.or
          (i32.eqz (ref.test (ref $list) (local.get $a)))
          (i32.eqz (ref.test (ref $list) (local.get $b)))))
      (then (return (i32.const 0))))
    (return_call $lists_equal
      (ref.cast (ref $list) (local.get $a)) (ref.cast (ref $list) (local.get $b))))

  ;; Compares two lists or two maps.
  (func $lists_equal (param $a (ref $list)) (param $b (ref $list)) (result i32)
    (local $i i32) (local $map (ref null $map)) (local $other (ref null $map))
    (if (i32.ne
        (struct.get $list $length (local.get $a)) (struct.get $list $length (local.get $b)))
      (then (return (i32.const 0))))
    (if (ref.test (ref $map) (local.get $a))
      (then
        (local.set $map (ref.cast (ref $map) (local.get $a)))
        (local.set $other (ref.cast (ref $map) (local.get $b)))))
    (block $end
      (loop $next
        (br_if $end (i32.ge_u (local.get $i) (struct.get $list $length (local.get $a))))
        (if (i32.eqz (call $equal
            (call $item (local.get $a) (local.get $i))
            (call $item (local.get $b) (local.get $i))))
          (then (return (i32.const 0))))
        (if (i32.eqz (ref.is_null (local.get $map)))
          (then
            (if (i32.eqz (call $strings_equal
                (call $name (ref.as_non_null (local.get $map)) (local.get $i))
                (call $name (ref.as_non_null (local.get $other)) (local.get $i))))
              (then (return (i32.const 0))))))
        (local.set $i (i32.add (local.get $i) (i32.const 1)))
        (br $next)))
    (i32.const 1))

  ;; Random values

  (global $state (mut i32) (i32.const 1))
  ;; Characters that are escaped or have several bytes.
  (global $special (ref $characters) (array.new_fixed $characters 8
    (i32.const 0x22) (i32.const 0x5c) (i32.const 0x0a) (i32.const 0x1f)
    (i32.const 0xe9) (i32.const 0x3bb) (i32.const 0x20ac) (i32.const 0x1f600)))

  ;; A number below the bound, by a linear congruential generator.
  (func $random (param $bound i32) (result i32)
    (global.set $state (i32.add
      (i32.mul (global.get $state) (i32.const 1664525)) (i32.const 1013904223)))
    (i32.wrap_i64 (i64.shr_u
      (i64.mul
        (i64.extend_i32_u (global.get $state)) (i64.extend_i32_u (local.get $bound)))
      (i64.const 32))))

  ;; A string that begins with a letter.
  (func $random_string (param $length i32) (result (ref $string))
    (local $buffer (ref $buffer))
    (local.set $buffer (call $new_buffer))
    (loop $next
      (call $append (local.get $buffer)
        (i32.add (i32.const 0x61) (call $random (i32.const 26))))
      (if (i32.eqz (call $random (i32.const 4)))
        (then
          (call $append_character (local.get $buffer)
            (array.get $characters
              (global.get $special)
              (call $random (array.len (global.get $special)))))))
      (br_if $next (i32.gt_s
        (local.tee $length (i32.sub (local.get $length) (i32.const 1)))
        (i32.const 0))))
    (return_call $finish (local.get $buffer)))

  ;; A number with up to nine digits, which is not an integer or not a small one.
  (func $random_number (result (ref $number))
    (struct.new $number (call $scale
      (f64.convert_i32_u (i32.add
        (i32.mul (call $random (i32.const 99999999)) (i32.const 10))
        (i32.const 1)))
      (select
        (i32.add (i32.const 3) (call $random (i32.const 20)))
        (i32.sub (i32.const -1) (call $random (i32.const 20)))
        (call $random (i32.const 2))))))

  (func $random_literal (result (ref $literal))
    (if (call $random (i32.const 3)) (then
      (return (select (result (ref $literal))
        (global.get $true) (global.get $false) (call $random (i32.const 2))))))
    (global.get $null))

  ;; A value with lists and maps of this depth at most.
  (func $random_value (param $depth i32) (result anyref)
    (local $list (ref $list)) (local $map (ref $map)) (local $count i32)
    (block $maps
      (block $lists
        (block $literals
          (block $numbers
            (block $strings
              (br_table $strings $numbers $literals $lists $maps
                (call $random (select (i32.const 5) (i32.const 3) (local.get $depth)))))
            (return (call $random_string (call $random (i32.const 12)))))
          (return (call $random_number)))
        (if (call $random (i32.const 3))
          (then
            (return (ref.i31 (i32.sub
              (call $random (i32.const 2000000000)) (i32.const 1000000000))))))
        (return (call $random_literal)))
      (return_call $random_list (call $random (i32.const 7)) (local.get $depth)))
    (local.set $map (call $new_map))
    (local.set $count (call $random (i32.const 7)))
    (block $end
      (loop $next
        (br_if $end (i32.eqz (local.get $count)))
        (call $push_named (local.get $map)
          (call $random_string (call $random (i32.const 12)))
          (call $random_value (i32.sub (local.get $depth) (i32.const 1))))
        (local.set $count (i32.sub (local.get $count) (i32.const 1)))
        (br $next)))
    (local.get $map))

  (func $random_list (param $count i32) (param $depth i32) (result (ref $list))
    (local $list (ref $list))
    (local.set $list (call $new_list))
    (block $end
      (loop $next
        (br_if $end (i32.eqz (local.get $count)))
        (call $push (local.get $list)
          (call $random_value (i32.sub (local.get $depth) (i32.const 1))))
        (local.set $count (i32.sub (local.get $count) (i32.const 1)))
        (br $next)))
    (local.get $list))

  ;; The program

  (data $document
    " { \"title\" : \"A heap\", \"empty\": [ ], \"none\" : { } ,\n"
    "  \"flags\": [ true, false, null ],\n"
    "  \"integers\" : [0, -0, 7, -42, 1073741823, 1073741824, -900719925474099],\n"
    "  \"numbers\":[0.5,-2.25, 1e3, 1E+21, 6.02214076e23, 1.5e-7, 0.000001, 123456.789e-2],\n"
    "  \"escapes\": \"\\\"\\\\\\/\\b\\f\\n\\r\\t\\u0041\\u03bb\\ud83d\\ude00\\u001f\",\n"
    "  \"text\": \"\c3\a9\e2\82\ac\f0\9f\98\80\", \"nested\": [[[{\"a\":[1,[2]]}]]] }\t\0d\n")

  ;; Texts with errors, each followed by a line feed.
  (data $errors
    "\n{\n[1,]\n[1 2]\n{\"a\" 1}\n{\"a\":1,}\n{1:2}\ntru\ntruth\n01\n-\n1.\n1e\n1e999\n\"open\n"
    "\"\\x\"\n\"\\u12g4\"\n\"\\ud800\"\n\"\t\"\n[] []\n")
  (global $document_length i32 (i32.const 365))
  (global $errors_length i32 (i32.const 103))

  ;; Prints a text in UTF-8 and a line feed.
  (func $print_text (param $text (ref $string))
    (local $i i32) (local $byte i32) (local $point i32) (local $rest i32)
    (block $end
      (loop $next
        (br_if $end (i32.ge_u (local.get $i) (array.len (local.get $text))))
        (local.set $byte (array.get_u $string (local.get $text) (local.get $i)))
        (local.set $i (i32.add (local.get $i) (i32.const 1)))
        ;; The number of leading ones is that of the bytes of the character.
        (local.set $rest (i32.clz (i32.xor
          (i32.shl (local.get $byte) (i32.const 24)) (i32.const -1))))
        (local.set $point (i32.and (local.get $byte)
          (i32.shr_u (i32.const 0x7f) (local.get $rest))))
        (block $last
          (loop $continuation
            (br_if $last (i32.le_u (local.get $rest) (i32.const 1)))
            (local.set $point (i32.or
              (i32.shl (local.get $point) (i32.const 6))
              (i32.and (i32.const 0x3f)
                (array.get_u $string (local.get $text) (local.get $i)))))
            (local.set $i (i32.add (local.get $i) (i32.const 1)))
            (local.set $rest (i32.sub (local.get $rest) (i32.const 1)))
            (br $continuation)))
        (call $print_char (local.get $point))
        (br $next)))
    (call $print_char (i32.const 0x0a)))

  ;; The position of the error in a text, or -1 if it has none.
  (func $error_position (param $text (ref $string)) (result i32)
    (block $error (result i32)
      (try_table (catch $syntax $error)
        (drop (call $parse (local.get $text))))
      (i32.const -1)))

  (func $print_errors
    (local $texts (ref $string)) (local $buffer (ref $buffer)) (local $i i32)
    (local.set $texts (array.new_data $string $errors
      (i32.const 0) (global.get $errors_length)))
    (local.set $buffer (call $new_buffer))
    (loop $next
      (if (i32.eq
          (array.get_u $string (local.get $texts) (local.get $i)) (i32.const 0x0a))
        (then
          (call $print_i32 (call $error_position (call $finish (local.get $buffer))))
          (struct.set $buffer $length (local.get $buffer) (i32.const 0)))
        (else
          (call $append (local.get $buffer)
            (array.get_u $string (local.get $texts) (local.get $i)))))
      (br_if $next (i32.lt_u
        (local.tee $i (i32.add (local.get $i) (i32.const 1)))
        (array.len (local.get $texts))))))

  ;; The FNV-1a hash.
  (func $hash (param $text (ref $string)) (result i32)
    (local $hash i32) (local $i i32)
    (local.set $hash (i32.const 0x811c9dc5))
    (loop $next
      (local.set $hash (i32.mul
        (i32.xor (local.get $hash)
          (array.get_u $string (local.get $text) (local.get $i)))
        (i32.const 0x01000193)))
      (br_if $next (i32.lt_u
        (local.tee $i (i32.add (local.get $i) (i32.const 1)))
        (array.len (local.get $text)))))
    (local.get $hash))

  (func (export "document") (param $count i32)
    (call $print_text (call $to_text (call $random_list (local.get $count) (i32.const 4)))))

  (func (export "run") (param $count i32) (result i32)
    (local $value anyref) (local $parsed anyref) (local $text (ref $string))
    (call $print_text (call $to_text (call $parse
      (array.new_data $string $document (i32.const 0) (global.get $document_length)))))
    (call $print_errors)
    (local.set $value (call $random_list (local.get $count) (i32.const 4)))
    (local.set $text (call $to_text (local.get $value)))
    (local.set $parsed (call $parse (local.get $text)))
    (if (i32.eqz (call $equal (local.get $value) (local.get $parsed)))
      (then (unreachable)))
    (if (i32.eqz (call $strings_equal
        (local.get $text) (call $to_text (local.get $parsed))))
      (then (unreachable)))
    (call $print_i32 (array.len (local.get $text)))
    (return_call $hash (local.get $text))))
