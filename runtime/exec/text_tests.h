// The tests of a `where` on texts, prepared (semantics.md section 6): `contains`, `contains_word`
// and `matches`.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "runtime/contract/score.h"
#include "runtime/language/tri.h"
#include "runtime/text/keywords.h"
#include "runtime/text/pattern_set.h"

namespace seedc::exec {

/// Immutable and shared by threads; each thread needs its own Scratch.
class TextTest {
 public:
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

/// The text tests of a score program, for one thread. They must outlive this.
class ThreadTextTests {
 public:
  explicit ThreadTextTests(std::span<const TextTest> tests);
  /// By number, as in ScoreInput.
  contract::TextTester* const* testers() const { return pointers_.data(); }
  /// How many searches reached the match limit.
  std::uint64_t undecided() const;

  ThreadTextTests(ThreadTextTests&&) noexcept;
  ~ThreadTextTests();

 private:
  class Tester;
  std::vector<std::unique_ptr<Tester>> testers_;
  std::vector<contract::TextTester*> pointers_;
};

}  // namespace seedc::exec
