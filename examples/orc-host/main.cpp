// A small language with a read-eval-print loop, compiled by ORC.
//
//     orc-static [OPTION...]                    reads lines from standard input, prints values
//     orc-static [OPTION...] THREADS ROUNDS     defines functions again and removes them, while
//                                               threads call them
//
//     --runtime-dyld   links by RuntimeDyld instead of JITLink
//     --level N        optimises by -ON; 1 by default
//     --prelude FILE   another form of the prelude
#include "jit.h"

#include <cinttypes>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <iostream>
#include <map>
#include <mutex>
#include <stdexcept>
#include <thread>

#include <unistd.h>

namespace {

// Ends the program with a message if a call of the library fails.
void check_status(spgc_status status, const char *call) {
  if (status == SPGC_OK) return;
  std::fprintf(stderr, "%s: %s\n", call, spgc_last_error());
  std::exit(1);
}
#define CHECK_OK(call) check_status(call, #call)

void require(bool condition, const std::string &what) {
  if (condition) return;
  std::fprintf(stderr, "check failed: %s\n", what.c_str());
  std::exit(1);
}

struct Attached {
  explicit Attached(spgc_heap *heap) { CHECK_OK(spgc_thread_attach(heap)); }
  ~Attached() { CHECK_OK(spgc_thread_detach()); }
};
struct HandleScope {
  HandleScope() { CHECK_OK(spgc_handle_scope_open(&scope)); }
  ~HandleScope() { CHECK_OK(spgc_handle_scope_close(scope)); }
  spgc_handle_scope scope;
};

uint64_t compileFunction(Function *function);

// All functions.
class World final : public Scope {
public:
  World(spgc_heap *heap, Linker linker, const std::string &prelude, int level)
      : jit_(heap, linker, prelude, level) {}

  Function *find(const std::string &name) override {
    std::lock_guard<std::recursive_mutex> lock(mutex_);
    auto found = functions_.find(name);
    return found == functions_.end() ? nullptr : &found->second;
  }

  Function *declare(const std::string &name, const Signature &signature) override {
    std::lock_guard<std::recursive_mutex> lock(mutex_);
    auto [found, is_new] = functions_.try_emplace(name);
    Function &function = found->second;
    if (is_new) {
      function.name = name;
      function.signature = signature;
      jit_.compileStub(function, compileFunction);
      function.code = function.stub;
      return &function;
    }
    bool is_same = function.signature.result == signature.result &&
                   function.signature.parameters.size() == signature.parameters.size();
    for (size_t i = 0; is_same && i < signature.parameters.size(); i++)
      is_same = function.signature.parameters[i].type == signature.parameters[i].type;
    // Compiled callers pass arguments of the first types.
    if (!is_same) throw std::runtime_error(name + " has been declared with other types");
    return &function;
  }

  // Defines a function again, or removes it: the line has no body then. It is compiled when it is
  // called.
  void define(const Line &line) {
    std::lock_guard<std::recursive_mutex> lock(mutex_);
    Function &function = *line.function;
    if (line.body != nullptr) function.signature.parameters = line.parameters;
    function.body = line.body;
    // From here on no thread finds the code of before. Those that execute it finish doing so.
    function.code = function.stub;
    if (function.module != nullptr) retire(std::move(function.module));
    function.module = nullptr;
  }

  // Has a function compiled, unless it is already.
  void compile(Function &function) {
    std::lock_guard<std::recursive_mutex> lock(mutex_);
    if (function.code != function.stub) return; // Another thread was faster.
    if (function.body == nullptr) throw std::runtime_error(function.name + " is not defined");
    function.code = jit_.compile(function, function.module);
    compiled_++;
  }

  // Removes modules in which no thread has a frame any more.
  void removeUnused() {
    std::lock_guard<std::recursive_mutex> lock(mutex_);
    removed_ = retired_ - jit_.removeUnused();
    jit_.forgetNames();
  }

  // Evaluates an expression, by a function that exists only for this.
  template <class Use> void evaluate(std::shared_ptr<const Expression> body, Use use) {
    Function function;
    function.name = "expression";
    function.signature.result = body->type;
    function.body = std::move(body);
    {
      std::lock_guard<std::recursive_mutex> lock(mutex_);
      function.code = jit_.compile(function, function.module);
      compiled_++;
    }
    struct Retired {
      ~Retired() {
        std::lock_guard<std::recursive_mutex> lock(world.mutex_);
        world.retire(std::move(module));
      }
      World &world;
      CompiledModule module;
    } retired{*this, function.module};
    use(function.code, function.signature.result);
  }

