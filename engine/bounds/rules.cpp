// Takes bounds apart into single values and ranges, and applies the rule to each combination.
#include "engine/bounds/rules.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "runtime/language/aggregates.h"
#include "runtime/language/score_ops.h"

namespace seedc::bounds {
namespace {

using language::Cell;
using language::Kind;
using language::NullCause;

/// Beyond so many combinations of single values operands are widened.
constexpr std::size_t kMostCombinations = 2048;
constexpr std::size_t kMostOperands = 3;

/// A single value, a range, or any text.
struct Piece {
  Cell low;
  Cell high;
  bool is_range = false;
  bool is_any_text = false;

  bool is_single() const { return !is_range && !is_any_text; }
  bool is_number() const {
    return !low.is_null() && (low.kind == Kind::Int || low.kind == Kind::Real);
  }
  bool has_zero() const {
    return is_number() && language::score::real_of(low) <= 0 && language::score::real_of(high) >= 0;
  }
};
using Pieces = std::span<const Piece>;

Piece single(const Cell& value) { return {value, value}; }
template <class Number>
Piece range(Number low, Number high) {
  return {Cell::of(low), Cell::of(high), true};
}

/// Stands for any text where only kinds matter.
const std::string& some_text() {
  static const std::string text;
  return text;
}

std::vector<Piece> pieces_of(const Bound& bound) {
  std::vector<Piece> pieces;
  for (const Cell& value : bound.values()) pieces.push_back(single(value));
  if (const auto& integers = bound.integer_range())
    pieces.push_back(range(integers->low, integers->high));
  if (const auto& reals = bound.real_range()) pieces.push_back(range(reals->low, reals->high));
  if (bound.has_all_texts()) {
    const Cell text = Cell::of(&some_text());
    pieces.push_back({text, text, false, true});
  }
  return pieces;
}

/// Calls `visit` with each choice of the lower or the upper end of every piece.
template <class Visit>
void for_each_corner(Pieces pieces, const Visit& visit) {
  std::array<Cell, kMostOperands> cells;
  const std::size_t count = pieces.size();
  for (std::size_t choice = 0; choice < (std::size_t{1} << count); ++choice) {
    bool is_new = true;
    for (std::size_t i = 0; i < count; ++i) {
      const bool is_high = (choice >> i & 1U) != 0;
      is_new = is_new && (!is_high || pieces[i].is_range);
      cells[i] = is_high ? pieces[i].high : pieces[i].low;
    }
    if (is_new) visit(std::span<const Cell>(cells).first(count));
  }
}

bool is_overflow(const Cell& result, Pieces pieces) {
  const auto is_operand = [&](const Piece& piece) { return is_same(piece.low, result); };
  const bool is_beyond = result.null == language::null_of(NullCause::IntegerOverflow) ||
                         result.null == language::null_of(NullCause::NotFinite);
  return is_beyond && std::ranges::none_of(pieces, is_operand);
}

/// The results between the ends of ranges, which it takes one by one.
class Hull {
 public:
  explicit Hull(Pieces pieces) : pieces_(pieces) {}

  void add(const Cell& result) {
    const bool may_be_text = std::ranges::any_of(pieces_, &Piece::is_any_text);
    if (result.is_null()) {
      others_.add(result);
      if (!is_overflow(result, pieces_)) return;
      const bool is_integer = language::cause_of(result.null) == NullCause::IntegerOverflow;
      others_.add(is_integer ? Bound::all_integers() : Bound::all_reals());
    } else if (result.kind == Kind::Int) {
      add_to(integers_, result.integer(), std::less<>());
    } else if (result.kind == Kind::Real) {
      add_to(reals_, result.real(), is_before);
    } else if (may_be_text && result.kind == Kind::Bool) {
      others_.add(Bound::booleans());
    } else if (may_be_text && result.kind == Kind::Str) {
      others_.add_all_texts();
      others_.add(Cell::none(NullCause::TextTooLong));
    } else {
      others_.add(result);
    }
  }
  /// Both zeros, where an end is one.
  void add_zeros() {
    if (!reals_) return;
    if (reals_->low == 0) reals_->low = -0.0;
    if (reals_->high == 0) reals_->high = 0.0;
  }
  /// One unit in the last place more on either side.
  void widen() {
    if (!reals_) return;
    constexpr double kMost = std::numeric_limits<double>::max();
    reals_->low = std::nextafter(reals_->low, -kMost);
    reals_->high = std::nextafter(reals_->high, kMost);
  }
  Bound bound() && {
    if (integers_) others_.add(*integers_);
    if (reals_) others_.add(*reals_);
    return std::move(others_);
  }

