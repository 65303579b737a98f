// The language: its syntax trees and its parser. Values are numbers of 64 bits, and lists of them.
//
//     line       = "def" name "(" [parameter {"," parameter}] ")" [":" type] "=" expression
//                | "drop" name | expression
//     parameter  = name [":" type]
//     type       = "number" | "list"
//     expression = "if" expression "then" expression "else" expression
//                | "let" name "=" expression "in" expression
//                | sum ["<" sum | "=" sum]
//     sum        = product {("+" | "-") product}
//     product    = factor {"*" factor}
//     factor     = digits | "nil" | name ["(" [expression {"," expression}] ")"]
//                | "(" expression ")"
//
// Without a type, a parameter or a result is a number. cons(number, list), head(list), tail(list)
// and empty(list) are built in. The head of an empty list is 0, and its tail is empty.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

enum class Type { number, list };

struct Function;

struct Expression {
  enum Kind { number, nil, variable, binary, conditional, let, call } kind;
  Type type;
  // Of a number; the operator of a binary expression.
  int64_t value = 0;
  // Of a variable, and of a built-in function.
  std::string name;
  // The function that is called, unless it is built in.
  Function *function = nullptr;
  std::vector<std::unique_ptr<Expression>> parts;
};

struct Parameter {
  std::string name;
  Type type;
};

struct Signature {
  std::vector<Parameter> parameters;
  Type result = Type::number;
};

// A module that was compiled. Null if there is none.
using CompiledModule = std::shared_ptr<void>;

// A function, which may be defined again. The structure stays at its address, which is in code.
struct Function {
  std::string name;
  Signature signature;
  // What callers jump to: the function's code, or its stub, which has it compiled.
  std::atomic<const void *> code{nullptr};
  const void *stub = nullptr;
  // A managed function that calls `code`. Its own code is never removed.
  const void *entry = nullptr;
  // Null if the function is not defined (any more).
  std::shared_ptr<const Expression> body;
  // The module of `code`, unless that is the stub.
  CompiledModule module;
};

// Finds the functions that a text calls.
class Scope {
public:
  virtual ~Scope() = default;
  // Returns null if there is no such function.
  virtual Function *find(const std::string &name) = 0;
  // Returns the function, which is created unless it exists. Throws std::runtime_error if it exists
  // with other types.
  virtual Function *declare(const std::string &name, const Signature &signature) = 0;
};

struct Line {
  enum Kind { definition, removal, expression } kind = expression;
  // Of a definition, which has declared it, and of a removal.
  Function *function = nullptr;
  // Of a definition. The parameters may have other names than before.
  std::vector<Parameter> parameters;
  std::shared_ptr<const Expression> body;
};

// Throws std::runtime_error.
Line parse(const std::string &text, Scope &scope);
