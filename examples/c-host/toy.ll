; Code as the compiler of a toy language might generate it: a dictionary from numbers to values,
; which are numbers or strings.
;
; Types, as main.c registers them, and their headers:
;   node 1, 256: left 8, right 16, key 24 (a number), value 32
;   dictionary 2, 512: an array of references, to 16 trees of nodes
;   text 3, 768: a string, which is an array of bytes
; A value is a reference to a string, or a number n tagged as the word 2n+1, which the collector
; ignores.

declare ptr addrspace(1) @spgc_allocate(i64, i64)
declare ptr addrspace(1) @spgc_allocate_array_of(i64, i64, i64)
declare void @spgc_store(ptr addrspace(1), ptr addrspace(1), ptr addrspace(1))
declare i64 @spgc_call_native(i64, i64, i64, i64, i64, ptr)

; A function of the host, in C: returns the pseudorandom number of a step.
declare i64 @toy_number(i64)

define internal ptr addrspace(1) @node(ptr addrspace(1) %left, ptr addrspace(1) %right, i64 %key, ptr addrspace(1) %value) uwtable gc "statepoint-example" {
  %node = call ptr addrspace(1) @spgc_allocate(i64 40, i64 256)
  ; These stores need no barrier: there is no safepoint between them and the allocation of the node.
  %left.p = getelementptr inbounds i8, ptr addrspace(1) %node, i64 8
  store ptr addrspace(1) %left, ptr addrspace(1) %left.p, align 8
  %right.p = getelementptr inbounds i8, ptr addrspace(1) %node, i64 16
  store ptr addrspace(1) %right, ptr addrspace(1) %right.p, align 8
  %key.p = getelementptr inbounds i8, ptr addrspace(1) %node, i64 24
  store i64 %key, ptr addrspace(1) %key.p, align 8
  %value.p = getelementptr inbounds i8, ptr addrspace(1) %node, i64 32
  store ptr addrspace(1) %value, ptr addrspace(1) %value.p, align 8
  ret ptr addrspace(1) %node
}

; Inserts a key and a value into a tree. Copies the nodes on the path; a node with the key is
; modified in place. Returns the root of the tree.
define internal ptr addrspace(1) @put(ptr addrspace(1) %tree, i64 %key, ptr addrspace(1) %value) uwtable gc "statepoint-example" {
entry:
  %empty = icmp eq ptr addrspace(1) %tree, null
  br i1 %empty, label %leaf, label %look

leaf:
  %new = call ptr addrspace(1) @node(ptr addrspace(1) null, ptr addrspace(1) null, i64 %key, ptr addrspace(1) %value)
  ret ptr addrspace(1) %new

look:
  %key.p = getelementptr inbounds i8, ptr addrspace(1) %tree, i64 24
  %own = load i64, ptr addrspace(1) %key.p, align 8
  %value.p = getelementptr inbounds i8, ptr addrspace(1) %tree, i64 32
  %found = icmp eq i64 %key, %own
  br i1 %found, label %change, label %copy

change:
  call void @spgc_store(ptr addrspace(1) %tree, ptr addrspace(1) %value.p, ptr addrspace(1) %value)
  ret ptr addrspace(1) %tree

copy:
  %kept = load ptr addrspace(1), ptr addrspace(1) %value.p, align 8
  %left.p = getelementptr inbounds i8, ptr addrspace(1) %tree, i64 8
  %left = load ptr addrspace(1), ptr addrspace(1) %left.p, align 8
  %right.p = getelementptr inbounds i8, ptr addrspace(1) %tree, i64 16
  %right = load ptr addrspace(1), ptr addrspace(1) %right.p, align 8
  %less = icmp ult i64 %key, %own
  br i1 %less, label %lower, label %upper

lower:
  %left.new = call ptr addrspace(1) @put(ptr addrspace(1) %left, i64 %key, ptr addrspace(1) %value)
  %copy.lower = call ptr addrspace(1) @node(ptr addrspace(1) %left.new, ptr addrspace(1) %right, i64 %own, ptr addrspace(1) %kept)
  ret ptr addrspace(1) %copy.lower

upper:
  %right.new = call ptr addrspace(1) @put(ptr addrspace(1) %right, i64 %key, ptr addrspace(1) %value)
  %copy.upper = call ptr addrspace(1) @node(ptr addrspace(1) %left, ptr addrspace(1) %right.new, i64 %own, ptr addrspace(1) %kept)
  ret ptr addrspace(1) %copy.upper
}

; Returns the string of a step: 8 to 31 consecutive byte values, starting at the step's number.
define internal ptr addrspace(1) @text(i64 %step) uwtable gc "statepoint-example" {
entry:
  %more = urem i64 %step, 24
  %length = add i64 %more, 8
  %text = call ptr addrspace(1) @spgc_allocate_array_of(i64 %length, i64 768, i64 1)
  br label %byte

byte:
  %at = phi i64 [ 0, %entry ], [ %next, %byte ]
  %sum = add i64 %step, %at
  %low = trunc i64 %sum to i8
  %offset = add i64 %at, 16
  %place = getelementptr inbounds i8, ptr addrspace(1) %text, i64 %offset
  store i8 %low, ptr addrspace(1) %place, align 1
  %next = add i64 %at, 1
  %end = icmp uge i64 %next, %length
  br i1 %end, label %done, label %byte

done:
  ret ptr addrspace(1) %text
}

