// Derives LLVM function types from C++ ones, so that each prototype is written only once.
#pragma once

#include <llvm/IR/DerivedTypes.h>
#include <llvm/IR/Type.h>

#include <type_traits>

namespace seedc::codegen {

template <class T>
llvm::Type* type_of(llvm::LLVMContext& context) {
  if constexpr (std::is_void_v<T>) {
    return llvm::Type::getVoidTy(context);
  } else if constexpr (std::is_pointer_v<T>) {
    return llvm::PointerType::getUnqual(context);
  } else if constexpr (std::is_same_v<T, double>) {
    return llvm::Type::getDoubleTy(context);
  } else {
    static_assert(std::is_integral_v<T>);
    return llvm::Type::getIntNTy(context, sizeof(T) * 8);
  }
}

template <class Signature>
struct Prototype;

template <class Result, class... Args>
struct Prototype<Result (*)(Args...)> {
  static llvm::FunctionType* get(llvm::LLVMContext& context) {
    return llvm::FunctionType::get(type_of<Result>(context), {type_of<Args>(context)...}, false);
  }
};

}  // namespace seedc::codegen
