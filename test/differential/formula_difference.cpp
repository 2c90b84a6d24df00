// Comparing and describing values.
#include "test/differential/formula_difference.h"

#include <fmt/format.h>

#include <bit>

namespace seedc::differential {
namespace {

using plain::Json;
using plain::Scalar;

/// Alike to the bit: 0.0 and -0.0 are two values.
bool is_same(const Scalar& a, const Scalar& b) {
  const auto* real = std::get_if<double>(&a);
  if (real == nullptr || !std::holds_alternative<double>(b)) return a == b;
  return std::bit_cast<std::uint64_t>(*real) == std::bit_cast<std::uint64_t>(std::get<double>(b));
}

std::string describe(const Scalar& value) {
  if (const plain::Null* null = plain::null_of(value)) {
    return fmt::format("null ({}, in {})", language::name_of(null->cause), null->step);
  }
  if (const auto* real = std::get_if<double>(&value)) return fmt::format("{} ({:a})", *real, *real);
  if (const auto* string = std::get_if<std::string>(&value)) return Json(*string).dump();
  return plain::str(value);
}

std::string describe(const plain::RowCounts& rows) {
  return fmt::format(
      "reviews {}, relevant {}, rows {}, without an extraction {}, not judged {}, inappropriate "
      "{}, "
      "filtered {}",
      rows.reviews, rows.relevant, rows.rows, rows.missing_extractions, rows.not_judged,
      rows.judged_inappropriate, rows.filtered);
}

std::string describe(const plain::LeftOut& left_out) {
  std::string text;
  for (const auto& [cause, count] : left_out)
    text += fmt::format(" {}: {}", language::name_of(cause), count);
  return text.empty() ? " none" : text;
}

}  // namespace

std::optional<FormulaDifference> find_difference(const plain::FormulaValues& plain,
                                                 const plain::FormulaValues& engine) {
  if (plain.rows != engine.rows) {
    return FormulaDifference{"rows: " + describe(plain.rows) + "\n  but: " + describe(engine.rows),
                             {}};
  }
  for (const auto& [field, count] : engine.defaulted) {
    if (plain.defaulted.at(field) == count) continue;
    return FormulaDifference{fmt::format("rows that read the default of {}: {}\n  but: {}", field,
                                         plain.defaulted.at(field), count),
                             {}};
  }
  for (std::size_t item = 0; item < plain.items.size(); ++item) {
    for (const auto& [name, value] : engine.items[item]) {
      const Scalar& expected = plain.items[item].at(name);
      if (is_same(expected, value)) continue;
      return FormulaDifference{
          fmt::format("{}: {}\n  but: {}", name, describe(expected), describe(value)), item};
    }
  }
  for (std::size_t item = 0; item < engine.lists.size(); ++item) {
    for (const auto& [name, list] : engine.lists[item]) {
      const std::string expected = plain.lists[item].at(name).dump();
      if (expected == list.dump()) continue;
      return FormulaDifference{fmt::format("{}: {}\n  but: {}", name, expected, list.dump()), item};
    }
  }
  for (const auto& [step, counts] : engine.ledger.lists) {
    const plain::ListCounts& expected = plain.ledger.lists.at(step);
    if (expected == counts) continue;
    return FormulaDifference{fmt::format("{}: {} beyond the limit, null:{}\n  but: {}, null:{}",
                                         step, expected.beyond_limit, describe(expected.nulls),
                                         counts.beyond_limit, describe(counts.nulls)),
                             {}};
  }
  for (const auto& [step, left_out] : engine.ledger.left_out) {
    const auto counted = plain.ledger.left_out.find(step);
    const plain::LeftOut expected =
        counted == plain.ledger.left_out.end() ? plain::LeftOut() : counted->second;
    if (expected == left_out) continue;
    return FormulaDifference{
        "rows left out by " + step + ":" + describe(expected) + "\n  but:" + describe(left_out),
        {}};
  }
  return std::nullopt;
}

std::uint64_t count_values(const plain::FormulaValues& engine) {
  std::uint64_t count = 0;
  for (const auto& item : engine.items) count += item.size();
  for (const auto& item : engine.lists) count += item.size();
  return count;
}

}  // namespace seedc::differential
