// statepoint_gc_orc.hpp: registers the code that LLVM's ORC links with a heap of statepoint_gc.h,
// and removes it again. For LLVM 16 to 22 and C++17, in process, with JITLink or RuntimeDyld.
//
//     auto modules = std::make_shared<spgc::Modules>(heap);
//     auto jit = llvm::orc::LLJITBuilder()
//                    .setObjectLinkingLayerCreator(spgc::JITLinkLayer{modules})
//                    .create(); // or RuntimeDyldLayer
//     spgc::defineLibrary((*jit)->getMainJITDylib());
//     ... add modules, whose safepoints are rewritten, with a ResourceTracker each ...
//     modules->removeUnused(*tracker); // true if the module was removed, false if it is in use
//
// When a function's address is known, its module is registered: code, .llvm_stackmaps, .eh_frame
// and the names of functions. When the module's ResourceTracker is removed, so is the region. All
// errors are llvm::Error and say what to do.
//
// The JIT is destroyed before the heap is shut down, or after. Nothing here is compiled into a
// library of the collector: the program that includes this file links LLVM. Compile with the flags
// of `llvm-config --cxxflags`. docs/porting/orc.md is the guide.
#ifndef STATEPOINT_GC_ORC_HPP
#define STATEPOINT_GC_ORC_HPP

#include <statepoint_gc.h>

#include <llvm/Config/llvm-config.h>
#if LLVM_VERSION_MAJOR < 16
#error "statepoint_gc_orc.hpp needs LLVM 16 or later"
#endif
#include <llvm/BinaryFormat/ELF.h>
#include <llvm/ExecutionEngine/JITLink/EHFrameSupport.h>
#include <llvm/ExecutionEngine/Orc/Core.h>
#if __has_include(<llvm/ExecutionEngine/Orc/AbsoluteSymbols.h>)
#include <llvm/ExecutionEngine/Orc/AbsoluteSymbols.h>
#endif
#if __has_include(<llvm/ExecutionEngine/Orc/EHFrameRegistrationPlugin.h>)
#include <llvm/ExecutionEngine/Orc/EHFrameRegistrationPlugin.h>
#define SPGC_ORC_HAS_CREATE_EH_FRAME_PLUGIN 1
#endif
#include <llvm/ExecutionEngine/Orc/ObjectLinkingLayer.h>
#include <llvm/ExecutionEngine/Orc/RTDyldObjectLinkingLayer.h>
#include <llvm/ExecutionEngine/RTDyldMemoryManager.h>
#include <llvm/IR/Module.h>
#include <llvm/Object/ELFObjectFile.h>
#include <llvm/Support/Memory.h>
#include <llvm/Support/MemoryBuffer.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include <sys/mman.h>
#include <unistd.h>

namespace spgc {

// The names in this namespace may change.
namespace detail {

inline llvm::Error failure(const llvm::Twine &message) {
  return llvm::make_error<llvm::StringError>(message, llvm::inconvertibleErrorCode());
}

inline std::string hex(uint64_t address) { return "0x" + llvm::utohexstr(address, true); }

inline std::string describe(uint64_t address) {
  char text[512];
  const void *place = reinterpret_cast<const void *>(static_cast<uintptr_t>(address));
  if (spgc_code_describe(place, text, sizeof text, nullptr) != SPGC_OK) return hex(address);
  return text;
}

// The names of symbols have another type since LLVM 20.
inline llvm::StringRef text(llvm::StringRef name) { return name; }
inline llvm::StringRef text(const llvm::orc::SymbolStringPtr &name) { return *name; }

// Whether a symbol is a module's pointer to a personality routine, and ORC would merge it with
// those of other modules: all would use that of the first one, which may be removed before the
// others. Each module keeps its own, as a local symbol. (For a module that was added as an object
// file, ORC may expect it to define the symbol; the module then uses this definition.)
inline bool isMergedPersonality(const llvm::orc::MaterializationResponsibility &responsibility,
                                llvm::StringRef symbol) {
  if (!symbol.starts_with("DW.ref.")) return false;
  for (const auto &entry : responsibility.getSymbols())
    if (*entry.first == symbol) return false;
  return true;
}

// Checks a symbol that a module refers to, but does not define.
inline llvm::Error checkUndefined(const llvm::Twine &module, llvm::StringRef symbol,
                                  bool has_stack_map) {
  static const char *const prelude[] = {
      "gc.safepoint_poll",   "spgc_allocate",        "spgc_allocate_aligned",
      "spgc_allocate_array", "spgc_allocate_tailed", "spgc_allocate_array_aligned",
      "spgc_array_copy",     "spgc_array_fill",      "spgc_allocate_array_of",
      "spgc_enter_native",   "spgc_leave_native",    "spgc_enter_native_aarch64",
      "spgc_poll_interrupt", "spgc_stack_is_low",    "spgc_store",
      "spgc_write_barrier"};
  for (const char *name : prelude)
    if (symbol == name)
      return failure("module '" + module + "' refers to " + symbol +
                     ", a function of the prelude, in another module, which may be removed "
                     "earlier: ORC has merged the functions. Link the prelude into each module, "
                     "and call spgc::internalise() after place-safepoints and before "
                     "rewrite-statepoints-for-gc");
  if (symbol == "spgc_thread" || symbol == "__emutls_v.spgc_thread")
    return failure("module '" + module +
                   "' uses the thread-local variable spgc_thread, which ORC cannot link: use the "
                   "prelude statepoint_gc_context.ll");
  // A call of these functions is a statepoint.
  if (!has_stack_map && (symbol == "spgc_allocate_slow" || symbol == "spgc_allocate_array_slow" ||
                         symbol == "spgc_allocate_tailed_slow"))
    return failure("module '" + module + "' calls " + symbol +
                   ", but has no .llvm_stackmaps section. Either rewrite-statepoints-for-gc has "
                   "not run on it, or its functions are not marked `gc \"statepoint-example\"`, or "
                   "something has removed the section from the object file");
  return llvm::Error::success();
}

struct Function {
  uint64_t start;
  uint64_t size;
  std::string name;
};

// A module as a linker has put it into memory, with relocations applied.
struct LinkedModule {
  std::string name;
  uint64_t code = 0, code_end = 0;
  uint64_t stack_map = 0, stack_map_end = 0;
  uint64_t eh_frame = 0, eh_frame_end = 0;
  std::vector<Function> functions;

