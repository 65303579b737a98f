// Tests statepoint_gc_orc.hpp: modules are registered and removed, and each error that it detects
// has a message that says what to do.
//
//     orc PRELUDE [--runtime-dyld] [unregistered]
//
// With `unregistered`, code runs whose module is not registered: the library ends the process.
#include "check.h"

#include <sys/mman.h>

// The area of a RuntimeDyld layer begins at a multiple of 4 GiB, where libgcc finds no unwind table
// of a function. The kernel chooses another address while another layer is there.
static void *map_at_multiple(void *, size_t size, int access, int flags, int file, off_t offset) {
  return mmap(reinterpret_cast<void *>(uintptr_t{16} << 32), size, access, flags, file, offset);
}
#define mmap(address, ...) (address == nullptr ? map_at_multiple : ::mmap)(address, __VA_ARGS__)
#include <statepoint_gc_orc.hpp>
#undef mmap

#include <llvm/AsmParser/Parser.h>
#include <llvm/ExecutionEngine/Orc/LLJIT.h>
#include <llvm/ExecutionEngine/SectionMemoryManager.h>
#include <llvm/IR/LegacyPassManager.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Support/SourceMgr.h>
#include <llvm/Support/TargetSelect.h>
#include <llvm/Transforms/Scalar.h>

#include <chrono>
#include <thread>

using llvm::orc::LLJIT;
using llvm::orc::ResourceTrackerSP;

static std::string prelude;
static bool with_runtime_dyld;
static spgc_heap *heap;

static void check(llvm::Error error, int line) {
  if (!error) return;
  fprintf(stderr, "line %d: %s\n", line, llvm::toString(std::move(error)).c_str());
  _Exit(1);
}
template <class T> static T check(llvm::Expected<T> result, int line) {
  if (!result) check(result.takeError(), line);
  return std::move(*result);
}
#define GET(expression) check(expression, __LINE__)

// The last error that ORC reported besides those that it returned.
static std::string reported;

static void expect(llvm::Error error, std::vector<const char *> words, int line) {
  std::string text = llvm::toString(std::move(error)) + " " + reported;
  reported.clear();
  for (const char *word : words) {
    if (text.find(word) != std::string::npos) continue;
    fprintf(stderr, "line %d: \"%s\" is missing in: %s\n", line, word, text.c_str());
    _Exit(1);
  }
  printf("%s\n", text.c_str());
}
#define EXPECT_ERROR(error, ...) expect(error, {__VA_ARGS__}, __LINE__)

struct Options {
  // Whether the steps are made.
  bool internalises = true, rewrites = true;
  bool emulates_tls = true;
  llvm::Reloc::Model model = llvm::Reloc::PIC_;
  unsigned plugins = 1;
  size_t area = size_t{1} << 28;
};

struct Jit {
  std::shared_ptr<spgc::Modules> modules = std::make_shared<spgc::Modules>(heap);
  std::unique_ptr<LLJIT> jit;
  Options options;
  llvm::orc::JITTargetMachineBuilder target;

  explicit Jit(Options with = Options())
      : options(with), target(GET(llvm::orc::JITTargetMachineBuilder::detectHost())) {
    target.setRelocationModel(with.model).setCodeModel(llvm::CodeModel::Small);
    target.getOptions().EmulatedTLS = with.emulates_tls;
    llvm::orc::LLJITBuilder builder;
    builder.setJITTargetMachineBuilder(target).setPlatformSetUp(llvm::orc::setUpInactivePlatform);
    builder.setObjectLinkingLayerCreator(
        [&](llvm::orc::ExecutionSession &session,
            auto &&...) -> llvm::Expected<std::unique_ptr<llvm::orc::ObjectLayer>> {
          if (with_runtime_dyld && with.plugins > 0)
            return spgc::RuntimeDyldLayer{modules, with.area}(session);
          if (with_runtime_dyld)
            return std::make_unique<llvm::orc::RTDyldObjectLinkingLayer>(
                session,
                [](auto &&...) { return std::make_unique<llvm::SectionMemoryManager>(); });
          if (with.plugins == 1) return spgc::JITLinkLayer{modules}(session);
          auto layer = std::make_unique<llvm::orc::ObjectLinkingLayer>(session);
          for (unsigned i = 0; i < with.plugins; i++)
            layer->addPlugin(std::make_unique<spgc::Plugin>(modules));
          return layer;
        });
    jit = GET(builder.create());
    GET(spgc::defineLibrary(jit->getMainJITDylib()));
    jit->getExecutionSession().setErrorReporter(
        [](llvm::Error error) { reported += llvm::toString(std::move(error)); });
  }

