// The rows of a formula at one item: those that it has, and what those may be that it does not have
// yet, or that could be otherwise.
#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "engine/bounds/bound.h"
#include "engine/bounds/field_cases.h"
#include "runtime/data/extractions/extractions.h"
#include "runtime/data/model/dataset.h"
#include "runtime/exec/formula.h"

namespace seedc::bounds {

/// A relevant review.
struct ItemRow {
  enum class State : std::uint8_t {
    Row,      ///< it has an extraction, and counts
    Open,     ///< it has no extraction, or one that was not judged
    NotKept,  ///< it has an extraction, which does not meet `filter.where`
    LeftOut,  ///< its extraction was judged inappropriate
  };
  std::uint32_t review = 0;
  State state = State::Open;
  /// Whether its extraction is to come (data::ExtractionState::Open); it is Open then.
  bool is_awaited = false;
  /// By load, of those that are read per row; the loads of fields are those of the extraction, or
  /// of missing fields.
  std::vector<language::Cell> loads;
  /// By FieldCases::fields, the values of the extraction; empty if it has none.
  std::vector<const language::Value*> values;
};

struct ItemRows {
  std::vector<language::Cell> item_loads;  ///< by load, of those that are read per item
  std::vector<ItemRow> rows;               ///< in review order
  std::uint32_t item = 0;
};

/// A row as it may be.
struct RowChoice {
  std::vector<Bound> loads;  ///< by load, of those that are read per row
  std::uint32_t cost = 0;    ///< what it takes to make it so, for searches
};
struct RowChoices {
  std::vector<RowChoice> choices;
  std::optional<std::uint32_t> cost_of_absence;  ///< if the review may be no row
};

/// The choice that is the row as it is.
RowChoice as_it_is(const ItemRow& row);

/// A formula's reviews in a dataset. All that it is made from outlives it, and its results.
class FormulaRows {
 public:
  FormulaRows(std::shared_ptr<const exec::PreparedFormula> prepared,
              const exec::BoundFormula& bound, const data::Dataset& dataset,
              const data::Extractions& extractions);
  /// `relevant` and `kept`: as the prepared rows choose them (exec::PreparedRows).
  FormulaRows(std::shared_ptr<const exec::PreparedFormula> prepared,
              const exec::ChosenReviews& relevant, const exec::ChosenReviews& kept,
              const data::Dataset& dataset, const data::Extractions& extractions);

  ItemRows at(std::uint32_t item) const;
  /// All that a row without an extraction may be: any case, or no row.
  RowChoices open_choices(const ItemRows& rows, const ItemRow& row) const;
  /// All that an awaited row may be once a model has answered: as semantics.md has it of answers,
  /// and no row only where a judge or `filter.where` may leave it out.
  RowChoices awaited_choices(const ItemRows& rows, const ItemRow& row) const;
  /// The row with other fields, unless it surely does not count.
  std::optional<RowChoice> with_fields(const ItemRows& rows, const ItemRow& row,
                                       const FieldCase& fields) const;
  /// Whether the row with these fields meets `filter.where`, whatever values classes have.
  bool is_surely_kept(const ItemRows& rows, const ItemRow& row, const FieldCase& fields) const;
  /// Whether it does with these values, one for each of FieldCases::fields.
  bool is_kept(const ItemRows& rows, const ItemRow& row,
               std::span<const language::Value> fields) const;
  const FieldCases& cases() const { return cases_; }
  const exec::PreparedFormula& prepared() const { return *prepared_; }

 private:
  bool may_be_left_out(const ItemRows& rows, const ItemRow& row) const;
  void limit_judgement(RowChoice& choice) const;
  bool covers_own(const ItemRow& row, std::size_t field, std::uint32_t number) const;
  /// Whether a value of its field passes a test of RowSet::kept.
  bool passes(std::uint32_t test, const language::Value& field) const;
  Bound is_kept(const ItemRows& rows, const ItemRow& row, const FieldCase& fields) const;
  /// By the results of the tests that read fields; those of others are added.
  Bound is_kept(const ItemRows& rows, const ItemRow& row, std::vector<Bound> tests) const;

  std::shared_ptr<const exec::PreparedFormula> prepared_;
  const exec::ChosenReviews& relevant_;
  const exec::ChosenReviews& kept_;
  const data::Dataset& dataset_;
  const data::Extractions& extractions_;
  FieldCases cases_;
  std::deque<exec::PreparedTest> tests_;  ///< of RowSet::kept
};

}  // namespace seedc::bounds
