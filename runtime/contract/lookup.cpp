// Prepares and searches the tables of lookups. Keys are sorted or lower-cased once. With the
// entries in descending order of value, the first match has the highest value.
#include "runtime/contract/lookup.h"

#include <algorithm>

#include "runtime/language/score_ops.h"
#include "runtime/language/text.h"

namespace seedc::contract {
namespace {

TableEntry find_exact(const PreparedTable& table, std::string_view text) {
  const auto entry = table.exact.find(text);
  if (entry == table.exact.end()) return {nullptr, table.otherwise};
  return {&entry->first, entry->second};
}

TableEntry find_substring(const PreparedTable& table, const std::string& lowered) {
  for (const auto& [key, value] : table.substrings) {
    if (key.size() <= lowered.size() && lowered.find(key) != std::string::npos)
      return {&key, value};
  }
  return {nullptr, table.otherwise};
}

}  // namespace

PreparedTable::PreparedTable(const LookupTable& table)
    : mode(table.mode),
      hands_on(table.hands_on),
      otherwise(table.otherwise.is_null() ? language::Cell::none(language::NullCause::NoKey)
                                          : own(table.otherwise, table.is_real)) {
  for (const auto& [key, value] : table.entries) {
    const language::Cell cell = own(value, table.is_real);
    if (mode == LookupMode::Exact) {
      exact.emplace(key, cell);
    } else {
      substrings.emplace_back(key_to_search(mode, key), cell);
    }
  }
  if (mode != LookupMode::SubstringMax) return;
  std::stable_sort(substrings.begin(), substrings.end(), [](const auto& a, const auto& b) {
    return language::score::greater(a.second, b.second).boolean();
  });
}

language::Cell PreparedTable::own(const language::Value& value, bool is_real) {
  if (const auto* text = value.as<std::string>())
    return language::Cell::of(&strings_.emplace_back(*text));
  const language::Cell cell = language::cell_of(value);
  return is_real && cell.kind == language::Kind::Int ? language::score::to_real(cell) : cell;
}

language::Cell look_up(const PreparedTable& table, const language::Cell& value) {
  const bool is_missing = value.null == language::null_of(language::NullCause::Missing);
  if (is_missing && !table.hands_on) return table.otherwise;
  if (value.is_null()) return value;
  if (value.kind == language::Kind::Str) return look_up_text(table, value.string());
  return look_up_text(table, lookup_text_of(value));
}

language::Cell look_up_text(const PreparedTable& table, std::string_view text) {
  return find_entry(table, text).value;
}

TableEntry find_entry(const PreparedTable& table, std::string_view text) {
  return table.mode == LookupMode::Exact ? find_exact(table, text)
                                         : find_substring(table, language::lower(text));
}

std::string key_to_search(LookupMode mode, std::string_view key) {
  return mode == LookupMode::Exact ? std::string(key) : language::lower(key);
}

std::string lookup_text_of(const language::Cell& value) {
  switch (value.kind) {
    case language::Kind::Bool:
      return language::python_str(value.boolean());
    case language::Kind::Int:
      return language::python_str(value.integer());
    case language::Kind::Real:
      return language::python_str(value.real());
    case language::Kind::Str:
    case language::Kind::Any:
    case language::Kind::Json:  // no operation takes it
      break;
  }
  return value.string();
}

}  // namespace seedc::contract