  bool hasCode() const { return code < code_end; }
  bool hasStackMap() const { return stack_map < stack_map_end; }
};

// A module that is registered, or was, or will be.
struct Region {
  std::string module;
  spgc_code_region_id id = {};
  // The fields above are set before this one becomes true.
  std::atomic<bool> registered{false};
  // A removal was refused: the code stays in memory.
  std::atomic<bool> refused{false};
  // It is being removed: no stack has a frame of it, and the host ensures that none will.
  std::atomic<bool> searched{false};
  llvm::orc::ResourceKey key = 0;
};
using RegionPointer = std::shared_ptr<Region>;

// The start of a stack map of version 3, and of each of its functions.
struct StackMapHeader {
  uint8_t version, reserved[3];
  uint32_t functions, constants, records;
};
struct StackMapFunction {
  uint64_t address, stack_size, records;
};

// Checks that all functions in the stack map are those of the module. The library checks this as
// well, but does not know the cause.
inline llvm::Error checkFunctions(const LinkedModule &module) {
  StackMapHeader header;
  const uint64_t size = module.stack_map_end - module.stack_map;
  if (size < sizeof header) return llvm::Error::success(); // The library reports it.
  const char *bytes = reinterpret_cast<const char *>(static_cast<uintptr_t>(module.stack_map));
  std::memcpy(&header, bytes, sizeof header);
  const uint64_t room = (size - sizeof header) / sizeof(StackMapFunction);
  if (header.version != 3 || header.functions > room) return llvm::Error::success();
  for (uint32_t i = 0; i < header.functions; i++) {
    StackMapFunction function;
    std::memcpy(&function, bytes + sizeof header + i * sizeof function, sizeof function);
    if (function.address < module.code || function.address >= module.code_end) {
      return failure("the stack map of module '" + module.name + "' describes a function at " +
                     describe(function.address) + ", outside of the module's code, " +
                     hex(module.code) + " to " + hex(module.code_end) +
                     ": ORC has merged a function that several modules define (linkonce_odr, "
                     "weak_odr). Call spgc::internalise() after place-safepoints and before "
                     "rewrite-statepoints-for-gc");
    }
  }
  return llvm::Error::success();
}

// Searches all stacks for frames of regions.
class FrameSearch {
public:
  explicit FrameSearch(const std::vector<RegionPointer> &regions) {
    for (const RegionPointer &region : regions)
      if (region->registered) {
        regions_.push_back(region->id);
        users_[region->id.number] = {"", 0};
      }
  }

  llvm::Error run(spgc_heap *heap) {
    if (regions_.empty()) return llvm::Error::success();
    const spgc_status status =
        spgc_code_users(heap, regions_.data(), regions_.size(), note, this);
    // A heap that was shut down has no threads.
    if (status != SPGC_OK && status != SPGC_ERROR_NO_HEAP)
      return failure("the stacks cannot be searched for frames: " +
                     llvm::Twine(spgc_last_error()));
    return llvm::Error::success();
  }

  struct User {
    std::string stack;
    // Zero if no frame was found.
    uint64_t pc;
  };
  // Returns what was found about a region. Null if it was not registered.
  const User *find(const RegionPointer &region) const {
    const auto found = users_.find(region->id.number);
    return found == users_.end() ? nullptr : &found->second;
  }

private:
  static void note(void *data, const spgc_code_user *user) {
    FrameSearch &search = *static_cast<FrameSearch *>(data);
    const uint64_t call = reinterpret_cast<uintptr_t>(user->pc) - 1;
    search.users_[user->region.number] = {user->stack, call};
  }

  std::vector<spgc_code_region_id> regions_;
  // By the number of the region, for all regions.
  std::map<uint64_t, User> users_;
};

} // namespace detail

// The modules of one JIT that are registered with a heap, by resource. The linking layers share it.
// All functions may be called by any thread that is not managed.
class Modules {
public:
  explicit Modules(spgc_heap *heap) : heap_(heap) {}
  Modules(const Modules &) = delete;
  Modules &operator=(const Modules &) = delete;

  spgc_heap *heap() const { return heap_; }

  // Returns the number of registered modules. Those without a stack map are not registered.
  size_t count() const {
    std::lock_guard<std::mutex> lock(mutex_);
    size_t count = 0;
    for (const auto &entry : regions_)
      for (const detail::RegionPointer &region : entry.second) count += region->registered ? 1 : 0;
    return count;
  }

  // Removes the modules of those trackers in whose code no stack has a frame, and erases these
  // trackers from the list. The host ensures that no thread can call the code any more: it has
  // replaced the pointers to the functions before this call. Try again later with the trackers that
  // are left.
  //
  // It stops all threads once, and searches their stacks and those of fibers (spgc_code_users()).
  // On an error, the trackers that are left are not removed, except the one that failed.
  llvm::Error removeUnused(std::vector<llvm::orc::ResourceTrackerSP> &trackers) {
    std::vector<detail::RegionPointer> regions;
    for (const llvm::orc::ResourceTrackerSP &tracker : trackers)
      for (detail::RegionPointer &region : regionsOf(tracker->getKeyUnsafe()))
        regions.push_back(std::move(region));
    detail::FrameSearch search(regions);
    if (llvm::Error error = search.run(heap_)) return error;
    std::vector<llvm::orc::ResourceTrackerSP> all = std::move(trackers);
    trackers.clear();
    llvm::Error errors = llvm::Error::success();
    for (llvm::orc::ResourceTrackerSP &tracker : all) {
      const llvm::orc::ResourceKey key = tracker->getKeyUnsafe();
      bool is_used = false;
      const std::vector<detail::RegionPointer> unused = regionsOf(key);
      for (const detail::RegionPointer &region : unused) {
        const detail::FrameSearch::User *user = search.find(region);
        // A region that was added meanwhile was not searched for.
        is_used |= region->registered && (user == nullptr || user->pc != 0);
      }
      if (is_used) {
        trackers.push_back(std::move(tracker));
        continue;
      }
      for (const detail::RegionPointer &region : unused) region->searched = true;
      errors = llvm::joinErrors(std::move(errors), tracker->remove());
      for (const detail::RegionPointer &region : unused) region->searched = false;
    }
    return errors;
  }

  // As above, for one tracker. Returns whether it was removed.
  llvm::Expected<bool> removeUnused(llvm::orc::ResourceTracker &tracker) {
    std::vector<llvm::orc::ResourceTrackerSP> trackers;
    trackers.emplace_back(&tracker);
    if (llvm::Error error = removeUnused(trackers)) return error;
    return trackers.empty();
  }

