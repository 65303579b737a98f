// Generates IR: calls go through Function::code, since functions are defined again and removed.
#include "code.h"

#include <llvm/IR/IRBuilder.h>

#include <stdexcept>

namespace {

class Generator {
public:
  Generator(llvm::Module &module, const Function &function, const std::string &name)
      : module_(module), builder_(module.getContext()), function_(function),
        list_(llvm::PointerType::get(module.getContext(), 1)), number_(builder_.getInt64Ty()) {
    const auto linkage = llvm::GlobalValue::ExternalLinkage;
    code_ = llvm::Function::Create(type(function), linkage, name, module);
    code_->setGC("statepoint-example");
    code_->setUWTableKind(llvm::UWTableKind::Sync);
    builder_.SetInsertPoint(llvm::BasicBlock::Create(module.getContext(), "entry", code_));
    size_t index = 0;
    for (llvm::Argument &argument : code_->args())
      variables_.emplace_back(function.signature.parameters[index++].name, &argument);
  }

  void body() { builder_.CreateRet(value(*function_.body)); }

  // Calls the current code of the function with the arguments of this one. The code may be removed
  // when no frame is in it and no pointer points to it, so nothing may stand between loading its
  // address and calling it: no safepoint, where another thread could see that it is not in use.
  void forward() {
    std::vector<llvm::Value *> arguments;
    for (llvm::Argument &argument : code_->args()) arguments.push_back(&argument);
    builder_.CreateRet(call(function_, arguments));
  }

  void native(CompileCallback compile) {
    llvm::Type *pointer = llvm::PointerType::get(module_.getContext(), 0);
    auto *type = llvm::FunctionType::get(
        number_, {number_, number_, number_, number_, number_, pointer}, false);
    llvm::Value *none = builder_.getInt64(0);
    builder_.CreateCall(module_.getOrInsertFunction("spgc_call_native", type),
                        {address(&function_), none, none, none, none,
                         builder_.CreateIntToPtr(address(reinterpret_cast<void *>(compile)),
                                                 pointer)});
  }

private:
  llvm::Type *type(Type type) { return type == Type::list ? list_ : number_; }

  llvm::FunctionType *type(const Function &function) {
    std::vector<llvm::Type *> parameters;
    for (const Parameter &parameter : function.signature.parameters)
      parameters.push_back(type(parameter.type));
    return llvm::FunctionType::get(type(function.signature.result), parameters, false);
  }

  llvm::ConstantInt *address(const void *pointer) {
    return builder_.getInt64(reinterpret_cast<uintptr_t>(pointer));
  }

  llvm::Value *call(const Function &function, const std::vector<llvm::Value *> &arguments) {
    llvm::Type *pointer = llvm::PointerType::get(module_.getContext(), 0);
    auto *code = builder_.CreateAlignedLoad(
        pointer, builder_.CreateIntToPtr(address(&function.code), pointer), llvm::Align(8), true);
    code->setAtomic(llvm::AtomicOrdering::Acquire);
    return builder_.CreateCall(type(function), code, arguments);
  }

  // Returns the address of a word of a list's cell.
  llvm::Value *field(llvm::Value *cell, uint64_t offset) {
    return builder_.CreateConstInBoundsGEP1_64(builder_.getInt8Ty(), cell, offset);
  }

  // Generates two branches, and a value that depends on which one was taken.
  template <class First, class Second>
  llvm::Value *choose(llvm::Value *test, llvm::Type *type, First first, Second second) {
    llvm::LLVMContext &context = module_.getContext();
    auto *yes = llvm::BasicBlock::Create(context, "yes", code_);
    auto *no = llvm::BasicBlock::Create(context, "no", code_);
    auto *end = llvm::BasicBlock::Create(context, "end", code_);
    builder_.CreateCondBr(test, yes, no);
    builder_.SetInsertPoint(yes);
    llvm::Value *if_true = first();
    yes = builder_.GetInsertBlock();
    builder_.CreateBr(end);
    builder_.SetInsertPoint(no);
    llvm::Value *if_false = second();
    no = builder_.GetInsertBlock();
    builder_.CreateBr(end);
    builder_.SetInsertPoint(end);
    llvm::PHINode *value = builder_.CreatePHI(type, 2);
    value->addIncoming(if_true, yes);
    value->addIncoming(if_false, no);
    return value;
  }

