; A function as a JIT compiler emits it, which tests copy to executable memory. It refers to no
; symbol. Its ten calls use a table of function pointers that it receives: test_pair, test_left,
; test_list_hash. It has no poll, since a poll refers to the thread's context.
; opt: -spp-no-entry
;
; Builds lists of the tagged numbers a and b. Returns h(a b a) + 3 h(b a) + 5 h(a), where h is
; test_list_hash, plus 1 for each of two references that is unchanged after a store and a load.
define i64 @generated(ptr %calls, ptr addrspace(1) %a, ptr addrspace(1) %b) uwtable gc "statepoint-example" {
entry:
  %left.p = getelementptr inbounds ptr, ptr %calls, i64 1
  %hash.p = getelementptr inbounds ptr, ptr %calls, i64 2
  %pair = load ptr, ptr %calls, align 8
  %left = load ptr, ptr %left.p, align 8
  %hash = load ptr, ptr %hash.p, align 8
  %one = call ptr addrspace(1) %pair(ptr addrspace(1) %a, ptr addrspace(1) null)
  %two = call ptr addrspace(1) %pair(ptr addrspace(1) %b, ptr addrspace(1) %one)
  %three = call ptr addrspace(1) %pair(ptr addrspace(1) %a, ptr addrspace(1) %two)
  %both = call ptr addrspace(1) %pair(ptr addrspace(1) %two, ptr addrspace(1) %three)
  %single = call ptr addrspace(1) %pair(ptr addrspace(1) %one, ptr addrspace(1) null)
  %two.again = call ptr addrspace(1) %left(ptr addrspace(1) %both)
  %one.again = call ptr addrspace(1) %left(ptr addrspace(1) %single)
  %hash.three = call i64 %hash(ptr addrspace(1) %three)
  %hash.two = call i64 %hash(ptr addrspace(1) %two.again)
  %hash.one = call i64 %hash(ptr addrspace(1) %one.again)
  %same.two = icmp eq ptr addrspace(1) %two, %two.again
  %same.one = icmp eq ptr addrspace(1) %one, %one.again
  %same.two.n = zext i1 %same.two to i64
  %same.one.n = zext i1 %same.one to i64
  %tripled = mul i64 %hash.two, 3
  %fivefold = mul i64 %hash.one, 5
  %sum.1 = add i64 %hash.three, %tripled
  %sum.2 = add i64 %sum.1, %fivefold
  %sum.3 = add i64 %sum.2, %same.two.n
  %sum = add i64 %sum.3, %same.one.n
  ret i64 %sum
}
