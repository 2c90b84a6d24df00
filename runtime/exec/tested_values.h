// The columns that loads read, and tests of their values (semantics.md section 6).
#pragma once

#include <cstdint>
#include <optional>

#include "runtime/contract/score.h"
#include "runtime/data/extractions/extractions.h"
#include "runtime/data/model/dataset.h"
#include "runtime/exec/formula_values.h"
#include "runtime/exec/text_tests.h"

namespace seedc::exec {

/// The column that a load reads. `extractions` may be a null pointer if it is not a field.
const data::Column& column_of(const contract::LoadSpec& load, const data::Dataset& dataset,
                              const data::Extractions* extractions);

/// A value of the column, or the default of its field where it is missing.
inline const language::Value& or_default(const contract::LoadSpec& load,
                                         const language::Value& value) {
  return value.is_null() ? load.otherwise : value;
}

/// A value of the column as formulas read it: of a date its year, which `year` then holds, if the
/// load is one of years; otherwise as `or_default`.
inline const language::Value& read_as(const contract::LoadSpec& load, const language::Value& value,
                                      language::Value& year) {
  if (load.source != contract::LoadSpec::Source::Year) return or_default(load, value);
  return year = year_of(value);
}

/// A load whose use is a test, prepared. Immutable and shared by threads. Refers to the load, which
/// must outlive it.
class PreparedTest {
 public:
  explicit PreparedTest(const contract::LoadSpec& load);

  const contract::LoadSpec& load() const { return *load_; }

  /// The test as one thread runs it.
  class Run {
   public:
    explicit Run(const PreparedTest& test);

    /// Whether a value passes, as `read_as` gives it.
    bool passes(const language::Value& value);
    /// How many values reached the match limit of a pattern; they do not pass.
    std::uint64_t undecided() const { return text_ ? text_->undecided() : 0; }

   private:
    const PreparedTest& test_;
    std::optional<TextTestRun> text_;
  };

 private:
  const contract::LoadSpec* load_;
  std::optional<TextTest> text_;  ///< absent if the test is not one on texts
};

}  // namespace seedc::exec
