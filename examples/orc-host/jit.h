// Compiles functions. Only jit.cpp and code.cpp include LLVM's headers, which take long to compile.
#pragma once

#include "language.h"

#include <statepoint_gc.h>

#include <memory>
#include <string>

// Type ID of list cells: at offset 8 the next cell, at 16 a number.
enum : uint32_t { CELL = 1 };

enum class Linker { jitlink, runtime_dyld };

// Called by the stub of a function, in native state: has the function compiled.
using CompileCallback = uint64_t (*)(Function *function);

// Errors of all functions are std::runtime_error.
class Jit {
public:
  Jit(spgc_heap *heap, Linker linker, const std::string &prelude, int level);
  ~Jit();

  // Compiles the body of a function to a module of its own. Returns the address of its code, and
  // sets `module`.
  const void *compile(const Function &function, CompiledModule &module);
  // Compiles the stub and the entry of a function, and sets these fields.
  void compileStub(Function &function, CompileCallback compile);
  // Takes a module that no thread can call any more.
  void retire(CompiledModule module);
  // Removes the retired modules in which no thread has a frame. Returns how many are left.
  size_t removeUnused();
  // Frees what the JIT keeps about names that are no longer used.
  void forgetNames();

private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};