  static void runPasses(llvm::Module &module, const char *passes) {
    llvm::LoopAnalysisManager loops;
    llvm::FunctionAnalysisManager functions;
    llvm::CGSCCAnalysisManager graphs;
    llvm::ModuleAnalysisManager modules;
    llvm::PassBuilder builder;
    builder.registerModuleAnalyses(modules);
    builder.registerCGSCCAnalyses(graphs);
    builder.registerFunctionAnalyses(functions);
    builder.registerLoopAnalyses(loops);
    builder.crossRegisterProxies(loops, functions, graphs, modules);
    llvm::ModulePassManager manager;
    GET(builder.parsePassPipeline(manager, passes));
    manager.run(module, modules);
  }

  void define(const char *name, uintptr_t address) {
    llvm::orc::SymbolMap symbols;
#if LLVM_VERSION_MAJOR >= 17
    symbols[jit->mangleAndIntern(name)] = {llvm::orc::ExecutorAddr(address),
                                           llvm::JITSymbolFlags::Exported};
#else
    symbols[jit->mangleAndIntern(name)] =
        llvm::JITEvaluatedSymbol(address, llvm::JITSymbolFlags::Exported);
#endif
    GET(jit->getMainJITDylib().define(llvm::orc::absoluteSymbols(std::move(symbols))));
  }

  // Adds a module that has the prelude and this text: the module, or the object file of it.
  ResourceTrackerSP add(const std::string &text, bool as_object = false) {
    auto context = std::make_unique<llvm::LLVMContext>();
    llvm::SMDiagnostic diagnostic;
    auto module = llvm::parseAssembly(llvm::MemoryBufferRef(prelude + text, "module"), diagnostic,
                                      *context);
    if (module == nullptr) {
      diagnostic.print("orc", llvm::errs());
      _Exit(1);
    }
    module->setDataLayout(jit->getDataLayout());
    runPasses(*module, "default<O0>");
#if LLVM_VERSION_MAJOR >= 17
    runPasses(*module, "function(place-safepoints)");
#else
    llvm::legacy::PassManager manager;
    manager.add(llvm::createPlaceSafepointsPass());
    manager.run(*module);
#endif
    if (options.internalises) spgc::internalise(*module);
    if (options.internalises) runPasses(*module, "globaldce");
    if (options.rewrites) runPasses(*module, "rewrite-statepoints-for-gc");
    auto tracker = jit->getMainJITDylib().createResourceTracker();
    if (as_object) {
      auto machine = GET(target.createTargetMachine());
      GET(jit->addObjectFile(tracker, GET(llvm::orc::SimpleCompiler(*machine)(*module))));
      return tracker;
    }
    GET(jit->addIRModule(tracker, llvm::orc::ThreadSafeModule(std::move(module),
                                                              std::move(context))));
    return tracker;
  }

  llvm::Expected<const void *> lookup(const char *name) {
    auto found = jit->lookup(name);
    if (!found) return found.takeError();
    return reinterpret_cast<const void *>(static_cast<uintptr_t>(found->getValue()));
  }
};

