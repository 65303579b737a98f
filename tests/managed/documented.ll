; The examples of LLVM's documentation of stack maps and patch points
; (https://llvm.org/docs/StackMaps.html). tests/tests/code/patching executes them.

declare void @llvm.experimental.stackmap(i64, i32, ...)
declare i64 @llvm.experimental.patchpoint.i64(i64, i32, ptr, i32, ...)

; A stackmap with a shadow of eight bytes. The code that follows the stackmap is in the shadow.
define i64 @test_documented_shadow(ptr %runtime, ptr %ptr) uwtable gc "statepoint-example" {
entry:
  call void %runtime(ptr %ptr) "gc-leaf-function"
  call void (i64, i32, ...) @llvm.experimental.stackmap(i64 77, i32 8, ptr %ptr)
  %val = load i64, ptr %ptr
  %add = add i64 %val, 3
  ret i64 %add
}

; A patchpoint of 15 bytes with a target, an argument and a result. On AArch64 it has 16 bytes,
; since instructions have 4.
define i64 @test_documented_patchpoint(ptr %ptr) uwtable gc "statepoint-example" {
entry:
  %target = inttoptr i64 -281474976710654 to ptr
  %val = call i64 (i64, i32, ptr, i32, ...) @llvm.experimental.patchpoint.i64(i64 78, i32 15, ptr %target, i32 1, ptr %ptr) ; x86_64
  %val = call i64 (i64, i32, ptr, i32, ...) @llvm.experimental.patchpoint.i64(i64 78, i32 16, ptr %target, i32 1, ptr %ptr) ; aarch64
  %add = add i64 %val, 3
  ret i64 %add
}

; The same, but the argument and the result can be in any registers.
define i64 @test_documented_any_registers(ptr %ptr) uwtable gc "statepoint-example" {
entry:
  %target = inttoptr i64 -281474976710654 to ptr
  %val = call anyregcc i64 (i64, i32, ptr, i32, ...) @llvm.experimental.patchpoint.i64(i64 79, i32 15, ptr %target, i32 1, ptr %ptr) ; x86_64
  %val = call anyregcc i64 (i64, i32, ptr, i32, ...) @llvm.experimental.patchpoint.i64(i64 79, i32 16, ptr %target, i32 1, ptr %ptr) ; aarch64
  %add = add i64 %val, 3
  ret i64 %add
}

; A stack object whose address is in the record. The test modifies the object during the call.
define i64 @test_documented_alloca(ptr %runtime, i64 %x) uwtable gc "statepoint-example" {
entry:
  %a = alloca i64
  store i64 %x, ptr %a
  call void %runtime(ptr %a) "gc-leaf-function"
  call void (i64, i32, ...) @llvm.experimental.stackmap(i64 80, i32 0, ptr %a)
  %y = load i64, ptr %a
  ret i64 %y
}
