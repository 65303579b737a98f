; sheet.ll for LLVM 14, which has typed pointers.
; Generated from that file. Edit that one, not this one.

; Code as the compiler of a spreadsheet's formulas might generate it: reads formulas and evaluates
; them. An error is a C++ exception, thrown in the host. It unwinds through the functions here, some
; of which catch it, or run a clean-up before unwinding resumes.
;
; Types, as main.cpp registers them, and their headers:
;   formula 1, 256: left 8, right 16, kind 24, number 32
;   sheet 2, 512: an array of references: the journal, and a formula for each cell
;   box 3, 768: a number at 8
;   note 4, 1024: next 8, number 16
; Kinds: 0 a number, 1 a cell, 2 noted (left), 3 sum, 4 quotient, 5 left unless that divides by
; zero, then right

declare i8 addrspace(1)* @spgc_allocate(i64, i64)
declare void @spgc_store(i8 addrspace(1)*, i8 addrspace(1)*, i8 addrspace(1)*)
declare i64 @spgc_call_native(i64, i64, i64, i64, i64, i8*)

; Functions of the host, in C++. The first three are called by spgc_call_native and may throw.
declare i64 @sheet_token()
declare i64 @sheet_cell(i64)
declare i64 @sheet_divide(i64, i64)
declare i64 @sheet_caught(i64)

; Exceptions, see exceptions.cpp. sheet_exception returns the exception that a landing pad was
; entered with. It is the first call there, before anything else can throw.
declare i64 @sheet_exception() nounwind "gc-leaf-function"
declare void @_Unwind_Resume(i8*) noreturn "gc-leaf-function"
declare i32 @sheet_personality(...)
@_ZTI14DivisionByZero = external constant i8*

define internal i8 addrspace(1)* @box(i64 %number) noinline uwtable gc "statepoint-example" {
  %box = call i8 addrspace(1)* @spgc_allocate(i64 16, i64 768)
  %number.p = getelementptr inbounds i8, i8 addrspace(1)* %box, i64 8
  %typed.1 = bitcast i8 addrspace(1)* %number.p to i64 addrspace(1)*
  store i64 %number, i64 addrspace(1)* %typed.1, align 8
  ret i8 addrspace(1)* %box
}

; Reads a formula in prefix notation.
define internal i8 addrspace(1)* @read() uwtable gc "statepoint-example" {
entry:
  %token = call i64 @spgc_call_native(i64 0, i64 0, i64 0, i64 0, i64 0, i8* bitcast (i64 ()* @sheet_token to i8*))
  %kind = and i64 %token, 7
  %number = lshr i64 %token, 3
  %has.left = icmp uge i64 %kind, 2
  br i1 %has.left, label %first, label %make

first:
  %left.new = call i8 addrspace(1)* @read()
  %has.right = icmp uge i64 %kind, 3
  br i1 %has.right, label %second, label %make

second:
  %right.new = call i8 addrspace(1)* @read()
  br label %make

make:
  %left = phi i8 addrspace(1)* [ null, %entry ], [ %left.new, %first ], [ %left.new, %second ]
  %right = phi i8 addrspace(1)* [ null, %entry ], [ null, %first ], [ %right.new, %second ]
  %formula = call i8 addrspace(1)* @spgc_allocate(i64 40, i64 256)
  ; These stores need no barrier: there is no safepoint between them and the allocation of the
  ; formula.
  %left.p = getelementptr inbounds i8, i8 addrspace(1)* %formula, i64 8
  %typed.1 = bitcast i8 addrspace(1)* %left.p to i8 addrspace(1)* addrspace(1)*
  store i8 addrspace(1)* %left, i8 addrspace(1)* addrspace(1)* %typed.1, align 8
  %right.p = getelementptr inbounds i8, i8 addrspace(1)* %formula, i64 16
  %typed.2 = bitcast i8 addrspace(1)* %right.p to i8 addrspace(1)* addrspace(1)*
  store i8 addrspace(1)* %right, i8 addrspace(1)* addrspace(1)* %typed.2, align 8
  %kind.p = getelementptr inbounds i8, i8 addrspace(1)* %formula, i64 24
  %typed.3 = bitcast i8 addrspace(1)* %kind.p to i64 addrspace(1)*
  store i64 %kind, i64 addrspace(1)* %typed.3, align 8
  %number.p = getelementptr inbounds i8, i8 addrspace(1)* %formula, i64 32
  %typed.4 = bitcast i8 addrspace(1)* %number.p to i64 addrspace(1)*
  store i64 %number, i64 addrspace(1)* %typed.4, align 8
  ret i8 addrspace(1)* %formula
}