static size_t count() {
  size_t regions;
  CHECK_OK(spgc_code_count(heap, &regions));
  return regions;
}

// A function that allocates, calls `native`, and reads what it has allocated.
static std::string managed(const std::string &name, uint64_t (*native)(uint64_t),
                           const char *attributes = "uwtable") {
  const std::string address = std::to_string(reinterpret_cast<uintptr_t>(native));
  return "define i64 @" + name + "(i64 %n) " + attributes +
         " gc \"statepoint-example\" {\n"
         "  %box = call ptr addrspace(1) @spgc_allocate(i64 16, i64 1024)\n"
         "  %field = getelementptr i8, ptr addrspace(1) %box, i64 8\n"
         "  store i64 %n, ptr addrspace(1) %field\n"
         "  %x = call i64 @spgc_call_native(i64 %n, i64 0, i64 0, i64 0, i64 0, "
         "ptr inttoptr (i64 " +
         address +
         " to ptr))\n"
         "  %y = load i64, ptr addrspace(1) %field\n"
         "  %sum = add i64 %x, %y\n"
         "  ret i64 %sum\n"
         "}\n";
}

static uint64_t collect(uint64_t n) {
  CHECK_OK(spgc_collect(SPGC_COLLECTION_YOUNG));
  return n * 100;
}

static void call(const void *code) {
  spgc_argument argument = {nullptr, 7};
  uint64_t result;
  CHECK_OK(spgc_call(code, &argument, 1, &result));
  CHECK(result == 707);
}

static void registered_and_removed() {
  Jit jit;
  auto tracker = jit.add(managed("first", collect));
  CHECK(count() == 0);
  const void *first = GET(jit.lookup("first"));
  CHECK(count() == 1 && jit.modules->count() == 1);
  call(first);
  char text[256];
  CHECK_OK(spgc_code_describe(first, text, sizeof text, nullptr));
  CHECK(strstr(text, "first") != nullptr);

  auto other = jit.add(managed("second", collect));
  call(GET(jit.lookup("second")));
  CHECK(count() == 2);
  // The module belongs to another tracker from here on.
  auto target = jit.jit->getMainJITDylib().createResourceTracker();
  other->transferTo(*target);
  std::vector<ResourceTrackerSP> trackers = {tracker};
  GET(jit.modules->removeUnused(trackers));
  CHECK(trackers.empty() && count() == 1);
  CHECK(GET(jit.modules->removeUnused(*target)));
  CHECK(count() == 0 && jit.modules->count() == 0);

  // The names can be defined again, and modules are removed with the JIT.
  jit.add(managed("first", collect));
  call(GET(jit.lookup("first")));
  CHECK(count() == 1);
}

static uint64_t throw_number(uint64_t n) {
  collect(n);
  throw n;
}

// A function that catches what `throw_number` throws, and reads an object that has moved.
static std::string catching(const std::string &name) {
  const std::string address = std::to_string(reinterpret_cast<uintptr_t>(throw_number));
  return "declare i32 @__gxx_personality_v0(...)\n"
         "define i64 @" + name + "(i64 %n) uwtable gc \"statepoint-example\" "
         "personality ptr @__gxx_personality_v0 {\n"
         "  %box = call ptr addrspace(1) @spgc_allocate(i64 16, i64 1024)\n"
         "  %field = getelementptr i8, ptr addrspace(1) %box, i64 8\n"
         "  %hundred = mul i64 %n, 101\n"
         "  store i64 %hundred, ptr addrspace(1) %field\n"
         "  %x = invoke i64 @spgc_call_native(i64 %n, i64 0, i64 0, i64 0, i64 0, "
         "ptr inttoptr (i64 " + address + " to ptr)) to label %returned unwind label %thrown\n"
         "returned:\n  ret i64 0\n"
         "thrown:\n  %pad = landingpad token catch ptr null\n"
         "  %y = load i64, ptr addrspace(1) %field\n"
         "  ret i64 %y\n}\n";
}

