// The tests of a `where` on texts, prepared (semantics.md section 6): `contains`, `contains_word`
// and `matches`.
#pragma once

#include <cstdint>
#include <deque>
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

/// A test as one thread runs it. The test must outlive this.
class TextTestRun final : public contract::TextTester {
 public:
  explicit TextTestRun(const TextTest& test) : test_(test), scratch_(test.make_scratch()) {}
  bool passes(std::string_view text) override;
  /// How many searches reached the match limit.
  std::uint64_t undecided() const { return undecided_; }

 private:
  const TextTest& test_;
  TextTest::Scratch scratch_;
  std::uint64_t undecided_ = 0;
};

/// The text tests of a score program, for one thread. They must outlive this.
class ThreadTextTests {
 public:
  explicit ThreadTextTests(std::span<const TextTest> tests);
  /// By number, as in ScoreInput.
  contract::TextTester* const* testers() const { return pointers_.data(); }
  /// How many searches reached the match limit.
  std::uint64_t undecided() const;

 private:
  std::deque<TextTestRun> runs_;
  std::vector<contract::TextTester*> pointers_;
};

}  // namespace seedc::exec
