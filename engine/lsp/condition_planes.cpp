// Decides conditions that are new, and counts expressions that are new, a block of items at a time.
#include "engine/lsp/condition_planes.h"

#include <algorithm>
#include <bit>
#include <span>
#include <string>
#include <unordered_set>

#include "compiler/ir/value_key.h"
#include "compiler/opt/passes.h"
#include "compiler/plan/plan_builder.h"
#include "engine/evaluate.h"

namespace seedc::lsp {
namespace {

constexpr std::size_t kBlockWords = 16;

/// The values of 1,024 items: a bit of `yes` or of `no`, or neither.
struct Block {
  std::uint64_t yes[kBlockWords] = {};
  std::uint64_t no[kBlockWords] = {};
};

Block constant(std::int64_t tri) {
  Block block;
  if (tri != 0) std::ranges::fill(tri > 0 ? block.yes : block.no, ~std::uint64_t{0});
  return block;
}

Block negation(const Block& of) {
  Block block;
  std::ranges::copy(of.no, block.yes);
  std::ranges::copy(of.yes, block.no);
  return block;
}

/// AND of blocks; OR is its dual.
Block conjunction(std::span<const Block> blocks, std::span<const ir::ValueId> operands,
                  bool is_or) {
  Block block = constant(is_or ? -1 : 1);
  for (const ir::ValueId operand : operands) {
    for (std::size_t word = 0; word < kBlockWords; ++word) {
      const Block& of = blocks[operand];
      if (is_or) {
        block.yes[word] |= of.yes[word];
        block.no[word] &= of.no[word];
      } else {
        block.yes[word] &= of.yes[word];
        block.no[word] |= of.no[word];
      }
    }
  }
  return block;
}

/// Of each bit, whether at least `least` of the planes have it: the sums of the bits, binary.
template <class PlaneWord>
std::uint64_t at_least(std::span<const ir::ValueId> operands, std::size_t least,
                       const PlaneWord& word_of) {
  std::vector<std::uint64_t> sums(std::bit_width(operands.size()), 0);
  for (const ir::ValueId operand : operands) {
    std::uint64_t carry = word_of(operand);
    for (std::uint64_t& digit : sums) {
      const std::uint64_t both = digit & carry;
      digit ^= carry;
      carry = both;
    }
  }
  std::uint64_t above = 0, equal = ~std::uint64_t{0};
  for (std::size_t digit = sums.size(); digit-- > 0;) {
    const std::uint64_t wanted = (least >> digit & 1) != 0 ? ~std::uint64_t{0} : 0;
    above |= equal & sums[digit] & ~wanted;
    equal &= ~(sums[digit] ^ wanted);
  }
  return above | equal;
}

/// Yes if `k` operands are; no if so many are no that `k` others are not left.
Block at_least_block(std::span<const Block> blocks, const ir::Inst& inst) {
  Block block;
  const std::size_t k = ir::least_of(inst);
  for (std::size_t word = 0; word < kBlockWords; ++word) {
    block.yes[word] =
        at_least(inst.operands, k, [&](ir::ValueId id) { return blocks[id].yes[word]; });
    block.no[word] = at_least(inst.operands, inst.operands.size() - k + 1,
                              [&](ir::ValueId id) { return blocks[id].no[word]; });
  }
  return block;
}

bool is_logic(const ir::Inst& inst) {
  return inst.op == ir::Op::Not || inst.op == ir::Op::And || inst.op == ir::Op::Or ||
         inst.op == ir::Op::AtLeast;
}

/// Whether its value is a condition, and not part of a formula.
bool is_condition(const ir::Inst& inst) {
  return inst.op == ir::Op::Condition || inst.op == ir::Op::Const || is_logic(inst);
}

Block logic_block(std::span<const Block> blocks, const ir::Inst& inst) {
  if (inst.op == ir::Op::Const) return constant(*inst.attribute("value").as<std::int64_t>());
  if (inst.op == ir::Op::Not) return negation(blocks[inst.operands.front()]);
  if (inst.op == ir::Op::AtLeast) return at_least_block(blocks, inst);
  return conjunction(blocks, inst.operands, inst.op == ir::Op::Or);
}

/// Adds the block's items, of which there are so many.
void add(engine::Tally& tally, const Block& block, std::uint32_t items) {
  for (std::size_t word = 0; word < kBlockWords && 64 * word < items; ++word) {
    const std::uint64_t left = items - 64 * word;
    const std::uint64_t mask = left >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << left) - 1;
    tally.yes += static_cast<std::uint64_t>(std::popcount(block.yes[word] & mask));
    tally.no += static_cast<std::uint64_t>(std::popcount(block.no[word] & mask));
  }
}

Block block_of(std::span<const std::uint64_t> yes, std::span<const std::uint64_t> no,
               std::size_t word) {
  Block block;
  const std::size_t count = std::min(kBlockWords, yes.size() - word);
  std::ranges::copy(yes.subspan(word, count), block.yes);
  std::ranges::copy(no.subspan(word, count), block.no);
  return block;
}

}  // namespace

