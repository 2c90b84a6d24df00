// Verifies that a module is well formed, so that later stages need no checks of their own.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <span>
#include <unordered_set>

#include "compiler/ir/condition_text.h"
#include "compiler/ir/text.h"
#include "compiler/ir/types.h"
#include "compiler/ir/walk.h"
#include "runtime/contract/formula.h"

namespace seedc::ir {
namespace {

bool is_string_list(const language::Value& value) {
  const language::List* list = value.as<language::List>();
  return list != nullptr && std::all_of(list->begin(), list->end(), [](const language::Value& v) {
           return v.as<std::string>() != nullptr;
         });
}

bool is_integer_within(const language::Value& value, std::int64_t low, std::int64_t high) {
  const auto* integer = value.as<std::int64_t>();
  return integer != nullptr && low <= *integer && *integer <= high;
}

bool is_one_of(const language::Value& value, std::span<const std::string_view> words) {
  const auto* text = value.as<std::string>();
  return text != nullptr && std::find(words.begin(), words.end(), *text) != words.end();
}

/// Numbers must be finite.
bool is_scalar(const language::Value& value) {
  const auto number = language::number_of(value);
  return number ? std::isfinite(*number)
                : value.as<bool>() != nullptr || value.as<std::string>() != nullptr;
}

bool is_fields(const language::Value& value) {
  const language::Dict* fields = value.as<language::Dict>();
  return fields != nullptr && std::all_of(fields->begin(), fields->end(), [](const auto& field) {
           return contract::declared_field(field.first, field.second).has_value();
         });
}

/// Scalars of one kind; integers and reals may be mixed.
bool is_table(const language::Value& value) {
  const language::Dict* entries = value.as<language::Dict>();
  if (entries == nullptr) return false;
  std::optional<language::Kind> kind;
  for (const auto& [key, entry] : *entries) {
    if (!is_scalar(entry)) return false;
    kind = kind ? language::join(*kind, language::kind_of(entry)) : language::kind_of(entry);
    if (!kind) return false;
  }
  return true;
}

bool has_type(const language::Value& value, AttrType type) {
  switch (type) {
    case AttrType::Tri:
      return is_integer_within(value, -1, 1);
    case AttrType::Number:
      return language::number_of(value).has_value() && std::isfinite(*language::number_of(value));
    case AttrType::Count:
      return is_integer_within(value, 1, INT64_MAX);
    case AttrType::Text:
      return value.as<std::string>() != nullptr;
    case AttrType::Literal:
      return true;
    case AttrType::Path:
    case AttrType::Names:
      return is_string_list(value);
    case AttrType::Scalar:
      return is_scalar(value);
    case AttrType::Fields:
      return is_fields(value);
    case AttrType::Table:
      return is_table(value);
    case AttrType::WordMatch:
    case AttrType::ScalarType:
    case AttrType::Cause:
    case AttrType::ValueTest:
    case AttrType::LookupMode:
    case AttrType::Order:
      return is_one_of(value, words_of(type));
  }
  return false;
}

std::string type_text(AttrType type) {
  switch (type) {
    case AttrType::Tri:
      return "-1, 0 or 1";
    case AttrType::Number:
      return "a number";
    case AttrType::Count:
      return "an integer from 1";
    case AttrType::Text:
      return "a string";
    case AttrType::Literal:
      return "a value";
    case AttrType::Path:
    case AttrType::Names:
      return "a list of strings";
    case AttrType::Scalar:
      return "a number, a string or a boolean";
    case AttrType::Fields:
      return "an object of field types";
    case AttrType::Table:
      return "an object of numbers, of strings or of booleans";
    case AttrType::WordMatch:
    case AttrType::ScalarType:
    case AttrType::Cause:
    case AttrType::ValueTest:
    case AttrType::LookupMode:
    case AttrType::Order:
      return fmt::format("one of {}", fmt::join(words_of(type), ", "));
  }
  return "";
}

class Verifier {
 public:
  Verifier(const Module& module, const UnreadFields& unread)
      : module_(module), unread_(unread), inference_(module) {}

