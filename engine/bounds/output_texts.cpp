// Follows an output back to the constants and tables that it is taken from.
#include "engine/bounds/output_texts.h"

#include <algorithm>
#include <set>

namespace seedc::bounds {
namespace {

using language::Operation;

class Texts {
 public:
  explicit Texts(const contract::ScoreProgram& program) : program_(program) {}

  std::optional<std::vector<std::string>> of(std::uint32_t output) {
    open_ = {output};
    while (!open_.empty() && are_all_) {
      const std::uint32_t number = open_.back();
      open_.pop_back();
      if (seen_.insert(number).second) follow(program_.code[number]);
    }
    return are_all_ && !texts_.empty() ? std::optional(std::move(texts_)) : std::nullopt;
  }

 private:
  /// The value is that of one of these, or null.
  void follow_each(std::initializer_list<std::uint32_t> operands) {
    open_.insert(open_.end(), std::rbegin(operands), std::rend(operands));
  }

  void follow(const contract::ScoreInst& inst) {
    if (inst.op == Operation::Constant) return add(program_.constants[inst.a]);
    if (inst.op == Operation::Lookup) return add(program_.tables[inst.b]);
    if (inst.op == Operation::Select) return follow_each({inst.b, inst.c});
    if (inst.op == Operation::LabelOf) return follow_each({inst.b});
    const bool has_fallback = inst.op == Operation::Default || inst.op == Operation::IfNoRows ||
                              inst.op == Operation::IfNoGroup;
    if (has_fallback) return follow_each({inst.a, inst.b});
    const bool is_same = inst.op == Operation::Step || inst.op == Operation::Inner ||
                         inst.op == Operation::ExpectString;
    if (is_same) return follow_each({inst.a});
    are_all_ = false;
  }

  void add(const contract::LookupTable& table) {
    for (const auto& [key, value] : table.entries) add(value);
    add(table.otherwise);
  }

  void add(const language::Value& value) {
    const auto* text = value.as<std::string>();
    if (text == nullptr) {
      are_all_ = are_all_ && value.is_null();
    } else if (std::ranges::find(texts_, *text) == texts_.end()) {
      texts_.push_back(*text);
    }
  }

  const contract::ScoreProgram& program_;
  std::vector<std::uint32_t> open_;
  std::set<std::uint32_t> seen_;
  std::vector<std::string> texts_;
  bool are_all_ = true;
};

}  // namespace

std::optional<std::vector<std::string>> output_texts(const contract::ScoreProgram& program,
                                                     std::size_t output) {
  return Texts(program).of(program.outputs[output]);
}

}  // namespace seedc::bounds
