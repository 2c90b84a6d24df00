// Builds plane programs with sharing and constant folding.
#include "compiler/plan/plane_builder.h"

#include <array>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "compiler/ir/walk.h"
#include "runtime/base/text_hash.h"

namespace seedc::plan {

using Op = contract::PlaneProgram::Op;

namespace {

bool has_operands(Op op) { return op == Op::And || op == Op::Or || op == Op::AndNot; }

}  // namespace

std::size_t PlaneBuilder::KeyHash::operator()(const Key& key) const {
  const auto bytes = std::as_bytes(std::span(key));
  return base::TextHash()({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
}

PlaneBuilder::PlaneBuilder(std::uint32_t input_count) : input_count_(input_count) {
  code_.push_back({Op::Zero});
  code_.push_back({Op::Ones});
}

PlaneBuilder::Plane PlaneBuilder::add(Op op, std::uint32_t a, std::uint32_t b) {
  const auto next = static_cast<Plane>(code_.size());
  const Key key = {static_cast<std::uint32_t>(op), a, b};
  const auto [entry, is_new] = known_.try_emplace(key, next);
  if (is_new) code_.push_back({op, a, b});
  return entry->second;
}

PlaneBuilder::Plane PlaneBuilder::input(std::uint32_t number) { return add(Op::Input, number, 0); }

PlaneBuilder::Plane PlaneBuilder::both(Plane a, Plane b) {
  if (a == b || b == kOnes) return a;
  if (a == kOnes) return b;
  if (a == kZero || b == kZero) return kZero;
  if (a > b) std::swap(a, b);
  return add(Op::And, a, b);
}

PlaneBuilder::Plane PlaneBuilder::either(Plane a, Plane b) {
  if (a == b || b == kZero) return a;
  if (a == kZero) return b;
  if (a == kOnes || b == kOnes) return kOnes;
  if (a > b) std::swap(a, b);
  return add(Op::Or, a, b);
}

PlaneBuilder::Plane PlaneBuilder::without(Plane a, Plane b) {
  if (b == kZero) return a;
  if (a == kZero || a == b || b == kOnes) return kZero;
  return add(Op::AndNot, a, b);
}

contract::PlaneProgram PlaneBuilder::finish(const std::vector<Plane>& outputs) const {
  const std::vector<bool> live = ir::live_in_order(code_.size(), outputs, [&](std::size_t i) {
    const contract::PlaneProgram::Inst& inst = code_[i];
    const auto itself = static_cast<Plane>(i);
    return has_operands(inst.op) ? std::array{inst.a, inst.b} : std::array{itself, itself};
  });
  contract::PlaneProgram program;
  program.input_count = input_count_;
  std::vector<std::uint32_t> moved(code_.size(), 0);
  for (std::size_t i = 0; i < code_.size(); ++i) {
    if (!live[i]) continue;
    contract::PlaneProgram::Inst inst = code_[i];
    if (inst.op != Op::Input) inst = {inst.op, moved[inst.a], moved[inst.b]};
    moved[i] = static_cast<std::uint32_t>(program.code.size());
    program.code.push_back(inst);
  }
  for (const Plane output : outputs) program.outputs.push_back(moved[output]);
  return program;
}

}  // namespace seedc::plan