  // For the linking layers: registers a module that has a stack map.
  llvm::Error add(const detail::LinkedModule &module, detail::Region &region) {
    if (!module.hasCode())
      return detail::failure("module '" + module.name + "' has a stack map, but no code");
    if (module.eh_frame >= module.eh_frame_end)
      return detail::failure("module '" + module.name +
                             "' has a stack map, but no .eh_frame section: mark managed functions "
                             "`uwtable`");
    if (llvm::Error error = detail::checkFunctions(module)) return error;
    const auto pointer = [](uint64_t address) {
      return reinterpret_cast<const void *>(static_cast<uintptr_t>(address));
    };
    spgc_code_region_id other;
    if (spgc_code_region_at(heap_, pointer(module.code), &other) == SPGC_OK)
      return detail::failure("module '" + module.name + "', code at " + detail::hex(module.code) +
                             ", is registered already, as region " + llvm::Twine(other.number) +
                             ": a linking layer needs one plugin of one spgc::Modules, and the "
                             "host does not call spgc_code_register_jit() for its modules");
    std::vector<spgc_generated_function> names;
    for (const detail::Function &function : module.functions)
      names.push_back({pointer(function.start), static_cast<size_t>(function.size),
                       function.name.c_str()});
    spgc_jit_region jit = {};
    jit.size = sizeof jit;
    jit.code = pointer(module.code);
    jit.code_size = module.code_end - module.code;
    jit.stack_maps = pointer(module.stack_map);
    jit.stack_maps_size = module.stack_map_end - module.stack_map;
    jit.eh_frame = pointer(module.eh_frame);
    jit.eh_frame_size = module.eh_frame_end - module.eh_frame;
    jit.functions = names.data();
    jit.function_count = names.size();
    if (spgc_code_register_jit(heap_, &jit, &region.id) != SPGC_OK)
      return detail::failure("module '" + module.name +
                             "' cannot be registered: " + spgc_last_error());
    region.module = module.name;
    region.registered = true;
    return llvm::Error::success();
  }

  // For the linking layers: removes a region, unless a frame of it is on a stack.
  llvm::Error remove(const detail::RegionPointer &region) {
    if (!region->registered) return llvm::Error::success();
    region->refused = true; // Unless it succeeds.
    if (!region->searched) {
      detail::FrameSearch search({region});
      if (llvm::Error error = search.run(heap_)) return error;
      if (const auto *user = search.find(region); user->pc != 0)
        return detail::failure("module '" + region->module + "' is removed while " + user->stack +
                               " has a frame in it, of " + detail::describe(user->pc) +
                               ". Its code stays in memory and registered. Remove modules by "
                               "spgc::Modules::removeUnused()");
    }
    const spgc_status status = spgc_code_remove(heap_, region->id);
    if (status != SPGC_OK && status != SPGC_ERROR_NO_HEAP)
      return detail::failure("module '" + region->module +
                             "' cannot be removed: " + spgc_last_error());
    region->registered = false;
    return llvm::Error::success();
  }

  // For the linking layers: the region belongs to the resource.
  void attach(llvm::orc::ResourceKey key, const detail::RegionPointer &region) {
    std::lock_guard<std::mutex> lock(mutex_);
    region->key = key;
    regions_[key].push_back(region);
  }

  // For the linking layers: forgets a region.
  void detach(const detail::RegionPointer &region) {
    std::lock_guard<std::mutex> lock(mutex_);
    auto found = regions_.find(region->key);
    if (found == regions_.end()) return;
    auto &regions = found->second;
    regions.erase(std::remove(regions.begin(), regions.end(), region), regions.end());
    if (regions.empty()) regions_.erase(found);
  }

  // For the linking layers: the resource is removed, and the memory of its modules is freed if this
  // succeeds. Regions that cannot be removed stay registered.
  llvm::Error removeResources(llvm::orc::ResourceKey key) {
    std::vector<detail::RegionPointer> regions;
    {
      std::lock_guard<std::mutex> lock(mutex_);
      auto found = regions_.find(key);
      if (found == regions_.end()) return llvm::Error::success();
      regions = std::move(found->second);
      regions_.erase(found);
    }
    llvm::Error errors = llvm::Error::success();
    for (const detail::RegionPointer &region : regions) {
      llvm::Error error = remove(region);
      if (error) attach(key, region);
      errors = llvm::joinErrors(std::move(errors), std::move(error));
    }
    return errors;
  }

  // For the linking layers: the modules of a resource become those of another one.
  void transferResources(llvm::orc::ResourceKey to, llvm::orc::ResourceKey from) {
    std::lock_guard<std::mutex> lock(mutex_);
    auto found = regions_.find(from);
    if (found == regions_.end()) return;
    std::vector<detail::RegionPointer> regions = std::move(found->second);
    regions_.erase(found);
    for (detail::RegionPointer &region : regions) {
      region->key = to;
      regions_[to].push_back(std::move(region));
    }
  }

private:
  std::vector<detail::RegionPointer> regionsOf(llvm::orc::ResourceKey key) const {
    std::lock_guard<std::mutex> lock(mutex_);
    auto found = regions_.find(key);
    return found == regions_.end() ? std::vector<detail::RegionPointer>() : found->second;
  }

  spgc_heap *const heap_;
  mutable std::mutex mutex_;
  std::map<llvm::orc::ResourceKey, std::vector<detail::RegionPointer>> regions_;
};

// A plugin for JITLink: keeps stack maps, registers modules and removes them.
//
// `unwinding` is null or LLVM's plugin by which exceptions unwind the code. The layer itself does
// not have it: if code cannot be removed because it is in use, exceptions have to pass through it.
class Plugin final : public llvm::orc::ObjectLinkingLayer::Plugin {
  using Responsibility = llvm::orc::MaterializationResponsibility;

public:
  explicit Plugin(std::shared_ptr<Modules> modules,
                  std::unique_ptr<llvm::orc::ObjectLinkingLayer::Plugin> unwinding = nullptr)
      : modules_(std::move(modules)), unwinding_(std::move(unwinding)) {}

