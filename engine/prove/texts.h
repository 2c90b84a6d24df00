// Texts in which some patterns occur and others do not: the shortest one, or the proof that there
// is none. Patterns are subset automata, built state by state as the search of their product needs
// them.
//
//   Texts texts;
//   auto cozy = texts.pattern("cozy"), word = texts.pattern("\\bcozy\\b");
//   texts.find({cozy}, {word}, budget);     // a text: "acozy"
//   texts.find({word}, {cozy}, budget);     // Impossible
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "engine/prove/answer.h"
#include "engine/prove/automaton.h"
#include "engine/prove/budget.h"

namespace seedc::prove {

using PatternId = std::uint32_t;

/// Keeps what it has found. Not thread-safe.
class Texts {
 public:
  /// Equal patterns have one number.
  PatternId pattern(const std::string& source);

  struct Found {
    Answer answer = Answer::GaveUp;
    std::string text = {};    ///< UTF-8, if one was found
    std::string reason = {};  ///< why the search gave up
  };
  /// A text in which each pattern of `wanted` occurs and none of `unwanted`. Searches that reach
  /// the engine's match limit are left out of account. Both lists are sorted. The reference holds
  /// until the next call.
  const Found& find(const std::vector<PatternId>& wanted, const std::vector<PatternId>& unwanted,
                    Budget& budget);

 private:
  struct Pattern {
    std::string source;
    std::optional<tl::expected<Automaton, std::string>> automaton = std::nullopt;
  };
  const tl::expected<Automaton, std::string>& automaton(PatternId id);
  Found search(const std::vector<PatternId>& wanted, const std::vector<PatternId>& unwanted,
               Budget& budget);

  std::map<std::string, PatternId> ids_;
  std::vector<Pattern> patterns_;
  std::map<std::pair<std::vector<PatternId>, std::vector<PatternId>>, Found> found_;
  Found last_;
};

}  // namespace seedc::prove
