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
    : prepared_(std::move(prepared)),
      bound_(bound),
      dataset_(dataset),
      extractions_(extractions),
      cases_(*prepared_) {}

ItemRows FormulaRows::at(std::uint32_t item) const {
  const contract::Formula& formula = prepared_->formula();
  const std::vector<LoadSpec>& loads = formula.program.loads;
  ItemRows found{.item_loads = std::vector<Cell>(loads.size()), .rows = {}, .item = item};
  const exec::ReviewRange reviews = exec::reviews_of(dataset_, item);
  for (std::uint32_t review = reviews.begin; review < reviews.end; ++review) {
    if (!bound_.is_relevant(review)) continue;
    ItemRow& row = found.rows.emplace_back();
    const data::ExtractionState state = extractions_.state(review);
    row.review = review;
    row.state = state_of(state, bound_.is_kept(review));
    row.loads.resize(loads.size());
    for (const FieldClasses& field : cases_.fields()) {
      if (state == data::ExtractionState::None) break;
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

std::optional<RowChoice> FormulaRows::with_fields(const ItemRows& rows, const ItemRow& row,
                                                  const FieldCase& fields) const {
  if (!is_kept(rows, row, fields).contains(Cell::of(true))) return std::nullopt;
  RowChoice choice = as_it_is(row);
  for (std::size_t i = 0; i < fields.size(); ++i) {
    const FieldClasses& field = cases_.fields()[i];
    for (std::size_t k = 0; k < field.loads.size(); ++k)
      choice.loads[field.loads[k]] = field.classes[fields[i]].loads[k];
  }
  return choice;
}

bool FormulaRows::is_surely_kept(const ItemRows& rows, const ItemRow& row,
                                 const FieldCase& fields) const {
  return !is_kept(rows, row, fields).contains(Cell::of(false));
}

Bound FormulaRows::is_kept(const ItemRows& rows, const ItemRow& row,
                           const FieldCase& fields) const {
  const auto& kept = prepared_->formula().rows.kept;
  if (!kept) return Bound::of(Cell::of(true));
  std::vector<Bound> tests(kept->tests.size());
  for (std::size_t number = 0; number < tests.size(); ++number) {
    const LoadSpec& load = kept->tests[number];
    if (load.source == LoadSpec::Source::Field) continue;
    const exec::PreparedTest prepared(load);
    exec::PreparedTest::Run run(prepared);
    const bool is_of_item = load.source == LoadSpec::Source::Item;
    const data::Column& column = exec::column_of(load, dataset_, &extractions_);
    language::Value year;
    tests[number] = Bound::of(Cell::of(run.passes(
        exec::read_as(load, value_at(column, is_of_item ? rows.item : row.review), year))));
  }
  for (std::size_t i = 0; i < fields.size(); ++i) {
    const FieldClasses& field = cases_.fields()[i];
    for (std::size_t k = 0; k < field.tests.size(); ++k)
      tests[field.tests[k]] = field.classes[fields[i]].tests[k];
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
