// One pattern, searched by PCRE2 within limits: a search that exceeds them is undecided, on every
// machine alike.
#pragma once

#include <pcre2.h>  // with PCRE2_CODE_UNIT_WIDTH, which the build defines

#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <tl/expected.hpp>

#include "runtime/text/text_place.h"

namespace seedc::text {

enum class SearchResult : std::uint8_t { NotFound, Found, Undecided };

/// The work done by the current search.
struct SearchWork {
  std::size_t place = 0;  ///< where it was at the last step
  std::uint64_t steps_per_item = 1;
  std::uint64_t steps = 0, most_steps = 0;
  std::uint64_t reference_bytes = 0;  ///< bytes compared by back-references
};

/// The state that a thread needs to search any pattern.
class Pcre2Scratch {
 public:
  Pcre2Scratch();
  /// PCRE2's callouts point into it.
  Pcre2Scratch(const Pcre2Scratch&) = delete;
  Pcre2Scratch& operator=(const Pcre2Scratch&) = delete;

 private:
  friend class Pcre2Pattern;
  struct Free {
    void operator()(pcre2_match_data* data) const { pcre2_match_data_free(data); }
    void operator()(pcre2_match_context* context) const { pcre2_match_context_free(context); }
    void operator()(pcre2_jit_stack* stack) const { pcre2_jit_stack_free(stack); }
  };
  std::unique_ptr<pcre2_match_data, Free> match_data_;
  std::unique_ptr<pcre2_match_context, Free> context_;
  std::unique_ptr<pcre2_jit_stack, Free> jit_stack_;
  SearchWork work_;
};

/// Compiled to native code at the first search. Threads may share it.
class Pcre2Pattern {
 public:
  /// The error is PCRE2's message, with the byte offset in the pattern.
  static tl::expected<std::unique_ptr<Pcre2Pattern>, std::string> compile(std::string_view pattern);

  /// Whether the pattern occurs in `text`, valid UTF-8.
  SearchResult search(std::string_view text, Pcre2Scratch& scratch) const {
    return search_from(text, 0, scratch);
  }
  /// The same for a match that begins at byte `begin`, the first of a character, or after it.
  SearchResult search_from(std::string_view text, std::size_t begin, Pcre2Scratch& scratch) const;
  /// The match found by the last successful search.
  static TextPlace place_of(const Pcre2Scratch& scratch);

 private:
  struct Free {
    void operator()(pcre2_code* code) const { pcre2_code_free(code); }
  };
  Pcre2Pattern(std::string_view pattern, pcre2_code* code, bool is_simple);

  SearchResult search_plainly(std::string_view text, std::size_t begin,
                              Pcre2Scratch& scratch) const;
  SearchResult search_counting(std::string_view text, std::size_t begin,
                               Pcre2Scratch& scratch) const;
  SearchResult match(const pcre2_code* code, std::string_view text, std::size_t begin,
                     std::uint64_t steps_per_place, Pcre2Scratch& scratch) const;

  std::string pattern_;
  std::unique_ptr<pcre2_code, Free> code_;
  mutable std::unique_ptr<pcre2_code, Free> counting_;  ///< with callouts, made when needed
  /// The cost of one starting position of a match is bounded by the length of the text.
  bool is_simple_;
  std::uint64_t steps_per_item_;
  mutable std::once_flag jit_compiled_, counting_compiled_;
};

}  // namespace seedc::text
