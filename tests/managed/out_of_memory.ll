; Functions that fill a heap whose allocations may fail, and throw then. They catch what is thrown,
; drop their objects, and continue.
;
; Type 1: pair of references. Type 2: array of words.

declare ptr addrspace(1) @spgc_allocate(i64, i64)
declare ptr addrspace(1) @spgc_allocate_array(i64, i64)
declare i64 @spgc_call_native(i64, i64, i64, i64, i64, ptr)
declare i32 @test_personality_of_handlers(...)

; Returns a pair, or null if the heap is full.
define internal ptr addrspace(1) @full_pair(ptr addrspace(1) %left, ptr addrspace(1) %right) noinline uwtable gc "statepoint-example" {
entry:
  %pair = call ptr addrspace(1) @spgc_allocate(i64 24, i64 256)
  %failed = icmp eq ptr addrspace(1) %pair, null
  br i1 %failed, label %done, label %allocated

allocated:
  %left.p = getelementptr inbounds i8, ptr addrspace(1) %pair, i64 8
  store ptr addrspace(1) %left, ptr addrspace(1) %left.p, align 8
  %right.p = getelementptr inbounds i8, ptr addrspace(1) %pair, i64 16
  store ptr addrspace(1) %right, ptr addrspace(1) %right.p, align 8
  br label %done

done:
  ret ptr addrspace(1) %pair
}

; Returns the length of a list of pairs, which their first references link.
define internal i64 @full_length(ptr addrspace(1) %list) noinline nounwind uwtable gc "statepoint-example" {
entry:
  br label %head

head:
  %pair = phi ptr addrspace(1) [ %list, %entry ], [ %next, %more ]
  %length = phi i64 [ 0, %entry ], [ %longer, %more ]
  %ends = icmp eq ptr addrspace(1) %pair, null
  br i1 %ends, label %done, label %more

more:
  %next.p = getelementptr inbounds i8, ptr addrspace(1) %pair, i64 8
  %next = load ptr addrspace(1), ptr addrspace(1) %next.p, align 8
  %longer = add i64 %length, 1
  br label %head

done:
  ret i64 %length
}

; Throws: the native function receives the number of words.
define internal void @full_throw(i64 %words, ptr %function) noinline cold noreturn uwtable gc "statepoint-example" {
entry:
  %never = call i64 @spgc_call_native(i64 %words, i64 1, i64 2, i64 3, i64 4, ptr %function)
  unreachable
}

; Returns an array, or throws.
define internal ptr addrspace(1) @full_array(i64 %words, ptr %function) noinline uwtable gc "statepoint-example" {
entry:
  %array = call ptr addrspace(1) @spgc_allocate_array(i64 %words, i64 512)
  %failed = icmp eq ptr addrspace(1) %array, null
  br i1 %failed, label %full, label %done

full:
  call void @full_throw(i64 %words, ptr %function)
  unreachable

done:
  ret ptr addrspace(1) %array
}

; Makes a list of arrays until the heap is full, which this function throws and handles itself.
; Returns the number of arrays, or 0 if the list is not intact in the landing pad or no other array
; can be allocated after it.
define i64 @test_fill(i64 %words, ptr %function) uwtable gc "statepoint-example" personality ptr @test_personality_of_handlers {
entry:
  br label %head

head:
  %list = phi ptr addrspace(1) [ null, %entry ], [ %longer, %kept ]
  %n = phi i64 [ 0, %entry ], [ %next, %kept ]
  %array = call ptr addrspace(1) @spgc_allocate_array(i64 %words, i64 512)
  %failed = icmp eq ptr addrspace(1) %array, null
  br i1 %failed, label %full, label %keep

keep:
  %longer = call ptr addrspace(1) @full_pair(ptr addrspace(1) %list, ptr addrspace(1) %array)
  %no.pair = icmp eq ptr addrspace(1) %longer, null
  br i1 %no.pair, label %full, label %kept

kept:
  %next = add i64 %n, 1
  br label %head

full:
  invoke void @full_throw(i64 %words, ptr %function)
          to label %never unwind label %thrown

never:
  unreachable

thrown:
  %pad = landingpad token cleanup
  %length = call i64 @full_length(ptr addrspace(1) %list)
  %intact = icmp eq i64 %length, %n
  %other = call ptr addrspace(1) @full_array(i64 %words, ptr %function)
  %result = select i1 %intact, i64 %n, i64 0
  ret i64 %result
}

; The same, where a callee throws.
define i64 @test_fill_by_callee(i64 %words, ptr %function) uwtable gc "statepoint-example" personality ptr @test_personality_of_handlers {
entry:
  br label %head

head:
  %list = phi ptr addrspace(1) [ null, %entry ], [ %longer, %kept ]
  %n = phi i64 [ 0, %entry ], [ %next, %kept ]
  %array = invoke ptr addrspace(1) @full_array(i64 %words, ptr %function)
          to label %keep unwind label %thrown

keep:
  %longer = call ptr addrspace(1) @full_pair(ptr addrspace(1) %list, ptr addrspace(1) %array)
  %no.pair = icmp eq ptr addrspace(1) %longer, null
  br i1 %no.pair, label %full, label %kept

kept:
  %next = add i64 %n, 1
  br label %head

full:
  invoke void @full_throw(i64 %words, ptr %function)
          to label %never unwind label %thrown

never:
  unreachable

thrown:
  %pad = landingpad token cleanup
  %length = call i64 @full_length(ptr addrspace(1) %list)
  %intact = icmp eq i64 %length, %n
  %other = call ptr addrspace(1) @full_array(i64 %words, ptr %function)
  %result = select i1 %intact, i64 %n, i64 0
  ret i64 %result
}
