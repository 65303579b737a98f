// The runtime of a spreadsheet: evaluates sheets whose formulas are managed objects, and compares
// the values and errors with those of a model in plain C++.
//
//     sheet-static [THREADS [SHEETS]]
#include "sheet.h"

#include <statepoint_gc.h>

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <thread>

// Managed functions of sheet.ll. They are called only by spgc_call(), so their parameters are not
// declared.
extern "C" void sheet_read(), sheet_value(), sheet_journal();

thread_local uint64_t caught_by_managed_code;

namespace {
enum : uint32_t { FORMULA = 1, SHEET = 2, BOX = 3, NOTE = 4 };

// Ends the program with a message if a call of the library fails.
void check_status(spgc_status status, const char *call) {
  if (status == SPGC_OK) return;
  std::fprintf(stderr, "%s: %s\n", call, spgc_last_error());
  std::exit(1);
}
#define CHECK_OK(call) check_status(call, #call)

const void *code(void (*function)()) { return reinterpret_cast<const void *>(function); }

// Clean-up is done by destructors, since exceptions may propagate through any function here that
// calls managed code.
struct Attached {
  explicit Attached(spgc_heap *heap) { CHECK_OK(spgc_thread_attach(heap)); }
  ~Attached() { CHECK_OK(spgc_thread_detach()); }
};
struct Scope {
  Scope() { CHECK_OK(spgc_handle_scope_open(&scope)); }
  ~Scope() { CHECK_OK(spgc_handle_scope_close(scope)); }
  spgc_handle_scope scope;
};
// Collects in every 16th destructor, also during unwinding.
struct Collecting {
  ~Collecting() {
    static thread_local unsigned turn;
    if (++turn % 16 != 0) return;
    CHECK_OK(spgc_collect(turn % 512 == 0 ? SPGC_COLLECTION_COMPACTING : SPGC_COLLECTION_YOUNG));
  }
};

struct Cell {
  // unread: the text is invalid or not yet read. fresh: not yet evaluated. busy: being evaluated.
  enum { unread, fresh, busy, known } state = unread;
  uint64_t value = 0;
  std::exception_ptr error;
};
// The sheet that the calling thread evaluates.
struct Sheet {
  spgc_ref formulas;
  std::array<Cell, CELLS> cells;
  const Text *text;
  size_t at;
  uint64_t caught;
};
thread_local Sheet *sheet;
} // namespace

// Functions that managed code calls through spgc_call_native. They may block, call the library, and
// throw.

// Returns the next number of the text that is being read.
extern "C" uint64_t sheet_token() {
  if (sheet->at == sheet->text->size() || (*sheet->text)[sheet->at] % 8 >= KINDS)
    throw Error(Problem::syntax, sheet->at);
  return (*sheet->text)[sheet->at++];
}

extern "C" uint64_t sheet_divide(uint64_t dividend, uint64_t divisor) {
  if (divisor == 0) throw DivisionByZero(dividend);
  return dividend / divisor;
}

// Returns the value of a cell. Evaluates the cell on the first call, and rethrows its error on each
// call.
extern "C" uint64_t sheet_cell(uint64_t number) {
  if (number >= CELLS || sheet->cells[number].state == Cell::unread) throw Missing(number);
  Cell &cell = sheet->cells[number];
  if (cell.state == Cell::busy) throw Error(Problem::circular, number);
  if (cell.state == Cell::fresh) {
    cell.state = Cell::busy;
    try {
      Collecting collecting;
      Scope scope;
      spgc_argument arguments[] = {{sheet->formulas, 0}, {nullptr, number}};
      spgc_ref box;
      CHECK_OK(spgc_call_for_ref(code(sheet_value), arguments, 2, &box));
      CHECK_OK(spgc_load_word(box, 8, &cell.value));
    } catch (const Missing &) {
      // Every fourth cell treats a missing cell as 0.
      if (number % 4 != 0) cell.error = std::current_exception();
      else sheet->caught++;
    } catch (...) {
      cell.error = std::current_exception();
    }
    cell.state = Cell::known;
  }
  if (cell.error) std::rethrow_exception(cell.error);
  return cell.value;
}

