; deopt: optimised code that is deoptimized when an assumption of its compilation fails. The
; bytecode of the same program is in src/deopt/bytecode.rs, its interpreter in
; src/deopt/interpreter.rs, and the program is src/bin/deopt.rs.
;
; Node, type 5, 32 bytes: header, left, right, value.

declare ptr addrspace(1) @spgc_allocate(i64, i64)
declare i64 @spgc_call_native(i64, i64, i64, i64, i64, ptr)
declare i64 @deopt_guard_failed(i64, i64, i64, i64, i64)
declare i64 @deopt_redefine(i64, i64, i64, i64, i64)

; Returns a new tree. The node with number n has the value n mod 1000. The value of every `large`-th
; node is larger by 2^33, which exceeds the range of the optimised code. Node number `marked` has
; the value -1, which redefines multiplication.
define ptr addrspace(1) @deopt_grow(i64 %depth, i64 %number, i64 %large, i64 %marked) noinline uwtable gc "statepoint-example" {
entry:
  %bottom = icmp eq i64 %depth, 0
  br i1 %bottom, label %leaf, label %inner

leaf:
  ret ptr addrspace(1) null

inner:
  %below = sub i64 %depth, 1
  %twice = shl i64 %number, 1
  %twice.1 = add i64 %twice, 1
  %left = call ptr addrspace(1) @deopt_grow(i64 %below, i64 %twice, i64 %large, i64 %marked)
  %right = call ptr addrspace(1) @deopt_grow(i64 %below, i64 %twice.1, i64 %large, i64 %marked)
  %small = urem i64 %number, 1000
  %place = urem i64 %number, %large
  %is.large = icmp eq i64 %place, 0
  %too.large = add i64 %small, 8589934592
  %number.value = select i1 %is.large, i64 %too.large, i64 %small
  %is.marked = icmp eq i64 %number, %marked
  %value = select i1 %is.marked, i64 -1, i64 %number.value
  %node = call ptr addrspace(1) @spgc_allocate(i64 32, i64 1280)
  %left.p = getelementptr inbounds i8, ptr addrspace(1) %node, i64 8
  store ptr addrspace(1) %left, ptr addrspace(1) %left.p, align 8
  %right.p = getelementptr inbounds i8, ptr addrspace(1) %node, i64 16
  store ptr addrspace(1) %right, ptr addrspace(1) %right.p, align 8
  %value.p = getelementptr inbounds i8, ptr addrspace(1) %node, i64 24
  store i64 %value, ptr addrspace(1) %value.p, align 8
  ret ptr addrspace(1) %node
}

; Returns a number that depends on all values and on their positions.
define i64 @deopt_checksum(ptr addrspace(1) %node) noinline uwtable gc "statepoint-example" {
entry:
  %is.null = icmp eq ptr addrspace(1) %node, null
  br i1 %is.null, label %leaf, label %inner

leaf:
  ret i64 1

inner:
  %left.p = getelementptr inbounds i8, ptr addrspace(1) %node, i64 8
  %left = load ptr addrspace(1), ptr addrspace(1) %left.p, align 8
  %left.sum = call i64 @deopt_checksum(ptr addrspace(1) %left)
  %right.p = getelementptr inbounds i8, ptr addrspace(1) %node, i64 16
  %right = load ptr addrspace(1), ptr addrspace(1) %right.p, align 8
  %right.sum = call i64 @deopt_checksum(ptr addrspace(1) %right)
  %value.p = getelementptr inbounds i8, ptr addrspace(1) %node, i64 24
  %value = load i64, ptr addrspace(1) %value.p, align 8
  %a = mul i64 %left.sum, 31
  %b = xor i64 %a, %right.sum
  %c = mul i64 %b, 1000003
  %sum = add i64 %c, %value
  ret i64 %sum
}

; The optimised form of the program: returns a copy of a tree whose values are multiplied by
; `factor`. It was compiled under two assumptions. First, products have 31 bits; a guard tests this.
; Second, multiplication is not redefined; no code tests this, so the runtime must ensure that no
; activation of this function is resumed after a redefinition. The operands of each "deopt" bundle
; are the index of the bytecode instruction at which the interpreter resumes, and its registers. The
; bundle of a recursive call does not contain the result of that call.
define ptr addrspace(1) @deopt_scale(ptr addrspace(1) %node, i64 %factor) noinline uwtable gc "statepoint-example" {
entry:
  %is.null = icmp eq ptr addrspace(1) %node, null
  br i1 %is.null, label %leaf, label %inner

leaf:
  ret ptr addrspace(1) null

inner:
  %left.p = getelementptr inbounds i8, ptr addrspace(1) %node, i64 8
  %left = load ptr addrspace(1), ptr addrspace(1) %left.p, align 8
  %left.scaled = call ptr addrspace(1) @deopt_scale(ptr addrspace(1) %left, i64 %factor) ["deopt"(i64 2, ptr addrspace(1) %node, i64 %factor, ptr addrspace(1) null, ptr addrspace(1) null, i64 0)]
  %right.p = getelementptr inbounds i8, ptr addrspace(1) %node, i64 16
  %right = load ptr addrspace(1), ptr addrspace(1) %right.p, align 8
  %right.scaled = call ptr addrspace(1) @deopt_scale(ptr addrspace(1) %right, i64 %factor) ["deopt"(i64 4, ptr addrspace(1) %node, i64 %factor, ptr addrspace(1) %left.scaled, ptr addrspace(1) null, i64 0)]
  %value.p = getelementptr inbounds i8, ptr addrspace(1) %node, i64 24
  %value = load i64, ptr addrspace(1) %value.p, align 8
  %is.marked = icmp eq i64 %value, -1
  br i1 %is.marked, label %marked, label %multiply

marked:
  %redefined = call i64 @spgc_call_native(i64 0, i64 0, i64 0, i64 0, i64 0, ptr @deopt_redefine) ["deopt"(i64 7, ptr addrspace(1) %node, i64 %factor, ptr addrspace(1) %left.scaled, ptr addrspace(1) %right.scaled, i64 %value)]
  unreachable

multiply:
  %product = mul i64 %value, %factor
  %is.small = icmp ult i64 %product, 2147483648
  br i1 %is.small, label %build, label %failed

failed:
  %nothing = call i64 @spgc_call_native(i64 0, i64 0, i64 0, i64 0, i64 0, ptr @deopt_guard_failed) ["deopt"(i64 7, ptr addrspace(1) %node, i64 %factor, ptr addrspace(1) %left.scaled, ptr addrspace(1) %right.scaled, i64 %value)]
  unreachable

build:
  %made = call ptr addrspace(1) @spgc_allocate(i64 32, i64 1280)
  %made.left.p = getelementptr inbounds i8, ptr addrspace(1) %made, i64 8
  store ptr addrspace(1) %left.scaled, ptr addrspace(1) %made.left.p, align 8
  %made.right.p = getelementptr inbounds i8, ptr addrspace(1) %made, i64 16
  store ptr addrspace(1) %right.scaled, ptr addrspace(1) %made.right.p, align 8
  %made.value.p = getelementptr inbounds i8, ptr addrspace(1) %made, i64 24
  store i64 %product, ptr addrspace(1) %made.value.p, align 8
  ret ptr addrspace(1) %made
}
