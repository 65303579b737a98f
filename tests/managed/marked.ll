; Frames whose return address has a stackmap record instead of a statepoint record.
;
; Type 4: box of an i64.

declare ptr addrspace(1) @spgc_allocate(i64, i64)
declare i64 @spgc_call_native(i64, i64, i64, i64, i64, ptr)
declare void @llvm.experimental.stackmap(i64, i32, ...)

@patched_rebuild = external global ptr

define internal ptr addrspace(1) @marked_box(i64 %value) noinline uwtable gc "statepoint-example" {
entry:
  %box = call ptr addrspace(1) @spgc_allocate(i64 16, i64 1024)
  %value.p = getelementptr inbounds i8, ptr addrspace(1) %box, i64 8
  store i64 %value, ptr addrspace(1) %value.p, align 8
  ret ptr addrspace(1) %box
}

define internal i64 @marked_unbox(ptr addrspace(1) %box) noinline uwtable gc "statepoint-example" {
entry:
  %value.p = getelementptr inbounds i8, ptr addrspace(1) %box, i64 8
  %value = load i64, ptr addrspace(1) %value.p, align 8
  ret i64 %value
}

; Returns n. Calls the function without a statepoint. A stackmap at the call's return address lists
; a reference to an object, which must not move during the call.
define i64 @test_marked(ptr %function, i64 %n) uwtable gc "statepoint-example" {
entry:
  %a = call ptr addrspace(1) @marked_box(i64 %n)
  %ignored = call i64 %function(i64 %n) "gc-leaf-function"
  call void (i64, i32, ...) @llvm.experimental.stackmap(i64 7, i32 0, ptr addrspace(1) %a)
  %value = call i64 @marked_unbox(ptr addrspace(1) %a)
  ret i64 %value
}

; Called by invalidated code, through a call that is patched into its stackmap's shadow. Calls a
; native function, which takes over the frame of the invalidated code.
define void @test_marked_left() uwtable gc "statepoint-example" {
entry:
  %function = load ptr, ptr @patched_rebuild
  %nothing = call i64 @spgc_call_native(i64 0, i64 0, i64 0, i64 0, i64 0, ptr %function)
  ret void
}
