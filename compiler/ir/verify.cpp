// Checks that a module is well formed.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "compiler/ir/text.h"

namespace seedc::ir {
namespace {

bool is_string_list(const Value& value) {
  const List* list = value.as<List>();
  return list != nullptr && std::all_of(list->begin(), list->end(), [](const Value& v) {
           return v.as<std::string>() != nullptr;
         });
}

bool is_integer_within(const Value& value, std::int64_t low, std::int64_t high) {
  const auto* integer = value.as<std::int64_t>();
  return integer != nullptr && low <= *integer && *integer <= high;
}

bool is_one_of(const Value& value, std::span<const std::string_view> words) {
  const auto* text = value.as<std::string>();
  return text != nullptr && std::find(words.begin(), words.end(), *text) != words.end();
}

bool has_type(const Value& value, AttrType type) {
  switch (type) {
    case AttrType::Tri:
      return is_integer_within(value, -1, 1);
    case AttrType::Hops:
      return is_integer_within(value, 1, 2);
    case AttrType::Integer:
      return value.as<std::int64_t>() != nullptr;
    case AttrType::Number:
      return number_of(value).has_value() && std::isfinite(*number_of(value));
    case AttrType::Text:
      return value.as<std::string>() != nullptr;
    case AttrType::Literal:
      return true;
    case AttrType::Path:
    case AttrType::Names:
      return is_string_list(value);
    case AttrType::Comparison:
    case AttrType::ReviewTest:
    case AttrType::Aggregate:
    case AttrType::Metric:
    case AttrType::Polarity:
      return is_one_of(value, words_of(type));
  }
  return false;
}

std::string_view type_text(AttrType type) {
  switch (type) {
    case AttrType::Tri:
      return "-1, 0 or 1";
    case AttrType::Hops:
      return "1 or 2";
    case AttrType::Integer:
      return "an integer";
    case AttrType::Number:
      return "a number";
    case AttrType::Text:
      return "a string";
    case AttrType::Literal:
      return "a value";
    case AttrType::Path:
    case AttrType::Names:
      return "a list of strings";
    case AttrType::Comparison:
    case AttrType::ReviewTest:
    case AttrType::Aggregate:
    case AttrType::Metric:
    case AttrType::Polarity:
      return "one of its words";
  }
  return "";
}

bool operand_count_fits(Operands operands, std::size_t count) {
  switch (operands) {
    case Operands::None:
      return count == 0;
    case Operands::One:
      return count == 1;
    case Operands::Many:
      return count >= 2;
  }
  return false;
}

class Verifier {
 public:
  explicit Verifier(const Module& module) : module_(module) {}

  std::vector<std::string> run() {
    for (ValueId id = 0; id < module_.insts.size(); ++id) check_inst(id, module_.insts[id]);
    for (const Condition& condition : module_.conditions)
      check_root("condition", condition.name, condition.root);
    for (const Request& request : module_.requests) check_root("request", request.id, request.root);
    return std::move(errors_);
  }

 private:
  void check_inst(ValueId id, const Inst& inst) {
    const OpInfo& row = info(inst.op);
    if (!operand_count_fits(row.operands, inst.operands.size())) {
      errors_.push_back(
          fmt::format("%{}: `{}` has {} operands", id, row.mnemonic, inst.operands.size()));
    }
    for (const ValueId operand : inst.operands) {
      if (operand >= id)
        errors_.push_back(fmt::format("%{}: operand %{} is not defined before it", id, operand));
    }
    if (inst.attributes.size() != row.attributes.size()) {
      errors_.push_back(
          fmt::format("%{}: `{}` has {} attributes", id, row.mnemonic, inst.attributes.size()));
      return;
    }
    for (std::size_t i = 0; i < row.attributes.size(); ++i)
      check_attribute(id, row.attributes[i], inst.attributes[i]);
    if (inst.op == Op::ReviewMeta) check_review_meta(id, inst);
    if (inst.op == Op::TextCredible) check_credible(id, inst);
    if (inst.op == Op::Sentiment) check_pair(id, inst, "friends", "hops");
  }

  void check_attribute(ValueId id, const AttrInfo& attribute, const Value& value) {
    if (value.is_null()) {
      if (attribute.presence == Presence::Required) {
        errors_.push_back(fmt::format("%{}: `{}` is missing", id, attribute.name));
      }
    } else if (!has_type(value, attribute.type)) {
      errors_.push_back(fmt::format("%{}: `{}` must be {}, not {}", id, attribute.name,
                                    type_text(attribute.type), to_json(value)));
    }
  }

  void check_review_meta(ValueId id, const Inst& inst) {
    if (inst.attribute("test") != Value("not_empty") && inst.attribute("value").is_null()) {
      errors_.push_back(fmt::format("%{}: `value` is missing", id));
    }
    if (inst.attribute("agg") == Value("count") && inst.attribute("count").is_null()) {
      errors_.push_back(fmt::format("%{}: `count` is missing", id));
    }
  }

  void check_credible(ValueId id, const Inst& inst) {
    const auto percentile = number_of(inst.attribute("percentile"));
    if (percentile && !(0 <= *percentile && *percentile <= 100)) {
      errors_.push_back(fmt::format("%{}: `percentile` must be from 0 to 100", id));
    }
    const auto* least = inst.attribute("min").as<std::int64_t>();
    if (least != nullptr && *least < 1)
      errors_.push_back(fmt::format("%{}: `min` must be from 1", id));
  }

  void check_pair(ValueId id, const Inst& inst, std::string_view a, std::string_view b) {
    if (inst.attribute(a).is_null() != inst.attribute(b).is_null()) {
      errors_.push_back(fmt::format("%{}: `{}` and `{}` go together", id, a, b));
    }
  }

  void check_root(std::string_view what, std::string_view name, ValueId root) {
    if (root >= module_.insts.size()) {
      errors_.push_back(fmt::format("{} `{}`: %{} is not defined", what, name, root));
    }
  }

  const Module& module_;
  std::vector<std::string> errors_;
};

}  // namespace

std::vector<std::string> verify(const Module& module) { return Verifier(module).run(); }

}  // namespace seedc::ir