  uint64_t compiled() {
    std::lock_guard<std::recursive_mutex> lock(mutex_);
    return compiled_;
  }
  uint64_t removed() const { return removed_; }

private:
  void retire(CompiledModule module) {
    jit_.retire(std::move(module));
    retired_++;
  }

  std::recursive_mutex mutex_;
  Jit jit_;
  std::map<std::string, Function> functions_;
  uint64_t compiled_ = 0, retired_ = 0, removed_ = 0;
};

World *world;

// In native state. What it throws passes through the managed frames to `catch` below.
uint64_t compileFunction(Function *function) {
  world->compile(*function);
  return 0;
}

void print(spgc_ref list) {
  std::printf("[");
  const char *before = "";
  while (list != nullptr) {
    uint64_t number;
    CHECK_OK(spgc_load_word(list, 16, &number));
    std::printf("%s%" PRId64, before, static_cast<int64_t>(number));
    before = ", ";
    CHECK_OK(spgc_load_ref(list, 8, &list));
  }
  std::printf("]\n");
}

void evaluateLine(const std::string &text) {
  Line line = parse(text, *world);
  if (line.kind != Line::expression) {
    world->define(line);
    return;
  }
  world->evaluate(line.body, [](const void *code, Type type) {
    HandleScope scope;
    if (type == Type::list) {
      spgc_ref list;
      CHECK_OK(spgc_call_for_ref(code, nullptr, 0, &list));
      print(list);
    } else {
      uint64_t number;
      CHECK_OK(spgc_call(code, nullptr, 0, &number));
      std::printf("%" PRId64 "\n", static_cast<int64_t>(number));
    }
  });
}

int readLines() {
  std::string line;
  int status = 0;
  while (std::getline(std::cin, line)) {
    if (line.empty()) continue;
    try {
      evaluateLine(line);
    } catch (const std::runtime_error &error) {
      std::printf("error: %s\n", error.what());
      status = 1;
    }
    world->removeUnused();
  }
  return status;
}

size_t resident() {
  size_t all, pages;
  FILE *file = std::fopen("/proc/self/statm", "r");
  require(file != nullptr && std::fscanf(file, "%zu %zu", &all, &pages) == 2, "statm");
  std::fclose(file);
  return pages * static_cast<size_t>(sysconf(_SC_PAGESIZE));
}

// Different code for the same results.
const char *const sums[] = {
    "def sum(l: list) = if empty(l) then 0 else head(l) + sum(tail(l))",
    "def sum(l: list) = if empty(l) then 0 else let rest = sum(tail(l)) in rest + head(l)",
    "def sum(l: list) = let copy = append(l, nil) in if empty(copy) then 0 else head(copy) + "
    "sum(tail(l))",
    "def sum(k: list) = if empty(k) then 0 else if empty(tail(k)) then head(k) else head(k) + "
    "head(tail(k)) + sum(tail(tail(k)))",
};

void work(spgc_heap *heap, const Function &check, const Function &version,
          const std::atomic<bool> &stopping, std::atomic<uint64_t> &results) {
  Attached attached(heap);
  uint64_t last = 0;
  for (uint64_t n = 1; !stopping; n = n % 40 + 1) {
    spgc_argument argument = {nullptr, n};
    uint64_t sum, now;
    CHECK_OK(spgc_call(check.entry, &argument, 1, &sum));
    require(sum == n * (n + 1) / 2, "check(" + std::to_string(n) + ") is " + std::to_string(sum));
    CHECK_OK(spgc_call(version.entry, nullptr, 0, &now));
    require(now >= last, "an old version was called");
    last = now;
    results++;
  }
}

int stress(spgc_heap *heap, unsigned thread_count, uint64_t rounds) {
  evaluateLine("def append(a: list, b: list): list = if empty(a) then b else cons(head(a), "
               "append(tail(a), b))");
  evaluateLine("def range(n): list = if n = 0 then nil else cons(n, range(n - 1))");
  evaluateLine(sums[0]);
  evaluateLine("def check(n) = sum(range(n))");
  evaluateLine("def version() = 0");
  const Function &check = *world->find("check"), &version = *world->find("version");

  std::atomic<bool> stopping{false};
  std::atomic<uint64_t> results{0};
  std::deque<std::thread> threads;
  for (unsigned i = 0; i < thread_count; i++)
    threads.emplace_back([&] { work(heap, check, version, stopping, results); });

  size_t at_half = 0, regions_at_half = 0;
  // Each round makes two definitions, and at least two modules.
  for (uint64_t round = 1; round <= rounds; round++) {
    evaluateLine("def version() = " + std::to_string(round));
    evaluateLine(sums[round % (sizeof sums / sizeof *sums)]);
    // Another thread may be the one that has them compiled.
    uint64_t value;
    spgc_argument argument = {nullptr, round % 40};
    CHECK_OK(spgc_call(check.entry, &argument, 1, &value));
    require(value == argument.word * (argument.word + 1) / 2,
            "check() in round " + std::to_string(round));
    CHECK_OK(spgc_call(version.entry, nullptr, 0, &value));
    require(value == round, "version() in round " + std::to_string(round));
    if (round % 16 == 0) {
      Line line = parse("check(10) + version()", *world);
      world->evaluate(line.body, [&](const void *code, Type) {
        CHECK_OK(spgc_call(code, nullptr, 0, &value));
        require(value == 55 + round, "the expression in round " + std::to_string(round));
      });
    }
    if (round % 8 == 0 || round == rounds) world->removeUnused();
    if (round == (rounds + 1) / 2) {
      at_half = resident();
      CHECK_OK(spgc_code_count(heap, &regions_at_half));
    }
  }
  // After few rounds the threads may not have run yet: they have to collect.
  spgc_collector_statistics statistics = {};
  statistics.size = sizeof statistics;
  while (statistics.counts.objects_moved <= world->compiled()) {
    std::this_thread::yield();
    CHECK_OK(spgc_heap_statistics(heap, &statistics));
  }
  stopping = true;
  for (std::thread &thread : threads) thread.join();

  const size_t at_end = resident();
  world->removeUnused();
  size_t regions;
  CHECK_OK(spgc_code_count(heap, &regions));
  CHECK_OK(spgc_heap_statistics(heap, &statistics));
  std::printf("%" PRIu64 " modules were compiled\n", world->compiled());
  std::printf("%" PRIu64 " modules were removed\n", world->removed());
  std::printf("%zu modules are registered\n", regions);
  std::printf("%zu modules were registered at half time\n", regions_at_half);
  std::printf("%" PRIu64 " results are correct\n", results.load());
  const size_t growth = at_end > at_half ? at_end - at_half : 0;
  std::printf("%zu KiB more in memory than at half time\n", growth >> 10);
  std::printf("%zu KiB in memory\n", at_end >> 10);
  std::printf("%" PRIu64 " collections\n",
              statistics.young_collections + statistics.full_collections);
  std::printf("%" PRIu64 " objects moved\n", statistics.counts.objects_moved);
  return 0;
}

} // namespace

