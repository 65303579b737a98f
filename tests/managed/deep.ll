; Recursion that native code directs, for tests of deep stacks.
; also in registers: test_deep
;
; Type 4: box of an i64.
;
; Each function has a box of %n and calls %next(%n) until the result tells it to return. The low
; byte of the result is what to do, the other bits are a number v:
;
;   0  return the sum, plus the number in the box
;   1  call @test_deep(v), 2  @test_deep_object(v), 3  @test_deep_catch(v):
;      the sum becomes 3 * the sum + the result
;   4  store a new box of v in the stack object of the caller, if it has one
;
; %next may throw. @test_deep_catch catches what it calls throws; the result is then 5.

declare ptr addrspace(1) @spgc_allocate(i64, i64)
declare i64 @spgc_call_native(i64, i64, i64, i64, i64, ptr)
declare i32 @test_personality(...)
declare token @llvm.experimental.gc.statepoint.p0(i64, i32, ptr, i32, i32, ...)
declare i64 @llvm.experimental.gc.result.i64(token)

define internal ptr addrspace(1) @deep_box(i64 %value) noinline uwtable gc "statepoint-example" {
entry:
  %box = call ptr addrspace(1) @spgc_allocate(i64 16, i64 1024)
  %value.p = getelementptr inbounds i8, ptr addrspace(1) %box, i64 8
  store i64 %value, ptr addrspace(1) %value.p, align 8
  ret ptr addrspace(1) %box
}

define internal i64 @deep_unbox(ptr addrspace(1) %box) noinline nounwind uwtable gc "statepoint-example" {
entry:
  %value.p = getelementptr inbounds i8, ptr addrspace(1) %box, i64 8
  %value = load i64, ptr addrspace(1) %value.p, align 8
  ret i64 %value
}

; Calls the function of the action, and returns its result.
define internal i64 @deep_call(i64 %action, i64 %v, ptr %next, ptr %object) noinline uwtable gc "statepoint-example" {
entry:
  %box = call ptr addrspace(1) @deep_box(i64 %v)
  switch i64 %action, label %catching [ i64 1, label %plain
                                        i64 2, label %with.object ]

plain:
  %a = call i64 @test_deep(i64 %v, ptr %next, ptr %object)
  br label %done

with.object:
  %b = call i64 @test_deep_object(i64 %v, ptr %next, ptr %object)
  br label %done

catching:
  %c = call i64 @test_deep_catch(i64 %v, ptr %next, ptr %object)
  br label %done

done:
  %result = phi i64 [ %a, %plain ], [ %b, %with.object ], [ %c, %catching ]
  %own = call i64 @deep_unbox(ptr addrspace(1) %box)
  %sum = add i64 %result, %own
  ret i64 %sum
}

; Stores a new box of %v in the stack object of a caller, if there is one.
define internal void @deep_store(i64 %v, ptr %object) noinline uwtable gc "statepoint-example" {
entry:
  %none = icmp eq ptr %object, null
  br i1 %none, label %done, label %store

store:
  %box = call ptr addrspace(1) @deep_box(i64 %v)
  store ptr addrspace(1) %box, ptr %object, align 8
  br label %done

done:
  ret void
}

define i64 @test_deep(i64 %n, ptr %next, ptr %object) noinline uwtable gc "statepoint-example" {
entry:
  %box = call ptr addrspace(1) @deep_box(i64 %n)
  br label %head

head:
  %sum = phi i64 [ 0, %entry ], [ %sum, %store ], [ %sum.new, %call ]
  %word = call i64 @spgc_call_native(i64 %n, i64 0, i64 0, i64 0, i64 0, ptr %next)
  %action = and i64 %word, 255
  %v = lshr i64 %word, 8
  switch i64 %action, label %call [ i64 0, label %done
                                    i64 4, label %store ]

store:
  call void @deep_store(i64 %v, ptr %object)
  br label %head

call:
  %result = call i64 @deep_call(i64 %action, i64 %v, ptr %next, ptr null)
  %tripled = mul i64 %sum, 3
  %sum.new = add i64 %tripled, %result
  br label %head

done:
  %own = call i64 @deep_unbox(ptr addrspace(1) %box)
  %all = add i64 %sum, %own
  ret i64 %all
}

