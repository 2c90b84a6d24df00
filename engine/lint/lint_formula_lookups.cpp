// Compares the keys of tables with the texts that integers and reals have.
#include "engine/lint/lint_formula_lookups.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>

#include "compiler/ir/reads.h"
#include "engine/lint/span_set.h"
#include "runtime/language/decimal.h"
#include "runtime/language/text.h"

namespace seedc::lint {
namespace {

using bounds::Bound;
using language::Cell;

class FormulaLookups {
 public:
  FormulaLookups(engine::Compilation& compilation, const bounds::IrBounds& bounds)
      : diagnostics_(compilation.diagnostics),
        module_(compilation.module),
        bounds_(bounds),
        reported_(compilation.diagnostics) {}

  void check(const check::FormulaValues& values) {
    for (const check::FormulaValues::Step& step : values.steps) {
      for (const auto& [table, lookup] : step.lookups) {
        if (!reported_.overlap(table->span)) check(*table, module_.insts[lookup]);
      }
    }
  }

 private:
  void check(const ast::Json& table, const ir::Inst& lookup) {
    const Bound* source = bounds_.seen(lookup.operands[0]);
    const bool is_exact = *lookup.attribute("match").as<std::string>() == "exact";
    if (!is_exact || source == nullptr || !source->as_numbers() || table.members.empty()) return;
    if (std::ranges::any_of(table.members,
                            [&](const auto& row) { return may_be(*source, row.key); }))
      return;
    const std::string name = ir::name_of(module_, lookup.operands[0]);
    if (name.empty()) return;
    const ast::Json::Member& first = table.members.front();
    diagnostics_
        .report(diag::DiagCode::ValueNeverMet, first.key_span,
                name.starts_with("meta.") || name.starts_with("extraction.") ? "review" : "item",
                name.substr(name.starts_with("extraction.") ? 0 : name.find('.') + 1), "is",
                first.key)
        .help = help_with(*source, first.key);
    reported_.add(table.span);  // there is one for each label of a group
  }

  /// Whether a number has this text (Python's str).
  static bool may_be(const Bound& source, const std::string& key) {
    const auto number = language::parse_decimal(key);
    if (!number) return false;
    constexpr double kMostExact = 9007199254740992.0;
    const bool is_whole = std::trunc(*number) == *number && std::fabs(*number) <= kMostExact;
    const auto is_text_of = [&](const Cell& cell) {
      return language::python_str(language::value_of(cell)) == key && source.contains(cell);
    };
    return is_text_of(Cell::of(*number)) ||
           (is_whole && is_text_of(Cell::of(static_cast<std::int64_t>(*number)))) ||
           std::fabs(*number) > kMostExact;
  }

  static std::string help_with(const Bound& source, const std::string& key) {
    const auto number = language::parse_decimal(key);
    if (!number) return "its values are numbers: a `case` has rules for ranges";
    const Cell real = Cell::of(*number);
    if (!source.contains(real)) return "a `case` with `source` compares numbers";
    return fmt::format("the text of this number is `{}`; a `case` with `source` compares numbers",
                       language::python_str(language::value_of(real)));
  }

  diag::Diagnostics& diagnostics_;
  const ir::Module& module_;
  const bounds::IrBounds& bounds_;
  SpanSet reported_;
};

}  // namespace

void lint_formula_lookups(engine::Compilation& compilation, const bounds::IrBounds& bounds) {
  FormulaLookups lookups(compilation, bounds);
  for (const check::CheckedFormula& formula : compilation.formulas) {
    if (formula.compiled) lookups.check(formula.values);
  }
}

}  // namespace seedc::lint
