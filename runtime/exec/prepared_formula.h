// A formula prepared for binding: keywords and patterns compiled, tables sorted. Made once per
// program; formula.h binds it to the data of each batch.
#pragma once

#include <deque>
#include <memory>
#include <span>
#include <vector>

#include "runtime/contract/formula.h"
#include "runtime/contract/lookup.h"
#include "runtime/exec/prepared_rows.h"
#include "runtime/exec/tested_values.h"
#include "runtime/exec/text_tests.h"

namespace seedc::exec {

/// Immutable and therefore thread-safe. Refers to the formula, which must outlive it. Cells of
/// results point to strings of its tables.
class PreparedFormula {
 public:
  explicit PreparedFormula(const contract::Formula& formula)
      : formula_(&formula), rows_(formula.rows) {
    for (const contract::LookupTable& table : formula.program.tables)
      table_pointers_.push_back(&tables_.emplace_back(table));
    for (const contract::ValueTest& test : formula.program.tests) text_tests_.emplace_back(test);
    for (const contract::LoadSpec& load : formula.program.loads) {
      tests_.push_back(load.use == contract::LoadSpec::Use::Test
                           ? std::make_unique<const PreparedTest>(load)
                           : nullptr);
    }
  }
  PreparedFormula(const PreparedFormula&) = delete;
  PreparedFormula& operator=(const PreparedFormula&) = delete;

  const contract::Formula& formula() const { return *formula_; }
  const PreparedRows& rows() const { return rows_; }
  /// The tables of the formula's program, by number.
  std::span<const contract::PreparedTable* const> tables() const { return table_pointers_; }
  /// The tests of the formula's program, by number.
  std::span<const TextTest> text_tests() const { return text_tests_; }
  /// The test of a load; a null pointer if its use is another.
  const PreparedTest* test(std::size_t load) const { return tests_[load].get(); }

 private:
  const contract::Formula* formula_;
  PreparedRows rows_;
  std::deque<contract::PreparedTable> tables_;
  std::vector<const contract::PreparedTable*> table_pointers_;
  std::vector<TextTest> text_tests_;
  std::vector<std::unique_ptr<const PreparedTest>> tests_;  ///< by load
};

}  // namespace seedc::exec
