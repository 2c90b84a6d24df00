// A dataset and programs for it, both drawn from the input: the plain evaluator of semantics.md,
// the interpreter and native code, raw and optimised, all give the same results. The number of
// compared values is printed when the process ends.
#include <fmt/format.h>

#include "test/differential/engines.h"
#include "test/differential/formula_difference.h"
#include "test/differential/formula_engines.h"
#include "test/differential/formula_text.h"
#include "test/differential/harness.h"
#include "test/differential/plain/evaluator.h"
#include "test/differential/random_dataset.h"
#include "test/differential/random_extractions.h"
#include "test/differential/random_formula.h"
#include "test/differential/random_program.h"
#include "test/fuzz/target.h"

namespace seedc::fuzz::worlds_target {
namespace {

using plain::Json;

differential::DatasetSize small_size(differential::Random& random) {
  return {.items = random.between(1, 40), .most_reviews = random.between(1, 8)};
}

void check_requests(differential::Random& random) {
  const plain::Records records = differential::random_records(random, small_size(random));
  const std::vector<Json> conditions =
      differential::random_conditions(random, random.between(1, 24));
  std::vector<Json> requests;
  for (std::size_t i = random.between(1, 40); i > 0; --i)
    requests.push_back(differential::random_structure(random, conditions));
  const differential::Folder folder;
  differential::write_dataset(records, folder.path());
  const auto engines = differential::run_engines(folder.path(), requests);
  require(engines.has_value(), engines ? "" : "requests run: " + engines.error().text);
  plain::Evaluator plain(plain::world_of(records));
  for (std::size_t i = 0; i < requests.size(); ++i) {
    const std::vector<language::Tri> expected = plain.evaluate(requests[i]);
    for (const auto& engine : *engines) {
      require(engine.values[i] == expected,
              fmt::format("{} gives the plain values of {}", engine.engine, requests[i].dump()));
      differential::count_evaluations(expected.size());
    }
  }
}

/// The formulas' values by the plain evaluator, whose expressions are fully parenthesised.
std::vector<plain::FormulaValues> plain_values(const std::vector<Json>& formulas,
                                               const plain::FormulaWorld& world) {
  std::vector<std::string> texts;
  for (const Json& formula : formulas)
    texts.push_back(differential::formula_text(formula, differential::Parentheses::All));
  std::vector<plain::FormulaValues> values;
  for (const ast::Formula& formula : differential::parse_formulas(texts))
    values.push_back(plain::evaluate_formula(formula, world));
  return values;
}

void check_formulas(differential::Random& random) {
  const plain::Records records = differential::random_formula_records(random, small_size(random));
  const differential::Folder folder;
  differential::write_dataset(records, folder.path());
  plain::FormulaWorld world;
  world.world = plain::world_of(records);
  const Json fields = differential::random_fields(random);
  world.extractions = differential::random_extractions(random, fields, records);
  differential::write_extractions(*world.extractions, folder.path());
  std::vector<Json> formulas;
  std::vector<std::string> texts;
  for (std::size_t i = random.between(1, 8); i > 0; --i) {
    formulas.push_back(differential::random_formula(random, fields));
    texts.push_back(differential::formula_text(formulas.back(), differential::Parentheses::Needed));
  }
  const auto engines = differential::run_formula_engines(folder.path(), texts);
  require(engines.has_value(), engines ? "" : "formulas run: " + engines.error().text);
  const auto plain = plain_values(formulas, world);
  for (const auto& engine : *engines) {
    for (std::size_t i = 0; i < plain.size(); ++i) {
      const auto found = differential::find_difference(plain[i], engine.formulas[i]);
      require(!found, fmt::format("{} gives the plain values of {}:\n{}", engine.engine, texts[i],
                                  found ? found->what : ""));
      differential::count_evaluations(differential::count_values(engine.formulas[i]));
    }
  }
}

void run(std::string_view input) {
  const bool is_of_formulas = take_byte(input) % 2 == 0;
  differential::Random random(input);
  is_of_formulas ? check_formulas(random) : check_requests(random);
}

std::vector<std::string> seeds() { return {"0", "1", "0formula", "1request"}; }

const Registration kRegistration({"worlds", run, seeds, /*price=*/40});

}  // namespace
}  // namespace seedc::fuzz::worlds_target
