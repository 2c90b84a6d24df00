// What the steps of a Formula Seed are made of, as written, each part with the value that it has:
// an instruction of the outline's program. The compiler makes it; engine/explain/formula_trace.h
// computes the values at one item, for explanations.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "runtime/contract/formula.h"

namespace seedc::explain {

/// Bytes [begin, end) of a text, and their value.
struct ValuedPart {
  std::size_t begin = 0;
  std::size_t end = 0;
  std::uint32_t value = contract::kNoOperand;
};

struct ExprOutline {
  std::string text;
  std::uint32_t value = contract::kNoOperand;
  std::vector<ValuedPart> names;  ///< in order
  /// `a if p else b if q else c`: one result more than conditions.
  struct Choice {
    std::vector<ValuedPart> conditions;
    std::vector<ValuedPart> results;
  };
  std::vector<Choice> choices;  ///< an outer one before those inside it
};

/// A value by the name that the program has for it: `meta.stars`, `N_MILD`.
struct NamedValue {
  std::string name;
  std::uint32_t value = contract::kNoOperand;
};

/// count, sum, max, min, and filters.
struct RowsOutline {
  std::string where;  ///< `{extraction.severity: mild}`; empty if all rows count
  std::uint32_t predicate =
      contract::kNoOperand;  ///< of rows or of the item; none if all rows count
  /// What is summed or compared, if anything.
  std::optional<ExprOutline> summand;
  /// What predicate and summand look at in a row, and what of the item; each the first
  /// kMostInputs.
  std::vector<NamedValue> row_inputs;
  std::vector<NamedValue> item_inputs;
  static constexpr std::size_t kMostInputs = 32;
};

/// A value of each row.
struct RowValueOutline {
  std::string text;  ///< as it is defined
  std::uint32_t value = contract::kNoOperand;
  /// What it is computed from, each the first RowsOutline::kMostInputs.
  std::vector<NamedValue> row_inputs;
  std::vector<NamedValue> item_inputs;
};

struct LookupOutline {
  NamedValue source;
  std::optional<language::Path> item_path;  ///< where the source is `context.PATH`
  std::uint32_t table = 0;                  ///< of the program
};

struct CaseOutline {
  struct Rule {
    ExprOutline when;  ///< of an `else` empty; its value says whether the rule holds
    std::string then;  ///< a literal as JSON, or an expression
    std::optional<ExprOutline> computed;  ///< the expression
  };
  std::optional<NamedValue> source;
  std::vector<Rule> rules;
};

struct ConstOutline {};

/// A step over groups, or of labelled expressions.
struct GroupsOutline {
  struct Group {
    std::string label;
    std::uint32_t condition = contract::kNoOperand;  ///< none if every group counts
    std::uint32_t value = contract::kNoOperand;      ///< none of a count
  };
  std::string expr;   ///< empty for a count and for labelled expressions
  std::string where;  ///< empty if there is none
  std::vector<Group> groups;
};

/// A list of rows.
struct ListOutline {
  std::size_t list = 0;  ///< of the formula's lists, whose kept columns are instructions
  std::string field;     ///< as written: a path, or an object of paths
  std::string where;     ///< empty if all rows count
  std::string order_by;  ///< empty for the order of reviews
  std::vector<std::uint32_t> parts;  ///< all values that it is made of
  /// What it looks at in a row, and of the item; each the first RowsOutline::kMostInputs.
  std::vector<NamedValue> row_inputs;
  std::vector<NamedValue> item_inputs;
};

struct StepOutline {
  std::string name;
  std::string operation;  ///< `count`
  /// Of the item; filters, row values and lists have none.
  std::uint32_t value = contract::kNoOperand;
  bool is_output = false;
  std::variant<ConstOutline, ExprOutline, RowsOutline, RowValueOutline, LookupOutline, CaseOutline,
               GroupsOutline, ListOutline>
      body;
};

struct FormulaOutline {
  /// Its program is not for kernels: it has neither phases nor outputs, and computes each value
  /// once, in order, aggregates among them.
  contract::Formula formula;
  std::vector<StepOutline> steps;  ///< parameters, then all of `compute`, in order
  std::string where;               ///< `filter.where`, as written; may be empty
};

}  // namespace seedc::explain
