; Frames that are hard to walk. Each function keeps references live across calls that collect.
;
; Type 1: header and two references. Type 4: box of an i64.

declare void @spgc_store(ptr addrspace(1), ptr addrspace(1), ptr addrspace(1))
declare ptr addrspace(1) @spgc_allocate(i64, i64)
declare i64 @spgc_call_native(i64, i64, i64, i64, i64, ptr)

define internal ptr addrspace(1) @frame_box(i64 %value) noinline uwtable gc "statepoint-example" {
entry:
  %box = call ptr addrspace(1) @spgc_allocate(i64 16, i64 1024)
  %value.p = getelementptr inbounds i8, ptr addrspace(1) %box, i64 8
  store i64 %value, ptr addrspace(1) %value.p, align 8
  ret ptr addrspace(1) %box
}

define internal i64 @frame_unbox(ptr addrspace(1) %box) noinline uwtable gc "statepoint-example" {
entry:
  %value.p = getelementptr inbounds i8, ptr addrspace(1) %box, i64 8
  %value = load i64, ptr addrspace(1) %value.p, align 8
  ret i64 %value
}

; Takes ten arguments, of which the caller pushes four on x86-64. So at the call site the caller's
; frame is larger than the size in the stack map.
define i64 @test_frame_ten(i64 %a, i64 %b, i64 %c, i64 %d, i64 %e, i64 %f, i64 %g, ptr addrspace(1) %h, i64 %i, ptr addrspace(1) %j) noinline uwtable gc "statepoint-example" {
entry:
  %box = call ptr addrspace(1) @frame_box(i64 %g)
  %u = call i64 @frame_unbox(ptr addrspace(1) %box)
  %v = call i64 @frame_unbox(ptr addrspace(1) %h)
  %w = call i64 @frame_unbox(ptr addrspace(1) %j)
  %s1 = add i64 %a, %b
  %s2 = add i64 %c, %d
  %s3 = add i64 %e, %f
  %s4 = add i64 %u, %i
  %s5 = add i64 %v, %w
  %s6 = add i64 %s1, %s2
  %s7 = add i64 %s3, %s4
  %s8 = add i64 %s6, %s7
  %s9 = add i64 %s8, %s5
  ret i64 %s9
}

; Returns twice the sum of n and 2 to 10.
define i64 @test_pushed_arguments(i64 %n) uwtable gc "statepoint-example" {
entry:
  %h = call ptr addrspace(1) @frame_box(i64 8)
  %j = call ptr addrspace(1) @frame_box(i64 10)
  %first = call i64 @test_frame_ten(i64 %n, i64 2, i64 3, i64 4, i64 5, i64 6, i64 7, ptr addrspace(1) %h, i64 9, ptr addrspace(1) %j)
  %second = call i64 @test_frame_ten(i64 %n, i64 2, i64 3, i64 4, i64 5, i64 6, i64 7, ptr addrspace(1) %h, i64 9, ptr addrspace(1) %j)
  %sum = add i64 %first, %second
  ret i64 %sum
}

; Has a frame of dynamic size with an over-aligned object. Its slots are relative to a base
; register.
define i64 @test_dynamic_frame(i64 %size) uwtable gc "statepoint-example" {
entry:
  %a = call ptr addrspace(1) @frame_box(i64 100)
  %area = alloca i8, i64 %size, align 64
  store volatile i8 7, ptr %area, align 64
  %b = call ptr addrspace(1) @frame_box(i64 20)
  %c = call ptr addrspace(1) @frame_box(i64 3)
  %x = call i64 @frame_unbox(ptr addrspace(1) %a)
  %y = call i64 @frame_unbox(ptr addrspace(1) %b)
  %z = call i64 @frame_unbox(ptr addrspace(1) %c)
  %byte = load volatile i8, ptr %area, align 64
  %wide = zext i8 %byte to i64
  %s1 = add i64 %x, %y
  %s2 = add i64 %s1, %z
  %s3 = mul i64 %s2, %wide
  ret i64 %s3
}

; Keeps a vector of two references live across calls.
define i64 @test_vector() uwtable gc "statepoint-example" {
entry:
  %pair = call ptr addrspace(1) @spgc_allocate(i64 24, i64 256)
  %first.p = getelementptr inbounds i8, ptr addrspace(1) %pair, i64 8
  %second.p = getelementptr inbounds i8, ptr addrspace(1) %pair, i64 16
  %a = call ptr addrspace(1) @frame_box(i64 5)
  call void @spgc_store(ptr addrspace(1) %pair, ptr addrspace(1) %first.p, ptr addrspace(1) %a)
  %b = call ptr addrspace(1) @frame_box(i64 70)
  call void @spgc_store(ptr addrspace(1) %pair, ptr addrspace(1) %second.p, ptr addrspace(1) %b)
  %both = load volatile <2 x ptr addrspace(1)>, ptr addrspace(1) %first.p, align 8
  %c = call ptr addrspace(1) @frame_box(i64 900)
  %other = call ptr addrspace(1) @spgc_allocate(i64 24, i64 256)
  %other.p = getelementptr inbounds i8, ptr addrspace(1) %other, i64 8
  ; No barrier: the store initialises a new object.
  store volatile <2 x ptr addrspace(1)> %both, ptr addrspace(1) %other.p, align 8
  %other.second.p = getelementptr inbounds i8, ptr addrspace(1) %other, i64 16
  %a2 = load volatile ptr addrspace(1), ptr addrspace(1) %other.p, align 8
  %b2 = load volatile ptr addrspace(1), ptr addrspace(1) %other.second.p, align 8
  %x = call i64 @frame_unbox(ptr addrspace(1) %a2)
  %y = call i64 @frame_unbox(ptr addrspace(1) %b2)
  %z = call i64 @frame_unbox(ptr addrspace(1) %c)
  %s1 = add i64 %x, %y
  %s2 = add i64 %s1, %z
  ret i64 %s2
}

; Recurses to the given depth, with a live reference in each frame. Returns f(depth), where f(0) = 0
; and f(n) = n + 3 f(n - 1).
define i64 @test_nested(i64 %depth) uwtable gc "statepoint-example" {
entry:
  %box = call ptr addrspace(1) @frame_box(i64 %depth)
  %bottom = icmp eq i64 %depth, 0
  br i1 %bottom, label %done, label %deeper

deeper:
  %below = sub i64 %depth, 1
  %rest = call i64 @test_nested(i64 %below)
  %value = call i64 @frame_unbox(ptr addrspace(1) %box)
  %tripled = mul i64 %rest, 3
  %sum = add i64 %tripled, %value
  ret i64 %sum

done:
  ret i64 0
}

; Calls function(value, 1, 2, 3, 4) through spgc_call_native while a box of the value is live.
; Returns the result plus the number in the box.
define i64 @test_native(ptr %function, i64 %value) uwtable gc "statepoint-example" {
entry:
  %box = call ptr addrspace(1) @frame_box(i64 %value)
  %result = call i64 @spgc_call_native(i64 %value, i64 1, i64 2, i64 3, i64 4, ptr %function)
  %content = call i64 @frame_unbox(ptr addrspace(1) %box)
  %sum = add i64 %result, %content
  ret i64 %sum
}