extern "C" int __gxx_personality_v0(...);

// Each module has its own pointer to the personality routine: that of the first one is removed.
static void personalities(bool as_object) {
  Jit jit;
  jit.define("__gxx_personality_v0", reinterpret_cast<uintptr_t>(__gxx_personality_v0));
  auto first = jit.add(catching("catching1"), as_object);
  call(GET(jit.lookup("catching1")));
  jit.add(catching("catching2"), as_object);
  const void *second = GET(jit.lookup("catching2"));
  call(second);
  CHECK(GET(jit.modules->removeUnused(*first)));
  // Takes the memory of the module that was removed.
  auto third = jit.add(managed("third", collect));
  call(GET(jit.lookup("third")));
  call(second);
}

static Jit *running;
static ResourceTrackerSP running_tracker;

static uint64_t remove_caller(uint64_t n) {
  CHECK(!GET(running->modules->removeUnused(*running_tracker)));
  EXPECT_ERROR(running_tracker->remove(), "module", "is removed while the stack of thread", "caller",
               "stays in memory and registered", "removeUnused()");
  CHECK(count() == 1);
  return throw_number(n);
}

static uint64_t destroy_jit(uint64_t n) {
  running->jit.reset();
  EXPECT_ERROR(llvm::Error::success(), "is removed while the stack of thread", "survivor");
  return collect(n);
}

// The code stays where it is, with all that it needs.
static void removed_too_early() {
  Jit jit;
  running = &jit;
  running_tracker = jit.add(managed("caller", remove_caller));
  const void *caller = GET(jit.lookup("caller"));
  uint64_t caught = 0;
  try {
    call(caller);
  } catch (uint64_t thrown) {
    caught = thrown;
  }
  CHECK(caught == 7);
  CHECK(count() == 1);
  running_tracker = nullptr;

  jit.add(managed("survivor", destroy_jit));
  call(GET(jit.lookup("survivor")));
  CHECK(count() == 2);
}

static spgc_fiber *create(const void *function, uint64_t flags) {
  spgc_fiber_config config = {};
  config.size = sizeof config;
  config.flags = flags;
  spgc_fiber *fiber;
  CHECK_OK(spgc_fiber_create(heap, &config, function, &fiber));
  return fiber;
}

// Resumes a fiber with the null reference. Returns whether it is done.
static bool resume(spgc_fiber *fiber) {
  spgc_handle_scope scope;
  spgc_ref result;
  bool done;
  CHECK_OK(spgc_handle_scope_open(&scope));
  CHECK_OK(spgc_fiber_resume(fiber, nullptr, &result, &done));
  CHECK_OK(spgc_handle_scope_close(scope));
  return done;
}

// A module stays while a suspended fiber has a frame in it.
static void suspended() {
  Jit jit;
  auto tracker = jit.add("define ptr addrspace(1) @once(ptr addrspace(1) %first) uwtable "
                         "gc \"statepoint-example\" {\n"
                         "  %next = call ptr addrspace(1) @spgc_suspend(ptr addrspace(1) %first)\n"
                         "  ret ptr addrspace(1) %next\n}\n");
  spgc_fiber *fiber = create(GET(jit.lookup("once")), 0);
  CHECK(!resume(fiber));
  CHECK(!GET(jit.modules->removeUnused(*tracker)));
  CHECK(resume(fiber));
  CHECK_OK(spgc_fiber_destroy(fiber));
  CHECK(GET(jit.modules->removeUnused(*tracker)));
}