/// Operands come before what uses them.
ConditionPlanes::OfModule ConditionPlanes::look_up(const ir::Module& module) {
  for (auto& [key, known] : known_) known.is_used = false;
  OfModule of(module.insts.size(), nullptr);
  std::vector<std::uint32_t> operands;
  for (std::size_t id = 0; id < of.size(); ++id) {
    const ir::Inst& inst = module.insts[id];
    if (!is_condition(inst)) continue;
    operands.clear();
    for (const ir::ValueId operand : inst.operands)
      operands.push_back(of[operand] == nullptr ? 0 : of[operand]->number);
    const auto [found, is_new] = known_.try_emplace(ir::value_key(inst, operands));
    of[id] = &found->second;
    of[id]->is_used = true;
    if (is_new) of[id]->number = ++numbers_;
  }
  return of;
}

/// Runs the conditions that are not decided yet, each as a request.
base::Result<void> ConditionPlanes::decide(const ir::Module& module, const OfModule& known,
                                           const std::shared_ptr<const data::Source>& data,
                                           engine::Host& host) {
  ir::Module missing;
  ir::Builder builder(missing);
  std::vector<Known*> decided;
  std::unordered_set<const Known*> seen;
  for (std::size_t id = 0; id < known.size(); ++id) {
    const ir::Inst& inst = module.insts[id];
    const bool is_missing = inst.op == ir::Op::Condition && known[id]->yes.empty();
    if (!is_missing || !seen.insert(known[id]).second) continue;
    decided.push_back(known[id]);
    missing.requests.push_back(
        {.id = std::to_string(known[id]->number), .root = builder.add(inst)});
  }
  if (missing.requests.empty() && items_ > 0) return {};
  const contract::Plan plan = plan::make_plan(opt::optimise(missing, host.call()));
  const engine::EvaluateOptions options{.data = data, .host = &host};
  auto dataset = engine::load_for(plan, options);
  if (!dataset) return tl::unexpected(dataset.error());
  items_ = dataset->item_count();
  if (missing.requests.empty()) return {};
  const auto prepared =
      engine::Prepared::make(plan, options.backend, dataset->item_count(), dataset->call());
  if (!prepared) return tl::unexpected(prepared.error());
  const auto run = engine::evaluate(**prepared, *dataset, options);
  if (!run) return tl::unexpected(run.error());
  const std::uint64_t words = run->planes().words();
  const std::uint64_t* const* pointers = run->planes().pointers();
  for (std::size_t i = 0; i < decided.size(); ++i) {
    decided[i]->yes.assign(pointers[2 * i], pointers[2 * i] + words);
    decided[i]->no.assign(pointers[2 * i + 1], pointers[2 * i + 1] + words);
  }
  return {};
}

void ConditionPlanes::count_new(const ir::Module& module, const OfModule& known,
                                engine::Host& host) {
  // What is counted, and what that is computed from.
  std::vector<bool> is_counted(known.size()), is_needed(known.size());
  for (std::size_t id = known.size(); id-- > 0;) {
    if (known[id] == nullptr) continue;
    is_counted[id] = !known[id]->tally;
    is_needed[id] = is_needed[id] || is_counted[id];
    if (!is_needed[id]) continue;
    for (const ir::ValueId operand : module.insts[id].operands) is_needed[operand] = true;
  }
  std::vector<engine::Tally> tallies(known.size());
  std::vector<Block> blocks(known.size());
  for (std::uint32_t item = 0; item < items_; item += 64 * kBlockWords) {
    host.call().check();
    for (std::size_t id = 0; id < blocks.size(); ++id) {
      if (!is_needed[id] || known[id] == nullptr) continue;
      const ir::Inst& inst = module.insts[id];
      blocks[id] = inst.op == ir::Op::Condition ? block_of(known[id]->yes, known[id]->no, item / 64)
                                                : logic_block(blocks, inst);
      if (is_counted[id]) add(tallies[id], blocks[id], items_ - item);
    }
  }
  for (std::size_t id = 0; id < tallies.size(); ++id) {
    if (!is_counted[id]) continue;
    tallies[id].unknown = items_ - tallies[id].yes - tallies[id].no;
    known[id]->tally = tallies[id];
  }
}

void ConditionPlanes::forget_unused() {
  std::uint64_t bytes = 0;
  for (const auto& [key, known] : known_) bytes += key.size() + known.bytes();
  if (bytes <= kMostBytes) return;
  std::erase_if(known_, [](const auto& entry) { return !entry.second.is_used; });
}

base::Result<std::vector<engine::Tally>> ConditionPlanes::count(
    const ir::Module& module, const std::shared_ptr<const data::Source>& data, engine::Host& host) {
  const OfModule known = look_up(module);
  if (auto decided = decide(module, known, data, host); !decided)
    return tl::unexpected(decided.error());
  count_new(module, known, host);
  std::vector<engine::Tally> tallies(known.size());
  for (std::size_t id = 0; id < known.size(); ++id) {
    if (known[id] != nullptr) tallies[id] = *known[id]->tally;
  }
  forget_unused();
  return tallies;
}

}  // namespace seedc::lsp