  void modifyPassConfig(Responsibility &responsibility, llvm::jitlink::LinkGraph &graph,
                        llvm::jitlink::PassConfiguration &config) override {
    if (unwinding_) unwinding_->modifyPassConfig(responsibility, graph, config);
    // Before ORC merges weak symbols of several modules.
    config.PrePrunePasses.insert(config.PrePrunePasses.begin(),
                                 [&responsibility](llvm::jitlink::LinkGraph &graph) {
                                   return makePersonalitiesLocal(responsibility, graph);
                                 });
    config.PrePrunePasses.push_back(keepStackMap);
    config.PostFixupPasses.push_back(
        [this, &responsibility](llvm::jitlink::LinkGraph &graph) -> llvm::Error {
          llvm::Expected<detail::LinkedModule> module = linked(graph);
          if (!module) return module.takeError();
          if (!module->hasStackMap()) return llvm::Error::success();
          auto region = std::make_shared<detail::Region>();
          if (llvm::Error error = modules_->add(*module, *region)) return error;
          std::lock_guard<std::mutex> lock(mutex_);
          linking_[&responsibility] = std::move(region);
          return llvm::Error::success();
        });
  }

  llvm::Error notifyEmitted(Responsibility &responsibility) override {
    llvm::Error error =
        unwinding_ ? unwinding_->notifyEmitted(responsibility) : llvm::Error::success();
    detail::RegionPointer region = take(responsibility);
    if (!region) return error;
    if (!error)
      error = responsibility.withResourceKeyDo(
          [&](llvm::orc::ResourceKey key) { modules_->attach(key, region); });
    // The tracker was removed meanwhile: no thread knows the code's address.
    return error ? llvm::joinErrors(std::move(error), removeUnknown(region))
                 : llvm::Error::success();
  }

  llvm::Error notifyFailed(Responsibility &responsibility) override {
    llvm::Error error =
        unwinding_ ? unwinding_->notifyFailed(responsibility) : llvm::Error::success();
    if (detail::RegionPointer region = take(responsibility))
      error = llvm::joinErrors(std::move(error), removeUnknown(region));
    return error;
  }

  llvm::Error notifyRemovingResources(llvm::orc::JITDylib &library,
                                      llvm::orc::ResourceKey key) override {
    if (llvm::Error error = modules_->removeResources(key)) return error;
    return unwinding_ ? unwinding_->notifyRemovingResources(library, key)
                      : llvm::Error::success();
  }

  void notifyTransferringResources(llvm::orc::JITDylib &library, llvm::orc::ResourceKey to,
                                   llvm::orc::ResourceKey from) override {
    modules_->transferResources(to, from);
    if (unwinding_) unwinding_->notifyTransferringResources(library, to, from);
  }

private:
  // Removes a region whose functions' addresses were not published.
  llvm::Error removeUnknown(const detail::RegionPointer &region) {
    region->searched = true;
    return modules_->remove(region);
  }

  detail::RegionPointer take(Responsibility &responsibility) {
    std::lock_guard<std::mutex> lock(mutex_);
    auto found = linking_.find(&responsibility);
    if (found == linking_.end()) return nullptr;
    detail::RegionPointer region = std::move(found->second);
    linking_.erase(found);
    return region;
  }

  static llvm::Error makePersonalitiesLocal(const Responsibility &responsibility,
                                            llvm::jitlink::LinkGraph &graph) {
    for (llvm::jitlink::Symbol *symbol : graph.defined_symbols()) {
      if (!symbol->hasName()) continue;
      if (!detail::isMergedPersonality(responsibility, detail::text(symbol->getName()))) continue;
      symbol->setLinkage(llvm::jitlink::Linkage::Strong);
      symbol->setScope(llvm::jitlink::Scope::Local);
    }
    return llvm::Error::success();
  }

  // Nothing refers to the section, so it would be pruned.
  static llvm::Error keepStackMap(llvm::jitlink::LinkGraph &graph) {
    llvm::jitlink::Section *section = graph.findSectionByName(".llvm_stackmaps");
    if (section != nullptr)
      for (llvm::jitlink::Block *block : section->blocks())
        graph.addAnonymousSymbol(*block, 0, block->getSize(), false, true);
    for (llvm::jitlink::Symbol *symbol : graph.external_symbols()) {
      if (!symbol->hasName()) continue;
      if (llvm::Error error = detail::checkUndefined(
              graph.getName(), detail::text(symbol->getName()), section != nullptr))
        return error;
    }
    return llvm::Error::success();
  }

  // Returns the range of blocks that follow each other in memory.
  static llvm::Error extend(uint64_t &start, uint64_t &end, llvm::jitlink::Section *section,
                            llvm::StringRef module) {
    if (section == nullptr) return llvm::Error::success();
    std::vector<std::pair<uint64_t, uint64_t>> blocks;
    for (llvm::jitlink::Block *block : section->blocks())
      blocks.emplace_back(block->getAddress().getValue(), block->getSize());
    std::sort(blocks.begin(), blocks.end());
    for (const auto &[address, size] : blocks) {
      if (start == 0) start = end = address;
      if (address != end)
        return detail::failure("section " + section->getName() + " of module '" + module +
                               "' is in pieces in memory: at " + detail::hex(address) +
                               " instead of " + detail::hex(end) +
                               ". No other plugin may remove parts of it");
      end = address + size;
    }
    return llvm::Error::success();
  }

  static llvm::Expected<detail::LinkedModule> linked(llvm::jitlink::LinkGraph &graph) {
    detail::LinkedModule module;
    module.name = graph.getName();
    for (auto [section, start, end] :
         {std::make_tuple(".llvm_stackmaps", &module.stack_map, &module.stack_map_end),
          std::make_tuple(".eh_frame", &module.eh_frame, &module.eh_frame_end)}) {
      llvm::jitlink::Section *found = graph.findSectionByName(section);
      if (llvm::Error error = extend(*start, *end, found, module.name)) return error;
    }
    if (!module.hasStackMap()) {
      llvm::jitlink::Section *section = graph.findSectionByName(".llvm_stackmaps");
      if (section == nullptr) return module;
      return detail::failure("the section .llvm_stackmaps of module '" + module.name +
                             "' was removed by another plugin");
    }
    for (llvm::jitlink::Section &section : graph.sections()) {
      const auto protection = static_cast<unsigned>(section.getMemProt());
      if ((protection & static_cast<unsigned>(llvm::orc::MemProt::Exec)) == 0) continue;
      for (llvm::jitlink::Block *block : section.blocks()) {
        const uint64_t start = block->getAddress().getValue();
        if (reinterpret_cast<uintptr_t>(block->getContent().data()) != start)
          return detail::failure("module '" + module.name +
                                 "' is linked for another process, or copied to its place later: "
                                 "use a memory manager of this process");
        module.code = module.hasCode() ? std::min(module.code, start) : start;
        module.code_end = std::max(module.code_end, start + block->getSize());
      }
    }
    for (llvm::jitlink::Symbol *symbol : graph.defined_symbols()) {
      if (!symbol->hasName() || !symbol->isCallable() || symbol->getSize() == 0) continue;
      module.functions.push_back({symbol->getAddress().getValue(), symbol->getSize(),
                                  detail::text(symbol->getName()).str()});
    }
    return module;
  }

