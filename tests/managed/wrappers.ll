; Native functions that are called through wrappers, as a front end writes them
; (docs/porting/native-code.md).
;
; Lines that end in "; x86_64" or "; aarch64" are used only for that architecture. Type 4: box of an
; i64.

declare ptr addrspace(1) @spgc_allocate(i64, i64)
declare void @spgc_enter_native(ptr) ; x86_64
declare void @spgc_enter_native_aarch64(ptr, ptr) ; aarch64
declare void @spgc_leave_native()
declare ptr @llvm.frameaddress.p0(i32 immarg)
declare ptr @llvm.sponentry.p0() ; aarch64
declare i32 @__gcc_personality_v0(...)

%four = type { i64, i64, i64, i64 }

define internal ptr addrspace(1) @wrapper_box(i64 %value) noinline uwtable gc "statepoint-example" {
entry:
  %box = call ptr addrspace(1) @spgc_allocate(i64 16, i64 1024)
  %value.p = getelementptr inbounds i8, ptr addrspace(1) %box, i64 8
  store i64 %value, ptr addrspace(1) %value.p, align 8
  ret ptr addrspace(1) %box
}

define internal i64 @wrapper_unbox(ptr addrspace(1) %box) noinline uwtable gc "statepoint-example" {
entry:
  %value.p = getelementptr inbounds i8, ptr addrspace(1) %box, i64 8
  %value = load i64, ptr addrspace(1) %value.p, align 8
  ret i64 %value
}

; Calls function(value, 1, 2, 3, 4). A front end would emit a direct call instead of a call through
; a pointer.
define internal i64 @wrapper_words(ptr %function, i64 %value) noinline uwtable "frame-pointer"="all" {
  %frame = call ptr @llvm.frameaddress.p0(i32 0)
  %sp = call ptr @llvm.sponentry.p0() ; aarch64
  call void @spgc_enter_native_aarch64(ptr %frame, ptr %sp) ; aarch64
  call void @spgc_enter_native(ptr %frame) ; x86_64
  %result = call i64 %function(i64 %value, i64 1, i64 2, i64 3, i64 4)
  call void @spgc_leave_native()
  ret i64 %result
}

; Returns function(value, 1, 2, 3, 4) + 2 value. The frame can be taken over.
define i64 @test_deopt_wrapped(ptr %function, i64 %value) uwtable gc "statepoint-example" {
entry:
  %box = call ptr addrspace(1) @wrapper_box(i64 %value)
  %result = call i64 @wrapper_words(ptr %function, i64 %value) ["deopt"(i64 2, i64 %value, ptr addrspace(1) %box)]
  %content = call i64 @wrapper_unbox(ptr addrspace(1) %box)
  %twice = shl i64 %content, 1
  %sum = add i64 %result, %twice
  ret i64 %sum
}

; Calls a native function that does nothing, to measure the cost of a transition.
define internal void @wrapper_nothing() noinline uwtable "frame-pointer"="all" {
  %frame = call ptr @llvm.frameaddress.p0(i32 0)
  %sp = call ptr @llvm.sponentry.p0() ; aarch64
  call void @spgc_enter_native_aarch64(ptr %frame, ptr %sp) ; aarch64
  call void @spgc_enter_native(ptr %frame) ; x86_64
  call void @test_native_nothing()
  call void @spgc_leave_native()
  ret void
}

; Passes more integers and more doubles than there are argument registers.
define internal double @wrapper_many(ptr %function, i64 %a, i64 %b, i64 %c, i64 %d, i64 %e, i64 %f, i64 %g, i64 %h, i64 %i, i64 %j, double %k, double %l, double %m, double %n, double %o, double %p, double %q, double %r, double %s, double %t) noinline uwtable "frame-pointer"="all" {
  %frame = call ptr @llvm.frameaddress.p0(i32 0)
  %sp = call ptr @llvm.sponentry.p0() ; aarch64
  call void @spgc_enter_native_aarch64(ptr %frame, ptr %sp) ; aarch64
  call void @spgc_enter_native(ptr %frame) ; x86_64
  %result = call double %function(i64 %a, i64 %b, i64 %c, i64 %d, i64 %e, i64 %f, i64 %g, i64 %h, i64 %i, i64 %j, double %k, double %l, double %m, double %n, double %o, double %p, double %q, double %r, double %s, double %t)
  call void @spgc_leave_native()
  ret double %result
}

