// Compiles and links by ORC. Between the two lines of dashes is what makes its code collected.
#include "jit.h"

#include "code.h"

#include <statepoint_gc_orc.hpp>

#include <llvm/AsmParser/Parser.h>
#include <llvm/ExecutionEngine/Orc/LLJIT.h>
#include <llvm/IR/LegacyPassManager.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Support/SourceMgr.h>
#include <llvm/Support/TargetSelect.h>
#include <llvm/Transforms/Scalar.h>

#include <stdexcept>

namespace {

[[noreturn]] void fail(const std::string &message) { throw std::runtime_error(message); }

void check(llvm::Error error) {
  if (error) fail(llvm::toString(std::move(error)));
}

template <class T> T check(llvm::Expected<T> result) {
  if (!result) check(result.takeError());
  return std::move(*result);
}

} // namespace

// ------------------------------------------------------------------------------------------------
struct Jit::Parts {
  std::shared_ptr<spgc::Modules> modules;
  std::unique_ptr<llvm::orc::LLJIT> jit;
  std::unique_ptr<llvm::MemoryBuffer> prelude;
  std::vector<llvm::orc::ResourceTrackerSP> unused;
  int level;
  std::atomic<uint64_t> names{0};
};

Jit::Jit(spgc_heap *heap, Linker linker, const std::string &prelude, int level)
    : parts_(std::make_unique<Parts>()) {
  llvm::InitializeNativeTarget();
  llvm::InitializeNativeTargetAsmPrinter();
  parts_->modules = std::make_shared<spgc::Modules>(heap);
  parts_->level = level;
  auto target = check(llvm::orc::JITTargetMachineBuilder::detectHost());
  target.setRelocationModel(llvm::Reloc::PIC_).setCodeModel(llvm::CodeModel::Small);
  llvm::orc::LLJITBuilder builder;
  builder.setJITTargetMachineBuilder(target).setPlatformSetUp(llvm::orc::setUpInactivePlatform);
  if (linker == Linker::jitlink)
    builder.setObjectLinkingLayerCreator(spgc::JITLinkLayer{parts_->modules});
  else
    builder.setObjectLinkingLayerCreator(spgc::RuntimeDyldLayer{parts_->modules});
  parts_->jit = check(builder.create());
  check(spgc::defineLibrary(parts_->jit->getMainJITDylib()));
  parts_->prelude = check(llvm::errorOrToExpected(llvm::MemoryBuffer::getFile(prelude)));
}

// Runs passes by their text, as `opt -passes` does.
static void runPasses(llvm::Module &module, const std::string &passes) {
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
  check(builder.parsePassPipeline(manager, passes));
  manager.run(module, modules);
}

static void insertSafepoints(llvm::Module &module, int level) {
  runPasses(module, "default<O" + std::to_string(level) + ">");
#if LLVM_VERSION_MAJOR >= 17
  runPasses(module, "function(place-safepoints,early-cse)");
#else
  llvm::legacy::PassManager manager;
  manager.add(llvm::createPlaceSafepointsPass());
  manager.add(llvm::createEarlyCSEPass());
  manager.run(module);
#endif
  spgc::internalise(module);
  runPasses(module, "globaldce,rewrite-statepoints-for-gc,verify");
}

size_t Jit::removeUnused() {
  check(parts_->modules->removeUnused(parts_->unused));
  return parts_->unused.size();
}
// ------------------------------------------------------------------------------------------------

Jit::~Jit() = default;

// Adds functions to a new module that has the prelude, and the module to the JIT.
template <class Generate>
static llvm::orc::ResourceTrackerSP add(llvm::orc::LLJIT &jit, llvm::MemoryBufferRef prelude,
                                        int level, const std::string &name, Generate generate) {
  // Each module has its own context: what a module leaves in its context is freed with it.
  auto context = std::make_unique<llvm::LLVMContext>();
  llvm::SMDiagnostic diagnostic;
  auto module = llvm::parseAssembly(prelude, diagnostic, *context);
  if (module == nullptr) fail("the prelude: " + diagnostic.getMessage().str());
  module->setModuleIdentifier(name); // for messages
  module->setDataLayout(jit.getDataLayout());
  generate(*module);
  insertSafepoints(*module, level);
  auto tracker = jit.getMainJITDylib().createResourceTracker();
  check(jit.addIRModule(tracker,
                        llvm::orc::ThreadSafeModule(std::move(module), std::move(context))));
  return tracker;
}

static const void *addressOf(llvm::orc::LLJIT &jit, const std::string &name) {
  return reinterpret_cast<const void *>(
      static_cast<uintptr_t>(check(jit.lookup(name)).getValue()));
}

const void *Jit::compile(const Function &function, CompiledModule &module) {
  const std::string name = function.name + "." + std::to_string(parts_->names++);
  auto tracker = add(*parts_->jit, *parts_->prelude, parts_->level, name,
                     [&](llvm::Module &module) { generateBody(module, function, name); });
  const void *address;
  try {
    address = addressOf(*parts_->jit, name);
  } catch (const std::runtime_error &) {
    check(tracker->remove());
    throw;
  }
  module = std::make_shared<llvm::orc::ResourceTrackerSP>(std::move(tracker));
  return address;
}

void Jit::compileStub(Function &function, CompileCallback compile) {
  const std::string stub = function.name + ".stub", entry = function.name + ".entry";
  add(*parts_->jit, *parts_->prelude, parts_->level, stub, [&](llvm::Module &module) {
    generateStub(module, function, stub, compile);
    generateEntry(module, function, entry);
  });
  function.stub = addressOf(*parts_->jit, stub);
  function.entry = addressOf(*parts_->jit, entry);
}

void Jit::retire(CompiledModule module) {
  parts_->unused.push_back(*static_cast<llvm::orc::ResourceTrackerSP *>(module.get()));
}

void Jit::forgetNames() {
  parts_->jit->getExecutionSession().getSymbolStringPool()->clearDeadEntries();
}
