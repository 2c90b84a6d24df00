// How likely each value of an output is if every extracted value may be wrong, in small random
// worlds: exact answers against the plain evaluator in all of the ways that values may be wrong,
// and answers that are drawn within six standard errors of them.
//
// SEEDC_DIFF_SENSITIVITY_ROUNDS (25) is how many datasets there are, of 6 formulas each.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <functional>
#include <iostream>
#include <map>

#include "engine/bounds/wrong_values.h"
#include "runtime/exec/formula.h"
#include "test/differential/formula_bench.h"
#include "test/differential/formula_engines.h"
#include "test/differential/formula_text.h"
#include "test/differential/harness.h"
#include "test/differential/plain/formula.h"
#include "test/differential/random_extractions.h"
#include "test/differential/random_formula.h"

namespace seedc::differential {
namespace {

using plain::Json;
using Rows = std::map<std::string, Json>;  ///< by review

constexpr std::size_t kSensitiveFormulasPerRound = 6;
constexpr std::size_t kMostWays = 1500;  ///< of an item
constexpr std::uint64_t kAll = 1'000'000;
constexpr std::uint64_t kFew = 60;

struct SensitivityCounts {
  std::uint64_t exact = 0, drawn = 0, values = 0, worlds = 0;
};
SensitivityCounts sensitivity_counts;

/// Fields whose values are declared, and one of whose values the rows say what they may be.
Json varied_fields() {
  return Json::parse(
      R"([{"name":"a","type":"enum","values":{"x":"first","y":"second","z":"third"}},
          {"name":"b","type":"bool"},
          {"name":"n","type":"int","minimum":0,"maximum":2},
          {"name":"w","type":"float"}])");
}

/// What was extracted from a review, with values that are missing and such as do not count.
Json varied_row(Random& random, const std::string& review) {
  Json row = {{"review_id", review}};
  const auto pick = [&](const char* field, const std::vector<Json>& values) {
    if (random.chance(80)) row[field] = values[random.between(0, values.size() - 1)];
  };
  pick("a", {"x", "y", "z", "undeclared"});
  pick("b", {true, false});
  pick("n", {0, 1, 2, 7});
  pick("w", {0.5, -1.0});
  pick("a.agreement", {0.5, 1.0});
  return row;
}

/// Whether a value of a row counts.
bool is_read(const std::string& field, const Json& value) {
  return !value.is_null() && value != "undeclared" && !(field == "n" && value == 7);
}

/// All that may be extracted for a field.
std::vector<Json> values_of(const std::string& field, const std::vector<Json>& rows) {
  if (field == "a") return {"x", "y", "z"};
  if (field == "b") return {true, false};
  if (field == "n") return {0, 1, 2};
  std::vector<Json> found;
  for (const Json& row : rows) {
    const Json value = row.value(field, Json());
    if (is_read(field, value) && std::ranges::find(found, value) == found.end())
      found.push_back(value);
  }
  return found;
}

/// Nulls are one value, whatever their causes.
std::string value_text_of(const plain::Scalar& value) {
  return plain::null_of(value) != nullptr ? "null"
                                          : std::to_string(value.index()) + plain::str(value);
}
std::string value_text_of(const language::Cell& cell) {
  return value_text_of(plain::scalar_of(Json::parse(language::to_json(language::value_of(cell)))));
}

using Chances = std::map<std::string, std::map<std::string, double>>;  ///< by output, by value

/// An item's formula in all of the ways that its values may be wrong.
class AllWays {
 public:
  AllWays(const ast::Formula& formula, const plain::Records& records, Rows rows,
          std::vector<std::string> reviews, std::uint32_t item, double probability)
      : formula_(formula),
        world_{plain::world_of(records), {}},
        rows_(std::move(rows)),
        reviews_(std::move(reviews)),
        item_(item),
        probability_(probability) {}

  /// `relevant`: the rows of all items, which say what values there are. Empty if there are too
  /// many ways.
  Chances chances(const std::vector<Json>& relevant) {
    for (const char* field : {"a", "b", "n", "w"}) fields_[field] = values_of(field, relevant);
    std::size_t ways = 1;
    for (const std::string& review : reviews_) {
      for (const auto& [field, values] : fields_)
        ways *= is_read(field, rows_.at(review).value(field, Json())) ? values.size() : 1;
      if (ways > kMostWays) return {};
    }
    choose(0, fields_.begin(), 1);
    return chances_;
  }

 private:
  using Field = std::map<std::string, std::vector<Json>>::const_iterator;

  void choose(std::size_t review, Field field, double probability) {
    if (field == fields_.end()) return choose(review + 1, fields_.begin(), probability);
    if (review >= reviews_.size()) return add(probability);
    Json& row = rows_.at(reviews_[review]);
    const Json now = row.value(field->first, Json());
    const auto others = static_cast<double>(field->second.size()) - 1;
    if (!is_read(field->first, now) || others <= 0)
      return choose(review, std::next(field), probability);
    for (const Json& value : field->second) {
      row[field->first] = value;
      choose(review, std::next(field),
             probability * (value == now ? 1 - probability_ : probability_ / others));
    }
    rows_.at(reviews_[review])[field->first] = now;
  }

  void add(double probability) {
    world_.extractions.emplace();
    for (const auto& [review, row] : rows_) world_.extractions->push_back(row);
    ++sensitivity_counts.worlds;
    const plain::FormulaValues values = plain::evaluate_formula(formula_, world_);
    for (const auto& [output, value] : values.items[item_])
      chances_[output][value_text_of(value)] += probability;
  }