; Returns a structure in memory.
define internal void @wrapper_structure(ptr sret(%four) %result, ptr %function, i64 %value) noinline uwtable "frame-pointer"="all" {
  %frame = call ptr @llvm.frameaddress.p0(i32 0)
  %sp = call ptr @llvm.sponentry.p0() ; aarch64
  call void @spgc_enter_native_aarch64(ptr %frame, ptr %sp) ; aarch64
  call void @spgc_enter_native(ptr %frame) ; x86_64
  call void %function(ptr sret(%four) %result, i64 %value)
  call void @spgc_leave_native()
  ret void
}

; Calls a native function that may throw.
define internal i64 @wrapper_throwing(ptr %function, i64 %value) noinline uwtable "frame-pointer"="all" personality ptr @__gcc_personality_v0 {
  %frame = call ptr @llvm.frameaddress.p0(i32 0)
  %sp = call ptr @llvm.sponentry.p0() ; aarch64
  call void @spgc_enter_native_aarch64(ptr %frame, ptr %sp) ; aarch64
  call void @spgc_enter_native(ptr %frame) ; x86_64
  %result = invoke i64 %function(i64 %value) to label %returned unwind label %thrown

returned:
  call void @spgc_leave_native()
  ret i64 %result

thrown:
  %exception = landingpad { ptr, i32 } cleanup
  call void @spgc_leave_native()
  resume { ptr, i32 } %exception
}

declare void @test_native_nothing()

; Calls function(value, 1, 2, 3, 4) while a box of the value is live. Returns the result plus the
; number in the box.
define i64 @test_wrapped(ptr %function, i64 %value) uwtable gc "statepoint-example" {
entry:
  %box = call ptr addrspace(1) @wrapper_box(i64 %value)
  %result = call i64 @wrapper_words(ptr %function, i64 %value)
  %content = call i64 @wrapper_unbox(ptr addrspace(1) %box)
  %sum = add i64 %result, %content
  ret i64 %sum
}

; The same in a frame of dynamic size. A stack walk computes the addresses of its slots and its end
; from the frame pointer, which the wrapper has saved.
define i64 @test_wrapped_dynamic(ptr %function, i64 %value) uwtable gc "statepoint-example" {
entry:
  %box = call ptr addrspace(1) @wrapper_box(i64 %value)
  %size = and i64 %value, 255
  %area = alloca i8, i64 %size, align 8
  store volatile i8 7, ptr %area, align 8
  %result = call i64 @wrapper_words(ptr %function, i64 %value)
  %content = call i64 @wrapper_unbox(ptr addrspace(1) %box)
  %sum = add i64 %result, %content
  ret i64 %sum
}

; Returns function(n, ..., n + 9, n + 10.5, ..., n + 19.5) as an integer, plus 1000 n from a box.
define i64 @test_wrapped_many(ptr %function, i64 %n) uwtable gc "statepoint-example" {
entry:
  %thousands = mul i64 %n, 1000
  %box = call ptr addrspace(1) @wrapper_box(i64 %thousands)
  %b = add i64 %n, 1
  %c = add i64 %n, 2
  %d = add i64 %n, 3
  %e = add i64 %n, 4
  %f = add i64 %n, 5
  %g = add i64 %n, 6
  %h = add i64 %n, 7
  %i = add i64 %n, 8
  %j = add i64 %n, 9
  %x = sitofp i64 %n to double
  %k = fadd double %x, 10.5
  %l = fadd double %x, 11.5
  %m = fadd double %x, 12.5
  %n2 = fadd double %x, 13.5
  %o = fadd double %x, 14.5
  %p = fadd double %x, 15.5
  %q = fadd double %x, 16.5
  %r = fadd double %x, 17.5
  %s = fadd double %x, 18.5
  %t = fadd double %x, 19.5
  %result = call double @wrapper_many(ptr %function, i64 %n, i64 %b, i64 %c, i64 %d, i64 %e, i64 %f, i64 %g, i64 %h, i64 %i, i64 %j, double %k, double %l, double %m, double %n2, double %o, double %p, double %q, double %r, double %s, double %t)
  %content = call i64 @wrapper_unbox(ptr addrspace(1) %box)
  %number = fptosi double %result to i64
  %sum = add i64 %number, %content
  ret i64 %sum
}