  llvm::Value *builtIn(const std::string &name, const std::vector<llvm::Value *> &arguments) {
    if (name == "cons") {
      auto *type = llvm::FunctionType::get(list_, {number_, number_}, false);
      llvm::Value *cell = builder_.CreateCall(
          module_.getOrInsertFunction("spgc_allocate", type),
          {builder_.getInt64(24), builder_.getInt64(uint64_t{CELL} << 8)});
      // No barrier: nothing was allocated since.
      builder_.CreateStore(arguments[1], field(cell, 8));
      builder_.CreateStore(arguments[0], field(cell, 16));
      return cell;
    }
    llvm::Value *list = arguments[0];
    llvm::Value *is_empty = builder_.CreateIsNull(list);
    if (name == "empty") return builder_.CreateZExt(is_empty, number_);
    llvm::Type *type = name == "tail" ? list_ : number_;
    return choose(
        is_empty, type, [&]() -> llvm::Value * { return llvm::Constant::getNullValue(type); },
        [&] { return builder_.CreateLoad(type, field(list, name == "tail" ? 8 : 16)); });
  }

  llvm::Value *binary(char sign, llvm::Value *left, llvm::Value *right) {
    switch (sign) {
    case '+': return builder_.CreateAdd(left, right);
    case '-': return builder_.CreateSub(left, right);
    case '*': return builder_.CreateMul(left, right);
    case '<': return builder_.CreateZExt(builder_.CreateICmpSLT(left, right), number_);
    default: return builder_.CreateZExt(builder_.CreateICmpEQ(left, right), number_);
    }
  }

  llvm::Value *variable(const std::string &name) {
    for (size_t i = variables_.size(); i-- > 0;)
      if (variables_[i].first == name) return variables_[i].second;
    throw std::runtime_error("there is no variable " + name);
  }

  llvm::Value *value(const Expression &expression) {
    const auto &parts = expression.parts;
    switch (expression.kind) {
    case Expression::number: return builder_.getInt64(expression.value);
    case Expression::nil: return llvm::Constant::getNullValue(list_);
    case Expression::variable: return variable(expression.name);
    case Expression::binary: {
      llvm::Value *left = value(*parts[0]);
      return binary(static_cast<char>(expression.value), left, value(*parts[1]));
    }
    case Expression::conditional:
      return choose(
          builder_.CreateIsNotNull(value(*parts[0])), type(expression.type),
          [&] { return value(*parts[1]); }, [&] { return value(*parts[2]); });
    case Expression::let: {
      variables_.emplace_back(expression.name, value(*parts[0]));
      llvm::Value *result = value(*parts[1]);
      variables_.pop_back();
      return result;
    }
    case Expression::call: break;
    }
    std::vector<llvm::Value *> arguments;
    for (const auto &part : parts) arguments.push_back(value(*part));
    if (expression.function == nullptr) return builtIn(expression.name, arguments);
    return call(*expression.function, arguments);
  }

  llvm::Module &module_;
  llvm::IRBuilder<> builder_;
  const Function &function_;
  llvm::Type *const list_, *const number_;
  llvm::Function *code_;
  std::vector<std::pair<std::string, llvm::Value *>> variables_;
};

} // namespace

void generateBody(llvm::Module &module, const Function &function, const std::string &name) {
  Generator(module, function, name).body();
}

void generateStub(llvm::Module &module, const Function &function, const std::string &name,
                  CompileCallback compile) {
  Generator generator(module, function, name);
  generator.native(compile);
  // The function may have been defined again since it was compiled: the address is loaded here.
  generator.forward();
}

void generateEntry(llvm::Module &module, const Function &function, const std::string &name) {
  Generator(module, function, name).forward();
}
