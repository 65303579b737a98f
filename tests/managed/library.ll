; Managed code that is linked into a shared library, which tests load and unload. The collector's
; symbols are resolved to those of the program.
; shared library
;
; Type 4: box of an i64.

declare ptr addrspace(1) @spgc_allocate(i64, i64)
declare i64 @spgc_call_native(i64, i64, i64, i64, i64, ptr)

define internal ptr addrspace(1) @library_box(i64 %value) noinline uwtable gc "statepoint-example" {
entry:
  %box = call ptr addrspace(1) @spgc_allocate(i64 16, i64 1024)
  %value.p = getelementptr inbounds i8, ptr addrspace(1) %box, i64 8
  store i64 %value, ptr addrspace(1) %value.p, align 8
  ret ptr addrspace(1) %box
}

define internal i64 @library_unbox(ptr addrspace(1) %box) noinline uwtable gc "statepoint-example" {
entry:
  %value.p = getelementptr inbounds i8, ptr addrspace(1) %box, i64 8
  %value = load i64, ptr addrspace(1) %value.p, align 8
  ret i64 %value
}

; Recurses to the given depth, with two live references in each frame. Returns f(depth), where f(n)
; = 2 n + 1 + 3 f(n - 1).
define i64 @library_work(i64 %depth) uwtable gc "statepoint-example" {
entry:
  %box = call ptr addrspace(1) @library_box(i64 %depth)
  %bottom = icmp eq i64 %depth, 0
  br i1 %bottom, label %done, label %deeper

deeper:
  %next = add i64 %depth, 1
  %other = call ptr addrspace(1) @library_box(i64 %next)
  %below = sub i64 %depth, 1
  %rest = call i64 @library_work(i64 %below)
  %value = call i64 @library_unbox(ptr addrspace(1) %box)
  %more = call i64 @library_unbox(ptr addrspace(1) %other)
  %tripled = mul i64 %rest, 3
  %sum = add i64 %tripled, %value
  %all = add i64 %sum, %more
  ret i64 %all

done:
  ret i64 0
}

; Calls function(value, 1, 2, 3, 4) through spgc_call_native while a box of the value is live.
; Returns the result plus the number in the box.
define i64 @library_native(ptr %function, i64 %value) uwtable gc "statepoint-example" {
entry:
  %box = call ptr addrspace(1) @library_box(i64 %value)
  %result = call i64 @spgc_call_native(i64 %value, i64 1, i64 2, i64 3, i64 4, ptr %function)
  %content = call i64 @library_unbox(ptr addrspace(1) %box)
  %sum = add i64 %result, %content
  ret i64 %sum
}