; Returns the sum of the four fields of the result of function(value), plus the value from a box.
define i64 @test_wrapped_structure(ptr %function, i64 %value) uwtable gc "statepoint-example" {
entry:
  %four = alloca %four, align 8
  %box = call ptr addrspace(1) @wrapper_box(i64 %value)
  call void @wrapper_structure(ptr sret(%four) %four, ptr %function, i64 %value)
  %content = call i64 @wrapper_unbox(ptr addrspace(1) %box)
  %a = load i64, ptr %four, align 8
  %b.p = getelementptr inbounds %four, ptr %four, i32 0, i32 1
  %b = load i64, ptr %b.p, align 8
  %c.p = getelementptr inbounds %four, ptr %four, i32 0, i32 2
  %c = load i64, ptr %c.p, align 8
  %d.p = getelementptr inbounds %four, ptr %four, i32 0, i32 3
  %d = load i64, ptr %d.p, align 8
  %s1 = add i64 %a, %b
  %s2 = add i64 %c, %d
  %s3 = add i64 %s1, %s2
  %s4 = add i64 %s3, %content
  ret i64 %s4
}

; Calls native code n times, with an allocation before each call, while a box is live. Returns the
; sum of 1 to n.
define i64 @test_wrapped_loop(i64 %n) uwtable gc "statepoint-example" {
entry:
  %kept = call ptr addrspace(1) @wrapper_box(i64 %n)
  br label %head

head:
  %i = phi i64 [ 0, %entry ], [ %next, %body ]
  %sum = phi i64 [ 0, %entry ], [ %sum.next, %body ]
  %limit = call i64 @wrapper_unbox(ptr addrspace(1) %kept)
  %more = icmp ult i64 %i, %limit
  br i1 %more, label %body, label %done

body:
  %next = add i64 %i, 1
  %box = call ptr addrspace(1) @wrapper_box(i64 %next)
  call void @wrapper_nothing()
  %value = call i64 @wrapper_unbox(ptr addrspace(1) %box)
  %sum.next = add i64 %sum, %value
  br label %head

done:
  ret i64 %sum
}

; Returns function(n) + 3 n, or 1000 + 5 n if the function throws. Like test_invoke in invoke.ll,
; but through a wrapper.
define i64 @test_wrapped_throwing(ptr %function, i64 %n) uwtable gc "statepoint-example" personality ptr @__gcc_personality_v0 {
entry:
  %box = call ptr addrspace(1) @wrapper_box(i64 %n)
  %result = invoke i64 @wrapper_throwing(ptr %function, i64 %n) to label %returned unwind label %thrown

returned:
  %content = call i64 @wrapper_unbox(ptr addrspace(1) %box)
  %three = mul i64 %content, 3
  %sum = add i64 %result, %three
  ret i64 %sum

thrown:
  %token = landingpad token cleanup
  %left = call i64 @wrapper_unbox(ptr addrspace(1) %box)
  %five = mul i64 %left, 5
  %number = add i64 %five, 1000
  ret i64 %number
}

; Returns function(n) + 3 n, through the same wrapper. It has no landing pad, so an exception
; propagates to the host.
define i64 @test_wrapped_passing(ptr %function, i64 %n) uwtable gc "statepoint-example" {
entry:
  %box = call ptr addrspace(1) @wrapper_box(i64 %n)
  %result = call i64 @wrapper_throwing(ptr %function, i64 %n)
  %content = call i64 @wrapper_unbox(ptr addrspace(1) %box)
  %three = mul i64 %content, 3
  %sum = add i64 %result, %three
  ret i64 %sum
}
