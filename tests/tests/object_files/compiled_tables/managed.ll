; Two frames with references that are live over a call, and a function without a caller.
; passes: rewrite-statepoints-for-gc
; records: 3

declare void @collect()

define i64 @inner(ptr addrspace(1) %a, ptr addrspace(1) %b) noinline uwtable gc "statepoint-example" {
  call void @collect()
  %x = ptrtoint ptr addrspace(1) %a to i64
  %y = ptrtoint ptr addrspace(1) %b to i64
  %sum = add i64 %x, %y
  ret i64 %sum
}

define i64 @unused(ptr addrspace(1) %a) noinline uwtable gc "statepoint-example" {
  call void @collect()
  %x = ptrtoint ptr addrspace(1) %a to i64
  ret i64 %x
}

define i64 @outer(ptr addrspace(1) %a, ptr addrspace(1) %b) noinline uwtable gc "statepoint-example" {
  %sum = call i64 @inner(ptr addrspace(1) %b, ptr addrspace(1) %a)
  %x = ptrtoint ptr addrspace(1) %a to i64
  %more = add i64 %x, %sum
  %y = ptrtoint ptr addrspace(1) %b to i64
  %all = add i64 %more, %y
  ret i64 %all
}