  const std::shared_ptr<Modules> modules_;
  const std::unique_ptr<llvm::orc::ObjectLinkingLayer::Plugin> unwinding_;
  std::mutex mutex_;
  std::map<Responsibility *, detail::RegionPointer> linking_;
};

// For LLJITBuilder::setObjectLinkingLayerCreator(): links by JITLink, with the plugin, and with
// LLVM's own one, by which exceptions unwind the code.
struct JITLinkLayer {
  std::shared_ptr<Modules> modules;

  template <class... Rest>
  llvm::Expected<std::unique_ptr<llvm::orc::ObjectLayer>>
  operator()(llvm::orc::ExecutionSession &session, Rest &&...) const {
    auto layer = std::make_unique<llvm::orc::ObjectLinkingLayer>(session);
#ifdef SPGC_ORC_HAS_CREATE_EH_FRAME_PLUGIN
    auto unwinding = llvm::orc::EHFrameRegistrationPlugin::Create(session);
    if (!unwinding) return unwinding.takeError();
    layer->addPlugin(std::make_unique<Plugin>(modules, std::move(*unwinding)));
#else
    layer->addPlugin(std::make_unique<Plugin>(
        modules, std::make_unique<llvm::orc::EHFrameRegistrationPlugin>(
                     session, std::make_unique<llvm::jitlink::InProcessEHFrameRegistrar>())));
#endif
    return layer;
  }
};

namespace detail {

// A range of addresses for all modules. They are closer together than the 2 GiB that relocations
// reach, which RuntimeDyld does not check. Memory of modules that were removed is reused.
class Area {
public:
  // Reserves addresses only.
  explicit Area(size_t size) : size_(size) {
    void *start =
        mmap(nullptr, size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (start == MAP_FAILED) return;
    start_ = reinterpret_cast<uintptr_t>(start);
    // libgcc takes a function at a multiple of 4 GiB for one that a linker has removed: it cannot
    // tell the lower half of its address from that of zero (init_object() in unwind-dw2-fde.c). No
    // exception would pass through its frame. So nothing is placed there.
    const uintptr_t page = roundToPages(1), end = start_ + roundToPages(size);
    const uintptr_t multiple = (start_ + UINT32_MAX) & ~uintptr_t{UINT32_MAX};
    if (multiple >= end) {
      free_[start_] = end - start_;
      return;
    }
    if (multiple > start_) free_[start_] = multiple - start_;
    if (multiple + page < end) free_[multiple + page] = end - multiple - page;
  }
  ~Area() {
    if (start_ != 0 && !is_kept_) munmap(reinterpret_cast<void *>(start_), size_);
  }
  Area(const Area &) = delete;
  Area &operator=(const Area &) = delete;

  // Keeps the memory until the process ends: a stack has a frame of code in it.
  void keep() { is_kept_ = true; }

  size_t size() const { return size_; }
  static size_t roundToPages(size_t size) {
    const size_t page = static_cast<size_t>(sysconf(_SC_PAGESIZE));
    return (size + page - 1) / page * page;
  }

  // Returns the address of zeroed, writable memory, or 0 if there is none. The size is a number of
  // whole pages.
  uintptr_t allocate(size_t size) {
    std::lock_guard<std::mutex> lock(mutex_);
    for (auto range = free_.begin(); range != free_.end(); ++range) {
      const auto [start, length] = *range;
      if (length < size) continue;
      if (mprotect(reinterpret_cast<void *>(start), size, PROT_READ | PROT_WRITE) != 0) return 0;
      free_.erase(range);
      if (length > size) free_[start + size] = length - size;
      return start;
    }
    return 0;
  }

  void release(uintptr_t start, size_t size) {
    // The next module finds the memory zeroed.
    void *fresh = mmap(reinterpret_cast<void *>(start), size, PROT_NONE,
                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED, -1, 0);
    if (fresh == MAP_FAILED) return; // The addresses are not used again.
    std::lock_guard<std::mutex> lock(mutex_);
    auto range = free_.emplace(start, size).first;
    auto next = std::next(range);
    if (next != free_.end() && range->first + range->second == next->first) {
      range->second += next->second;
      free_.erase(next);
    }
    if (range == free_.begin()) return;
    auto previous = std::prev(range);
    if (previous->first + previous->second == range->first) {
      previous->second += range->second;
      free_.erase(range);
    }
  }

private:
  const size_t size_;
  uintptr_t start_ = 0;
  std::atomic<bool> is_kept_{false};
  std::mutex mutex_;
  std::map<uintptr_t, size_t> free_;
};

class MemoryManager;

// What the memory managers of a RuntimeDyld layer share.
struct RuntimeDyldState {
  RuntimeDyldState(std::shared_ptr<Modules> modules, size_t area_size)
      : modules(std::move(modules)), area(area_size) {}

  const std::shared_ptr<Modules> modules;
  Area area;
  std::mutex mutex;
  // By the address of each section.
  std::map<uint64_t, MemoryManager *> loading;
};

// The memory of one module.
class MemoryManager final : public llvm::RuntimeDyld::MemoryManager {
public:
  MemoryManager(std::shared_ptr<RuntimeDyldState> state, llvm::orc::ExecutionSession &session)
      : state_(std::move(state)), session_(session), region_(std::make_shared<Region>()) {}

  ~MemoryManager() override {
    endLoading();
    // Registered and not refused: linking has failed after the registration, or the tracker was
    // removed at the same time.
    if (region_->registered && !region_->refused)
      if (llvm::Error error = state_->modules->remove(region_))
        session_.reportError(std::move(error));
    if (region_->registered) { // The code is in use: it stays in memory.
      state_->area.keep();
      return;
    }
    deregisterEHFrames();
    state_->modules->detach(region_);
    for (const Span &span : spans_) state_->area.release(span.start, span.size);
  }

  bool needsToReserveAllocationSpace() override { return true; }