define internal i8 addrspace(1)* @slot(i8 addrspace(1)* %sheet, i64 %cell) alwaysinline uwtable gc "statepoint-example" {
  %words = shl i64 %cell, 3
  %offset = add i64 %words, 24
  %slot = getelementptr inbounds i8, i8 addrspace(1)* %sheet, i64 %offset
  ret i8 addrspace(1)* %slot
}

; Reads the formula of a cell. If its text is invalid, the cell is unchanged.
define void @sheet_read(i8 addrspace(1)* %sheet, i64 %cell) uwtable gc "statepoint-example" {
  %formula = call i8 addrspace(1)* @read()
  %slot = call i8 addrspace(1)* @slot(i8 addrspace(1)* %sheet, i64 %cell)
  call void @spgc_store(i8 addrspace(1)* %sheet, i8 addrspace(1)* %slot, i8 addrspace(1)* %formula)
  ret void
}

; Writes a number into the journal.
define internal void @note(i8 addrspace(1)* %sheet, i64 %number) noinline uwtable gc "statepoint-example" {
  %note = call i8 addrspace(1)* @spgc_allocate(i64 24, i64 1024)
  %journal.p = getelementptr inbounds i8, i8 addrspace(1)* %sheet, i64 16
  %typed.1 = bitcast i8 addrspace(1)* %journal.p to i8 addrspace(1)* addrspace(1)*
  %journal = load i8 addrspace(1)*, i8 addrspace(1)* addrspace(1)* %typed.1, align 8
  %next.p = getelementptr inbounds i8, i8 addrspace(1)* %note, i64 8
  %typed.2 = bitcast i8 addrspace(1)* %next.p to i8 addrspace(1)* addrspace(1)*
  store i8 addrspace(1)* %journal, i8 addrspace(1)* addrspace(1)* %typed.2, align 8
  %number.p = getelementptr inbounds i8, i8 addrspace(1)* %note, i64 16
  %typed.3 = bitcast i8 addrspace(1)* %number.p to i64 addrspace(1)*
  store i64 %number, i64 addrspace(1)* %typed.3, align 8
  call void @spgc_store(i8 addrspace(1)* %sheet, i8 addrspace(1)* %journal.p, i8 addrspace(1)* %note)
  ret void
}

; Functions with landing pads are `noinline`. If LLVM inlined one, it would merge its landing pad
; with that of the caller, and the merged pad could not find out which clause matched.

; Evaluates left. Writes a note into the journal, also if the evaluation throws.
define internal i64 @noted(i8 addrspace(1)* %sheet, i8 addrspace(1)* %formula) noinline uwtable gc "statepoint-example" personality i8* bitcast (i32 (...)* @sheet_personality to i8*) {
  %left.p = getelementptr inbounds i8, i8 addrspace(1)* %formula, i64 8
  %typed.1 = bitcast i8 addrspace(1)* %left.p to i8 addrspace(1)* addrspace(1)*
  %left = load i8 addrspace(1)*, i8 addrspace(1)* addrspace(1)* %typed.1, align 8
  %number.p = getelementptr inbounds i8, i8 addrspace(1)* %formula, i64 32
  %value = invoke i64 @value(i8 addrspace(1)* %sheet, i8 addrspace(1)* %left) to label %returned unwind label %thrown

returned:
  %typed.2 = bitcast i8 addrspace(1)* %number.p to i64 addrspace(1)*
  %number = load i64, i64 addrspace(1)* %typed.2, align 8
  %even = shl i64 %number, 1
  call void @note(i8 addrspace(1)* %sheet, i64 %even)
  ret i64 %value

thrown:
  %pad = landingpad token cleanup
  %exception = call i64 @sheet_exception()
  %typed.3 = bitcast i8 addrspace(1)* %number.p to i64 addrspace(1)*
  %number.thrown = load i64, i64 addrspace(1)* %typed.3, align 8
  %double = shl i64 %number.thrown, 1
  %odd = add i64 %double, 1
  call void @note(i8 addrspace(1)* %sheet, i64 %odd)
  %exception.p = inttoptr i64 %exception to i8*
  call void @_Unwind_Resume(i8* %exception.p)
  unreachable
}

