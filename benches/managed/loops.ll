; Loops whose time and instructions the benchmarks measure.
;
; A line that ends in the name of an architecture is used only for that architecture. Type 1 has a
; header and two references.

declare ptr addrspace(1) @spgc_allocate(i64, i64)
declare void @spgc_store(ptr addrspace(1), ptr addrspace(1), ptr addrspace(1))
declare i64 @spgc_call_native(i64, i64, i64, i64, i64, ptr)
declare void @spgc_enter_native(ptr) ; x86_64
declare void @spgc_enter_native_aarch64(ptr, ptr) ; aarch64
declare void @spgc_leave_native()
declare ptr @llvm.frameaddress.p0(i32 immarg)
declare ptr @llvm.sponentry.p0() ; aarch64
declare i64 @native_nothing(i64, i64, i64, i64, i64)

; Runs n iterations of a loop with a poll at its back-edge. The empty assembly prevents LLVM from
; removing the loop. Returns n.
define i64 @bench_polls(i64 %n) uwtable gc "statepoint-example" {
entry:
  br label %loop

loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %next = add i64 %i, 1
  call void asm sideeffect "", ""() #0
  %more = icmp ult i64 %next, %n
  br i1 %more, label %loop, label %done

done:
  ret i64 %next
}

; The same loop in a function that is not managed, so it has no poll.
define i64 @bench_no_polls(i64 %n) uwtable {
entry:
  br label %loop

loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %next = add i64 %i, 1
  call void asm sideeffect "", ""() #0
  %more = icmp ult i64 %next, %n
  br i1 %more, label %loop, label %done

done:
  ret i64 %next
}

; Does n calls of a native function through the stub. Returns the sum of the results.
define i64 @bench_stub_calls(ptr %function, i64 %n) uwtable gc "statepoint-example" {
entry:
  br label %loop

loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %sum = phi i64 [ 0, %entry ], [ %sum.next, %loop ]
  %result = call i64 @spgc_call_native(i64 1, i64 1, i64 2, i64 3, i64 4, ptr %function)
  %sum.next = add i64 %sum, %result
  %next = add i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %loop, label %done

done:
  ret i64 %sum.next
}

; The wrapper of a native function. It is exported, so that LLVM does not propagate constant
; arguments into it.
define i64 @bench_wrapper(i64 %a, i64 %b, i64 %c, i64 %d, i64 %e) noinline uwtable "frame-pointer"="all" {
  %frame = call ptr @llvm.frameaddress.p0(i32 0)
  %sp = call ptr @llvm.sponentry.p0() ; aarch64
  call void @spgc_enter_native_aarch64(ptr %frame, ptr %sp) ; aarch64
  call void @spgc_enter_native(ptr %frame) ; x86_64
  %result = call i64 @native_nothing(i64 %a, i64 %b, i64 %c, i64 %d, i64 %e)
  call void @spgc_leave_native()
  ret i64 %result
}

; Does n calls of a native function through its wrapper. Returns the sum of the results.
define i64 @bench_wrapped_calls(i64 %n) uwtable gc "statepoint-example" {
entry:
  br label %loop

loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %sum = phi i64 [ 0, %entry ], [ %sum.next, %loop ]
  %result = call i64 @bench_wrapper(i64 1, i64 1, i64 2, i64 3, i64 4)
  %sum.next = add i64 %sum, %result
  %next = add i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %loop, label %done

done:
  ret i64 %sum.next
}

; Calls a native function through its wrapper until *flag is not 0. Returns the sum of the results.
define i64 @bench_wrapped_calls_until(ptr %flag) uwtable gc "statepoint-example" {
entry:
  br label %loop

loop:
  %sum = phi i64 [ 0, %entry ], [ %sum.next, %loop ]
  %result = call i64 @bench_wrapper(i64 1, i64 1, i64 2, i64 3, i64 4)
  %sum.next = add i64 %sum, %result
  %value = load atomic i32, ptr %flag monotonic, align 4
  %go = icmp eq i32 %value, 0
  br i1 %go, label %loop, label %done

done:
  ret i64 %sum.next
}

; Does n plain calls of a native function in a function that is not managed: the lower bound of
; native calls. Returns the sum of the results.
define i64 @bench_plain_calls(ptr %function, i64 %n) uwtable {
entry:
  br label %loop

loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %sum = phi i64 [ 0, %entry ], [ %sum.next, %loop ]
  %result = call i64 %function(i64 1, i64 1, i64 2, i64 3, i64 4)
  %sum.next = add i64 %sum, %result
  %next = add i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %loop, label %done

done:
  ret i64 %sum.next
}

