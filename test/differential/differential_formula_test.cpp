// Random formulas over random datasets: every engine gives what the plain reading of semantics.md
// section 6 gives, value by value, null by null, row by row.
//
// Each round is one dataset and 50 formulas, a tenth of that if the dataset is large.
// SEEDC_DIFF_SEED (1) is the seed of the first round, and SEEDC_DIFF_FORMULA_ROUNDS (440) how many
// there are; round n has the seed of the first plus n.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <map>
#include <optional>
#include <set>

#include "test/differential/formula_difference.h"
#include "test/differential/formula_engines.h"
#include "test/differential/formula_text.h"
#include "test/differential/harness.h"
#include "test/differential/plain/formula.h"
#include "test/differential/plain/group_names.h"
#include "test/differential/random_extractions.h"
#include "test/differential/random_formula.h"
#include "test/differential/shrink.h"

namespace seedc::differential {
namespace {

using plain::FormulaValues;
using plain::Json;
using plain::Scalar;

constexpr std::size_t kFormulasPerRound = 50;
constexpr std::size_t kFormulasPerLargeRound = 5;
constexpr std::ptrdiff_t kMostReviewsShown = 20;

class FormulaRound {
 public:
  explicit FormulaRound(std::uint64_t seed) : seed_(seed), random_(seed) {
    const DatasetSize size = random_size_of_round();
    const plain::Records records = random_formula_records(random_, size);
    write_dataset(records, folder_.path());
    world_.world = plain::world_of(records);
    if (random_.chance(92)) {
      fields_ = random_fields(random_);
      world_.extractions = random_extractions(random_, fields_, records);
      write_extractions(*world_.extractions, folder_.path());
    }
    for (std::size_t i = 0; i < (is_large_ ? kFormulasPerLargeRound : kFormulasPerRound); ++i) {
      formulas_.push_back(random_formula(random_, random_.chance(95) ? fields_ : Json::array()));
    }
  }

  void run() {
    std::vector<std::string> texts;
    for (const Json& formula : formulas_) {
      texts.push_back(formula_text(formula, Parentheses::Needed));
    }
    const auto engines = run_formula_engines(folder_.path(), texts);
    if (!engines) {
      ADD_FAILURE() << heading() << engines.error().text;
      return;
    }
    const std::vector<plain::FormulaValues> plain = plain_values();
    for (const FormulaEngineValues& engine : *engines) {
      for (std::size_t i = 0; i < plain.size(); ++i) {
        if (find_difference(plain[i], engine.formulas[i])) return report(formulas_[i]);
        count_evaluations(count_values(engine.formulas[i]));
      }
    }
  }

  std::vector<plain::FormulaValues> plain_values() const { return plain_values(formulas_); }
  const std::vector<Json>& formulas() const { return formulas_; }

 private:
  /// Mostly small ones. The others have more items, or more rows of an item, than engines take at a
  /// time.
  DatasetSize random_size_of_round() {
    is_large_ = random_.chance(8);
    if (!is_large_) {
      return {.items = random_.between(1, 12),
              .most_reviews = random_.pick(std::vector<std::size_t>{2, 6, 12})};
    }
    if (random_.chance(50)) return {.items = random_.between(500, 800), .most_reviews = 2};
    return {.items = 2, .most_reviews = random_.between(300, 5000)};
  }

  /// The engines' formulas have parentheses where they must; here they are everywhere, so that the
  /// precedence of operators is tested too.
  std::vector<plain::FormulaValues> plain_values(const std::vector<Json>& formulas) const {
    std::vector<std::string> texts;
    for (const Json& formula : formulas) texts.push_back(formula_text(formula, Parentheses::All));
    std::vector<plain::FormulaValues> values;
    for (const ast::Formula& formula : parse_formulas(texts)) {
      values.push_back(plain::evaluate_formula(formula, world_));
    }
    return values;
  }

  /// Where a failure can be looked into; keeps the files.
  std::string heading() {
    folder_.keep();
    return fmt::format("seed {}, files in {}\n", seed_, folder_.path().string());
  }

  void report(const Json& formula) {
    const std::string text =
        heading() + "formula: " + formula_text(formula, Parentheses::Needed) + '\n';
    if (!disagreement(formula)) {
      ADD_FAILURE() << text << "alone, the formula gives no difference";
      return;
    }
    const Json reduced = shrink_formula(
        formula, [this](const Json& smaller) { return disagreement(smaller).has_value(); });
    ADD_FAILURE() << text << "reduced: " << formula_text(reduced, Parentheses::Needed) << '\n'
                  << *disagreement(reduced);
  }

  /// How the engines differ on a formula alone, or std::nullopt if they agree or it does not
  /// compile.
  std::optional<std::string> disagreement(const Json& formula) {
    const auto engines =
        run_formula_engines(folder_.path(), {formula_text(formula, Parentheses::Needed)});
    if (!engines) return std::nullopt;
    const plain::FormulaValues plain = plain_values({formula}).at(0);
    for (const FormulaEngineValues& engine : *engines) {
      const auto found = find_difference(plain, engine.formulas.at(0));
      if (!found) continue;
      return fmt::format("{}\n  {}\n{}", engine.engine, found->what,
                         found->item ? describe_item(*found->item) : "");
    }
    return std::nullopt;
  }

