// What the files of this example share.
#pragma once
#include <array>
#include <cstdint>
#include <exception>
#include <vector>

constexpr uint64_t CELLS = 24;

// The kinds of formulas, as sheet.ll knows them. A formula is written as numbers: 8 times a number and its kind, and then
// its parts.
enum Kind : uint64_t { NUMBER, CELL, NOTED, SUM, QUOTIENT, UNLESS, KINDS };
using Text = std::vector<uint64_t>;
using Texts = std::array<Text, CELLS>;

// Why a cell has no value.
enum class Problem { none, division_by_zero, missing, circular, syntax };

struct Error : std::exception {
  Error(Problem problem, uint64_t number) : problem(problem), number(number) {}
  const char *what() const noexcept override { return "a formula has no value"; }
  const Problem problem;
  const uint64_t number;
};
// What managed code catches; it knows the class by its name.
struct DivisionByZero : Error {
  explicit DivisionByZero(uint64_t divided) : Error(Problem::division_by_zero, divided) {}
};
// What the host catches.
struct Missing : Error {
  explicit Missing(uint64_t cell) : Error(Problem::missing, cell) {}
};

// What there must be when a sheet has been worked out, and how often exceptions were caught on the way.
struct Outcome {
  Problem problem;
  uint64_t number;
};
struct Results {
  std::array<Outcome, CELLS> cells;
  uint64_t journal;
  uint64_t caught_by_managed_code, caught_by_host, passed_managed_code;
};
// Without a heap, managed code, or exceptions (model.cpp).
Results expected(const Texts &texts);

extern thread_local uint64_t caught_by_managed_code;
