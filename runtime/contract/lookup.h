// The tables of score programs, prepared for lookups (semantics.md section 6, `lookup`).
#pragma once

#include <deque>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "runtime/contract/score.h"

namespace seedc::contract {

/// Owns the strings that its cells point to. Immutable and therefore thread-safe.
struct PreparedTable {
 private:
  std::deque<std::string> strings_;  ///< declared before the cells, which point into it

 public:
  explicit PreparedTable(const LookupTable& table);
  PreparedTable(const PreparedTable&) = delete;
  PreparedTable& operator=(const PreparedTable&) = delete;

  LookupMode mode;
  bool hands_on;                                             ///< as in LookupTable
  std::map<std::string, language::Cell, std::less<>> exact;  ///< Exact: by key
  /// Other modes: lower-cased keys, ordered so that the first one that occurs is the answer.
  std::vector<std::pair<std::string, language::Cell>> substrings;
  language::Cell otherwise;  ///< null (NoKey) if there is no default

 private:
  language::Cell own(const language::Value& value, bool is_real);
};

/// The result for a value. A missing value gives the default, unless the table hands it on; any
/// other null is returned unchanged.
language::Cell look_up(const PreparedTable& table, const language::Cell& value);
/// The result for a text as Python's str() formats it, not lower-cased.
language::Cell look_up_text(const PreparedTable& table, std::string_view text);

/// The entry that matches a text.
struct TableEntry {
  const std::string* key = nullptr;  ///< in the searched form; a null pointer: the default applies
  language::Cell value;
};
TableEntry find_entry(const PreparedTable& table, std::string_view text);

/// The form in which a key is searched: lower-cased, unless the whole text must equal it.
std::string key_to_search(LookupMode mode, std::string_view key);
/// The text to look up for a value that is not null.
std::string lookup_text_of(const language::Cell& value);

}  // namespace seedc::contract
