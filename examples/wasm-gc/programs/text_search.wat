;; Searches in a text: an index of its words, and a sorted array of its suffixes.
;;
;;     wasm-gc programs/text_search.wat --invoke run 2000
;;
;; reads the words of a text that is part of the module, makes a text of this number of words that
;; it picks from them at random, and searches in that. It prints the number of different words, the
;; most frequent word and how often it occurs, how many different words follow it, the longest part
;; that occurs twice, and how often three strings occur. It returns the length of the text.
;;
;; The index is a ternary search tree (Bentley and Sedgewick, 1997): a node has a byte, a subtree
;; for lower bytes at its position, one for higher bytes, and one for the next position.
(module
  (import "host" "print_i32" (func $print_i32 (param i32)))
  (import "host" "print_char" (func $print_char (param i32)))

  (type $string (array (mut i8)))
  (type $numbers (array (mut i32)))
  (type $list (struct (field $length (mut i32)) (field $numbers (mut (ref $numbers)))))
  (type $word (struct (field $text (ref $string)) (field $places (ref $list))))
  (type $words (array (mut (ref null $word))))
  (rec (type $node (struct
    (field $byte i32)
    (field $lower (mut (ref null $node)))
    (field $equal (mut (ref null $node)))
    (field $higher (mut (ref null $node)))
    (field $word (mut (ref null $word))))))
  ;; What a traversal calls with each word, and with an object of the caller.
  (type $visitor (func (param (ref $word)) (param (ref eq))))
  (type $frequent (struct (field $word (mut (ref null $word)))))
  (type $vocabulary (struct (field $length (mut i32)) (field $words (ref $words))))

  (elem declare func $keep_frequent $keep)

  (data $text
    "A tracing collector starts at the roots of a program: the registers, the stacks of\n"
    "its threads and the global variables. An object that a root refers to is live, and\n"
    "so is each object that a live object refers to. The collector visits live objects,\n"
    "and what it does not visit is free. A copying collector moves each live object to\n"
    "another place and leaves a forwarding address at the old one. When all references\n"
    "have the new address, the old space is empty, and allocation needs no more than the\n"
    "addition of a number to a pointer. Most objects die young. A generational collector\n"
    "therefore visits young objects often, and old objects rarely. It must know which old\n"
    "objects refer to young ones, so each store of a reference has a barrier, which\n"
    "remembers the object that it changes. The compiler says where references are, in\n"
    "which registers and at which places of the stack, for each point at which a thread\n"
    "may stop. A collector that moves objects needs all of them: if it misses one, the\n"
    "program uses an address at which the object no longer is.\n")
  (global $text_length i32 (i32.const 1049))

  ;; Strings and lists

  (func $part (param $text (ref $string)) (param $from i32) (param $to i32) (result (ref $string))
    (local $part (ref $string))
    (local.set $part (array.new_default $string (i32.sub (local.get $to) (local.get $from))))
    (array.copy $string $string
      (local.get $part) (i32.const 0)
      (local.get $text) (local.get $from) (array.len (local.get $part)))
    (local.get $part))

  (func $print (param $text (ref $string))
    (local $i i32)
    (block $end
      (loop $next
        (br_if $end (i32.ge_u (local.get $i) (array.len (local.get $text))))
        (call $print_char (array.get_u $string (local.get $text) (local.get $i)))
        (local.set $i (i32.add (local.get $i) (i32.const 1)))
        (br $next)))
    (call $print_char (i32.const 0x0a)))

  (func $push (param $list (ref $list)) (param $number i32)
    (local $length i32) (local $numbers (ref $numbers))
    (local.set $length (struct.get $list $length (local.get $list)))
    (if (i32.eq (local.get $length) (array.len (struct.get $list $numbers (local.get $list))))
      (then
        (local.set $numbers
          (array.new_default $numbers (i32.shl (local.get $length) (i32.const 1))))
        (array.copy $numbers $numbers
          (local.get $numbers) (i32.const 0)
          (struct.get $list $numbers (local.get $list)) (i32.const 0) (local.get $length))
        (struct.set $list $numbers (local.get $list) (local.get $numbers))))
    (array.set $numbers
      (struct.get $list $numbers (local.get $list)) (local.get $length) (local.get $number))
    (struct.set $list $length (local.get $list) (i32.add (local.get $length) (i32.const 1))))

  (func $number (param $list (ref $list)) (param $index i32) (result i32)
    (array.get $numbers (struct.get $list $numbers (local.get $list)) (local.get $index)))

  ;; The index of words

  (func $node (param $byte i32) (result (ref $node))
    (struct.new $node (local.get $byte)
      (ref.null $node) (ref.null $node) (ref.null $node) (ref.null $word)))

  ;; Returns a word, which the tree below a node has after the call. The bytes before the index are
  ;; those above the node.
  (func $add (param $node (ref $node)) (param $text (ref $string)) (param $index i32)
    (result (ref $word))
    (local $byte i32) (local $word (ref $word))
    (local.set $byte (array.get_u $string (local.get $text) (local.get $index)))
    (if (i32.lt_u (local.get $byte) (struct.get $node $byte (local.get $node)))
      (then
        (if (ref.is_null (struct.get $node $lower (local.get $node)))
          (then (struct.set $node $lower (local.get $node) (call $node (local.get $byte)))))
        (return_call $add
          (ref.as_non_null (struct.get $node $lower (local.get $node)))
          (local.get $text) (local.get $index))))
    (if (i32.gt_u (local.get $byte) (struct.get $node $byte (local.get $node)))
      (then
        (if (ref.is_null (struct.get $node $higher (local.get $node)))
          (then (struct.set $node $higher (local.get $node) (call $node (local.get $byte)))))
        (return_call $add
          (ref.as_non_null (struct.get $node $higher (local.get $node)))
          (local.get $text) (local.get $index))))
    (local.set $index (i32.add (local.get $index) (i32.const 1)))
    (if (i32.lt_u (local.get $index) (array.len (local.get $text)))
      (then
        (if (ref.is_null (struct.get $node $equal (local.get $node)))
          (then
            (struct.set $node $equal (local.get $node) (call $node
              (array.get_u $string (local.get $text) (local.get $index))))))
        (return_call $add
          (ref.as_non_null (struct.get $node $equal (local.get $node)))
          (local.get $text) (local.get $index))))
    (block $absent
      (return (br_on_null $absent (struct.get $node $word (local.get $node)))))
    (local.set $word (struct.new $word (local.get $text)
      (struct.new $list (i32.const 0) (array.new_default $numbers (i32.const 2)))))
    (struct.set $node $word (local.get $node) (local.get $word))
    (local.get $word))

  ;; Calls a visitor with each word below a node, in their order.
  (func $visit (param $node (ref null $node)) (param $visitor (ref $visitor))
    (param $object (ref eq))
    (block $end
      (call $visit
        (struct.get $node $lower (br_on_null $end (local.get $node)))
        (local.get $visitor) (local.get $object))
      (block $prefix
        (call_ref $visitor
          (br_on_null $prefix (struct.get $node $word (local.get $node)))
          (local.get $object) (local.get $visitor)))
      (call $visit (struct.get $node $equal (local.get $node))
        (local.get $visitor) (local.get $object))
      (return_call $visit (struct.get $node $higher (local.get $node))
        (local.get $visitor) (local.get $object))))

  ;; The letter in lower case, or 0 if the byte is no letter.
  (func $letter (param $byte i32) (result i32)
    (local.set $byte (i32.or (local.get $byte) (i32.const 0x20)))
    (select (local.get $byte) (i32.const 0)
      (i32.lt_u (i32.sub (local.get $byte) (i32.const 0x61)) (i32.const 26))))

  ;; Adds the words of a text to an index, each with its number in the text. Returns the number of
  ;; words. The text changes to lower case.
  (func $add_words (param $index (ref $node)) (param $text (ref $string)) (result i32)
    (local $i i32) (local $start i32) (local $count i32) (local $letter i32)
    (loop $next
      (local.set $letter (if (result i32)
        (i32.lt_u (local.get $i) (array.len (local.get $text)))
        (then (call $letter (array.get_u $string (local.get $text) (local.get $i))))
        (else (i32.const 0))))
      (if (local.get $letter)
        (then (array.set $string (local.get $text) (local.get $i) (local.get $letter)))
        (else
          (if (i32.lt_u (local.get $start) (local.get $i))
            (then
              (call $push
                (struct.get $word $places (call $add (local.get $index)
                  (call $part (local.get $text) (local.get $start) (local.get $i))
                  (i32.const 0)))
                (local.get $count))
              (local.set $count (i32.add (local.get $count) (i32.const 1)))))
          (local.set $start (i32.add (local.get $i) (i32.const 1)))))
      (br_if $next (i32.le_u
        (local.tee $i (i32.add (local.get $i) (i32.const 1)))
        (array.len (local.get $text)))))
    (local.get $count))

  ;; Visitors

  (func $keep_frequent (type $visitor) (param $word (ref $word)) (param $object (ref eq))
    (local $frequent (ref $frequent))
    (local.set $frequent (ref.cast (ref $frequent) (local.get $object)))
    (block $first
      (if (i32.le_u
          (struct.get $list $length (struct.get $word $places (local.get $word)))
          (struct.get $list $length (struct.get $word $places
            (br_on_null $first (struct.get $frequent $word (local.get $frequent))))))
        (then (return))))
    (struct.set $frequent $word (local.get $frequent) (local.get $word)))

  (func $keep (type $visitor) (param $word (ref $word)) (param $object (ref eq))
    (local $vocabulary (ref $vocabulary)) (local $length i32)
    (local.set $vocabulary (ref.cast (ref $vocabulary) (local.get $object)))
    (local.set $length (struct.get $vocabulary $length (local.get $vocabulary)))
    (array.set $words (struct.get $vocabulary $words (local.get $vocabulary))
      (local.get $length) (local.get $word))
    (struct.set $vocabulary $length (local.get $vocabulary)
      (i32.add (local.get $length) (i32.const 1))))

  ;; All words of an index with at most this number of words.
  (func $all_words (param $index (ref $node)) (param $count i32) (result (ref $vocabulary))
    (local $vocabulary (ref $vocabulary))
    (local.set $vocabulary (struct.new $vocabulary
      (i32.const 0) (array.new_default $words (local.get $count))))
    (call $visit (local.get $index) (ref.func $keep) (local.get $vocabulary))
    (local.get $vocabulary))

  (func $word (param $vocabulary (ref $vocabulary)) (param $index i32) (result (ref $word))
    (ref.as_non_null (array.get $words
      (struct.get $vocabulary $words (local.get $vocabulary)) (local.get $index))))

  ;; How often the second word follows the first one.
  (func $count_pairs (param $first (ref $word)) (param $second (ref $word)) (result i32)
    (local $a (ref $list)) (local $b (ref $list)) (local $i i32) (local $j i32)
    (local $pairs i32) (local $expected i32)
    (local.set $a (struct.get $word $places (local.get $first)))
    (local.set $b (struct.get $word $places (local.get $second)))
    (block $end
      (loop $next
        (br_if $end (i32.or
          (i32.ge_u (local.get $i) (struct.get $list $length (local.get $a)))
          (i32.ge_u (local.get $j) (struct.get $list $length (local.get $b)))))
        (local.set $expected (i32.add
          (call $number (local.get $a) (local.get $i)) (i32.const 1)))
        (if (i32.eq (call $number (local.get $b) (local.get $j)) (local.get $expected))
          (then (local.set $pairs (i32.add (local.get $pairs) (i32.const 1)))))
        (if (i32.lt_u (call $number (local.get $b) (local.get $j)) (local.get $expected))
          (then (local.set $j (i32.add (local.get $j) (i32.const 1))))
          (else (local.set $i (i32.add (local.get $i) (i32.const 1)))))
        (br $next)))
    (local.get $pairs))

  ;; How many words of a vocabulary follow a word.
  (func $count_following (param $vocabulary (ref $vocabulary)) (param $word (ref $word))
    (result i32)
    (local $i i32) (local $count i32)
    (loop $next
      (if (call $count_pairs (local.get $word)
          (call $word (local.get $vocabulary) (local.get $i)))
        (then (local.set $count (i32.add (local.get $count) (i32.const 1)))))
      (br_if $next (i32.lt_u
        (local.tee $i (i32.add (local.get $i) (i32.const 1)))
        (struct.get $vocabulary $length (local.get $vocabulary)))))
    (local.get $count))

  ;; The sorted suffixes

  ;; The number of bytes that two suffixes have in common.
  (func $common (param $text (ref $string)) (param $a i32) (param $b i32) (result i32)
    (local $count i32) (local $longest i32)
    (local.set $longest (i32.sub
      (array.len (local.get $text))
      (select (local.get $a) (local.get $b) (i32.gt_u (local.get $a) (local.get $b)))))
    (block $end
      (loop $next
        (br_if $end (i32.ge_u (local.get $count) (local.get $longest)))
        (br_if $end (i32.ne
          (array.get_u $string (local.get $text) (i32.add (local.get $a) (local.get $count)))
          (array.get_u $string (local.get $text) (i32.add (local.get $b) (local.get $count)))))
        (local.set $count (i32.add (local.get $count) (i32.const 1)))
        (br $next)))
    (local.get $count))

  ;; Whether the first suffix is before the second one, which is another one.
  (func $is_before (param $text (ref $string)) (param $a i32) (param $b i32) (result i32)
    (local $common i32)
    (local.set $common (call $common (local.get $text) (local.get $a) (local.get $b)))
    (local.set $a (i32.add (local.get $a) (local.get $common)))
    (local.set $b (i32.add (local.get $b) (local.get $common)))
    (if (i32.eq (local.get $a) (array.len (local.get $text))) (then (return (i32.const 1))))
    (if (i32.eq (local.get $b) (array.len (local.get $text))) (then (return (i32.const 0))))
    (i32.lt_u
      (array.get_u $string (local.get $text) (local.get $a))
      (array.get_u $string (local.get $text) (local.get $b))))

  ;; The starts of suffixes, from one start to another, in the order of the suffixes: by a merge
  ;; sort, each step of which makes a new array.
  (func $sort (param $text (ref $string)) (param $from i32) (param $to i32) (result (ref $numbers))
    (local $middle i32)
    (if (i32.eq (i32.sub (local.get $to) (local.get $from)) (i32.const 1))
      (then (return (array.new_fixed $numbers 1 (local.get $from)))))
    (local.set $middle
      (i32.shr_u (i32.add (local.get $from) (local.get $to)) (i32.const 1)))
    (return_call $merge (local.get $text)
      (call $sort (local.get $text) (local.get $from) (local.get $middle))
      (call $sort (local.get $text) (local.get $middle) (local.get $to))))

  (func $merge (param $text (ref $string)) (param $a (ref $numbers)) (param $b (ref $numbers))
    (result (ref $numbers))
    (local $merged (ref $numbers)) (local $i i32) (local $j i32) (local $take i32)
    (local.set $merged (array.new_default $numbers
      (i32.add (array.len (local.get $a)) (array.len (local.get $b)))))
    (block $end
      (loop $next
        ;; The rest of one is copied when the other is at its end.
        (if (i32.eq (local.get $i) (array.len (local.get $a)))
          (then
            (array.copy $numbers $numbers
              (local.get $merged) (i32.add (local.get $i) (local.get $j))
              (local.get $b) (local.get $j)
              (i32.sub (array.len (local.get $b)) (local.get $j)))
            (br $end)))
        (if (i32.eq (local.get $j) (array.len (local.get $b)))
          (then
            (array.copy $numbers $numbers
              (local.get $merged) (i32.add (local.get $i) (local.get $j))
              (local.get $a) (local.get $i)
              (i32.sub (array.len (local.get $a)) (local.get $i)))
            (br $end)))
        (local.set $take (call $is_before (local.get $text)
          (array.get $numbers (local.get $a) (local.get $i))
          (array.get $numbers (local.get $b) (local.get $j))))
        (array.set $numbers (local.get $merged) (i32.add (local.get $i) (local.get $j))
          (if (result i32) (local.get $take)
            (then (array.get $numbers (local.get $a) (local.get $i)))
            (else (array.get $numbers (local.get $b) (local.get $j)))))
        (local.set $i (i32.add (local.get $i) (local.get $take)))
        (local.set $j (i32.add (local.get $j) (i32.eqz (local.get $take))))
        (br $next)))
    (local.get $merged))

  ;; Compares the start of a suffix with a string: -1 if it is before it, 0 if it begins with it.
  (func $compare (param $text (ref $string)) (param $suffix i32) (param $string (ref $string))
    (result i32)
    (local $i i32) (local $a i32) (local $b i32)
    (loop $next
      (if (i32.eq (i32.add (local.get $suffix) (local.get $i)) (array.len (local.get $text)))
        (then (return (i32.const -1))))
      (local.set $a (array.get_u $string (local.get $text)
        (i32.add (local.get $suffix) (local.get $i))))
      (local.set $b (array.get_u $string (local.get $string) (local.get $i)))
      (if (i32.lt_u (local.get $a) (local.get $b)) (then (return (i32.const -1))))
      (if (i32.gt_u (local.get $a) (local.get $b)) (then (return (i32.const 1))))
      (br_if $next (i32.lt_u
        (local.tee $i (i32.add (local.get $i) (i32.const 1)))
        (array.len (local.get $string)))))
    (i32.const 0))

  ;; The number of suffixes that compare with a string as less than the limit, by bisection.
  (func $below (param $text (ref $string)) (param $suffixes (ref $numbers))
    (param $string (ref $string)) (param $limit i32) (result i32)
    (local $low i32) (local $high i32) (local $middle i32)
    (local.set $high (array.len (local.get $suffixes)))
    (block $end
      (loop $next
        (br_if $end (i32.eq (local.get $low) (local.get $high)))
        (local.set $middle
          (i32.shr_u (i32.add (local.get $low) (local.get $high)) (i32.const 1)))
        (if (i32.lt_s
            (call $compare (local.get $text)
              (array.get $numbers (local.get $suffixes) (local.get $middle))
              (local.get $string))
            (local.get $limit))
          (then (local.set $low (i32.add (local.get $middle) (i32.const 1))))
          (else (local.set $high (local.get $middle))))
        (br $next)))
    (local.get $low))

  ;; The number of occurrences of a string, by the sorted suffixes.
  (func $occurrences (param $text (ref $string)) (param $suffixes (ref $numbers))
    (param $string (ref $string)) (result i32)
    (i32.sub
      (call $below (local.get $text) (local.get $suffixes) (local.get $string) (i32.const 1))
      (call $below (local.get $text) (local.get $suffixes) (local.get $string) (i32.const 0))))

  ;; The same, by Horspool's search (1980): by the byte at the end of the window, a table has the
  ;; distance to the next window that may match.
  (func $horspool (param $text (ref $string)) (param $string (ref $string)) (result i32)
    (local $distances (ref $numbers)) (local $last i32) (local $i i32) (local $count i32)
    (local $byte i32)
    (local.set $last (i32.sub (array.len (local.get $string)) (i32.const 1)))
    (local.set $distances (array.new $numbers
      (array.len (local.get $string)) (i32.const 256)))
    (block $end
      (loop $next
        (br_if $end (i32.eq (local.get $i) (local.get $last)))
        (array.set $numbers (local.get $distances)
          (array.get_u $string (local.get $string) (local.get $i))
          (i32.sub (local.get $last) (local.get $i)))
        (local.set $i (i32.add (local.get $i) (i32.const 1)))
        (br $next)))
    ;; The end of the window.
    (local.set $i (local.get $last))
    (block $end
      (loop $next
        (br_if $end (i32.ge_u (local.get $i) (array.len (local.get $text))))
        (local.set $count (i32.add (local.get $count) (i32.eqz
          (call $compare (local.get $text)
            (i32.sub (local.get $i) (local.get $last)) (local.get $string)))))
        (local.set $byte (array.get_u $string (local.get $text) (local.get $i)))
        (local.set $i (i32.add (local.get $i)
          (array.get $numbers (local.get $distances) (local.get $byte))))
        (br $next)))
    (local.get $count))

  ;; The longest part that occurs twice: that of two suffixes which are neighbours.
  (func $longest_repeated (param $text (ref $string)) (param $suffixes (ref $numbers))
    (result (ref $string))
    (local $i i32) (local $common i32) (local $longest i32) (local $start i32)
    (local.set $i (i32.const 1))
    (block $end
      (loop $next
        (br_if $end (i32.ge_u (local.get $i) (array.len (local.get $suffixes))))
        (local.set $common (call $common (local.get $text)
          (array.get $numbers (local.get $suffixes) (i32.sub (local.get $i) (i32.const 1)))
          (array.get $numbers (local.get $suffixes) (local.get $i))))
        (if (i32.gt_u (local.get $common) (local.get $longest))
          (then
            (local.set $longest (local.get $common))
            (local.set $start (array.get $numbers (local.get $suffixes) (local.get $i)))))
        (local.set $i (i32.add (local.get $i) (i32.const 1)))
        (br $next)))
    (return_call $part (local.get $text)
      (local.get $start) (i32.add (local.get $start) (local.get $longest))))

  ;; The program

  (global $state (mut i32) (i32.const 1))

  ;; A number below the bound, by a linear congruential generator.
  (func $random (param $bound i32) (result i32)
    (global.set $state (i32.add
      (i32.mul (global.get $state) (i32.const 1664525)) (i32.const 1013904223)))
    (i32.wrap_i64 (i64.shr_u
      (i64.mul
        (i64.extend_i32_u (global.get $state)) (i64.extend_i32_u (local.get $bound)))
      (i64.const 32))))

  ;; A text of words that are picked at random, with a space after each.
  (func $make_text (param $vocabulary (ref $vocabulary)) (param $count i32) (result (ref $string))
    (local $picked (ref $words)) (local $text (ref $string)) (local $word (ref $string))
    (local $i i32) (local $length i32)
    (local.set $picked (array.new_default $words (local.get $count)))
    (loop $next
      (array.set $words (local.get $picked) (local.get $i)
        (call $word (local.get $vocabulary)
          (call $random (struct.get $vocabulary $length (local.get $vocabulary)))))
      (local.set $length (i32.add (local.get $length) (i32.add (i32.const 1)
        (array.len (struct.get $word $text
          (array.get $words (local.get $picked) (local.get $i)))))))
      (br_if $next (i32.lt_u
        (local.tee $i (i32.add (local.get $i) (i32.const 1)))
        (local.get $count))))
    (local.set $text (array.new $string (i32.const 0x20) (local.get $length)))
    (local.set $i (i32.const 0))
    (local.set $length (i32.const 0))
    (loop $next
      (local.set $word (struct.get $word $text
        (array.get $words (local.get $picked) (local.get $i))))
      (array.copy $string $string
        (local.get $text) (local.get $length)
        (local.get $word) (i32.const 0) (array.len (local.get $word)))
      (local.set $length (i32.add (local.get $length)
        (i32.add (i32.const 1) (array.len (local.get $word)))))
      (br_if $next (i32.lt_u
        (local.tee $i (i32.add (local.get $i) (i32.const 1)))
        (local.get $count))))
    (local.get $text))

  ;; Counts in both ways, which must agree.
  (func $print_occurrences (param $text (ref $string)) (param $suffixes (ref $numbers))
    (param $string (ref $string))
    (local $count i32)
    (local.set $count (call $occurrences
      (local.get $text) (local.get $suffixes) (local.get $string)))
    (if (i32.ne (local.get $count) (call $horspool (local.get $text) (local.get $string)))
      (then (unreachable)))
    (call $print_i32 (local.get $count)))

  (func (export "run") (param $count i32) (result i32)
    (local $index (ref $node)) (local $vocabulary (ref $vocabulary)) (local $words i32)
    (local $text (ref $string)) (local $frequent (ref $frequent)) (local $suffixes (ref $numbers))
    (local.set $index (call $node (i32.const 0x6d)))
    (local.set $words (call $add_words (local.get $index)
      (array.new_data $string $text (i32.const 0) (global.get $text_length))))
    (local.set $vocabulary (call $all_words (local.get $index) (local.get $words)))
    (local.set $text (call $make_text (local.get $vocabulary) (local.get $count)))

    (local.set $index (call $node (i32.const 0x6d)))
    (if (i32.ne (local.get $count) (call $add_words (local.get $index) (local.get $text)))
      (then (unreachable)))
    (local.set $vocabulary (call $all_words (local.get $index) (local.get $count)))
    (call $print_i32 (struct.get $vocabulary $length (local.get $vocabulary)))
    (local.set $frequent (struct.new_default $frequent))
    (call $visit (local.get $index) (ref.func $keep_frequent) (local.get $frequent))
    (call $print (struct.get $word $text (struct.get $frequent $word (local.get $frequent))))
    (call $print_i32 (struct.get $list $length (struct.get $word $places
      (struct.get $frequent $word (local.get $frequent)))))
    (call $print_i32 (call $count_following (local.get $vocabulary)
      (ref.as_non_null (struct.get $frequent $word (local.get $frequent)))))

    (local.set $suffixes
      (call $sort (local.get $text) (i32.const 0) (array.len (local.get $text))))
    (call $print (call $longest_repeated (local.get $text) (local.get $suffixes)))
    ;; e, the, object
    (call $print_occurrences (local.get $text) (local.get $suffixes)
      (array.new_fixed $string 1 (i32.const 0x65)))
    (call $print_occurrences (local.get $text) (local.get $suffixes)
      (array.new_fixed $string 3 (i32.const 0x74) (i32.const 0x68) (i32.const 0x65)))
    (call $print_occurrences (local.get $text) (local.get $suffixes)
      (array.new_fixed $string 6
        (i32.const 0x6f) (i32.const 0x62) (i32.const 0x6a)
        (i32.const 0x65) (i32.const 0x63) (i32.const 0x74)))
    (array.len (local.get $text))))
