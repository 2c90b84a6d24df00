// Emits functions, branches and loops of the kernels.
#include "compiler/native/codegen/emitter.h"

namespace seedc::codegen {

llvm::FunctionCallee Emitter::declare_function(llvm::FunctionType* type, llvm::StringRef name) {
  llvm::FunctionCallee function = module_.getOrInsertFunction(name, type);
  llvm::cast<llvm::Function>(function.getCallee())->setDoesNotThrow();
  return function;
}

llvm::Function* Emitter::create_function(llvm::FunctionType* type, const llvm::Twine& name,
                                         bool is_exported) {
  const auto linkage =
      is_exported ? llvm::Function::ExternalLinkage : llvm::Function::InternalLinkage;
  llvm::Function* function = llvm::Function::Create(type, linkage, name, module_);
  function->setDoesNotThrow();  // no unwind tables
  SetInsertPoint(llvm::BasicBlock::Create(getContext(), "", function));
  return function;
}

llvm::Value* Emitter::load_pointer(llvm::Value* array, llvm::Value* index) {
  return CreateLoad(getPtrTy(), CreateGEP(getPtrTy(), array, index));
}

llvm::Value* Emitter::load_strip(llvm::Value* strip) {
  return CreateAlignedLoad(strip_type_, strip, strip_align());
}

void Emitter::store_strip(llvm::Value* value, llvm::Value* strip) {
  CreateAlignedStore(value, strip, strip_align());
}

llvm::Value* Emitter::load_constant_strip(bool ones) {
  // Loaded from memory: fast instruction selection rejects vector constants.
  llvm::Constant* value = ones ? llvm::Constant::getAllOnesValue(strip_type_)
                               : llvm::Constant::getNullValue(strip_type_);
  llvm::StringRef name = ones ? "ones" : "zeros";
  llvm::GlobalVariable* memory = module_.getNamedGlobal(name);
  if (!memory) {
    memory = new llvm::GlobalVariable(module_, strip_type_, true,
                                      llvm::GlobalValue::InternalLinkage, value, name);
    memory->setAlignment(strip_align());
  }
  return load_strip(memory);
}

llvm::Value* Emitter::create_strips(std::uint32_t count) {
  llvm::AllocaInst* strips = CreateAlloca(strip_type_, getInt32(count));
  strips->setAlignment(strip_align());
  return strips;
}

void Emitter::emit_loop(llvm::Value* begin, llvm::Value* end, std::uint64_t step,
                        llvm::function_ref<void(llvm::Value*)> body) {
  llvm::BasicBlock* before = GetInsertBlock();
  llvm::Function* function = before->getParent();
  auto* head = llvm::BasicBlock::Create(getContext(), "head", function);
  auto* inside = llvm::BasicBlock::Create(getContext(), "body", function);
  auto* after = llvm::BasicBlock::Create(getContext(), "after", function);
  CreateBr(head);

  SetInsertPoint(head);
  llvm::PHINode* index = CreatePHI(begin->getType(), 2);
  index->addIncoming(begin, before);
  CreateCondBr(CreateICmpULT(index, end), inside, after);

  SetInsertPoint(inside);
  body(index);
  llvm::Value* next = CreateAdd(index, llvm::ConstantInt::get(index->getType(), step));
  index->addIncoming(next, GetInsertBlock());
  CreateBr(head);

  SetInsertPoint(after);
}

void Emitter::emit_if(llvm::Value* condition, Body then, Body otherwise) {
  llvm::Function* function = GetInsertBlock()->getParent();
  auto* if_true = llvm::BasicBlock::Create(getContext(), "then", function);
  auto* if_false = llvm::BasicBlock::Create(getContext(), "else", function);
  auto* after = llvm::BasicBlock::Create(getContext(), "after", function);
  CreateCondBr(condition, if_true, if_false);
  SetInsertPoint(if_true);
  then();
  CreateBr(after);
  SetInsertPoint(if_false);
  otherwise();
  CreateBr(after);
  SetInsertPoint(after);
}

}  // namespace seedc::codegen