  const ast::Formula& formula_;
  plain::FormulaWorld world_;
  Rows rows_;
  std::vector<std::string> reviews_;
  std::uint32_t item_;
  double probability_;
  std::map<std::string, std::vector<Json>> fields_;
  Chances chances_;
};

void check_chances(const bounds::OutputChances& answer, std::map<std::string, double> expected,
                   std::uint64_t samples, const std::string& name) {
  double sum = 0;
  for (const bounds::Chance& chance : answer.chances) {
    ++sensitivity_counts.values;
    sum += chance.probability;
    double& exact = expected[value_text_of(chance.value)];
    const double drawn = static_cast<double>(samples);
    const double most =
        samples == kAll ? 1e-9 : 6 * std::sqrt(exact * (1 - exact) / drawn) + 6 / drawn;
    EXPECT_NEAR(chance.probability, exact, most)
        << name << "\nvalue " << value_text_of(chance.value);
    exact = 0;
  }
  EXPECT_NEAR(sum, 1, 1e-9) << name;
  const double few = samples == kAll ? 1e-9 : 20 / static_cast<double>(samples);
  for (const auto& [value, left] : expected) EXPECT_LT(left, few) << name << "\nvalue " << value;
}

void check_item_chances(const contract::Formula& formula, const ast::Formula& tree,
                        const std::string& text, const plain::Records& records, const Rows& rows,
                        const data::Dataset& dataset, const data::Extractions& extractions,
                        double probability) {
  const auto prepared = std::make_shared<const exec::PreparedFormula>(formula);
  const auto bound = exec::BoundFormula::bind(prepared, dataset, extractions, {.threads = 1});
  const bounds::FormulaRows of_formula(prepared, bound, dataset, extractions);
  const bounds::WrongValues all(of_formula, bound, dataset, extractions, {probability, 7, kAll});
  const bounds::WrongValues few(of_formula, bound, dataset, extractions, {probability, 7, kFew});
  std::vector<Json> relevant;
  for (std::uint32_t review = 0; review < dataset.review_count(); ++review) {
    if (bound.is_relevant(review))
      relevant.push_back(rows.at(std::string(dataset.review_id(review))));
  }
  for (std::uint32_t item = 0; item < dataset.item_count(); ++item) {
    const bounds::ItemRows at_item = of_formula.at(item);
    std::vector<std::string> reviews;
    for (const bounds::ItemRow& row : at_item.rows)
      reviews.emplace_back(dataset.review_id(row.review));
    const Chances expected =
        AllWays(tree, records, rows, reviews, item, probability).chances(relevant);
    if (expected.empty()) continue;
    const bounds::ItemChances exact = all.at(at_item);
    const bounds::ItemChances drawn = few.at(at_item);
    EXPECT_TRUE(exact.is_exact);
    ++(drawn.is_exact ? sensitivity_counts.exact : sensitivity_counts.drawn);
    for (std::size_t output = 0; output < formula.outputs.size(); ++output) {
      const auto found = expected.find(formula.outputs[output]);
      if (found == expected.end()) continue;  // A list.
      const std::string name = fmt::format("{}\nitem {} output {}", text, item, found->first);
      check_chances(exact.outputs[output], found->second, kAll, name);
      check_chances(drawn.outputs[output], found->second, drawn.is_exact ? kAll : kFew, name);
    }
  }
}

void run_sensitive_round(std::uint64_t seed) {
  Random random(seed);
  const Folder folder;
  const plain::Records records = random_formula_records(random, {.items = 3, .most_reviews = 4});
  write_dataset(records, folder.path());
  std::vector<std::string> texts;
  for (std::size_t i = 0; i < kSensitiveFormulasPerRound; ++i)
    texts.push_back(formula_text(random_formula(random, varied_fields()), Parentheses::Needed));
  std::ofstream stream(folder.path() / "extractions.jsonl");
  Rows rows;
  for (const Json& review : records.reviews) {
    const std::string id = review.value("review_id", "");
    if (!rows.contains(id)) stream << (rows[id] = varied_row(random, id)).dump() << '\n';
  }
  stream.close();
  const FormulaBench bench(folder.path(), texts);
  const auto trees = parse_formulas(texts);
  for (std::size_t i = 0; i < bench.formulas.size(); ++i) {
    if (bench.formulas[i].rows.judge) continue;
    const data::Extractions extractions =
        extractions_in(folder.path(), bench.formulas[i], *bench.dataset);
    check_item_chances(bench.formulas[i], trees[i], fmt::format("seed {}\n{}", seed, texts[i]),
                       records, rows, *bench.dataset, extractions, random.chance(20) ? 1.0 : 0.25);
  }
}

TEST(Sensitivity, IsThatOfAllWaysInWhichValuesAreWrong) {
  const testing::TestResult& result =
      *testing::UnitTest::GetInstance()->current_test_info()->result();
  const std::uint64_t first = setting("SEEDC_DIFF_SEED", 1);
  const std::uint64_t rounds = setting("SEEDC_DIFF_SENSITIVITY_ROUNDS", 25);
  for (std::uint64_t i = 0; i < rounds && result.total_part_count() < 3; ++i)
    run_sensitive_round(first + i);
  std::cerr << fmt::format("sensitivity: {} items exact, {} drawn; {} values; {} worlds\n",
                           sensitivity_counts.exact, sensitivity_counts.drawn,
                           sensitivity_counts.values, sensitivity_counts.worlds);
  EXPECT_GT(sensitivity_counts.drawn, 0U);
}

}  // namespace
}  // namespace seedc::differential