  std::vector<std::string> run() {
    for (ValueId id = 0; id < module_.insts.size(); ++id) check_inst(id, module_.insts[id]);
    for (const Condition& condition : module_.conditions)
      check_root("condition", condition.name, condition.root, Sort::Condition);
    for (const Formula& formula : module_.formulas) {
      check_formula(formula);
      for (const Output& output : formula.outputs) outputs_.insert(output.value);
    }
    for (const Request& request : module_.requests) {
      check_root("request", request.id, request.root, Sort::Condition);
      if (request.rank && !outputs_.contains(request.rank->value)) {
        errors_.push_back(fmt::format("request `{}`: %{} is not an output of a formula", request.id,
                                      request.rank->value));
      } else if (request.rank && types_[request.rank->value] &&
                 types_[request.rank->value]->kind == language::Kind::Json) {
        errors_.push_back(fmt::format("request `{}`: %{} is a list, which has no order", request.id,
                                      request.rank->value));
      }
    }
    return std::move(errors_);
  }

 private:
  /// The `rows` instructions that a value is computed from. Two suffice: a second one is already an
  /// error.
  using RowsRead = std::array<std::optional<ValueId>, 2>;

  void check_inst(ValueId id, const Inst& inst) {
    types_.emplace_back();
    const std::size_t errors_before = errors_.size();
    check_parts(id, inst);
    if (errors_.size() == errors_before) check_type(id, inst);
  }

  /// Sets the type of the instruction. After an error it has none, and its uses are not checked.
  void check_type(ValueId id, const Inst& inst) {
    std::vector<Type> operands;
    for (const ValueId operand : inst.operands) {
      if (!types_[operand]) return;
      operands.push_back(*types_[operand]);
    }
    auto inferred = inference_.infer(inst, operands);
    if (const auto* wrong = std::get_if<std::string>(&inferred)) {
      errors_.push_back(fmt::format("%{}: `{}` {}", id, info(inst.op).mnemonic, *wrong));
    } else {
      types_[id] = std::get<Type>(inferred);
    }
  }

