;; The benchmark n-body: the Sun and four planets, by symplectic integration.
;;
;;     wasm-gc programs/nbody.wat --invoke run 1000
;;
;; prints the energy before the first step and after the last one, with nine digits, and returns
;; the number of vectors that it allocated. Vectors are immutable objects, as a compiler without
;; escape analysis makes them: each operation allocates its result.
(module
  (import "host" "print_char" (func $print_char (param i32)))

  (type $vector (struct (field $x f64) (field $y f64) (field $z f64)))
  (type $body (struct
    (field $position (mut (ref $vector)))
    (field $velocity (mut (ref $vector)))
    (field $mass f64)))
  (type $bodies (array (mut (ref null $body))))

  ;; 4 * pi * pi, the mass of the Sun in units in which the constant of gravitation is 1.
  (global $solar_mass f64 (f64.const 39.47841760435743))
  (global $days_per_year f64 (f64.const 365.24))
  (global $time_step f64 (f64.const 0.01))
  (global $vectors (mut i32) (i32.const 0))

  (func $vector (param $x f64) (param $y f64) (param $z f64) (result (ref $vector))
    (global.set $vectors (i32.add (global.get $vectors) (i32.const 1)))
    (struct.new $vector (local.get $x) (local.get $y) (local.get $z)))

  (func $add (param $a (ref $vector)) (param $b (ref $vector)) (result (ref $vector))
    (call $vector
      (f64.add (struct.get $vector $x (local.get $a)) (struct.get $vector $x (local.get $b)))
      (f64.add (struct.get $vector $y (local.get $a)) (struct.get $vector $y (local.get $b)))
      (f64.add (struct.get $vector $z (local.get $a)) (struct.get $vector $z (local.get $b)))))

  (func $scale (param $a (ref $vector)) (param $factor f64) (result (ref $vector))
    (call $vector
      (f64.mul (struct.get $vector $x (local.get $a)) (local.get $factor))
      (f64.mul (struct.get $vector $y (local.get $a)) (local.get $factor))
      (f64.mul (struct.get $vector $z (local.get $a)) (local.get $factor))))

  (func $subtract (param $a (ref $vector)) (param $b (ref $vector)) (result (ref $vector))
    (return_call $add (local.get $a) (call $scale (local.get $b) (f64.const -1))))

  ;; The square of the length.
  (func $square (param $a (ref $vector)) (result f64)
    (local $x f64) (local $y f64) (local $z f64)
    (local.set $x (struct.get $vector $x (local.get $a)))
    (local.set $y (struct.get $vector $y (local.get $a)))
    (local.set $z (struct.get $vector $z (local.get $a)))
    (f64.add
      (f64.add
        (f64.mul (local.get $x) (local.get $x))
        (f64.mul (local.get $y) (local.get $y)))
      (f64.mul (local.get $z) (local.get $z))))

  ;; Position in astronomical units, velocity in such units per day, mass in those of the Sun.
  (func $planet (param $position (ref $vector)) (param $velocity (ref $vector)) (param $mass f64)
    (result (ref $body))
    (struct.new $body
      (local.get $position)
      (call $scale (local.get $velocity) (global.get $days_per_year))
      (f64.mul (local.get $mass) (global.get $solar_mass))))

  (func $solar_system (result (ref $bodies))
    (local $bodies (ref $bodies)) (local $momentum (ref $vector)) (local $i i32)
    (local $body (ref $body))
    (local.set $bodies (array.new_fixed $bodies 5
      (call $planet
        (call $vector (f64.const 0) (f64.const 0) (f64.const 0))
        (call $vector (f64.const 0) (f64.const 0) (f64.const 0))
        (f64.const 1))
      ;; Jupiter
      (call $planet
        (call $vector
          (f64.const 4.84143144246472090e+00)
          (f64.const -1.16032004402742839e+00)
          (f64.const -1.03622044471123109e-01))
        (call $vector
          (f64.const 1.66007664274403694e-03)
          (f64.const 7.69901118419740425e-03)
          (f64.const -6.90460016972063023e-05))
        (f64.const 9.54791938424326609e-04))
      ;; Saturn
      (call $planet
        (call $vector
          (f64.const 8.34336671824457987e+00)
          (f64.const 4.12479856412430479e+00)
          (f64.const -4.03523417114321381e-01))
        (call $vector
          (f64.const -2.76742510726411041e-03)
          (f64.const 4.99852801234917238e-03)
          (f64.const 2.30417297573763929e-05))
        (f64.const 2.85885980666130812e-04))
      ;; Uranus
      (call $planet
        (call $vector
          (f64.const 1.28943695621391310e+01)
          (f64.const -1.51111514016986312e+01)
          (f64.const -2.23307578892655734e-01))
        (call $vector
          (f64.const 2.96460137564761618e-03)
          (f64.const 2.37847173959480950e-03)
          (f64.const -2.96589568540237556e-05))
        (f64.const 4.36624404335156298e-05))
      ;; Neptune
      (call $planet
        (call $vector
          (f64.const 1.53796971148509165e+01)
          (f64.const -2.59193146099879641e+01)
          (f64.const 1.79258772950371181e-01))
        (call $vector
          (f64.const 2.68067772490389322e-03)
          (f64.const 1.62824170038242295e-03)
          (f64.const -9.51592254519715870e-05))
        (f64.const 5.15138902046611451e-05))))
    ;; The Sun moves so that the momentum of all bodies is zero.
    (local.set $momentum (call $vector (f64.const 0) (f64.const 0) (f64.const 0)))
    (loop $next
      (local.set $body (call $at (local.get $bodies) (local.get $i)))
      (local.set $momentum (call $add (local.get $momentum)
        (call $scale
          (struct.get $body $velocity (local.get $body))
          (struct.get $body $mass (local.get $body)))))
      (br_if $next (i32.lt_u
        (local.tee $i (i32.add (local.get $i) (i32.const 1)))
        (array.len (local.get $bodies)))))
    (struct.set $body $velocity (call $at (local.get $bodies) (i32.const 0))
      (call $scale (local.get $momentum) (f64.div (f64.const -1) (global.get $solar_mass))))
    (local.get $bodies))

  (func $at (param $bodies (ref $bodies)) (param $index i32) (result (ref $body))
    (ref.as_non_null (array.get $bodies (local.get $bodies) (local.get $index))))

  ;; Adds to the velocity of a body a multiple of a vector.
  (func $accelerate (param $body (ref $body)) (param $direction (ref $vector)) (param $factor f64)
    (struct.set $body $velocity (local.get $body)
      (call $add
        (struct.get $body $velocity (local.get $body))
        (call $scale (local.get $direction) (local.get $factor)))))

  (func $advance (param $bodies (ref $bodies))
    (local $i i32) (local $j i32) (local $count i32) (local $magnitude f64) (local $square f64)
    (local $a (ref $body)) (local $b (ref $body)) (local $distance (ref $vector))
    (local.set $count (array.len (local.get $bodies)))
    (loop $first
      (local.set $a (call $at (local.get $bodies) (local.get $i)))
      (local.set $i (i32.add (local.get $i) (i32.const 1)))
      (local.set $j (local.get $i))
      (block $end
        (loop $second
          (br_if $end (i32.ge_u (local.get $j) (local.get $count)))
          (local.set $b (call $at (local.get $bodies) (local.get $j)))
          (local.set $distance (call $subtract
            (struct.get $body $position (local.get $a))
            (struct.get $body $position (local.get $b))))
          (local.set $square (call $square (local.get $distance)))
          (local.set $magnitude (f64.div
            (global.get $time_step)
            (f64.mul (local.get $square) (f64.sqrt (local.get $square)))))
          (call $accelerate (local.get $a) (local.get $distance)
            (f64.mul
              (f64.neg (struct.get $body $mass (local.get $b)))
              (local.get $magnitude)))
          (call $accelerate (local.get $b) (local.get $distance)
            (f64.mul (struct.get $body $mass (local.get $a)) (local.get $magnitude)))
          (local.set $j (i32.add (local.get $j) (i32.const 1)))
          (br $second)))
      (br_if $first (i32.lt_u (local.get $i) (local.get $count))))
    (local.set $i (i32.const 0))
    (loop $move
      (local.set $a (call $at (local.get $bodies) (local.get $i)))
      (struct.set $body $position (local.get $a)
        (call $add
          (struct.get $body $position (local.get $a))
          (call $scale (struct.get $body $velocity (local.get $a)) (global.get $time_step))))
      (br_if $move (i32.lt_u
        (local.tee $i (i32.add (local.get $i) (i32.const 1)))
        (local.get $count)))))

  (func $energy (param $bodies (ref $bodies)) (result f64)
    (local $i i32) (local $j i32) (local $sum f64) (local $a (ref $body)) (local $b (ref $body))
    (loop $first
      (local.set $a (call $at (local.get $bodies) (local.get $i)))
      (local.set $sum (f64.add (local.get $sum)
        (f64.mul
          (f64.mul (f64.const 0.5) (struct.get $body $mass (local.get $a)))
          (call $square (struct.get $body $velocity (local.get $a))))))
      (local.set $i (i32.add (local.get $i) (i32.const 1)))
      (local.set $j (local.get $i))
      (block $end
        (loop $second
          (br_if $end (i32.ge_u (local.get $j) (array.len (local.get $bodies))))
          (local.set $b (call $at (local.get $bodies) (local.get $j)))
          (local.set $sum (f64.sub (local.get $sum)
            (f64.div
              (f64.mul
                (struct.get $body $mass (local.get $a))
                (struct.get $body $mass (local.get $b)))
              (f64.sqrt (call $square (call $subtract
                (struct.get $body $position (local.get $a))
                (struct.get $body $position (local.get $b))))))))
          (local.set $j (i32.add (local.get $j) (i32.const 1)))
          (br $second)))
      (br_if $first (i32.lt_u (local.get $i) (array.len (local.get $bodies)))))
    (local.get $sum))

  ;; Prints a number between -10 and 10 with nine digits after the point, and a line feed.
  (func $print (param $number f64)
    (local $digits i64) (local $unit i64)
    (local.set $unit (i64.const 1000000000))
    (if (f64.lt (local.get $number) (f64.const 0))
      (then (call $print_char (i32.const 0x2d))))
    (local.set $digits (i64.trunc_f64_u (f64.nearest
      (f64.mul (f64.abs (local.get $number)) (f64.convert_i64_u (local.get $unit))))))
    (call $print_char (i32.wrap_i64
      (i64.add (i64.const 0x30) (i64.div_u (local.get $digits) (local.get $unit)))))
    (call $print_char (i32.const 0x2e))
    (loop $digit
      (local.set $digits (i64.rem_u (local.get $digits) (local.get $unit)))
      (local.set $unit (i64.div_u (local.get $unit) (i64.const 10)))
      (call $print_char (i32.wrap_i64
        (i64.add (i64.const 0x30) (i64.div_u (local.get $digits) (local.get $unit)))))
      (br_if $digit (i64.gt_u (local.get $unit) (i64.const 1))))
    (call $print_char (i32.const 0x0a)))

  ;; Takes this number of steps.
  (func (export "run") (param $steps i32) (result i32)
    (local $bodies (ref $bodies))
    (local.set $bodies (call $solar_system))
    (call $print (call $energy (local.get $bodies)))
    (block $end
      (loop $step
        (br_if $end (i32.eqz (local.get $steps)))
        (call $advance (local.get $bodies))
        (local.set $steps (i32.sub (local.get $steps) (i32.const 1)))
        (br $step)))
    (call $print (call $energy (local.get $bodies)))
    (global.get $vectors)))