 private:
  template <class Number, class Before>
  static void add_to(std::optional<Range<Number>>& range, Number number, Before is_less) {
    if (!range) range = Range<Number>{number, number};
    if (is_less(number, range->low)) range->low = number;
    if (is_less(range->high, number)) range->high = number;
  }

  Pieces pieces_;
  Bound others_;
  std::optional<Range<std::int64_t>> integers_;
  std::optional<Range<double>> reals_;
};

Hull hull_of(Pieces pieces, const Function& function) {
  Hull hull(pieces);
  for_each_corner(pieces, [&](std::span<const Cell> cells) { hull.add(function(cells)); });
  return hull;
}

Bound by_corners(Pieces pieces, const Function& function) {
  return hull_of(pieces, function).bound();
}

Bound by_extremes(Pieces pieces, const Function& function) {
  Hull hull = hull_of(pieces, function);
  const auto crosses_zero = [](const Piece& piece) { return piece.is_range && piece.has_zero(); };
  if (std::ranges::any_of(pieces, crosses_zero)) hull.add_zeros();
  return std::move(hull).bound();
}

/// The zeros that a number of a range may be.
std::vector<Cell> zeros_of(const Piece& piece) {
  if (piece.low.kind == Kind::Int) return {Cell::of(std::int64_t{0})};
  std::vector<Cell> zeros;
  for (const double zero : {-0.0, 0.0}) {
    if (!is_before(zero, piece.low.real()) && !is_before(piece.high.real(), zero))
      zeros.push_back(Cell::of(zero));
  }
  return zeros;
}

Bound by_absolute(Pieces pieces, const Function& function) {
  Hull hull = hull_of(pieces, function);
  if (pieces[0].is_number() && pieces[0].has_zero()) {
    for (const Cell& zero : zeros_of(pieces[0])) hull.add(function(std::array{zero}));
  }
  return std::move(hull).bound();
}

/// The parts of a range of numbers that are below and above zero, without the zeros.
std::vector<Piece> parts_beside_zero(const Piece& piece) {
  std::vector<Piece> parts;
  constexpr double kLeast = std::numeric_limits<double>::denorm_min();
  const auto add = [&](auto low, auto high) {
    if (low == high) parts.push_back(single(Cell::of(low)));
    if (low < high) parts.push_back(range(low, high));
  };
  if (piece.low.kind == Kind::Int) {
    add(piece.low.integer(), std::min<std::int64_t>(piece.high.integer(), -1));
    add(std::max<std::int64_t>(piece.low.integer(), 1), piece.high.integer());
  } else {
    add(piece.low.real(), std::min(piece.high.real(), -kLeast));
    add(std::max(piece.low.real(), kLeast), piece.high.real());
  }
  return parts;
}

Bound by_quotient(Pieces pieces, const Function& function) {
  const Piece& divisor = pieces[1];
  if (!divisor.is_range || !divisor.has_zero()) return by_corners(pieces, function);
  Bound bound;
  for (const Cell& zero : zeros_of(divisor))
    bound.add(by_corners(std::array{pieces[0], single(zero)}, function));
  for (const Piece& part : parts_beside_zero(divisor))
    bound.add(by_corners(std::array{pieces[0], part}, function));
  return bound;
}

/// Of a range, what is above a limit apart from the rest, whose ends stand for it.
Bound by_domain(const Piece& piece, double least, bool is_widened, const Function& function) {
  const auto low = language::score::real_of(piece.low);
  const auto high = language::score::real_of(piece.high);
  Bound bound;
  if (low < least) bound.add(function(std::array{piece.low}));
  if (high < least) return bound;
  Piece inside = piece;
  if (low < least && piece.low.kind == Kind::Int)
    inside.low = Cell::of(static_cast<std::int64_t>(std::ceil(least)));
  if (low < least && piece.low.kind == Kind::Real) inside.low = Cell::of(least);
  Hull hull = hull_of(std::span(&inside, 1), function);
  if (is_widened) hull.widen();
  bound.add(std::move(hull).bound());
  return bound;
}

Bound by_domain(Pieces pieces, double least, bool is_widened, const Function& function) {
  return pieces[0].is_range && pieces[0].is_number()
             ? by_domain(pieces[0], least, is_widened, function)
             : by_corners(pieces, function);
}

/// Of any text: nothing, or any number of days of years 1 to 9999, or of years.
Bound by_dates(Pieces pieces, const Function& function) {
  constexpr std::int64_t kMostDays = 3'652'058;
  static const std::string first = "0001-01-01", second = "0001-01-02";
  Bound bound = by_corners(pieces, function);
  std::array<Cell, 2> dates = {Cell::of(&first), Cell::of(&second)};
  for (std::size_t i = 0; i < dates.size(); ++i) {
    if (pieces[i].is_any_text) continue;
    if (pieces[i].low.is_null() || pieces[i].low.kind != Kind::Str) return bound;
  }
  const Cell difference = function(dates);
  if (difference.kind == Kind::Int) bound.add(Range<std::int64_t>{-kMostDays, kMostDays});
  if (difference.kind == Kind::Real) {
    const double most = static_cast<double>(kMostDays) / 365.25;
    bound.add(Range<double>{-most, most});
  }
  return bound;
}

Bound by_texts(Pieces pieces, const Function& function) {
  if (!pieces[0].is_number()) return by_corners(pieces, function);
  return Bound::all_texts();
}

Bound by_equality(Pieces pieces, const Function& function) {
  const Piece &a = pieces[0], &b = pieces[1];
  if (!a.is_number() || !b.is_number()) return by_corners(pieces, function);
  const auto is_below = [](const Cell& low, const Cell& high) {
    return language::score::less(low, high).boolean();
  };
  const bool may_meet = !is_below(a.high, b.low) && !is_below(b.high, a.low);
  return may_meet ? Bound::booleans() : Bound::of(function(std::array{a.low, b.low}));
}

/// The ends of ranges stand for them.
Bound by_passing(const std::vector<Piece>& pieces, std::span<const Bound> wholes,
                 const Function& function) {
  std::array<Cell, kMostOperands> cells;
  for (std::size_t i = 0; i < pieces.size(); ++i) cells[i] = pieces[i].low;
  const Cell result = function(std::span(cells).first(pieces.size()));
  Bound bound;
  bool is_operand = false;
  for (std::size_t i = 0; i < pieces.size(); ++i) {
    if (!is_same(result, pieces[i].low)) continue;
    bound.add(wholes[i]);
    is_operand = true;
  }
  if (!is_operand) bound.add(result);
  return bound;
}

Bound bound_of(const Piece& piece) {
  if (piece.is_any_text) return Bound::all_texts();
  if (!piece.is_range) return Bound::of(piece.low);
  return piece.low.kind == Kind::Int ? Bound::integers(piece.low.integer(), piece.high.integer())
                                     : Bound::reals(piece.low.real(), piece.high.real());
}

Bound by_passing(const std::vector<Piece>& pieces, const Function& function) {
  std::vector<Bound> wholes;
  for (const Piece& piece : pieces) wholes.push_back(bound_of(piece));
  return by_passing(pieces, wholes, function);
}

Bound by_rule(BoundRule rule, const std::vector<Piece>& pieces, const Function& function) {
  constexpr double kLeast = std::numeric_limits<double>::denorm_min();
  switch (rule) {
    case BoundRule::Corners:
      return by_corners(pieces, function);
    case BoundRule::Extremes:
      return by_extremes(pieces, function);
    case BoundRule::Absolute:
      return by_absolute(pieces, function);
    case BoundRule::Quotient:
      return by_quotient(pieces, function);
    case BoundRule::Logarithm:
      return by_domain(pieces, kLeast, true, function);
    case BoundRule::Root:
      return by_domain(pieces, -0.0, false, function);
    case BoundRule::Dates:
      return by_dates(pieces, function);
    case BoundRule::Texts:
      return by_texts(pieces, function);
    case BoundRule::Equality:
      return by_equality(pieces, function);
    case BoundRule::Passing:
      return by_passing(pieces, function);
    case BoundRule::Given:
    case BoundRule::Branches:
    case BoundRule::Entries:
    case BoundRule::Searches:
    case BoundRule::Nulls:
    case BoundRule::Unread:
      break;
  }
  return {};
}

std::size_t combinations(std::span<const std::vector<Piece>> pieces) {
  std::size_t count = 1;
  for (const std::vector<Piece>& of_operand : pieces) count *= of_operand.size();
  return count;
}

std::vector<std::vector<Piece>> pieces_of(std::span<const Bound* const> operands) {
  std::vector<std::vector<Piece>> pieces;
  for (const Bound* operand : operands) pieces.push_back(pieces_of(*operand));
  if (combinations(pieces) <= kMostCombinations) return pieces;
  for (std::size_t i = 0; i < operands.size(); ++i) {
    Bound wide = *operands[i];
    wide.widen();
    if (operands[i]->values().size() > kMostOperands) {
      const auto is_text = [](const Cell& value) {
        return !value.is_null() && value.kind == Kind::Str;
      };
      if (std::ranges::any_of(wide.values(), is_text)) wide.add_all_texts();
    }
    pieces[i] = pieces_of(wide);
  }
  return pieces;
}

}  // namespace

namespace {

struct Rules {
#define SEEDC_BOUND_RULE(id, rule) \
  static constexpr BoundRule id = (static_cast<void>(language::Operation::id), BoundRule::rule);
#include "engine/bounds/rules.def"
};

}  // namespace

BoundRule rule_of(language::Operation op) {
  switch (op) {
#define SEEDC_RULE(id, ...)     \
  case language::Operation::id: \
    return Rules::id;
#define SEEDC_OPERATION SEEDC_RULE
#define SEEDC_AGGREGATE SEEDC_RULE
#define SEEDC_ACCESS SEEDC_RULE
#define SEEDC_LEAF SEEDC_RULE
#include "runtime/language/operations.def"
#undef SEEDC_RULE
  }
  return BoundRule::Given;
}

Bound combine(BoundRule rule, std::span<const Bound* const> operands, const Function& function) {
  std::array<Cell, kMostOperands> cells;
  bool are_single = true;
  for (std::size_t i = 0; i < operands.size() && are_single; ++i) {
    const Cell* only = operands[i]->only();
    are_single = only != nullptr;
    if (are_single) cells[i] = *only;
  }
  if (are_single) return Bound::of(function(std::span(cells).first(operands.size())));
  const auto pieces = pieces_of(operands);
  Bound bound;
  std::vector<Piece> chosen(operands.size());
  for (std::size_t number = 0; number < combinations(pieces); ++number) {
    std::size_t rest = number;
    for (std::size_t i = 0; i < pieces.size(); ++i) {
      chosen[i] = pieces[i][rest % pieces[i].size()];
      rest /= pieces[i].size();
    }
    if (std::ranges::all_of(chosen, &Piece::is_single)) {
      for (std::size_t i = 0; i < chosen.size(); ++i) cells[i] = chosen[i].low;
      bound.add(function(std::span(cells).first(chosen.size())));
    } else {
      bound.add(by_rule(rule, chosen, function));
    }
  }
  return bound;
}

namespace {

/// What the condition leaves: the second operand, the third, or a null.
Bound by_branches(std::span<const Bound* const> operands) {
  Bound bound;
  for (const Piece& piece : pieces_of(*operands[0])) {
    const Cell holds = language::score::boolean_of(piece.low);
    if (holds.is_null()) {
      bound.add(holds);
    } else {
      bound.add(*operands[holds.boolean() ? 1 : 2]);
    }
  }
  return bound;
}

}  // namespace

Bound apply(language::Operation op, std::span<const Bound* const> operands,
            language::StringPool& strings) {
  const BoundRule rule = rule_of(op);
  if (rule == BoundRule::Branches) return by_branches(operands);
  return combine(rule, operands,
                 [&](std::span<const Cell> cells) { return language::apply(op, cells, strings); });
}

Bound add_row(language::Operation aggregate, const Bound& so_far, const Bound& value) {
  std::array<std::uint64_t, language::kNullCauseCount> left_out{};
  Bound bound;
  language::score::with_aggregate(aggregate, [&](auto add) {
    const auto added = [&](std::span<const Cell> cells) {
      Cell result = cells[0];
      add(result, cells.size() > 1 ? cells[1] : Cell(), left_out.data());
      return result;
    };
    const std::array operands = {&so_far, &value};
    const std::size_t count = aggregate == language::Operation::Count ? 1 : 2;
    bound = combine(rule_of(aggregate), std::span(operands).first(count), added);
  });
  return bound;
}

Bound add_group(language::Operation fold, const Bound& so_far, const Bound& condition,
                const Bound& value) {
  std::array<std::uint64_t, language::kNullCauseCount> left_out{};
  const auto added = [&](std::span<const Cell> cells) -> Cell {
    switch (fold) {
#define SEEDC_FOLD(id, name, kinds, nulls, function) \
  case language::Operation::id:                      \
    return function(cells[0], cells[1], cells[2], left_out.data());
#define SEEDC_OPERATION(id, ...) case language::Operation::id:
#define SEEDC_AGGREGATE(id, ...) case language::Operation::id:
#define SEEDC_ACCESS(id, ...) case language::Operation::id:
#define SEEDC_LEAF(id, ...) case language::Operation::id:
#include "runtime/language/operations.def"
      break;
    }
    return Cell::none(NullCause::WrongKind);
  };
  const std::array operands = {&so_far, &condition, &value};
  return combine(rule_of(fold), operands, added);
}

Bound entries_of(const contract::PreparedTable& table) {
  Bound entries = Bound::of(table.otherwise);
  for (const auto& [key, value] : table.exact) entries.add(value);
  for (const auto& [key, value] : table.substrings) entries.add(value);
  return entries;
}

Bound look_up(const contract::PreparedTable& table, const Bound& value) {
  Bound found;
  for (const Piece& piece : pieces_of(value))
    found.add(piece.is_single() ? Bound::of(contract::look_up(table, piece.low))
                                : entries_of(table));
  return found;
}

Bound test_text(contract::TextTester& tester, const Bound& value) {
  Bound passes;
  for (const Piece& piece : pieces_of(value))
    passes.add(piece.is_any_text ? Bound::booleans()
                                 : Bound::of(contract::test_text(tester, piece.low)));
  return passes;
}

namespace {

/// Whether a comparison holds; one that is null does not.
Bound holds(language::Operation op, const Bound& value, const language::Value& operand) {
  language::StringPool strings;
  const Bound with = Bound::of(language::cell_of(operand));
  const std::array operands = {&value, &with};
  const auto as_false = [](const Cell&) { return Cell::of(false); };
  return with_nulls(apply(op, operands, strings), as_false);
}

Bound is_among(const Bound& value, const language::List& wanted) {
  bool may_pass = false;
  bool must_pass = false;
  for (const language::Value& entry : wanted) {
    const Bound is_equal = holds(language::Operation::Eq, value, entry);
    may_pass = may_pass || is_equal.contains(Cell::of(true));
    must_pass = must_pass || !is_equal.contains(Cell::of(false));
  }
  if (must_pass) return Bound::of(Cell::of(true));
  return may_pass ? Bound::booleans() : Bound::of(Cell::of(false));
}

}  // namespace

Bound test(const contract::ValueTest& test, const Bound& value) {
  using Op = contract::ValueTest::Op;
  switch (test.op) {
    case Op::Eq:
      return holds(language::Operation::Eq, value, test.operand);
    case Op::Ne:
      return holds(language::Operation::Ne, value, test.operand);
    case Op::Lt:
      return holds(language::Operation::Lt, value, test.operand);
    case Op::Le:
      return holds(language::Operation::Le, value, test.operand);
    case Op::Gt:
      return holds(language::Operation::Gt, value, test.operand);
    case Op::Ge:
      return holds(language::Operation::Ge, value, test.operand);
    case Op::In:
      return is_among(value, *test.operand.as<language::List>());
    case Op::Contains:
    case Op::ContainsWord:
    case Op::Matches:
      break;
  }
  return Bound::booleans();
}

Bound with_nulls(const Bound& bound, const std::function<Cell(Cell)>& change) {
  Bound changed;
  if (bound.integer_range()) changed.add(*bound.integer_range());
  if (bound.real_range()) changed.add(*bound.real_range());
  if (bound.has_all_texts()) changed.add_all_texts();
  for (const Cell& value : bound.values()) changed.add(value.is_null() ? change(value) : value);
  return changed;
}

}  // namespace seedc::bounds