  void check_parts(ValueId id, const Inst& inst) {
    const OpInfo& row = info(inst.op);
    const auto [least, most] = operand_counts(inst.op);
    if (inst.operands.size() < least || inst.operands.size() > most) {
      const std::string_view name =
          inst.condition ? language::mnemonic_of(*inst.condition) : row.mnemonic;
      errors_.push_back(fmt::format("%{}: `{}` has {} operands", id, name, inst.operands.size()));
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
    if (inst.op == Op::Condition) check_condition(id, inst);
    if (inst.op == Op::AtLeast) check_least(id, inst);
    if (inst.op == Op::Rows) check_judge(id, inst);
    if (inst.op == Op::Holds || inst.op == Op::TextTest) check_operand(id, inst);
    if (inst.op == Op::Lookup) check_lookup(id, inst);
    if (inst.op == Op::Collect) check_list(id, inst);
  }

  void check_operand(ValueId id, const Inst& inst) {
    const auto* name = inst.attribute("op").as<std::string>();
    const auto op = name ? contract::ValueTest::find(*name) : std::nullopt;
    if (!op) return;
    if (!suits(inst.attribute("operand"), contract::ValueTest::operand_of(*op)))
      errors_.push_back(fmt::format("%{}: `operand` does not suit `op`", id));
    if (inst.op == Op::TextTest && !contract::ValueTest::is_on_texts(*op))
      errors_.push_back(fmt::format("%{}: `text_test` tests texts", id));
  }

  static bool suits(const language::Value& operand, contract::ValueTest::Operand form) {
    const language::List* list = operand.as<language::List>();
    const bool is_string = operand.as<std::string>() != nullptr;
    switch (form) {
      case contract::ValueTest::Operand::Scalar:
        return is_scalar(operand);
      case contract::ValueTest::Operand::List:
        return list != nullptr && std::all_of(list->begin(), list->end(), is_scalar);
      case contract::ValueTest::Operand::Texts:
        return is_string || (is_string_list(operand) && !list->empty());
      case contract::ValueTest::Operand::Pattern:
        return is_string;
    }
    return false;
  }

  void check_lookup(ValueId id, const Inst& inst) {
    language::Dict values = inst.attribute("table").as<language::Dict>()
                                ? *inst.attribute("table").as<language::Dict>()
                                : language::Dict();
    const bool takes_numbers = inst.attribute("match") == language::Value("substring_max");
    if (!inst.attribute("default").is_null()) values.emplace_back("", inst.attribute("default"));
    if (!is_table(values)) {
      errors_.push_back(fmt::format("%{}: table and default are of different kinds", id));
    } else if (takes_numbers && !values.empty() && !language::number_of(values.front().second)) {
      errors_.push_back(fmt::format("%{}: `substring_max` takes numbers", id));
    }
  }

  void check_list(ValueId id, const Inst& inst) {
    const language::List* keys = inst.attribute("keys").as<language::List>();
    if (keys != nullptr && keys->empty())
      errors_.push_back(fmt::format("%{}: `keys` must not be empty", id));
    const language::Value& limit = inst.attribute("limit");
    if (is_integer_within(limit, 1, INT64_MAX) &&
        !is_integer_within(limit, 1, contract::ListSpec::kMostValues)) {
      errors_.push_back(
          fmt::format("%{}: `limit` must be at most {}", id, contract::ListSpec::kMostValues));
    }
  }

  void check_attribute(ValueId id, const AttrInfo& attribute, const language::Value& value) {
    if (value.is_null()) {
      if (attribute.presence == Presence::Required) {
        errors_.push_back(fmt::format("%{}: `{}` is missing", id, attribute.name));
      }
    } else if (!has_type(value, attribute.type)) {
      errors_.push_back(fmt::format("%{}: `{}` must be {}, not {}", id, attribute.name,
                                    type_text(attribute.type), language::to_json(value)));
    }
  }

  void check_condition(ValueId id, const Inst& inst) {
    if (inst.condition == nullptr) {
      errors_.push_back(fmt::format("%{}: there is no condition", id));
      return;
    }
    const auto unread = unread_.find(id);
    for (const std::string& wrong :
         unread != unread_.end() ? unread->second : wrong_fields(*inst.condition))
      errors_.push_back(fmt::format("%{}: {}", id, wrong));
  }

  void check_least(ValueId id, const Inst& inst) {
    const language::Value& k = inst.attribute("k");
    const auto count = static_cast<std::int64_t>(inst.operands.size());
    if (is_integer_within(k, 1, INT64_MAX) && !is_integer_within(k, 1, count))
      errors_.push_back(fmt::format("%{}: `k` must be at most {}, the operands", id, count));
  }

  void check_judge(ValueId id, const Inst& inst) {
    check_pair(id, inst, "guidelines", "threshold");
    const auto threshold = language::number_of(inst.attribute("threshold"));
    if (!threshold) return;
    if (!(0 <= *threshold && *threshold <= 1))
      errors_.push_back(fmt::format("%{}: `threshold` must be from 0 to 1", id));
    const language::Dict* fields = inst.attribute("fields").as<language::Dict>();
    for (const std::string_view key : contract::Judge::kKeys) {
      if (fields != nullptr && language::find(*fields, key) != nullptr)
        errors_.push_back(fmt::format("%{}: the judge writes `{}`, which is not a field", id, key));
    }
  }

  void check_pair(ValueId id, const Inst& inst, std::string_view a, std::string_view b) {
    if (inst.attribute(a).is_null() != inst.attribute(b).is_null()) {
      errors_.push_back(fmt::format("%{}: `{}` and `{}` go together", id, a, b));
    }
  }

  void check_root(std::string_view what, std::string_view name, ValueId root, Sort sort) {
    if (root >= module_.insts.size()) {
      errors_.push_back(fmt::format("{} `{}`: %{} is not defined", what, name, root));
    } else if (types_[root] && types_[root]->sort != sort) {
      errors_.push_back(fmt::format("{} `{}`: %{} is {}, not {}", what, name, root,
                                    to_string(*types_[root]), to_string(Type{sort})));
    }
  }

  void check_formula(const Formula& formula) {
    check_root("formula", formula.name, formula.rows, Sort::Rows);
    if (formula.relevant) check_review_condition(formula, *formula.relevant, "relevant");
    if (formula.kept) check_review_condition(formula, *formula.kept, "kept");
    for (const auto& [output, keys] : formula.outputs) {
      if (output >= module_.insts.size() || module_.insts[output].op != Op::Step) {
        errors_.push_back(fmt::format("formula `{}`: %{} is not a step", formula.name, output));
      }
    }
    if (errors_.empty()) check_rows(formula);
  }

  /// A condition on reviews is made of tests of their values, constants, and, or and not. The one
  /// that decides what is extracted reads no field.
  void check_review_condition(const Formula& formula, ValueId root, std::string_view what) {
    check_root("formula", formula.name, root, Sort::Value);
    if (!errors_.empty()) return;
    const auto parts = [&](ValueId id) -> std::span<const ValueId> {
      if (module_.insts[id].op == Op::Holds) return {};
      return module_.insts[id].operands;
    };
    for (const ValueId id : reachable(std::array{root}, parts)) {
      const std::optional<Op> loaded = loaded_by(module_.insts[id]);
      const bool is_part = loaded || is_condition_part(module_.insts[id].op);
      if (is_part && types_[id]->kind == language::Kind::Bool &&
          !(what == "relevant" && loaded == Op::Field))
        continue;
      errors_.push_back(
          fmt::format("formula `{}`: %{} is not part of a condition on its reviews, `{}`",
                      formula.name, id, what));
      return;
    }
  }

  static bool is_condition_part(Op op) {
    return op == Op::ScalarValue || op == Op::BoolAnd || op == Op::BoolOr || op == Op::BoolNot;
  }

  /// How the value of a test is loaded; std::nullopt for other instructions.
  std::optional<Op> loaded_by(const Inst& test) const {
    if (test.op != Op::Holds) return std::nullopt;
    const Op op = module_.insts[test.operands[0]].op;
    const bool is_load =
        op == Op::Field || op == Op::ReviewValue || op == Op::ReviewYear || op == Op::ItemValue;
    return is_load ? std::optional(op) : std::nullopt;
  }

  /// What a formula computes and what it asks of reviews must be of its own rows.
  void check_rows(const Formula& formula) {
    if (rows_read_.empty()) find_rows_read();
    std::vector<ValueId> roots;
    for (const Output& output : formula.outputs) roots.push_back(output.value);
    for (const auto& condition : {formula.relevant, formula.kept}) {
      if (condition) roots.push_back(*condition);
    }
    for (const ValueId output : roots) {
      for (const std::optional<ValueId> rows : rows_read_[output]) {
        if (!rows || *rows == formula.rows) continue;
        errors_.push_back(fmt::format("formula `{}`: it is of the rows %{}, and reads %{}",
                                      formula.name, formula.rows, *rows));
        return;
      }
    }
  }

  void find_rows_read() {
    rows_read_.resize(module_.insts.size());
    for (ValueId id = 0; id < module_.insts.size(); ++id) {
      if (module_.insts[id].op == Op::Rows) rows_read_[id][0] = id;
      for (const ValueId operand : module_.insts[id].operands) {
        for (const std::optional<ValueId> rows : rows_read_[operand])
          add_rows(rows_read_[id], rows);
      }
    }
  }

  static void add_rows(RowsRead& read, std::optional<ValueId> rows) {
    if (!rows || rows == read[0] || rows == read[1]) return;
    if (!read[0]) {
      read[0] = rows;
    } else if (!read[1]) {
      read[1] = rows;
    }
  }

  const Module& module_;
  const UnreadFields& unread_;
  TypeInference inference_;
  std::vector<std::optional<Type>> types_;  ///< of the instructions checked so far
  std::vector<RowsRead> rows_read_;         ///< by instruction; filled when a formula needs it
  std::unordered_set<ValueId> outputs_;
  std::vector<std::string> errors_;
};

}  // namespace

std::vector<std::string> verify(const Module& module, const UnreadFields& unread) {
  return Verifier(module, unread).run();
}

}  // namespace seedc::ir
