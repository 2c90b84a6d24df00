// Searching many patterns in many texts. Vectorscan finds what it can in one pass; PCRE2 searches
// what Vectorscan refuses. Both engines are named in this folder and nowhere else.
//
// A PatternSet is immutable and shared by threads; each thread has its own Scratch.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/base/call.h"
#include "runtime/base/result.h"
#include "runtime/language/conditions.h"
#include "runtime/text/literal_search.h"
#include "runtime/text/text_place.h"

namespace seedc::text {

/// Why no engine can search this pattern, or std::nullopt if one can. For the compiler's checks.
std::optional<std::string> engine_refusal(const language::Pattern& pattern);

class PatternSet {
 public:
  class Scratch;

  /// `patterns` are distinct and were accepted by engine_refusal. Checks the call at each.
  static base::Result<PatternSet> compile(std::span<const language::Pattern> patterns,
                                          const base::Call& call = {});

  PatternSet(PatternSet&&) noexcept;
  PatternSet& operator=(PatternSet&&) noexcept;
  ~PatternSet();

  std::size_t size() const;
  Scratch make_scratch() const;

  /// Searches `text` (valid UTF-8) for the patterns in `wanted`. Sets the bit of each that occurs
  /// in `found`, and in `undecided` the bit of each whose search reached the match limit. Bits of
  /// patterns that are not wanted may or may not be set. Both outputs are cleared first and have
  /// the length of `wanted`.
  void search(std::string_view text, const PatternBits& wanted, Scratch& scratch,
              PatternBits& found, PatternBits& undecided) const;

  /// The matches of a pattern in `text`, in order and without overlaps: the first `kMostPlaces` of
  /// them, and none after a search that reached the match limit.
  std::vector<TextPlace> places(std::string_view text, std::size_t pattern, Scratch& scratch) const;
  static constexpr std::size_t kMostPlaces = 100;

 private:
  struct Impl;
  explicit PatternSet(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

class PatternSet::Scratch {
 public:
  Scratch(Scratch&&) noexcept;
  Scratch& operator=(Scratch&&) noexcept;
  ~Scratch();

 private:
  friend class PatternSet;
  struct Impl;
  explicit Scratch(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace seedc::text