  void reserveAllocationSpace(uintptr_t code, llvm::Align, uintptr_t constants, llvm::Align,
                              uintptr_t data, llvm::Align) override {
    addSpan(PROT_READ | PROT_EXEC, code);
    addSpan(PROT_READ, constants);
    addSpan(PROT_READ | PROT_WRITE, data);
  }

  uint8_t *allocateCodeSection(uintptr_t size, unsigned alignment, unsigned,
                               llvm::StringRef) override {
    const uint64_t start = allocate(PROT_READ | PROT_EXEC, size, alignment);
    module_.code = module_.hasCode() ? std::min(module_.code, start) : start;
    module_.code_end = std::max(module_.code_end, start + size);
    return reinterpret_cast<uint8_t *>(start);
  }

  uint8_t *allocateDataSection(uintptr_t size, unsigned alignment, unsigned, llvm::StringRef name,
                               bool is_constant) override {
    const uint64_t start =
        allocate(is_constant ? PROT_READ : PROT_READ | PROT_WRITE, size, alignment);
    if (name == ".llvm_stackmaps") {
      module_.stack_map = start;
      module_.stack_map_end = start + size;
    } else if (name == ".eh_frame") {
      module_.eh_frame = start;
      module_.eh_frame_end = start + size;
    }
    return reinterpret_cast<uint8_t *>(start);
  }

  void registerEHFrames(uint8_t *address, uint64_t, size_t size) override {
    llvm::RTDyldMemoryManager::registerEHFramesInProcess(address, size);
    eh_frames_.emplace_back(address, size);
  }

  void deregisterEHFrames() override {
    if (region_->registered) return; // As in the destructor.
    for (const auto &[address, size] : eh_frames_)
      llvm::RTDyldMemoryManager::deregisterEHFramesInProcess(address, size);
    eh_frames_.clear();
  }

  // Called when the sections are relocated, before any function's address is known.
  bool finalizeMemory(std::string *message) override {
    endLoading();
    if (llvm::Error error = finish()) {
      const std::string text = llvm::toString(std::move(error));
      if (message != nullptr) *message = text;
      return true;
    }
    return false;
  }

  // Called when an object file has been loaded, before its sections are relocated.
  static void notifyLoaded(RuntimeDyldState &state,
                           llvm::orc::MaterializationResponsibility &responsibility,
                           const llvm::object::ObjectFile &object,
                           const llvm::RuntimeDyld::LoadedObjectInfo &info) {
    for (const llvm::object::SectionRef &section : object.sections()) {
      MemoryManager *manager = nullptr;
      {
        std::lock_guard<std::mutex> lock(state.mutex);
        auto found = state.loading.find(info.getSectionLoadAddress(section));
        if (found != state.loading.end()) manager = found->second;
      }
      if (manager == nullptr) continue;
      manager->readObject(object, info);
      // If the tracker was removed, linking fails, and the destructor of the manager cleans up.
      llvm::consumeError(responsibility.withResourceKeyDo([&](llvm::orc::ResourceKey key) {
        state.modules->attach(key, manager->region_);
      }));
      return;
    }
  }

private:
  struct Span {
    int protection;
    uintptr_t start;
    size_t size, used;
  };

  Span *addSpan(int protection, size_t size) {
    size = Area::roundToPages(std::max<size_t>(size, 1));
    const uintptr_t start = state_->area.allocate(size);
    if (start == 0) {
      problem_ = "the memory of " + std::to_string(state_->area.size()) +
                 " bytes for generated code is full, or the system has no more: create the layer "
                 "by spgc::RuntimeDyldLayer with more, or remove modules";
      return nullptr;
    }
    spans_.push_back({protection, start, size, 0});
    return &spans_.back();
  }

  // Returns the address of memory. RuntimeDyld ends the process if it is 0; so if the area is full,
  // memory is used that is released with the manager, and linking fails later.
  uint64_t allocate(int protection, size_t size, unsigned alignment) {
    const size_t align = std::max(alignment, 1u);
    uint64_t address = 0;
    for (Span &span : spans_)
      if (span.protection == protection && address == 0) address = take(span, size, align);
    if (address == 0)
      if (Span *span = addSpan(protection, size + align)) address = take(*span, size, align);
    if (address == 0) {
      spare_.emplace_back(new char[size + align]());
      address = llvm::alignTo(reinterpret_cast<uintptr_t>(spare_.back().get()), align);
    }
    std::lock_guard<std::mutex> lock(state_->mutex);
    state_->loading[address] = this;
    sections_.push_back(address);
    return address;
  }

  static uint64_t take(Span &span, size_t size, size_t align) {
    const uintptr_t address = llvm::alignTo(span.start + span.used, align);
    if (address + size > span.start + span.size) return 0;
    span.used = address + std::max<size_t>(size, 1) - span.start;
    return address;
  }

  void endLoading() {
    std::lock_guard<std::mutex> lock(state_->mutex);
    for (uint64_t section : sections_) state_->loading.erase(section);
    sections_.clear();
  }

  void readObject(const llvm::object::ObjectFile &object,
                  const llvm::RuntimeDyld::LoadedObjectInfo &info) {
    module_.name = object.getFileName().str();
    for (const llvm::object::SymbolRef &symbol : object.symbols()) {
      if (llvm::Error error = readSymbol(info, symbol)) {
        const std::string text = llvm::toString(std::move(error));
        if (problem_.empty()) problem_ = text;
      }
    }
    for (const llvm::object::SectionRef &section : object.sections()) {
      auto relocated = section.getRelocatedSection();
      if (!relocated) {
        llvm::consumeError(relocated.takeError());
        continue;
      }
      if (*relocated == object.section_end() || info.getSectionLoadAddress(**relocated) == 0)
        continue;
      for (const llvm::object::RelocationRef &relocation : section.relocations())
        if (isShort(object.getArch(), relocation.getType()) && problem_.empty())
          checkShort(relocation);
    }
  }

  llvm::Error readSymbol(const llvm::RuntimeDyld::LoadedObjectInfo &info,
                         const llvm::object::SymbolRef &symbol) {
    auto name = symbol.getName();
    if (!name) return name.takeError();
    auto flags = symbol.getFlags();
    if (!flags) return flags.takeError();
    if ((*flags & llvm::object::SymbolRef::SF_Undefined) != 0) return llvm::Error::success();
    auto type = symbol.getType();
    if (!type) return type.takeError();
    if (*type != llvm::object::SymbolRef::ST_Function) return llvm::Error::success();
    auto section = symbol.getSection();
    if (!section) return section.takeError();
    auto offset = symbol.getAddress();
    if (!offset) return offset.takeError();
    const uint64_t base = info.getSectionLoadAddress(**section);
    const uint64_t size = llvm::object::ELFSymbolRef(symbol).getSize();
    if (base != 0 && size != 0)
      module_.functions.push_back({base + *offset, size, name->str()});
    return llvm::Error::success();
  }