; Returns the value of left. If its evaluation divides by zero, returns the dividend plus the value
; of right. Other exceptions propagate.
define internal i64 @unless(i8 addrspace(1)* %sheet, i8 addrspace(1)* %formula) noinline uwtable gc "statepoint-example" personality i8* bitcast (i32 (...)* @sheet_personality to i8*) {
  %left.p = getelementptr inbounds i8, i8 addrspace(1)* %formula, i64 8
  %typed.1 = bitcast i8 addrspace(1)* %left.p to i8 addrspace(1)* addrspace(1)*
  %left = load i8 addrspace(1)*, i8 addrspace(1)* addrspace(1)* %typed.1, align 8
  %right.p = getelementptr inbounds i8, i8 addrspace(1)* %formula, i64 16
  %value = invoke i64 @value(i8 addrspace(1)* %sheet, i8 addrspace(1)* %left) to label %returned unwind label %thrown

returned:
  ret i64 %value

thrown:
  %pad = landingpad token catch i8* bitcast (i8** @_ZTI14DivisionByZero to i8*)
  %exception = call i64 @sheet_exception()
  ; Called as native code, since ending the exception runs its destructor, which may block.
  %divided = call i64 @spgc_call_native(i64 %exception, i64 0, i64 0, i64 0, i64 0, i8* bitcast (i64 (i64)* @sheet_caught to i8*))
  ; The derived pointer into the formula was relocated at the landing pad.
  %typed.2 = bitcast i8 addrspace(1)* %right.p to i8 addrspace(1)* addrspace(1)*
  %right = load i8 addrspace(1)*, i8 addrspace(1)* addrspace(1)* %typed.2, align 8
  %other = call i64 @value(i8 addrspace(1)* %sheet, i8 addrspace(1)* %right)
  %sum = add i64 %divided, %other
  ret i64 %sum
}