namespace {
// Returns the checksum of the notes of a sheet.
uint64_t journal(spgc_ref formulas) {
  spgc_argument argument = {formulas, 0};
  uint64_t sum;
  CHECK_OK(spgc_call(code(sheet_journal), &argument, 1, &sum));
  return sum;
}

// Reads and evaluates all cells of a sheet in managed code.
Results evaluate(const Texts &texts, spgc_ref formulas) {
  Results results = {};
  Sheet own = {formulas, {}, nullptr, 0, 0};
  sheet = &own;
  caught_by_managed_code = 0;
  for (uint64_t number = 0; number < CELLS; number++) {
    own.text = &texts[number], own.at = 0;
    try {
      spgc_argument arguments[] = {{formulas, 0}, {nullptr, number}};
      CHECK_OK(spgc_call(code(sheet_read), arguments, 2, nullptr));
      own.cells[number].state = Cell::fresh;
    } catch (const Error &error) {
      results.cells[number] = {error.problem, number};
      own.caught++;
    }
  }
  for (uint64_t number = 0; number < CELLS; number++) {
    if (own.cells[number].state == Cell::unread) continue;
    try {
      results.cells[number] = {Problem::none, sheet_cell(number)};
    } catch (const Error &error) {
      results.cells[number] = {error.problem, error.number};
      own.caught++;
    }
  }
  results.journal = journal(formulas);
  results.caught_by_managed_code = caught_by_managed_code;
  results.caught_by_host = own.caught;
  return results;
}

// Appends a random formula to a text. One in 256 numbers has an invalid kind.
void write(Text &text, std::mt19937_64 &random, unsigned depth) {
  uint64_t kind = random() % 5 == 0 ? CELL : NUMBER;
  if (depth > 0 && random() % 4 != 0) kind = NOTED + random() % (KINDS - NOTED);
  text.push_back(8 * (random() % (kind == CELL ? CELLS + 1 : 4)) + kind);
  if (random() % 256 == 0) text.back() |= 7; // not a valid kind
  if (kind >= NOTED) write(text, random, depth - 1);
  if (kind >= SUM) write(text, random, depth - 1);
}

bool same(const Results &a, const Results &b) {
  for (uint64_t cell = 0; cell < CELLS; cell++) {
    const Outcome &x = a.cells[cell], &y = b.cells[cell];
    if (x.problem != y.problem || x.number != y.number) return false;
  }
  return a.journal == b.journal && a.caught_by_managed_code == b.caught_by_managed_code &&
         a.caught_by_host == b.caught_by_host;
}

// The parameters and results of one thread.
struct Job {
  spgc_heap *heap;
  uint64_t seed, sheets;
  spgc_ref last; // a global reference: the main thread uses it after this thread has ended
  Results results;
};
std::atomic<uint64_t> by_managed_code, by_host, passed;

void work(Job &job) {
  Attached attached(job.heap);
  std::mt19937_64 random(job.seed);
  for (uint64_t turn = 0; turn < job.sheets; turn++) {
    Texts texts;
    for (Text &text : texts) write(text, random, 5);
    job.results = expected(texts);
    Scope scope;
    spgc_ref formulas;
    CHECK_OK(spgc_array_new(SHEET, CELLS + 1, &formulas));
    if (!same(evaluate(texts, formulas), job.results)) {
      std::fprintf(stderr, "sheet %llu of seed %llu is wrong\n", (unsigned long long)turn,
                   (unsigned long long)job.seed);
      std::exit(1);
    }
    by_managed_code += job.results.caught_by_managed_code;
    by_host += job.results.caught_by_host;
    passed += job.results.passed_managed_code;
    if (turn + 1 == job.sheets) CHECK_OK(spgc_ref_new_global(formulas, &job.last));
  }
}

void register_types(spgc_heap *heap) {
  static const size_t parts[] = {8, 16}, next[] = {8};
  spgc_type formula = {}, sheet = {}, box = {}, note = {};
  formula.struct_size = sheet.struct_size = box.struct_size = note.struct_size = sizeof formula;
  formula.kind = box.kind = note.kind = SPGC_TYPE_FIXED, sheet.kind = SPGC_TYPE_REFERENCE_ARRAY;
  formula.id = FORMULA, formula.size = 40, formula.references = parts, formula.reference_count = 2;
  sheet.id = SHEET;
  box.id = BOX, box.size = 16;
  note.id = NOTE, note.size = 24, note.references = next, note.reference_count = 1;
  for (const spgc_type *type : {&formula, &sheet, &box, &note}) CHECK_OK(spgc_type_register(heap, type));
}
} // namespace

int main(int count, char **arguments) {
  uint64_t threads = count > 1 ? std::strtoull(arguments[1], nullptr, 10) : 4;
  uint64_t sheets = count > 2 ? std::strtoull(arguments[2], nullptr, 10) : 500;
  if (count > 3 || threads < 1 || threads > 1000 || sheets < 1) {
    std::fprintf(stderr, "usage: %s [THREADS [SHEETS]]\n", arguments[0]);
    return 2;
  }
  spgc_heap *heap;
  spgc_config config = {};
  config.size = sizeof config, config.heap_max = size_t(64) << 20;
  CHECK_OK(spgc_heap_start(&config, &heap));
  register_types(heap);

  std::vector<Job> jobs(threads);
  std::vector<std::thread> running;
  for (uint64_t i = 0; i < threads; i++) {
    jobs[i].heap = heap, jobs[i].seed = i + 1, jobs[i].sheets = sheets;
    running.emplace_back(work, std::ref(jobs[i]));
  }
  for (std::thread &thread : running) thread.join();
  {
    // Checks that the sheets of all threads are intact after a collection that moves all objects.
    Attached attached(heap);
    CHECK_OK(spgc_collect(SPGC_COLLECTION_COMPACTING));
    for (const Job &job : jobs) {
      if (journal(job.last) != job.results.journal)
        return std::fputs("a journal is wrong\n", stderr), 1;
      CHECK_OK(spgc_ref_release(job.last));
    }
  }
  spgc_collector_statistics statistics = {};
  statistics.size = sizeof statistics;
  CHECK_OK(spgc_heap_statistics(heap, &statistics));
  CHECK_OK(spgc_heap_shutdown(heap));
  auto print = [](uint64_t number, const char *unit) {
    std::printf("%llu %s\n", (unsigned long long)number, unit);
  };
  print(threads * sheets, "sheets are correct");
  print(by_managed_code, "exceptions caught in managed code");
  print(by_host, "exceptions caught in C++");
  print(passed, "exceptions passed on by managed code");
  print(statistics.young_collections, "young collections");
  print(statistics.full_collections, "full collections");
  print(statistics.counts.objects_moved, "objects moved");
}
