// Reads an item's reviews as the loads of the formula do.
#include "engine/bounds/item_rows.h"

#include <algorithm>

#include "engine/bounds/rules.h"
#include "runtime/exec/load_reader.h"
#include "runtime/exec/review_rules.h"

namespace seedc::bounds {
namespace {

using contract::LoadSpec;
using language::Cell;
using Part = contract::ReviewCondition::Part;

const language::Value& value_at(const data::Column& column, std::uint32_t number) {
  return column.values[column.codes[number]];
}

ItemRow::State state_of(data::ExtractionState state, bool is_kept) {
  switch (state) {
    case data::ExtractionState::None:
    case data::ExtractionState::Open:
    case data::ExtractionState::NotJudged:
      return ItemRow::State::Open;
    case data::ExtractionState::Inappropriate:
      return ItemRow::State::LeftOut;
    case data::ExtractionState::Usable:
      break;
  }
  return is_kept ? ItemRow::State::Row : ItemRow::State::NotKept;
}

Bound logical(language::Operation op, const Bound& a, const Bound& b) {
  language::StringPool strings;
  const std::array operands = {&a, &b};
  const std::size_t count = op == language::Operation::BoolNot ? 1 : 2;
  return apply(op, std::span(operands).first(count), strings);
}

}  // namespace

RowChoice as_it_is(const ItemRow& row) {
  RowChoice choice;
  for (const Cell& cell : row.loads) choice.loads.push_back(Bound::of(cell));
  return choice;
}

FormulaRows::FormulaRows(std::shared_ptr<const exec::PreparedFormula> prepared,
                         const exec::BoundFormula& bound, const data::Dataset& dataset,
                         const data::Extractions& extractions)
    : FormulaRows(std::move(prepared), bound.relevant(), bound.kept(), dataset, extractions) {}

FormulaRows::FormulaRows(std::shared_ptr<const exec::PreparedFormula> prepared,
                         const exec::ChosenReviews& relevant, const exec::ChosenReviews& kept,
                         const data::Dataset& dataset, const data::Extractions& extractions)
    : prepared_(std::move(prepared)),
      relevant_(relevant),
      kept_(kept),
      dataset_(dataset),
      extractions_(extractions),
      cases_(*prepared_) {
  if (const auto& kept = prepared_->formula().rows.kept) {
    for (const LoadSpec& test : kept->tests) tests_.emplace_back(test);
  }
}

ItemRows FormulaRows::at(std::uint32_t item) const {
  const contract::Formula& formula = prepared_->formula();
  const std::vector<LoadSpec>& loads = formula.program.loads;
  ItemRows found{.item_loads = std::vector<Cell>(loads.size()), .rows = {}, .item = item};
  const exec::ReviewRange reviews = exec::reviews_of(dataset_, item);
  for (std::uint32_t review = reviews.begin; review < reviews.end; ++review) {
    if (!relevant_.has(review)) continue;
    ItemRow& row = found.rows.emplace_back();
    const data::ExtractionState state = extractions_.state(review);
    row.review = review;
    row.state = state_of(state, kept_.has(review));
    row.is_awaited = state == data::ExtractionState::Open;
    row.loads.resize(loads.size());
    for (const FieldClasses& field : cases_.fields()) {
      if (state == data::ExtractionState::None || row.is_awaited) break;
      const std::string& name = formula.rows.fields[field.field].name;
      row.values.push_back(&value_at(extractions_.field(name), review));
    }
  }
  for (std::size_t number = 0; number < loads.size(); ++number) {
    exec::LoadReader reader(*prepared_, number);
    const data::Column& column = exec::column_of(loads[number], dataset_, &extractions_);
    if (loads[number].source == LoadSpec::Source::Item) {
      found.item_loads[number] = reader.read(value_at(column, item));
      continue;
    }
    for (ItemRow& row : found.rows) row.loads[number] = reader.read(value_at(column, row.review));
  }
  return found;
}

RowChoices FormulaRows::open_choices(const ItemRows& rows, const ItemRow& row) const {
  RowChoices open{.choices = {}, .cost_of_absence = 0};
  for (const FieldCase& fields : cases_.cases()) {
    if (auto choice = with_fields(rows, row, fields)) open.choices.push_back(std::move(*choice));
  }
  return open;
}

RowChoices FormulaRows::awaited_choices(const ItemRows& rows, const ItemRow& row) const {
  RowChoices awaited = open_choices(rows, row);
  for (RowChoice& choice : awaited.choices) limit_judgement(choice);
  if (!may_be_left_out(rows, row)) awaited.cost_of_absence.reset();
  return awaited;
}

bool FormulaRows::may_be_left_out(const ItemRows& rows, const ItemRow& row) const {
  const contract::RowSet& row_set = prepared_->formula().rows;
  if (row_set.judge) return true;
  if (!row_set.kept) return false;
  return std::ranges::any_of(
      cases_.cases(), [&](const FieldCase& fields) { return !is_surely_kept(rows, row, fields); });
}

/// A row that counts was judged: neither the confidence nor the quality is missing.
void FormulaRows::limit_judgement(RowChoice& choice) const {
  const std::vector<LoadSpec>& loads = prepared_->formula().program.loads;
  for (const FieldClasses& field : cases_.fields()) {
    if (!field.is_of_judge) continue;
    for (const std::uint32_t load : field.loads) {
      choice.loads[load] = read_any_of(loads[load], range_of(field.of_rows), prepared_->tables());
    }
  }
}

std::optional<RowChoice> FormulaRows::with_fields(const ItemRows& rows, const ItemRow& row,
                                                  const FieldCase& fields) const {
  if (!is_kept(rows, row, fields).contains(Cell::of(true))) return std::nullopt;
  RowChoice choice = as_it_is(row);
  for (std::size_t i = 0; i < fields.size(); ++i) {
    const FieldClasses& field = cases_.fields()[i];
    const bool is_own = covers_own(row, i, fields[i]);
    for (std::size_t k = 0; k < field.loads.size(); ++k) {
      Bound& own = choice.loads[field.loads[k]];
      Bound load = field.classes[fields[i]].loads[k];
      if (is_own) load.add(own);
      own = std::move(load);
    }
  }
  return choice;
}

/// Whether a range of values is that of the row's own, which may be beyond it: an extraction may
/// have a confidence that no judge gives.
bool FormulaRows::covers_own(const ItemRow& row, std::size_t field, std::uint32_t number) const {
  return !row.values.empty() && cases_.fields()[field].classes[number].value == nullptr &&
         cases_.class_of(field, *row.values[field]) == number;
}

bool FormulaRows::is_surely_kept(const ItemRows& rows, const ItemRow& row,
                                 const FieldCase& fields) const {
  return !is_kept(rows, row, fields).contains(Cell::of(false));
}

bool FormulaRows::passes(std::uint32_t test, const language::Value& field) const {
  exec::PreparedTest::Run run(tests_[test]);
  return run.passes(exec::or_default(tests_[test].load(), field));
}

bool FormulaRows::is_kept(const ItemRows& rows, const ItemRow& row,
                          std::span<const language::Value> fields) const {
  std::vector<Bound> tests(tests_.size());
  for (std::size_t i = 0; i < fields.size(); ++i) {
    for (const std::uint32_t number : cases_.fields()[i].tests)
      tests[number] = Bound::of(Cell::of(passes(number, fields[i])));
  }
  return is_kept(rows, row, std::move(tests)).contains(Cell::of(true));
}

Bound FormulaRows::is_kept(const ItemRows& rows, const ItemRow& row,
                           const FieldCase& fields) const {
  std::vector<Bound> tests(tests_.size());
  for (std::size_t i = 0; i < fields.size(); ++i) {
    const FieldClasses& field = cases_.fields()[i];
    const bool is_own = covers_own(row, i, fields[i]);
    for (std::size_t k = 0; k < field.tests.size(); ++k) {
      Bound& test = tests[field.tests[k]];
      test = field.classes[fields[i]].tests[k];
      if (is_own) test.add(Cell::of(passes(field.tests[k], *row.values[i])));
    }
  }
  return is_kept(rows, row, std::move(tests));
}

Bound FormulaRows::is_kept(const ItemRows& rows, const ItemRow& row,
                           std::vector<Bound> tests) const {
  const auto& kept = prepared_->formula().rows.kept;
  if (!kept) return Bound::of(Cell::of(true));
  for (std::size_t number = 0; number < tests.size(); ++number) {
    const LoadSpec& load = kept->tests[number];
    if (load.source == LoadSpec::Source::Field) continue;
    exec::PreparedTest::Run run(tests_[number]);
    const bool is_of_item = load.source == LoadSpec::Source::Item;
    const data::Column& column = exec::column_of(load, dataset_, &extractions_);
    language::Value year;
    tests[number] = Bound::of(Cell::of(run.passes(
        exec::read_as(load, value_at(column, is_of_item ? rows.item : row.review), year))));
  }
  std::vector<Bound> parts;
  for (const auto& [kind, a, b] : kept->parts) {
    switch (kind) {
      case Part::Kind::Constant:
        parts.push_back(Bound::of(Cell::of(a != 0)));
        break;
      case Part::Kind::Test:
        parts.push_back(tests[a]);
        break;
      case Part::Kind::Not:
        parts.push_back(logical(language::Operation::BoolNot, parts[a], parts[a]));
        break;
      case Part::Kind::And:
        parts.push_back(logical(language::Operation::BoolAnd, parts[a], parts[b]));
        break;
      case Part::Kind::Or:
        parts.push_back(logical(language::Operation::BoolOr, parts[a], parts[b]));
        break;
    }
  }
  return parts.back();
}

}  // namespace seedc::bounds
