// What the fields of one row may be: a case for each combination of declared values that the
// formula can tell apart, a missing value being one; numbers and texts without declared values are
// ranges, or any text.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "engine/bounds/bound.h"
#include "runtime/contract/formula.h"
#include "runtime/exec/prepared_formula.h"

namespace seedc::bounds {

/// Values of a field that a formula does not tell apart.
struct FieldClass {
  /// One of them; a null pointer if only the bounds say which.
  const language::Value* value = nullptr;
  std::vector<Bound> loads;  ///< by the field's own loads (FieldClasses::loads)
  std::vector<Bound> tests;  ///< of `kept`, by FieldClasses::tests
};

struct FieldClasses {
  std::size_t field = 0;             ///< of RowSet::fields
  contract::Field of_rows;           ///< the field, with the bounds that it has in rows that count
  bool is_of_judge = false;          ///< confidence or quality
  bool may_be_missing = true;        ///< in rows that count: a judge's quality is not
  std::vector<std::uint32_t> loads;  ///< of the program, that read it
  std::vector<std::uint32_t> tests;  ///< of RowSet::kept, that read it
  std::vector<FieldClass> classes;   ///< missing is among them, if it may be
};

/// All values of a field without declared ones.
Bound range_of(const contract::Field& field);

/// The result of a load that reads a field, for any of its values.
Bound read_any_of(const contract::LoadSpec& load, const Bound& values,
                  std::span<const contract::PreparedTable* const> tables);

/// A combination: for each of the fields that are read, one of its classes.
using FieldCase = std::vector<std::uint32_t>;

/// Immutable. The prepared formula outlives it.
class FieldCases {
 public:
  explicit FieldCases(const exec::PreparedFormula& prepared);
  FieldCases(const FieldCases&) = delete;
  FieldCases& operator=(const FieldCases&) = delete;

  /// The fields that are read, in the order of RowSet::fields.
  const std::vector<FieldClasses>& fields() const { return fields_; }
  const std::vector<FieldCase>& cases() const { return cases_; }
  /// The class that a value of a field (by its place in `fields`) belongs to; its first one with
  /// bounds only if it is in no other.
  std::uint32_t class_of(std::size_t field, const language::Value& value) const;

 private:
  std::vector<FieldClasses> fields_;
  std::vector<FieldCase> cases_;
  std::vector<std::vector<language::Value>> values_;  ///< of each field, to which classes point
  language::Value missing_;
  /// For each of `values_`, its class.
  std::vector<std::vector<std::uint32_t>> class_numbers_;

  void add_field(const exec::PreparedFormula& prepared, std::size_t number);
  void make_cases();
};

}  // namespace seedc::bounds
