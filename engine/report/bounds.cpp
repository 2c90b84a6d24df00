// Splits a bound into its numbers, of which the ends are shown, and all else, which is listed.
#include "engine/report/bounds.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>
#include <limits>
#include <optional>
#include <vector>

#include "engine/report/cells.h"
#include "runtime/language/display_text.h"
#include "runtime/language/value.h"

namespace seedc::report {
namespace {

using language::Cell;

/// A number that may be the end of a range; std::nullopt: there is no end.
using End = std::optional<Cell>;

struct Parts {
  bool has_numbers = false;
  End low, high;
  std::vector<Cell> others;  ///< texts, booleans and at most one null
  bool has_all_texts = false;
};

/// Exact: beyond 2^53 an integer and a real next to it differ.
long double number_of(const Cell& number) {
  static_assert(std::numeric_limits<long double>::digits >= 64);
  return number.kind == language::Kind::Int ? static_cast<long double>(number.integer())
                                            : static_cast<long double>(number.real());
}

bool is_least(const Cell& number) {
  return number.kind == language::Kind::Int
             ? number.integer() == std::numeric_limits<std::int64_t>::min()
             : number.real() <= std::numeric_limits<double>::lowest();
}

bool is_most(const Cell& number) {
  return number.kind == language::Kind::Int
             ? number.integer() == std::numeric_limits<std::int64_t>::max()
             : number.real() >= std::numeric_limits<double>::max();
}

class PartsOf {
 public:
  explicit PartsOf(const bounds::Bound& bound) {
    for (const Cell& value : bound.values()) add(value);
    if (const auto& range = bound.integer_range())
      add_numbers(Cell::of(range->low), Cell::of(range->high));
    if (const auto& range = bound.real_range())
      add_numbers(Cell::of(range->low), Cell::of(range->high));
    parts_.has_all_texts = bound.has_all_texts();
    if (parts_.low && is_least(*parts_.low)) parts_.low.reset();
    if (parts_.high && is_most(*parts_.high)) parts_.high.reset();
  }
  const Parts& parts() const { return parts_; }

 private:
  void add(const Cell& value) {
    const bool is_number = !value.is_null() && (value.kind == language::Kind::Int ||
                                                value.kind == language::Kind::Real);
    if (is_number) return add_numbers(value, value);
    if (value.is_null() && std::exchange(has_null_, true)) return;
    parts_.others.push_back(value);
  }

  void add_numbers(const Cell& low, const Cell& high) {
    const bool is_first = !std::exchange(parts_.has_numbers, true);
    if (is_first || number_of(low) < number_of(*parts_.low)) parts_.low = low;
    if (is_first || number_of(high) > number_of(*parts_.high)) parts_.high = high;
  }

  Parts parts_;
  bool has_null_ = false;
};

/// A zero has no sign here.
Cell plain(const Cell& number) {
  return number.kind == language::Kind::Real && number.real() == 0 ? Cell::of(0.0) : number;
}

std::string end_text(const End& end, bool is_low) {
  if (!end) return "…";
  if (end->kind == language::Kind::Int) return std::to_string(end->integer());
  constexpr double kDecimals = 1e4, kMostExact = 1e11;
  const double value = plain(*end).real();
  if (std::fabs(value) >= kMostExact) return language::shortest(value);
  const double scaled = value * kDecimals;
  const double rounded = (is_low ? std::floor(scaled) : std::ceil(scaled)) / kDecimals;
  const bool is_outside = is_low ? rounded <= value : rounded >= value;
  return language::shortest(is_outside ? plain(Cell::of(rounded)).real() : value);
}

std::string cell_json(const Cell& cell) {
  std::string out;
  append_json(out, cell);
  return out;
}

std::string end_json(const End& end) { return end ? cell_json(plain(*end)) : "null"; }

}  // namespace

std::string bound_text(const bounds::Bound& bound) {
  const PartsOf split(bound);
  const Parts& parts = split.parts();
  std::vector<std::string> either;
  if (parts.has_numbers) {
    either.push_back(!parts.low && !parts.high
                         ? "any number"
                         : fmt::format("[{}, {}]", end_text(parts.low, /*is_low=*/true),
                                       end_text(parts.high, /*is_low=*/false)));
  }
  if (parts.has_all_texts) either.emplace_back("any text");
  const std::vector<std::string> others = shown(parts.others);
  if (others.size() == 1) either.push_back(others.front());
  if (others.size() > 1) either.push_back(fmt::format("{{{}}}", fmt::join(others, ", ")));
  return either.empty() ? "not settled" : fmt::format("{}", fmt::join(either, " or "));
}

std::string bound_json(const bounds::Bound& bound) {
  const PartsOf split(bound);
  const Parts& parts = split.parts();
  std::string out = "{";
  if (parts.has_numbers)
    out += fmt::format(R"("lower":{},"upper":{})", end_json(parts.low), end_json(parts.high));
  const bool is_known = !bound.is_empty() && !parts.has_all_texts;
  if (is_known && parts.others.empty()) return out + '}';
  if (out.size() > 1) out += ',';
  if (!is_known) return out + R"("values":null})";
  std::vector<std::string> others;
  for (const Cell& value : parts.others) others.push_back(cell_json(value));
  return out + fmt::format(R"("values":[{}]}})", fmt::join(others, ","));
}

}  // namespace seedc::report