; Returns the value of a step: a number if the step is even, else a string.
define internal ptr addrspace(1) @value(i64 %step) uwtable gc "statepoint-example" {
  %odd = trunc i64 %step to i1
  br i1 %odd, label %is.text, label %is.number

is.text:
  %text = call ptr addrspace(1) @text(i64 %step)
  ret ptr addrspace(1) %text

is.number:
  ; Calls native code. Collections do not wait for it, and it may request a collection.
  %number = call i64 @spgc_call_native(i64 %step, i64 0, i64 0, i64 0, i64 0, ptr @toy_number)
  %double = shl i64 %number, 1
  %tagged = or i64 %double, 1
  %word = inttoptr i64 %tagged to ptr addrspace(1)
  ret ptr addrspace(1) %word
}

; Puts a value into the dictionary in each step; keys are random, below 4096.
define void @toy_play(ptr addrspace(1) %dictionary, i64 %seed, i64 %steps) uwtable gc "statepoint-example" {
entry:
  br label %head

head:
  %step = phi i64 [ 0, %entry ], [ %step.next, %body ]
  %random = phi i64 [ %seed, %entry ], [ %random.next, %body ]
  %more = icmp ult i64 %step, %steps
  br i1 %more, label %body, label %done

body:
  %product = mul i64 %random, 6364136223846793005
  %random.next = add i64 %product, 1442695040888963407
  %high = lshr i64 %random.next, 33
  %key = and i64 %high, 4095
  %value = call ptr addrspace(1) @value(i64 %step)
  %index = and i64 %key, 15
  %words = shl i64 %index, 3
  %offset = add i64 %words, 16
  ; A derived pointer into the dictionary; it is relocated if the call below moves the dictionary.
  %slot = getelementptr inbounds i8, ptr addrspace(1) %dictionary, i64 %offset
  %tree = load ptr addrspace(1), ptr addrspace(1) %slot, align 8
  %tree.new = call ptr addrspace(1) @put(ptr addrspace(1) %tree, i64 %key, ptr addrspace(1) %value)
  call void @spgc_store(ptr addrspace(1) %dictionary, ptr addrspace(1) %slot, ptr addrspace(1) %tree.new)
  %step.next = add i64 %step, 1
  br label %head

done:
  ret void
}

; Returns a value as a number: for a string, the sum of its bytes.
define internal i64 @weight(ptr addrspace(1) %value) uwtable gc "statepoint-example" {
entry:
  %word = ptrtoint ptr addrspace(1) %value to i64
  %is.number = trunc i64 %word to i1
  br i1 %is.number, label %number, label %text

number:
  %n = lshr i64 %word, 1
  ret i64 %n

text:
  %length.p = getelementptr inbounds i8, ptr addrspace(1) %value, i64 8
  %length = load i64, ptr addrspace(1) %length.p, align 8
  br label %byte

byte:
  %at = phi i64 [ 0, %text ], [ %next, %byte ]
  %sum = phi i64 [ 0, %text ], [ %sum.next, %byte ]
  %offset = add i64 %at, 16
  %place = getelementptr inbounds i8, ptr addrspace(1) %value, i64 %offset
  %low = load i8, ptr addrspace(1) %place, align 1
  %wide = zext i8 %low to i64
  %sum.next = add i64 %sum, %wide
  %next = add i64 %at, 1
  %end = icmp uge i64 %next, %length
  br i1 %end, label %done, label %byte

done:
  ret i64 %sum.next
}

define internal i64 @sum_of_tree(ptr addrspace(1) %tree) uwtable gc "statepoint-example" {
entry:
  %empty = icmp eq ptr addrspace(1) %tree, null
  br i1 %empty, label %nothing, label %some

nothing:
  ret i64 0

some:
  %left.p = getelementptr inbounds i8, ptr addrspace(1) %tree, i64 8
  %left = load ptr addrspace(1), ptr addrspace(1) %left.p, align 8
  %lower = call i64 @sum_of_tree(ptr addrspace(1) %left)
  %right.p = getelementptr inbounds i8, ptr addrspace(1) %tree, i64 16
  %right = load ptr addrspace(1), ptr addrspace(1) %right.p, align 8
  %upper = call i64 @sum_of_tree(ptr addrspace(1) %right)
  %value.p = getelementptr inbounds i8, ptr addrspace(1) %tree, i64 32
  %value = load ptr addrspace(1), ptr addrspace(1) %value.p, align 8
  %weight = call i64 @weight(ptr addrspace(1) %value)
  %key.p = getelementptr inbounds i8, ptr addrspace(1) %tree, i64 24
  %key = load i64, ptr addrspace(1) %key.p, align 8
  %factor = add i64 %key, 1
  %own = mul i64 %factor, %weight
  %below = add i64 %lower, %upper
  %sum = add i64 %below, %own
  ret i64 %sum
}

; Returns the sum of (key + 1) times value over all entries of the dictionary.
define i64 @toy_sum(ptr addrspace(1) %dictionary) uwtable gc "statepoint-example" {
entry:
  %length.p = getelementptr inbounds i8, ptr addrspace(1) %dictionary, i64 8
  %length = load i64, ptr addrspace(1) %length.p, align 8
  br label %head

head:
  %index = phi i64 [ 0, %entry ], [ %index.next, %body ]
  %sum = phi i64 [ 0, %entry ], [ %sum.next, %body ]
  %more = icmp ult i64 %index, %length
  br i1 %more, label %body, label %done

body:
  %words = shl i64 %index, 3
  %offset = add i64 %words, 16
  %slot = getelementptr inbounds i8, ptr addrspace(1) %dictionary, i64 %offset
  %tree = load ptr addrspace(1), ptr addrspace(1) %slot, align 8
  %part = call i64 @sum_of_tree(ptr addrspace(1) %tree)
  %sum.next = add i64 %sum, %part
  %index.next = add i64 %index, 1
  br label %head

done:
  ret i64 %sum
}
