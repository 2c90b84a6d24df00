// Decides conditions that are new, and counts trees over all of them, a block of items at a time.
#include "engine/lsp/condition_planes.h"

#include <algorithm>
#include <bit>
#include <span>

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

}  // namespace

/// Runs the conditions that are not there yet, each as a request.
base::Result<void> ConditionPlanes::decide(const ir::Module& module,
                                           const std::shared_ptr<const data::Source>& data,
                                           engine::Host& host) {
  ir::Module missing;
  ir::Builder builder(missing);
  for (const ir::Inst& inst : module.insts) {
    if (inst.op != ir::Op::Condition) continue;
    std::string key = ir::operation_text(inst);
    const auto [found, is_new] = planes_.try_emplace(key);
    found->second.is_used = true;
    if (is_new) missing.requests.push_back({.id = std::move(key), .root = builder.add(inst)});
  }
  if (missing.requests.empty()) return {};
  // Planes without values are not kept, whatever happens from here on.
  struct Cleanup {
    std::unordered_map<std::string, Planes>& planes;
    ~Cleanup() {
      std::erase_if(planes, [](const auto& entry) { return entry.second.yes.empty(); });
    }
  } const cleanup{planes_};
  const contract::Plan plan = plan::make_plan(opt::optimise(missing, host.call()));
  const engine::EvaluateOptions options{.data = data, .host = &host};
  auto dataset = engine::load_for(plan, options);
  if (!dataset) return tl::unexpected(dataset.error());
  const auto prepared =
      engine::Prepared::make(plan, options.backend, dataset->item_count(), dataset->call());
  if (!prepared) return tl::unexpected(prepared.error());
  const auto run = engine::evaluate(**prepared, *dataset, options);
  if (!run) return tl::unexpected(run.error());
  items_ = dataset->item_count();
  const std::uint64_t words = run->planes().words();
  for (std::size_t i = 0; i < missing.requests.size(); ++i) {
    Planes& planes = planes_[missing.requests[i].id];
    const std::uint64_t* const* pointers = run->planes().pointers();
    planes.yes.assign(pointers[2 * i], pointers[2 * i] + words);
    planes.no.assign(pointers[2 * i + 1], pointers[2 * i + 1] + words);
    bytes_ += 2 * words * sizeof(std::uint64_t);
  }
  return {};
}

void ConditionPlanes::forget_unused() {
  if (bytes_ <= kMostBytes) return;
  std::erase_if(planes_, [&](const auto& entry) {
    if (entry.second.is_used) return false;
    bytes_ -= 2 * entry.second.yes.size() * sizeof(std::uint64_t);
    return true;
  });
}

base::Result<std::vector<engine::Tally>> ConditionPlanes::count(
    const ir::Module& module, const std::shared_ptr<const data::Source>& data, engine::Host& host) {
  for (auto& [key, planes] : planes_) planes.is_used = false;
  if (auto decided = decide(module, data, host); !decided) return tl::unexpected(decided.error());
  std::vector<const Planes*> of(module.insts.size(), nullptr);
  for (std::size_t id = 0; id < of.size(); ++id) {
    if (module.insts[id].op == ir::Op::Condition)
      of[id] = &planes_.at(ir::operation_text(module.insts[id]));
  }
  std::vector<engine::Tally> tallies(module.insts.size());
  std::vector<Block> blocks(module.insts.size());
  for (std::uint32_t item = 0; item < items_; item += 64 * kBlockWords) {
    host.call().check();
    for (std::size_t id = 0; id < blocks.size(); ++id) {
      if (of[id] != nullptr) {
        const std::size_t word = item / 64;
        const std::size_t count = std::min(kBlockWords, of[id]->yes.size() - word);
        std::copy_n(of[id]->yes.begin() + static_cast<std::ptrdiff_t>(word), count, blocks[id].yes);
        std::copy_n(of[id]->no.begin() + static_cast<std::ptrdiff_t>(word), count, blocks[id].no);
      } else if (is_condition(module.insts[id])) {
        blocks[id] = logic_block(blocks, module.insts[id]);
      } else {
        continue;
      }
      add(tallies[id], blocks[id], items_ - item);
    }
  }
  for (std::size_t id = 0; id < tallies.size(); ++id) {
    engine::Tally& tally = tallies[id];
    if (is_condition(module.insts[id])) tally.unknown = items_ - tally.yes - tally.no;
  }
  forget_unused();
  return tallies;
}

}  // namespace seedc::lsp
