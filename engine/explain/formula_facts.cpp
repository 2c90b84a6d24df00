// Derives from a trace which rows, branches, keys and rules decided each step.
#include "engine/explain/formula_facts.h"

#include <algorithm>
#include <map>

#include "runtime/contract/lookup.h"
#include "runtime/exec/formula_values.h"
#include "runtime/exec/review_rules.h"
#include "runtime/language/score_ops.h"
#include "runtime/text/keywords.h"

namespace seedc::explain {
namespace {

double quality_of(std::uint32_t review, const data::Extractions& extractions) {
  const data::Column& quality = extractions.field(contract::Judge::kQuality);
  return *quality.values[quality.codes[review]].as<double>();
}

/// Puts a relevant review where it belongs.
void add_review(std::uint32_t review, const exec::BoundFormula& bound,
                const data::Extractions& extractions, ItemReviews& found) {
  switch (extractions.state(review)) {
    case data::ExtractionState::None:
      return found.missing_extractions.push_back(review);
    case data::ExtractionState::Open:
      return found.open.push_back(review);
    case data::ExtractionState::Usable:
      return (bound.is_kept(review) ? found.rows : found.filtered).push_back(review);
    case data::ExtractionState::NotJudged:
      return found.not_judged.push_back(review);
    case data::ExtractionState::Inappropriate:
      found.judged_inappropriate.push_back({review, quality_of(review, extractions)});
  }
}

ItemReviews find_reviews(const contract::RowSet& row_set, const exec::BoundFormula& bound,
                         const data::Dataset& dataset, const data::Extractions& extractions,
                         std::uint32_t item) {
  ItemReviews found;
  const text::Keywords keywords(row_set.keywords, row_set.whole_words);
  text::Keywords::Scratch scratch;
  std::vector<std::uint32_t> counts(row_set.keywords.size());
  const exec::ReviewRange reviews = exec::reviews_of(dataset, item);
  found.reviews = reviews.end - reviews.begin;
  for (std::uint32_t review = reviews.begin; review < reviews.end; ++review) {
    if (!row_set.keywords.empty()) {
      const auto occurring = keywords.occurring_in(dataset.text(review), scratch);
      for (const std::uint32_t keyword : occurring) ++counts[keyword];
      if (occurring.empty()) continue;
    }
    if (!bound.is_relevant(review)) {
      ++found.not_meeting;
      continue;
    }
    ++found.relevant;
    add_review(review, bound, extractions, found);
  }
  for (std::size_t keyword = 0; keyword < counts.size(); ++keyword) {
    if (counts[keyword] > 0)
      found.keywords.emplace_back(row_set.keywords[keyword], counts[keyword]);
  }
  return found;
}

bool holds(const language::Cell& cell) { return !cell.is_null() && cell.boolean(); }

/// Parts of a text that do not overlap: where each begins and ends.
using Parts = std::map<std::size_t, std::size_t>;

bool is_inside(const ExprOutline::Choice& choice, const Parts& parts) {
  const auto after = parts.upper_bound(choice.results.front().begin);
  return after != parts.begin() && choice.results.back().end <= std::prev(after)->second;
}

TakenBranch taken_branch(const ExprOutline::Choice& choice, const FormulaTrace& trace) {
  TakenBranch taken{.choice = &choice};
  for (const ValuedPart& condition : choice.conditions) {
    const language::Cell& cell = trace.value(condition.value);
    ++taken.tested;
    if (cell.is_null()) return taken;
    if (!cell.boolean()) continue;
    taken.result = taken.tested - 1;
    return taken;
  }
  taken.result = choice.conditions.size();
  return taken;
}

/// The parts of a choice that Python would not have evaluated.
void add_skipped(const TakenBranch& taken, Parts& skipped) {
  const auto& [conditions, results] = *taken.choice;
  const auto add = [&](const ValuedPart& part) { skipped.emplace(part.begin, part.end); };
  std::for_each(conditions.begin() + static_cast<std::ptrdiff_t>(taken.tested), conditions.end(),
                add);
  for (std::size_t i = 0; i < results.size(); ++i) {
    if (taken.result != i) add(results[i]);
  }
}

/// The key as the table has it, of one that a prepared table found.
std::string written_key(const contract::LookupTable& table, const contract::TableEntry& found) {
  for (const auto& [key, value] : table.entries) {
    const bool has_value = holds(language::score::equal(language::cell_of(value), found.value));
    if (has_value && contract::key_to_search(table.mode, key) == *found.key) return key;
  }
  return *found.key;
}

}  // namespace

base::Result<FormulaExplanation> FormulaExplanation::make(const FormulaOutline& outline,
                                                          const exec::BoundFormula& bound,
                                                          const data::Dataset& dataset,
                                                          const data::Extractions& extractions,
                                                          std::uint32_t item) {
  auto trace = FormulaTrace::run(outline.formula.program, bound, item);
  if (!trace) return tl::unexpected(trace.error());
  return FormulaExplanation(outline, bound, dataset, extractions, item,
                            find_reviews(outline.formula.rows, bound, dataset, extractions, item),
                            std::move(*trace));
}

const std::string* FormulaExplanation::origin_of(language::Null null) const {
  return language::is_of_step(null) ? &outline_->formula.steps[language::step_of(null)] : nullptr;
}

CountedRows FormulaExplanation::rows_of(const StepOutline& step) const {
  const auto& body = std::get<RowsOutline>(step.body);
  CountedRows rows;
  for (std::uint32_t row = 0; row < trace_.row_count(); ++row) {
    if (body.predicate != contract::kNoOperand && !trace_.value(body.predicate, row).boolean()) {
      ++rows.not_passed;
      continue;
    }
    const language::Cell value =
        body.summand ? language::score::number_of(trace_.value(body.summand->value, row))
                     : language::Cell();
    if (value.is_null()) {
      rows.left_out.push_back({row, value.null});
      continue;
    }
    rows.counted.push_back({row});
    const bool is_kept = step.operation != "sum" && body.summand && !rows.kept &&
                         holds(language::score::equal(value, trace_.value(step.value)));
    if (is_kept) rows.kept = rows.counted.size() - 1;
  }
  return rows;
}

exec::ItemList FormulaExplanation::list_of(const ListOutline& list) const {
  const std::uint32_t begin = bound_->input().row_begins[item_];
  const exec::ListRows rows{
      .count = trace_.row_count(),
      .value_of = [&](std::uint32_t load, std::uint32_t row) -> const language::Value& {
        return bound_->value(load, begin + row);
      },
      .kept = [&](std::uint32_t number) { return trace_.column(number); }};
  return exec::make_list(outline_->formula.lists[list.list], rows);
}

bool FormulaExplanation::is_default(const NamedValue& named, std::uint32_t row) const {
  const contract::ScoreProgram& program = outline_->formula.program;
  const contract::ScoreInst& inst = program.code[named.value];
  if (inst.op != language::Operation::Load) return false;
  const contract::LoadSpec& load = program.loads[inst.a];
  if (load.otherwise.is_null() || load.use != contract::LoadSpec::Use::Value) return false;
  const data::Column& column = extractions_->field(load.path.front());
  return column.values[column.codes[reviews_.rows[row]]].is_null();
}

std::vector<TakenBranch> FormulaExplanation::branches_of(const ExprOutline& expr) const {
  std::vector<TakenBranch> taken;
  Parts skipped;
  for (const ExprOutline::Choice& choice : expr.choices) {
    if (is_inside(choice, skipped)) continue;
    taken.push_back(taken_branch(choice, trace_));
    add_skipped(taken.back(), skipped);
  }
  return taken;
}

LookupMatch FormulaExplanation::match_of(const LookupOutline& lookup) const {
  LookupMatch match;
  if (lookup.item_path) {
    const data::Column& column = dataset_->item_column(*lookup.item_path);
    const language::Value& value = column.values[column.codes[item_]];
    if (!value.is_null()) match.text = exec::lookup_text_of(value);
  } else if (const language::Cell& cell = trace_.value(lookup.source.value); !cell.is_null()) {
    match.text = contract::lookup_text_of(cell);
  }
  if (!match.text) return match;
  const contract::TableEntry found =
      contract::find_entry(*bound_->input().tables[lookup.table], *match.text);
  if (found.key != nullptr)
    match.key = written_key(outline_->formula.program.tables[lookup.table], found);
  return match;
}

FiredRule FormulaExplanation::rule_of(const CaseOutline& cases) const {
  FiredRule fired;
  for (std::size_t i = 0; i < cases.rules.size(); ++i) {
    const std::uint32_t condition = cases.rules[i].when.value;
    if (condition != contract::kNoOperand) {
      ++fired.tested;
      const language::Cell& cell = trace_.value(condition);
      if (cell.is_null()) return fired;
      if (!cell.boolean()) continue;
    }
    fired.rule = i;
    return fired;
  }
  return fired;
}

}  // namespace seedc::explain
