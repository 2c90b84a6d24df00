// Implements dicts, numbers and the printed forms of values.
#include "runtime/language/value.h"

#include <fmt/compile.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <unordered_map>

#include "runtime/base/text_hash.h"
#include "runtime/language/json_string.h"

namespace seedc::language {
namespace {

/// Up to this size a linear search is faster than a hash map; dicts of attributes have about ten
/// keys.
constexpr std::size_t kLinearSearchKeys = 16;

bool is_plain_word(std::string_view key) {
  const auto plain = [](unsigned char c) { return std::isalnum(c) != 0 || c == '_' || c == '-'; };
  return !key.empty() && std::all_of(key.begin(), key.end(), plain);
}

struct JsonWriter {
  std::string& out;

  void operator()(std::monostate) { out += "null"; }
  void operator()(bool value) { out += value ? "true" : "false"; }
  void operator()(std::int64_t value) { fmt::format_to(std::back_inserter(out), "{}", value); }
  void operator()(double value) { out += shortest(value); }
  void operator()(const std::string& value) { append_json_string(out, value); }
  void operator()(const List& list) {
    out += '[';
    for (const Value& entry : list) {
      if (&entry != list.data()) out += ',';
      std::visit(*this, entry.data);
    }
    out += ']';
  }
  void operator()(const Dict& dict) {
    out += '{';
    for (const auto& entry : dict) {
      if (&entry != dict.data()) out += ',';
      append_json_string(out, entry.first);
      out += ':';
      std::visit(*this, entry.second.data);
    }
    out += '}';
  }
};

}  // namespace

const Value* find(const Dict& dict, std::string_view key) {
  const auto entry =
      std::find_if(dict.begin(), dict.end(), [&](const auto& e) { return e.first == key; });
  return entry == dict.end() ? nullptr : &entry->second;
}

void insert_or_assign(Dict& dict, std::string key, Value value) {
  if (const Value* present = find(dict, key)) {
    const_cast<Value&>(*present) = std::move(value);
  } else {
    dict.emplace_back(std::move(key), std::move(value));
  }
}

Dict dict_of(Dict entries) {
  Dict dict;
  dict.reserve(entries.size());
  if (entries.size() <= kLinearSearchKeys) {
    for (auto& [key, value] : entries) insert_or_assign(dict, std::move(key), std::move(value));
    return dict;
  }
  std::unordered_map<std::string_view, std::size_t, base::TextHash> places;
  places.reserve(entries.size());
  for (auto& [key, value] : entries) {
    const auto [place, is_new] = places.try_emplace(key, dict.size());
    if (is_new) {
      dict.emplace_back(key, std::move(value));
    } else {
      dict[place->second].second = std::move(value);
    }
  }
  return dict;
}

std::optional<double> number_of(const Value& value) {
  if (const auto* integer = value.as<std::int64_t>()) return static_cast<double>(*integer);
  if (const auto* real = value.as<double>()) return *real;
  return std::nullopt;
}

std::string to_json(const Value& value) {
  std::string out;
  std::visit(JsonWriter{out}, value.data);
  return out;
}

namespace {

bool is_itself_in_json(char c) {
  return c != '"' && c != '\\' && static_cast<unsigned char>(c) >= 0x20;
}

/// Whether all of eight characters are themselves. Subtracting from each byte a number that may be
/// larger sets its highest bit, unless that was set; the bytes above may be wrong then.
bool are_themselves_in_json(std::uint64_t characters) {
  constexpr std::uint64_t kEach = 0x0101'0101'0101'0101;
  constexpr std::uint64_t kHighest = 0x80 * kEach;
  const auto with = [](std::uint64_t bytes, std::uint64_t below) {
    return (bytes - below * kEach) & ~bytes & kHighest;
  };
  return (with(characters, 0x20) | with(characters ^ ('"' * kEach), 1) |
          with(characters ^ ('\\' * kEach), 1)) == 0;
}

/// How many characters at the beginning are themselves.
std::size_t plain_characters(std::string_view text) {
  std::size_t count = 0;
  for (std::uint64_t word = 0; count + sizeof word <= text.size(); count += sizeof word) {
    std::memcpy(&word, text.data() + count, sizeof word);
    if (!are_themselves_in_json(word)) break;
  }
  while (count < text.size() && is_itself_in_json(text[count])) ++count;
  return count;
}

void append_escaped(std::string& out, char c) {
  switch (c) {
    case '"':
      out += "\\\"";
      return;
    case '\\':
      out += "\\\\";
      return;
    case '\n':
      out += "\\n";
      return;
    case '\r':
      out += "\\r";
      return;
    case '\t':
      out += "\\t";
      return;
    case '\b':
      out += "\\b";
      return;
    case '\f':
      out += "\\f";
      return;
    default:
      fmt::format_to(std::back_inserter(out), "\\u{:04x}", c);
  }
}

}  // namespace

void append_json_string(std::string& out, std::string_view text) {
  out += '"';
  while (!text.empty()) {
    const std::size_t plain = plain_characters(text);
    out.append(text.substr(0, plain));
    text.remove_prefix(plain);
    if (text.empty()) break;
    append_escaped(out, text.front());
    text.remove_prefix(1);
  }
  out += '"';
}

std::string json_string(std::string_view text) {
  std::string out;
  append_json_string(out, text);
  return out;
}

std::string shortest(double value) {
  constexpr std::size_t kMostCharacters = 32;
  std::array<char, kMostCharacters> text;
  char* end = fmt::format_to(text.data(), FMT_COMPILE("{}"), value);
  const auto is_of_integer = [](char c) { return c == '-' || ('0' <= c && c <= '9'); };
  if (std::all_of(text.data(), end, is_of_integer)) end = std::copy_n(".0", 2, end);
  return std::string(text.data(), end);
}

std::string to_string(const Path& path) {
  std::string out;
  for (const std::string& key : path) {
    if (!out.empty()) out += '.';
    if (is_plain_word(key)) {
      out += key;
    } else {
      append_json_string(out, key);
    }
  }
  return out;
}

}  // namespace seedc::language