int main(int count, char **arguments) {
  Linker linker = Linker::jitlink;
  int level = 1;
  std::string prelude = PRELUDE;
  std::vector<uint64_t> numbers;
  for (int i = 1; i < count; i++) {
    if (std::strcmp(arguments[i], "--runtime-dyld") == 0)
      linker = Linker::runtime_dyld;
    else if (std::strcmp(arguments[i], "--level") == 0 && i + 1 < count)
      level = std::atoi(arguments[++i]);
    else if (std::strcmp(arguments[i], "--prelude") == 0 && i + 1 < count)
      prelude = arguments[++i];
    else
      numbers.push_back(std::strtoull(arguments[i], nullptr, 10));
  }
  const bool is_stress = numbers.size() == 2 && numbers[0] >= 1 && numbers[1] >= 2;
  if (level < 0 || level > 3 || (!numbers.empty() && !is_stress)) {
    std::fprintf(stderr,
                 "usage: %s [--runtime-dyld] [--level N] [--prelude FILE] [THREADS ROUNDS]\n",
                 arguments[0]);
    return 2;
  }
  spgc_config config = {};
  config.size = sizeof config;
  // The program itself has no managed code.
  config.flags = SPGC_CONFIG_WITHOUT_IMAGES;
  config.heap_max = size_t{4} << 20;
  config.nursery = size_t{256} << 10;
  static const size_t references[] = {8};
  spgc_type cell = {};
  cell.struct_size = sizeof cell;
  cell.id = CELL;
  cell.kind = SPGC_TYPE_FIXED;
  cell.size = 24;
  cell.references = references;
  cell.reference_count = 1;
  spgc_heap *heap;
  CHECK_OK(spgc_heap_start(&config, &heap));
  CHECK_OK(spgc_type_register(heap, &cell));
  int status;
  try {
    World all(heap, linker, prelude, level);
    world = &all;
    Attached attached(heap);
    status = is_stress ? stress(heap, static_cast<unsigned>(numbers[0]), numbers[1]) : readLines();
  } catch (const std::runtime_error &error) {
    std::fprintf(stderr, "%s\n", error.what());
    status = 1;
  }
  CHECK_OK(spgc_heap_shutdown(heap));
  return status;
}