define internal i64 @value(i8 addrspace(1)* %sheet, i8 addrspace(1)* %formula) uwtable gc "statepoint-example" {
  %kind.p = getelementptr inbounds i8, i8 addrspace(1)* %formula, i64 24
  %typed.1 = bitcast i8 addrspace(1)* %kind.p to i64 addrspace(1)*
  %kind = load i64, i64 addrspace(1)* %typed.1, align 8
  %number.p = getelementptr inbounds i8, i8 addrspace(1)* %formula, i64 32
  %typed.2 = bitcast i8 addrspace(1)* %number.p to i64 addrspace(1)*
  %number = load i64, i64 addrspace(1)* %typed.2, align 8
  switch i64 %kind, label %two [
  i64 0, label %is.number
  i64 1, label %is.cell
  i64 2, label %is.noted
  i64 5, label %is.unless
  ]

is.number:
  ret i64 %number

is.cell:
  ; Calls C++, which calls managed code, which calls this function.
  %cell = call i64 @spgc_call_native(i64 %number, i64 0, i64 0, i64 0, i64 0, i8* bitcast (i64 (i64)* @sheet_cell to i8*))
  ret i64 %cell

is.noted:
  %noted = call i64 @noted(i8 addrspace(1)* %sheet, i8 addrspace(1)* %formula)
  ret i64 %noted

is.unless:
  %unless = call i64 @unless(i8 addrspace(1)* %sheet, i8 addrspace(1)* %formula)
  ret i64 %unless

two:
  %left.p = getelementptr inbounds i8, i8 addrspace(1)* %formula, i64 8
  %typed.3 = bitcast i8 addrspace(1)* %left.p to i8 addrspace(1)* addrspace(1)*
  %left = load i8 addrspace(1)*, i8 addrspace(1)* addrspace(1)* %typed.3, align 8
  %a = call i64 @value(i8 addrspace(1)* %sheet, i8 addrspace(1)* %left)
  ; In this language, all values except small numbers are objects.
  %box = call i8 addrspace(1)* @box(i64 %a)
  %right.p = getelementptr inbounds i8, i8 addrspace(1)* %formula, i64 16
  %typed.4 = bitcast i8 addrspace(1)* %right.p to i8 addrspace(1)* addrspace(1)*
  %right = load i8 addrspace(1)*, i8 addrspace(1)* addrspace(1)* %typed.4, align 8
  %b = call i64 @value(i8 addrspace(1)* %sheet, i8 addrspace(1)* %right)
  %boxed.p = getelementptr inbounds i8, i8 addrspace(1)* %box, i64 8
  %typed.5 = bitcast i8 addrspace(1)* %boxed.p to i64 addrspace(1)*
  %boxed = load i64, i64 addrspace(1)* %typed.5, align 8
  %is.sum = icmp eq i64 %kind, 3
  br i1 %is.sum, label %sum, label %quotient

sum:
  %total = add i64 %boxed, %b
  ret i64 %total

quotient:
  %divided = call i64 @spgc_call_native(i64 %boxed, i64 %b, i64 0, i64 0, i64 0, i8* bitcast (i64 (i64, i64)* @sheet_divide to i8*))
  ret i64 %divided
}

; Returns the value of a cell that has a formula, in a box.
define i8 addrspace(1)* @sheet_value(i8 addrspace(1)* %sheet, i64 %cell) uwtable gc "statepoint-example" {
  %slot = call i8 addrspace(1)* @slot(i8 addrspace(1)* %sheet, i64 %cell)
  %typed.1 = bitcast i8 addrspace(1)* %slot to i8 addrspace(1)* addrspace(1)*
  %formula = load i8 addrspace(1)*, i8 addrspace(1)* addrspace(1)* %typed.1, align 8
  %value = call i64 @value(i8 addrspace(1)* %sheet, i8 addrspace(1)* %formula)
  %box = call i8 addrspace(1)* @box(i64 %value)
  ret i8 addrspace(1)* %box
}

; Returns a checksum of the notes, which depends on their order. Starts with the last note.
define i64 @sheet_journal(i8 addrspace(1)* %sheet) uwtable gc "statepoint-example" {
entry:
  %journal.p = getelementptr inbounds i8, i8 addrspace(1)* %sheet, i64 16
  %typed.1 = bitcast i8 addrspace(1)* %journal.p to i8 addrspace(1)* addrspace(1)*
  %journal = load i8 addrspace(1)*, i8 addrspace(1)* addrspace(1)* %typed.1, align 8
  br label %head

head:
  %note = phi i8 addrspace(1)* [ %journal, %entry ], [ %next, %body ]
  %sum = phi i64 [ 0, %entry ], [ %sum.next, %body ]
  %end = icmp eq i8 addrspace(1)* %note, null
  br i1 %end, label %done, label %body

body:
  %number.p = getelementptr inbounds i8, i8 addrspace(1)* %note, i64 16
  %typed.2 = bitcast i8 addrspace(1)* %number.p to i64 addrspace(1)*
  %number = load i64, i64 addrspace(1)* %typed.2, align 8
  %product = mul i64 %sum, 31
  %sum.next = add i64 %product, %number
  %next.p = getelementptr inbounds i8, i8 addrspace(1)* %note, i64 8
  %typed.3 = bitcast i8 addrspace(1)* %next.p to i8 addrspace(1)* addrspace(1)*
  %next = load i8 addrspace(1)*, i8 addrspace(1)* addrspace(1)* %typed.3, align 8
  br label %head

done:
  ret i64 %sum
}