; The box is in a stack object, which functions that it calls may overwrite. `optnone`, because
; InstCombine removes entries of "gc-live" without a relocate.
define i64 @test_deep_object(i64 %n, ptr %next, ptr %object) noinline optnone uwtable gc "statepoint-example" {
entry:
  %own.object = alloca ptr addrspace(1), align 8
  %box = call ptr addrspace(1) @deep_box(i64 %n)
  store volatile ptr addrspace(1) %box, ptr %own.object, align 8
  br label %head

head:
  %sum = phi i64 [ 0, %entry ], [ %sum, %store ], [ %sum.new, %call ]
  %asked = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(i64 (i64, i64, i64, i64, i64, ptr)) @spgc_call_native, i32 6, i32 0, i64 %n, i64 0, i64 0, i64 0, i64 0, ptr %next, i32 0, i32 0) [ "gc-live"(ptr %own.object) ]
  %word = call i64 @llvm.experimental.gc.result.i64(token %asked)
  %action = and i64 %word, 255
  %v = lshr i64 %word, 8
  switch i64 %action, label %call [ i64 0, label %done
                                    i64 4, label %store ]

store:
  %stored = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void (i64, ptr)) @deep_store, i32 2, i32 0, i64 %v, ptr %object, i32 0, i32 0) [ "gc-live"(ptr %own.object) ]
  br label %head

call:
  %called = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(i64 (i64, i64, ptr, ptr)) @deep_call, i32 4, i32 0, i64 %action, i64 %v, ptr %next, ptr %own.object, i32 0, i32 0) [ "gc-live"(ptr %own.object) ]
  %result = call i64 @llvm.experimental.gc.result.i64(token %called)
  %tripled = mul i64 %sum, 3
  %sum.new = add i64 %tripled, %result
  br label %head

done:
  %now = load volatile ptr addrspace(1), ptr %own.object, align 8
  %own = call i64 @deep_unbox(ptr addrspace(1) %now)
  %all = add i64 %sum, %own
  ret i64 %all
}

define i64 @test_deep_catch(i64 %n, ptr %next, ptr %object) noinline uwtable gc "statepoint-example" personality ptr @test_personality {
entry:
  %box = call ptr addrspace(1) @deep_box(i64 %n)
  br label %head

head:
  %sum = phi i64 [ 0, %entry ], [ %sum, %store ], [ %sum.new, %more ]
  %word = invoke i64 @spgc_call_native(i64 %n, i64 0, i64 0, i64 0, i64 0, ptr %next)
          to label %act unwind label %thrown

act:
  %action = and i64 %word, 255
  %v = lshr i64 %word, 8
  switch i64 %action, label %call [ i64 0, label %done
                                    i64 4, label %store ]

store:
  call void @deep_store(i64 %v, ptr %object)
  br label %head

call:
  %result = invoke i64 @deep_call(i64 %action, i64 %v, ptr %next, ptr null)
          to label %more unwind label %thrown

thrown:
  %sum.then = phi i64 [ %sum, %head ], [ %sum, %call ]
  %pad = landingpad token cleanup
  br label %more

more:
  %sum.before = phi i64 [ %sum, %call ], [ %sum.then, %thrown ]
  %value = phi i64 [ %result, %call ], [ 5, %thrown ]
  %tripled = mul i64 %sum.before, 3
  %sum.new = add i64 %tripled, %value
  br label %head

done:
  %own = call i64 @deep_unbox(ptr addrspace(1) %box)
  %all = add i64 %sum, %own
  ret i64 %all
}