  // Whether RuntimeDyld computes the relocation in fewer bits than an address has, without a check
  // and without a stub.
  static bool isShort(unsigned arch, uint64_t type) {
    using namespace llvm::ELF;
    if (arch == llvm::Triple::x86_64)
      return type == R_X86_64_32 || type == R_X86_64_32S || type == R_X86_64_PC32;
    return type == R_AARCH64_ADR_PREL_PG_HI21 || type == R_AARCH64_ADR_PREL_LO21 ||
           type == R_AARCH64_PREL32 || type == R_AARCH64_ABS32;
  }

  // Sections of this layer are near each other; what other symbols refer to is anywhere.
  void checkShort(const llvm::object::RelocationRef &relocation) {
    const llvm::object::symbol_iterator symbol = relocation.getSymbol();
    auto flags = symbol->getFlags();
    auto name = symbol->getName();
    if (flags && name && (*flags & llvm::object::SymbolRef::SF_Undefined) != 0) {
      llvm::SmallString<32> type;
      relocation.getTypeName(type);
      problem_ = "module '" + module_.name + "' refers to " + name->str() + " by a relocation " +
                 type.str().str() +
                 ", which does not reach all of memory, and RuntimeDyld does not check it: compile "
                 "with llvm::Reloc::PIC_ (JITTargetMachineBuilder::setRelocationModel), and do not "
                 "mark the symbol dso_local";
    }
    if (!flags) llvm::consumeError(flags.takeError());
    if (!name) llvm::consumeError(name.takeError());
  }

  llvm::Error finish() {
    if (!problem_.empty()) return failure(problem_);
    for (const Span &span : spans_) {
      void *start = reinterpret_cast<void *>(span.start);
      if (mprotect(start, span.size, span.protection) != 0)
        return failure("the memory of module '" + module_.name +
                       "' cannot be protected: " + std::strerror(errno));
      if ((span.protection & PROT_EXEC) != 0)
        llvm::sys::Memory::InvalidateInstructionCache(start, span.size);
    }
    if (!module_.hasStackMap()) return llvm::Error::success();
    return state_->modules->add(module_, *region_);
  }

  const std::shared_ptr<RuntimeDyldState> state_;
  llvm::orc::ExecutionSession &session_;
  const RegionPointer region_;
  LinkedModule module_;
  std::string problem_;
  std::vector<Span> spans_;
  std::vector<std::unique_ptr<char[]>> spare_;
  std::vector<uint64_t> sections_;
  std::vector<std::pair<uint8_t *, size_t>> eh_frames_;
};

// A RuntimeDyld layer that removes modules from the heap before it frees them.
class RuntimeDyldLinkingLayer final : public llvm::orc::RTDyldObjectLinkingLayer {
  // RuntimeDyld has no plugins: this is notified of resources as the layer itself is.
  class Resources final : public llvm::orc::ResourceManager {
  public:
    Resources(std::shared_ptr<Modules> modules, llvm::orc::ExecutionSession &session)
        : modules_(std::move(modules)), session_(session) {
      session_.registerResourceManager(*this);
    }
    ~Resources() override { session_.deregisterResourceManager(*this); }

    llvm::Error handleRemoveResources(llvm::orc::JITDylib &, llvm::orc::ResourceKey key) override {
      return modules_->removeResources(key);
    }
    void handleTransferResources(llvm::orc::JITDylib &, llvm::orc::ResourceKey to,
                                 llvm::orc::ResourceKey from) override {
      modules_->transferResources(to, from);
    }

  private:
    const std::shared_ptr<Modules> modules_;
    llvm::orc::ExecutionSession &session_;
  };

public:
  RuntimeDyldLinkingLayer(llvm::orc::ExecutionSession &session,
                          const std::shared_ptr<RuntimeDyldState> &state)
      : RTDyldObjectLinkingLayer(session,
                                 [state, &session](auto &&...) {
                                   return std::make_unique<MemoryManager>(state, session);
                                 }),
        resources_(state->modules, session) {
    setNotifyLoaded([state](auto &responsibility, auto &object, auto &info) {
      MemoryManager::notifyLoaded(*state, responsibility, object, info);
    });
  }

  void emit(std::unique_ptr<llvm::orc::MaterializationResponsibility> responsibility,
            std::unique_ptr<llvm::MemoryBuffer> object) override {
    auto copy = llvm::WritableMemoryBuffer::getNewUninitMemBuffer(object->getBufferSize(),
                                                                  object->getBufferIdentifier());
    if (copy != nullptr)
      std::memcpy(copy->getBufferStart(), object->getBufferStart(), object->getBufferSize());
    llvm::Error error = copy != nullptr
                            ? prepare(*responsibility, *copy)
                            : failure("there is no memory for an object file");
    if (error) {
      getExecutionSession().reportError(std::move(error));
      responsibility->failMaterialization();
      return;
    }
    RTDyldObjectLinkingLayer::emit(std::move(responsibility), std::move(copy));
  }

private:
  static llvm::Error prepare(const llvm::orc::MaterializationResponsibility &responsibility,
                             llvm::WritableMemoryBuffer &buffer) {
    auto object = llvm::object::ObjectFile::createObjectFile(buffer.getMemBufferRef());
    if (!object) return object.takeError();
    const auto *elf = llvm::dyn_cast<llvm::object::ELF64LEObjectFile>(object->get());
    if (elf == nullptr) return failure("the object file is not ELF of 64 bits");
    bool has_stack_map = false;
    for (const llvm::object::SectionRef &section : elf->sections()) {
      auto name = section.getName();
      if (!name) return name.takeError();
      has_stack_map |= *name == ".llvm_stackmaps";
    }
    for (const llvm::object::SymbolRef symbol : elf->symbols()) {
      auto name = symbol.getName();
      if (!name) return name.takeError();
      auto flags = symbol.getFlags();
      if (!flags) return flags.takeError();
      if ((*flags & llvm::object::SymbolRef::SF_Undefined) == 0) continue;
      if (llvm::Error error = checkUndefined(elf->getFileName(), *name, has_stack_map))
        return error;
    }
    if (llvm::Error error = refuseThreadLocal(*elf)) return error;
    return makePersonalitiesLocal(responsibility, *elf);
  }

