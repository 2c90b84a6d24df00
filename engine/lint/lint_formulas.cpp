// Looks for the rows of formulas, and counts those in which fields are missing.
#include "engine/lint/lint_formulas.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <optional>

#include "engine/evaluate.h"
#include "engine/formulas.h"
#include "engine/lint/lint_formula_paths.h"
#include "engine/lint/lint_relevant.h"
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

  struct Count {
    std::uint64_t lost = 0, all = 0;
  };
  /// Of all, those that lack one of the fields.
  Count count(const std::set<std::string>& fields) const {
    std::vector<const data::Column*> columns;
    for (const std::string& field : fields)
      columns.push_back(&extractions_.field(field.substr(field.find('.') + 1)));
    Count count;
    for (std::uint32_t review = 0; review < reviews_; ++review) {
      if (!is_row(review)) continue;
      ++count.all;
      count.lost += std::ranges::any_of(columns, [&](const data::Column* column) {
        return column->values[column->codes[review]].is_null();
      });
    }
    return count;
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

/// The formulas of a compilation, and the data and the extractions they are checked against.
class FormulaData {
 public:
  FormulaData(engine::Compilation& compilation, const LintOptions& options)
      : compilation_(compilation),
        options_(options),
        run_{.extractions = options.extractions,
             .load = {.threads = options.threads},
             .execute = {.threads = options.threads}} {
    plan_.formulas = engine::plan_of(compilation, /*keep_names=*/false).formulas;
  }

  base::Result<void> read() {
    if (!is_wanted()) return {};
    if (!options_.extractions.empty()) {
      auto usable = engine::check_options(plan_, engine::own_compiled_formulas(compilation_), run_);
      if (!usable) return tl::unexpected(usable.error());
    }
    auto dataset = engine::load_for(
        plan_, {.data = options_.data, .threads = options_.threads, .host = options_.host});
    if (!dataset) return tl::unexpected(dataset.error());
    find_irrelevant(*dataset);
    return options_.extractions.empty() ? base::Result<void>() : count_rows(*dataset);
  }

  /// The rows that are lost; nothing without data or extractions.
  std::optional<Rows::Count> rows_of(const check::MissingValues& missing) const {
    const auto found = counts_.find(&missing);
    return found == counts_.end() ? std::nullopt : std::optional(found->second);
  }

 private:
  bool is_wanted() const {
    const auto chooses = [](const contract::Formula& formula) {
      return !formula.rows.keywords.empty() || formula.rows.relevant;
    };
    return options_.data &&
           (!options_.extractions.empty() || std::ranges::any_of(plan_.formulas, chooses));
  }

  /// The formulas that rankings import are linted where they are written.
  void find_irrelevant(const data::Dataset& dataset) {
    std::size_t number = 0;
    for (const ast::Program& program : compilation_.programs) {
      for (const ast::Formula& written : program.formulas) {
        if (const auto compiled = compilation_.formulas[number++].compiled)
          lint_relevant(written, plan_.formulas[*compiled], dataset, run_.execute,
                        compilation_.diagnostics);
      }
    }
  }

  base::Result<void> count_rows(const data::Dataset& dataset) {
    for (const check::CheckedFormula& formula : compilation_.formulas) {
      if (!formula.compiled || formula.missing.empty()) continue;
      auto extractions = engine::read_extractions(plan_, *formula.compiled, dataset, run_);
      if (!extractions) return tl::unexpected(extractions.error());
      const Rows rows(plan_.formulas[*formula.compiled], dataset, *std::move(extractions),
                      run_.execute);
      for (const check::MissingValues& missing : formula.missing) {
        if (missing.are_all_rows) counts_.emplace(&missing, rows.count(missing.fields));
      }
    }
    return {};
  }

  engine::Compilation& compilation_;
  const LintOptions& options_;
  const engine::FormulaRunOptions run_;
  contract::Plan plan_;
  std::map<const check::MissingValues*, Rows::Count> counts_;
};

}  // namespace

base::Result<void> lint_formulas(engine::Compilation& compilation, const LintOptions& options) {
  for (const ast::Program& program : compilation.programs) {
    for (const ast::Formula& formula : program.formulas)
      lint_formula_paths(formula, *compilation.names, compilation.diagnostics);
  }
  FormulaData data(compilation, options);
  if (auto done = data.read(); !done) return done;
  for (const check::CheckedFormula& formula : compilation.formulas) {
    for (const check::MissingValues& missing : formula.missing) {
      const auto rows = data.rows_of(missing);
      if (missing.needs_rows && (!rows || rows->lost == 0)) continue;
      compilation.diagnostics
          .report(
              diag::DiagCode::MissingLeftOut, missing.span, missing.what,
              fmt::format("`{}`", fmt::join(missing.fields, "` or `")),
              rows ? fmt::format(": {} of {}", rows->lost, report::counted(rows->all, "row")) : "")
          .help =
          fmt::format("give them a `default`, or write default({}, …)", *missing.fields.begin());
    }
  }
  return {};
}

}  // namespace seedc::lint
