// The IR builder shared by all kernels: emits functions, branches, loops, and strips of planes.
//
// A *strip* is as many words of a plane as fit in one vector register of the target: 2, 4 or 8.
#pragma once

#include <llvm/ADT/STLFunctionalExtras.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Module.h>

#include "compiler/native/codegen/prototype.h"
#include "runtime/contract/kernel.h"

namespace seedc::codegen {

class Emitter : public llvm::IRBuilder<> {
 public:
  Emitter(llvm::Module& module, unsigned strip_words)
      : IRBuilder(module.getContext()),
        module_(module),
        strip_type_(llvm::FixedVectorType::get(getInt64Ty(), strip_words)) {}

  llvm::FixedVectorType* strip_type() { return strip_type_; }

  /// Begins a function and moves the insertion point to its start.
  template <class Signature>
  llvm::Function* begin_function(const llvm::Twine& name, bool is_exported) {
    return create_function(Prototype<Signature>::get(getContext()), name, is_exported);
  }

  /// Declares a function of the runtime, which is linked when the code is loaded.
  template <class Signature>
  llvm::FunctionCallee declare_function(llvm::StringRef name) {
    return declare_function(Prototype<Signature>::get(getContext()), name);
  }

  /// Loads `array[index]` from an array of pointers.
  llvm::Value* load_pointer(llvm::Value* array, llvm::Value* index);

  llvm::Value* load_strip(llvm::Value* strip);
  void store_strip(llvm::Value* value, llvm::Value* strip);
  /// A strip with no items set, or with all of them.
  llvm::Value* load_constant_strip(bool ones);
  /// Allocates `count` strips in the frame of the function.
  llvm::Value* create_strips(std::uint32_t count);

  /// for (i = begin; i < end; i += step) body(i)
  void emit_loop(llvm::Value* begin, llvm::Value* end, std::uint64_t step,
                 llvm::function_ref<void(llvm::Value*)> body);

  using Body = llvm::function_ref<void()>;
  /// if (condition) then(); else otherwise()
  void emit_if(llvm::Value* condition, Body then, Body otherwise = [] {});

 private:
  llvm::FunctionCallee declare_function(llvm::FunctionType* type, llvm::StringRef name);
  llvm::Function* create_function(llvm::FunctionType* type, const llvm::Twine& name,
                                  bool is_exported);
  llvm::Align strip_align() {
    return llvm::Align(strip_type_->getNumElements() * sizeof(std::uint64_t));
  }

  llvm::Module& module_;
  llvm::FixedVectorType* strip_type_;
};

}  // namespace seedc::codegen
