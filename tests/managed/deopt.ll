; Functions whose frames are taken over. The functions and the tests' continuations compute
; different results, so the result shows whether a continuation ran. On AArch64 some functions sign
; their return addresses with key A, others with key B.
;
; Type 4: box of an i64.
;
; also in registers: test_deopt

declare ptr addrspace(1) @spgc_allocate(i64, i64)
declare i64 @spgc_call_native(i64, i64, i64, i64, i64, ptr)

define internal ptr addrspace(1) @deopt_box(i64 %value) noinline #2 gc "statepoint-example" {
entry:
  %box = call ptr addrspace(1) @spgc_allocate(i64 16, i64 1024)
  %value.p = getelementptr inbounds i8, ptr addrspace(1) %box, i64 8
  store i64 %value, ptr addrspace(1) %value.p, align 8
  ret ptr addrspace(1) %box
}

define internal i64 @deopt_unbox(ptr addrspace(1) %box) noinline #2 gc "statepoint-example" {
entry:
  %value.p = getelementptr inbounds i8, ptr addrspace(1) %box, i64 8
  %value = load i64, ptr addrspace(1) %value.p, align 8
  ret i64 %value
}

; Passes deopt values of all kinds, derived from one number. Returns function(seed, 1, 2, 3, 4) +
; seed.
define i64 @test_deopt_kinds(ptr %function, i64 %seed) noinline #0 gc "statepoint-example" {
entry:
  %object = alloca [2 x i64], align 8
  %second = getelementptr inbounds i8, ptr %object, i64 8
  %inverse = xor i64 %seed, -1
  store i64 %seed, ptr %object, align 8
  store i64 %inverse, ptr %second, align 8
  %box = call ptr addrspace(1) @deopt_box(i64 %seed)
  %bit = trunc i64 %seed to i1
  %byte = trunc i64 %seed to i8
  %short = trunc i64 %seed to i16
  %word = trunc i64 %seed to i32
  %low = zext i64 %seed to i128
  %high = zext i64 %inverse to i128
  %shifted = shl i128 %high, 64
  %wide = or i128 %shifted, %low
  %double = uitofp i64 %seed to double
  %single = fptrunc double %double to float
  %lanes = insertelement <2 x i64> zeroinitializer, i64 %seed, i32 0
  %vector = insertelement <2 x i64> %lanes, i64 %inverse, i32 1
  %result = call i64 @spgc_call_native(i64 %seed, i64 1, i64 2, i64 3, i64 4, ptr %function) ["deopt"(i32 7, i1 %bit, i8 %byte, i16 %short, i32 %word, i64 %seed, i128 %wide, float %single, double %double, <2 x i64> %vector, ptr %object, ptr addrspace(1) %box, ptr addrspace(1) null, i64 -5, i64 1311768467463790320)]
  %content = call i64 @deopt_unbox(ptr addrspace(1) %box)
  %kept = load i64, ptr %object, align 8
  %sum = add i64 %result, %content
  %difference = sub i64 %kept, %seed
  %all = add i64 %sum, %difference
  ret i64 %all
}

; Returns a box with f(depth), where f(0) = function(0, 1, 2, 3, 4) and f(n) = n + 3 f(n - 1) + n /
; 2. The term n / 2 is computed in floating point.
define ptr addrspace(1) @test_deopt_nested(ptr %function, i64 %depth) noinline #0 gc "statepoint-example" {
entry:
  %box = call ptr addrspace(1) @deopt_box(i64 %depth)
  %bottom = icmp eq i64 %depth, 0
  br i1 %bottom, label %leaf, label %deeper

leaf:
  %native = call i64 @spgc_call_native(i64 %depth, i64 1, i64 2, i64 3, i64 4, ptr %function) ["deopt"(i64 0, i64 %depth, double 0.0, ptr addrspace(1) %box)]
  %nothing = call i64 @deopt_unbox(ptr addrspace(1) %box)
  %last = add i64 %native, %nothing
  %last.box = call ptr addrspace(1) @deopt_box(i64 %last)
  ret ptr addrspace(1) %last.box

deeper:
  %below = sub i64 %depth, 1
  %real = uitofp i64 %depth to double
  %half = fmul double %real, 0.5
  %rest = call ptr addrspace(1) @test_deopt_nested(ptr %function, i64 %below) ["deopt"(i64 1, i64 %depth, double %half, ptr addrspace(1) %box)]
  %value = call i64 @deopt_unbox(ptr addrspace(1) %rest)
  %own = call i64 @deopt_unbox(ptr addrspace(1) %box)
  %tripled = mul i64 %value, 3
  %sum = add i64 %tripled, %own
  %whole = fptoui double %half to i64
  %all = add i64 %sum, %whole
  %result = call ptr addrspace(1) @deopt_box(i64 %all)
  ret ptr addrspace(1) %result
}

