// Compiles formulas and loads what they read.
#include "test/differential/formula_bench.h"

#include <fstream>
#include <stdexcept>

#include "compiler/opt/passes.h"
#include "compiler/plan/plan_builder.h"
#include "engine/program.h"
#include "runtime/data/source.h"
#include "runtime/exec/formula.h"
#include "test/differential/random_dataset.h"

namespace seedc::differential {

FormulaBench::FormulaBench(const std::filesystem::path& folder,
                           const std::vector<std::string>& texts) {
  const std::filesystem::path file = folder / "formulas.jsonl";
  std::ofstream stream(file);
  for (const std::string& text : texts) stream << text << '\n';
  stream.close();
  auto compilation = engine::compile_files({file.string()}, {});
  if (!compilation || (*compilation)->diagnostics.has_errors())
    throw std::runtime_error("does not compile: " + texts.front());
  formulas = plan::make_plan(opt::optimise((*compilation)->module)).formulas;
  data::DataNeeds needs;
  for (const contract::Formula& formula : formulas) {
    const data::DataNeeds more = exec::needs_of(formula);
    needs.item_paths.insert(needs.item_paths.end(), more.item_paths.begin(), more.item_paths.end());
    needs.review_paths.insert(needs.review_paths.end(), more.review_paths.begin(),
                              more.review_paths.end());
    needs.texts = needs.texts || more.texts;
  }
  auto loaded = data::source_at(dataset_in(folder).string())->load(needs);
  if (!loaded) throw std::runtime_error(loaded.error().text);
  dataset = std::move(*loaded);
}

data::Extractions extractions_in(const std::filesystem::path& folder,
                                 const contract::Formula& formula, const data::Dataset& dataset) {
  const std::filesystem::path file = folder / "extractions.jsonl";
  if (!std::filesystem::exists(file)) return {};
  auto read = data::load_extractions(file.string(), formula.rows.fields, {}, dataset, {});
  if (!read) throw std::runtime_error(read.error().text);
  if (formula.rows.judge) read->apply(*formula.rows.judge);
  return std::move(*read);
}

}  // namespace seedc::differential
