// Counts the rows of formulas in which fields are missing.
#include "engine/lint/lint_formulas.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <map>
#include <optional>

#include "engine/evaluate.h"
#include "engine/formulas.h"
#include "engine/lint/lint_formula_paths.h"
#include "engine/report/text.h"

namespace seedc::lint {
namespace {

/// The rows of one formula.
class Rows {
 public:
  Rows(const contract::Formula& formula, const data::Dataset& dataset,
       data::Extractions extractions, const exec::ExecuteOptions& options)
      : extractions_(std::move(extractions)),
        bound_(exec::BoundFormula::bind(std::make_shared<const exec::PreparedFormula>(formula),
                                        dataset, extractions_, options)),
        reviews_(dataset.review_count()) {}

  /// `: 34 of 120 rows`, those that lack one of the fields.
  std::string count_text(const std::set<std::string>& fields) const {
    std::vector<const data::Column*> columns;
    for (const std::string& field : fields)
      columns.push_back(&extractions_.field(field.substr(field.find('.') + 1)));
    std::uint64_t rows = 0, lost = 0;
    for (std::uint32_t review = 0; review < reviews_; ++review) {
      if (!is_row(review)) continue;
      ++rows;
      lost += std::ranges::any_of(columns, [&](const data::Column* column) {
        return column->values[column->codes[review]].is_null();
      });
    }
    return fmt::format(": {} of {}", lost, report::counted(rows, "row"));
  }

 private:
  bool is_row(std::uint32_t review) const {
    return extractions_.state(review) == data::ExtractionState::Usable &&
           bound_.is_relevant(review) && bound_.is_kept(review);
  }

  data::Extractions extractions_;
  exec::BoundFormula bound_;
  std::uint32_t reviews_;
};

/// The plan, the data and the extractions of a compilation; empty without data or extractions.
class RowCounts {
 public:
  static base::Result<RowCounts> read(const engine::Compilation& compilation,
                                      const LintOptions& options) {
    RowCounts counts;
    if (!options.data || options.extractions.empty()) return counts;
    const contract::Plan plan = engine::plan_of(compilation, /*keep_names=*/false);
    const engine::FormulaRunOptions run{.extractions = options.extractions,
                                        .load = {.threads = options.threads},
                                        .execute = {.threads = options.threads}};
    auto usable = engine::check_options(plan, engine::own_compiled_formulas(compilation), run);
    if (!usable) return tl::unexpected(usable.error());
    const auto dataset = engine::load_for(
        plan, {.data = options.data, .threads = options.threads, .host = options.host});
    if (!dataset) return tl::unexpected(dataset.error());
    for (const check::CheckedFormula& formula : compilation.formulas) {
      if (!formula.compiled || formula.missing.empty()) continue;
      auto extractions = engine::read_extractions(plan, *formula.compiled, *dataset, run);
      if (!extractions) return tl::unexpected(extractions.error());
      const Rows rows(plan.formulas[*formula.compiled], *dataset, *std::move(extractions),
                      run.execute);
      for (const check::MissingValues& missing : formula.missing)
        counts.texts_.emplace(&missing, rows.count_text(missing.fields));
    }
    return counts;
  }

  std::string text_of(const check::MissingValues& missing) const {
    const auto found = texts_.find(&missing);
    return found == texts_.end() ? std::string() : found->second;
  }

 private:
  std::map<const check::MissingValues*, std::string> texts_;
};

}  // namespace

base::Result<void> lint_formulas(engine::Compilation& compilation, const LintOptions& options) {
  for (const ast::Program& program : compilation.programs) {
    for (const ast::Formula& formula : program.formulas)
      lint_formula_paths(formula, *compilation.names, compilation.diagnostics);
  }
  const auto counts = RowCounts::read(compilation, options);
  if (!counts) return tl::unexpected(counts.error());
  for (const check::CheckedFormula& formula : compilation.formulas) {
    for (const check::MissingValues& missing : formula.missing) {
      compilation.diagnostics
          .report(diag::DiagCode::MissingLeftOut, missing.span, missing.what,
                  fmt::format("`{}`", fmt::join(missing.fields, "` or `")),
                  counts->text_of(missing))
          .help =
          fmt::format("give them a `default`, or write default({}, …)", *missing.fields.begin());
    }
  }
  return {};
}

}  // namespace seedc::lint
