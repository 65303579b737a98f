// Declarations that the files of this example share.
#pragma once
#include <array>
#include <cstdint>
#include <exception>
#include <vector>

constexpr uint64_t CELLS = 24;

// The kinds of formulas, with the numbers that sheet.ll uses. A formula is encoded as numbers: 8
// times a number plus its kind, followed by its parts.
enum Kind : uint64_t { NUMBER, CELL, NOTED, SUM, QUOTIENT, UNLESS, KINDS };
using Text = std::vector<uint64_t>;
using Texts = std::array<Text, CELLS>;

// The reason why a cell has no value.
enum class Problem { none, division_by_zero, missing, circular, syntax };

struct Error : std::exception {
  Error(Problem problem, uint64_t number) : problem(problem), number(number) {}
  const char *what() const noexcept override { return "a formula has no value"; }
  const Problem problem;
  const uint64_t number;
};
// The exception that managed code catches; it refers to the class by its mangled name.
struct DivisionByZero : Error {
  explicit DivisionByZero(uint64_t divided) : Error(Problem::division_by_zero, divided) {}
};
// An exception that the host catches.
struct Missing : Error {
  explicit Missing(uint64_t cell) : Error(Problem::missing, cell) {}
};

// The result of a cell: its value, or the problem and the number of the exception.
struct Outcome {
  Problem problem;
  uint64_t number;
};
// The results of a sheet, and the number of exceptions caught or passed on while it was evaluated.
struct Results {
  std::array<Outcome, CELLS> cells;
  uint64_t journal;
  uint64_t caught_by_managed_code, caught_by_host, passed_managed_code;
};
// Computes the expected results without a heap, managed code or exceptions (model.cpp).
Results expected(const Texts &texts);

extern thread_local uint64_t caught_by_managed_code;