; Returns the number in the box of test_deopt_nested(depth), plus 3 a + 5 b + 7 c + 11 d + 2 (a + b
; + c + d) + (a + b + c + d). During the call, the values fill the callee-saved general-purpose and
; floating-point registers.
define i64 @test_deopt_outer(ptr %function, i64 %depth, i64 %a, i64 %b, i64 %c, i64 %d) noinline #0 gc "statepoint-example" {
entry:
  %a.box = call ptr addrspace(1) @deopt_box(i64 %a)
  %b.box = call ptr addrspace(1) @deopt_box(i64 %b)
  %c.box = call ptr addrspace(1) @deopt_box(i64 %c)
  %d.box = call ptr addrspace(1) @deopt_box(i64 %d)
  %a.real = uitofp i64 %a to double
  %b.real = uitofp i64 %b to double
  %c.real = uitofp i64 %c to double
  %d.real = uitofp i64 %d to double
  %a.twice = fadd double %a.real, %a.real
  %b.twice = fadd double %b.real, %b.real
  %c.twice = fadd double %c.real, %c.real
  %d.twice = fadd double %d.real, %d.real
  %nested = call ptr addrspace(1) @test_deopt_nested(ptr %function, i64 %depth)
  %value = call i64 @deopt_unbox(ptr addrspace(1) %nested)
  %a.back = call i64 @deopt_unbox(ptr addrspace(1) %a.box)
  %b.back = call i64 @deopt_unbox(ptr addrspace(1) %b.box)
  %c.back = call i64 @deopt_unbox(ptr addrspace(1) %c.box)
  %d.back = call i64 @deopt_unbox(ptr addrspace(1) %d.box)
  %ab.twice = fadd double %a.twice, %b.twice
  %cd.twice = fadd double %c.twice, %d.twice
  %twice.real = fadd double %ab.twice, %cd.twice
  %twice = fptoui double %twice.real to i64
  %ab.back = add i64 %a.back, %b.back
  %cd.back = add i64 %c.back, %d.back
  %back = add i64 %ab.back, %cd.back
  %a.3 = mul i64 %a, 3
  %b.5 = mul i64 %b, 5
  %c.7 = mul i64 %c, 7
  %d.11 = mul i64 %d, 11
  %sum.1 = add i64 %value, %a.3
  %sum.2 = add i64 %sum.1, %b.5
  %sum.3 = add i64 %sum.2, %c.7
  %sum.4 = add i64 %sum.3, %d.11
  %sum.5 = add i64 %sum.4, %back
  %sum.6 = add i64 %sum.5, %twice
  ret i64 %sum.6
}

; Returns g(depth), where g(0) = function(0, 1, 2, 3, 4) and g(n) = g(n - 1) / 2 + n.
define double @test_deopt_halves(ptr %function, i64 %depth) noinline #1 gc "statepoint-example" {
entry:
  %bottom = icmp eq i64 %depth, 0
  br i1 %bottom, label %leaf, label %deeper

leaf:
  %native = call i64 @spgc_call_native(i64 %depth, i64 1, i64 2, i64 3, i64 4, ptr %function) ["deopt"(i64 0, i64 %depth)]
  %native.real = uitofp i64 %native to double
  ret double %native.real

deeper:
  %below = sub i64 %depth, 1
  %rest = call double @test_deopt_halves(ptr %function, i64 %below) ["deopt"(i64 1, i64 %depth)]
  %half = fmul double %rest, 0.5
  %real = uitofp i64 %depth to double
  %all = fadd double %half, %real
  ret double %all
}

; Returns 1000 g(depth); see test_deopt_halves.
define i64 @test_deopt_thousand_halves(ptr %function, i64 %depth) noinline #1 gc "statepoint-example" {
entry:
  %real = call double @test_deopt_halves(ptr %function, i64 %depth)
  %thousand = fmul double %real, 1000.0
  %result = fptoui double %thousand to i64
  ret i64 %result
}

; Passes ten deopt values, for the benchmark. Returns the result of function(), or that of the
; continuation that has taken the frame over.
define i64 @test_deopt_ten(ptr %function, i64 %a, i64 %b) noinline #2 gc "statepoint-example" {
entry:
  %one = call ptr addrspace(1) @deopt_box(i64 %a)
  %two = call ptr addrspace(1) @deopt_box(i64 %b)
  %c = add i64 %a, %b
  %d = mul i64 %a, %b
  %e = xor i64 %a, %b
  %native = call i64 @spgc_call_native(i64 %a, i64 1, i64 2, i64 3, i64 4, ptr %function) ["deopt"(i64 9, i64 %a, i64 %b, i64 %c, i64 %d, i64 %e, ptr addrspace(1) %one, ptr addrspace(1) %two, i32 17, i64 %a)]
  ret i64 %native
}

; Returns two integers: the result of function(value, 1, 2, 3, 4), and value.
define { i64, i64 } @test_deopt_pair(ptr %function, i64 %value) noinline #0 gc "statepoint-example" {
entry:
  %native = call i64 @spgc_call_native(i64 %value, i64 1, i64 2, i64 3, i64 4, ptr %function) ["deopt"(i64 %value)]
  %half = insertvalue { i64, i64 } poison, i64 %native, 0
  %pair = insertvalue { i64, i64 } %half, i64 %value, 1
  ret { i64, i64 } %pair
}

; Returns the first result of test_deopt_pair plus 1000 times the second.
define i64 @test_deopt_sum_of_pair(ptr %function, i64 %value) noinline #0 gc "statepoint-example" {
entry:
  %pair = call { i64, i64 } @test_deopt_pair(ptr %function, i64 %value)
  %first = extractvalue { i64, i64 } %pair, 0
  %second = extractvalue { i64, i64 } %pair, 1
  %thousands = mul i64 %second, 1000
  %sum = add i64 %first, %thousands
  ret i64 %sum
}

attributes #0 = { uwtable "sign-return-address"="all" "sign-return-address-key"="a_key" }
attributes #1 = { uwtable "sign-return-address"="all" "sign-return-address-key"="b_key" }
attributes #2 = { uwtable }
