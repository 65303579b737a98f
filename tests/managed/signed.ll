; Functions that sign their return addresses and begin with BTI instructions on AArch64. On other
; architectures the attributes have no effect.
; llc: --max-registers-for-gc-values=100 --fixup-allow-gcptr-in-csr
;
; Type 4: box of an i64.

declare ptr addrspace(1) @spgc_allocate(i64, i64)
declare i64 @test_return_address_of_caller() #2

define internal ptr addrspace(1) @signed_box(i64 %value) noinline #0 gc "statepoint-example" {
entry:
  %box = call ptr addrspace(1) @spgc_allocate(i64 16, i64 1024)
  %value.p = getelementptr inbounds i8, ptr addrspace(1) %box, i64 8
  store i64 %value, ptr addrspace(1) %value.p, align 8
  ret ptr addrspace(1) %box
}

define internal i64 @signed_unbox(ptr addrspace(1) %box) noinline #0 gc "statepoint-example" {
entry:
  %value.p = getelementptr inbounds i8, ptr addrspace(1) %box, i64 8
  %value = load i64, ptr addrspace(1) %value.p, align 8
  ret i64 %value
}

; Two mutually recursive functions, one for each signing key. Both return f(depth), where f(n) = 3 n
; + 3 f(n - 1).
define i64 @test_signed(i64 %depth) #0 gc "statepoint-example" {
entry:
  %twice = add i64 %depth, %depth
  %a = call ptr addrspace(1) @signed_box(i64 %depth)
  %b = call ptr addrspace(1) @signed_box(i64 %twice)
  %bottom = icmp eq i64 %depth, 0
  br i1 %bottom, label %done, label %deeper

deeper:
  %below = sub i64 %depth, 1
  %rest = call i64 @test_signed_b(i64 %below)
  %av = call i64 @signed_unbox(ptr addrspace(1) %a)
  %bv = call i64 @signed_unbox(ptr addrspace(1) %b)
  %tripled = mul i64 %rest, 3
  %sum = add i64 %tripled, %av
  %all = add i64 %sum, %bv
  ret i64 %all

done:
  ret i64 0
}

define i64 @test_signed_b(i64 %depth) #1 gc "statepoint-example" {
entry:
  %twice = add i64 %depth, %depth
  %a = call ptr addrspace(1) @signed_box(i64 %depth)
  %b = call ptr addrspace(1) @signed_box(i64 %twice)
  %bottom = icmp eq i64 %depth, 0
  br i1 %bottom, label %done, label %deeper

deeper:
  %below = sub i64 %depth, 1
  %rest = call i64 @test_signed(i64 %below)
  %av = call i64 @signed_unbox(ptr addrspace(1) %a)
  %bv = call i64 @signed_unbox(ptr addrspace(1) %b)
  %tripled = mul i64 %rest, 3
  %sum = add i64 %tripled, %av
  %all = add i64 %sum, %bv
  ret i64 %all

done:
  ret i64 0
}

; Returns the upper 16 bits of this function's return address as stored in its frame. They are 0 if
; the address is not signed.
define i64 @test_signature() #3 gc "statepoint-example" {
entry:
  %address = call i64 @test_return_address_of_caller() #2
  %signature = lshr i64 %address, 48
  ret i64 %signature
}

attributes #0 = { uwtable "sign-return-address"="all" "sign-return-address-key"="a_key" "branch-target-enforcement"="true" }
attributes #1 = { uwtable "sign-return-address"="all" "sign-return-address-key"="b_key" "branch-target-enforcement"="true" }
attributes #2 = { "gc-leaf-function" }
attributes #3 = { uwtable "sign-return-address"="all" "branch-target-enforcement"="true" "frame-pointer"="all" }
