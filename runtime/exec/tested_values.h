// The columns that loads read, and tests of their values (semantics.md section 6).
#pragma once

#include <cstdint>
#include <optional>

#include "runtime/contract/score.h"
#include "runtime/data/extractions/extractions.h"
#include "runtime/data/model/dataset.h"
#include "runtime/exec/text_tests.h"

namespace seedc::exec {

/// The column that a load reads. `extractions` may be a null pointer if it is not a field.
const data::Column& column_of(const contract::LoadSpec& load, const data::Dataset& dataset,
                              const data::Extractions* extractions);

/// A value of the column as formulas read it: a missing one as the default of its field.
inline const language::Value& read_as(const contract::LoadSpec& load,
                                      const language::Value& value) {
  return value.is_null() ? load.otherwise : value;
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

    /// Whether a value of the column that is loaded passes.
    bool passes(const language::Value& value);
    /// How many values reached the match limit of a pattern; they do not pass.
    std::uint64_t undecided() const { return undecided_; }

   private:
    bool passes_text(const language::Value& value);

    const PreparedTest& test_;
    TextTest::Scratch scratch_;
    std::uint64_t undecided_ = 0;
  };

 private:
  const contract::LoadSpec* load_;
  std::optional<TextTest> text_;  ///< absent if the test is not one on texts
};

}  // namespace seedc::exec
