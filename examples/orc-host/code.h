// Generates IR.
#pragma once

#include "jit.h"

#include <llvm/IR/Module.h>

// Adds a managed function `name` with the function's body to a module that has the prelude.
void generateBody(llvm::Module &module, const Function &function, const std::string &name);
// Adds a managed function that has the function compiled, and then calls it.
void generateStub(llvm::Module &module, const Function &function, const std::string &name,
                  CompileCallback compile);
// Adds a managed function that calls the function.
void generateEntry(llvm::Module &module, const Function &function, const std::string &name);
