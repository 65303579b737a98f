; Fibers that pass boxes, and code that resumes them. Type 4: box of an i64.
; also in registers: fibers_

declare ptr addrspace(1) @spgc_allocate(i64, i64)
declare i64 @spgc_call_native(i64, i64, i64, i64, i64, ptr)
declare ptr addrspace(1) @spgc_resume(ptr, ptr addrspace(1))
declare ptr addrspace(1) @spgc_suspend(ptr addrspace(1))

; Without inlining, LLVM does not know that the box has no other references.
define internal ptr addrspace(1) @fibers_box(i64 %number) noinline uwtable gc "statepoint-example" {
entry:
  %box = call ptr addrspace(1) @spgc_allocate(i64 16, i64 1024)
  %number.p = getelementptr inbounds i8, ptr addrspace(1) %box, i64 8
  store i64 %number, ptr addrspace(1) %number.p, align 8
  ret ptr addrspace(1) %box
}

define internal i64 @fibers_number(ptr addrspace(1) %box) alwaysinline {
  %number.p = getelementptr inbounds i8, ptr addrspace(1) %box, i64 8
  %number = load i64, ptr addrspace(1) %number.p, align 8
  ret i64 %number
}

; Returns fiber %at of an array of addresses.
define internal ptr @fibers_at(ptr %fibers, i64 %at) alwaysinline {
  %fiber.p = getelementptr inbounds ptr, ptr %fibers, i64 %at
  %fiber = load ptr, ptr %fiber.p, align 8
  ret ptr %fiber
}

; A fiber that increments the number in each box and passes the box back, until it receives null.
define ptr addrspace(1) @fibers_counter(ptr addrspace(1) %first) uwtable gc "statepoint-example" {
entry:
  br label %head

head:
  %box = phi ptr addrspace(1) [ %first, %entry ], [ %received, %more ]
  %end = icmp eq ptr addrspace(1) %box, null
  br i1 %end, label %done, label %more

more:
  %number.p = getelementptr inbounds i8, ptr addrspace(1) %box, i64 8
  %number = load i64, ptr addrspace(1) %number.p, align 8
  %next = add i64 %number, 1
  store i64 %next, ptr addrspace(1) %number.p, align 8
  %received = call ptr addrspace(1) @spgc_suspend(ptr addrspace(1) %box)
  br label %head

done:
  ret ptr addrspace(1) null
}

; Passes a box of 0 to a counter and back %n times. Returns the number in the box.
define i64 @fibers_switch(ptr %fiber, i64 %n) uwtable gc "statepoint-example" {
entry:
  %first = call ptr addrspace(1) @fibers_box(i64 0)
  br label %head

head:
  %i = phi i64 [ 0, %entry ], [ %next, %more ]
  %box = phi ptr addrspace(1) [ %first, %entry ], [ %received, %more ]
  %end = icmp eq i64 %i, %n
  br i1 %end, label %done, label %more

more:
  %received = call ptr addrspace(1) @spgc_resume(ptr %fiber, ptr addrspace(1) %box)
  %next = add i64 %i, 1
  br label %head

done:
  %number = call i64 @fibers_number(ptr addrspace(1) %box)
  ret i64 %number
}

; A fiber that ends at once. Returns a box with the next number.
define ptr addrspace(1) @fibers_next(ptr addrspace(1) %first) uwtable gc "statepoint-example" {
entry:
  %number = call i64 @fibers_number(ptr addrspace(1) %first)
  %next = add i64 %number, 1
  %box = call ptr addrspace(1) @fibers_box(i64 %next)
  ret ptr addrspace(1) %box
}

; Creates %n fibers, runs each to its end and destroys it. Native code creates and destroys them.
; Returns the sum of the numbers in their boxes.
define i64 @fibers_create(i64 %n, ptr %create, ptr %destroy) uwtable gc "statepoint-example" {
entry:
  br label %head

head:
  %i = phi i64 [ 0, %entry ], [ %next, %more ]
  %sum = phi i64 [ 0, %entry ], [ %sum.next, %more ]
  %end = icmp eq i64 %i, %n
  br i1 %end, label %done, label %more

more:
  %created = call i64 @spgc_call_native(i64 0, i64 0, i64 0, i64 0, i64 0, ptr %create)
  %fiber = inttoptr i64 %created to ptr
  %in = call ptr addrspace(1) @fibers_box(i64 %i)
  %out = call ptr addrspace(1) @spgc_resume(ptr %fiber, ptr addrspace(1) %in)
  %number = call i64 @fibers_number(ptr addrspace(1) %out)
  %sum.next = add i64 %sum, %number
  %destroyed = call i64 @spgc_call_native(i64 %created, i64 0, i64 0, i64 0, i64 0, ptr %destroy)
  %next = add i64 %i, 1
  br label %head

done:
  ret i64 %sum
}

; One of four frames, each with a box. The youngest suspends the fiber with its box, until it
; receives null. Returns the sum of the numbers in the boxes of these frames and of those received.
define internal i64 @fibers_frame(i64 %number, i64 %level) noinline uwtable gc "statepoint-example" {
entry:
  %own = add i64 %number, %level
  %box = call ptr addrspace(1) @fibers_box(i64 %own)
  %youngest = icmp eq i64 %level, 4
  br i1 %youngest, label %head, label %calls

calls:
  %next = add i64 %level, 1
  %below = call i64 @fibers_frame(i64 %number, i64 %next)
  br label %done

head:
  %sum = phi i64 [ 0, %entry ], [ %sum.next, %more ]
  %received = call ptr addrspace(1) @spgc_suspend(ptr addrspace(1) %box)
  %end = icmp eq ptr addrspace(1) %received, null
  br i1 %end, label %done, label %more

more:
  %in = call i64 @fibers_number(ptr addrspace(1) %received)
  %sum.next = add i64 %sum, %in
  br label %head

done:
  %others = phi i64 [ %below, %calls ], [ %sum, %head ]
  %kept = call i64 @fibers_number(ptr addrspace(1) %box)
  %all = add i64 %others, %kept
  ret i64 %all
}