// A module stays while a fiber has a frame in it that moves between two threads.
static void moving() {
  Jit jit;
  // Each poll calls spgc_thread_context(): no pass runs that merges these calls.
  auto tracker = jit.add("define ptr addrspace(1) @forever(ptr addrspace(1) %first) uwtable "
                         "gc \"statepoint-example\" {\n"
                         "entry:\n  br label %again\n"
                         "again:\n"
                         "  %last = phi ptr addrspace(1) [ %first, %entry ], [ %next, %again ]\n"
                         "  %next = call ptr addrspace(1) @spgc_suspend(ptr addrspace(1) %last)\n"
                         "  br label %again\n}\n");
  spgc_fiber *fiber = create(GET(jit.lookup("forever")), SPGC_FIBER_MIGRATES);
  CHECK(!resume(fiber));
  std::mutex mutex;
  std::atomic<bool> stopping{false};
  auto work = [&] {
    CHECK_OK(spgc_thread_attach(heap));
    while (!stopping) {
      {
        std::lock_guard<std::mutex> lock(mutex);
        CHECK(!resume(fiber));
      }
      std::this_thread::yield();
    }
    CHECK_OK(spgc_thread_detach());
  };
  // Threads without frames, which stops wait for.
  auto idle = [&] {
    CHECK_OK(spgc_thread_attach(heap));
    while (!stopping) std::this_thread::sleep_for(std::chrono::milliseconds(1));
    CHECK_OK(spgc_thread_detach());
  };
  std::vector<std::thread> threads;
  for (int i = 0; i < 64; i++)
    threads.push_back(i == 0 || i == 63 ? std::thread(work) : std::thread(idle));
  for (int i = 0; i < 300; i++) CHECK(!GET(jit.modules->removeUnused(*tracker)));
  stopping = true;
  for (std::thread &thread : threads) thread.join();
  CHECK_OK(spgc_fiber_abandon(fiber));
  CHECK(GET(jit.modules->removeUnused(*tracker)));
}

static void refused() {
  if (!with_runtime_dyld) {
    Options options;
    options.plugins = 2;
    Jit jit(options);
    jit.add(managed("twice", collect));
    EXPECT_ERROR(jit.lookup("twice").takeError(), "is registered already, as region",
                 "needs one plugin");
  }
  CHECK(count() == 0);
  {
    Options options;
    options.internalises = false;
    Jit jit(options);
    const std::string fill =
        "define i64 @NAME(ptr addrspace(1) %array) uwtable gc \"statepoint-example\" {\n"
        "  %n = call i64 @spgc_array_fill(ptr addrspace(1) %array, i64 0, ptr addrspace(1) null, "
        "i64 1)\n"
        "  ret i64 %n\n"
        "}\n";
    std::string second = fill;
    jit.add(std::string(fill).replace(fill.find("NAME"), 4, "one"));
    GET(jit.lookup("one"));
    jit.add(second.replace(fill.find("NAME"), 4, "two"));
    EXPECT_ERROR(jit.lookup("two").takeError(), "refers to", "a function of the prelude",
                 "spgc::internalise()");
    CHECK(count() == 1);
  }
  {
    Options options;
    options.rewrites = false;
    Jit jit(options);
    jit.add(managed("plain", collect));
    EXPECT_ERROR(jit.lookup("plain").takeError(), "calls spgc_allocate_slow",
                 "has no .llvm_stackmaps", "rewrite-statepoints-for-gc has not run");
  }
  {
    Jit jit;
    jit.add(managed("unwound", collect, "nounwind"));
    EXPECT_ERROR(jit.lookup("unwound").takeError(), "uwtable");
  }
  {
    // What the symbol refers to is further away than a short relocation reaches.
    Options options;
    options.model = llvm::Reloc::Static;
    Jit jit(options);
    static uint64_t far;
    jit.define("far", reinterpret_cast<uintptr_t>(&far));
    jit.add("@far = external dso_local global i64\n"
            "define i64 @near() {\n  %n = load i64, ptr @far\n  ret i64 %n\n}\n" +
            managed("short", collect));
    if (with_runtime_dyld)
      EXPECT_ERROR(jit.lookup("near").takeError(), "refers to far", "does not reach",
                   "llvm::Reloc::PIC_");
    else
      EXPECT_ERROR(jit.lookup("near").takeError(), "far", "out of range");
  }
  {
    Jit jit;
    jit.add("@spgc_thread = external thread_local(initialexec) global i64\n"
            "define i64 @context() {\n  %n = load i64, ptr @spgc_thread\n  ret i64 %n\n}\n" +
            managed("emulated", collect));
    EXPECT_ERROR(jit.lookup("context").takeError(), "uses the thread-local variable spgc_thread",
                 "statepoint_gc_context.ll");
  }
  {
    Options options;
    options.emulates_tls = false;
    Jit jit(options);
    jit.add("@variable = external thread_local(initialexec) global i64\n"
            "define i64 @thread() {\n  %n = load i64, ptr @variable\n  ret i64 %n\n}\n" +
            managed("with_thread", collect));
    if (with_runtime_dyld)
      EXPECT_ERROR(jit.lookup("thread").takeError(), "refers to variable, a thread-local variable",
                   "statepoint_gc_context.ll");
    else
      EXPECT_ERROR(jit.lookup("thread").takeError(), "Unsupported x86-64 relocation type");
  }
  if (with_runtime_dyld) {
    Options options;
    options.area = size_t{1} << 14;
    Jit jit(options);
    for (int i = 0;; i++) {
      const std::string name = "full" + std::to_string(i);
      jit.add(managed(name, collect));
      auto found = jit.lookup(name.c_str());
      if (found) continue;
      CHECK(i > 0);
      EXPECT_ERROR(found.takeError(), "the memory of 16384 bytes for generated code is full",
                   "remove modules");
      break;
    }
    options.area = size_t{1} << 31;
    auto layer = spgc::RuntimeDyldLayer{jit.modules, options.area}(
        jit.jit->getExecutionSession());
    EXPECT_ERROR(layer.takeError(), "area_size is 2147483648");
  }
  CHECK(count() == 0);
}

