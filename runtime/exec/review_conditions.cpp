// Runs each test once per distinct value of its column, then joins the results review by review.
#include "runtime/exec/review_conditions.h"

#include <tbb/enumerable_thread_specific.h>

#include "runtime/exec/parallel.h"
#include "runtime/exec/review_rules.h"

namespace seedc::exec {
namespace {

constexpr std::uint32_t kItemsPerPortion = 64;
constexpr std::uint32_t kValuesPerPortion = 1024;

/// A test in one dataset.
struct DecidedTest {
  base::MemoryCharge charge = {};
  const data::Column* column = nullptr;
  bool is_of_item = false;
  std::vector<std::uint8_t> passes;  ///< one per value of the column
  std::uint64_t undecided = 0;

  bool holds(std::uint32_t item, std::uint32_t review) const {
    return passes[column->codes[is_of_item ? item : review]] != 0;
  }
};

DecidedTest decide(const PreparedTest& test, const data::Column& column, const base::Call& call,
                   const ExecuteOptions& options) {
  DecidedTest decided{.charge = {call, "rows", column.values.size()},
                      .column = &column,
                      .is_of_item = test.load().source == contract::LoadSpec::Source::Item,
                      .passes = std::vector<std::uint8_t>(column.values.size())};
  tbb::enumerable_thread_specific<PreparedTest::Run> runs([&] { return PreparedTest::Run(test); });
  for_each_range(static_cast<std::uint32_t>(column.values.size()), kValuesPerPortion,
                 options.threads, call, [&](std::uint32_t begin, std::uint32_t end) {
                   PreparedTest::Run& run = runs.local();
                   language::Value year;
                   for (std::uint32_t code = begin; code < end; ++code)
                     decided.passes[code] =
                         run.passes(read_as(test.load(), column.values[code], year)) ? 1 : 0;
                 });
  for (const PreparedTest::Run& run : runs) decided.undecided += run.undecided();
  return decided;
}

}  // namespace

PreparedCondition::PreparedCondition(const contract::ReviewCondition& condition)
    : condition_(&condition) {
  for (const contract::LoadSpec& load : condition.tests) tests_.emplace_back(load);
}

ChosenReviews PreparedCondition::choose(const data::Dataset& dataset,
                                        const data::Extractions* extractions,
                                        const ExecuteOptions& options) const {
  ChosenReviews chosen{.charge = {dataset.call(), "rows", dataset.review_count()}};
  chosen.is_chosen.resize(dataset.review_count());
  std::vector<DecidedTest> decided;
  for (const PreparedTest& test : tests_) {
    decided.push_back(
        decide(test, column_of(test.load(), dataset, extractions), dataset.call(), options));
    chosen.undecided_texts += decided.back().undecided;
  }
  const auto choose = [&](std::uint32_t first_item, std::uint32_t end_item) {
    std::vector<std::uint8_t> values;
    for (std::uint32_t item = first_item; item < end_item; ++item) {
      const ReviewRange reviews = reviews_of(dataset, item);
      for (std::uint32_t review = reviews.begin; review < reviews.end; ++review) {
        const auto passes = [&](std::uint32_t test) { return decided[test].holds(item, review); };
        chosen.is_chosen[review] = meets(*condition_, passes, values) ? 1 : 0;
      }
    }
  };
  for_each_range(dataset.item_count(), kItemsPerPortion, options.threads, dataset.call(), choose);
  return chosen;
}

}  // namespace seedc::exec
