// The tests of a `where` on texts, prepared (semantics.md section 6): `contains`, `contains_word`
// and `matches`.
#pragma once

#include <optional>
#include <string_view>

#include "runtime/contract/score.h"
#include "runtime/language/tri.h"
#include "runtime/text/keywords.h"
#include "runtime/text/pattern_set.h"

namespace seedc::exec {

/// Immutable and shared by threads; each thread needs its own Scratch.
class TextTest {
 public:
  /// Whether the test is one on texts.
  static bool is_one(const contract::ValueTest& test);
  /// `test` is one on texts; its pattern, if it has one, was accepted by text::engine_refusal.
  explicit TextTest(const contract::ValueTest& test);

  struct Scratch {
    std::optional<text::Keywords::Scratch> keywords;
    std::optional<text::PatternSet::Scratch> patterns;
    text::PatternBits found, undecided;
  };
  Scratch make_scratch() const;

  /// Whether `text` (valid UTF-8) passes; Unknown if its search reached the match limit.
  language::Tri of(std::string_view text, Scratch& scratch) const;

 private:
  std::optional<text::Keywords> keywords_;
  std::optional<text::PatternSet> pattern_;  ///< of one
};

}  // namespace seedc::exec
