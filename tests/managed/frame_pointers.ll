; Functions with frame pointers, for a profiler that follows them. They call native code by the
; stub, and a slow path, which calls a callback of the host.

declare i64 @spgc_call_native(i64, i64, i64, i64, i64, ptr)
declare ptr addrspace(1) @spgc_allocate_array(i64, i64)

; Calls function(1, 2, 3, 4, 5). If `length` is not 0, allocates an array of `length` words instead.
define i64 @chain_inner(ptr %function, i64 %length) noinline uwtable "frame-pointer"="all" gc "statepoint-example" {
entry:
  %calls = icmp eq i64 %length, 0
  br i1 %calls, label %native, label %slow

native:
  %result = call i64 @spgc_call_native(i64 1, i64 2, i64 3, i64 4, i64 5, ptr %function)
  %more = add i64 %result, 1
  ret i64 %more

slow:
  %array = call ptr addrspace(1) @spgc_allocate_array(i64 %length, i64 512)
  %null = icmp eq ptr addrspace(1) %array, null
  %failed = zext i1 %null to i64
  ret i64 %failed
}

define i64 @chain_outer(ptr %function, i64 %length) noinline uwtable "frame-pointer"="all" gc "statepoint-example" {
entry:
  %result = call i64 @chain_inner(ptr %function, i64 %length)
  %more = add i64 %result, 1
  ret i64 %more
}