  // Whether the relocation is the offset of a thread-local variable.
  static bool isThreadLocal(unsigned arch, uint64_t type) {
    using namespace llvm::ELF;
    if (arch == llvm::Triple::x86_64)
      return (type >= R_X86_64_DTPMOD64 && type <= R_X86_64_TPOFF32) ||
             (type >= R_X86_64_GOTPC32_TLSDESC && type <= R_X86_64_TLSDESC);
    return type >= R_AARCH64_TLSGD_ADR_PREL21 && type <= R_AARCH64_TLSLE_LDST128_TPREL_LO12_NC;
  }

  // RuntimeDyld computes wrong offsets for the variables of libraries, and does not say so.
  static llvm::Error refuseThreadLocal(const llvm::object::ELF64LEObjectFile &elf) {
    for (const llvm::object::SectionRef &section : elf.sections()) {
      for (const llvm::object::RelocationRef &relocation : section.relocations()) {
        if (!isThreadLocal(elf.getArch(), relocation.getType())) continue;
        const llvm::object::symbol_iterator symbol = relocation.getSymbol();
        if (symbol == elf.symbol_end()) continue;
        auto flags = symbol->getFlags();
        if (!flags) return flags.takeError();
        auto name = symbol->getName();
        if (!name) return name.takeError();
        if ((*flags & llvm::object::SymbolRef::SF_Undefined) != 0)
          return failure("module '" + elf.getFileName() + "' refers to " + *name +
                         ", a thread-local variable of a library, whose offset RuntimeDyld does "
                         "not know: use the prelude statepoint_gc_context.ll, and functions that "
                         "return the address");
      }
    }
    return llvm::Error::success();
  }

  // As Plugin::makePersonalitiesLocal(), in the symbol table of an object file.
  static llvm::Error
  makePersonalitiesLocal(const llvm::orc::MaterializationResponsibility &responsibility,
                         const llvm::object::ELF64LEObjectFile &elf) {
    for (const llvm::object::ELFSymbolRef symbol : elf.symbols()) {
      auto name = symbol.getName();
      if (!name) return name.takeError();
      if (!isMergedPersonality(responsibility, *name)) continue;
      auto entry = elf.getSymbol(symbol.getRawDataRefImpl());
      if (!entry) return entry.takeError();
      if ((*entry)->st_shndx == llvm::ELF::SHN_UNDEF) continue;
      // The buffer is writable; only the view of it is not.
      const_cast<llvm::object::ELF64LE::Sym *>(*entry)->setBinding(llvm::ELF::STB_LOCAL);
    }
    return llvm::Error::success();
  }

  // Registered after the layer, and so notified before it.
  Resources resources_;
};

} // namespace detail

// For LLJITBuilder::setObjectLinkingLayerCreator(): links by RuntimeDyld. All modules are in one
// range of addresses.
struct RuntimeDyldLayer {
  std::shared_ptr<Modules> modules;
  // Length of the range in bytes, at most 2^31 - 1.
  size_t area_size = size_t{1} << 30;

  template <class... Rest>
  llvm::Expected<std::unique_ptr<llvm::orc::ObjectLayer>>
  operator()(llvm::orc::ExecutionSession &session, Rest &&...) const {
    if (area_size > size_t{INT32_MAX})
      return detail::failure("spgc::RuntimeDyldLayer::area_size is " + llvm::Twine(area_size) +
                             ", but relocations reach 2147483647 bytes");
    auto state = std::make_shared<detail::RuntimeDyldState>(modules, area_size);
    return std::make_unique<detail::RuntimeDyldLinkingLayer>(session, state);
  }
};

// Defines what managed code calls (spgc_allocate_slow and so on), so that the program need not
// export these symbols.
inline llvm::Error defineLibrary(llvm::orc::JITDylib &library) {
  llvm::orc::ExecutionSession &session = library.getExecutionSession();
  llvm::orc::SymbolMap symbols;
  const auto define = [&](const char *name, auto *function) {
    const auto flags = llvm::JITSymbolFlags::Exported | llvm::JITSymbolFlags::Callable;
    const auto address = reinterpret_cast<uintptr_t>(function);
#if LLVM_VERSION_MAJOR >= 17
    symbols[session.intern(name)] = {llvm::orc::ExecutorAddr(address), flags};
#else
    symbols[session.intern(name)] = llvm::JITEvaluatedSymbol(address, flags);
#endif
  };
  define("spgc_thread_context", spgc_thread_context);
  define("spgc_poll_slow", spgc_poll_slow);
  define("spgc_allocate_slow", spgc_allocate_slow);
  define("spgc_allocate_array_slow", spgc_allocate_array_slow);
  define("spgc_allocate_tailed_slow", spgc_allocate_tailed_slow);
  define("spgc_array_copy_piece", spgc_array_copy_piece);
  define("spgc_array_fill_piece", spgc_array_fill_piece);
  define("spgc_barrier_slow", spgc_barrier_slow);
  define("spgc_call_native", spgc_call_native);
  define("spgc_clone", spgc_clone);
  define("spgc_enter_native_slow", spgc_enter_native_slow);
  define("spgc_leave_native_slow", spgc_leave_native_slow);
  define("spgc_fiber_done", spgc_fiber_done);
  define("spgc_finalize", spgc_finalize);
  define("spgc_identity_hash", spgc_identity_hash);
  define("spgc_resume", spgc_resume);
  define("spgc_suspend", spgc_suspend);
  define("spgc_take_interrupt", spgc_take_interrupt);
  return library.define(llvm::orc::absoluteSymbols(std::move(symbols)));
}

// Makes the functions of the prelude internal, which ORC would otherwise merge with those of other
// modules: functions with hidden visibility that several modules may define. To be called after
// place-safepoints, which searches gc.safepoint_poll by its name, and before
// rewrite-statepoints-for-gc.
inline void internalise(llvm::Module &module) {
  for (llvm::Function &function : module) {
    if (function.isDeclaration() || !function.hasHiddenVisibility()) continue;
    if (!function.hasLinkOnceLinkage() && !function.hasWeakLinkage()) continue;
    function.setVisibility(llvm::GlobalValue::DefaultVisibility);
    function.setLinkage(llvm::GlobalValue::InternalLinkage);
    function.setComdat(nullptr);
  }
}

} // namespace spgc

#endif // STATEPOINT_GC_ORC_HPP
