// Emits the LookupKernel. It evaluates all lookups for one block of items before the next, so that
// codes shared by several lookups stay in the cache.
//
// The loop is the same for every lookup, so the code size does not depend on their number. It
// processes a group of items at a time: load the codes, gather the verdicts, test each bit into a
// mask. Gathers read words, not bytes; the word is the aligned one around the byte, which never
// crosses the byte's cache line.
#include <algorithm>
#include <bit>
#include <cstddef>

#include "compiler/native/codegen/kernel_names.h"
#include "compiler/native/codegen/kernels.h"

namespace seedc::codegen {
namespace {

static_assert(sizeof(contract::Lookup) == 16 && offsetof(contract::Lookup, codes) == 0 &&
              offsetof(contract::Lookup, verdicts) == 8);
static_assert(std::endian::native == std::endian::little,
              "verdict bytes and masks are picked by shifts");

/// The number of 32-bit codes in a register of the target, or 8, so that their mask is whole bytes.
/// Of groups that are larger LLVM splits each operation, which takes it longer than all else here.
unsigned group_size(Emitter& emitter) {
  return std::max(2 * emitter.strip_type()->getNumElements(), 8U);
}

/// The verdict table as the word-aligned memory that contains it.
struct Table {
  llvm::Value* words;
  llvm::Value* offset;  ///< of the first verdict, in bytes, for each item of a group
};

Table align_table(Emitter& emitter, llvm::Value* verdicts) {
  llvm::Value* address = emitter.CreatePtrToInt(verdicts, emitter.getInt64Ty());
  llvm::Value* offset = emitter.CreateAnd(address, 3);
  llvm::Value* words = emitter.CreateGEP(emitter.getInt8Ty(), verdicts, emitter.CreateNeg(offset));
  offset = emitter.CreateTrunc(offset, emitter.getInt32Ty());
  return {words, emitter.CreateVectorSplat(group_size(emitter), offset)};
}

/// The verdicts of a group of items, in the low bits; the bits above are unspecified.
llvm::Value* gather_verdicts(Emitter& emitter, const Table& table, llvm::Value* codes) {
  auto* type = llvm::FixedVectorType::get(emitter.getInt32Ty(), group_size(emitter));
  llvm::Value* offsets =
      emitter.CreateAdd(emitter.CreateAlignedLoad(type, codes, llvm::Align(4)), table.offset);
  llvm::Value* words =
      emitter.CreateGEP(emitter.getInt32Ty(), table.words, emitter.CreateLShr(offsets, 2));
  llvm::Value* gathered = emitter.CreateMaskedGather(type, words, llvm::Align(4));
  llvm::Value* bits = emitter.CreateShl(emitter.CreateAnd(offsets, 3), 3);
  return emitter.CreateLShr(gathered, bits);
}

/// Tests the bit in each verdict; the result is an integer with one bit per item.
llvm::Value* pick(Emitter& emitter, llvm::Value* verdicts, std::uint64_t bit) {
  llvm::Value* zero = llvm::Constant::getNullValue(verdicts->getType());
  llvm::Value* picked = emitter.CreateICmpNE(emitter.CreateAnd(verdicts, bit), zero);
  return emitter.CreateBitCast(picked, emitter.getIntNTy(group_size(emitter)));
}

/// Emits the lookup of one group of items.
void emit_group(Emitter& emitter, const Table& table, llvm::Value* codes, llvm::Value* yes,
                llvm::Value* no, llvm::Value* group) {
  llvm::Type* codes_type = llvm::ArrayType::get(emitter.getInt32Ty(), group_size(emitter));
  llvm::Type* mask_type = emitter.getIntNTy(group_size(emitter));
  llvm::Value* verdicts =
      gather_verdicts(emitter, table, emitter.CreateGEP(codes_type, codes, group));
  emitter.CreateStore(pick(emitter, verdicts, 1), emitter.CreateGEP(mask_type, yes, group));
  emitter.CreateStore(pick(emitter, verdicts, 2), emitter.CreateGEP(mask_type, no, group));
}

/// Emits the lookups of the groups of one block.
void emit_block(Emitter& emitter, llvm::Value* lookup, llvm::Value* yes, llvm::Value* no,
                llvm::Value* first) {
  llvm::Value* codes = emitter.load_pointer(lookup, emitter.getInt64(0));
  const Table table = align_table(emitter, emitter.load_pointer(lookup, emitter.getInt64(1)));
  const unsigned groups_a_word = 64 / group_size(emitter);
  llvm::Value* group = emitter.CreateMul(first, emitter.getInt64(groups_a_word));
  llvm::Value* end =
      emitter.CreateAdd(group, emitter.getInt64(contract::kPlaneBlockWords * groups_a_word));
  emitter.emit_loop(group, end, 1,
                    [&](llvm::Value* at) { emit_group(emitter, table, codes, yes, no, at); });
}

/// Emits all lookups over the block that begins at `word`.
void emit_each_lookup(Emitter& emitter, llvm::Value* lookups, std::uint32_t lookup_count,
                      llvm::Value* planes, llvm::Value* word) {
  auto* lookup_type = llvm::ArrayType::get(emitter.getInt8Ty(), sizeof(contract::Lookup));
  auto body = [&](llvm::Value* index) {
    llvm::Value* yes = emitter.CreateMul(index, emitter.getInt64(2));
    llvm::Value* no = emitter.CreateAdd(yes, emitter.getInt64(1));
    emit_block(emitter, emitter.CreateGEP(lookup_type, lookups, index),
               emitter.load_pointer(planes, yes), emitter.load_pointer(planes, no), word);
  };
  emitter.emit_loop(emitter.getInt64(0), emitter.getInt64(lookup_count), 1, body);
}

}  // namespace

void emit_lookups(Emitter& emitter, std::uint32_t lookup_count) {
  llvm::Function* function = emitter.begin_function<contract::LookupKernel>(kLookupName, true);
  llvm::Value* first = function->getArg(2);
  llvm::Value* end = emitter.CreateAdd(first, function->getArg(3));
  emitter.emit_loop(first, end, contract::kPlaneBlockWords, [&](llvm::Value* word) {
    emit_each_lookup(emitter, function->getArg(0), lookup_count, function->getArg(1), word);
  });
  emitter.CreateRetVoid();
}

}  // namespace seedc::codegen