// Runs code whose module is not registered, as if no plugin were installed.
static void unregistered() {
  Options options;
  options.plugins = 0;
  Jit jit(options);
  jit.add(managed("unknown", collect));
  call(GET(jit.lookup("unknown")));
}

int main(int count_of_arguments, char **arguments) {
  llvm::InitializeNativeTarget();
  llvm::InitializeNativeTargetAsmPrinter();
  bool is_unregistered = false;
  for (int i = 2; i < count_of_arguments; i++) {
    with_runtime_dyld |= strcmp(arguments[i], "--runtime-dyld") == 0;
    is_unregistered |= strcmp(arguments[i], "unregistered") == 0;
  }
  prelude = (*GET(llvm::errorOrToExpected(llvm::MemoryBuffer::getFile(arguments[1]))))
                .getBuffer()
                .str();
  spgc_config config = {};
  config.size = sizeof config;
  config.flags = SPGC_CONFIG_WITHOUT_IMAGES;
  CHECK_OK(spgc_heap_start(&config, &heap));
  register_types(heap);
  CHECK_OK(spgc_thread_attach(heap));
  if (is_unregistered) unregistered();
  registered_and_removed();
  personalities(false);
  personalities(true);
  suspended();
  moving();
  removed_too_early();
  CHECK(count() == 2); // Still registered, since their code was removed too early.
  CHECK_OK(spgc_thread_detach());
  CHECK_OK(spgc_heap_shutdown(heap));

  CHECK_OK(spgc_heap_start(&config, &heap));
  register_types(heap);
  CHECK_OK(spgc_thread_attach(heap));
  refused();
  // The JIT may be destroyed after the heap was shut down.
  Jit late;
  late.add(managed("late", collect));
  call(GET(late.lookup("late")));
  CHECK_OK(spgc_thread_detach());
  CHECK_OK(spgc_heap_shutdown(heap));
  puts("all errors were found");
  return 0;
}
