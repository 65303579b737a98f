; Generators, each with a stack of its own: the sieve of Eratosthenes as a pipeline. The first
; generator yields numbers; each other one is a filter, which resumes the one before it and passes
; on the numbers that its prime does not divide.
;
; Type 2: array of words. Type 4: box of an i64.

declare ptr addrspace(1) @spgc_allocate(i64, i64)
declare ptr addrspace(1) @spgc_allocate_array(i64, i64)
declare i64 @spgc_call_native(i64, i64, i64, i64, i64, ptr)
declare ptr addrspace(1) @spgc_resume(ptr, ptr addrspace(1))
declare ptr addrspace(1) @spgc_suspend(ptr addrspace(1))

; The fiber of the first generator: yields boxes of 2, 3, 4, and so on.
define ptr addrspace(1) @generators_numbers(ptr addrspace(1) %ignored) uwtable gc "statepoint-example" {
entry:
  br label %head

head:
  %n = phi i64 [ 2, %entry ], [ %next, %head ]
  %box = call ptr addrspace(1) @spgc_allocate(i64 16, i64 1024)
  %value.p = getelementptr inbounds i8, ptr addrspace(1) %box, i64 8
  store i64 %n, ptr addrspace(1) %value.p, align 8
  %received = call ptr addrspace(1) @spgc_suspend(ptr addrspace(1) %box)
  %next = add i64 %n, 1
  br label %head
}

; The fiber of a filter. It receives an array with the address of the fiber before it and its prime,
; and is suspended once before it is asked for a number.
define ptr addrspace(1) @generators_filter(ptr addrspace(1) %words) uwtable gc "statepoint-example" {
entry:
  %source.p = getelementptr inbounds i8, ptr addrspace(1) %words, i64 16
  %source.word = load i64, ptr addrspace(1) %source.p, align 8
  %source = inttoptr i64 %source.word to ptr
  %prime.p = getelementptr inbounds i8, ptr addrspace(1) %words, i64 24
  %prime = load i64, ptr addrspace(1) %prime.p, align 8
  %started = call ptr addrspace(1) @spgc_suspend(ptr addrspace(1) null)
  br label %head

head:
  %box = call ptr addrspace(1) @spgc_resume(ptr %source, ptr addrspace(1) null)
  %value.p = getelementptr inbounds i8, ptr addrspace(1) %box, i64 8
  %value = load i64, ptr addrspace(1) %value.p, align 8
  %rest = urem i64 %value, %prime
  %divides = icmp eq i64 %rest, 0
  br i1 %divides, label %head, label %pass

pass:
  %received = call ptr addrspace(1) @spgc_suspend(ptr addrspace(1) %box)
  br label %head
}

; Returns a checksum of the first %count primes. %create is a native function that creates a fiber:
; of the first generator if its argument is 0, otherwise of a filter. It returns the fiber's
; address, or 0 if there is no memory; then the result is 0.
define i64 @generators_primes(i64 %count, ptr %create) uwtable gc "statepoint-example" {
entry:
  %first.word = call i64 @spgc_call_native(i64 0, i64 0, i64 0, i64 0, i64 0, ptr %create)
  %none = icmp eq i64 %first.word, 0
  br i1 %none, label %failed, label %head

head:
  %i = phi i64 [ 0, %entry ], [ %next, %extended ]
  %sum = phi i64 [ 0, %entry ], [ %mixed, %extended ]
  %last.word = phi i64 [ %first.word, %entry ], [ %filter.word, %extended ]
  %last = inttoptr i64 %last.word to ptr
  %end = icmp eq i64 %i, %count
  br i1 %end, label %done, label %more

more:
  %box = call ptr addrspace(1) @spgc_resume(ptr %last, ptr addrspace(1) null)
  %value.p = getelementptr inbounds i8, ptr addrspace(1) %box, i64 8
  %prime = load i64, ptr addrspace(1) %value.p, align 8
  %scaled = mul i64 %sum, 31
  %mixed = add i64 %scaled, %prime
  %filter.word = call i64 @spgc_call_native(i64 1, i64 0, i64 0, i64 0, i64 0, ptr %create)
  %full = icmp eq i64 %filter.word, 0
  br i1 %full, label %failed, label %extended

extended:
  %words = call ptr addrspace(1) @spgc_allocate_array(i64 2, i64 512)
  %source.p = getelementptr inbounds i8, ptr addrspace(1) %words, i64 16
  store i64 %last.word, ptr addrspace(1) %source.p, align 8
  %prime.p = getelementptr inbounds i8, ptr addrspace(1) %words, i64 24
  store i64 %prime, ptr addrspace(1) %prime.p, align 8
  %filter = inttoptr i64 %filter.word to ptr
  %ready = call ptr addrspace(1) @spgc_resume(ptr %filter, ptr addrspace(1) %words)
  %next = add i64 %i, 1
  br label %head

done:
  ret i64 %sum

failed:
  ret i64 0
}