; A fiber that is suspended in the youngest of five frames with a live reference in each.
define ptr addrspace(1) @fibers_parked(ptr addrspace(1) %first) uwtable gc "statepoint-example" {
entry:
  %number = call i64 @fibers_number(ptr addrspace(1) %first)
  %below = call i64 @fibers_frame(i64 %number, i64 1)
  %kept = call i64 @fibers_number(ptr addrspace(1) %first)
  %all = add i64 %below, %kept
  %box = call ptr addrspace(1) @fibers_box(i64 %all)
  ret ptr addrspace(1) %box
}

; Resumes the fibers from %begin to %end of an array, fiber i with a box of %number + i * %step.
; Returns the sum of the numbers in the boxes that they pass back.
define i64 @fibers_resume(ptr %fibers, i64 %begin, i64 %end, i64 %number, i64 %step) uwtable gc "statepoint-example" {
entry:
  br label %head

head:
  %i = phi i64 [ %begin, %entry ], [ %next, %more ]
  %sum = phi i64 [ 0, %entry ], [ %sum.next, %more ]
  %ends = icmp eq i64 %i, %end
  br i1 %ends, label %done, label %more

more:
  %fiber = call ptr @fibers_at(ptr %fibers, i64 %i)
  %product = mul i64 %i, %step
  %passed = add i64 %number, %product
  %in = call ptr addrspace(1) @fibers_box(i64 %passed)
  %out = call ptr addrspace(1) @spgc_resume(ptr %fiber, ptr addrspace(1) %in)
  %received = call i64 @fibers_number(ptr addrspace(1) %out)
  %sum.next = add i64 %sum, %received
  %next = add i64 %i, 1
  br label %head

done:
  ret i64 %sum
}

; Starts a stage of a pipeline with a word. Nothing happens until it is resumed again.
define i64 @fibers_start(ptr %fiber, i64 %word) uwtable gc "statepoint-example" {
entry:
  %in = call ptr addrspace(1) @fibers_box(i64 %word)
  %out = call ptr addrspace(1) @spgc_resume(ptr %fiber, ptr addrspace(1) %in)
  ret i64 0
}

; The first stage of a pipeline passes boxes of 1 to the number in the first box, then null.
define ptr addrspace(1) @fibers_source(ptr addrspace(1) %first) uwtable gc "statepoint-example" {
entry:
  %count = call i64 @fibers_number(ptr addrspace(1) %first)
  %started = call ptr addrspace(1) @spgc_suspend(ptr addrspace(1) null)
  br label %head

head:
  %i = phi i64 [ 0, %entry ], [ %next, %more ]
  %end = icmp eq i64 %i, %count
  br i1 %end, label %done, label %more

more:
  %next = add i64 %i, 1
  %out = call ptr addrspace(1) @fibers_box(i64 %next)
  %resumed = call ptr addrspace(1) @spgc_suspend(ptr addrspace(1) %out)
  br label %head

done:
  ret ptr addrspace(1) null
}

; Any other stage resumes the stage before it, whose address is in the first box, and passes boxes
; of the numbers that it receives plus 1, until it receives null.
define ptr addrspace(1) @fibers_stage(ptr addrspace(1) %first) uwtable gc "statepoint-example" {
entry:
  %address = call i64 @fibers_number(ptr addrspace(1) %first)
  %before = inttoptr i64 %address to ptr
  %started = call ptr addrspace(1) @spgc_suspend(ptr addrspace(1) null)
  br label %head

head:
  %in = call ptr addrspace(1) @spgc_resume(ptr %before, ptr addrspace(1) null)
  %end = icmp eq ptr addrspace(1) %in, null
  br i1 %end, label %done, label %more

more:
  %number = call i64 @fibers_number(ptr addrspace(1) %in)
  %next = add i64 %number, 1
  %out = call ptr addrspace(1) @fibers_box(i64 %next)
  %resumed = call ptr addrspace(1) @spgc_suspend(ptr addrspace(1) %out)
  br label %head

done:
  ret ptr addrspace(1) null
}

; Resumes each of %n fibers with null. Returns the sum of the numbers in the boxes that they pass
; back, some of which may be null.
define i64 @fibers_pull(ptr %fibers, i64 %n) uwtable gc "statepoint-example" {
entry:
  br label %head

head:
  %i = phi i64 [ 0, %entry ], [ %next, %added ]
  %sum = phi i64 [ 0, %entry ], [ %sum.next, %added ]
  %end = icmp eq i64 %i, %n
  br i1 %end, label %done, label %more

more:
  %fiber = call ptr @fibers_at(ptr %fibers, i64 %i)
  %out = call ptr addrspace(1) @spgc_resume(ptr %fiber, ptr addrspace(1) null)
  %none = icmp eq ptr addrspace(1) %out, null
  br i1 %none, label %added, label %some

some:
  %number = call i64 @fibers_number(ptr addrspace(1) %out)
  br label %added

added:
  %received = phi i64 [ 0, %more ], [ %number, %some ]
  %sum.next = add i64 %sum, %received
  %next = add i64 %i, 1
  br label %head

done:
  ret i64 %sum
}
