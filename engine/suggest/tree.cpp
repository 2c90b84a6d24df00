// Evaluates requests made of candidates.
#include "engine/suggest/tree.h"

namespace seedc::suggest {

Tree Tree::join(Op op, std::vector<Tree> args) {
  if (args.size() == 1) return std::move(args.front());
  return {.op = op, .args = std::move(args)};
}

Tree Tree::all_of(std::span<const std::size_t> candidates) {
  std::vector<Tree> args;
  for (const std::size_t candidate : candidates) args.push_back(one(candidate));
  return join(Op::And, std::move(args));
}

Bits passing(const Tree& tree, std::span<const Candidate> candidates) {
  if (tree.op == Tree::Op::One) {
    const BitsView passes = candidates[tree.candidate].passes;
    return {passes.begin(), passes.end()};
  }
  Bits result = passing(tree.args.front(), candidates);
  for (std::size_t i = 1; i < tree.args.size(); ++i) {
    const Bits next = passing(tree.args[i], candidates);
    result = tree.op == Tree::Op::And ? both(result, next) : either(result, next);
  }
  return result;
}

std::size_t size_of(const Tree& tree) {
  if (tree.op == Tree::Op::One) return 1;
  std::size_t size = 0;
  for (const Tree& arg : tree.args) size += size_of(arg);
  return size;
}

std::uint32_t cost_of(const Tree& tree, std::span<const Candidate> candidates) {
  if (tree.op == Tree::Op::One) return candidates[tree.candidate].cost;
  std::uint32_t cost = 0;
  for (const Tree& arg : tree.args) cost += cost_of(arg, candidates);
  return cost;
}

}  // namespace seedc::suggest
