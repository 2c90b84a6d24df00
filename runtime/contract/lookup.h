// The tables of score programs, prepared to be looked up in (semantics.md section 6, `lookup`).
#pragma once

#include <deque>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "runtime/contract/score.h"

namespace seedc {

/// Owns the strings that its cells point to. Immutable, so threads share it.
struct PreparedTable {
 private:
  std::deque<std::string> strings_;  ///< before the cells, which point into it from the first on

 public:
  explicit PreparedTable(const LookupTable& table);
  PreparedTable(const PreparedTable&) = delete;
  PreparedTable& operator=(const PreparedTable&) = delete;

  LookupMode mode;
  std::map<std::string, Cell, std::less<>> exact;  ///< Exact: by key
  /// Else: lower-cased keys in the order in which the first that occurs is the answer.
  std::vector<std::pair<std::string, Cell>> substrings;
  Cell otherwise;  ///< null (NoKey) if there is no default

 private:
  Cell own(const Value& value, bool is_real);
};

/// What the table has for a value's text. What is missing gives the default; another null stays.
Cell look_up(const PreparedTable& table, const Cell& value);
/// What it has for a text, as Python's str() writes it: not lower-cased.
Cell look_up_text(const PreparedTable& table, std::string_view text);

/// The entry that a text finds.
struct TableEntry {
  const std::string* key = nullptr;  ///< as it is searched for; null pointer: the default was taken
  Cell value;
};
TableEntry find_entry(const PreparedTable& table, std::string_view text);

/// How a key is searched for: lower-cased, unless the whole text must be equal to it.
std::string key_to_search(LookupMode mode, std::string_view key);
/// What is looked up for a value that is not null.
std::string lookup_text_of(const Cell& value);

}  // namespace seedc