  std::string describe_item(std::size_t number) const {
    const plain::Item& item = world_.world.items[number];
    std::string text = fmt::format("item {}: {}\n", number, item.value.dump());
    for (const Json& review : item.reviews) {
      if (&review - item.reviews.data() == kMostReviewsShown) return text + "  …\n";
      text += fmt::format("  review: {}\n", review.dump());
      for (const Json& row : world_.extractions.value_or(std::vector<Json>())) {
        if (row["review_id"] == review["review_id"]) text += fmt::format("    {}\n", row.dump());
      }
    }
    return text;
  }

  std::uint64_t seed_;
  Random random_;
  bool is_large_ = false;
  Json fields_ = Json::array();
  plain::FormulaWorld world_;
  std::vector<Json> formulas_;
  Folder folder_;
};

TEST(DifferentialFormula, EveryEngineAgreesWithThePlainReading) {
  constexpr int kMostReports = 3;
  const testing::TestResult& result =
      *testing::UnitTest::GetInstance()->current_test_info()->result();
  const std::uint64_t first = setting("SEEDC_DIFF_SEED", 1);
  const std::uint64_t rounds = setting("SEEDC_DIFF_FORMULA_ROUNDS", 440);
  for (std::uint64_t i = 0; i < rounds && result.total_part_count() < kMostReports; ++i) {
    FormulaRound(first + i).run();
  }
}

/// The results of the steps of one operation.
struct Seen {
  std::size_t values = 0, nulls = 0;
  std::set<std::string> kinds;
};

std::string kind_of(const Scalar& value) {
  static constexpr const char* kNames[] = {"null", "boolean", "integer", "real", "string"};
  return kNames[value.index()];
}

/// The operation of the step, perhaps in a group, that a value is of: `sum`, `sum over`, … Empty
/// for what is no step.
std::string operation_of(const Json& steps, const plain::Path& name) {
  for (const Json& step : steps) {
    if (step["name"] != name[0]) continue;
    if (name.size() > 1) return operation_of(step["compute"], {name.back()});
    const char* what = step.contains("over") ? " over" : step.contains("of") ? " of" : "";
    return step["op"].get<std::string>() + what;
  }
  return "";
}

/// The results of all steps of the first rounds, by operation, and the causes that arose.
std::map<std::string, Seen> collect(std::set<language::NullCause>& causes) {
  std::map<std::string, Seen> seen;
  for (std::uint64_t seed = 1; seed <= 80; ++seed) {
    const FormulaRound round(seed);
    const auto values = round.plain_values();
    for (std::size_t i = 0; i < values.size(); ++i) {
      for (const auto& [step, left_out] : values[i].ledger.left_out) {
        for (const auto& [cause, rows] : left_out) causes.insert(cause);
      }
      for (const auto& item : values[i].lists) {
        for (const auto& [name, list] : item) {
          Seen& lists = seen["collect"];
          ++lists.values;
          lists.kinds.insert(list.empty() ? "empty list" : "list");
        }
      }
      for (const auto& item : values[i].items) {
        for (const auto& [name, value] : item) {
          const std::string operation =
              operation_of(round.formulas()[i]["compute"], plain::parts_of_name(name));
          if (operation.empty()) continue;
          Seen& of_operation = seen[operation];
          const plain::Null* null = plain::null_of(value);
          ++(null == nullptr ? of_operation.values : of_operation.nulls);
          of_operation.kinds.insert(kind_of(value));
          if (null != nullptr) causes.insert(null->cause);
        }
      }
    }
  }
  return seen;
}

TEST(DifferentialFormula, RandomFormulasTakeEveryValueTheyCan) {
  std::set<language::NullCause> causes;
  const auto seen = collect(causes);
  const std::set<std::string> any = {"null", "boolean", "integer", "real", "string"};
  const std::set<std::string> numbers = {"null", "integer", "real"};
  const std::map<std::string, std::set<std::string>> expected = {
      {"const", {"boolean", "integer", "real", "string"}},
      {"count", {"integer"}},
      {"sum", numbers},
      {"max", numbers},
      {"min", numbers},
      {"lookup", any},
      {"case", any},
      {"expr", any},
      {"count over", {"null", "integer"}},
      {"sum over", numbers},
      {"max over", numbers},
      {"min over", numbers},
      {"argmax over", {"null", "string"}},
      {"argmin over", {"null", "string"}},
      {"argmax of", {"null", "string"}},
      {"argmin of", {"null", "string"}},
      {"collect", {"empty list", "list"}},
  };
  EXPECT_EQ(seen.size(), expected.size());
  for (const auto& [operation, of_operation] : seen) {
    EXPECT_EQ(of_operation.kinds, expected.at(operation)) << operation;
    EXPECT_GT(of_operation.values, of_operation.nulls) << operation << ": most are null";
  }
  for (std::size_t number = 1; number < language::kNullCauseCount; ++number) {
    const auto cause = static_cast<language::NullCause>(number);
    EXPECT_TRUE(causes.contains(cause)) << language::name_of(cause) << " never arises";
  }
}

}  // namespace
}  // namespace seedc::differential
