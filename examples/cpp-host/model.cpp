// A model of the spreadsheet in plain C++, which computes the expected results. It uses error codes
// instead of exceptions.
#include "sheet.h"

#include <memory>

namespace {
struct Formula {
  uint64_t kind, number;
  std::unique_ptr<Formula> left, right;
};

class Model {
public:
  explicit Model(const Texts &texts) : results(), known() {
    for (uint64_t cell = 0; cell < CELLS; cell++) {
      size_t at = 0;
      formulas[cell] = read(texts[cell], at);
    }
    for (uint64_t cell = 0; cell < CELLS; cell++) {
      if (!formulas[cell]) {
        results.cells[cell] = {Problem::syntax, cell};
        results.caught_by_host++;
      } else if ((results.cells[cell] = value_of(cell)).problem != Problem::none) {
        results.caught_by_host++;
      }
    }
    for (auto note = notes.rbegin(); note != notes.rend(); ++note)
      results.journal = results.journal * 31 + *note;
  }
  Results results;

private:
  enum State { NEW, BUSY, KNOWN };
  std::array<std::unique_ptr<Formula>, CELLS> formulas;
  std::array<std::pair<State, Outcome>, CELLS> known;
  std::vector<uint64_t> notes;

  static std::unique_ptr<Formula> read(const Text &text, size_t &at) {
    if (at == text.size() || text[at] % 8 >= KINDS) return nullptr;
    auto formula = std::make_unique<Formula>();
    formula->kind = text[at] % 8;
    formula->number = text[at++] / 8;
    if (formula->kind >= NOTED && !(formula->left = read(text, at))) return nullptr;
    if (formula->kind >= SUM && !(formula->right = read(text, at))) return nullptr;
    return formula;
  }

  Outcome value_of(uint64_t cell) {
    if (cell >= CELLS || !formulas[cell]) return {Problem::missing, cell};
    auto &[state, outcome] = known[cell];
    if (state == BUSY) return {Problem::circular, cell};
    if (state == KNOWN) return outcome;
    state = BUSY;
    outcome = value_of(*formulas[cell]);
    state = KNOWN;
    if (outcome.problem == Problem::missing && cell % 4 == 0) {
      outcome = {Problem::none, 0};
      results.caught_by_host++;
    }
    return outcome;
  }

  Outcome value_of(const Formula &formula) {
    if (formula.kind == NUMBER) return {Problem::none, formula.number};
    if (formula.kind == CELL) return value_of(formula.number);
    Outcome left = value_of(*formula.left);
    bool failed = left.problem != Problem::none;
    if (formula.kind == NOTED) {
      notes.push_back(2 * formula.number + failed);
      results.passed_managed_code += failed;
      return left;
    }
    if (formula.kind == UNLESS) {
      if (left.problem != Problem::division_by_zero) return left;
      results.caught_by_managed_code++;
    } else if (failed) {
      return left;
    }
    Outcome right = value_of(*formula.right);
    if (right.problem != Problem::none) return right;
    if (formula.kind != QUOTIENT) return {Problem::none, left.number + right.number};
    if (right.number == 0) return {Problem::division_by_zero, left.number};
    return {Problem::none, left.number / right.number};
  }
};
} // namespace

Results expected(const Texts &texts) { return Model(texts).results; }
