// Each operation on cells by the rules of semantics.md section 6, and the tables of lookups.
#include "runtime/language/score_ops.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "runtime/contract/lookup.h"

namespace seedc::language {

static bool operator==(const Cell& a, const Cell& b) {
  if (a.is_null() || b.is_null()) return a.null == b.null;
  return a.kind == b.kind &&
         (a.kind == Kind::Str ? a.string() == b.string() : a.payload == b.payload);
}

// GoogleTest looks for it by that name.
// NOLINTNEXTLINE(readability-identifier-naming)
static void PrintTo(const Cell& cell, std::ostream* out) {
  if (cell.is_null()) {
    *out << name_of(cause_of(cell.null));
    if (is_of_step(cell.null)) *out << " in step " << step_of(cell.null);
  } else if (cell.kind == Kind::Str) {
    *out << '"' << cell.string() << '"';
  } else if (cell.kind == Kind::Real) {
    *out << cell.real();
  } else {
    *out << (cell.kind == Kind::Bool ? "bool " : "") << cell.integer();
  }
}

namespace {

using Integers = std::numeric_limits<std::int64_t>;
using Reals = std::numeric_limits<double>;

Cell integer(std::int64_t value) { return Cell::of(value); }
Cell real(double value) { return Cell::of(value); }
Cell boolean(bool value) { return Cell::of(value); }
Cell none(NullCause cause) { return Cell::none(cause); }

const std::string kApple = "apple";
const std::string kUmlaut = "\xC3\xA4pple";
const Cell kMissing = none(NullCause::Missing);
const Cell kWrong = none(NullCause::WrongKind);
const Cell kOverflow = none(NullCause::IntegerOverflow);
const Cell kNotFinite = none(NullCause::NotFinite);
const Cell kOfStep = Cell::none(in_step(null_of(NullCause::DivisionByZero), 7));

/// What the aggregate's ledger counted, by cause.
using Ledger = std::array<std::uint64_t, kNullCauseCount>;
std::uint64_t counted(const Ledger& ledger, NullCause cause) {
  return ledger[static_cast<std::size_t>(cause)];
}

TEST(ScoreOpsTest, IntegersStayIntegers) {
  EXPECT_EQ(score::add(integer(2), integer(3)), integer(5));
  EXPECT_EQ(score::subtract(integer(2), integer(3)), integer(-1));
  EXPECT_EQ(score::multiply(integer(2), integer(3)), integer(6));
  EXPECT_EQ(score::negate(integer(2)), integer(-2));
  EXPECT_EQ(score::absolute(integer(-2)), integer(2));
}

TEST(ScoreOpsTest, IntegersBeyond64BitsAreNull) {
  EXPECT_EQ(score::add(integer(Integers::max()), integer(1)), kOverflow);
  EXPECT_EQ(score::subtract(integer(Integers::min()), integer(1)), kOverflow);
  EXPECT_EQ(score::multiply(integer(Integers::max()), integer(2)), kOverflow);
  EXPECT_EQ(score::negate(integer(Integers::min())), kOverflow);
  EXPECT_EQ(score::absolute(integer(Integers::min())), kOverflow);
  EXPECT_EQ(score::absolute(integer(Integers::max())), integer(Integers::max()));
}

TEST(ScoreOpsTest, AnIntegerThatMeetsARealBecomesOne) {
  const std::int64_t odd = (std::int64_t{1} << 53) + 1;
  EXPECT_EQ(score::add(integer(2), real(0.5)), real(2.5));
  EXPECT_EQ(score::max(integer(3), real(0.5)), real(3));
  EXPECT_EQ(score::min(real(3), integer(2)), real(2));
  EXPECT_EQ(score::equal(integer(odd), real(static_cast<double>(odd))), boolean(true));
  EXPECT_EQ(score::greater(integer(odd), integer(odd - 1)), boolean(true));
  EXPECT_EQ(score::to_real(integer(odd)), real(static_cast<double>(odd - 1)));
}

TEST(ScoreOpsTest, DivisionIsReal) {
  EXPECT_EQ(score::divide(integer(1), integer(4)), real(0.25));
  EXPECT_EQ(score::divide(integer(1), integer(0)), none(NullCause::DivisionByZero));
  EXPECT_EQ(score::divide(real(0), real(-0.0)), none(NullCause::DivisionByZero));
  EXPECT_EQ(score::divide(real(Reals::max()), real(0.5)), kNotFinite);
}

TEST(ScoreOpsTest, RealsThatAreNotFiniteAreNull) {
  EXPECT_EQ(score::add(real(Reals::max()), real(Reals::max())), kNotFinite);
  EXPECT_EQ(score::subtract(real(-Reals::max()), real(Reals::max())), kNotFinite);
  EXPECT_EQ(score::multiply(real(1e200), real(1e200)), kNotFinite);
}

TEST(ScoreOpsTest, LogAndSqrtHaveDomains) {
  EXPECT_EQ(score::log(real(2)), real(std::log(2.0)));
  EXPECT_EQ(score::log(integer(1)), real(0));
  EXPECT_EQ(score::log(integer(0)), none(NullCause::LogOfNonPositive));
  EXPECT_EQ(score::log(real(-1)), none(NullCause::LogOfNonPositive));
  EXPECT_EQ(score::sqrt(integer(9)), real(3));
  EXPECT_EQ(score::sqrt(real(-0.0)), real(-0.0));
  EXPECT_EQ(score::sqrt(real(-1)), none(NullCause::SqrtOfNegative));
}

TEST(ScoreOpsTest, IntegersOfReals) {
  EXPECT_EQ(score::floor(real(-2.5)), integer(-3));
  EXPECT_EQ(score::ceil(real(-2.5)), integer(-2));
  EXPECT_EQ(score::truncate(real(-2.5)), integer(-2));
  EXPECT_EQ(score::truncate(real(2.5)), integer(2));
  EXPECT_EQ(score::ceil(real(-0.5)), integer(0));
  EXPECT_EQ(score::floor(integer(INT64_MAX)), integer(INT64_MAX)) << "no detour by a real";
  EXPECT_EQ(score::floor(real(-0x1p63)), integer(INT64_MIN));
  EXPECT_EQ(score::floor(real(std::nextafter(-0x1p63, -HUGE_VAL))), kOverflow);
  EXPECT_EQ(score::ceil(real(0x1p63)), kOverflow);
  EXPECT_EQ(score::ceil(real(std::nextafter(0x1p63, 0))), integer(INT64_MAX - 1023));
}

TEST(ScoreOpsTest, SignsOfZerosAreKept) {
  EXPECT_EQ(score::negate(real(0)), real(-0.0));
  EXPECT_EQ(score::absolute(real(-0.0)), real(0));
  EXPECT_EQ(score::max(real(-0.0), real(0)), real(-0.0)) << "the first of equal ones";
  EXPECT_EQ(score::min(real(0), real(-0.0)), real(0));
}

TEST(ScoreOpsTest, KindsDoNotMix) {
  const Cell apple = Cell::of(&kApple);
  for (const auto operation : {score::add, score::subtract, score::multiply, score::divide,
                               score::max, score::min, score::equal, score::less}) {
    EXPECT_EQ(operation(apple, integer(1)), kWrong);
    EXPECT_EQ(operation(real(1), boolean(true)), kWrong);
    EXPECT_EQ(operation(apple, boolean(true)), kWrong);
  }
  for (const auto operation :
       {score::to_real, score::negate, score::absolute, score::log, score::sqrt, score::floor,
        score::ceil, score::truncate, score::number_of}) {
    EXPECT_EQ(operation(apple), kWrong);
    EXPECT_EQ(operation(boolean(true)), kWrong);
    EXPECT_EQ(operation(kMissing), kMissing);
  }
  EXPECT_EQ(score::add(apple, apple), kWrong);
  EXPECT_EQ(score::logical_not(integer(1)), kWrong);
  EXPECT_EQ(score::string_of(integer(1)), kWrong);
  EXPECT_EQ(score::string_of(apple), apple);
}

TEST(ScoreOpsTest, BooleansHaveNoOrder) {
  EXPECT_EQ(score::equal(boolean(true), boolean(true)), boolean(true));
  EXPECT_EQ(score::not_equal(boolean(true), boolean(false)), boolean(true));
  for (const auto operation : {score::less, score::less_equal, score::greater, score::greater_equal,
                               score::add, score::max}) {
    EXPECT_EQ(operation(boolean(true), boolean(true)), kWrong);
  }
}

TEST(ScoreOpsTest, StringsCompareByCodePoint) {
  const std::string upper = "Zebra";
  EXPECT_EQ(score::less(Cell::of(&upper), Cell::of(&kApple)), boolean(true));
  EXPECT_EQ(score::less(Cell::of(&kApple), Cell::of(&kUmlaut)), boolean(true));
  const std::string copy = kApple;
  EXPECT_EQ(score::equal(Cell::of(&copy), Cell::of(&kApple)), boolean(true));
  EXPECT_EQ(score::greater_equal(Cell::of(&copy), Cell::of(&kApple)), boolean(true));
}

TEST(ScoreOpsTest, TheNullOfAStepWinsElseTheLeftOne) {
  EXPECT_EQ(score::add(kMissing, kWrong), kMissing);
  EXPECT_EQ(score::add(kWrong, kMissing), kWrong);
  EXPECT_EQ(score::add(kMissing, kOfStep), kOfStep);
  EXPECT_EQ(score::less(kOfStep, kMissing), kOfStep);
  EXPECT_EQ(score::equal(boolean(true), kMissing), kMissing) << "before the kinds are looked at";
}

TEST(ScoreOpsTest, AnOperandDecidesWhateverIsNullBesideIt) {
  EXPECT_EQ(score::logical_and(boolean(false), kMissing), boolean(false));
  EXPECT_EQ(score::logical_and(kMissing, boolean(false)), boolean(false));
  EXPECT_EQ(score::logical_and(kMissing, boolean(true)), kMissing);
  EXPECT_EQ(score::logical_or(kMissing, boolean(false)), kMissing);
  EXPECT_EQ(score::logical_and(boolean(true), kMissing), kMissing);
  EXPECT_EQ(score::logical_and(boolean(true), integer(1)), kWrong);
  EXPECT_EQ(score::logical_or(boolean(true), integer(1)), boolean(true));
  EXPECT_EQ(score::logical_or(boolean(false), integer(1)), kWrong);
  EXPECT_EQ(score::logical_or(integer(1), boolean(true)), boolean(true));
  EXPECT_EQ(score::logical_or(integer(1), boolean(false)), kWrong);
  EXPECT_EQ(score::logical_or(kMissing, kOfStep), kMissing);
}

TEST(ScoreOpsTest, SelectTakesOneBranchOnly) {
  EXPECT_EQ(score::select(boolean(true), integer(1), kMissing), integer(1));
  EXPECT_EQ(score::select(boolean(false), integer(1), kMissing), kMissing);
  EXPECT_EQ(score::select(kOfStep, integer(1), integer(2)), kOfStep);
  EXPECT_EQ(score::select(integer(1), integer(1), integer(2)), kWrong);
}

TEST(ScoreOpsTest, DefaultsReplaceTheNullOfNoRows) {
  EXPECT_EQ(score::if_no_rows(none(NullCause::NoRows), integer(1)), integer(1));
  EXPECT_EQ(score::if_no_rows(kMissing, integer(1)), kMissing);
  EXPECT_EQ(score::if_no_rows(integer(0), integer(1)), integer(0));
  const Cell of_a_step = score::of_step(none(NullCause::NoRows), 3);
  EXPECT_EQ(score::if_no_rows(of_a_step, integer(1)), of_a_step);
}

TEST(ScoreOpsTest, StepsMarkTheNullsThatAriseInThem) {
  const Cell marked = score::of_step(kMissing, 3);
  EXPECT_EQ(step_of(marked.null), 3);
  EXPECT_EQ(cause_of(marked.null), NullCause::Missing);
  EXPECT_EQ(score::of_step(marked, 4), marked);
  EXPECT_EQ(score::of_step(integer(1), 4), integer(1));
}

Cell sum_of(const std::vector<Cell>& values, Ledger& ledger, Kind kind = Kind::Any) {
  Cell sum = score::start_sum(kind);
  for (const Cell& value : values) score::add_to_sum(sum, value, ledger.data());
  return sum;
}

TEST(ScoreOpsTest, SumsStartAtZeroOfTheirKind) {
  Ledger ledger{};
  EXPECT_EQ(sum_of({}, ledger), integer(0));
  EXPECT_EQ(sum_of({}, ledger, Kind::Int), integer(0));
  EXPECT_EQ(sum_of({}, ledger, Kind::Real), real(0));
  EXPECT_EQ(sum_of({integer(1), real(0.5), integer(2)}, ledger), real(3.5));
}

TEST(ScoreOpsTest, StringsAreMadeInThePool) {
  StringPool strings;
  EXPECT_EQ(score::add_or_join(strings, Cell::of(&kApple), Cell::of(&kApple)).string(),
            "appleapple");
  EXPECT_EQ(score::add_or_join(strings, integer(1), integer(2)), integer(3));
  EXPECT_EQ(score::add_or_join(strings, Cell::of(&kApple), integer(2)), kWrong);
  EXPECT_EQ(score::add_or_join(strings, Cell::of(&kApple), kMissing), kMissing);
  EXPECT_EQ(score::add_or_join(strings, kMissing, Cell::of(&kApple)), kMissing);
  EXPECT_EQ(score::add_or_join(strings, boolean(true), kMissing), kWrong);
  EXPECT_EQ(score::text(strings, real(2)).string(), "2.0");
  EXPECT_EQ(score::text(strings, boolean(true)).string(), "true");
  EXPECT_EQ(score::text(strings, kMissing), kMissing);
  const std::string longest(StringPool::kMostBytes, 'x');
  EXPECT_EQ(score::add_or_join(strings, Cell::of(&longest), Cell::of(&kApple)),
            none(NullCause::TextTooLong));
}

TEST(ScoreOpsTest, RoundingIsOfTheExactValue) {
  EXPECT_EQ(score::round(real(2.5)), integer(2));
  EXPECT_EQ(score::round_to(real(2.675), integer(2)), real(2.67));
  EXPECT_EQ(score::round_to(real(1e23), integer(-1)), real(1e23));
  EXPECT_EQ(score::round_to(integer(-25), integer(-1)), integer(-20));
  EXPECT_EQ(score::round_to(integer(Integers::max()), integer(-1)), kOverflow);
  EXPECT_EQ(score::round_to(kMissing, integer(2)), kMissing);
}

TEST(ScoreOpsTest, DaysAreCounted) {
  const std::string day = "2020-02-28", next = "2020-03-01 10:00", none_such = "2021-02-29";
  EXPECT_EQ(score::days(Cell::of(&day), Cell::of(&next)), integer(2));
  EXPECT_EQ(score::years(Cell::of(&next), Cell::of(&day)), real(-2 / 365.25));
  EXPECT_EQ(score::days(Cell::of(&day), Cell::of(&none_such)), none(NullCause::NoDate));
  EXPECT_EQ(score::days(Cell::of(&day), integer(1)), kWrong);
}

TEST(ScoreOpsTest, SumsLeaveOutAndCount) {
  Ledger ledger{};
  EXPECT_EQ(sum_of({integer(1), kMissing, boolean(true), kWrong, kMissing}, ledger), integer(1));
  EXPECT_EQ(counted(ledger, NullCause::Missing), 2);
  EXPECT_EQ(counted(ledger, NullCause::WrongKind), 2);
}

TEST(ScoreOpsTest, SumsAreNullForGood) {
  Ledger ledger{};
  EXPECT_EQ(sum_of({integer(1), kOfStep, kMissing, integer(1)}, ledger), kOfStep);
  EXPECT_EQ(counted(ledger, NullCause::Missing), 1) << "counted all the same";
  EXPECT_EQ(sum_of({integer(Integers::max()), integer(1), integer(-1), kOfStep}, ledger),
            kOverflow);
  EXPECT_EQ(sum_of({real(Reals::max()), real(Reals::max()), real(-1)}, ledger), kNotFinite);
}

TEST(ScoreOpsTest, BestOfRows) {
  Ledger ledger{};
  Cell best = score::start_best();
  EXPECT_EQ(best, none(NullCause::NoRows));
  const Cell apple = Cell::of(&kApple);
  for (const Cell& value : {kMissing, kWrong, apple, integer(2), integer(5), integer(3)})
    score::keep_max(best, value, ledger.data());
  EXPECT_EQ(best, integer(5));
  score::keep_max(best, real(1), ledger.data());
  EXPECT_EQ(best, real(5)) << "an integer met a real";
  EXPECT_EQ(counted(ledger, NullCause::Missing), 0);
  EXPECT_EQ(counted(ledger, NullCause::WrongKind), 2);
  Cell least = score::start_best();
  for (const double value : {2.0, 0.0, -0.0}) score::keep_min(least, real(value), ledger.data());
  EXPECT_EQ(least, real(0.0)) << "the first of equal ones";
}

TEST(ScoreOpsTest, EveryCauseHasAName) {
  for (std::size_t cause = 0; cause < kNullCauseCount; ++cause) {
    for (std::size_t other = 0; other < cause; ++other) {
      EXPECT_NE(name_of(static_cast<NullCause>(cause)), name_of(static_cast<NullCause>(other)));
    }
  }
  EXPECT_EQ(name_of(NullCause::DivisionByZero), "division by zero");
}

TEST(ScoreLookupTest, ExactComparesTheTextOfTheValue) {
  const contract::PreparedTable table(
      {.entries = {{"Thai", 2.0}, {"4", 1}, {"4.0", 3}, {"True", 5}},
       .otherwise = {},
       .is_real = true});
  const std::string thai = "Thai";
  EXPECT_EQ(contract::look_up(table, Cell::of(&thai)), real(2));
  EXPECT_EQ(contract::look_up(table, integer(4)), real(1));
  EXPECT_EQ(contract::look_up(table, real(4)), real(3));
  EXPECT_EQ(contract::look_up(table, boolean(true)), real(5));
  EXPECT_EQ(contract::look_up_text(table, "thai"), none(NullCause::NoKey));
  EXPECT_EQ(contract::look_up_text(table, "Thai food"), none(NullCause::NoKey));
}

TEST(ScoreLookupTest, NullsAndDefaults) {
  const contract::PreparedTable with({.entries = {{"a", 1}}, .otherwise = 9});
  const contract::PreparedTable without({.entries = {{"a", 1}}, .otherwise = {}});
  EXPECT_EQ(contract::look_up(with, kMissing), integer(9));
  EXPECT_EQ(contract::look_up(without, kMissing), none(NullCause::NoKey));
  EXPECT_EQ(contract::look_up(with, kWrong), kWrong);
  EXPECT_EQ(contract::look_up(with, kOfStep), kOfStep);
  EXPECT_EQ(contract::look_up(with, score::of_step(kMissing, 2)), score::of_step(kMissing, 2));
}

TEST(ScoreLookupTest, SubstringsWithoutRegardToCase) {
  const std::vector<std::pair<std::string, Value>> entries = {
      {"Pizza", 1}, {"THAI", 2}, {"\xC3\x84", 2}, {"za", 0}};
  const contract::PreparedTable first(
      {.entries = entries, .mode = contract::LookupMode::SubstringFirst});
  const contract::PreparedTable highest(
      {.entries = entries, .mode = contract::LookupMode::SubstringMax});
  EXPECT_EQ(contract::look_up_text(first, "Thai, pizza"), integer(1));
  EXPECT_EQ(contract::look_up_text(highest, "Thai, pizza"), integer(2));
  EXPECT_EQ(contract::look_up_text(highest, "zA"), integer(0));
  EXPECT_EQ(contract::look_up_text(first, "b\xC3\xA4r"), integer(2));
  EXPECT_EQ(contract::look_up_text(first, "sushi"), none(NullCause::NoKey));
}

TEST(ScoreLookupTest, TablesOwnTheirStrings) {
  std::string word = "a word that is too long for the string itself";
  const contract::PreparedTable table({.entries = {{"k", word}}, .otherwise = word});
  word.assign(word.size(), '?');
  EXPECT_EQ(contract::look_up_text(table, "k").string(),
            "a word that is too long for the string itself");
  EXPECT_EQ(contract::look_up_text(table, "other"), contract::look_up_text(table, "k"));
}

}  // namespace
}  // namespace seedc::language
