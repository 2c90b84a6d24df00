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

constexpr std::size_t kFirstPlaces = 64;

bool has_operands(Op op) { return op == Op::And || op == Op::Or || op == Op::AndNot; }

bool is_same(const contract::PlaneProgram::Inst& left, const contract::PlaneProgram::Inst& right) {
  return left.op == right.op && left.a == right.a && left.b == right.b;
}

/// Seeded, since programs choose what they compute.
std::size_t hash_of(const contract::PlaneProgram::Inst& inst) {
  const std::array parts = {static_cast<std::uint32_t>(inst.op), inst.a, inst.b};
  const auto bytes = std::as_bytes(std::span(parts));
  return base::TextHash()({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
}

}  // namespace

PlaneBuilder::PlaneBuilder(std::uint32_t input_count)
    : input_count_(input_count), places_(kFirstPlaces, 0) {
  code_.push_back({Op::Zero});
  code_.push_back({Op::Ones});
}

PlaneBuilder::Plane PlaneBuilder::add(Op op, std::uint32_t a, std::uint32_t b) {
  const contract::PlaneProgram::Inst inst = {op, a, b};
  const std::size_t place = place_of(inst);
  if (places_[place] != 0) return places_[place];
  const auto next = static_cast<Plane>(code_.size());
  places_[place] = next;
  code_.push_back(inst);
  if (2 * code_.size() > places_.size()) double_places();
  return next;
}

std::size_t PlaneBuilder::place_of(const contract::PlaneProgram::Inst& inst) const {
  const std::size_t last = places_.size() - 1;
  std::size_t place = hash_of(inst) & last;
  while (places_[place] != 0 && !is_same(code_[places_[place]], inst)) place = (place + 1) & last;
  return place;
}

void PlaneBuilder::double_places() {
  places_.assign(2 * places_.size(), 0);
  for (std::size_t i = kOnes + 1; i < code_.size(); ++i)
    places_[place_of(code_[i])] = static_cast<Plane>(i);
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
