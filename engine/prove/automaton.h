// The texts in which a pattern occurs, as a nondeterministic automaton over characters.
//
// What makes a pattern's texts more than a regular language, or depends on how an engine searches,
// has no automaton: back-references, look-arounds, conditional groups, atomic groups and possessive
// repeats; and, to keep automata small, patterns that unfold to too many states.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <vector>

#include "compiler/pattern/regex_tree.h"
#include "engine/prove/code_set.h"

namespace seedc::prove {

struct Automaton {
  enum class Kind : std::uint8_t {
    Characters,  ///< takes one character of `set`
    Fork,        ///< goes on in every state of `next`
    Condition,   ///< goes on where `anchor` holds
    Match,
  };
  struct State {
    Kind kind = Kind::Fork;
    std::vector<std::uint32_t> next = {};
    CodeSet set = {};
    pattern::Anchor anchor = pattern::Anchor::TextStart;
    pattern::Flags flags = {};
  };
  std::vector<State> states;
  std::uint32_t start = 0;
};

constexpr std::size_t kMostStates = 4000;

/// Of a pattern in Python's dialect, as review_text searches it: one that Python rejects is its own
/// text. The error says in a few words which part has no automaton.
tl::expected<Automaton, std::string> automaton_of(std::string_view pattern);

}  // namespace seedc::prove