; Calls a native function through the stub until *flag is not 0. Returns the sum of the results.
define i64 @bench_stub_calls_until(ptr %function, ptr %flag) uwtable gc "statepoint-example" {
entry:
  br label %loop

loop:
  %sum = phi i64 [ 0, %entry ], [ %sum.next, %loop ]
  %result = call i64 @spgc_call_native(i64 1, i64 1, i64 2, i64 3, i64 4, ptr %function)
  %sum.next = add i64 %sum, %result
  %value = load atomic i32, ptr %flag monotonic, align 4
  %go = icmp eq i32 %value, 0
  br i1 %go, label %loop, label %done

done:
  ret i64 %sum.next
}

; Allocates n nodes, which die immediately. Returns n.
define i64 @bench_allocations(i64 %n) uwtable gc "statepoint-example" {
entry:
  br label %loop

loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %node = call ptr addrspace(1) @spgc_allocate(i64 24, i64 256)
  %value.p = getelementptr inbounds i8, ptr addrspace(1) %node, i64 8
  store volatile i64 0, ptr addrspace(1) %value.p, align 8
  %next = add i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %loop, label %done

done:
  ret i64 %next
}

; Returns its argument.
define i64 @bench_identity(i64 %value) uwtable gc "statepoint-example" {
entry:
  ret i64 %value
}

attributes #0 = { "gc-leaf-function" }

; Does n stores of a reference into an object whose unlogged bit is clear. The function is not
; managed, so it has no poll. Returns n.
define i64 @bench_stores(ptr addrspace(1) %object, i64 %n) uwtable {
entry:
  %slot = getelementptr inbounds i8, ptr addrspace(1) %object, i64 8
  br label %loop

loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  call void @spgc_store(ptr addrspace(1) %object, ptr addrspace(1) %slot, ptr addrspace(1) %object)
  %next = add i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %loop, label %done

done:
  ret i64 %next
}

; The same without the barrier.
define i64 @bench_bare_stores(ptr addrspace(1) %object, i64 %n) uwtable {
entry:
  %slot = getelementptr inbounds i8, ptr addrspace(1) %object, i64 8
  br label %loop

loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  store volatile ptr addrspace(1) %object, ptr addrspace(1) %slot, align 8
  %next = add i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %loop, label %done

done:
  ret i64 %next
}

; Sets the unlogged bit of the object and stores a reference, which logs the object, n times.
; Returns n.
define i64 @bench_logged_stores(ptr addrspace(1) %object, i64 %n) uwtable gc "statepoint-example" {
entry:
  br label %loop

loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %bits = load volatile i8, ptr addrspace(1) %object, align 8
  %unlogged = or i8 %bits, 4
  store volatile i8 %unlogged, ptr addrspace(1) %object, align 8
  %slot = getelementptr inbounds i8, ptr addrspace(1) %object, i64 8
  call void @spgc_store(ptr addrspace(1) %object, ptr addrspace(1) %slot, ptr addrspace(1) %object)
  %next = add i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %loop, label %done

done:
  ret i64 %next
}

; Returns a new node.
define ptr addrspace(1) @bench_node() uwtable gc "statepoint-example" {
entry:
  %node = call ptr addrspace(1) @spgc_allocate(i64 24, i64 256)
  ret ptr addrspace(1) %node
}

; Does n stores of a reference into an array of references, whose length is a power of 2. The index
; starts at 0 and increases by `step` modulo the length. Returns the last index.
define i64 @bench_element_stores(ptr addrspace(1) %array, i64 %length, i64 %step, i64 %n) uwtable gc "statepoint-example" {
entry:
  %mask = sub i64 %length, 1
  br label %loop

loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %index = phi i64 [ 0, %entry ], [ %wrapped, %loop ]
  %offset = shl i64 %index, 3
  %from.start = add i64 %offset, 16
  %slot = getelementptr inbounds i8, ptr addrspace(1) %array, i64 %from.start
  call void @spgc_store(ptr addrspace(1) %array, ptr addrspace(1) %slot, ptr addrspace(1) %array)
  %further = add i64 %index, %step
  %wrapped = and i64 %further, %mask
  %next = add i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %loop, label %done

done:
  ret i64 %index
}
